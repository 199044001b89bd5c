//! Tests of the comparison of two fleets: their totals, their odds, and their duels.

use dice::Chance;
use engine::analysis::strength::{Attacks, Duel, Duels, Estimate, figures};
use engine::analysis::{Job, Progress};
use engine::fleet::build::{FleetDraft, random};
use engine::fleet::read_toml;
use games::{Fleet, SystemTag};

fn fleet(ships: &str) -> Fleet {
    let text = format!("system = \"greek-fire\"\nname = \"Squadron\"\n{ships}");
    read_toml(&text).expect("a sound fleet").fleet
}

fn ready(path: &str) -> Fleet {
    FleetDraft::from_ready(path).and_then(|draft| draft.check().fleet).expect("a ready fleet")
}

/// Two random fleets that can fight each other.
fn opponents(system: SystemTag, ships: u32) -> [Fleet; 2] {
    let fleet = |seed| random(system, ships, seed).check().fleet.expect("a sound fleet");
    let first = fleet(0);
    let second = (1..99).map(fleet).find(|second| Duels::new([&first, second], 1, 1).is_ok());
    [first, second.expect("one among many")]
}

const TRIREMES: &str = r#"
[[ship]]
name = "Paralos"
type = "trireme"
advantages = ["prongs", "hoplites", "hoplites", "archers", "greek-fire", "sails"]
[[ship]]
name = "Salaminia"
type = "trireme"
advantages = ["reinforced-ram", "sails"]
[[ship]]
name = "Nike"
type = "trireme"
captain = { name = "Phormio", skills = ["ramming"] }
advantages = ["archers", "prongs"]
"#;

const BIREMES: &str = r#"
[[ship]]
name = "Delphis"
type = "bireme"
count = 2
advantages = ["reinforced-hull", "catapult"]
"#;

#[test]
fn fleet_figures_are_sums_over_its_ships() {
    let found: Vec<_> = figures([&fleet(TRIREMES), &fleet(BIREMES)])
        .into_iter()
        .map(|figure| (figure.what.to_string(), figure.sides))
        .collect();
    assert_eq!(
        found,
        [
            ("Ships", [3, 2]),
            ("Deck points", [18, 10]),
            ("Crew", [3 * 170 + 40, 200]),
            ("Mounts", [3, 2]),
            ("Shots", [30, 20]),
        ]
        .map(|(what, sides)| (what.to_owned(), sides))
    );
    let other = random(SystemTag::AncientNavalGames, 3, 1).check().fleet.unwrap();
    assert_eq!(figures([&fleet(TRIREMES), &other]), []);
}

/// The worked example of the rules: +6 − 3 − 1 = +2.
#[test]
fn a_trireme_with_prongs_sinks_a_bireme_with_a_reinforced_hull_in_three_of_ten() {
    let mut attacks = Attacks::new([&fleet(TRIREMES), &fleet(BIREMES)]).unwrap();
    assert_eq!(attacks.progress(), Progress { done: 0, all: 4 });
    let mut steps = 0;
    while attacks.step() {
        steps += 1;
        assert_eq!(attacks.progress(), Progress { done: steps, all: 4 });
    }
    let [table, back] = attacks.tables();
    let names: Vec<String> = table.attackers.iter().map(|kind| kind.name.to_string()).collect();
    assert_eq!(names, ["Trireme, ram +1", "Trireme, ram +2"]);
    assert_eq!(table.attackers[0].ships, ["Paralos", "Salaminia"]);
    assert_eq!(table.targets[0].name, "Bireme, hull +1");
    assert_eq!(table.targets[0].ships.len(), 2);
    let of = |tenths: u32| Chance::of(tenths, 10u32);
    let cell = |cell: &engine::analysis::strength::Cell| -> Vec<(String, f64)> {
        let odds = cell.as_ref().expect("a ram is allowed");
        odds.iter().map(|(outcome, chance)| (outcome.to_string(), chance.to_f64())).collect()
    };
    let expected = [("oars sheared", 4), ("sinking slowly", 2), ("sinking fast", 1), ("sunk", 3)]
        .map(|(outcome, tenths)| (outcome.to_owned(), of(tenths).to_f64()));
    assert_eq!(cell(&table.rows[0][0]), expected);
    let sunk = |cell: &engine::analysis::strength::Cell| {
        let odds = cell.as_ref().expect("a ram is allowed");
        odds.iter().find(|(outcome, _)| *outcome == "sunk").map(|(_, chance)| chance.to_f64())
    };
    assert_eq!(sunk(&table.rows[1][0]), Some(0.4));
    // 3 - 6 = -3, and 3 - 7 = -4 against the skilled captain.
    assert_eq!(sunk(&back.rows[0][0]), None);
    assert_eq!(back.rows[0].len(), 2);
    assert!(!attacks.how().is_empty());
}

#[test]
fn every_system_has_a_typical_attack_with_odds() {
    for system in SystemTag::ALL {
        let fleets = opponents(*system, 6);
        let mut attacks = Attacks::new([&fleets[0], &fleets[1]]).unwrap();
        while attacks.step() {}
        for table in attacks.tables() {
            assert_eq!(table.rows.len(), table.attackers.len(), "{system}");
            for cell in table.rows.iter().flatten() {
                let odds = cell.as_ref().unwrap_or_else(|why| panic!("{system}: {why}"));
                let mut sum = Chance::never();
                for (_, chance) in odds {
                    sum.add(chance);
                }
                assert_eq!(sum, Chance::always(), "{system}");
            }
        }
    }
}

#[test]
fn fleets_of_two_systems_are_not_compared() {
    let other = random(SystemTag::AncientNavalGames, 3, 1).check().fleet.unwrap();
    let why = "the fleets belong to different games: Greek Fire and Ancient Naval Games";
    assert_eq!(Attacks::new([&fleet(BIREMES), &other]).unwrap_err().message(), why);
    assert_eq!(Duels::new([&fleet(BIREMES), &other], 1, 1).unwrap_err().message(), why);
}

// --- duels ---

#[test]
fn duels_cover_every_pair_and_can_stop_at_any_step() {
    let mut duels = Duels::new([&fleet(TRIREMES), &fleet(BIREMES)], 2, 5).unwrap();
    assert_eq!(duels.kinds().each_ref().map(Vec::len), [3, 1]);
    assert!(duels.kinds()[1][0].name.to_string().starts_with("Bireme"), "{:?}", duels.kinds());
    assert_eq!(duels.progress(), Progress { done: 0, all: 6 });
    assert!(duels.step());
    let fought =
        |duels: &Duels| -> Vec<u32> { duels.rows().iter().flatten().map(Duel::fought).collect() };
    assert_eq!(fought(&duels), [1, 0, 0]);
    for _ in 0..3 {
        assert!(duels.step());
    }
    assert_eq!(fought(&duels), [2, 1, 1]);
    assert!(duels.rows()[0][0].share().is_some());
    while duels.step() {}
    assert_eq!(duels.progress(), Progress { done: 6, all: 6 });
    assert_eq!(fought(&duels), [2, 2, 2]);
    let mut again = Duels::new([&fleet(TRIREMES), &fleet(BIREMES)], 2, 5).unwrap();
    while again.step() {}
    assert_eq!(again.rows(), duels.rows());
}

/// With one win and one loss added: nine of twelve.
#[test]
fn the_error_of_eight_duels_won_of_ten_is_an_eighth() {
    for duel in [Duel { won: [8, 2], drawn: 0 }, Duel { won: [7, 1], drawn: 2 }] {
        assert!((duel.standard_error() - 0.125).abs() < 1e-12, "{duel:?}");
    }
}

#[test]
fn the_stronger_ship_wins_most_duels_from_either_side() {
    let strong = fleet(
        "[[ship]]\nname = \"Leontophoros\"\ntype = \"large-quinquereme\"\ncrew_quality = \"elite\"\ncrew_skills = [\"ramming\"]\nadvantages = [\"prongs\", \"prongs\", \"archers\", \"archers\", \"catapult\", \"corvus\", \"hoplites\", \"hoplites\"]\n",
    );
    let weak =
        fleet("[[ship]]\nname = \"Skaphe\"\ntype = \"triaconter\"\ncrew_quality = \"poor\"\n");
    for (fleets, wins) in [([&strong, &weak], 0), ([&weak, &strong], 1)] {
        let mut duels = Duels::new(fleets, 60, 1).unwrap();
        while duels.step() {}
        let duel = duels.rows()[0][0];
        assert!(duel.won[wins] > 40, "{duel:?}");
        assert!(duel.standard_error() > 0.0 && duel.standard_error() < 0.06, "{duel:?}");
    }
}

/// Checks that `one` wins clearly more of this many duels, on either side.
fn wins_more_of(duels: u32, one: &Fleet, other: &Fleet) {
    for (fleets, wins) in [([one, other], 0), ([other, one], 1)] {
        let mut duels = Duels::new(fleets, duels, 1).unwrap();
        while duels.step() {}
        let won = duels.rows()[0][0].won;
        assert!(won[wins] > won[1 - wins] + 20, "{won:?}");
    }
}

/// Each has a consort, so that neither is without an adjacent friend.
#[test]
fn a_large_ship_of_ancient_naval_games_wins_more_duels_than_a_small_one_from_either_side() {
    let [large, small] = ["large", "small"].map(|size| {
        let ship = format!("[[ship]]\nname = \"She\"\nsize = \"{size}\"\n");
        let head = "system = \"ancient-naval-games\"\nname = \"One\"\n";
        read_toml(&format!("{head}{ship}")).expect("a sound fleet").fleet
    });
    wins_more_of(200, &large, &small);
}

/// Bows leave an equal ship one hit short of loss, which a ram then makes. The guide lists the end
/// of a phase before its shots.
#[test]
fn a_ship_with_many_archers_beats_an_equal_ship_without_any() {
    let [archers, others] = [20, 0].map(|bow_dice| {
        let head = "system = \"fast-play-salamis\"\nname = \"One\"\n";
        let figures = "move = 6\nturn = 45\nram_dice = 3\nrsp = 7\nbow_range = 6\nmbs = 0\n";
        let class = format!(
            "[[class]]\nslug = \"twin\"\nname = \"Twin\"\n{figures}bow_dice = {bow_dice}\n\
             hand_to_hand = 1\nviability = 8\n"
        );
        let ship = "[[ship]]\nname = \"She\"\nclass = \"twin\"\n";
        read_toml(&format!("{head}{class}{ship}")).expect("a sound fleet").fleet
    });
    wins_more_of(60, &archers, &others);
}

#[test]
fn equal_ships_win_equally_often() {
    for path in [
        "greek-fire/sybota-athens.toml",
        "ancient-naval-games/aegates-rome.toml",
        "fast-play-salamis/salamis-greeks.toml",
    ] {
        let fleet = ready(path);
        let mut duels = Duels::new([&fleet, &fleet], 150, 2).unwrap();
        let same = |kinds: &[Vec<_>; 2]| kinds[0] == kinds[1];
        assert!(same(duels.kinds()));
        while duels.step() {}
        for (at, row) in duels.rows().iter().enumerate() {
            let (share, error) = (row[at].share().unwrap(), row[at].standard_error());
            assert!((share - 0.5).abs() < 4.0 * error, "{path} {at}: {share} ± {error}");
        }
    }
}

#[test]
fn duels_of_every_game_end_with_a_winner() {
    for system in SystemTag::ALL {
        let fleets = opponents(*system, 3);
        let mut duels = Duels::new([&fleets[0], &fleets[1]], 6, 3).unwrap();
        while duels.step() {}
        let won: u32 = duels.rows().iter().flatten().map(|duel| duel.won[0] + duel.won[1]).sum();
        let drawn: u32 = duels.rows().iter().flatten().map(|duel| duel.drawn).sum();
        assert!(won > drawn, "{system}: {won} won, {drawn} drawn");
        assert!(!duels.how().is_empty());
    }
}

#[test]
fn an_estimate_works_out_all_attacks_and_then_fights_all_duels() {
    let (one, other) = (fleet(TRIREMES), fleet(BIREMES));
    let mut estimate = Estimate::new([&one, &other], 1, 5).unwrap();
    let left = |estimate: &Estimate| {
        let (attacks, duels) = (estimate.attacks.progress(), estimate.duels.progress());
        (attacks.all - attacks.done, duels.all - duels.done)
    };
    for (done, to_do) in [(4, 3), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)].iter().enumerate()
    {
        assert_eq!(left(&estimate), *to_do);
        assert_eq!(estimate.progress(), Progress { done: done as u64, all: 7 });
        assert!(estimate.step());
    }
    assert!(!estimate.step());
    assert_eq!(left(&estimate), (0, 0));
}

// --- the strength of a whole fleet ---

fn fought(fleets: [&Fleet; 2], rounds: u32) -> Duels {
    let mut duels = Duels::new(fleets, rounds, 4).unwrap();
    while duels.step() {}
    duels
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn every_ship_counts_for_the_share_of_duels_that_ships_like_her_win() {
    let twice = TRIREMES.replacen("type = \"trireme\"", "type = \"trireme\"\ncount = 2", 1);
    let duels = fought([&fleet(&twice), &fleet(BIREMES)], 12);
    let shares: Vec<f64> = duels.rows().iter().map(|row| row[0].share().unwrap()).collect();
    // Of four triremes, two are of the first kind.
    let share = (2.0 * shares[0] + shares[1] + shares[2]) / 4.0;
    let strength = duels.strength().unwrap();
    assert_eq!(strength.ships, [4, 2]);
    assert!(near(strength.ship_for_ship, share), "{strength:?}");
    let [own, other] = [4.0 * share, 2.0 * (1.0 - share)];
    assert!(near(strength.whole, own / (own + other)), "{strength:?}");
}

#[test]
fn a_fleet_is_as_strong_as_itself_and_half_as_strong_as_its_double() {
    let own = ready("greek-fire/sybota-athens.toml");
    let even = fought([&own, &own], 20).strength().unwrap();
    assert!((even.whole - 0.5).abs() < 4.0 * even.error, "{even:?}");
    let double = {
        let mut draft = FleetDraft::from_ready("greek-fire/sybota-athens.toml").unwrap();
        for at in (0..draft.count("ship")).rev() {
            draft.copy("ship", at).unwrap();
        }
        draft.check().fleet.unwrap()
    };
    let against = fought([&own, &double], 20).strength().unwrap();
    assert_eq!(against.ships[1], 2 * against.ships[0]);
    assert!(near(against.ship_for_ship, even.ship_for_ship), "{against:?}");
    assert!((against.whole - 1.0 / 3.0).abs() < 4.0 * against.error, "{against:?}");
}

#[test]
fn more_rounds_reduce_the_error_and_no_rounds_give_no_estimate() {
    let fleets = [&fleet(TRIREMES), &fleet(BIREMES)];
    let [rough, fine] = [10, 160].map(|rounds| fought(fleets, rounds).strength().unwrap());
    assert!(fine.error > 0.0 && fine.error < rough.error / 2.0, "{rough:?} {fine:?}");
    let mut begun = Duels::new(fleets, 10, 4).unwrap();
    begun.step();
    assert_eq!(begun.strength(), None, "two of the three pairs have not met");
}
