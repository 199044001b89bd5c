//! Fleets put together at random; the same seed gives the same fleet
//! everywhere.

use serde_json::{Map, Value, json};

use crate::dice::{DiceStop, Die, Roller, Seeded};
use crate::rules::SystemTag;
use crate::rules::ancient_naval_games::tables::Size;
use crate::rules::command_and_chaos::tables::{
    Kind, LEARNING, MORALE_CHITS, STANDARD, Strength, Zone,
};
use crate::rules::fast_play_salamis::tables::{CLASSES, Class};
use crate::rules::file::reader::MOST_SHIPS;
use crate::rules::greek_fire::tables::{CrewQuality, SHIP_TYPES, ShipType, Skill};
use crate::say::say;

use super::advantages::{roll_advantage, roll_skill};
use super::names::{PEOPLES, PHOENICIAN, People, ROMAN};
use super::{Draft, Path, edit};

/// How many ships in a hundred are of each type of Greek Fire: many triremes,
/// few giants.
const TYPE_SHARES: [u8; SHIP_TYPES.len()] = [5, 10, 15, 5, 30, 15, 8, 7, 3, 2];

/// A random fleet of this many ships (at least 1, at most [`MOST_SHIPS`]). It
/// follows every rule of its system and has no warnings, so an army of Command
/// & Chaos is either the standard one of 14 cards or the learning one of 8,
/// whichever is closer in size.
#[must_use]
pub fn random(system: SystemTag, ships: u32, seed: u64) -> Draft {
    let mut chance = Chance { dice: Seeded::new(seed, 0) };
    let at = chance.below(PEOPLES.len());
    let people = &PEOPLES[match system {
        // Only Rome and Carthage fight in these.
        SystemTag::ChickenOfTheSea | SystemTag::CommandAndChaos => [PHOENICIAN, ROMAN][at % 2],
        // Rome was a village when Salamis was fought.
        SystemTag::FastPlaySalamis if at == ROMAN => PHOENICIAN,
        SystemTag::GreekFire | SystemTag::AncientNavalGames | SystemTag::FastPlaySalamis => at,
    }];
    let mut draft = Draft::new(system, &format!("{} fleet no. {seed}", people.name));
    draft.put(&Path::default().key("people"), &json!(people.name));
    let count = ships.clamp(1, MOST_SHIPS) as usize;
    match system {
        SystemTag::GreekFire => fill(&mut draft, &mut chance, people, count, greek_fire),
        SystemTag::AncientNavalGames => {
            fill(&mut draft, &mut chance, people, count, ancient_naval_games);
        }
        SystemTag::FastPlaySalamis => {
            fill(&mut draft, &mut chance, people, count, fast_play_salamis);
        }
        SystemTag::ChickenOfTheSea => {
            hoist_flag(&mut draft, &mut chance, people);
            fill(&mut draft, &mut chance, people, count, galley);
            go_aboard(&mut draft);
        }
        SystemTag::CommandAndChaos => {
            let strength = if ships > ARMY_CARDS { STANDARD } else { LEARNING };
            let chits = morale_chits(&mut chance, strength.line + strength.reserve);
            army(&mut chance, people, (strength, chits), &mut draft);
        }
    }
    draft
}

/// The standard army of Command & Chaos with one of the rules' balanced sets of
/// morale chits, counted from 0 as in [`super::balanced_chits`]: the strongest
/// in the centre, the reserve last.
#[must_use]
pub fn balanced_army(set: usize) -> Option<Draft> {
    let mut chits = Vec::new();
    for (count, morale, veteran) in *MORALE_CHITS.get(set)? {
        chits.extend(vec![(*morale, *veteran); *count as usize]);
    }
    // Sorted from the weakest to the strongest, then from the wings to the
    // centre; the chits are dealt from the end, to the units from the left.
    chits.sort_unstable();
    let from_the_left = [2, 4, 6, 8, 9, 7, 5, 3, 1, 0];
    let mut dealt: Vec<_> = from_the_left.iter().filter_map(|at| chits.get(*at)).copied().collect();
    dealt.reverse();
    let mut chance = Chance { dice: Seeded::new(0, 0) };
    let mut draft = Draft::new(SystemTag::CommandAndChaos, "A balanced army");
    army(&mut chance, &PEOPLES[ROMAN], (STANDARD, dealt), &mut draft);
    Some(draft)
}

/// Adds random keys to a ship that has a name.
type Draw = fn(&mut Chance, &People, &mut Map<String, Value>);

fn fill(draft: &mut Draft, chance: &mut Chance, people: &People, count: usize, draw: Draw) {
    let mut names = Names::of(people.ships, chance);
    for at in 0..count {
        let mut keys = Map::new();
        keys.insert("name".into(), json!(names.next()));
        draw(chance, people, &mut keys);
        edit::insert(draft.document.as_table_mut(), "ship", at, &keys);
    }
}

fn ancient_naval_games(chance: &mut Chance, _: &People, keys: &mut Map<String, Value>) {
    let size = if chance.in_ten(3) { Size::Large } else { Size::Small };
    keys.insert("size".into(), json!(size));
}

/// Half of the fleet is of its people's own class, if there is one, and the
/// rest of classes that were on the same side: in the rules, three Greek ones
/// come first, then three Persian ones.
fn fast_play_salamis(chance: &mut Chance, people: &People, keys: &mut Map<String, Value>) {
    let (greeks, kings) = CLASSES.split_at(CLASSES.len() / 2);
    let own_of = |side: &'static [Class]| side.iter().find(|c| c.name.contains(people.name));
    let side = if own_of(greeks).is_some() { greeks } else { kings };
    let own = own_of(side).filter(|_| chance.in_ten(5));
    let class = own.unwrap_or_else(|| chance.pick(side));
    keys.insert("class".into(), json!(class.slug));
}

fn galley(chance: &mut Chance, _: &People, keys: &mut Map<String, Value>) {
    keys.insert("cq".into(), json!(2 + chance.below(4)));
    keys.insert("speed".into(), json!(2));
    if chance.in_ten(1) {
        keys.insert("line_commander".into(), json!(true));
    }
}

/// Adds the nation and the admiral.
fn hoist_flag(draft: &mut Draft, chance: &mut Chance, people: &People) {
    let nation = if people.name == PEOPLES[ROMAN].name { "rome" } else { "carthage" };
    draft.put(&Path::default().key("nation"), &json!(nation));
    let admiral = chance.pick(people.captains);
    draft.put(&Path::default().key("admiral").key("name"), &json!(admiral));
}

/// Puts the admiral aboard the first galley, which then needs no line
/// commander.
fn go_aboard(draft: &mut Draft) {
    let flagship = Path::entry("ship", 0);
    edit::unset(draft.document.as_table_mut(), &flagship.clone().key("line_commander"));
    draft.put(&flagship.key("flagship"), &json!(true));
}

/// An army of up to this many cards is the learning one.
const ARMY_CARDS: u32 = 10;

/// Heavy units in the line from the left, cavalry on the wings; two reserves
/// behind the centre; light infantry in front of the line.
fn army(
    chance: &mut Chance,
    people: &People,
    (strength, mut chits): (Strength, Vec<(u32, bool)>),
    draft: &mut Draft,
) {
    let line = |at: u32| {
        let place = at + 1;
        let zone = Zone::ALL[(place / 2) as usize % Zone::ALL.len()];
        (zone, place % 2 + 1)
    };
    let centre = |at: u32| (Zone::CenterBattleLine, at % 2 + 1);
    let mut units = Vec::new();
    for at in 0..strength.line {
        let wing = at == 0 || at + 1 == strength.line;
        let kind = if wing { Kind::HeavyCavalry } else { Kind::HeavyInfantry };
        units.push((kind, line(at), false));
    }
    units.extend((0..strength.reserve).map(|at| (Kind::HeavyInfantry, centre(at), true)));
    units.extend((0..strength.light).map(|at| (Kind::LightInfantry, line(at + 2), false)));
    let mut numbers = [0; Kind::ALL.len()];
    for (at, (kind, (zone, column), reserve)) in units.into_iter().enumerate() {
        let (name, number) = match kind {
            Kind::HeavyInfantry => ("Foot", &mut numbers[0]),
            Kind::HeavyCavalry => ("Horse", &mut numbers[1]),
            Kind::LightInfantry => ("Javelins", &mut numbers[2]),
        };
        *number += 1;
        let name = format!("{name} {number}");
        let unit = json!({"name": name, "kind": kind, "zone": zone, "column": column});
        let mut keys = unit.as_object().cloned().unwrap_or_default();
        if let Some((morale, veteran)) = chits.pop().filter(|_| kind.is_heavy()) {
            keys.insert("max_morale".into(), json!(morale));
            if veteran {
                keys.insert("veteran".into(), json!(true));
            }
        }
        if reserve {
            keys.insert("reserve".into(), json!(true));
        }
        edit::insert(draft.document.as_table_mut(), "unit", at, &keys);
    }
    let mut officers = Names::of(people.captains, chance);
    let commander = Path::default().key("commander");
    draft.put(&commander.clone().key("name"), &json!(officers.next()));
    draft.put(&commander.key("zone"), &json!(Zone::CenterBattleLine));
    for (at, zone) in Zone::ALL.iter().enumerate() {
        let officer = json!({"name": officers.next(), "zone": zone});
        let keys = officer.as_object().cloned().unwrap_or_default();
        edit::insert(draft.document.as_table_mut(), "lieutenant", at, &keys);
    }
}

/// One of the balanced sets of chits, shuffled. With fewer than ten units, that
/// many threes are left out.
fn morale_chits(chance: &mut Chance, units: u32) -> Vec<(u32, bool)> {
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
    for end in (1..chits.len()).rev() {
        chits.swap(end, chance.below(end + 1));
    }
    chits
}

/// The seeded dice, for choices that no rule makes.
struct Chance {
    dice: Seeded,
}

impl Chance {
    /// A number from 0 to below `count`, which is 1 to 255.
    fn below(&mut self, count: usize) -> usize {
        let die = u8::try_from(count).ok().and_then(Die::of);
        die.map_or(0, |die| usize::from(self.dice.face(die)) - 1)
    }

    fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// Whether something happens that happens `times` times in ten.
    fn in_ten(&mut self, times: u8) -> bool {
        self.dice.face(Die::D10) <= times
    }

    /// A roll of the rules. The seeded dice never run out.
    fn roll<T>(&mut self, throw: impl FnOnce(&mut Roller) -> Result<T, DiceStop>) -> Option<T> {
        throw(&mut Roller::new(&mut self.dice)).ok()
    }
}

/// Names in shuffled order, numbered when they are used again.
struct Names {
    order: Vec<&'static str>,
    given: usize,
}

impl Names {
    fn of(list: &[&'static str], chance: &mut Chance) -> Names {
        let mut order = list.to_vec();
        for end in (1..order.len()).rev() {
            order.swap(end, chance.below(end + 1));
        }
        Names { order, given: 0 }
    }

    fn next(&mut self) -> String {
        let name = self.order[self.given % self.order.len()];
        let round = self.given / self.order.len() + 1;
        self.given += 1;
        if round == 1 { name.to_owned() } else { format!("{name} {round}") }
    }
}

fn greek_fire(chance: &mut Chance, people: &People, keys: &mut Map<String, Value>) {
    let own = PEOPLES.iter().position(|known| known.name == people.name);
    let own = own.and_then(|at| Skill::ALL.get(at)).copied();
    // Every second skill is the one that the people are known for.
    let skill = |chance: &mut Chance| {
        let known = own.filter(|_| chance.in_ten(5));
        known.or_else(|| chance.roll(|dice| roll_skill(dice, &say!("skill"))))
    };
    let ship_type = ship_type(chance);
    keys.insert("type".into(), json!(ship_type.slug));
    let quality = match chance.below(10) {
        0 | 1 => CrewQuality::Poor,
        2..8 => CrewQuality::Good,
        _ => CrewQuality::Elite,
    };
    if quality != CrewQuality::Good {
        keys.insert("crew_quality".into(), json!(quality));
    }
    let heroism = match chance.below(10) {
        0..4 => None,
        4..9 => Some(1),
        _ => Some(2),
    };
    if let Some(count) = heroism {
        let skills: Vec<Skill> = (0..count).filter_map(|_| skill(chance)).collect();
        let captain = json!({"name": chance.pick(people.captains), "skills": skills});
        keys.insert("captain".into(), captain);
    }
    if quality == CrewQuality::Elite {
        let skills: Vec<Skill> = skill(chance).into_iter().collect();
        keys.insert("crew_skills".into(), json!(skills));
    }
    let advantages: Vec<_> = (0..ship_type.deck)
        .filter_map(|_| chance.roll(|dice| roll_advantage(dice, &say!("advantage"))))
        .collect();
    keys.insert("advantages".into(), json!(advantages));
}

fn ship_type(chance: &mut Chance) -> &'static ShipType {
    let mut drawn = chance.below(100);
    for (ship_type, share) in SHIP_TYPES.iter().zip(TYPE_SHARES) {
        match drawn.checked_sub(usize::from(share)) {
            Some(rest) => drawn = rest,
            None => return ship_type,
        }
    }
    &SHIP_TYPES[0]
}
