//! Tests of worked cases, screens and paper, and whole battles in Command & Chaos.

use dice::Chance;
use engine::analysis::answer;
use engine::fleet::{library, read_toml};
use games::{Battle, Options, SystemTag, offers};
use rules::{Side, Subject};
use serde_json::{Value, json};

use crate::{assert_walks_agree, chance_of, chances, give, read, set, value, warnings};
use testing::random_play::play_to_the_end;

use super::{battle, charge, end_phase, melee, of_side, of_unit, share, two_on_one};

// ---- Worked cases ----

#[test]
fn a_flank_attack_by_a_mixed_unit_with_an_officer_hits_a_veteran_five_times_in_six() {
    let mut b = battle();
    set(&mut b, "A2.officer", json!("lieutenant"));
    let order = melee("A2", "B3", "flank");
    let odds = chances(&b, &order, &["B3.hits"]);
    assert_eq!(odds.watched["B3.hits"], [(json!(0), share(1, 6)), (json!(1), share(5, 6))]);
    assert_walks_agree(&b, &order, &["B3.hits", "A2.hits"]);
    let report = give(&mut b, &order, &json!([2, 3])).expect("a melee");
    let shown: Vec<(i64, String)> =
        report.rolls[0].modifiers.iter().map(|m| (m.amount, m.reason.why.to_string())).collect();
    let reasons = [(1, "flank attack"), (1, "mixed with light infantry"), (1, "officer attached")];
    assert_eq!(shown, reasons.map(|(by, why)| (by, why.to_owned())));
    assert_eq!((report.rolls[0].modified, report.rolls[1].modified), (5, 3));
    assert_eq!((value(&b, "B3.hits"), value(&b, "A2.hits")), (json!(1), json!(0)));
}

#[test]
fn a_charge_of_an_average_on_an_average_that_stands_leaves_eleven_four_and_one_sixteenth() {
    let b = battle();
    let order = charge("A1", "B1", "stand");
    let odds = chances(&b, &order, &["B1.hits"]);
    assert_eq!(
        odds.watched["B1.hits"],
        [(json!(0), share(11, 16)), (json!(1), share(4, 16)), (json!(2), share(1, 16))]
    );
    assert_eq!(chance_of(&odds, "resolved"), Chance::always());
    assert_walks_agree(&b, &order, &["B1.hits", "B1.status"]);
}

// ---- Screens and paper ----

#[test]
fn a_unit_is_offered_the_orders_of_its_kind() {
    let b = battle();
    let kinds = |subject| -> Vec<&str> {
        offers(&b.full_view(), subject).into_iter().map(|offer| offer.spec.kind).collect()
    };
    let unit = |tag: &str| Subject::Unit(tag.parse().unwrap());
    assert_eq!(kinds(unit("A1")), ["charge", "play-card", "melee", "rally", "attach", "adjust"]);
    assert_eq!(kinds(unit("A8")), ["javelins", "join", "skirmish", "play-card", "adjust"]);
    assert!(kinds(unit("A3")).contains(&"flank"));
    assert!(kinds(unit("A6")).contains(&"reserve"));
    assert_eq!(kinds(Subject::Battle), ["initiative", "end-phase", "agree-result"]);
    assert_eq!(
        kinds(Subject::Side(Side::A)),
        ["discard", "draw", "move-zone", "pass", "move-officer", "concede", "adjust"]
    );
}

#[test]
fn a_form_begins_with_the_enemy_opposite() {
    let b = battle();
    for (unit, kind, target) in [
        ("A1", "charge", "B2"),
        ("A2", "melee", "B1"),
        ("A5", "charge", "B3"),
        ("A4", "melee", "B6"),
        ("A8", "skirmish", "B8"),
    ] {
        let all = offers(&b.full_view(), Subject::Unit(unit.parse().unwrap()));
        let offer = all.into_iter().find(|offer| offer.spec.kind == kind).expect("an offer");
        assert!(offer.refused.is_none(), "{unit} {kind}: {:?}", offer.refused);
        let field = offer.fields.iter().find(|f| f.spec.name == "target").expect("a target");
        assert_eq!(field.value, Some(json!(target)), "{unit} {kind}");
    }
}

#[test]
fn the_first_player_is_the_side_that_moves_before_the_first_zone() {
    for (dice, first) in [([5, 2], Side::A), ([2, 5], Side::B)] {
        let mut b = battle();
        give(&mut b, &json!({"kind": "initiative"}), &json!(dice)).expect("a first player");
        end_phase(&mut b);
        assert_eq!(b.full_view().guide().side, Some(first), "{dice:?}");
        let zone = json!({"kind": "move-zone", "side": first, "zone": "left-wing"});
        give(&mut b, &zone, &json!([])).expect("it moves");
        assert_eq!(b.full_view().guide().side, Some(first.other()), "the sides alternate");
    }
}

#[test]
fn the_guide_hands_the_screen_to_the_side_that_looks_at_its_cards() {
    let mut b = battle();
    assert_eq!(b.full_view().guide().secret_of, None);
    give(&mut b, &json!({"kind": "initiative"}), &json!([2, 5])).expect("side B goes first");
    assert_eq!(b.full_view().guide().secret_of, Some(Side::B));
    give(&mut b, &of_side("draw", "B"), &json!([1, 1, 1, 1, 1])).expect("a hand");
    assert_eq!(b.full_view().guide().secret_of, Some(Side::A));
    give(&mut b, &of_side("draw", "A"), &json!([1, 1, 1, 1, 1])).expect("a hand");
    assert_eq!(b.full_view().guide().secret_of, None);
    let order = json!({"kind": "discard", "side": "A", "cards": ["Stand fast"]});
    assert_eq!(warnings(&b, &order), ["side A has drawn; cards are discarded before that"]);
    // The hand is full in the next turn: cards may be discarded, but none must be.
    for _ in 0..4 {
        end_phase(&mut b);
    }
    give(&mut b, &json!({"kind": "initiative"}), &json!([5, 2])).expect("side A goes first");
    let kinds = |b: &Battle| -> Vec<(Subject, &'static str)> {
        b.full_view().guide().next.into_iter().map(|step| (step.subject, step.kind)).collect()
    };
    assert_eq!(b.full_view().guide().secret_of, None);
    let [first, second] = [Side::A, Side::B].map(|side| (Subject::Side(side), "discard"));
    assert_eq!(kinds(&b), [first, second, (Subject::Battle, "end-phase")]);
    give(&mut b, &order, &json!([])).expect("a card put away");
    assert_eq!(b.full_view().guide().secret_of, Some(Side::A));
}

#[test]
fn a_unit_card_has_boxes_for_its_morale_and_its_stamina() {
    let mut b = battle();
    set(&mut b, "A4.hits", json!(2));
    give(&mut b, &charge("A4", "B4", "stand"), &json!([0, 0])).expect("a charge");
    let tracks = |fresh| {
        let sheet = b.full_view().sheet("A4".parse().unwrap(), fresh).expect("a sheet");
        assert_eq!(
            (sheet.name.as_str(), sheet.kind.to_string().as_str()),
            ("Second", "Heavy infantry")
        );
        let track = |t: rules::Track| (t.caption.to_string(), t.boxes, t.crossed);
        sheet.tracks.into_iter().map(track).collect::<Vec<_>>()
    };
    let named = |n: [(&str, u32, u32); 2]| n.map(|(c, b, x)| (c.to_owned(), b, x)).to_vec();
    assert_eq!(tracks(false), named([("Morale", 5, 2), ("Stamina", 3, 1)]));
    assert_eq!(tracks(true), named([("Morale", 5, 0), ("Stamina", 3, 0)]));
    let charged = |fresh| {
        b.full_view().sheet("A4".parse().unwrap(), fresh).map(|sheet| sheet.ticks[0].ticked)
    };
    assert_eq!([charged(false), charged(true)], [Some(true), Some(false)]);
    let light = b.full_view().sheet("A8".parse().unwrap(), true).expect("a sheet");
    assert_eq!(light.tracks.len(), 0);
}

#[test]
fn every_table_has_a_chart_and_an_army_uses_the_rows_of_its_kinds() {
    let charts = SystemTag::CommandAndChaos.charts();
    let slugs: Vec<&str> = charts.iter().map(|chart| chart.slug).collect();
    assert_eq!(
        slugs,
        [
            "army",
            "morale-chits",
            "order-of-play",
            "movement",
            "charge",
            "melee",
            "morale",
            "light-infantry",
            "officers"
        ]
    );
    for chart in &charts {
        assert!(chart.rows.iter().all(|row| row.len() == chart.columns.len()), "{}", chart.slug);
        assert!(chart.about.is_empty() || chart.about.len() == chart.rows.len(), "{}", chart.slug);
    }
    assert_eq!(charts[0].rows[0], ["Standard", "8", "2", "4", "34"]);
    assert_eq!(charts[0].rows[1], ["Learning", "8", "0", "0", "28"]);
    let b = battle();
    assert_eq!(b.full_view().uses(Side::A), ["heavy-cavalry", "heavy-infantry", "light-infantry"]);
}

// ---- A whole battle ----

#[test]
fn random_play_comes_to_an_end() {
    for (at, ready) in library::battles().iter().enumerate() {
        if ready.system != SystemTag::CommandAndChaos {
            continue;
        }
        for seed in 0..4 {
            let fleets = ready.sides.map(|path| {
                read_toml(library::file(path).expect("a file")).expect("a fleet").fleet
            });
            let mut b = Battle::open(fleets, Options::new()).expect("a battle");
            let orders = play_to_the_end(&mut b, seed + 100 * at as u64, 6_000);
            assert!(orders > 20, "{}: {orders}", ready.slug);
        }
    }
}

#[test]
fn an_attack_shows_the_odds_of_a_hit_on_each_unit() {
    let b = battle();
    let asked = |order: &Value| -> Vec<(String, Chance)> {
        let questions = b.full_view().questions(&read(&b, order));
        questions
            .iter()
            .map(|question| (question.asks.to_string(), answer(&b.full_view(), question).unwrap()))
            .collect()
    };
    let is = |who: &str, weight, total| (who.to_owned(), share(weight, total));
    assert_eq!(
        asked(&charge("A1", "B3", "counter-charge")),
        [
            is("B3 First takes a hit or more", 5, 9),
            is("B3 First takes 2 hits or more", 1, 9),
            is("A1 Horse takes a hit or more", 3, 4),
            is("A1 Horse takes 2 hits or more", 1, 4),
        ]
    );
    assert_eq!(
        asked(&charge("A1", "B1", "stand")),
        [is("B1 Horse takes a hit or more", 5, 16), is("B1 Horse takes 2 hits or more", 1, 16)]
    );
    assert_eq!(
        asked(&melee("A2", "B1", "front")),
        [is("B1 Horse takes a hit or more", 2, 3), is("A2 Numidians takes a hit or more", 1, 2)]
    );
    assert_eq!(
        asked(&two_on_one(["A1", "A2"], "B1", "A2")),
        [
            is("B1 Horse takes a hit or more", 5, 6),
            is("B1 Horse takes 2 hits or more", 1, 3),
            is("A2 Numidians takes a hit or more", 1, 2),
        ]
    );
}

#[test]
fn odds_that_would_reveal_a_hidden_grade_are_not_shown() {
    let mut b = battle();
    let hidden = |b: &Battle, order: &Value| {
        b.full_view().hides_odds(&read(b, order)).map(|says| says.to_string())
    };
    let order = charge("A3", "B3", "stand");
    let why = "A3, B3: not yet known to be veteran or average, so no odds can be shown.";
    assert_eq!(hidden(&b, &order).as_deref(), Some(why));
    give(&mut b, &melee("A3", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert!(hidden(&b, &order).expect("B3 is hidden").starts_with("B3: not yet known"));
    assert!(hidden(&b, &of_unit("allied-morale", "B3")).is_some());
    assert_eq!(hidden(&b, &melee("A3", "B4", "front")), None);
    assert_eq!(hidden(&b, &of_unit("allied-morale", "B4")), None);
}
