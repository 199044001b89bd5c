//! Tests of the victory conditions of the ready battles: each is read, and judges given
//! positions as its text says.

use engine::analysis::BattleReport;
use engine::fleet::{library, read_aim};
use engine::journal::{DiceChoice, Journal, Opening};
use games::Battle;
use message::i18n::english;
use rules::{Side, Viewer, Winner};
use serde_json::{Value, json};

const A: Option<Winner> = Some(Winner::A);
const B: Option<Winner> = Some(Winner::B);
const DRAW: Option<Winner> = Some(Winner::Draw);
const OPEN: Option<Winner> = None;

/// The fates of ships, `B1-6 sunk`, or of a side, and the number of finished rounds,
/// `8 rounds`.
type Position = &'static str;

fn give(journal: &mut Journal, order: &Value) {
    let typed = journal.battle().read_order(order.as_object().expect("an order"));
    let typed = typed.unwrap_or_else(|fault| panic!("{order}: {}", fault.why));
    let given = journal.give(&typed, &DiceChoice::Program, 0, "");
    given.unwrap_or_else(|stop| panic!("{order}: {stop}"));
}

fn adjust(journal: &mut Journal, ship: &str, (field, value): (&str, Value)) {
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value, "note": ""});
    give(journal, &order);
}

/// `B1-6` as tags; a single tag or side unchanged.
fn tags(named: &str) -> Vec<String> {
    let Some((first, last)) = named.split_once('-') else { return vec![named.to_owned()] };
    let (side, first) = first.split_at(1);
    let numbers = first.parse::<u16>().unwrap()..=last.parse().unwrap();
    numbers.map(|number| format!("{side}{number}")).collect()
}

/// Brings a battle into a position.
fn bring(journal: &mut Journal, position: Position) {
    for part in position.split(", ").filter(|part| !part.is_empty()) {
        let (what, word) = part.split_once(' ').expect("two words");
        if word == "rounds" {
            let over: u32 = what.parse().expect("a number");
            let ends = ["end-round", "end-turn", "end-phase"];
            let kind = ends.iter().find(|kind| journal.battle().system().order(kind).is_some());
            while journal.battle().moment().number <= over {
                give(journal, &json!({"kind": kind}));
            }
            continue;
        }
        for tag in tags(what) {
            let record =
                tag.parse().ok().and_then(|tag| journal.battle().full_view().unit_state(tag));
            // Boolean conditions have separate entries; a side has no others.
            let is_so_or_not =
                record.is_none_or(|record| record.get(word).is_some_and(Value::is_boolean));
            let key = if is_so_or_not { (word, json!(true)) } else { ("status", json!(word)) };
            adjust(journal, &tag, key);
        }
    }
}

/// The winner of a position that is judged for the first time.
fn judged(slug: &str, position: Position) -> Option<Winner> {
    let opening = Opening::ready(slug, 1).expect("a ready battle");
    let aim = opening.aim.clone();
    let mut journal = Journal::open(Opening { aim: None, ..opening }).expect("it opens");
    bring(&mut journal, position);
    let mut battle = journal.battle().clone().aiming(aim);
    let holds = json!({"kind": "adjust", "ship": "A1", "field": "name",
        "value": battle.unit_name("A1".parse().unwrap()), "note": ""});
    let order = battle.read_order(holds.as_object().unwrap()).expect("an order");
    let report = battle.resolve(&order, &mut dice::Seeded::new(0, 0)).expect("done");
    battle.apply(&report.effects);
    battle.aims().decided()
}

/// A ready battle, and positions of it with the winner by its victory conditions.
type Judgements = (&'static str, &'static [(Position, Option<Winner>)]);

const JUDGEMENTS: &[Judgements] = &[
    (
        "sybota",
        &[
            ("B1 sunk, 8 rounds", A),
            ("A1 captured, B1 routing, A2 surrendered, 8 rounds", B),
            ("A1 sunk, B5 escaped, 8 rounds", DRAW),
            ("B1-4 sunk, 7 rounds", OPEN),
        ],
    ),
    (
        "artemisium",
        &[
            ("A1-3 sunk, 10 rounds", A),
            ("A1-3 sunk, A4 routing, 10 rounds", B),
            ("A1-4 sunk, 9 rounds", OPEN),
        ],
    ),
    (
        "naupactus",
        &[
            ("B1-2 sunk, B3 captured, B4 routing, A1-5 off-table", A),
            ("A1-3 sunk, A4 surrendered", B),
            ("A1-4 sunk, B1-4 sunk", DRAW),
            ("A1-3 sunk, B1-3 sunk, 10 rounds", DRAW),
            ("A1-3 sunk, A4-6 off-table, B1-10 routing", A),
            ("A1-3 sunk, A4-5 off-table, B1-3 sunk", OPEN),
        ],
    ),
    (
        "syracuse",
        &[
            ("A1-4 off-table, A5-8 sunk", A),
            ("A1-5 sunk", B),
            ("A1-3 off-table, 12 rounds", B),
            ("A1-8 routing, B1-7 routing", DRAW),
            ("A1-3 off-table, A4-7 sunk", OPEN),
        ],
    ),
    (
        "arginusae",
        &[
            ("B1-6 sunk", A),
            ("A1-7 captured", B),
            ("A1-4 sunk, B1-5 sunk, 10 rounds", A),
            ("A1-7 sunk, B1-6 sunk", DRAW),
            ("A1-2 sunk, B1-2 sunk, 10 rounds", DRAW),
            ("A1-6 sunk, B1-5 sunk", OPEN),
        ],
    ),
    (
        "salamis-in-cyprus",
        &[
            ("B1-6 sunk", A),
            ("A1-5 sunk", B),
            ("B1 sunk, A5 sunk, 12 rounds", A),
            ("A1 sunk, B1 sunk, 12 rounds", B),
            ("A2 sunk, B1 sunk, 12 rounds", DRAW),
            ("A1-4 sunk, B1-5 sunk", OPEN),
        ],
    ),
    (
        "mylae",
        &[
            ("B1 captured, 10 rounds", A),
            ("A1-2 sunk, 10 rounds", B),
            ("B2 sunk, 10 rounds", DRAW),
            ("B1 escaped, B2 sunk, 10 rounds", DRAW),
            ("B1-7 sunk, 9 rounds", OPEN),
        ],
    ),
    (
        "alalia",
        &[
            ("B1-6 sunk, A1-5 sunk", A),
            ("B1-6 sunk, A1-6 sunk", B),
            ("A1-3 sunk, 10 rounds", A),
            ("A1-4 sunk, 10 rounds", B),
            ("A1-5 sunk, B1-5 sunk", OPEN),
        ],
    ),
    (
        "ecnomus",
        &[
            ("A1-4 sunk, B1-5 sunk, 12 rounds", A),
            ("A1-5 sunk, B1-8 sunk", B),
            ("A1-4 sunk, B1-4 sunk, 12 rounds", DRAW),
            ("A1-4 sunk, B1-5 sunk, 11 rounds", OPEN),
        ],
    ),
    (
        "side",
        &[
            ("B1 sunk, A1 sunk, 10 rounds", A),
            ("A1 sunk, 10 rounds", B),
            ("B7 sunk, 10 rounds", DRAW),
            ("B1-3 sunk", OPEN),
        ],
    ),
    (
        "pharos",
        &[
            ("B1-4 sunk", A),
            ("B1-6 sunk, A8 sunk, A7 aground", A),
            ("A1 sunk, A3 routing, A8 sunk", B),
            ("B1-9 sunk, A1 sunk, A3 routing, A8 sunk", DRAW),
            ("B1-5 sunk, A5-6 sunk, 10 rounds", DRAW),
            ("A1 sunk, A5-8 sunk, B1-3 sunk", OPEN),
        ],
    ),
    (
        "five-against-five",
        &[
            ("B1-5 sunk", A),
            ("A1-4 sunk, A5 off-table", B),
            ("A1-5 sunk, B1-5 sunk", DRAW),
            ("A1-4 sunk", OPEN),
        ],
    ),
    (
        "drepanum",
        &[
            ("B1-21 sunk", A),
            ("A1-20 captured", B),
            ("A1-20 sunk, B1-21 sunk", DRAW),
            ("A1-19 sunk", OPEN),
        ],
    ),
    (
        "drepanum-as-it-was",
        &[
            ("B1-21 sunk", A),
            ("A1-20 captured", B),
            ("A1-20 sunk, B1-21 sunk", DRAW),
            ("B1-20 sunk", OPEN),
        ],
    ),
    (
        "aegates",
        &[
            ("B ceded", A),
            ("A ceded", B),
            ("A ceded, B ceded", DRAW),
            ("A1-12 lost, B1-11 lost", OPEN),
        ],
    ),
    (
        "actium",
        &[
            ("A6-10 off-table, A1 off-table", A),
            ("A10 lost", B),
            ("A1-7 removed", B),
            ("A1-6 lost, 15 rounds", B),
            ("A ceded, B ceded", DRAW),
            ("A1-6 off-table", OPEN),
            ("A1-6 lost, A7-10 off-table", OPEN),
        ],
    ),
    (
        "six-and-six",
        &[("B1-6 sunk", A), ("A1-6 fled", B), ("A1-6 sunk, B1-6 sunk", DRAW), ("A1-5 sunk", OPEN)],
    ),
    (
        "salamis",
        &[
            ("B1-2 sunk, A1 sunk, 8 rounds", A),
            ("B1 sunk, A1 sunk, 8 rounds", B),
            ("8 rounds", DRAW),
            ("B1-20 fled", A),
            ("A1-12 sunk, 7 rounds", OPEN),
        ],
    ),
    (
        "prize-of-valour",
        &[
            ("B1-2 off-table, B3-8 fled", A),
            ("B1-3 off-table, B4-8 sunk", B),
            ("A1-8 sunk, B1-8 sunk", A),
            ("B1-2 off-table, B3-7 sunk, 20 rounds", OPEN),
        ],
    ),
    (
        "lade",
        &[
            ("B1-11 sunk, B12 fled", A),
            ("A1-5 sunk, A11-12 off-table", B),
            ("B1-11 sunk, 10 rounds", B),
            ("A1-7 sunk, B1-12 sunk", DRAW),
            ("A1-6 captured, B1-11 sunk", OPEN),
        ],
    ),
    ("learning", &[("B1-5 routed", A), ("A1-5 routed", B), ("A1-4 routed, B1-4 routed", OPEN)]),
    ("zama", &[("B1-8 routed", A), ("A1-8 routed", B), ("A1-7 routed, B1-7 routed", OPEN)]),
];

#[test]
fn the_headline_has_the_number_of_rounds_if_it_is_limited() {
    for (slug, headline) in [("sybota", "Round 1 of 8"), ("five-against-five", "Turn 1")] {
        let opening = Opening::ready(slug, 1).expect("a ready battle");
        let journal = Journal::open(opening).expect("it opens");
        assert_eq!(journal.battle().full_view().guide().headline.to_string(), headline);
    }
}

#[test]
fn every_ready_battle_is_decided_by_its_victory_conditions() {
    let listed: Vec<&str> = JUDGEMENTS.iter().map(|(slug, _)| *slug).collect();
    let ready: Vec<&str> = library::battles().iter().map(|ready| ready.slug.as_str()).collect();
    assert_eq!(listed, ready, "every ready battle, in its order");
    for (slug, positions) in JUDGEMENTS {
        for (position, expected) in *positions {
            assert_eq!(judged(slug, position), *expected, "{slug}: {position}");
        }
        assert_eq!(judged(slug, ""), OPEN, "{slug} has just begun");
    }
}

#[test]
fn an_aim_is_written_as_it_is_read() {
    for ready in library::battles() {
        let opening = Opening::ready(&ready.slug, 1).expect("a ready battle");
        assert_eq!(opening.aim.as_ref(), Some(&ready.aim));
        let written = opening.to_json();
        assert_eq!(Opening::read_json(&written).expect("it reads"), opening, "{}", ready.slug);
        let mut older = written;
        older.as_object_mut().unwrap().remove("aim");
        assert_eq!(Opening::read_json(&older).expect("an older file").aim, None);
    }
}

#[test]
fn the_side_that_is_nearer_to_its_victory_conditions_is_ahead() {
    let ahead = |slug: &str, position: Position| {
        let mut journal = Journal::open(Opening::ready(slug, 1).expect("a ready battle"));
        let journal = journal.as_mut().expect("it opens");
        bring(journal, position);
        journal.battle().score().ahead
    };
    // Twelve of twenty against seven of twelve: the side with more losses is ahead.
    assert_eq!(ahead("lade", "B1-4 sunk, A1-2 sunk"), Some(Side::A));
    assert_eq!(ahead("lade", "B1-3 sunk, A1-2 sunk"), Some(Side::B));
    // Escaping wins.
    assert_eq!(ahead("syracuse", "A1-2 off-table"), Some(Side::A));
    // By the rules, the share of losses counts.
    assert_eq!(ahead("aegates", "A1 lost"), Some(Side::B));
    assert_eq!(ahead("aegates", "A1 lost, B1 lost"), None);
}

fn lade() -> Journal {
    Journal::open(Opening::ready("lade", 1).expect("Lade")).expect("it opens")
}

#[test]
fn the_first_side_to_reach_its_victory_conditions_wins() {
    let mut journal = lade();
    bring(&mut journal, "A1-7 sunk");
    assert_eq!(journal.battle().aims().decided(), B);
    bring(&mut journal, "B1-20 sunk");
    let battle = journal.battle();
    assert_eq!((battle.aims().decided(), battle.winner(), battle.victor()), (B, A, B));
    let state = battle.full_view().state();
    assert_eq!([&state["winner"], &state["aim"]], ["A", "B"]);
    let report = BattleReport::of(&journal, Viewer::Everyone);
    assert_eq!(
        english(&report.verdict),
        "Scenario victory: the King's fleet at Lade. By the rules: the Ionians at Lade."
    );
    while journal.undo().is_some() {}
    assert_eq!(journal.battle().full_view().state()["aim"], Value::Null);
}

#[test]
fn a_correction_can_undo_a_victory_by_the_victory_conditions() {
    let mut journal = lade();
    bring(&mut journal, "A1-7 sunk");
    adjust(&mut journal, "A7", ("status", json!("in-action")));
    assert_eq!(journal.battle().aims().decided(), OPEN);
}

#[test]
fn victory_conditions_are_shown_with_the_score_of_each_side() {
    let mut journal = lade();
    bring(&mut journal, "A1-5 sunk");
    let shown =
        |battle: &Battle| battle.full_view().aims_in_full().iter().map(english).collect::<Vec<_>>();
    assert_eq!(
        shown(journal.battle()),
        [
            "The Ionians at Lade (A): side B has 0 of 12 out of action",
            "The King's fleet at Lade (B): side A has 5 of 7 out of action",
            "The King's fleet at Lade (B): in any other case, after round 10",
        ]
    );
    let brief = journal.battle().full_view().aim_views().into_iter().map(|aim| aim.brief);
    assert_eq!(
        brief.map(|brief| brief.as_ref().map(english)).collect::<Vec<_>>(),
        [
            Some("0 of 12 enemies out of action".into()),
            Some("5 of 7 enemies out of action".into()),
            None
        ]
    );
    let report = BattleReport::of(&journal, Viewer::Everyone);
    assert!(report.summary().iter().any(|line| english(line).contains("5 of 7 out of action")));
    bring(&mut journal, "A6-7 sunk");
    let seen = journal.seen(6, Viewer::Everyone).expect("the last order");
    let last = seen.sentences.last().map(english);
    assert_eq!(last.as_deref(), Some("Scenario victory: The King's fleet at Lade (B)."));
    let side = Journal::open(Opening::ready("side", 1).expect("Side")).expect("it opens");
    assert!(
        shown(side.battle())[0]
            .contains("more deck points of enemies than of friends out of action: 0 against")
    );
}

#[test]
fn a_fault_of_a_victory_condition_names_its_key() {
    let opening = Opening::ready("lade", 1).expect("Lade");
    for (aim, shown) in [
        (json!({}), "say how a side wins"),
        (json!({"at_once": [{"wins": "C"}]}), "aim: at once 1, wins: unknown word “C”"),
        (
            json!({"at_once": [{"wins": "A", "if": [{"count": "lost", "of": "B", "at_least": 21}]}]}),
            "at least: out of reach: the sum is 20 at most",
        ),
        (
            json!({"at_the_end": [{"wins": "A", "if": [
                {"count": "lost", "of": "B", "named": ["Nemo"], "at_least": 0}]}]}),
            "nothing whose name begins with “Nemo”",
        ),
        (
            json!({"at_the_end": [{"wins": "A", "if": [
                {"count": "lost", "of": "B", "each": "deck-points", "at_least": 0}]}]}),
            "only ships of Greek Fire have deck points",
        ),
        (
            json!({"at_once": [{"wins": "A", "if": [
                {"count": "off-table", "of": "A", "at_least": 1}]}]}),
            "side A may not leave the table",
        ),
        (json!({"by_the_rules": true, "round": 3}), "did you mean “rounds”"),
    ] {
        assert!(read_aim(&aim, &opening.fleets).is_err(), "{aim}");
        let fault = opening.clone().with_aim(&aim).expect_err("it is wrong").to_string();
        assert!(fault.contains(shown), "{fault}");
    }
}

#[test]
fn victory_conditions_do_not_reveal_secrets() {
    for slug in ["zama", "drepanum"] {
        let mut journal = Journal::open(Opening::ready(slug, 1).unwrap()).unwrap();
        bring(&mut journal, if slug == "zama" { "B1-8 routed" } else { "B1-21 sunk" });
        let battle = journal.battle();
        for viewer in [Viewer::Side(Side::A), Viewer::Side(Side::B), Viewer::Both] {
            assert_eq!(battle.known_to(viewer).state()["aim"], "A", "{slug}");
            assert_eq!(
                battle.known_to(viewer).aim_views(),
                battle.full_view().aim_views(),
                "{slug}"
            );
        }
    }
}

#[test]
fn galleys_count_by_the_kind_of_their_loss() {
    let opening = Opening::ready("five-against-five", 1).expect("a ready battle");
    for (count, counted) in [
        ("in-action", ["A1"].as_slice()),
        ("lost", &["A2", "A3", "A4"]),
        ("taken", &["A3", "A4"]),
        ("off-table", &["A5"]),
        ("out-of-action", &["A2", "A3", "A4"]),
    ] {
        let of = |at_least| {
            let aim = json!({"may_leave": ["A"], "at_once": [{"wins": "B", "if": [
                {"count": count, "of": "A", "at_least": at_least}]}]});
            let mut journal = Journal::open(opening.clone().with_aim(&aim).expect("an aim"));
            let journal = journal.as_mut().expect("it opens");
            adjust(journal, "A4", ("status", json!("captured")));
            bring(journal, "A2 sunk, A5 off-table");
            adjust(journal, "A3", ("side", json!("B")));
            let name = journal.battle().unit_name("A1".parse().expect("a tag"));
            adjust(journal, "A1", ("name", json!(name)));
            journal.battle().aims().decided()
        };
        assert_eq!((of(counted.len()), of(counted.len() + 1)), (B, OPEN), "{count}: {counted:?}");
    }
}

#[test]
fn a_galley_aground_is_out_of_action_and_one_that_sails_off_with_the_enemy_is_taken() {
    let opening = Opening::ready("five-against-five", 1).expect("a ready battle");
    for (count, most) in [("in-action", 3), ("out-of-action", 2), ("taken", 1), ("lost", 1)] {
        let of = |at_least| {
            let aim = json!({"may_leave": ["A"], "at_once": [{"wins": "B", "if": [
                {"count": count, "of": "A", "at_least": at_least}]}]});
            let mut journal = Journal::open(opening.clone().with_aim(&aim).expect("an aim"));
            let journal = journal.as_mut().expect("it opens");
            adjust(journal, "A1", ("aground", json!(true)));
            adjust(journal, "A2", ("side", json!("B")));
            adjust(journal, "A2", ("status", json!("off-table")));
            journal.battle().aims().decided()
        };
        assert_eq!((of(most), of(most + 1)), (B, OPEN), "{count}");
    }
}

#[test]
fn only_a_battle_between_the_fleets_of_a_ready_one_has_its_victory_conditions() {
    let ready = Opening::ready("sybota", 1).expect("a ready battle");
    let again = Opening::new(ready.fleets.clone(), ready.options.clone(), 2);
    assert!(ready.aim.is_some());
    assert_eq!(again.aim, ready.aim);
    let [a, b] = ready.fleets;
    assert_eq!(Opening::new([b, a], ready.options, 2).aim, None, "the sides are exchanged");
}
