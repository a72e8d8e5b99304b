//! The page's types, as TypeScript says them.

use super::shape::{Field, Shape};
use std::collections::BTreeMap;

const HEAD: &str = "\
// Written by `make generated` from the server's own types: change those, not this.
//
// What the server sends and takes. Lengths are thousandths of an inch; x runs east, y north.
// Bearings are 65536ths of a turn, 0 north, clockwise.

/** One thing for each side. */
export type Both<T> = { french: T; allied: T };

/** A spot on the table: x and y. */
export type Pair = [number, number];
";

/// Longer lines are broken.
const WIDTH: usize = 110;

pub(super) fn written(types: &BTreeMap<String, (Option<String>, Shape)>) -> String {
    let mut text = HEAD.to_owned();
    for (name, (about, shape)) in types {
        text += "\n";
        text += &comment(about.as_deref(), "");
        let written = type_of(shape, "", 16 + name.len());
        let space = if written.starts_with('\n') { "" } else { " " };
        text += &format!("export type {name} ={space}{written};\n");
    }
    text
}

fn comment(about: Option<&str>, indent: &str) -> String {
    about.map_or(String::new(), |about| format!("{indent}/** {} */\n", about.replace("*/", "* /")))
}

/// The type at this depth; `before`: how many letters stand before it on its line.
fn type_of(shape: &Shape, indent: &str, before: usize) -> String {
    match shape {
        Shape::Anything => "unknown".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Flag => "boolean".to_owned(),
        Shape::Whole | Shape::Number => "number".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Word(word) => format!("'{word}'"),
        Shape::Named(name) => name.clone(),
        Shape::Map(of) => format!("Record<string, {}>", type_of(of, indent, before)),
        Shape::List(of, 2, 2) if **of == Shape::Whole => "Pair".to_owned(),
        Shape::List(of, 2, 2) => row(&[(**of).clone(), (**of).clone()], indent, before),
        Shape::List(of, ..) => match &**of {
            Shape::Either(_) | Shape::All(_) => format!("({})[]", type_of(of, indent, before)),
            of => format!("{}[]", type_of(of, indent, before)),
        },
        Shape::Row(all) => row(all, indent, before),
        Shape::Record(fields) => record(fields, indent, before),
        Shape::Either(ways) => either(ways, indent, before),
        Shape::All(all) => {
            let part = |shape: &Shape| match shape {
                Shape::Either(ways) => format!("({})", either(&told_apart(ways), indent, before)),
                other => type_of(other, indent, before),
            };
            all.iter().map(part).collect::<Vec<_>>().join(" & ")
        }
        Shape::Never => "never".to_owned(),
    }
}

/// Records that are told apart by their fields alone: each says that it has none of the others', so that a page can ask
/// for any of them.
fn told_apart(ways: &[(Option<String>, Shape)]) -> Vec<(Option<String>, Shape)> {
    let fields = |shape: &Shape| match shape {
        Shape::Record(fields) => fields.clone(),
        _ => Vec::new(),
    };
    let all: Vec<Field> = ways.iter().flat_map(|(_, way)| fields(way)).collect();
    if all.iter().any(|field| matches!(field.shape, Shape::Word(_))) {
        return ways.to_vec();
    }
    let never = |field: &Field| Field { about: None, required: false, shape: Shape::Never, ..field.clone() };
    let apart = |(about, way): &(Option<String>, Shape)| {
        let own = fields(way);
        let others = all.iter().filter(|field| own.iter().all(|one| one.name != field.name)).map(never);
        (about.clone(), Shape::Record(own.iter().cloned().chain(others).collect()))
    };
    ways.iter().map(apart).collect()
}

fn row(all: &[Shape], indent: &str, before: usize) -> String {
    let each: Vec<String> = all.iter().map(|shape| type_of(shape, indent, before)).collect();
    format!("[{}]", each.join(", "))
}

fn record(fields: &[Field], indent: &str, before: usize) -> String {
    if let [one, two] = fields
        && (one.name.as_str(), two.name.as_str()) == ("french", "allied")
        && one.required
        && two.required
        && one.shape == two.shape
    {
        return format!("Both<{}>", type_of(&one.shape, indent, before));
    }
    let deeper = format!("{indent}  ");
    let field = |field: &Field| {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let name =
            if field.name.chars().all(plain) { field.name.clone() } else { format!("'{}'", field.name) };
        let name = format!("{name}{}: ", if field.required { "" } else { "?" });
        let before = deeper.len() + name.len();
        name + &type_of(&field.shape, &deeper, before)
    };
    let each: Vec<String> = fields.iter().map(field).collect();
    let line = format!("{{ {} }}", each.join("; "));
    // What is said of `Both` itself is said once.
    let about =
        |field: &Field| field.about.clone().filter(|about| !HEAD.contains(&format!("/** {about} */")));
    let silent = fields.iter().all(|field| about(field).is_none());
    if silent && !line.contains('\n') && before + line.len() < WIDTH {
        return line;
    }
    let lines = fields
        .iter()
        .zip(each)
        .map(|(field, text)| format!("{}{deeper}{text};\n", comment(about(field).as_deref(), &deeper)));
    format!("{{\n{}{indent}}}", lines.collect::<String>())
}

fn either(ways: &[(Option<String>, Shape)], indent: &str, before: usize) -> String {
    let line: Vec<String> = ways.iter().map(|(_, shape)| type_of(shape, indent, before)).collect();
    let line = line.join(" | ");
    let silent = ways.iter().all(|(about, _)| about.is_none());
    if silent && !line.contains('\n') && before + line.len() < WIDTH {
        return line;
    }
    let deeper = format!("{indent}  ");
    let mut text = String::new();
    let mut words = String::new();
    for (about, shape) in ways {
        let way = type_of(shape, &deeper, deeper.len() + 2);
        // Words of which nothing is said stand beside each other.
        if about.is_none() && matches!(shape, Shape::Word(_) | Shape::Null) {
            if deeper.len() + words.len() + way.len() + 3 > WIDTH {
                text += &format!("\n{deeper}|{words}");
                words.clear();
            }
            words += &if words.is_empty() { format!(" {way}") } else { format!(" | {way}") };
            continue;
        }
        if !words.is_empty() {
            text += &format!("\n{deeper}|{words}");
            words.clear();
        }
        text += "\n";
        text += &comment(about.as_deref(), &deeper);
        text += &format!("{deeper}| {way}");
    }
    if !words.is_empty() {
        text += &format!("\n{deeper}|{words}");
    }
    text
}
