//! Beginning a game; the same request gets the same game again.

use super::body::{Found, SecretId, Sent, read, salt_given, secret_id};
use crate::http::openapi::route::{self, Route};
use crate::limits::caller::Caller;
use crate::rooms::{self, Rooms};
use crate::seats::invitations::new_chairs;
use crate::seats::secret::{self, Tokens};
use crate::store::going_on::GoingOn;
use crate::store::{Kept, Setting};
use crate::wrong::Wrong;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use dice::Seed;
use engine::{Both, Side};
use schemars::JsonSchema;
use seat::Battles;
use seat::Player;
use seat::sheet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "NewGame")]
struct Beginning {
    #[schemars(with = "SecretId")]
    request: String,
    battle: String,
    french: Player,
    allied: Player,
    #[serde(default)]
    own_dice: bool,
    /// Each side places its own units before the battle.
    #[serde(default)]
    deploy: bool,
    /// A club's house rules, as their file says them.
    #[serde(default)]
    house: Option<String>,
    /// A seed that is given lets its giver foresee the dice, so all are shown it.
    #[serde(default)]
    seed: Option<SeedGiven>,
    /// Mixed into a seed that was not given.
    #[serde(default)]
    salt: Option<String>,
}

/// A number, or its digits: a page's numbers do not reach as far.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum SeedGiven {
    Number(u64),
    Digits(String),
}

impl SeedGiven {
    fn number(&self) -> Result<u64, Wrong> {
        match self {
            SeedGiven::Number(number) => Ok(*number),
            SeedGiven::Digits(digits) => {
                digits.parse().map_err(|_| Wrong::bad("A seed is a whole number, such as 7."))
            }
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Uploaded")]
pub(crate) struct Begun {
    pub(crate) id: String,
    pub(crate) tokens: Tokens,
}

/// A game that was begun, for the one who began it: his own seats, and invitations for his friends.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Begun")]
struct NewGame {
    #[serde(flatten)]
    begun: Begun,
    #[serde(skip_serializing_if = "Invitations::is_empty")]
    invitations: Invitations,
}

#[derive(Serialize, JsonSchema)]
struct Invitations {
    #[serde(skip_serializing_if = "Option::is_none")]
    french: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allied: Option<String>,
}

impl Invitations {
    fn is_empty(&self) -> bool {
        self.french.is_none() && self.allied.is_none()
    }
}

fn ready(id: String, tokens: Tokens, invitations: Both<Option<String>>) -> Found {
    let Both { french, allied } = invitations;
    let ready = NewGame { begun: Begun { id, tokens }, invitations: Invitations { french, allied } };
    Ok((StatusCode::CREATED, Json(ready)).into_response())
}

pub(super) async fn begin(caller: Caller, State(rooms): State<Arc<Rooms>>, body: Sent) -> Found {
    let given: Beginning = read(body)?;
    secret_id(&given.request)?;
    let begun_by = secret::hashed(&given.request);
    if let Some(kept) = rooms.store.begun_by(&begun_by).await? {
        return again(&given, &kept);
    }
    games::find(&given.battle).map_err(|error| Wrong::not_found(format!("{error}.")))?;
    let chosen_seed = given.seed.as_ref().map(SeedGiven::number).transpose()?;
    let seed = match chosen_seed {
        Some(number) => Seed::from_number(number),
        None => Seed(secret::random()?),
    };
    let mixed_in = salt_given(given.salt.as_deref())?;
    let players = Both { french: given.french.clone(), allied: given.allied.clone() };
    if Side::BOTH.iter().any(|side| players[*side].thinks_long()) {
        if Side::BOTH.iter().all(|side| !players[*side].is_human()) {
            return Err(Wrong::bad(
                "A marshal plays against people: between two computers choose captain or recruit, or let marshals fight \
                 by \"grognard match\".",
            ));
        }
        rooms.work.takes_thoughts()?;
    }
    let salt = secret::hex(&secret::random::<16>()?);
    let tokens = Tokens::new(&salt, &given.request, &players);
    let invitations = secret::invitations(&salt, &given.request, &players);
    let mut hashes = tokens.hashes();
    hashes.chairs = new_chairs(&players, &invitations, &mixed_in);
    let id = rooms::new_id()?;
    let given = Arc::new(given);
    let set_up = {
        let (given, id, players) = (Arc::clone(&given), id.clone(), players.clone());
        move |battles: &Battles| {
            let setup = by_house(games::Setup::new(battle_file(&given)?), given.house.as_deref())?;
            let mut header = seat::begin(battles, &setup, seed, &players)?;
            header.chosen_seed = chosen_seed;
            let alone = Side::BOTH.iter().all(|side| players[*side] != Player::Friend);
            if alone && chosen_seed.is_none() && given.salt.is_some() {
                header.salts = vec![mixed_in];
            }
            let setting = Setting {
                players,
                own_dice: given.own_dice,
                tokens: hashes,
                uploaded: None,
                going_on: GoingOn::default(),
                staff: Both::default(),
            };
            Ok(Kept { id, header, setting, salt })
        }
    };
    if let Err(wrong) = rooms.set_up(caller, &players, begun_by.clone(), set_up).await {
        // The same request came twice at once, and the other one was first.
        return match rooms.store.begun_by(&begun_by).await? {
            Some(kept) => again(&given, &kept),
            None => Err(wrong),
        };
    }
    ready(id, tokens, invitations)
}

fn battle_file(given: &Beginning) -> Result<games::BattleFile, Wrong> {
    let file = games::find(&given.battle).map_err(|error| Wrong::not_found(format!("{error}.")))?;
    if !given.deploy {
        return Ok(file);
    }
    match games::card(&file).map_err(Wrong::inside)?.deploys {
        true => Ok(file.to_deploy()),
        false => Err(Wrong::bad("The armies of this battle are drawn up already: nobody places them.")),
    }
}

/// The battle by a club's house rules, where some are given.
fn by_house(setup: games::Setup, house: Option<&str>) -> Result<games::Setup, Wrong> {
    let Some(house) = house else { return Ok(setup) };
    let sheet = games::card(&setup.battle).map_err(Wrong::inside)?.sheet;
    Ok(setup.patched(sheet::read_patch(house, sheet)?))
}

/// A request that began its game before gets the same game again, and nothing else.
fn again(given: &Beginning, kept: &Kept) -> Found {
    let Setting { players, own_dice, uploaded, .. } = &kept.setting;
    let same = uploaded.is_none()
        && given.battle == kept.header.battle
        && given.french == players.french
        && given.allied == players.allied
        && given.own_dice == *own_dice
        && given.house == kept.header.rules.patch
        && given.seed.as_ref().map(SeedGiven::number).transpose()? == kept.header.chosen_seed
        && battle_file(given)?.source.text == kept.header.battle_text;
    if !same {
        return Err(Wrong::conflict("This request id has begun another game already: make a new one."));
    }
    let tokens = Tokens::new(&kept.salt, &given.request, players);
    let invitations = secret::invitations(&kept.salt, &given.request, players);
    ready(kept.id.clone(), tokens, invitations)
}

pub(super) fn described() -> Route {
    route::post("/api/games", "Start a game; the same request gets the same game and links again")
        .takes::<Beginning>()
        .begins::<NewGame>("The game and the links of its seats")
        .fails(400, "The body is not what is wanted, or a marshal is to play against a computer.")
        .fails(404, "No such battle.")
        .fails(409, "The request id has begun another game.")
}
