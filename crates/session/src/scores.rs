//! The state of stored battles for a list, worked out in the background.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use message::Message;
use rules::drawing::Drawing;
use rules::{Score, Side, Viewer, Winner};
use storage::Store;

use super::table_server::TableServer;

/// A function that makes a screen draw again.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The state of a battle, without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleCondition {
    /// Its point in the sequence of play: `Round 2 of 8`.
    pub headline: Message,
    /// The side to move; `None` if it is not one side's turn.
    pub to_move: Option<Side>,
    /// The drawing of every unit, side A's first.
    pub drawings: [Vec<Drawing>; 2],
    /// The losses of each side, and the side that is ahead.
    pub score: Score,
    /// The winner, by the battle's victory conditions if it has any.
    pub victor: Option<Winner>,
}

impl BattleCondition {
    fn of(rows: &[String]) -> Option<BattleCondition> {
        let table_server = TableServer::read(rows).ok()?;
        let battle = table_server.battle().known_to(Viewer::Both);
        let guide = battle.guide();
        Some(BattleCondition {
            headline: guide.headline,
            to_move: guide.side,
            drawings: battle.drawings(),
            score: battle.score(),
            victor: battle.victor(),
        })
    }
}

/// Battles whose score is being computed.
#[derive(Debug)]
pub struct Scores {
    arrived: Receiver<(String, BattleCondition)>,
}

impl Scores {
    /// Computes the scores of these battles: in a thread if there is a screen to notify, otherwise
    /// at once.
    pub(super) fn of(store: Arc<dyn Store>, slugs: Vec<String>, wake: Option<Wake>) -> Scores {
        let (sender, arrived) = channel();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(wake) = wake {
            let work = move || work_out(&*store, &slugs, &sender, &*wake);
            // Without a thread the list shows less, which is no reason to stop.
            let _ = std::thread::Builder::new().name("scores".into()).spawn(work);
            return Scores { arrived };
        }
        drop(wake);
        work_out(&*store, &slugs, &sender, &|| {});
        Scores { arrived }
    }

    /// The scores found since this was last called, by the battle’s slug.
    #[must_use]
    pub fn arrived(&self) -> Vec<(String, BattleCondition)> {
        self.arrived.try_iter().collect()
    }
}

fn work_out(
    store: &dyn Store,
    slugs: &[String],
    found: &Sender<(String, BattleCondition)>,
    wake: &dyn Fn(),
) {
    for slug in slugs {
        let rows = store.read(slug).ok();
        let Some(condition) = rows.and_then(|rows| BattleCondition::of(&rows)) else { continue };
        // The list is no longer shown, so there is nothing left to do.
        if found.send((slug.clone(), condition)).is_err() {
            return;
        }
        wake();
    }
}
