//! Changes of formation: who may take which, where, and on what ground.

use super::Walk;
use crate::ids::{house, rule};
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::state::answer::Pace;
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::Unit;
use crate::state::words::{Arm, Formation};
use engine::wording::{says, spoken};
use table::{EIGHTH, Inches, Pose, Rect};

impl Walk<'_> {
    pub(super) fn form(&mut self, formation: Formation) -> Result<(), Refusal> {
        let unit = self.unit;
        let (game, name) = (self.game, unit.called());
        let change = rule!("orders.move.formation-change");
        if formation == self.formation {
            return refuse(change, why!("{} [is|are] in {} already.", name, formation));
        }
        may_take(game, unit, formation)?;
        let start = self.rect();
        let mut refused = None;
        let places = places(game, unit, self.pose, self.formation, formation);
        for (nth, end) in places.enumerate() {
            let to = Rect::new(end, unit.footprint_in(formation));
            let look = || {
                self.ground_for(formation, &start, &to)?;
                self.stands_free(&start, formation, &to).map(|()| Inches::ZERO)
            };
            // A search for a way changes first for each way that it tries.
            let fits = if nth == 0 { self.trodden(Pace::Form(formation), look) } else { look() };
            match fits {
                Ok(_) => {
                    self.pose = end;
                    self.formation = formation;
                    return self.pay_change(change, "A change of formation");
                }
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        refused.map_or_else(|| refuse(change, why!("{} [has|have] no room.", name)), Err)
    }

    /// No squares in broken ground, and road formation only on a road.
    fn ground_for(&self, formation: Formation, before: &Rect, after: &Rect) -> Result<(), Refusal> {
        let name = self.unit.called();
        if formation.is_square() || self.formation.is_square() {
            let broken = |rect: &Rect| ground::is_broken(self.game, rect);
            if broken(before) || broken(after) {
                let why =
                    why!("{} [is|are] in rough ground or a place, where no square is formed or left.", name);
                return refuse(house!("formation.change"), why);
            }
        }
        let free = self.game.rules.plays(house!("move.road", "free"));
        if formation == Formation::Road && !free && !ground::is_on_road(&self.game.scenario.terrain, after) {
            return refuse(house!("move.road"), why!("{} [is|are] not on a road.", name));
        }
        Ok(())
    }
}

/// Where a unit may stand in a new formation: front centre kept, the centre for squares; and where the house lets it, the
/// middle of its rear, left or right edge.
fn places(
    game: &Orders,
    unit: &Unit,
    pose: Pose,
    before: Formation,
    after: Formation,
) -> impl Iterator<Item = Pose> {
    let first = placing::reformed(unit, pose, before, after);
    let others = game.rules.plays(house!("formation.change", "any-edge")).then(|| {
        let (old, new) = (unit.footprint_in(before), unit.footprint_in(after));
        let facing = pose.facing;
        let right = facing.turned(2 * EIGHTH);
        let rear = Pose { at: pose.at.ahead(facing, new.depth - old.depth), facing };
        let centre = pose.centre(old);
        let aside = |hand: i32| {
            let shift = Inches(hand * (old.width.0 - new.width.0) / 2);
            Pose::from_centre(centre.ahead(right, shift), facing, new)
        };
        [rear, aside(-1), aside(1)]
    });
    std::iter::once(first).chain(others.into_iter().flatten())
}

/// Whether its arm lets a unit take a formation.
///
/// # Errors
/// The refusal.
pub(crate) fn may_take(game: &Orders, unit: &Unit, formation: Formation) -> Result<(), Refusal> {
    let (name, arm): (&str, Arm) = (unit.name(), unit.arm());
    let Some(cite) = game.rules.unsuited(arm, formation) else { return Ok(()) };
    let why = if game.rules.forbids(arm, formation).is_some() {
        let [arm, formation] = [arm.word(), formation.word()].map(spoken);
        says(name, &format!("[is|are] {arm} and may not form {formation}."))
    } else if formation == Formation::HastySquare {
        says(name, "form[s] hasty square only when cavalry charges [it|them].")
    } else {
        says(name, "[has|have] no guns to unlimber.")
    };
    refuse(cite, why)
}
