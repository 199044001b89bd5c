//! Greek Fire on screen and paper: cards, ship logs, charts.

use crate::rules::common::{Side, Tag};
use crate::rules::roster::Rostered;
use crate::rules::slug::{title, words};
use crate::rules::view::{Card, Chart, Fact, Gauge, Look, Mark, Sheet, Standing, Track};

use super::state::{Battle, Ship, ShipEntry, Status};
use super::tables::{
    ADVANTAGES_FIRST, ADVANTAGES_SECOND, AMMO, Advantage, CrewQuality, FIRES_DESTROY, SHIP_TYPES,
    Skill, Weapon,
};

pub(super) fn card(battle: &Battle, tag: Tag) -> Option<Card> {
    let ship = battle.ships.find(tag)?;
    let standing = if !ship.in_play() {
        Standing::Out(words(ship.status.slug()).into())
    } else if battle.active == Some(tag) {
        Standing::Active
    } else if ship.moved_this_round {
        Standing::Done
    } else {
        Standing::Ready
    };
    Some(Card {
        tag,
        name: ship.name.to_string(),
        kind: ship.figures().name.clone().into_owned().into(),
        drawing: ship.figures().drawing(),
        holder: ship.holder,
        standing,
        gauges: gauges(ship),
        marks: marks(ship),
        todo: if Battle::has_to_move(ship, ship.holder) {
            vec!["to move".into()]
        } else {
            Vec::new()
        },
    })
}

fn gauges(ship: &Ship) -> Vec<Gauge> {
    let gauge = |label: String, value, full, look| Gauge { label: label.into(), value, full, look };
    let mut gauges =
        vec![gauge("Crew".into(), ship.crew, ship.full_crew.max(ship.crew), Look::Bar)];
    if ship.fires > 0 {
        gauges.push(gauge("Fires".into(), ship.fires, FIRES_DESTROY.max(ship.fires), Look::Flames));
    }
    if ship.move_lost > 0 {
        let most = ship.figures().move_points.max(ship.move_lost);
        gauges.push(gauge("Oars lost".into(), ship.move_lost, most, Look::Damage));
    }
    for (mount, left) in ship.ammo.iter() {
        gauges.push(gauge(mount_name(mount), *left, AMMO.max(*left), Look::Pips));
    }
    gauges
}

/// A mount as a reader sees it: `tower-archers-2` is "Tower archers 2".
fn mount_name(mount: &str) -> String {
    title(mount)
}

fn marks(ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(rounds) = ship.sinking_in.filter(|_| ship.in_play()) {
        marks.push(Mark::bad(format!("sinking in {rounds}")));
    }
    if ship.routing {
        marks.push(Mark::bad("routing"));
    }
    if ship.aground {
        marks.push(Mark::bad("aground"));
    }
    if ship.crew == 0 && ship.in_play() {
        marks.push(Mark::bad("no crew"));
    }
    if ship.status == Status::Captured {
        marks.push(Mark::plain(format!("prize of {}", ship.holder)));
    }
    for other in &ship.grappled {
        marks.push(Mark::plain(format!("grappled with {other}")));
    }
    if ship.rammed_last_turn {
        marks.push(Mark::bad("rammed last turn"));
    }
    if ship.stopped {
        marks.push(Mark::plain("stopped: half move"));
    }
    match ship.sail {
        Some(wind) if wind != 0 => marks.push(Mark {
            label: format!("wind {wind:+}").into(),
            tone: if wind > 0 {
                crate::rules::view::Tone::Good
            } else {
                crate::rules::view::Tone::Bad
            },
        }),
        _ => {}
    }
    if ship.victories > 0 {
        let word = if ship.victories == 1 { "victory" } else { "victories" };
        marks.push(Mark::good(format!("{} {word}", ship.victories)));
    }
    if ship.crew_quality != CrewQuality::Good {
        marks.push(Mark::plain(format!("{} crew", ship.crew_quality)));
    }
    marks
}

pub(super) fn sheet(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let now = battle.ships.find(tag)?;
    let entered;
    let ship = if fresh {
        entered = Ship::enter(&entry_of(now), tag.side);
        &entered
    } else {
        now
    };
    let figures = ship.figures();
    let moved = i64::from(figures.move_points)
        + i64::from(ship.skill(Skill::Rowing))
        + i64::from(ship.carries(Advantage::Rowers));
    let captain = if ship.captain.name.is_empty() {
        crate::say!("unnamed")
    } else {
        crate::say::Say::verbatim(&*ship.captain.name)
    };
    let facts = vec![
        Fact::new("Captain", captain),
        Fact::new("Captain's skills", skills(&ship.captain.skills)),
        Fact::new("Crew", format!("{}, {}", ship.crew_quality, skills(&ship.crew_skills))),
        Fact::new("Size", figures.deck.to_string()),
        Fact::new("Base rowing speed", moved.to_string()),
        Fact::new("Ram bonus", format!("{:+}", ship.ram_bonus())),
        Fact::new(format!("Advantages ({})", ship.advantages.len()), advantages(ship)),
    ];
    Some(Sheet {
        tag: Some(tag),
        name: ship.name.to_string(),
        kind: figures.name.clone().into_owned().into(),
        fleet: battle.setup.sides[tag.side.index()].name.clone(),
        drawing: figures.drawing(),
        facts,
        tracks: tracks(ship),
        blanks: vec!["Victories".into(), "Notes".into()],
    })
}

fn entry_of(ship: &Ship) -> ShipEntry {
    ShipEntry {
        name: ship.name.to_string(),
        ship_type: ship.figures().clone(),
        crew_quality: ship.crew_quality,
        captain: (*ship.captain).clone(),
        crew_skills: ship.crew_skills.to_vec(),
        advantages: ship.advantages.to_vec(),
    }
}

fn skills(skills: &[Skill]) -> String {
    if skills.is_empty() {
        return "no skill".into();
    }
    skills.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// By kind, in the order of the rules, with their number.
fn advantages(ship: &Ship) -> String {
    let kinds = Advantage::ALL.iter().filter_map(|kind| match ship.carries(*kind) {
        0 => None,
        1 => Some(words(kind.slug())),
        many => Some(format!("{many} {}", words(kind.slug()))),
    });
    let list = kinds.collect::<Vec<_>>().join(", ");
    if list.is_empty() { "none".into() } else { list }
}

fn tracks(ship: &Ship) -> Vec<Track> {
    let lost = ship.full_crew.saturating_sub(ship.crew);
    let odd = ship.full_crew % 10;
    let boxes = ship.full_crew.div_ceil(10);
    let mut tracks = vec![Track {
        // A box is crossed when all ten of it are gone; the odd ones go last.
        crossed: if ship.crew == 0 { boxes } else { lost / 10 },
        box_worth: 10,
        last_worth: (odd > 0).then_some(odd),
        ..Track::new(format!("Crew ({} of {})", ship.crew, ship.full_crew), boxes, 0)
    }];
    for (mount, left) in ship.ammo.iter() {
        tracks.push(Track::new(mount_name(mount), AMMO.max(*left), AMMO.saturating_sub(*left)));
    }
    tracks.push(Track::new("Fire counters", FIRES_DESTROY, ship.fires.min(FIRES_DESTROY)));
    let rounds = 12;
    let gone = ship.sinking_in.map_or(0, |left| rounds - left.min(rounds));
    tracks.push(Track::new("Sinking count", rounds, gone));
    let most = ship.figures().move_points.max(6);
    tracks.push(Track::new("Oars lost", most, ship.move_lost.min(most)));
    tracks
}

/// The tables of Greek Fire.
pub(super) fn charts() -> Vec<Chart> {
    vec![
        types(),
        missiles(),
        ram(),
        sail(),
        advantages_chart(),
        skills_chart(),
        boarding(),
        morale(),
        fire(),
        moving(),
    ]
}

fn types() -> Chart {
    let lines = SHIP_TYPES.iter().map(|t| {
        let mut line = vec![t.name.clone().into_owned()];
        line.extend([t.deck, t.ram, t.crew, t.move_points].map(|n| n.to_string()));
        line
    });
    let mut chart = Chart::new(
        "types",
        "Ship types",
        &["Type", "Deck", "Ram", "Crew", "Move"],
        lines.collect(),
    );
    chart.about = SHIP_TYPES.iter().map(|t| t.slug.clone().into_owned()).collect();
    chart.noted(&["Deck is the ship's size, and the number of advantages she carries."])
}

fn missiles() -> Chart {
    let lines = Weapon::ALL.iter().map(|weapon| {
        let m = weapon.missile();
        let fire = match (m.fire, m.spreads) {
            (None, _) => "-".into(),
            (Some(n), false) => format!("1-{n}").replace("1-1", "1"),
            (Some(n), true) => format!("1-{n}, 1d3 counters"),
        };
        vec![
            title(weapon.slug()),
            m.range_hexes.to_string(),
            m.minimum_hexes.to_string(),
            format!("{:+}", m.to_hit),
            m.kills.to_string(),
            fire,
            m.ammo.map_or_else(|| "unlimited".into(), |n| n.to_string()),
        ]
    });
    let heads = ["Weapon", "Range", "Minimum", "To hit", "Crew killed", "Fire on 1d6", "Ammo"];
    let mut chart = Chart::new("missiles", "Missiles", &heads, lines.collect());
    chart.about = Weapon::ALL.iter().map(ToString::to_string).collect();
    chart.noted(&[
            "1d10 + to hit + missiles - 1 if the target has parablemata: 6 or more hits.",
            "Every shot costs 1 ammo, hit or miss. Each mount once a turn, at any point of the ship's own move.",
        ])
}

fn ram() -> Chart {
    Chart::written(
        "ram",
        "Ram",
        ["1d10", "Outcome", "The target"],
        &[
            ["2 or less", "No effect", ""],
            ["3-6", "Oars sheared", "loses 1d6 move for the battle"],
            ["7-8", "Sinking slowly", "sinks in 2d6 turns, and loses 1d6 move"],
            ["9", "Sinking fast", "sinks in 1d6 turns, and loses 1d6 move"],
            ["10 or more", "Sunk", ""],
        ],
    )
    .noted(&[
        "+ ram bonus - the target's ram bonus - 1 for each reinforced hull of hers.",
        "-5 with fewer than 3 spaces straight; -2 bow to bow. At least 1 space straight.",
        "Ram bonus: the type's ram, +1 each for prongs, reinforced ram and ramming.",
        "Rocky shallows: natural 1d10 on this table, less 1 for each reinforced hull.",
    ])
}

fn sail() -> Chart {
    Chart::written("sail", "Sail", ["1d6", "Outcome", "Move"], &[
        ["1 or less", "Floundering", "-1d6, this turn only"],
        ["2-3", "Against the wind", "-1"],
        ["4-7", "No effect", ""],
        ["8-9", "Catches the wind", "+1"],
        ["10", "Fair wind", "+2"],
        ["11 or more", "Full sail", "+3"],
    ]).noted(&[
            "+1 for each sails; +1 elite, -2 poor crew; +1 sailing; -2 on fire; -4 rammed or was rammed last turn.",
            "+1 gulf stream, -1 rough waters.",
        ])
}

fn advantages_chart() -> Chart {
    let mut lines = Vec::new();
    let span =
        |from: i64, to: i64| if from == to { from.to_string() } else { format!("{from}-{to}") };
    for (at, (from, advantage)) in ADVANTAGES_FIRST.iter().enumerate() {
        let to = ADVANTAGES_FIRST.get(at + 1).map_or(10, |(next, _)| next - 1);
        let (name, gives) = advantage
            .map_or(("roll again".into(), "second column"), |a| (title(a.slug()), a.gives()));
        lines.push(vec![span(*from, to), name, gives.into()]);
    }
    for (roll, advantage) in ADVANTAGES_SECOND {
        lines.push(vec![
            format!("8-10, then {roll}"),
            title(advantage.slug()),
            advantage.gives().into(),
        ]);
    }
    let rowers = Advantage::Rowers;
    lines.push(vec!["chosen".into(), title(rowers.slug()), rowers.gives().into()]);
    let mut chart = Chart::new("advantages", "Advantages", &["1d10", "Advantage", "Gives"], lines);
    chart.about = ADVANTAGES_FIRST
        .iter()
        .map(|(_, a)| a.map(|a| a.to_string()).unwrap_or_default())
        .chain(ADVANTAGES_SECOND.iter().map(|(_, a)| a.to_string()))
        .chain([rowers.to_string()])
        .collect();
    chart
}

fn skills_chart() -> Chart {
    let lines = Skill::ALL.iter().zip(1..).map(|(skill, roll)| {
        vec![roll.to_string(), title(skill.slug()), skill.gives().into(), skill.people().into()]
    });
    let mut chart =
        Chart::new("skills", "Skills", &["1d6", "Skill", "Gives", "People"], lines.collect());
    chart.about = Skill::SLUGS.iter().map(ToString::to_string).collect();
    chart.noted(&[
            "A captain has 0-1 skill, a heroic captain 2 or more; an elite crew has at least 1. Equal skills add up.",
        ])
}

fn boarding() -> Chart {
    Chart::written("boarding", "Boarding", ["1d10: 6 or more boards", "Modifier"], &[
        ["harpax", "+1"],
        ["corvus", "+1"],
        ["the larger ship (deck)", "+1"],
        ["rammed her this turn", "+1"],
        ["rammed together", "+1"],
        ["melee", "+1"],
    ]).noted(&[
            "A harpax or corvus counts once, however many. Already grappled: no roll.",
            "Then both at once: 1d6 for every 10 crew or part of it; melee adds 1 to each die. Each loses what the other threw.",
        ])
}

fn morale() -> Chart {
    Chart::written("morale", "Morale", ["1d10", "Outcome"], &[
        ["0 or less", "surrenders next to an enemy, else routs"],
        ["1-2", "routs"],
        ["3 or more", "fights on; a rout ends"],
    ]).noted(&[
            "+2 no crew killed yet; +2 rally; -3 sinking; -2 half the crew or more dead.",
            "-1 an adjacent enemy has the larger crew; -1 the enemy has more deck points in action; -2 a friend within 20 hexes is routing.",
        ])
}

fn fire() -> Chart {
    Chart::written(
        "fire",
        "Fire",
        ["What", "Die", "Effect"],
        &[
            ["kills, all counters together", "1d10 each", ""],
            ["each counter", "1", "goes out"],
            ["each counter", "6", "adds one"],
            ["each adjacent burning ship", "5-6", "adds one"],
        ],
    )
    .noted(&["Six counters at the end of the phase destroy the ship."])
}

fn moving() -> Chart {
    Chart::written(
        "moving",
        "Move points",
        ["Type's move", "Modifier"],
        &[
            ["rowing, rowers", "+1 each"],
            ["rammed or was rammed last turn", "-3"],
            ["wind", "the sail result"],
            ["sheared oars", "-1 each, for the battle"],
            ["crew lost", "- move x lost / full, rounded down"],
            ["ramming speed", "+2, and must ram"],
            ["stopped last turn", "half of the sum, rounded down"],
        ],
    )
    .noted(&["Turning one face, or one space ahead or astern: 1 point; a space of Sargasso: 2."])
}

/// Which words of the charts a side's fleet uses.
pub(super) fn uses(battle: &Battle, side: Side) -> Vec<String> {
    let mut words = vec![Weapon::Rowers.to_string()];
    for (_, ship) in battle.ships.of(side) {
        words.push(ship.type_slug.to_string());
        words.extend(ship.advantages.iter().map(ToString::to_string));
        words.extend(
            ship.captain.skills.iter().chain(ship.crew_skills.iter()).map(ToString::to_string),
        );
    }
    words.sort();
    words.dedup();
    words
}
