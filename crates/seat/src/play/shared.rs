//! What games of the same battle under the same rules share: the battle as it was read, the rules as they are typed,
//! and captains and marshals who know both. What they work out of the rules takes more memory than a game, and is the
//! same in every such game: so a few of them go from game to game, and no game keeps its own.

use engine::record::Header;
use engine::{Both, Played, Side};
use games::Setup;
use general::{Captained, General};
use rulebook::Book;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most idle captains that are kept for one battle, and the most idle marshals.
pub const MOST_CAPTAINS: usize = 2;
/// About what they take in memory, in bytes: the battle with its rules, and a captain who has played for a while.
const WEIGHT_OF_A_BATTLE: usize = 150 << 10;
const WEIGHT_OF_A_CAPTAIN: usize = 1 << 20;
/// Captains a marshal holds: one to carry out his plan, and one for each side of the battles he plays out.
const EXECUTORS_OF_A_MARSHAL: usize = 3;
/// Battles that are kept in memory while no game uses them; house rules and files of their own make as many as there
/// are clubs.
pub const MOST_UNUSED: usize = 32;

pub struct Shared<G: Captained> {
    pub battle: <G as Played>::Battle,
    pub rules: Arc<<G as Played>::Rules>,
    captains: Mutex<Vec<General<G>>>,
    marshals: Mutex<Vec<General<G>>>,
}

impl<G: Captained> Shared<G> {
    /// A player of this name, with luck of its own: a captain who knows the battle, where one waits.
    pub fn lend(&self, name: &str, luck: u64) -> Option<General<G>> {
        let Some(idle) = self.idle_players(name) else { return general::by_name(name, luck) };
        let known = lock(idle).pop();
        let mut general = known.map_or_else(|| general::by_name(name, luck), Some)?;
        general.begin(luck);
        Some(general)
    }

    /// Takes back a player who is not needed for the moment.
    pub fn take_back(&self, name: &str, general: General<G>) {
        if let Some(mut idle) = self.idle_players(name).map(lock).filter(|idle| idle.len() < MOST_CAPTAINS) {
            idle.push(general);
        }
    }

    /// The share of its weight that falls to each game that uses it.
    pub fn weight_for_each(self: &Arc<Self>) -> usize {
        let marshals = lock(&self.marshals).len() * EXECUTORS_OF_A_MARSHAL;
        let weight = WEIGHT_OF_A_BATTLE + WEIGHT_OF_A_CAPTAIN * (self.captains_waiting() + marshals);
        weight / Arc::strong_count(self).max(1)
    }

    /// How many captains are idle.
    pub fn captains_waiting(&self) -> usize {
        lock(&self.captains).len()
    }

    /// The idle captains or marshals of this battle; `None` for players who remember nothing from battle to battle.
    fn idle_players(&self, name: &str) -> Option<&Mutex<Vec<General<G>>>> {
        match name {
            general::CAPTAIN => Some(&self.captains),
            general::MARSHAL => Some(&self.marshals),
            _ => None,
        }
    }
}

/// What is shared now, by battle and rules.
#[derive(Default)]
pub struct Battles {
    played: Mutex<BTreeMap<Key, Arc<dyn Any + Send + Sync>>>,
    /// What new games are begun with: battles of the list by the rules as printed, by id and text.
    listed: Mutex<BTreeMap<(String, String), Arc<dyn Any + Send + Sync>>>,
}

/// What the header of a game says of its battle.
pub struct Listed<G: Played> {
    pub rules: Arc<<G as Played>::Rules>,
    pub names: Both<&'static str>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    game: &'static str,
    book: [u8; 32],
    battle: String,
    battle_text: String,
    sheet: String,
    rules: String,
    patch: Option<String>,
}

impl Battles {
    /// What a new game of a battle of the list is begun with. By the rules as printed that is read once, for it takes
    /// longer than any move; by house rules each time.
    ///
    /// # Errors
    /// Faults of the battle or the patch.
    pub fn listed<G: Played>(&self, setup: &Setup) -> Result<Arc<Listed<G>>, games::Error> {
        let key = (setup.battle.id.clone(), setup.battle.source.text.to_string());
        let known = setup.patch.is_none().then(|| lock(&self.listed).get(&key).cloned()).flatten();
        if let Some(known) = known.and_then(|known| known.downcast::<Listed<G>>().ok()) {
            return Ok(known);
        }
        let (battle, rules) = setup.open::<G>()?;
        let game = G::start(&battle, Arc::clone(&rules));
        let names = Both { french: game.side_name(Side::French), allied: game.side_name(Side::Allied) };
        let listed = Arc::new(Listed::<G> { rules, names });
        if setup.patch.is_none() {
            lock(&self.listed).insert(key, Arc::clone(&listed) as Arc<dyn Any + Send + Sync>);
        }
        Ok(listed)
    }

    /// The battle and the rules of a game's header.
    ///
    /// # Errors
    /// Faults of the battle or the patch, or rules that differ from those of the book.
    pub fn of<G: Captained>(
        &self,
        book: &Book,
        id: &str,
        header: &Header,
    ) -> Result<Arc<Shared<G>>, games::Error> {
        let key = Key {
            game: G::word(),
            book: book.hash(),
            battle: header.battle.clone(),
            battle_text: header.battle_text.clone(),
            sheet: header.rules.sheet.clone(),
            rules: header.rules.hash.clone(),
            patch: header.rules.patch.clone(),
        };
        let known = self.map().get(&key).cloned();
        if let Some(known) = known.and_then(|known| known.downcast::<Shared<G>>().ok()) {
            return Ok(known);
        }
        // Read without the map in hand: others need not wait for it.
        let (battle, rules) = games::open_header::<G>(book, id, header)?;
        let shared =
            Arc::new(Shared::<G> { battle, rules, captains: Mutex::default(), marshals: Mutex::default() });
        let mut map = self.map();
        let unused = |shared: &Arc<dyn Any + Send + Sync>| Arc::strong_count(shared) == 1;
        if map.values().filter(|shared| unused(shared)).count() >= MOST_UNUSED {
            map.retain(|_, shared| !unused(shared));
        }
        // Another thread may have read it at the same time: then all use the first.
        let kept = map.entry(key).or_insert_with(|| Arc::clone(&shared) as Arc<dyn Any + Send + Sync>);
        Ok(Arc::clone(kept).downcast::<Shared<G>>().unwrap_or(shared))
    }

    /// Drops battles that no game uses now, with the captains who know them.
    pub fn sweep(&self) {
        self.map().retain(|_, shared| Arc::strong_count(shared) > 1);
    }

    /// How many battles are kept.
    pub fn kept(&self) -> usize {
        self.map().len()
    }

    fn map(&self) -> std::sync::MutexGuard<'_, BTreeMap<Key, Arc<dyn Any + Send + Sync>>> {
        lock(&self.played)
    }
}

/// A panic with one of these in hand leaves it as it was.
fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
