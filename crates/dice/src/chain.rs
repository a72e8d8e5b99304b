//! A chain of stages that is written once and run in two ways: once with dice that fall, or with every fall they have.
//!
//! Between two stages everything is in one small state. A stage is told in three parts:
//! - what of the state its dice rest on, or nothing where the state passes it by;
//! - the throw, a rule that sees that part and no more, and says what comes of it;
//! - what that makes of the state.
//!
//! Since the throw sees a part only, [`Chain`] runs it once for all states that have the part in common, and since equal
//! states are merged after each stage a chain costs the sum of its stages and not their product.

use crate::{Dice, Known, Merged, Odds, Placed, Spread, Tally, Weight, add_to};
use std::convert::Infallible;

/// What runs the stages of a chain: [`Once`] with dice that fall, [`Chain`] with all falls at once.
///
/// ```
/// use dice::{Chain, Chance, Dice, Once, Script, Stages, Weight, d6};
///
/// /// Up to three volleys of two dice at six figures, which are gone when four are lost.
/// fn volleys<S: Stages<u32>>(stages: &mut S) -> Result<(), S::Pause> {
///     for _ in 0..3 {
///         stages.stage(
///             |lost| (*lost < 4).then_some(()),
///             |dice, ()| dice.hits(d6(2), 5),
///             |lost, hits| lost + hits,
///         )?;
///     }
///     Ok(())
/// }
///
/// let mut dice = Script::new([6, 1, 5, 5, 1, 6]);
/// let mut once = Once::new(0, &mut dice);
/// volleys(&mut once)?;
/// assert_eq!(once.state(), 4);
///
/// let mut chain: Chain<u32, Chance> = Chain::new(0);
/// let Ok(()) = volleys(&mut chain);
/// assert_eq!(chain.odds().chance(|lost| *lost == 0), Chance::of(64, 729));
/// # Ok::<(), dice::Fault>(())
/// ```
pub trait Stages<S> {
    /// What interrupts a throw.
    type Pause;
    type Dice: Dice<Pause = Self::Pause>;

    /// One stage: the head of this file tells of its three parts.
    ///
    /// # Errors
    /// The pause of the dice.
    fn stage<P: Placed, E: Copy + PartialEq>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        throw: impl Fn(&mut Self::Dice, P) -> Result<E, Self::Pause>,
        after: impl Fn(S, E) -> S,
    ) -> Result<(), Self::Pause>;

    /// A stage that is a procedure of its own, over a state of its own: it rests on a part of this state, and this state
    /// goes on with what has become of that one.
    ///
    /// # Errors
    /// The pause of the dice.
    fn within<P: Placed, T: Placed>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        procedure: &impl Procedure<P, T>,
        after: impl Fn(S, T) -> S,
    ) -> Result<(), Self::Pause>;
}

/// Stages over a state that begins with a part of another one.
pub trait Procedure<P, T> {
    fn begin(&self, part: P) -> T;

    /// From its first stage to its last.
    ///
    /// # Errors
    /// The pause of the dice.
    fn run<S: Stages<T>>(&self, part: P, stages: &mut S) -> Result<(), S::Pause>;
}

/// A chain that is gone through once, by dice that fall.
pub struct Once<'d, S, D> {
    state: S,
    dice: &'d mut D,
}

impl<'d, S: Copy, D> Once<'d, S, D> {
    pub fn new(start: S, dice: &'d mut D) -> Self {
        Once { state: start, dice }
    }

    /// The state it has come to.
    pub fn state(&self) -> S {
        self.state
    }
}

impl<S: Copy, D: Dice> Stages<S> for Once<'_, S, D> {
    type Pause = D::Pause;
    type Dice = D;

    fn stage<P: Placed, E: Copy + PartialEq>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        throw: impl Fn(&mut D, P) -> Result<E, D::Pause>,
        after: impl Fn(S, E) -> S,
    ) -> Result<(), D::Pause> {
        if let Some(part) = rests_on(&self.state) {
            self.state = after(self.state, throw(self.dice, part)?);
        }
        Ok(())
    }

    fn within<P: Placed, T: Placed>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        procedure: &impl Procedure<P, T>,
        after: impl Fn(S, T) -> S,
    ) -> Result<(), D::Pause> {
        if let Some(part) = rests_on(&self.state) {
            let mut once = Once::new(procedure.begin(part), &mut *self.dice);
            procedure.run(part, &mut once)?;
            self.state = after(self.state, once.state);
        }
        Ok(())
    }
}

/// A chain that is gone through in every way: each state it can be in, with its weight.
pub struct Chain<S, W: Weight> {
    states: Merged<S, W>,
    /// Those that a stage does not pass by, while it runs.
    open: Spread<S, W>,
    tally: Tally<W>,
}

impl<S: Placed, W: Weight> Chain<S, W> {
    pub fn new(start: S) -> Self {
        Chain::of([(start, W::of(1, 1))])
    }

    /// From states that it may be in already.
    pub fn of(begin: impl IntoIterator<Item = (S, W)>) -> Self {
        let mut states = Merged::new();
        for (state, weight) in begin {
            states.add(state, weight);
        }
        Chain { states, open: Vec::new(), tally: Tally::default() }
    }

    /// The states it has come to, in the order they were met.
    pub fn states(mut self) -> Spread<S, W> {
        self.states.take_all().collect()
    }
}

impl<S: Placed + Ord, W: Weight> Chain<S, W> {
    /// The odds of the states it has come to.
    pub fn odds(self) -> Odds<S, W> {
        self.states().into_iter().collect()
    }
}

impl<S: Placed, W: Weight> Chain<S, W> {
    /// Each state that is not passed by goes on with every effect that its part can have, worked out once for each part.
    fn go_on<P: Placed, E>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        mut effects: impl FnMut(&mut Tally<W>, P) -> Spread<E, W>,
        after: impl Fn(S, &E) -> S,
    ) {
        let mut parts = Vec::new();
        self.states.take(&mut self.open, |state| {
            let part = rests_on(state);
            parts.extend(part);
            part.is_some()
        });
        let mut known: Known<P, E, W> = Known::new();
        for ((state, weight), part) in self.open.drain(..).zip(parts) {
            let effects = known.of(part, |part| effects(&mut self.tally, part).into_iter());
            self.states.add_each(effects, &weight, |effect| after(state, effect));
        }
    }
}

impl<S: Placed, W: Weight> Stages<S> for Chain<S, W> {
    type Pause = Infallible;
    type Dice = Tally<W>;

    fn stage<P: Placed, E: Copy + PartialEq>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        throw: impl Fn(&mut Tally<W>, P) -> Result<E, Infallible>,
        after: impl Fn(S, E) -> S,
    ) -> Result<(), Infallible> {
        let effects = |tally: &mut Tally<W>, part| {
            let mut effects = Spread::new();
            tally.run(
                |dice| throw(dice, part),
                |effect, chance| {
                    add_to(&mut effects, effect, chance.clone());
                },
            );
            effects
        };
        self.go_on(rests_on, effects, |state, effect| after(state, *effect));
        Ok(())
    }

    fn within<P: Placed, T: Placed>(
        &mut self,
        rests_on: impl Fn(&S) -> Option<P>,
        procedure: &impl Procedure<P, T>,
        after: impl Fn(S, T) -> S,
    ) -> Result<(), Infallible> {
        let ends = |_: &mut Tally<W>, part| {
            let mut chain = Chain::new(procedure.begin(part));
            let Ok(()) = procedure.run(part, &mut chain);
            chain.states()
        };
        self.go_on(rests_on, ends, |state, end| after(state, *end));
        Ok(())
    }
}
