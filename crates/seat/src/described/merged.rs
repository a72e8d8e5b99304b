//! Two schemas of one name merged into one: what fits either fits the merged one.

use serde_json::{Map, Value, json};

/// Joins the words of closed lists, and the variants of enums. A field of a record is required only if both require it.
pub(super) fn merged(one: Value, two: Value) -> Value {
    if bare(&one) == bare(&two) {
        // Null is allowed where one of them allows it.
        return if nullable(&two) { two } else { one };
    }
    match (ways(&one), ways(&two)) {
        (Some(mut all), Some(more)) => {
            for way in more {
                match all.iter_mut().find(|known| key(known) == key(&way)) {
                    Some(known) => *known = merged(known.take(), way),
                    None => all.push(way),
                }
            }
            with_words(all, one.get("description"))
        }
        _ if one["properties"].is_object() && two["properties"].is_object() => records(one, two),
        _ => panic!("these cannot be put together: {one} and {two}"),
    }
}

fn records(mut one: Value, two: Value) -> Value {
    let both = |of: &Value, name: &Value| of["required"].as_array().is_some_and(|all| all.contains(name));
    let required: Vec<Value> =
        one["required"].as_array().into_iter().flatten().filter(|name| both(&two, name)).cloned().collect();
    let properties = two["properties"].as_object().cloned().unwrap_or_default();
    for (name, property) in properties {
        let known = one["properties"].get_mut(&name).map(Value::take);
        one["properties"][&name] = match known {
            Some(known) => merged(known, property),
            None => property,
        };
    }
    one["required"] = Value::Array(required);
    one
}

/// The schema without description, default and null.
fn bare(schema: &Value) -> Value {
    let mut bare = schema.clone();
    if let Value::Object(fields) = &mut bare {
        fields.remove("description");
        fields.remove("default");
    }
    not_null(&mut bare);
    bare
}

fn nullable(schema: &Value) -> bool {
    let mut other = schema.clone();
    not_null(&mut other);
    other != *schema
}

/// Each variant of an enum, words one by one; `None` if it is no enum.
fn ways(schema: &Value) -> Option<Vec<Value>> {
    if let Some(words) = schema["enum"].as_array() {
        return Some(words.iter().map(|word| json!({ "const": word })).collect());
    }
    let all = schema["oneOf"].as_array()?;
    let each = all.iter().flat_map(|way| match ways(way) {
        Some(words) => words,
        None => vec![way.clone()],
    });
    Some(each.collect())
}

/// What tells a variant from the others: its word, its tag, or its only field.
fn key(way: &Value) -> String {
    if let Some(word) = way.get("const") {
        return word.to_string();
    }
    let none = Map::new();
    let properties = way["properties"].as_object().unwrap_or(&none);
    let tag =
        properties.iter().find_map(|(name, property)| Some(format!("{name} {}", property.get("const")?)));
    let names = || properties.keys().cloned().collect::<Vec<_>>().join(" ");
    tag.unwrap_or_else(names)
}

fn with_words(all: Vec<Value>, about: Option<&Value>) -> Value {
    let is_word = |way: &Value| way.get("const").is_some() && way.get("description").is_none();
    let (words, mut others): (Vec<Value>, Vec<Value>) = all.into_iter().partition(is_word);
    let words: Vec<Value> = words.into_iter().map(|mut word| word["const"].take()).collect();
    let words = json!({ "type": "string", "enum": words });
    let mut found = if others.is_empty() {
        words
    } else {
        if words["enum"] != json!([]) {
            others.insert(0, words);
        }
        json!({ "oneOf": others })
    };
    if let Some(about) = about {
        found["description"] = about.clone();
    }
    found
}

/// The same without null.
pub(super) fn not_null(property: &mut Value) {
    let Value::Object(fields) = property else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(either)) = fields.get_mut("anyOf") {
        either.retain(|one| one["type"] != "null");
        if let [Value::Object(only)] = either.as_slice() {
            let only: Map<String, Value> = only.clone();
            fields.remove("anyOf");
            fields.extend(only);
        }
    }
}
