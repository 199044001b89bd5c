//! Tests in random play that follow the next step, *Done* and composed groups, for scripts
//! and seats, with own and app dice: every suggestion can be carried out, does not repeat
//! itself, and does not contradict the state.

use std::env;
use std::ops::{AddAssign, Range};
use std::time::Instant;

use dice::{Die, Seeded};
use engine::fleet::library::{self, ReadyBattle};
use engine::journal::Opening;
use games::SystemTag;
use serde_json::{Value, json};

use super::table::{Card, Table, object};
use super::truth;

struct Picks(Seeded);

impl Picks {
    fn below(&mut self, many: usize) -> usize {
        let roll = |picks: &mut Picks| usize::from(picks.0.face(Die::of(100).expect("a die"))) - 1;
        (roll(self) * 100 + roll(self)) % many.max(1)
    }

    fn of<'v, T>(&mut self, list: &'v [T]) -> Option<&'v T> {
        let at = self.below(list.len());
        list.get(at)
    }
}

/// Steps of a battle in every run; on demand it is played to its end.
const FEW_STEPS: usize = 250;

/// Rounds after which a battle without another end stops.
const MOST_ROUNDS: u64 = 8;

/// The most steps in which a battle ends.
const MOST_STEPS: usize = 20_000;

/// The seeds of the battles of a game: a few in every run; on demand `TURN_CARD_BATTLES`
/// seeds, starting with `TURN_CARD_FROM`.
fn seeds() -> Range<u64> {
    let from = number("TURN_CARD_FROM").unwrap_or(0);
    from..from + number("TURN_CARD_BATTLES").unwrap_or(3)
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|number| number.parse().ok())
}

/// An entry for a roll such as `5d6 hits on 5+`.
fn entry(throw: &str, picks: &mut Picks) -> Value {
    let numbers: Vec<usize> = throw
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let (count, faces) = match numbers.as_slice() {
        [count, faces, ..] => (*count, *faces),
        other => panic!("{throw}: {other:?}"),
    };
    json!((0..count).map(|_| 1 + picks.below(faces)).collect::<Vec<_>>())
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The source of the dice of a battle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WhoRolls {
    App,
    Players,
    /// The app for some orders, the players for the others.
    Each,
}

/// Counts over the battles played.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    battles: u64,
    /// Battles that ended with a winner or a draw.
    over: u64,
    /// Battles that the last round ended.
    bounded: u64,
    steps: u64,
    next: u64,
    done: u64,
    groups: u64,
    /// Orders left out of a group because dice made them impossible.
    left: u64,
    /// Groups that the players' dice made impossible; they were given order by order.
    shaken: u64,
    free: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        let Counts { battles, over, bounded, steps, next, done, groups, left, shaken, free } =
            other;
        self.battles += battles;
        self.over += over;
        self.bounded += bounded;
        self.steps += steps;
        self.next += next;
        self.done += done;
        self.groups += groups;
        self.left += left;
        self.shaken += shaken;
        self.free += free;
    }
}

/// A battle in play.
struct Play {
    table: Table,
    picks: Picks,
    rolls: WhoRolls,
    last: Option<(Value, Value)>,
    what: String,
    counts: Counts,
}

impl Play {
    /// The request as a seat sends it.
    fn asked_by(seat: Option<&str>, mut request: Value) -> Value {
        if let Some(seat) = seat {
            request["for"] = json!(seat);
        }
        request
    }

    /// Gives an order with the dice that it needs; it must not be refused.
    fn give(&mut self, order: &Value, seat: Option<&str>) {
        // An entered die comes from the side that rolls it, so a seat leaves it to the app.
        let own = seat.is_none()
            && match self.rolls {
                WhoRolls::App => false,
                WhoRolls::Players => true,
                WhoRolls::Each => self.picks.below(2) == 0,
            };
        let mut dice = Vec::new();
        loop {
            let request =
                if own { json!({"order": order, "dice": dice}) } else { json!({"order": order}) };
            let answer = self.table.ask(Self::asked_by(seat, request));
            if answer.get("ok").is_some() {
                return;
            }
            let Some(throw) = answer["needs"]["throw"].as_str() else {
                panic!("{}, seat {seat:?}: {order} gave {answer}", self.what);
            };
            dice.push(entry(throw, &mut self.picks));
            assert!(dice.len() < 500, "{}: {order} rolls without end", self.what);
        }
    }

    /// Gives orders together. Orders that the players' dice make impossible are given one
    /// by one.
    fn give_as_one(&mut self, orders: &[Value], seat: Option<&str>) {
        let app = |play: &mut Play| {
            seat.is_some()
                || match play.rolls {
                    WhoRolls::App => true,
                    WhoRolls::Players => false,
                    WhoRolls::Each => play.picks.below(2) == 0,
                }
        };
        let mut dice: Vec<Option<Vec<Value>>> =
            orders.iter().map(|_| if app(self) { None } else { Some(Vec::new()) }).collect();
        let before = self.table.state();
        let mut asked = 0;
        loop {
            let mut request = json!({ "orders": orders });
            if dice.iter().any(Option::is_some) {
                request["dice"] = json!(dice);
            }
            let answer = self.table.ask(Self::asked_by(seat, request));
            let shown = || format!("{}, seat {seat:?}: {orders:?} gave {answer}", self.what);
            if let Some(ok) = answer.get("ok") {
                let (entries, left) = (list(&ok["entries"]), list(&ok["left"]));
                assert_eq!(entries.len() + left.len(), orders.len(), "{}", shown());
                let rolled = entries.iter().any(|entry| !list(&entry["rolls"]).is_empty());
                assert!(left.is_empty() || rolled, "{}", shown());
                self.counts.left += u64::try_from(left.len()).expect("few");
                return;
            }
            let at = answer["at"].as_u64().and_then(|at| usize::try_from(at).ok());
            let at = at.unwrap_or_else(|| panic!("{}", shown()));
            if let (Some(throw), Some(entries)) =
                (answer["needs"]["throw"].as_str(), dice[at].as_mut())
            {
                entries.push(entry(throw, &mut self.picks));
                asked += 1;
                assert!(asked < 5_000, "{}: rolls without end", self.what);
                continue;
            }
            let rolled = dice[..at].iter().flatten().any(|dice| !dice.is_empty());
            assert!(answer.get("refused").is_some() && rolled, "{}", shown());
            assert_eq!(self.table.state(), before, "{}", shown());
            self.counts.shaken += 1;
            self.give_one_by_one(orders, at);
            return;
        }
    }

    /// Gives orders one by one until the dice make one impossible.
    fn give_one_by_one(&mut self, orders: &[Value], at_least: usize) {
        for (at, order) in orders.iter().enumerate() {
            let answer = self.table.ask(json!({ "odds": order }));
            if at >= 1 && answer.get("refused").is_some() {
                return;
            }
            self.give(order, None);
            let state = self.table.state();
            if at > at_least || !state["winner"].is_null() {
                return;
            }
        }
    }

    /// One step; false once the battle is over.
    fn step(&mut self) -> bool {
        let state = self.table.state();
        if !state["winner"].is_null() || !state["aim"].is_null() {
            self.counts.over += 1;
            return false;
        }
        if state["round"].as_u64().is_some_and(|round| round > MOST_ROUNDS) {
            self.counts.bounded += 1;
            return false;
        }
        self.counts.steps += 1;
        if self.picks.below(4) == 0 {
            self.look_at_every_view(&state);
        }
        let seat = *self.picks.of(&[None, None, Some("A"), Some("B")]).expect("a seat");
        let acts = match self.picks.below(8) {
            0..3 => self.act_as(&state, None),
            3 => self.finish_a_turn(&state, seat),
            4 => self.move_in_a_group(&state, seat),
            _ => false,
        };
        acts || self.follow(state, seat)
    }

    /// Checks the next step for the script, both seats and an onlooker.
    fn look_at_every_view(&mut self, state: &Value) {
        for seat in [None, Some("A"), Some("B"), Some("onlooker")] {
            let shown = self.table.ok(Self::asked_by(seat, json!({"next": {}})));
            let text = shown["text"].as_str().expect("a text");
            // An onlooker sees a sentence about what the players do.
            let is_sound = match seat {
                Some("onlooker") => shown["order"].is_null() && text.ends_with('.'),
                _ => !text.is_empty(),
            };
            assert!(is_sound, "{}, seat {seat:?}: {shown}", self.what);
            self.is_true(&shown, seat, state);
        }
    }

    /// Checks that the state contradicts no next step.
    fn is_true(&self, next: &Value, seat: Option<&str>, state: &Value) {
        if let Some(fault) = truth::contradiction(next, seat, state) {
            panic!("{}, seat {seat:?}: {next} though {fault}\n{state}", self.what);
        }
    }

    /// Follows the next step; if a seat has nothing to do, the next step for both.
    fn follow(&mut self, state: Value, seat: Option<&'static str>) -> bool {
        let of = |play: &mut Play, seat| play.table.ok(Self::asked_by(seat, json!({"next": {}})));
        let (mut next, mut seat) = (of(self, seat), seat);
        if next["order"].is_null() && seat.is_some() {
            seat = None;
            next = of(self, None);
        }
        if next["order"].is_null() {
            return self.finish_a_turn(&state, seat) || self.act(&state);
        }
        self.is_true(&next, seat, &state);
        let now = (next["order"].clone(), state);
        assert!(self.last.as_ref() != Some(&now), "{}: {next} again", self.what);
        self.give(&next["order"], seat);
        self.counts.next += 1;
        self.last = Some(now);
        true
    }

    /// Gives *Done* of the first unit of a seat that has it, as a group.
    fn finish_a_turn(&mut self, state: &Value, seat: Option<&str>) -> bool {
        for unit in self.most_likely_first(state) {
            let card = Card(self.table.ok(Self::asked_by(seat, json!({"turn": {"ship": unit}}))));
            let orders = list(&card.0["done"]["orders"]);
            if orders.is_empty() {
                continue;
            }
            self.give_as_one(&orders, seat);
            if self.picks.below(4) == 0 {
                let again = list(&self.table.turn(&unit).0["done"]["orders"]);
                assert_ne!(again, orders, "{}: Done of {unit} again", self.what);
            }
            self.counts.done += 1;
            self.last = None;
            return true;
        }
        false
    }

    /// All units in random order: in half of the cases the unit of the next step first,
    /// then those that have still to act.
    fn most_likely_first(&mut self, state: &Value) -> Vec<String> {
        let named = self.table.next()["unit"].clone();
        let is_named = self.picks.below(2) == 0;
        let mut units: Vec<(usize, usize, String)> = Vec::new();
        for unit in truth::units(state) {
            let Some(tag) = unit["tag"].as_str() else { continue };
            let has_acted = ["moved", "moved_this_round", "activated"]
                .iter()
                .any(|key| unit[*key] == true && unit["tag"] != state["active"]);
            let place = match truth::in_action(unit) && !has_acted {
                true if is_named && unit["tag"] == named => 0,
                true => 1,
                false => 2,
            };
            units.push((place, self.picks.below(10_000), tag.to_owned()));
        }
        units.sort();
        units.into_iter().map(|(_, _, tag)| tag).collect()
    }

    /// Gives a group of some units that only move, or set a speed; false if none can.
    fn move_in_a_group(&mut self, state: &Value, seat: Option<&str>) -> bool {
        let mut units = Self::units(state);
        units.retain(|_| self.picks.below(3) > 0);
        let what = *self.picks.of(&["only-move", "as-before", "at-speed"]).expect("a group");
        let mut group = json!({"do": what, "units": units});
        if what == "at-speed" {
            group["speed"] = json!(self.picks.below(6));
        }
        let answer = self.table.ok(Self::asked_by(seat, json!({"group": group})));
        let orders = list(&answer["orders"]);
        if orders.is_empty() {
            return false;
        }
        self.give_as_one(&orders, seat);
        self.counts.groups += 1;
        self.last = None;
        true
    }

    fn units(state: &Value) -> Vec<String> {
        let mut tags = Vec::new();
        for side in state["sides"].as_array().into_iter().flatten() {
            for key in ["ships", "units"] {
                let units = side[key].as_array().into_iter().flatten();
                tags.extend(units.filter_map(|unit| unit["tag"].as_str().map(str::to_owned)));
            }
        }
        tags
    }

    /// Gives an open step or an attack of this unit, or of a random one; false if it has
    /// none.
    fn act_as(&mut self, state: &Value, named: Option<&str>) -> bool {
        let units = Self::units(state);
        let picked = self.picks.of(&units).cloned().expect("a unit");
        let unit = named.map_or(picked, str::to_owned);
        let target = self.picks.of(&units).cloned().expect("a unit");
        let card = self.table.turn_at(&unit, &target);
        if let Some(fault) = truth::fault_of_card(&card.0) {
            panic!("{}, card of {unit}: {fault}", self.what);
        }
        let targets = list(&card.0["targets"]);
        let mut orders: Vec<Value> = targets
            .iter()
            .flat_map(|of| list(&of["orders"]))
            .map(|order| order["order"].clone())
            .collect();
        let steps = card.steps().iter().filter(|step| {
            matches!(step["state"].as_str(), Some("open" | "owed")) && step["ready"] == true
        });
        orders.extend(steps.map(|step| step["order"].clone()));
        let Some(order) = self.picks.of(&orders).cloned() else { return false };
        let Some(order) = self.filled(&unit, order) else { return false };
        // Randomly filled orders may be refused.
        let answer = self.table.ask(json!({"odds": order}));
        if answer.get("refused").is_some() || answer.get("error").is_some() {
            return false;
        }
        self.give(&order, None);
        self.counts.free += 1;
        self.last = None;
        true
    }

    /// An order with its open choices filled in.
    fn filled(&mut self, unit: &str, order: Value) -> Option<Value> {
        let offers = self.table.ok(json!({"offers": {"ship": unit}}))["offers"].clone();
        let offer = offers.as_array()?.iter().find(|offer| offer["kind"] == order["kind"])?;
        let mut order = object(&order);
        for field in offer["fields"].as_array()? {
            let name = field["name"].as_str()?;
            if order.contains_key(name) || field["required"] != true {
                continue;
            }
            let choices = list(&field["choices"]);
            let value = match self.picks.of(&choices) {
                Some(choice) => choice["value"].clone(),
                None => field["value"].clone(),
            };
            order.insert(name.to_owned(), value);
        }
        Some(order.into())
    }

    /// Does something that the players choose, with the unit of the next step.
    fn act(&mut self, state: &Value) -> bool {
        let named = self.table.next()["unit"].as_str().map(str::to_owned);
        for _ in 0..200 {
            if self.act_as(state, named.as_deref()) {
                return true;
            }
        }
        panic!("{}: nothing can be done: {}\n{state}", self.what, self.table.next());
    }
}

impl Play {
    /// A ready battle of a game, with its optional rules on for every second seed.
    fn of(system: SystemTag, seed: u64) -> Play {
        let ready: Vec<_> =
            library::battles().iter().filter(|battle| battle.system == system).collect();
        Play::at(ready[usize::try_from(seed).expect("few") % ready.len()], seed)
    }

    fn at(battle: &ReadyBattle, seed: u64) -> Play {
        let opening = Opening::ready(&battle.slug, seed).expect("a ready battle");
        let mut opening = opening.to_json();
        let switches = battle.system.switches().into_iter();
        opening["options"] =
            switches.map(|switch| (switch.slug().to_owned(), json!(seed % 2 == 1))).collect();
        let table = Table::open(opening);
        let what = format!("{} seed {seed}", battle.slug);
        let picks = Picks(Seeded::new(seed, 1));
        let rolls = match seed % 3 {
            0 => WhoRolls::App,
            1 => WhoRolls::Players,
            _ => WhoRolls::Each,
        };
        Play { table, picks, rolls, last: None, what, counts: Counts::default() }
    }
}

fn play(system: SystemTag) {
    let (seeds, began) = (seeds(), Instant::now());
    let on_demand = number("TURN_CARD_BATTLES").is_some();
    let mut all = Counts::default();
    for seed in seeds {
        let mut play = Play::of(system, seed);
        let most = if on_demand { MOST_STEPS } else { FEW_STEPS };
        let unfinished = (0..most).all(|_| play.step());
        assert!(!(on_demand && unfinished), "{}: no end after {most} steps", play.what);
        play.counts.battles = 1;
        all += play.counts;
        if on_demand && all.battles % 10 == 0 {
            println!("{system}, {} s: {all:?}", began.elapsed().as_secs());
        }
    }
    assert!(all.next > 0, "{system}: {all:?}");
}

#[test]
fn greek_fire_is_played_by_its_next_steps() {
    play(SystemTag::GreekFire);
}

#[test]
fn ancient_naval_games_is_played_by_its_next_steps() {
    play(SystemTag::AncientNavalGames);
}

#[test]
fn fast_play_salamis_is_played_by_its_next_steps() {
    play(SystemTag::FastPlaySalamis);
}

#[test]
fn chicken_of_the_sea_is_played_by_its_next_steps() {
    play(SystemTag::ChickenOfTheSea);
}

#[test]
fn command_and_chaos_is_played_by_its_next_steps() {
    play(SystemTag::CommandAndChaos);
}
