//! The numbers and rulings of one sheet in force, by rule id and without strings: what every game's rules rest on.

use dice::Pool;
use rulebook::{RuleId, Setting, SheetRules};
use table::Inches;

/// One value of a ruling that is a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub ruling: u16,
    pub word: i32,
}

/// The fields of a row that hold its one whole number; no row has two of them.
const MAIN: [&str; 13] = [
    "need",
    "mod",
    "target",
    "count",
    "degrees",
    "divide",
    "missed-by",
    "number",
    "millimetres",
    "phases",
    "value",
    "level",
    "die",
];

/// The numbers one rule's row may carry; zero where it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    present: bool,
    main: i32,
    per: i32,
    inches: Inches,
    dice: (u8, u8),
    rate: (u8, u8),
}

/// A sheet's rules in force, patched or as printed.
#[derive(Clone, Debug)]
pub struct InForce {
    source: SheetRules,
    numbers: Vec<Numbers>,
    settings: Vec<i32>,
}

impl InForce {
    /// `rules`: how many the ledger has.
    pub fn new(source: SheetRules, rules: usize) -> InForce {
        let mut numbers = vec![Numbers::default(); rules];
        for row in &source.rows {
            let int = |name| row.int(name);
            numbers[row.rule.index()] = Numbers {
                present: true,
                main: MAIN.into_iter().find_map(int).unwrap_or(0),
                per: int("per").or(int("pounds")).unwrap_or(0),
                inches: Inches(row.inches("inches").unwrap_or(0)),
                dice: row.dice("losses").or(row.dice("dice")).unwrap_or((0, 6)),
                rate: row.ratio("rate").unwrap_or((0, 1)),
            };
        }
        let settings = source.settings.iter().map(|setting| match setting {
            Setting::Flag(flag) => i32::from(*flag),
            Setting::Word(word) => i32::from(*word),
            Setting::Int(n) | Setting::Inches(n) => *n,
            Setting::List(_) => 0,
        });
        InForce { settings: settings.collect(), numbers, source }
    }

    /// The rules as the rulebook holds them.
    pub fn source(&self) -> &SheetRules {
        &self.source
    }

    pub fn hash_hex(&self) -> String {
        self.source.hash_hex()
    }

    /// Whether a rule is in force on this sheet.
    pub fn on(&self, rule: RuleId) -> bool {
        self.source.on.contains(rule)
    }

    /// Whether the house plays this word of a ruling.
    pub fn plays(&self, choice: Choice) -> bool {
        self.settings[usize::from(choice.ruling)] == choice.word
    }

    pub fn flag(&self, ruling: u16) -> bool {
        self.settings[usize::from(ruling)] != 0
    }

    pub fn number(&self, ruling: u16) -> i32 {
        self.settings[usize::from(ruling)]
    }

    pub fn ruled(&self, ruling: u16) -> Inches {
        Inches(self.settings[usize::from(ruling)])
    }

    pub fn ruled_list(&self, ruling: u16) -> &[i32] {
        self.source.list(usize::from(ruling))
    }

    fn row(&self, rule: RuleId) -> Option<&Numbers> {
        self.numbers.get(rule.index()).filter(|numbers| numbers.present)
    }

    /// The whole number of a rule's row; `None` where the rule is not in force or has no row.
    pub fn main(&self, rule: RuleId) -> Option<i32> {
        self.row(rule).map(|numbers| numbers.main)
    }

    /// The number a rule counts by (per so many, from so many pounds); 0 where it has none.
    pub fn per(&self, rule: RuleId) -> i32 {
        self.row(rule).map_or(0, |numbers| numbers.per)
    }

    pub fn inches(&self, rule: RuleId) -> Option<Inches> {
        self.row(rule).map(|numbers| numbers.inches)
    }

    /// The dice a rule gives as losses or as a distance.
    pub fn dice(&self, rule: RuleId) -> Option<Pool> {
        self.row(rule).map(|numbers| {
            let (count, sides) = numbers.dice;
            Pool { count: u32::from(count), sides: u32::from(sides) }
        })
    }

    /// So many for so many: dice per figures, a part of a move.
    pub fn rate(&self, rule: RuleId) -> Option<(u32, u32)> {
        self.row(rule).map(|numbers| (u32::from(numbers.rate.0), u32::from(numbers.rate.1).max(1)))
    }
}
