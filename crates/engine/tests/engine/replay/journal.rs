//! Tests of the journal: giving, undoing and redoing orders, replacing versions and restoring them;
//! the battle file.

use dice::{EnteredRoll, Origin};
use engine::journal::{
    AmendedEntry, DiceChoice, DifferenceReason, Journal, Ledger, Opening, Position,
};
use engine::text::order_in_words;
use games::{Report, SystemTag};
use rules::{Need, Side, Stop, Viewer};
use serde_json::{Value, json};

use testing::checksums::sealed;
use testing::player::{Picks, first_battle, ready_battle};

pub(crate) fn sybota() -> Journal {
    Journal::open(ready_battle("sybota", 7)).expect("Sybota")
}

/// The dice of a case: a list, or null for the app's.
pub(crate) fn dice(written: &Value) -> DiceChoice {
    if written.is_null() {
        return DiceChoice::Program;
    }
    DiceChoice::Entered(serde_json::from_value(written.clone()).expect("dice"))
}

pub(crate) fn try_to_give(
    journal: &mut Journal,
    order: &Value,
    choice: &DiceChoice,
) -> Result<Report, Stop> {
    let order = journal.battle().read_order(order.as_object().expect("an order")).expect("written");
    journal.give(&order, choice, 1_000, "")
}

pub(crate) fn give(journal: &mut Journal, order: &Value, written: &Value) -> Report {
    try_to_give(journal, order, &dice(written)).unwrap_or_else(|stop| panic!("{order}: {stop}"))
}

pub(crate) fn value(journal: &Journal, key: &str) -> Value {
    journal.battle().full_view().value(key).unwrap_or_else(|| panic!("no {key}"))
}

pub(crate) fn shoot(ship: &str, target: &str, range: u32) -> Value {
    json!({"kind": "shoot", "ship": ship, "weapon": "archers", "target": target, "range": range})
}

fn briefs(journal: &Journal) -> Vec<String> {
    (0..journal.len()).filter_map(|index| Some(journal.moved(index)?.brief)).collect()
}

#[test]
fn an_order_is_stored_with_its_defaults_dice_and_outcome() {
    let mut journal = sybota();
    let order =
        journal.battle().read_order(shoot("A1", "B1", 2).as_object().unwrap()).expect("an order");
    let given =
        journal.give(&order, &dice(&json!([9, 10, 1])), 1_234, "a long shot").expect("in range");
    assert_eq!((journal.cursor(), given.outcome.slug()), (1, "hit-and-fire"));
    let seen = journal.seen(0, Viewer::Everyone).expect("it is in the log");
    assert_eq!(seen.changes["B1.fires"], json!([0, 1]));
    assert!(
        seen.sentences.iter().any(|s| s.to_string().contains("lit on B1")),
        "{:?}",
        seen.sentences
    );
    let entry = journal.entry(0).expect("the entry");
    assert_eq!(entry.order["mount"], "first");
    let naturals: Vec<i64> = entry.thrown.iter().map(|thrown| thrown.natural).collect();
    assert_eq!(naturals, [9, 10, 1]);
    assert!(entry.thrown.iter().all(|thrown| thrown.by == Origin::Entered));
    assert_eq!((entry.outcome.as_str(), entry.at), ("hit-and-fire", 1_234));
    assert_eq!(entry.note, "a long shot");
}

#[test]
fn too_few_dice_name_the_next_roll_and_too_many_the_surplus() {
    let mut journal = sybota();
    let before = journal.clone();
    let order = shoot("A1", "B1", 2);
    match try_to_give(&mut journal, &order, &dice(&json!([9]))) {
        Err(Stop::Needs { need: Need::Throw { ask, .. }, after }) => {
            assert_eq!(
                (ask.throw.to_string(), ask.purpose.to_string()),
                ("1d10".into(), "crew killed".into())
            );
            assert_eq!(after.len(), 1);
        }
        other => panic!("{other:?}"),
    }
    for (written, why) in [
        (json!([1, 5]), "1 entry of `dice` too many: the order needs 1 roll (`miss`)"),
        (json!([9, 10, 6, 1, 2]), "2 entries of `dice` too many: the order needs 3 rolls (`hit`)"),
    ] {
        match try_to_give(&mut journal, &order, &dice(&written)) {
            Err(Stop::Invalid(found)) => assert_eq!(found, why),
            other => panic!("{other:?}"),
        }
    }
    match try_to_give(&mut journal, &json!({"kind": "activate", "ship": "A1"}), &dice(&json!([3])))
    {
        Err(Stop::Invalid(found)) => {
            assert!(found.to_string().contains("needs no roll"), "{found}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(journal, before);
}

#[test]
fn rolls_left_to_the_app_may_turn_out_not_to_be_needed() {
    let mut journal = sybota();
    let order = shoot("A1", "B1", 2);
    for (written, rolls) in [
        (json!([1, null, null]), vec![Origin::Entered]),
        (json!([9, null, null]), vec![Origin::Entered, Origin::Rolled, Origin::Rolled]),
    ] {
        let given = try_to_give(&mut journal, &order, &dice(&written)).expect("an order");
        let by: Vec<Origin> = given.rolls.iter().map(|roll| roll.by).collect();
        assert_eq!(by, rolls, "{written}");
        journal.undo();
    }
    // The first roll decides whether there are others.
    let all =
        try_to_give(&mut journal, &order, &dice(&json!([null, null, null]))).expect("an order");
    assert!(all.rolls.iter().all(|roll| roll.by == Origin::Rolled));
    // A die of the players after one of the app's has to be needed.
    journal.undo();
    assert!(matches!(
        try_to_give(&mut journal, &order, &dice(&json!([null, null, 5]))),
        Err(Stop::Invalid(_))
    ));
}

#[test]
fn the_app_rolls_all_remaining_dice_or_a_single_one() {
    let mut journal = sybota();
    let rest = DiceChoice::EnteredThenProgram(vec![EnteredRoll::Total(9)]);
    let given = try_to_give(&mut journal, &shoot("A1", "B1", 2), &rest).expect("a hit");
    let by: Vec<Origin> = given.rolls.iter().map(|roll| roll.by).collect();
    assert_eq!(by, [Origin::Entered, Origin::Rolled, Origin::Rolled]);
    let single = DiceChoice::Entered(vec![
        EnteredRoll::Total(9),
        EnteredRoll::Program,
        EnteredRoll::Faces(vec![6]),
    ]);
    let given = try_to_give(&mut journal, &shoot("A1", "B1", 2), &single).expect("a hit");
    let by: Vec<Origin> = given.rolls.iter().map(|roll| roll.by).collect();
    assert_eq!(by, [Origin::Entered, Origin::Rolled, Origin::Entered]);
}

#[test]
fn a_die_after_one_of_the_app_fits_if_some_roll_allows_it() {
    let mut journal = sybota();
    let burns = ["B1", "B2", "B3", "B4", "B5"].map(|ship| (ship, "fires", 1));
    for (ship, field, value) in [("A1", "crew", 0), ("A1", "fires", 5)].into_iter().chain(burns) {
        let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
        give(&mut journal, &order, &json!([]));
    }
    for (neighbours, fits) in [(4, true), (5, false)] {
        let order = json!({"kind": "fire", "ship": "A1", "burning_neighbours": neighbours});
        let mut rolls = vec![EnteredRoll::Program; 4 + neighbours];
        rolls.push(EnteredRoll::Total(1));
        let given = try_to_give(&mut journal.clone(), &order, &DiceChoice::Entered(rolls));
        assert_eq!(given.is_ok(), fits, "{given:?}");
    }
}

#[test]
fn the_same_seed_and_orders_always_roll_the_same_dice() {
    let mut journal = sybota();
    let mut thrown = Vec::new();
    for ship in ["A1", "A2", "A3", "A4", "A5"] {
        let given = give(&mut journal, &json!({"kind": "sail", "ship": ship}), &Value::Null);
        thrown.push(given.rolls[0].faces.clone());
    }
    // Seed 7; the dice of the third order do not depend on those before it.
    assert_eq!(thrown, [[1], [5], [2], [4], [5]]);
    journal.jump(2);
    give(&mut journal, &json!({"kind": "end-round"}), &Value::Null);
    give(&mut journal, &json!({"kind": "sail", "ship": "B1"}), &Value::Null);
    // After an undo, other orders get dice that no order has had.
    let numbers: Vec<Option<u64>> = journal.entries().map(|entry| entry.number).collect();
    assert_eq!(numbers, [None, None, Some(5), Some(6)]);
}

#[test]
fn a_missing_input_is_the_first_roll_a_refusal_or_none() {
    let journal = sybota();
    let lacks = |order: Value| {
        let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
        journal.lacks(&order, &[])
    };
    match lacks(shoot("A1", "B1", 2)) {
        Some(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => {
            assert_eq!((ask.throw.to_string().as_str(), ask.modifier()), ("1d10", 2));
        }
        other => panic!("{other:?}"),
    }
    match lacks(shoot("A1", "B1", 3)) {
        Some(Stop::Refused(refusal)) => {
            assert!(refusal.why.to_string().contains("archers reach 2"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(lacks(json!({"kind": "end-round"})), None);
}

/// A player who has seen the app's roll after his 10 does not know its roll after his 9.
#[test]
fn an_order_rolls_the_same_dice_only_after_the_same_orders() {
    let mut journal = sybota();
    let ram = |ship: &str, target: &str| json!({"kind": "ram", "ship": ship, "target": target, "spaces_straight": 4});
    let rammed = |journal: &mut Journal| {
        give(journal, &ram("B2", "A2"), &Value::Null);
        journal.entry(1).expect("her ram").number
    };
    let mut after = |face: i64| {
        while journal.undo().is_some() {}
        give(&mut journal, &ram("A1", "B1"), &json!([face]));
        let number = rammed(&mut journal);
        journal.undo();
        assert_eq!(rammed(&mut journal), number, "given again at the same place");
        number
    };
    let first = after(10);
    assert_ne!(after(9), first);
    assert_eq!(after(10), first);
}

#[test]
fn undone_orders_are_replaced_by_a_new_one_and_can_be_restored() {
    let mut journal = sybota();
    for ship in ["A1", "A2", "A3"] {
        give(&mut journal, &json!({"kind": "activate", "ship": ship}), &json!([]));
    }
    let first_line = journal.battle().clone();
    assert_eq!(journal.undo().expect("A3").brief, "activate A3");
    assert_eq!(journal.undo().expect("A2").brief, "activate A2");
    assert_eq!(journal.struck(), [], "an order that can be redone is not struck");
    give(&mut journal, &json!({"kind": "activate", "ship": "B1"}), &json!([]));
    assert_eq!(briefs(&journal), ["activate A1", "activate B1"]);
    assert_eq!(journal.redo(), None);

    let struck = journal.struck();
    assert_eq!((struck.len(), struck[0].shared, struck[0].entries.len()), (1, 1, 2));
    let second_line = journal.battle().clone();
    let tip = journal.place().tip;
    assert!(journal.restore(struck[0].tip));
    assert_eq!(briefs(&journal), ["activate A1", "activate A2", "activate A3"]);
    assert_eq!(journal.battle(), &first_line);
    // The version that replaced it is now replaced itself.
    assert!(journal.restore(tip));
    assert_eq!(journal.battle(), &second_line);
    assert!(!journal.restore(99));
}

#[test]
fn a_replaced_version_reveals_no_secret() {
    let mut journal = Journal::open(ready_battle("drepanum", 7)).expect("Drepanum");
    let set = |speed: u32| json!({"kind": "set-speed", "ship": "A1", "speed": speed});
    give(&mut journal, &set(1), &json!([]));
    journal.undo().expect("the speed");
    give(&mut journal, &json!({"kind": "end-phase"}), &json!([]));
    let [left] = &journal.struck()[..] else { panic!("one line was left") };
    assert!(journal.shows_all_of(left, Viewer::Everyone));
    assert!(journal.shows_all_of(left, Viewer::Side(Side::A)), "her own side set it");
    for other in [Viewer::Side(Side::B), Viewer::Both] {
        assert!(!journal.shows_all_of(left, other), "{other:?}");
    }
}

#[test]
fn replacing_part_of_a_replaced_version_keeps_both() {
    let mut journal = sybota();
    for ship in ["A1", "A2", "A3"] {
        give(&mut journal, &json!({"kind": "activate", "ship": ship}), &json!([]));
    }
    journal.jump(2);
    give(&mut journal, &json!({"kind": "activate", "ship": "B1"}), &json!([]));
    journal.jump(0);
    give(&mut journal, &json!({"kind": "activate", "ship": "B2"}), &json!([]));
    let struck: Vec<(usize, usize)> =
        journal.struck().iter().map(|line| (line.shared, line.entries.len())).collect();
    assert_eq!(struck, [(0, 3), (0, 3)]);
    assert!(!journal.jump(2), "the line has one entry");
    let read = Journal::read_file(&journal.to_file()).expect("its own file");
    assert_eq!(read, journal);
}

#[test]
fn an_opening_has_its_seeds_and_options() {
    let why = |battle: &str, key: &str, value: Value| {
        let mut opening = Opening::ready(battle, 1).expect("a ready battle").to_json();
        opening[key] = value;
        Opening::read_json(&opening).expect_err("a fault").to_string()
    };
    let seeds = "`seed` takes a whole number from 0 to 18446744073709551615";
    assert_eq!(why("sybota", "seed", json!(-1)), seeds);
    assert_eq!(
        why("aegates", "options", json!({"fly": true})),
        "unknown option `fly`: Ancient Naval Games has no optional rules"
    );
    let known = why("sybota", "options", json!({"fly": true}));
    assert!(known.starts_with("unknown option `fly`, expected one of `"), "{known}");
}

#[test]
fn the_file_has_the_table_of_the_battle() {
    let (journal, table) = (sybota(), json!({"seats": 2}));
    let file = journal.to_file_with(Some(table.clone()));
    let spoilt = file.replace("\"seats\": 2", "\"seats\": 3");
    assert_eq!(Journal::read_file_with(&file), Ok((journal, Some(table))));
    let fault = Journal::read_file(&spoilt).expect_err("another table").message().to_string();
    assert!(fault.contains("the list of players"), "{fault}");
}

#[test]
fn the_file_has_the_present_position() {
    let mut journal = sybota();
    for ship in ["A1", "A2", "A3"] {
        give(&mut journal, &json!({"kind": "activate", "ship": ship}), &json!([]));
    }
    journal.jump(1);
    let mut read = Journal::read_file(&journal.to_file()).expect("its own file");
    assert_eq!(read.place(), Position { tip: 3, cursor: 1 });
    assert_eq!(read.redo().expect("A2").brief, "activate A2");
    assert_eq!(read.undo().expect("A2").index, 1);
    assert_eq!(read, journal);
    assert_eq!(read.opening(), journal.opening());
}

#[test]
fn a_damaged_file_is_reported_with_place_and_remedy() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([9, 10, 1]));
    let sound = journal.to_file();
    let lines = sound.lines().count();
    let half = &sound[..sound.len() - 40];
    for (text, why, remedy) in [
        (String::new(), "the file is empty", "earlier copy"),
        (half.to_owned(), "the file ends in the middle", "Use an earlier copy"),
        ("[1, 2]".into(), "this is not a battle file", "Choose a file"),
        ("{}".into(), "this is not a battle file", "Choose a file"),
        ("system = \"greek-fire\"".into(), "this is not a battle file", "Choose a file"),
        (
            sound.replace("\"version\": 2,", "\"version\": 4,"),
            "the file has version 4, written by Trierarch",
            "newer Trierarch",
        ),
        (
            sound.replace("\"version\": 2,", "\"version\": 1,"),
            "the file has version 1, written by Trierarch",
            "No released Trierarch",
        ),
        (
            sealed(&sound.replace("greek-fire\",\n    \"sides", "trireme-race\",\n    \"sides")),
            "unknown system `trireme-race`",
            "changed or damaged",
        ),
        (
            sealed(&sound.replace("\"type\": \"trireme\"", "\"type\": \"tank\"")),
            "tank",
            "changed or damaged",
        ),
        (
            sealed(&sound.replace("\"after\": 0", "\"after\": 1")),
            "entry 1 cannot follow",
            "changed",
        ),
        (sealed(&sound.replace("\"tip\": 1", "\"tip\": 5")), "the line ends at entry 5", "changed"),
        (sealed(&sound.replace("\"cursor\": 1", "\"cursor\": 2")), "the position is 2", "changed"),
        (sound.replace("\"outcome\"", "\"outcom\""), "a part is missing, unknown", "changed"),
    ] {
        assert_ne!(text, sound, "the case makes no change: {why}");
        let fault = Journal::read_file(&text).expect_err(why);
        assert!(fault.why.to_string().contains(why), "{why}: {fault}");
        assert!(fault.remedy.text().to_string().contains(remedy), "{why}: {fault}");
    }
    let fault = Journal::read_file(half).expect_err("half a file");
    assert!(fault.at.is_some_and(|(line, _)| line >= lines - 6), "{fault}");
    assert!(fault.to_string().contains(": the file ends in the middle. "), "{fault}");
}

#[test]
fn a_changed_figure_of_a_file_names_its_entry() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([9, 10, 1]));
    give(&mut journal, &shoot("A2", "B2", 2), &json!([1]));
    let sound: Value = serde_json::from_str(&journal.to_file()).expect("a document");
    let entry = |at: usize, path: &str| format!("/records/{at}/entry/{path}");
    for (path, value, part) in [
        ("/opening/seed".to_owned(), json!(8), "the start of the battle"),
        ("/opening/sides/0/name".to_owned(), json!("Others"), "the start of the battle"),
        (entry(0, "thrown/0/faces/0"), json!(8), "entry 1"),
        (entry(0, "at"), json!(1), "entry 1"),
        (entry(0, "outcome"), json!("miss"), "entry 1"),
        (entry(1, "order/range"), json!(3), "entry 2"),
        ("/place/cursor".to_owned(), json!(1), "the current position"),
    ] {
        let mut file = sound.clone();
        let found = file.pointer_mut(&path).unwrap_or_else(|| panic!("no {path}"));
        assert_ne!(*found, value, "{path}");
        *found = value;
        let fault = Journal::read_file(&file.to_string()).expect_err(&path);
        assert_eq!(fault.why.to_string(), format!("{part} does not match its checksum"), "{path}");
    }
    let mut shorter = sound.clone();
    shorter["records"].as_array_mut().expect("records").pop();
    let fault = Journal::read_file(&shorter.to_string()).expect_err("one is missing");
    assert_eq!(fault.why.to_string(), "entries were added or removed");
}

#[test]
fn an_entry_with_a_different_result_is_kept_and_reported() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([9, 10, 6]));
    give(&mut journal, &shoot("A1", "B1", 2), &json!([1]));
    give(&mut journal, &shoot("A2", "B1", 2), &json!([1]));
    let sound = journal.to_file();
    let file = sound
        .replacen("\"outcome\": \"hit\"", "\"outcome\": \"miss\"", 1)
        .replacen("\"range\": 2", "\"range\": 3", 2)
        .replacen("\"range\": 3", "\"range\": 2", 1);
    let read = Journal::read_file(&sealed(&file)).expect("a sound file");
    let shown: Vec<(usize, String)> =
        read.differences().iter().map(|d| (d.index, d.reason.to_string())).collect();
    assert_eq!(shown[0], (0, "the same dice now give “hit” instead of “miss”".into()));
    assert!(matches!(read.differences()[1].reason, DifferenceReason::Refused(_)), "{shown:?}");
    assert_eq!(shown.len(), 2);
    assert_eq!(json!(read.differences())[0], json!({"entry": 1, "why": shown[0].1}));
    // The refused order has no effect; the third still counts.
    assert_eq!(value(&read, "A1.ammo.archers-2"), json!(10));
    assert_eq!(value(&read, "A2.ammo.archers-1"), json!(9));
    assert_eq!(read.entry(0).expect("an entry").outcome, "miss");
    assert_eq!(Journal::read_file(&read.to_file()).expect("again"), read);
}

#[test]
fn a_difference_is_reported_while_its_entry_is_in_the_present_version() {
    let mut journal = sybota();
    for ship in ["A1", "A2", "A3"] {
        give(&mut journal, &shoot(ship, "B1", 2), &json!([1]));
    }
    let file = journal.to_file().replace("\"outcome\": \"miss\"", "\"outcome\": \"hit\"");
    let mut read = Journal::read_file(&sealed(&file)).expect("a sound file");
    let shown = |read: &Journal| read.differences().iter().map(|d| d.index).collect::<Vec<_>>();
    assert_eq!(shown(&read), [0, 1, 2]);
    give(&mut read, &shoot("A4", "B1", 2), &json!([1]));
    assert_eq!(shown(&read), [0, 1, 2], "later entries are the same");
    for _ in 0..3 {
        read.undo();
    }
    give(&mut read, &shoot("A4", "B1", 2), &json!([1]));
    assert_eq!(shown(&read), [0], "the second and the third are struck");
}

#[test]
fn a_ledger_is_limited_to_the_existing_entries() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([1]));
    let entry = journal.entry(0).expect("the shot").clone();
    let mut ledger = Ledger::default();
    ledger.give(std::slice::from_ref(&entry));
    assert!(ledger.amend(2, &[]).is_err(), "there is only one entry");
    ledger.amend(1, &[AmendedEntry::New(entry.clone())]).expect("all that there is");
    assert_eq!(ledger.cursor(), 2);
    ledger.amend(0, &[AmendedEntry::New(entry)]).expect("no entry stays");
    assert_eq!(ledger.cursor(), 1);
}

#[test]
fn the_log_shows_a_side_only_known_facts() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([9, 10, 6]));
    let seen = journal.seen(0, Viewer::Side(Side::B)).expect("the entry");
    assert!(!seen.secret, "Greek Fire has no secrets");
    assert_eq!(seen.report.expect("rolls").rolls.len(), 3);
    assert_eq!(seen.brief, "shoot A1 archers first B1");
}

#[test]
fn a_secret_order_shows_the_other_side_only_that_it_was_given() {
    let opening = first_battle(SystemTag::ChickenOfTheSea, 1, false);
    let mut journal = Journal::open(opening).expect("a ready battle");
    let speed = json!({"kind": "set-speed", "ship": "A1", "speed": 3});
    give(&mut journal, &speed, &Value::Null);
    let own = journal.seen(0, Viewer::Side(Side::A)).expect("the entry");
    assert_eq!((own.secret, &own.order["speed"]), (false, &json!(3)));
    let other = journal.seen(0, Viewer::Side(Side::B)).expect("the entry");
    assert!(other.secret);
    assert_eq!(json!(other.order), json!({"side": "A"}));
    assert_eq!(other.brief, "an order of side A");
    assert_eq!((other.report, other.sentences.len(), other.changes.len()), (None, 0, 0));
    // A speed that stays the same is also secret.
    give(&mut journal, &speed, &Value::Null);
    assert!(journal.seen(1, Viewer::Side(Side::B)).expect("the entry").secret);
    assert!(!journal.seen(1, Viewer::Side(Side::A)).expect("the entry").secret);
    // An order that reveals a secret is not secret.
    give(&mut journal, &json!({"kind": "end-phase"}), &Value::Null);
    give(&mut journal, &json!({"kind": "coast", "ship": "A1"}), &json!([6]));
    for entry in [2, 3] {
        let seen = journal.seen(entry, Viewer::Side(Side::B)).expect("the entry");
        assert!(!seen.secret, "{entry}");
        assert!(seen.report.is_some(), "{entry}");
    }
    let seen = journal.seen(3, Viewer::Side(Side::B)).expect("the entry");
    assert!(!seen.changes.contains_key("A1.speed"), "she is still moving");
    give(&mut journal, &json!({"kind": "end-move", "ship": "A1"}), &Value::Null);
    let seen = journal.seen(4, Viewer::Side(Side::B)).expect("the entry");
    assert_eq!(seen.changes["A1.speed"], json!([null, 3]));
}

#[test]
fn a_randomly_damaged_file_is_refused_or_read_without_a_crash() {
    let mut journal = sybota();
    give(&mut journal, &shoot("A1", "B1", 2), &json!([9, 10, 1]));
    give(&mut journal, &shoot("A2", "B2", 2), &json!([1]));
    journal.undo();
    give(&mut journal, &json!({"kind": "end-round"}), &json!([]));
    let sound = journal.to_file();
    let records = sound.find("\"records\"").expect("records");
    let mut picks = Picks::new(5);
    let mut read = 0;
    for round in 0..3_000 {
        let mut bytes = sound.clone().into_bytes();
        // Most of the file is fleets; references to other parts are at the end.
        let from = if round % 4 == 0 { 0 } else { records };
        for _ in 0..=picks.below(2) {
            let at = from + picks.below(bytes.len() - from);
            match picks.below(3) {
                0 => bytes[at] = b"0123456789\"{}[],"[picks.below(16)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[at]),
            }
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        // Half of them with valid checksums, as a hostile program would write them.
        let readable = serde_json::from_str::<Value>(&text).is_ok_and(|file| {
            file["records"].is_array()
                && file.get("place").is_some()
                && file.get("opening").is_some()
        });
        let text = if round % 2 == 0 && readable { sealed(&text) } else { text };
        match Journal::read_file(&text) {
            Ok(mut journal) => {
                read += 1;
                while journal.undo().is_some() {}
                while journal.redo().is_some() {}
                assert!(journal.struck().len() <= 2);
            }
            Err(fault) => assert!(!fault.why.to_string().is_empty()),
        }
    }
    assert!(read > 100, "only {read} were read");
}

#[test]
fn changed_modifiers_are_stored_amended_and_replayed_with_the_order() {
    let mut journal = sybota();
    let mut shot = shoot("A1", "B1", 2);
    shot["modifiers"] = json!([{"aside": "to-hit", "reason": "fog"}]);
    let report = give(&mut journal, &shot, &json!([2]));
    let why: Vec<String> =
        report.rolls[0].modifiers.iter().map(|one| one.reason.why.to_string()).collect();
    assert_eq!((report.rolls[0].modified, &why[0][..]), (2, "set aside: to hit (fog)"));
    give(&mut journal, &shoot("A4", "B1", 2), &json!([1]));
    let read = Journal::read_file(&journal.to_file()).expect("its own file");
    assert_eq!(read, journal);
    let stored = |at| &journal.entry(at).expect("a shot").order;
    assert_eq!(stored(0)["modifiers"], shot["modifiers"]);
    assert!(!stored(1).contains_key("modifiers"), "an order without them is stored as before");
    let headline = order_in_words(SystemTag::GreekFire, stored(0)).to_string();
    assert_eq!(headline, "Shoot A1 → B1, archers, set aside: to hit (fog)");
}

#[test]
fn changed_modifiers_need_a_known_id_and_a_reason() {
    let journal = sybota();
    let fault = |modifiers: Value| {
        let mut shot = shoot("A1", "B1", 2);
        shot["modifiers"] = modifiers;
        let fault = journal.battle().read_order(shot.as_object().expect("an order"));
        fault.expect_err("a fault").why.to_string()
    };
    assert!(
        fault(json!([{"aside": "fog", "reason": "fog"}])).starts_with("unknown modifier `fog`")
    );
    for shape in [
        json!("to-hit"),
        json!([{"aside": "to-hit"}]),
        json!([{"add": 1, "aside": "to-hit", "reason": "x"}]),
    ] {
        assert!(fault(shape).starts_with("`modifiers` takes a list"));
    }
    assert_eq!(fault(json!([{"add": 1, "reason": " "}])), "a changed modifier needs a `reason`");
    for add in [0, 21, -21] {
        assert!(fault(json!([{"add": add, "reason": "x"}])).starts_with("`add` takes"));
    }
    let agreed = json!({"kind": "agree-result", "result": "draw", "modifiers": []});
    let agreed = journal.battle().read_order(agreed.as_object().expect("an order"));
    assert!(agreed.expect_err("no dice").why.to_string().starts_with("unknown field"));
}
