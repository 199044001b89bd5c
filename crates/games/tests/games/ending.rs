//! Tests of how players end a battle in any game: an agreed result, a concession.

use engine::analysis::BattleReport;
use engine::journal::{DiceChoice, Journal};
use engine::text::order_in_words;
use games::{Battle, SystemTag, offer_of, offers};
use rules::{Part, Side, Subject, Viewer, Winner};
use serde_json::{Value, json};

use crate::{next_text, read, refusal};
use testing::player::nth_battle;

fn opened(system: SystemTag) -> Journal {
    Journal::open(nth_battle(system, 0)).expect("a battle")
}

fn agreed(winner: &str) -> Value {
    json!({"kind": "agree-result", "winner": winner})
}

fn given(journal: &mut Journal, order: &Value) -> Vec<String> {
    let order = read(journal.battle(), order);
    journal.give(&order, &DiceChoice::Program, 1, "").expect("carried out");
    let seen = journal.seen(journal.cursor() - 1, Viewer::Everyone).expect("an entry");
    seen.sentences.iter().map(ToString::to_string).collect()
}

/// The order by which a side of this game concedes, if it has one.
fn concession(system: SystemTag) -> Option<&'static str> {
    system.orders().iter().find(|spec| spec.part == Part::Concedes).map(|spec| spec.kind)
}

#[test]
fn both_sides_can_agree_on_a_victory_or_a_draw_in_every_system() {
    for system in SystemTag::ALL {
        for (word, winner) in [("A", Winner::A), ("B", Winner::B), ("draw", Winner::Draw)] {
            let mut journal = opened(*system);
            let before = journal.battle().clone();
            let offer = offer_of(&before.full_view(), Subject::Battle, "agree-result");
            let offer = offer.expect("open to both sides");
            assert_eq!((offer.refused, &offer.fields[0].value), (None, &None), "no suggestion");
            assert_eq!(offer.fields[0].choices.len(), 3);
            let shown = given(&mut journal, &agreed(word));
            let ended = journal.battle();
            assert_eq!((ended.winner(), ended.victor()), (Some(winner), Some(winner)), "{system}");
            let text = match winner.side() {
                Some(side) => format!("Agreed result. Victory: {}.", ended.side_called(side)),
                None => "Agreed result: a draw.".to_owned(),
            };
            assert_eq!(shown, [text.as_str()]);
            let steps = ended.full_view().guide().next.len();
            assert_eq!((next_text(ended), steps), (text, 0), "{system}");
            let report = BattleReport::of(&journal, Viewer::Everyone);
            assert!(report.verdict.to_string().starts_with("Agreed result"), "{system}");
            let again = offers(&ended.full_view(), Subject::Battle);
            assert!(again.iter().all(|offer| offer.spec.part != Part::Agrees), "{system}");
            assert_eq!(refusal(ended, &agreed("A")), "the battle is over");
            journal.undo();
            assert_eq!(journal.battle(), &before, "{system}");
        }
    }
}

#[test]
fn an_agreed_result_decides_the_victory_conditions_too() {
    for slug in engine::fleet::library::battles().iter().map(|battle| battle.slug.as_str()) {
        let mut journal = Journal::open(crate::player::ready_battle(slug, 0)).expect("a battle");
        let shown = given(&mut journal, &agreed("B"));
        assert_eq!(journal.battle().victor(), Some(Winner::B), "{slug}");
        assert_eq!(shown.len(), 1, "{slug}: {shown:?}");
    }
}

#[test]
fn a_side_that_concedes_loses_at_once() {
    for system in SystemTag::ALL {
        let Some(kind) = concession(*system) else { continue };
        for side in Side::ALL.iter().copied() {
            let mut journal = opened(*system);
            let before = journal.battle().clone();
            let order = json!({"kind": kind, "side": side});
            assert_eq!(
                offer_of(&before.full_view(), Subject::Side(side), kind).map(|o| o.refused),
                Some(None)
            );
            assert!(given(&mut journal, &order)[0].starts_with("Conceded: "), "{system}");
            let ended = journal.battle();
            assert_eq!(ended.winner().and_then(Winner::side), Some(side.other()), "{system}");
            assert!(ended.full_view().guide().next.is_empty(), "{system}");
            refusal(ended, &order);
            refusal(ended, &agreed("draw"));
            journal.undo();
            assert_eq!(journal.battle(), &before, "{system}");
        }
    }
}

#[test]
fn a_concession_decides_every_ready_battle() {
    for ready in engine::fleet::library::battles() {
        let Some(kind) = concession(ready.system) else { continue };
        for side in Side::ALL.iter().copied() {
            let opening = crate::player::ready_battle(&ready.slug, 0);
            let mut journal = Journal::open(opening).expect("a battle");
            given(&mut journal, &json!({"kind": kind, "side": side}));
            let victor = journal.battle().victor().and_then(Winner::side);
            assert_eq!(victor, Some(side.other()), "{}", ready.slug);
        }
    }
}

#[test]
fn the_sequence_of_play_has_the_ways_to_end_a_battle() {
    for system in SystemTag::ALL {
        let battle: Battle = opened(*system).battle().clone();
        let last = battle.sequence().pop().expect("parts of a turn");
        let names: Vec<String> = last.steps.iter().map(|step| step.name.to_string()).collect();
        assert_eq!(names.last().map(String::as_str), Some("Agree a result"), "{system}");
        assert_eq!(
            names.contains(&"Concede".to_owned()),
            concession(*system).is_some(),
            "{system}"
        );
    }
}

#[test]
fn an_agreed_result_is_named_by_its_side_in_the_log() {
    for (word, shown) in [("A", "side A"), ("draw", "draw")] {
        let order = agreed(word);
        let headline = order_in_words(SystemTag::GreekFire, order.as_object().expect("an order"));
        assert_eq!(headline.to_string(), format!("Agree a result, {shown}"));
    }
}
