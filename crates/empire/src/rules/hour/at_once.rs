//! Phases that are done at once, and those in which nothing is done yet.

use crate::rules::command::{leader_loss, roll_initiative};
use crate::rules::hour::phases::{
    Activation, CommanderActions, CorpsOrders, InTheHour, Initiative, LeaderLoss, MeOrders, Progress,
    Skirmish,
};
use crate::state::game::Empire;
use crate::state::stage::AtOnce;
use engine::Umpire;

/// Phases that do not stand yet, or have no place of their own.
macro_rules! pass_by {
    ($($phase:ident),+) => {
        $(impl InTheHour for $phase {
            type Left = AtOnce;

            fn begin(_: &mut Empire) -> AtOnce {
                AtOnce
            }

            fn step<U: Umpire<Empire>>(
                _: &mut Empire,
                _: &mut AtOnce,
                _: &mut U,
            ) -> Result<Progress, U::Pause> {
                Ok(Progress::Done)
            }
        })+
    };
}

pass_by!(MeOrders, CommanderActions, Activation, Skirmish, LeaderLoss);

impl InTheHour for CorpsOrders {
    type Left = AtOnce;

    fn begin(_: &mut Empire) -> AtOnce {
        AtOnce
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        _: &mut AtOnce,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        leader_loss::come_back(game, umpire);
        Ok(Progress::Done)
    }
}

impl InTheHour for Initiative {
    type Left = AtOnce;

    fn begin(_: &mut Empire) -> AtOnce {
        AtOnce
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        _: &mut AtOnce,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        roll_initiative(game, umpire)?;
        Ok(Progress::Done)
    }
}
