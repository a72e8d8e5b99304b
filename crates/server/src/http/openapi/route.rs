//! One route: what it is for, what it takes, what it answers and how it may fail.

use schemars::JsonSchema;
use seat::described::Types;
use serde_json::{Map, Value, json};

const ONLY_READ: &str = "The game can only be read here, and nothing of this kind was kept of it.";
const TAKEN: &str = "The link is an invitation that was taken or withdrawn.";
const NO_SEAT: &str = "No link of a seat in this game. A game that is not there answers the same.";

#[derive(Clone)]
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    about: &'static str,
    /// With the link of a game.
    by_link: bool,
    /// A part of the log may be asked for.
    log: bool,
    takes: Option<Schema>,
    /// Status, and what is said.
    gives: (u16, &'static str, Given),
    fails: Vec<(u16, &'static str)>,
}

/// Describes a type.
type Schema = fn(&mut Types) -> Value;

#[derive(Clone)]
enum Given {
    Nothing,
    Text,
    Json(Schema),
}

pub(crate) fn get(path: &str, about: &'static str) -> Route {
    let path = path.to_owned();
    let gives = (200, "", Given::Nothing);
    Route { method: "get", path, about, by_link: false, log: false, takes: None, gives, fails: Vec::new() }
}

pub(crate) fn post(path: &str, about: &'static str) -> Route {
    Route { method: "post", ..get(path, about) }
}

impl Route {
    pub(crate) fn by_link(self) -> Route {
        Route { by_link: true, ..self }.fails(401, NO_SEAT).fails(409, ONLY_READ).fails(410, TAKEN)
    }

    pub(crate) fn log_after(self) -> Route {
        Route { log: true, ..self }.fails(400, "\"after\" is no number.")
    }

    /// The body; larger ones are refused unread.
    pub(crate) fn takes<T: JsonSchema>(self) -> Route {
        let wrong = self.fails(400, "The body is not what is wanted.").fails(413, "Larger than 1 MiB.");
        Route { takes: Some(Types::taken::<T>), ..wrong }
    }

    pub(crate) fn gives<T: JsonSchema>(self, what: &'static str) -> Route {
        Route { gives: (200, what, Given::Json(Types::sent::<T>)), ..self }
    }

    pub(crate) fn begins<T: JsonSchema>(self, what: &'static str) -> Route {
        Route { gives: (201, what, Given::Json(Types::sent::<T>)), ..self }
    }

    pub(crate) fn gives_text(self, what: &'static str) -> Route {
        Route { gives: (200, what, Given::Text), ..self }
    }

    pub(crate) fn opens_a_line(self) -> Route {
        Route { gives: (101, "The line is open", Given::Nothing), ..self }
    }

    /// The last that is said of a status counts.
    pub(crate) fn fails(mut self, status: u16, why: &'static str) -> Route {
        self.fails.retain(|(known, _)| *known != status);
        self.fails.push((status, why));
        self.fails.sort_unstable_by_key(|(status, _)| *status);
        self
    }

    fn parameters(&self) -> Vec<Value> {
        let names = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let number = || json!({ "type": "integer", "minimum": 0 });
        let in_path = names.map(|name| {
            let schema = match name {
                "unit" | "general" | "step" => number(),
                "sheet" => {
                    let sheets: Vec<&str> =
                        games::Kind::all_sheets().into_iter().map(|(sheet, _)| sheet).collect();
                    json!({ "type": "string", "enum": sheets })
                }
                _ => json!({ "type": "string" }),
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        });
        let after = self.log.then(|| {
            json!({
                "name": "after",
                "in": "query",
                "required": false,
                "description": "The log after this line only; 0 is all of it.",
                "schema": number(),
            })
        });
        in_path.chain(after).collect()
    }
}

/// The route as `openapi.json` has it.
pub(super) fn described(route: &Route, types: &mut Types) -> Value {
    let content = |kind: &str, schema: Value| json!({ kind: { "schema": schema } });
    let json_of = |schema: Value| content("application/json", schema);
    let mut operation = json!({ "summary": route.about });
    if route.by_link {
        operation["security"] = json!([{ "seat": [] }]);
    }
    let parameters = route.parameters();
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let Some(takes) = route.takes {
        operation["requestBody"] = json!({ "required": true, "content": json_of(takes(types)) });
    }
    let (status, what, given) = &route.gives;
    let mut given_well = json!({ "description": what });
    match given {
        Given::Nothing => {}
        Given::Text => given_well["content"] = content("text/plain", json!({ "type": "string" })),
        Given::Json(schema) => given_well["content"] = json_of(schema(types)),
    }
    let mut responses = Map::new();
    responses.insert(status.to_string(), given_well);
    for (status, why) in &route.fails {
        let wrong = json!({ "$ref": "#/components/schemas/Wrong" });
        responses.insert(status.to_string(), json!({ "description": why, "content": json_of(wrong) }));
    }
    operation["responses"] = Value::Object(responses);
    operation
}
