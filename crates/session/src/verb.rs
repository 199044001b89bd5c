//! The verbs of both protocols, each defined once: its word, the key that may be beside it, and
//! the description of its value for error messages. Verbs that scripts and tables share are one
//! list.

use rules::Keyword;

/// The protocol of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Scripts: lines without numbers of changes.
    Script,
    /// Tables over a network.
    #[cfg(not(target_arch = "wasm32"))]
    Table,
}

impl Protocol {
    /// The text for a script, or the one for a table.
    pub(super) fn words<'w>(self, script: &'w str, table: &'w str) -> &'w str {
        if self == Protocol::Script { script } else { table }
    }
}

/// The verbs that scripts and tables share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Keyword)]
#[keyword(plain)]
pub enum SharedVerb {
    /// Gives an order.
    Order,
    /// Gives orders as one.
    Orders,
    /// The odds of an order.
    Odds,
    /// The orders that are open.
    Offers,
    /// The battle, key by key.
    State,
    /// The log.
    Journal,
    /// Undoes the last order.
    Undo,
    /// Redoes it.
    Redo,
    /// A unit's turn as a card.
    Turn,
    /// The next step.
    Next,
    /// Puts a group of orders together.
    Group,
}

impl SharedVerb {
    /// The key that may be beside it.
    #[must_use]
    pub const fn beside(self) -> Option<&'static str> {
        match self {
            SharedVerb::Order | SharedVerb::Orders => Some("dice"),
            SharedVerb::Odds => Some("watch"),
            SharedVerb::Offers
            | SharedVerb::State
            | SharedVerb::Journal
            | SharedVerb::Undo
            | SharedVerb::Redo
            | SharedVerb::Turn
            | SharedVerb::Next
            | SharedVerb::Group => None,
        }
    }

    /// A description of its value, for error messages.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub const fn takes(self) -> &'static str {
        match self {
            SharedVerb::Order | SharedVerb::Odds => "an order",
            SharedVerb::Orders => "a list of orders",
            SharedVerb::Offers => "one of `ship`, `unit` and `side`",
            SharedVerb::State | SharedVerb::Undo | SharedVerb::Redo | SharedVerb::Next => {
                "an empty object"
            }
            SharedVerb::Journal => "`from` and `count`, numbers",
            SharedVerb::Turn => "`ship` or `unit`, and `target`",
            SharedVerb::Group => "`do`, `units` and `speed`",
        }
    }
}

/// The verb of a script's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScriptVerb {
    /// Begins a battle.
    Open,
    /// A verb that tables have, too.
    Shared(SharedVerb),
    /// Saves the battle to a file.
    Save,
    /// Continues a battle from a file.
    Load,
}

impl ScriptVerb {
    /// All of them, in the order in which an error lists them.
    pub(super) fn all() -> impl Iterator<Item = ScriptVerb> {
        let shared = SharedVerb::ALL.iter().copied().map(ScriptVerb::Shared);
        let files = [ScriptVerb::Save, ScriptVerb::Load];
        [ScriptVerb::Open].into_iter().chain(shared).chain(files)
    }

    /// Its key in a request.
    pub(super) const fn word(self) -> &'static str {
        match self {
            ScriptVerb::Open => "open",
            ScriptVerb::Shared(verb) => verb.slug(),
            ScriptVerb::Save => "save",
            ScriptVerb::Load => "load",
        }
    }

    /// The key that may be beside it.
    pub(super) const fn beside(self) -> Option<&'static str> {
        match self {
            ScriptVerb::Shared(verb) => verb.beside(),
            ScriptVerb::Open | ScriptVerb::Save | ScriptVerb::Load => None,
        }
    }

    /// Whether it is a request of a seat.
    pub(super) const fn is_of_a_seat(self) -> bool {
        match self {
            ScriptVerb::Shared(_) => true,
            ScriptVerb::Open | ScriptVerb::Save | ScriptVerb::Load => false,
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod table {
    use rules::Keyword;

    use super::SharedVerb;

    /// The verbs of tables only.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Keyword)]
    #[keyword(plain)]
    pub enum TableVerb {
        /// The table as the seat sees it.
        View,
        /// Checks an order in a form.
        Judge,
        /// Rows of the log.
        Log,
        /// Previews an amendment.
        Trial,
        /// Makes an amendment.
        Amend,
        /// A longer text about the battle.
        Tell,
        /// Answers a declared order, or a proposal.
        Answer,
        /// Rolls what a declared order needs.
        Throw,
        /// Withdraws a declared order, or a proposal.
        Withdraw,
        /// Hands a shared device over.
        #[keyword("hand_over")]
        HandOver,
        /// Sets whether this seat rolls its own dice.
        #[keyword("own_dice")]
        OwnDice,
        /// Requests of the table's owner.
        Owner,
        /// Goes to another position in the history.
        #[keyword("go_to")]
        GoTo,
        /// Restores a replaced version.
        #[keyword("take_up")]
        TakeUp,
        /// Announces an export of the battle file.
        #[keyword("take_out")]
        TakeOut,
    }

    impl TableVerb {
        /// A description of its value, for error messages.
        #[must_use]
        pub const fn takes(self) -> &'static str {
            match self {
                TableVerb::View | TableVerb::GoTo => "`cursor`, a number",
                TableVerb::Judge => {
                    "a draft: `subject`, `kind`, `fields`, `guesses`, `dice`, `cursor` and `foresight`"
                }
                TableVerb::Log => "`from` and `count`, numbers",
                TableVerb::Trial | TableVerb::Amend => "`index`, `change`, `decisions` and `note`",
                TableVerb::Tell => "one of `report`, `luck`, `sheets` and `file`",
                TableVerb::Answer => "`of`, `field` and `value`",
                TableVerb::Throw => "`of`, and `dice`: whole numbers, lists of faces, or null",
                TableVerb::Withdraw => "`of`, the number of the change that waits",
                TableVerb::HandOver => "`to`: A, B or both",
                TableVerb::OwnDice => "`own`, true or false",
                TableVerb::Owner => "one of admit, unseat, settings, new_code, close",
                TableVerb::TakeUp => "`tip`, the number of a version",
                TableVerb::TakeOut => "an empty object",
            }
        }
    }

    /// The verb of a frame's request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Verb {
        /// A verb that scripts have, too.
        Shared(SharedVerb),
        /// A verb of tables only.
        Table(TableVerb),
    }

    impl Verb {
        /// All of them, in the order in which an error lists them.
        pub fn all() -> impl Iterator<Item = Verb> {
            let shared = SharedVerb::ALL.iter().copied().map(Verb::Shared);
            shared.chain(TableVerb::ALL.iter().copied().map(Verb::Table))
        }

        /// Its key in a request.
        #[must_use]
        pub const fn word(self) -> &'static str {
            match self {
                Verb::Shared(verb) => verb.slug(),
                Verb::Table(verb) => verb.slug(),
            }
        }

        /// The key that may be beside it.
        #[must_use]
        pub const fn beside(self) -> Option<&'static str> {
            match self {
                Verb::Shared(verb) => verb.beside(),
                Verb::Table(_) => None,
            }
        }

        /// A description of its value, for error messages.
        #[must_use]
        pub const fn takes(self) -> &'static str {
            match self {
                Verb::Shared(verb) => verb.takes(),
                Verb::Table(verb) => verb.takes(),
            }
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use table::{TableVerb, Verb};
