//! The players' words, as closed lists: what stands in files, on the desk and in cases.

use rulebook::words;

engine::described!(Arm, Formation, Hand, Nation, Segment);

words!(Sheet { Empire = "empire" });

// ---------------------------------------------------------------- troops ----

words!(
    /// Whose a unit is; the charts ask for few of them by name.
    Nation {
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
    }
);
words!(
    /// The morale grades, the best first.
    Grade {
        OldGuard = "old-guard",
        Guard = "guard",
        Grenadier = "grenadier",
        Elite = "elite",
        Crack = "crack",
        Veteran = "veteran",
        Regular = "regular",
        Conscript = "conscript",
        Landwehr = "landwehr",
        Militia = "militia",
        Rabble = "rabble",
    }
);
words!(Arm { Infantry = "infantry", Cavalry = "cavalry", Artillery = "artillery" });
words!(
    /// Foot that marches quickly and foot that does not.
    Class { A = "a", B = "b" }
);
words!(
    /// How foot changes formation.
    Drill { Divisional = "divisional", Ancien = "ancien" }
);
words!(Horse { Light = "light", Lancer = "lancer", Medium = "medium", Heavy = "heavy" });
words!(
    /// Whose horse goes on how easily once it has won: the rows of the battle-mad chart.
    MadRow {
        BritishHeavies = "british-heavies",
        Ottoman = "ottoman",
        Persian = "persian",
        IndianState = "indian-state",
        BritishLights = "british-lights",
        KglLights = "kgl-lights",
        Dubious = "dub-cavalry",
        Others = "others",
    }
);
words!(GunWeight { Light = "light", Medium = "medium", MedHeavy = "med-heavy", Heavy = "heavy" });
words!(GunClass { OldGuard = "old-guard", First = "class-1", Second = "class-2", Third = "class-3" });
words!(
    /// What is fired, as the chart of ranges has it.
    Weapon {
        Musket = "musket",
        Rifle = "rifle",
        LightGun = "light-gun",
        MediumGun = "medium-gun",
        MedHeavyGun = "med-heavy-gun",
        HeavyGun = "heavy-gun",
    }
);
words!(
    /// What a battery does in a charge: it is charged itself, or supports a unit that is; `Follow…`: it has fired so in
    /// this impulse before.
    Situation {
        None = "none",
        Defense = "defense",
        FireRetire = "fire-retire",
        FollowDefense = "follow-defense",
        FollowFireRetire = "follow-fire-retire",
        Support = "support",
        FollowSupport = "follow-support",
    }
);
words!(Muskets { Poor = "poor", Usual = "usual", Superior = "superior" });
words!(Rifles { None = "none", Half = "half", All = "all" });
words!(
    /// How well a unit skirmishes.
    SkirmishGrade {
        Superior = "superior",
        Excellent = "excellent",
        Good = "good",
        Average = "average",
        Poor = "poor",
    }
);
words!(
    /// How well a unit fights among houses.
    StreetGrade { Excellent = "excellent", Good = "good", Average = "average", Poor = "poor" }
);

// ----------------------------------------------------------- how they stand ----

words!(
    /// Foot: line to semi-skirmish; horse: line, two ranks, squadron column, and dismounted; guns: limbered, unlimbered.
    Formation {
        Line = "line",
        AttackColumn = "attack-column",
        ClosedColumn = "closed-column",
        CompanyColumn = "company-column",
        Square = "square",
        Skirmish = "skirmish",
        SemiSkirmish = "semi-skirmish",
        TwoRanks = "two-ranks",
        SquadronColumn = "squadron-column",
        Dismounted = "dismounted",
        Limbered = "limbered",
        Unlimbered = "unlimbered",
    }
);
words!(
    /// Where a unit is. `Holding` is the holding area behind its ME, `Reserve` a corps' reserve of guns, `Awaited` not here
    /// yet; `Lost` and `Withdrawn` do not come back; `Unknown` is somewhere off the table, in an enemy's view.
    Place {
        Table = "table",
        Holding = "holding",
        Reserve = "reserve",
        Awaited = "awaited",
        Lost = "lost",
        Withdrawn = "withdrawn",
        Unknown = "unknown",
    }
);
words!(
    /// To which hand a column becomes a line.
    Hand { Left = "left", Centre = "centre", Right = "right" }
);
words!(Morale { Good = "good", Bad = "bad" });
words!(Ammunition { Normal = "normal", Depleted = "depleted", Exhausted = "exhausted" });
words!(
    /// From which quarter of the target a blow or a shot comes.
    Aspect { Front = "front", Flank = "flank", Rear = "rear" }
);
words!(Band { Short = "short", Medium = "medium", Long = "long" });
words!(
    /// How firmly a square stands.
    SquareKind { Hasty = "hasty", Solid = "solid" }
);

// ------------------------------------------------------------------ ground ----

words!(Cover {
    None = "none",
    Light = "light",
    Medium = "medium",
    Heavy = "heavy",
    Super = "super",
});
words!(
    /// Woods a unit stands in.
    Woods { None = "none", Light = "light", Medium = "medium", Heavy = "heavy" }
);
words!(Going { Marchfield = "marchfield", Rolling = "rolling", Rough = "rough" });
words!(Sky {
    Clear = "clear",
    LightRain = "light-rain",
    HeavyRain = "heavy-rain",
    Snow = "snow",
    HeavySnow = "heavy-snow",
    Fog = "fog",
});
words!(
    /// What else a day is like.
    Air { Mild = "mild", Heat = "heat", Cold = "cold" }
);

// ----------------------------------------------------------------- command ----

words!(
    /// The ratings of commanders, the best first.
    Rating {
        Superior = "superior",
        Excellent = "excellent",
        Good = "good",
        Average = "average",
        Poor = "poor",
        Despicable = "despicable",
    }
);
words!(Character {
    Charismatic = "charismatic",
    Inspirational = "inspirational",
    Impersonal = "impersonal",
    Uninspiring = "uninspiring",
});
words!(Rank {
    Army = "army",
    Wing = "wing",
    Corps = "corps",
    Me = "me",
    Brigade = "brigade",
    Adc = "adc",
    Artillery = "artillery",
});
words!(Staff { Good = "good", Usual = "usual", Poor = "poor" });
words!(Fatigue {
    Fresh = "fresh",
    Winded = "winded",
    Worn = "worn",
    Tired = "tired",
    Exhausted = "exhausted",
});
words!(
    /// What a campaign has left of an ME.
    Campaign { Fresh = "fresh", Weary = "weary", Haggard = "haggard", Spent = "spent" }
);
words!(CorpsOrderKind {
    Attack = "attack",
    Defend = "defend",
    Maneuver = "maneuver",
    Withdraw = "withdraw",
});
words!(MeOrderKind {
    Attack = "attack",
    SkirmishBombard = "skirmish-bombard",
    Defend = "defend",
    SupportIntercept = "support-intercept",
    Maneuver = "maneuver",
    Rearguard = "rearguard",
    BreakOff = "break-off",
    Screen = "screen",
    Redeploy = "redeploy",
    RestRally = "rest-rally",
});
words!(MeKind {
    Infantry = "infantry",
    Mixed = "mixed",
    Cavalry = "cavalry",
    GrandBattery = "grand-battery",
    Pontoons = "pontoons",
    Baggage = "baggage",
});
words!(
    /// How an ME stands, from the widest to the longest.
    Deployment {
        Deployed = "deployed",
        BrigadeOut = "brigade-out",
        InitialDeploy = "initial-deploy",
        ClosedUp = "closed-up-column",
        Regular = "regular-column",
        Extended = "extended-column",
    }
);
words!(
    /// Whose way of deploying an ME has: the rows of the deployment chart.
    DeploymentRow {
        French1800 = "fr-1800-07",
        FrenchGuard = "fr-guard",
        French1792 = "fr-1792-99",
        French1808 = "fr-1808-12",
        French1815 = "fr-1815",
        FrenchConscript = "fr-conscript",
        FrenchAllies = "fr-allies-1807",
        British = "british",
        Austrian = "austrian",
        Russian = "russian",
        Prussian = "prussian",
        GermanAllies = "german-allies",
        Levy = "levy",
        Others = "others",
    }
);

// -------------------------------------------------------------------- play ----

words!(
    /// The fourteen phases of an hour. Leader loss is rolled where it arises and is never entered.
    Phase {
        CorpsOrders = "corps-orders",
        MeOrders = "me-orders",
        MeMorale = "me-morale",
        Panic = "panic",
        CommanderActions = "commander-actions",
        Activation = "activation",
        March = "gt-movement",
        Initiative = "initiative",
        Skirmish = "skirmish",
        Tactical = "tactical",
        Bombardment = "bombardment",
        Bonus = "bonus",
        LeaderLoss = "leader-loss",
        Fatigue = "fatigue",
    }
);
words!(
    /// The parts of an ME's impulse, in their order.
    Segment { Manoeuvre = "manoeuvre", Fire = "fire", Charge = "charge" }
);
words!(
    /// The columns that fire of all kinds is read in, by the total.
    Column {
        To0 = "to-0",
        From1 = "1-4",
        From5 = "5-8",
        From9 = "9-11",
        From12 = "12-14",
        From15 = "15-18",
        From19 = "19-22",
        From23 = "23-28",
        From29 = "29-33",
        From34 = "34-up",
    }
);

impl Grade {
    /// From rabble, 0, to the Old Guard, 10.
    pub const fn rank(self) -> u32 {
        10 - self as u32
    }

    /// The grade of a rank.
    pub fn of_rank(rank: u32) -> Grade {
        let place = 10 - rank.min(10);
        Grade::WORDS.get(place as usize).map_or(Grade::Rabble, |(_, grade)| *grade)
    }

    /// This grade or a better one: "Reg >".
    pub const fn is_at_least(self, other: Grade) -> bool {
        self.rank() >= other.rank()
    }

    /// This grade or a worse one: "Con >".
    pub const fn is_at_most(self, other: Grade) -> bool {
        self.rank() <= other.rank()
    }
}

impl Formation {
    /// Skirmish and semi-skirmish order.
    pub const fn is_unformed(self) -> bool {
        matches!(self, Formation::Skirmish | Formation::SemiSkirmish)
    }

    pub const fn is_column(self) -> bool {
        matches!(
            self,
            Formation::AttackColumn
                | Formation::ClosedColumn
                | Formation::CompanyColumn
                | Formation::SquadronColumn
        )
    }

    /// Whether an arm has it at all.
    pub const fn is_of(self, arm: Arm) -> bool {
        match self {
            Formation::Line => matches!(arm, Arm::Infantry | Arm::Cavalry),
            Formation::AttackColumn
            | Formation::ClosedColumn
            | Formation::CompanyColumn
            | Formation::Square
            | Formation::Skirmish
            | Formation::SemiSkirmish => matches!(arm, Arm::Infantry),
            Formation::TwoRanks | Formation::SquadronColumn | Formation::Dismounted => {
                matches!(arm, Arm::Cavalry)
            }
            Formation::Limbered | Formation::Unlimbered => matches!(arm, Arm::Artillery),
        }
    }

    /// What a unit of an arm stands in where nothing is said.
    pub const fn usual(arm: Arm) -> Formation {
        match arm {
            Arm::Infantry | Arm::Cavalry => Formation::Line,
            Arm::Artillery => Formation::Unlimbered,
        }
    }
}

impl GunWeight {
    pub const fn weapon(self) -> Weapon {
        match self {
            GunWeight::Light => Weapon::LightGun,
            GunWeight::Medium => Weapon::MediumGun,
            GunWeight::MedHeavy => Weapon::MedHeavyGun,
            GunWeight::Heavy => Weapon::HeavyGun,
        }
    }
}

impl Fatigue {
    /// Levels above fresh: what "for each level of fatigue" counts.
    pub const fn levels(self) -> u32 {
        self as u32
    }

    /// This many levels more, or fewer where negative; it ends at either end of the list.
    #[must_use]
    pub fn risen(self, levels: i32) -> Fatigue {
        let last = Fatigue::WORDS.len() as i32 - 1;
        let place = (self as i32).saturating_add(levels).clamp(0, last);
        Fatigue::WORDS.get(place as usize).map_or(self, |(_, fatigue)| *fatigue)
    }
}

impl Ammunition {
    /// What is left once it runs low.
    #[must_use]
    pub const fn lower(self) -> Ammunition {
        match self {
            Ammunition::Normal => Ammunition::Depleted,
            Ammunition::Depleted | Ammunition::Exhausted => Ammunition::Exhausted,
        }
    }

    /// After a resupply.
    #[must_use]
    pub const fn higher(self) -> Ammunition {
        match self {
            Ammunition::Exhausted => Ammunition::Depleted,
            Ammunition::Depleted | Ammunition::Normal => Ammunition::Normal,
        }
    }
}

words!(
    /// What a charge does under fire.
    ChargeDoes {
        Closes = "closes",
        MayClose = "may-close",
        Firefight = "firefight",
        BacksFiring = "backs-firing",
        RecoilsFiring = "recoils-firing",
        RetiresFiring = "retires-firing",
        FiresAndRetires = "fires-and-retires",
        Recalls = "recalls",
        Regroups = "regroups",
        FallsBack = "falls-back",
        Routs = "routs",
    }
);

impl Phase {
    /// Its number on the sheet, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl From<Option<table::Cover>> for Cover {
    fn from(cover: Option<table::Cover>) -> Cover {
        match cover {
            None => Cover::None,
            Some(table::Cover::Light) => Cover::Light,
            Some(table::Cover::Medium) => Cover::Medium,
            Some(table::Cover::Heavy) => Cover::Heavy,
            Some(table::Cover::SuperHeavy) => Cover::Super,
        }
    }
}

impl From<Option<table::Density>> for Woods {
    fn from(density: Option<table::Density>) -> Woods {
        match density {
            None => Woods::None,
            Some(table::Density::Light) => Woods::Light,
            Some(table::Density::Medium) => Woods::Medium,
            Some(table::Density::Heavy) => Woods::Heavy,
        }
    }
}

impl From<table::Going> for Going {
    fn from(going: table::Going) -> Going {
        match going {
            table::Going::Marchfield => Going::Marchfield,
            table::Going::Rolling => Going::Rolling,
            table::Going::Rough => Going::Rough,
        }
    }
}
