//! A game in memory: the session, the computer's generals, and the dice.

pub(crate) mod asked;
pub(crate) mod entries;
pub(crate) mod heard;
pub(crate) mod leaving;
pub(crate) mod lookback;
pub(crate) mod playing;
pub(crate) mod shared;
mod staff;
pub(crate) mod staffed;
pub(crate) mod thinking;
pub(crate) mod weighed;

use crate::begun::Seating;
use crate::begun::{Begun, Raw};
use crate::play::entries::{fall, in_reason, typed};
use crate::play::heard::Heard;
use crate::play::lookback::Lookback;
use crate::play::shared::{Battles, Shared};
use crate::play::staffed::{Staffed, reminded};
use crate::refused::Refused;
use crate::shown::Shown;
use crate::shown::prompt::{capital, plural};
use crate::shown::says::Says;
use crate::told::Moved;
use crate::who::{Player, Seat};
use dice::{Seed, Stream};
use engine::record::{Header, Record, misfit, thrown};
use engine::{Both, Entry, Game, Mistake, Session, Side, Waiting, state_hash};
use games::Setup;
use general::{General, Staff};
use rulebook::Book;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// No battle of ours takes a tenth of it.
const MOST_STEPS: usize = 200_000;
/// No dice fall before both players have given their salt.
const DICE_WAIT: &str =
    "The dice fall when everybody has sat down: somebody was invited and has not taken the seat yet.";

/// A game that is being played, or was.
pub struct Play<G: Shown> {
    pub session: Session<G>,
    header: Header,
    pub players: Both<Player>,
    pub own_dice: bool,
    /// The game it has gone on from.
    pub gone_on_from: Option<String>,
    /// The game was brought as a record: it is not played on, and nothing in it is a secret.
    pub uploaded: bool,
    /// Who sits where.
    pub seating: Seating,
    /// What they have given out of hand.
    pub staff: Both<Staffed>,
    /// `None`: of a record whose dice were not revealed.
    seed: Option<Seed>,
    salt: String,
    shared: Arc<Shared<G>>,
    /// How many units it had when it was opened, those to come counted.
    units: usize,
    /// States kept for looking back.
    lookback: Lookback<G>,
}

impl<G: Shown> Play<G> {
    fn open(battles: &Battles, begun: Begun, entries: Vec<Raw>, book: &Book) -> Result<Play<G>, String> {
        let Begun {
            id,
            header,
            players,
            own_dice,
            uploaded,
            gone_on_from,
            staff,
            seating,
            salt,
            going_on: _,
        } = begun;
        let shared = battles.of::<G>(book, &id, &header).map_err(|error| error.to_string())?;
        let start = games::start_of::<G>(&id, &header, &shared.battle, Arc::clone(&shared.rules))
            .map_err(|error| error.to_string())?;
        let units = start.units_drawn().len() + start.units_awaited().len();
        let beside = header.beside_figures;
        let entries = entries.into_iter().enumerate();
        let entries = entries
            .map(|(i, entry)| typed::<G>(entry).map_err(|error| misfit(beside, i + 1, &error)))
            .collect::<Result<Vec<_>, String>>()?;
        let seed = header.dice_seed();
        let session =
            Session::fold(start, beside, entries).map_err(|(n, mistake)| misfit(beside, n, &mistake))?;
        Ok(Play {
            session,
            header,
            seed,
            players,
            own_dice,
            gone_on_from,
            uploaded,
            seating,
            staff,
            salt,
            shared,
            units,
            lookback: Lookback::default(),
        })
    }

    /// How many entries it has that the seat knows of.
    pub fn version(&self, seat: Seat) -> usize {
        Heard::of(&self.session, seat.side()).version
    }

    pub fn step(&self) -> usize {
        self.session.step_ends().len()
    }

    /// Where the game stands, as a seat may know it.
    pub fn moved(&self, seat: Seat) -> Moved {
        let heard = Heard::of(&self.session, seat.side());
        let seen = state_hash(&*self.session.game().seen_by(seat.side()));
        Moved { version: heard.version, step: heard.step(), mark: self.mark(seat, &heard, &seen) }
    }

    /// Two games with the same mark are the same to a seat. A version may come again, after something was taken back;
    /// a mark does not, and neither tells of what is hidden. `seen` is the hash of the game as the seat sees it.
    pub fn mark(&self, seat: Seat, heard: &Heard, seen: &str) -> String {
        let asked = match (self.asked(), seat.side()) {
            (Some((of, question)), Some(side)) if of == side => {
                serde_json::to_string(question).unwrap_or_default()
            }
            (Some((of, _)), _) => format!("{of:?}"),
            (None, _) => String::new(),
        };
        let told = (heard.version, heard.told(), heard.step(), self.seating.changes);
        let given = seat.side().map(|side| &self.staff[side].given).filter(|given| !given.is_empty());
        let mark =
            hashed(&format!("{} {seat:?} {told:?} {seen} {asked} {given:?} {}", self.salt, self.is_over()));
        mark.chars().take(16).collect()
    }

    pub fn is_over(&self) -> bool {
        self.session.waiting().is_none()
    }

    /// What is asked, and of whom.
    pub fn asked(&self) -> Option<(Side, &G::Question)> {
        asked(&self.session)
    }

    /// The winner's word, once the battle is over.
    pub fn outcome(&self) -> Option<&'static str> {
        let outcome = self.session.game().outcome().filter(|_| self.is_over())?;
        Some(match outcome.winner {
            Some(Side::French) => "french",
            Some(Side::Allied) => "allied",
            None => "draw",
        })
    }

    /// Seeded dice fall and computer generals answer until a person must, a general must think long, or the battle is over.
    pub fn play_on(&mut self) -> Result<(), String> {
        if self.uploaded {
            return Ok(());
        }
        let mut generals: Both<Option<General<G>>> = Both { french: None, allied: None };
        let mut staffs = Both::<Staff<G>>::default();
        let done = self.play_on_with(&mut generals, &mut staffs);
        for side in Side::BOTH {
            let captain = std::mem::take(&mut staffs[side]).into_captain();
            let (name, played) = match &self.players[side] {
                Player::General(name) => (name.as_str(), generals[side].take()),
                Player::You | Player::Friend => (general::CAPTAIN, captain),
            };
            if let Some(played) = played {
                self.staff[side].keep(played.mind());
                self.shared.take_back(name, played);
            }
        }
        done
    }

    fn play_on_with(
        &mut self,
        generals: &mut Both<Option<General<G>>>,
        staffs: &mut Both<Staff<G>>,
    ) -> Result<(), String> {
        let mut stream = self.stream()?;
        let since = self.session.entries().len();
        let game = |session: &Session<G>| session.game().about().title.clone();
        while let Some(waiting) = self.session.waiting() {
            if self.step() >= MOST_STEPS {
                return Err(format!("{}: no end after {MOST_STEPS} steps", game(&self.session)));
            }
            let entry = match waiting {
                Waiting::ForDice { .. } if self.own_dice || self.seating.dice_wait => return Ok(()),
                Waiting::ForDice { pool, .. } => fall(&mut stream, *pool),
                Waiting::ForAnswer(question) => {
                    let present = self.session.game();
                    let side = present.asked_of(question);
                    let Player::General(name) = &self.players[side] else {
                        let (luck, shared) = (self.luck(side), &self.shared);
                        let Staffed { given, mind, .. } = &mut self.staff[side];
                        if given.is_empty() {
                            return Ok(());
                        }
                        let captain =
                            || shared.lend(general::CAPTAIN, luck).map(|one| reminded(one, mind.as_ref()));
                        let Some((answer, by)) = staffs[side].answer(given, present, side, question, captain)
                        else {
                            return Ok(());
                        };
                        let entry = self.session.entries().len();
                        self.session.put(Entry::Answer(answer)).map_err(|mistake| mistake.to_string())?;
                        self.staff[side].note(since, entry, by);
                        continue;
                    };
                    let general = match &mut generals[side] {
                        Some(general) => general,
                        none => none.insert(self.general(side, name).ok_or("no such general")?),
                    };
                    let view = present.seen_by(Some(side));
                    if general.must_think(&view, question) {
                        return Ok(());
                    }
                    drop(view);
                    let refused = self.session.let_answer(general).map_err(|mistake| mistake.to_string())?;
                    if let Some(refusal) = refused {
                        tracing::warn!(%refusal, "a general's answer was refused; it declines instead");
                    }
                    continue;
                }
                Waiting::ForFact(_) | Waiting::Wrong(_) => {
                    return Err(format!("{}: nobody can look at this table", game(&self.session)));
                }
            };
            self.session.put(entry).map_err(|mistake| mistake.to_string())?;
        }
        Ok(())
    }

    /// The luck of a side's general, the same for the whole battle: when he is fetched again for the next move, he has
    /// the temper and the plan that he had.
    fn luck(&self, side: Side) -> u64 {
        let luck = self.header.seed.map_or(0, |seed| u64::from_le_bytes(std::array::from_fn(|i| seed.0[i])));
        match side {
            Side::French => luck,
            Side::Allied => !luck,
        }
    }

    /// A person's answer, and what follows from it.
    pub fn answer(&mut self, seat: Seat, version: usize, answer: G::Answer) -> Result<(), Refused> {
        self.at_version(seat, version)?;
        let Some((side, _)) = self.asked() else {
            return Err(Refused::conflict(if self.is_over() {
                "The battle is over: nothing more can be answered."
            } else if self.seating.dice_wait {
                DICE_WAIT
            } else {
                "Dice are wanted now, not an answer: throw them first."
            }));
        };
        if seat != Seat::of(side) {
            return Err(Refused::forbidden("This decision belongs to the other side: wait for your turn."));
        }
        in_reason::<G>(&answer)?;
        if self.ends_his_part(side, &answer) {
            return self.play_on().map_err(Refused::inside);
        }
        self.put(Entry::Answer(answer))
    }

    /// Whether a person ends his part of orders here that his captain adds to: then it is the captain who ends them.
    fn ends_his_part(&mut self, side: Side, answer: &G::Answer) -> bool {
        let given = &mut self.staff[side].given;
        let Some((_, question)) = asked(&self.session).filter(|_| !given.is_empty()) else { return false };
        given.ends(&*self.session.game().seen_by(Some(side)), side, question, answer)
    }

    /// Faces a person has thrown; without any, the seeded dice fall this time, as sealed when the game began.
    pub fn throw(&mut self, seat: Seat, version: usize, faces: Option<Vec<u32>>) -> Result<(), Refused> {
        if seat == Seat::Watch {
            return Err(Refused::forbidden("Spectators do not throw dice: take a seat by its link."));
        }
        self.at_version(seat, version)?;
        if self.seating.dice_wait {
            return Err(Refused::conflict(DICE_WAIT));
        }
        if !self.own_dice {
            return Err(Refused::conflict(
                "This game throws its own dice; begin one with your own dice to type them.",
            ));
        }
        let Some(Waiting::ForDice { pool, .. }) = self.session.waiting() else {
            return Err(Refused::conflict("No dice are wanted now: answer the question first."));
        };
        if let Some(by) = self.thrower().filter(|by| seat != Seat::of(*by)) {
            let them = plural(self.session.game().side_name(by));
            return Err(Refused::forbidden(format!(
                "These dice are thrown by the {them}: wait until they have fallen."
            )));
        }
        let entry = match faces {
            Some(faces) => Entry::Dice { faces, typed: true },
            None => fall(&mut self.stream().map_err(Refused::inside)?, *pool),
        };
        self.put(entry)
    }

    /// The side whose player throws the dice that are wanted. `None` where the computer leads that side: either player
    /// may throw for it.
    pub fn thrower(&self) -> Option<Side> {
        match self.session.waiting() {
            Some(Waiting::ForDice { by, .. }) => by.filter(|by| self.players[*by].is_human()),
            _ => None,
        }
    }

    /// The seeded dice from where they stand.
    fn stream(&self) -> Result<Stream, String> {
        let mut stream = Stream::new(self.seed.ok_or("the seed is missing")?, 0);
        stream.go_to(thrown(self.session.entries()));
        Ok(stream)
    }

    fn at_version(&self, seat: Seat, version: usize) -> Result<(), Refused> {
        let now = self.version(seat);
        if version == now { Ok(()) } else { Err(Refused::stale(version, now)) }
    }

    fn put(&mut self, entry: Entry<G::Answer>) -> Result<(), Refused> {
        let asked = self.asked().map(|(side, _)| side);
        self.session.put(entry).map_err(|mistake| match &mistake {
            Mistake::Refused(refusal) => Refused::by_rule(refusal, &self.says(asked)),
            _ => Refused::conflict(capital(&format!("{mistake}."))),
        })?;
        self.play_on().map_err(Refused::inside)
    }

    /// What names mean to a side.
    fn says(&self, side: Option<Side>) -> Says {
        Says::of(&*self.session.game().seen_by(side))
    }

    /// Takes back the seat's last answer, if nothing has fallen or been decided since.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refused> {
        let Some(side) = seat.side() else {
            return Err(Refused::forbidden("Spectators have nothing to take back."));
        };
        self.take_back(side).map_err(|why| Refused::conflict(why.to_string()))?;
        self.lookback.cut(self.step());
        Ok(())
    }

    /// Whether an answer would be accepted now.
    pub fn check(&self, seat: Seat, answer: &G::Answer) -> Result<(), Refused> {
        match self.asked() {
            Some((side, question)) if seat == Seat::of(side) => {
                in_reason::<G>(answer)?;
                let game = self.session.game();
                game.check(question, answer)
                    .map_err(|refusal| Refused::by_rule(&refusal, &self.says(Some(side))))
            }
            Some(_) => Err(Refused::conflict("This decision belongs to the other side: wait for your turn.")),
            None if self.is_over() => Err(Refused::conflict("The battle is over.")),
            None => Err(Refused::conflict("Dice are wanted now, not an answer.")),
        }
    }

    /// The record as far as it may be shown: the battle's text tells of reserves, and the seed of dice to come.
    pub fn record(&self, seat: Seat) -> Result<String, Refused> {
        self.gives_record(seat)?;
        let header = self.header.clone();
        let is_open = self.is_over() || self.uploaded;
        let mut record = Record::of(if is_open { header } else { header.sealed() }, &self.session);
        // One that was brought along keeps the version it came with.
        record.header.grognard = record.header.grognard.max(self.header.grognard);
        Ok(if is_open { record } else { record.without_notes() }.write())
    }

    fn gives_record(&self, seat: Seat) -> Result<(), Refused> {
        if self.is_over() || self.uploaded {
            return Ok(());
        }
        if self.header.position.is_some() {
            return Err(Refused::conflict(
                "This game has gone on from a position that tells what was hidden then: its record is given out when the battle is over.",
            ));
        }
        if let Some(why) = self.session.game().record_tells(seat.side()) {
            return Err(Refused::conflict(why));
        }
        Ok(())
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What binds the dice before they fall.
    pub fn commitment(&self) -> &str {
        &self.header.commitment.0
    }

    /// Shows the game after each finished step from one to the last, in order; 0 is the beginning.
    pub fn each_step(&mut self, from: usize, mut show: impl FnMut(&G)) -> Result<(), Refused> {
        for step in from..=self.step() {
            show(self.lookback.at(&self.session, step).map_err(Refused::inside)?);
        }
        Ok(())
    }

    /// The game exactly as it was after a step, and before it; 0 is the beginning.
    pub fn around_step(&mut self, step: usize) -> Result<(G, G), Refused> {
        if step > self.step() {
            return Err(Refused::not_found(format!(
                "The game has {} finished steps so far; choose one of them.",
                self.step()
            )));
        }
        let before =
            self.lookback.at(&self.session, step.saturating_sub(1)).map_err(Refused::inside)?.clone();
        let after = self.lookback.at(&self.session, step).map_err(Refused::inside)?.clone();
        Ok((before, after))
    }
}

/// What a session asks, and of whom.
pub(crate) fn asked<G: Game>(session: &Session<G>) -> Option<(Side, &G::Question)> {
    match session.waiting() {
        Some(Waiting::ForAnswer(question)) => Some((session.game().asked_of(question), question)),
        _ => None,
    }
}

/// The hash of a text, in letters.
pub fn hashed(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The header of a new game.
///
/// # Errors
/// Faults of the battle or of house rules.
pub fn begin(
    battles: &Battles,
    setup: &Setup,
    seed: Seed,
    players: &Both<Player>,
) -> Result<Header, Refused> {
    games::with!(setup.kind().map_err(Refused::inside)?, G => {
        let listed = battles.listed::<G>(setup).map_err(Refused::inside)?;
        let seat = |side: Side| (listed.names[side].to_owned(), String::from(players[side].clone()));
        Ok(setup.header(&listed.rules, seed, Side::BOTH.map(seat).into()))
    })
}
