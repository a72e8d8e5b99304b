//! Which stems of the ledger belong to which topic, and which of them stand. `docs/empire-topics.md` is the same for people,
//! and a test holds the two against each other.

/// How far a topic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is claimed of it.
    Waits,
    /// Proved by cases at the desk; no step of play goes by it yet.
    Charted,
    /// Proved by cases, and steps of play go by it.
    Plays,
}

/// The rules of some stems.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// The stem of its files: numbers, their types, decisions, cases.
    pub file: &'static str,
    /// What its rules begin with after `empire.`; the longest stem that fits a rule has it.
    pub stems: &'static [&'static str],
    /// The slice of the order of work in which it comes.
    pub slice: u8,
    pub state: State,
}

const fn topic(file: &'static str, slice: u8, state: State, stems: &'static [&'static str]) -> Topic {
    Topic { file, stems, slice, state }
}

/// Every topic, in the order of work.
pub const TOPICS: &[Topic] = &[
    topic("sequence", 1, State::Plays, &["seq"]),
    topic("engagement", 1, State::Plays, &["engage"]),
    topic("musketry", 1, State::Plays, &["smallarms", "fire", "ammo", "range.musket", "range.rifle"]),
    topic("firefight", 1, State::Plays, &["ff"]),
    topic("manoeuvre", 1, State::Plays, &["infmove", "cavmove", "bonusmove", "wheel"]),
    topic("formation", 1, State::Plays, &["form"]),
    topic("charge", 1, State::Plays, &["elan", "deffire", "unformed"]),
    topic("square", 1, State::Plays, &["square"]),
    topic("close", 1, State::Plays, &["close", "shock"]),
    topic("victory", 1, State::Plays, &["victory", "battlemad", "standard"]),
    topic("unit-morale", 1, State::Plays, &["umorale"]),
    topic("gunnery", 2, State::Plays, &["arty", "range", "elev"]),
    topic("counter-battery", 2, State::Plays, &["cb"]),
    topic("gun-moves", 2, State::Plays, &["artmove", "reloc"]),
    topic("guns-charged", 2, State::Plays, &["artsit"]),
    topic("me-morale", 3, State::Plays, &["memorale", "shaken"]),
    topic("panic", 3, State::Plays, &["panic"]),
    topic("command", 3, State::Plays, &["init", "ca"]),
    topic("bonus", 3, State::Plays, &["bonus"]),
    topic("fatigue", 3, State::Plays, &["fatigue"]),
    topic("leader-loss", 3, State::Plays, &["leader"]),
    topic("deployment", 4, State::Waits, &["deploy", "gtadj", "gtminor"]),
    topic("grand-march", 4, State::Waits, &["gtmove", "gtterrain", "artattack"]),
    topic("orders", 5, State::Waits, &["corps", "objective", "meorder", "arrival", "indep"]),
    topic("activation", 5, State::Waits, &["act"]),
    topic("grand-command", 5, State::Waits, &["ca.gt"]),
    topic("skirmish", 6, State::Waits, &["skfire", "skproc", "skeffect"]),
    topic("bombardment", 6, State::Plays, &["arty.bomb", "bombard", "bounce", "aflame"]),
    topic("structures", 7, State::Waits, &["occupy", "street"]),
];

/// Rules of topics that play which no step reaches yet: they come out of here when the step is written.
pub const NOT_REACHED: &[&str] = &[
    // Horse that withdraws.
    "empire.arty.tac.mod.t-cav-withdraw",
    "empire.arty.bomb.mod.t-cav-withdraw",
    "empire.bombard.elig.no-reserve",
    // Batteries without ammunition do not bombard at all (empire.bombard.elig.ammo): its price is never paid.
    "empire.arty.bomb.mod.ammo-exhausted",
    // Unsupported unformed troops engage no enemy, however near: the inches are those of a march.
    "empire.engage.unsupported",
    // Grand-tactical marches.
    "empire.arty.bomb.mod.moved10",
    "empire.arty.bomb.mod.moved20",
    // Ground that no map has yet.
    "empire.bounce.mod.rocky",
    "empire.bounce.none.swamp",
    // Phases that nothing is done in yet.
    "empire.seq.corps-orders",
    "empire.seq.me-orders",
    "empire.seq.commander-actions",
    "empire.seq.activation",
    "empire.seq.skirmish",
    // Grand-tactical movement and orders.
    "empire.memorale.cause.flank-column",
    "empire.memorale.mod.flank-extended",
    "empire.memorale.mod.flank-regular",
    "empire.memorale.mod.flank-condensed",
    "empire.fatigue.mod.forced-march",
    // Structures.
    "empire.memorale.mod.strongpoint-taken",
    "empire.memorale.cap-held",
    "empire.memorale.mod.structure-lost",
    "empire.memorale.mod.strongpoint-lost",
    "empire.memorale.cap-lost",
    "empire.panic.mod.strongpoint-captured",
    "empire.fatigue.mod.strongpoint",
    "empire.fatigue.mod.structure",
    // Horse in a battle group does not charge as one yet.
    "empire.ca.init.battle-groups",
    // Commander actions of phase 5.
    "empire.ca.phase",
    "empire.init.mod.army-ca",
    "empire.init.mod.wing-ca",
    "empire.init.mod.charisma",
    // Battalions with guns of their own.
    "empire.ca.init.regimental-guns",
    // Standards, guns and blocks taken; grand-tactical moves.
    "empire.bonus.mod.town-block",
    "empire.bonus.mod.strongpoint",
];

/// Whether the cases must prove a rule.
pub fn is_proved(rule: &str) -> bool {
    of_rule(rule).is_some_and(|topic| topic.state != State::Waits)
}

/// Whether a step of play goes by a rule.
pub fn is_played(rule: &str) -> bool {
    of_rule(rule).is_some_and(|topic| topic.state == State::Plays) && !NOT_REACHED.contains(&rule)
}

/// The topic of a rule.
pub fn of_rule(rule: &str) -> Option<&'static Topic> {
    let rest = rule.strip_prefix("empire.")?;
    let fits =
        |stem: &str| rest.strip_prefix(stem).is_some_and(|after| after.is_empty() || after.starts_with('.'));
    let all = TOPICS.iter().flat_map(|topic| topic.stems.iter().map(move |stem| (*stem, topic)));
    all.filter(|(stem, _)| fits(stem)).max_by_key(|(stem, _)| stem.len()).map(|(_, topic)| topic)
}
