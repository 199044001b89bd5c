//! The charts of Command & Chaos, made from the constants that the resolver
//! reads.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::{NoSwitch, Side, Tag};
use rules::system::Rules as _;
use rules::view::Chart;

use super::state::Battle;
use super::tables::{
    AVERAGE_NEEDS, Bonus, CHARGE_DICE, CHARGE_STAMINA, CHARGES, COLUMNS, DIE, FEWEST_ROWS, HAND,
    JAVELINS_NEED, JavelinPhase, Kind, LEARNING, LEARNING_UNITS, MORALE, MORALE_A_UNIT,
    MORALE_BESIDES, MORALE_CHITS, MOST_DISCARDS, MOST_PLAYED, MOST_ROWS, ONE_HIT, Phase,
    RALLY_TAKES_OFF, Reach, SKIRMISH_FALLS_BACK, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERAN_NEEDS, VETERANS, morale_sum,
};

fn number(number: u32) -> Message {
    Message::verbatim(number.to_string())
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
    let row = |name: Message, army: Strength| {
        let heavy = army.line + army.reserve;
        let mut row = vec![name];
        row.extend([army.line, army.reserve, army.light, morale_sum(heavy)].map(number));
        row
    };
    let rows = vec![row(message!("Standard"), STANDARD), row(message!("Learning"), LEARNING)];
    let columns = [
        message!("Army"),
        message!("Battle line"),
        message!("Reserve"),
        message!("Light infantry"),
        message!("Morale in all"),
    ];
    let mut chart = Chart::new("army", message!("The army"), columns, rows);
    let (lowest, highest) = MORALE;
    let (infantry, cavalry) = LEARNING_UNITS;
    chart.notes = vec![
        message!(
            "Heavy units: morale {lowest} to {highest} each; total morale is {morale_a_unit} per unit plus {morale_besides}; exactly {veterans} veterans, of {veteran_morale} or more; stamina {stamina}.",
            lowest,
            highest,
            morale_a_unit = MORALE_A_UNIT,
            morale_besides = MORALE_BESIDES,
            veterans = VETERANS,
            veteran_morale = VETERAN_MORALE,
            stamina = STAMINA
        ),
        message!(
            "The learning army is {infantry} heavy infantry and {cavalry} heavy cavalry.",
            infantry,
            cavalry
        ),
        message!(
            "Five zones of {columns} columns: left wing, left, centre and right battle line, right wing; {fewest_rows} to {most_rows} rows. One commander, one lieutenant a zone.",
            columns = COLUMNS,
            fewest_rows = FEWEST_ROWS,
            most_rows = MOST_ROWS
        ),
        message!("A wing takes reserve cavalry only if both its front places have cavalry."),
    ];
    chart
}

fn morale_chits() -> Chart {
    let chit = |(count, morale, veteran): &(u32, u32, bool)| {
        if *veteran {
            message!("{count} × {morale}V", count, morale)
        } else {
            message!("{count} × {morale}", count, morale)
        }
    };
    let rows = MORALE_CHITS.iter().map(|set| vec![Message::list(set.iter().map(chit))]);
    Chart::new(
        "morale-chits",
        message!("Morale chits of ten heavy units"),
        [message!("Chits")],
        rows.collect(),
    )
    .noted([message!("V is a veteran. The last two are for a few strong units among weak ones.")])
}

fn order_of_play() -> Chart {
    let rows = Phase::ALL.iter().map(|phase| {
        let done = match phase {
            Phase::Initiative => message!("{die} each, higher goes first this turn. Discard up to {most_discards} cards, then draw up to {hand} in hand.", die = DIE.to_string(), most_discards = MOST_DISCARDS, hand = HAND),
            Phase::Movement => {
                message!("Zone by zone in turn: move, flank, charge. Then unattached commanders change zones.")
            }
            Phase::Melee => message!("Up to {most_played} cards a side, one a unit, face down. Melees from the first player’s left. Routs and allied morale.", most_played = MOST_PLAYED),
            Phase::Rally => message!("Units with an officer since the phase began rally. Officers change units. Reserves change columns."),
        };
        vec![message!("{phase} {name}", phase = phase.number(), name = phase.name()), done]
    });
    Chart::new(
        "order-of-play",
        message!("Order of play"),
        [message!("Phase"), message!("What is done")],
        rows.collect(),
    )
    .noted([message!(
        "More than half of an army’s unit cards gone, light infantry too: the other has won."
    )])
}

fn spaces(reach: Reach) -> Message {
    match reach {
        Reach::Spaces(1) => number(1),
        Reach::Spaces(most) => message!("1 to {most}", most),
        Reach::Any => message!("any number in its column"),
    }
}

fn movement() -> Chart {
    let [infantry, cavalry, light] = [Kind::HeavyInfantry, Kind::HeavyCavalry, Kind::LightInfantry];
    let rows = vec![
        vec![message!("Heavy infantry"), spaces(infantry.reach(false))],
        vec![message!("Heavy cavalry"), spaces(cavalry.reach(false))],
        vec![
            message!("Light infantry"),
            message!("{spaces}, through and onto friends", spaces = spaces(light.reach(false))),
        ],
        vec![
            message!("Mixed cavalry and light infantry"),
            message!("{spaces}, as long as it stays mixed", spaces = spaces(cavalry.reach(true))),
        ],
    ];
    let columns = [message!("Unit"), message!("Spaces, straight ahead or back")];
    let mut chart = Chart::new("movement", message!("Movement"), columns, rows).noted([
        message!("Engaged units (they have rolled attack dice at each other) stay until the opponent is beaten."),
        message!("Flanking: no enemy in its own column, an enemy heavy infantry in the next. Infantry walks to the target’s row and turns; cavalry goes to the nearest open flank."),
        message!("Rear: only cavalry, and only if a friend flanks that unit. Cavalry is never flanked. A lone cavalry unit must be routed before its opponents may flank infantry."),
        message!("A flanked unit that routs its front enemy may turn. A reserve may flank a flanker in its column."),
    ]);
    chart.about = [infantry, cavalry, light, light].iter().map(ToString::to_string).collect();
    chart
}

fn charging() -> Chart {
    let dice = || format!("{CHARGE_DICE}{}", DIE.die());
    let against_charger = || message!("{dice} against the charger’s grade", dice = dice());
    let stamina = CHARGE_STAMINA;
    let rows = vec![
        vec![
            message!("Charger"),
            message!(
                CHARGES => "{stamina} stamina, once a game" | "{stamina} stamina, {n} times a game",
                stamina
            ),
            message!("{dice} against the target’s grade", dice = dice()),
            message!(ONE_HIT => "{n} hit on the target" | "{n} hits on the target"),
        ],
        vec![
            message!("Target, counter-charging"),
            message!("{stamina} stamina", stamina),
            against_charger(),
            message!(ONE_HIT => "{n} hit on the charger" | "{n} hits on the charger"),
        ],
        vec![
            message!("Target, standing"),
            message!("nothing"),
            against_charger(),
            message!(ONE_HIT => "cancels {n} hit" | "cancels {n} hits"),
        ],
    ];
    let mut chart = Chart::new(
        "charge",
        message!("Charge"),
        [message!("Who"), message!("Costs"), message!("Dice"), message!("Each success")],
        rows,
    );
    chart.notes = vec![
        message!(
            "A success is {average_needs} or more against an average unit, {veteran_needs} or more against a veteran. No bonus of a melee counts.",
            average_needs = AVERAGE_NEEDS,
            veteran_needs = VETERAN_NEEDS
        ),
        message!(
            "It must end next to the enemy in front, with its zone active. A counter-charge is not its own charge of the game."
        ),
    ];
    chart
}

fn melee() -> Chart {
    let rows = Bonus::ALL.iter().map(|bonus| vec![bonus.words(), Message::signed(bonus.amount())]);
    let columns = [message!("{die} each, at once", die = DIE.to_string()), message!("Modifier")];
    let mut chart = Chart::new("melee", message!("Melee"), columns, rows.collect());
    chart.notes = vec![
        message!(
            "{average_needs} or more hits an average unit, {veteran_needs} or more a veteran: {one_hit} hit.",
            average_needs = AVERAGE_NEEDS,
            veteran_needs = VETERAN_NEEDS,
            one_hit = ONE_HIT
        ),
        message!(
            "Two cavalry on one: both roll at it, it rolls once at the one it names; no flank, no rear."
        ),
        message!("Light infantry takes no part. Grades are shown at a unit’s first fight."),
    ];
    chart
}

fn morale() -> Chart {
    let row = |when: Message, what: Message| vec![when, what];
    let rows = vec![
        row(message!("Hits reach the morale chit"), message!("The unit is removed.")),
        row(
            message!("A friend in the eight squares around routs"),
            message!(
                "{die}: average {average_needs}+, veteran {veteran_needs}+ is {one_hit} hit.",
                die = DIE.to_string(),
                average_needs = AVERAGE_NEEDS,
                veteran_needs = VETERAN_NEEDS,
                one_hit = ONE_HIT
            ),
        ),
        row(
            message!("Phase 4, officer attached since it began"),
            message!(
                "{rally_takes_off} hit less, up to half of its morale, rounded up.",
                rally_takes_off = RALLY_TAKES_OFF
            ),
        ),
    ];
    Chart::new(
        "morale",
        message!("Rout, allied morale, rally"),
        [message!("When"), message!("What")],
        rows,
    )
}

fn light_infantry() -> Chart {
    let row = |meets: Message, dice: Message, then: Message| vec![meets, dice, then];
    let javelins = || {
        message!(
            "may roll {die}: {javelins_need} is {one_hit} hit",
            die = DIE.to_string(),
            javelins_need = JAVELINS_NEED,
            one_hit = ONE_HIT
        )
    };
    let falls_back =
        |phase: JavelinPhase| message!("falls back {falls_back}", falls_back = phase.falls_back());
    let rows = vec![
        row(message!("A heavy unit moves onto it"), javelins(), falls_back(JavelinPhase::Movement)),
        row(message!("A heavy unit, in melee"), javelins(), falls_back(JavelinPhase::Melee)),
        row(
            message!("Light infantry"),
            message!("{die} each", die = DIE.to_string()),
            message!(
                "the lower falls back {skirmish_falls_back}; equal: neither",
                skirmish_falls_back = SKIRMISH_FALLS_BACK
            ),
        ),
    ];
    let columns = [message!("It meets"), message!("Dice"), message!("Then it")];
    let mut chart = Chart::new("light-infantry", message!("Light infantry"), columns, rows)
        .noted([message!("It falls back through or onto friends if it must.")]);
    chart.about = vec![Kind::LightInfantry.to_string(); 3];
    chart
}

fn officers() -> Chart {
    let row = |who: Message, what: Message| vec![who, what];
    let rows = vec![
        row(message!("Lieutenant"), message!("One a zone, and he stays in it.")),
        row(
            message!("Commander"),
            message!("Changes zones after all zones have moved, when he is with no unit."),
        ),
        row(
            message!("Attached"),
            message!(
                "+{amount} to the unit’s attack die; in phase {phase} he rallies it, then may go to another unit of the zone.",
                amount = Bonus::Officer.amount(),
                phase = Phase::Rally.number()
            ),
        ),
        row(
            message!("Lieutenant lost"),
            message!(
                "Another replaces him in phase {phase} of the next turn.",
                phase = Phase::Rally.number()
            ),
        ),
        row(
            message!("Reserve"),
            message!(
                "Changes columns in phase {phase} until it has gone forward.",
                phase = Phase::Rally.number()
            ),
        ),
    ];
    Chart::new(
        "officers",
        message!("Officers and reserves"),
        [message!("Who"), message!("What")],
        rows,
    )
}

/// The officers of an army.
pub(super) fn roster_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let log = battle.side(side);
    let with = |unit: Option<Tag>| unit.map(|tag| battle.called(tag)).unwrap_or_default();
    let mut rows = Vec::new();
    if let Some(commander) = &log.commander {
        let name = Message::verbatim(&commander.name);
        rows.push(vec![message!("Commander"), name, commander.zone.says(), with(commander.unit)]);
    }
    for officer in &log.lieutenants {
        let with = if officer.lost { message!("lost") } else { with(officer.unit) };
        rows.push(vec![
            message!("Lieutenant"),
            Message::verbatim(&officer.name),
            officer.zone.says(),
            with,
        ]);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let columns = [message!("Officer"), message!("Name"), message!("Zone"), message!("With")];
    vec![Chart::new("officers", message!("Officers"), columns, rows)]
}
