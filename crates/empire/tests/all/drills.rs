//! Drills: a handful of units for an hour, set up for what a whole battle seldom comes to. Each is a battle file and costs
//! next to nothing.
#![allow(clippy::float_arithmetic, reason = "places of battle files are in inches")]

use dice::{Seed, Stream};
use std::fmt::Write as _;

pub(crate) const GRADES: &[&str] = &[
    "old-guard",
    "guard",
    "grenadier",
    "elite",
    "crack",
    "veteran",
    "regular",
    "conscript",
    "landwehr",
    "militia",
    "rabble",
];

/// What a drill is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drill {
    /// Units charge.
    Charge,
    /// An ME has broken near others.
    Panic,
    /// Guns bombard what stands in line behind each other, or a garrison.
    Guns,
    /// All units stand at the edge of ground.
    Ground,
    /// Two lines fire at each other.
    Firefight,
}

pub(crate) const DRILLS: &[Drill] = &[
    Drill::Charge,
    Drill::Panic,
    Drill::Charge,
    Drill::Guns,
    Drill::Charge,
    Drill::Ground,
    Drill::Charge,
    Drill::Firefight,
];

struct Writer {
    luck: Stream,
    text: String,
}

impl Writer {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.luck.below(of.len() as u32) as usize]
    }

    fn begins(&mut self, phase: &str) {
        let going = self.one(&["marchfield", "rolling", "rough"]);
        let _ = writeln!(
            self.text,
            "name = \"A drill\"\ngame = \"empire\"\nkind = \"teaching\"\ndate = \"1809\"\nyear = 1809\nsummary = \"A drill.\"\n\
             length = 1\nbegins-at = \"{phase}\"\nfirst = \"french\"\n[table]\ngoing = \"{going}\"\n[edges]\nfrench = \"south\"\nallied = \"north\"\n\
             [[corps]]\nname = \"French\"\nside = \"french\"\norder = \"attack\"\n[[corps]]\nname = \"Allied\"\nside = \"allied\"\norder = \"withdraw\""
        );
    }

    fn me(&mut self, name: &str, corps: &str, more: &str) {
        let _ = writeln!(self.text, "[[me]]\nname = \"{name}\"\ncorps = \"{corps}\"\n{more}");
    }

    /// A unit, by its ME, its place and what else is said of it; the French look north, the others south but for a few.
    fn unit(&mut self, name: &str, me: &str, (x, y): (f32, f32), more: &str) {
        let turned = name == "T" && !more.contains("inside") && self.luck.below(6) == 0;
        let facing = if me.starts_with('F') || turned { 0 } else { 180 };
        let _ = writeln!(
            self.text,
            "[[unit]]\nname = \"{name}\"\nme = \"{me}\"\nat = [{x}, {y}]\nfacing = {facing}\n{more}"
        );
    }

    fn ground(&mut self, what: &str, [left, low, right, high]: [f32; 4]) {
        let number = self.text.matches("[[terrain]]").count();
        let _ = writeln!(
            self.text,
            "[[terrain]]\nname = \"G{number}\"\n{what}\npolygon = [[{left}, {low}], [{right}, {low}], [{right}, {high}], [{left}, {high}]]"
        );
    }

    fn engaged(&mut self) {
        self.text.push_str("[[engagement]]\nof = [\"F\", \"O\"]\nattacker = \"french\"\n");
    }

    fn weather(&mut self) {
        let sky = self.one(&["clear", "clear", "light-rain", "snow"]);
        let mud = self.one(&["false", "false", "true"]);
        let _ = writeln!(self.text, "[[weather]]\nhours = [1, 1]\nsky = \"{sky}\"\nmud = {mud}");
    }

    /// Two chargers and their target, with friends of all kinds.
    fn charge(&mut self) {
        let chargers = [
            ("infantry", "figures = 18\nformation = \"attack-column\""),
            ("infantry", "figures = 12\nformation = \"attack-column\"\nshock = true"),
            ("infantry", "figures = 12\nformation = \"attack-column\"\nstorming = true\nsappers = true"),
            ("infantry", "figures = 12\nformation = \"line\"\nshock = true\nstorming = true"),
            ("cavalry", "arm = \"cavalry\"\nfigures = 8\nhorse = \"heavy\""),
            ("cavalry", "arm = \"cavalry\"\nfigures = 8\nhorse = \"light\"\ndubious = true"),
            (
                "cavalry",
                "arm = \"cavalry\"\nfigures = 6\nhorse = \"light\"\ndubious = true\ndisordered = true",
            ),
            ("cavalry", "arm = \"cavalry\"\nfigures = 6\nhorse = \"lancer\"\ncossacks = true"),
            ("cavalry", "arm = \"cavalry\"\nfigures = 8\nhorse = \"medium\"\ndisordered = true"),
        ];
        let (kind, charger) = chargers[self.luck.below(chargers.len() as u32) as usize];
        let impetus = self.one(&["true", "false"]);
        self.begins("initiative");
        self.weather();
        self.me("F", "French", &format!("kind = \"{kind}\"\nimpetus = {impetus}"));
        self.me("O", "Allied", "kind = \"mixed\"");
        let gap = [3.0, 4.0, 6.5, 7.5, 11.0][self.luck.below(5) as usize];
        let own = self.one(GRADES);
        self.unit("A", "F", (36.0, 23.0 - gap), &format!("grade = \"{own}\"\n{charger}"));
        self.unit("B", "F", (36.0, 18.5 - gap), &format!("grade = \"{own}\"\n{charger}"));
        let character = self.one(&["charismatic", "inspirational"]);
        let _ = writeln!(
            self.text,
            "[[leader]]\nname = \"L\"\nside = \"french\"\nrank = \"corps\"\ncorps = \"French\"\nrating = \"superior\"\ncharacter = \"{character}\"\nbold = true\nwith = \"A\""
        );
        self.target();
        let guns = self.luck.below(3);
        for n in 0..guns {
            let x = 44.0 + 3.0 * n as f32;
            self.unit(&format!("Guns {n}"), "O", (x, 23.5), "arm = \"artillery\"\ngrade = \"regular\"\nsections = 2\ngun-class = \"old-guard\"\nguns-per-section = 3");
        }
        self.engaged();
    }

    fn target(&mut self) {
        let (grade, nation) = (self.one(GRADES), self.one(&["british", "prussian"]));
        let said = format!("grade = \"{grade}\"\nnation = \"{nation}\"");
        let at = (36.0, 23.0);
        match self.luck.below(9) {
            0 => self.unit("T", "O", at, &format!("{said}\nfigures = 30\nmuskets = \"superior\"")),
            1 => self.unit("T", "O", at, &format!("{said}\nfigures = 18\nformation = \"attack-column\"")),
            2 => self.unit("T", "O", at, &format!("{said}\nfigures = 18\nformation = \"closed-column\"")),
            3 => {
                let cover = self.one(&["light", "medium", "heavy", "super-heavy"]);
                self.ground(&format!("kind = \"enclosure\"\ncover = \"{cover}\""), [32.0, 22.0, 40.0, 26.0]);
                self.unit("T", "O", at, &format!("{said}\nfigures = 12"));
            }
            4 => {
                self.unit("T", "O", at, &format!("{said}\nfigures = 12"));
                for (name, x) in [("Left", 33.25), ("Right", 38.75)] {
                    self.unit(name, "O", (x, 23.0), &format!("{said}\nfigures = 8"));
                }
            }
            5 => {
                let cover = self.one(&["light", "medium", "heavy", "super"]);
                self.ground("kind = \"village\"", [32.0, 22.0, 40.0, 26.0]);
                let _ = writeln!(
                    self.text,
                    "[[structure]]\nname = \"G0\"\ncover = \"{cover}\"\nfortified = true"
                );
                self.unit("T", "O", (36.0, 23.5), &format!("{said}\nfigures = 12\ninside = \"G0\""));
            }
            6 | 7 => {
                let weight = self.one(&["light", "medium"]);
                let guns = format!("{said}\narm = \"artillery\"\nweight = \"{weight}\"\nsections = 2");
                self.unit("T", "O", at, &guns);
            }
            _ => {
                self.unit("T", "O", at, &format!("{said}\nfigures = 8\nformation = \"skirmish\""));
                self.unit("Behind", "O", (36.0, 26.0), &format!("{said}\nfigures = 12"));
            }
        }
    }

    /// Some MEs of a side near each other, one of which has broken or is shaken.
    fn panic(&mut self) {
        self.begins("me-morale");
        let states = [
            "tally = { broke = true, went-bad = 1 }\nbroken = true",
            "tally = { broke = true, went-bad = 1 }\nbroken = true",
            "shaken = true",
        ];
        for (name, x) in [("O1", 14.0), ("O2", 28.0), ("O3", 42.0), ("O4", 54.0)] {
            let state = if name < "O3" { self.one(&states) } else { "" };
            let guard = self.one(&["true", "false"]);
            let campaign = self.one(&["fresh", "weary", "haggard", "spent"]);
            let kind = self.one(&["infantry", "cavalry"]);
            let state = if state.is_empty() { "tally = { went-bad = 1 }" } else { state };
            let order = self.one(&["attack", "defend", "break-off"]);
            let more = format!(
                "guard = {guard}\ncampaign = \"{campaign}\"\nkind = \"{kind}\"\norder = \"{order}\"\n{state}"
            );
            self.me(name, "Allied", &more);
            let grade = self.one(GRADES);
            for n in 0..3 {
                let morale = self.one(&["good", "good", "bad"]);
                let place = (x + 4.0 * n as f32, 40.0);
                self.unit(
                    &format!("{name}.{n}"),
                    name,
                    place,
                    &format!("grade = \"{grade}\"\nfigures = 8\nmorale = \"{morale}\""),
                );
            }
        }
        for (name, x) in [("O3", 42.0), ("O4", 54.0)] {
            self.unit(
                &format!("{name} guns"),
                name,
                (x, 44.0),
                "arm = \"artillery\"\ngrade = \"regular\"\nsections = 1",
            );
        }
        if self.luck.below(3) == 0 {
            self.ground("kind = \"woods\"", [50.0, 38.0, 66.0, 43.0]);
        }
        self.me("F", "French", "order = \"attack\"");
        self.unit("Far", "F", (58.0, 37.0), "grade = \"veteran\"\nfigures = 12");
        let y = self.one(&["44", "20"]).parse().unwrap();
        self.unit("Near", "F", (40.0, y), "grade = \"veteran\"\nfigures = 12");
        self.text.push_str("[[engagement]]\nof = [\"F\", \"O3\"]\nattacker = \"french\"\n");
    }

    /// Heavy guns before a target with others behind it.
    fn guns(&mut self) {
        let phase = self.one(&["bombardment", "initiative"]);
        self.begins(phase);
        self.me("F", "French", "kind = \"mixed\"");
        self.me("O", "Allied", "kind = \"mixed\"");
        for (n, weight) in ["heavy", "med-heavy", "medium", "light"].into_iter().enumerate() {
            let x = 30.0 + 4.0 * n as f32;
            let (class, state) =
                (self.one(&["old-guard", "class-1"]), self.one(&["", "", "disordered = true"]));
            let pounds = self.one(&["6", "24"]);
            self.unit(
                &format!("Guns {n}"),
                "F",
                (x, 8.0),
                &format!("arm = \"artillery\"\nnation = \"british\"\ngrade = \"elite\"\nweight = \"{weight}\"\ngun-class = \"{class}\"\npounds = {pounds}\nguns-per-section = 3\n{state}"),
            );
        }
        if self.luck.below(2) == 0 {
            let level = self.one(&["1", "2", "4", "8"]);
            self.ground(&format!("kind = \"hill\"\nlevel = {level}"), [26.0, 4.0, 46.0, 8.5]);
            self.unit("Below", "F", (32.0, 11.0), "grade = \"elite\"\nfigures = 16");
        }
        match self.luck.below(4) {
            3 => self.ground("kind = \"hill\"\nlevel = 3", [24.0, 19.0, 50.0, 23.5]),
            0 => {
                let cover = self.one(&["light", "medium", "heavy", "super-heavy"]);
                self.ground(&format!("kind = \"enclosure\"\ncover = \"{cover}\""), [24.0, 19.5, 50.0, 23.0]);
            }
            1 => {
                self.ground("kind = \"hill\"\nlevel = 1", [24.0, 19.5, 50.0, 23.5]);
                self.ground("kind = \"hill\"\nlevel = 3", [24.0, 17.0, 50.0, 19.5]);
                self.unit(
                    "Eyes",
                    "F",
                    (44.0, 18.5),
                    "grade = \"elite\"\nfigures = 6\nformation = \"skirmish\"",
                );
                self.text.push_str(
                    "[[leader]]\nname = \"W\"\nside = \"allied\"\nrank = \"army\"\nreverse-slope = true\nat = [40, 34]\n",
                );
            }
            _ => {}
        }
        let under = [
            "kind = \"marsh\"",
            "kind = \"ford\"",
            "kind = \"village\"",
            "kind = \"hill\"\nlevel = 3",
            "kind = \"enclosure\"",
        ];
        let ground = self.one(&under);
        let number = self.text.matches("[[terrain]]").count();
        self.ground(ground, [24.0, 24.0, 50.0, 30.0]);
        if ground.contains("village") {
            let cover = self.one(&["light", "medium", "heavy", "super"]);
            let _ = writeln!(self.text, "[[structure]]\nname = \"G{number}\"\ncover = \"{cover}\"\nroom = 3");
        }
        let inside =
            if ground.contains("village") { format!("inside = \"G{number}\"") } else { String::new() };
        for (n, x) in [30.0, 34.0, 38.0].into_iter().enumerate() {
            let first = match n {
                0 => "arm = \"artillery\"\nsections = 2",
                _ => "figures = 12\nformation = \"square\"",
            };
            self.unit(&format!("T{n}"), "O", (x, 20.0), &format!("grade = \"elite\"\n{first}"));
            let second =
                if n == 2 && inside.is_empty() { "arm = \"artillery\"\nsections = 2" } else { "figures = 8" };
            self.unit(&format!("U{n}"), "O", (x, 26.0), &format!("grade = \"elite\"\n{second}\n{inside}"));
        }
        self.engaged();
    }

    /// All units at the edge of something.
    fn edge(&mut self) {
        self.begins("initiative");
        self.weather();
        self.me("F", "French", "kind = \"mixed\"");
        self.me("O", "Allied", "kind = \"infantry\"");
        let grounds = [
            "kind = \"woods\"\ndensity = \"light\"",
            "kind = \"woods\"\ndensity = \"medium\"",
            "kind = \"woods\"\ndensity = \"heavy\"",
            "kind = \"marsh\"",
            "kind = \"enclosure\"\nwall = \"low\"",
            "kind = \"enclosure\"\nwall = \"high\"",
            "kind = \"village\"",
        ];
        let ground = self.one(&grounds);
        self.ground(ground, [10.0, 12.0, 60.0, 18.0]);
        let who = [
            "figures = 8\nformation = \"skirmish\"",
            "figures = 12\nformation = \"company-column\"",
            "figures = 12\nformation = \"closed-column\"",
            "figures = 12\nformation = \"closed-column\"\ngrade = \"conscript\"",
            "arm = \"cavalry\"\nfigures = 6",
            "arm = \"artillery\"\nsections = 2\nformation = \"limbered\"",
            "arm = \"artillery\"\nsections = 2\nhorse-artillery = true\nformation = \"limbered\"",
        ];
        for (n, who) in who.into_iter().enumerate() {
            let x = 13.0 + 7.0 * n as f32;
            let grade = if who.contains("grade") { "" } else { "grade = \"veteran\"" };
            self.unit(&format!("A{n}"), "F", (x, 11.5), &format!("{grade}\n{who}"));
        }
        self.unit("T", "O", (36.0, 24.0), "grade = \"veteran\"\nfigures = 12");
        self.engaged();
    }

    /// Two lines close to each other, tired of it, with leaders.
    fn firefight(&mut self) {
        self.begins("initiative");
        self.me("F", "French", "shaken = true\nfatigue = \"tired\"");
        self.me("O", "Allied", "shaken = true");
        for (n, x) in [24.0, 36.0, 48.0].into_iter().enumerate() {
            let grade = self.one(&["old-guard", "regular"]);
            let other = self.one(&["old-guard", "conscript"]);
            self.unit(&format!("A{n}"), "F", (x, 21.5), &format!("grade = \"{grade}\"\nfigures = 24"));
            self.unit(&format!("B{n}"), "O", (x, 23.0), &format!("grade = \"{other}\"\nfigures = 24"));
        }
        for (name, x) in [("Left", 20.25), ("Right", 27.75)] {
            self.unit(
                name,
                "O",
                (x, 23.0),
                "grade = \"veteran\"\nfigures = 8\nformation = \"attack-column\"",
            );
        }
        if self.luck.below(3) == 0 {
            self.ground("kind = \"woods\"\ndensity = \"heavy\"", [30.0, 22.5, 42.0, 26.0]);
        }
        for (side, unit) in [("french", "A0"), ("allied", "B0"), ("french", "A1"), ("allied", "B1")] {
            let character = self.one(&["charismatic", "inspirational", "impersonal"]);
            let _ = writeln!(
                self.text,
                "[[leader]]\nname = \"{unit} L\"\nside = \"{side}\"\nrank = \"brigade\"\ncharacter = \"{character}\"\nwith = \"{unit}\""
            );
        }
        self.engaged();
    }
}

/// The file of a drill.
pub(crate) fn drill(drill: Drill, number: u64) -> String {
    let mut it = Writer { luck: Stream::new(Seed::from_number(number), 6), text: String::new() };
    match drill {
        Drill::Charge => it.charge(),
        Drill::Panic => it.panic(),
        Drill::Guns => it.guns(),
        Drill::Ground => it.edge(),
        Drill::Firefight => it.firefight(),
    }
    it.text
}
