//! The ready battles and their fleets, which are part of the program.

use std::sync::OnceLock;

use toml_edit::Document;

use games::{Battle, Fleet, Options, SystemTag};
use message::Message;
use rules::file::fault::{Fault, Faults};
use rules::file::node::Node;
use rules::file::read_briefing;
use rules::file::reader::Reader;
use rules::{Aim, Briefing, OpenError, Side, SpecialOrder, Topic};

use super::aim;
use super::date::Date;
use super::deployment::{self, Deployment};
use super::read::read_toml;
use super::special_order;

/// Two fleets that make a good battle.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyBattle {
    /// Its word: `sybota`.
    pub slug: String,
    pub system: SystemTag,
    /// Its name: `Sybota, 433 BCE`.
    pub name: String,
    /// Its date; `None` for an invented battle.
    pub date: Option<Date>,
    /// Its place; empty for an invented battle.
    pub place: String,
    /// The paths of its fleets for [`file()`], side A first.
    pub sides: [&'static str; 2],
    /// The optional rules that are on.
    pub options: Options,
    /// A short description.
    pub summary: String,
    /// Its length in minutes: `60–90`.
    pub minutes: String,
    /// Whether it is the best first battle of its system.
    pub first: bool,
    /// The texts about the battle as a whole.
    pub briefing: Briefing,
    /// Its victory conditions.
    pub aim: Aim,
    /// Its special orders: what its sides must and must not do, beyond the rules.
    pub special_orders: Vec<SpecialOrder>,
    /// The places where its fleets start.
    pub deployment: Deployment,
    /// The texts of the fleet files about their sides, side A first.
    pub side_texts: [SideTexts; 2],
}

/// The texts of a fleet file about its side of a ready battle.
#[derive(Clone, Debug, PartialEq)]
pub struct SideTexts {
    pub name: String,
    /// The texts about its side alone.
    pub briefing: Briefing,
}

impl ReadyBattle {
    /// Date and place: `10 March 241 BCE, off the Aegates Islands`; empty for an invented battle.
    #[must_use]
    pub fn when_and_where(&self) -> Message {
        let place = Some(&self.place).filter(|place| !place.is_empty());
        Message::list(self.date.map(Date::message).into_iter().chain(place.map(Message::verbatim)))
    }
}

/// The ready battle between these fleets with these optional rules. It compares only public
/// facts about the fleets: their names. If no ready battle has these optional rules, the first
/// between these fleets.
#[must_use]
pub fn battle_of(fleets: [&str; 2], options: &Options) -> Option<&'static ReadyBattle> {
    let of_both =
        |ready: &&ReadyBattle| ready.side_texts.iter().map(|side| side.name.as_str()).eq(fleets);
    let mut both = battles().iter().filter(of_both);
    both.clone().find(|ready| ready.options == *options).or_else(|| both.next())
}

/// The ready battle between these fleets, found by public facts about them: their names, and
/// those of their units.
#[must_use]
pub fn battle_between(fleets: &[Fleet; 2], options: &Options) -> Option<&'static ReadyBattle> {
    let ready = battle_of(fleets.each_ref().map(Fleet::name), options)?;
    let [a, b] = ready.sides.map(|path| Some(read_toml(file(path)?).ok()?.fleet));
    (aim::units(&[a?, b?]) == aim::units(fleets)).then_some(ready)
}

/// The special orders of a side as a text of its briefing.
#[must_use]
pub fn special_orders_of(side: Side, list: &[SpecialOrder]) -> Briefing {
    let own = list.iter().filter(|special| special.side == side);
    let lines: Vec<&str> = own.map(|special| special.text.as_str()).collect();
    Briefing::from_iter([(Topic::SpecialOrders, lines.join("\n"))])
}

/// The ready battle of a system with fleets of these names, under these optional rules if there
/// is one, otherwise the first.
#[must_use]
pub fn battle_with(
    system: SystemTag,
    fleets: &[&str],
    options: &Options,
) -> Option<&'static ReadyBattle> {
    let is_named = |ready: &&ReadyBattle| {
        let has = |fleet: &&str| ready.side_texts.iter().any(|side| side.name == *fleet);
        ready.system == system && fleets.iter().all(has)
    };
    let mut named = battles().iter().filter(is_named);
    let first = named.clone().next();
    named.find(|ready| ready.options == *options).or(first)
}

/// A battle that shows a fleet alone: against itself or, if the rules forbid that, against a
/// ready fleet that it may fight. It is on `side`.
///
/// # Errors
/// If it can fight no known fleet.
pub fn sample_battle(own: &Fleet, side: Side, options: &Options) -> Result<Battle, OpenError> {
    let against = |other: Fleet| match side {
        Side::A => Battle::open([own.clone(), other], options.clone()),
        Side::B => Battle::open([other, own.clone()], options.clone()),
    };
    against(own.clone()).or_else(|why| {
        let mut ready = paths()
            .filter(|path| path.split('/').next() == Some(own.system().slug()))
            .filter_map(|path| Some(read_toml(file(path)?).ok()?.fleet));
        ready.find_map(|other| against(other).ok()).ok_or(why)
    })
}

const BATTLES: &str = include_str!("../../../../fleets/battles.toml");

/// Every file in the folders of `fleets`, which the build has found, under its path.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/fleets.rs"));

/// The text of a ready fleet file: `greek-fire/sybota-athens.toml`.
#[must_use]
pub fn file(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

/// The paths of all ready fleet files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _)| *path)
}

/// The ready battles of the systems that the program knows, in their order.
#[must_use]
pub fn battles() -> &'static [ReadyBattle] {
    static READ: OnceLock<Vec<ReadyBattle>> = OnceLock::new();
    READ.get_or_init(|| read_list(BATTLES).0)
}

/// Reads the list of battles; a test checks that it has no fault.
fn read_list(text: &str) -> (Vec<ReadyBattle>, Vec<Fault>) {
    let faults = Faults::new(text);
    let mut battles = Vec::new();
    if let Ok(document) = Document::parse(text) {
        let root = Node::of_document(document.as_table());
        if let Some(mut reader) = Reader::new(&root, &faults) {
            for battle in reader.tables("battle") {
                battles.extend(read_battle(battle));
            }
            reader.finish();
        }
    }
    (battles, faults.into_list())
}

fn read_battle(mut battle: Reader) -> Option<ReadyBattle> {
    // A battle of a system that the program does not know is skipped.
    let system = SystemTag::from_slug(&battle.name("system"))?;
    let switches = system.switches();
    let words: Vec<&str> = switches.iter().map(|switch| switch.slug()).collect();
    let paths: Vec<&'static str> = paths().collect();
    let slug = battle.name("slug");
    let name = battle.name("name");
    let date = battle.parsed("date", Date::takes());
    let place = battle.name_or_empty("place");
    let sides = battle.choices("sides", &paths);
    let options = battle.choices("options", &words);
    let summary = battle.text("summary");
    let minutes = battle.name("minutes").replace('-', "–");
    let first = battle.flag("first");
    let briefing = read_briefing(&mut battle);
    let sides: [usize; 2] = sides.try_into().ok()?;
    let [a, b] = sides.map(|at| Some(read_toml(file(paths[at])?).ok()?.fleet));
    let fleets = [a?, b?];
    let aim = aim::read(battle.needed_table("aim")?, &fleets);
    let special_orders = special_order::read(&mut battle, &fleets);
    let deployment = deployment::read(battle.needed_table("deployment")?, &fleets);
    battle.finish();
    let texts_of = |side: Side| {
        let fleet = &fleets[side.index()];
        let briefing = fleet.briefing().with(&special_orders_of(side, &special_orders));
        SideTexts { name: fleet.name().to_owned(), briefing }
    };
    let side_texts = [Side::A, Side::B].map(texts_of);
    Some(ReadyBattle {
        slug,
        system,
        name,
        date,
        place,
        sides: sides.map(|at| paths[at]),
        options: options.into_iter().map(|at| switches[at]).collect(),
        summary,
        minutes,
        first,
        briefing,
        aim,
        special_orders,
        deployment,
        side_texts,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_list_of_battles_has_no_fault() {
        let (battles, faults) = read_list(BATTLES);
        assert_eq!(faults, []);
        let known = SystemTag::SLUGS.iter().map(|slug| format!("\nsystem = \"{slug}\"\n"));
        let listed: usize = known.map(|line| BATTLES.matches(&line).count()).sum();
        assert_eq!(battles.len(), listed);
        let slugs: BTreeSet<&str> = battles.iter().map(|battle| battle.slug.as_str()).collect();
        assert_eq!(slugs.len(), battles.len(), "every slug once");
        for system in SystemTag::ALL {
            let firsts = battles.iter().filter(|b| b.system == *system && b.first);
            assert_eq!(firsts.count(), 1, "{system}");
        }
    }

    /// Units that come later are in no line, and a text says when they come.
    #[test]
    fn sketches_of_setups_have_all_units_except_later_ones() {
        for battle in battles() {
            for side in [Side::A, Side::B] {
                let path = battle.sides[side.index()];
                let fleet = read_toml(file(path).expect("a file")).expect("a fleet").fleet;
                let all = super::super::Glimpse::of(&fleet).expect("units").units();
                let shown = battle.deployment.units(side) as usize;
                let later = !fleet.briefing().about(Topic::Reinforcements).is_empty();
                assert!(shown == all || shown < all && later, "{}: {shown} of {all}", battle.slug);
            }
        }
    }

    #[test]
    fn every_ready_fleet_reads_without_warnings() {
        for (path, text) in FILES {
            let Some(system) = path.split('/').next().and_then(SystemTag::from_slug) else {
                continue;
            };
            let checked = read_toml(text).unwrap_or_else(|faults| panic!("{path}: {faults:#?}"));
            assert_eq!(checked.warnings, [], "{path}");
            assert_eq!(checked.fleet.system(), system, "{path}");
        }
    }
}
