//! The victory conditions of a battle, in any game.

use message::message;
use rules::effect_text::news;
use rules::roster::Rostered;
use rules::{
    Aim, EffectText, Rules as _, Score, SpecialOrder, SpecialOrders, Tag, VictoryConditions,
    Winner, score,
};

use super::{Battle, PlayerView, Report};

impl Battle {
    /// Sets the victory conditions of a battle that has not begun.
    #[must_use]
    pub fn aiming(mut self, aim: Option<Aim>) -> Battle {
        dispatch!(Battle, &mut self, |battle| battle.common_mut().aims =
            VictoryConditions::new(aim));
        self
    }

    /// Sets the special orders of a battle that has not begun.
    #[must_use]
    pub fn with_special_orders(mut self, list: Vec<SpecialOrder>) -> Battle {
        let orders = SpecialOrders::new(list);
        dispatch!(Battle, &mut self, |battle| battle.common_mut().special_orders = orders);
        self
    }

    /// Its special orders.
    #[must_use]
    pub fn special_orders(&self) -> &SpecialOrders {
        dispatch!(Battle, self, |battle| &battle.common().special_orders)
    }

    /// The winner of a battle in progress: by its victory conditions if it has any,
    /// otherwise by the rules.
    #[must_use]
    pub fn victor(&self) -> Option<Winner> {
        if self.aims().aim().is_some() { self.aims().decided() } else { self.winner() }
    }

    /// The losses of each side, and which is closer to victory.
    #[must_use]
    pub fn score(&self) -> Score {
        dispatch!(Battle, self, |battle| score::score(battle))
    }

    /// The deck points of a unit; `None` if the game has none.
    #[must_use]
    pub fn deck_points(&self, tag: Tag) -> Option<u32> {
        dispatch!(Battle, self, |battle| battle.common().units.find(tag)?.deck_points())
    }
}

impl PlayerView<'_> {
    /// A sentence that names the winner by the victory conditions, if an order changes the
    /// winner and the rules do not give the same result.
    pub(super) fn effect_text_of_aims(&self, report: &Report) -> Option<EffectText> {
        self.aims().aim()?;
        let mut after = Battle::clone(self);
        after.apply(&report.effects);
        let decided = after.aims().decided();
        if decided == self.aims().decided() || decided == after.winner() {
            return None;
        }
        Some(news(match decided.map(Winner::side) {
            Some(Some(side)) => {
                message!("Scenario victory: {side}.", side = after.side_called(side))
            }
            Some(None) => message!("A draw by the victory conditions."),
            None => message!("By the victory conditions neither side has won yet."),
        }))
    }
}
