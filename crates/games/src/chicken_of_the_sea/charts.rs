//! The tables of Chicken of the Sea, as they are looked up in play. Every
//! figure is the one that the resolver reads.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::Side;
use rules::system::Rules;
use rules::view::Chart;

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

fn chart(
    slug: &'static str,
    title: Message,
    columns: Vec<Message>,
    rows: Vec<Vec<Message>>,
) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

fn die() -> Message {
    Message::verbatim(DIE.to_string())
}

/// The same chart, with the word that each row is about.
fn about(chart: Chart, words: &[&str]) -> Chart {
    Chart { about: words.iter().map(ToString::to_string).collect(), ..chart }
}

/// A number in a cell.
fn figure<N: ToString + Copy>(number: N) -> Message {
    Message::verbatim(number.to_string())
}

/// The cell for what never happens.
fn never() -> Message {
    Message::verbatim("–")
}

/// Speeds as a cell lists them.
fn listed(speeds: impl IntoIterator<Item = Speed>) -> Message {
    Message::list(speeds.into_iter().map(figure))
}

/// Every speed, backing water last.
fn every_speed() -> impl Iterator<Item = Speed> + Clone {
    (0..=FULL_SPEED).map(Speed::Ahead).chain([Speed::BackingWater])
}

fn sequence(options: &BTreeSet<Switch>) -> Chart {
    let what = |phase: &Phase| match phase {
        Phase::Speed if options.contains(&Switch::OpenSpeeds) => message!("both sides, open"),
        Phase::Speed => message!("both sides, in secret"),
        Phase::CarthageMoves => {
            message!("every movement point is spent; rams and shears as they happen")
        }
        Phase::CarthageBoards => message!("each target once"),
        Phase::RomeMoves | Phase::RomeBoards => message!("as Carthage"),
        Phase::End => message!("a side without a galley afloat has lost already"),
    };
    let rows = Phase::ALL.iter().zip(1..);
    let rows = rows.map(|(phase, at)| vec![figure(at), phase.name(), what(phase)]);
    let columns = vec![Message::default(), message!("Phase"), Message::default()];
    let mut notes = Vec::new();
    if options.contains(&Switch::NoSurprise) {
        notes.push(message!(
            "Before turn 1 Carthage has a movement phase of its own: no surprise. Then both set speeds."
        ));
    }
    Chart { notes, ..chart("sequence", message!("Turn"), columns, rows.collect()) }
}

fn speeds() -> Chart {
    let rows = every_speed().map(|speed| {
        let crippled = match speed {
            Speed::Ahead(0..=CRIPPLED_SPEED) => listed(speed.choices(true)),
            Speed::Ahead(_) | Speed::BackingWater => never(),
        };
        vec![figure(speed), listed(speed.choices(false)), crippled]
    });
    let columns = vec![message!("From"), message!("To"), message!("Crippled")];
    let notes = vec![
        message!(
            "{word} is backing water; it counts {sum} in sums.",
            word = Speed::BW,
            sum = Speed::BackingWater.in_sums()
        ),
        message!(
            "Fatigue, staying at {full}: a roll over her crew quality drops her to {tired}, out of a formation. Each galley rolls her own.",
            full = FULL_SPEED,
            tired = FATIGUED_SPEED
        ),
        message!("A crippled galley that comes to 0 drifts."),
    ];
    Chart { notes, ..chart("speeds", message!("Speed"), columns, rows.collect()) }
}

fn moving() -> Chart {
    let [fewest, most] = BACKING_HEXES;
    let rows = vec![
        vec![message!("a hex ahead, through the bow hexside"), figure(HEX_POINTS)],
        vec![
            message!("backing water, straight astern"),
            message!("{fewest} or {most} hexes", fewest, most),
        ],
        vec![
            message!("crippled, speed {speed}", speed = CRIPPLED_SPEED),
            message!("turn, or one hex through a hexside beside the bow"),
        ],
    ];
    let columns = vec![message!("What"), message!("Movement points")];
    let notes = vec![
        message!("A hexside crossed holds some water; a hex of land alone is never entered."),
        message!("A galley that backs water cannot enter a hex with another galley."),
        message!("At the end of movement each hex holds one galley, except in port."),
    ];
    Chart { notes, ..chart("moving", message!("Moving"), columns, rows) }
}

fn turning() -> Chart {
    let most = MOST_HEXSIDES.into_iter().max().unwrap_or_default();
    let row = |who: Message, punic: bool| {
        let cost = |hexsides| match turn_points(punic, hexsides) {
            None => never(),
            Some((low, high)) if low == high => message!("{points} MP", points = high),
            Some((low, high)) => message!("{low} or {high} MP", low, high),
        };
        std::iter::once(who).chain((1..=most).map(cost)).collect::<Vec<_>>()
    };
    let rows = vec![
        row(message!("Rome, and captured galleys"), false),
        row(message!("Original Carthage"), true),
    ];
    let columns = std::iter::once(message!("Hexsides")).chain((1..=most).map(figure));
    let notes = vec![message!("Never {hexsides} hexsides in one hex.", hexsides = most + 1)];
    Chart { notes, ..chart("turning", message!("Turning in one hex"), columns.collect(), rows) }
}

fn coast() -> Chart {
    let at_land = Message::signed(Cause::BowAtLand.amount());
    let rows = vec![
        vec![message!("speed − crew quality, or less"), message!("aground")],
        vec![message!("more"), message!("afloat")],
        vec![message!("bow at a hexside of land alone, or backing in, once"), at_land],
        vec![
            message!("refloat: crew quality or less"),
            message!("free, at speed {speed}", speed = FREED_SPEED),
        ],
    ];
    let columns = vec![die(), message!("Outcome")];
    let notes =
        vec![message!("Refloat: from the next movement phase of her side on, once in each.")];
    Chart { notes, ..chart("coast", message!("Running aground"), columns, rows) }
}

fn drift() -> Chart {
    let rows = DRIFT.iter().map(|(roll, to)| vec![figure(roll), to.name()]);
    chart("drift", message!("Drift compass"), vec![die(), message!("Her bow")], rows.collect())
}

fn ram() -> Chart {
    let rows = Aspect::ALL.iter().map(|aspect| {
        let amount =
            aspect.to_ram().map_or_else(|| figure(0), |cause| Message::signed(cause.amount()));
        vec![message!("at the target’s {aspect}", aspect = *aspect), amount]
    });
    let punic = vec![
        message!("by an original Carthaginian"),
        Message::signed(Cause::OriginalCarthaginian.amount()),
    ];
    let columns = vec![die(), message!("Modifier")];
    let notes = vec![
        message!(
            "Ram number = crew quality + speed. Roll the difference of the two ram numbers or less to sink her; at 0 or less the ram cannot sink."
        ),
        message!(
            "Sunk: the rammer stops. Missed: with a movement point left she passes through, with none they foul."
        ),
        message!(
            "On the way she turns at most one hexside in a hex, none beside the target, and enters no hex with another galley."
        ),
    ];
    Chart { notes, ..chart("ram", message!("Ram"), columns, rows.chain([punic]).collect()) }
}

fn shear() -> Chart {
    let rows = vec![
        vec![
            message!("difference of the ram numbers, or less"),
            message!("crippled: speed {speed} at most", speed = CRIPPLED_SPEED),
        ],
        vec![message!("more"), message!("missed")],
        vec![
            message!("by an original Carthaginian"),
            Message::signed(Cause::OriginalCarthaginian.amount()),
        ],
    ];
    let notes = vec![message!(
        "She goes in and out by bow and stern for {points} movement points, and moves on with the rest.",
        points = SHEAR_POINTS
    )];
    Chart { notes, ..chart("shear", message!("Shear"), vec![die(), message!("Outcome")], rows) }
}

fn avoid() -> Chart {
    let rows = AVOIDANCE.iter().map(|(_, hexes)| {
        let speeds = every_speed().filter(|speed| speed.avoids() == Some(*hexes));
        vec![listed(speeds), message!(*hexes => "up to {n} hex" | "up to {n} hexes")]
    });
    let fast = listed(every_speed().filter(|speed| speed.avoids().is_none()));
    let none = vec![message!("{speeds}; fouled, crippled", speeds = fast), never()];
    let columns = vec![message!("Target’s speed"), message!("Backs water")];
    let notes =
        vec![message!("{die}: crew quality or less. Once for each ram or shear.", die = die())];
    Chart { notes, ..chart("avoid", message!("Avoid"), columns, rows.chain([none]).collect()) }
}

fn fouling() -> Chart {
    let rows = vec![
        vec![
            message!("through her flank, an enemy, the mover’s ram number greater"),
            message!("fouled"),
        ],
        vec![message!("else"), message!("clear")],
    ];
    let columns = vec![message!("Entering a hex with another galley"), Message::default()];
    let notes = vec![
        message!(
            "Fouled galleys share a hex and take the lowest speed; then each drifts, the mover first."
        ),
        message!(
            "A fouled galley need not spend movement points, and spends none before she unfouls."
        ),
        message!("To leave she begins her movement phase stacked, and does not turn in the hex."),
    ];
    Chart { notes, ..chart("fouling", message!("Fouling"), columns, rows) }
}

fn boarding() -> Chart {
    let rows = vec![
        vec![message!("crew quality of all boarders, or less"), message!("boarded")],
        vec![message!("more"), message!("failed")],
        vec![
            message!("natural {roll}", roll = BOARDING_FAILS_ON),
            message!("failed, and the defender may board in return"),
        ],
        vec![message!("with an original Roman"), Message::signed(Cause::OriginalRoman.amount())],
    ];
    let columns = vec![die(), message!("Outcome")];
    let notes = vec![message!(
        "From the target’s front or flank, each target once. A fouled galley cannot board."
    )];
    Chart { notes, ..chart("boarding", message!("Boarding"), columns, rows) }
}

fn hand_to_hand() -> Chart {
    let rows = vec![
        vec![message!("higher"), message!("captured")],
        vec![message!("lower"), message!("beaten back")],
        vec![message!("equal"), message!("both roll again")],
        vec![
            message!("Rome attacks with an original Roman"),
            Message::signed(Cause::RomeAttacks.amount()),
        ],
    ];
    let columns = vec![message!("Attackers’ best die against the defender’s"), message!("Outcome")];
    let notes = vec![message!(
        "All galleys in it stop. A captured galley loses her nation’s modifiers and turning."
    )];
    Chart { notes, ..chart("hand-to-hand", message!("Hand to hand"), columns, rows) }
}

fn command() -> Chart {
    let side = |by: i8| {
        let rolls = VEERS.iter().filter(|(_, turned)| *turned == by);
        Message::list(rolls.map(|(roll, _)| figure(roll)))
    };
    let rows = vec![
        vec![message!("crew quality or less"), message!("in command")],
        vec![message!("more"), message!("no change of speed or course")],
        vec![
            message!("{roll}, over her crew quality", roll = VEERS_ON),
            message!(
                "{die}: {left} one hexside left, {right} right",
                die = die(),
                left = side(-1),
                right = side(1)
            ),
        ],
    ];
    let columns = vec![die(), message!("Outcome")];
    let notes = vec![
        message!("At the start of the speed phase and of each own movement phase."),
        message!(
            "Exempt: in a proper formation, admiral aboard, line commander, within range of an admiral who commands no formation."
        ),
        message!(
            "The admiral: as his side’s movement phase begins he may go over to a friendly galley beside his own. He is lost with the galley that he is aboard, sunk or captured."
        ),
    ];
    let chart = Chart { notes, ..chart("command", message!("Command check"), columns, rows) };
    about(chart, &["command", "command", "command"])
}

fn formations() -> Chart {
    let at_most = |most: u8| listed((0..=most).map(Speed::Ahead).chain([Speed::BackingWater]));
    let rows = vec![
        vec![
            message!("Column"),
            message!(
                "admiral or line commander in the first {places}, or speed {speeds} as the phase begins",
                places = COMMANDING_PLACES,
                speeds = at_most(COLUMN_SLOW)
            ),
            message!("the lead checks; failing, she leaves and the next one checks"),
        ],
        vec![
            message!("Line abreast"),
            message!(
                "led by the admiral or one line commander (range {range}) in it",
                range = LINE_COMMANDER_RANGE
            ),
            message!("who is out of his range checks, and leaves"),
        ],
    ];
    let columns = vec![message!("Formation"), message!("Full command"), message!("Else")];
    let notes = vec![
        message!(
            "A line at speed {speeds} as its movement phase begins: the admiral’s range is enhanced.",
            speeds = at_most(ENHANCED_SPEED)
        ),
        message!("A gap, a wrong bow, a fouled or crippled galley breaks a formation."),
        message!("Catching up in a line abreast, a galley may exceed its speed."),
    ];
    let chart = Chart { notes, ..chart("formations", message!("Formations"), columns, rows) };
    about(chart, &["command", "command"])
}

fn drepanum() -> Chart {
    let [low, high] = ENTERING_SPEEDS;
    let rows = vec![
        vec![
            Nation::Carthage.name(),
            message!("four each in 2102, 2201, 2302, 2401, 2502"),
            message!("speed 0; flagship in 2102"),
        ],
        vec![
            Nation::Rome.name(),
            message!("one each in 2522, 2523, 2424"),
            message!("bows north, speed 2"),
        ],
        vec![
            message!("Rome, the rest"),
            message!("one line through 2424 in the first Roman movement phase"),
            message!("all at the lead’s speed, {low} or {high}", low, high),
        ],
    ];
    let columns = vec![message!("Fleet"), message!("Where"), message!("How")];
    let notes = vec![message!(
        "With command: one of the first three has a line commander, so has the first of the line; the flagship is its 15th."
    )];
    let chart = Chart { notes, ..chart("drepanum", message!("Drepanum, 249 BCE"), columns, rows) };
    about(chart, &["drepanum", "drepanum", "drepanum"])
}

/// A side's commanders, with the ship that each is in and his range.
pub(super) fn roster_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let ships = || battle.common.units.of(side);
    let mut rows = Vec::new();
    if let Some(admiral) = battle.admiral(side) {
        let aboard = match (admiral.status, admiral.aboard) {
            (AdmiralStatus::InAction, Some(tag)) => battle.called(tag),
            _ => message!("lost"),
        };
        let range = message!(
            "{range}, enhanced {enhanced}",
            range = admiral.range,
            enhanced = admiral.enhanced_range
        );
        rows.push(vec![message!("Admiral: {name}", name = &admiral.name), aboard, range]);
    }
    for (tag, _) in ships().filter(|(_, galley)| galley.line_commander) {
        let range = figure(LINE_COMMANDER_RANGE);
        rows.push(vec![message!("Line commander"), battle.called(tag), range]);
    }
    let columns = vec![message!("Officer"), message!("Aboard"), message!("Range in hexes")];
    let chart = chart("officers", message!("Officers"), columns, rows);
    if chart.rows.is_empty() { Vec::new() } else { vec![chart] }
}
