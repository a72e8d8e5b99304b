//! What happened, with its working and the rules it rests on.

use crate::{Names, Working, rule_name, ruling_name};
use rulebook::RuleId;
use serde::{Serialize, Serializer};

/// An event of the log: `W` is what may happen in a game.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "W: Serialize, N: Names")]
pub struct Event<W, N> {
    #[serde(flatten)]
    pub what: W,
    #[serde(serialize_with = "names_of::<N, _>")]
    pub rules: Vec<RuleId>,
    /// The ruling it rests on, where the sheet is silent.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name_of::<N, _>")]
    pub ruling: Option<u16>,
    #[serde(skip_serializing_if = "Working::is_empty")]
    pub working: Working<N>,
}

fn name_of<N: Names, S: Serializer>(ruling: &Option<u16>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruling.map_or("", ruling_name::<N>))
}

fn names_of<N: Names, S: Serializer>(rules: &[RuleId], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(|rule| rule_name::<N>(*rule)))
}

impl<W, N: Names> Event<W, N> {
    pub fn new(what: W, rules: &[RuleId]) -> Event<W, N> {
        Event::with(what, rules, Working::default())
    }

    /// An event that rests on a ruling alone.
    pub fn ruled(what: W, ruling: u16) -> Event<W, N> {
        Event { ruling: Some(ruling), ..Event::new(what, &[]) }
    }

    pub fn with(what: W, rules: &[RuleId], working: Working<N>) -> Event<W, N> {
        Event { what, rules: rules.to_vec(), ruling: None, working }
    }

    /// The ids it cites, each once: rules, the parts of its working, the ruling.
    pub fn cites(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> = Vec::new();
        for rule in self.rules.iter().copied().chain(self.working.rules()) {
            let id = rule_name::<N>(rule);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.extend(self.ruling.map(ruling_name::<N>));
        ids
    }
}
