//! Points that entries of a fleet have of a sum that the rules fix: morale chits, moved
//! from unit to unit.

/// The chit of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitChit {
    /// The unit's entry, counted from 0.
    pub unit: usize,
    pub name: String,
    pub morale: i64,
    /// Whether it is marked as a veteran's.
    pub veteran: bool,
    /// How many units have such a chit, because their entry is repeated.
    pub alike: u32,
}

/// The chits of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chits {
    /// One for each entry of a heavy unit, in the order of the file.
    pub list: Vec<UnitChit>,
    /// The sum of their morale.
    pub sum: i64,
    /// What the sum must be.
    pub wanted: i64,
    pub veterans: u32,
    /// How many there must be.
    pub wanted_veterans: u32,
}

/// How morale moves from one unit to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChitMove {
    /// The two exchange their chits, and whether they are veterans.
    #[default]
    Exchange,
    /// One point moves from the first to the second.
    Point,
}
