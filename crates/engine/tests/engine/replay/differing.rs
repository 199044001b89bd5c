//! Tests of a battle written by another version of the rules: every description of the
//! battle marks the entries that are now read differently, and none of them is called
//! verified.

use dice::{self, Origin};
use engine::analysis::{BattleReport, Differs, Proof};
use engine::journal::{DiceChoice, DifferenceReason, Journal};
use message::i18n::Words;
use print::PrintInput;
use rules::Viewer;
use serde_json::{Value, json};

use testing::checksums::sealed;
use testing::player::ready_battle;

fn give(journal: &mut Journal, order: &Value, dice: &DiceChoice) {
    let order = journal.battle().read_order(order.as_object().expect("an order")).expect("sound");
    journal.give(&order, dice, 0, "").expect("it is carried out");
}

/// Three shots whose dice the app rolled: the first had another outcome before, the second
/// is refused now, the third is unchanged.
fn of_another_version() -> Journal {
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("a ready battle");
    for ship in ["A1", "A2", "A3"] {
        let shot =
            json!({"kind": "shoot", "ship": ship, "target": "B1", "weapon": "archers", "range": 2});
        give(&mut journal, &shot, &DiceChoice::Program);
    }
    let mut file: Value = serde_json::from_str(&journal.to_file()).expect("a document");
    file["records"][0]["entry"]["outcome"] = json!("a-word-of-old");
    file["records"][1]["entry"]["order"]["range"] = json!(7);
    Journal::read_file(&sealed(&file.to_string())).expect("a sound file")
}

#[test]
fn orders_that_are_no_longer_possible_are_in_the_log() {
    let journal = of_another_version();
    let describe = |index: usize, viewer| journal.seen(index, viewer).expect("an entry");
    let first = describe(0, Viewer::Everyone);
    assert!(first.report.is_some(), "it still counts");
    assert!(
        first
            .sentences
            .last()
            .expect("a sentence")
            .to_string()
            .starts_with("The rules have changed since this order was given: "),
        "{:?}",
        first.sentences
    );
    let second = describe(1, Viewer::Everyone);
    assert!(matches!(journal.difference(1).expect("differs").reason, DifferenceReason::Refused(_)));
    let [sentence] = second.sentences.as_slice() else { panic!("{:?}", second.sentences) };
    let sentence = sentence.to_string();
    assert!(sentence.contains("it has no effect") && sentence.contains("7 hexes"), "{sentence}");
    assert_eq!(describe(2, Viewer::Everyone).differs, None);
    // Viewers who may not know everything see no reason, since it could be a secret.
    let sentences = describe(1, Viewer::Both).sentences;
    let [sentence] = &sentences[..] else { panic!("one sentence") };
    assert!(sentence.to_string().ends_with("; it has no effect."), "{sentence}");
}

#[test]
fn a_battle_with_different_results_is_not_reported_as_verified() {
    let sound = Journal::open(ready_battle("sybota", 7)).expect("a ready battle");
    assert_eq!(BattleReport::of(&sound, Viewer::Everyone).differences, []);
    let journal = of_another_version();
    let rolled = journal.entry(1).expect("an entry").thrown.iter();
    assert!(rolled.clone().all(|thrown| thrown.by == Origin::Rolled) && rolled.len() > 0);
    assert_eq!(Proof::of(&journal, 1), Some(Proof::NotOfTheSeed), "no proof needs its dice");

    let report = BattleReport::of(&journal, Viewer::Everyone);
    assert_eq!(report.differences.iter().map(|differs| differs.entry).collect::<Vec<_>>(), [1, 2]);
    assert_ne!(report.dice_of_the_seed, Some(true));
    let markdown = report.to_markdown(&Words::ENGLISH);
    for part in ["2 orders are read differently (orders 1, 2)", "Not verified", "it has no effect"]
    {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    assert!(!markdown.contains("Verified:"), "{markdown}");

    for input in PrintInput::of_journal(&journal, Viewer::Everyone) {
        let [warning] = input.warnings.as_slice() else { panic!("{:?}", input.warnings) };
        assert!(warning.to_string().contains("orders 1, 2"), "{warning}");
    }
}

#[test]
fn undone_orders_do_not_count_as_differences_in_the_report() {
    let mut journal = of_another_version();
    assert!(journal.jump(1));
    let differs = Differs::all(&journal, Viewer::Everyone);
    assert_eq!(differs.iter().map(|differs| differs.entry).collect::<Vec<_>>(), [1]);
    // A replacement order is read as written.
    let shot =
        json!({"kind": "shoot", "ship": "A2", "target": "B1", "weapon": "archers", "range": 2});
    give(&mut journal, &shot, &DiceChoice::Entered(vec![dice::EnteredRoll::Total(1)]));
    assert_eq!(Differs::all(&journal, Viewer::Everyone).len(), 1);
}
