//! Small fights between random players: two MEs a side, of all arms and grades, on ground and in weather of all kinds.
//! Each is a battle file, so that reading one is tried as well.

use crate::drills::GRADES;
use dice::{Seed, Stream};
use std::fmt::Write as _;

const RATINGS: &[&str] = &["superior", "excellent", "good", "average", "poor", "despicable"];
const CHARACTERS: &[&str] = &["charismatic", "inspirational", "impersonal", "uninspiring"];
const NATIONS: &[&str] = &["french", "british", "prussian", "russian", "austrian", "spanish"];
/// Each is something on the table between the lines; `{x}` and `{y}` are its lower left corner, `{a}` and `{b}` the other.
const GROUNDS: &[&str] = &[
    "kind = \"woods\"\ndensity = \"light\"",
    "kind = \"woods\"\ndensity = \"medium\"",
    "kind = \"woods\"\ndensity = \"heavy\"",
    "kind = \"marsh\"",
    "kind = \"hill\"\nlevel = 1",
    "kind = \"hill\"\nlevel = 3",
    "kind = \"hill\"\nlevel = 1\ngoing = \"rough\"",
    "kind = \"hill\"\nlevel = 1\ngoing = \"rolling\"",
    "kind = \"enclosure\"\nwall = \"low\"",
    "kind = \"enclosure\"\nwall = \"high\"",
    "kind = \"enclosure\"\nwall = \"low\"\ncover = \"heavy\"",
    "kind = \"fortification\"",
    "kind = \"ford\"",
];
const PLACES: [i32; 5] = [12, 24, 36, 48, 60];

struct Writer {
    luck: Stream,
    text: String,
}

impl Writer {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.luck.below(of.len() as u32) as usize]
    }

    /// True once in `many` times.
    fn once_in(&mut self, many: u32) -> bool {
        self.luck.below(many) == 0
    }

    fn put(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A key with one of some words, or left out.
    fn perhaps(&mut self, key: &str, of: &[&str]) {
        if self.once_in(2) {
            let word = self.one(of);
            let _ = writeln!(self.text, "{key} = \"{word}\"");
        }
    }

    fn flag(&mut self, key: &str, many: u32) {
        if self.once_in(many) {
            let _ = writeln!(self.text, "{key} = true");
        }
    }

    fn ground(&mut self) {
        let bands = [(20, 23), (14, 18), (28, 32), (22, 26), (22, 26)];
        for (n, x) in PLACES.into_iter().enumerate() {
            if !self.once_in(2) {
                continue;
            }
            let what = self.one(GROUNDS);
            let (low, high) = bands[self.luck.below(bands.len() as u32) as usize];
            let (left, right) = (x - 4, x + 4);
            let _ = writeln!(
                self.text,
                "[[terrain]]\nname = \"G{n}\"\n{what}\npolygon = [[{left}, {low}], [{right}, {low}], [{right}, {high}], [{left}, {high}]]"
            );
        }
    }

    /// Country of its own going, a road across the lines, a crest before those of one of them, and a height with guns
    /// behind it who may fire over it.
    fn country(&mut self) {
        let going = self.one(&["marchfield", "marchfield", "rolling", "rough"]);
        let _ = writeln!(self.text, "[table]\ngoing = \"{going}\"");
        self.put("[[terrain]]\nname = \"Road\"\nkind = \"road\"\nline = [[36, 1], [36, 53]]\nwidth = 1");
        if self.once_in(4) {
            self.put("[[terrain]]\nname = \"Slope\"\nkind = \"hill\"\nlevel = 1\npolygon = [[4, 22], [40, 22], [40, 34], [4, 34]]");
            self.put("[[terrain]]\nname = \"Crest\"\nkind = \"hill\"\nlevel = 4\npolygon = [[4, 20.5], [40, 20.5], [40, 22], [4, 22]]");
        }
        if self.once_in(2) {
            let level = self.one(&["1", "2", "4", "8"]);
            let _ = writeln!(
                self.text,
                "[[terrain]]\nname = \"Height\"\nkind = \"hill\"\nlevel = {level}\npolygon = [[44, 26], [52, 26], [52, 29], [44, 29]]\n\
                 [[unit]]\nname = \"Guns above\"\nme = \"allied 0\"\narm = \"artillery\"\ngrade = \"elite\"\nsections = 2\nat = [48, 26.25]\nfacing = 180"
            );
        }
    }

    fn weather(&mut self) {
        let sky = self.one(&["clear", "clear", "light-rain", "heavy-rain", "snow", "heavy-snow", "fog"]);
        let air = self.one(&["mild", "heat", "cold"]);
        let _ = writeln!(self.text, "[[weather]]\nhours = [1, 4]\nsky = \"{sky}\"\nair = \"{air}\"");
        self.flag("mud", 4);
        self.flag("dark", 12);
    }

    /// An ME. Says which grade all of it has, if one.
    fn me(&mut self, side: &str, nth: usize) -> Option<&'static str> {
        let kind = self.one(&["infantry", "infantry", "mixed", "mixed", "cavalry", "grand-battery"]);
        let _ = writeln!(self.text, "[[me]]\nname = \"{side} {nth}\"\ncorps = \"{side}\"\nkind = \"{kind}\"");
        self.perhaps("fatigue", &["fresh", "winded", "worn", "tired", "exhausted"]);
        self.perhaps("campaign", &["fresh", "weary", "haggard", "spent"]);
        self.perhaps("order", &["attack", "defend"]);
        self.flag("shaken", 5);
        self.flag("impetus", 5);
        self.flag("guard", 3);
        if self.once_in(2) { Some(self.one(GRADES)) } else { None }
    }

    fn unit(&mut self, side: &str, (me, grade): (usize, Option<&str>), place: usize, y: i32) {
        let (facing, x) = (if side == "french" { 0 } else { 180 }, PLACES[place]);
        let arm = self.one(&["infantry", "infantry", "infantry", "cavalry", "artillery"]);
        let (any, nation) = (self.one(GRADES), self.one(NATIONS));
        let grade = grade.unwrap_or(any);
        let _ = writeln!(
            self.text,
            "[[unit]]\nname = \"{side} {me}.{place}\"\nme = \"{side} {me}\"\narm = \"{arm}\"\ngrade = \"{grade}\"\nnation = \"{nation}\"\nat = [{x}, {y}]\nfacing = {facing}"
        );
        match arm {
            "infantry" => {
                let figures = 6 + self.luck.below(25);
                let formation = self.one(&[
                    "line",
                    "line",
                    "attack-column",
                    "closed-column",
                    "company-column",
                    "square",
                    "skirmish",
                    "semi-skirmish",
                ]);
                let _ = writeln!(self.text, "figures = {figures}\nformation = \"{formation}\"");
                self.perhaps("muskets", &["poor", "superior"]);
                self.perhaps("class", &["a", "b"]);
                self.perhaps("drill", &["divisional", "ancien"]);
                if self.once_in(4) {
                    self.put("weapon = \"rifle\"");
                }
                for key in ["shock", "two-ranks", "sappers", "storming"] {
                    self.flag(key, 4);
                }
            }
            "cavalry" => {
                let formation = self.one(&["line", "two-ranks", "squadron-column", "dismounted"]);
                let horse = self.one(&["light", "lancer", "medium", "heavy"]);
                let _ = writeln!(self.text, "figures = 8\nformation = \"{formation}\"\nhorse = \"{horse}\"");
                for key in ["dubious", "cossacks", "dragoons", "blown"] {
                    self.flag(key, 4);
                }
                self.perhaps("mad", &["british-heavies", "ottoman", "british-lights", "others"]);
            }
            _ => {
                let weight = self.one(&["light", "medium", "med-heavy", "heavy"]);
                let class = self.one(&["old-guard", "class-1", "class-2", "class-3"]);
                let guns = 2 + self.luck.below(2);
                let pounds = 6 + 12 * self.luck.below(2);
                let _ = writeln!(
                    self.text,
                    "weight = \"{weight}\"\ngun-class = \"{class}\"\nguns-per-section = {guns}\npounds = {pounds}\nsections = 2"
                );
                self.perhaps("formation", &["limbered", "unlimbered"]);
                for key in ["horse-artillery", "regimental"] {
                    self.flag(key, 4);
                }
            }
        }
        self.perhaps("ammunition", &["normal", "depleted", "exhausted"]);
        self.flag("disordered", 6);
        if self.once_in(12) {
            self.put("morale = \"bad\"");
        }
    }

    /// Ordre mixte: a line between two columns, and an enemy before it.
    fn mixte(&mut self, enemy: i32) {
        let beside = [
            ("Left", 66.5, "attack-column", 6),
            ("Right", 69.5, "attack-column", 6),
            ("Middle", 68.0, "line", 8),
        ];
        for (name, x, formation, figures) in beside {
            let _ = writeln!(
                self.text,
                "[[unit]]\nname = \"{name}\"\nme = \"allied 0\"\ngrade = \"veteran\"\nfigures = {figures}\nformation = \"{formation}\"\nat = [{x}, 23]\nfacing = 180"
            );
        }
        let _ = writeln!(
            self.text,
            "[[unit]]\nname = \"Before\"\nme = \"french 0\"\ngrade = \"veteran\"\nfigures = 16\nat = [68, {enemy}]\nfacing = 0"
        );
    }

    fn leaders(&mut self, side: &str) {
        let ranks = ["me", "me", "corps", "army", "brigade", "adc", "artillery"];
        for (n, rank) in ranks.into_iter().enumerate() {
            let (me, place) = (n % 2, self.luck.below(5));
            let (rating, character, nation) = (self.one(RATINGS), self.one(CHARACTERS), self.one(NATIONS));
            let _ = writeln!(
                self.text,
                "[[leader]]\nname = \"{side} L{n}\"\nside = \"{side}\"\nrank = \"{rank}\"\nrating = \"{rating}\"\ncharacter = \"{character}\"\nnation = \"{nation}\"\ncorps = \"{side}\""
            );
            let stays = matches!(rank, "me" | "artillery");
            if stays {
                let _ = writeln!(self.text, "me = \"{side} {me}\"");
            }
            if !self.once_in(3) || !stays {
                let _ = writeln!(self.text, "with = \"{side} {me}.{place}\"");
            }
            for key in ["bold", "premonition", "reverse-slope"] {
                self.flag(key, 4);
            }
            if rank == "army" {
                self.flag("napoleon", 3);
            }
        }
    }
}

/// The file of a fight.
pub(crate) fn fight(number: u64) -> String {
    let mut it = Writer { luck: Stream::new(Seed::from_number(number), 5), text: String::new() };
    it.put("name = \"A fight\"\ngame = \"empire\"\nkind = \"teaching\"\ndate = \"1809\"\nyear = 1809\nsummary = \"Anybody fights anybody.\"");
    it.put("length = 3\nbegins-at = \"initiative\"\n[edges]\nfrench = \"south\"\nallied = \"north\"");
    let low = it.once_in(3);
    let _ = writeln!(
        it.text,
        "[armies.french]\nstaff = \"good\"\nlow-ammo = {low}\n[armies.allied]\nstaff = \"poor\""
    );
    it.country();
    it.weather();
    it.ground();
    let held = it.once_in(2);
    if held {
        let cover = it.one(&["light", "medium", "heavy", "super"]);
        it.put("[[terrain]]\nname = \"Farm\"\nkind = \"village\"\npolygon = [[26, 24], [34, 24], [34, 28], [26, 28]]");
        let _ = writeln!(it.text, "[[structure]]\nname = \"Farm\"\ncover = \"{cover}\"");
        it.flag("fortified", 2);
        it.flag("strong-point", 2);
    }
    let mut grades = Vec::new();
    for side in ["french", "allied"] {
        let order = it.one(&["attack", "defend", "withdraw"]);
        let _ = writeln!(it.text, "[[corps]]\nname = \"{side}\"\nside = \"{side}\"\norder = \"{order}\"");
        grades.push([it.me(side, 0), it.me(side, 1)]);
    }
    // The first ME of a side stands before the second, as near to the enemy as fire or charges are.
    let gap = [3, 5, 8, 12][it.luck.below(4) as usize];
    let near = it.once_in(2);
    let lines = [
        ("french", 23 - gap, if near { 18 - gap } else { 8 }.min(20 - gap)),
        ("allied", 23, if near { 30 } else { 40 }),
    ];
    for ((side, front, behind), grades) in lines.into_iter().zip(grades) {
        for place in 0..PLACES.len() {
            it.unit(side, (0, grades[0]), place, front);
            it.unit(side, (1, grades[1]), place, behind);
        }
        it.leaders(side);
        let _ = writeln!(
            it.text,
            "[[unit]]\nname = \"{side} guns\"\nme = \"{side} 0\"\narm = \"artillery\"\ngrade = \"regular\"\nplace = \"reserve\"\n\
             [[unit]]\nname = \"{side} rest\"\nme = \"{side} 0\"\ngrade = \"regular\"\nfigures = 6\nplace = \"holding\""
        );
    }
    if it.once_in(4) {
        it.mixte(23 - gap);
    }
    if held {
        it.put("[[unit]]\nname = \"Garrison\"\nme = \"allied 0\"\ngrade = \"regular\"\nfigures = 8\nat = [30, 25]\nfacing = 180\ninside = \"Farm\"");
    }
    it.put("[[engagement]]\nof = [\"french 0\", \"allied 0\"]\nattacker = \"french\"");
    if it.once_in(2) {
        it.put("[[engagement]]\nof = [\"french 1\", \"allied 0\"]\nattacker = \"allied\"");
    }
    it.text
}
