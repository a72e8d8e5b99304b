//! Dice that remember how they fell, for charts asked on their own.

use crate::Throw;
use crate::live::note;
use dice::{Aim, Chance, Fault, Pool, Script, Stream, Test, Throws};

/// Dice that show their faces, and keep every throw with its chance.
pub struct Shown {
    faces: Faces,
    pub throws: Vec<Throw>,
    /// The faces were given by hand: every throw is marked so.
    typed: bool,
    /// The throw the faces were too few for.
    pub wanting: Option<(Pool, Option<u32>)>,
}

/// Where faces come from. One type for both: a chart is compiled once for dice that are shown.
enum Faces {
    Listed(Script),
    Thrown(Box<Stream>),
}

impl Shown {
    fn new(faces: Faces) -> Shown {
        Shown { faces, throws: Vec::new(), typed: false, wanting: None }
    }

    pub fn thrown(stream: Stream) -> Shown {
        Shown::new(Faces::Thrown(Box::new(stream)))
    }

    pub fn listed(faces: impl IntoIterator<Item = u32>) -> Shown {
        Shown::new(Faces::Listed(Script::new(faces)))
    }

    /// As listed, and thrown by hand.
    pub fn typed(faces: impl IntoIterator<Item = u32>) -> Shown {
        Shown { typed: true, ..Shown::listed(faces) }
    }

    /// Listed faces that were not thrown.
    pub fn left(&self) -> usize {
        match &self.faces {
            Faces::Listed(script) => script.left(),
            Faces::Thrown(_) => 0,
        }
    }
}

impl Throws for Shown {
    type Pause = Fault;

    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Fault> {
        let need = aim.need();
        let faces = match &mut self.faces {
            Faces::Listed(script) => script.throw(pool, aim).inspect_err(|fault| {
                if let Fault::TooFew { .. } = fault {
                    self.wanting = Some((pool, need));
                }
            })?,
            Faces::Thrown(stream) => (0..pool.count).map(|_| stream.die(pool.sides)).collect(),
        };
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
