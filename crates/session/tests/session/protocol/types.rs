//! Tests of the protocol's types: requests are read back as written; every seat's view and
//! responses.

use engine::analysis::Forecast;
use engine::journal::Change;
use games::SystemTag;
use rules::Subject;
use serde_json::{Value, json};
use session::{
    AmendPreview, DocumentKind, Draft, Foresight, Mutation, Query, RequestBody, Response, Seat,
};

use testing::table::Set;

/// Checks that a request serialized, read back and serialized again gives the same text.
fn there_and_back(ask: &RequestBody) {
    let text = serde_json::to_value(ask).expect("it can be written");
    let read: RequestBody =
        serde_json::from_value(text.clone()).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(serde_json::to_value(&read).expect("it can be written"), text);
}

fn asks() -> Vec<RequestBody> {
    let tag = |text: &str| Subject::Unit(text.parse().expect("a tag"));
    let draft = |kind: &str, fields: Option<Value>| Draft {
        fields: fields.map(crate::protocol::support::order),
        ..Draft::opened(tag("A1"), kind)
    };
    vec![
        RequestBody::Read(Query::View { cursor: None }),
        RequestBody::Read(Query::View { cursor: Some(0) }),
        RequestBody::Read(Query::Offers { subject: tag("A1"), cursor: None }),
        RequestBody::Read(Query::Offers { subject: Subject::Battle, cursor: Some(1) }),
        RequestBody::Read(Query::Judge(draft("ram", None))),
        RequestBody::Read(Query::Judge(Draft { foresight: Foresight::Odds, ..draft("ram", None) })),
        RequestBody::Read(Query::Judge(draft("ram", Some(json!({"ship": "A1", "target": "B1"}))))),
        RequestBody::Read(Query::Judge(draft(
            "adjust",
            Some(json!({"ship": "A1", "field": "crew"})),
        ))),
        RequestBody::Read(Query::State {}),
        RequestBody::Read(Query::Log { from: 0, count: 9 }),
        RequestBody::Read(Query::Trial(AmendPreview {
            index: 0,
            change: Change::Drop,
            decisions: Vec::new(),
            note: String::new(),
        })),
        RequestBody::Read(Query::Tell(DocumentKind::Luck {})),
        RequestBody::Read(Query::Tell(DocumentKind::Sheets { fresh: true })),
        RequestBody::Read(Query::Tell(DocumentKind::File {})),
        RequestBody::Change(Mutation::Undo {}),
    ]
}

#[test]
fn every_request_is_read_back_as_it_was_written() {
    asks().iter().for_each(there_and_back);
}

#[test]
fn a_correction_shows_the_entry_as_it_is_now() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let ask = RequestBody::Read(Query::Judge(Draft {
        fields: Some(crate::protocol::support::order(json!({"ship": "A1", "field": "crew"}))),
        ..Draft::opened(Subject::Unit("A1".parse().expect("a tag")), "adjust")
    }));
    let Response::Judged(judged) = both.answer(ask) else { panic!("judged") };
    let value = judged.offer.fields.iter().find(|field| field.spec.name == "value");
    let now = set.table.with(|table_server| table_server.battle().full_view().value("A1.crew"));
    assert_eq!(value.and_then(|field| field.value.clone()), now);
    assert!(now.is_some());
}

#[test]
fn every_system_is_viewed_and_offered_from_every_seat() {
    let mut seen = Vec::new();
    for ready in engine::fleet::library::battles() {
        let set = Set::new(&ready.slug);
        let system = set.table.with(|table_server| table_server.battle().system());
        if seen.contains(&system) {
            continue;
        }
        seen.push(system);
        for seat in Seat::ALL {
            let mut player = set.sit(*seat);
            let Response::View(view) =
                player.answer(RequestBody::Read(Query::View { cursor: None }))
            else {
                panic!("a view")
            };
            assert_eq!((view.seat, view.at, view.system), (*seat, 0, system));
            for step in &view.guide.next {
                assert!(view.may_command(step.subject), "{seat}: {step:?}");
                let ask = RequestBody::Read(Query::Offers { subject: step.subject, cursor: None });
                assert!(matches!(player.answer(ask), Response::Offers { .. }));
            }
            assert_eq!(
                view.guide.next.is_empty(),
                matches!(seat, Seat::Onlooker | Seat::Owner) || view.guide.next.is_empty()
            );
        }
    }
    assert_eq!(seen.len(), SystemTag::ALL.len());
}

#[test]
fn a_seat_sees_only_its_own_required_steps() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    // She has not rowed, which is required before another ship moves.
    let answer =
        both.answer(crate::protocol::support::give(json!({"kind": "activate", "ship": "A1"})));
    assert!(matches!(answer, Response::Given { .. }), "{answer:?}");
    for seat in Seat::ALL {
        let Response::View(view) =
            set.sit(*seat).answer(RequestBody::Read(Query::View { cursor: None }))
        else {
            panic!("a view")
        };
        let acts = matches!(seat, Seat::A | Seat::Both | Seat::Umpire);
        assert_eq!(
            view.guide.still_to_do.is_empty(),
            !acts,
            "{seat}: {:?}",
            view.guide.still_to_do
        );
    }
}

#[test]
fn a_request_for_odds_leaves_out_questions_and_modifiers() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let fields = json!({"ship": "A1", "target": "B1", "spaces_straight": 4, "bow_to_bow": false});
    let subject = Subject::Unit("A1".parse().expect("a tag"));
    let mut judged = |foresight| {
        let fields = Some(crate::protocol::support::order(fields.clone()));
        let draft = Draft { fields, foresight, ..Draft::opened(subject, "ram") };
        let Response::Judged(judged) = both.answer(RequestBody::Read(Query::Judge(draft))) else {
            panic!("judged")
        };
        judged.forecast.expect("a ram has odds")
    };
    let (whole, alone) = (judged(Foresight::Whole), judged(Foresight::Odds));
    assert!(!whole.worths.is_empty() && !whole.answers.is_empty());
    assert_eq!(alone, Forecast { worths: Vec::new(), answers: Vec::new(), ..whole });
}

#[test]
fn a_view_has_the_places_of_units_and_only_the_cards_of_its_own_hand() {
    let set = Set::new("learning");
    let [mut a, mut b] = [Seat::A, Seat::B].map(|seat| set.sit(seat));
    let draws = a.answer(crate::protocol::support::give(json!({"kind": "draw", "side": "A"})));
    assert!(matches!(draws, Response::Given { .. }), "{draws:?}");
    let [own, enemys] = [&mut a, &mut b].map(|player| {
        let Response::View(view) = player.answer(RequestBody::Read(Query::View { cursor: None }))
        else {
            panic!("a view")
        };
        json!(view)
    });
    let hand = |view: &Value| {
        let marks = view["sides"][0]["marks"].as_array().cloned().unwrap_or_default();
        marks.into_iter().find_map(|mark| mark.get("hand").cloned())
    };
    let held = hand(&own).expect("the hand of A");
    assert!(held[0]["name"].is_string() && held[0]["count"].is_u64(), "{held}");
    assert_eq!(hand(&enemys), None);
    for view in [own, enemys] {
        for card in view["cards"].as_array().expect("cards") {
            let station = &card["marks"][0]["station"];
            assert!(station["rank"].is_i64() && station["column"].is_u64(), "{card}");
        }
    }
}
