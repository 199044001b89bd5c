//! Tests of which outcomes of an order are better for its issuer.

use games::{
    Outcome, SystemTag, ancient_naval_games, chicken_of_the_sea, command_and_chaos,
    fast_play_salamis, greek_fire,
};
use rules::Tone;

/// The outcomes of an order from the worst to the best.
fn ranked(system: SystemTag, kind: &str, outcomes: &[Outcome]) {
    assert!(system.order(kind).is_some(), "{system} has no order {kind}");
    let gains: Vec<i8> = outcomes.iter().map(|outcome| outcome.gain(kind)).collect();
    assert!(gains.is_sorted_by(|worse, better| worse < better), "{kind}: {gains:?}");
}

#[test]
fn outcomes_of_an_order_are_listed_from_worst_to_best() {
    use ancient_naval_games::tables::Outcome as Ancient;
    use fast_play_salamis::Outcome as Salamis;
    use greek_fire::Outcome as Fire;
    let rams =
        [Fire::NoEffect, Fire::OarsSheared, Fire::SinkingSlowly, Fire::SinkingFast, Fire::Sunk];
    ranked(SystemTag::GreekFire, "ram", &rams.map(Into::into));
    let sails = [
        Fire::Floundering,
        Fire::AgainstTheWind,
        Fire::NoEffect,
        Fire::CatchesTheWind,
        Fire::FairWind,
        Fire::FullSail,
    ];
    ranked(SystemTag::GreekFire, "sail", &sails.map(Into::into));
    let shots = [Fire::Miss, Fire::Hit, Fire::HitAndFire, Fire::Destroyed];
    ranked(SystemTag::GreekFire, "shoot", &shots.map(Into::into));
    let fires = [Fire::Destroyed, Fire::CrewLost, Fire::Fires];
    ranked(SystemTag::GreekFire, "fire", &fires.map(Into::into));
    let rams = [Ancient::Avoided, Ancient::Entangled, Ancient::Sunk];
    ranked(SystemTag::AncientNavalGames, "ram", &rams.map(Into::into));
    let strikes = [Ancient::Spent, Ancient::None, Ancient::Struck];
    ranked(SystemTag::AncientNavalGames, "oar-strike", &strikes.map(Into::into));
    let tests = [Ancient::Removed, Ancient::Done];
    ranked(SystemTag::AncientNavalGames, "morale", &tests.map(Into::into));
    let rams = [Salamis::NoDamage, Salamis::Holed, Salamis::Sunk];
    ranked(SystemTag::FastPlaySalamis, "ram", &rams.map(Into::into));
}

#[test]
fn an_outcome_can_be_good_for_one_order_and_bad_for_another() {
    use chicken_of_the_sea::Outcome as Chicken;
    use command_and_chaos::Outcome as Chaos;
    let cases: [(SystemTag, Outcome, [&str; 2]); 3] = [
        (SystemTag::GreekFire, greek_fire::Outcome::Destroyed.into(), ["shoot", "fire"]),
        (SystemTag::ChickenOfTheSea, Chicken::BacksWater.into(), ["avoid", "ram"]),
        (SystemTag::CommandAndChaos, Chaos::Hit.into(), ["javelins", "allied-morale"]),
    ];
    for (system, outcome, [good, bad]) in cases {
        for (kind, tone) in [(good, Tone::Good), (bad, Tone::Bad)] {
            assert!(system.order(kind).is_some(), "{system} has no order {kind}");
            assert_eq!(outcome.tone(kind), tone, "{system}: {} of {kind}", outcome.slug());
        }
    }
}
