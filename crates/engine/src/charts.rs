//! Charts as a game declares them: each row typed, each modifier with its condition, each grid by its words.
//!
//! [`charts!`](crate::charts!) declares every chart of a game once. From that come the fields that its files may hold, with
//! every slip located, and the types that its rules read. A row that a house has taken out is in none of them.

use crate::Working;
use dice::Pool;
use rulebook::{Chart, Form, Key, Row, RuleId, SheetRules, Value, Word};
use std::marker::PhantomData;
use table::Inches;

/// The first number for every second number: 1 die for 3 figures, 2 parts of 3 of a move.
pub type Ratio = (u32, u32);

/// A row of a chart, as `charts!` declares it.
pub trait ChartRow: Sized {
    const CHART: &'static str;

    /// `None` for a row of another chart.
    fn read(row: &Row) -> Option<Self>;
}

/// The rows of one chart, in the ledger's order.
pub fn rows<R: ChartRow>(rules: &SheetRules) -> impl Iterator<Item = R> {
    rules.chart(R::CHART).filter_map(R::read)
}

/// What stands in a field, as the type its rules want.
pub trait FromValue: Sized {
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! from_value {
    ($($type:ty: $pattern:pat => $value:expr;)+) => {
        $(impl FromValue for $type {
            fn from_value(value: &Value) -> Option<$type> {
                if let $pattern = value { Some($value) } else { None }
            }
        })+
    };
}

from_value! {
    i32: Value::Int(number) => *number;
    u32: Value::Int(number) => number.unsigned_abs();
    u8: Value::Int(number) => number.unsigned_abs().min(255) as u8;
    Inches: Value::Inches(number) => Inches(*number);
    bool: Value::Flag(flag) => *flag;
    Pool: Value::Dice { count, sides } => Pool { count: u32::from(*count), sides: u32::from(*sides) };
    Ratio: Value::Ratio { dice, figures } => (u32::from(*dice), u32::from(*figures).max(1));
    String: Value::Text(text) => text.clone();
    Vec<String>: Value::Words(words) => words.clone();
}

/// A field that holds a word.
pub fn word<W: Word>(value: &Value) -> Option<W> {
    if let Value::Word(word) = value { W::from_word(word) } else { None }
}

/// A field that holds words.
pub fn words<W: Word>(value: &Value) -> Option<Vec<W>> {
    if let Value::Words(words) = value { words.iter().map(|word| W::from_word(word)).collect() } else { None }
}

/// The cells of a row whose columns are words: found by the column.
pub fn cells<C: Word, V: FromValue + Copy>(value: &Value) -> Option<Cells<C, V>> {
    let Value::Cells(cells) = value else { return None };
    let cells: Option<Vec<V>> = cells.iter().map(V::from_value).collect();
    cells.filter(|cells| cells.len() == C::COUNT).map(|cells| Cells { cells, column: PhantomData })
}

/// One row of a grid whose rows have a rule each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells<C, V> {
    cells: Vec<V>,
    column: PhantomData<C>,
}

impl<C: Word, V: Copy> Cells<C, V> {
    pub fn get(&self, column: C) -> V {
        self.cells[column.place()]
    }
}

/// Cells that are found by a word, or by two. A cell whose rule is not in force is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<K, V> {
    cells: Vec<Option<(RuleId, V)>>,
    key: PhantomData<K>,
}

impl<K: Key, V: Copy> Grid<K, V> {
    pub fn get(&self, key: K) -> Option<(RuleId, V)> {
        self.cells.get(key.place()).copied().flatten()
    }
}

impl<K: Key, V: Copy> FromIterator<(K, RuleId, V)> for Grid<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, RuleId, V)>>(cells: I) -> Grid<K, V> {
        let mut grid = Grid { cells: vec![None; K::COUNT], key: PhantomData };
        for (key, rule, value) in cells {
            grid.cells[key.place()] = Some((rule, value));
        }
        grid
    }
}

/// A modifier of a topic: what it is worth, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier<W> {
    pub rule: RuleId,
    pub when: W,
    pub value: i32,
    /// The number its condition counts by; 1 where the row has none.
    pub per: i32,
}

/// The modifiers of a topic that are in force, in the ledger's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifiers<W>(Vec<Modifier<W>>);

impl<W: Word> Modifiers<W> {
    /// Those of the chart `<topic>-modifier`.
    pub fn of(rules: &SheetRules, chart: &str) -> Modifiers<W> {
        let modifier = |row: &Row| {
            let int = |name| row.get(name).and_then(i32::from_value);
            let mut others = row.fields().iter().filter(|(name, _)| *name != "mod");
            let per = others.find_map(|(_, value)| i32::from_value(value)).unwrap_or(1);
            Some(Modifier { rule: row.rule, when: word(row.get("when")?)?, value: int("mod")?, per })
        };
        Modifiers(rules.chart(chart).filter_map(modifier).collect())
    }

    /// Those that hold, each with how often: `times` is told the condition and the number it counts by.
    pub fn holding(&self, times: impl Fn(W, i32) -> i32) -> impl Iterator<Item = (RuleId, i32)> {
        self.0.iter().filter_map(move |modifier| {
            let times = times(modifier.when, modifier.per);
            (times != 0).then(|| (modifier.rule, modifier.value * times))
        })
    }

    /// Adds those that hold.
    pub fn add<N>(&self, sum: &mut Working<N>, times: impl Fn(W, i32) -> i32) {
        self.holding(times).for_each(|(rule, value)| sum.add(rule, value));
    }

    /// The first modifier with that condition; `None` where it is not in force.
    pub fn find(&self, when: W) -> Option<&Modifier<W>> {
        self.0.iter().find(|modifier| modifier.when.place() == when.place())
    }
}

/// Declares the charts of a game: `CHARTS`, and a type for the rows of each chart that has a name.
///
/// Kinds of fields: `int -6..=6`, `count 0..=9` and `small 1..=20` (not negative), `inches 0..=72_000` (thousandths), `flag`, `word Grade`, `words Grade`,
/// `listed NAMES`, `dice`, `ratio`, `text`, `cells Column int 0..=9`; before them `maybe` where a row may leave it out and `new` where format 1 did not have
/// it. A field whose name is no name of Rust says it in quotation marks.
///
/// ```
/// rulebook::words!(Grade { Elite = "elite", Veteran = "veteran" });
/// rulebook::words!(When { Charging = "charging", Losses = "losses" });
/// engine::charts! {
///     "morale-base" "Morale: target by grade": MoraleBase, grid("grade", "target") {
///         grade: [word Grade],
///         target: [int 0..=12],
///     }
///     "morale-modifier" "Morale: modifiers", modifiers() {
///         when: [word When],
///         modifier "mod": [int -6..=6],
///         per: [maybe int 1..=60],
///     }
///     "distance" "Distances" { inches: [inches 0..=72_000] }
/// }
/// # fn main() {
/// assert_eq!(CHARTS.len(), 3);
/// # }
/// ```
#[macro_export]
macro_rules! charts {
    ($($name:literal $title:literal $(: $row:ident)? $(, $form:ident $layout:tt)? { $($body:tt)+ })*) => {
        /// Every chart the ruleset files may hold, and what its rows say.
        pub static CHARTS: &[$crate::__rulebook::Chart] = &[$($crate::__rulebook::Chart {
            name: $name,
            title: $title,
            fields: $crate::chart_fields! { $($body)+ },
            form: $crate::chart_form!($($form $layout)?),
        }),*];
        $($crate::chart_row! { [$($row)?] $name { $($body)+ } })*
    };
}

/// How many charts several lists have together.
pub const fn counted(lists: &[&[Chart]]) -> usize {
    let (mut all, mut list) = (0, 0);
    while list < lists.len() {
        all += lists[list].len();
        list += 1;
    }
    all
}

/// The charts of a game that declares them topic by topic, in one list of [`counted`] many.
pub const fn joined<const N: usize>(lists: &[&[Chart]]) -> [Chart; N] {
    let mut all = [Chart { name: "", title: "", fields: &[], form: Form::Rows }; N];
    let (mut filled, mut list) = (0, 0);
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            all[filled] = lists[list][at];
            filled += 1;
            at += 1;
        }
        list += 1;
    }
    all
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_form {
    () => {
        $crate::__rulebook::Form::Rows
    };
    (modifiers ()) => {
        $crate::__rulebook::Form::Modifiers
    };
    (lines ()) => {
        $crate::__rulebook::Form::Lines
    };
    (grid ($row:literal, $cell:literal)) => {
        $crate::chart_form!(grid @ $row, None, $cell, None)
    };
    (grid ($row:literal, $column:literal, $cell:literal)) => {
        $crate::chart_form!(grid @ $row, Some($column), $cell, None)
    };
    (grid ($row:literal, $column:literal, $cell:literal, $flag:literal)) => {
        $crate::chart_form!(grid @ $row, Some($column), $cell, Some($flag))
    };
    (grid @ $row:literal, $column:expr, $cell:literal, $flag:expr) => {
        $crate::__rulebook::Form::Grid($crate::__rulebook::Layout {
            row: $row,
            column: $column,
            cell: $cell,
            flag: $flag,
        })
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_fields {
    ($($field:ident $($name:literal)? : [$($kind:tt)+]),+ $(,)?) => {
        &[$($crate::chart_field!($crate::chart_name!($field $($name)?), $($kind)+)),+]
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_name {
    ($field:ident $name:literal) => {
        $name
    };
    ($field:ident) => {
        stringify!($field)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_field {
    ($name:expr, new $($kind:tt)+) => {
        $crate::chart_field!($name, $($kind)+).added()
    };
    ($name:expr, maybe $($kind:tt)+) => {
        $crate::__rulebook::Field::optional($name, $crate::chart_kind!($($kind)+))
    };
    ($name:expr, $($kind:tt)+) => {
        $crate::__rulebook::Field::new($name, $crate::chart_kind!($($kind)+))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_kind {
    (int $min:literal..=$max:literal) => {
        $crate::__rulebook::FieldKind::Int { min: $min, max: $max }
    };
    (count $min:literal..=$max:literal) => {
        $crate::__rulebook::FieldKind::Int { min: $min, max: $max }
    };
    (small $min:literal..=$max:literal) => {
        $crate::__rulebook::FieldKind::Int { min: $min, max: $max }
    };
    (listed $words:ident) => {
        $crate::__rulebook::FieldKind::Words($words)
    };
    (inches $min:literal..=$max:literal) => {
        $crate::__rulebook::FieldKind::Inches { min: $min, max: $max }
    };
    (flag) => {
        $crate::__rulebook::FieldKind::Flag
    };
    (word $word:ty) => {
        $crate::__rulebook::FieldKind::Word(<$word as $crate::__rulebook::Word>::NAMES)
    };
    (words $word:ty) => {
        $crate::__rulebook::FieldKind::Words(<$word as $crate::__rulebook::Word>::NAMES)
    };
    (dice) => {
        $crate::__rulebook::FieldKind::Dice
    };
    (ratio) => {
        $crate::__rulebook::FieldKind::Ratio
    };
    (text) => {
        $crate::__rulebook::FieldKind::Text
    };
    (cells $column:ident $($of:tt)+) => {
        $crate::__rulebook::FieldKind::Cells {
            columns: <$column as $crate::__rulebook::Word>::NAMES,
            of: &$crate::chart_kind!($($of)+),
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_type {
    (new $($kind:tt)+) => { $crate::chart_type!($($kind)+) };
    (maybe $($kind:tt)+) => { Option<$crate::chart_type!($($kind)+)> };
    (int $($range:tt)+) => { i32 };
    (count $($range:tt)+) => { u32 };
    (small $($range:tt)+) => { u8 };
    (listed $words:ident) => { Vec<String> };
    (inches $($range:tt)+) => { $crate::charts::Distance };
    (flag) => { bool };
    (word $word:ty) => { $word };
    (words $word:ty) => { Vec<$word> };
    (dice) => { $crate::charts::Throw };
    (ratio) => { $crate::charts::Ratio };
    (text) => { String };
    (cells $column:ident $($of:tt)+) => { $crate::charts::Cells<$column, $crate::chart_type!($($of)+)> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_value {
    ($value:expr, new $($kind:tt)+) => { $crate::chart_value!($value, $($kind)+) };
    ($value:expr, maybe $($kind:tt)+) => { Some($crate::chart_value!($value, $($kind)+)) };
    ($value:expr, word $word:ty) => { $value.and_then($crate::charts::word) };
    ($value:expr, words $word:ty) => { $value.and_then($crate::charts::words) };
    ($value:expr, cells $($rest:tt)+) => { $value.and_then($crate::charts::cells) };
    ($value:expr, $($kind:tt)+) => { $value.and_then($crate::charts::FromValue::from_value) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! chart_row {
    ([] $chart:literal $fields:tt) => {};
    ([$row:ident] $chart:literal { $($field:ident $($name:literal)? : [$($kind:tt)+]),+ $(,)? }) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $row {
            pub rule: $crate::__rulebook::RuleId,
            $(pub $field: $crate::chart_type!($($kind)+)),+
        }
        impl $crate::charts::ChartRow for $row {
            const CHART: &'static str = $chart;
            fn read(row: &$crate::__rulebook::Row) -> Option<$row> {
                Some($row {
                    rule: row.rule,
                    $($field: $crate::chart_value!(
                        row.get($crate::chart_name!($field $($name)?)),
                        $($kind)+
                    )?),+
                })
            }
        }
    };
}

#[doc(hidden)]
pub use dice::Pool as Throw;
#[doc(hidden)]
pub use table::Inches as Distance;
