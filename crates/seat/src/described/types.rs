//! The types that go over the wire, each under its name.

use super::merged::{merged, not_null};
use engine::wire::PLACE;
use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::Value;
use std::collections::BTreeMap;

/// Types whose schemas are merged, because several games have one or because they are received otherwise than sent (a
/// field that may be left out is always there when the server sends it). Every other name belongs to one type.
const PUT_TOGETHER: &[&str] =
    &["Answer", "Arm", "CorpsOrder", "Formation", "ImpulseAct", "Leg", "Nation", "Order", "Scenario"];

/// Types met so far.
#[derive(Default)]
pub struct Types(BTreeMap<String, Value>);

impl Types {
    /// What the server says: the way to name it, or the whole of it where it has no name.
    pub fn sent<T: JsonSchema>(&mut self) -> Value {
        self.add::<T>(Contract::Serialize)
    }

    /// What it takes.
    pub fn taken<T: JsonSchema>(&mut self) -> Value {
        self.add::<T>(Contract::Deserialize)
    }

    pub fn all(self) -> BTreeMap<String, Value> {
        self.0
    }

    fn add<T: JsonSchema>(&mut self, contract: Contract) -> Value {
        let is_sent = contract == Contract::Serialize;
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = PLACE.into();
        settings.contract = contract;
        let mut generator = settings.into_generator();
        let schema = generator.subschema_for::<T>().to_value();
        for (name, mut definition) in generator.take_definitions(true) {
            if is_sent {
                left_out_is_not_null(&mut definition);
            }
            in_plain_words(&mut definition);
            self.put(name, definition);
        }
        schema
    }

    fn put(&mut self, name: String, definition: Value) {
        assert!(!name.ends_with(|last: char| last.is_ascii_digit()), "two types have one name: {name}");
        let known = self.0.remove(&name);
        let definition = match known {
            None => definition,
            Some(known) if known == definition => known,
            Some(known) if PUT_TOGETHER.contains(&name.as_str()) => merged(known, definition),
            Some(_) => panic!("two types are called {name}: rename one of them"),
        };
        self.0.insert(name, definition);
    }
}

/// A field the server may leave out is left out where it has nothing to say: it is never null.
fn left_out_is_not_null(schema: &mut Value) {
    if let Value::Object(fields) = schema {
        let required = fields.get("required").cloned().unwrap_or_default();
        let is_required =
            |name: &str| required.as_array().is_some_and(|all| all.iter().any(|one| one == name));
        if let Some(Value::Object(properties)) = fields.get_mut("properties") {
            for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
                not_null(property);
            }
        }
        fields.values_mut().for_each(left_out_is_not_null);
    } else if let Value::Array(all) = schema {
        all.iter_mut().for_each(left_out_is_not_null);
    }
}

/// A doc comment for readers who know no Rust: its first paragraph, without links, and null for nothing.
fn in_plain_words(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(about)) = fields.get_mut("description") {
                let first = about.split("\n\n").next().unwrap_or_default().replace('\n', " ");
                *about = first.replace("`None`", "null").replace("[`", "`").replace("`]", "`");
            }
            fields.values_mut().for_each(in_plain_words);
        }
        Value::Array(all) => all.iter_mut().for_each(in_plain_words),
        _ => {}
    }
}
