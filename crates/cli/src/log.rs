//! The log of a battle: for reading along, for a glance, or for a program.

use crate::out::{Ink, Out, percent};
use crate::report::capital;
use crate::wrong::Wrong;
use dice::Test;
use engine::tested::reckoned;
use engine::wording::signed;
use engine::{Heading, News, Note, Played, Throw, Told, Tone, UnitId};
use rulebook::Book;
use serde::Serialize;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Losses, failed morale, charges, melees, routs
    Short,
    /// Everything, with dice, modifiers, rules and chances
    Full,
    /// One event a line, for programs
    Json,
}

/// Writes events as they come. Headings of phases wait until something happens in them.
pub(crate) struct Log {
    form: Form,
    heading: Option<String>,
    /// The last unit said to be destroyed, for the short log: once is enough.
    fallen: Option<UnitId>,
}

#[derive(Serialize)]
struct Line<'t, E: Serialize> {
    #[serde(flatten)]
    told: &'t Told<E>,
    sentence: String,
}

impl Log {
    pub(crate) fn new(form: Form) -> Log {
        Log { form, heading: None, fallen: None }
    }

    pub(crate) fn write<G: Played>(
        &mut self,
        out: &mut Out,
        game: &G,
        told: &[Told<G::Event>],
    ) -> Result<(), Wrong> {
        told.iter().try_for_each(|told| {
            let (sentence, news) = (game.sentence(&told.event), game.news(&told.event));
            match self.form {
                Form::Json => out.json(&Line { told, sentence }),
                Form::Short => self.short(out, &sentence, &news),
                Form::Full => {
                    // Of one throw the sentence says whose it is.
                    let several = told.throws.len() > 1;
                    let whose = |throw: &Throw| match throw.by.filter(|_| several) {
                        Some(side) => format!("{}: ", capital(game.side_name(side))),
                        None => String::new(),
                    };
                    self.full(out, games::book::<G>(), &sentence, &news, &told.throws, whose)
                }
            }
        })
    }

    /// What computer players have said of their plans, as far as it is new. A program has it in the record.
    pub(crate) fn write_plans<'n, G: Played>(
        &mut self,
        out: &mut Out,
        game: &G,
        notes: impl Iterator<Item = &'n Note>,
    ) -> Result<(), Wrong> {
        for Note { side, says, drops, expects, .. } in notes.filter(|_| self.form == Form::Full) {
            let whose = capital(game.side_name(*side));
            let expects =
                expects.map(|chance| format!(", expected to win {chance} in 100")).unwrap_or_default();
            let heading = out.ink(Ink::Bold, &format!("  {whose} plan{expects}:"));
            out.line(&heading)?;
            says.iter().try_for_each(|sentence| out.line(&format!("    {sentence}")))?;
            drops.iter().try_for_each(|sentence| out.line(&format!("    no longer: {sentence}")))?;
        }
        Ok(())
    }

    fn short(&mut self, out: &mut Out, sentence: &str, news: &News) -> Result<(), Wrong> {
        if let Some(Heading::Turn(_)) = news.heading {
            return turn(out, sentence);
        }
        let said_before = news.falls.is_some() && self.fallen.take() == news.falls;
        if !news.matters || said_before {
            return Ok(());
        }
        self.fallen = news.falls;
        let line = format!("  {}", painted(out, news.tone, sentence));
        out.line(&line)
    }

    fn full(
        &mut self,
        out: &mut Out,
        book: &Book,
        sentence: &str,
        news: &News,
        throws: &[Throw],
        whose: impl Fn(&Throw) -> String,
    ) -> Result<(), Wrong> {
        match news.heading {
            Some(Heading::Turn(_)) => {
                self.heading = None;
                return turn(out, sentence);
            }
            Some(Heading::Phase(_)) => {
                self.heading = Some(sentence.to_owned());
                return Ok(());
            }
            None => {}
        }
        if let Some(heading) = self.heading.take() {
            let heading = out.ink(Ink::Bold, &format!("── {heading}"));
            out.line(&heading)?;
        }
        let mut line = format!("  {}", painted(out, news.tone, sentence));
        for throw in throws {
            line.push_str("  ");
            line.push_str(&dice(out, throw));
        }
        out.line(&line)?;
        for throw in throws {
            tested(out, book, throw, &whose(throw))?;
        }
        working(out, book, news, throws)
    }
}

fn turn(out: &mut Out, sentence: &str) -> Result<(), Wrong> {
    let heading = out.ink(Ink::Heading, &format!("══ {sentence} ══"));
    out.line(&format!("\n{heading}"))
}

fn painted(out: &Out, tone: Tone, sentence: &str) -> String {
    match tone {
        Tone::Plain => sentence.to_owned(),
        Tone::Strong => out.ink(Ink::Bold, sentence),
        Tone::Bad => out.ink(Ink::Bad, sentence),
        Tone::Last => out.ink(Ink::Heading, sentence),
    }
}

/// `[3][6*] 31 %`: the faces, hits marked, and how likely what was read from them was.
pub(crate) fn dice(out: &Out, throw: &Throw) -> String {
    let face = |face: &u32| match throw.need {
        Some(need) if *face >= need => out.ink(Ink::Good, &format!("[{face}*]")),
        _ => format!("[{face}]"),
    };
    let mut text: String = throw.faces.iter().map(face).collect();
    if throw.typed {
        text.push_str(" typed");
    }
    if let Some((ways, of)) = throw.chance {
        text.push(' ');
        text.push_str(&out.ink(Ink::Quiet, &percent(ways, of)));
    }
    text
}

/// What dice were held against: the need, each modifier with its reason and rule, the total, and what that gives.
fn tested(out: &mut Out, book: &Book, throw: &Throw, whose: &str) -> Result<(), Wrong> {
    let Some(test) = &throw.test else { return Ok(()) };
    let need = test.need.map(|part| (format!("needs {}", part.value), part.rule));
    let modifiers = test.modifiers.iter().map(|part| (signed(part.value), part.rule));
    for (number, rule) in need.into_iter().chain(modifiers) {
        let text = book.text_of(rule).unwrap_or_default().trim_end_matches('.');
        let id = out.ink(Ink::Quiet, &format!("({rule})"));
        out.line(&format!("  {number:>9}  {text} {id}"))?;
    }
    out.line(&format!("    {whose}{}", reckoned(test, &throw.faces)))
}

/// Each number with its reason and rule; then the other rules the event rests on.
fn working(out: &mut Out, book: &Book, news: &News, throws: &[Throw]) -> Result<(), Wrong> {
    let parts = &news.working.parts;
    for (rule, number) in news.working.said() {
        let text = book.text_of(rule).unwrap_or_default().trim_end_matches('.');
        let id = out.ink(Ink::Quiet, &format!("({rule})"));
        out.line(&format!("    {number:>5}  {text} {id}"))?;
    }
    let mut others: Vec<&str> = Vec::new();
    let tested: Vec<&str> =
        throws.iter().filter_map(|throw| throw.test.as_ref()).flat_map(Test::rules).collect();
    for cited in news.cites.iter().filter(|id| parts.iter().all(|(part, _)| part != *id)) {
        if !tested.contains(cited) && !others.contains(cited) {
            others.push(cited);
        }
    }
    if others.is_empty() {
        return Ok(());
    }
    let others = out.ink(Ink::Quiet, &others.join(", "));
    out.line(&format!("           {others}"))
}
