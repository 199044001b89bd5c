//! Tests of the seats at a table, and of the shared device.

use rules::{NextStep, Side, Subject};
use serde_json::json;
use session::{
    Mutation, OwnerRequest, Query, Request, RequestBody, Requester, Response, Seat, TableSettings,
    View,
};

use testing::table::{Player, Set, give};

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn seats(seat: Seat, token: &str) -> RequestBody {
    RequestBody::Change(Mutation::Owner(OwnerRequest::Seat {
        seat,
        token: token.into(),
        name: token.to_uppercase(),
    }))
}

#[test]
fn a_seat_with_a_token_is_taken_until_it_is_freed() {
    let set = Set::new("sybota");
    let mut owner = set.sit(Seat::Owner);
    assert!(matches!(owner.answer(seats(Seat::A, "kleon")), Response::Done { at: 1, .. }));
    for taken in [seats(Seat::A, "nikias"), seats(Seat::Both, "nikias")] {
        assert!(matches!(owner.answer(taken), Response::Refused(_)));
    }
    assert!(matches!(set.sit(Seat::A).answer(seats(Seat::B, "x")), Response::Refused(_)));
    let sail = || give(json!({"kind": "sail", "ship": "A1"}));
    assert!(matches!(set.sit(Seat::A).answer(sail()), Response::Refused(_)), "no token");
    // This survives a restart, and all seats see who is seated.
    let set = set.read_again();
    let held = view(&mut set.sit(Seat::B)).seats;
    assert_eq!(held.len(), 1);
    assert_eq!((held[0].seat, held[0].name.as_str()), (Seat::A, "KLEON"));
    let mut connection = set.table.sit(Requester { seat: Seat::A, token: "kleon".into() });
    connection.ask(Request { id: "one".into(), seen: None, ask: sail() }, 5);
    assert_eq!(set.at(), 2);
    let mut owner = set.sit(Seat::Owner);
    let frees = RequestBody::Change(Mutation::Owner(OwnerRequest::Unseat { seat: Seat::A }));
    assert!(matches!(owner.answer(frees), Response::Done { at: 3, .. }));
    assert!(matches!(owner.answer(seats(Seat::A, "nikias")), Response::Done { at: 4, .. }));
    connection.ask(
        Request { id: "two".into(), seen: None, ask: RequestBody::Change(Mutation::Undo {}) },
        5,
    );
    assert_eq!(set.at(), 4, "the old token no longer works");
}

#[test]
fn an_open_table_lets_any_seat_give_orders_while_there_are_no_secrets() {
    let for_both = || {
        let settings = TableSettings { orders_for_both: true, ..TableSettings::default() };
        RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(settings)))
    };
    let set = Set::new("sybota");
    let sail = || give(json!({"kind": "sail", "ship": "A1"}));
    let offers = |set: &Set| view(&mut set.sit(Seat::B)).guide.next.len();
    assert!(matches!(set.sit(Seat::B).answer(sail()), Response::Refused(_)));
    let before = offers(&set);
    assert!(matches!(set.sit(Seat::Owner).answer(for_both()), Response::Done { .. }));
    assert!(offers(&set) > before, "the other side's steps are offered too");
    assert!(matches!(set.sit(Seat::Onlooker).answer(sail()), Response::Refused(_)));
    assert!(matches!(set.sit(Seat::B).answer(sail()), Response::Given { .. }));
    // Speeds are secret: neither side sets the other's.
    let set = Set::new("drepanum");
    assert!(matches!(set.sit(Seat::Owner).answer(for_both()), Response::Done { .. }));
    let speed = |ship| give(json!({"kind": "set-speed", "ship": ship, "speed": 1}));
    assert!(matches!(set.sit(Seat::B).answer(speed("A1")), Response::Refused(_)));
    assert!(matches!(set.sit(Seat::B).answer(speed("B1")), Response::Given { .. }));
    let seen = view(&mut set.sit(Seat::B));
    let own = |step: &NextStep| match step.subject {
        Subject::Unit(tag) => seen.card(tag).is_some_and(|card| card.holder == Side::B),
        Subject::Side(side) => side == Side::B,
        Subject::Battle => true,
    };
    assert!(seen.secrets && seen.guide.next.iter().all(own), "{:?}", seen.guide.next);
}

/// Whichever side had the shared device, a reopened table shows neither side's secrets
/// before the device is passed.
#[test]
fn a_reopened_table_is_covered() {
    let set = Set::new("drepanum");
    let mut both = set.sit(Seat::Both);
    let side = view(&mut both).hand_over_to.expect("speeds are set in secret");
    both.answer(RequestBody::Change(Mutation::HandOver { to: Seat::of(side) }));
    let speed = json!({"kind": "set-speed", "ship": format!("{side}1"), "speed": 1});
    assert!(matches!(both.answer(give(speed)), Response::Given { .. }));
    let in_hand = view(&mut both);
    assert_eq!((in_hand.in_hand, in_hand.hand_over_to), (Some(side), None));
    let secret = |player: &mut Player| match player.answer(RequestBody::Read(Query::State {})) {
        Response::State(state) => state["sides"][side.index()]["ships"][0].get("speed").cloned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(secret(&mut both), Some(json!(1)));
    let again = set.read_again();
    let mut both = again.sit(Seat::Both);
    let covered = view(&mut both);
    assert_eq!((covered.in_hand, covered.hand_over_to), (None, Some(side)));
    assert_eq!(secret(&mut both), None);
}

/// Each seat gets the hash of the seed and 16 random bytes at the start, and both when the
/// battle is over. No seat can know the dice in advance, or change them.
#[test]
fn the_seed_is_revealed_only_at_the_end_and_each_seat_can_check_it() {
    use sha2::{Digest, Sha256};
    let set = Set::new("drepanum");
    let hash = view(&mut set.sit(Seat::A)).seed_hash;
    for seat in Seat::ALL {
        let seen = view(&mut set.sit(*seat));
        assert_eq!((seen.seed, &seen.seed_hash), (None, &hash), "{seat}");
    }
    let resigns = give(json!({"kind": "resign", "side": "A"}));
    assert!(matches!(set.sit(Seat::A).answer(resigns), Response::Given { .. }));
    for seat in Seat::ALL {
        let (seed, salt) = view(&mut set.sit(*seat)).seed.expect("it is over");
        assert_eq!((seed, salt.len()), (433, 32));
        let digest = Sha256::digest(format!("{seed}:{salt}").as_bytes());
        let bytes = (0..hash.len()).step_by(2).map(|at| u8::from_str_radix(&hash[at..at + 2], 16));
        assert_eq!(bytes.collect::<Result<Vec<u8>, _>>().as_deref(), Ok(digest.as_slice()));
    }
}
