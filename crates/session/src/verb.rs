//! The verbs of both protocols, each defined once: its word, the key that may be beside it, and
//! the description of its value for error messages. Verbs that scripts and tables share are one
//! list.

/// The protocol of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Scripts: lines without numbers of changes.
    Script,
    /// Tables over a network.
    #[cfg(not(target_arch = "wasm32"))]
    Room,
}

impl Protocol {
    /// The text for a script, or the one for a table.
    pub(super) fn words<'w>(self, script: &'w str, room: &'w str) -> &'w str {
        if self == Protocol::Script { script } else { room }
    }
}

/// Verbs by their words.
macro_rules! verbs {
    ($(#[$meta:meta])* $Name:ident {
        $($(#[$doc:meta])* $Variant:ident = $word:literal $(beside $beside:literal)?: $takes:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Name { $($(#[$doc])* $Variant),+ }

        impl $Name {
            /// All of them, in the order in which an error lists them.
            pub const ALL: &[$Name] = &[$($Name::$Variant),+];

            /// Its key in a request.
            pub const fn word(self) -> &'static str {
                match self { $($Name::$Variant => $word),+ }
            }

            /// The key that may stand beside it.
            pub const fn beside(self) -> Option<&'static str> {
                match self { $($Name::$Variant => verbs!(@beside $($beside)?)),+ }
            }

            /// A description of its value, for error messages.
            #[cfg(not(target_arch = "wasm32"))]
            pub const fn takes(self) -> &'static str {
                match self { $($Name::$Variant => $takes),+ }
            }
        }
    };
    (@beside) => { None };
    (@beside $beside:literal) => { Some($beside) };
}

verbs! {
    /// The verbs that scripts and tables share.
    SharedVerb {
        /// Gives an order.
        Order = "order" beside "dice": "an order",
        /// Gives orders as one.
        Orders = "orders" beside "dice": "a list of orders",
        /// The odds of an order.
        Odds = "odds" beside "watch": "an order",
        /// The orders that are open.
        Offers = "offers": "one of `ship`, `unit` and `side`",
        /// The battle, key by key.
        State = "state": "an empty object",
        /// The log.
        Journal = "journal": "`from` and `count`, numbers",
        /// Undoes the last order.
        Undo = "undo": "an empty object",
        /// Redoes it.
        Redo = "redo": "an empty object",
        /// A unit's turn as a card.
        Turn = "turn": "`ship` or `unit`, and `target`",
        /// The next step.
        Next = "next": "an empty object",
        /// Puts a group of orders together.
        Group = "group": "`do`, `units` and `speed`",
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
            ScriptVerb::Shared(verb) => verb.word(),
            ScriptVerb::Save => "save",
            ScriptVerb::Load => "load",
        }
    }

    /// The key that may stand beside it.
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
mod room {
    use super::SharedVerb;

    verbs! {
        /// The verbs of tables only.
        TableVerb {
            /// The table as the seat sees it.
            View = "view": "`cursor`, a number",
            /// Checks an order in a form.
            Judge = "judge": "a draft: `subject`, `kind`, `fields`, `guesses`, `dice`, `cursor` and `foresight`",
            /// Rows of the log.
            Log = "log": "`from` and `count`, numbers",
            /// Previews an amendment.
            Trial = "trial": "`index`, `change`, `decisions` and `note`",
            /// Makes an amendment.
            Amend = "amend": "`index`, `change`, `decisions` and `note`",
            /// A longer text about the battle.
            Tell = "tell": "one of `report`, `luck`, `sheets` and `file`",
            /// Answers a declared order, or a proposal.
            Answer = "answer": "`of`, `field` and `value`",
            /// Rolls what a declared order needs.
            Throw = "throw": "`of`, and `dice`: whole numbers, lists of faces, or null",
            /// Withdraws a declared order, or a proposal.
            Withdraw = "withdraw": "`of`, the number of the change that waits",
            /// Hands a shared device over.
            HandOver = "hand_over": "`to`: A, B or both",
            /// Sets whether this seat rolls its own dice.
            OwnDice = "own_dice": "`own`, true or false",
            /// Requests of the table's owner.
            Owner = "owner": "one of admit, unseat, settings, new_code, close",
            /// Goes to another position in the history.
            GoTo = "go_to": "`cursor`, a number",
            /// Restores a replaced version.
            TakeUp = "take_up": "`tip`, the number of a line",
            /// Announces an export of the battle file.
            TakeOut = "take_out": "an empty object",
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
                Verb::Shared(verb) => verb.word(),
                Verb::Table(verb) => verb.word(),
            }
        }

        /// The key that may stand beside it.
        #[must_use]
        pub const fn beside(self) -> Option<&'static str> {
            match self {
                Verb::Shared(verb) => verb.beside(),
                Verb::Table(verb) => verb.beside(),
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
pub use room::{TableVerb, Verb};
