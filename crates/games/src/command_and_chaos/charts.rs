//! The charts of Command & Chaos. All figures come from the tables that the resolver uses.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::{NoOptionalRules, Side, Tag};
use rules::modifiers::ModifierWord as _;
use rules::system::Rules as _;
use rules::view::Chart;

use super::state::Battle;
use super::tables::{
    AVERAGE_NEEDS, Bonus, CHARGE_DICE, CHARGE_STAMINA, CHARGES, COLUMNS, DIE, EXTRA_MORALE,
    FEWEST_ROWS, HAND, JAVELINS_NEED, JavelinPhase, Kind, LEARNING, LEARNING_UNITS, MORALE,
    MORALE_CHITS, MORALE_PER_UNIT, MOST_DISCARDS, MOST_PLAYED, MOST_ROWS, ONE_HIT, Phase,
    RALLY_TAKES_OFF, Reach, SKIRMISH_FALLS_BACK, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERAN_NEEDS, VETERANS, morale_sum,
};

fn number(number: u32) -> Message {
    Message::verbatim(number.to_string())
}

/// The tables of Command & Chaos.
pub(super) fn charts(_: &BTreeSet<NoOptionalRules>) -> Vec<Chart> {
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
        message!("Total morale"),
    ];
    let mut chart = Chart::new("army", message!("The army"), columns, rows);
    let (lowest, highest) = MORALE;
    let (infantry, cavalry) = LEARNING_UNITS;
    chart.notes = vec![
        message!(
            "Each heavy unit has morale {lowest} to {highest} and stamina {stamina}. Total morale is {morale_per_unit} for each heavy unit plus {extra_morale}. Exactly {veterans} are veterans, of morale {veteran_morale} or more. Example: 10 heavy units have 3 × 10 + 4, that is, 34.",
            lowest,
            highest,
            morale_per_unit = MORALE_PER_UNIT,
            extra_morale = EXTRA_MORALE,
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
            "The table has five zones of {columns} columns (left wing; left, centre and right battle line; right wing) and {fewest_rows} to {most_rows} rows. Each army counts from its own left, so that its left wing faces the enemy’s right. An army has one commander, and one lieutenant for each zone.",
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
    .noted([message!("V is a veteran. The last two sets have a few strong units among weak ones.")])
}

fn order_of_play() -> Chart {
    let rows = Phase::ALL.iter().map(|phase| {
        let done = match phase {
            Phase::Initiative => message!("Each side rolls {die}; the higher goes first this turn. Each discards up to {most_discards} cards, then draws up to a hand of {hand}.", die = DIE.to_string(), most_discards = MOST_DISCARDS, hand = HAND),
            Phase::Movement => {
                message!("The sides move, flank and charge zone by zone in turn. Then a commander who is with no unit may change zones.")
            }
            Phase::Melee => message!("Each side plays up to {most_played} cards face down, one for a unit. Then melees are fought from the first player’s left, with routs and allied morale.", most_played = MOST_PLAYED),
            Phase::Rally => message!("Units that have had an officer since the phase began rally. Officers change units. Reserves change columns."),
        };
        vec![message!("{phase} {name}", phase = phase.number(), name = phase.name()), done]
    });
    Chart::new(
        "order-of-play",
        message!("Order of play"),
        [message!("Phase"), message!("What happens")],
        rows.collect(),
    )
    .noted([
        message!("Cards that were played are discarded as phase 3 ends. When a deck is empty, the discards are the new deck."),
        message!(
            "An army that has lost more than half of its unit cards, light infantry included, has lost the battle. If both armies lose more than half in the same melee, the battle is a draw."
        ),
    ])
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
        message!("A unit may flank if it has no enemy in its own column and enemy heavy infantry in the next. Infantry moves to the target’s row and turns; cavalry goes to the nearest open flank."),
        message!("Only cavalry attacks the rear, and only if a friend already flanks that unit. Cavalry is never flanked. A lone cavalry unit must be routed before its opponents may flank infantry."),
        message!("A flanked unit that routs the enemy in front of it may turn. A reserve may flank a flanker in its column."),
        message!("Light infantry that ends its move on friendly heavy cavalry is one mixed unit with it until one of them moves off. If the cavalry routs, the light infantry stays."),
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
                CHARGES => "{stamina} stamina, once a battle" | "{stamina} stamina, {n} times a battle",
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
            "A success is {average_needs} or more against an average unit, {veteran_needs} or more against a veteran. The bonuses of a melee do not count.",
            average_needs = AVERAGE_NEEDS,
            veteran_needs = VETERAN_NEEDS
        ),
        message!(
            "A charge must end next to the enemy in front, while the unit’s zone is active. A counter-charge does not use up the target’s own charge. Example with average units: the charger rolls 5 and 4, the target stands and rolls 6 and 2; it takes 2 hits less 1."
        ),
    ];
    chart
}

fn melee() -> Chart {
    let rows =
        Bonus::ALL.iter().map(|bonus| vec![bonus.spec().label, Message::signed(bonus.amount())]);
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
            "Two cavalry units may fight one: both roll at it, and it rolls once, at the one that it names. Flanks and rears do not count."
        ),
        message!(
            "Light infantry takes no part. A unit’s grade is shown at its first fight. Example: a flank attack hits an average unit on a roll of 3 or more."
        ),
    ];
    chart
}

fn morale() -> Chart {
    let row = |when: Message, what: Message| vec![when, what];
    let rows = vec![
        row(message!("Its hits reach its morale chit"), message!("The unit is removed.")),
        row(
            message!("A friend in the eight squares around it routs"),
            message!(
                "Roll {die}: an average unit takes {one_hit} hit on {average_needs}+, a veteran on {veteran_needs}+.",
                die = DIE.to_string(),
                average_needs = AVERAGE_NEEDS,
                veteran_needs = VETERAN_NEEDS,
                one_hit = ONE_HIT
            ),
        ),
        row(
            message!("An officer has been with it since phase 4 began"),
            message!(
                "It loses {rally_takes_off} hit, but never rallies above half of its morale, rounded up.",
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
    .noted([message!("Light infantry has no morale, and does not roll when a friend routs.")])
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
    let falls_back = |phase: JavelinPhase| {
        message!("falls back {falls_back} spaces", falls_back = phase.falls_back())
    };
    let rows = vec![
        row(message!("A heavy unit moves onto it"), javelins(), falls_back(JavelinPhase::Movement)),
        row(message!("A heavy unit, in melee"), javelins(), falls_back(JavelinPhase::Melee)),
        row(
            message!("Light infantry"),
            message!("{die} each", die = DIE.to_string()),
            message!(
                "the lower falls back {skirmish_falls_back} spaces; on a tie neither does",
                skirmish_falls_back = SKIRMISH_FALLS_BACK
            ),
        ),
    ];
    let columns = [message!("It meets"), message!("Dice"), message!("Then")];
    let mut chart = Chart::new("light-infantry", message!("Light infantry"), columns, rows)
        .noted([message!("It falls back through or onto friends if it must.")]);
    chart.about = vec![Kind::LightInfantry.to_string(); 3];
    chart
}

fn officers() -> Chart {
    let row = |who: Message, what: Message| vec![who, what];
    let rows = vec![
        row(message!("Lieutenant"), message!("Each zone has one, and he stays in it.")),
        row(
            message!("Commander"),
            message!("He may change zones after all zones have moved, if he is with no unit."),
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
                "It may change columns in phase {phase} until it has gone forward.",
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
    .noted([message!("A unit has one officer at most. He survives when it routs.")])
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
