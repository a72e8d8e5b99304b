//! What is foreseen of a charge is what comes of it: charges of every kind are declared on a table and played live to their
//! end, with dice of many seeds, and they end as often in each way as the odds said when they were declared. The same for
//! what is weighed on the way, where fire has checked a charge.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use crate::setup::{HEAD, read, rules};
use dice::{Odds, Seed, Stream, Weight as _};
use empire::rules::charge::chain::{ChargeFacts, End, Outcome, Reply, charge_odds};
use empire::rules::charge::onset;
use empire::words::Formation;
use empire::{Act, Answer, Empire, Question, Rules, UnitId, What};
use engine::{Ask as _, Entry, Game as _, Played as _, Players, Session, Side, Solo, Waiting};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Inches, Leg, Pose};

/// Who charges whom on which table, and what the target answers.
pub(super) struct Kind<'k> {
    name: &'static str,
    /// The first charger, and a second of the same side who charges after it; both French, unless the charge answers a move.
    french: &'k [&'static str],
    allied: &'k [&'static str],
    more: &'static str,
    reply: Option<Reply>,
    /// The French ME has impetus.
    impetus: bool,
}

impl<'k> Kind<'k> {
    pub(super) const fn of(
        name: &'static str,
        french: &'k [&'static str],
        allied: &'k [&'static str],
    ) -> Kind<'k> {
        Kind { name, french, allied, more: "", reply: None, impetus: false }
    }

    /// With so much more in the battle's file.
    pub(super) const fn with(self, more: &'static str) -> Kind<'k> {
        Kind { more, ..self }
    }
}

/// A unit of an ME, in a line: its name, its keys, where it stands.
fn unit(me: &str, line: &str) -> String {
    let grade = if line.contains("grade = ") { "" } else { "grade = \"veteran\"\n" };
    format!("[[unit]]\nme = \"{me}\"\n{grade}{}\n", line.replace(", ", "\n"))
}

const COLUMN: &str =
    "name = \"1/25e\", figures = 18, formation = \"attack-column\", at = [30.5; 20], facing = 0";
const LINE: &str = "name = \"I/Alvensleben\", grade = \"regular\", figures = 17, at = [30; 23], facing = 180";
const HORSE: &str =
    "name = \"Chasseurs\", arm = \"cavalry\", figures = 12, horse = \"light\", at = [30; 14], facing = 0";
const DRAGOONS: &str =
    "name = \"Dragoons\", arm = \"cavalry\", figures = 10, grade = \"regular\", at = [30; 24], facing = 180";
const BATTERY: &str =
    "name = \"Battery\", arm = \"artillery\", formation = \"unlimbered\", at = [30; 23], facing = 180";

const KINDS: &[Kind<'_>] = &[
    Kind {
        more: "[[leader]]\nname = \"Petit\"\nside = \"french\"\nrank = \"brigade\"\nme = \"Gudin\"\nwith = \"1/25e\"\n",
        impetus: true,
        ..Kind::of("foot on a line, led", &[COLUMN], &[LINE])
    },
    Kind {
        impetus: true,
        ..Kind::of(
            "foot on a line, by a wheel, beside a battery, and a second wave",
            &[
                "name = \"1/25e\", figures = 18, formation = \"attack-column\", at = [30; 20], facing = 20",
                "name = \"2/25e\", figures = 18, formation = \"attack-column\", grade = \"elite\", at = [33; 19.5], facing = 350",
            ],
            &[
                LINE,
                "name = \"Battery\", arm = \"artillery\", formation = \"unlimbered\", at = [24.5; 23.5], facing = 180",
            ],
        )
    },
    Kind::of(
        "foot into the flank of a line",
        &[COLUMN],
        &["name = \"I/Alvensleben\", grade = \"regular\", figures = 17, at = [31; 23], facing = 90"],
    ),
    Kind::of(
        "foot on a square",
        &[COLUMN],
        &[
            "name = \"I/Alvensleben\", grade = \"regular\", figures = 18, formation = \"square\", at = [30; 23], facing = 180",
        ],
    ),
    Kind::of("horse on foot in line that tries for square", &[HORSE], &[LINE]),
    Kind {
        reply: Some(Reply::Stand),
        ..Kind::of(
            "horse on a column that stands",
            &[HORSE],
            &[
                "name = \"I/Alvensleben\", grade = \"regular\", figures = 17, formation = \"attack-column\", at = [30; 23], facing = 180",
            ],
        )
    },
    Kind {
        reply: Some(Reply::ClosedColumn),
        ..Kind::of(
            "horse on a column that closes up",
            &[HORSE],
            &[
                "name = \"I/Alvensleben\", grade = \"regular\", figures = 17, formation = \"attack-column\", at = [30; 23], facing = 180",
            ],
        )
    },
    Kind::of(
        "horse on a square",
        &[HORSE],
        &[
            "name = \"I/Alvensleben\", grade = \"conscript\", figures = 12, formation = \"square\", at = [30; 23], facing = 180",
        ],
    ),
    Kind::of("horse on horse that stands", &[HORSE], &[DRAGOONS]),
    Kind {
        reply: Some(Reply::Countercharge),
        ..Kind::of("horse on horse that countercharges", &[HORSE], &[DRAGOONS])
    },
    Kind {
        reply: Some(Reply::Stand),
        ..Kind::of(
            "dubious horse on a line",
            &[
                "name = \"Chasseurs\", arm = \"cavalry\", dubious = true, figures = 8, at = [30; 14], facing = 0",
            ],
            &[LINE],
        )
    },
    Kind::of("foot on guns", &[COLUMN], &[BATTERY]),
    Kind {
        reply: Some(Reply::FireAndRetire),
        ..Kind::of("horse on guns that fire and retire", &[HORSE], &[BATTERY])
    },
    Kind {
        reply: Some(Reply::Klumpen),
        ..Kind::of(
            "horse on skirmishers who make Klumpen",
            &[HORSE],
            &["name = \"Jäger\", figures = 12, formation = \"skirmish\", at = [30; 21], facing = 180"],
        )
    },
    Kind::of(
        "an opportunity charge",
        &["name = \"1/25e\", figures = 18, formation = \"attack-column\", at = [30; 15], facing = 0"],
        &[
            "name = \"Dragoons\", arm = \"cavalry\", figures = 10, grade = \"regular\", at = [30; 23.5], facing = 180",
        ],
    ),
];

const MES: &str = "[[me]]\nname = \"Gudin\"\ncorps = \"III Corps\"\n[[me]]\nname = \"Schmettau\"\ncorps = \"Main army\"\nkind = \"cavalry\"\n";

/// The table at the moment when the French may act.
pub(super) fn table(rules: &Arc<Rules>, kind: &Kind<'_>) -> Empire {
    let units = |me: &str, lines: &[&str]| lines.iter().map(|line| unit(me, line)).collect::<String>();
    let (french, allied) = (units("Gudin", kind.french), units("Schmettau", kind.allied));
    let impetus = format!("corps = \"III Corps\"\nimpetus = {}", kind.impetus);
    let mes = MES.replace("corps = \"III Corps\"", &impetus);
    let text = format!("{HEAD}{mes}{}{french}{allied}", kind.more).replace("; ", ", ");
    let battle = read(&text, rules).unwrap_or_else(|faults| panic!("{}: {faults}", kind.name));
    (0..).find_map(|seed| with_initiative(&Empire::start(&battle, Arc::clone(rules)), seed)).unwrap()
}

/// Plays until the French may act; `None`: the enemy has the initiative.
fn with_initiative(start: &Empire, seed: u64) -> Option<Empire> {
    let mut session = Session::new(start.clone());
    let mut dice = Stream::new(Seed::from_number(seed), 0);
    loop {
        let entry = match session.waiting().unwrap() {
            Waiting::ForDice { pool, .. } => thrown(&mut dice, pool.count, pool.sides),
            Waiting::ForAnswer(Question::Impulse(ask)) => {
                return (ask.side == Side::French).then(|| session.settled().clone());
            }
            Waiting::ForAnswer(question) => Entry::Answer(session.game().decline(question)),
            other => panic!("{other:?}"),
        };
        session.put(entry).unwrap();
    }
}

pub(super) fn thrown(dice: &mut Stream, count: u32, sides: u32) -> Entry<Answer> {
    Entry::Dice { faces: (0..count).map(|_| dice.below(sides) + 1).collect(), typed: false }
}

/// The charges of one kind, counted: how often each end came, and how often the odds said it would.
#[derive(Default)]
struct Counts {
    trials: u32,
    ended: BTreeMap<End, u32>,
    /// Sums of chances, and of what they spread.
    said: BTreeMap<End, (f64, f64)>,
    /// Figures that charger and target lost up to the end of the close action, in play and in means; and what that spreads.
    lost: [f64; 2],
    mean: [f64; 2],
    spread: [f64; 2],
    /// Where fire had checked it and it pressed on: how often it won, and how often that was to be hoped.
    pressed: u32,
    won: u32,
    hoped: (f64, f64),
    known: Vec<(ChargeFacts, Odds<Outcome, f64>)>,
}

impl Counts {
    /// Facts that were foreseen, and what came.
    fn add(&mut self, rules: &Rules, facts: &ChargeFacts, end: End, lost: Option<[u32; 2]>) {
        if !self.known.iter().any(|(known, _)| known == facts) {
            self.known.push((*facts, charge_odds(rules, facts)));
        }
        let (_, odds) = self.known.iter().find(|(known, _)| known == facts).unwrap();
        self.trials += 1;
        *self.ended.entry(end).or_default() += 1;
        for wanted in End::ALL {
            let chance = odds.chance(|outcome| outcome.end == wanted).to_f64();
            let (sum, spread) = self.said.entry(wanted).or_default();
            *sum += chance;
            *spread += chance * (1.0 - chance);
        }
        // A charger that stops short may fire, and be fired at: that is not followed.
        let Some(lost) = lost else { return };
        let of = |outcome: &Outcome| [outcome.charger_lost, outcome.target_lost].map(f64::from);
        let same = odds.chance(|outcome| outcome.end == end).to_f64();
        for (side, lost) in lost.into_iter().enumerate() {
            let part = |outcome: &Outcome| if outcome.end == end { of(outcome)[side] } else { 0.0 };
            let mean = odds.mean(|outcome| part(outcome)) / same;
            let square = odds.mean(|outcome| part(outcome) * part(outcome)) / same;
            self.lost[side] += f64::from(lost);
            self.mean[side] += mean;
            self.spread[side] += (square - mean * mean).max(0.0);
        }
    }

    /// Chance alone goes beyond these bounds less than once in a million comparisons (Bernstein's inequality, which holds for
    /// rare ends too).
    #[track_caller]
    fn check(&self, name: &str) {
        let near = |what: &str, found: f64, said: f64, spread: f64| {
            let rare = 2e6_f64.ln();
            let most = rare / 3.0 + ((rare / 3.0).powi(2) + 2.0 * spread * rare).sqrt();
            assert!(
                (found - said).abs() <= most,
                "{name}, {what}: {found} of {} in play, {said:.1} by the odds (± {most:.1})",
                self.trials
            );
        };
        for (end, (said, spread)) in &self.said {
            let found = f64::from(self.ended.get(end).copied().unwrap_or(0));
            near(end.word(), found, *said, *spread);
        }
        for (side, who) in ["charger", "target"].into_iter().enumerate() {
            near(&format!("figures of the {who}"), self.lost[side], self.mean[side], self.spread[side]);
        }
        near("won where it pressed on", f64::from(self.won), self.hoped.0, self.hoped.1);
    }
}

/// Plays one charge from the decision about it, and counts it. False where no charge is declared any more.
fn charge_once(
    counts: &mut Counts,
    session: &mut Session<Empire>,
    dice: &mut Stream,
    kind: &Kind<'_>,
) -> bool {
    let rules = Arc::clone(&session.game().rules);
    let (steps, lines) = (session.log_ends().len(), session.log().len());
    let mut facts: Option<ChargeFacts> = None;
    let mut pair = None;
    let mut hope = None;
    while session.log_ends().len() == steps {
        let game = session.game();
        let answer = match session.waiting().unwrap() {
            Waiting::ForDice { pool, .. } => {
                let entry = thrown(dice, pool.count, pool.sides);
                session.put(entry).unwrap();
                continue;
            }
            Waiting::ForAnswer(question) => match question {
                Question::Impulse(ask) => {
                    let charges = game.units_of(ask.me).flat_map(|(unit, _)| {
                        onset::targets(game, unit)
                            .into_iter()
                            .map(move |(target, wheel)| (unit, target, wheel))
                    });
                    // All charge the first enemy; a unit that answers a move charges alone.
                    let aim = game.of(Side::Allied).map(|(id, _)| id).next();
                    let first = charges.filter(|(_, target, _)| Some(*target) == aim).collect::<Vec<_>>();
                    match first.first() {
                        _ if ask.side != Side::French => return false,
                        Some((unit, target, wheel)) => {
                            facts =
                                onset::foreseen_by(game, *unit, *target, *wheel, onset::Occasion::Impulse);
                            pair = Some((*unit, *target));
                            Answer::Act(Act::Charge { units: vec![*unit], target: *target, wheel: *wheel })
                        }
                        // A unit without a target to charge marches on, and is charged.
                        None if steps == 0 => {
                            let unit = game.units_of(ask.me).next().unwrap().0;
                            let legs = vec![Leg::Ahead(Inches::whole(3))];
                            Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false })
                        }
                        None => return false,
                    }
                }
                Question::React(ask) if pair.is_none() => {
                    let meets = *ask.charges.first().expect("horse that may charge");
                    let (unit, wheel) = (meets.unit, meets.wheel);
                    facts = onset::foreseen_by(
                        &meets.table(game, ask.mover),
                        unit,
                        ask.mover,
                        wheel,
                        onset::Occasion::EnemyMoves,
                    );
                    pair = Some((unit, ask.mover));
                    Answer::Act(Act::Charge { units: vec![unit], target: ask.mover, wheel })
                }
                Question::Charged(ask) => {
                    let wished = kind.reply.and_then(|wish| ask.replies.iter().position(|it| *it == wish));
                    let answer = wished.map_or_else(|| game.decline(question), |n| Answer::Option(n as u8));
                    let Answer::Option(place) = answer else { panic!("{answer:?}") };
                    let reply = ask.replies[usize::from(place)];
                    let after = onset::foreseen_after(game, (ask.charger, ask.unit), &ask.facts, reply);
                    // What is foreseen with the answer in hand is what was foreseen with this answer.
                    if facts.is_some_and(|facts| facts.reply == reply) {
                        assert_eq!(facts, Some(after), "{}", kind.name);
                    }
                    facts = Some(after);
                    answer
                }
                Question::GunsCharged(ask) if kind.reply == Some(Reply::FireAndRetire) => {
                    let pair = (ask.charger, ask.unit);
                    facts = Some(onset::foreseen_after(game, pair, &ask.facts, Reply::FireAndRetire));
                    Answer::Yes
                }
                Question::FollowMe(_) => Answer::Yes,
                Question::PressOn(ask) => {
                    hope = Some(ask.coming.hope(&rules));
                    Answer::Yes
                }
                _ => game.decline(question),
            },
            other => panic!("{other:?}"),
        };
        session.put(Entry::Answer(answer)).unwrap();
    }
    let Some((charger, target)) = pair else { return false };
    let told: Vec<&What> = session.log()[lines..].iter().map(|told| &told.event.what).collect();
    let end = ended(&told, charger, target);
    let lost = (end != End::Checked).then(|| figures_lost(&told, charger, target));
    counts.add(&rules, &facts.expect("a charge that was foreseen"), end, lost);
    if let Some(hope) = hope {
        counts.pressed += 1;
        counts.won += u32::from(end.is_won());
        counts.hoped = (counts.hoped.0 + hope, counts.hoped.1 + hope * (1.0 - hope));
    }
    true
}

/// How a charge ended, by what was told of it.
fn ended(told: &[&What], charger: UnitId, target: UnitId) -> End {
    let any = |is: &dyn Fn(&What) -> bool| told.iter().any(|what| is(what));
    let gone = |who: UnitId| any(&|what| matches!(what, What::Gone { unit } if *unit == who));
    let bad = |who: UnitId| {
        any(&|what| matches!(what, What::GoesBad { unit } | What::AbandonsGuns { unit } if *unit == who))
    };
    let victory = told.iter().find_map(|what| match what {
        What::Victory { over, level, .. } => Some((*over == target, level.word())),
        _ => None,
    });
    if let Some((wins, level)) = victory {
        let loser = if wins { target } else { charger };
        return match (wins, gone(loser), level == "draw", bad(loser)) {
            (true, true, ..) => End::TargetDestroyed,
            (false, true, ..) => End::ChargerDestroyed,
            (true, _, true, _) => End::DrawnAhead,
            (false, _, true, _) => End::DrawnBehind,
            (true, .., true) => End::TargetRouted,
            (false, .., true) => End::ChargerRouted,
            (true, ..) => End::TargetBeaten,
            (false, ..) => End::ChargerBeaten,
        };
    }
    let led = any(&|what| matches!(what, What::LedOn { .. }));
    if any(&|what| matches!(what, What::Halts { .. })) && !led {
        let failed = any(&|what| matches!(what, What::Commands { succeeds: false, .. }));
        return if failed { End::HaltsDisordered } else { End::HaltsShort };
    }
    if any(&|what| matches!(what, What::StoppedByFire { .. })) {
        return End::Checked;
    }
    let retires = |what: &What| matches!(what, What::GetsAway { .. } | What::Withdraws { goes: true, .. });
    match () {
        () if gone(charger) => End::ChargerShot,
        () if bad(charger) => End::ChargerRuns,
        () if any(&retires) => End::TargetRetires,
        () if bad(target) => End::TargetRuns,
        () => panic!("how has it ended? {told:?}"),
    }
}

/// Figures lost in the charge itself: up to the first that goes back after it.
pub(super) fn figures_lost(told: &[&What], charger: UnitId, target: UnitId) -> [u32; 2] {
    let before =
        told.iter().take_while(|what| !matches!(what, What::GoesBack { .. } | What::BreaksThrough { .. }));
    let mut lost = [0, 0];
    for what in before {
        if let What::Lost { unit, figures } = what {
            lost[0] += if *unit == charger { *figures } else { 0 };
            lost[1] += if *unit == target { *figures } else { 0 };
        }
    }
    lost
}

fn play(kinds: &[Kind<'_>], trials: u64) {
    let rules = rules();
    for kind in kinds {
        let start = table(&rules, kind);
        let (mut counts, mut second) = (Counts::default(), Counts::default());
        for seed in 0..trials {
            let mut dice = Stream::new(Seed::from_number(seed), 3);
            let mut session = Session::new(start.clone());
            assert!(charge_once(&mut counts, &mut session, &mut dice, kind), "{}: nobody charges", kind.name);
            if kind.french.len() > 1 {
                charge_once(&mut second, &mut session, &mut dice, kind);
            }
        }
        println!(
            "{}: {} charges, {} pressed on; {:?}",
            kind.name, counts.trials, counts.pressed, counts.ended
        );
        counts.check(kind.name);
        if kind.french.len() > 1 {
            println!("  the second wave: {} charges; {:?}", second.trials, second.ended);
            assert!(second.trials > counts.trials / 20, "{}: {} second waves", kind.name, second.trials);
            second.check(&format!("{}, the second wave", kind.name));
        }
    }
}

#[test]
fn charges_that_are_played_end_as_was_foreseen() {
    play(KINDS, 300);
}

/// Longer: `cargo test -p empire --test all -- --ignored --nocapture foreseen::many`.
#[test]
#[ignore = "it takes minutes"]
fn many_charges_that_are_played_end_as_was_foreseen() {
    play(KINDS, 12_000);
}

// ---------------------------------------------------------------- met on the way ----

/// French foot marches past horse, and is charged where it is met.
#[derive(Default)]
struct MarchesPast {
    foreseen: Option<ChargeFacts>,
    met: bool,
}

impl Players<Empire> for MarchesPast {
    fn answer(&mut self, side: Side, game: &Empire, question: &Question) -> Answer {
        match question {
            Question::Impulse(_) if side == Side::French && self.foreseen.is_none() => {
                let unit = game.of(Side::French).map(|(id, _)| id).next().unwrap();
                let legs = vec![Leg::Ahead(Inches::whole(10))];
                Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false })
            }
            Question::React(ask) => {
                let meets = *ask.charges.first().expect("horse that may charge");
                let (unit, wheel) = (meets.unit, meets.wheel);
                let of = |table: &Empire| {
                    onset::foreseen_by(table, unit, ask.mover, wheel, onset::Occasion::EnemyMoves)
                };
                let table = meets.table(game, ask.mover);
                assert_ne!(table.unit(ask.mover).pose, game.unit(ask.mover).pose, "it was met on its way");
                self.foreseen = of(&table);
                let answer = Answer::Act(Act::Charge { units: vec![unit], target: ask.mover, wheel });
                assert!(ask.outlook(game, &answer).is_some(), "the odds of a charge that may be made");
                answer
            }
            Question::Charged(ask) => {
                let after = onset::foreseen_after(game, (ask.charger, ask.unit), &ask.facts, Reply::Square);
                assert_eq!(self.foreseen, Some(after), "what was foreseen is the charge that comes");
                self.met = true;
                Answer::Option(0)
            }
            _ => game.decline(question),
        }
    }
}

#[test]
fn a_charge_at_who_marches_past_is_foreseen_where_it_is_met() {
    let rules = rules();
    let text = format!(
        "{HEAD}[[me]]\nname = \"Gudin\"\ncorps = \"III Corps\"\n\
         [[me]]\nname = \"Schmettau\"\ncorps = \"Main army\"\nkind = \"cavalry\"\n\
         [[unit]]\nname = \"1/25e\"\nme = \"Gudin\"\ngrade = \"veteran\"\nclass = \"a\"\nfigures = 18\nformation = \"attack-column\"\nat = [30, 11]\nfacing = 90\n\
         [[unit]]\nname = \"Dragoons\"\nme = \"Schmettau\"\ngrade = \"veteran\"\narm = \"cavalry\"\nfigures = 8\nat = [36, 19]\nfacing = 180\n"
    );
    let mut game = Empire::start(&read(&text, &rules).unwrap(), Arc::clone(&rules));
    let mut column = MarchesPast::default();
    Solo::new(Stream::new(Seed::from_number(1), 0), &mut column).play(&mut game, 12);
    assert!(column.met, "it was charged on its way");
}

/// French foot marches past two bodies of horse and a battalion, and forms square before the first.
#[derive(Default)]
struct FormsSquare {
    marched: bool,
    /// Where its way ends, and where the first charge meets it.
    end: Option<Pose>,
    met: Option<Pose>,
    /// It has formed square and stands there.
    squared: bool,
}

impl Players<Empire> for FormsSquare {
    fn answer(&mut self, side: Side, game: &Empire, question: &Question) -> Answer {
        let Some((foot, body)) = game.of(Side::French).next() else { return game.decline(question) };
        let is_square = self.met.is_some() && body.formation == Formation::Square && body.in_good_morale();
        if is_square && !std::mem::replace(&mut self.squared, true) {
            assert_ne!(body.pose, self.end, "it was brought to a stand on its way");
        }
        match question {
            Question::Impulse(_) if side == Side::French && !self.marched => {
                self.marched = true;
                let legs = vec![Leg::Ahead(Inches::whole(10))];
                Answer::Act(Act::Manoeuvre { units: vec![foot], legs, bonus: false })
            }
            Question::React(ask) if self.met.is_none() => {
                let named = |unit: &UnitId| game.unit(*unit).name().to_owned();
                let charges: Vec<String> = ask.charges.iter().map(|meets| named(&meets.unit)).collect();
                assert_eq!(charges, ["Dragoons", "Hussars"]);
                assert_eq!(ask.shooters.iter().map(named).collect::<Vec<_>>(), ["Fusiliers"]);
                // A question in text names the charger and its wheel, as it always did.
                let text = serde_json::to_value(ask).unwrap();
                assert_eq!(
                    text["charges"][0],
                    serde_json::json!([ask.charges[0].unit, ask.charges[0].wheel])
                );
                let first = ask.charges[0];
                (self.end, self.met) = (body.pose, first.at);
                assert_ne!(self.met, self.end);
                Answer::Act(Act::Charge { units: vec![first.unit], target: foot, wheel: first.wheel })
            }
            Question::React(ask) if self.squared => {
                assert!(ask.charges.iter().all(|meets| meets.at == body.pose), "{ask:?}");
                assert_eq!(ask.shooters, [], "they are too far from where it stands");
                game.decline(question)
            }
            Question::Charged(ask) => {
                let square = ask.replies.iter().position(|reply| *reply == Reply::Square);
                square.map_or_else(|| game.decline(question), |place| Answer::Option(place as u8))
            }
            _ => game.decline(question),
        }
    }
}

#[test]
fn who_forms_square_on_its_way_is_met_there_by_the_next() {
    let rules = rules();
    let text = format!(
        "{HEAD}[[me]]\nname = \"Gudin\"\ncorps = \"III Corps\"\n\
         [[me]]\nname = \"Schmettau\"\ncorps = \"Main army\"\nkind = \"cavalry\"\n\
         [[unit]]\nname = \"1/25e\"\nme = \"Gudin\"\ngrade = \"veteran\"\nclass = \"a\"\nfigures = 18\nformation = \"attack-column\"\nat = [30, 11]\nfacing = 90\n\
         [[unit]]\nname = \"Dragoons\"\nme = \"Schmettau\"\ngrade = \"veteran\"\narm = \"cavalry\"\nfigures = 8\nat = [34, 19]\nfacing = 180\n\
         [[unit]]\nname = \"Hussars\"\nme = \"Schmettau\"\ngrade = \"veteran\"\narm = \"cavalry\"\nfigures = 8\nat = [44, 18]\nfacing = 180\n\
         [[unit]]\nname = \"Fusiliers\"\nme = \"Schmettau\"\ngrade = \"regular\"\nfigures = 18\nat = [46, 11]\nfacing = 270\n"
    );
    let battle = read(&text, &rules).unwrap();
    let mut squares = 0;
    for seed in 0..40 {
        let mut game = Empire::start(&battle, Arc::clone(&rules));
        let mut column = FormsSquare::default();
        Solo::new(Stream::new(Seed::from_number(seed), 0), &mut column).play(&mut game, 12);
        squares += u32::from(column.squared);
    }
    assert!(squares > 0, "it never formed square");
}
