//! The tables of Chicken of the Sea, as they are looked up in play. Every
//! figure is the one that the resolver reads.

use std::collections::BTreeSet;

use crate::rules::common::Side;
use crate::rules::system::System;
use crate::rules::view::Chart;
use crate::say::{Say, say};

use super::orders::Switch;
use super::state::{AdmiralStatus, Battle};
use super::tables::{
    AVOIDANCE, Aspect, BACKING_HEXES, BOARDING_FAILS_ON, COLUMN_SLOW, COMMANDING_PLACES,
    CRIPPLED_SPEED, Cause, DIE, DRIFT, ENHANCED_SPEED, ENTERING_SPEEDS, FATIGUED_SPEED,
    FREED_SPEED, FULL_SPEED, HEX_POINTS, LINE_COMMANDER_RANGE, MOST_HEXSIDES, Nation, Phase,
    SHEAR_POINTS, Speed, VEERS, VEERS_ON, turn_points,
};

pub(super) fn charts(options: &BTreeSet<Switch>) -> Vec<Chart> {
    vec![
        sequence(options),
        speeds(),
        moving(),
        turning(),
        coast(),
        drift(),
        ram(),
        shear(),
        avoid(),
        fouling(),
        boarding(),
        hand_to_hand(),
        command(),
        formations(),
        drepanum(),
    ]
}

fn chart(slug: &'static str, title: Say, columns: Vec<Say>, rows: Vec<Vec<Say>>) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

fn die() -> Say {
    Say::verbatim(DIE.to_string())
}

/// The same chart, with the word that each row is about.
fn about(chart: Chart, words: &[&str]) -> Chart {
    Chart { about: words.iter().map(ToString::to_string).collect(), ..chart }
}

/// A number in a cell.
fn figure<N: ToString + Copy>(number: N) -> Say {
    Say::verbatim(number.to_string())
}

/// The cell for what never happens.
fn never() -> Say {
    Say::verbatim("–")
}

/// Speeds as a cell lists them.
fn listed(speeds: impl IntoIterator<Item = Speed>) -> Say {
    Say::list(speeds.into_iter().map(figure))
}

/// Every speed, backing water last.
fn every_speed() -> impl Iterator<Item = Speed> + Clone {
    (0..=FULL_SPEED).map(Speed::Ahead).chain([Speed::BackingWater])
}

fn sequence(options: &BTreeSet<Switch>) -> Chart {
    let what = |phase: &Phase| match phase {
        Phase::Speed if options.contains(&Switch::OpenSpeeds) => say!("both sides, open"),
        Phase::Speed => say!("both sides, in secret"),
        Phase::CarthageMoves => {
            say!("every movement point is spent; rams and shears as they happen")
        }
        Phase::CarthageBoards => say!("each target once"),
        Phase::RomeMoves | Phase::RomeBoards => say!("as Carthage"),
        Phase::End => say!("a side without a galley afloat has lost already"),
    };
    let rows = Phase::ALL.iter().zip(1..);
    let rows = rows.map(|(phase, at)| vec![figure(at), phase.name(), what(phase)]);
    let columns = vec![Say::default(), say!("Phase"), Say::default()];
    chart("sequence", say!("Turn"), columns, rows.collect())
}

fn speeds() -> Chart {
    let rows = every_speed().map(|speed| {
        let crippled = match speed {
            Speed::Ahead(0..=CRIPPLED_SPEED) => listed(speed.choices(true)),
            Speed::Ahead(_) | Speed::BackingWater => never(),
        };
        vec![figure(speed), listed(speed.choices(false)), crippled]
    });
    let columns = vec![say!("From"), say!("To"), say!("Crippled")];
    let notes = vec![
        say!(
            "{word} is backing water; it counts {sum} in sums.",
            word = Speed::BW,
            sum = Speed::BackingWater.in_sums()
        ),
        say!(
            "Fatigue, staying at {full}: a roll over her crew quality drops her to {tired}, out of a formation. Each galley rolls her own.",
            full = FULL_SPEED,
            tired = FATIGUED_SPEED
        ),
        say!("A crippled galley that comes to 0 drifts."),
    ];
    Chart { notes, ..chart("speeds", say!("Speed"), columns, rows.collect()) }
}

fn moving() -> Chart {
    let [fewest, most] = BACKING_HEXES;
    let rows = vec![
        vec![say!("a hex ahead, through the bow hexside"), figure(HEX_POINTS)],
        vec![
            say!("backing water, straight astern"),
            say!("{fewest} or {most} hexes", fewest, most),
        ],
        vec![
            say!("crippled, speed {speed}", speed = CRIPPLED_SPEED),
            say!("turn, or one hex through a hexside beside the bow"),
        ],
    ];
    let columns = vec![say!("What"), say!("Movement points")];
    let notes = vec![
        say!("A hexside crossed holds some water; a hex of land alone is never entered."),
        say!("Backing water never enters a hex where another is."),
        say!("One galley a hex at the end of movement, except docked in port."),
    ];
    Chart { notes, ..chart("moving", say!("Moving"), columns, rows) }
}

fn turning() -> Chart {
    let most = MOST_HEXSIDES.into_iter().max().unwrap_or_default();
    let row = |who: Say, punic: bool| {
        let cost = |hexsides| match turn_points(punic, hexsides) {
            None => never(),
            Some((low, high)) if low == high => say!("{points} MP", points = high),
            Some((low, high)) => say!("{low} or {high} MP", low, high),
        };
        std::iter::once(who).chain((1..=most).map(cost)).collect::<Vec<_>>()
    };
    let rows =
        vec![row(say!("Rome, and captured galleys"), false), row(say!("Original Carthage"), true)];
    let columns = std::iter::once(say!("Hexsides")).chain((1..=most).map(figure));
    let notes = vec![say!("Never {hexsides} hexsides in one hex.", hexsides = most + 1)];
    Chart { notes, ..chart("turning", say!("Turning in one hex"), columns.collect(), rows) }
}

fn coast() -> Chart {
    let at_land = Say::signed(Cause::BowAtLand.amount());
    let rows = vec![
        vec![say!("speed − crew quality, or less"), say!("aground")],
        vec![say!("more"), say!("afloat")],
        vec![say!("bow at a hexside of land alone, or backing in, once"), at_land],
        vec![
            say!("refloat: crew quality or less"),
            say!("free, at speed {speed}", speed = FREED_SPEED),
        ],
    ];
    let columns = vec![die(), say!("Outcome")];
    let notes = vec![say!("Refloat: from the next movement phase of her side on, once in each.")];
    Chart { notes, ..chart("coast", say!("Running aground"), columns, rows) }
}

fn drift() -> Chart {
    let rows = DRIFT.iter().map(|(roll, to)| vec![figure(roll), to.name()]);
    chart("drift", say!("Drift compass"), vec![die(), say!("Her bow")], rows.collect())
}

fn ram() -> Chart {
    let rows = Aspect::ALL.iter().map(|aspect| {
        let amount = aspect.to_ram().map_or_else(|| figure(0), |cause| Say::signed(cause.amount()));
        vec![say!("at the target’s {aspect}", aspect = *aspect), amount]
    });
    let punic = vec![
        say!("by an original Carthaginian"),
        Say::signed(Cause::OriginalCarthaginian.amount()),
    ];
    let columns = vec![die(), say!("Modifier")];
    let notes = vec![
        say!(
            "Ram number = crew quality + speed. Roll the difference of the two ram numbers or less to sink her; at 0 or less the ram cannot sink."
        ),
        say!(
            "Sunk: the rammer stops. Missed: with a movement point left she passes through, with none they foul."
        ),
        say!(
            "On the way at most one hexside of turn in a hex, none beside the target, and no hex where another is."
        ),
    ];
    Chart { notes, ..chart("ram", say!("Ram"), columns, rows.chain([punic]).collect()) }
}

fn shear() -> Chart {
    let rows = vec![
        vec![
            say!("difference of the ram numbers, or less"),
            say!("crippled: speed {speed} at most", speed = CRIPPLED_SPEED),
        ],
        vec![say!("more"), say!("missed")],
        vec![
            say!("by an original Carthaginian"),
            Say::signed(Cause::OriginalCarthaginian.amount()),
        ],
    ];
    let notes = vec![say!(
        "In and out by bow and stern, {points} movement points; she goes on with what is left.",
        points = SHEAR_POINTS
    )];
    Chart { notes, ..chart("shear", say!("Shear"), vec![die(), say!("Outcome")], rows) }
}

fn avoid() -> Chart {
    let rows = AVOIDANCE.iter().map(|(_, hexes)| {
        let speeds = every_speed().filter(|speed| speed.avoids() == Some(*hexes));
        vec![listed(speeds), say!(*hexes => "up to {n} hex" | "up to {n} hexes")]
    });
    let fast = listed(every_speed().filter(|speed| speed.avoids().is_none()));
    let none = vec![say!("{speeds}; fouled, crippled", speeds = fast), never()];
    let columns = vec![say!("Target’s speed"), say!("Backs water")];
    let notes = vec![say!("{die}: crew quality or less. Once for each ram or shear.", die = die())];
    Chart { notes, ..chart("avoid", say!("Avoid"), columns, rows.chain([none]).collect()) }
}

fn fouling() -> Chart {
    let rows = vec![
        vec![say!("through her flank, an enemy, the mover’s ram number greater"), say!("fouled")],
        vec![say!("else"), say!("clear")],
    ];
    let columns = vec![say!("Entering a hex where another is"), Say::default()];
    let notes = vec![
        say!(
            "Fouled galleys share a hex and take the lowest speed; then each drifts, the mover first."
        ),
        say!("A fouled galley owes no movement points, and spends none before she unfouls."),
        say!("To leave she begins her movement phase stacked, and does not turn in the hex."),
    ];
    Chart { notes, ..chart("fouling", say!("Fouling"), columns, rows) }
}

fn boarding() -> Chart {
    let rows = vec![
        vec![say!("crew quality of all boarders, or less"), say!("boarded")],
        vec![say!("more"), say!("failed")],
        vec![
            say!("natural {roll}", roll = BOARDING_FAILS_ON),
            say!("failed, and the defender may board in return"),
        ],
        vec![say!("with an original Roman"), Say::signed(Cause::OriginalRoman.amount())],
    ];
    let columns = vec![die(), say!("Outcome")];
    let notes = vec![say!(
        "From the target’s front or flank; nobody who is fouled boards; each target once."
    )];
    Chart { notes, ..chart("boarding", say!("Boarding"), columns, rows) }
}

fn hand_to_hand() -> Chart {
    let rows = vec![
        vec![say!("higher"), say!("captured")],
        vec![say!("lower"), say!("beaten back")],
        vec![say!("equal"), say!("both roll again")],
        vec![say!("Rome attacks with an original Roman"), Say::signed(Cause::RomeAttacks.amount())],
    ];
    let columns = vec![say!("Attackers’ best die against the defender’s"), say!("Outcome")];
    let notes = vec![say!(
        "All galleys in it stop. A captured galley loses her nation’s modifiers and turning."
    )];
    Chart { notes, ..chart("hand-to-hand", say!("Hand to hand"), columns, rows) }
}

fn command() -> Chart {
    let side = |by: i8| {
        let rolls = VEERS.iter().filter(|(_, turned)| *turned == by);
        Say::list(rolls.map(|(roll, _)| figure(roll)))
    };
    let rows = vec![
        vec![say!("crew quality or less"), say!("in command")],
        vec![say!("more"), say!("no change of speed or course")],
        vec![
            say!("{roll}, over her crew quality", roll = VEERS_ON),
            say!(
                "{die}: {left} one hexside left, {right} right",
                die = die(),
                left = side(-1),
                right = side(1)
            ),
        ],
    ];
    let columns = vec![die(), say!("Outcome")];
    let notes = vec![
        say!("At the start of the speed phase and of each own movement phase."),
        say!(
            "Exempt: in a proper formation, admiral aboard, line commander, within range of an admiral who commands no formation."
        ),
    ];
    let chart = Chart { notes, ..chart("command", say!("Command check"), columns, rows) };
    about(chart, &["command", "command", "command"])
}

fn formations() -> Chart {
    let at_most = |most: u8| listed((0..=most).map(Speed::Ahead).chain([Speed::BackingWater]));
    let rows = vec![
        vec![
            say!("Column"),
            say!(
                "admiral or line commander in the first {places}, or speed {speeds} as the phase begins",
                places = COMMANDING_PLACES,
                speeds = at_most(COLUMN_SLOW)
            ),
            say!("the lead checks; failing, she leaves and the next one checks"),
        ],
        vec![
            say!("Line abreast"),
            say!(
                "led by the admiral or one line commander (range {range}) in it",
                range = LINE_COMMANDER_RANGE
            ),
            say!("who is out of his range checks, and leaves"),
        ],
    ];
    let columns = vec![say!("Formation"), say!("Full command"), say!("Else")];
    let notes = vec![
        say!(
            "A line at speed {speeds} as its movement phase begins: the admiral’s range is enhanced.",
            speeds = at_most(ENHANCED_SPEED)
        ),
        say!("A gap, a wrong bow, a fouled or crippled galley breaks a formation."),
        say!("Catching up in a line abreast, a galley may exceed its speed."),
    ];
    let chart = Chart { notes, ..chart("formations", say!("Formations"), columns, rows) };
    about(chart, &["command", "command"])
}

fn drepanum() -> Chart {
    let [low, high] = ENTERING_SPEEDS;
    let rows = vec![
        vec![
            Nation::Carthage.name(),
            say!("four each in 2102, 2201, 2302, 2401, 2502"),
            say!("speed 0; flagship in 2102"),
        ],
        vec![
            Nation::Rome.name(),
            say!("one each in 2522, 2523, 2424"),
            say!("bows north, speed 2"),
        ],
        vec![
            say!("Rome, the rest"),
            say!("one line through 2424 in the first Roman movement phase"),
            say!("all at the lead’s speed, {low} or {high}", low, high),
        ],
    ];
    let columns = vec![say!("Fleet"), say!("Where"), say!("How")];
    let notes = vec![say!(
        "With command: one of the first three is a line commander, the first of the line another, the flagship its 15th."
    )];
    let chart = Chart { notes, ..chart("drepanum", say!("Drepanum, 249 BCE"), columns, rows) };
    about(chart, &["carthage", "rome", "rome"])
}

/// A side's commanders, with the ship that each is in and his range.
pub(super) fn roster_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let ships = || battle.common.units.of(side);
    let mut rows = Vec::new();
    if let Some(admiral) = battle.admiral(side) {
        let aboard = match (admiral.status, admiral.aboard) {
            (AdmiralStatus::InAction, Some(tag)) => battle.called(tag),
            _ => say!("lost"),
        };
        let range = say!(
            "{range}, enhanced {enhanced}",
            range = admiral.range,
            enhanced = admiral.enhanced_range
        );
        rows.push(vec![say!("Admiral: {name}", name = &admiral.name), aboard, range]);
    }
    for (tag, _) in ships().filter(|(_, galley)| galley.line_commander) {
        let range = figure(LINE_COMMANDER_RANGE);
        rows.push(vec![say!("Line commander"), battle.called(tag), range]);
    }
    let columns = vec![say!("Officer"), say!("Aboard"), say!("Range in hexes")];
    let chart = chart("officers", say!("Officers"), columns, rows);
    if chart.rows.is_empty() { Vec::new() } else { vec![chart] }
}
