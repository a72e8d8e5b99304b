//! The MEs as a page shows them.

use empire::Empire;
use empire::me::{Me, MeId};
use empire::words::{Fatigue, MeOrderKind, Segment};
use engine::Side;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
pub struct Own {
    elements: Vec<Element>,
    initiative: Option<Side>,
    /// Whose impulse is being played, and the part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    acting: Option<Acting>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ActingElement")]
struct Acting {
    me: MeId,
    segment: Segment,
}

#[derive(Serialize, JsonSchema)]
struct Element {
    id: MeId,
    name: String,
    side: Side,
    corps: String,
    fatigue: &'static str,
    shaken: bool,
    impetus: bool,
    broken: bool,
    engaged: bool,
    /// Half or more of its units are gone or in bad morale.
    spent: bool,
    /// Of his own MEs a player knows what they are told to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'static str>,
}

pub(super) fn own(game: &Empire, side: Option<Side>) -> Own {
    let element = |(id, me): (MeId, &Me)| Element {
        id,
        name: me.name.to_string(),
        side: me.side,
        corps: game.corps(me.corps).name.to_string(),
        fatigue: Fatigue::word(me.fatigue),
        shaken: me.shaken,
        impetus: me.impetus,
        broken: me.broken,
        engaged: game.is_engaged(id),
        spent: empire::rules::hour::verdict::is_spent(game, id),
        order: me.order.as_ref().filter(|_| Some(me.side) == side).map(|order| MeOrderKind::word(order.kind)),
    };
    let acting = game.acting.and_then(|acting| Some(Acting { me: acting.me?, segment: acting.segment }));
    Own { elements: game.me_ids().zip(&game.mes).map(element).collect(), initiative: game.initiative, acting }
}
