//! The players' words: nations, arms, troop types, formations, orders, morale.

use rulebook::words;

engine::described!(Arm, Formation, Level, Nation, OrderKind);

words!(Sheet { Orders = "orders" });
words!(Nation {
    French = "french",
    British = "british",
    Austrian = "austrian",
    Prussian = "prussian",
    Russian = "russian",
    Spanish = "spanish",
    Turkish = "turkish",
    Bavarian = "bavarian",
    Saxon = "saxon",
    Wuerttemberg = "wuerttemberg",
    Westphalian = "westphalian",
    Baden = "baden",
    Hessian = "hessian",
    Italian = "italian",
    Neapolitan = "neapolitan",
    Polish = "polish",
    Portuguese = "portuguese",
    Brunswick = "brunswick",
    Hanoverian = "hanoverian",
    Dutch = "dutch",
    Swedish = "swedish",
    Danish = "danish",
    Other = "other",
});
words!(
    /// Troop types, the worst first.
    Troop {
        Militia = "militia",
        Conscript = "conscript",
        Seasoned = "seasoned",
        Veteran = "veteran",
        Elite = "elite",
        Guard = "guard",
    }
);
words!(Arm {
    Infantry = "infantry",
    LightCavalry = "light-cavalry",
    HeavyCavalry = "heavy-cavalry",
    FootArtillery = "foot-artillery",
    HorseArtillery = "horse-artillery",
});
words!(Gun { Light = "light", Heavy = "heavy" });
words!(
    /// Guns in column or road formation are limbered; only guns are unlimbered.
    Formation {
        Column = "column",
        Line = "line",
        Square = "square",
        HastySquare = "hasty-square",
        Road = "road",
        Unlimbered = "unlimbered",
    }
);
words!(
    /// Morale status; the lower is the worse.
    Level {
        Routed = "routed",
        Panic = "panic",
        Disrupted = "disrupted",
        Nervous = "nervous",
        Firm = "firm",
        Bold = "bold",
    }
);
words!(
    /// What a corps may be told to do, in the order of the sheet.
    OrderKind {
        Attack = "attack",
        Probe = "probe",
        Screen = "screen",
        Maneuver = "maneuver",
        Defend = "defend",
        Withdraw = "withdraw",
        Rally = "rally",
    }
);
words!(
    /// What a leader is like.
    Trait {
        Poltroon = "poltroon",
        Weak = "weak",
        None = "none",
        Dashing = "dashing",
        Charismatic = "charismatic",
        Genius = "genius",
    }
);
words!(
    /// The seven steps of a turn. In `Reply` (3) the side that does not move fires, in `Fire` (4) the side that moves;
    /// `Repeat` (6) plays the steps between again for the other side.
    Step {
        Orders = "orders",
        Move = "move",
        Reply = "reply",
        Fire = "fire",
        Melee = "melee",
        Repeat = "repeat",
        Rally = "rally",
    }
);
words!(
    /// Who acts in a step.
    Who { Both = "both", Initiative = "initiative", Other = "other" }
);
words!(
    /// Which units of a corps a line of its order is for.
    Part { All = "all", LeadHalf = "lead-half", OtherHalf = "other-half" }
);
words!(
    /// What the distance of an order is measured from.
    Reference { Enemy = "enemy", Objective = "objective", Either = "enemy-or-objective" }
);
words!(
    /// Which zone of a unit something comes from.
    Aspect { Front = "front", Flank = "flank", Rear = "rear" }
);
words!(
    /// Columns of the artillery range chart, the nearest first.
    Band { First = "first", Second = "second", Third = "third", Fourth = "fourth" }
);
words!(
    /// What reaching a status does.
    Effect { None = "none", Back = "back", Remove = "remove" }
);
words!(
    /// How a unit that goes back faces.
    Turned { Enemy = "enemy", Away = "away" }
);
words!(
    /// What ground does to a move.
    Going { Rough = "rough", Impassable = "impassable" }
);
words!(
    /// What happens to a leader in danger.
    LossResult {
        Unhurt = "unhurt",
        Detached = "detached",
        Back = "back",
        Grazed = "grazed",
        Wounded = "wounded",
        Killed = "killed",
    }
);
words!(
    /// Who takes the result of a melee.
    Taker { Both = "both", Loser = "loser" }
);
words!(
    /// Rows of the number to hit: troops by their type, and all cavalry.
    Shooter {
        Militia = "militia",
        Conscript = "conscript",
        Seasoned = "seasoned",
        Veteran = "veteran",
        Elite = "elite",
        Guard = "guard",
        Cavalry = "cavalry",
    }
);
words!(
    /// Rows of the order changes.
    StepsOf { French = "french", British = "british", Turkish = "turkish", AllOthers = "all-others" }
);
words!(
    /// What shelters a unit from fire and blows.
    Shelter { Open = "open", Rough = "rough", City = "city", Fortress = "fortress" }
);

impl Nation {
    /// States that fight in the French system (ruling command.other-nations).
    pub const fn is_of_french_system(self) -> bool {
        matches!(
            self,
            Nation::French
                | Nation::Bavarian
                | Nation::Saxon
                | Nation::Wuerttemberg
                | Nation::Westphalian
                | Nation::Baden
                | Nation::Hessian
                | Nation::Italian
                | Nation::Neapolitan
                | Nation::Polish
        )
    }

    /// Whether the sheet prints a command radius for it.
    pub const fn has_printed_radius(self) -> bool {
        matches!(
            self,
            Nation::French
                | Nation::British
                | Nation::Austrian
                | Nation::Prussian
                | Nation::Russian
                | Nation::Spanish
                | Nation::Turkish
        )
    }
}

impl Shooter {
    pub const fn of(troop: Troop) -> Shooter {
        match troop {
            Troop::Militia => Shooter::Militia,
            Troop::Conscript => Shooter::Conscript,
            Troop::Seasoned => Shooter::Seasoned,
            Troop::Veteran => Shooter::Veteran,
            Troop::Elite => Shooter::Elite,
            Troop::Guard => Shooter::Guard,
        }
    }
}

impl Arm {
    pub const fn is_infantry(self) -> bool {
        matches!(self, Arm::Infantry)
    }

    pub const fn is_cavalry(self) -> bool {
        matches!(self, Arm::LightCavalry | Arm::HeavyCavalry)
    }

    pub const fn is_artillery(self) -> bool {
        matches!(self, Arm::FootArtillery | Arm::HorseArtillery)
    }

    /// The guns of a battery where its battle does not say: foot heavy, horse light (ruling setup.table).
    pub const fn usual_gun(self) -> Option<Gun> {
        match self {
            Arm::FootArtillery => Some(Gun::Heavy),
            Arm::HorseArtillery => Some(Gun::Light),
            Arm::Infantry | Arm::LightCavalry | Arm::HeavyCavalry => None,
        }
    }
}

impl Formation {
    /// Square or hasty square: no flank, no rear.
    pub const fn is_square(self) -> bool {
        matches!(self, Formation::Square | Formation::HastySquare)
    }
}

impl Level {
    /// One level worse, of the sheet's six; the rules in force say which are played ([`crate::Rules::lower`]).
    pub const fn down(self) -> Option<Level> {
        match self {
            Level::Bold => Some(Level::Firm),
            Level::Firm => Some(Level::Nervous),
            Level::Nervous => Some(Level::Disrupted),
            Level::Disrupted => Some(Level::Panic),
            Level::Panic => Some(Level::Routed),
            Level::Routed => None,
        }
    }

    /// One level better, of the sheet's six ([`crate::Rules::higher`]).
    pub const fn up(self) -> Option<Level> {
        match self {
            Level::Routed => Some(Level::Panic),
            Level::Panic => Some(Level::Disrupted),
            Level::Disrupted => Some(Level::Nervous),
            Level::Nervous => Some(Level::Firm),
            Level::Firm => Some(Level::Bold),
            Level::Bold => None,
        }
    }
}

engine::words_as_details!(Arm, Formation, OrderKind);
