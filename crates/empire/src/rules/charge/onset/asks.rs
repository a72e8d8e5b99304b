//! What is asked in a charge: of the target what it does, of the charger whether it is led on, presses on and goes through.

use super::foreseen::{outlook_after, outlook_beyond, outlook_from};
use crate::ids::house;
use crate::rules::charge::chain::{ChargeFacts, Coming, Reply};
use crate::state::answer::{Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::outlook::Outlook;
use engine::wording::{agreed, says};
use engine::{Ask, Form, Offer, Side, YesOrNo, not_an_answer, refuse, why};
use serde::Serialize;
use table::Inches;

fn said(reply: Reply) -> &'static str {
    match reply {
        Reply::Stand => "Stand",
        Reply::Square => "Form square",
        Reply::ClosedColumn => "Form closed column",
        Reply::Countercharge => "Countercharge",
        Reply::FireAndRetire => "Fire and retire",
        Reply::RetireUnformed => "Retire behind friends",
        Reply::Klumpen => "Make Klumpen",
    }
}

/// A unit is charged: what it does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Charged {
    pub side: Side,
    pub unit: UnitId,
    pub charger: UnitId,
    /// What it may do.
    pub replies: Vec<Reply>,
    /// The charge as it comes.
    #[serde(skip)]
    pub facts: Box<ChargeFacts>,
}

impl Ask<Empire> for Charged {
    const WORD: &'static str = "charged";
    type Granted = Reply;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Reply, Refusal> {
        let Answer::Option(place) = answer else { return not_an_answer("one of the things it may do.") };
        match self.replies.get(usize::from(*place)) {
            Some(reply) => Ok(*reply),
            None => refuse(house!("charge.answers"), why!("That is none of the things it may do.")),
        }
    }

    /// Who is silent tries square against horse, and else stands (ruling silence).
    fn decline(&self, _: &Empire) -> Answer {
        let usual = self.replies.iter().position(|reply| *reply == Reply::Square);
        let stand = || self.replies.iter().position(|reply| *reply == Reply::Stand);
        Answer::Option(usual.or_else(stand).unwrap_or(0) as u8)
    }

    fn prompt(&self, game: &Empire) -> String {
        let unit = game.name(self.unit);
        let charges = says(game.name(self.charger), &format!("charge[s] {unit}"));
        format!("{charges}: what {} do?", agreed(unit, "do[es] [it|they]"))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("how {} meets the charge.", game.name(self.unit))
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        let mut form = Form::choose(Some(self.unit));
        for (place, reply) in self.replies.iter().enumerate() {
            form.offers.push(Offer::new(said(*reply), "", Answer::Option(place as u8)));
        }
        form.lit(vec![self.unit, self.charger])
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        let reply = self.grant(game, answer).ok()?;
        outlook_after(game, (self.charger, self.unit), &self.facts, reply)
    }
}

/// A charge has halted: does the leader with it lead it on?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FollowMe {
    pub side: Side,
    pub unit: UnitId,
    pub target: UnitId,
    /// The least of 2d10 with which he succeeds.
    pub need: u32,
    /// The charge as far as it has come.
    #[serde(skip)]
    pub coming: Box<Coming>,
}

impl YesOrNo<Empire> for FollowMe {
    const WORD: &'static str = "follow-me";

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn prompt(&self, game: &Empire) -> String {
        let led = format!("halt[s]. Follow Me leads [it|them] on with {} or more on 2D10.", self.need);
        says(game.name(self.unit), &led)
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} is led on.", game.name(self.unit))
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        Form::yes_or_no(
            Some(self.unit),
            ("Follow Me", "it goes on, or halts in disorder"),
            ("Let it halt", ""),
        )
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        (*answer == Answer::Yes).then(|| outlook_from(game, (self.unit, self.target), &self.coming))
    }
}

/// Fire has checked a charge: does it close in all the same?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PressOn {
    pub side: Side,
    pub unit: UnitId,
    pub target: UnitId,
    /// The charge as far as it has come.
    #[serde(skip)]
    pub coming: Box<Coming>,
}

impl YesOrNo<Empire> for PressOn {
    const WORD: &'static str = "press-on";

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn prompt(&self, game: &Empire) -> String {
        let checked =
            format!("[is|are] checked by fire: do[es] [it|they] close with {}?", game.name(self.target));
        says(game.name(self.unit), &checked)
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} presses on.", game.name(self.unit))
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        Form::yes_or_no(
            Some(self.unit),
            ("Press on", "to close action"),
            ("Stop", "foot fires, horse is recalled"),
        )
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        (*answer == Answer::Yes).then(|| outlook_from(game, (self.unit, self.target), &self.coming))
    }
}

/// A winner may go on: how far?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breakthrough {
    pub side: Side,
    pub unit: UnitId,
    pub most: Inches,
    /// It charges what it meets: it has not done so too often yet.
    #[serde(skip)]
    pub charges: bool,
}

impl Ask<Empire> for Breakthrough {
    const WORD: &'static str = "breakthrough";
    /// How far it goes.
    type Granted = Inches;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Inches, Refusal> {
        match answer {
            Answer::No => Ok(Inches::ZERO),
            Answer::Option(0) => Ok(self.most.half()),
            Answer::Yes => Ok(self.most),
            Answer::Unit(_) | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => {
                not_an_answer("no further, half way, or all the way.")
            }
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        let most = engine::wording::inches(self.most.0);
        let charges = if self.charges { " Whom it meets it charges." } else { "" };
        format!("{} may break through {most}.{charges}", game.name(self.unit))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("how far {} goes on.", game.name(self.unit))
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        Form::choose(Some(self.unit)).or("Halt", "", Answer::No).or("Half way", "", Answer::Option(0)).or(
            "All the way",
            "",
            Answer::Yes,
        )
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        let by = self.grant(game, answer).ok().filter(|_| self.charges)?;
        outlook_beyond(game, self.unit, by)
    }
}
