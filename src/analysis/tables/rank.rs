//! Which outcome of an order is better for whoever gives it.

use crate::rules::{
    Outcome, ancient_naval_games, chicken_of_the_sea, command_and_chaos, fast_play_salamis,
    greek_fire,
};

/// Where an outcome stands among those that its order may have, from the worst
/// for whoever gives it on; outcomes of different orders are not compared.
pub(super) fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::GreekFire(outcome) => of_greek_fire(outcome),
        Outcome::ChickenOfTheSea(outcome) => of_chicken_of_the_sea(outcome),
        Outcome::AncientNavalGames(outcome) => of_ancient_naval_games(outcome),
        Outcome::FastPlaySalamis(outcome) => of_fast_play_salamis(outcome),
        Outcome::CommandAndChaos(outcome) => of_command_and_chaos(outcome),
    }
}

fn of_greek_fire(outcome: greek_fire::Outcome) -> u8 {
    use greek_fire::Outcome as Of;
    match outcome {
        Of::Destroyed | Of::Floundering | Of::Held | Of::Miss | Of::Repelled | Of::Surrenders => 0,
        Of::CrewLost | Of::AgainstTheWind | Of::Abandons => 1,
        Of::Fires | Of::NoEffect | Of::Routs => 2,
        Of::Done | Of::CatchesTheWind | Of::Free | Of::Hit | Of::OarsSheared | Of::Melee => 3,
        Of::FairWind | Of::HitAndFire | Of::SinkingSlowly | Of::FightsOn => 4,
        Of::FullSail | Of::SinkingFast => 5,
        Of::Sunk => 6,
    }
}

fn of_chicken_of_the_sea(outcome: chicken_of_the_sea::Outcome) -> u8 {
    use chicken_of_the_sea::Outcome as Of;
    match outcome {
        Of::NoChance | Of::Aground | Of::Fouled | Of::Caught | Of::Fatigued | Of::Failed => 0,
        Of::Missed | Of::HoldsCourse | Of::BeatenBack => 1,
        Of::VeersLeft | Of::Sheared => 2,
        Of::VeersRight => 3,
        Of::Done | Of::Set | Of::InCommand | Of::Afloat | Of::Freed => 4,
        Of::Clear | Of::BacksWater | Of::Sunk | Of::Captured => 5,
    }
}

fn of_ancient_naval_games(outcome: ancient_naval_games::tables::Outcome) -> u8 {
    use ancient_naval_games::tables::Outcome as Of;
    match outcome {
        Of::Removed | Of::Entangled => 0,
        Of::None => 1,
        Of::Avoided => 2,
        Of::Spent => 3,
        Of::Done | Of::Struck => 4,
        Of::Sunk => 5,
    }
}

fn of_fast_play_salamis(outcome: fast_play_salamis::Outcome) -> u8 {
    use fast_play_salamis::Outcome as Of;
    match outcome {
        Of::Held | Of::NoDamage | Of::Fails | Of::FoughtOff => 0,
        Of::Done | Of::Hits | Of::Holed | Of::Boards | Of::Away => 1,
        Of::Sunk | Of::Captured => 2,
    }
}

fn of_command_and_chaos(outcome: command_and_chaos::Outcome) -> u8 {
    use command_and_chaos::Outcome as Of;
    match outcome {
        Of::Withheld | Of::Miss | Of::Lost => 0,
        Of::Done | Of::Resolved | Of::Tied => 1,
        Of::Hit | Of::Won => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ram_that_sinks_is_better_than_one_that_shears() {
        use greek_fire::Outcome as Of;
        let ranks = [Of::NoEffect, Of::OarsSheared, Of::SinkingSlowly, Of::SinkingFast, Of::Sunk]
            .map(|outcome| rank(outcome.into()));
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
    }
}
