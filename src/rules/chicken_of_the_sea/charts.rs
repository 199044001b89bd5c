//! The tables of Chicken of the Sea, as they are looked up at the table. Every
//! figure is the one that the resolver reads.

use crate::rules::view::Chart;

use super::tables::{
    AT_LAND, AVOIDANCE, Aspect, BACKING_HEXES, BOARDING_FAILS_ON, COLUMN_SLOW, COMMANDING_PLACES,
    CRIPPLED_SPEED, DRIFT, ENHANCED_SPEED, FATIGUED_SPEED, FREED_SPEED, FULL_SPEED, HEX_POINTS,
    LINE_COMMANDER_RANGE, MOST_HEXSIDES, PUNIC, Phase, ROMAN_BOARDS, ROMAN_FIGHTS, SHEAR_POINTS,
    Speed, VEERS, VEERS_ON, turn_points,
};

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

/// A modifier as it is printed: `+2`, `−1`.
fn signed(amount: i64) -> String {
    format!("{amount:+}").replace('-', "−")
}

fn texts<const N: usize>(row: [&str; N]) -> Vec<String> {
    row.into_iter().map(str::to_owned).collect()
}

fn noted(chart: Chart, notes: Vec<String>) -> Chart {
    Chart { notes: notes.into_iter().map(Into::into).collect(), ..chart }
}

fn sequence() -> Chart {
    let what = |phase: &Phase| match phase {
        Phase::Speed => "both sides, in secret",
        Phase::CarthageMoves => "every movement point is spent; rams and shears as they happen",
        Phase::CarthageBoards => "each target once",
        Phase::RomeMoves | Phase::RomeBoards => "as Carthage",
        Phase::End => "a side without a galley afloat has lost already",
    };
    let rows = Phase::ALL
        .iter()
        .zip(1..)
        .map(|(phase, at)| vec![at.to_string(), phase.name().to_owned(), what(phase).to_owned()]);
    Chart::new("sequence", "Turn", &["", "Phase", ""], rows.collect())
}

fn speeds() -> Chart {
    let present = (0..=FULL_SPEED).map(Speed::Ahead).chain([Speed::BackingWater]);
    let next = |speed: Speed, crippled| {
        let list = speed.choices(crippled);
        list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let rows = present.map(|speed| {
        let crippled = match speed {
            Speed::Ahead(0..=CRIPPLED_SPEED) => next(speed, true),
            Speed::Ahead(_) | Speed::BackingWater => "–".into(),
        };
        vec![speed.to_string(), next(speed, false), crippled]
    });
    let chart = Chart::new("speeds", "Speed", &["From", "To", "Crippled"], rows.collect());
    noted(
        chart,
        vec![
            format!("bw is backing water; it counts {} in sums.", Speed::BackingWater.in_sums()),
            format!(
                "Fatigue, staying at {FULL_SPEED}: a roll over her crew quality drops her to {FATIGUED_SPEED}, out of a formation. Each galley rolls her own."
            ),
            "A crippled galley that comes to 0 drifts.".into(),
        ],
    )
}

fn moving() -> Chart {
    let [fewest, most] = BACKING_HEXES;
    let rows = vec![
        vec!["a hex ahead, through the bow hexside".into(), HEX_POINTS.to_string()],
        vec!["backing water, straight astern".into(), format!("{fewest} or {most} hexes")],
        vec![
            format!("crippled, speed {CRIPPLED_SPEED}"),
            "turn, or one hex through a hexside beside the bow".into(),
        ],
    ];
    Chart::new("moving", "Moving", &["What", "Movement points"], rows).noted(&[
        "A hexside crossed holds some water; a hex of land alone is never entered.",
        "Backing water never enters a hex where another is.",
        "One galley a hex at the end of movement, except docked in port.",
    ])
}

fn turning() -> Chart {
    let most = MOST_HEXSIDES.into_iter().max().unwrap_or_default();
    let row = |who: &str, punic: bool| {
        let cost = |hexsides| match turn_points(punic, hexsides) {
            None => "–".to_owned(),
            Some((low, high)) if low == high => format!("{high} MP"),
            Some((low, high)) => format!("{low} or {high} MP"),
        };
        std::iter::once(who.to_owned()).chain((1..=most).map(cost)).collect::<Vec<_>>()
    };
    let rows = vec![row("Rome, and captured galleys", false), row("Original Carthage", true)];
    let heads = std::iter::once("Hexsides".to_owned()).chain((1..=most).map(|n| n.to_string()));
    Chart::new("turning", "Turning in one hex", heads, rows)
        .noted(&["Never 6 hexsides in one hex."])
}

fn coast() -> Chart {
    let rows = vec![
        texts(["speed − crew quality, or less", "aground"]),
        texts(["more", "afloat"]),
        texts(["bow at a hexside of land alone, or backing in, once", &signed(AT_LAND)]),
        vec!["refloat: crew quality or less".into(), format!("free, at speed {FREED_SPEED}")],
    ];
    Chart::new("coast", "Running aground", &["1d6", "Outcome"], rows)
        .noted(&["Refloat: from the next movement phase of her side on, once in each."])
}

fn drift() -> Chart {
    let rows = DRIFT.iter().map(|(roll, to)| vec![roll.to_string(), to.name().to_owned()]);
    Chart::new("drift", "Drift compass", &["1d6", "Her bow"], rows.collect())
}

fn ram() -> Chart {
    let rows = Aspect::ALL.iter().map(|aspect| {
        let amount = match aspect.to_ram() {
            0 => "0".into(),
            amount => signed(amount),
        };
        vec![format!("at the target’s {aspect}"), amount]
    });
    let punic = vec!["by an original Carthaginian".to_owned(), signed(PUNIC)];
    Chart::new("ram", "Ram", &["1d6", "Modifier"], rows.chain([punic]).collect()).noted(&[
        "Ram number = crew quality + speed. Roll the difference of the two ram numbers or less to sink her; at 0 or less the ram cannot sink.",
        "Sunk: the rammer stops. Missed: with a movement point left she passes through, with none they foul.",
        "On the way at most one hexside of turn in a hex, none beside the target, and no hex where another is.",
    ])
}

fn shear() -> Chart {
    let rows = vec![
        vec![
            "difference of the ram numbers, or less".into(),
            format!("crippled: speed {CRIPPLED_SPEED} at most"),
        ],
        texts(["more", "missed"]),
        vec!["by an original Carthaginian".into(), signed(PUNIC)],
    ];
    noted(
        Chart::new("shear", "Shear", &["1d6", "Outcome"], rows),
        vec![format!(
            "In and out by bow and stern, {SHEAR_POINTS} movement points; she goes on with what is left."
        )],
    )
}

fn avoid() -> Chart {
    let speeds = (0..=FULL_SPEED).map(Speed::Ahead).chain([Speed::BackingWater]);
    let at = |hexes: u8| {
        let speeds = speeds.clone().filter(|speed| speed.avoids() == Some(hexes));
        speeds.map(|speed| speed.to_string()).collect::<Vec<_>>().join(", ")
    };
    let rows = AVOIDANCE.iter().map(|(_, hexes)| {
        let backs = if *hexes == 1 { "1 hex".into() } else { format!("{hexes} hexes") };
        vec![at(*hexes), format!("up to {backs}")]
    });
    let fast = speeds.clone().filter(|speed| speed.avoids().is_none());
    let fast = fast.map(|speed| speed.to_string()).collect::<Vec<_>>().join(", ");
    let none = vec![format!("{fast}; fouled, crippled"), "–".to_owned()];
    Chart::new("avoid", "Avoid", &["Target’s speed", "Backs water"], rows.chain([none]).collect())
        .noted(&["1d6: crew quality or less. Once for each ram or shear."])
}

fn fouling() -> Chart {
    Chart::written(
        "fouling",
        "Fouling",
        ["Entering a hex where another is", ""],
        &[
            ["through her flank, an enemy, the mover’s ram number greater", "fouled"],
            ["else", "clear"],
        ],
    )
    .noted(&[
        "Fouled: one hex, the lower of both speeds, and a drift for each, the mover’s first.",
        "To leave she begins her movement phase stacked, and does not turn in the hex.",
    ])
}

fn boarding() -> Chart {
    let rows = vec![
        texts(["crew quality of all boarders, or less", "boarded"]),
        texts(["more", "failed"]),
        vec![
            format!("natural {BOARDING_FAILS_ON}"),
            "failed, and the defender may board in return".into(),
        ],
        vec!["with an original Roman".into(), signed(ROMAN_BOARDS)],
    ];
    Chart::new("boarding", "Boarding", &["1d6", "Outcome"], rows).noted(&[
        "From the target’s front or flank; nobody who is fouled boards; each target once.",
    ])
}

fn hand_to_hand() -> Chart {
    let rows = vec![
        texts(["higher", "captured"]),
        texts(["lower", "beaten back"]),
        texts(["equal", "both roll again"]),
        vec!["Rome attacks with an original Roman".into(), signed(ROMAN_FIGHTS)],
    ];
    let heads = ["Attackers’ best die against the defender’s", "Outcome"];
    Chart::new("hand-to-hand", "Hand to hand", &heads, rows)
        .noted(&["All galleys in it stop. A prize loses its nation’s modifiers and turning."])
}

fn command() -> Chart {
    let side = |by: i8| {
        let rolls = VEERS.iter().filter(|(_, turned)| *turned == by);
        rolls.map(|(roll, _)| roll.to_string()).collect::<Vec<_>>().join(", ")
    };
    let rows = vec![
        texts(["crew quality or less", "in command"]),
        texts(["more", "no change of speed or course"]),
        vec![
            format!("{VEERS_ON}, over her crew quality"),
            format!("1d6: {} one hexside left, {} right", side(-1), side(1)),
        ],
    ];
    let chart = Chart::new("command", "Command check", &["1d6", "Outcome"], rows);
    about(chart, &["command", "command", "command"]).noted(&[
        "At the start of the speed phase and of each own movement phase.",
        "Exempt: in a proper formation, admiral aboard, line commander, within range of an admiral who commands no formation.",
    ])
}

fn formations() -> Chart {
    let at_most = |most: u8| {
        let speeds = (0..=most).map(Speed::Ahead).chain([Speed::BackingWater]);
        speeds.map(|speed| speed.to_string()).collect::<Vec<_>>().join(", ")
    };
    let rows = vec![
        vec![
            "Column".into(),
            format!(
                "admiral or line commander in the first {COMMANDING_PLACES}, or speed {} as the phase begins",
                at_most(COLUMN_SLOW)
            ),
            "the lead checks; failing, she leaves and the next one checks".into(),
        ],
        vec![
            "Line abreast".into(),
            format!(
                "led by the admiral or one line commander (range {LINE_COMMANDER_RANGE}) in it"
            ),
            "who is out of his range checks, and leaves".into(),
        ],
    ];
    let chart =
        Chart::new("formations", "Formations", &["Formation", "Full command", "Else"], rows);
    noted(
        about(chart, &["command", "command"]),
        vec![
            format!(
                "A line at speed {} as its movement phase begins: the admiral’s range is enhanced.",
                at_most(ENHANCED_SPEED)
            ),
            "A gap, a wrong bow, a fouled or crippled galley breaks a formation.".into(),
            "Catching up in a line abreast, a galley may exceed its speed.".into(),
        ],
    )
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
                "all at the lead’s speed, 1 or 2",
            ],
        ],
    );
    about(chart, &["carthage", "rome", "rome"]).noted(&[
        "With command: one of the first three is a line commander, the first of the line another, the flagship its 15th.",
    ])
}
