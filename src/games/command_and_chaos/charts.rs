//! The charts of Command & Chaos, made from the constants that the resolver
//! reads.

use std::collections::BTreeSet;

use crate::rules::common::{NoSwitch, Side, Tag};
use crate::rules::system::System as _;
use crate::rules::view::Chart;
use crate::say::{Say, say};

use super::state::Battle;
use super::tables::{
    AVERAGE_NEEDS, Bonus, CHARGE_DICE, CHARGE_STAMINA, CHARGES, COLUMNS, DIE, FEWEST_ROWS, HAND,
    JAVELINS_NEED, JavelinPhase, Kind, LEARNING, LEARNING_UNITS, MORALE, MORALE_A_UNIT,
    MORALE_BESIDES, MORALE_CHITS, MOST_DISCARDS, MOST_PLAYED, MOST_ROWS, ONE_HIT, Phase,
    RALLY_TAKES_OFF, Reach, SKIRMISH_FALLS_BACK, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERAN_NEEDS, VETERANS, morale_sum,
};

fn number(number: u32) -> Say {
    Say::verbatim(number.to_string())
}

/// The tables of Command & Chaos.
pub(super) fn charts(_: &BTreeSet<NoSwitch>) -> Vec<Chart> {
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
    let row = |name: Say, army: Strength| {
        let heavy = army.line + army.reserve;
        let mut row = vec![name];
        row.extend([army.line, army.reserve, army.light, morale_sum(heavy)].map(number));
        row
    };
    let rows = vec![row(say!("Standard"), STANDARD), row(say!("Learning"), LEARNING)];
    let columns = [
        say!("Army"),
        say!("Battle line"),
        say!("Reserve"),
        say!("Light infantry"),
        say!("Morale in all"),
    ];
    let mut chart = Chart::new("army", say!("The army"), columns, rows);
    let (lowest, highest) = MORALE;
    let (infantry, cavalry) = LEARNING_UNITS;
    chart.notes = vec![
        say!(
            "Heavy units: morale {lowest} to {highest} each; total morale is {morale_a_unit} per unit plus {morale_besides}; exactly {veterans} veterans, of {veteran_morale} or more; stamina {stamina}.",
            lowest,
            highest,
            morale_a_unit = MORALE_A_UNIT,
            morale_besides = MORALE_BESIDES,
            veterans = VETERANS,
            veteran_morale = VETERAN_MORALE,
            stamina = STAMINA
        ),
        say!(
            "The learning army is {infantry} heavy infantry and {cavalry} heavy cavalry.",
            infantry,
            cavalry
        ),
        say!(
            "Five zones of {columns} columns: left wing, left, centre and right battle line, right wing; {fewest_rows} to {most_rows} rows. One commander, one lieutenant a zone.",
            columns = COLUMNS,
            fewest_rows = FEWEST_ROWS,
            most_rows = MOST_ROWS
        ),
        say!("A wing takes reserve cavalry only where both its front places hold cavalry."),
    ];
    chart
}

fn morale_chits() -> Chart {
    let chit = |(count, morale, veteran): &(u32, u32, bool)| {
        if *veteran {
            say!("{count} × {morale}V", count, morale)
        } else {
            say!("{count} × {morale}", count, morale)
        }
    };
    let rows = MORALE_CHITS.iter().map(|set| vec![Say::list(set.iter().map(chit))]);
    Chart::new(
        "morale-chits",
        say!("Morale chits of ten heavy units"),
        [say!("Chits")],
        rows.collect(),
    )
    .noted([say!("V is a veteran. The last two are for a few strong units among weak ones.")])
}

fn order_of_play() -> Chart {
    let rows = Phase::ALL.iter().map(|phase| {
        let done = match phase {
            Phase::Initiative => say!("{die} each, higher goes first this turn. Discard up to {most_discards} cards, then draw up to {hand} in hand.", die = DIE.to_string(), most_discards = MOST_DISCARDS, hand = HAND),
            Phase::Movement => {
                say!("Zone by zone in turn: move, flank, charge. Then unattached commanders change zones.")
            }
            Phase::Melee => say!("Up to {most_played} cards a side, one a unit, face down. Melees from the first player’s left. Routs and allied morale.", most_played = MOST_PLAYED),
            Phase::Rally => say!("Units with an officer since the phase began rally. Officers change units. Reserves change columns."),
        };
        vec![say!("{phase} {name}", phase = phase.number(), name = phase.name()), done]
    });
    Chart::new(
        "order-of-play",
        say!("Order of play"),
        [say!("Phase"), say!("What is done")],
        rows.collect(),
    )
    .noted([say!(
        "More than half of an army’s unit cards gone, light infantry too: the other has won."
    )])
}

fn spaces(reach: Reach) -> Say {
    match reach {
        Reach::Spaces(1) => number(1),
        Reach::Spaces(most) => say!("1 to {most}", most),
        Reach::Any => say!("any number in its column"),
    }
}

fn movement() -> Chart {
    let [infantry, cavalry, light] = [Kind::HeavyInfantry, Kind::HeavyCavalry, Kind::LightInfantry];
    let rows = vec![
        vec![say!("Heavy infantry"), spaces(infantry.reach(false))],
        vec![say!("Heavy cavalry"), spaces(cavalry.reach(false))],
        vec![
            say!("Light infantry"),
            say!("{spaces}, through and onto friends", spaces = spaces(light.reach(false))),
        ],
        vec![
            say!("Mixed cavalry and light infantry"),
            say!("{spaces}, as long as it stays mixed", spaces = spaces(cavalry.reach(true))),
        ],
    ];
    let columns = [say!("Unit"), say!("Spaces, straight ahead or back")];
    let mut chart = Chart::new("movement", say!("Movement"), columns, rows).noted([
        say!("Engaged units (they have rolled attack dice at each other) stay until the opponent is beaten."),
        say!("Flanking: no enemy in its own column, an enemy heavy infantry in the next. Infantry walks to the target’s row and turns; cavalry goes to the nearest open flank."),
        say!("Rear: only cavalry, only where a friend flanks that unit. Cavalry is never flanked; a lone cavalry must be routed before its opponents flank infantry."),
        say!("A flanked unit that routs its front enemy may turn. A reserve may flank a flanker in its column."),
    ]);
    chart.about = [infantry, cavalry, light, light].iter().map(ToString::to_string).collect();
    chart
}

fn charging() -> Chart {
    let dice = || format!("{CHARGE_DICE}{}", DIE.die());
    let against_charger = || say!("{dice} against the charger’s grade", dice = dice());
    let stamina = CHARGE_STAMINA;
    let rows = vec![
        vec![
            say!("Charger"),
            say!(
                CHARGES => "{stamina} stamina, once a game" | "{stamina} stamina, {n} times a game",
                stamina
            ),
            say!("{dice} against the target’s grade", dice = dice()),
            say!(ONE_HIT => "{n} hit on the target" | "{n} hits on the target"),
        ],
        vec![
            say!("Target, counter-charging"),
            say!("{stamina} stamina", stamina),
            against_charger(),
            say!(ONE_HIT => "{n} hit on the charger" | "{n} hits on the charger"),
        ],
        vec![
            say!("Target, standing"),
            say!("nothing"),
            against_charger(),
            say!(ONE_HIT => "cancels {n} hit" | "cancels {n} hits"),
        ],
    ];
    let mut chart = Chart::new(
        "charge",
        say!("Charge"),
        [say!("Who"), say!("Costs"), say!("Dice"), say!("Each success")],
        rows,
    );
    chart.notes = vec![
        say!(
            "A success is {average_needs} or more against an average unit, {veteran_needs} or more against a veteran. No bonus of a melee counts.",
            average_needs = AVERAGE_NEEDS,
            veteran_needs = VETERAN_NEEDS
        ),
        say!(
            "It must end next to the enemy in front, with its zone active. A counter-charge is not its own charge of the game."
        ),
    ];
    chart
}

fn melee() -> Chart {
    let rows = Bonus::ALL.iter().map(|bonus| vec![bonus.words(), Say::signed(bonus.amount())]);
    let columns = [say!("{die} each, at once", die = DIE.to_string()), say!("Modifier")];
    let mut chart = Chart::new("melee", say!("Melee"), columns, rows.collect());
    chart.notes = vec![
        say!(
            "{average_needs} or more hits an average unit, {veteran_needs} or more a veteran: {one_hit} hit.",
            average_needs = AVERAGE_NEEDS,
            veteran_needs = VETERAN_NEEDS,
            one_hit = ONE_HIT
        ),
        say!(
            "Two cavalry on one: both roll at it, it rolls once at the one it names; no flank, no rear."
        ),
        say!("Light infantry takes no part. Grades are shown at a unit’s first fight."),
    ];
    chart
}

fn morale() -> Chart {
    let row = |when: Say, what: Say| vec![when, what];
    let rows = vec![
        row(say!("Hits reach the morale chit"), say!("The unit is removed.")),
        row(
            say!("A friend in the eight squares around routs"),
            say!(
                "{die}: average {average_needs}+, veteran {veteran_needs}+ is {one_hit} hit.",
                die = DIE.to_string(),
                average_needs = AVERAGE_NEEDS,
                veteran_needs = VETERAN_NEEDS,
                one_hit = ONE_HIT
            ),
        ),
        row(
            say!("Phase 4, officer attached since it began"),
            say!(
                "{rally_takes_off} hit less, up to half of its morale, rounded up.",
                rally_takes_off = RALLY_TAKES_OFF
            ),
        ),
    ];
    Chart::new("morale", say!("Rout, allied morale, rally"), [say!("When"), say!("What")], rows)
}

fn light_infantry() -> Chart {
    let row = |meets: Say, dice: Say, then: Say| vec![meets, dice, then];
    let javelins = || {
        say!(
            "may roll {die}: {javelins_need} is {one_hit} hit",
            die = DIE.to_string(),
            javelins_need = JAVELINS_NEED,
            one_hit = ONE_HIT
        )
    };
    let falls_back =
        |phase: JavelinPhase| say!("falls back {falls_back}", falls_back = phase.falls_back());
    let rows = vec![
        row(say!("A heavy unit moves onto it"), javelins(), falls_back(JavelinPhase::Movement)),
        row(say!("A heavy unit, in melee"), javelins(), falls_back(JavelinPhase::Melee)),
        row(
            say!("Light infantry"),
            say!("{die} each", die = DIE.to_string()),
            say!(
                "the lower falls back {skirmish_falls_back}; equal: neither",
                skirmish_falls_back = SKIRMISH_FALLS_BACK
            ),
        ),
    ];
    let columns = [say!("It meets"), say!("Dice"), say!("Then it")];
    let mut chart = Chart::new("light-infantry", say!("Light infantry"), columns, rows)
        .noted([say!("It falls back through or onto friends if it must.")]);
    chart.about = vec![Kind::LightInfantry.to_string(); 3];
    chart
}

fn officers() -> Chart {
    let row = |who: Say, what: Say| vec![who, what];
    let rows = vec![
        row(say!("Lieutenant"), say!("One a zone, and he stays in it.")),
        row(
            say!("Commander"),
            say!("Changes zones after all zones have moved, when he is with no unit."),
        ),
        row(
            say!("Attached"),
            say!(
                "+{amount} to the unit’s attack die; in phase {phase} he rallies it, then may go to another unit of the zone.",
                amount = Bonus::Officer.amount(),
                phase = Phase::Rally.number()
            ),
        ),
        row(
            say!("Lieutenant lost"),
            say!(
                "Another steps up in phase {phase} of the next turn.",
                phase = Phase::Rally.number()
            ),
        ),
        row(
            say!("Reserve"),
            say!(
                "Changes columns in phase {phase} until it has gone forward.",
                phase = Phase::Rally.number()
            ),
        ),
    ];
    Chart::new("officers", say!("Officers and reserves"), [say!("Who"), say!("What")], rows)
}

/// The officers of an army.
pub(super) fn roster_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let log = battle.side(side);
    let with = |unit: Option<Tag>| unit.map(|tag| battle.called(tag)).unwrap_or_default();
    let mut rows = Vec::new();
    if let Some(commander) = &log.commander {
        let name = Say::verbatim(&commander.name);
        rows.push(vec![say!("Commander"), name, commander.zone.says(), with(commander.unit)]);
    }
    for officer in &log.lieutenants {
        let with = if officer.lost { say!("lost") } else { with(officer.unit) };
        rows.push(vec![
            say!("Lieutenant"),
            Say::verbatim(&officer.name),
            officer.zone.says(),
            with,
        ]);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let columns = [say!("Officer"), say!("Name"), say!("Zone"), say!("With")];
    vec![Chart::new("officers", say!("Officers"), columns, rows)]
}
