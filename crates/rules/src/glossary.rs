//! What the words of the rules mean, a sentence or two each, for players. The text is the doc
//! comment of the word; its figures are the chart rows in which the word appears.

use std::collections::HashMap;

use crate::drawing::Sketch;
use message::{Joint, Message, message};

use super::common::{SwitchWord as _, Units};
use super::keyword::{Keyword, keywords};
use super::modifiers::Counted;
use super::schema::{FieldSpec, OrderSpec};
use super::source::Reference;
use super::statement::Stated;
use super::system::{KindOf, Rules};
use super::unit::Record as _;
use super::view::Chart;

/// The text of doc comments, as a player is told it; other attributes have none.
#[macro_export]
macro_rules! explanation {
    ($([$($meta:tt)+])*) => {
        concat!($($crate::glossary::explanation!(@ $($meta)+)),*).trim_ascii_start()
    };
    (@ doc = $text:literal) => { $text };
    (@ $($other:tt)+) => { "" };
}

pub use crate::explanation;

keywords! {
    /// The tactics of fleets under oars: what players speak of, in any game of ships.
    pub enum Tactic {
        /// To row around the end of the enemy’s line and take its ships in the flank. The side with
        /// more or faster ships tries it.
        Periplus = "periplus",
        /// To row through the enemy’s line in column, ship behind ship, break it, and turn on
        /// it from behind. It asks for trained crews.
        Diekplus = "diekplus",
        /// A circle of ships, sterns inward and beaks outward: a defence of the weaker fleet
        /// against being outflanked.
        Kyklos = "kyklos",
    }
}

/// What sort of word it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An order.
    Order,
    /// What the form of an order asks.
    Question,
    /// A phase of the turn.
    Phase,
    /// An optional rule.
    OptionalRule,
    /// What an order can come to.
    Outcome,
    /// What is added to a roll or a figure.
    Modifier,
    /// An entry of a record.
    Entry,
    /// The head of a column in a chart.
    Column,
    /// A word of the game's own: a weapon, a skill.
    Own(Message),
}

impl Sort {
    /// In words.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Sort::Order => message!("order"),
            Sort::Question => message!("question"),
            Sort::Phase => message!("phase"),
            Sort::OptionalRule => message!("optional rule"),
            Sort::Outcome => message!("outcome"),
            Sort::Modifier => message!("modifier"),
            Sort::Entry => message!("line of a record"),
            Sort::Column => message!("column"),
            Sort::Own(word) => word.clone(),
        }
    }

    /// Which sort a name means where several have it: the lowest.
    fn rank(&self) -> u8 {
        match self {
            Sort::Own(_) => 0,
            Sort::Outcome | Sort::Modifier => 1,
            Sort::Order | Sort::Phase | Sort::OptionalRule => 2,
            Sort::Column => 3,
            Sort::Question | Sort::Entry => 4,
        }
    }
}

/// A word of the rules, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What sort of word it is.
    pub sort: Sort,
    /// Its word in the rules; of a question, the name of its field.
    pub word: &'static str,
    /// Its name for a reader.
    pub name: Message,
    pub what: Message,
    /// What it adds, and how often, if it is a modifier.
    pub adds: Option<(i64, Counted)>,
    /// The rule that an order follows; empty for other words.
    pub rule: &'static str,
    /// The order that asks a question; empty for other words.
    pub of: &'static str,
    /// The words that it leads on to: the answers to a question.
    pub see: &'static [&'static str],
}

/// A row of a chart in which a word stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InChart {
    /// The word of the chart.
    pub slug: &'static str,
    /// Its title.
    pub chart: Message,
    /// The other cells of the row, each with the head of its column.
    pub cells: Vec<(Message, Message)>,
}

impl InChart {
    /// Its cells in a line.
    #[must_use]
    pub fn in_words(&self) -> Message {
        let cells = self.cells.iter().map(|(head, cell)| {
            if head.is_empty() { cell.clone() } else { message!("{head}: {cell}", head, cell) }
        });
        Message::joined(cells.collect::<Vec<_>>(), Joint::Dot)
    }
}

impl Meaning {
    /// That of a word of the rules.
    pub fn of_word<T: Keyword>(word: T, sort: Sort) -> Meaning {
        Meaning::named(word.word(), Message::slug(word.word()), sort, Message::word(word.meaning()))
    }

    /// Those of a list of words.
    pub fn of_words<T: Keyword>(sort: &Sort) -> Vec<Meaning> {
        T::LIST.iter().map(|one| Meaning::of_word(*one, sort.clone())).collect()
    }

    /// That of something with a name of its own.
    #[must_use]
    pub fn named(word: &'static str, name: Message, sort: Sort, what: Message) -> Meaning {
        Meaning { sort, word, name, what, adds: None, rule: "", of: "", see: &[] }
    }

    fn of_order<S: Rules>(spec: &OrderSpec) -> Meaning {
        let what = KindOf::<S>::of_word(spec.kind).map_or(spec.what, Keyword::meaning);
        Meaning {
            rule: spec.rule,
            ..Meaning::named(spec.kind, Message::word(spec.name), Sort::Order, Message::word(what))
        }
    }

    fn of_question(order: &'static str, field: &FieldSpec) -> Meaning {
        let (name, what) =
            (Message::word(field.question), Message::word(field.meaning.trim_ascii_start()));
        let see = field.takes.words();
        Meaning { of: order, see, ..Meaning::named(field.name, name, Sort::Question, what) }
    }

    /// Its figures: the rows of these charts that are about it.
    #[must_use]
    pub fn figures(&self, charts: &[Chart]) -> Vec<InChart> {
        if self.sort == Sort::Question {
            return Vec::new();
        }
        let mut found = Vec::new();
        for chart in charts {
            let about = |at: usize| chart.about.get(at).is_some_and(|word| word == self.word);
            let rows = chart.rows.iter().enumerate();
            for (_, row) in rows.filter(|(at, row)| about(*at) || row.contains(&self.name)) {
                let cells = chart.columns.iter().cloned().zip(row.iter().cloned());
                let other =
                    |(_, cell): &(Message, Message)| !cell.is_empty() && !is_same(cell, &self.name);
                let cells = cells.filter(other).collect();
                let (slug, chart) = (chart.slug, chart.title.clone());
                found.push(InChart { slug, chart, cells });
            }
        }
        found
    }

    /// Whether the one leads on to the other.
    fn leads_to(&self, other: &Meaning) -> bool {
        let questions = self.sort == Sort::Question && other.sort == Sort::Question;
        let named_alike = self.word == other.word || is_same(&self.name, &other.name);
        let part_of =
            |one: &Meaning, whole: &Meaning| one.of == whole.word && whole.sort == Sort::Order;
        let answers = |one: &Meaning, answer: &Meaning| {
            one.see.contains(&answer.word) && answer.sort != Sort::Question
        };
        (named_alike && !questions)
            || part_of(self, other)
            || part_of(other, self)
            || answers(self, other)
            || answers(other, self)
    }

    /// The places of the words that one leads on to, in the order of the list; not more
    /// than a reader looks through.
    #[must_use]
    pub fn leads_on(all: &[Meaning], at: usize) -> Vec<usize> {
        const MOST: usize = 16;
        let Some(own) = all.get(at) else { return Vec::new() };
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let next = others.filter(|(_, other)| own.leads_to(other)).map(|(at, _)| at);
        next.take(MOST).collect()
    }

    /// Where each name is found, in small letters; of several, the one that a text most
    /// likely means.
    #[must_use]
    pub fn by_name(all: &[Meaning]) -> HashMap<String, usize> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| all[*at].sort.rank());
        let mut found = HashMap::new();
        // Where a table says “none”, it names nothing.
        for at in order.into_iter().filter(|at| all[*at].word != "none") {
            found.entry(all[at].name.to_string().to_lowercase()).or_insert(at);
        }
        found
    }

    /// What it looks like from above, if that helps those who play with such units.
    #[must_use]
    pub fn sketch(&self, units: Units) -> Option<Sketch> {
        match units {
            Units::Ships => Sketch::of_word(self.word),
            Units::Units => None,
        }
    }

    /// What it adds, in words.
    #[must_use]
    pub fn says_adds(&self) -> Option<Message> {
        let (amount, counted) = self.adds?;
        Some(match counted {
            Counted::Once => Message::signed(amount),
            Counted::Each => message!("{amount} each", amount = Message::signed(amount)),
            Counted::Figure if amount < 0 => message!("subtracted"),
            Counted::Figure => message!("added"),
        })
    }
}

/// Whether two names read the same, but for capitals.
fn is_same(one: &Message, other: &Message) -> bool {
    one == other || one.to_string().to_lowercase() == other.to_string().to_lowercase()
}

/// The words of a game, with what they mean: what it states anyway, and its own.
pub fn meanings<S: Reference>() -> Vec<Meaning> {
    let mut all = Vec::new();
    for spec in S::Order::specs() {
        all.push(Meaning::of_order::<S>(spec));
        // Who gives an order is not asked.
        let asked = spec.fields.iter().filter(|field| !spec.givers.contains(&field.name));
        all.extend(asked.map(|field| Meaning::of_question(spec.kind, field)));
    }
    let outcomes = S::Outcome::LIST.iter();
    all.extend(outcomes.map(|outcome| Meaning::of_word(*outcome, Sort::Outcome)));
    all.extend(S::words());
    all.extend(S::Switch::LIST.iter().map(|switch| {
        let name = Message::slug(switch.word());
        Meaning::named(switch.word(), name, Sort::OptionalRule, switch.what())
    }));
    all.extend(S::Unit::ENTRIES.iter().map(|entry| {
        let what = Message::word(entry.meaning);
        Meaning::named(entry.key, entry.message(), Sort::Entry, what)
    }));
    all
}
