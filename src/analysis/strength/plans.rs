//! How the ships of each system are compared: the attack whose odds are shown,
//! and how a duel is fought.

use serde_json::{Value, json};

use crate::rules::SystemTag;
use crate::say::{Say, say};

/// Puts the value of a key in words.
pub(super) type Told = fn(&Value) -> Say;

/// How the ships of a system are compared.
pub(super) struct Plan {
    /// The attack whose odds are shown, and how it is made.
    pub(super) attack_in_words: Say,
    /// Orders before it, A1 against B1; none of them needs dice.
    pub(super) before: Vec<Value>,
    /// The attack of A1 on B1.
    pub(super) attack: Value,
    /// The key whose values are shown, and their words, if the outcome alone
    /// does not say how the attack ended.
    pub(super) counted: Option<(&'static str, Told)>,
    /// What a duel assumes.
    pub(super) duel_in_words: Say,
    /// Orders that a duellist gives repeatedly in one turn, as often as they
    /// are allowed.
    pub(super) repeats: &'static [&'static str],
    /// Orders that a duellist never gives, even if the guide suggests them: the
    /// ships fight to the end.
    pub(super) never: &'static [&'static str],
    /// What a duellist enters, by kind of order and field.
    pub(super) says: &'static [(&'static str, &'static str, Says)],
}

/// A value that stays the same throughout a duel.
#[derive(Clone, Copy)]
pub(super) enum Says {
    Number(i64),
    Word(&'static str),
}

impl Says {
    pub(super) fn value(self) -> Value {
        match self {
            Says::Number(number) => json!(number),
            Says::Word(word) => json!(word),
        }
    }
}

pub(super) fn plan(system: SystemTag) -> Plan {
    match system {
        SystemTag::GreekFire => Plan {
            attack_in_words: say!("A ram after three spaces straight ahead, not bow to bow"),
            before: Vec::new(),
            attack: json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 3}),
            counted: None,
            duel_in_words: say!(
                "Two ships ten hexes apart close, shoot with every mount in range, ram when they \
                can, and board when they touch. A ship that routs has lost."
            ),
            repeats: &["shoot"],
            never: &["ungrapple"],
            says: &[],
        },
        SystemTag::ChickenOfTheSea => Plan {
            attack_in_words: say!("A ram on the flank, at speed 5 against speed 2"),
            before: vec![at_speed("A1", 5), at_speed("B1", 2)],
            attack: json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 1}),
            counted: None,
            duel_in_words: say!("Two galleys gather speed, ram each other’s flank, and board."),
            repeats: &[],
            never: &[],
            says: &[("ram", "aspect", Says::Word("flank")), ("ram", "mp_left", Says::Number(1))],
        },
        SystemTag::AncientNavalGames => Plan {
            attack_in_words: say!("A ram from the side, neither ship damaged"),
            before: vec![json!({"kind": "activate", "ship": "A1"})],
            attack: json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"}),
            counted: None,
            duel_in_words: say!(
                "Two ships beside each other turn, and ram from the side as often as they can."
            ),
            repeats: &["ram"],
            never: &["oar-strike"],
            says: &[("move", "turns", Says::Number(1)), ("ram", "aspect", Says::Word("side"))],
        },
        SystemTag::FastPlaySalamis => Plan {
            attack_in_words: say!("A ram, the target undamaged"),
            before: Vec::new(),
            attack: json!({"kind": "ram", "ship": "A1", "target": "B1"}),
            counted: None,
            duel_in_words: say!(
                "Two ships in reach of each other shoot, ram and board whenever they may, and \
                break away to ram again."
            ),
            repeats: &[],
            never: &[],
            says: &[("bows", "range_in", Says::Number(6))],
        },
        SystemTag::CommandAndChaos => command_and_chaos(),
    }
}

fn command_and_chaos() -> Plan {
    Plan {
        attack_in_words: say!("A charge, the target standing"),
        before: Vec::new(),
        attack: json!({"kind": "charge", "unit": "A1", "target": "B1", "answer": "stand"}),
        counted: Some(("B1.hits", hits)),
        duel_in_words: say!(
            "The first player’s unit charges and the other stands; then they meet face to \
            face until one routs."
        ),
        repeats: &[],
        never: &[],
        says: &[
            ("charge", "answer", Says::Word("stand")),
            ("melee", "attack", Says::Word("front")),
        ],
    }
}

fn hits(count: &Value) -> Say {
    say!(count.as_i64().unwrap_or(0) => "{n} hit" | "{n} hits")
}

fn at_speed(ship: &str, speed: u8) -> Value {
    json!({"kind": "adjust", "ship": ship, "field": "speed", "value": speed})
}
