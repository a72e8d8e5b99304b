//! Random players, and an umpire that looks at each sight a rule asks for.

use dice::{Aim, Chance, Pool, Seed, Stream, Test, Throws};
use engine::sight::Answers as _;
use engine::{Ask, Entry, Fact, FactAsked, FactKind, Live, Played, Questions as _, Side, Umpire, Waiting};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of the sights of a game.
#[derive(Default)]
pub(super) struct Log {
    battle: String,
    /// Each word with the type that has it.
    pub(super) kinds: BTreeMap<&'static str, &'static str>,
    /// Each text of a battle, with what was asked by it.
    pub(super) texts: BTreeMap<String, FactAsked>,
    /// Words that were asked for after a throw of the same step.
    pub(super) after_a_throw: BTreeMap<&'static str, u32>,
    /// Texts, with their words, that were asked after a throw and would have been however the dice fell.
    pub(super) too_late: BTreeMap<&'static str, String>,
    /// How often the usual value was the measured one, of how often.
    pub(super) usual: BTreeMap<&'static str, (u32, u32)>,
    pub(super) faults: BTreeSet<String>,
}

impl Log {
    pub(super) fn begin(&mut self, battle: &str) {
        // Who comes late has its number by when it comes: the next game of a battle has others.
        self.texts.clear();
        battle.clone_into(&mut self.battle);
    }

    fn look<G: Played, F: Fact<G>>(&mut self, fact: &F, game: &G, beside_figures: bool) {
        let asked = FactAsked::put(fact, game);
        let text = format!("{}: {}", F::WORD, asked.text);
        let mut fault = |what: String| {
            self.faults.insert(format!("{text} {what}"));
        };
        let kind = self.kinds.entry(F::WORD).or_insert(std::any::type_name::<F>());
        if *kind != std::any::type_name::<F>() {
            fault(format!("its word is that of {kind} too"));
        }
        if asked.about.is_empty() {
            fault("it is about nothing".to_owned());
        }
        let same = self.texts.entry(asked.text.clone()).or_insert_with(|| asked.clone());
        if (same.word, &same.about, same.of) != (asked.word, &asked.about, asked.of) {
            fault(format!("is asked of {:?} and of {:?}", (same.of, &same.about), (asked.of, &asked.about)));
        }
        // A value written as an answer is read as itself.
        let answers = fact.answers(game);
        let mut check = |value: &F::Value, which: &str| {
            let Some(answer) = answers.write(game, value) else {
                return fault(format!("{which} is no answer"));
            };
            let Some(again) = answers.read(game, &answer) else {
                return fault(format!("{which} is {answer:?}, which means nothing"));
            };
            if answers.write(game, &again).as_ref() != Some(&answer) {
                fault(format!("{which} is {answer:?}, read as something else"));
            }
        };
        let usual = fact.usual(game);
        if let Some(usual) = &usual {
            check(usual, "its usual value");
        }
        if !beside_figures {
            let measured = fact.measure(game);
            check(&measured, "its measured value");
            let counts = self.usual.entry(F::WORD).or_default();
            counts.0 += u32::from(asked.usual.is_some() && asked.usual == answers.write(game, &measured));
            counts.1 += 1;
        }
    }
}

struct Looking<'e, G: Played> {
    live: Live<'e, G>,
    log: &'e mut Log,
    beside_figures: bool,
    thrown: bool,
    /// How many sights were asked for, and how many of these had been looked at before the step was run again.
    count: usize,
    looked: usize,
    /// What was asked in this step, and what of it after a throw.
    asked: BTreeSet<String>,
    after: BTreeMap<String, &'static str>,
}

impl<G: Played> Throws for Looking<'_, G> {
    type Pause = Waiting<G>;

    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Waiting<G>> {
        let faces = self.live.throw(pool, aim)?;
        self.thrown = true;
        Ok(faces)
    }

    fn fell(&mut self, chance: impl FnOnce() -> Chance) {
        self.live.fell(chance);
    }

    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        Throws::tested(&mut self.live, tests);
    }

    fn pass(&mut self) {
        self.live.pass();
    }
}

impl<G: Played> Umpire<G> for Looking<'_, G> {
    fn ask<Q: Ask<G>>(&mut self, game: &G, question: Q) -> Result<Q::Granted, Waiting<G>> {
        let granted = self.live.ask(game, question)?;
        // What follows from a decision could not be asked before it.
        self.thrown = false;
        Ok(granted)
    }

    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Waiting<G>> {
        self.count += 1;
        if self.count > self.looked {
            self.log.look(&fact, game, self.beside_figures);
        }
        if self.beside_figures {
            let text = fact.text(game);
            if self.thrown && !self.asked.contains(&text) {
                *self.log.after_a_throw.entry(F::WORD).or_default() += 1;
                self.after.insert(text.clone(), F::WORD);
            }
            self.asked.insert(text);
        }
        self.live.see(game, fact)
    }

    fn hand(&mut self, side: Side) -> &mut Self {
        self.live.hand(side);
        self
    }

    fn uncovers(&mut self, of: Side) {
        self.live.uncovers(of);
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.live.tell(event);
    }
}

/// One lawful answer or another; half of the time the usual one.
fn sight(asked: &FactAsked, luck: &mut Stream) -> Vec<u32> {
    if let Some(usual) = asked.usual.as_ref().filter(|_| luck.below(2) == 0) {
        return usual.clone();
    }
    match &asked.kind {
        FactKind::OneOf(words) => vec![luck.below(words.len() as u32)],
        FactKind::AnyOf(things) if things.is_empty() || luck.below(4) == 0 => Vec::new(),
        FactKind::AnyOf(things) => vec![things[luck.below(things.len() as u32) as usize].answer],
        FactKind::Distance(bands) => vec![bands[luck.below(bands.len() as u32) as usize].answer],
    }
}

/// So much is asked in a step before its dice fall at random again.
const FORCED: usize = 60;

/// How dice fall.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fall {
    Random,
    Lowest,
    Highest,
}

/// What has been said in a step; where it is asked for again, the same is said again.
struct Said<A> {
    sights: BTreeMap<String, Vec<u32>>,
    answers: Vec<(String, A)>,
}

/// A step as it went.
struct Went<G: Played> {
    table: G,
    said: Said<G::Answer>,
    entries: usize,
    asked: BTreeSet<String>,
    after: BTreeMap<String, &'static str>,
}

/// Plays a step to its end, whatever is asked for.
fn step<G: Played>(
    game: &G,
    beside_figures: bool,
    (fall, before): (Fall, &Said<G::Answer>),
    luck: &mut Stream,
    log: &mut Log,
) -> Went<G> {
    let mut entries: Vec<Entry<G::Answer>> = Vec::new();
    let mut said = Said { sights: BTreeMap::new(), answers: Vec::new() };
    let (mut tries, mut looked) = (0, 0);
    let mut given = before.answers.clone();
    let mut last = String::new();
    let mut refused = BTreeSet::new();
    loop {
        let mut table = game.clone();
        let live = if beside_figures { Live::beside_figures(&entries) } else { Live::on_screen(&entries) };
        let mut umpire = Looking {
            live,
            log: &mut *log,
            beside_figures,
            thrown: false,
            count: 0,
            looked,
            asked: BTreeSet::new(),
            after: BTreeMap::new(),
        };
        let done = table.step(&mut umpire);
        let Looking { asked, after, count, .. } = umpire;
        looked = looked.max(count);
        let Err(waiting) = done else { return Went { table, said, entries: entries.len(), asked, after } };
        tries += 1;
        assert!(tries < 2_000, "{}: a step that does not end: {waiting:?}", log.battle);
        entries.push(match waiting {
            Waiting::ForDice { pool, .. } => {
                // What is thrown until it is no tie would be thrown for ever.
                let fall = if tries > FORCED { Fall::Random } else { fall };
                let face = |luck: &mut Stream| match fall {
                    Fall::Random => luck.die(pool.sides),
                    Fall::Lowest => 1,
                    Fall::Highest => pool.sides,
                };
                Entry::Dice { faces: (0..pool.count).map(|_| face(luck)).collect(), typed: beside_figures }
            }
            Waiting::ForAnswer(question) => {
                let asked = format!("{question:?}");
                // Each is said once: a question may come again.
                let known = given.iter().position(|(known, _)| *known == asked);
                // Where the dice fall otherwise, the rules may take it no more.
                let known = known.map(|at| given.swap_remove(at).1);
                let known = known.filter(|answer| question.check(&table, answer).is_ok());
                let answer = known.unwrap_or_else(|| question.sample(&table, luck));
                said.answers.push((asked, answer.clone()));
                Entry::Answer(answer)
            }
            Waiting::ForFact(asked) => {
                let known =
                    before.sights.get(&asked.text).filter(|_| !refused.contains(&asked.text)).cloned();
                let seen = known.unwrap_or_else(|| sight(&asked, luck));
                said.sights.insert(asked.text.clone(), seen.clone());
                last = asked.text;
                Entry::Seen(seen)
            }
            Waiting::Wrong(mistake) => match entries.pop() {
                // A sight that cannot be is asked for again.
                Some(Entry::Seen(_)) => {
                    said.sights.remove(&last);
                    refused.insert(last.clone());
                    continue;
                }
                other => panic!("{}: {mistake}: {other:?}", log.battle),
            },
        });
    }
}

/// Random players play until it is over, or so much has been said.
pub(super) fn play<G: Played>(mut game: G, beside_figures: bool, seed: u64, most: usize, log: &mut Log) {
    let mut luck = Stream::new(Seed::from_number(seed), 1);
    let mut count = 0;
    while !game.is_over() && count < most {
        let nothing = Said { sights: BTreeMap::new(), answers: Vec::new() };
        let went = step(&game, beside_figures, (Fall::Random, &nothing), &mut luck, log);
        let mut after = went.after;
        for fall in [Fall::Lowest, Fall::Highest] {
            if !after.is_empty() {
                let other = step(&game, beside_figures, (fall, &went.said), &mut luck, log);
                after.retain(|text, _| other.asked.contains(text));
            }
        }
        for (text, word) in after {
            log.too_late.entry(word).or_insert(text);
        }
        count += went.entries;
        game = went.table;
    }
}
