//! What happened: the fields of each event, whom it is about, how much it weighs, and its sentence.
//!
//! Each topic has its own stretch of the list; what is new goes at the end of that stretch.

use crate::charts::charge::victory::Level;
use crate::ids::Ids;
use crate::state::corps::CorpsId;
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::structure::StructureId;
use crate::state::unit::UnitId;
use crate::state::words::{Ammunition, ChargeDoes, Fatigue, Formation, Phase};
use engine::event::{Deed, Reach, rank};
use engine::wording::{listed, says, spoken};
use engine::{GeneralId, Heading, Name, Side, Telling, Tone, Weight};
use serde::Serialize;
use table::Inches;

/// A sum with its parts: each number with the rule that gives it.
pub(crate) type Working = engine::Working<Ids>;

/// An event of the log.
pub type Event = engine::Event<What, Ids>;

engine::events! {
    /// What may happen.
    pub enum What of Empire, told of game {
        // ---- sequence
        HourBegins { hour: u32 } [Telling::heading(Heading::Turn(*hour))] => format!("Hour {hour}");
        PhaseBegins { phase: Phase }
            [Telling::heading(Heading::Phase(phase.number()))]
            => phase_title(*phase).to_owned();
        Over { winner: Option<Side>, conceded: bool }
            [Telling::plain().weighs(Weight::Gone).matters().tone(Tone::Last)]
            => match winner {
                None => "A draw".to_owned(),
                Some(side) if *conceded => {
                    let (won, lost) = (&game.scenario.sides[*side], &game.scenario.sides[side.enemy()]);
                    format!("The {won} have won: the {lost} concede the battle")
                }
                Some(side) => format!("The {} have won", game.scenario.sides[*side]),
            };

        Engaged { french: MeId, allied: MeId }
            [Telling::plain().weighs(Weight::Result).matters()]
            => format!("{} and {} are engaged", game.me_name(*french), game.me_name(*allied));
        Parted { french: MeId, allied: MeId }
            [Telling::plain().weighs(Weight::Result).matters()]
            => format!("{} and {} are no longer engaged", game.me_name(*french), game.me_name(*allied));
        ComesUp { me: MeId, inches: Inches }
            [Telling::plain().weighs(Weight::Result).matters()]
            => says(game.me_name(*me), &format!("come[s] up {inches}"));
        ImpulseBegins { me: MeId }
            [Telling::plain().weighs(Weight::Move)]
            => says(game.me_name(*me), "[has|have] [its|their] impulse");
        Reforms { unit: UnitId } [Telling::of([*unit]).weighs(Weight::Shot)] => says(game.name(*unit), "[is|are] in order again");
        GetsBreath { unit: UnitId } [Telling::of([*unit]).weighs(Weight::Shot)] => says(game.name(*unit), "[has|have] got [its|their] breath back");
        Spent { me: MeId }
            [Telling::plain().weighs(Weight::Grave).matters().tone(Tone::Bad)]
            => says(game.me_name(*me), "[is|are] spent");
        CorpsBroken { corps: CorpsId }
            [Telling::plain().weighs(Weight::Grave).matters().tone(Tone::Bad)]
            => says(&game.corps(*corps).name, "[is|are] broken and withdraw[s]");
        /// `None`: neither side has it any more.
        Held { objective: u8, side: Option<Side> }
            [Telling::plain().weighs(Weight::Result).matters().of_ground(usize::from(*objective))]
            => {
                let place = game.scenario.objectives.get(usize::from(*objective));
                let place = place.map_or("", |place| place.name.as_str());
                match side {
                    Some(side) => format!("The {} hold {place}", game.scenario.sides[*side]),
                    None => format!("Nobody holds {place}"),
                }
            };

        // ---- musketry
        Fires { unit: UnitId, target: UnitId, figures: u32, casualties: u32 }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).fate_of([*target]).floats_if(*casualties == 0, *unit, "misses")]
            => {
                let at = game.name(*target);
                says(game.name(*unit), &format!("fire[s] at {at} with {figures}: {}", figures_hit(*casualties)))
            };
        RunsLow { unit: UnitId, ammunition: Ammunition }
            [Telling::of([*unit]).weighs(Weight::Check).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("[is|are] low on ammunition: {ammunition}"));
        Lost { unit: UnitId, figures: u32 }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().follows(rank::LOST, Reach::Step).loses(*unit, *figures, None)]
            => says(game.name(*unit), &format!("lose[s] {figures}"));
        Gone { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Grave).matters().falls().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), "[has|have] nobody left");

        // ---- manoeuvre, formation
        Manoeuvres { units: Vec<UnitId>, inches: Inches }
            [Telling::of(units.iter().copied()).weighs(Weight::Move).does(Deed::Marches)]
            => {
                let names: Vec<&Name> = units.iter().map(|unit| game.name(*unit)).collect();
                let by = if *inches > Inches::ZERO { format!(" {inches}") } else { String::new() };
                match names.as_slice() {
                    [only] => says(only, &format!("march[es]{by}")),
                    names => format!("{} march{by}", listed(names, "and")),
                }
            };
        GainsInches { unit: UnitId, inches: u32 }
            [Telling::of([*unit]).weighs(Weight::Shot).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("gain[s] {} more", Inches::whole(*inches as i32)));
        LosesOrder { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), "[is|are] disordered");
        Forms { unit: UnitId, formation: Formation }
            [Telling::of([*unit]).weighs(Weight::Shot).does(Deed::Forms)]
            => says(game.name(*unit), &format!("form[s] {}", spoken(formation.word())));
        Turns { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Move).does(Deed::Turns)]
            => says(game.name(*unit), "face[s] another way");
        // ---- firefight
        FirefightBegins { unit: UnitId, target: UnitId }
            [Telling::of([*unit, *target]).weighs(Weight::Hit).matters()]
            => format!("{} and {} are in a firefight", game.name(*unit), game.name(*target));
        FirefightGoesOn { unit: UnitId, target: UnitId }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).follows(rank::RESULT, Reach::Step)]
            => format!("The firefight of {} and {} goes on", game.name(*unit), game.name(*target));
        FirefightOver { unit: UnitId, target: UnitId }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).follows(rank::RESULT, Reach::Step)]
            => format!("The firefight of {} and {} is over", game.name(*unit), game.name(*target));
        FirefightLost { unit: UnitId, target: UnitId }
            [Telling::of([*unit, *target]).weighs(Weight::Result).matters().fate_of([*target]).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("win[s] the firefight with {}", game.name(*target)));
        // ---- gunnery, counter-battery, gun moves
        GunsFire { unit: UnitId, target: UnitId, sections: u32, hits: u32 }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).fate_of([*target]).floats_if(*hits == 0, *unit, "misses")]
            => {
                let at = game.name(*target);
                says(game.name(*unit), &format!("fire[s] {} at {at}: {}", counted(*sections, "section", "sections"), hits_said(*hits)))
            };
        BatteryHit { unit: UnitId, horses: u32, crew: u32, caisson: bool }
            [Telling::of([*unit]).weighs(Weight::Move).follows(rank::HIT, Reach::Step)]
            => {
                let horses = counted(*horses, "horse", "horses");
                let caisson = if *caisson { ", a caisson" } else { "" };
                let crew = if *crew == 0 { "nobody".to_owned() } else { crew.to_string() };
                format!("A hit on {}: {horses}, {crew} of the crew{caisson}", game.name(*unit))
            };
        LostHorses { unit: UnitId, horses: u32 }
            [Telling::of([*unit]).weighs(Weight::Check).follows(rank::LOST, Reach::Step)]
            => says(game.name(*unit), &format!("lose[s] {horses} of [its|their] horses"));
        CaissonHit { unit: UnitId, ammunition: Ammunition }
            [Telling::of([*unit]).weighs(Weight::Result).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => format!("A caisson of {} blows up; ammunition {ammunition}", game.name(*unit));
        Relocates { unit: UnitId, goes: bool }
            [Telling::of([*unit]).weighs(Weight::Shot)]
            => says(game.name(*unit), if *goes { "relocate[s]" } else { "cannot relocate" });
        Withdraws { unit: UnitId, goes: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().tone(if *goes { Tone::Plain } else { Tone::Bad })]
            => says(game.name(*unit), if *goes { "get[s] [its|their] guns away" } else { "cannot get [its|their] guns away" });
        AbandonsGuns { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Loss).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => format!("The crew of {} leaves the guns", game.name(*unit));
        TakesGuns { unit: UnitId, guns: UnitId }
            [Telling::of([*guns, *unit]).weighs(Weight::Grave).matters().falls().fate_of([*guns]).tone(Tone::Bad)]
            => says(game.name(*unit), &format!("take[s] the guns of {}", game.name(*guns)));
        Bombards { unit: UnitId, target: UnitId, sections: u32, hits: u32 }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).fate_of([*target])]
            => {
                let at = game.name(*target);
                says(game.name(*unit), &format!("bombard[s] {at} with {}: {}", counted(*sections, "section", "sections"), hits_said(*hits)))
            };
        BounceRoll { unit: UnitId, roll: i32 }
            [Telling::of([*unit]).weighs(Weight::Aside).follows(rank::RESULT, Reach::Step)]
            => format!("The balls of {} bounce on: {roll}", game.name(*unit));
        Bounces { unit: UnitId, hits: u32 }
            [Telling::of([*unit]).weighs(Weight::Move).follows(rank::RESULT, Reach::Step)]
            => format!("Balls bounce on into {}: {}", game.name(*unit), hits_said(*hits));
        BounceEnds { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Aside).follows(rank::RESULT, Reach::Step)]
            => format!("No ball bounces on into {}", game.name(*unit));
        MayNotBombard { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Aside)]
            => says(game.name(*unit), "may not bombard");
        SetsAflame { unit: UnitId, structure: StructureId, burns: bool }
            [Telling::of([*unit]).weighs(if *burns { Weight::Result } else { Weight::Move })]
            => {
                let name = game.structure(*structure).map_or("a building", |it| &it.name);
                let what = if *burns { "set[s]" } else { "[does|do] not set" };
                says(game.name(*unit), &format!("{what} {name} aflame"))
            };
        InFire { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Check)]
            => says(game.name(*unit), "[is|are] in a burning building");
        GunsAnswer { unit: UnitId, retires: bool }
            [Telling::of([*unit]).weighs(Weight::Shot)]
            => says(game.name(*unit), if *retires { "fire[s] and retire[s]" } else { "defend[s] [its|their] guns" });
        // ---- charge, square
        Charges { unit: UnitId, target: UnitId, wave: u32 }
            [Telling::of([*unit, *target]).weighs(Weight::Hit).matters().does(Deed::Charges)]
            => {
                let how = if *wave > 0 { ", a later wave" } else { "" };
                says(game.name(*unit), &format!("charge[s] {}{how}", game.name(*target)))
            };
        FormsBefore { unit: UnitId, formation: Formation, formed: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().tone(if *formed { Tone::Plain } else { Tone::Bad })]
            => {
                let wish = spoken(formation.word());
                let text = if *formed { format!("form[s] {wish}") } else { format!("do[es] not get into {wish}") };
                says(game.name(*unit), &text)
            };
        MakesKlumpen { unit: UnitId, made: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().tone(if *made { Tone::Plain } else { Tone::Bad })]
            => says(game.name(*unit), if *made { "make[s] Klumpen" } else { "[is|are] swept away before [it|they] can form" });
        Countercharges { unit: UnitId, charger: UnitId }
            [Telling::of([*unit, *charger]).weighs(Weight::Check)]
            => says(game.name(*unit), &format!("meet[s] {} at the charge", game.name(*charger)));
        GetsAway { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Check)]
            => says(game.name(*unit), "get[s] away before the charge");
        Halts { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().tone(Tone::Bad)]
            => says(game.name(*unit), "halt[s] short of the enemy");
        KeepsElan { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Move)]
            => says(game.name(*unit), "keep[s] [its|their] élan");
        LedOn { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Hit).matters()]
            => says(game.name(*unit), "[is|are] led on");
        StoppedByFire { unit: UnitId, does: ChargeDoes }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().tone(Tone::Bad)]
            => says(game.name(*unit), &format!("[is|are] stopped by fire: {}", spoken(does.word())));
        // ---- close action, victory
        CloseAction { unit: UnitId, target: UnitId, values: [u32; 2], lead: u32, won: bool }
            [Telling::of([*unit, *target]).weighs(Weight::Result).matters().fate_of([*target])]
            => {
                let [own, other] = values;
                // The lead is that of the totals: what each had, and what it threw.
                let result = match (lead, won) {
                    (0, _) => "nobody is ahead".to_owned(),
                    (_, true) => format!("[it is|they are] ahead by {lead}"),
                    (_, false) => format!("[it is|they are] behind by {lead}"),
                };
                let foe = game.name(*target);
                says(game.name(*unit), &format!("close[s] with {foe}, shock {own} to {other}: with the dice {result}"))
            };
        Victory { unit: UnitId, over: UnitId, level: Level }
            [Telling::of([*unit, *over]).weighs(Weight::Loss).matters().fate_of([*over])]
            => {
                let level = level.word().trim_end_matches(['-', '1', '2', '3']);
                says(game.name(*unit), &format!("[is|are] better than {}: {level}", game.name(*over)))
            };
        BeatenLoses { unit: UnitId, figures: u32 }
            [Telling::of([*unit]).weighs(Weight::Shot).follows(rank::HIT, Reach::Step)]
            => format!("The close action costs {} {figures}", game.name(*unit));
        GraspsStandard { unit: UnitId, of: UnitId, taken: bool }
            [Telling::of([*unit, *of]).weighs(Weight::Shot).follows(rank::RESULT, Reach::Step)]
            => {
                let what = if *taken { "get[s] hold of" } else { "[does|do] not get" };
                says(game.name(*unit), &format!("{what} the standard of {}", game.name(*of)))
            };
        RunsMad { unit: UnitId, mad: bool }
            [Telling::of([*unit]).weighs(if *mad { Weight::Hit } else { Weight::Move }).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), if *mad { "run[s] battle-mad" } else { "[is|are] kept in hand" });
        MayBreakThrough { unit: UnitId, inches: Inches }
            [Telling::of([*unit]).weighs(Weight::Move).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("may break through {inches}"));
        TakesGround { unit: UnitId, of: UnitId }
            [Telling::of([*unit, *of]).weighs(Weight::Check).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("take[s] the ground of {}", game.name(*of)));
        BreaksThrough { unit: UnitId, inches: Inches, mad: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).matters()]
            => {
                let how = if *mad { ", battle-mad" } else { "" };
                says(game.name(*unit), &format!("break[s] through {inches}{how}"))
            };
        TakesStandard { unit: UnitId, of: UnitId }
            [Telling::of([*unit, *of]).weighs(Weight::Grave).matters().fate_of([*of])]
            => says(game.name(*unit), &format!("take[s] the standard of {}", game.name(*of)));
        Blown { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Shot).follows(rank::RESULT, Reach::Step)]
            => format!("The horses of {} are blown", game.name(*unit));
        // ---- unit morale
        Tests { unit: UnitId, stands: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).matters_if(!*stands).follows(rank::TEST, Reach::Step)]
            => says(game.name(*unit), if *stands { "test[s] and stand[s]" } else { "test[s] and fail[s]" });
        GoesBad { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Grave).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).alarms().fortune(50)]
            => says(game.name(*unit), "go[es] into bad morale");
        GoesBack { unit: UnitId, by: Inches, bar: Option<Bar> }
            [Telling::of([*unit]).weighs(Weight::Hit).follows(rank::AFTER, Reach::Step).floats_if(bar.is_some(), *unit, "goes back")]
            => {
                let stopped = bar.map_or(String::new(), |bar| format!(": {}", bar.said(game)));
                says(game.name(*unit), &format!("go[es] back {by}{stopped}"))
            };
        LeavesTable { unit: UnitId, lost: bool }
            [Telling::of([*unit]).weighs(Weight::Grave).matters().falls().follows(rank::AFTER, Reach::Step)]
            => says(game.name(*unit), if *lost { "run[s] off the table" } else { "withdraw[s] off the table" });
        // ---- ME morale, panic
        MeTests { me: MeId, result: &'static str }
            [Telling::plain().weighs(Weight::Result).matters()]
            => says(game.me_name(*me), &format!("test[s]: {}", spoken(result)));
        MeShaken { me: MeId }
            [Telling::plain().weighs(Weight::Loss).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).fortune(40)]
            => says(game.me_name(*me), "[is|are] shaken");
        MeBreaks { me: MeId }
            [Telling::plain().weighs(Weight::Gone).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).alarms().fortune(90)]
            => says(game.me_name(*me), "break[s]");
        SauveQuiPeut { me: MeId }
            [Telling::plain().weighs(Weight::Gone).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).alarms().fortune(90)]
            => format!("Sauve qui peut! {}", says(game.me_name(*me), "run[s] for good"));
        MePanics { me: MeId, result: &'static str }
            [Telling::plain().weighs(Weight::Result).matters().heeds()]
            => says(game.me_name(*me), &format!("check[s] for panic: {}", spoken(result)));
        // ---- initiative, commander actions, bonus
        HasInitiative { side: Side }
            [Telling::plain().weighs(Weight::Result).matters()]
            => format!("The {} have the initiative", game.scenario.sides[*side]);
        InitiativeTied {} [Telling::plain().weighs(Weight::Aside)] => "Equal throws for initiative: both throw again".to_owned();
        Commands { leader: GeneralId, succeeds: bool }
            [Telling::plain().weighs(Weight::Check).of_general(*leader)]
            => {
                let name = game.leader(*leader).map_or("A leader", |leader| &leader.name);
                format!("{name} {}", if *succeeds { "is obeyed" } else { "is not obeyed" })
            };
        GainsImpetus { me: MeId } [Telling::plain().weighs(Weight::Hit).matters()] => says(game.me_name(*me), "[has|have] impetus");
        Rallied { unit: UnitId } [Telling::of([*unit]).weighs(Weight::Result).matters()] => says(game.name(*unit), "[is|are] rallied");
        Resupplied { unit: UnitId, ammunition: Ammunition }
            [Telling::of([*unit]).weighs(Weight::Check)]
            => says(game.name(*unit), &format!("[has|have] ammunition again: {ammunition}"));
        Grouped { units: Vec<UnitId> }
            [Telling::of(units.iter().copied()).weighs(Weight::Shot)]
            => {
                let names: Vec<&Name> = units.iter().map(|unit| game.name(*unit)).collect();
                format!("{} form a battle group", listed(&names, "and"))
            };
        PulledBack { unit: UnitId } [Telling::of([*unit]).weighs(Weight::Check)] => says(game.name(*unit), "[is|are] pulled back");
        ComesOut { unit: UnitId } [Telling::of([*unit]).weighs(Weight::Hit).matters()] => says(game.name(*unit), "come[s] out of reserve");
        LeaderRides { leader: GeneralId }
            [Telling::plain().weighs(Weight::Move).of_general(*leader)]
            => format!("{} rides", game.leader(*leader).map_or("A leader", |leader| &leader.name));
        TiresForMore { me: MeId, fatigue: Fatigue }
            [Telling::plain().weighs(Weight::Hit).matters().tone(Tone::Bad)]
            => says(game.me_name(*me), &format!("tire[s] for a second impulse: {fatigue}"));
        TriesBonus { me: MeId, result: &'static str }
            [Telling::plain().weighs(Weight::Result).matters()]
            => says(game.me_name(*me), &format!("tr[ies|y] for more: {}", spoken(result)));
        // ---- fatigue, leader loss
        MeTires { me: MeId, fatigue: Fatigue }
            [Telling::plain().weighs(Weight::Check).matters_if(*fatigue >= Fatigue::Tired)]
            => says(game.me_name(*me), &format!("[is|are] {fatigue}"));
        MeRests { me: MeId, fatigue: Fatigue }
            [Telling::plain().weighs(Weight::Check)]
            => says(game.me_name(*me), &format!("[has|have] rested and [is|are] {fatigue}"));
        NoRest { me: MeId, fatigue: Fatigue }
            [Telling::plain().weighs(Weight::Move)]
            => says(game.me_name(*me), &format!("[has|have] rested and [is|are] still {fatigue}"));
        Dissolves { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Grave).matters().falls().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), "[is|are] worn out and leave[s] the battle");
        Rallies { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Result).matters()]
            => says(game.name(*unit), "rall[ies|y]");
        DoesNotRally { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Move)]
            => says(game.name(*unit), "[does|do] not rally yet");
        LeaderRisked { leader: GeneralId, fate: &'static str }
            [
                Telling::plain().weighs(if *fate == "unhurt" { Weight::Aside } else { Weight::Grave }).matters_if(*fate != "unhurt")
                    .follows(rank::GENERAL, Reach::Step).fortune(if *fate == "unhurt" { 0 } else { 60 }).of_general(*leader)
            ]
            => format!("{} is {}", officer(game, *leader), spoken(fate));
        LeaderBack { leader: GeneralId } [Telling::plain().weighs(Weight::Shot).of_general(*leader)] => format!("{} is back", officer(game, *leader));
        LeaderReplaced { leader: GeneralId, replacement: GeneralId }
            [Telling::plain().weighs(Weight::Shot).of_general(*leader).of_general(*replacement)]
            => format!("{} takes the place of {}", officer(game, *replacement), officer(game, *leader));
    }
}

/// What keeps a unit from going back as far as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    Enemy(UnitId),
    /// Impassable ground.
    Ground,
    Edge,
    /// Friends leave it no room.
    Friends,
    /// Beside real figures: an enemy or ground.
    Unseen,
}

impl Bar {
    fn said(self, game: &Empire) -> String {
        match self {
            Bar::Enemy(enemy) => format!("stopped by {}", game.name(enemy)),
            Bar::Ground => "stopped by ground that nobody can pass".to_owned(),
            Bar::Edge => "stopped by the edge of the table".to_owned(),
            Bar::Friends => "its friends leave it no more room".to_owned(),
            Bar::Unseen => "stopped by an enemy, or by ground that nobody can pass".to_owned(),
        }
    }
}

/// "1 horse", "2 horses".
fn counted(n: u32, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// "no hit", "1 hit", "2 hits".
fn hits_said(hits: u32) -> String {
    if hits == 0 { "no hit".to_owned() } else { counted(hits, "hit", "hits") }
}

/// Of figures: "nobody hit", "3 hit".
fn figures_hit(figures: u32) -> String {
    if figures == 0 { "nobody hit".to_owned() } else { format!("{figures} hit") }
}

/// A leader's name.
fn officer(game: &Empire, leader: GeneralId) -> &str {
    game.leader(leader).map_or("A leader", |leader| &leader.name)
}

/// The heading of a phase.
pub(crate) fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::CorpsOrders => "Corps orders",
        Phase::MeOrders => "ME orders",
        Phase::MeMorale => "ME morale",
        Phase::Panic => "Panic",
        Phase::CommanderActions => "Commander actions",
        Phase::Activation => "Activation",
        Phase::March => "Grand-tactical movement",
        Phase::Initiative => "Initiative",
        Phase::Skirmish => "Skirmishers",
        Phase::Tactical => "Tactical impulse",
        Phase::Bombardment => "Bombardment",
        Phase::Bonus => "Bonus impulses",
        Phase::LeaderLoss => "Leader loss",
        Phase::Fatigue => "Fatigue and the end of the hour",
    }
}
