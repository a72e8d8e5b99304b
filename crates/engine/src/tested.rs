//! Dice held against a need, a table or other dice: thrown, read and told in one place.
//!
//! A rule that throws asks its dice by one of these, and tells what it has in its hand: need, modifiers and comparison
//! are written nowhere else. Where events are not kept nothing is told, and it costs nothing.

use crate::wording::plain;
use crate::{Cite, Names, Working, rule_name};
use dice::{Asks, Changes, Dice, Part, Pool, Test};
use rulebook::RuleId;

/// What a test has needed, with the rule or ruling that gives it.
pub fn part<N: Names>(by: impl Into<Cite<N>>, value: i32) -> Part {
    Part { rule: by.into().id(), value }
}

/// The modifiers of a sum, each with its rule.
pub fn parts<N: Names>(sum: &Working<N>) -> Vec<Part> {
    sum.modifiers().iter().map(|(rule, value)| Part { rule: rule_name::<N>(*rule), value: *value }).collect()
}

/// A total, modified, that must be `need` or more.
pub fn at_least<N: Names>((by, need): (impl Into<Cite<N>>, i32), sum: &Working<N>) -> Test {
    Test::of(Asks::AtLeast, parts(sum)).needs(part::<N>(by, need))
}

/// A total, modified, that must be `need` or less.
pub fn at_most<N: Names>((by, need): (impl Into<Cite<N>>, i32), sum: &Working<N>) -> Test {
    Test::of(Asks::AtMost, parts(sum)).needs(part::<N>(by, need))
}

/// A total, modified, that is looked up in the table of this rule.
pub fn table<N: Names>(sum: &Working<N>) -> Test {
    Test::of(Asks::Table, parts(sum))
}

/// A die that, modified, must show the printed number of the sum or more.
pub fn over<N: Names>(sum: &Working<N>) -> Test {
    let test = Test::of(Asks::AtLeast, parts(sum));
    match sum.base() {
        Some((by, need)) => test.needs(part::<N>(by, need)),
        None => test,
    }
}

/// A die that must show no more than the printed number of the sum, which what is added changes.
pub fn under<N: Names>(sum: &Working<N>) -> Test {
    let test = Test::of(Asks::AtMost, parts(sum)).changes_need();
    match sum.base() {
        Some((by, need)) => test.needs(part::<N>(by, need)),
        None => Test { needed: Some(sum.total()), ..test },
    }
}

/// Dice that are counted one by one: the printed number of the sum, and what is added to each die.
pub fn each<N: Names>(sum: &Working<N>) -> Test {
    let test = Test::of(Asks::Each, parts(sum));
    match sum.base() {
        Some((by, need)) => test.needs(part::<N>(by, need)),
        None => test,
    }
}

/// Dice that are counted one by one, against a face that this rule or ruling gives.
pub fn each_by<N: Names>(by: impl Into<Cite<N>>, face: u32) -> Test {
    Test::of(Asks::Each, Vec::new()).needs(part::<N>(by, face as i32))
}

/// Dice that are a number themselves.
pub fn amount() -> Test {
    Test::of(Asks::Amount, Vec::new())
}

/// What comes of a die or a total in the words of its rule: where it shows what is needed, and where it does not. (A
/// leader whom a 6 kills has not "passed".)
pub type Said = [&'static str; 2];

/// The words of a test that a unit or a leader passes or fails.
pub const PASSED: Said = ["passes", "fails"];

/// The word for it.
pub fn word_of([yes, no]: Said, shows: bool) -> &'static str {
    if shows { yes } else { no }
}

/// What came of a test that is passed or failed.
pub fn passed(passes: bool) -> &'static str {
    word_of(PASSED, passes)
}

/// "2 hits".
fn hit(hits: u32) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        hits => format!("{hits} hits"),
    }
}

/// Two totals held against each other: the modifiers of both, and whether the first is the higher; `None`: they are equal.
pub fn against(rolled: [u32; 2], [one, two]: [Vec<Part>; 2], first: Option<bool>) -> [Test; 2] {
    let one = Test::of(Asks::Against, one).rolls(rolled[0]);
    let two = Test::of(Asks::Against, two).rolls(rolled[1]);
    let result = |wins: Option<bool>| match wins {
        Some(true) => "higher",
        Some(false) => "lower",
        None => "equal",
    };
    let (totals, won) = ([one.total, two.total], [first, first.map(|first| !first)]);
    [
        Test { needed: Some(totals[1]), ..one }.gives(result(won[0])),
        Test { needed: Some(totals[0]), ..two }.gives(result(won[1])),
    ]
}

/// Throws that tell what they were held against.
pub trait Tests: Dice {
    /// The total as the rule reads it, and what it was held against.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn held<T: Copy + Ord>(
        &mut self,
        pool: Pool,
        reading: impl Fn(u32) -> T,
        test: impl FnOnce(&T) -> Test,
    ) -> Result<T, Self::Pause> {
        let read = self.read(pool, reading)?;
        self.tested(|[rolled]| [test(&read).rolls(rolled)]);
        Ok(read)
    }

    /// Whether the total, modified, is the need or more. `said`: what that means.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn at_least<N: Names>(
        &mut self,
        pool: Pool,
        need: (impl Into<Cite<N>>, i32),
        sum: &Working<N>,
        said: Said,
    ) -> Result<bool, Self::Pause> {
        let (added, least) = (sum.total(), need.1);
        self.held(
            pool,
            |total| total as i32 + added >= least,
            |shows| at_least(need, sum).gives(word_of(said, *shows)),
        )
    }

    /// Whether the total, modified, is the need or less. `said`: what that means.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn at_most<N: Names>(
        &mut self,
        pool: Pool,
        need: (impl Into<Cite<N>>, i32),
        sum: &Working<N>,
        said: Said,
    ) -> Result<bool, Self::Pause> {
        let (added, most) = (sum.total(), need.1);
        self.held(
            pool,
            |total| total as i32 + added <= most,
            |shows| at_most(need, sum).gives(word_of(said, *shows)),
        )
    }

    /// What a table says to the total, modified. `said`: that in a word.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn looked_up<T: Copy + Ord, N: Names>(
        &mut self,
        pool: Pool,
        sum: &Working<N>,
        reading: impl Fn(i32) -> T,
        said: impl FnOnce(&T) -> String,
    ) -> Result<T, Self::Pause> {
        let added = sum.total();
        let read = self.read(pool, |total| reading(total as i32 + added))?;
        self.tested(|[rolled]| {
            let total = rolled as i32 + added;
            let row = row_of(pool, added, total, |total| reading(total) == read);
            [Test { row: Some(row), ..table(sum).rolls(rolled).gives(said(&read)) }]
        });
        Ok(read)
    }

    /// How many dice show the face or more. `test`: what makes it that face.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn each(&mut self, pool: Pool, face: u32, test: impl FnOnce() -> Test) -> Result<u32, Self::Pause> {
        let hits = self.hits(pool, face)?;
        if pool.count > 0 {
            self.tested(|_| [Test { needed: Some(face as i32), ..test() }.rolls(hits).gives(hit(hits))]);
        }
        Ok(hits)
    }

    /// Whether one die shows the face or more that this rule or ruling wants. `said`: what that means.
    ///
    /// # Errors
    /// The umpire's pause, where the die is not there yet.
    fn shows_for<N: Names>(
        &mut self,
        by: impl Into<Cite<N>>,
        face: u32,
        said: Said,
    ) -> Result<bool, Self::Pause> {
        let shows = self.shows(face)?;
        self.tested(|[rolled]| {
            let need = part::<N>(by, face as i32);
            [Test::of(Asks::AtLeast, Vec::new()).needs(need).rolls(rolled).gives(word_of(said, shows))]
        });
        Ok(shows)
    }

    /// A total that is itself the result: inches, figures.
    ///
    /// # Errors
    /// The umpire's pause, where the dice are not there yet.
    fn amount(
        &mut self,
        by: Option<&'static str>,
        pool: Pool,
        said: &'static str,
    ) -> Result<u32, Self::Pause> {
        let total = self.total(pool)?;
        self.tested(|[rolled]| {
            [Test { dice: by, ..amount() }.rolls(rolled).gives(format!("{rolled}{said}"))]
        });
        Ok(total)
    }
}

impl<D: Dice> Tests for D {}

/// The stretch of totals around this one that a table reads alike, as far as these dice can show them.
pub fn row_of(pool: Pool, added: i32, total: i32, is_same: impl Fn(i32) -> bool) -> [i32; 2] {
    let (least, most) = (pool.count as i32 + added, (pool.count * pool.sides) as i32 + added);
    let from = (least..=total).rev().take_while(|total| is_same(*total)).last().unwrap_or(total);
    let to = (total..=most).take_while(|total| is_same(*total)).last().unwrap_or(total);
    [from, to]
}

/// A rule's name, for dice that a rule gives.
pub fn dice_of<N: Names>(by: RuleId) -> Option<&'static str> {
    Some(rule_name::<N>(by))
}

// ----------------------------------------------------------------- in words ----

/// A number that must be reached, or not be passed: "9 or more".
pub fn bound(test: &Test, number: i32) -> String {
    match test.asks {
        Asks::AtMost => format!("{number} or less"),
        Asks::AtLeast | Asks::Each => format!("{number} or more"),
        Asks::Table | Asks::Against | Asks::Amount => number.to_string(),
    }
}

/// From what was rolled to what came of it: "rolled 3 + 4 = 7 + 1, total 8 against 9 or more: fails".
pub fn reckoned(test: &Test, faces: &[u32]) -> String {
    let said: Vec<String> = faces.iter().map(ToString::to_string).collect();
    let (all, result) = (said.join(" + "), &test.result);
    let rolled =
        if faces.len() > 1 { format!("rolled {all} = {}", test.rolled) } else { format!("rolled {all}") };
    let modified = test.modified();
    let needed = test.needed.unwrap_or_default();
    if test.asks == Asks::Each {
        let each = if faces.len() == 1 { "1 die".to_owned() } else { format!("{} dice", faces.len()) };
        return format!("{each}, each {}: {result}", bound(test, needed));
    }
    if test.asks == Asks::Amount {
        return format!("{rolled}: {result}");
    }
    let total = match (modified, test.changes) {
        (0, _) | (_, Changes::Need) => rolled,
        (_, Changes::Roll) => {
            let sign = if modified < 0 { '−' } else { '+' };
            format!("{rolled} {sign} {}, total {}", modified.unsigned_abs(), test.total)
        }
    };
    match (test.asks, test.row) {
        (Asks::Table, Some([from, to])) if from == to => format!("{total}, row {from}: {result}"),
        (Asks::Table, Some([from, to])) => format!("{total}, row {} to {to}: {result}", plain(from)),
        (Asks::Table, None) => format!("{total}: {result}"),
        _ => format!("{total} against {}: {result}", bound(test, needed)),
    }
}
