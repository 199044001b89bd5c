//! Tests of which side is ahead, in random play of any game.

use engine::journal::Opening;
use games::{Battle, SystemTag};
use rules::{Side, Viewer};

use crate::form_questions::in_random_play;

/// Ships that left the table with permission can win a battle without enemy losses.
fn has_left(battle: &Battle, side: Side) -> bool {
    let left = |tag: &rules::Tag| {
        let record = battle.full_view().unit_state(*tag).unwrap_or_default();
        record.get("status").and_then(|status| status.as_str()) == Some("off-table")
    };
    battle.tags().iter().any(|tag| tag.side == side && left(tag))
}

#[test]
fn a_side_without_losses_is_never_behind() {
    for system in SystemTag::ALL {
        let mut leads = 0;
        in_random_play(*system, 12, 120, 1, |battle, _| {
            let score = battle.score();
            let Some(ahead) = score.ahead else { return };
            leads += 1;
            let behind = ahead.other();
            assert!(
                score.lost[behind.index()] > 0 || has_left(battle, ahead),
                "{system}: {behind} is behind without a loss: {score:?}"
            );
        });
        assert!(leads > 0, "{system}: no side was ever ahead");
    }
}

#[test]
fn sides_of_a_ready_battle_are_level_at_its_beginning() {
    for ready in engine::fleet::library::battles() {
        let opening = Opening::ready(&ready.slug, 1).expect("a ready battle");
        let battle = opening.battle().expect("it opens");
        let score = battle.score();
        assert_eq!((score.lost, score.ahead), ([0, 0], None), "{}", ready.slug);
    }
}

#[test]
fn the_score_is_the_same_for_each_side_and_for_both() {
    for system in SystemTag::ALL {
        in_random_play(*system, 4, 60, 10, |battle, _| {
            for viewer in [Viewer::Side(Side::A), Viewer::Side(Side::B), Viewer::Both] {
                assert_eq!(battle.known_to(viewer).score(), battle.score(), "{system}");
            }
        });
    }
}
