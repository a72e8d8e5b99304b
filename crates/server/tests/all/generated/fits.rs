//! Whether what is said over the wire is what the description says.

use super::described;
use super::shape::Shape;
use serde_json::Value;
use std::collections::BTreeSet;

/// Statuses that any route may answer with, as the description's first words say.
const ANYWHERE: &[u16] = &[405, 408, 429, 500, 503, 507];

/// Holds a request and its reply against the description.
#[track_caller]
pub(crate) fn hold_against(method: &str, path: &str, sent: &[u8], status: u16, reply: &[u8]) {
    let said = format!("{method} {path} {status}");
    let Some(operation) = operation(method, path) else {
        // The page and its files are no part of the API.
        assert!(status >= 400 || !path.starts_with("/api/"), "{said}: not described");
        return;
    };
    // Beside the path that a proxy gives to the server nothing is described.
    if status == 404
        && String::from_utf8_lossy(reply).contains("There is nothing here: the battles are under")
    {
        return;
    }
    if status >= 400 {
        let known = operation["responses"].get(status.to_string()).is_some() || ANYWHERE.contains(&status);
        assert!(known, "{said}: this failure is not described: {}", String::from_utf8_lossy(reply));
        return fits_or_says(&Shape::Named("Wrong".to_owned()), reply, &said);
    }
    if let Some(schema) = operation["requestBody"]["content"].get("application/json") {
        fits_or_says(&Shape::read(&schema["schema"]), sent, &format!("{said}, as it was asked"));
    }
    let content = &operation["responses"][status.to_string()];
    assert!(content.is_object(), "{said}: this status is not described");
    if let Some(schema) = content["content"].get("application/json") {
        fits_or_says(&Shape::read(&schema["schema"]), reply, &said);
    }
}

/// What is described for a path of the server.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    // What is no text is nowhere.
    if path.contains('%') {
        return None;
    }
    let parts: Vec<&str> = path.split('/').collect();
    let paths = described().paths.as_object().unwrap();
    let same = |template: &str| {
        let wanted: Vec<&str> = template.split('/').collect();
        wanted.len() == parts.len()
            && wanted.iter().zip(&parts).all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
    };
    paths.iter().find(|(template, _)| same(template))?.1.get(method.to_lowercase())
}

#[track_caller]
fn fits_or_says(shape: &Shape, text: &[u8], said: &str) {
    let value: Value = serde_json::from_slice(text).unwrap_or_else(|_| panic!("{said}: no JSON"));
    if let Err(why) = fits(shape, &value) {
        panic!("{said}: what is said is not what openapi.json describes: {why}");
    }
}

/// Whether a value has this shape; else where it has not. Fields that are not described are faults too.
pub(crate) fn fits(shape: &Shape, value: &Value) -> Result<(), String> {
    look(shape, value)?;
    closed(shape, value)
}

fn look(shape: &Shape, value: &Value) -> Result<(), String> {
    let is = |right: bool| if right { Ok(()) } else { Err(format!("{value} is not {shape:?}")) };
    match shape {
        Shape::Anything => Ok(()),
        Shape::Never => is(false),
        Shape::Null => is(value.is_null()),
        Shape::Flag => is(value.is_boolean()),
        Shape::Whole => is(value.as_f64().is_some_and(|number| number.fract() == 0.0)),
        Shape::Number => is(value.is_number()),
        Shape::Text => is(value.is_string()),
        Shape::Word(word) => is(value == word),
        Shape::Named(name) => {
            let (_, shape) = described().types.get(name).unwrap_or_else(|| panic!("no type {name}"));
            fits(shape, value).map_err(|why| format!("{name}: {why}"))
        }
        Shape::List(of, least, most) => {
            let all = value.as_array().ok_or_else(|| format!("{value} is no list"))?;
            is((*least..=*most).contains(&all.len()))?;
            all.iter().try_for_each(|one| fits(of, one))
        }
        Shape::Row(shapes) => {
            let all = value.as_array().ok_or_else(|| format!("{value} is no list"))?;
            is(all.len() == shapes.len())?;
            shapes.iter().zip(all).try_for_each(|(shape, one)| fits(shape, one))
        }
        Shape::Map(of) => {
            let all = value.as_object().ok_or_else(|| format!("{value} is no object"))?;
            all.values().try_for_each(|one| fits(of, one))
        }
        Shape::Record(fields) => {
            let all = value.as_object().ok_or_else(|| format!("{value} is no object"))?;
            for field in fields {
                match all.get(&field.name) {
                    Some(one) => {
                        fits(&field.shape, one).map_err(|why| format!("{}: {why}", field.name))?;
                    }
                    None if field.required => return Err(format!("{} is missing", field.name)),
                    None => {}
                }
            }
            Ok(())
        }
        Shape::Either(ways) => {
            let faults: Vec<String> = ways.iter().map_while(|(_, way)| look(way, value).err()).collect();
            if faults.len() < ways.len() { Ok(()) } else { Err(faults.join("; nor ")) }
        }
        Shape::All(all) => all.iter().try_for_each(|one| look(one, value)),
    }
}

/// Whether every field of an object is described.
fn closed(shape: &Shape, value: &Value) -> Result<(), String> {
    let (Some(fields), Some(known)) = (value.as_object(), names(shape, value)) else { return Ok(()) };
    match fields.keys().find(|name| !known.contains(name.as_str())) {
        Some(name) => Err(format!("{name} is not described")),
        None => Ok(()),
    }
}

/// The fields that a shape has for a value; `None` where it has any, or says so itself.
fn names<'s>(shape: &'s Shape, value: &Value) -> Option<BTreeSet<&'s str>> {
    match shape {
        Shape::Record(fields) => Some(fields.iter().map(|field| field.name.as_str()).collect()),
        Shape::All(all) => {
            all.iter().map(|one| names(one, value)).try_fold(BTreeSet::new(), |mut all, more| {
                all.extend(more?);
                Some(all)
            })
        }
        Shape::Either(ways) => {
            let fitting = ways.iter().filter(|(_, way)| look(way, value).is_ok());
            fitting.map(|(_, way)| names(way, value)).try_fold(BTreeSet::new(), |mut all, more| {
                all.extend(more?);
                Some(all)
            })
        }
        _ => None,
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let check = |name: &str, text: &str| {
        fits(&Shape::Named(name.to_owned()), &serde_json::from_str(text).unwrap()).is_ok()
    };
    assert!(check("Answer", r#""yes""#) && check("Answer", r#"{ "unit": 3 }"#));
    assert!(!check("Answer", r#""perhaps""#) && !check("Answer", r#"{ "unit": "3" }"#));
    assert!(check("Order", r#"{ "do": "march", "unit": 1, "legs": [{ "ahead": 1000 }] }"#));
    assert!(!check("Order", r#"{ "do": "march", "unit": 1, "legs": [{ "sideways": 1000 }] }"#));
    assert!(!check("Order", r#"{ "do": "march", "unit": 1, "legs": [], "drums": true }"#), "not described");
    assert!(check("Wrong", r#"{ "error": "No." }"#) && !check("Wrong", r#"{ "rule": "a" }"#));
    assert!(!check("Point", r#"{ "x": 1.5, "y": 2 }"#));
}
