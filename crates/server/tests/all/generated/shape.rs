//! A schema as far as ours go: whatever else stands in one is a panic, so nothing is passed over.

use serde_json::Value;

/// What a value may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Anything,
    /// Nothing at all: what another way of the same thing has.
    Never,
    Null,
    Flag,
    Whole,
    Number,
    Text,
    /// This very word.
    Word(String),
    /// With the least and the most it may hold.
    List(Box<Shape>, usize, usize),
    Row(Vec<Shape>),
    /// Under any names.
    Map(Box<Shape>),
    Record(Vec<Field>),
    /// One of these, each with what is said about it.
    Either(Vec<(Option<String>, Shape)>),
    /// All of these at once.
    All(Vec<Shape>),
    Named(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: Option<String>,
    pub(crate) required: bool,
    pub(crate) shape: Shape,
}

/// What our schemas say beside the shape itself: sizes and forms of words are for readers, and the server's to check.
const PASSED_OVER: &[&str] =
    &["default", "description", "format", "maxLength", "maximum", "minLength", "minimum", "pattern", "title"];
const READ: &[&str] = &[
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "enum",
    "items",
    "maxItems",
    "minItems",
    "oneOf",
    "prefixItems",
    "properties",
    "required",
    "type",
];

pub(crate) fn about(schema: &Value) -> Option<String> {
    schema["description"].as_str().map(|about| about.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Shape {
    pub(crate) fn read(schema: &Value) -> Shape {
        let Some(keys) = schema.as_object() else {
            assert_eq!(*schema, true, "no schema");
            return Shape::Anything;
        };
        for key in keys.keys().map(String::as_str) {
            assert!(READ.contains(&key) || PASSED_OVER.contains(&key), "what is {key}? {schema}");
        }
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.strip_prefix("#/components/schemas/");
            return Shape::Named(name.unwrap_or_else(|| panic!("leads nowhere: {schema}")).to_owned());
        }
        if let Some(word) = keys.get("const") {
            return Shape::word(word);
        }
        if let Some(words) = schema["enum"].as_array() {
            return Shape::Either(words.iter().map(|word| (None, Shape::word(word))).collect());
        }
        let either = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
        let either = either.map(|ways| {
            let one = |way: &Value| match Shape::read(way) {
                // Words without anything said about them stand among the others.
                Shape::Either(words) if about(way).is_none() => words,
                shape => vec![(about(way), shape)],
            };
            let mut all: Vec<(Option<String>, Shape)> = Vec::new();
            for way in ways.iter().flat_map(one) {
                if !all.contains(&way) {
                    all.push(way);
                }
            }
            Shape::Either(all)
        });
        match (either, keys.contains_key("properties")) {
            (Some(either), false) => either,
            (Some(either), true) => Shape::All(vec![Shape::typed(schema, "object"), either]),
            (None, _) => match &schema["type"] {
                Value::String(name) => Shape::typed(schema, name),
                Value::Array(names) => {
                    let named = |name: &Value| (None, Shape::typed(schema, name.as_str().unwrap()));
                    Shape::Either(names.iter().map(named).collect())
                }
                _ => Shape::Anything,
            },
        }
    }

    fn word(word: &Value) -> Shape {
        match word {
            Value::String(word) => Shape::Word(word.clone()),
            Value::Null => Shape::Null,
            other => panic!("no word: {other}"),
        }
    }

    fn typed(schema: &Value, name: &str) -> Shape {
        match name {
            "null" => Shape::Null,
            "boolean" => Shape::Flag,
            "integer" => Shape::Whole,
            "number" => Shape::Number,
            "string" => Shape::Text,
            "array" => match schema["prefixItems"].as_array() {
                Some(row) => Shape::Row(row.iter().map(Shape::read).collect()),
                None => {
                    let many = |key: &str| schema[key].as_u64().map(|n| n as usize);
                    let of = Shape::read(schema.get("items").unwrap_or(&Value::Bool(true)));
                    Shape::List(
                        Box::new(of),
                        many("minItems").unwrap_or(0),
                        many("maxItems").unwrap_or(usize::MAX),
                    )
                }
            },
            "object" => match schema["properties"].as_object() {
                Some(properties) => Shape::Record(fields(schema, properties)),
                None => {
                    let of = schema.get("additionalProperties").unwrap_or(&Value::Bool(true));
                    Shape::Map(Box::new(Shape::read(of)))
                }
            },
            other => panic!("no type: {other}"),
        }
    }
}

/// Tags first, then what is always there in its own order, then the rest.
fn fields(schema: &Value, properties: &serde_json::Map<String, Value>) -> Vec<Field> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut fields: Vec<Field> = properties
        .iter()
        .map(|(name, property)| Field {
            name: name.clone(),
            about: about(property),
            required: required.contains(&name.as_str()),
            shape: Shape::read(property),
        })
        .collect();
    let place = |field: &Field| required.iter().position(|name| *name == field.name).unwrap_or(usize::MAX);
    fields.sort_by_key(|field| (!matches!(field.shape, Shape::Word(_)), place(field)));
    fields
}
