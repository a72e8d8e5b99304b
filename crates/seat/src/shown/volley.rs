//! Volley as a page shows it.

mod options;
mod ride;

use super::{Shown, is_his};
use crate::refused::Refused;
use crate::shown::options::Locking;
use crate::shown::options::Options;
use crate::shown::says::unresolved;
use engine::wording::says;
use engine::{Sentence, Side};
use table::Inches;
use volley::{Cite, GeneralId, Question, UnitId, Volley};

impl Shown for Volley {
    const RECORD_TELLS: &'static str = "The record tells of reserves that are still hidden from you: it is given out \
                                        when they have arrived or the battle is over.";

    const OUT_OF_COMMAND: &'static str = "volley.move.half.command";

    fn command_range(&self) -> Option<Inches> {
        Some(volley::command::range_of(self))
    }

    fn locked(&self, unit: UnitId) -> Option<Locking> {
        let volley::movement::Firefight { with, forbids, rules } = volley::movement::firefight(self, unit)?;
        let text = unresolved(|| {
            let held = format!(
                "will be locked in a firefight with {}: as long as both stay in line so near, [it|they] may not {forbids}.",
                self.name(with)
            );
            says(self.name(unit), &held)
        });
        let rules = rules.into_iter().map(|rule| Cite::from(rule).id()).collect();
        Some(Locking { unit, by: with, text, rules })
    }

    fn aims(&self) -> Vec<(UnitId, UnitId)> {
        let aims = self.aims.iter().filter(|aim| !aim.fired);
        aims.filter_map(|aim| Some((aim.shooter, aim.target?))).collect()
    }

    fn aim_asked(&self, gun: UnitId) -> Option<Question> {
        volley::options::aim_asked(self, gun).map(Question::from)
    }

    fn silent(&self, gun: UnitId) -> Option<Sentence> {
        volley::options::silence(self, gun).map(|why| unresolved(|| why.said(self)))
    }

    fn described(types: &mut crate::described::Types) {
        use volley::words::{Arm, Formation, Nation};
        types.sent::<Arm>();
        types.sent::<Formation>();
        types.sent::<Nation>();
    }

    fn unit_options(&self, side: Side, _: &Question, unit: UnitId) -> Result<Options, Refused> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, side, unit))
    }

    fn general_options(
        &self,
        side: Side,
        question: &Question,
        general: GeneralId,
    ) -> Result<Options, Refused> {
        is_his(side, self.general(general).map(|officer| (officer.side, officer.name.as_str())), "general")?;
        Ok(ride::of_general(self, general, question))
    }
}
