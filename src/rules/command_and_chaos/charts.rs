//! The charts of Command & Chaos: every figure comes from the constants that
//! the resolver reads.

use crate::rules::view::Chart;

use super::tables::{
    AVERAGE_NEEDS, Bonus, CHARGE_DICE, CHARGE_STAMINA, CHARGES, COLUMNS, DIE, FEWEST_ROWS, HAND,
    JAVELINS_NEED, JavelinPhase, Kind, LEARNING, LEARNING_UNITS, MORALE, MORALE_A_UNIT,
    MORALE_BESIDES, MORALE_CHITS, MOST_DISCARDS, MOST_PLAYED, MOST_ROWS, ONE_HIT, Phase,
    RALLY_TAKES_OFF, Reach, SKIRMISH_FALLS_BACK, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERAN_NEEDS, VETERANS, morale_sum,
};

/// The tables of Command & Chaos.
pub(super) fn charts() -> Vec<Chart> {
    vec![
        army(),
        morale_chits(),
        order_of_play(),
        movement(),
        charging(),
        melee(),
        morale(),
        light_infantry(),
        officers(),
    ]
}

fn army() -> Chart {
    let row = |name: &str, army: Strength| {
        let heavy = army.line + army.reserve;
        let mut row = vec![name.to_owned()];
        row.extend([army.line, army.reserve, army.light, morale_sum(heavy)].map(|n| n.to_string()));
        row
    };
    let rows = vec![row("Standard", STANDARD), row("Learning", LEARNING)];
    let columns = ["Army", "Battle line", "Reserve", "Light infantry", "Morale in all"];
    let mut chart = Chart::new("army", "The army", &columns, rows);
    let (lowest, highest) = MORALE;
    let (infantry, cavalry) = LEARNING_UNITS;
    chart.notes = vec![
        format!(
            "Heavy units: morale {lowest} to {highest} each; total morale is {MORALE_A_UNIT} per unit plus {MORALE_BESIDES}; exactly {VETERANS} veterans, of {VETERAN_MORALE} or more; stamina {STAMINA}."
        ).into(),
        format!("The learning army is {infantry} heavy infantry and {cavalry} heavy cavalry.").into(),
        format!(
            "Five zones of {COLUMNS} columns: left wing, left, centre and right battle line, right wing; {FEWEST_ROWS} to {MOST_ROWS} rows. One commander, one lieutenant a zone."
        ).into(),
        "A wing takes reserve cavalry only where both its front places hold cavalry.".into(),
    ];
    chart
}

fn morale_chits() -> Chart {
    let rows = MORALE_CHITS.iter().map(|set| {
        let chits = set.iter().map(|(count, morale, veteran)| {
            format!("{count} × {morale}{}", if *veteran { "V" } else { "" })
        });
        vec![chits.collect::<Vec<_>>().join(", ")]
    });
    Chart::new("morale-chits", "Morale chits of ten heavy units", &["Chits"], rows.collect())
        .noted(&["V is a veteran. The last two are for a few strong units among weak ones."])
}

fn order_of_play() -> Chart {
    let rows = Phase::ALL.iter().map(|phase| {
        let done = match phase {
            Phase::Initiative => format!(
                "{DIE} each, higher goes first this turn. Discard up to {MOST_DISCARDS} cards, then draw up to {HAND} in hand."
            ),
            Phase::Movement => {
                "Zone by zone in turn: move, flank, charge. Then unattached commanders change zones."
                    .into()
            }
            Phase::Melee => format!(
                "Up to {MOST_PLAYED} cards a side, one a unit, face down. Melees from the first player’s left. Routs and allied morale."
            ),
            Phase::Rally => "Units with an officer since the phase began rally. Officers change units. Reserves change columns.".into(),
        };
        vec![format!("{} {}", phase.number(), phase.name()), done]
    });
    Chart::new("order-of-play", "Order of play", &["Phase", "What is done"], rows.collect()).noted(
        &["More than half of an army’s unit cards gone, light infantry too: the other has won."],
    )
}

fn spaces(reach: Reach) -> String {
    match reach {
        Reach::Spaces(1) => "1".into(),
        Reach::Spaces(most) => format!("1 to {most}"),
        Reach::Any => "any number in its column".into(),
    }
}

fn movement() -> Chart {
    let [infantry, cavalry, light] = [Kind::HeavyInfantry, Kind::HeavyCavalry, Kind::LightInfantry];
    let rows = [
        ("Heavy infantry", infantry, false, ""),
        ("Heavy cavalry", cavalry, false, ""),
        ("Light infantry", light, false, ", through and onto friends"),
        ("Mixed cavalry and light infantry", cavalry, true, ", as long as it stays mixed"),
    ]
    .map(|(unit, kind, mixed, how)| vec![unit.into(), spaces(kind.reach(mixed)) + how]);
    let columns = ["Unit", "Spaces, straight ahead or back"];
    let mut chart = Chart::new("movement", "Movement", &columns, rows.to_vec()).noted(&[
        "Engaged units (they have rolled attack dice at each other) stay until the opponent is beaten.",
        "Flanking: no enemy in its own column, an enemy heavy infantry in the next. Infantry walks to the target’s row and turns; cavalry goes to the nearest open flank.",
        "Rear: only cavalry, only where a friend flanks that unit. Cavalry is never flanked; a lone cavalry must be routed before its opponents flank infantry.",
        "A flanked unit that routs its front enemy may turn. A reserve may flank a flanker in its column.",
    ]);
    chart.about = [infantry, cavalry, light, light].iter().map(ToString::to_string).collect();
    chart
}

fn charging() -> Chart {
    let dice = format!("{CHARGE_DICE}{}", DIE.die());
    let cost = format!("{CHARGE_STAMINA} stamina");
    let times = if CHARGES == 1 { "once a game".into() } else { format!("{CHARGES} times a game") };
    let row = |who: &str, costs: String, against: &str, success: &str| {
        vec![who.into(), costs, format!("{dice} against the {against}’s grade"), success.into()]
    };
    let rows = vec![
        row("Charger", format!("{cost}, {times}"), "target", "1 hit on the target"),
        row("Target, counter-charging", cost, "charger", "1 hit on the charger"),
        row("Target, standing", "nothing".into(), "charger", "cancels 1 hit"),
    ];
    let mut chart = Chart::new("charge", "Charge", &["Who", "Costs", "Dice", "Each success"], rows);
    chart.notes = vec![
        format!(
            "A success is {AVERAGE_NEEDS} or more against an average unit, {VETERAN_NEEDS} or more against a veteran. No bonus of a melee counts."
        ).into(),
        "It must end next to the enemy in front, with its zone active. A counter-charge is not its own charge of the game.".into(),
    ];
    chart
}

fn melee() -> Chart {
    let rows = Bonus::ALL.iter().map(|bonus| {
        let amount = format!("+{}", bonus.amount());
        vec![bonus.why().to_owned(), amount]
    });
    let head = crate::say::Say::from(format!("{DIE} each, at once"));
    let mut chart =
        Chart::new("melee", "Melee", [head.into(), crate::say!("Modifier")], rows.collect());
    chart.notes = vec![
        format!(
            "{AVERAGE_NEEDS} or more hits an average unit, {VETERAN_NEEDS} or more a veteran: {ONE_HIT} hit."
        ).into(),
        "Two cavalry on one: both roll at it, it rolls once at the one it names; no flank, no rear.".into(),
        "Light infantry takes no part. Grades are shown at a unit’s first fight.".into(),
    ];
    chart
}

fn morale() -> Chart {
    let row = |when: &str, what: String| vec![when.to_owned(), what];
    let rows = vec![
        row("Hits reach the morale chit", "The unit is removed.".into()),
        row(
            "A friend in the eight squares around routs",
            format!("{DIE}: average {AVERAGE_NEEDS}+, veteran {VETERAN_NEEDS}+ is {ONE_HIT} hit."),
        ),
        row(
            "Phase 4, officer attached since it began",
            format!("{RALLY_TAKES_OFF} hit less, up to half of its morale, rounded up."),
        ),
    ];
    Chart::new("morale", "Rout, allied morale, rally", &["When", "What"], rows)
}

fn light_infantry() -> Chart {
    let row = |meets: &str, dice: String, then: String| vec![meets.to_owned(), dice, then];
    let javelins = || format!("may roll {DIE}: {JAVELINS_NEED} is {ONE_HIT} hit");
    let falls_back = |phase: JavelinPhase| format!("falls back {}", phase.falls_back());
    let rows = vec![
        row("A heavy unit moves onto it", javelins(), falls_back(JavelinPhase::Movement)),
        row("A heavy unit, in melee", javelins(), falls_back(JavelinPhase::Melee)),
        row(
            "Light infantry",
            format!("{DIE} each"),
            format!("the lower falls back {SKIRMISH_FALLS_BACK}; equal: neither"),
        ),
    ];
    let columns = ["It meets", "Dice", "Then it"];
    let mut chart = Chart::new("light-infantry", "Light infantry", &columns, rows)
        .noted(&["It falls back through or onto friends if it must."]);
    chart.about = vec![Kind::LightInfantry.to_string(); 3];
    chart
}

fn officers() -> Chart {
    let row = |who: &str, what: String| vec![who.to_owned(), what];
    let rows = vec![
        row("Lieutenant", "One a zone, and he stays in it.".into()),
        row(
            "Commander",
            "Changes zones after all zones have moved, when he is with no unit.".into(),
        ),
        row(
            "Attached",
            format!(
                "+{} to the unit’s attack die; in phase {} he rallies it, then may go to another unit of the zone.",
                Bonus::Officer.amount(),
                Phase::Rally.number()
            ),
        ),
        row(
            "Lieutenant lost",
            format!("Another steps up in phase {} of the next turn.", Phase::Rally.number()),
        ),
        row(
            "Reserve",
            format!(
                "Changes columns in phase {} until it has gone forward.",
                Phase::Rally.number()
            ),
        ),
    ];
    Chart::new("officers", "Officers and reserves", &["Who", "What"], rows)
}
