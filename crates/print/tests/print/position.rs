//! Tests of prints in the middle of a battle: they show everything that the battle knows
//! and the reader may know, and no damage on a fresh ship.

use dice::{Chance, Thoroughness};
use engine::analysis::{odds, odds_tables};
use engine::fleet::{library, read_toml};
use games::{Battle, Fleet, Options, Outcome, SystemTag};
use print::page::{Item, Page};
use print::{PerPage, PrintInput, PrintJob, PrintKind, PrintPart, parts};
use rules::scenario::{Reads, ScenarioOrder};
use rules::{Sheet, Side, Subject, Tag, Viewer};

use super::support::{check, letters};
use testing::random_play::play;

/// Battles of a game in the middle of random play, with the fleets that began them.
pub(crate) fn positions(system: SystemTag) -> Vec<(Battle, [Fleet; 2])> {
    let ready = library::battles().iter().find(|ready| ready.system == system).unwrap();
    let fleets = ready.sides.map(|path| read_toml(library::file(path).unwrap()).unwrap().fleet);
    let position = |(seed, orders): (u64, usize)| {
        let mut battle = Battle::open(fleets.clone(), Options::new()).unwrap();
        play(&mut battle, seed, orders);
        (battle, fleets.clone())
    };
    [(1, 12), (2, 45), (3, 90), (4, 140)].map(position).into()
}

fn pages(inputs: &[PrintInput], kinds: &[PrintKind]) -> Vec<Page> {
    let parts = parts(inputs, None, kinds);
    let pages = PrintJob { parts, per_page: PerPage::One, ..PrintJob::default() }.pages();
    pages.iter().for_each(check);
    pages
}

/// A text as it occurs on a page.
fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The number of boxes that are crossed or ticked on these pages: two slanting strokes
/// each.
fn crosses(pages: &[Page]) -> usize {
    let aslant = |item: &&Item| match item {
        Item::Line(line) => line.points.len() == 2 && super::support::aslant(&line.points),
        _ => false,
    };
    pages.iter().flat_map(|page| &page.items).filter(aslant).count()
}

/// The number of strokes that the sheets require.
fn asked_for(sheets: &[Sheet]) -> usize {
    let in_play = sheets.iter().filter(|sheet| sheet.out.is_none());
    let of = |sheet: &Sheet| {
        let tracks = sheet.tracks.iter().map(|track| {
            let crossed = track.crossed.min(track.boxes);
            2 * crossed + track.unavailable.min(track.boxes - crossed)
        });
        let ticks = sheet.ticks.iter().filter(|tick| tick.ticked).count();
        usize::try_from(tracks.sum::<u32>()).unwrap() + 2 * ticks
    };
    let out = sheets.iter().filter(|sheet| sheet.out.is_some()).count();
    in_play.map(of).sum::<usize>() + out
}

#[test]
fn every_condition_of_a_unit_or_side_is_on_the_page() {
    for &system in SystemTag::ALL {
        for (battle, fleets) in positions(system) {
            for viewer in [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Both] {
                let inputs = PrintInput::of_battle(&battle, &fleets, viewer);
                let page = letters(&pages(&inputs, &[PrintKind::Moment])).to_lowercase();
                for tag in battle.tags() {
                    let sheet = battle.known_to(viewer).record_sheet(tag, false).unwrap();
                    let shown: Vec<&str> =
                        sheet.entries().map(|entry| entry.split('.').next().unwrap()).collect();
                    for now in battle.known_to(viewer).present_of(Subject::Unit(tag)) {
                        let drawn = shown.contains(&now.entry.as_str());
                        let words = without_spaces(&now.words.to_string()).to_lowercase();
                        assert!(
                            drawn || page.contains(&words),
                            "{system}, {viewer:?}: {tag}.{} ({words}) is not on {page}",
                            now.entry
                        );
                    }
                }
                for side in [Side::A, Side::B] {
                    for now in battle.known_to(viewer).present_of(Subject::Side(side)) {
                        let words = without_spaces(&now.words.to_string()).to_lowercase();
                        assert!(page.contains(&words), "{system}: {side}.{}: {words}", now.entry);
                    }
                }
                let guide = battle.known_to(viewer).guide();
                let headline = without_spaces(&guide.headline.to_string()).to_lowercase();
                assert!(page.contains(&headline), "{system}: {headline}");
            }
        }
    }
}

#[test]
fn a_unit_out_of_action_has_only_the_reason_and_no_phrase_twice() {
    for &system in SystemTag::ALL {
        for (battle, fleets) in positions(system) {
            for viewer in [Viewer::Everyone, Viewer::Side(Side::B), Viewer::Both] {
                let inputs = PrintInput::of_battle(&battle, &fleets, viewer);
                let parts = parts(&inputs, None, &[PrintKind::Moment]);
                let [PrintPart::Position(moment)] = parts.as_slice() else { panic!("{parts:?}") };
                for unit in moment.sides.iter().flat_map(|side| &side.units) {
                    let mut texts: Vec<String> =
                        unit.sentences.iter().map(ToString::to_string).collect();
                    let count = texts.len();
                    assert!(!unit.is_out || (1..=2).contains(&count), "{system}: {texts:?}");
                    texts.sort();
                    texts.dedup();
                    assert_eq!(texts.len(), count, "{system}: {:?}", unit.sentences);
                }
            }
        }
    }
}

#[test]
fn odds_of_later_charges_and_melees_do_not_depend_on_the_position() {
    let scenarios = |battle: &Battle, side| {
        let tables = odds_tables(&battle.full_view(), side).into_iter();
        let scenarios = tables.filter(|table| !table.scenario_orders.is_empty());
        scenarios.map(|table| (table.title.to_string(), table.rows)).collect::<Vec<_>>()
    };
    for (battle, fleets) in positions(SystemTag::CommandAndChaos) {
        let begun = Battle::open(fleets, Options::new()).unwrap();
        for side in [Side::A, Side::B] {
            assert_eq!(scenarios(&battle, side), scenarios(&begun, side));
        }
    }
}

#[test]
fn crossed_boxes_are_the_losses_of_the_battle_and_none_on_a_fresh_ship() {
    for &system in SystemTag::ALL {
        for (battle, fleets) in positions(system) {
            let inputs = PrintInput::of_battle(&battle, &fleets, Viewer::Everyone);
            let sheets: Vec<Sheet> = inputs.iter().flat_map(PrintInput::sheets).collect();
            let begun = Battle::open(fleets.clone(), Options::new()).unwrap();
            let gone =
                [Side::A, Side::B].into_iter().flat_map(|side| battle.full_view().tallies(side));
            let gone = 2 * gone.map(|tally| usize::try_from(tally.crossed).unwrap()).sum::<usize>();
            assert_eq!(sheets.len(), battle.tags().len(), "{system}");
            let crosses = crosses(&pages(&inputs, &[PrintKind::Sheets]));
            assert_eq!(crosses, asked_for(&sheets) + gone, "{system}");
            // The print differs from a blank sheet only if the record does.
            for sheet in &sheets {
                let tag = sheet.tag.unwrap();
                let fresh = battle.full_view().record_sheet(tag, true).unwrap();
                let state = |battle: &Battle| battle.full_view().unit_state(tag).unwrap();
                let (then, now) = (state(&begun), state(&battle));
                let changed = |entry: &str| {
                    let key = entry.split('.').next().unwrap();
                    let differs = |key: &str| then.get(key) != now.get(key);
                    key == "status" || differs(key) || (key == "crew" && differs("sent_to_prizes"))
                };
                for track in
                    sheet.tracks.iter().filter(|track| track.crossed + track.unavailable > 0)
                {
                    let same = fresh.tracks.iter().find(|known| known.caption == track.caption);
                    let differs = same.is_none_or(|known| known.crossed != track.crossed);
                    let entry = track.entry.as_deref().unwrap_or("crew");
                    assert!(!differs || changed(entry), "{system}: {tag}: {}", track.caption);
                }
                for tick in sheet.ticks.iter().filter(|tick| tick.ticked) {
                    let entry = tick.entry.as_deref().unwrap_or("status");
                    let rammed = tick.caption == "rammed this turn";
                    let same = fresh.ticks.iter().find(|known| known.caption == tick.caption);
                    let differs = same.is_none_or(|known| !known.ticked);
                    let is_explained = !differs || rammed || changed(entry);
                    assert!(is_explained, "{system}: {tag}: {}", tick.caption);
                }
            }
        }
    }
}

#[test]
fn men_sent_to_a_prize_are_away_and_the_prize_is_with_her_captor() {
    let ready = library::battles().iter().find(|ready| ready.slug == "sybota").unwrap();
    let fleets = ready.sides.map(|path| read_toml(library::file(path).unwrap()).unwrap().fleet);
    let mut battle = Battle::open(fleets.clone(), Options::new()).unwrap();
    let orders = [
        serde_json::json!({"kind": "adjust", "ship": "B2", "field": "crew", "value": 0, "note": ""}),
        serde_json::json!({"kind": "take-prize", "ship": "A1", "target": "B2", "crew": 100}),
    ];
    for order in orders {
        battle = corrected(&battle, &order);
    }
    let [a, b] = PrintInput::of_battle(&battle, &fleets, Viewer::Everyone);
    let of = |input: &PrintInput, tag: &str| {
        let tag = tag.parse().unwrap();
        input.sheets().into_iter().find(|sheet| sheet.tag == Some(tag))
    };
    let captor = of(&a, "A1").unwrap();
    assert_eq!((captor.tracks[0].crossed, captor.tracks[0].unavailable), (0, 10));
    assert!(captor.facts[0].text.to_string().contains("100 men aboard prizes, not dead"));
    assert!(of(&b, "B2").is_none());
    let prize = of(&a, "B2").unwrap().facts[0].text.to_string();
    for words in ["prize of side A", "victory: A1", "100 men came aboard"] {
        assert!(prize.contains(words), "{words} is not in {prize}");
    }
    let victories = captor.blanks.iter().find(|line| line.caption == "Victories").unwrap();
    assert_eq!(victories.text, "1 B2");
}

#[test]
fn every_printed_chance_equals_the_answer_for_its_order() {
    for &system in SystemTag::ALL {
        for (battle, _) in positions(system).into_iter().skip(1).step_by(2) {
            for side in [Side::A, Side::B] {
                for table in odds_tables(&battle.full_view(), side) {
                    for ((label, chances), orders) in table.rows.iter().zip(&table.asked) {
                        for order in orders {
                            let order = battle.read_order(order).unwrap();
                            let asked =
                                odds(&battle.full_view(), &order, &[], Thoroughness::Merged)
                                    .unwrap();
                            for (column, printed) in table.columns.iter().zip(chances) {
                                let of = |(outcome, _): &&(Outcome, Chance)| {
                                    outcome.message() == *column
                                };
                                let found = asked.outcomes.iter().find(of);
                                let found = found.map(|(_, chance)| chance.to_f64());
                                assert_eq!(*printed, found, "{system}: {}: {label}", table.title);
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_attack_of_a_galley_is_only_in_the_tables_by_difference() {
    let (mut found, system) = (0, SystemTag::ChickenOfTheSea);
    for (battle, _) in positions(system) {
        let known = battle.full_view();
        for side in [Side::A, Side::B] {
            let tables = odds_tables(&known, side);
            let mut asked = tables.iter().flat_map(|table| &table.asked).flatten();
            assert!(asked.all(|order| order["kind"] != "ram" && order["kind"] != "shear"));
            let own = battle.tags().into_iter().filter(|tag| battle.holder(*tag) == side);
            for (ship, target) in
                own.flat_map(|own| battle.tags().into_iter().map(move |t| (own, t)))
            {
                let number = |of: Tag| {
                    let value = |entry| known.value(&format!("{of}.{entry}")).unwrap();
                    value("cq").as_i64().unwrap() + value("speed").as_i64().unwrap_or(1)
                };
                let value = |entry: &str| known.value(&format!("{ship}.{entry}")).unwrap();
                let is_punic = value("nation") == "carthage" && value("status") != "captured";
                let who = if is_punic { "original Carthaginians" } else { "all others" };
                let attacks = [
                    ("ram", "front", 0, "sunk"),
                    ("ram", "flank", 1, "sunk"),
                    ("ram", "stern", 2, "sunk"),
                    ("shear", "front", 3, "sheared"),
                ];
                for (kind, aspect, column, outcome) in attacks {
                    let mut order = serde_json::json!({
                        "kind": kind, "ship": ship, "target": target, "aspect": aspect, "avoid": false
                    });
                    if kind == "ram" {
                        order["mp_left"] = 0.into();
                    }
                    let order = battle.read_order(order.as_object().unwrap()).unwrap();
                    let Ok(odds) = odds(&known, &order, &[], Thoroughness::Merged) else {
                        continue;
                    };
                    let chance = odds.of(system.outcome(outcome).unwrap()).to_f64();
                    let difference = number(ship) - number(target);
                    let label =
                        if difference < 8 { difference.to_string() } else { "8 or more".into() };
                    let title = format!("Ram and shear: {who}");
                    let table = tables.iter().find(|table| table.title == title).expect(&title);
                    let row = table.rows.iter().find(|(row, _)| *row == label);
                    let printed = row.and_then(|(_, chances)| chances[column]).unwrap_or(0.0);
                    assert!((printed - chance).abs() < 1e-9, "{title} {aspect} {difference}");
                    found += usize::from(chance > 0.0);
                }
            }
        }
    }
    assert!(found > 40, "{found}");
}

/// The battle after a correction.
fn corrected(battle: &Battle, order: &serde_json::Value) -> Battle {
    let mut battle = battle.clone();
    let order = battle.read_order(order.as_object().unwrap()).unwrap();
    let done = battle.resolve(&order, &mut dice::Seeded::new(0, 0)).unwrap();
    battle.apply(&done.effects);
    battle
}

/// The printed odds of an order on a corrected battle: its probabilities, or its average.
fn answered(
    battle: &Battle,
    scenario: &ScenarioOrder,
    columns: usize,
) -> (Vec<Option<f64>>, Option<f64>) {
    let battle =
        scenario.before.iter().fold(battle.clone(), |battle, order| corrected(&battle, order));
    let order = battle.read_order(scenario.order.as_object().unwrap()).unwrap();
    let watched: Vec<String> = match &scenario.reads {
        Reads::Outcome(_) => Vec::new(),
        Reads::Counts(key, ..) | Reads::Losses(key, _) => vec![key.clone()],
    };
    let asked = odds(&battle.full_view(), &order, &watched, Thoroughness::Merged).unwrap();
    let chance_of = |key: &str, counts: &dyn Fn(u64) -> bool| -> f64 {
        let values = asked.watched[key].iter();
        let fitting = values.filter(|(value, _)| counts(value.as_u64().unwrap_or(0)));
        fitting.map(|(_, chance)| chance.to_f64()).sum()
    };
    match &scenario.reads {
        Reads::Outcome(word) => {
            let outcome = battle.system().outcome(word).unwrap();
            let chance = asked.of(outcome).to_f64();
            (vec![(chance > 0.0).then_some(chance)], None)
        }
        Reads::Counts(key, from, most) => {
            assert!(usize::try_from(*most).unwrap() < columns);
            let chance = |count: u64| {
                let suffered = |value: u64| value.saturating_sub(u64::from(*from));
                let last = count == u64::from(*most);
                let counts = |value| suffered(value) == count || last && suffered(value) > count;
                chance_of(key, &counts)
            };
            let chances = (0..=u64::from(*most)).map(chance);
            (chances.map(|chance| (chance > 0.0).then_some(chance)).collect(), None)
        }
        Reads::Losses(key, from) => {
            let mean: f64 = asked.watched[key]
                .iter()
                .map(|(value, chance)| {
                    f64::from(*from) * chance.to_f64() - value.as_f64().unwrap() * chance.to_f64()
                })
                .sum();
            (Vec::new(), Some(mean))
        }
    }
}

#[test]
fn every_chance_of_a_later_situation_equals_the_answer_for_its_order() {
    let mut with_drills = 0;
    for &system in SystemTag::ALL {
        let mut found = 0;
        for (battle, _) in positions(system).into_iter().take(3).step_by(2) {
            for side in [Side::A, Side::B] {
                for table in odds_tables(&battle.full_view(), side) {
                    for (at, sets) in table.scenario_orders.iter().enumerate() {
                        let (label, printed) = &table.rows[at];
                        for orders in sets {
                            let asked = orders.iter();
                            let asked: Vec<_> = asked
                                .map(|order| answered(&battle, order, table.columns.len()))
                                .collect();
                            let chances: Vec<Option<f64>> =
                                asked.iter().flat_map(|(chances, _)| chances.clone()).collect();
                            assert_eq!(*printed, chances, "{system}: {}: {label}", table.title);
                            let means = asked.iter().filter_map(|(_, mean)| *mean);
                            for (mean, printed) in means.zip(&table.further_texts[at]) {
                                let printed: f64 = printed.to_string().parse().unwrap();
                                assert!((printed - mean).abs() < 0.501, "{system}: {label}");
                            }
                            found += 1;
                        }
                    }
                }
            }
        }
        assert!(found == 0 || found > 6, "{system}: {found}");
        with_drills += usize::from(found > 0);
    }
    assert!(with_drills > 3, "{with_drills} games have tables of later situations");
}

#[test]
fn a_required_fight_is_printed_with_its_present_odds() {
    let system = SystemTag::FastPlaySalamis;
    let ready = library::battles().iter().find(|ready| ready.system == system).unwrap();
    let fleets = ready.sides.map(|path| read_toml(library::file(path).unwrap()).unwrap().fleet);
    let mut battle = Battle::open(fleets, Options::new()).unwrap();
    let viability = battle.full_view().value("A1.viability").unwrap().as_u64().unwrap();
    let corrections = [
        ("A1", "hits", serde_json::json!(viability - 1)),
        ("A1", "in_contact_with", serde_json::json!(["B1"])),
        ("B1", "in_contact_with", serde_json::json!(["A1"])),
        ("A1", "boarded_by", serde_json::json!(["B1"])),
    ];
    for (ship, field, value) in corrections {
        let order = serde_json::json!({
            "kind": "adjust", "ship": ship, "field": field, "value": value, "note": ""
        });
        battle = corrected(&battle, &order);
    }
    let order = serde_json::json!({"kind": "hand-to-hand", "attacker": "B1", "defender": "A1"});
    let order = battle.read_order(order.as_object().unwrap()).unwrap();
    let asked = odds(&battle.full_view(), &order, &[], Thoroughness::Merged).unwrap();
    let captured = system.outcome("captured").unwrap();
    let asked = asked.of(captured).to_f64();
    let tables = odds_tables(&battle.full_view(), Side::B);
    let fights = tables.iter().find(|table| table.title == "Hand to hand").unwrap();
    let of = |(label, _): &&(message::Message, Vec<Option<f64>>)| label.to_string().contains("A1");
    let printed: Vec<f64> =
        fights.rows.iter().filter(of).filter_map(|(_, chances)| *chances.last().unwrap()).collect();
    assert!(asked > 0.0 && printed.contains(&asked), "{asked} is not in {printed:?}");
}
