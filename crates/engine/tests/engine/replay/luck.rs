//! Tests of the luck of the dice, and of the proof that the app rolled the dice of its
//! seed.

use dice::{Chance, Die};
use engine::analysis::{Cast, Luck, Proof};
use engine::journal::{Change, Decision, DiceChoice, Journal};
use games::SystemTag;
use message::Message;
use rules::{Side, Viewer};
use serde_json::{Value, json};

use crate::replay::journal::{give, shoot, sybota};
use testing::checksums::sealed;
use testing::player::{Picks, first_battle, play, ready_battle};

fn all(journal: &Journal) -> Luck {
    Luck::of(journal, Viewer::Everyone)
}

fn this_good(cast: &Cast) -> Chance {
    cast.measure.as_ref().expect("better or worse").this_good.clone()
}

fn of(weight: u32, total: u32) -> Chance {
    Chance::of(weight, total)
}

#[test]
fn every_roll_is_compared_with_all_equally_good_ones() {
    let mut journal = sybota();
    // 9 or 10 to hit in 2 of 10; 10 crew in 1 of 10; a fire on 1 is good.
    give(&mut journal, &shoot("A1", "B1", 2), &json!([9, 10, 1]));
    let luck = all(&journal);
    let purposes: Vec<&Message> = luck.throws.iter().map(|cast| &cast.purpose).collect();
    assert_eq!(purposes, ["archers to hit", "crew killed", "catches fire"]);
    let chances: Vec<Chance> = luck.throws.iter().map(this_good).collect();
    assert_eq!(chances, [of(2, 10), of(1, 10), of(1, 6)]);
    assert!(luck.throws.iter().all(|cast| cast.index == 0 && cast.side == Some(Side::A)));

    // On d10: 3.5 and 4.5 above the mean of 5.5, with a spread of the root of 8.25; on d6:
    // 2.5.
    let above = (3.5 + 4.5) / 8.25f64.sqrt() + 2.5 / (35f64 / 12.0).sqrt();
    let ours = &luck.sides[0];
    assert!((ours.above - above).abs() < 1e-12);
    assert!((ours.luck() - above / 3f64.sqrt()).abs() < 1e-12);
    assert_eq!(ours.faces[&10], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    assert_eq!(ours.mean_face(Die::D10.faces()), Some(9.5));
    assert_eq!((ours.throws, luck.sides[1].throws), (3, 0));
    assert_eq!(luck.units.keys().map(ToString::to_string).collect::<Vec<_>>(), ["A1"]);
}

#[test]
fn luck_is_the_share_of_all_rolls_that_are_as_good() {
    let near = |shown: Option<f64>, chance: f64| {
        let shown = shown.expect("it threw");
        assert!((shown - chance).abs() < 1e-9, "{shown} and not {chance}");
    };
    let mut journal = sybota();
    // On the wind table a high die is better: two in six roll a 5 or more.
    give(&mut journal, &json!({"kind": "sail", "ship": "A1"}), &json!([5]));
    near(all(&journal).sides[0].this_good, 2.0 / 6.0);
    near(all(&journal).sides[0].this_bad, 5.0 / 6.0);
    // A 5 and a 4: 10 of 36 rolls total 9 or more.
    give(&mut journal, &json!({"kind": "sail", "ship": "A2"}), &json!([4]));
    near(all(&journal).sides[0].this_good, 10.0 / 36.0);
    near(all(&journal).sides[0].this_bad, 30.0 / 36.0);
    near(all(&journal).units[&"A2".parse().expect("a tag")].this_good, 3.0 / 6.0);
    // With a miss on 1d10: each of 360 rolls, counted.
    give(&mut journal, &shoot("A3", "B1", 2), &json!([1]));
    let spread = [(35f64 / 12.0).sqrt(), 8.25f64.sqrt()];
    let above = |d6: [i32; 2], d10: i32| {
        (f64::from(d6[0] + d6[1]) - 7.0) / spread[0] + (f64::from(d10) - 5.5) / spread[1]
    };
    let mut as_good = 0;
    for first in 1..=6 {
        for second in 1..=6 {
            let good = |d10: &i32| above([first, second], *d10) >= above([5, 4], 1) - 1e-9;
            as_good += (1..=10).filter(good).count();
        }
    }
    near(all(&journal).sides[0].this_good, as_good as f64 / 360.0);
    assert_eq!(all(&journal).sides[1].this_good, None);
}

/// If luck were judged too often or too rarely, the positions of many battles would not be
/// uniform between 0 and 1.
#[test]
fn the_luck_of_many_battles_is_evenly_distributed() {
    let mut fifths = [0u32; 5];
    for system in SystemTag::ALL {
        for seed in 100..112 {
            let mut journal = Journal::open(first_battle(*system, seed, false)).expect("ready");
            play(&mut journal, 24, &mut Picks::new(seed));
            for side in &all(&journal).sides {
                let (Some(good), Some(bad)) = (side.this_good, side.this_bad) else { continue };
                // In the middle of the equally good results.
                let place = f64::midpoint(good, 1.0 - bad);
                assert!((0.0..=1.0).contains(&place));
                fifths[[0.2, 0.4, 0.6, 0.8].iter().filter(|edge| place >= **edge).count()] += 1;
            }
        }
    }
    let battles: u32 = fifths.iter().sum();
    assert!(battles > 90, "{battles}");
    let wanted = f64::from(battles) / 5.0;
    let chi_square: f64 =
        fifths.iter().map(|count| (f64::from(*count) - wanted).powi(2) / wanted).sum();
    // With four degrees of freedom, 18.5 is exceeded once in a thousand times; the seeds
    // are fixed.
    assert!(chi_square < 18.5, "{fifths:?}: {chi_square}");
}

#[test]
fn each_side_rolls_its_own_dice_in_a_melee() {
    let mut journal = sybota();
    let board = json!({"kind": "board", "ship": "B1", "target": "A2"});
    let state = |journal: &Journal, key: &str| {
        journal.battle().full_view().value(key).and_then(|crew| crew.as_u64()).expect("a crew")
    };
    let dice = |crew: u64| usize::try_from(crew.div_ceil(10)).expect("few");
    let (boarders, defenders) =
        (dice(state(&journal, "B1.crew")), dice(state(&journal, "A2.crew")));
    // All sixes for the boarders, the best result; all ones for the others.
    give(&mut journal, &board, &json!([10, vec![6; boarders], defenders]));
    let luck = all(&journal);
    let sides: Vec<_> = luck.throws.iter().map(|cast| cast.side).collect();
    assert_eq!(sides, [Some(Side::B), Some(Side::B), Some(Side::A)]);
    assert!(this_good(&luck.throws[1]) < of(1, u32::MAX));
    assert_eq!(this_good(&luck.throws[2]), Chance::always());
    assert!(luck.sides[1].luck() > 3.0 && luck.sides[0].luck() < -3.0);
    assert_eq!(luck.sides[1].faces[&6][5] as usize, boarders);
    assert!(luck.sides[0].faces.is_empty(), "a total without its faces");
    let tags: Vec<String> = luck.units.keys().map(ToString::to_string).collect();
    assert_eq!(tags, ["A2", "B1"]);
}

#[test]
fn a_low_roll_is_lucky_if_it_harms_the_roller() {
    let mut journal = sybota();
    let burn = json!({"kind": "adjust", "ship": "B2", "field": "fires", "value": 2});
    give(&mut journal, &burn, &json!([]));
    give(&mut journal, &json!({"kind": "fire", "ship": "B2"}), &json!([3, 1, 6]));
    let luck = all(&journal);
    let chances: Vec<Chance> = luck.throws.iter().map(this_good).collect();
    // 2d10 of 3 or less in 3 of 100; a counter goes out on 1, and a 6 is the worst.
    assert_eq!(chances, [of(3, 100), of(1, 6), Chance::always()]);
    assert_eq!(luck.course().len(), 1);
    assert_eq!(luck.course()[0].0, 1, "the correction rolled nothing");
}

/// A card is drawn with a die that has as many faces as there are cards left. It is not a
/// die on the table, even with six cards left, or ten.
#[test]
fn drawn_cards_do_not_count_as_dice() {
    let mut journal = Journal::open(ready_battle("learning", 7)).expect("a battle");
    let card =
        |card: u64| journal.battle().full_view().value(&format!("A.deck.{card}")).expect("a deck");
    let deck: Vec<Value> = (0..10).map(card).collect();
    let set = json!({"kind": "adjust", "ship": "A", "field": "deck", "value": deck});
    give(&mut journal, &set, &json!([]));
    give(&mut journal, &json!({"kind": "draw", "side": "A"}), &json!([10, 9, 8, 7, 6]));
    let luck = all(&journal);
    let dice: Vec<String> = luck.throws.iter().map(|cast| cast.throw.to_string()).collect();
    assert_eq!(dice, ["1d10", "1d9", "1d8", "1d7", "1d6"]);
    assert!(luck.throws.iter().all(|cast| cast.measure.is_none()));
    assert_eq!((luck.sides[0].throws, luck.sides[0].faces.len()), (0, 0));
}

/// A drift is neither good nor bad, but a die was rolled.
#[test]
fn a_die_without_a_wanted_face_is_counted_by_its_face() {
    let mut journal = Journal::open(ready_battle("five-against-five", 7)).expect("a battle");
    let aground = json!({"kind": "adjust", "ship": "A1", "field": "drift_owed", "value": true});
    give(&mut journal, &aground, &json!([]));
    give(&mut journal, &json!({"kind": "drift", "ship": "A1"}), &json!([4]));
    let luck = all(&journal);
    assert_eq!((luck.throws.len(), luck.sides[0].throws), (1, 0));
    assert_eq!(luck.sides[0].faces[&6], [0, 0, 0, 1, 0, 0]);
}

#[test]
fn undone_rolls_do_not_count_as_luck() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([1]));
    give(&mut journal, &shoot("A2", "B1", 2), &json!([10, 10, 1]));
    assert!(all(&journal).sides[0].above > 0.0);
    journal.undo();
    let luck = all(&journal);
    assert_eq!((luck.throws.len(), luck.course().len()), (1, 1));
    assert!(luck.sides[0].luck() < -1.5);
}

#[test]
fn rolls_of_a_replaced_version_count_after_secrets_are_revealed() {
    let mut journal = Journal::open(ready_battle("drepanum", 1)).expect("ready");
    give(&mut journal, &json!({"kind": "set-speed", "ship": "A1", "speed": 1}), &json!([]));
    give(&mut journal, &json!({"kind": "drift", "ship": "A4"}), &json!([1]));
    journal.undo();
    give(&mut journal, &json!({"kind": "drift", "ship": "A5"}), &json!([2]));
    let counted = |viewer| journal.undone(viewer).rolls;
    assert_eq!([Viewer::Everyone, Viewer::Side(Side::A)].map(counted), [1, 0]);
}

/// In every game; the longer a battle, the closer the luck to the expected value.
#[test]
fn the_apps_dice_favour_no_side() {
    for system in SystemTag::ALL {
        let mut total = [(0.0, 0); 2];
        for seed in 0..3 {
            let mut journal = Journal::open(first_battle(*system, seed, false)).expect("ready");
            play(&mut journal, 300, &mut Picks::new(seed));
            let luck = all(&journal);
            for (sum, fortune) in total.iter_mut().zip(&luck.sides) {
                *sum = (sum.0 + fortune.above, sum.1 + fortune.throws);
            }
            assert!(luck.throws.iter().all(|cast| cast.side.is_some()), "{system}");
            let (_, ends) = *luck.course().last().expect("throws");
            for (end, fortune) in ends.iter().zip(&luck.sides) {
                assert!((end - fortune.above).abs() < 1e-9, "{system}");
            }
        }
        for (above, throws) in total {
            assert!(throws >= 20, "{system}: only {throws} throws");
            // Four standard deviations, with fixed seeds: the test cannot fail by chance.
            assert!(above.abs() < 4.0 * f64::from(throws).sqrt(), "{system}: {above} of {throws}");
        }
    }
}

#[test]
fn the_rolls_of_secret_orders_are_hidden_from_the_other_side() {
    let mut journal =
        Journal::open(first_battle(SystemTag::ChickenOfTheSea, 1, false)).expect("ready");
    let speed = |n: i64| json!({"kind": "adjust", "ship": "A1", "field": "speed", "value": n});
    give(&mut journal, &speed(5), &json!([]));
    give(&mut journal, &json!({"kind": "set-speed", "ship": "A1", "speed": 5}), &json!([1]));
    let seen = |viewer| Luck::of(&journal, viewer).throws.len();
    assert_eq!(seen(Viewer::Everyone), 1);
    assert_eq!(seen(Viewer::Side(Side::A)), 1);
    assert_eq!(seen(Viewer::Side(Side::B)), 0);
}

#[test]
fn the_rolls_of_the_app_are_those_of_the_seed() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &Value::Null);
    give(&mut journal, &shoot("A2", "B1", 2), &json!([1]));
    give(&mut journal, &json!({"kind": "board", "ship": "A3", "target": "B2"}), &Value::Null);
    // One die from the table, and the others from the app.
    give(&mut journal, &shoot("A4", "B1", 2), &json!([9, null, null]));
    let proofs = |journal: &Journal| {
        (0..journal.len()).filter_map(|at| Proof::of(journal, at)).collect::<Vec<_>>()
    };
    let first =
        [Proof::OfTheSeed(0), Proof::NothingToProve, Proof::OfTheSeed(2), Proof::OfTheSeed(3)];
    assert_eq!(proofs(&journal), first);

    // Dice are unchanged when an earlier order is removed.
    let amendment = journal.amend(1, &Change::Drop, 0, "").expect("an entry");
    journal.commit(&amendment).expect("nothing broken");
    assert_eq!(proofs(&journal)[1], Proof::OfTheSeed(2));

    // A die changed in the file.
    let mut file: Value = serde_json::from_str(&journal.to_file()).expect("a file");
    let records = file["records"].as_array_mut().expect("records");
    let face = records
        .iter_mut()
        .filter(|record| record["entry"]["order"]["ship"] == "A1")
        .map(|record| &mut record["entry"]["thrown"][0]["faces"][0])
        .next_back()
        .expect("a shot");
    let turned = 11 - face.as_i64().expect("a face");
    *face = json!(turned);
    let journal = Journal::read_file(&sealed(&file.to_string())).expect("a file");
    assert_eq!(proofs(&journal)[0], Proof::NotOfTheSeed);
}

/// The indices of the seed's dice in entries whose dice the app rolled.
fn numbers(journal: &Journal) -> Vec<u64> {
    let proofs = (0..journal.len()).filter_map(|at| Proof::of(journal, at));
    proofs
        .map(|proof| match proof {
            Proof::OfTheSeed(number) => number,
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn no_two_orders_roll_the_same_dice_after_insertions_and_removals() {
    let mut journal = sybota();
    for ship in ["A1", "A2", "A3", "A4"] {
        give(&mut journal, &json!({"kind": "morale", "ship": ship}), &Value::Null);
    }
    assert_eq!(numbers(&journal), [0, 1, 2, 3]);
    let dropped = journal.amend(1, &Change::Drop, 0, "").expect("an entry");
    journal.commit(&dropped).expect("nothing broken");
    give(&mut journal, &json!({"kind": "morale", "ship": "A5"}), &Value::Null);
    assert_eq!(numbers(&journal), [0, 2, 3, 4]);

    let order = json!({"kind": "morale", "ship": "A2"}).as_object().cloned().expect("an order");
    let insert = Change::Insert { order, dice: DiceChoice::Program };
    let inserted = journal.amend(0, &insert, 0, "").expect("it can be");
    journal.commit(&inserted).expect("nothing broken");
    assert_eq!(numbers(&journal), [5, 0, 2, 3, 4]);
    give(&mut journal, &json!({"kind": "morale", "ship": "B1"}), &Value::Null);
    let then = journal.entry(5).expect("given").thrown.clone();
    journal.undo();
    give(&mut journal, &json!({"kind": "morale", "ship": "B1"}), &Value::Null);
    assert_eq!(numbers(&journal), [5, 0, 2, 3, 4, 6]);
    assert_eq!(journal.entry(5).expect("given again").thrown, then);
    let read = Journal::read_file(&journal.to_file()).expect("its own file");
    assert_eq!(numbers(&read), numbers(&journal));
}

#[test]
fn an_order_that_is_rolled_again_gets_different_but_fixed_dice() {
    let mut journal = sybota();
    give(&mut journal, &json!({"kind": "activate", "ship": "B1"}), &json!([]));
    give(&mut journal, &json!({"kind": "morale", "ship": "B1"}), &json!([2]));
    // A sinking ship routs on a 2, on which she would otherwise fight on.
    let sinking = json!({"kind": "adjust", "ship": "B1", "field": "sinking_in", "value": 4});
    let change = Change::Replace { order: sinking.as_object().cloned(), dice: None };
    let mut amendment = journal.amend(0, &change, 0, "").expect("it can be");
    let mut thrown = Vec::new();
    for _ in 0..2 {
        let step = amendment.broken()[0].step;
        let again = Decision::ThrowAgain(DiceChoice::Program);
        amendment.decide(step, again).expect("it throws");
        thrown.push(amendment.entries()[step].thrown.clone());
    }
    assert_eq!(thrown[0], thrown[1]);
    journal.commit(&amendment).expect("decided");
    assert_eq!(Proof::of(&journal, 1), Some(Proof::OfTheSeed(4)));
}

#[test]
fn a_new_battle_has_no_luck() {
    let journal = sybota();
    assert_eq!(all(&journal), Luck::default());
    assert!(all(&journal).sides[0].luck().abs() < f64::EPSILON);
    assert_eq!(Proof::of(&journal, 0), None);
}
