//! What a seat sees: the table, what is asked, the log, and nothing its side cannot know.

use crate::begun::Agreed;
use crate::play::heard::Heard;
use crate::play::{self, Play};
use crate::refused::Refused;
use crate::shown::Shown;
use crate::shown::log::{self, Line};
use crate::shown::prompt::{prompt, thinking};
use crate::shown::report::{GroundHeld, ground, strength_word};
use crate::shown::says::Says;
use crate::shown::staff::{StaffView, staff};
use crate::who::{Look, Player, Seat};
use dice::Aim;
use engine::{
    Army, Both, Decision, Form, GeneralDrawn, GeneralId, GroupDrawn, Idle, Initiative, Marks, Outcome,
    PhaseDrawn, Place, Questions as _, Sentence, Side, Sign, Standings, Told, UnitDrawn, UnitId, Waiting,
    notes, plan_said, state_hash, wire,
};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Bearing, Point, parts};

/// A game as a seat sees it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "View", bound = "")]
pub struct View<'v, G: Shown> {
    id: &'v str,
    seat: Seat,
    /// How many entries the game has that the seat knows of.
    version: usize,
    /// How many steps are finished that the seat knows of.
    step: usize,
    /// Of what the seat sees, as the live line has it: the same until that changes.
    mark: String,
    players: &'v Both<Player>,
    own_dice: bool,
    /// Only of a game that another version of the program has played: why it can be read and not played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    frozen: Option<&'v str>,
    /// For a frozen game whose battle can go on: which sides have agreed to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    going_on: Option<Agreed>,
    /// The game that this one has gone on from; the same links open it.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone_on_from: Option<&'v str>,
    /// It was brought as a record: it is not played on.
    uploaded: bool,
    game: &'static str,
    sheet: &'static str,
    armies: Both<Army>,
    #[schemars(with = "wire::Scenario")]
    scenario: &'v G::Scenario,
    units: Vec<UnitView>,
    generals: Vec<GeneralDrawn>,
    /// The bodies its units are led in.
    groups: Vec<GroupDrawn>,
    /// Who has the initiative, in a game that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    initiative: Option<Initiative>,
    phase: PhaseDrawn,
    phases: Vec<PhaseDrawn>,
    turn: u32,
    length: u32,
    asked: Option<Asked<G>>,
    dice: Option<DiceAsked>,
    /// Of an earlier step: what has moved in it.
    moved: Vec<Shifted>,
    log: Vec<Line>,
    /// How many lines the seat's whole log has.
    told: usize,
    standings: Standings,
    /// Who holds each piece of ground that counts.
    ground: Vec<GroundHeld>,
    /// What strength is counted in.
    strength: String,
    /// What the letters beside units mean, in a game that has some of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    letters: Vec<Sign>,
    /// Every sign that may lie beside a body, with what it means.
    #[serde(rename = "body-signs", skip_serializing_if = "Vec::is_empty")]
    body_signs: Vec<Sign>,
    outcome: Option<Outcome>,
    /// What computer players intended then. Secret until the battle is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plans: Vec<PlanView>,
    /// Of what this seat sees.
    hash: String,
    /// Binds the dice before they fall.
    commitment: &'v str,
    /// What people have mixed into the committed seed; none before all of them have sat down.
    salts: &'v [String],
    /// The digits of a seed that a person has chosen: with it the dice can be foreseen.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen_seed: Option<String>,
    /// Seats that are empty.
    waits_for: &'v [Side],
    /// Played by a club's house rules.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    house: bool,
    decision: Decision,
    /// Why the seat can take nothing back now.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_undo: Option<String>,
    /// What the seat has given out of hand, and what it could; not for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<StaffView>,
    /// The dice fall when both seats are taken.
    dice_wait: bool,
    /// Seats an invitation is out for.
    offered: &'v [Side],
    /// This very link is an invitation to a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    invited: Option<Side>,
}

/// The view of any game: all describe themselves alike.
pub type AnyView = View<'static, games::Volley>;

/// What a computer player is about.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PlanSaid")]
struct PlanView {
    side: Side,
    /// When it was last changed.
    turn: u32,
    says: Vec<String>,
    /// How likely it thought that it wins, in hundredths, where it had reckoned that.
    #[serde(skip_serializing_if = "Option::is_none")]
    expects: Option<u32>,
}

/// What the computer players were about after this step, once the battle is over.
fn plans<G: Shown>(play: &Play<G>, steps: usize) -> Vec<PlanView> {
    if !play.is_over() && !play.uploaded {
        return Vec::new();
    }
    let session = &play.session;
    let used = steps.checked_sub(1).and_then(|last| session.step_ends().get(last)).copied().unwrap_or(0);
    let so_far = session.entries().get(..used).unwrap_or_default();
    let plan = |side: Side| {
        let (_, last) = notes(so_far).filter(|(_, note)| note.side == side).last()?;
        Some(PlanView { side, turn: last.turn, says: plan_said(so_far, side), expects: last.expects })
    };
    Side::BOTH.into_iter().filter_map(plan).collect()
}

/// A unit as it stands.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Unit")]
struct UnitView {
    id: UnitId,
    name: String,
    side: Side,
    #[schemars(with = "wire::Arm")]
    arm: &'static str,
    #[schemars(with = "wire::Formation")]
    formation: &'static str,
    figures: u32,
    of: u32,
    grade: &'static str,
    brigade: String,
    #[schemars(with = "wire::Nation")]
    nation: &'static str,
    standing: &'static str,
    /// Front left, front right, rear right, rear left.
    rect: Option<[[i32; 2]; 4]>,
    facing: Option<Bearing>,
    centre: Option<[i32; 2]>,
    #[serde(flatten)]
    marks: Marks,
    /// Its morale status, where the game has levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<wire::Level>")]
    level: Option<&'static str>,
    /// Markers of this game beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signs: Vec<SignShown>,
    /// The enemy it has been told to fire at, and has not yet; only its own side knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    aims_at: Option<UnitId>,
}

fn units<G: Shown>(game: &G, side: Option<Side>) -> Vec<UnitView> {
    let (aims, says) = (game.aims(), Says::of(game));
    let aims_at = |unit: &UnitDrawn| {
        let own = side == Some(unit.side);
        aims.iter().find(|(shooter, _)| own && *shooter == unit.id).map(|(_, target)| *target)
    };
    let view = |unit: UnitDrawn| UnitView {
        id: unit.id,
        aims_at: aims_at(&unit),
        rect: unit.corners(),
        facing: unit.pose.map(|pose| pose.facing),
        centre: centre(&unit),
        marks: unit.marks,
        name: unit.name,
        side: unit.side,
        arm: unit.arm,
        formation: unit.formation,
        figures: unit.strength,
        of: unit.of,
        grade: unit.grade,
        brigade: unit.command,
        nation: unit.nation,
        standing: unit.standing,
        level: unit.level,
        signs: signs(game, unit.id, &says),
    };
    game.units_drawn().into_iter().map(view).collect()
}

/// A marker beside a unit.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "UnitSign")]
struct SignShown {
    letter: &'static str,
    /// "disordered", "out of ammunition", "locked in melee with 2/54e".
    word: Sentence,
}

fn signs<G: Shown>(game: &G, unit: UnitId, says: &Says) -> Vec<SignShown> {
    let shown = |Sign { letter, word, .. }: Sign| {
        let word = Sentence::from(word.into_owned()).of(&|name| says.who(name));
        SignShown { letter, word }
    };
    parts::marked(|| game.signs(unit)).into_iter().map(shown).collect()
}

/// The middle of the ground a unit covers.
pub fn centre(unit: &UnitDrawn) -> Option<[i32; 2]> {
    unit.rect.as_ref().map(|rect| pair(rect.centre().stored()))
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Asked", bound = "")]
struct Asked<G: Shown> {
    side: Side,
    question: Question,
    mine: bool,
    prompt: Sentence,
    /// What a page shows the side that is asked; the other seats see only the units it is about.
    #[schemars(with = "Form<wire::Answer>")]
    form: Form<G::Answer>,
    /// The answer that takes no option up; always accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<wire::Answer>")]
    decline: Option<G::Answer>,
    /// Before the battle: where the unit may stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    /// Units that have had no order yet and could take one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    idle: Vec<UnitId>,
    /// Units that the rules will move if they are left without orders, including those that could take none.
    #[serde(rename = "moved-if-idle", skip_serializing_if = "Vec::is_empty")]
    moved_if_idle: Vec<UnitId>,
    /// Those of them that were told to stay where they are, and do: they need not be asked about.
    #[serde(rename = "at-post", skip_serializing_if = "Vec::is_empty")]
    at_post: Vec<UnitId>,
    /// The captain adds his orders when the player has ended his own.
    #[serde(rename = "then-captain", skip_serializing_if = "std::ops::Not::not")]
    then_captain: bool,
}

/// A question by its word alone: all that is decided in it stands in its form.
#[derive(Serialize, JsonSchema)]
struct Question {
    /// Hints of a battle go by it.
    ask: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct DiceAsked {
    count: u32,
    sides: u32,
    /// The face each die needs, where hits are counted.
    need: Option<u32>,
    /// What each die is called, where they are told apart: faces are given in this order.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    names: &'static [&'static str],
    /// The side whose player throws them; none named: either player may.
    by: Option<Side>,
    /// What they decide, where that is told: "morale, needs 7 or less".
    #[serde(skip_serializing_if = "Option::is_none")]
    decides: Option<String>,
}

/// The view of a seat as JSON.
pub fn view<G: Shown>(id: &str, play: &Play<G>, look: Look) -> Result<Vec<u8>, serde_json::Error> {
    let session = &play.session;
    let now = Glimpse {
        game: &*session.game().seen_by(look.seat.side()),
        told: session.log(),
        heard: Heard::of(session, look.seat.side()),
        finished: session.step_ends().len(),
        is_now: true,
        asked: play::asked(session),
        dice: if play.seating.dice_wait { None } else { dice_asked(play) },
        moved: Vec::new(),
    };
    of_glimpse(id, play, now, look)
}

/// Likewise exactly after an earlier step, with what has moved in it.
pub fn after_step<G: Shown>(
    id: &str,
    play: &mut Play<G>,
    step: usize,
    look: Look,
) -> Result<Vec<u8>, Refused> {
    let side = look.seat.side();
    let all = Heard::of(&play.session, side);
    let (finished, heard) = all.after(step).ok_or_else(|| {
        let finished = all.step();
        Refused::not_found(format!("The game has {finished} finished steps so far; choose one of them."))
    })?;
    let (before, after) = play.around_step(finished)?;
    let (before, after) = (before.seen_by(side), after.seen_by(side));
    let session = &play.session;
    let then = Glimpse {
        game: &*after,
        told: session.log_to_step(finished),
        heard,
        finished,
        is_now: false,
        asked: None,
        dice: None,
        moved: moved(&*before, &*after),
    };
    of_glimpse(id, play, then, look).map_err(Refused::inside)
}

/// A game now or earlier, as a seat may know it.
struct Glimpse<'m, G: Shown> {
    game: &'m G,
    told: &'m [Told<G::Event>],
    heard: Heard,
    /// Steps that were finished then.
    finished: usize,
    is_now: bool,
    asked: Option<(Side, &'m G::Question)>,
    dice: Option<DiceAsked>,
    moved: Vec<Shifted>,
}

fn of_glimpse<G: Shown>(
    id: &str,
    play: &Play<G>,
    glimpse: Glimpse<'_, G>,
    look: Look,
) -> Result<Vec<u8>, serde_json::Error> {
    let Glimpse { game, told, heard, finished, is_now, asked, dice, moved } = glimpse;
    let side = look.seat.side();
    let hash = state_hash(game);
    // Of the present, whichever moment is shown.
    let mark = if is_now { play.mark(look.seat, &heard, &hash) } else { play.moved(look.seat).mark };
    let view = View {
        id,
        seat: look.seat,
        version: heard.version,
        step: heard.step(),
        mark,
        players: &play.players,
        own_dice: play.own_dice,
        frozen: None,
        going_on: None,
        gone_on_from: play.gone_on_from.as_deref(),
        uploaded: play.uploaded,
        game: G::word(),
        sheet: game.in_force().source().sheet_name(),
        armies: Both { french: game.army(Side::French), allied: game.army(Side::Allied) },
        scenario: game.scenario(),
        units: units(game, side),
        generals: game.generals_drawn(),
        groups: game.groups_drawn(),
        initiative: game.initiative(),
        phase: game.phase_drawn(),
        phases: game.phases(),
        turn: game.moment().turn,
        length: game.length(),
        asked: asked.map(|(of, question)| {
            let mine = side == Some(of);
            let decline = mine.then(|| game.decline(question));
            let thinks = play.players[of].thinks_long();
            let says = Says::of(game);
            let prompt =
                says.take(|| if thinks { thinking(game, of) } else { prompt(game, of, question, mine) });
            let mut form = parts::marked(|| question.form(game)).of(&|name| says.who(name));
            let mut idle = Idle::default();
            let mut then_captain = false;
            if mine {
                let given = &play.staff[of].given;
                then_captain = given.shares(game, of, &form);
                form = given.own_part(game, form);
                form.writing = game.writing(question).map(Box::new);
                idle = question.idle(game);
                let led = given.units_led(game);
                idle.units.retain(|unit| !led.contains(unit));
                idle.moved.retain(|unit| !led.contains(unit));
                idle.at_post.retain(|unit| !led.contains(unit));
            } else {
                form = form.for_those_who_wait();
            }
            let place = form.place.take();
            let Idle { units: idle, moved: moved_if_idle, at_post } = idle;
            let question = Question { ask: question.word() };
            Asked::<G> {
                side: of,
                question,
                mine,
                prompt,
                form,
                decline,
                place,
                idle,
                moved_if_idle,
                at_post,
                then_captain,
            }
        }),
        dice,
        moved,
        log: log::lines(game, told, play.session.log_ends(), &play.told_by(look.seat), &heard, look),
        told: heard.told(),
        standings: game.standings(),
        ground: ground(game),
        strength: strength_word::<G>(),
        letters: G::LETTERS.iter().map(|(letter, word)| Sign::new(letter, *word)).collect(),
        body_signs: game.body_signs(),
        outcome: game.outcome(),
        plans: plans(play, finished),
        hash,
        commitment: play.commitment(),
        salts: &play.header().salts,
        chosen_seed: play.header().chosen_seed.map(|seed| seed.to_string()),
        waits_for: &play.seating.empty,
        house: play.header().rules.patch.is_some(),
        decision: game.decision(),
        no_undo: side
            .filter(|_| is_now)
            .and_then(|side| play.session.has_last_word(side).err())
            .map(|why| why.to_string()),
        staff: side
            .filter(|side| play.players[*side].is_human() && !play.uploaded)
            .map(|side| staff(game, side, &play.staff[side].given)),
        dice_wait: play.seating.dice_wait,
        offered: &play.seating.offered,
        invited: look.invited,
    };
    serde_json::to_vec(&view)
}

/// Where a unit or general stood and stands: its corners or its place; nothing where it was not on the table.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Moved")]
struct Shifted {
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<UnitId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    general: Option<GeneralId>,
    side: Side,
    from: Vec<[i32; 2]>,
    to: Vec<[i32; 2]>,
}

fn moved<G: Shown>(before: &G, after: &G) -> Vec<Shifted> {
    let (was, is) = (before.units_drawn(), after.units_drawn());
    let corners = |units: &[UnitDrawn], id: UnitId| {
        let unit = units.iter().find(|unit| unit.id == id);
        unit.and_then(UnitDrawn::corners).map_or(Vec::new(), |rect| rect.to_vec())
    };
    let units = is.iter().map(|unit| Shifted {
        unit: Some(unit.id),
        general: None,
        side: unit.side,
        from: corners(&was, unit.id),
        to: corners(&is, unit.id),
    });
    // A general with a unit goes where it goes.
    let (was, is) = (before.generals_drawn(), after.generals_drawn());
    let alone = |generals: &[GeneralDrawn], id: GeneralId| {
        let general = generals.iter().find(|general| general.id == id);
        let free = general.filter(|general| general.attached.is_none() && !general.lost);
        free.and_then(|general| general.at).into_iter().collect::<Vec<[i32; 2]>>()
    };
    let generals = is.iter().map(|general| Shifted {
        unit: None,
        general: Some(general.id),
        side: general.side,
        from: alone(&was, general.id),
        to: alone(&is, general.id),
    });
    units.chain(generals).filter(|one| one.from != one.to).collect()
}

fn dice_asked<G: Shown>(play: &Play<G>) -> Option<DiceAsked> {
    match play.session.waiting() {
        Some(Waiting::ForDice { pool, aim, .. }) => {
            let names = if let Aim::Named(names) = aim { names } else { &[][..] };
            let need = aim.need();
            let (game, last) = (play.session.game(), play.session.log().last());
            let decides = last.and_then(|told| game.will_decide(&told.event, *aim));
            Some(DiceAsked { count: pool.count, sides: pool.sides, need, names, by: play.thrower(), decides })
        }
        _ => None,
    }
}

pub fn pair(point: Point) -> [i32; 2] {
    [point.x, point.y]
}
