//! The numbers and rulings of one sheet in force, by rule id and without strings: what every game's rules rest on.

use crate::charts::{ChartRow, FromValue, Modifiers, Ratio, rows};
use dice::Pool;
use rulebook::{Row, RuleId, Setting, SheetRules, Word};
use table::Inches;

/// One value of a ruling that is a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub ruling: u16,
    pub word: i32,
}

/// The first number of each kind in one rule's row. A row with two of a kind is read as its chart declares it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    int: Option<i32>,
    inches: Option<Inches>,
    dice: Option<Pool>,
    ratio: Option<Ratio>,
}

impl Numbers {
    fn of(row: &Row) -> Numbers {
        fn first<T: FromValue>(row: &Row) -> Option<T> {
            row.fields().iter().find_map(|(_, value)| T::from_value(value))
        }
        Numbers { int: first(row), inches: first(row), dice: first(row), ratio: first(row) }
    }
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
            numbers[row.rule.index()] = Numbers::of(row);
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

    /// The rows of a chart, as it is declared.
    pub fn rows<R: ChartRow>(&self) -> impl Iterator<Item = R> {
        rows(&self.source)
    }

    /// The modifiers of the chart `<topic>-modifier`.
    pub fn modifiers<W: Word>(&self, chart: &str) -> Modifiers<W> {
        Modifiers::of(&self.source, chart)
    }

    fn numbers(&self, rule: RuleId) -> Numbers {
        self.numbers.get(rule.index()).copied().unwrap_or_default()
    }

    /// The whole number of a rule's row; `None` where the rule is not in force or has no such number.
    pub fn int(&self, rule: RuleId) -> Option<i32> {
        self.numbers(rule).int
    }

    pub fn inches(&self, rule: RuleId) -> Option<Inches> {
        self.numbers(rule).inches
    }

    /// The dice a rule gives as losses or as a distance.
    pub fn dice(&self, rule: RuleId) -> Option<Pool> {
        self.numbers(rule).dice
    }

    /// A ratio: dice for figures, a part of a move.
    pub fn ratio(&self, rule: RuleId) -> Option<Ratio> {
        self.numbers(rule).ratio
    }
}
