//! Tests of each side's own dice: who enters them, and who is asked.

use dice::{EnteredRoll, Origin};
use rules::Side;
use serde_json::{Value, json};
use session::{DiceOf, Mutation, OwnerRequest, RequestBody, Response, Seat, TableSettings};

use testing::table::{Player, Set, give, order};

/// A ram of A's in Ancient Naval Games, for which both sides roll a die each.
fn ram(dice: Option<Vec<EnteredRoll>>) -> RequestBody {
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"});
    RequestBody::Change(Mutation::Order { order: order(ram), dice })
}

/// The ram with these faces.
fn ram_with(faces: &[i64]) -> RequestBody {
    ram(Some(faces.iter().map(|face| EnteredRoll::Total(*face)).collect()))
}

/// A table with these dice, and its owner; A is about to ram.
fn ships(own_dice: [DiceOf; 2]) -> (Set, Player) {
    let set = Set::new("aegates");
    let mut owner = set.sit(Seat::Owner);
    is_set(&mut owner, TableSettings { own_dice, ..TableSettings::default() });
    let begins = give(json!({"kind": "activate", "ship": "A1"}));
    assert!(matches!(set.sit(Seat::A).answer(begins), Response::Given { .. }));
    (set, owner)
}

fn is_set(owner: &mut Player, settings: TableSettings) {
    let answer =
        owner.answer(RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(settings))));
    assert!(matches!(answer, Response::Done { .. }), "{answer:?}");
}

/// Who rolled, in the order of the rolls.
fn rolled_by(answer: &Response) -> Vec<Origin> {
    match answer {
        Response::Given { row, .. } => row.rolls.iter().map(|roll| roll.by).collect(),
        other => panic!("{other:?}"),
    }
}

fn waits_for(answer: &Response) -> (u64, Side) {
    match answer {
        Response::Waits { at, of } => (*at, *of),
        other => panic!("{other:?}"),
    }
}

const EITHER: DiceOf = DiceOf::Either;
const OURS: [Origin; 2] = [Origin::Entered, Origin::Entered];
const HALF: [Origin; 2] = [Origin::Entered, Origin::Rolled];

#[test]
fn a_seat_never_enters_the_other_sides_dice() {
    for of_b in [DiceOf::Own, DiceOf::App, EITHER] {
        let (set, _owner) = ships([EITHER, of_b]);
        let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
        let before = set.at();
        match a.answer(ram_with(&[5, 1])) {
            Response::Refused(refusal) => {
                let why = refusal.why.to_string();
                assert!(why.starts_with("this roll is side B’s"), "{why}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(set.at(), before, "nothing was done");
    }
}

#[test]
fn the_app_rolls_without_a_question_for_the_side_that_did_not_give_the_order() {
    let (set, _owner) = ships([EITHER, EITHER]);
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    assert_eq!(rolled_by(&a.answer(ram_with(&[6]))), HALF);
}

#[test]
fn dice_that_no_roll_asks_for_are_an_error() {
    let (set, _owner) = ships([EITHER, EITHER]);
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    let begins = order(json!({"kind": "move", "ship": "A1", "ahead": 1}));
    let dice = Some(vec![EnteredRoll::Total(3)]);
    let answer = a.answer(RequestBody::Change(Mutation::Order { order: begins, dice }));
    assert!(matches!(answer, Response::Error { .. }), "{answer:?}");
}

#[test]
fn a_side_with_own_dice_turned_on_is_asked_for_them() {
    let (set, mut owner) = ships([EITHER, EITHER]);
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let own = |own| RequestBody::Change(Mutation::OwnDice { own });
    assert!(matches!(owner.answer(own(true)), Response::Refused(_)), "only the seat may decide");
    assert!(matches!(b.answer(own(true)), Response::Done { .. }));
    // Later settings of the owner do not change it.
    is_set(&mut owner, TableSettings::default());
    let (of, side) = waits_for(&a.answer(ram_with(&[6])));
    assert_eq!(side, Side::B);
    let throw =
        |face| RequestBody::Change(Mutation::Throw { of, dice: vec![EnteredRoll::Total(face)] });
    assert!(matches!(a.answer(throw(1)), Response::Refused(_)));
    assert_eq!(rolled_by(&b.answer(throw(1))), OURS);
    assert!(matches!(b.answer(own(false)), Response::Done { .. }));
    a.answer(RequestBody::Change(Mutation::Undo {}));
}

#[test]
fn a_side_that_must_roll_its_own_dice_is_always_asked() {
    let (set, _owner) = ships([DiceOf::Own, DiceOf::Own]);
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let before = set.at();
    match a.answer(ram(None)) {
        Response::Needs(needs) => assert_eq!(needs.by, Some(Side::A)),
        other => panic!("{other:?}"),
    }
    assert_eq!(set.at(), before);
    let (of, side) = waits_for(&a.answer(ram_with(&[6])));
    assert_eq!(side, Side::B);
    let answer =
        b.answer(RequestBody::Change(Mutation::Throw { of, dice: vec![EnteredRoll::Total(1)] }));
    assert_eq!(rolled_by(&answer), OURS);
}

#[test]
fn entered_dice_are_refused_for_a_side_that_the_app_rolls_for() {
    let (set, _owner) = ships([DiceOf::App, DiceOf::App]);
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    match a.answer(ram_with(&[6])) {
        Response::Refused(refusal) => {
            let why = refusal.why.to_string();
            assert!(why.starts_with("the app rolls for side A"), "{why}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        b.answer(RequestBody::Change(Mutation::OwnDice { own: true })),
        Response::Refused(_)
    ));
    assert_eq!(rolled_by(&a.answer(ram(None))), [Origin::Rolled, Origin::Rolled]);
}

#[test]
fn the_owner_rolls_for_an_empty_seat() {
    let (set, mut owner) = ships([EITHER, DiceOf::Own]);
    let mut a = set.sit(Seat::A);
    assert!(matches!(a.answer(ram_with(&[6, 1])), Response::Refused(_)));
    let (of, side) = waits_for(&a.answer(ram_with(&[6])));
    assert_eq!(side, Side::B);
    let answer = owner
        .answer(RequestBody::Change(Mutation::Throw { of, dice: vec![EnteredRoll::Total(1)] }));
    assert_eq!(rolled_by(&answer), OURS);
}

#[test]
fn a_device_of_both_sides_and_an_open_table_enter_all_dice() {
    let (set, _owner) = ships([DiceOf::Own, DiceOf::App]);
    assert_eq!(rolled_by(&set.sit(Seat::Both).answer(ram_with(&[6, 1]))), OURS);
    let (set, mut owner) = ships([EITHER, EITHER]);
    is_set(&mut owner, TableSettings { orders_for_both: true, ..TableSettings::default() });
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    assert_eq!(rolled_by(&a.answer(ram_with(&[6, 1]))), OURS);
}

/// Once the app has rolled, a refusal or another question would reveal its roll. The order
/// stays, and waits.
#[test]
fn dice_of_the_other_side_after_one_of_the_app_are_skipped() {
    let (set, _owner) = ships([EITHER, EITHER]);
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    let dice = vec![EnteredRoll::Program, EnteredRoll::Total(1)];
    assert_eq!(rolled_by(&a.answer(ram(Some(dice)))), [Origin::Rolled, Origin::Rolled]);
    let (set, _owner) = ships([EITHER, DiceOf::Own]);
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    let dice = vec![EnteredRoll::Program, EnteredRoll::Total(1)];
    assert_eq!(waits_for(&a.answer(ram(Some(dice)))).1, Side::B);
}

#[test]
fn stored_own_dice_settings_are_read_as_own_or_either() {
    let read = |own_dice: Value| -> [DiceOf; 2] {
        let settings = json!({"undo_asks": true, "own_dice": own_dice});
        serde_json::from_value::<TableSettings>(settings).expect("settings").own_dice
    };
    assert_eq!(read(json!([true, false])), [DiceOf::Own, EITHER]);
    assert_eq!(read(json!(["app", "either"])), [DiceOf::App, EITHER]);
    assert_eq!(
        serde_json::from_str::<TableSettings>("{}").expect("settings"),
        TableSettings::default()
    );
    assert!(serde_json::from_value::<TableSettings>(json!({"own_dice": ["ours", 3]})).is_err());
}
