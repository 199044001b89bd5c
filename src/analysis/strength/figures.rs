//! Figures of a fleet that can be added up.

use crate::rules::greek_fire::tables::{AMMO, Advantage, HOPLITES_CREW, Weapon};
use crate::rules::{
    Fleet, ancient_naval_games, chicken_of_the_sea, command_and_chaos, fast_play_salamis,
    greek_fire,
};

use crate::say::{Say, say};

/// A figure of both fleets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is: `Deck points`.
    pub what: Say,
    /// The sum of the first fleet, and of the second.
    pub sides: [u64; 2],
}

/// The figures of two fleets of one system, most important first; empty if
/// their systems differ.
#[must_use]
pub fn figures(fleets: [&Fleet; 2]) -> Vec<Figure> {
    if fleets[0].system() != fleets[1].system() {
        return Vec::new();
    }
    let [a, b] = fleets.map(of);
    a.into_iter()
        .zip(b)
        .map(|((what, one), (_, other))| Figure { what, sides: [one, other] })
        .collect()
}

type Figures = Vec<(Say, u64)>;

fn of(fleet: &Fleet) -> Figures {
    match fleet {
        Fleet::GreekFire(fleet) => greek_fire(fleet),
        Fleet::ChickenOfTheSea(fleet) => chicken_of_the_sea(fleet),
        Fleet::AncientNavalGames(fleet) => ancient_naval_games(fleet),
        Fleet::FastPlaySalamis(fleet) => fast_play_salamis(fleet),
        Fleet::CommandAndChaos(fleet) => command_and_chaos(fleet),
    }
}

fn sum<E>(entries: &[E], of: impl Fn(&E) -> u32) -> u64 {
    entries.iter().map(|entry| u64::from(of(entry))).sum()
}

fn count(list: &[Advantage], counts: impl Fn(Advantage) -> bool) -> u32 {
    list.iter().map(|advantage| u32::from(counts(*advantage))).sum()
}

fn greek_fire(fleet: &greek_fire::Fleet) -> Figures {
    let ships = &fleet.ships;
    let hoplites = |advantage| advantage == Advantage::Hoplites;
    let mounts = sum(ships, |ship| count(&ship.advantages, |a| Weapon::of(a).is_some()));
    vec![
        (say!("Ships"), ships.len() as u64),
        (say!("Deck points"), sum(ships, |ship| ship.ship_type.deck)),
        (
            say!("Crew"),
            sum(ships, |ship| {
                ship.ship_type.crew + HOPLITES_CREW * count(&ship.advantages, hoplites)
            }),
        ),
        (say!("Mounts"), mounts),
        (say!("Shots"), mounts * u64::from(AMMO)),
    ]
}

fn chicken_of_the_sea(fleet: &chicken_of_the_sea::Fleet) -> Figures {
    let ships = &fleet.ships;
    vec![
        (say!("Galleys"), ships.len() as u64),
        (say!("Crew quality, added up"), sum(ships, |ship| u32::from(ship.cq))),
        (say!("Line commanders"), sum(ships, |ship| u32::from(ship.line_commander))),
    ]
}

fn ancient_naval_games(fleet: &ancient_naval_games::Fleet) -> Figures {
    use ancient_naval_games::tables::Size;
    let of_size = |size| sum(&fleet.ships, |ship| u32::from(ship.size == size));
    vec![
        (say!("Ships"), fleet.ships.len() as u64),
        (say!("Large"), of_size(Size::Large)),
        (say!("Small"), of_size(Size::Small)),
    ]
}

fn fast_play_salamis(fleet: &fast_play_salamis::Fleet) -> Figures {
    let of = |figure: fn(&fast_play_salamis::tables::Class) -> u32| {
        sum(&fleet.ships, |ship| figure(&ship.class))
    };
    vec![
        (say!("Ships"), fleet.ships.len() as u64),
        (say!("Panic numbers"), fleet.panic_numbers().values().copied().map(u64::from).sum()),
        (say!("Ram dice"), of(|class| class.ram_dice)),
        (say!("Bow dice"), of(|class| class.bow_dice)),
        (say!("Hand-to-hand dice"), of(|class| class.hand_to_hand)),
        (say!("Viability"), of(|class| class.viability)),
    ]
}

fn command_and_chaos(fleet: &command_and_chaos::Fleet) -> Figures {
    use command_and_chaos::tables::Kind;
    let units = &fleet.units;
    let of_kind = |kind| sum(units, |unit| u32::from(unit.kind == kind));
    vec![
        (say!("Units"), units.len() as u64),
        (say!("Heavy infantry"), of_kind(Kind::HeavyInfantry)),
        (say!("Heavy cavalry"), of_kind(Kind::HeavyCavalry)),
        (say!("Light infantry"), of_kind(Kind::LightInfantry)),
        (say!("In reserve"), sum(units, |unit| u32::from(unit.reserve))),
        (say!("Morale"), sum(units, |unit| unit.max_morale.unwrap_or(0))),
        (say!("Stamina"), sum(units, |unit| unit.stamina.unwrap_or(0))),
        (say!("Cards"), sum(&fleet.cards, |card| u32::from(card.count))),
    ]
}
