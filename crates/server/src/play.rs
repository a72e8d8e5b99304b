//! A game in memory: the session, the computer's generals, and the dice.

use crate::seat::{Player, Seat};
use crate::store::Kept;
use crate::wrong::Wrong;
use dice::{Seed, Stream};
use engine::record::{Header, Record, thrown};
use engine::{Both, Entry, Game as _, Mistake, Players as _, Session, Side, Waiting};
use general::General;
use table::{Inches, Leg, Point, Pose};
use volley::{Answer, Order, Question, Volley};

/// No battle of ours takes a tenth of it.
const MOST_STEPS: usize = 200_000;

/// Nothing on a table is farther away than this, in thousandths of an inch.
const FARTHEST: i32 = 1_000_000;

/// A game that is being played.
pub(crate) struct Play {
    pub(crate) session: Session<Volley>,
    header: Header,
    pub(crate) players: Both<Player>,
    pub(crate) own_dice: bool,
    seed: Seed,
    generals: Both<Option<General>>,
    /// Where somebody who looks back has got to: the next step is near.
    looking_back: Option<Box<Session<Volley>>>,
}

impl Play {
    /// Folds a game's entries, and does not play on yet.
    pub(crate) fn open(kept: &Kept, entries: Vec<Entry<Answer>>) -> Result<Play, String> {
        let header = kept.header.clone();
        let source = games::Source::new(format!("{}.toml", header.battle), header.battle_text.clone());
        let setup = games::Setup {
            battle: games::BattleFile { id: header.battle.clone(), source },
            patch: header
                .rules
                .patch
                .as_ref()
                .map(|text| games::read_patch(&games::Source::new("patch.toml", text.clone())))
                .transpose()
                .map_err(|error| error.to_string())?,
        };
        let (battle, rules) = setup.open().map_err(|error| error.to_string())?;
        if header.rules.hash != rules.hash_hex() {
            return Err(format!("game {} was begun by other rules than those at hand", kept.id));
        }
        let mut session = Session::new(battle.begin(rules));
        for (i, entry) in entries.into_iter().enumerate() {
            session.put(entry).map_err(|mistake| format!("entry {} does not fit: {mistake}", i + 1))?;
        }
        let seed = header.seed.ok_or("the seed is missing")?;
        let players = kept.setting.players.clone();
        // A general has luck of its own, another one each time the game is opened.
        let luck = u64::from_le_bytes(std::array::from_fn(|i| seed.0[i])) ^ session.entries().len() as u64;
        let seated = |player: &Player, luck: u64| match player {
            Player::General(name) => general::by_name(name, luck),
            Player::You | Player::Friend => None,
        };
        let generals = Both { french: seated(&players.french, luck), allied: seated(&players.allied, !luck) };
        Ok(Play {
            session,
            header,
            players,
            own_dice: kept.setting.own_dice,
            seed,
            generals,
            looking_back: None,
        })
    }

    pub(crate) fn version(&self) -> usize {
        self.session.entries().len()
    }

    pub(crate) fn step(&self) -> usize {
        self.session.steps().len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.session.waiting().is_none()
    }

    /// What is asked, and of whom.
    pub(crate) fn asked(&self) -> Option<(Side, &Question)> {
        asked(&self.session)
    }

    /// The winner's word, once the battle is over.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        let outcome = self.session.game().outcome.filter(|_| self.is_over())?;
        Some(match outcome.winner {
            Some(Side::French) => "french",
            Some(Side::Allied) => "allied",
            None => "draw",
        })
    }

    /// Seeded dice fall and computer generals answer until a person must, or the battle is over.
    pub(crate) fn play_on(&mut self) -> Result<(), String> {
        let mut stream = Stream::new(self.seed, 0);
        stream.go_to(thrown(self.session.entries()));
        let game = |session: &Session<Volley>| session.game().scenario.id.clone();
        while let Some(waiting) = self.session.waiting() {
            if self.step() >= MOST_STEPS {
                return Err(format!("{}: no end after {MOST_STEPS} steps", game(&self.session)));
            }
            let entry = match waiting {
                Waiting::ForDice { .. } if self.own_dice => return Ok(()),
                Waiting::ForDice { pool, .. } => Entry::Dice {
                    faces: (0..pool.count).map(|_| stream.die(pool.sides)).collect(),
                    typed: false,
                },
                Waiting::ForAnswer(question) => {
                    let present = self.session.game();
                    let side = present.asked_of(question);
                    let Some(general) = self.generals[side].as_mut() else { return Ok(()) };
                    let answer = general.answer(side, &present.seen_by(Some(side)), question);
                    match present.check(question, &answer) {
                        Ok(()) => Entry::Answer(answer),
                        Err(refusal) => {
                            tracing::warn!(%refusal, "a general's answer was refused; it declines instead");
                            Entry::Answer(present.decline(question))
                        }
                    }
                }
                Waiting::ForFact(_) | Waiting::Wrong(_) => {
                    return Err(format!("{}: nobody can look at this table", game(&self.session)));
                }
            };
            self.session.put(entry).map_err(|mistake| mistake.to_string())?;
        }
        Ok(())
    }

    /// A person's answer, and what follows from it.
    pub(crate) fn answer(&mut self, seat: Seat, version: usize, answer: Answer) -> Result<(), Wrong> {
        self.at_version(version)?;
        let Some((side, _)) = self.asked() else {
            return Err(Wrong::conflict(if self.is_over() {
                "The battle is over: nothing more can be answered."
            } else {
                "Dice are wanted now, not an answer: throw them first."
            }));
        };
        if seat != Seat::of(side) {
            return Err(Wrong::forbidden("This decision belongs to the other side: wait for your turn."));
        }
        in_reason(&answer)?;
        self.put(Entry::Answer(answer))
    }

    /// Faces a person has thrown.
    pub(crate) fn throw(&mut self, seat: Seat, version: usize, faces: Vec<u32>) -> Result<(), Wrong> {
        if seat == Seat::Watch {
            return Err(Wrong::forbidden("Spectators do not throw dice: take a seat by its link."));
        }
        self.at_version(version)?;
        if !self.own_dice {
            return Err(Wrong::conflict(
                "This game throws its own dice; begin one with your own dice to type them.",
            ));
        }
        if !matches!(self.session.waiting(), Some(Waiting::ForDice { .. })) {
            return Err(Wrong::conflict("No dice are wanted now: answer the question first."));
        }
        self.put(Entry::Dice { faces, typed: true })
    }

    fn at_version(&self, version: usize) -> Result<(), Wrong> {
        if version == self.version() { Ok(()) } else { Err(Wrong::stale(version, self.version())) }
    }

    fn put(&mut self, entry: Entry<Answer>) -> Result<(), Wrong> {
        self.session.put(entry).map_err(|mistake| match &mistake {
            Mistake::Refused(refusal) => Wrong::from(refusal),
            _ => Wrong::conflict(capital(&format!("{mistake}."))),
        })?;
        self.play_on().map_err(Wrong::inside)
    }

    /// Takes back the seat's last answer, if nothing has fallen or been decided since.
    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), Wrong> {
        let Some(side) = seat.side() else {
            return Err(Wrong::forbidden("Spectators have nothing to take back."));
        };
        if self.session.undo(side) {
            return Ok(());
        }
        Err(Wrong::conflict(
            "Nothing can be taken back: dice have fallen or the other side has decided since your last answer.",
        ))
    }

    /// Whether an answer would be accepted now.
    pub(crate) fn check(&self, seat: Seat, answer: &Answer) -> Result<(), Wrong> {
        match self.asked() {
            Some((side, question)) if seat == Seat::of(side) => {
                in_reason(answer)?;
                self.session.game().check(question, answer).map_err(|refusal| Wrong::from(&refusal))
            }
            Some(_) => Err(Wrong::conflict("This decision belongs to the other side: wait for your turn.")),
            None if self.is_over() => Err(Wrong::conflict("The battle is over.")),
            None => Err(Wrong::conflict("Dice are wanted now, not an answer.")),
        }
    }

    /// The record as far as it may be shown: the battle's text tells of reserves, and the seed of dice to come.
    pub(crate) fn record(&self, seat: Seat) -> Result<String, Wrong> {
        if self.is_over() {
            return Ok(Record::of(self.header.clone(), &self.session).write());
        }
        let hides = |side: Side| seat.side() != Some(side);
        if self.session.game().reserves.iter().any(|reserve| hides(reserve.side)) {
            return Err(Wrong::conflict(
                "The record tells of reserves that are still hidden from you: it is given out when they have \
                 arrived or the battle is over.",
            ));
        }
        Ok(Record::of(self.header.clone().sealed(), &self.session).write())
    }

    /// What binds the dice before they fall.
    pub(crate) fn commitment(&self) -> &str {
        &self.header.commitment.0
    }

    /// The game as it was after a step. Steps that need nothing from outside follow at once, so it may be further on.
    pub(crate) fn after_step(&mut self, step: usize) -> Result<&Session<Volley>, Wrong> {
        if step > self.step() {
            return Err(Wrong::not_found(format!(
                "The game has {} finished steps so far; choose one of them.",
                self.step()
            )));
        }
        let mut back = match self.looking_back.take() {
            Some(back) if back.steps().len() <= step && self.continues(&back) => back,
            _ => Box::new(self.session.start_again()),
        };
        while back.steps().len() < step {
            let Some(entry) = self.session.entries().get(back.entries().len()) else { break };
            back.put(entry.clone()).map_err(Wrong::inside)?;
        }
        Ok(self.looking_back.insert(back))
    }

    /// Whether an earlier game is still the beginning of this one: nothing was taken back since.
    fn continues(&self, back: &Session<Volley>) -> bool {
        self.session.entries().starts_with(back.entries())
    }
}

/// What a session asks, and of whom.
pub(crate) fn asked(session: &Session<Volley>) -> Option<(Side, &Question)> {
    match session.waiting() {
        Some(Waiting::ForAnswer(question)) => Some((session.game().asked_of(question), question)),
        _ => None,
    }
}

/// Numbers from outside that no table has are refused before any geometry sees them.
fn in_reason(answer: &Answer) -> Result<(), Wrong> {
    let Answer::Order(order) = answer else { return Ok(()) };
    let far = |inches: i32| !(-FARTHEST..=FARTHEST).contains(&inches);
    let off = |point: &Point| far(point.x) || far(point.y);
    let pose_off = |pose: &Pose| off(&pose.at);
    let turns = |wheel: i32| !(-65_536..=65_536).contains(&wheel);
    let leg_off = |leg: &Leg| match leg {
        Leg::Wheel(wheel) => turns(*wheel),
        Leg::Ahead(Inches(by)) | Leg::Back(Inches(by)) => far(*by),
        Leg::To(pose) => pose_off(pose),
    };
    let beyond = match order {
        Order::March { legs, .. } => legs.iter().any(leg_off),
        Order::Enter { at, legs, .. } => at.is_some_and(far) || legs.iter().any(leg_off),
        Order::Charge { wheel, .. } => turns(*wheel),
        Order::Ride { to, .. } => to.as_ref().is_some_and(off),
        Order::Turn { to, .. } => to.as_ref().is_some_and(pose_off),
        Order::Place { at, .. } => at.as_ref().is_some_and(pose_off),
        Order::FallBack { by, .. } => far(by.0),
        Order::Form { .. } => false,
    };
    if !beyond {
        return Ok(());
    }
    let mut wrong =
        Wrong::conflict("That is far beyond the table: give places and distances that are on it.");
    wrong.body.rule = Some(volley::Cite::Question.id());
    Err(wrong)
}

pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
