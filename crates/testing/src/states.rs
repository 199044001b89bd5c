//! Battles with a player at each seat, which are the same in every run. Each game has 12 states of
//! one battle. `tests/fixtures/table` has them as data, and as the window shows them.

use dice::EnteredRoll;
use rules::{Next, Tag, TurnCard};
use serde_json::{Value, json};
use session::{Mutation, Query, RequestBody, Response, Seat, View};

use crate::table::{Player, Set, order};

/// The number of states of a battle, and the number of changes between two states.
pub const STATES: usize = 12;
const APART: usize = 5;

/// A battle that both sides play at their seats.
pub struct Play {
    /// The table.
    pub set: Set,
    /// A player at each seat, A first.
    pub players: [Player; 2],
    turns: usize,
    /// The requests since the last order that was carried out, each with its seat.
    waits: Vec<Value>,
}

impl Play {
    /// A ready battle with a player at each seat.
    pub fn of(slug: &str) -> Play {
        let set = Set::new(slug);
        let players = [Seat::A, Seat::B].map(|seat| set.sit(seat));
        Play { set, players, turns: 0, waits: Vec::new() }
    }

    /// Plays from one state to the next. Before the last state, side A concedes.
    pub fn follow(&mut self, at: usize) {
        (0..APART).for_each(|_| self.step());
        if at + 1 == STATES {
            self.concede();
        }
    }

    /// Makes one change for the first side that has one: an answer, an attack, a turn or the next
    /// step.
    fn step(&mut self) {
        let turn = self.turns;
        self.turns += 1;
        for side in [turn % 2, (turn + 1) % 2] {
            let player = &mut self.players[side];
            let view = view(player);
            let asks = if view.declared.is_some() {
                answered(&view)
            } else {
                attack(player, &view, turn).or_else(|| next(player, &view, turn))
            };
            if let Some(ask) = asks {
                let written = written(&ask);
                player.answer(RequestBody::Change(ask));
                self.note(&view, written);
                return;
            }
        }
    }

    /// Records a request that waits for an answer; `before` is the view that
    /// its seat had when it sent the request.
    fn note(&mut self, before: &View, ask: Value) {
        if self.cursor() != before.cursor {
            self.waits.clear();
        } else if self.set.at() != before.at {
            self.waits.push(json!({"seat": before.seat, "ask": ask}));
        }
    }

    fn cursor(&self) -> usize {
        self.set.table.with(|server| server.journal().cursor())
    }

    /// How another program reaches this state: the number of orders, and the pending requests
    /// after them.
    pub fn reached(&self) -> Value {
        json!({"cursor": self.cursor(), "waits": self.waits})
    }

    fn concede(&mut self) {
        let order = order(json!({"kind": "concede", "side": "A"}));
        self.players[0].answer(RequestBody::Change(Mutation::Order { order, dice: None }));
        self.waits.clear();
    }
}

/// A request as a client sends it, without the number of the order that it answers.
fn written(ask: &Mutation) -> Value {
    match ask {
        Mutation::Order { order, .. } => json!({"order": order}),
        Mutation::Orders { orders, .. } => json!({"orders": orders}),
        Mutation::Answer { field, value, .. } => {
            json!({"answer": {"field": field, "value": value}})
        }
        Mutation::Throw { .. } => json!({"throw": {"dice": [null]}}),
        other => panic!("{other:?}"),
    }
}

/// The battle as a player sees it.
pub fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

/// The next step of a player.
pub fn next_of(player: &mut Player) -> Next {
    match player.answer(RequestBody::Read(Query::Next {})) {
        Response::Next { next, .. } => next,
        other => panic!("{other:?}"),
    }
}

/// The turn card of a unit, with a target if one is chosen.
pub fn card(player: &mut Player, unit: Tag, target: Option<Tag>) -> TurnCard {
    match player.answer(RequestBody::Read(Query::Turn { unit, target })) {
        Response::Turn { card, .. } => *card,
        other => panic!("{other:?}"),
    }
}

/// The answer to the pending order of a seat: the first choice, or the app's dice.
fn answered(view: &View) -> Option<Mutation> {
    let (waits, own) = (view.declared.as_ref()?, view.seat.side());
    match (&waits.asks, &waits.needs) {
        (Some(asks), _) if Some(asks.of) == own => {
            let choice = asks.choices.iter().find(|choice| choice.refused.is_none())?;
            let (field, value) = (asks.field.clone(), choice.value.clone());
            Some(Mutation::Answer { of: waits.of, field, value })
        }
        (None, Some(needs)) if needs.by.or(waits.by) == own => {
            Some(Mutation::Throw { of: waits.of, dice: vec![EnteredRoll::Program] })
        }
        (Some(_), _) | (None, Some(_) | None) => None,
    }
}

/// The units of the viewer's own side or of the other, rotated to begin with number `from`.
pub fn units(view: &View, own: bool, from: usize) -> Vec<Tag> {
    let mut units: Vec<Tag> = view.cards.iter().map(|card| card.tag).collect();
    units.retain(|tag| (view.seat.side() == Some(tag.side)) == own);
    let from = from % units.len().max(1);
    units.rotate_left(from);
    units
}

/// In every third turn, an order that a turn card has against a target.
fn attack(player: &mut Player, view: &View, turn: usize) -> Option<Mutation> {
    let target = *units(view, false, turn / 2).first()?;
    if turn % 3 != 2 {
        return None;
    }
    units(view, true, turn / 3).into_iter().take(4).find_map(|unit| {
        let targets = card(player, unit, Some(target)).targets;
        let order = targets.first()?.orders.first()?.order.clone();
        Some(Mutation::Order { order, dice: None })
    })
}

/// The next step; if that is a choice, *Done* of the first unit that has it, or at times the
/// end of the phase.
fn next(player: &mut Player, view: &View, turn: usize) -> Option<Mutation> {
    if let Some(order) = next_of(player).order {
        return Some(Mutation::Order { order, dice: None });
    }
    let done = units(view, true, turn).into_iter().take(8).find_map(|unit| {
        let done = card(player, unit, None).done?;
        Some(Mutation::Orders { orders: done.orders, dice: None })
    });
    let ends = || Mutation::Order { order: order(json!({"kind": "end-phase"})), dice: None };
    done.or_else(|| (turn % 4 >= 2).then(ends))
}
