//! Ancient Naval Games on screen and paper: cards, record sheets, charts. Every
//! figure is the one that the resolver reads.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::dice::Modifier;
use crate::drawing::Drawing;
use crate::rules::common::{NoSwitch, Side, Tag};
use crate::rules::sheet::{Fact, Sheet, Tick, Track};
use crate::rules::view::{Card, Chart, Gauge, Look, Mark, Standing};
use crate::say::{Joint, Say, say};

use super::paper;
use super::state::{Battle, Ship, Status};
use super::tables::{
    AHEAD_COST, ASTERN_COST, ATTACK_COST, Cause, DIE, MOST_OAR_DAMAGE, MOVE_POINTS, OAR_STRIKE,
    Outcome, POINTS_PER_OAR_DAMAGE, RAM, RamAspect, Row, Size, StrikeAspect, TURN_COST,
};

pub(super) fn card(battle: &Battle, tag: Tag) -> Option<Card> {
    let ship = battle.common.units.find(tag)?;
    let standing = if !ship.in_action() {
        Standing::Out(ship.status.say())
    } else if battle.active == Some(tag) {
        Standing::Active
    } else if ship.activated {
        Standing::Done
    } else {
        Standing::Ready
    };
    let drawing = match ship.status {
        // Both stay on the table as wrecks, whose hexes nobody may enter.
        Status::Entangled => Drawing::Wreck,
        Status::InAction | Status::Lost | Status::Removed | Status::OffTable => {
            drawing(battle, tag, ship)
        }
    };
    let waits = ship.in_action() && !ship.activated && tag.side == battle.to_move;
    Some(Card {
        tag,
        name: ship.name.clone(),
        kind: ship.size.name(),
        drawing,
        holder: tag.side,
        standing,
        gauges: gauges(ship),
        marks: marks(ship),
        todo: if waits { vec![say!("to activate")] } else { Vec::new() },
    })
}

fn drawing(battle: &Battle, tag: Tag, ship: &Ship) -> Drawing {
    ship.size.drawing(&battle.common.sides[tag.side.index()].people)
}

fn gauges(ship: &Ship) -> Vec<Gauge> {
    let gauge = |label, value, full, look| Gauge::new(label, (value, full), look);
    vec![
        Gauge {
            brief: say!("Oars"),
            ..gauge(say!("Oar damage"), ship.oar_damage, MOST_OAR_DAMAGE, Look::Damage)
        },
        Gauge {
            brief: say!("Move"),
            ..gauge(say!("Movement points"), ship.points_left(), MOVE_POINTS, Look::Pips)
        },
    ]
}

fn marks(ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !ship.in_action() {
        return marks;
    }
    if ship.move_points() == 0 {
        marks.push(Mark::bad(say!("dead in the water")).of("oar_damage"));
    }
    if ship.isolated {
        marks.push(Mark::bad(say!("isolated: no attack")).of("isolated"));
    }
    if ship.free_turn_left {
        marks.push(Mark::plain(say!("free turn")).of("free_turn_left"));
    }
    marks
}

pub(super) fn sheet(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let now = battle.common.units.find(tag)?;
    let entered;
    let ship = if fresh {
        entered = Ship::new(now.name.clone(), now.size);
        &entered
    } else {
        now
    };
    let mut facts = vec![
        Fact::new(
            say!("Movement points"),
            say!(
                "{points}, less {each} for each oar damage",
                points = MOVE_POINTS,
                each = POINTS_PER_OAR_DAMAGE
            ),
        ),
        Fact::new(say!("Free turn"), free_turn(ship.size)),
        Fact::new(
            say!("In a ram"),
            say!("{amount}, attacking or defending", amount = in_a_ram(ship.size)),
        ),
    ];
    if !ship.in_action() {
        facts.push(Fact::new(say!("Out of the game"), ship.status.say()));
    }
    Some(Sheet {
        tag: Some(tag),
        name: ship.name.clone(),
        kind: ship.size.name(),
        fleet: battle.common.sides[tag.side.index()].name.clone(),
        drawing: drawing(battle, tag, ship),
        facts,
        adds: paper::adds(ship),
        tracks: vec![
            Track::of_harm(say!("Oar damage"), MOST_OAR_DAMAGE, ship.oar_damage)
                .noted(say!(
                    "a box is a broken oar: {points} movement point less, {amount} in attacks",
                    points = POINTS_PER_OAR_DAMAGE,
                    amount = Say::signed(Cause::OarDamage.amount())
                ))
                .entry("oar_damage"),
        ],
        ticks: vec![
            Tick::new(say!("activated"), !fresh && ship.activated).entry("activated"),
            Tick::new(say!("lost"), ship.status == Status::Lost),
            Tick::new(say!("entangled"), ship.status == Status::Entangled),
            Tick::new(say!("removed"), ship.status == Status::Removed),
        ],
        ledger: None,
        blanks: vec![Fact::new(say!("Notes"), Say::default())],
        out: None,
    })
}

fn free_turn(size: Size) -> Say {
    match size.free_turns() {
        0 => say!("none"),
        turns => say!(turns => "{n} hexside" | "{n} hexsides"),
    }
}

fn in_a_ram(size: Size) -> Say {
    Say::signed(size.ram_modifier().map_or(0, |modifier| modifier.amount))
}

fn amount(modifier: Option<Modifier>) -> Say {
    Say::signed(modifier.map_or(0, |modifier| modifier.amount))
}

/// The tables of Ancient Naval Games.
pub(super) fn charts(_: &BTreeSet<NoSwitch>) -> Vec<Chart> {
    vec![turn(), sizes(), moving(), oar_strike(), ram(), morale()]
}

fn chart(slug: &'static str, title: Say, columns: Vec<Say>, rows: Vec<Vec<Say>>) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

fn turn() -> Chart {
    let rows = vec![
        vec![
            say!("1 Morale"),
            say!("once more than half of the ships are gone: isolated ships leave"),
        ],
        vec![say!("2 Activation"), say!("ship by ship, each finishing before the next")],
        vec![say!("3 End"), say!("unused points are lost; the other side’s turn")],
    ];
    let notes = vec![
        say!("Side A goes first, or the winner of a roll of {die} each.", die = DIE.to_string()),
        say!("The game ends when one side concedes."),
    ];
    let columns = vec![say!("Step"), say!("What is done")];
    Chart { notes, ..chart("turn", say!("A side’s turn"), columns, rows) }
}

fn sizes() -> Chart {
    let rows = Size::ALL.iter().map(|size| {
        vec![size.name(), Say::verbatim(MOVE_POINTS.to_string()), free_turn(*size), in_a_ram(*size)]
    });
    let notes = vec![
        say!(
            "Each oar damage takes away {points} movement point, and adds {amount} to her own die in every attack.",
            points = POINTS_PER_OAR_DAMAGE,
            amount = Say::signed(Cause::OarDamage.amount())
        ),
        say!(
            "{most} oar damages: dead in the water, no move and no attack. A small ship keeps her free turn.",
            most = MOST_OAR_DAMAGE
        ),
    ];
    let columns = vec![say!("Size"), say!("Movement points"), say!("Free turn"), say!("In a ram")];
    let about = Size::SLUGS.iter().map(ToString::to_string).collect();
    Chart { notes, about, ..chart("sizes", say!("Ships"), columns, rows.collect()) }
}

fn moving() -> Chart {
    let rows = [
        (say!("ahead one hex"), AHEAD_COST),
        (say!("astern one hex"), ASTERN_COST),
        (say!("turn one hexside"), TURN_COST),
        (say!("a small ship’s first turn"), 0),
        (say!("an attack"), ATTACK_COST),
    ]
    .map(|(action, points)| vec![action, Say::verbatim(points.to_string())]);
    let notes = vec![
        say!("As many attacks as she has points for. No ship enters a hex that holds another."),
        say!(
            "A ship that starts with no friend adjacent is isolated: she may move, not attack. Entangled friends do not count; the last ship of a side is isolated."
        ),
    ];
    let columns = vec![say!("Action"), say!("Points")];
    Chart { notes, ..chart("moving", say!("Movement points"), columns, rows.into()) }
}

/// The table of an attack, with what each outcome means.
fn attack(slug: &'static str, title: Say, table: &[Row], notes: Vec<Say>) -> Chart {
    let rows = table.iter().map(|row| {
        let compared = row.where_the_attacker_is.iter().map(|is| match is {
            Ordering::Greater => say!("higher"),
            Ordering::Equal => say!("equal"),
            Ordering::Less => say!("lower"),
        });
        vec![Say::joined(compared, Joint::Or), name(row.outcome), meaning(row.outcome)]
    });
    let columns = vec![say!("Attacker’s die"), say!("Outcome"), say!("What becomes of them")];
    Chart { notes, ..chart(slug, title, columns, rows.collect()) }
}

fn name(outcome: Outcome) -> Say {
    match outcome {
        Outcome::Done => say!("Done"),
        Outcome::Removed => say!("Removed"),
        Outcome::None => say!("None"),
        Outcome::Struck => say!("Struck"),
        Outcome::Spent => say!("Spent"),
        Outcome::Avoided => say!("Avoided"),
        Outcome::Sunk => say!("Sunk"),
        Outcome::Entangled => say!("Entangled"),
    }
}

fn meaning(outcome: Outcome) -> Say {
    match outcome {
        Outcome::Done | Outcome::None | Outcome::Avoided => say!("nothing"),
        Outcome::Removed => say!("isolated ships leave the table"),
        Outcome::Struck => say!("the target takes one oar damage"),
        Outcome::Spent => say!("the target has no oars left to break"),
        Outcome::Sunk => say!("the target is sunk or captured; the attacker takes her hex"),
        Outcome::Entangled => say!("both are out of the game; the wreck blocks the hex"),
    }
}

fn oar_strike() -> Chart {
    let notes = vec![
        say!(
            "Each {die}, {damage} for each of her own oar damages. Attacker {stern} at the stern.",
            die = DIE.to_string(),
            damage = Say::signed(Cause::OarDamage.amount()),
            stern = amount(StrikeAspect::Stern.modifier())
        ),
        say!(
            "Struck with {most} oar damages already: spent, nothing is left to break.",
            most = MOST_OAR_DAMAGE
        ),
    ];
    attack("oar-strike", say!("Oar strike: at bow or stern"), &OAR_STRIKE, notes)
}

fn ram() -> Chart {
    let notes = vec![say!(
        "Each {die}, {damage} for each of her own oar damages, {large} if large. Attacker {aft} from aft: through a rear flank hexside.",
        die = DIE.to_string(),
        damage = Say::signed(Cause::OarDamage.amount()),
        large = Say::signed(Cause::Large.amount()),
        aft = amount(RamAspect::Aft.modifier())
    )];
    attack("ram", say!("Ramming and boarding: at the side"), &RAM, notes)
}

fn morale() -> Chart {
    let rows = vec![
        vec![say!("half or fewer"), say!("nothing")],
        vec![say!("more than half"), say!("ships with no friend adjacent are removed")],
    ];
    let notes = vec![say!(
        "Lost, entangled and removed ships are gone. The last ship of a side is isolated."
    )];
    let columns = vec![say!("Ships gone"), say!("At the start of the side’s turn")];
    Chart { notes, ..chart("morale", say!("Morale"), columns, rows) }
}

/// The words of the charts that a side's fleet uses.
pub(super) fn uses(battle: &Battle, side: Side) -> Vec<String> {
    let used = |size: &&Size| battle.common.units.of(side).any(|(_, ship)| ship.size == **size);
    Size::ALL.iter().filter(used).map(ToString::to_string).collect()
}
