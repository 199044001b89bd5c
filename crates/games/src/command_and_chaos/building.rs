//! The army builder of Command & Chaos, random armies and the balanced sets of morale
//! chits.

use serde_json::{Map, Value, json};

use message::{Message, message};
use rules::file::chance::{FleetChance, Names};
use rules::file::chits::{ChitMove, Chits};
use rules::file::form::{Entries, FormField, Ideas, ListForm, words};
use rules::file::path::Path;
use rules::file::peoples::{PHOENICIAN, People, ROMAN};
use rules::file::{Balanced, FleetBuilding};

use super::fleet::{MOST_STAMINA, PLAIN_MORALE};
use super::tables::{
    COLUMNS, Kind, LEARNING, MORALE, MORALE_CHITS, MOST_CARDS, STAMINA, STANDARD, Strength, Zone,
};
use super::{Fleet, chits};

/// The largest number of cards for which a random army is the learning army.
const ARMY_CARDS: u32 = 10;

impl FleetBuilding for Fleet {
    fn form() -> (Vec<FormField>, Vec<ListForm>) {
        let head = vec![
            FormField::name("commander.name", message!("Commander"))
                .or("")
                .suggesting(Ideas::Captains),
            FormField {
                key: "commander.zone",
                question: message!("Commander’s zone"),
                ..zone_field()
            },
        ];
        let lieutenant = vec![
            FormField::name("name", message!("Name")).or("").suggesting(Ideas::Captains),
            zone_field(),
        ];
        let most = i64::try_from(MOST_CARDS).unwrap_or(i64::MAX);
        let card = vec![
            FormField::name("name", message!("Name")),
            FormField::lines("text", message!("What it does")).or(""),
            FormField::number("count", message!("How many"), 1, most).or(1),
        ];
        let lists = vec![
            ListForm::new("unit", message!("Unit"), message!("Units"), unit_fields()),
            ListForm::new(
                "lieutenant",
                message!("Lieutenant"),
                message!("Lieutenants"),
                lieutenant,
            ),
            ListForm::new("card", message!("Card"), message!("Cards"), card),
        ];
        (head, lists)
    }

    fn sizes() -> Vec<(u32, Message)> {
        let cards = |Strength { line, reserve, light }| line + reserve + light;
        vec![
            (cards(STANDARD), message!("standard army")),
            (cards(LEARNING), message!("learning army")),
        ]
    }

    fn peoples() -> &'static [&'static People] {
        &[&PHOENICIAN, &ROMAN]
    }

    /// Either the standard army of 14 cards or the learning army of 8, whichever is closer
    /// in size.
    fn random(people: &People, cards: u32, chance: &mut FleetChance) -> Map<String, Value> {
        let strength = if cards > ARMY_CARDS { STANDARD } else { LEARNING };
        let chits = morale_chits(chance, strength.line + strength.reserve);
        army(chance, people, strength, chits)
    }

    fn balanced() -> Option<Balanced> {
        let chit = |(count, morale, veteran): &(u32, u32, bool)| {
            format!("{count} × {morale}{}", if *veteran { "V" } else { "" })
        };
        let sets = MORALE_CHITS.iter().map(|set| {
            let set = set.iter().map(chit).collect::<Vec<_>>().join(", ");
            (set.clone(), message!("Chits {set}", set))
        });
        let what = message!("A standard army with balanced morale chits (V: a veteran)");
        Some(Balanced { what, sets: sets.collect() })
    }

    /// The strongest chits are in the centre, the reserve comes last.
    fn of_balanced(set: usize) -> Option<Map<String, Value>> {
        let mut chits = Vec::new();
        for (count, morale, veteran) in *MORALE_CHITS.get(set)? {
            chits.extend(vec![(*morale, *veteran); *count as usize]);
        }
        // Sorted from the weakest to the strongest, and placed from the wings to the
        // centre. Chits are dealt from the end, to the units from the left.
        chits.sort_unstable();
        let from_the_left = [2, 4, 6, 8, 9, 7, 5, 3, 1, 0];
        let mut dealt: Vec<_> =
            from_the_left.iter().filter_map(|at| chits.get(*at)).copied().collect();
        dealt.reverse();
        let mut keys = Map::from_iter([("name".to_owned(), json!("A balanced army"))]);
        keys.extend(army(&mut FleetChance::new(0), &ROMAN, STANDARD, dealt));
        Some(keys)
    }

    fn chits(entries: Entries) -> Option<Chits> {
        Some(chits::of_units(&entries("unit")))
    }

    fn move_chit(
        entries: Entries,
        how: ChitMove,
        from: usize,
        to: usize,
    ) -> Result<Vec<(Path, Value)>, Message> {
        chits::moved(&entries("unit"), how, from, to)
    }
}

fn zone_field() -> FormField {
    let zones = words(|_: Zone| Message::default());
    FormField::word("zone", message!("Zone, from its own left"), zones).or("center-battle-line")
}

fn unit_fields() -> Vec<FormField> {
    let kinds = words(|_: Kind| Message::default());
    let (lowest, highest) = MORALE;
    let chit = FormField::number(
        "max_morale",
        message!("Morale chit"),
        i64::from(lowest),
        i64::from(highest),
    );
    vec![
        FormField::name("name", message!("Name")),
        FormField::count(),
        FormField::word("kind", message!("Kind"), kinds).begins(json!(Kind::HeavyInfantry)),
        zone_field(),
        FormField::number("column", message!("Column of its zone"), 1, i64::from(COLUMNS)).or(1),
        chit.or(PLAIN_MORALE).begins(PLAIN_MORALE),
        FormField::flag("veteran", message!("Veteran")).or(false),
        FormField::number("stamina", message!("Stamina"), 0, MOST_STAMINA).or(STAMINA),
        FormField::flag("reserve", message!("In reserve")).or(false),
        FormField::name("mixed_with", message!("Light infantry: the cavalry it goes with")).or(""),
    ]
}

/// Heavy units in the line from the left, cavalry on the wings; two reserves behind the
/// centre; light infantry in front of the line.
fn army(
    chance: &mut FleetChance,
    people: &People,
    strength: Strength,
    mut chits: Vec<(u32, bool)>,
) -> Map<String, Value> {
    let line = |at: u32| {
        let place = at + 1;
        let zone = Zone::ALL[(place / 2) as usize % Zone::ALL.len()];
        (zone, place % 2 + 1)
    };
    let centre = |at: u32| (Zone::CenterBattleLine, at % 2 + 1);
    let mut places = Vec::new();
    for at in 0..strength.line {
        let wing = at == 0 || at + 1 == strength.line;
        let kind = if wing { Kind::HeavyCavalry } else { Kind::HeavyInfantry };
        places.push((kind, line(at), false));
    }
    places.extend((0..strength.reserve).map(|at| (Kind::HeavyInfantry, centre(at), true)));
    places.extend((0..strength.light).map(|at| (Kind::LightInfantry, line(at + 2), false)));
    let mut numbers = [0; Kind::ALL.len()];
    let mut units = Vec::new();
    for (kind, (zone, column), reserve) in places {
        let (name, number) = match kind {
            Kind::HeavyInfantry => ("Foot", &mut numbers[0]),
            Kind::HeavyCavalry => ("Horse", &mut numbers[1]),
            Kind::LightInfantry => ("Javelins", &mut numbers[2]),
        };
        *number += 1;
        let name = format!("{name} {number}");
        let mut unit = json!({"name": name, "kind": kind, "zone": zone, "column": column});
        if let Some((morale, veteran)) = chits.pop().filter(|_| kind.is_heavy()) {
            unit["max_morale"] = json!(morale);
            if veteran {
                unit["veteran"] = json!(true);
            }
        }
        if reserve {
            unit["reserve"] = json!(true);
        }
        units.push(unit);
    }
    let mut officers = Names::of(people.captains, chance);
    let mut officer = |zone: &Zone| json!({"name": officers.next_name(), "zone": zone});
    let commander = officer(&Zone::CenterBattleLine);
    let lieutenants: Vec<Value> = Zone::ALL.iter().map(officer).collect();
    Map::from_iter([
        ("unit".into(), json!(units)),
        ("commander".into(), commander),
        ("lieutenant".into(), json!(lieutenants)),
    ])
}

/// One of the balanced sets of chits, shuffled. With fewer than ten units, the same number
/// of threes is left out.
fn morale_chits(chance: &mut FleetChance, units: u32) -> Vec<(u32, bool)> {
    let (whole, threes) = (10, 10 - units.min(10));
    let fits = |set: &&[(u32, u32, bool)]| {
        let plain = |(count, morale, _): &(u32, u32, bool)| *morale == 3 && *count >= threes;
        units == whole || set.iter().any(plain)
    };
    let sets: Vec<&[(u32, u32, bool)]> = MORALE_CHITS.iter().copied().filter(|s| fits(s)).collect();
    let mut chits = Vec::new();
    for (count, morale, veteran) in *chance.pick(&sets) {
        let left = if *morale == 3 { count - threes.min(*count) } else { *count };
        chits.extend(vec![(*morale, *veteran); left as usize]);
    }
    chance.shuffle(&mut chits);
    chits
}
