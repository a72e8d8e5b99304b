//! The players' words: nations, arms, grades, formations.

use engine::Side;
use rulebook::words;

engine::described!(Arm, Formation, Nation);

words!(Sheet { A15 = "a15", P7 = "p7", Br8 = "br8" });
words!(Nation { French = "french", Austrian = "austrian", Prussian = "prussian", British = "british" });
words!(Grade { Elite = "elite", Veteran = "veteran", Conscript = "conscript" });
words!(Arm { Infantry = "infantry", Skirmishers = "skirmishers", Cavalry = "cavalry", Artillery = "artillery" });
words!(Formation {
    Column = "column",
    Line = "line",
    Square = "square",
    Masse = "masse",
    Skirmish = "skirmish",
    Limbered = "limbered",
    Unlimbered = "unlimbered",
});
words!(
    /// Kinds of cavalry the movement lists know, and some they do not.
    Horse {
        Cuirassiers = "cuirassiers",
        Carabiniers = "carabiniers",
        Dragoons = "dragoons",
        HeavyDragoons = "heavy-dragoons",
        LightDragoons = "light-dragoons",
        Hussars = "hussars",
        Chasseurs = "chasseurs",
        Uhlans = "uhlans",
        Chevauxlegers = "chevauxlegers",
        Lancers = "lancers",
    }
);
words!(
    /// Rows of the movement lists.
    Rate {
        Column = "column",
        Skirmishers = "skirmishers",
        Line = "line",
        Square = "square",
        Masse = "masse",
        Cuirassiers = "cuirassiers",
        Carabiniers = "carabiniers",
        Dragoons = "dragoons",
        HeavyDragoons = "heavy-dragoons",
        LightDragoons = "light-dragoons",
        Hussars = "hussars",
        Chasseurs = "chasseurs",
        Uhlans = "uhlans",
        Chevauxlegers = "chevauxlegers",
        LightCavalry = "light-cavalry",
        Limbered = "limbered",
    }
);
words!(
    /// Rows of the to-hit tables.
    Row {
        Column = "column",
        Square = "square",
        Masse = "masse",
        EnfiladedLine = "enfiladed-line",
        Line = "line",
        Skirmishers = "skirmishers",
        Fortification = "fortification",
        Artillery = "artillery",
        Defensive = "defensive",
        ChargingCavalry = "charging-cavalry",
    }
);
words!(
    /// The two sides as a table names them.
    Camp { French = "french", Opponent = "opponent" }
);
words!(
    /// What charging cavalry may meet and pass.
    Obstacle { Square = "square", Masse = "masse", Fortification = "fortification" }
);
words!(
    /// What stops a charge.
    Stop {
        FriendlyInfantry = "friendly infantry",
        FriendlyCavalry = "friendly cavalry",
        FriendlyGuns = "friendly guns",
        Difficult = "difficult ground",
        Impassable = "impassable ground",
        Edge = "the table edge",
    }
);
words!(
    /// Why a gun has no target.
    Silence {
        Nobody = "no enemy in its lane",
        Friends = "its own troops stand in its lane",
        Range = "the enemy in its lane is out of range",
        Melee = "the enemy in its lane is in melee",
        Hidden = "the enemy in its lane is out of sight",
    }
);
words!(
    /// Why horse rolls for its recall without being asked, as far as the table still shows it.
    Owed {
        Charged = "all horse that has charged must roll",
        NotWonOrFailed = "[its|their] melee was not won, or [its|their] last recall failed",
        RodePastOrNotWon = "[it|they] charged, and rode past closed ranks or did not win a melee",
        FailedOrNotWon = "[its|their] last recall failed, or a melee was not won",
    }
);
words!(
    /// Parts of the artillery stick.
    Band { Close = "close", Middle = "middle", Long = "long", Out = "out" }
);
words!(
    /// What a unit stands in.
    Cover { None = "none", Defensive = "defensive", Fortification = "fortification" }
);
words!(
    /// The decisions in a charge.
    Moment {
        Order = "order",
        Stays = "stays",
        ClosesUp = "closes-up",
        GoesIn = "goes-in",
        Wavers = "wavers",
        RollsForSquare = "rolls-for-square",
        HeldOff = "held-off",
        PressesOn = "presses-on",
        Melee = "melee",
    }
);
words!(
    /// What a morale die says.
    Verdict { Pass = "pass", Fail = "fail", Rout = "rout" }
);
words!(
    /// The morale tests of a turn.
    Test { Artillery = "artillery", Close = "close", Stand = "stand", Loss = "loss", Recall = "recall" }
);
words!(
    /// The columns of the melee dice table.
    DiceColumn { Better = "better", Lesser = "lesser" }
);
words!(
    /// The phases of a turn, whatever their number on the sheet.
    Phase {
        Artillery = "artillery",
        ArtilleryMorale = "artillery-morale",
        FrenchMove = "french-move",
        FrenchClose = "french-close",
        OpponentStand = "opponent-stand",
        FirstMelee = "first-melee",
        FirstLoss = "first-loss",
        OpponentMove = "opponent-move",
        OpponentClose = "opponent-close",
        FrenchStand = "french-stand",
        Drinking = "drinking",
        SecondMelee = "second-melee",
        SecondLoss = "second-loss",
        Recall = "recall",
    }
);

impl Formation {
    /// Square and masse: no flank, no rear, no facing.
    pub const fn is_closed(self) -> bool {
        matches!(self, Formation::Square | Formation::Masse)
    }

    /// What a unit is told that is to take it: "Form line".
    pub const fn command(self) -> &'static str {
        match self {
            Formation::Column => "Form column",
            Formation::Line => "Form line",
            Formation::Square => "Form square",
            Formation::Masse => "Form masse",
            Formation::Skirmish => "Open order",
            Formation::Limbered => "Limber up",
            Formation::Unlimbered => "Unlimber",
        }
    }
}

impl Horse {
    pub const fn rate(self) -> Rate {
        match self {
            Horse::Cuirassiers => Rate::Cuirassiers,
            Horse::Carabiniers => Rate::Carabiniers,
            Horse::Dragoons => Rate::Dragoons,
            Horse::HeavyDragoons => Rate::HeavyDragoons,
            Horse::LightDragoons => Rate::LightDragoons,
            Horse::Hussars => Rate::Hussars,
            Horse::Chasseurs => Rate::Chasseurs,
            Horse::Uhlans => Rate::Uhlans,
            Horse::Chevauxlegers => Rate::Chevauxlegers,
            Horse::Lancers => Rate::LightCavalry,
        }
    }

    /// Light cavalry for the French list, which names the heavy kinds one by one.
    pub const fn is_light(self) -> bool {
        !matches!(self, Horse::Cuirassiers | Horse::Carabiniers | Horse::Dragoons | Horse::HeavyDragoons)
    }
}

impl Phase {
    /// The test that units take in it; where there is none of its own, the one after guns.
    pub(crate) const fn test(self) -> Test {
        match self {
            Phase::FrenchClose | Phase::OpponentClose => Test::Close,
            Phase::FrenchStand | Phase::OpponentStand => Test::Stand,
            Phase::FirstLoss | Phase::SecondLoss | Phase::SecondMelee => Test::Loss,
            Phase::Recall => Test::Recall,
            Phase::Artillery
            | Phase::ArtilleryMorale
            | Phase::FrenchMove
            | Phase::OpponentMove
            | Phase::FirstMelee
            | Phase::Drinking => Test::Artillery,
        }
    }

    /// Who moves in it, where it is a movement phase.
    pub(crate) const fn mover(self) -> Option<Side> {
        match self {
            Phase::FrenchMove => Some(Side::French),
            Phase::OpponentMove => Some(Side::Allied),
            Phase::Artillery
            | Phase::ArtilleryMorale
            | Phase::FrenchClose
            | Phase::OpponentStand
            | Phase::FirstMelee
            | Phase::FirstLoss
            | Phase::OpponentClose
            | Phase::FrenchStand
            | Phase::Drinking
            | Phase::SecondMelee
            | Phase::SecondLoss
            | Phase::Recall => None,
        }
    }

    /// Whether it belongs to the second melee of a turn.
    pub(crate) const fn is_second(self) -> bool {
        matches!(self, Phase::SecondMelee | Phase::SecondLoss)
    }

    /// The same phase, of the other side where it is a side's own.
    pub(crate) const fn of_other_side(self) -> Phase {
        match self {
            Phase::FrenchMove => Phase::OpponentMove,
            Phase::OpponentMove => Phase::FrenchMove,
            Phase::FrenchClose => Phase::OpponentClose,
            Phase::OpponentClose => Phase::FrenchClose,
            Phase::FrenchStand => Phase::OpponentStand,
            Phase::OpponentStand => Phase::FrenchStand,
            other @ (Phase::Artillery
            | Phase::ArtilleryMorale
            | Phase::FirstMelee
            | Phase::FirstLoss
            | Phase::Drinking
            | Phase::SecondMelee
            | Phase::SecondLoss
            | Phase::Recall) => other,
        }
    }
}

engine::words_as_details!(Formation);
