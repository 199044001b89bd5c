//! The tables of Chicken of the Sea, as they are looked up at the table.

use crate::rules::view::Chart;

use super::tables::{Aspect, DRIFT, Phase, Speed};

pub(super) fn charts() -> Vec<Chart> {
    vec![
        sequence(),
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

/// The same rows, each about a word.
fn about(chart: Chart, words: &[&str]) -> Chart {
    Chart { about: words.iter().map(ToString::to_string).collect(), ..chart }
}

fn sequence() -> Chart {
    let what = [
        "both sides, in secret",
        "every movement point is spent; rams and shears as they happen",
        "each target once",
        "as Carthage",
        "as Carthage",
        "a side without a galley afloat has lost already",
    ];
    let rows = Phase::ALL.iter().zip(1..).zip(what);
    let rows = rows
        .map(|((phase, at), what)| vec![at.to_string(), phase.name().to_owned(), what.to_owned()]);
    Chart::new("sequence", "Turn", &["", "Phase", ""], rows.collect())
}

fn speeds() -> Chart {
    let present = (0..=5).map(Speed::Ahead).chain([Speed::BackingWater]);
    let next = |speed: Speed, crippled| {
        let list = speed.choices(crippled);
        list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let rows = present.map(|speed| {
        let crippled = match speed {
            Speed::Ahead(0 | 1) => next(speed, true),
            _ => "-".into(),
        };
        vec![speed.to_string(), next(speed, false), crippled]
    });
    Chart::new("speeds", "Speed", &["From", "To", "Crippled"], rows.collect()).noted(&[
        "bw is backing water; it counts 1 in sums.",
        "Fatigue, staying at 5: 1d6 over her crew quality drops her to 3.",
        "A crippled galley that comes to 0 drifts.",
    ])
}

fn moving() -> Chart {
    Chart::written(
        "moving",
        "Moving",
        ["What", "Movement points"],
        &[
            ["a hex ahead, through the bow hexside", "1"],
            ["backing water, straight astern", "1 or 2 hexes"],
            ["crippled, speed 1", "turn, or one hex through a hexside beside the bow"],
        ],
    )
    .noted(&[
        "A hexside crossed holds some water; a hex of land alone is never entered.",
        "Backing water never enters a hex where another is.",
        "One galley a hex at the end of movement, except docked in port.",
    ])
}

fn turning() -> Chart {
    let chart = Chart::written(
        "turning",
        "Turning in one hex",
        ["Galley", "1 hexside", "2-4", "5"],
        &[
            ["Rome, and captured galleys", "1 MP", "1 MP", "-"],
            ["Original Carthage", "0 or 1 MP", "1 MP", "1 MP"],
        ],
    );
    chart.noted(&["Never 6 hexsides in one hex."])
}

fn coast() -> Chart {
    Chart::written(
        "coast",
        "Running aground",
        ["1d6", "Outcome"],
        &[
            ["speed - crew quality, or less", "aground"],
            ["more", "afloat"],
            ["refloat: crew quality or less", "free, at speed 1"],
        ],
    )
    .noted(&[
        "-1 where the bow points at a hexside of land alone or she backs in, once.",
        "Refloat: from the next movement phase of her side on, once in each.",
    ])
}

fn drift() -> Chart {
    let rows = DRIFT.iter().map(|(roll, to)| vec![roll.to_string(), to.name().to_owned()]);
    Chart::new("drift", "Drift compass", &["1d6", "Her bow"], rows.collect())
}

fn ram() -> Chart {
    let rows = Aspect::ALL
        .iter()
        .map(|aspect| vec![format!("at the target's {aspect}"), format!("{:+}", aspect.to_ram())]);
    let punic = vec!["by an original Carthaginian".to_owned(), "-1".to_owned()];
    let rows = rows.chain([punic]).collect();
    Chart::new("ram", "Ram", &["1d6", "Modifier"], rows).noted(&[
        "Ram number = crew quality + speed. The difference of both or less sinks her; a difference of 0 or less has no chance.",
        "Sunk: the rammer stops. Missed: with a movement point left she passes through, with none they foul.",
        "On the way at most one hexside of turn in a hex, none beside the target, and no hex where another is.",
    ])
}

fn shear() -> Chart {
    Chart::written(
        "shear",
        "Shear",
        ["1d6", "Outcome"],
        &[
            ["difference of the ram numbers, or less", "crippled: speed 1 at most"],
            ["more", "missed"],
            ["by an original Carthaginian", "-1"],
        ],
    )
    .noted(&["In and out by bow and stern, 2 movement points; she goes on with what is left."])
}

fn avoid() -> Chart {
    Chart::written(
        "avoid",
        "Avoid",
        ["Target's speed", "Backs water"],
        &[["0, 1 or bw", "2 hexes"], ["2", "1 hex"], ["3 or more, fouled, crippled", "-"]],
    )
    .noted(&["1d6: crew quality or less. Once for each ram or shear."])
}

fn fouling() -> Chart {
    Chart::written(
        "fouling",
        "Fouling",
        ["Entering a hex where another is", ""],
        &[
            ["through her flank, an enemy, the mover's ram number greater", "fouled"],
            ["else", "clear"],
        ],
    )
    .noted(&[
        "Fouled: one hex, the lower of both speeds, and a drift for each, the mover's first.",
        "To leave she begins her movement phase stacked, and does not turn in the hex.",
    ])
}

fn boarding() -> Chart {
    Chart::written(
        "boarding",
        "Boarding",
        ["1d6", "Outcome"],
        &[
            ["crew quality of all boarders, or less", "boarded"],
            ["more", "failed"],
            ["natural 6", "failed, and the defender may board in return"],
            ["with an original Roman", "-1"],
        ],
    )
    .noted(&["From the target's front or flank; nobody who is fouled boards; each target once."])
}

fn hand_to_hand() -> Chart {
    Chart::written(
        "hand-to-hand",
        "Hand to hand",
        ["Attackers' best die against the defender's", "Outcome"],
        &[
            ["higher", "captured"],
            ["lower", "beaten back"],
            ["equal", "both throw again"],
            ["Rome attacks with an original Roman", "+1"],
        ],
    )
    .noted(&["All galleys in it stop. A prize loses its nation's modifiers and turning."])
}

fn command() -> Chart {
    let chart = Chart::written(
        "command",
        "Command check",
        ["1d6", "Outcome"],
        &[
            ["crew quality or less", "in command"],
            ["more", "no change of speed or course"],
            ["6, over her crew quality", "1d6: odd one hexside left, even right"],
        ],
    );
    about(chart, &["command", "command", "command"]).noted(&[
        "At the start of the speed phase and of each own movement phase.",
        "Exempt: in a proper formation, admiral aboard, line commander, within range of an admiral who commands no formation.",
    ])
}

fn formations() -> Chart {
    let chart = Chart::written(
        "formations",
        "Formations",
        ["Formation", "Full command", "Else"],
        &[
            [
                "Column",
                "admiral or line commander first or second, or speed 0, 1, 2 or bw",
                "the lead checks; failing, she leaves and the next one checks",
            ],
            ["Line abreast", "the admiral or one line commander reaches all", "all check"],
        ],
    );
    about(chart, &["command", "command"]).noted(&[
        "A line at speed 0, 1 or bw as its movement phase begins: the admiral's range is enhanced.",
        "A gap, a wrong bow, a fouled or crippled galley breaks a formation.",
        "Catching up in a line abreast, a galley may exceed its speed.",
    ])
}

fn drepanum() -> Chart {
    let chart = Chart::written(
        "drepanum",
        "Drepanum, 249 BCE",
        ["Fleet", "Where", "How"],
        &[
            ["Carthage", "four each in 2102, 2201, 2302, 2401, 2502", "speed 0; flagship in 2102"],
            ["Rome", "one each in 2522, 2523, 2424", "bows north, speed 2"],
            [
                "Rome, the rest",
                "one line through 2424 in the first Roman movement phase",
                "all at the lead's speed, 1 or 2",
            ],
        ],
    );
    about(chart, &["carthage", "rome", "rome"]).noted(&[
        "With command: one of the first three is a line commander, the first of the line another, the flagship its 15th.",
    ])
}
