//! Tests of the odds in the form of an order.

use egui_kittest::kittest::Queryable;
use trierarch::analysis::Forecast;
use trierarch::i18n::Words;
use trierarch::message::Message;
use trierarch::ui::Start;

use super::{
    DESK, Screen, aim_a_ram, answer_open_questions, battle, controls, open, press, press_here,
    says, sybota, write,
};

fn odds(screen: &Screen) -> &Forecast {
    battle(screen).forecast().unwrap()
}

#[test]
fn odds_are_worked_out_when_the_order_changes_and_in_no_other_frame() {
    let mut screen = sybota(DESK);
    aim_a_ram(&mut screen);
    answer_open_questions(&mut screen);
    let shown = odds(&screen).clone();
    let asked = battle(&screen).client().asked();
    for at in 0..40u8 {
        screen.hover_at(egui::pos2(30.0 * f32::from(at), 20.0 * f32::from(at)));
        screen.step();
        assert_eq!(battle(&screen).client().asked(), asked, "frame {at}");
    }
    press(&mut screen, "Charts");
    press(&mut screen, "Back to the battle");
    assert_eq!(battle(&screen).client().asked(), asked, "after a look at the charts");
    press(&mut screen, "Spaces straight ahead: 2");
    assert!(battle(&screen).client().asked() > asked);
    assert_ne!(&shown, odds(&screen), "a shorter run has other odds");
}

#[test]
fn crews_are_shown_with_the_mean_and_the_middle_eighty_percent() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Board B1");
    let plots = odds(&screen).plots.clone();
    assert_eq!(plots.len(), 2, "both crews");
    for plot in &plots {
        let mean = format!("{:.1}", plot.mean);
        let mean = mean.trim_end_matches(".0");
        let (low, high) = plot.span;
        let (what, now) = (&plot.label, plot.now);
        let text = format!(
            "{}: now {now}, on average {mean}, mostly {low}–{high}",
            Words::ENGLISH.capital(what)
        );
        assert!(screen.query_by_label_contains(&text).is_some(), "{text}");
    }
    assert!(screen.query_by_label("Modifier effects").is_some());
}

#[test]
fn two_equal_modifiers_name_the_roll_that_each_is_for() {
    let mut screen = open(DESK, &Start::Ready("aegates".into()));
    press(&mut screen, "Choose A2 Mars");
    let enemy = crate::controls(&screen).into_keys().find(|name| name.starts_with("B1 ")).unwrap();
    press(&mut screen, &enemy);
    press(&mut screen, "Ram B1");
    let says: Vec<&Message> = odds(&screen).worths.iter().map(|line| &line.says).collect();
    assert_eq!(says, ["large (+1, ram, attacker)", "large (+1, ram, target)"]);
}

/// Presses the control whose name starts and ends with these texts.
fn press_starting(screen: &mut Screen, start: &str, end: &str) {
    let mut all = controls(screen).into_keys();
    let name = all.find(|name| name.starts_with(start) && name.ends_with(end)).unwrap();
    press_here(screen, &name);
}

#[test]
fn a_modifier_is_set_aside_and_another_added_with_a_reason_before_the_roll() {
    let mut screen = sybota(DESK);
    aim_a_ram(&mut screen);
    answer_open_questions(&mut screen);
    let of_the_rules = odds(&screen).clone();
    press_starting(&mut screen, "Modifier: ", "ram bonus");
    assert!(says(&screen, "Set aside: ram bonus"));
    write(&mut screen, "Reason", "her beak is broken");
    press(&mut screen, "Set aside");
    let aside = odds(&screen).clone();
    assert_ne!(of_the_rules, aside);
    press(&mut screen, "Add a modifier");
    press(&mut screen, "Your own modifier: 1 more");
    write(&mut screen, "Reason", "down the wind");
    press(&mut screen, "Add");
    assert_ne!(odds(&screen), &aside);
    press(&mut screen, "Undo: +2 down the wind");
    assert_eq!(odds(&screen), &aside);
    press(&mut screen, "Roll");
    let order = &battle(&screen).log().rows.last().unwrap().order;
    let changes = serde_json::json!([{"aside": "ram-bonus", "reason": "her beak is broken"}]);
    assert_eq!(order["modifiers"], changes);
    let text = "set aside: ram bonus (her beak is broken)";
    assert!(screen.query_all_by_label_contains(text).next().is_some());
}
