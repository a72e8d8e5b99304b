//! JSON in which the same piece stands once, wherever it is said: lines of the log, units, reports.

use super::Failed;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How deep objects are taken apart, and lists within them into what they list: a seat, its view, the view's fields.
const DEEP: usize = 3;

#[derive(Serialize, Deserialize)]
pub(super) struct Deduplicated {
    /// Each once, in the order in which they are first said.
    pieces: Vec<Box<RawValue>>,
    /// The same objects and lists, with the number of a piece in the place of everything else.
    whole: Value,
}

impl Deduplicated {
    pub(super) fn of(value: &Value) -> Deduplicated {
        let mut shared = Deduplicated { pieces: Vec::new(), whole: Value::Null };
        shared.whole = shared.take_apart(value, 0, &mut BTreeMap::new());
        shared
    }

    fn take_apart(&mut self, value: &Value, depth: usize, known: &mut BTreeMap<String, usize>) -> Value {
        match value {
            Value::Object(fields) if depth < DEEP => {
                let fields = fields.iter().map(|(name, field)| {
                    let field = self.take_apart(field, depth + 1, known);
                    (name.clone(), field)
                });
                Value::Object(fields.collect())
            }
            Value::Array(all) if depth <= DEEP => {
                Value::Array(all.iter().map(|one| self.take_apart(one, DEEP + 1, known)).collect())
            }
            piece => {
                let text = piece.to_string();
                let n = match known.get(&text) {
                    Some(n) => *n,
                    None => {
                        let n = self.pieces.len();
                        // What was JSON a moment ago is.
                        self.pieces.extend(RawValue::from_string(text.clone()));
                        known.insert(text, n);
                        n
                    }
                };
                Value::from(n)
            }
        }
    }

    pub(super) fn whole(&self) -> Result<Value, Failed> {
        self.put_together(&self.whole)
    }

    fn put_together(&self, value: &Value) -> Result<Value, Failed> {
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, field)| Ok((name.clone(), self.put_together(field)?)));
                Ok(Value::Object(fields.collect::<Result<Map<_, _>, Failed>>()?))
            }
            Value::Array(all) => all.iter().map(|one| self.put_together(one)).collect(),
            number => {
                let n = number.as_u64().and_then(|n| usize::try_from(n).ok());
                let piece = n.and_then(|n| self.pieces.get(n));
                let piece =
                    piece.ok_or_else(|| Failed::Damaged("a piece of what was told is missing".to_owned()))?;
                super::parse(piece.get())
            }
        }
    }
}
