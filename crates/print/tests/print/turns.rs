//! Tests that the turn card lists the phases of the guide, in their order.

use games::{Options, SystemTag};
use rules::{Side, TurnPart};

use super::position::positions;

/// The words of a text, in lower case.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// All words of a turn card, from the top down.
fn card(parts: &[TurnPart]) -> Vec<String> {
    let of_part = |part: &TurnPart| {
        let steps = part.steps.iter().map(|step| words(&step.name.to_string()));
        let heads = [&part.title, &part.about].map(|text| words(&text.to_string()));
        heads.into_iter().chain(steps).flatten().collect::<Vec<_>>()
    };
    parts.iter().flat_map(of_part).collect()
}

#[test]
fn the_turn_card_has_the_phases_of_the_guide_in_order() {
    let mut with_phases = 0;
    for &system in SystemTag::ALL {
        let mut guides =
            positions(system).into_iter().map(|(battle, _)| (battle.full_view().guide(), battle));
        // Not every game has phases.
        let Some((guide, battle)) = guides.find(|(guide, _)| !guide.steps.is_empty()) else {
            continue;
        };
        with_phases += 1;
        let mut phases: Vec<Vec<String>> =
            guide.steps.iter().map(|step| words(&step.name.to_string())).collect();
        // One side plays its turn, then the other side the same.
        if system == SystemTag::FastPlaySalamis {
            phases.truncate(phases.len() / 2);
        }
        let card = card(&battle.sequence());
        let mut at = 0;
        for phase in phases {
            // The card may say `Ramming` for the guide's `rams`, and `Shoot` for its
            // `Missiles`.
            let stems: Vec<String> = phase
                .iter()
                .filter(|word| word.len() > 2 && !["the", "and"].contains(&word.as_str()))
                .map(|word| {
                    if word == "missiles" { "shoot".into() } else { word.chars().take(3).collect() }
                })
                .collect();
            let begins =
                |stem: &String| card[at..].iter().position(|word| word.starts_with(stem.as_str()));
            let places: Option<Vec<usize>> = stems.iter().map(begins).collect();
            let places =
                places.unwrap_or_else(|| panic!("{system}: {phase:?} is not in {:?}", &card[at..]));
            at += places.into_iter().min().unwrap_or_default();
        }
    }
    assert!(with_phases >= 5, "{with_phases}");
}

#[test]
fn a_turn_card_includes_its_optional_rules() {
    let system = SystemTag::ChickenOfTheSea;
    let command = system.switch("command").unwrap();
    let ready = engine::fleet::library::battles();
    let ready = ready.iter().find(|ready| ready.system == system).unwrap();
    let fleets = ready.sides.map(|path| {
        let file = engine::fleet::library::file(path).unwrap();
        engine::fleet::read_toml(file).unwrap().fleet
    });
    let open = |options| games::Battle::open(fleets.clone(), options).unwrap();
    let plain = open(Options::new());
    let commanded = open([command].into_iter().collect());
    let firsts = |battle: &games::Battle| {
        let parts = battle.sequence();
        let moves = parts.iter().filter(|part| part.steps.len() > 1);
        moves.map(|part| part.steps[0].name.to_string()).collect::<Vec<_>>()
    };
    // Before speeds are set, and before a side moves.
    let checks = |battle| firsts(battle).iter().filter(|name| *name == "Check for command").count();
    assert_eq!((checks(&plain), checks(&commanded)), (0, 2));
    assert_eq!(commanded.side_name(Side::A), plain.side_name(Side::A));
    let free = open([system.switch("no-surprise").unwrap()].into_iter().collect());
    assert_eq!(free.sequence()[0].title.to_string(), "Before turn 1");
}
