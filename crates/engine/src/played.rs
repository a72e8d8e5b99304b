//! What every door (the command, the server, the generals, the study) needs of a game beside its rules.
//!
//! A game says here how it is called, how its files are read, how it stands and what its questions and events are in
//! words. Its charts are in [`Desk`](crate::desk::Desk), its cases in [`Cased`](crate::cases::Cased).

use crate::group::Writing;
use crate::position::{check_same, check_text};
use crate::{
    About, Army, Both, Decision, Event, Game, GeneralDrawn, GroupDrawn, Happening, Heading, InForce,
    Initiative, Names, News, Objective, PhaseDrawn, Questions as _, Refusal, Side, Sign, UnitDrawn, UnitId,
    group, state_text,
};
use dice::Stream;
use rulebook::{Book, Faults, GameSpec, SheetRules, Source};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

/// A game as its doors know it.
pub trait Played:
    Game<
        Event = Event<<Self as Played>::What, <Self as Played>::Ids>,
        Refusal = Refusal<<Self as Played>::Ids>,
    > + Debug
    + Send
    + Sync
    + 'static
{
    /// The ids of its rules and rulings.
    type Ids: Names;
    /// What may happen: [`events!`](crate::events) writes it.
    type What: Happening<Self> + Clone + Debug + Serialize + Send;
    /// One sheet's rules, typed: made of them as they are printed or patched.
    type Rules: From<SheetRules> + Deref<Target = InForce> + Debug + Send + Sync;
    /// What is public of a battle, with what only this game has.
    type Scenario: Deref<Target = About> + Serialize;
    /// A battle as its file describes it.
    type Battle: Clone + Debug + Send + Sync;

    /// What a unit's strength is counted in, one of them: "figure", "stand".
    const STRENGTH: &'static str;

    /// The letters of its signs beside units, with what each means; of a unit there may be more to say ([`Played::signs`]).
    const LETTERS: &'static [(&'static str, &'static str)] = &[];

    /// The sides of the die that is thrown most.
    const DIE: u32;

    /// What the throw that most of its rows are held against can show at most: no row wants more.
    const MOST: u32 = Self::DIE;

    /// What each sheet is, for a newcomer: its word, and a few sentences.
    const SHEETS: &'static [(&'static str, &'static str)];

    /// Words of the game that a player of another does not know, each with what it means.
    const GLOSSARY: &'static [(&'static str, &'static str)] = &[];

    /// Whether players may draw their armies up themselves: a battle file may then leave out where units stand.
    const PLAYERS_DEPLOY: bool = false;

    // ----------------------------------------------------------- its files ----

    /// The game as its ruleset files know it; its name is the game's.
    const SPEC: &'static GameSpec;

    /// The ruleset files built into the binary: name and text.
    const FILES: &'static [(&'static str, &'static str)];

    /// The typed rules of a sheet, patched or as printed.
    fn rules(source: SheetRules) -> Self::Rules {
        Self::Rules::from(source)
    }

    /// The heading of a sheet.
    fn sheet_title(rules: &Self::Rules) -> String {
        let (sheet, game) = (rules.source().sheet_name(), Self::word());
        // A game with one sheet calls it by its own name.
        if sheet == game { format!("The rules of {game}") } else { format!("The sheet {sheet} of {game}") }
    }

    /// Reads a battle and checks it against the rules of its sheet, which `rules` gives by the sheet's word.
    ///
    /// # Errors
    /// Every fault of the file. Where the sheet itself is not known, only those found before it.
    fn read_battle(
        id: &str,
        source: &Source,
        rules: &dyn Fn(&str) -> Option<Arc<Self::Rules>>,
    ) -> Result<Self::Battle, Faults>;

    // --------------------------------------------------------- its battles ----

    /// What a list of battles says of one.
    fn card(battle: &Self::Battle) -> Card;

    /// The battle at its beginning, on a screen.
    fn start(battle: &Self::Battle, rules: Arc<Self::Rules>) -> Self;

    /// The battle at its beginning, beside real figures: nothing has a position.
    fn start_beside_figures(battle: &Self::Battle, rules: Arc<Self::Rules>) -> Self;

    /// The same battle with all units still to be deployed by their sides, where
    /// [`PLAYERS_DEPLOY`](Self::PLAYERS_DEPLOY).
    fn undeployed(battle: &Self::Battle) -> Self::Battle {
        battle.clone()
    }

    // ------------------------------------------------------ how it stands ----

    /// The rules in force.
    fn in_force(&self) -> &Self::Rules;

    /// What is public of the battle, with what only this game has.
    fn scenario(&self) -> &Self::Scenario;

    /// What is public of the battle.
    fn about(&self) -> &About {
        self.scenario()
    }

    /// Where in the turn it is.
    fn moment(&self) -> Moment;

    /// The heading of the present phase.
    fn phase_title(&self) -> String {
        let Moment { number, before, .. } = self.moment();
        if before {
            return "Deployment".to_owned();
        }
        let now = self.phases().into_iter().find(|phase| phase.number == number);
        now.map_or_else(String::new, |phase| phase.title)
    }

    /// The phases of a turn, in their order.
    fn phases(&self) -> Vec<PhaseDrawn>;

    /// A game that does not say counts its units as they are drawn, and the ground they hold.
    fn standings(&self) -> Standings {
        let mut units = self.units_drawn();
        units.extend(self.units_awaited());
        Standings::counted(&units, &self.about().objectives, &self.holders())
    }

    /// Who holds each piece of ground that counts, as [`About::objectives`] has them; `None`: neither side alone.
    /// Unless the game says otherwise, the side holds it that alone has a unit within its radius.
    fn holders(&self) -> Vec<Option<Side>> {
        let drawn = self.units_drawn();
        let is_near = |side: Side, ground: &Objective| {
            let rects = drawn.iter().filter(|unit| unit.side == side).filter_map(|unit| unit.rect.as_ref());
            rects.into_iter().any(|rect| rect.distance_to(ground.at) <= ground.radius)
        };
        let holder = |ground: &Objective| {
            let mut near = Side::BOTH.into_iter().filter(|side| is_near(*side, ground));
            near.next().filter(|_| near.next().is_none())
        };
        self.about().objectives.iter().map(holder).collect()
    }

    /// Of each piece of ground that counts, the units of both sides that contest it; none where one side alone is
    /// there, or where it stays with a holder who is not the side there now.
    fn contesters(&self) -> Vec<Vec<UnitId>> {
        vec![Vec::new(); self.about().objectives.len()]
    }

    /// How it is decided.
    fn decision(&self) -> Decision;

    fn army(&self, side: Side) -> Army;

    /// Every unit as it stands now, by number.
    fn units_drawn(&self) -> Vec<UnitDrawn>;

    /// What else lies beside a unit on the table, in a game that has markers of its own.
    fn signs(&self, _unit: UnitId) -> Vec<Sign> {
        Vec::new()
    }

    /// Units that are not here yet and may never come.
    fn units_awaited(&self) -> Vec<UnitDrawn> {
        Vec::new()
    }

    /// Every general, where the game has any.
    fn generals_drawn(&self) -> Vec<GeneralDrawn> {
        Vec::new()
    }

    /// The bodies its units are led in. A game that does not say has one for each command of its units. Asked of a view they
    /// tell what its side may know.
    fn groups_drawn(&self) -> Vec<GroupDrawn> {
        group::drawn_by_command("command", &self.units_drawn(), &self.units_awaited(), &self.generals_drawn())
    }

    /// What may be written, where a question asks for orders to bodies.
    fn writing(&self, question: &Self::Question) -> Option<Writing> {
        let _ = question;
        None
    }

    /// Every sign that a body may have, for a list of them; one that comes in several sizes once.
    fn body_signs(&self) -> Vec<Sign> {
        Vec::new()
    }

    /// Who has the initiative, where a game has one and it has been rolled for.
    fn initiative(&self) -> Option<Initiative> {
        None
    }

    /// What must hold after every step, whatever was answered and thrown.
    ///
    /// # Errors
    /// One sentence about what does not.
    fn sound(&self) -> Result<(), String>;

    /// A position of this battle as its text has it, with whatever is kept beside the text worked out again. Every
    /// number in it is of something that is there; what else must hold, and how it is written, [`Self::restore`] looks
    /// at.
    ///
    /// # Errors
    /// One sentence about the first thing that is wrong.
    fn read_position(&self, text: &str) -> Result<Self, String>;

    // ------------------------------------------------------------- events ----

    /// Whether an event is for a side's ears (`None`: a spectator's). It is or it is not, whenever it is asked.
    fn is_heard_by(&self, event: &Self::Event, side: Option<Side>) -> bool {
        let _ = (event, side);
        true
    }

    /// The sentence as a side hears it; nothing where the event is not for its ears.
    fn heard_by(&self, event: &Self::Event, side: Option<Side>) -> Option<String> {
        self.is_heard_by(event, side).then(|| self.sentence(event))
    }

    // ----------------------------------------------------- worked out here ----

    /// How a side is called: an adjective in small letters, of which doors make what they need: "french", "prussian",
    /// "allied".
    fn side_name(&self, side: Side) -> &'static str {
        self.army(side).adjective
    }

    /// Turns: the battle's, or the house's.
    fn length(&self) -> u32 {
        self.decision().turns
    }

    /// The present phase.
    fn phase_drawn(&self) -> PhaseDrawn {
        let Moment { number, phase, before, .. } = self.moment();
        let (number, word) = if before { (0, "deploy") } else { (number, phase) };
        PhaseDrawn { number, word, title: self.phase_title() }
    }

    /// What happened, in one sentence of the players' words.
    fn sentence(&self, event: &Self::Event) -> String {
        event.what.sentence(self)
    }

    /// An event as a reader is told of it.
    fn news(&self, event: &Self::Event) -> News {
        event.news()
    }

    /// The heading that an event is, for those who only look for those.
    fn heading(&self, event: &Self::Event) -> Option<Heading> {
        event.what.telling().heading
    }

    /// A random answer that the rules accept.
    fn sample(&self, question: &Self::Question, luck: &mut Stream) -> Self::Answer {
        question.sample(self, luck)
    }

    /// The question in one sentence, for the side that is asked.
    fn prompt(&self, question: &Self::Question) -> String {
        question.prompt(self)
    }

    /// What is being decided, for those who wait: "where 1/95e stands."
    fn waited_for(&self, question: &Self::Question) -> String {
        question.waited_for(self)
    }

    /// The game that [`state_text`] wrote, under the ground and the rules of this one: any state of the same battle.
    ///
    /// # Errors
    /// One sentence, for any other text: no position of this battle, not written as one is, or not sound.
    fn restore(&self, text: &str) -> Result<Self, String> {
        let game = self.carry_over(text)?;
        check_same(text, &state_text(&game))?;
        Ok(game)
    }

    /// As [`Self::restore`], of a text that another version of the program may have written: only what it says counts,
    /// not how it is written.
    ///
    /// # Errors
    /// One sentence, for a text that is no position of this battle, or not sound.
    fn carry_over(&self, text: &str) -> Result<Self, String> {
        check_text(text)?;
        let game = self.read_position(text)?;
        game.sound()?;
        Ok(game)
    }

    fn spec() -> &'static GameSpec {
        Self::SPEC
    }

    /// The game's word, as battle files and records have it.
    fn word() -> &'static str {
        Self::SPEC.name
    }

    /// The rulebook from the files built in.
    ///
    /// # Errors
    /// The faults of the files, as [`Book::load_packed`] finds them; a test proves that there are none at all.
    fn embedded_book() -> Result<Book, Faults> {
        let source = |(name, text): &(&str, &'static str)| {
            Source::built_in(format!("rulesets/{}/{name}", Self::word()), text)
        };
        let sources: Vec<Source> = Self::FILES.iter().map(source).collect();
        Book::load_packed(Self::SPEC, &sources, <Self::Ids as Names>::TREES)
    }
}

/// What a list of battles says of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Card {
    pub id: String,
    pub title: String,
    pub game: &'static str,
    pub sheet: &'static str,
    /// Whom the French fight, as [`Played::side_name`] has it.
    pub opponent: String,
    /// `teaching` or `battle`.
    pub kind: &'static str,
    pub date: String,
    pub summary: String,
    /// Reserves counted.
    pub units: Both<usize>,
    /// The page calls it figures, whatever the game counts.
    #[serde(rename = "figures")]
    pub strength: Both<u32>,
    /// Turns, where the battle sets them.
    pub length: Option<u32>,
    /// Players may draw their armies up themselves.
    pub deploys: bool,
}

impl About {
    /// What a list of battles says of it; `units` are all that are or come on the table, with their strength.
    pub fn card<G: Played>(
        &self,
        sheet: &'static str,
        opponent: &str,
        units: impl Iterator<Item = (Side, u32)>,
    ) -> Card {
        let (mut counted, mut strength) = (Both::default(), Both::default());
        for (side, figures) in units {
            counted[side] += 1;
            strength[side] += figures;
        }
        Card {
            id: self.id.clone(),
            title: self.title.clone(),
            game: G::SPEC.name,
            sheet,
            opponent: opponent.to_owned(),
            kind: if self.teaching { "teaching" } else { "battle" },
            date: self.date.clone(),
            summary: self.summary.clone(),
            units: counted,
            strength,
            length: self.length,
            deploys: G::PLAYERS_DEPLOY,
        }
    }
}

/// Where in its turn a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub turn: u32,
    /// Tells two phases of one turn apart, even where a turn has the same phase twice.
    pub place: usize,
    /// The phase's number on the sheet.
    pub number: u8,
    /// The phase's word, one of [`Cased::PHASES`](crate::cases::Cased::PHASES).
    pub phase: &'static str,
    /// The phase is at its very beginning.
    pub begins: bool,
    /// The first turn has not begun.
    pub before: bool,
}

/// How a battle stands: for the running verdict and the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Standings {
    /// Units at the start, as far as known.
    #[serde(skip)]
    pub units: Both<u32>,
    #[serde(skip)]
    pub strength: Both<u32>,
    /// Units out of the game.
    pub units_lost: Both<u32>,
    /// The page calls it figures, whatever the game counts.
    #[serde(rename = "figures_lost")]
    pub strength_lost: Both<u32>,
    /// Worth of the ground each side alone holds.
    pub ground: Both<u32>,
    /// Thousandths by which the French lead: positive is good for them.
    pub lead: i32,
}

impl Standings {
    /// As these units stand, with ground that these sides hold. Units and strength weigh alike, a point of ground as much
    /// as a twentieth of an army.
    pub fn counted(drawn: &[UnitDrawn], objectives: &[Objective], holders: &[Option<Side>]) -> Standings {
        let (mut units, mut strength) = (Both::<u32>::default(), Both::<u32>::default());
        let (mut units_lost, mut strength_lost) = (Both::<u32>::default(), Both::<u32>::default());
        for unit in drawn {
            units[unit.side] += 1;
            strength[unit.side] += unit.of;
            units_lost[unit.side] += u32::from(unit.is_lost);
            strength_lost[unit.side] += unit.of.saturating_sub(unit.left());
        }
        let mut ground = Both::<u32>::default();
        for (objective, holder) in objectives.iter().zip(holders) {
            holder.iter().for_each(|side| ground[*side] += objective.worth);
        }
        let share = |lost: u32, of: u32| (lost * 1000 / of.max(1)) as i32;
        let lost = |side: Side| {
            (share(units_lost[side], units[side]) + share(strength_lost[side], strength[side])) / 2
        };
        let held = (ground.french as i32 - ground.allied as i32) * 50;
        let lead = lost(Side::Allied) - lost(Side::French) + held;
        Standings { units, strength, units_lost, strength_lost, ground, lead }
    }
}

/// The files of `rulesets/<game>`, built into the binary: name and text of each.
#[macro_export]
macro_rules! ruleset_files {
    ($(#[$about:meta])* $seen:vis static $name:ident = $game:literal; $($file:literal),+ $(,)?) => {
        $(#[$about])*
        $seen static $name: [(&str, &str); [$($file),+].len()] = [$((
            $file,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/", $game, "/", $file)),
        )),+];
    };
}
