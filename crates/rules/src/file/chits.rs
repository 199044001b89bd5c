//! Morale chits, whose sum the rules fix: players move points of morale from unit to unit.

/// The chit of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitChit {
    /// The unit's entry, counted from 0.
    pub unit: usize,
    pub name: String,
    pub morale: i64,
    /// Whether it is marked as a veteran's.
    pub veteran: bool,
    /// The number of units with this chit, because their entry is repeated.
    pub alike: u32,
}

/// The chits of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chits {
    /// One for each entry of a heavy unit, in file order.
    pub list: Vec<UnitChit>,
    /// The sum of the units' morale.
    pub sum: i64,
    /// The sum that the rules require.
    pub wanted: i64,
    pub veterans: u32,
    /// The number of veterans that the rules require.
    pub wanted_veterans: u32,
}

/// A way to move morale from one unit to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChitMove {
    /// The two units exchange their chits and their veteran status.
    #[default]
    Exchange,
    /// One point moves from the first to the second.
    Point,
}
