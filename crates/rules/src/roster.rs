//! The ships or units of both sides, by tag.

use std::collections::BTreeSet;
use std::sync::Arc;

use message::{Message, message};

use super::aim::{Fate, VictoryConditions};
use super::common::{Side, SideInfo, Stop, Tag};
use super::ending::Ending;
use super::special_order::SpecialOrders;

/// The facts that every game knows about a unit.
pub trait Rostered {
    /// Its name.
    fn name(&self) -> &str;
    /// Whether it is still on the table: fighting, or sailed by a captor.
    fn in_play(&self) -> bool;
    /// The side that controls it now; the side on which it began, if units cannot be
    /// captured.
    fn holder(&self, tag: Tag) -> Side {
        tag.side
    }
    /// Its fate, for the victory conditions.
    fn fate(&self, tag: Tag) -> Fate;
    /// Its fate, in a word of the rules; `None` if its record does not say.
    fn status(&self) -> Option<Message> {
        None
    }
    /// Its deck points; `None` if the game has none.
    fn deck_points(&self) -> Option<u32> {
        None
    }
}

/// State that every battle has, whatever its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Common<U, W> {
    /// The names and texts of the sides.
    pub sides: Arc<[SideInfo; 2]>,
    /// The optional rules that are on.
    pub options: Arc<BTreeSet<W>>,
    /// The victory conditions beyond those of the rules.
    pub aims: VictoryConditions,
    /// How the players ended the battle; `None` if they did not.
    pub ending: Option<Ending>,
    /// What the sides must do or may not do, beyond the rules.
    pub special_orders: SpecialOrders,
    /// The ships or units of both sides.
    pub units: Roster<U>,
    /// The number of the round or turn, from 1.
    pub round: u32,
}

impl<U: Clone, W> Common<U, W> {
    /// A battle that is about to begin, with the units of A and of B.
    #[must_use]
    pub fn new(sides: [SideInfo; 2], options: BTreeSet<W>, units: [Vec<U>; 2]) -> Common<U, W> {
        Common {
            sides: sides.into(),
            options: options.into(),
            aims: VictoryConditions::default(),
            ending: None,
            special_orders: SpecialOrders::default(),
            units: Roster::new(units),
            round: 1,
        }
    }
}

/// The units of both sides. A copy shares each side until one of its units changes, and
/// then every other unit, so that each branch of the odds can have its own battle cheaply.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster<U> {
    sides: [Arc<[Arc<U>]>; 2],
}

impl<U: Clone> Roster<U> {
    /// The units of A and of B, numbered in this order.
    #[must_use]
    pub fn new(sides: [Vec<U>; 2]) -> Roster<U> {
        Roster { sides: sides.map(|units| units.into_iter().map(Arc::new).collect()) }
    }

    /// The unit with a tag; `None` if there is none.
    #[must_use]
    pub fn find(&self, tag: Tag) -> Option<&U> {
        let at = usize::from(tag.number).checked_sub(1)?;
        self.sides[tag.side.index()].get(at).map(AsRef::as_ref)
    }

    /// The unit with a tag.
    ///
    /// # Errors
    /// [`Stop::Invalid`] if the side has no such unit.
    pub fn get(&self, tag: Tag) -> Result<&U, Stop> {
        match self.find(tag) {
            Some(unit) => Ok(unit),
            None => Err(self.unknown(tag)),
        }
    }

    /// A separate function, to keep [`Roster::get`] small: every branch of the odds calls
    /// it.
    #[cold]
    fn unknown(&self, tag: Tag) -> Stop {
        let count = self.sides[tag.side.index()].len();
        let side = tag.side.slug();
        Stop::Invalid(message!(
            "there is no {tag}: side {side} has {side}1 to {side}{count}",
            tag,
            side,
            count
        ))
    }

    /// Changes the unit with a tag. Effects name only units that a resolver has found, so
    /// an unknown tag is ignored.
    pub fn change(&mut self, tag: Tag, change: impl FnOnce(&mut U)) {
        let at = usize::from(tag.number).wrapping_sub(1);
        if let Some(unit) = Arc::make_mut(&mut self.sides[tag.side.index()]).get_mut(at) {
            change(Arc::make_mut(unit));
        }
    }

    /// Changes every unit of both sides.
    pub fn change_all(&mut self, mut change: impl FnMut(Tag, &mut U)) {
        for tag in self.tags() {
            self.change(tag, |unit| change(tag, unit));
        }
    }

    /// Every tag, A's first.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        [Side::A, Side::B]
            .into_iter()
            .flat_map(|side| {
                let count = u16::try_from(self.sides[side.index()].len()).unwrap_or(u16::MAX);
                (1..=count).map(move |number| Tag { side, number })
            })
            .collect()
    }

    /// Every unit with its tag, A's first.
    pub fn iter(&self) -> impl Iterator<Item = (Tag, &U)> {
        [Side::A, Side::B].into_iter().flat_map(|side| {
            (1u16..)
                .zip(self.sides[side.index()].iter())
                .map(move |(number, unit)| (Tag { side, number }, unit.as_ref()))
        })
    }

    /// The units that began on a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (Tag, &U)> {
        self.iter().filter(move |(tag, _)| tag.side == side)
    }

    /// The tags of units that do not share memory with those in `earlier`, and so may have
    /// changed.
    #[must_use]
    pub fn touched(&self, earlier: &Roster<U>) -> Vec<Tag> {
        let same = |tag: &Tag| {
            let at = usize::from(tag.number) - 1;
            let side = tag.side.index();
            match (self.sides[side].get(at), earlier.sides[side].get(at)) {
                (Some(now), Some(then)) => Arc::ptr_eq(now, then),
                (None, None) => true,
                _ => false,
            }
        };
        self.tags().into_iter().filter(|tag| !same(tag)).collect()
    }
}

/// Tags in a list within a sentence.
pub fn list_of<'t>(tags: impl IntoIterator<Item = &'t Tag>) -> Message {
    Message::list(tags.into_iter().map(|tag| Message::verbatim(tag.to_string())))
}

/// Adds an element to a list unless it is already there.
pub fn add_once<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}
