//! Dice that remember how they fell, for charts asked on their own.

use crate::Throw;
use crate::live::note;
use dice::{Aim, Chance, Fault, Pool, Stream, Test, Throws};

/// Wraps dice that show their faces, and keeps every throw with its chance.
pub struct Shown<D> {
    pub faces: D,
    pub throws: Vec<Throw>,
    /// The faces were given by hand.
    typed: bool,
    /// The throw the faces were too few for.
    pub wanting: Option<(Pool, Option<u32>)>,
}

impl<D> Shown<D> {
    pub fn new(faces: D) -> Shown<D> {
        Shown { faces, throws: Vec::new(), typed: false, wanting: None }
    }

    /// Likewise with faces thrown by hand: every throw is marked so.
    pub fn typed(faces: D) -> Shown<D> {
        Shown { typed: true, ..Shown::new(faces) }
    }
}

impl<D: Throws<Pause = Fault>> Throws for Shown<D> {
    type Pause = Fault;

    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Fault> {
        let need = aim.need();
        let faces = self.faces.throw(pool, aim).inspect_err(|fault| {
            if let Fault::TooFew { .. } = fault {
                self.wanting = Some((pool, need));
            }
        })?;
        let typed = self.typed;
        self.throws.push(Throw {
            pool,
            need,
            faces: faces.clone(),
            by: None,
            typed,
            chance: None,
            test: None,
        });
        Ok(faces)
    }

    fn fell(&mut self, chance: impl FnOnce() -> Chance) {
        if let (Some(throw), Chance::Exact { ways, of }) = (self.throws.last_mut(), chance()) {
            throw.chance = Some((ways, of));
        }
    }

    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        note(&mut self.throws, tests);
    }
}

/// A stream that shows its faces.
pub struct Thrown(pub Stream);

impl Throws for Thrown {
    type Pause = Fault;
    fn throw(&mut self, pool: Pool, _: Aim) -> Result<Vec<u32>, Fault> {
        Ok((0..pool.count).map(|_| self.0.die(pool.sides)).collect())
    }
}
