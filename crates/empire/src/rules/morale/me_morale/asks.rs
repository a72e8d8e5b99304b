//! What the owner of an ME is asked in phase 3.

use crate::state::answer::Answer;
use crate::state::game::Empire;
use crate::state::me::MeId;
use engine::{Form, Routine, Side, YesOrNo};
use serde::Serialize;

/// An ME that has scored broken or retreat may run for good.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SauveQuiPeut {
    pub me: MeId,
}

impl YesOrNo<Empire> for SauveQuiPeut {
    const WORD: &'static str = "sauve-qui-peut";
    const ROUTINE: Option<Routine> = Some(Routine::never("A division gives way: let it run for good"));

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} gives way: sauve qui peut?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} runs for good.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let yes = ("Sauve qui peut", "all its units are out of the battle, and neighbours check for panic");
        Form::yes_or_no(None, yes, ("Keep it together", "it may rally later")).about(game.me_name(self.me))
    }
}

/// An ME that is shaken on Defend may break off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BreaksOff {
    pub me: MeId,
}

impl YesOrNo<Empire> for BreaksOff {
    const WORD: &'static str = "breaks-off";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Shaken on Defend: break off"));

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} is shaken on Defend: break off?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} breaks off.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let yes = ("Break off", "it goes over to Break Off and retreats at once");
        Form::yes_or_no(None, yes, ("Stand", "it holds where it is, shaken")).about(game.me_name(self.me))
    }
}

/// A shaken ME that is not engaged may test, where a house does not make it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestsShaken {
    pub me: MeId,
}

impl YesOrNo<Empire> for TestsShaken {
    const WORD: &'static str = "tests-shaken";
    const ROUTINE: Option<Routine> =
        Some(Routine::yes_or_no("Shaken and not engaged: test to be steady again"));

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} is shaken and not engaged: test to be steady again?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} tests.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        Form::yes_or_no(None, ("Test", "it can do no worse than shaken"), ("Wait", "it stays shaken"))
            .about(game.me_name(self.me))
    }
}
