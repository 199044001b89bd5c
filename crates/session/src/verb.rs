//! The verbs of both protocols, each defined once: its word, the key that may be beside it, and
//! the description of its value for error messages. Verbs that scripts and tables share are one
//! list.

/// Whose words are spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Those of a script, whose lines have no numbers of changes.
    Script,
    /// Those of a room.
    #[cfg(not(target_arch = "wasm32"))]
    Room,
}

impl Protocol {
    /// The words for a script, or those for a room.
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

            /// What it takes, for whoever wrote something else.
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
    /// What scripts and rooms understand alike.
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
        /// What comes next.
        Next = "next": "an empty object",
        /// Puts a group of orders together.
        Group = "group": "`do`, `units` and `speed`",
    }
}

/// What a script asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScriptVerb {
    /// Begins a battle.
    Open,
    /// What a room understands too.
    Shared(SharedVerb),
    /// Keeps the battle in a file.
    Save,
    /// Goes on with a battle from a file.
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

    /// Whether it is asked as a seat.
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
        /// What a room alone understands.
        TableVerb {
            /// The table as the seat sees it.
            View = "view": "`cursor`, a number",
            /// What the rules say about an order in a form.
            Judge = "judge": "a draft: `subject`, `kind`, `fields`, `guesses`, `dice`, `cursor` and `foresight`",
            /// Rows of the log.
            Log = "log": "`from` and `count`, numbers",
            /// What an amendment would do.
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
            /// Says whose dice are rolled.
            OwnDice = "own_dice": "`own`, true or false",
            /// What the table's owner asks.
            Owner = "owner": "one of admit, unseat, settings, new_code, close",
            /// Goes to a moment of the line.
            GoTo = "go_to": "`cursor`, a number",
            /// Returns to a line that was left.
            TakeUp = "take_up": "`tip`, the number of a line",
            /// Announces that a file is taken out.
            TakeOut = "take_out": "an empty object",
        }
    }

    /// What a frame asks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Verb {
        /// What a script understands too.
        Shared(SharedVerb),
        /// What it does not.
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

        /// What it takes, for whoever wrote something else.
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
