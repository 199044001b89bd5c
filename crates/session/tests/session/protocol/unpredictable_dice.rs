//! Tests that dice cannot be foreseen: two battles that differ only in their seed give
//! equal responses to every request that makes no row.

use dice::{EnteredRoll, Seeded};
use engine::analysis::Proved;
use engine::journal::{Change, Decision, DiceChoice, Journal, Opening};
use games::SystemTag;
use message::i18n::Words;
use rules::Subject;
use serde_json::{Map, Value, json};
use session::{
    AmendPreview, AmendPreviewResult, Decided, DocumentKind, DocumentText, Draft, Mutation, Query,
    RequestBody, Response, Seat, TableServer, View,
};

use testing::player::{Picks, any_open_order, nth_battle, subjects};
use testing::table::{Player, Set, order, ready};

/// Two battles with different seeds.
fn two(opening: &Opening) -> [Journal; 2] {
    [433, 977].map(|seed| Journal::open(Opening { seed, ..opening.clone() }).expect("a battle"))
}

/// A response without the commitment.
fn without_seed_hash(answer: &Response) -> String {
    let mut value = serde_json::to_value(answer).expect("it can be written");
    if let Some(view) = value.get_mut("view").and_then(Value::as_object_mut) {
        view.remove("seed_hash");
    }
    value.to_string()
}

/// Sends a request to two tables with these battles. Returns the response if it made no
/// row; both must then be equal.
fn asked(journals: &[Journal; 2], seat: Seat, ask: &RequestBody) -> Option<Response> {
    let sets = journals.each_ref().map(|journal| Set::of_journal(journal.clone()));
    let before = sets.each_ref().map(Set::at);
    let [one, two] = sets.each_ref().map(|set| set.sit(seat).answer(ask.clone()));
    let rows = [0, 1].map(|at| sets[at].at() != before[at]);
    assert_eq!(rows[0], rows[1], "{seat} asks {ask:?}: a row at one alone\n{one:?}\n{two:?}");
    if rows[0] {
        return None;
    }
    assert_eq!(without_seed_hash(&one), without_seed_hash(&two), "{seat} asks {ask:?}");
    Some(one)
}

/// Dice for an order, some of them the app's, and most of them wrong.
fn any_dice(picks: &mut Picks) -> Vec<EnteredRoll> {
    let count = picks.below(5);
    (0..count)
        .map(|_| match picks.below(5) {
            0..=2 => EnteredRoll::Program,
            3 => EnteredRoll::Total(1 + i64::try_from(picks.below(6)).expect("a face")),
            _ => EnteredRoll::Total(99),
        })
        .collect()
}

fn any_choice(picks: &mut Picks) -> DiceChoice {
    match picks.below(3) {
        0 => DiceChoice::Program,
        1 => DiceChoice::Entered(any_dice(picks)),
        _ => DiceChoice::EnteredThenProgram(any_dice(picks)),
    }
}

fn any_trial(journal: &Journal, picks: &mut Picks) -> Option<AmendPreview> {
    let index = picks.below(journal.len().max(1));
    let before = journal.at(index)?;
    let order = any_open_order(before, picks)?;
    let change = match picks.below(4) {
        0 => Change::Insert { order, dice: any_choice(picks) },
        1 => Change::Replace { order: Some(order), dice: Some(any_choice(picks)) },
        2 => Change::Replace { order: None, dice: Some(any_choice(picks)) },
        _ => Change::Drop,
    };
    let decisions = (0..picks.below(3))
        .map(|_| Decided {
            step: picks.below(journal.len() + 1),
            decision: match picks.below(4) {
                0 => Decision::Keep,
                1 => Decision::ThrowTheRest(any_choice(picks)),
                2 => Decision::ThrowAgain(any_choice(picks)),
                _ => Decision::Drop,
            },
        })
        .collect();
    Some(AmendPreview { index, change, decisions, note: String::new() })
}

/// A random request that could reveal a die before it is rolled.
fn pries(journals: &[Journal; 2], given: &Map<String, Value>, picks: &mut Picks) {
    let battle = journals[0].battle();
    let all = subjects(battle);
    let subject = all[picks.below(all.len())];
    let order = given.clone();
    let kind = order["kind"].as_str().expect("a kind").to_owned();
    let asks = match picks.below(12) {
        0..=3 => vec![RequestBody::Change(Mutation::Order { order, dice: Some(any_dice(picks)) })],
        4 | 5 => any_trial(&journals[0], picks)
            .map(|trial| {
                vec![
                    RequestBody::Read(Query::Trial(trial.clone())),
                    RequestBody::Change(Mutation::Amend(trial)),
                ]
            })
            .unwrap_or_default(),
        6 => {
            let (dice, fields) = (Some(any_dice(picks)), Some(order));
            let opened = Draft::opened(battle.given_by(given), &kind);
            vec![RequestBody::Read(Query::Judge(Draft { fields, dice, ..opened }))]
        }
        7 => vec![RequestBody::Read(Query::Odds { order, watch: Vec::new() })],
        8 => vec![
            RequestBody::Read(Query::Offers { subject, cursor: None }),
            RequestBody::Read(Query::View { cursor: None }),
        ],
        9 => vec![
            RequestBody::Read(Query::Tell(DocumentKind::Luck {})),
            RequestBody::Read(Query::State {}),
        ],
        10 => vec![
            RequestBody::Read(Query::Log { from: 0, count: 100 }),
            RequestBody::Change(Mutation::Undo {}),
            RequestBody::Read(Query::View { cursor: None }),
        ],
        _ => {
            let sheets = RequestBody::Read(Query::Tell(DocumentKind::Sheets { fresh: false }));
            vec![RequestBody::Change(Mutation::Throw { of: 1, dice: any_dice(picks) }), sheets]
        }
    };
    let seat = [Seat::Both, Seat::A, Seat::B, Seat::Umpire][picks.below(4)];
    for ask in &asks {
        asked(journals, seat, ask);
    }
}

/// Gives the same order at both tables, with the players' dice.
fn both_give(journals: &mut [Journal; 2], written: &Map<String, Value>, number: u64) -> bool {
    let Ok(order) = journals[0].battle().read_order(written) else { return false };
    let Ok(report) = journals[0].battle().resolve(&order, &mut Seeded::new(5, number)) else {
        return false;
    };
    let faces = |faces: &[u8]| EnteredRoll::Faces(faces.iter().copied().map(i64::from).collect());
    let dice = report.rolls.iter().map(|roll| faces(&roll.faces)).collect();
    let dice = DiceChoice::Entered(dice);
    for journal in journals {
        journal.give(&order, &dice, number, "").expect("the same dice");
    }
    true
}

#[test]
fn two_battles_that_differ_only_in_their_seed_answer_the_same_reads() {
    let mut given = 0;
    for system in SystemTag::ALL {
        for seed in 0..2 {
            let mut picks = Picks::new(seed);
            let mut journals = two(&nth_battle(*system, seed));
            for number in 0..14 {
                if journals[0].battle().winner().is_some() {
                    break;
                }
                let Some(order) = any_open_order(journals[0].battle(), &mut picks) else { break };
                for _ in 0..3 {
                    pries(&journals, &order, &mut picks);
                }
                given += usize::from(both_give(&mut journals, &order, number));
            }
        }
    }
    assert!(given > 60, "{given} orders");
}

fn sail(ship: &str) -> Map<String, Value> {
    order(json!({"kind": "sail", "ship": ship}))
}

fn ram() -> Map<String, Value> {
    order(json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6}))
}

fn tried(answer: Option<Response>) -> AmendPreviewResult {
    match answer {
        Some(Response::Tried(tried)) => *tried,
        other => panic!("{other:?}"),
    }
}

/// A battle of Greek Fire with one order of the players' dice.
fn begun() -> [Journal; 2] {
    let mut journals = two(&ready("sybota"));
    assert!(both_give(&mut journals, &sail("B1"), 0));
    journals
}

#[test]
fn a_preview_has_odds_and_only_the_amendment_rolls_dice() {
    let journals = begun();
    let change = Change::Insert { order: ram(), dice: DiceChoice::Program };
    let trial = AmendPreview { index: 0, change, decisions: Vec::new(), note: String::new() };
    for seat in [Seat::A, Seat::B, Seat::Both] {
        let tried = tried(asked(&journals, seat, &RequestBody::Read(Query::Trial(trial.clone()))));
        assert_eq!((tried.entries.len(), tried.open, tried.changes.len()), (0, 0, 0));
        assert!(tried.needs.is_none() && tried.fault.is_none());
        let odds = tried.odds.expect("the app’s dice are missing");
        assert!(odds.needs.after.is_empty() && odds.needs.ask.is_some());
        let set = Set::of_journal(journals[0].clone());
        let asks = RequestBody::Read(Query::Odds { order: ram(), watch: Vec::new() });
        let Response::Odds(known) = set.sit(Seat::Umpire).answer(asks) else { panic!("odds") };
        assert_eq!(json!(odds.outcomes), json!(known.outcomes));
        let shown = odds.needs.rest.expect("its odds").outcomes;
        let shown: Vec<f64> = shown.iter().map(|share| share.chance).collect();
        assert_eq!(shown, odds.outcomes.iter().map(|outcome| outcome.p).collect::<Vec<_>>());
    }
    let set = Set::of_journal(journals[0].clone());
    let mut both = set.sit(Seat::Both);
    assert!(matches!(
        both.answer(RequestBody::Change(Mutation::Amend(trial))),
        Response::Done { .. }
    ));
    let thrown = set.table.with(|a| a.journal().entry(0).expect("it is put in").thrown.clone());
    assert!(!thrown.is_empty());
}

#[test]
fn a_players_die_after_one_of_the_apps_leaves_the_rest_of_the_trial_to_the_app() {
    let journals = begun();
    let dice = DiceChoice::Entered(vec![EnteredRoll::Total(8), EnteredRoll::Program]);
    let change = Change::Insert { order: ram(), dice };
    let trial = AmendPreview { index: 0, change, decisions: Vec::new(), note: String::new() };
    let tried = tried(asked(&journals, Seat::Both, &RequestBody::Read(Query::Trial(trial))));
    let odds = tried.odds.expect("the app’s die is missing");
    assert_eq!(odds.needs.after.len(), 1, "the die that was entered");
    let sum: f64 = odds.outcomes.iter().map(|outcome| outcome.p).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{odds:?}");
}

/// The odds of an order with this many dice entered.
fn rest(journals: &[Journal; 2], dice: &[i64]) -> Vec<(String, f64)> {
    let dice = dice.iter().copied().map(EnteredRoll::Total).collect();
    let opened = Draft::opened(Subject::Unit("A1".parse().expect("a tag")), "ram");
    let draft = Draft { fields: Some(ram()), dice: Some(dice), ..opened };
    let Some(Response::Judged(judged)) =
        asked(journals, Seat::Both, &RequestBody::Read(Query::Judge(draft)))
    else {
        panic!("it is judged")
    };
    let rest = judged.needs.and_then(|needs| needs.rest).expect("something is missing");
    rest.outcomes.iter().map(|share| (share.label.to_string(), share.chance)).collect()
}

#[test]
fn odds_of_missing_dice_follow_from_the_entered_ones() {
    let journals = begun();
    let whole = rest(&journals, &[]);
    assert!(whole.len() > 2, "{whole:?}");
    let sum: f64 = whole.iter().map(|(_, chance)| chance).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{whole:?}");
    // Her oars are sheared; only the number is open.
    let oars = (1..=6).map(|lost| (format!("move lost of B1: {lost}"), 1.0 / 6.0));
    assert_eq!(rest(&journals, &[8]), oars.collect::<Vec<_>>());
}

#[test]
fn wrong_dice_do_not_reveal_a_roll_of_the_app() {
    let journals = two(&ready("sybota"));
    let null = || EnteredRoll::Program;
    let mut words = Vec::new();
    for dice in [
        vec![null(), null(), EnteredRoll::Total(99)],
        vec![null(), EnteredRoll::Total(99)],
        vec![null(), EnteredRoll::Faces(vec![1, 2, 3])],
    ] {
        for seat in [Seat::A, Seat::Both, Seat::Umpire] {
            let ask =
                RequestBody::Change(Mutation::Order { order: ram(), dice: Some(dice.clone()) });
            match asked(&journals, seat, &ask).expect("no row") {
                Response::Error { why, die, .. } => {
                    assert_eq!(die, None);
                    words.push(why.to_string());
                }
                other => panic!("{other:?}"),
            }
        }
    }
    words.dedup();
    assert_eq!(words.len(), 1, "{words:?}");
    assert!(!words[0].chars().any(|c| c.is_ascii_digit()), "{words:?}");
    // Without a die of the app's, the players see the result of their own.
    let own = [1, 1, 1].map(EnteredRoll::Total).to_vec();
    let ask = RequestBody::Change(Mutation::Order { order: sail("A1"), dice: Some(own) });
    match asked(&journals, Seat::Both, &ask).expect("no row") {
        Response::Error { why, .. } => assert!(why.to_string().contains("too many"), "{why}"),
        other => panic!("{other:?}"),
    }
}

/// The result of a ship's sail, at a table where these orders come first.
fn rolled(journal: &Journal) -> Vec<Vec<u8>> {
    let last = journal.cursor().checked_sub(1).and_then(|last| journal.entry(last));
    last.expect("an order").thrown.iter().map(|thrown| thrown.faces.clone()).collect()
}

#[test]
fn after_an_undo_only_the_same_order_rolls_the_same_dice() {
    let give = |journal: &mut Journal, written: &Map<String, Value>, dice: &DiceChoice| {
        let order = journal.battle().read_order(written).expect("an order");
        journal.give(&order, dice, 0, "").expect("it is open");
    };
    let app = DiceChoice::Program;
    let (mut same, mut others) = (0, 0);
    for seed in 0..12 {
        let mut journal = Journal::open(Opening { seed, ..ready("sybota") }).expect("a battle");
        give(&mut journal, &sail("A1"), &app);
        give(&mut journal, &sail("A2"), &app);
        let second = rolled(&journal);
        journal.undo();
        // Given again at the same place it rolls the same, however often.
        for _ in 0..2 {
            give(&mut journal, &sail("A2"), &app);
            assert_eq!(rolled(&journal), second);
            journal.undo();
        }
        // Another order does not roll the die that was seen, and neither does the next.
        let mut seen = Vec::new();
        for ship in ["A3", "A4"] {
            give(&mut journal, &sail(ship), &app);
            seen.push(journal.entry(journal.cursor() - 1).expect("given").number);
            same += usize::from(rolled(&journal) == second);
            others += 1;
        }
        assert_eq!(seen, [Some(2), Some(3)], "numbers that are unused");
        // A die that was seen does not count for another roll of the same order.
        journal.jump(0);
        let ram = ram();
        give(&mut journal, &ram, &app);
        let first = rolled(&journal);
        journal.undo();
        let order = journal.battle().read_order(&ram).expect("an order");
        let mixed = DiceChoice::EnteredThenProgram(vec![EnteredRoll::Total(8)]);
        journal.give(&order, &mixed, 0, "").expect("it is open");
        if let [_, oars, ..] = &rolled(&journal)[..] {
            same += usize::from(*oars == first[0]);
            others += 1;
        }
    }
    assert!(3 * same < others, "{same} of {others} rolls were seen before");
}

#[test]
fn undone_rolls_are_counted_in_the_log_and_in_the_report() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let mut undone = |asks: &[RequestBody]| {
        for ask in asks {
            let answer = both.answer(ask.clone());
            assert!(matches!(answer, Response::Given { .. } | Response::Done { .. }), "{answer:?}");
        }
        let Response::Log(log) = both.answer(RequestBody::Read(Query::Log { from: 0, count: 9 }))
        else {
            panic!("a log")
        };
        let report = match both.answer(RequestBody::Read(Query::Tell(DocumentKind::Report {}))) {
            Response::Told(DocumentText::Report(report)) => *report,
            other => panic!("{other:?}"),
        };
        assert_eq!(log.undone, report.undone);
        let has_line = report.to_markdown(&Words::ENGLISH).contains("Rolls undone");
        assert_eq!(has_line, !log.undone.is_nothing());
        (log.undone.rolls, log.undone.lines)
    };
    let sails = |ship: &str| RequestBody::Change(Mutation::Order { order: sail(ship), dice: None });
    assert_eq!(undone(&[sails("A1"), sails("A2")]), (0, 0));
    assert_eq!(undone(&[RequestBody::Change(Mutation::Undo {})]), (1, 0));
    assert_eq!(undone(&[sails("A2")]), (0, 1), "the same roll counts again");
    assert_eq!(undone(&[RequestBody::Change(Mutation::Undo {}), sails("A3")]), (1, 2));
    assert_eq!(undone(&[RequestBody::Change(Mutation::Undo {}), sails("A4")]), (2, 3));
}

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn given(player: &mut Player, order: Map<String, Value>) {
    let answer = player.answer(RequestBody::Change(Mutation::Order { order, dice: None }));
    assert!(matches!(answer, Response::Given { .. }), "{answer:?}");
}

fn cedes() -> Map<String, Value> {
    order(json!({"kind": "cede", "side": "A"}))
}

/// Orders until the app has rolled for one.
fn until_a_roll(set: &Set, player: &mut Player, picks: &mut Picks) {
    for _ in 0..400 {
        let order = set.table.with(|a| any_open_order(a.battle(), picks)).expect("an order");
        if matches!(order["kind"].as_str(), Some("cede" | "adjust")) {
            continue;
        }
        if let Response::Given { row, .. } =
            player.answer(RequestBody::Change(Mutation::Order { order, dice: None }))
            && !row.rolls.is_empty()
        {
            return;
        }
    }
    panic!("nothing is rolled");
}

/// The index of the seed that gave the dice of each order.
fn seeds_of_the_orders(set: &Set) -> Vec<usize> {
    let again = set.read_again();
    let [live, read] = [set, &again].map(|set| set.table.with(|a| a.journal().clone()));
    assert_eq!(live, read);
    assert!(Proved::of(&live).others.is_empty(), "each die comes from its seed");
    live.entries().map(|entry| entry.seed).collect()
}

#[test]
fn a_revealed_seed_rolls_no_further_dice_after_the_end_is_undone() {
    let opening = nth_battle(SystemTag::AncientNavalGames, 0);
    let set = Set::of_journal(Journal::open(opening).expect("a battle"));
    let (mut both, mut watches) = (set.sit(Seat::Both), set.sit(Seat::Onlooker));
    let picks = &mut Picks::new(3);
    until_a_roll(&set, &mut both, picks);
    let before = view(&mut both).seed_hash;
    given(&mut both, cedes());
    let seed = view(&mut both).seed.expect("it is over");
    watches.news();
    assert!(matches!(both.answer(RequestBody::Change(Mutation::Undo {})), Response::Done { .. }));
    let now = view(&mut both);
    assert_eq!((now.seed, now.seeds_before), (None, Vec::new()));
    assert_ne!(now.seed_hash, before);
    let news = watches.news();
    assert_eq!(news.last().and_then(|news| news.seed_hash.clone()), Some(now.seed_hash.clone()));
    until_a_roll(&set, &mut both, picks);
    assert_eq!(seeds_of_the_orders(&set).split_off(now.cursor).last(), Some(&1));
    // At the end each seed is revealed, with the proof that it was drawn before.
    given(&mut both, cedes());
    let over = view(&mut both);
    assert_eq!((over.seeds_before, over.seed_hash), (vec![seed], now.seed_hash));
    assert!(over.seed.is_some());
}

#[test]
fn an_exported_file_does_not_have_the_seed_of_later_dice() {
    let set = Set::new("sybota");
    let (mut owner, mut a) = (set.sit(Seat::Owner), set.sit(Seat::A));
    given(&mut a, sail("A1"));
    assert!(matches!(
        owner.answer(RequestBody::Change(Mutation::TakeOut {})),
        Response::Done { .. }
    ));
    let Response::Told(DocumentText::File(file)) =
        owner.answer(RequestBody::Read(Query::Tell(DocumentKind::File {})))
    else {
        panic!("a file")
    };
    let read = Journal::read_file(&file).expect("its own file");
    assert_eq!(read.seeds().collect::<Vec<_>>(), [433]);
    given(&mut a, sail("A2"));
    assert_eq!(seeds_of_the_orders(&set), [0, 1]);
    // A battle continued from the file does not keep its seed.
    let (table_server, rows) = TableServer::from_journal(read, 5, [1; 16]);
    let hash = table_server.seed_hash();
    let (table_server, rows) = table_server.from_file(rows, 5, [9; 32]);
    assert_ne!(table_server.seed_hash(), hash);
    assert_eq!(table_server.journal().seeds().count(), 2);
    assert_eq!(TableServer::read(&rows).expect("sound rows").journal(), table_server.journal());
    let again = Journal::read_file(&table_server.journal().to_file()).expect("its own file");
    assert_eq!(&again, table_server.journal());
    let (taken, rows) = TableServer::from_journal(again, 5, [1; 16]);
    assert_eq!(TableServer::read(&rows).expect("sound rows").journal(), taken.journal());
}
