//! Tests of every row and every modifier of every chart against the resolver.

use std::collections::BTreeSet;

use games::greek_fire::tables::{
    ADVANTAGES_FIRST, ADVANTAGES_SECOND, Advantage, Cause, CrewQuality, SHIP_TYPES, Skill, Weapon,
};
use games::greek_fire::{Effect, ShipEntry};
use games::{Battle, Effects, SystemTag};
use message::words;
use rules::modifiers::{Counted, ModifierWord as _};
use rules::{Chart, GameEffect, Need, Stop};
use serde_json::{Value, json};

use crate::{give, outcome, set, value};

use super::{battle, board, duel, fire, grapple, points, ram, ship, shoot, skilled, with};

/// A chart as its reader sees it.
struct Read {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    notes: String,
}

fn chart(slug: &str) -> Read {
    let charts = SystemTag::GreekFire.charts();
    let chart: &Chart = charts.iter().find(|chart| chart.slug == slug).expect("a chart");
    Read {
        columns: chart.columns.iter().map(ToString::to_string).collect(),
        rows: chart.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect(),
        notes: chart.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

/// Whether a result belongs to a row: `2 or less`, `3–6`, `9`, `10 or more`.
fn within(span: &str, result: i64) -> bool {
    let number = |text: &str| text.trim().replace('−', "-").parse::<i64>().expect("a number");
    if let Some(most) = span.strip_suffix(" or less") {
        result <= number(most)
    } else if let Some(least) = span.strip_suffix(" or more") {
        result >= number(least)
    } else if let Some((from, to)) = span.split_once('–') {
        (number(from)..=number(to)).contains(&result)
    } else {
        number(span) == result
    }
}

fn row_of(rows: &[Vec<String>], column: usize, result: i64) -> &[String] {
    let mut found = rows.iter().filter(|row| within(&row[column], result));
    let row = found.next().unwrap_or_else(|| panic!("no row for {result}"));
    assert!(found.next().is_none(), "two rows for {result}");
    row
}

fn signed(amount: i64) -> String {
    if amount < 0 { format!("−{}", -amount) } else { format!("+{amount}") }
}

/// Gives an order with the lowest result for each roll that it needs.
fn with_lowest(battle: &Battle, order: &Value, first: &[i64]) -> (Battle, games::Report) {
    let mut dice: Vec<i64> = first.to_vec();
    loop {
        let mut copy = battle.clone();
        match give(&mut copy, order, &json!(dice)) {
            Ok(report) => return (copy, report),
            Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => dice.push(ask.throw.span().0),
            Err(other) => panic!("{order}: {other}"),
        }
    }
}

// ---- Rows ----

#[test]
fn the_chart_of_types_has_the_figures_that_ships_enter_with() {
    let chart = chart("types");
    assert_eq!(chart.rows.len(), SHIP_TYPES.len());
    for (row, known) in chart.rows.iter().zip(&SHIP_TYPES) {
        let b = duel(ship(&known.slug), ship("trireme"));
        let crew = value(&b, "A1.crew").to_string();
        let order = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 1});
        let (_, report) = with_lowest(&b, &order, &[1]);
        let bonus = report.rolls[0].modifiers[0].amount.to_string();
        let moves = points(&b, false).to_string();
        assert_eq!(row[2..], [bonus, crew, moves], "{}", known.slug);
        assert_eq!(row[1], known.deck.to_string());
    }
}

#[test]
fn the_chart_of_missiles_equals_the_results_of_shots() {
    let chart = chart("missiles");
    assert_eq!(chart.rows.len(), Weapon::ALL.len());
    for (row, weapon) in chart.rows.iter().zip(Weapon::ALL) {
        assert_eq!(row[0], words(weapon.slug()));
        let mount = Advantage::from_slug(weapon.slug()).filter(|_| *weapon != Weapon::Rowers);
        let advantages: Vec<Advantage> = mount.into_iter().collect();
        let mut b = duel(with("trireme", &advantages), ship("trireme"));
        let reaches = |range: u32| {
            let stop = give(&mut b.clone(), &shoot(weapon.slug(), range), &json!([]));
            matches!(stop, Err(Stop::Needs { .. }))
        };
        let ranges: Vec<u32> = (0..=12).filter(|range| reaches(*range)).collect();
        let (least, most) = (ranges[0], ranges[ranges.len() - 1]);
        assert_eq!([most.to_string(), least.to_string()], row[1..3], "{weapon}");
        let order = shoot(weapon.slug(), least);
        let lowest =
            (1..=10).find(|die| with_lowest(&b, &order, &[*die]).1.outcome.slug() != "miss");
        assert_eq!(signed(6 - lowest.expect("a hit")), row[3], "{weapon}");
        let (_, hit) = with_lowest(&b, &order, &[10]);
        assert_eq!(hit.rolls[1].throw.to_string(), row[4], "{weapon}");
        let fires = |die: i64| {
            let dice = [10, hit.rolls[1].throw.span().0, die];
            (hit.rolls.len() > 2).then(|| with_lowest(&b, &order, &dice).1.outcome.slug())
        };
        let catches = (1..=6).filter(|die| fires(*die) == Some("hit-and-fire")).max();
        let span = match catches {
            None => "none".to_owned(),
            Some(1) => "1".into(),
            Some(most) => format!("1–{most}"),
        };
        let counters =
            hit.rolls.get(3).map_or(String::new(), |r| format!(", {} counters", r.throw));
        assert_eq!(format!("{span}{counters}"), row[5], "{weapon}");
        let mut shots = 0;
        while shots < 20 && give(&mut b, &order, &json!([1])).is_ok() {
            shots += 1;
            give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
        }
        let ammo = if shots == 20 { "unlimited".to_owned() } else { shots.to_string() };
        assert_eq!(ammo, row[6], "{weapon}");
    }
    let note = &chart.notes;
    let plain = duel(with("trireme", &[Advantage::Onagers]), ship("trireme"));
    let hits =
        |die: i64| with_lowest(&plain, &shoot("onagers", 1), &[die]).1.outcome.slug() != "miss";
    let needs = (1..=10).find(|die| hits(*die)).expect("a hit");
    assert!(note.contains(&format!("Roll 1d10: {needs} or more hits")), "{note}");
}

#[test]
fn the_chart_of_rams_equals_the_results_of_rams_and_rocks() {
    let chart = chart("ram");
    assert_eq!(chart.columns[0], "1d10");
    let b = duel(ship("trireme"), ship("trireme"));
    let rocks = json!({"kind": "terrain", "ship": "A1", "hex": "rocky-shallows"});
    for order in [ram(3), rocks] {
        for die in 1..=10 {
            let (_, report) = with_lowest(&b, &order, &[die]);
            let row = row_of(&chart.rows, 0, die);
            assert_eq!(row[1], words(report.outcome.slug()), "{order} {die}");
            let throws: Vec<String> =
                report.rolls[1..].iter().map(|roll| roll.throw.to_string()).collect();
            let harm = match &throws[..] {
                [] => String::new(),
                [lost] => format!("loses {lost} move points for the battle"),
                [turns, lost] => format!("sinks in {turns} rounds and loses {lost} move points"),
                more => panic!("{more:?}"),
            };
            assert_eq!(row[2], harm, "{order} {die}");
        }
    }
}

#[test]
fn the_chart_of_the_wind_equals_the_results_of_the_sail_roll() {
    let chart = chart("sail");
    let order = json!({"kind": "sail", "ship": "A1"});
    for sails in [0, 5] {
        let b = duel(with("quinquereme", &vec![Advantage::Sails; sails]), ship("trireme"));
        for die in 1..=6 {
            let (after, report) = with_lowest(&b, &order, &[die]);
            let row = row_of(&chart.rows, 0, die + i64::try_from(sails).expect("few"));
            assert_eq!(row[1], words(report.outcome.slug()));
            let wind = value(&after, "A1.sail").as_i64().expect("a number");
            let text = match report.rolls.get(1) {
                Some(roll) => format!("−{}, this turn only", roll.throw),
                None if wind == 0 => String::new(),
                None => signed(wind),
            };
            assert_eq!(row[2], text);
        }
    }
}

#[test]
fn the_chart_of_advantages_has_every_die_once_and_the_second_column() {
    let chart = chart("advantages");
    for die in 1..=10 {
        let row = row_of(&chart.rows[..ADVANTAGES_FIRST.len()], 0, die);
        let at = ADVANTAGES_FIRST.partition_point(|(from, _)| *from <= die) - 1;
        let name = ADVANTAGES_FIRST[at].1.map_or("roll again".into(), |a| words(a.slug()));
        assert_eq!(row[1], name);
    }
    let second = &chart.rows[ADVANTAGES_FIRST.len()..];
    for ((roll, advantage), row) in ADVANTAGES_SECOND.iter().zip(second) {
        assert_eq!(row[..2], [format!("8–10, then {roll}"), words(advantage.slug())]);
    }
    // Hoplites give the crew in the chart.
    let b = duel(with("trireme", &[Advantage::Hoplites]), ship("trireme"));
    let more = value(&b, "A1.crew").as_i64().expect("a crew") - 170;
    let hoplites = chart.rows.iter().find(|row| row[1] == "hoplites").expect("a row");
    assert_eq!(hoplites[2], format!("crew +{more}"));
}

#[test]
fn the_chart_of_boarding_equals_the_results_of_boarding() {
    let chart = chart("boarding");
    let b = duel(ship("trireme"), ship("trireme"));
    let boards = |die: i64| with_lowest(&b, &board("A1", "B1"), &[die]).1.outcome.slug() == "melee";
    let needs = (1..=10).find(|die| boards(*die)).expect("a grapple");
    assert_eq!(chart.columns[0], format!("1d10: {needs} or more boards"));
    for crew in [1, 10, 11, 170] {
        let mut b = b.clone();
        set(&mut b, "A1.crew", json!(crew));
        let (_, report) = with_lowest(&b, &board("A1", "B1"), &[10]);
        let dice = (crew + 9) / 10;
        assert_eq!(report.rolls[1].throw.to_string(), format!("{dice}d6"));
    }
    assert!(chart.notes.contains("1d6 for every 10 crew or part of it"), "{}", chart.notes);
}

#[test]
fn the_chart_of_morale_equals_the_results_of_morale() {
    let chart = chart("morale");
    for (adjacent, beaten) in [(json!([]), "routs"), (json!(["B1"]), "surrenders")] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        // +2 − 3: the modified roll is one less than the die.
        set(&mut b, "A1.sinking_in", json!(9));
        let order = json!({"kind": "morale", "ship": "A1", "adjacent_enemies": adjacent});
        for die in 1..=10 {
            let (_, report) = with_lowest(&b, &order, &[die]);
            let cell = &row_of(&chart.rows, 0, die - 1)[1];
            let word = match cell.as_str() {
                "surrenders if an enemy is adjacent, otherwise routs" => beaten,
                "routs" => "routs",
                "fights on; if she was routing, her rout ends" => "fights-on",
                other => panic!("{other}"),
            };
            assert_eq!(report.outcome.slug(), word, "{die}");
        }
    }
}

#[test]
fn the_chart_of_fire_equals_the_results_of_fires() {
    let chart = chart("fire");
    let rows =
        |what: &str| chart.rows.iter().filter(|row| row[0] == what).cloned().collect::<Vec<_>>();
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(1));
    set(&mut b, "B1.fires", json!(1));
    let after = |dice: [i64; 3]| {
        let (after, report) = with_lowest(&b, &fire(1), &dice);
        (value(&after, "A1.fires").as_i64().expect("fires"), report)
    };
    let (_, report) = after([1, 3, 1]);
    assert_eq!(rows("all counters together")[0][1], format!("{} each", report.rolls[0].throw));
    let spreads: Vec<i64> = (1..=6).filter(|die| after([1, 3, *die]).0 == 2).collect();
    for die in 1..=6 {
        let counters = rows("each counter");
        let cell = &row_of(&counters, 1, die)[2];
        let expected = match after([1, die, 1]).0 {
            0 => "it goes out",
            1 => "it burns on",
            2 => "it adds a counter",
            other => panic!("{other} counters"),
        };
        assert_eq!(cell, expected, "{die}");
        let catches = rows("each burning ship beside her").iter().any(|row| within(&row[1], die));
        assert_eq!(catches, spreads.contains(&die), "{die}");
    }
    // The prompt for the players' roll is the same.
    let purposes: Vec<String> = report.rolls.iter().map(|r| r.purpose.to_string()).collect();
    assert_eq!(purposes[1], "fire counter: 1 goes out, 6 spreads");
    assert_eq!(purposes[2], "burning neighbour: spreads on 5–6");
    let out: Vec<i64> = (1..=6).filter(|die| after([1, *die, 1]).0 == 0).collect();
    assert_eq!((out, spreads), (vec![1], vec![5, 6]));
    let deadly = (1..=6).find(|fires: &i64| {
        let mut b = b.clone();
        set(&mut b, "A1.fires", json!(fires - 1));
        set(&mut b, "B1.fires", json!(1));
        let mut dice: Vec<i64> = vec![fires - 1];
        dice.extend(vec![3; usize::try_from(fires - 1).expect("few")]);
        dice.push(6);
        if *fires == 1 {
            dice = vec![6];
        }
        give(&mut b, &fire(1), &json!(dice)).expect("a fire phase").outcome.slug() == "destroyed"
    });
    let needs = deadly.expect("a ship that burns down");
    assert!(chart.notes.contains(&format!("{needs} counters or more destroy")), "{}", chart.notes);
}

#[test]
fn a_ship_breaks_free_on_her_stated_number() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    grapple(&mut b, "A1", "B1");
    let order = json!({"kind": "ungrapple", "ship": "A1"});
    let free = |die: i64| with_lowest(&b, &order, &[die]).1;
    let needs = (1..=6).find(|die| free(*die).outcome.slug() == "free").expect("free");
    assert_eq!(free(6).rolls[0].purpose.to_string(), format!("breaks free on {needs}–6"));
}

// ---- Modifiers ----

/// A battle in which a modifier applies, and the order whose roll it modifies.
fn modified(cause: Cause) -> Option<(Battle, Value)> {
    let plain = || ship("trireme");
    let sail = |waters: &str| json!({"kind": "sail", "ship": "A1", "terrain": waters});
    let own = |advantage: Advantage| duel(with("trireme", &[advantage]), plain());
    let skill = |skill: Skill| duel(skilled("trireme", &[skill]), plain());
    let crew = |crew_quality: CrewQuality| duel(ShipEntry { crew_quality, ..plain() }, plain());
    let but = |mut b: Battle, key: &str, to: Value| {
        set(&mut b, key, to);
        b
    };
    let fresh = || duel(plain(), plain());
    let morale = json!({"kind": "morale", "ship": "A1", "adjacent_enemies": ["B1"]});
    let alone = json!({"kind": "morale", "ship": "A1"});
    let at = board("A1", "B1");
    Some(match cause {
        Cause::Sails => (own(Advantage::Sails), sail("none")),
        Cause::EliteCrew => (crew(CrewQuality::Elite), sail("none")),
        Cause::PoorCrew => (crew(CrewQuality::Poor), sail("none")),
        Cause::OnFire => (but(fresh(), "A1.fires", json!(1)), sail("none")),
        Cause::RammedBeforeSailing => {
            (but(fresh(), "A1.rammed_last_turn", json!(true)), sail("none"))
        }
        Cause::Sailing => (skill(Skill::Sailing), sail("none")),
        Cause::GulfStream => (fresh(), sail("gulf-stream")),
        Cause::RoughWaters => (fresh(), sail("rough-waters")),
        Cause::ToHit => (own(Advantage::Ballistae), shoot("ballistae", 1)),
        Cause::Missiles => (skill(Skill::Missiles), shoot("rowers", 1)),
        Cause::Parablemata => {
            (duel(plain(), with("trireme", &[Advantage::Parablemata])), shoot("rowers", 1))
        }
        Cause::RamBonus | Cause::TargetRamBonus => (fresh(), ram(3)),
        Cause::TargetHull => (duel(plain(), with("trireme", &[Advantage::ReinforcedHull])), ram(3)),
        Cause::ShortRun => (fresh(), ram(2)),
        Cause::BowToBow => {
            let order = json!({"kind": "ram", "ship": "A1", "target": "B1", "bow_to_bow": true});
            (fresh(), order)
        }
        Cause::OwnHull => {
            let rocks = json!({"kind": "terrain", "ship": "A1", "hex": "rocky-shallows"});
            (own(Advantage::ReinforcedHull), rocks)
        }
        Cause::Harpax => (own(Advantage::Harpax), at),
        Cause::Corvus => (own(Advantage::Corvus), at),
        Cause::LargerShip => (duel(ship("trireme-full-deck"), plain()), at),
        Cause::RammedThisTurn => (but(fresh(), "A1.rammed_this_turn", json!(["B1"])), at),
        Cause::RammedTogether => (but(fresh(), "A1.rammed_together", json!(["B1"])), at),
        Cause::Melee | Cause::MeleeEachDie => {
            let mut b = skill(Skill::Melee);
            set(&mut b, "A1.crew", json!(10));
            (b, at)
        }
        Cause::NoneKilled => (fresh(), alone),
        Cause::Sinking => (but(fresh(), "A1.sinking_in", json!(2)), alone),
        Cause::HalfDead => (but(fresh(), "A1.crew", json!(85)), alone),
        Cause::LargerEnemy => (but(fresh(), "A1.crew", json!(169)), morale),
        Cause::MoreDeckPoints => (duel(plain(), ship("trireme-full-deck")), alone),
        Cause::RoutingFriend => {
            let b = battle(vec![plain(), plain()], vec![plain()]);
            let order = json!({"kind": "morale", "ship": "A1", "routing_friends_within_20": true});
            (but(b, "A2.routing", json!(true)), order)
        }
        Cause::Rally => (skill(Skill::Rally), alone),
        Cause::Rowing
        | Cause::Rowers
        | Cause::RammedBeforeRowing
        | Cause::Wind
        | Cause::ShearedOars
        | Cause::CrewLost
        | Cause::RammingSpeed
        | Cause::Prongs
        | Cause::ReinforcedRam
        | Cause::Ramming => return None,
    })
}

/// The amount that a modifier adds to the move or to the ram bonus.
fn added(cause: Cause) -> i64 {
    let plain = || duel(ship("trireme"), ship("trireme"));
    let own = |advantage: Advantage| duel(with("trireme", &[advantage]), ship("trireme"));
    let skill = |skill: Skill| duel(skilled("trireme", &[skill]), ship("trireme"));
    let but = |key: &str, to: Value| {
        let mut b = plain();
        set(&mut b, key, to);
        b
    };
    let moves = |b: &Battle, fast: bool| i64::from(points(b, fast)) - 6;
    let bonus = |b: &Battle| {
        let (_, report) = with_lowest(b, &ram(3), &[1]);
        report.rolls[0].modifiers[0].amount - 5
    };
    match cause {
        Cause::Rowing => moves(&skill(Skill::Rowing), false),
        Cause::Rowers => moves(&own(Advantage::Rowers), false),
        Cause::RammedBeforeRowing => moves(&but("A1.rammed_last_turn", json!(true)), false),
        Cause::Wind => moves(&but("A1.sail", json!(1)), false),
        Cause::ShearedOars => moves(&but("A1.move_lost", json!(1)), false),
        // Slightly more than a sixth of the crew: one point of six.
        Cause::CrewLost => moves(&but("A1.crew", json!(170 - 29)), false),
        Cause::RammingSpeed => moves(&plain(), true),
        Cause::Prongs => bonus(&own(Advantage::Prongs)),
        Cause::ReinforcedRam => bonus(&own(Advantage::ReinforcedRam)),
        Cause::Ramming => bonus(&skill(Skill::Ramming)),
        other => panic!("{other} modifies a roll"),
    }
}

#[test]
fn every_modifier_of_the_charts_equals_that_of_the_resolver() {
    for &cause in Cause::ALL {
        let Some((b, order)) = modified(cause) else {
            assert_eq!(added(cause), cause.amount(), "{cause}");
            continue;
        };
        let highest = if order["kind"] == "sail" { 6 } else { 10 };
        let (_, report) = with_lowest(&b, &order, &[highest]);
        let found = report.rolls.iter().flat_map(|roll| &roll.modifiers);
        let amounts: Vec<i64> =
            found.filter(|m| m.reason.id == cause.slug()).map(|m| m.amount).collect();
        let times = match cause {
            Cause::RamBonus | Cause::TargetRamBonus => 5,
            _ => 1,
        };
        assert_eq!(amounts, [cause.amount() * times], "{cause}");
    }
}

#[test]
fn every_modifier_is_on_its_chart_with_its_amount() {
    let lists: [(&str, &[Cause]); 9] = [
        ("sail", &Cause::OF_SAIL),
        ("moving", &Cause::OF_MOVE),
        ("missiles", &Cause::OF_MISSILES),
        ("ram", &Cause::OF_RAM),
        ("ram", &Cause::OF_RAM_BONUS),
        ("ram", &Cause::OF_ROCKS),
        ("boarding", &Cause::OF_BOARDING),
        ("boarding", &Cause::OF_MELEE),
        ("morale", &Cause::OF_MORALE),
    ];
    let mut shown = BTreeSet::new();
    for (slug, causes) in lists {
        let chart = chart(slug);
        for cause in causes {
            shown.insert(*cause);
            let (words, amount) = (cause.spec().label.to_string(), signed(cause.amount()));
            let row = chart.rows.iter().find(|row| row[0] == words);
            let text = match (row, cause) {
                (_, Cause::MeleeEachDie) => format!("melee adds {amount} to each die"),
                (Some(row), Cause::Wind | Cause::CrewLost) => {
                    assert!(!row[1].is_empty());
                    continue;
                }
                (Some(row), _) => {
                    assert!(row[1].starts_with(&amount), "{cause}: {row:?}");
                    continue;
                }
                (None, _) => match cause.spec().counted {
                    Counted::Once => format!("{amount} {words}"),
                    Counted::Each => format!("{amount} each: {words}"),
                    Counted::Figure => {
                        format!("{} {words}", if cause.amount() < 0 { "−" } else { "+" })
                    }
                },
            };
            assert!(chart.notes.contains(&text), "{cause}: {text} is not in {}", chart.notes);
        }
    }
    let all: BTreeSet<Cause> = Cause::ALL.iter().copied().collect();
    assert_eq!(shown, all, "a modifier is missing from the charts");
}

#[test]
fn a_stop_halves_the_move_and_a_ram_needs_the_space_that_the_charts_say() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    assert_eq!(
        chart("moving").rows.last().expect("rows")[1],
        "at most half of the sum, rounded down"
    );
    set(&mut b, "A1.stopped", json!(true));
    set(&mut b, "A1.sail", json!(1));
    assert_eq!(points(&b, false), 3);
    assert!(chart("ram").notes.contains("at least 1 space straight ahead"));
}

#[test]
fn skills_and_advantages_add_the_amounts_of_the_charts() {
    let table: [(&str, &str, Cause); 14] = [
        ("skills", "melee", Cause::Melee),
        ("skills", "sailing", Cause::Sailing),
        ("skills", "rowing", Cause::Rowing),
        ("skills", "rally", Cause::Rally),
        ("skills", "ramming", Cause::Ramming),
        ("skills", "missiles", Cause::Missiles),
        ("advantages", "prongs", Cause::Prongs),
        ("advantages", "reinforced-ram", Cause::ReinforcedRam),
        ("advantages", "sails", Cause::Sails),
        ("advantages", "reinforced-hull", Cause::TargetHull),
        ("advantages", "harpax", Cause::Harpax),
        ("advantages", "corvus", Cause::Corvus),
        ("advantages", "parablemata", Cause::Parablemata),
        ("advantages", "rowers", Cause::Rowers),
    ];
    for (slug, word, cause) in table {
        let chart = chart(slug);
        let row = chart.rows.iter().find(|row| row[1] == words(word)).expect("a row");
        assert!(row[2].starts_with(&signed(cause.amount())), "{word}: {row:?}");
    }
}

/// The effects of an order are typed; no code reads them from sentences.
#[test]
fn an_order_reports_typed_effects() {
    let b = duel(ship("trireme"), ship("trireme"));
    let (_, report) = with_lowest(&b, &ram(3), &[10]);
    let Effects::GreekFire(effects) = &report.effects else { panic!("of another system") };
    let target = "B1".parse().expect("a tag");
    assert!(effects.contains(&GameEffect::Own(Effect::Sunk(target))), "{effects:?}");
    assert_eq!(outcome(&mut b.clone(), &ram(3), &json!([10])).0, "sunk");
}
