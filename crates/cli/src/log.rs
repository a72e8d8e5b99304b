//! The log of a battle: for reading along, for a glance, or for a program.

use crate::out::{Ink, Out, percent};
use crate::wrong::Wrong;
use engine::{Throw, Told};
use rulebook::RuleId;
use serde::Serialize;
use volley::words::Verdict;
use volley::{Event, UnitId, Volley, What};

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
struct Line<'t> {
    #[serde(flatten)]
    told: &'t Told<Event>,
    sentence: String,
}

impl Log {
    pub(crate) fn new(form: Form) -> Log {
        Log { form, heading: None, fallen: None }
    }

    pub(crate) fn write(&mut self, out: &mut Out, game: &Volley, told: &[Told<Event>]) -> Result<(), Wrong> {
        told.iter().try_for_each(|told| match self.form {
            Form::Json => out.json(&Line { told, sentence: told.event.sentence(game) }),
            Form::Short => self.short(out, game, &told.event),
            Form::Full => self.full(out, game, told),
        })
    }

    fn short(&mut self, out: &mut Out, game: &Volley, event: &Event) -> Result<(), Wrong> {
        let sentence = event.sentence(game);
        match &event.what {
            What::TurnBegins { .. } => turn(out, &sentence),
            What::Gone { unit, .. } if self.fallen.take() == Some(*unit) => Ok(()),
            what if matters(what) => {
                self.fallen = match what {
                    What::RiddenDown { unit, .. } | What::CutDown { unit, .. } => Some(*unit),
                    _ => None,
                };
                let line = format!("  {}", painted(out, event, &sentence));
                out.line(&line)
            }
            _ => Ok(()),
        }
    }

    fn full(&mut self, out: &mut Out, game: &Volley, told: &Told<Event>) -> Result<(), Wrong> {
        let sentence = told.event.sentence(game);
        match told.event.what {
            What::TurnBegins { .. } => {
                self.heading = None;
                return turn(out, &sentence);
            }
            What::PhaseBegins { .. } => {
                self.heading = Some(sentence);
                return Ok(());
            }
            _ => {}
        }
        if let Some(heading) = self.heading.take() {
            let heading = out.ink(Ink::Bold, &format!("── {heading}"));
            out.line(&heading)?;
        }
        let mut line = format!("  {}", painted(out, &told.event, &sentence));
        for throw in &told.throws {
            line.push_str("  ");
            line.push_str(&dice(out, throw));
        }
        out.line(&line)?;
        working(out, &told.event)
    }
}

fn turn(out: &mut Out, sentence: &str) -> Result<(), Wrong> {
    let heading = out.ink(Ink::Heading, &format!("══ {sentence} ══"));
    out.line(&format!("\n{heading}"))
}

/// What somebody who comes back from the kitchen wants to hear.
fn matters(what: &What) -> bool {
    match what {
        What::Tested { verdict, .. } => *verdict != Verdict::Pass,
        What::ReserveRoll { arrives, .. } => *arrives,
        What::PassesThrough { lost, .. } => *lost > 0,
        What::GeneralHit { lost, .. } => *lost,
        What::Lost { figures, .. } => *figures > 0,
        What::NoRoom { .. }
        | What::CrowdedLosses { .. }
        | What::Charges { .. }
        | What::CounterCharges { .. }
        | What::CutDown { .. }
        | What::MeleeLosses { .. }
        | What::RiddenDown { .. }
        | What::NotRecalled { .. }
        | What::Gone { .. }
        | What::GeneralTaken { .. }
        | What::Ends { .. } => true,
        _ => false,
    }
}

fn painted(out: &Out, event: &Event, sentence: &str) -> String {
    match &event.what {
        What::Gone { .. } | What::RiddenDown { .. } | What::CutDown { .. } | What::GeneralTaken { .. } => {
            out.ink(Ink::Bad, sentence)
        }
        What::Tested { verdict: Verdict::Rout, .. } | What::GeneralHit { lost: true, .. } => {
            out.ink(Ink::Bad, sentence)
        }
        What::Ends { .. } => out.ink(Ink::Heading, sentence),
        What::Charges { .. } | What::MeleeRound { .. } => out.ink(Ink::Bold, sentence),
        _ => sentence.to_owned(),
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

/// Each number with its reason and rule; then the other rules the event rests on.
fn working(out: &mut Out, event: &Event) -> Result<(), Wrong> {
    let ledger = &games::rulebook().ledger;
    let name = |rule: RuleId| ledger.rule(rule).map_or("", |rule| rule.id.as_str());
    let parts = event.working.parts();
    let in_inches = matches!(event.what, What::Marched { .. });
    for (i, (rule, value)) in parts.iter().enumerate() {
        let number = if in_inches { inches(*value, i > 0) } else { signed(*value, i > 0) };
        let text = ledger.rule(*rule).map_or("", |rule| rule.text.trim_end_matches('.'));
        let id = out.ink(Ink::Quiet, &format!("({})", name(*rule)));
        out.line(&format!("    {number:>5}  {text} {id}"))?;
    }
    let mut others: Vec<&str> = Vec::new();
    for cited in event.cites().filter(|id| parts.iter().all(|(part, _)| name(*part) != *id)) {
        if !others.contains(&cited) {
            others.push(cited);
        }
    }
    if others.is_empty() {
        return Ok(());
    }
    let others = out.ink(Ink::Quiet, &others.join(", "));
    out.line(&format!("           {others}"))
}

/// The first number of a sum stands bare, the others with their sign.
pub(crate) fn signed(value: i32, sign: bool) -> String {
    match (sign, value < 0) {
        (_, true) => format!("−{}", value.unsigned_abs()),
        (true, false) => format!("+{value}"),
        (false, false) => value.to_string(),
    }
}

pub(crate) fn inches(mils: i32, sign: bool) -> String {
    let size = mils.unsigned_abs();
    let sign = if mils < 0 {
        "−"
    } else if sign {
        "+"
    } else {
        ""
    };
    let fraction = format!(".{:03}", size % 1000);
    format!("{sign}{}{}\"", size / 1000, fraction.trim_end_matches('0').trim_end_matches('.'))
}
