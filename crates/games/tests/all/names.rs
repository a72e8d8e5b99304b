//! Every unit of every battle built in is spoken of as its name wants it: as one, or as many.

use engine::wording::are_many;
use std::collections::BTreeSet;

/// The names that are plural; all others are singular.
const MANY: &[&str] = &[
    "12th Caçadores",
    "13e Chasseurs",
    "13th Hussars",
    "14e Chasseurs",
    "14e Hussards",
    "15e Dragons",
    "1er Chasseurs",
    "1er Dragons",
    "1st Grenadiers",
    "1st Hussars KGL and 14th Light Dragoons",
    "1st Tirailleurs",
    "1st Voltigeurs",
    "1st West Prussian Dragoons",
    "2/5th and 2/83rd",
    "2e Chasseurs à cheval",
    "2e Italian Chasseurs",
    "2nd Grenadiers",
    "2nd Hussars KGL",
    "3/95th Rifles",
    "3e Hussards and 22e Chasseurs",
    "5/60th Rifles",
    "7e Chevau-légers lanciers",
    "Advance guard horse guns",
    "Akhtyrka Hussars",
    "Alten's hussars",
    "Archduke Ferdinand hussars",
    "Arrighi's cuirassiers",
    "Avy's chasseurs",
    "Boyer's dragoons",
    "Carneville's hussars",
    "Digeon's dragoons",
    "Douglas's guns",
    "Foot guns",
    "Foot guns, right",
    "Frelich's hussars",
    "Fusilier-Chasseurs",
    "Fusiliers",
    "G. Anson's light dragoons",
    "Glukhov Cuirassiers",
    "Graham's guns",
    "Grandjean's guns",
    "Grouchy's dragoons",
    "Guard Dragoons",
    "Guard Marines",
    "Guns of Portugal",
    "Guns of the Centre",
    "Guns of the South",
    "Halkett's Germans",
    "Hessen-Homburg Hussars",
    "Hill's guns",
    "Hohenzollern's field guns",
    "Hohenzollern's position guns",
    "Horse guns of Pajol",
    "II Corps guns",
    "III Corps field guns",
    "III Corps heavy guns",
    "Ilowaiski's Cossacks",
    "Jacquinot's chasseurs",
    "Kinburn Dragoons",
    "Königin Dragoons",
    "Longa's men",
    "Military Order Cuirassiers",
    "National Guards",
    "Neumark Dragoons",
    "Nostitz dragoons",
    "Peterwardein Grenzer",
    "Peterwardein skirmishers",
    "Polish Lancers",
    "Portuguese Dragoons",
    "Pully's dragoons",
    "Regimental guns",
    "Reserve horse guns",
    "Rosenberg's position guns",
    "Ross's horse guns",
    "Schack Grenadiers",
    "Schützen of the 6th",
    "Silesian Schützen",
    "Six-pounders, left",
    "Six-pounders, right",
    "Soult's chasseurs",
    "Spaniards of Joseph",
    "Stopford's Guards",
    "Tatar Uhlans",
    "Tilly's dragoons",
    "Vincent chevauxlegers",
    "Voltigeurs",
    "Voltigeurs of the 101e",
    "Voltigeurs of the 10e",
];

/// The names of all units of all battles built in.
fn names() -> BTreeSet<String> {
    let battles = concat!(env!("CARGO_MANIFEST_DIR"), "/../../battles");
    let mut names = BTreeSet::new();
    for folder in std::fs::read_dir(battles).unwrap() {
        let text = std::fs::read_to_string(folder.unwrap().path().join("battle.toml")).unwrap();
        let mut of_unit = false;
        for line in text.lines() {
            if line.starts_with('[') {
                of_unit = line.ends_with("unit]]");
            }
            let name = line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"'));
            names.extend(name.filter(|_| of_unit).map(str::to_owned));
        }
    }
    names
}

#[test]
fn a_battle_speaks_of_its_units_as_their_names_want() {
    let names = names();
    assert!(names.len() > 200, "{} names", names.len());
    let many: BTreeSet<&str> = names.iter().map(String::as_str).filter(|name| are_many(name)).collect();
    assert_eq!(many, MANY.iter().copied().collect());
}
