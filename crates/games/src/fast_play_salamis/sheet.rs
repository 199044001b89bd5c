//! Cards and record sheets of Fast Play Salamis.

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::sheet::{Cards, Checkbox, Fact, Sheet, Track};
use rules::view::{Card, Gauge, Look, Mark, UnitCondition};

use super::charts::from;
use super::paper;
use super::state::{Battle, Phase, Ship, Status};
use super::tables::{
    ATTACKER_HITS_ON, BOW_HITS_ON, DEFENDER_HITS_ON, DIE, RAM_HITS_ON, RAMMING_SPEED_DICE,
};

impl Cards for Battle {
    fn card(&self, tag: Tag) -> Option<Card> {
        let ship = self.common.units.find(tag)?;
        let standing = if !ship.in_action() {
            UnitCondition::Out(ship.status.message())
        } else if self.phase == Phase::Movement && (ship.moved || ship.shot_this_phase) {
            UnitCondition::Done
        } else {
            UnitCondition::Ready
        };
        Some(Card {
            tag,
            name: ship.name.clone(),
            kind: ship.figures().name(),
            drawing: ship.figures().drawing(),
            holder: tag.side,
            standing,
            gauges: vec![Gauge::new(
                message!("Viability"),
                ship.viability.saturating_sub(ship.hits),
                ship.viability,
                Look::Pips,
            )],
            marks: marks(self, tag, ship),
            todo: todo(self, tag, ship),
        })
    }

    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        let now = self.common.units.find(tag)?;
        let figures = now.figures();
        let entered;
        let ship = if fresh {
            entered = Ship::enter(&now.name, figures);
            &entered
        } else {
            now
        };
        let mut facts = facts(self, ship);
        if !ship.in_action() {
            facts.push(Fact::new(message!("Out of the battle"), ship.status.message()));
        }
        Some(Sheet {
            tag: Some(tag),
            name: ship.name.clone(),
            kind: figures.name(),
            fleet: self.common.sides[tag.side.index()].name.clone(),
            drawing: figures.drawing(),
            facts,
            adds: Vec::new(),
            now: Vec::new(),
            tracks: vec![
                Track::new(message!("Viability"), ship.viability, ship.hits.min(ship.viability))
                    .noted(message!(
                        "cross off each hit; at the last box she is lost, but not by bows"
                    ))
                    .entry("hits"),
            ],
            ticks: vec![
                Checkbox::new(message!("moved"), ship.moved).entry("moved"),
                Checkbox::new(message!("shot"), ship.shot_this_phase).entry("shot_this_phase"),
                Checkbox::new(message!("sunk"), ship.status == Status::Sunk),
                Checkbox::new(message!("captured"), ship.status == Status::Captured),
                Checkbox::new(message!("fled"), ship.status == Status::Fled),
            ],
            ledger: None,
            blanks: paper::lines(ship),
            out: None,
        })
    }

    /// The words of the charts that a side's fleet uses.
    fn uses(&self, side: Side) -> Vec<String> {
        let mut words: Vec<String> =
            self.common.units.of(side).map(|(_, ship)| ship.class_slug.clone()).collect();
        words.sort();
        words.dedup();
        words
    }
}

fn marks(battle: &Battle, tag: Tag, ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !ship.in_action() {
        return marks;
    }
    if ship.hits > 0 && ship.hits_left_for_bows() == 0 {
        marks.push(Mark::bad(message!("one hit from defeat")).of("hits"));
    }
    for other in &ship.boarded_by {
        marks.push(Mark::bad(message!("boarded by {other}", other)).of("boarded_by"));
    }
    for other in &ship.rammed_by_this_phase {
        marks.push(Mark::bad(message!("rammed by {other}", other)).of("rammed_by_this_phase"));
    }
    for other in &ship.in_contact_with {
        marks.push(Mark::plain(message!("in contact with {other}", other)).of("in_contact_with"));
    }
    if tag.side == battle.to_move && !ship.can_ram() {
        marks.push(Mark::plain(message!("cannot ram this turn")).of("contact_at_start"));
    }
    if ship.shot_this_phase {
        marks.push(Mark::plain(message!("has shot")).of("shot_this_phase"));
    }
    if ship.moved {
        marks.push(Mark::plain(message!("has moved")).of("moved"));
    }
    marks
}

/// The orders that she can or must still give before the phase ends.
fn todo(battle: &Battle, tag: Tag, ship: &Ship) -> Vec<Message> {
    if !ship.in_action() {
        return Vec::new();
    }
    match battle.phase {
        Phase::Movement => Vec::new(),
        Phase::Ram => battle
            .attempts_to_come()
            .into_iter()
            .filter(|(by, _)| *by == tag)
            .map(|(_, at)| message!("may board {at}", at))
            .collect(),
        Phase::HandToHand => {
            ship.boarded_by.iter().map(|by| message!("to fight {by}", by)).collect()
        }
    }
}

fn facts(battle: &Battle, ship: &Ship) -> Vec<Fact> {
    let figures = ship.figures();
    let dice = |count: u32| format!("{count}{DIE}");
    let ram = |count| message!("{dice}, hits on {on}", dice = dice(count), on = from(RAM_HITS_ON));
    let or_less = |figure: u32| {
        message!("{roll}: {figure} or less", roll = battle.check_throw().to_string(), figure)
    };
    let bows = message!(
        "{dice}, hits on {on}, range {inches} in",
        dice = dice(figures.bow_dice),
        on = from(BOW_HITS_ON),
        inches = figures.bow_range_inches
    );
    let hand_to_hand = message!(
        "{dice}, hits on {attack}, cancels on {defence}",
        dice = dice(figures.hand_to_hand),
        attack = from(ATTACKER_HITS_ON),
        defence = from(DEFENDER_HITS_ON)
    );
    vec![
        Fact::new(message!("Move"), message!("{inches} in", inches = figures.move_inches)),
        Fact::new(
            message!("Turn"),
            message!("{degrees}°, one way, once", degrees = figures.turn_degrees),
        ),
        Fact::new(message!("Ram"), ram(figures.ram_dice)),
        Fact::new(message!("At ramming speed"), ram(figures.ram_dice + RAMMING_SPEED_DICE)),
        Fact::new(message!("Ramming speed (RSP)"), or_less(figures.rsp)),
        Fact::new(message!("Bows"), bows),
        Fact::new(message!("Hand to hand"), hand_to_hand),
        Fact::new(message!("Boarding (MBS)"), or_less(figures.mbs)),
    ]
}
