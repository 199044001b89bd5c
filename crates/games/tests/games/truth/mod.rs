//! Tests of the guide and the warnings of four games against states from random play: each
//! required step, warning and next step is true, and each suggested step can be done.
//! (Greek Fire: `greek_fire::guide_play`.)

mod ancient_naval_games;
mod chicken_of_the_sea;
mod command_and_chaos;
mod fast_play_salamis;

use dice::Entered;
use games::{Battle, PlayerView, next_step, offer_of, offers};
use rules::{Side, Stop, Subject, Tag};
use serde_json::{Value, json};

use testing::random_play::watch;

/// A position of a battle: its state, and the guide's suggestions.
struct Position<'b> {
    known: PlayerView<'b>,
    state: Value,
    next: Vec<(Subject, &'static str)>,
}

/// A part of a sentence, and a test whether a sentence with it is true.
type Rule<'r> = (&'static str, &'r dyn Fn() -> bool);

impl<'b> Position<'b> {
    fn of(battle: &'b Battle) -> Position<'b> {
        let known = battle.full_view();
        let (state, guide) = (known.state(), known.guide());
        let next = guide.next.iter().map(|step| (step.subject, step.kind)).collect();
        Position { known, state, next }
    }

    fn is(&self, key: &str, value: Value) -> bool {
        self.state[key] == value
    }

    /// An entry of a unit or a side.
    fn entry(&self, of: &str, key: &str) -> Value {
        self.known.value(&format!("{of}.{key}")).unwrap_or(Value::Null)
    }

    fn has(&self, of: &str, key: &str, value: Value) -> bool {
        self.entry(of, key) == value
    }

    /// Whether a list of a unit or a side contains another unit.
    fn lists(&self, of: &str, key: &str, other: &str) -> bool {
        self.entry(of, key).as_array().is_some_and(|list| list.contains(&json!(other)))
    }

    /// The length of a list of a side.
    fn count(&self, side: Side, key: &str) -> usize {
        let list = &self.state["sides"][side.index()][key];
        list.as_array().map_or(0, Vec::len)
    }

    fn proposes(&self, kind: &str) -> bool {
        self.next.iter().any(|(_, next)| *next == kind)
    }

    fn proposes_of(&self, ship: &str, kind: &'static str) -> bool {
        let tag: Tag = ship.parse().expect("a tag");
        self.next.contains(&(Subject::Unit(tag), kind))
    }

    /// The side that a text names.
    fn side_in(&self, text: &str) -> Side {
        let text = text.to_lowercase();
        let named = |side: &&Side| text.contains(&self.known.side_name(**side).to_lowercase());
        let mut sides = Side::ALL.iter().filter(named).copied();
        let side = sides.next().unwrap_or_else(|| panic!("no side in {text:?}"));
        assert_eq!(sides.next(), None, "{text:?}");
        side
    }

    fn in_action(&self, ship: &str) -> bool {
        self.has(ship, "status", json!("in-action"))
    }

    /// The tags of a side's ships with this property.
    fn ships(&self, side: Side, is_so: impl Fn(&str) -> bool) -> Vec<String> {
        let tags = self.known.tags().into_iter().filter(|tag| tag.side == side);
        tags.map(|tag| tag.to_string()).filter(|tag| is_so(tag)).collect()
    }
}

/// Whether there are such units, and each has this property.
fn all_are(tags: &[&str], is_so: impl Fn(&str) -> bool) -> bool {
    !tags.is_empty() && tags.iter().all(|tag| is_so(tag))
}

/// The tags in a text: `A1`, `B12`.
fn tags(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| word.parse::<Tag>().is_ok()).collect()
}

/// The side that a text names by its letter.
fn letter_in(text: &str) -> Side {
    if text.contains("ide A") { Side::A } else { Side::B }
}

/// The first number among the words of a text.
fn number(text: &str) -> i64 {
    let mut words = text.split(|letter: char| !letter.is_ascii_digit() && letter != ' ');
    let found = words.find_map(|part| part.split(' ').find_map(|word| word.parse().ok()));
    found.unwrap_or_else(|| panic!("no number in {text:?}"))
}

/// The verdict of the first rule that recognises a sentence.
fn judged(rules: &[Rule], text: &str) -> Option<bool> {
    rules.iter().find(|(part, _)| text.contains(part)).map(|(_, is_so)| is_so())
}

/// Whether a next step is true that describes all units, or asks for a choice.
fn is_true_of_all(now: &Position, text: &str) -> bool {
    let rules: [Rule; 7] = [
        ("Every galley has her speed.", &|| !now.proposes("set-speed")),
        ("Every galley has moved.", &|| {
            ["end-move", "ram", "refloat"].iter().all(|kind| !now.proposes(kind))
        }),
        ("Choose who rams,", &|| now.proposes("ram")),
        ("No ship can ram.", &|| !now.proposes("ram")),
        ("Every fight is over.", &|| !now.proposes("hand-to-hand")),
        ("Victory: ", &|| now.known.winner().is_some()),
        ("Draw. ", &|| now.known.winner().is_some()),
    ];
    judged(&rules, text) != Some(false)
}

/// Checks that the next step of each viewer is about a unit in play, and that the rules
/// accept its order.
fn check_next_step(now: &Position) {
    for commands in [[true, true], [true, false], [false, true]] {
        let next = next_step(&now.known, commands);
        let text = next.text.to_string();
        let is_true = commands != [true, true] || is_true_of_all(now, &text);
        assert!(is_true, "{text:?}\n{}", now.state);
        let unit_is_in_play = next.unit.is_none_or(|unit| now.known.in_play(unit));
        assert!(unit_is_in_play, "{text:?}\n{}", now.state);
        if now.known.winner().is_some() {
            assert!(next.order.is_none(), "{text:?}: {:?}", next.order);
        }
        let Some(order) = next.order else { continue };
        let order = now.known.read_order(&order).unwrap_or_else(|fault| panic!("{fault}"));
        let stop = now.known.resolve(&order, &mut Entered::without_app([])).err();
        let needs = |stop: Stop| matches!(stop, Stop::Needs { .. });
        assert!(stop.is_none_or(needs), "{text:?} {order:?}\n{}", now.state);
    }
}

/// Plays, and checks every required step and warning with this judge. The judge need not
/// know all warnings (`None`), since the state does not determine each.
fn hold(battle: &mut Battle, seed: u64, most: usize, judge: fn(&Position, &str) -> Option<bool>) {
    let mut moments = 0;
    watch(battle, seed, most, &mut |battle| {
        let moment = Position::of(battle);
        let guide = moment.known.guide();
        let round = moment.state["round"].as_u64().expect("a number").to_string();
        assert!(guide.headline.to_string().ends_with(&round), "{}", guide.headline);
        for text in guide.still_to_do.iter().map(ToString::to_string) {
            assert_eq!(judge(&moment, &text), Some(true), "{text:?}\n{}", moment.state);
        }
        for (subject, kind) in &moment.next {
            let offer = offer_of(&moment.known, *subject, kind);
            let offer = offer.unwrap_or_else(|| panic!("{kind} of {subject} is not offered"));
            let why = offer.refused;
            assert!(why.is_none(), "{kind} of {subject}: {why:?}\n{}", moment.state);
        }
        if moments % 5 == 0 {
            check_next_step(&moment);
        }
        // The warnings of one subject at a time, each in its turn.
        let units = battle.tags().into_iter().map(Subject::Unit);
        let sides = Side::ALL.iter().map(|side| Subject::Side(*side));
        let subjects: Vec<Subject> = units.chain(sides).chain([Subject::Battle]).collect();
        for offer in offers(&moment.known, subjects[moments % subjects.len()]) {
            let warnings = offer.warnings.iter().filter(|_| offer.refused.is_none());
            for text in warnings.map(ToString::to_string) {
                let held = judge(&moment, &text);
                assert!(held != Some(false), "{}: {text:?}\n{}", offer.spec.kind, moment.state);
            }
        }
        moments += 1;
    });
}
