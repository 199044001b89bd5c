//! Modifiers: amounts that are added to a roll or a figure. A game lists them in an enum,
//! and states each one's amount, frequency and label in [`ModifierWord::spec`].

use dice::{Modifier, Reason};
use message::Message;

use super::glossary::{Meaning, Sort};
use super::keyword::Keyword;

/// The number of times that a modifier counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Once, however many there are.
    Once,
    /// Once for each occurrence.
    Each,
    /// By a figure that is already a number: the ram bonus, the wind.
    Figure,
}

/// The amount that a modifier adds, and its label for players.
#[derive(Clone, Debug, PartialEq)]
pub struct ModifierSpec {
    /// The amount: once, for each occurrence, or for each point of a figure.
    pub amount: i64,
    pub counted: Counted,
    pub label: Message,
}

/// A modifier that counts once, however many there are.
#[must_use]
pub fn once(amount: i64, label: Message) -> ModifierSpec {
    ModifierSpec { amount, counted: Counted::Once, label }
}

/// A modifier that counts once for each occurrence.
#[must_use]
pub fn each(amount: i64, label: Message) -> ModifierSpec {
    ModifierSpec { amount, counted: Counted::Each, label }
}

/// A modifier that counts by a figure that is already a number.
#[must_use]
pub fn figure(amount: i64, label: Message) -> ModifierSpec {
    ModifierSpec { amount, counted: Counted::Figure, label }
}

/// The word of a modifier.
pub trait ModifierWord: Keyword {
    /// What it adds, and its label for players.
    fn spec(self) -> ModifierSpec;

    /// The amount: once, for each occurrence, or for each point of a figure.
    #[must_use]
    fn amount(self) -> i64 {
        self.spec().amount
    }

    /// The glossary entries of all modifiers.
    fn meanings() -> Vec<Meaning> {
        let all = Self::LIST.iter().map(|one| {
            let ModifierSpec { amount, counted, label } = one.spec();
            Meaning {
                name: label,
                adds: Some((amount, counted)),
                ..Meaning::of_word(*one, Sort::Modifier)
            }
        });
        all.collect()
    }

    /// The reason that a roll shows for it.
    #[must_use]
    fn reason(self) -> Reason {
        Reason::new(self.word(), self.spec().label)
    }

    /// The modifier, counted once.
    #[must_use]
    fn modifier(self) -> Modifier {
        let ModifierSpec { amount, label, .. } = self.spec();
        Modifier::new(amount, Reason::new(self.word(), label))
    }

    /// The modifier, counted this many times; `None` if that is 0.
    #[must_use]
    fn times(self, times: i64) -> Option<Modifier> {
        let modifier = self.modifier();
        let amount = modifier.amount * times;
        (amount != 0).then_some(Modifier { amount, ..modifier })
    }

    /// The modifier; `None` if it does not apply.
    #[must_use]
    fn applies(self, applies: bool) -> Option<Modifier> {
        self.times(i64::from(applies))
    }
}
