//! The odds in the form of an order.

use egui_kittest::kittest::Queryable;
use trierarch::analysis::Forecast;
use trierarch::i18n::Words;
use trierarch::message::Message;
use trierarch::ui::Start;

use super::{DESK, Screen, aim_a_ram, battle, open, press, say_the_usual, sybota};

fn odds(screen: &Screen) -> &Forecast {
    battle(screen).forecast().unwrap()
}

#[test]
fn odds_are_worked_out_when_the_order_changes_and_in_no_other_frame() {
    let mut screen = sybota(DESK);
    aim_a_ram(&mut screen);
    say_the_usual(&mut screen);
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
fn crews_are_told_with_the_mean_and_where_eight_of_ten_lie() {
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
        let told = format!(
            "{}: now {now}, on average {mean}, mostly {low}–{high}",
            Words::ENGLISH.capital(what)
        );
        assert!(screen.query_by_label_contains(&told).is_some(), "{told}");
    }
    assert!(screen.query_by_label("What each modifier is worth").is_some());
}

#[test]
fn of_two_modifiers_alike_it_is_said_whose_throw_each_is_for() {
    let mut screen = open(DESK, &Start::Ready("aegates".into()));
    press(&mut screen, "Choose A2 Mars");
    let enemy = crate::controls(&screen).into_keys().find(|name| name.starts_with("B1 ")).unwrap();
    press(&mut screen, &enemy);
    press(&mut screen, "Ram B1");
    let says: Vec<&Message> = odds(&screen).worths.iter().map(|line| &line.says).collect();
    assert_eq!(says, ["large (+1, ram, attacker)", "large (+1, ram, target)"]);
}
