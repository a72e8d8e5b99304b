//! Cases by the row: a `[[table]]` lays out one scene, or puts one question to the desk, and every line of its `rows`,
//! or every cell of its `grid`, is a case.
//!
//! A row is the table's own keys with the values of its cells set in them: whatever a case may say, a column may say.

use super::cell::{Column, Columns};
use rulebook::{Fault, Item, Leaf, Overlay, Source, Table, Written};

/// The keys of a table that are about its rows, and of no case.
const OWN: &[&str] = &["name", "rows", "grid", "down", "across", "cells", "short", "rule"];

/// The rows of one table, ready to be read as cases.
pub(super) struct Rows<'r> {
    /// The text they are written in.
    pub(super) item: Item<'r>,
    pub(super) cases: Vec<Overlay>,
    header: u32,
    lines: Vec<u32>,
}

impl<'r> Rows<'r> {
    /// `None` where they cannot be read at all, which has been reported.
    pub(super) fn read(table: &Table<'r>, source: &Source, sheets: &[&str]) -> Option<Rows<'r>> {
        let is_grid = table.has("grid");
        let item =
            table.need(if is_grid { "grid" } else { "rows" }, || "lines between ''' and '''".to_owned())?;
        if is_grid && table.has("rows") {
            table.fault_at("rows", "rows beside a grid", "one of the two");
        }
        let lines = item.lines(source)?;
        let Some((header, lines)) = lines.split_first().filter(|(_, lines)| !lines.is_empty()) else {
            item.fault_with("no row", "a line that names the columns, and a line for each row", None);
            return None;
        };
        let mut base = Overlay::of(table);
        OWN.iter().for_each(|key| base.remove(key));
        let known = Columns::new(&base, sheets);
        let written = Lines { table, item: &item, header: *header, titles: header.split(is_bar), lines };
        let (columns, rows) = if is_grid { written.grid(&known)? } else { written.rows(&known) };
        let is_of_rules = |column: &Option<Column>| column.as_ref().is_none_or(Column::is_of_rules);
        let has_rules = base.has("rules") || table.has("rule") || columns.iter().any(is_of_rules);
        if !has_rules {
            table.fault_at("rules", "nothing", "the rules that the rows prove, here or in a column `rule`");
        }
        let name = table.text("name");
        let mut read =
            Rows { cases: Vec::new(), lines: Vec::new(), header: header.at.line, item: item.clone() };
        for row in rows {
            let at = row.line.at;
            let mut case = base.clone();
            case.place(at);
            case.set(&["name"], at, Leaf::text(&format!("{name}: {}", row.told), at));
            if let Some(rule) = row.rule {
                case.set(&["rule"], at, Leaf::list(vec![Leaf::text(&rule, at)], at));
            }
            if !has_rules {
                case.set(&["rules"], at, Leaf::list(Vec::new(), at));
            }
            for (column, cell) in row.cells {
                if let Some(column) = columns.get(column).and_then(Option::as_ref) {
                    known.put(&mut case, column, cell, &item);
                }
            }
            if !case.has("expect") && !sheets.iter().any(|sheet| case.has(sheet)) {
                item.fault_in(
                    at,
                    "a row that expects nothing",
                    "what must come of it, in a column `expect`",
                    None,
                );
            }
            read.cases.push(case);
            read.lines.push(at.line);
        }
        Some(read)
    }

    /// Names what a fault is about: what stands in the table or in its header is read with every row, and is not of
    /// that row.
    pub(super) fn place(&self, fault: &mut Fault) {
        let path = self.item.path();
        let rest = fault.key.strip_prefix(&path).and_then(|rest| rest.strip_prefix('[')?.split_once(']'));
        let Some((row, rest)) = rest else { return };
        let line = row.parse().ok().and_then(|row: usize| self.lines.get(row));
        if line.is_none_or(|line| *line == fault.line) {
            return;
        }
        let table = path.rsplit_once('.').map_or("", |(table, _)| table);
        let of = if fault.line == self.header { path.as_str() } else { table };
        fault.key = format!("{of}{rest}");
    }
}

/// One case of a table.
struct Row<'l> {
    line: Written<'l>,
    /// What is otherwise in it, for its name.
    told: String,
    rule: Option<String>,
    /// What is written in it, each with the place of its column.
    cells: Vec<(usize, Written<'l>)>,
}

/// The lines of a table's text.
struct Lines<'l, 'r> {
    table: &'l Table<'r>,
    item: &'l Item<'r>,
    header: Written<'r>,
    titles: Vec<Written<'r>>,
    lines: &'l [Written<'r>],
}

impl<'r> Lines<'_, 'r> {
    /// A line is a case.
    fn rows(&self, known: &Columns<'_>) -> (Vec<Option<Column>>, Vec<Row<'r>>) {
        if self.table.has("rule") {
            self.table.fault_at("rule", "a rule of the whole table", "a column `rule`, or `rules = […]`");
        }
        let columns: Vec<Option<Column>> =
            self.titles.iter().map(|title| known.read(*title, self.item)).collect();
        let is_fact =
            |column: usize| columns.get(column).and_then(Option::as_ref).is_some_and(Column::is_fact);
        let row = |line: &Written<'r>| {
            let cells = self.cells(*line)?.into_iter().enumerate();
            let cells: Vec<_> = cells.filter(|(_, cell)| !cell.text.is_empty()).collect();
            let facts: Vec<&str> =
                cells.iter().filter(|(i, _)| is_fact(*i)).map(|(_, cell)| cell.text).collect();
            let told = if facts.is_empty() {
                cells.first().map_or_else(String::new, |(_, cell)| cell.text.to_owned())
            } else {
                facts.join(", ")
            };
            Some(Row { line: *line, told, rule: None, cells })
        };
        let rows = self.lines.iter().filter_map(row).collect();
        (columns, rows)
    }

    /// A cell is a case: its line and its column say what is otherwise, the cell what comes of it.
    fn grid(&self, known: &Columns<'_>) -> Option<(Vec<Option<Column>>, Vec<Row<'r>>)> {
        let column = |key: &str| {
            let item = self.table.need(key, || "a path, such as facts.range".to_owned())?;
            known.read(Written { text: item.text()?, at: item.location() }, &item)
        };
        let columns: Vec<Option<Column>> = ["down", "across", "cells"].map(column).into();
        let rule = self.table.item("rule").and_then(|item| item.text());
        let short = self.table.opt_table("short");
        let mut rows = Vec::new();
        for line in self.lines {
            let Some(cells) = self.cells(*line) else { continue };
            let Some((label, cells)) = cells.split_first() else { continue };
            for (title, cell) in
                self.titles.iter().skip(1).zip(cells).filter(|(_, cell)| !cell.text.is_empty())
            {
                let word =
                    |word: &str| short.as_ref().map_or(word.to_owned(), |short| short.text_or(word, word));
                let id = |rule: &str| {
                    rule.replace("{down}", &word(label.text)).replace("{across}", &word(title.text))
                };
                rows.push(Row {
                    line: *line,
                    told: format!("{}, {}", label.text, title.text),
                    rule: rule.map(id),
                    cells: vec![(0, *label), (1, *title), (2, *cell)],
                });
            }
        }
        if let Some(short) = short {
            short.finish();
        }
        columns.iter().all(Option::is_some).then_some((columns, rows))
    }

    /// The cells of a line, as many as there are columns.
    fn cells(&self, line: Written<'r>) -> Option<Vec<Written<'r>>> {
        let (cells, wanted) = (line.split(is_bar), self.titles.len());
        if cells.len() == wanted {
            return Some(cells);
        }
        let expected = format!("{wanted}, one for each column ({})", self.header.text);
        self.item.fault_in(line.at, format!("{} cells", cells.len()), expected, None);
        None
    }
}

fn is_bar(letter: char) -> bool {
    letter == '|'
}
