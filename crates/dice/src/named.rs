//! Falls of a few dice that are told apart, numbered so that one number is one fall.

/// The fall of `N` dice with this number: the first die turns slowest.
pub(crate) fn fall<const N: usize>(sides: u32, number: u32) -> [u32; N] {
    const { assert!(N <= 4, "every fall of named dice is looked at: four at most") };
    let sides = sides.max(1);
    let mut rest = number;
    let mut faces = [1; N];
    for face in faces.iter_mut().rev() {
        *face = rest % sides + 1;
        rest /= sides;
    }
    faces
}

/// Every fall of `N` dice, by its number from 0.
pub(crate) fn falls<const N: usize>(sides: u32) -> impl Iterator<Item = [u32; N]> + Clone {
    (0..sides.max(1).saturating_pow(N as u32)).map(move |number| fall(sides, number))
}
