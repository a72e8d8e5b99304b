//! Whether what is said over the wire is what the description says.

use super::described;
use super::shape::Shape;
use crate::common::parsed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::sync::Mutex;

/// Statuses that any route may answer with, as the description's first words say.
const ANYWHERE: &[u16] = &[405, 408, 429, 500, 503, 507];

/// How many replies of each kind are held against the description before only every few are: reading each once more
/// takes most of the time of long battles.
const ALL_OF_THE_FIRST: u32 = 40;
const THEN_EVERY: u32 = 8;

/// How often a route has replied with this status.
fn counted(template: &'static str, method: &str, status: u16) -> u32 {
    static COUNTS: Mutex<BTreeMap<(&str, String, u16), u32>> = Mutex::new(BTreeMap::new());
    let mut counts = COUNTS.lock().unwrap();
    let count = counts.entry((template, method.to_owned(), status)).or_default();
    *count += 1;
    *count
}

/// Holds a request and its reply against the description.
#[track_caller]
pub(crate) fn hold_against(method: &str, path: &str, sent: &[u8], status: u16, reply: &[u8]) {
    let said = format!("{method} {path} {status}");
    let Some((template, operation)) = operation(method, path) else {
        // The page and its files are no part of the API.
        assert!(status >= 400 || !path.starts_with("/api/"), "{said}: not described");
        return;
    };
    let count = counted(template, method, status);
    if count > ALL_OF_THE_FIRST && !count.is_multiple_of(THEN_EVERY) {
        return;
    }
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
fn operation(method: &str, path: &str) -> Option<(&'static str, &'static Value)> {
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
    let (template, methods) = paths.iter().find(|(template, _)| same(template))?;
    Some((template, methods.get(method.to_lowercase())?))
}

#[track_caller]
fn fits_or_says(shape: &Shape, text: &[u8], said: &str) {
    let value = parsed(text).unwrap_or_else(|| panic!("{said}: no JSON"));
    if let Err(why) = fits(shape, &value) {
        panic!("{said}: what is said is not what openapi.json describes: {why}");
    }
}

/// Where a value has not the shape it should have. Most belong to an alternative that another one makes good, so they
/// are put into words only when they are read.
pub(crate) enum Fault<'a> {
    Not(&'a Value, &'a Shape),
    NoList(&'a Value),
    NoObject(&'a Value),
    Missing(&'a str),
    Undescribed(&'a str),
    In(&'a str, Box<Fault<'a>>),
    Neither(Vec<Fault<'a>>),
}

impl Fault<'_> {
    fn within<'a>(name: &'a str, fault: Fault<'a>) -> Fault<'a> {
        Fault::In(name, Box::new(fault))
    }
}

impl Display for Fault<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Not(value, shape) => write!(f, "{value} is not {shape:?}"),
            Fault::NoList(value) => write!(f, "{value} is no list"),
            Fault::NoObject(value) => write!(f, "{value} is no object"),
            Fault::Missing(name) => write!(f, "{name} is missing"),
            Fault::Undescribed(name) => write!(f, "{name} is not described"),
            Fault::In(name, fault) => write!(f, "{name}: {fault}"),
            Fault::Neither(faults) => {
                let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
                write!(f, "{}", faults.join("; nor "))
            }
        }
    }
}

/// Whether a value has this shape; else where it has not. Fields that are not described are faults too.
pub(crate) fn fits<'a>(shape: &'a Shape, value: &'a Value) -> Result<(), Fault<'a>> {
    look(shape, value)?;
    closed(shape, value)
}

fn look<'a>(shape: &'a Shape, value: &'a Value) -> Result<(), Fault<'a>> {
    let is = |right: bool| if right { Ok(()) } else { Err(Fault::Not(value, shape)) };
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
            fits(shape, value).map_err(|why| Fault::within(name, why))
        }
        Shape::List(of, least, most) => {
            let all = value.as_array().ok_or(Fault::NoList(value))?;
            is((*least..=*most).contains(&all.len()))?;
            all.iter().try_for_each(|one| fits(of, one))
        }
        Shape::Row(shapes) => {
            let all = value.as_array().ok_or(Fault::NoList(value))?;
            is(all.len() == shapes.len())?;
            shapes.iter().zip(all).try_for_each(|(shape, one)| fits(shape, one))
        }
        Shape::Map(of) => {
            let all = value.as_object().ok_or(Fault::NoObject(value))?;
            all.values().try_for_each(|one| fits(of, one))
        }
        Shape::Record(fields) => {
            let all = value.as_object().ok_or(Fault::NoObject(value))?;
            for field in fields {
                match all.get(&field.name) {
                    Some(one) => {
                        fits(&field.shape, one).map_err(|why| Fault::within(&field.name, why))?;
                    }
                    None if field.required => return Err(Fault::Missing(&field.name)),
                    None => {}
                }
            }
            Ok(())
        }
        Shape::Either(ways) => {
            let faults: Vec<Fault<'_>> = ways.iter().map_while(|(_, way)| look(way, value).err()).collect();
            if faults.len() < ways.len() { Ok(()) } else { Err(Fault::Neither(faults)) }
        }
        Shape::All(all) => all.iter().try_for_each(|one| look(one, value)),
    }
}

/// Whether every field of an object is described.
fn closed<'a>(shape: &'a Shape, value: &'a Value) -> Result<(), Fault<'a>> {
    let Some(fields) = value.as_object() else { return Ok(()) };
    let undescribed = match shape {
        Shape::Record(known) => fields.keys().find(|name| known.iter().all(|field| field.name != **name)),
        _ => match names(shape, value) {
            Some(known) => fields.keys().find(|name| !known.contains(name.as_str())),
            None => None,
        },
    };
    match undescribed {
        Some(name) => Err(Fault::Undescribed(name)),
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
