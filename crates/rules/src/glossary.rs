//! The glossary: explanations of the words of the rules for players, in a sentence or two
//! each. The text is the doc comment of the word; its figures are the chart rows that
//! contain it.

use std::collections::HashMap;

use crate::drawing::Sketch;
use message::{Joint, Message, message};

use super::common::{SwitchWord as _, Units};
use super::keyword::Keyword;
use super::modifiers::Counted;
use super::schema::{FieldSpec, OrderSpec};
use super::source::Reference;
use super::statement::Stated;
use super::system::{KindOf, Rules};
use super::unit::Record as _;
use super::view::Chart;

/// Tactical terms of fleets of galleys, used in every naval game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Tactic {
    /// To row around the end of the enemy’s line and take its ships in the flank. The side with
    /// more or faster ships tries it.
    Periplus,
    /// To row through the enemy’s line in column, ship behind ship, break it, and turn on
    /// it from behind. It asks for trained crews.
    Diekplus,
    /// A circle of ships, sterns inward and beaks outward: a defence of the weaker fleet
    /// against being outflanked.
    Kyklos,
}

/// The category of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An order.
    Order,
    /// A field in the form of an order.
    Question,
    /// A phase of the turn.
    Phase,
    /// An optional rule.
    OptionalRule,
    /// A possible outcome of an order.
    Outcome,
    /// An amount that is added to a roll or a figure.
    Modifier,
    /// An entry of a record.
    Entry,
    /// The heading of a column in a chart.
    Column,
    /// A word that the game defines: a weapon, a skill.
    Own(Message),
}

impl Sort {
    /// The category in words.
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

    /// The rank among categories that share a name: the lowest is preferred.
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
    /// The category of the word.
    pub sort: Sort,
    /// The word in the rules; for a field, its name.
    pub word: &'static str,
    /// The name for a reader.
    pub name: Message,
    pub what: Message,
    /// The amount that a modifier adds, and how often it counts.
    pub adds: Option<(i64, Counted)>,
    /// The rule that an order follows; empty for other words.
    pub rule: &'static str,
    /// The order that asks a question; empty for other words.
    pub of: &'static str,
    /// The words that it refers to, such as the answers to a field.
    pub see: &'static [&'static str],
}

/// A row of a chart that contains a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InChart {
    /// The word of the chart.
    pub slug: &'static str,
    /// Its title.
    pub chart: Message,
    /// The other cells of the row, each with its column heading.
    pub cells: Vec<(Message, Message)>,
}

impl InChart {
    /// The cells in a line.
    #[must_use]
    pub fn in_words(&self) -> Message {
        let cells = self.cells.iter().map(|(head, cell)| {
            if head.is_empty() { cell.clone() } else { message!("{head}: {cell}", head, cell) }
        });
        Message::joined(cells.collect::<Vec<_>>(), Joint::Dot)
    }
}

impl Meaning {
    /// The meaning of a word of the rules.
    pub fn of_word<T: Keyword>(word: T, sort: Sort) -> Meaning {
        Meaning::named(word.word(), Message::slug(word.word()), sort, Message::word(word.meaning()))
    }

    /// The meanings of a list of words.
    pub fn of_words<T: Keyword>(sort: &Sort) -> Vec<Meaning> {
        T::LIST.iter().map(|one| Meaning::of_word(*one, sort.clone())).collect()
    }

    /// The meaning of something with this name.
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
        let (name, what) = (Message::word(field.question), Message::word(field.meaning));
        let see = field.takes.words();
        Meaning { of: order, see, ..Meaning::named(field.name, name, Sort::Question, what) }
    }

    /// The figures of the word: the rows of these charts about it.
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

    /// Whether this word refers to the other.
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

    /// The indices of the words that one refers to, in list order, up to the number that a
    /// reader would look through.
    #[must_use]
    pub fn leads_on(all: &[Meaning], at: usize) -> Vec<usize> {
        const MOST: usize = 16;
        let Some(own) = all.get(at) else { return Vec::new() };
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let next = others.filter(|(_, other)| own.leads_to(other)).map(|(at, _)| at);
        next.take(MOST).collect()
    }

    /// The index of each name in lower case. If several words share a name, it is the one
    /// that a text most probably means.
    #[must_use]
    pub fn by_name(all: &[Meaning]) -> HashMap<String, usize> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| all[*at].sort.rank());
        let mut found = HashMap::new();
        // “None” in a table is not a word to explain.
        for at in order.into_iter().filter(|at| all[*at].word != "none") {
            found.entry(all[at].name.to_string().to_lowercase()).or_insert(at);
        }
        found
    }

    /// A sketch of it from above, if that helps players of such units.
    #[must_use]
    pub fn sketch(&self, units: Units) -> Option<Sketch> {
        match units {
            Units::Ships => Sketch::of_word(self.word),
            Units::Units => None,
        }
    }

    /// The amount that it adds, in words.
    #[must_use]
    pub fn added_amount(&self) -> Option<Message> {
        let (amount, counted) = self.adds?;
        Some(match counted {
            Counted::Once => Message::signed(amount),
            Counted::Each => message!("{amount} each", amount = Message::signed(amount)),
            Counted::Figure if amount < 0 => message!("subtracted"),
            Counted::Figure => message!("added"),
        })
    }
}

/// Whether two names are the same apart from capitals.
fn is_same(one: &Message, other: &Message) -> bool {
    one == other || one.to_string().to_lowercase() == other.to_string().to_lowercase()
}

/// The words of a game and their meanings, from its definitions and its own list.
pub fn meanings<S: Reference>() -> Vec<Meaning> {
    let mut all = Vec::new();
    for spec in S::Order::specs() {
        all.push(Meaning::of_order::<S>(spec));
        // The form does not ask for the issuer.
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
