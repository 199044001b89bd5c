//! The games, one folder each, and the types that cover all of them: the battle of any
//! game, and its orders. No other module lists the games. A code such as GF-28 in a
//! comment is a ruling; each game lists its rulings in `source.rs`.

// The lint names every place that has to change when an order, an effect, an outcome
// or a game is added.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod ancient_naval_games;
pub mod chicken_of_the_sea;
pub mod command_and_chaos;
pub mod fast_play_salamis;
pub mod greek_fire;

mod report;

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value};

use dice::{Dice, NamedModifier};
use message::{Message, message};
use rules::common::OutcomeWord;
use rules::ending::AGREE;
use rules::file::{self, FleetRules as _};
use rules::schema::ADJUST;
use rules::{
    Briefing, Comparison as _, DuelDistances, EffectText, Figures, GameEffect, GameOrder, Keyword,
    OpenError, OrderFault, Part, Questions as _, Rules as _, Secrets as _, Stated as _, Stop,
    Subject, SwitchWord, Tag, Turns as _, Viewer, aim, changes, common_orders, question, system,
};

pub use groups::{GroupWanted, composed, given_as_one};
pub use offer::{fill_present_values, judge_as_filled, offer_filled, offer_of, offers};
pub use report::Report;
pub use turn_card::{next_step, turn_card};

/// Defines the enums over all games and their dispatch; a game is one line.
macro_rules! systems {
    ($($(#[$doc:meta])* $Name:ident = $slug:literal in $module:ident),+ $(,)?) => {
        /// The games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
        pub enum SystemTag { $($(#[$doc])* #[keyword($slug)] $Name),+ }

        /// A battle of any game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Battle { $($(#[$doc])* $Name($module::Battle)),+ }

        /// An order of any game, typed and complete.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Order { $($(#[$doc])* $Name(GameOrder<$module::Order>)),+ }

        impl Order {
            /// Its role in a turn.
            #[must_use]
            pub fn part(&self) -> Part {
                let system = match self { $(Order::$Name(_) => SystemTag::$Name),+ };
                system.part_of(self.kind())
            }

            /// Its word: `take-prize`.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Order::$Name(GameOrder::Specific { order, .. }) => order.kind().slug(),)+
                    $(Order::$Name(GameOrder::Agreement(_)))|+ => AGREE.kind,
                    $(Order::$Name(GameOrder::Correction(_)))|+ => ADJUST.kind,
                }
            }
        }

        /// The effects of an order, in any game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Effects { $($(#[$doc])* $Name(Vec<GameEffect<$module::Effect>>)),+ }

        /// The outcome of an order, in any game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Outcome { $($(#[$doc])* $Name($module::Outcome)),+ }

        impl Outcome {
            /// Its word in the rules: `sinking-slowly`.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Outcome::$Name(outcome) => outcome.slug()),+ }
            }

            /// Whether the order was simply carried out.
            #[must_use]
            pub fn is_done(self) -> bool {
                match self { $(Outcome::$Name(outcome) => outcome == OutcomeWord::DONE),+ }
            }

            /// How good it is for the issuer of an order of this kind: positive is good,
            /// negative is bad. Only outcomes of the same order are compared, from the
            /// worst to the best.
            #[must_use]
            pub fn gain(self, kind: &str) -> i8 {
                match self {
                    $(Outcome::$Name(outcome) => {
                        $module::OrderKind::from_slug(kind).map_or(0, |order| outcome.gain(order))
                    })+
                }
            }
        }

        $(impl From<$module::Outcome> for Outcome {
            fn from(outcome: $module::Outcome) -> Outcome { Outcome::$Name(outcome) }
        })+

        /// An optional rule of any game, which the players may choose.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Switch { $($(#[$doc])* $Name($module::Switch)),+ }

        impl Switch {
            /// Its word in files: `free-for-all`.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Switch::$Name(switch) => switch.slug()),+ }
            }

            /// What it changes, in a sentence for the setup screen.
            #[must_use]
            pub fn what(self) -> Message {
                match self { $(Switch::$Name(switch) => switch.what()),+ }
            }
        }

        impl SystemTag {
            /// Its optional rules, in the order of the setup screen.
            #[must_use]
            pub fn switches(self) -> Vec<Switch> {
                match self {
                    $(SystemTag::$Name => {
                        <$module::Switch as Keyword>::LIST.iter().copied().map(Switch::$Name).collect()
                    })+
                }
            }
        }

        /// A checked fleet of any game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Fleet { $($(#[$doc])* $Name($module::Fleet)),+ }

        /// Evaluates an expression with the battle of any game.
        macro_rules! with_battle {
            ($battle:expr, $b:ident => $body:expr) => {
                match $battle { $($crate::Battle::$Name($b) => $body),+ }
            };
        }

        /// Evaluates an expression with a battle and an order of the same game, and another
        /// expression if their games differ.
        macro_rules! with_order {
            ($battle:expr, $order:expr, $b:ident, $o:pat => $body:expr, $else:expr) => {
                match ($battle, $order) {
                    $(($crate::Battle::$Name($b), $crate::Order::$Name($o)) => $body,)+
                    _ => $else,
                }
            };
        }

        /// Evaluates an expression with the battle type of a game.
        macro_rules! with_system {
            ($tag:expr, $S:ident => $body:expr) => {
                match $tag { $(SystemTag::$Name => { type $S = $crate::$module::Battle; $body }),+ }
            };
        }

        impl Fleet {
            /// The game of the fleet.
            #[must_use]
            pub fn system(&self) -> SystemTag {
                match self { $(Fleet::$Name(_) => SystemTag::$Name),+ }
            }

            /// Its name.
            #[must_use]
            pub fn name(&self) -> &str {
                match self { $(Fleet::$Name(fleet) => &fleet.about.name),+ }
            }

            /// Sums over the fleet, the most important first.
            #[must_use]
            pub fn figures(&self) -> Figures {
                match self { $(Fleet::$Name(fleet) => $module::Battle::figures(fleet)),+ }
            }

            /// The type, size or class of its only unit, in words.
            #[must_use]
            pub fn kind_name(&self) -> Option<Message> {
                match self { $(Fleet::$Name(fleet) => $module::Battle::kind_name(fleet)),+ }
            }

            /// The name of its only unit in the attack of its plan, and the part of it that
            /// matters there; `None` if all of it does.
            #[must_use]
            pub fn attacks_as(&self) -> Option<(Message, Value)> {
                match self { $(Fleet::$Name(fleet) => $module::Battle::attacks_as(fleet)),+ }
            }

            /// The texts of its file about the battle for which it was made.
            #[must_use]
            pub fn briefing(&self) -> &Briefing {
                match self { $(Fleet::$Name(fleet) => &fleet.about.briefing),+ }
            }

            /// Reads the keys after the game in a fleet file.
            pub fn read(system: SystemTag, reader: &mut file::reader::Reader) -> Fleet {
                match system { $(SystemTag::$Name => Fleet::$Name(file::read_fleet(reader))),+ }
            }

            /// The keys after the game in its file.
            pub fn written(&self) -> Map<String, Value> {
                match self {
                    $(Fleet::$Name(fleet) => file::written_fleet(&fleet.about, fleet.write())),+
                }
            }
        }

        impl Battle {
            /// The game.
            #[must_use]
            pub fn system(&self) -> SystemTag {
                match self { $(Battle::$Name(_) => SystemTag::$Name),+ }
            }

            /// A new battle between two fleets of one game, with these optional rules on.
            ///
            /// # Errors
            /// If the fleets cannot fight each other, or an optional rule belongs to
            /// another game.
            pub fn open(fleets: [Fleet; 2], options: Options) -> Result<Battle, OpenError> {
                match fleets {
                    $([Fleet::$Name(a), Fleet::$Name(b)] => {
                        let mut own = BTreeSet::new();
                        for switch in options {
                            let Switch::$Name(switch) = switch else {
                                return Err(foreign_switch(switch, SystemTag::$Name));
                            };
                            own.insert(switch);
                        }
                        $module::Battle::open([a, b], own).map(Battle::$Name)
                    })+
                    [a, b] => Err(two_systems(a.system(), b.system())),
                }
            }

            /// The optional rules that are on.
            #[must_use]
            pub fn options(&self) -> Options {
                match self {
                    $(Battle::$Name(battle) => {
                        battle.common().options.iter().copied().map(Switch::$Name).collect()
                    })+
                }
            }

            /// Reads a written order, with its defaults.
            ///
            /// # Errors
            /// The first fault, with its key.
            pub fn read_order(&self, written: &Map<String, Value>) -> Result<Order, OrderFault> {
                match self {
                    $(Battle::$Name(_) =>
                        system::read_order::<$module::Battle>(written).map(Order::$Name)),+
                }
            }

            /// Reads a written order that a side declares. Fields that the other side
            /// chooses stay open, and the resolver stops at the first of them.
            ///
            /// # Errors
            /// As [`Battle::read_order`].
            pub fn read_declared(&self, written: &Map<String, Value>) -> Result<Order, OrderFault> {
                match self {
                    $(Battle::$Name(_) =>
                        system::read_declared::<$module::Battle>(written).map(Order::$Name)),+
                }
            }

            /// The result of the order with these dice; the battle does not change.
            ///
            /// # Errors
            /// If the rules forbid the order, the dice run out, or it makes no sense.
            pub fn resolve(&self, order: &Order, dice: &mut dyn Dice) -> Result<Report, Stop> {
                self.resolve_waiving(order, dice, None)
            }

            /// The result of the order without one of its modifiers.
            ///
            /// # Errors
            /// As [`Battle::resolve`].
            pub fn resolve_waiving(
                &self,
                order: &Order,
                dice: &mut dyn Dice,
                waived: Option<&NamedModifier>,
            ) -> Result<Report, Stop> {
                #[cfg(debug_assertions)]
                WALKS.with(|walks| walks.set(walks.get() + 1));
                match self {
                    $(Battle::$Name(battle) => {
                        let Order::$Name(order) = order else { return Err(foreign_order()) };
                        let (resolution, rolls) = system::resolve(battle, order, dice, waived)?;
                        Ok(Report {
                            outcome: Outcome::$Name(resolution.outcome),
                            rolls,
                            effects: Effects::$Name(resolution.effects),
                            warnings: resolution.warnings,
                        })
                    })+
                }
            }

            /// Applies all effects of a report.
            pub fn apply(&mut self, effects: &Effects) {
                match self {
                    $(Battle::$Name(battle) => {
                        let Effects::$Name(effects) = effects else { return };
                        for effect in effects { common_orders::apply(battle, effect); }
                        aim::apply_consequences(battle);
                    })+
                }
            }

            /// Updates the distances of a duel after an order, and returns the order that
            /// the duellist tries next.
            pub fn after_in_duel(order: &Order, ground: &mut DuelDistances) -> Option<Order> {
                match order {
                    $(Order::$Name(GameOrder::Specific { order, .. }) => {
                        let next = $module::Battle::after_in_duel(order, ground)?;
                        Some(Order::$Name(next.into()))
                    })+
                    $(Order::$Name(GameOrder::Agreement(_) | GameOrder::Correction(_)))|+ => None,
                }
            }

            /// The battle with replacements for what a viewer does not know.
            fn redacted_for(&self, viewer: Viewer) -> Cow<'_, Battle> {
                match self {
                    $(Battle::$Name(battle) => match battle.known_to(viewer) {
                        Cow::Borrowed(_) => Cow::Borrowed(self),
                        Cow::Owned(known) => Cow::Owned(Battle::$Name(known)),
                    })+
                }
            }

            /// The other candidates for this redacted battle.
            fn other_candidates(&self) -> Vec<Battle> {
                match self {
                    $(Battle::$Name(battle) => {
                        battle.indistinguishable().into_iter().map(Battle::$Name).collect()
                    })+
                }
            }

            /// The units whose record may differ from that in `before`.
            pub fn touched_since(&self, before: &Battle) -> Vec<Tag> {
                match self {
                    $(Battle::$Name(after) => {
                        let Battle::$Name(before) = before else { return Vec::new() };
                        after.common().units.touched(&before.common().units)
                    })+
                }
            }
        }

        impl PlayerView<'_> {
            /// The effects of a report in words, one by one, given the battle before it.
            #[must_use]
            pub fn effect_texts(&self, report: &Report) -> Vec<EffectText> {
                match &**self {
                    $(Battle::$Name(battle) => {
                        let Effects::$Name(effects) = &report.effects else { return Vec::new() };
                        let texts = effects.iter().map(|effect| common_orders::effect_text(battle, effect));
                        texts.chain(self.effect_text_of_aims(report)).collect()
                    })+
                }
            }

            /// Whether the dice of an order cannot change its outcome or any of these keys.
            pub fn is_certain<'k>(
                &self,
                order: &Order,
                watched: impl Iterator<Item = &'k Key>,
            ) -> bool {
                let keys: Vec<(Subject, &str)> =
                    watched.map(|key| (key.subject, &*key.field)).collect();
                match &**self {
                    $(Battle::$Name(battle) => {
                        let Order::$Name(GameOrder::Specific { order, modifiers }) = order else { return false };
                        modifiers.is_empty() && battle.is_certain(order, &keys)
                    })+
                }
            }

            /// Whether an order has a good outcome in this report.
            pub fn is_good(&self, order: &Order, report: &Report) -> bool {
                match &**self {
                    $(Battle::$Name(battle) => {
                        let Order::$Name(GameOrder::Specific { order, .. }) = order else { return false };
                        let Effects::$Name(effects) = &report.effects else { return false };
                        let Outcome::$Name(outcome) = report.outcome else { return false };
                        let own: Vec<_> = effects.iter().filter_map(GameEffect::own).collect();
                        battle.is_good(order, outcome, &own)
                    })+
                }
            }

            /// The headline for the result of an order's dice; `None` if the first sentence
            /// of the report is better.
            #[must_use]
            pub fn result(&self, order: &Order, report: &Report) -> Option<Message> {
                match &**self {
                    $(Battle::$Name(battle) => {
                        let Order::$Name(GameOrder::Specific { order, .. }) = order else { return None };
                        let Effects::$Name(effects) = &report.effects else { return None };
                        let Outcome::$Name(outcome) = report.outcome else { return None };
                        let own: Vec<_> = effects.iter().filter_map(GameEffect::own).collect();
                        battle.result(order.kind(), outcome, &own)
                    })+
                }
            }

            /// The game's sentence for orders that were given together, given the battle
            /// before them.
            fn group_result(&self, orders: &[Order]) -> Option<Message> {
                match &**self {
                    $(Battle::$Name(battle) => {
                        let mut own = Vec::new();
                        for order in orders {
                            let Order::$Name(GameOrder::Specific { order, .. }) = order else { return None };
                            own.push(order);
                        }
                        battle.group_result(&own)
                    })+
                }
            }

            /// What players want to know about an order apart from its outcome, over this
            /// roll and those that may follow.
            #[must_use]
            pub fn questions(&self, order: &Order) -> Vec<BattleQuestion> {
                match &**self {
                    $(Battle::$Name(battle) => {
                        // Questions continue with later orders, to which the changes do not
                        // apply.
                        let Order::$Name(GameOrder::Specific { order, modifiers }) = order else { return Vec::new() };
                        if !modifiers.is_empty() {
                            return Vec::new();
                        }
                        let questions = battle.questions(order).into_iter();
                        questions.map(|one| one.of_any(Order::$Name, Outcome::$Name)).collect()
                    })+
                }
            }

            /// The differences from an earlier position as the same viewer knows it:
            /// `B1.crew` with the value before and after.
            #[must_use]
            pub fn changes_since(&self, before: &PlayerView) -> Map<String, Value> {
                match &**self {
                    $(Battle::$Name(after) => {
                        let Battle::$Name(before) = &**before else { return Map::new() };
                        changes::changes(before, after, self.viewer())
                    })+
                }
            }
        }
    };
}

systems! {
    /// Greek Fire: a full record for every ship.
    GreekFire = "greek-fire" in greek_fire,
    /// Chicken of the Sea: counters for six quinqueremes, secret speeds.
    ChickenOfTheSea = "chicken-of-the-sea" in chicken_of_the_sea,
    /// Ancient Naval Games: broken matchsticks and opposed dice.
    AncientNavalGames = "ancient-naval-games" in ancient_naval_games,
    /// Fast Play Salamis: inches and degrees, hits against viability.
    FastPlaySalamis = "fast-play-salamis" in fast_play_salamis,
    /// Command & Chaos: land battles with unit cards, morale face down.
    CommandAndChaos = "command-and-chaos" in command_and_chaos,
}

// These modules use the macros above.
mod aims;
mod battle;
mod filled_order;
mod filling;
mod forms;
mod groups;
mod keys;
mod offer;
mod player_view;
mod record;
mod system_tag;
mod targets;
mod turn_card;

pub use keys::Key;
pub use player_view::PlayerView;

#[cfg(debug_assertions)]
thread_local! {
    /// The number of orders resolved in this thread, for tests of the cost of a response.
    pub static WALKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A question that players ask about several rolls.
pub type BattleQuestion = question::Question<Order, Outcome>;

/// The optional rules that are on in a battle.
pub type Options = BTreeSet<Switch>;

fn foreign_order() -> Stop {
    Stop::Invalid(message!("this order is of another system"))
}

fn foreign_switch(switch: Switch, system: SystemTag) -> OpenError {
    let switch = Message::verbatim(switch.slug());
    OpenError(message!("{system} has no option `{switch}`", system = system.name(), switch))
}

fn two_systems(a: SystemTag, b: SystemTag) -> OpenError {
    OpenError(message!("the fleets are of two systems: {a} and {b}", a = a.name(), b = b.name()))
}
