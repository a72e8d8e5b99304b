//! The rows of charts, in the three ways a file may write them.
//!
//! `[[row]]` names its rule and its chart. `[[modifiers.morale]]` is a row of the chart `morale-modifier`.
//! `[grid.rate]` is a table as it is printed: `columns`, and `rows` with their cells. Each cell has a rule of its own, whose
//! id `rule` spells with `{row}` and `{column}` (and `short`, where ids have shorter words than the chart); or each row has.
//! A cell `""` is not there, a cell `"-"` is printed without a value. A sheet whose grid is another has it under its name.

use std::collections::BTreeMap;

use crate::book::GameSpec;
use crate::chart::{Chart, Field, FieldKind, Form, Layout, Row, Value};
use crate::fault::{Source, nearest, one_of, quoted};
use crate::id::{RuleId, RuleSet};
use crate::item::Item;
use crate::read::{Reader, Table};
use crate::ruling::by_sheet;

/// All rows read so far.
pub(crate) struct Rows<'l> {
    spec: &'static GameSpec,
    /// For each sheet the rules that the ledger gives it, where it is right.
    rules_of_sheets: Option<&'l [RuleSet]>,
    /// For each sheet its rows, in the order of the rules.
    pub(crate) by_sheet: Vec<Vec<Row>>,
    /// For each file the rules it has rows of, in its order.
    pub(crate) topics: Vec<(String, Vec<RuleId>)>,
    /// In which file and line the row of a rule on a sheet stands.
    places: BTreeMap<(RuleId, usize), (usize, u32)>,
    /// The names of the files read so far.
    files: Vec<String>,
}

/// A field's values: for each sheet `None` where it has none, `Some(None)` where a wrong one was reported.
struct Column {
    name: &'static str,
    optional: bool,
    is_by_sheet: bool,
    cells: Vec<Option<Option<Value>>>,
}

impl<'l> Rows<'l> {
    pub(crate) fn new(spec: &'static GameSpec, rules_of_sheets: Option<&'l [RuleSet]>) -> Rows<'l> {
        let by_sheet = vec![Vec::new(); spec.sheets.len()];
        Rows {
            spec,
            rules_of_sheets,
            by_sheet,
            topics: Vec::new(),
            places: BTreeMap::new(),
            files: Vec::new(),
        }
    }

    pub(crate) fn read_file(&mut self, reader: &Reader, source: &Source) {
        self.files.push(source.name.clone());
        self.topics.push((source.file_name().to_owned(), Vec::new()));
        let root = reader.root();
        root.skip("schema");
        for table in root.tables("row") {
            let charts: Vec<_> = self.spec.charts.iter().map(|chart| (chart.name, chart)).collect();
            self.read_row(table, |table| table.word("chart", &charts));
        }
        for (topic, item) in named(&root, "modifiers") {
            if let Some(chart) = self.chart(&item, topic, Chart::topic, |form| form == Form::Modifiers) {
                for table in item.list("tables").unwrap_or_default().iter().filter_map(Item::table) {
                    self.read_row(table, |_| Some(chart));
                }
            }
        }
        for (name, item) in named(&root, "grid") {
            let is_grid = |form: Form| matches!(form, Form::Grid(_) | Form::Lines);
            let chart = self.chart(&item, name, |chart| chart.name, is_grid);
            let (Some(chart), Some(grid)) = (chart, item.table()) else { continue };
            match chart.form {
                Form::Grid(layout) => self.read_grid(&grid, chart, layout),
                Form::Lines => self.read_lines(&grid, chart),
                Form::Rows | Form::Modifiers => {}
            }
            grid.finish();
        }
        root.finish();
        for rows in &mut self.by_sheet {
            rows.sort_by_key(|row| row.rule);
        }
    }

    /// The chart that a file calls so.
    fn chart(
        &self,
        item: &Item<'_>,
        name: &str,
        called: impl Fn(&Chart) -> &'static str,
        fits: impl Fn(Form) -> bool,
    ) -> Option<&'static Chart> {
        let fitting = || self.spec.charts.iter().filter(|chart| fits(chart.form));
        let found = fitting().find(|chart| called(chart) == name);
        if found.is_none() {
            let names: Vec<&str> = fitting().map(called).collect();
            item.fault_with(
                quoted(name),
                one_of(names.iter().copied()),
                nearest(name, names.iter().copied()),
            );
        }
        found
    }

    /// Reads one table into a row for each sheet that has it.
    fn read_row<'t>(
        &mut self,
        table: Table<'t>,
        chart: impl FnOnce(&Table<'t>) -> Option<&'static Chart>,
    ) -> Option<()> {
        let rule = table.need("rule", || A_RULE.to_owned());
        let rule = rule.and_then(|item| item.id(self.spec.rules, A_RULE));
        let rule = rule.and_then(|i| u16::try_from(i).ok()).map(RuleId);
        if let Some(rule) = rule {
            let all: Vec<usize> = (0..self.spec.sheets.len()).collect();
            if let Some(first) = self.is_there_already(rule, &all, table.location("rule").line) {
                let again = format!("{} again", quoted(self.spec.rule_name(rule)));
                table.fault_at("rule", again, first);
            }
        }
        let chart = chart(&table)?;
        let limit = table.has("sheets").then(|| {
            let sheets: Vec<(&str, usize)> =
                self.spec.sheets.iter().enumerate().map(|(i, name)| (*name, i)).collect();
            table.words("sheets", &sheets)
        });
        table.skip("sheets");
        let columns: Vec<Column> =
            chart.fields.iter().filter_map(|field| read_column(self.spec, chart, &table, field)).collect();
        let on = sheets_of_row(self.spec, &table, &columns, limit.as_deref());
        let rule = rule?;
        for (found, expected) in self.on_sheets_without_it(rule, &on) {
            table.fault_at("rule", found, expected);
        }
        table.finish();
        for sheet in on {
            let cell = |column: &Column| Some((column.name, column.cells.get(sheet)?.clone()??));
            self.push(
                sheet,
                Row { rule, chart: chart.name, fields: columns.iter().filter_map(cell).collect() },
            );
        }
        Some(())
    }

    /// Where the rule has a row on one of the sheets already, in the words of a fault. From now on it has one.
    fn is_there_already(&mut self, rule: RuleId, sheets: &[usize], line: u32) -> Option<String> {
        let first = sheets.iter().find_map(|sheet| self.places.get(&(rule, *sheet)));
        let first =
            first.map(|(file, line)| format!("one row for each rule ({}:{line} has it)", self.files[*file]));
        for sheet in sheets {
            self.places.entry((rule, *sheet)).or_insert((self.files.len() - 1, line));
        }
        first
    }

    /// A fault for each of these sheets that the ledger does not give the rule.
    fn on_sheets_without_it(&self, rule: RuleId, sheets: &[usize]) -> Vec<(String, String)> {
        let Some(rules) = self.rules_of_sheets else { return Vec::new() };
        let (with_it, without): (Vec<usize>, Vec<usize>) =
            (0..rules.len()).partition(|sheet| rules[*sheet].contains(rule));
        let name = |sheet: &usize| self.spec.sheets[*sheet];
        let expected = || {
            let names: Vec<&str> = with_it.iter().map(name).collect();
            format!("only the ledger's sheets of it: {}", names.join(", "))
        };
        let wrong = without.iter().filter(|sheet| sheets.contains(sheet));
        wrong.map(|sheet| (format!("a row for {}", name(sheet)), expected())).collect()
    }

    fn push(&mut self, sheet: usize, row: Row) {
        if let Some((_, rules)) = self.topics.last_mut()
            && !rules.contains(&row.rule)
        {
            rules.push(row.rule);
        }
        if let Some(rows) = self.by_sheet.get_mut(sheet) {
            rows.push(row);
        }
    }

    /// A grid whose rows have a rule each.
    fn read_lines(&mut self, grid: &Table<'_>, chart: &'static Chart) {
        let cells = chart.fields.iter().find_map(|field| match field.kind {
            FieldKind::Cells { columns, .. } => Some(columns),
            _ => None,
        });
        let known = cells.unwrap_or_default();
        let columns = grid.list("columns", "words");
        let read: Vec<usize> = columns.iter().filter_map(|item| item.word_index(known)).collect();
        if read.len() == columns.len() && !read.iter().copied().eq(0..known.len()) {
            grid.fault_at("columns", "other columns", known.join(", "));
        }
        for table in grid.tables("rows") {
            self.read_row(table, |_| Some(chart));
        }
    }

    /// A grid whose cells have a rule each.
    fn read_grid(&mut self, grid: &Table<'_>, chart: &'static Chart, layout: Layout) {
        let rule = grid.text("rule");
        let short = grid.opt_table("short");
        for field in layout.column.into_iter().chain([layout.row]) {
            short.iter().for_each(|short| words_of(chart, field).iter().for_each(|word| short.skip(word)));
        }
        let id = |row: &str, column: &str| {
            let short = |word: &str| {
                short.as_ref().map_or_else(|| word.to_owned(), |short| short.text_or(word, word))
            };
            rule.replace("{row}", &short(row)).replace("{column}", &short(column))
        };
        let all: Vec<usize> = (0..self.spec.sheets.len()).collect();
        if grid.has("rows") {
            self.read_cells(grid, chart, layout, &id, &all);
        }
        for sheet in all {
            let own = self.spec.sheets.get(sheet).and_then(|name| grid.opt_table(name));
            if let Some(own) = own {
                self.read_cells(&own, chart, layout, &id, &[sheet]);
                own.finish();
            }
        }
        if let Some(short) = short {
            short.finish();
        }
    }

    fn read_cells(
        &mut self,
        grid: &Table<'_>,
        chart: &'static Chart,
        layout: Layout,
        id: &dyn Fn(&str, &str) -> String,
        sheets: &[usize],
    ) {
        grid.skip("rows");
        let columns: Vec<Option<String>> = match layout.column {
            None => vec![None],
            Some(name) => {
                let items = grid.list("columns", "words");
                let words: Vec<Option<String>> =
                    items.iter().filter_map(|item| word(chart, name, item)).map(Some).collect();
                if words.len() < items.len() {
                    return;
                }
                words
            }
        };
        let rows = grid.table("rows");
        for row in rows.keys() {
            let Some(item) = rows.item(row) else { continue };
            if !words_of(chart, layout.row).contains(&row) {
                let words = words_of(chart, layout.row);
                item.fault_with(
                    quoted(row),
                    one_of(words.iter().copied()),
                    nearest(row, words.iter().copied()),
                );
                continue;
            }
            let cells = if layout.column.is_some() {
                item.list("cells").unwrap_or_default()
            } else {
                vec![item.clone()]
            };
            if cells.len() != columns.len() {
                let expected = format!("{}, one for each column", columns.len());
                item.fault_with(format!("{} cells", cells.len()), expected, None);
            }
            for (cell, column) in cells.iter().zip(&columns) {
                let id = id(row, column.as_deref().unwrap_or_default());
                let words = [Some((layout.row, row.to_owned())), layout.column.zip(column.clone())];
                let keys = words.into_iter().flatten().map(|(name, word)| (name, Value::Word(word)));
                self.read_cell(cell, chart, layout, &id, keys.collect(), sheets);
            }
        }
    }

    fn read_cell(
        &mut self,
        item: &Item<'_>,
        chart: &'static Chart,
        layout: Layout,
        id: &str,
        keys: Vec<(&'static str, Value)>,
        sheets: &[usize],
    ) -> Option<()> {
        if item.is_text("") {
            return None;
        }
        let Some(rule) = self.spec.rule(id) else {
            item.fault_with(
                format!("a cell of {}", quoted(id)),
                A_RULE,
                nearest(id, self.spec.rules.iter().copied()),
            );
            return None;
        };
        let field = chart.field(layout.cell)?;
        let is_dash = item.is_text("-") && field.optional;
        let values = if is_dash {
            vec![Some(None); self.spec.sheets.len()]
        } else {
            by_sheet(item, self.spec.sheets, |item| field.kind.read(item))
        };
        let on: Vec<usize> =
            sheets.iter().copied().filter(|sheet| values.get(*sheet).is_some_and(Option::is_some)).collect();
        for (found, expected) in self.on_sheets_without_it(rule, &on) {
            item.fault_with(found, expected, None);
        }
        if let Some(first) = self.is_there_already(rule, &on, item.location().line) {
            item.fault_with(format!("{} again", quoted(id)), first, None);
        }
        for sheet in on {
            let value = values.get(sheet).cloned().flatten().flatten();
            let mut row = Row { rule, chart: chart.name, fields: keys.clone() };
            if let Some(flag) = layout.flag {
                row.set(chart, flag, Value::Flag(!is_dash));
            }
            if let Some(value) = value {
                row.set(chart, layout.cell, value);
            }
            row.sort(chart);
            self.push(sheet, row);
        }
        Some(())
    }
}

const A_RULE: &str = "a rule id of the ledger";

/// The keys of a table that may be left out, with what stands under each.
fn named<'t>(root: &Table<'t>, key: &str) -> Vec<(&'t str, Item<'t>)> {
    let Some(table) = root.opt_table(key) else { return Vec::new() };
    table.keys().into_iter().filter_map(|key| Some((key, table.item(key)?))).collect()
}

fn words_of(chart: &Chart, field: &str) -> &'static [&'static str] {
    match chart.field(field).map(|field| field.kind) {
        Some(FieldKind::Word(words)) => words,
        _ => &[],
    }
}

fn word(chart: &Chart, field: &str, item: &Item<'_>) -> Option<String> {
    let words = words_of(chart, field);
    item.word_index(words).and_then(|i| words.get(i)).map(|word| (*word).to_owned())
}

fn read_column(spec: &GameSpec, chart: &Chart, table: &Table<'_>, field: &Field) -> Option<Column> {
    let (name, optional) = (field.name, field.optional);
    let item = table.item(name);
    if item.is_none() && !optional {
        table.fault_at(name, "nothing", format!("a value for each row of the chart {}", chart.name));
    }
    let item = item?;
    let cells = by_sheet(&item, spec.sheets, |item| field.kind.read(item));
    Some(Column { name, optional, is_by_sheet: Item::is_table(&item), cells })
}

/// The sheets that have the row: those with a value in every field that must have one.
///
/// A value that no sheet would ever read is a slip of the pen and reported.
fn sheets_of_row(
    spec: &GameSpec,
    table: &Table<'_>,
    columns: &[Column],
    limit: Option<&[usize]>,
) -> Vec<usize> {
    let (mut on, mut is_clear) = (Vec::new(), true);
    for (sheet, name) in spec.sheets.iter().enumerate() {
        let has = |column: &&Column| column.cells.get(sheet).is_some_and(Option::is_some);
        let lacking = columns.iter().find(|column| !column.optional && !has(column));
        let naming = columns.iter().find(|column| column.is_by_sheet && has(column));
        let (column, found, expected) = match (limit, lacking, naming) {
            (Some(limit), _, Some(naming)) if !limit.contains(&sheet) => {
                (naming, "a value", "none, since the row's sheets leave it out".to_owned())
            }
            (Some(limit), _, _) if !limit.contains(&sheet) => continue,
            (Some(_), Some(lacking), _) => {
                (lacking, "no value", "one, since the row's sheets name it".to_owned())
            }
            (None, Some(lacking), Some(naming)) => {
                (lacking, "no value", format!("one, since {} has one", naming.name))
            }
            (None, Some(_), None) => continue,
            (_, None, _) => {
                on.push(sheet);
                continue;
            }
        };
        table.fault_at(column.name, format!("{found} for {name}"), expected);
        is_clear = false;
    }
    if on.is_empty() && is_clear && limit.is_none_or(<[usize]>::is_empty) {
        table.fault_at("sheets", "no sheet that has the row", "at least one");
    }
    on
}
