//! Ancient Naval Games for the eye: cards, record sheets, charts.

use crate::drawing::Drawing;
use crate::rules::common::{Side, Tag};
use crate::rules::view::{Card, Chart, Fact, Gauge, Look, Mark, Sheet, Standing, Track};

use super::state::{Battle, Ship, ShipEntry, Status};
use super::tables::{MOST_OAR_DAMAGE, MOVE_POINTS, Size};

pub(super) fn card(battle: &Battle, tag: Tag) -> Option<Card> {
    let ship = battle.ships.find(tag)?;
    let standing = if !ship.in_action() {
        Standing::Out(ship.status.to_string().into())
    } else if battle.active == Some(tag) {
        Standing::Active
    } else if ship.activated {
        Standing::Done
    } else {
        Standing::Ready
    };
    let drawing = match ship.status {
        // Both stay on the table as a wreck that nobody may enter.
        Status::Entangled => Drawing::Wreck,
        _ => drawing(battle, tag, ship),
    };
    let waits = ship.in_action() && !ship.activated && tag.side == battle.to_move;
    Some(Card {
        tag,
        name: ship.name.clone(),
        kind: ship.size.name().into(),
        drawing,
        holder: tag.side,
        standing,
        gauges: gauges(ship),
        marks: marks(ship),
        todo: if waits { vec!["to activate".into()] } else { Vec::new() },
    })
}

fn drawing(battle: &Battle, tag: Tag, ship: &Ship) -> Drawing {
    ship.size.drawing(&battle.setup.sides[tag.side.index()].people)
}

fn gauges(ship: &Ship) -> Vec<Gauge> {
    let gauge =
        |label: &'static str, value, full, look| Gauge { label: label.into(), value, full, look };
    vec![
        gauge("Oar damage", ship.oar_damage, MOST_OAR_DAMAGE, Look::Damage),
        gauge("Movement points", ship.points_left(), MOVE_POINTS, Look::Pips),
    ]
}

fn marks(ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !ship.in_action() {
        return marks;
    }
    if ship.move_points() == 0 {
        marks.push(Mark::bad("dead in the water"));
    }
    if ship.isolated {
        marks.push(Mark::bad("isolated: no attack"));
    }
    if ship.free_turn_left {
        marks.push(Mark::plain("free turn"));
    }
    marks
}

pub(super) fn sheet(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let now = battle.ships.find(tag)?;
    let entered;
    let ship = if fresh {
        entered = Ship::enter(&ShipEntry { name: now.name.clone(), size: now.size });
        &entered
    } else {
        now
    };
    let free = if ship.size.has_free_turn() { "one hexside" } else { "none" };
    let in_a_ram = if ship.size == Size::Large { "+1, attacking or defending" } else { "+0" };
    let mut facts = vec![
        Fact::new("Movement points", format!("{MOVE_POINTS}, less 1 for each oar damage")),
        Fact::new("Free turn", free),
        Fact::new("In a ram", in_a_ram),
    ];
    if !ship.in_action() {
        facts.push(Fact::new("Out of the game", ship.status.to_string()));
    }
    Some(Sheet {
        tag: Some(tag),
        name: ship.name.clone(),
        kind: ship.size.name().into(),
        fleet: battle.setup.sides[tag.side.index()].name.clone(),
        drawing: drawing(battle, tag, ship),
        facts,
        tracks: vec![Track::new("Oar damage (matchsticks)", MOST_OAR_DAMAGE, ship.oar_damage)],
        blanks: vec!["Notes".into()],
    })
}

/// The tables of Ancient Naval Games.
pub(super) fn charts() -> Vec<Chart> {
    vec![turn(), sizes(), moving(), oar_strike(), ram(), morale()]
}

fn turn() -> Chart {
    Chart::written(
        "turn",
        "A side's turn",
        ["Step", "What is done"],
        &[
            ["1 Morale", "once more than half of the ships are gone: the isolated ones leave"],
            ["2 Activation", "ship by ship, each finishing before the next"],
            ["3 End", "points not spent are lost; the other side's turn"],
        ],
    )
    .noted(&["Side A begins. The game ends when one side cedes it."])
}

fn sizes() -> Chart {
    let row = |size: Size, free: &str, in_a_ram: &str| {
        vec![size.name().to_owned(), MOVE_POINTS.to_string(), free.to_owned(), in_a_ram.to_owned()]
    };
    let mut chart = Chart::new(
        "sizes",
        "Ships",
        &["Size", "Movement points", "Free turn", "In a ram"],
        vec![row(Size::Small, "one hexside", "+0"), row(Size::Large, "none", "+1")],
    )
    .noted(&[
        "Each oar damage takes 1 movement point away, and 1 from her own die in every attack.",
        "Three oar damages: dead in the water, no move and no attack. A small ship keeps her free turn.",
    ]);
    chart.about = Size::SLUGS.iter().map(ToString::to_string).collect();
    chart
}

fn moving() -> Chart {
    Chart::written(
        "moving",
        "Movement points",
        ["Action", "Points"],
        &[
            ["ahead one hex", "1"],
            ["astern one hex", "2"],
            ["turn one hexside", "1"],
            ["a small ship's first turn", "0"],
            ["an attack", "1"],
        ],
    )
    .noted(&[
        "As many attacks as she has points for. No ship enters a hex that holds another.",
        "A ship that starts with no friend adjacent may move, not attack. Entangled friends do not count.",
    ])
}

fn oar_strike() -> Chart {
    Chart::written(
        "oar-strike",
        "Oar strike: at bow or stern",
        ["Attacker's die against the target's", "Outcome", "The target"],
        &[["higher", "Struck", "one oar damage"], ["equal or lower", "Avoided", "none"]],
    )
    .noted(&["Each 1d6 less her own oar damage. Attacker +1 at the stern."])
}

fn ram() -> Chart {
    Chart::written(
        "ram",
        "Ramming and boarding: at the side",
        ["Attacker's die against the target's", "Outcome", "What becomes of them"],
        &[
            ["higher", "Sunk", "the target is sunk or taken; the attacker takes her hex"],
            ["equal", "Entangled", "both are out of the game; the wreck blocks the hex"],
            ["lower", "Avoided", "nothing"],
        ],
    )
    .noted(&[
        "Each 1d6 less her own oar damage, +1 if large. Attacker +1 from aft: through a rear flank hexside.",
    ])
}

fn morale() -> Chart {
    Chart::written(
        "morale",
        "Morale",
        ["Ships gone", "At the start of the side's turn"],
        &[
            ["half or fewer", "nothing"],
            ["more than half", "ships with no friend adjacent are removed"],
        ],
    )
    .noted(&["Lost, entangled and removed ships are gone."])
}

/// Which words of the charts a side's fleet uses.
pub(super) fn uses(battle: &Battle, side: Side) -> Vec<String> {
    let used = |size: &&Size| battle.ships.of(side).any(|(_, ship)| ship.size == **size);
    Size::ALL.iter().filter(used).map(ToString::to_string).collect()
}
