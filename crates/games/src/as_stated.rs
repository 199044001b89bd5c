//! What a system says itself, asked of a battle of any system or of its tag: a line a
//! method.

use serde_json::{Map, Value};

use message::Message;
use rules::file::chance::FleetChance;
use rules::file::chits::{ChitMove, Chits};
use rules::file::form::{Entries, FormField, ListForm};
use rules::file::path::Path;
use rules::file::peoples::People;
use rules::file::{Balanced, FleetBuilding};
use rules::{
    About, Aims, BattleCard, Card, Chart, Chit, ComparisonPlan, Fact, Given, Mark, Ruling, Sheet,
    Side, Source, System, Tag, Track, Winner,
};

use super::{Battle, Order, PlayerView, SystemTag};

/// Hands each method on: of a battle, of a battle as somebody knows it, of either and an
/// order of its system (a correction has none of it), of the system with a tag, or of its
/// fleets.
macro_rules! as_stated {
    (battle { $($(#[doc = $doc:literal])+ $vis:vis fn $name:ident($($arg:ident: $Type:ty),*) -> $Out:ty;)+ }) => {
        impl Battle {
            $(
                $(#[doc = $doc])+
                #[must_use]
                $vis fn $name(&self $(, $arg: $Type)*) -> $Out {
                    with_battle!(self, b => b.$name($($arg),*))
                }
            )+
        }
    };
    (known { $($(#[doc = $doc:literal])+ fn $name:ident($($arg:ident: $Type:ty),*) -> $Out:ty;)+ }) => {
        impl PlayerView<'_> {
            $(
                $(#[doc = $doc])+
                #[must_use]
                pub fn $name(&self $(, $arg: $Type)*) -> $Out {
                    with_battle!(&**self, b => b.$name($($arg),*))
                }
            )+
        }
    };
    (order of $Of:ty { $($(#[doc = $doc:literal])+ fn $name:ident($($arg:ident: $Type:ty),*) -> $Out:ty, or $else:expr;)+ }) => {
        impl $Of {
            $(
                $(#[doc = $doc])+
                #[must_use]
                pub fn $name(&self, order: &Order $(, $arg: $Type)*) -> $Out {
                    let battle: &Battle = self;
                    with_order!(battle, order, b, Given::Own { order, .. } => b.$name(order $(, $arg)*), $else)
                }
            )+
        }
    };
    (system { $($(#[doc = $doc:literal])+ $vis:vis fn $name:ident() -> $Out:ty;)+ }) => {
        impl SystemTag {
            $(
                $(#[doc = $doc])+
                #[must_use]
                $vis fn $name(self) -> $Out {
                    with_system!(self, S => S::$name())
                }
            )+
        }
    };
    (fleet { $($(#[doc = $doc:literal])+ fn $name:ident($($arg:ident: $Type:ty),*) -> $Out:ty as $own:ident;)+ }) => {
        /// What each system states of building its fleets, in the words of [`FleetBuilding`].
        impl SystemTag {
            $(
                $(#[doc = $doc])+
                pub fn $name(self $(, $arg: $Type)*) -> $Out {
                    with_system!(self, S => <S as System>::Fleet::$own($($arg),*))
                }
            )+
        }
    };
}

as_stated! {
    battle {
        /// Who has won, or a draw; `None` while the battle goes on.
        pub fn winner() -> Option<Winner>;
        /// The name of a side's fleet.
        pub fn side_name(side: Side) -> &str;
        /// The name of a unit.
        pub fn unit_name(tag: Tag) -> String;
        /// A unit by its tag and name, as the log calls it: `B2 Χίμαιρα`.
        pub fn called(tag: Tag) -> Message;
        /// A side by its name and letter, as the log calls it.
        pub fn side_called(side: Side) -> Message;
        /// The side that controls a unit now.
        pub fn holder(tag: Tag) -> Side;
        /// Whether a unit is still on the table.
        pub fn in_play(tag: Tag) -> bool;
        /// The aims that the battle is fought for, and what came of them.
        pub fn aims() -> &Aims;
    }
}

as_stated! {
    known {
        /// A unit in brief.
        fn card(tag: Tag) -> Option<Card>;
        /// What holds for a whole side: its leader while he is with no unit, how
        /// much it can still lose before it panics.
        fn side_marks(side: Side) -> Vec<Mark>;
        /// A unit's record sheet: as it is now, or `fresh` as before the battle.
        fn sheet(tag: Tag, fresh: bool) -> Option<Sheet>;
        /// The battle cards of a side; none where they are hidden.
        fn battle_cards(side: Side) -> Vec<BattleCard>;
        /// The tables of a side's own (house) types or classes.
        fn house_charts(side: Side) -> Vec<Chart>;
        /// What a side counts of all its units, as boxes.
        fn tallies(side: Side) -> Vec<Track>;
        /// What a side's roster shows besides its units.
        fn roster_charts(side: Side) -> Vec<Chart>;
        /// The counters that a side's fleet needs beside its cards.
        fn chits(side: Side) -> Vec<Chit>;
        /// The words of the charts that a side's fleet uses.
        fn uses(side: Side) -> Vec<String>;
        /// What the battle remembers that stands in no record.
        fn remembered() -> Vec<Fact>;
    }
}

as_stated! {
    order of PlayerView<'_> {
        /// Why the odds and the dice of an order are not shown before it is
        /// given, where they would reveal a secret.
        fn hides_odds() -> Option<Message>, or None;
    }
}

as_stated! {
    system {
        /// Whose game it is.
        pub fn source() -> &'static Source;
        /// What it is like, for somebody who must choose a system.
        pub fn about() -> About;
        /// How two of its units are compared.
        pub fn plan() -> ComparisonPlan;
        /// Where its source leaves something open, and what is played, by number.
        pub fn rulings() -> &'static [Ruling];
        /// How the players come by their sides, a line of the set-up; `None` where
        /// the rules do not say.
        pub fn choosing_sides() -> Option<Message>;
        /// Whether an order is also secret whenever it changes a key that the
        /// viewer may not see.
        pub fn hides_by_changes() -> bool;
    }
}

as_stated! {
    fleet {
        /// The fields of a fleet, and its lists of entries.
        fn fleet_form() -> (Vec<FormField>, Vec<ListForm>) as form;
        /// The usual sizes of a fleet, in units or points, with their names.
        fn fleet_sizes() -> Vec<(u32, Message)> as sizes;
        /// The nations that a fleet can be of.
        fn peoples() -> &'static [&'static People] as peoples;
        /// A random fleet of a nation with this many ships.
        fn random_fleet(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value> as random;
        /// The balanced fleets of the rules, if they have any.
        fn balanced_fleets() -> Option<Balanced> as balanced;
        /// One of the balanced fleets.
        fn of_balanced(set: usize) -> Option<Map<String, Value>> as of_balanced;
        /// The chits of the units of a fleet, if the game has them.
        fn chits_of(entries: Entries) -> Option<Chits> as chits;
        /// Moves a chit between two units.
        fn move_chit(entries: Entries, how: ChitMove, units: [usize; 2]) -> Result<Vec<(Path, Value)>, Message> as move_chit;
    }
}
