//! New dice for the app: a seed that was told, or has left the table, makes no
//! further die. The next one is drawn with the row in which that happens, and its
//! commitment told, before anything is rolled with it.

use crate::protocol::{Mutation, Response, Seat};
use crate::randomness::NoRandomness;

use super::change;
use super::plan::{Planned, RequestContext};
use super::row::{self, ChangeRow, DiceDrawn, StoredEvent};
use super::table::RowEffect;
use super::{Requester, TableServer, error, limits};

impl TableServer {
    /// The same table for a battle that came with a file: its seed is known to
    /// whoever has that, so new dice are drawn from these random bytes before
    /// anybody sits down.
    #[must_use]
    pub fn from_file(
        self,
        mut rows: Vec<String>,
        now: u64,
        pool: [u8; 32],
    ) -> (TableServer, Vec<String>) {
        let mut authority = self;
        let table = authority.table_mut();
        let row = ChangeRow {
            version: None,
            number: table.rest.number + 1,
            before: table.rest.hash.clone(),
            seat: Seat::Umpire,
            by: String::new(),
            id: String::new(),
            asked: String::new(),
            when: now,
            cursor: table.journal.cursor(),
            waits_for: None,
            dice: Some(DiceDrawn::of(&pool, &table.rest.hash)),
            ready: table.rest.ready.clone(),
            question: None,
            did: StoredEvent::FromFile {},
        };
        let text = row::written(&row);
        table.apply(&row, &text, RowEffect::Nothing);
        rows.push(text);
        (authority, rows)
    }

    /// Where new dice come from once the seed is told or leaves the table.
    pub fn draws_from(&mut self, pool: Result<[u8; 32], NoRandomness>) {
        self.pool = Some(pool);
    }

    /// The dice from an ask on, if those before were told, or leave the table with it.
    fn new_dice(&self, ask: &Mutation) -> Result<Option<DiceDrawn>, NoRandomness> {
        let over = self.battle().winner().is_some();
        let draws = match ask {
            Mutation::TakeOut {} => !over,
            Mutation::Order { .. }
            | Mutation::Orders { .. }
            | Mutation::Answer { .. }
            | Mutation::Throw { .. }
            | Mutation::Undo {}
            | Mutation::Redo {}
            | Mutation::GoTo { .. }
            | Mutation::TakeUp { .. }
            | Mutation::Amend(_) => over,
            Mutation::Withdraw { .. }
            | Mutation::OwnDice { .. }
            | Mutation::HandOver { .. }
            | Mutation::Owner(_) => false,
        };
        let pool = self.pool.filter(|_| draws).transpose()?;
        Ok(pool.map(|pool| DiceDrawn::of(&pool, &self.table.rest.hash)))
    }

    /// What an ask changes, and the new dice with which it does.
    pub(super) fn plan(
        &self,
        asker: &Requester,
        ask: &Mutation,
        now: u64,
    ) -> Result<(Planned, Option<DiceDrawn>), Box<Response>> {
        limits::is_short_enough(ask)?;
        // Whatever is rolled now is rolled with the new dice.
        let dice = self.new_dice(ask).map_err(|none| Box::new(error(none.message())))?;
        let journal = &self.table.journal;
        let by = RequestContext {
            table: &self.table,
            seat: self.seat_of(asker),
            taken: self.taken(),
            owned: self.has(Seat::Owner),
            owns: self.owns(asker),
            agreed: false,
            now,
            seed: dice.as_ref().map_or(journal.seed(), |dice| journal.seed_to_draw(dice.seed)),
        };
        Ok((change::plan(by, ask)?, dice))
    }
}
