//! Tests of the battle report: it says what happened, no more and no less.

use dice::{Thoroughness, walk};
use engine::analysis::{BattleReport, odds};
use engine::journal::{DiceChoice, Group, Journal, Opening};
use games::greek_fire::Outcome;
use games::{Battle, Options, SystemTag};
use message::i18n::Words;
use message::{Joint, Message};
use player::{Picks, first_battle, play, ready_battle};
use rules::{Look, Side, Tone, Viewer};
use serde_json::{Value, json};
use testing::player;

fn give_with_note(journal: &mut Journal, order: &Value, dice: &Value, note: &str) {
    let order = journal.battle().read_order(order.as_object().expect("an order")).expect("written");
    let dice = match dice {
        Value::Null => DiceChoice::Program,
        list => DiceChoice::Entered(serde_json::from_value(list.clone()).expect("dice")),
    };
    journal.give(&order, &dice, 1_000, note).expect("an open order");
}

fn give(journal: &mut Journal, order: &Value, dice: &Value) {
    give_with_note(journal, order, dice, "");
}

/// Gives these orders together.
fn give_as_one(journal: &mut Journal, orders: &[(Value, Value)], secret_of: Option<Side>) {
    let mut then = journal.clone();
    for (order, dice) in orders {
        give(&mut then, order, dice);
    }
    let group = Group { id: journal.group_id(1), secret_of };
    journal.enter(journal.prepare_group(&then, group));
}

/// Two rounds of Sybota: a shot, a ram that sinks, and a ram in the second round.
fn sybota() -> Journal {
    let opening = Opening { special_orders: Vec::new(), ..ready_battle("sybota", 7) };
    let mut journal = Journal::open(opening).expect("Sybota");
    give(&mut journal, &json!({"kind": "activate", "ship": "A1"}), &json!([]));
    let shoot = json!({
        "kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B2", "range": 2,
    });
    give_with_note(&mut journal, &shoot, &json!([9, 4, 6]), "from the *stern*");
    let ram = |ship: &str, target: &str| json!({"kind": "ram", "ship": ship, "target": target, "spaces_straight": 4});
    give(&mut journal, &ram("A1", "B1"), &json!([10]));
    give(&mut journal, &json!({"kind": "end-round"}), &json!([]));
    give(&mut journal, &ram("B2", "A2"), &json!([1]));
    journal
}

fn everything(journal: &Journal) -> BattleReport {
    BattleReport::of(journal, Viewer::Everyone)
}

#[test]
fn rounds_are_chapters_and_turns_of_ships_are_paragraphs() {
    let report = everything(&sybota());
    let titles: Vec<&Message> = report.rounds.iter().map(|chapter| &chapter.title).collect();
    assert_eq!(titles, ["Round 1", "Round 2"]);
    let [paragraph] = &report.rounds[0].paragraphs[..] else { panic!("{:?}", report.rounds) };
    let paragraph = paragraph.to_string();
    assert!(paragraph.contains("(from the *stern*)"), "{paragraph}");
    assert!(paragraph.contains("rams B1 ") && paragraph.contains(" goes down."), "{paragraph}");
    assert!(!paragraph.contains("The round is over"), "this sentence is only for the table");
}

#[test]
fn a_round_without_events_says_so() {
    let report = everything(&sybota());
    assert_eq!(report.rounds[1].paragraphs, ["Nothing decisive happened."]);
}

#[test]
fn a_ship_is_called_by_her_tag_once_a_round() {
    let report = everything(&sybota());
    let text = Message::joined(report.rounds[0].paragraphs.clone(), Joint::Space).to_string();
    let name = report.forces[0].members[0].name.clone();
    assert_eq!(text.matches(&format!("A1 {name}")).count(), 1, "{text}");
    assert!(text.matches(&name).count() > 1, "{text}");
}

/// The turn of a ship of Greek Fire in which she only moves.
fn only_moves(ship: &str) -> Vec<(Value, Value)> {
    ["activate", "sail", "row", "morale", "end-turn"]
        .map(|kind| {
            let mut order = json!({"kind": kind, "ship": ship});
            if kind == "row" {
                order["spent"] = json!("all");
            }
            (order, Value::Null)
        })
        .to_vec()
}

fn paragraphs(journal: &Journal, viewer: Viewer) -> Vec<String> {
    let rounds = BattleReport::of(journal, viewer).rounds;
    rounds.iter().flat_map(|chapter| &chapter.paragraphs).map(Message::to_string).collect()
}

#[test]
fn orders_that_were_given_as_one_are_one_paragraph_with_the_sentence_of_their_group() {
    let ram = |ship: &str, target: &str| {
        let ram = json!({"kind": "ram", "ship": ship, "target": target, "spaces_straight": 4});
        (ram, json!([10]))
    };
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("Sybota");
    give_as_one(&mut journal, &[only_moves("A1"), only_moves("B2")].concat(), None);
    let begin = |ship: &str| (json!({"kind": "activate", "ship": ship}), json!([]));
    let alone = [begin("A2"), ram("A2", "B1")];
    let mut single = journal.clone();
    for (order, dice) in &alone {
        give(&mut single, order, dice);
    }
    let rammed = paragraphs(&single, Viewer::Everyone);
    let [moved, rammed] = &rammed[..] else { panic!("{rammed:?}") };
    assert_eq!(moved, "2 units only move.");
    assert!(rammed.contains(" goes down."), "{rammed}");
    let end = (json!({"kind": "end-turn", "ship": "A2"}), json!([]));
    give_as_one(&mut journal, &[&alone[..], &[end]].concat(), None);
    let texts = paragraphs(&journal, Viewer::Everyone);
    let [_, turn] = &texts[..] else { panic!("{texts:?}") };
    let (ends, what) = turn.split_once(". ").expect("sentences");
    assert!(ends.starts_with("A2 ") && ends.ends_with(" ends her turn"), "{turn}");
    // Her tag occurs once in a chapter.
    let without = |text: &str| text.replace("A2 ", "");
    assert_eq!(
        without(what),
        without(rammed),
        "the text of the group contains the texts of its orders"
    );
    let markdown = everything(&journal).to_markdown(&Words::ENGLISH);
    assert!(markdown.contains("\n\n2 units only move.\n\n") && markdown.contains(turn));
}

#[test]
fn a_turn_that_was_given_as_one_is_reported_if_it_had_an_effect() {
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("Sybota");
    give_as_one(&mut journal, &only_moves("A1"), None);
    assert_eq!(paragraphs(&journal, Viewer::Everyone), ["Nothing decisive happened."]);
}

#[test]
fn speeds_that_were_set_as_one_are_reported_to_their_own_side() {
    let battle = |speeds: &[u32]| {
        let opening = first_battle(SystemTag::ChickenOfTheSea, 1, false);
        let mut journal = Journal::open(opening).expect("ready");
        let set = |(speed, number): (&u32, usize)| {
            let ship = format!("A{number}");
            (json!({"kind": "set-speed", "ship": ship, "speed": speed}), json!([]))
        };
        let orders: Vec<_> = speeds.iter().zip(1..).map(set).collect();
        give_as_one(&mut journal, &orders, Some(Side::A));
        journal
    };
    let (one, other) = (battle(&[2, 2, 2]), battle(&[3, 2]));
    for viewer in [Viewer::Everyone, Viewer::Side(Side::A)] {
        let texts = paragraphs(&one, viewer);
        let [text] = &texts[..] else { panic!("{texts:?}") };
        assert!(text.starts_with("3 galleys set speed 2."), "{text}");
    }
    for viewer in [Viewer::Side(Side::B), Viewer::Both, Viewer::Onlooker] {
        let of = |journal: &Journal| {
            serde_json::to_string(&BattleReport::of(journal, viewer)).expect("it can be written")
        };
        assert_eq!(of(&one), of(&other), "{viewer:?}");
        assert_eq!(paragraphs(&one, viewer), ["Nothing decisive happened."]);
    }
}

#[test]
fn losses_have_the_cause_and_the_round() {
    let report = everything(&sybota());
    assert_eq!(report.forces[0].losses, []);
    let [lost] = &report.forces[1].losses[..] else { panic!("{:?}", report.forces) };
    assert_eq!([lost.tag.to_string(), lost.how.to_string()], ["B1", "sunk"]);
    assert_eq!(lost.when, "Round 1");
    assert_eq!(report.verdict, "The battle is not over (round 2).");
    let state = |side: usize, at: usize| report.forces[side].members[at].state.to_string();
    assert_eq!([state(1, 0), state(0, 0)], ["sunk in round 1", "undamaged"]);
    assert!(state(1, 1).starts_with("Crew "), "{}", state(1, 1));
    assert_eq!(
        report.summary()[1],
        "The Athenian squadron at Sybota lost none of 5 ships. The Corinthians at Sybota lost 1 \
         of 5 ships."
    );
}

#[test]
fn a_damaged_unit_is_not_reported_as_undamaged() {
    let mut wrong = 0;
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let journal = Journal::read_file(&text).expect("sound");
        for viewer in [Viewer::Everyone, Viewer::Side(Side::A)] {
            let known = journal.battle().known_to(viewer);
            let report = BattleReport::of(&journal, viewer);
            let members = report.forces.iter().flat_map(|force| &force.members);
            for member in members.filter(|member| !member.lost) {
                let card = known.card(member.tag).expect("a card");
                let state = member.state.to_string();
                for mark in card.marks.iter().filter(|mark| mark.tone == Tone::Bad) {
                    assert!(state.contains(&mark.label.to_string()), "{system}: {state}");
                    wrong += 1;
                }
                for gauge in card.gauges.iter().filter(|gauge| gauge.look == Look::Damage) {
                    let shown = format!("{} {}", gauge.label, gauge.value);
                    assert_eq!(state.contains(&shown), gauge.value > 0, "{system}: {state}");
                    // The number of their boxes says nothing about strength.
                    assert!(!state.contains(&format!("{shown} of")), "{system}: {state}");
                }
            }
        }
    }
    assert!(wrong > 5, "{wrong}");
}

/// The balance of A's and B's ships, as the documentation of the swing defines it: half for
/// presence, half for the crew.
fn balance(battle: &Battle) -> f64 {
    let ships = battle.tags().into_iter().filter(|tag| battle.in_play(*tag));
    ships
        .map(|tag| {
            let gauge = &battle.full_view().card(tag).expect("a card").gauges[0];
            assert_eq!(gauge.label, "Crew");
            let weight = 0.5 + 0.5 * f64::from(gauge.value) / f64::from(gauge.full);
            if battle.holder(tag) == Side::A { weight } else { -weight }
        })
        .sum()
}

#[test]
fn a_turning_point_is_the_difference_from_the_expected_result() {
    let report = everything(&sybota());
    let journal = sybota();
    let (before, entry) = (journal.at(2).expect("before it"), journal.entry(2).expect("the ram"));
    let order = before.read_order(&entry.order).expect("a ram");
    // Every result of every roll, by a slow method.
    let mut mean = 0.0;
    walk(
        Thoroughness::EveryResult,
        |dice| before.resolve(&order, dice).expect("open"),
        |branch, chance| {
            let mut after = before.clone();
            after.apply(&branch.effects);
            mean += chance.to_f64() * balance(&after);
        },
    );
    let point = report.turning_points.iter().find(|point| point.index == 2).expect("the ram");
    assert_eq!((point.outcome.as_str(), point.favours), ("sunk", Side::A));
    assert!((point.swing - (balance(journal.at(3).expect("after it")) - mean)).abs() < 1e-9);
    let odds = odds(&before.full_view(), &order, &[], Thoroughness::Merged).expect("open");
    assert!((point.chance - odds.of(Outcome::Sunk).to_f64()).abs() < 1e-12);
    assert!((point.least_likely_throw - 0.1).abs() < 1e-12, "a ten");
    let (other, chance) = point.instead.clone().expect("it could have come out otherwise");
    assert!(
        odds.outcomes
            .iter()
            .all(|(found, c)| *found == Outcome::Sunk.into() || c.to_f64() <= chance)
    );
    let [what, worth] = report.turning_point_text(point).map(|text| Words::ENGLISH.capital(&text));
    assert!(what.ends_with(" goes down."), "{what}");
    assert!(worth.starts_with("Sunk, a "), "{worth}");
    assert!(worth.contains(&other.replace('-', " ")), "{worth}");
    assert!(worth.ends_with(" to the Athenian squadron at Sybota."));
}

#[test]
fn certain_and_minor_results_are_not_turning_points() {
    for system in SystemTag::ALL {
        let mut journal = Journal::open(first_battle(*system, 3, false)).expect("ready");
        play(&mut journal, 120, &mut Picks::new(3));
        let report = everything(&journal);
        assert!(report.turning_points.len() <= 5);
        for point in &report.turning_points {
            assert!(point.swing > 0.1 && point.chance > 0.0, "{system}: {point:?}");
            assert!(!point.story.is_empty(), "{system}: {point:?}");
        }
        assert_eq!(report.balance.len(), journal.cursor() + 1);
    }
}

#[test]
fn undone_orders_are_not_in_the_report() {
    let mut journal = sybota();
    while journal.cursor() > 2 {
        journal.undo();
    }
    let report = everything(&journal);
    assert_eq!(report.rounds.len(), 1);
    assert!(report.forces[1].losses.is_empty() && report.turning_points.is_empty());
    let text = report.to_markdown(&Words::ENGLISH);
    assert!(!text.contains("goes down"), "{text}");
}

#[test]
fn a_prize_is_lost_to_her_side_and_a_ship_won_back_is_not() {
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("Sybota");
    let set = |ship: &str, field: &str, value: Value| json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    let take = |ship: &str, target: &str| json!({"kind": "take-prize", "ship": ship, "target": target, "crew": 10});
    give(&mut journal, &set("B3", "crew", json!(0)), &json!([]));
    give(&mut journal, &take("A1", "B3"), &json!([]));
    let lost = everything(&journal).forces[1].losses.clone();
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].how, "captured");
    give(&mut journal, &set("B3", "crew", json!(0)), &json!([]));
    give(&mut journal, &take("B1", "B3"), &json!([]));
    assert_eq!(everything(&journal).forces[1].losses, []);
    // A prize that then sinks is reported as sunk.
    give(&mut journal, &set("B3", "crew", json!(0)), &json!([]));
    give(&mut journal, &take("A1", "B3"), &json!([]));
    give(&mut journal, &json!({"kind": "end-round"}), &json!([]));
    give(&mut journal, &set("B3", "status", json!("sunk")), &json!([]));
    let lost = everything(&journal).forces[1].losses.clone();
    assert_eq!([&lost[0].how, &lost[0].when], ["sunk", "Round 2"]);
}

#[test]
fn markdown_has_a_heading_for_every_chapter_and_escapes_marks_in_texts() {
    let report = everything(&sybota());
    let text = report.to_markdown(&Words::ENGLISH);
    assert!(text.starts_with(&format!("# {}\n\n**The battle is not over", report.title)), "{text}");
    let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let parts = ["The forces", "Round 1", "Round 2", "Turning points", "The dice", "The scenario"];
    assert_eq!(headings, parts);
    assert!(text.contains(r"(from the \*stern\*)") && text.ends_with(".\n"));
    for force in &report.forces {
        assert!(text.contains(&format!("\n### {}\n", force.name)), "{text}");
        for member in &force.members {
            assert!(text.contains(&format!("\n- {} {}: ", member.tag, member.name)), "{text}");
        }
    }
}

#[test]
fn stored_battles_of_every_game_give_the_same_report() {
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let journal = Journal::read_file(&text).expect("a sound file");
        insta::assert_snapshot!(
            format!("stored_{system}"),
            everything(&journal).to_markdown(&Words::ENGLISH)
        );
    }
}

#[test]
fn a_report_has_the_luck_and_the_balance_of_the_battle() {
    let report = everything(&sybota());
    assert_eq!(report.forces[1].losses[0].tag.to_string(), "B1");
    assert_eq!(report.rounds[1].title.to_string(), "Round 2");
    assert_eq!(report.turning_points[0].index, 2);
    assert_eq!(report.luck.throws.len(), 5);
    assert_eq!(report.luck.course().len(), 3);
    assert_eq!(report.dice_of_the_seed, None, "the players rolled all dice");
    assert_eq!((report.orders, report.balance.len()), (5, 6));
}

#[test]
fn reports_for_a_side_have_no_secrets_of_the_other() {
    let opening = first_battle(SystemTag::ChickenOfTheSea, 1, false);
    let mut journal = Journal::open(opening).expect("ready");
    let speed = json!({"kind": "set-speed", "ship": "A1", "speed": 3});
    give_with_note(&mut journal, &speed, &json!([]), "a trap");
    let markdown = |viewer| BattleReport::of(&journal, viewer).to_markdown(&Words::ENGLISH);
    for viewer in [Viewer::Everyone, Viewer::Side(Side::A)] {
        assert!(markdown(viewer).contains("sets speed 3. (a trap)"));
    }
    for viewer in [Viewer::Both, Viewer::Side(Side::B)] {
        assert!(!markdown(viewer).contains("speed 3") && !markdown(viewer).contains("trap"));
    }
}

#[test]
fn every_battle_of_every_game_has_a_report() {
    for system in SystemTag::ALL {
        for seed in 0..2 {
            let mut journal = Journal::open(first_battle(*system, seed, false)).expect("ready");
            play(&mut journal, 150, &mut Picks::new(seed));
            let report = everything(&journal);
            assert_eq!(report.dice_of_the_seed, Some(true), "{system}");
            for chapter in &report.rounds {
                assert!(!chapter.title.is_empty(), "{system}");
                assert!(!chapter.paragraphs.is_empty(), "{system}: {}", chapter.title);
                for text in chapter.paragraphs.iter().map(Message::to_string) {
                    assert!(!text.trim().is_empty(), "{system}: {}", chapter.title);
                    for clumsy in ["  ", " and and ", " 1 are ", " 1 spaces", "..", " ,", ": ."] {
                        assert!(!text.contains(clumsy), "{system}: {text}");
                    }
                }
            }
            for force in &report.forces {
                let holds = |tag: &rules::Tag| {
                    journal.battle().in_play(*tag) && journal.battle().holder(*tag) == force.side
                };
                let own = journal.battle().tags().into_iter().filter(|tag| tag.side == force.side);
                let left = own.filter(holds).count();
                assert_eq!(left + force.losses.len(), force.units, "{system}");
            }
        }
    }
}

fn of_fleets(fleets: &[Value; 2]) -> Journal {
    let fleets = fleets.each_ref().map(|keys| {
        engine::fleet::read_json(keys).unwrap_or_else(|faults| panic!("{faults:?}")).fleet
    });
    Journal::open(Opening::new(fleets, Options::new(), 7)).expect("a battle")
}

/// Checks that the reports of two battles are equal for a viewer, but not for one who knows
/// everything. Returns whether either mentions a turning point to him.
fn reports_are_equal(journals: &[Journal; 2], viewer: Viewer) -> bool {
    let written = |journal: &Journal, viewer| {
        serde_json::to_string(&BattleReport::of(journal, viewer)).expect("it can be written")
    };
    let open = journals.each_ref().map(|journal| written(journal, Viewer::Everyone));
    assert_ne!(open[0], open[1], "a viewer who knows everything sees the difference");
    let [one, two] = journals.each_ref().map(|journal| written(journal, viewer));
    assert_eq!(one, two);
    journals.iter().any(|journal| !everything(journal).turning_points.is_empty())
}

#[test]
fn a_turning_point_does_not_reveal_a_secret_speed() {
    let ship = |name: &str, speed: u8| json!({"name": name, "cq": 3, "speed": speed});
    let fleet = |nation: &str, ships: [Value; 2]| json!({"system": "chicken-of-the-sea", "name": nation, "nation": nation, "ship": ships});
    let journals = [1, 2].map(|speed| {
        let mut journal = of_fleets(&[
            fleet("carthage", [ship("I", 5), ship("II", 2)]),
            fleet("rome", [ship("III", 2), ship("IV", 2)]),
        ]);
        let set = json!({"kind": "set-speed", "ship": "B1", "speed": speed});
        give(&mut journal, &set, &json!([]));
        while journal.battle().full_view().state()["phase"] != "carthage-moves" {
            give(&mut journal, &json!({"kind": "end-phase"}), &json!([]));
        }
        let ram = json!({
            "kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0,
            "avoid": true,
        });
        give(&mut journal, &ram, &json!([3]));
        journal
    });
    assert!(reports_are_equal(&journals, Viewer::Side(Side::A)), "it was a close escape");
}

/// An army of three veterans, with this morale for the first.
fn three_veterans(first: u32) -> Value {
    let unit = |name: &str, column: u8, morale: u32| {
        json!({
            "name": name, "kind": "heavy-infantry", "zone": "center-battle-line",
            "column": column, "max_morale": morale, "veteran": true,
        })
    };
    let mut third = unit("Third", 1, 9 - first);
    third["zone"] = json!("left-battle-line");
    json!({
        "system": "command-and-chaos", "name": "Legion",
        "unit": [unit("First", 1, first), unit("Second", 2, 4), third],
    })
}

#[test]
fn a_turning_point_does_not_reveal_hidden_morale() {
    let journals = [4, 5].map(|morale| {
        let mut journal = of_fleets(&[three_veterans(morale), three_veterans(4)]);
        let melee = json!({"kind": "melee", "unit": "B2", "target": "A1"});
        give(&mut journal, &melee, &json!([1, 1]));
        let hits = json!({"kind": "adjust", "ship": "A1", "field": "hits", "value": 3});
        give(&mut journal, &hits, &json!([]));
        give(&mut journal, &json!({"kind": "end-phase"}), &json!([]));
        give(&mut journal, &melee, &json!([4, 4]));
        journal
    });
    assert!(reports_are_equal(&journals, Viewer::Side(Side::B)), "the first held its ground");
}

#[test]
fn the_check_of_the_seed_reveals_no_secret_roll() {
    let ship = |name: &str| json!({"name": name, "cq": 3, "speed": 5});
    let fleet = |nation: &str| json!({"system": "chicken-of-the-sea", "name": nation, "nation": nation, "ship": [ship("I")]});
    // A crew that stays at full speed rolls for fatigue.
    let journals = [4, 5].map(|speed| {
        let mut journal = of_fleets(&[fleet("carthage"), fleet("rome")]);
        let set = json!({"kind": "set-speed", "ship": "A1", "speed": speed});
        give(&mut journal, &set, &Value::Null);
        journal
    });
    let [none, rolled] = journals.each_ref().map(|journal| everything(journal).dice_of_the_seed);
    assert_eq!((none, rolled), (None, Some(true)));
    reports_are_equal(&journals, Viewer::Side(Side::B));
}
