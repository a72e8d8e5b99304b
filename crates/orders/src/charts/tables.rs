//! The charts of the ruleset files: which rows they may hold, and what a row says.

use crate::ids::{FireWhen, MeleeWhen, MoraleWhen};
use crate::state::words::{
    Arm, Band, Effect, Formation, Going, Gun, Level, LossResult, Nation, OrderKind, Part, Reference, Shooter,
    Step, StepsOf, Taker, Trait, Troop, Turned, Who,
};

/// Kinds of ground, as battle files name them.
const KINDS: &[&str] = &[
    "woods",
    "hill",
    "village",
    "fortification",
    "wall",
    "stream",
    "river",
    "bridge",
    "ford",
    "road",
    "marsh",
    "enclosure",
    "city",
    "mountain",
    "slope",
];

engine::charts! {
    "sequence" "Turn sequence": TurnStep {
        number: [small 1..=20],
        step "is": [word Step],
        who: [word Who],
        from: [maybe small 1..=20],
        to: [maybe small 1..=20],
    }
    "dice" "Dice" { dice: [dice] }
    "share" "Parts of a move" { rate: [ratio] }
    "radius" "Command radius": Radius {
        nation: [word Nation],
        since: [maybe int 1700..=1900],
        until: [maybe int 1700..=1900],
        inches: [inches 0..=72_000],
    }
    "order-list" "Orders, from the boldest": OrderList { orders: [words OrderKind] }
    "order" "Orders: distances": Demand {
        order: [word OrderKind],
        part: [word Part],
        of: [word Reference],
        at_least "at-least": [maybe inches 0..=72_000],
        at_most "at-most": [maybe inches 0..=72_000],
    }
    "order-step" "Order changes": Steps {
        nation: [word StepsOf],
        up: [count 0..=6],
        down: [count 0..=6],
    }
    "rate" "Movement": MoveRate, grid("formation", "arm", "inches", "available") {
        arm: [word Arm],
        formation: [word Formation],
        available: [flag],
        inches: [maybe inches 0..=72_000],
    }
    "terrain" "Terrain": Terrain { class: [word Going], kinds: [listed KINDS] }
    "checks" "Morale checks given" { count: [int 0..=12] }
    "levels" "Status levels" { count: [int -5..=5] }
    "stand-dice" "Firing: dice for each stand" { dice: [dice] }
    "distance" "Firing: range" { inches: [inches 0..=72_000] }
    "arc" "Firing: arc" { degrees: [int 0..=180] }
    "to-hit" "Firing: to hit": ToHit, grid("firer", "need") {
        firer: [word Shooter],
        need: [int 1..=20],
    }
    "fire-modifier" "Firing: modifiers", modifiers() {
        when: [new word FireWhen],
        modifier "mod": [int -20..=20],
    }
    "guns" "Artillery range chart": Guns, grid("gun", "band", "dice") {
        gun: [word Gun],
        band: [word Band],
        dice: [maybe dice],
    }
    "long-range" "Artillery at long range" { inches: [inches 0..=72_000], count: [int 0..=12] }
    "natural" "Morale checks: natural rolls" { die: [int 1..=10] }
    "morale-target" "Morale checks: to pass": MoraleTarget, grid("troop", "need") {
        troop: [word Troop],
        need: [int 1..=20],
    }
    "morale-modifier" "Morale checks: modifiers", modifiers() {
        when: [new word MoraleWhen],
        modifier "mod": [int -20..=20],
    }
    "trait" "Leader traits": LeaderTrait, grid("trait", "mod") {
        character "trait": [word Trait],
        value "mod": [int -20..=20],
    }
    "morale-ladder" "Morale status, from the best": Ladder { levels: [words Level] }
    "status" "Morale status: effects": Status {
        level: [word Level],
        effect: [word Effect],
        inches: [maybe inches 0..=72_000],
        rate: [maybe ratio],
        facing: [maybe word Turned],
    }
    "leader-loss" "Leader loss": LeaderLoss {
        from: [count 1..=10],
        to: [count 1..=10],
        result: [word LossResult],
        inches: [maybe inches 0..=72_000],
        turns: [maybe count 0..=60],
    }
    "shock" "Shock of a leader's death" { inches: [inches 0..=72_000], count: [int 0..=12] }
    "rounds" "Melee: rounds" { count: [int 0..=12] }
    "melee-result" "Melee: results by the margin": MeleeResult {
        from: [count 0..=60],
        to: [maybe count 0..=60],
        takes "who": [word Taker],
        drop: [count 0..=5],
        checks: [count 0..=12],
    }
    "training" "Melee: training": Training, grid("troop", "mod") {
        troop: [word Troop],
        value "mod": [int -20..=20],
    }
    "melee-modifier" "Melee: modifiers", modifiers() {
        when: [new word MeleeWhen],
        modifier "mod": [int -20..=20],
    }
    "melee-morale" "Melee: morale": MeleeMorale, grid("level", "mod") {
        level: [word Level],
        value "mod": [int -20..=20],
    }
}
