//! The battles built in load without a fault, and are what their cards say.

use engine::{Played as _, Side};
use games::{Setup, Source, Volley};

#[test]
fn every_battle_built_in_loads_without_faults() {
    let files = games::embedded();
    let mut wrong = Vec::new();
    for file in &files {
        if let Err(error) = games::card(file) {
            wrong.push(error.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let cards = games::battles();
    assert_eq!(cards.len(), files.len());
    let listed: Vec<(&str, &str, usize, usize)> = cards
        .iter()
        .map(|card| (card.id.as_str(), card.sheet, card.units[Side::French], card.units[Side::Allied]))
        .collect();
    assert_eq!(
        listed,
        [
            ("barrosa-wheatley", "br8", 6, 6),
            ("baumersdorf", "orders", 8, 7),
            ("gilly", "p7", 6, 6),
            ("hassenhausen-at-eight", "empire", 9, 9),
            ("teugn-outposts", "a15", 6, 6),
            ("leubnitz", "p7", 17, 13),
            ("poserna-in-august", "empire", 21, 20),
            ("salamanca-pakenham", "br8", 13, 14),
            ("teugn-hausen", "a15", 17, 17),
            ("vitoria", "orders", 31, 37),
            ("wagram-davout", "orders", 24, 27),
        ]
    );
}

#[test]
fn a_file_goes_by_its_name_or_its_folder() {
    for (name, id) in [
        ("battles/gilly/battle.toml", "gilly"),
        ("C:\\fights\\gilly\\battle.toml", "gilly"),
        ("my-fight.toml", "my-fight"),
        ("/tmp/my-fight.toml", "my-fight"),
        ("./battle.toml", "battle"),
        ("battle.toml", "battle"),
        ("", ""),
    ] {
        assert_eq!(games::BattleFile::new(Source::new(name, "")).id, id, "{name}");
    }
}

#[test]
fn units_without_a_place_are_deployed_by_their_side() {
    let file = games::find("gilly").unwrap();
    let (generals, units) = file.source.text.split_at(file.source.text.find("[[unit]]").unwrap());
    let (units, victory) = units.split_at(units.find("[victory]").unwrap());
    let placed = |line: &&str| ["at = ", "facing = ", "formation = "].iter().any(|key| line.starts_with(key));
    let units: String = units.split_inclusive('\n').filter(|line| !placed(line)).collect();
    let (battle, _) =
        games::load_file::<Volley>(Source::new("b.toml", format!("{generals}{units}{victory}"))).unwrap();
    assert!(battle.units.iter().all(|unit| unit.pose.is_none()));
    let formations: Vec<&str> = battle.units.iter().map(|unit| unit.formation.word()).take(6).collect();
    assert_eq!(formations, ["column", "column", "column", "skirmish", "limbered", "column"]);
}

#[test]
fn every_battle_can_be_deployed_by_its_players() {
    for file in games::embedded_of::<Volley>() {
        let (drawn_up, _) = Setup::new(file.clone()).open::<Volley>().unwrap();
        let (battle, _) = Setup::new(file.to_deploy()).open::<Volley>().unwrap();
        assert!(battle.units.iter().all(|unit| unit.pose.is_none()), "{}", battle.scenario.title);
        // Everything but the places is the same.
        let rest = |battle: &volley::scenario::Battle| {
            let units = battle.units.iter().map(|unit| (unit.profile.name.clone(), unit.formation));
            (units.collect::<Vec<_>>(), battle.scenario.title.clone(), battle.reserves.len())
        };
        assert_eq!(rest(&battle), rest(&drawn_up));
    }
}

#[test]
fn what_a_file_leaves_out_comes_from_the_rulings() {
    let text = games::find("teugn-hausen").unwrap().source.text;
    let text = text
        .replace("figures = 12\n", "")
        .replace("figures = 6\n", "")
        .replace("width = 48\ndepth = 36\n", "");
    let text = text.replacen("type = \"chasseurs\"", "type = \"uhlans\"", 1);
    let open = |patch: &str| {
        let setup = Setup::new(games::BattleFile::new(Source::new("b.toml", text.as_str())));
        let patch = Source::new("club.toml", format!("sheet = \"a15\"\n[rulings]\n{patch}"));
        setup.patched(games::read_patch(&patch).unwrap()).open::<Volley>().unwrap().0
    };
    let battle = open("");
    assert_eq!((battle.scenario.terrain.width.0, battle.scenario.terrain.depth.0), (48_000, 36_000));
    let uhlans = battle.units.iter().find(|unit| unit.profile.horse.is_some()).unwrap();
    assert!(uhlans.profile.lancer && !uhlans.profile.heavy);
    let skirmishers = |battle: &volley::scenario::Battle| {
        battle.units.iter().find(|unit| unit.profile.name.starts_with("Voltigeurs")).unwrap().profile.figures
    };
    assert_eq!(skirmishers(&battle), 4);
    let house = open(
        "\"volley.house.units.skirmisher-figures\" = 3\n\
         \"volley.house.cav.lancers\" = \"none\"\n\
         \"volley.house.setup.table\" = [50, 36]\n",
    );
    assert_eq!(skirmishers(&house), 3);
    assert!(house.units.iter().all(|unit| !unit.profile.lancer));
    assert_eq!(house.scenario.terrain.width.0, 50_000);
}

#[test]
fn a_folder_of_rules_is_read_like_the_rules_built_in() {
    let sources: Vec<Source> =
        Volley::FILES.iter().map(|(name, text)| Source::new(format!("mine/{name}"), *text)).collect();
    let book = games::rulebook_from(&sources).unwrap();
    assert_eq!(book.hash(), games::book::<Volley>().hash());
    let (_, rules) = Setup::new(games::find("gilly").unwrap()).open_with::<Volley>(&book).unwrap();
    assert_eq!(rules.sheet.word(), "p7");
    let error = games::rulebook_from(&sources[1..]).unwrap_err().to_string();
    assert!(error.contains("ledger.toml:1:1: found no such file"), "{error}");
}
