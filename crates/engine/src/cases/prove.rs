//! The tests of a game's cases.

/// Writes the tests of `crates/<game>/tests/all/cases.rs`: `engine::prove_cases!(volley::Volley);`.
///
/// The files are read from the disk, so that the test program, once built, serves while cases are being written:
/// `FILE=charge` reads that file alone, `CASE` keeps the cases with that in their name, `RULE` the rules that begin with
/// that. `CASE=… STORY=1` prints what goes on in a case (`OFF=rule` without that rule).
/// `RULE=volley.p1 EXPLAIN=1` prints what each case says when its rule is gone. `DESK=1` prints the rules that are proved at
/// the desk alone.
///
/// `unread` lists the values of charts that no case can notice, as the test names them; say why there.
#[macro_export]
macro_rules! prove_cases {
    ($game:ty) => {
        $crate::prove_cases!($game, unread: []);
    };
    ($game:ty, unread: [$($unread:literal),* $(,)?]) => {
        fn sources() -> std::io::Result<Vec<rulebook::Source>> {
            let game = <$game as $crate::Played>::word();
            let folder = format!("{}/../../cases/{game}", env!("CARGO_MANIFEST_DIR"));
            let mut sources = Vec::new();
            for file in std::fs::read_dir(folder)? {
                let path = file?.path();
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let is_left_out = std::env::var("FILE").is_ok_and(|only| only != stem);
                if path.extension().is_some_and(|end| end == "toml") && !is_left_out {
                    let text = std::fs::read_to_string(&path)?;
                    sources.push(rulebook::Source::new(format!("cases/{game}/{stem}.toml"), text));
                }
            }
            sources.sort_by(|a, b| a.name.cmp(&b.name));
            Ok(sources)
        }

        fn cases() -> $crate::cases::Cases<$game> {
            let sources = sources().unwrap_or_else(|error| panic!("{error}"));
            let mut cases = $crate::cases::Cases::read(&sources).unwrap_or_else(|faults| panic!("{faults}"));
            if let Ok(part) = std::env::var("CASE") {
                cases.keep(&part);
            }
            cases
        }

        fn prefix() -> String {
            std::env::var("RULE").unwrap_or_default()
        }

        /// The program reads its ledger from a tree without looking for faults: this test looks for them.
        #[test]
        fn the_book_built_in_is_the_one_that_is_checked() {
            let book = <$game as $crate::Played>::embedded_book().unwrap_or_else(|faults| panic!("{faults}"));
            let checked = rulebook::Book::load(book.spec, &book.sources);
            let checked = checked.unwrap_or_else(|faults| panic!("{faults}"));
            assert_eq!(book.rules_of_sheets, checked.rules_of_sheets);
            for (rule, place) in checked.ledger().rules.iter().zip(0..) {
                assert_eq!(book.text(rulebook::RuleId(place)), Some(&*rule.text));
            }
            assert_eq!(book.ledger(), checked.ledger());
        }

        #[test]
        fn every_case_holds_and_every_rule_has_one() {
            let cases = cases();
            if std::env::var("STORY").is_ok() {
                println!("{}", cases.stories(std::env::var("OFF").ok().as_deref()).join("\n"));
            }
            let report = cases.run();
            let missing = report.missing.iter().filter(|rule| rule.starts_with(&prefix()));
            let missing: Vec<_> = missing
                .filter(|rule| <$game as $crate::cases::Cased>::is_proved(rule))
                .filter(|rule| !report.proved.contains(rule))
                .collect();
            println!(
                "{} of {} rules work on a table, {} more at the desk alone, in {} cases",
                report.working,
                report.rules,
                report.desk.len(),
                report.cases
            );
            if std::env::var("DESK").is_ok() {
                println!("{}", report.desk.iter().filter(|rule| rule.starts_with(&prefix())).copied().collect::<Vec<_>>().join("\n"));
            }
            if std::env::var("CASE").is_err() {
                println!("without a case that holds on every sheet: {missing:#?}");
            }
            assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
            assert!(
                missing.is_empty() || std::env::var("CASE").is_ok(),
                "{} rules have no case",
                missing.len()
            );
        }

        #[test]
        fn every_rule_taken_out_fails_a_case() {
            let cases = cases();
            let rules = <$game as $crate::Played>::spec().rules.iter();
            let mut unnoticed = Vec::new();
            let proved = |rule: &&&str| <$game as $crate::cases::Cased>::is_proved(rule);
            for rule in rules.filter(|rule| rule.starts_with(&prefix())).filter(proved) {
                if std::env::var("EXPLAIN").is_ok() {
                    println!("{rule}\n  {}", cases.explain(rule).join("\n  "));
                }
                unnoticed.extend(cases.without(rule).err());
            }
            assert!(
                unnoticed.is_empty() || std::env::var("CASE").is_ok(),
                "{} rules:\n{}",
                unnoticed.len(),
                unnoticed.join("\n")
            );
        }

        /// Each value of each chart row is written otherwise, on each sheet that has it: a case must notice.
        #[test]
        fn every_value_of_every_chart_is_read() {
            const UNREAD: &[&str] = &[$($unread),*];
            let parts = std::thread::available_parallelism().map_or(1, usize::from);
            let mut unread: Vec<String> = std::thread::scope(|scope| {
                let looks: Vec<_> =
                    (0..parts).map(|part| scope.spawn(move || cases().unread(part, parts))).collect();
                looks.into_iter().flat_map(|look| look.join().unwrap_or_else(|_| panic!("a case panics"))).collect()
            });
            unread.sort();
            let mut expected = UNREAD.to_vec();
            expected.sort_unstable();
            assert_eq!(unread, expected, "a case must notice, or the test say why none can");
        }

        #[test]
        fn the_cases_built_in_are_those_on_the_disk() {
            if std::env::var("FILE").is_err() && std::env::var("CASE").is_err() {
                assert_eq!($crate::cases::run_all::<$game>().cases, cases().run().cases);
            }
        }
    };
}
