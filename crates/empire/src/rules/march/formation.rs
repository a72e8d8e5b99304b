//! Changes of formation: what they leave of the impulse, and the act itself.

use crate::charts::Rules;
use crate::charts::march::formation::{After, Before, Cell, Drilled};
use crate::charts::march::manoeuvre::Soil;
use crate::ids::{Ids, house, rule};
use crate::rules::ground::walk::{Body, Price, Walked, stands_free, walk};
use crate::rules::march::manoeuvre::{self, lose_order, may_act, mover, pacing, toll};
use crate::state::answer::{Act, Refusal};
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Class, Drill, Formation, Grade, Hand, SquareKind};
use dice::Stream;
use engine::desk::word;
use engine::room::{Keeps, reformed};
use engine::{Cite, Umpire, refuse, why};
use rulebook::RuleId;
use table::{Bearing, Inches, Leg, Pose, Rect};

/// What a distance may be over its limit by rounding.
const A_HAIR: Inches = Inches(2);

engine::facts! {
    /// A change of formation of foot.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Change of Rules {
        pub from: Before = Before::AttackColumn, word "from" |name, _| word(name, "its formation", Before::NAMES, Some("attack-column"));
        pub to: After = After::LineCentre, word "to" |name, _| word(name, "what it forms", After::NAMES, Some("line-centre"));
        pub drill: Drill = Drill::Divisional, word "drill" |name, _| word(name, "its drill", Drill::NAMES, Some("divisional"));
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "its grade", Grade::NAMES, Some("veteran"));
        pub class: Class = Class::B, word "class" |name, _| word(name, "its class", Class::NAMES, Some("b"));
    }
}

/// What a change goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Rule(RuleId),
    /// A cell of the chart, by its codes.
    Cell(RuleId),
    Ruling(u16),
}

impl From<By> for Cite<Ids> {
    fn from(by: By) -> Cite<Ids> {
        match by {
            By::Rule(rule) | By::Cell(rule) => rule.into(),
            By::Ruling(ruling) => ruling.into(),
        }
    }
}

impl By {
    fn told(self, what: What) -> Event {
        match self {
            By::Rule(rule) => Event::new(what, &[rule]),
            By::Cell(rule) => Event::new(what, &[rule, rule!("empire.form.codes")]),
            By::Ruling(ruling) => Event::ruled(what, ruling),
        }
    }
}

/// What a change leaves of the impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// These inches, and fire.
    Inches(Inches),
    /// The move less these inches, and fire.
    Less(Inches),
    /// Half the move, and fire.
    Half,
    /// Fire.
    Fire,
    /// Nothing.
    Entire,
    /// Nothing, and the unit is disordered.
    Disordered,
}

impl Change {
    /// The column of the chart. Class A has its own cells in divisional drill alone.
    pub fn drilled(&self, rules: &Rules) -> Drilled {
        let swapped = self.from == Before::Line
            && self.to == After::Square
            && rules.plays(house!("form.line-to-square", "swapped"));
        let is_divisional = (self.drill == Drill::Divisional) != swapped;
        let is_regular = self.grade.is_at_least(Grade::Regular);
        match (is_divisional, self.class == Class::A && !swapped, is_regular) {
            (true, true, true) => Drilled::ARegular,
            (true, true, false) => Drilled::AConscript,
            (true, false, true) => Drilled::DivisionalRegular,
            (true, false, false) => Drilled::DivisionalConscript,
            (false, _, true) => Drilled::AncienRegular,
            (false, _, false) => Drilled::AncienConscript,
        }
    }

    /// What it leaves, and by which rule or ruling.
    ///
    /// # Errors
    /// What bars it.
    pub fn left(&self, rules: &Rules) -> Result<(By, Left), By> {
        let others = By::Ruling(house!("formations.others"));
        match (self.from, self.to) {
            (Before::Unformed, After::Unformed) => return Err(others),
            (Before::Unformed, _) | (_, After::Unformed) => return Ok((others, Left::Fire)),
            (Before::CompanyColumn, After::AttackColumn) | (Before::AttackColumn, After::CompanyColumn) => {
                let rule = rule!("empire.form.co-to-div");
                return rules.inches(rule).map(|inches| (By::Rule(rule), Left::Less(inches))).ok_or(others);
            }
            _ => {}
        }
        let codes = rule!("empire.form.codes");
        let cell = rules.formation.change(self.from, self.to, self.drilled(rules));
        let Some((rule, cell)) = cell.filter(|_| rules.on(codes)) else { return Err(others) };
        let left = match cell {
            Cell::Barred => return Err(By::Cell(rule)),
            Cell::Fire => Left::Fire,
            Cell::Entire => Left::Entire,
            Cell::Disordered => Left::Disordered,
            cell @ (Cell::One
            | Cell::Two
            | Cell::Three
            | Cell::Four
            | Cell::Five
            | Cell::Six
            | Cell::Seven
            | Cell::Eight
            | Cell::Nine
            | Cell::Ten) => Left::Inches(cell.inches().unwrap_or_default()),
        };
        Ok((By::Cell(rule), left))
    }
}

// ------------------------------------------------------------ on the table ----

/// A change that was checked.
#[derive(Clone, Debug)]
pub struct Formed {
    unit: UnitId,
    formation: Formation,
    /// Where it stands in its new formation; `None` beside real figures.
    pose: Option<Pose>,
    left: Left,
    cites: By,
    /// The way it goes with what is left.
    walked: Option<Walked>,
    is_turn: bool,
}

impl Formed {
    pub fn unit(&self) -> UnitId {
        self.unit
    }

    /// The ground it sweeps with what is left of its move, to which the enemy may react.
    pub fn sweeps(&self) -> &[Rect] {
        let walker = self.walked.as_ref().and_then(|walked| walked.ends.first());
        walker.map_or(&[], |walker| walker.sweeps.as_slice())
    }
}

/// What a unit is told to form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    pub(crate) formation: Formation,
    pub(crate) facing: Option<Bearing>,
    pub(crate) onto: Option<Hand>,
    pub(crate) legs: &'a [Leg],
}

fn before(formation: Formation) -> Before {
    match formation {
        Formation::AttackColumn => Before::AttackColumn,
        Formation::ClosedColumn => Before::ClosedColumn,
        Formation::CompanyColumn => Before::CompanyColumn,
        Formation::Square => Before::Square,
        Formation::Skirmish | Formation::SemiSkirmish => Before::Unformed,
        Formation::Line
        | Formation::TwoRanks
        | Formation::SquadronColumn
        | Formation::Dismounted
        | Formation::Limbered
        | Formation::Unlimbered => Before::Line,
    }
}

fn after(before: Before, formation: Formation, onto: Hand) -> After {
    match formation {
        Formation::AttackColumn => After::AttackColumn,
        Formation::ClosedColumn => After::ClosedColumn,
        Formation::CompanyColumn => After::CompanyColumn,
        Formation::Square => After::Square,
        Formation::Skirmish | Formation::SemiSkirmish => After::Unformed,
        Formation::Line
        | Formation::TwoRanks
        | Formation::SquadronColumn
        | Formation::Dismounted
        | Formation::Limbered
        | Formation::Unlimbered => match (before, onto) {
            (Before::AttackColumn | Before::ClosedColumn, Hand::Left) => After::LineLeft,
            (Before::AttackColumn | Before::ClosedColumn, Hand::Centre) => After::LineCentre,
            (Before::AttackColumn | Before::ClosedColumn, Hand::Right) => After::LineRight,
            _ => After::Line,
        },
    }
}

/// What a change leaves a unit.
fn left(game: &Empire, body: &Unit, wish: &Wish<'_>) -> Result<(By, Left), Refusal> {
    let (name, formation) = (body.called(), wish.formation);
    let others = house!("formations.others");
    if !formation.is_of(body.arm()) {
        return refuse(others, why!("{} cannot form {}.", name, formation.word()));
    }
    if formation == body.formation {
        let turns = wish.facing.is_some_and(|facing| body.pose.is_none_or(|pose| pose.facing != facing));
        if !turns {
            return refuse(others, why!("{} [is|are] in {} already.", name, formation.word()));
        }
        return Ok((By::Ruling(others), Left::Half));
    }
    match body.arm() {
        Arm::Infantry => {
            let from = before(body.formation);
            let change = Change {
                from,
                to: after(from, formation, wish.onto.unwrap_or(Hand::Centre)),
                drill: body.profile.drill,
                grade: body.grade(),
                class: body.profile.class,
                rest: (),
            };
            change.left(&game.rules).or_else(|cites| {
                let why =
                    why!("{} in {} cannot form {} at once.", name, body.formation.word(), formation.word());
                refuse(cites, why)
            })
        }
        Arm::Cavalry => of_horse(body, formation),
        Arm::Artillery => {
            refuse(house!("gun-moves"), why!("{} [has|have] guns, which limber and unlimber.", name))
        }
    }
}

/// Horse changes for half its move; dragoons dismount for the whole impulse (rulings formations.others, command.effects).
fn of_horse(body: &Unit, formation: Formation) -> Result<(By, Left), Refusal> {
    let name = body.called();
    let others = house!("formations.others");
    if body.formation == Formation::Dismounted {
        let why = why!("{} [is|are] dismounted, and mount[s] by a commander action.", name);
        return refuse(rule!("empire.ca.init.remount"), why);
    }
    if formation != Formation::Dismounted {
        return Ok((By::Ruling(others), Left::Half));
    }
    if body.profile.mounts.is_some_and(|mounts| mounts.dragoons) {
        return Ok((By::Ruling(others), Left::Entire));
    }
    refuse(others, why!("{} [is|are] not dragoons, who alone dismount.", name))
}

/// Where a unit stands in a new formation: its front kept, or one end of it; the middle in and out of square.
pub(crate) fn place(body: &Unit, pose: Pose, wish: &Wish<'_>) -> Pose {
    let (old, new) = (body.footprint(), body.footprint_in(wish.formation));
    let round = |formation: Formation| formation == Formation::Square;
    let keeps = if round(body.formation) || round(wish.formation) || wish.formation == body.formation {
        Keeps::Centre
    } else {
        Keeps::Front
    };
    let there = reformed(pose, wish.facing.unwrap_or(pose.facing), old, new, keeps);
    // A line to the left keeps the column's right end, one to the right its left end.
    let aside = (new.width - old.width).half();
    let is_column = body.formation.is_column() && wish.formation == Formation::Line;
    match wish.onto.filter(|_| is_column) {
        None | Some(Hand::Centre) => there,
        Some(Hand::Left) => Pose { at: there.at.ahead(there.facing.turned(-16_384), aside), ..there },
        Some(Hand::Right) => Pose { at: there.at.ahead(there.facing.turned(16_384), aside), ..there },
    }
}

/// Whether a unit may change its formation so, and go on with what is left.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub(crate) fn check(game: &Empire, unit: UnitId, wish: Wish<'_>) -> Result<Formed, Refusal> {
    let body = may_act(game, unit)?;
    let name = body.called();
    if body.inside.is_some() {
        let why = why!("{} [is|are] in a structure, and keep[s] [its|their] place there.", name);
        return refuse(house!("structures"), why);
    }
    let (cites, left) = left(game, body, &wish)?;
    let is_turn = wish.formation == body.formation;
    let faces_freely = |formation: Formation| formation == Formation::Square || formation.is_unformed();
    let turns = wish.facing.is_some_and(|facing| body.pose.is_some_and(|pose| pose.facing != facing));
    if turns && !is_turn && !faces_freely(body.formation) && !faces_freely(wish.formation) {
        let why = why!("{} keep[s] [its|their] facing in this change.", name);
        return refuse(house!("formations.others"), why);
    }
    let mut formed =
        Formed { unit, formation: wish.formation, pose: None, left, cites, walked: None, is_turn };
    let Some(pose) = body.pose else { return Ok(formed) };
    let there = Body { unit, pose: place(body, pose, &wish), footprint: body.footprint_in(wish.formation) };
    stands_free(game, &[unit], &there)?;
    keeps_clear(game, body, &there)?;
    formed.pose = Some(there.pose);
    if wish.legs.is_empty() {
        return Ok(formed);
    }
    let whole = manoeuvre::allowance(game, body, wish.formation, manoeuvre::Ease::NONE).total();
    let inches = match left {
        Left::Inches(inches) if game.weather().mud => in_mud(game, body, wish.formation, inches),
        Left::Inches(inches) => inches,
        Left::Less(inches) => whole - inches,
        Left::Half => whole.half(),
        Left::Fire | Left::Entire | Left::Disordered => {
            return refuse(cites, why!("That change leaves {} no inches.", name));
        }
    };
    let toll = |_: UnitId, soil: Soil| toll(&game.rules, mover(body, wish.formation), soil, false);
    let walked = walk(game, &[there], wish.legs, &pacing(body, wish.formation, &game.rules, &toll))?;
    let price = walked.ends.first().map_or(Inches::ZERO, |walker| walker.price);
    if price > inches {
        return refuse(cites, why!("{} would need {}, and the change leaves {}.", name, price, inches));
    }
    formed.walked = Some(walked);
    Ok(formed)
}

fn in_mud(game: &Empire, body: &Unit, formation: Formation, inches: Inches) -> Inches {
    match toll(&game.rules, mover(body, formation), Soil::Mud, false).price {
        Price::Share(_, (part, of)) => Inches(inches.0 * part as i32 / of.max(1) as i32),
        Price::Free | Price::Inches(..) | Price::Edge(_) | Price::Barred(_) => inches,
    }
}

/// No unit forms up to an enemy without a charge.
fn keeps_clear(game: &Empire, body: &Unit, there: &Body) -> Result<(), Refusal> {
    let apart = game.rules.ruled(house!("manoeuvre.separation"));
    let (Some(start), end) = (body.rect(), Rect::new(there.pose, there.footprint)) else { return Ok(()) };
    for (_, other, rect) in game.units.near(end.bounds(), apart) {
        let nearer = |gap: Inches| gap < start.distance(rect).min(apart) - A_HAIR;
        if other.side() != body.side() && end.distance_within(rect, apart).is_some_and(nearer) {
            let why = why!("{} would come within {} of {}.", body.called(), apart, other.called());
            return refuse(house!("manoeuvre.separation"), why);
        }
    }
    Ok(())
}

/// Carries a checked change out.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    formed: Formed,
) -> Result<(), U::Pause> {
    let Formed { unit, formation, pose, left, cites, walked, is_turn } = formed;
    umpire.tell(|| cites.told(if is_turn { What::Turns { unit } } else { What::Forms { unit, formation } }));
    let body = game.unit_mut(unit);
    match pose {
        Some(pose) => body.stand(pose, formation),
        None => body.formation = formation,
    }
    body.square = (formation == Formation::Square).then_some(SquareKind::Solid);
    body.impulse.spent |= matches!(left, Left::Entire | Left::Disordered);
    if let (Left::Disordered, By::Cell(rule)) = (left, cites) {
        lose_order(game, umpire, unit, rule);
    }
    let mut length = Inches::ZERO;
    if let Some(walked) = walked {
        length = walked.length;
        umpire.tell(|| cites.told(What::Manoeuvres { units: vec![unit], inches: length }));
        if let Some(rule) = walked.ends.first().and_then(|walker| walker.disorders) {
            lose_order(game, umpire, unit, rule);
        }
        manoeuvre::stand(game, &walked);
    }
    manoeuvre::moved(game, umpire, unit, length)
}

/// A change that the rules accept, at random; `None` where none was found.
pub fn sample(game: &Empire, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let body = may_act(game, unit).ok()?;
    let all: Vec<Formation> = Formation::WORDS
        .iter()
        .map(|(_, formation)| *formation)
        .filter(|formation| formation.is_of(body.arm()) && *formation != body.formation)
        .collect();
    for _ in 0..3 {
        let formation = *all.get(luck.below(all.len() as u32) as usize)?;
        let onto = Hand::WORDS.get(luck.below(3) as usize).map(|(_, hand)| *hand);
        if check(game, unit, Wish { formation, facing: None, onto, legs: &[] }).is_ok() {
            return Some(Act::Form { unit, formation, facing: None, onto, legs: Vec::new() });
        }
    }
    None
}
