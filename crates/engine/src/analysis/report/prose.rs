//! Names of units and sides in a report. A unit has its tag and name the first time in a
//! chapter, and then only its name; a side has no letter.

use std::collections::{BTreeSet, HashMap};

use games::Battle;
use message::{Joint, Message, with_small_article};
use rules::{Side, Tag};

/// The names of the units and sides of a battle.
pub(super) struct BattleNames {
    /// Each unit as the log calls it, with its tag and, if its name alone is
    /// unambiguous, that.
    units: HashMap<Message, (Tag, Option<Message>)>,
    /// The sides as the log calls them, each with its name without the letter.
    sides: HashMap<Message, Message>,
}

impl BattleNames {
    pub(super) fn of(battle: &Battle) -> BattleNames {
        let tags = battle.tags();
        let all: Vec<String> = tags.iter().map(|tag| battle.unit_name(*tag)).collect();
        let is_enough = |name: &String| {
            let letters = name.chars().filter(|letter| letter.is_lowercase()).count();
            letters >= 2 && all.iter().filter(|other| *other == name).count() == 1
        };
        let unit = |(tag, name): (&Tag, &String)| {
            let alone = is_enough(name).then(|| Message::verbatim(name));
            (battle.called(*tag), (*tag, alone))
        };
        let units = tags.iter().zip(&all).map(unit).collect();
        let [a, b] = [Side::A, Side::B].map(|side| battle.side_name(side));
        let side = |side: Side| (battle.side_called(side), within(battle.side_name(side)));
        let sides = if a == b { HashMap::new() } else { [Side::A, Side::B].map(side).into() };
        BattleNames { units, sides }
    }

    /// A sentence in which units have only their names, except the first time.
    /// `called` collects those named so far.
    pub(super) fn call(&self, sentence: &Message, called: &mut BTreeSet<Tag>) -> Message {
        sentence.replaced(&mut |part| {
            if let Some((tag, alone)) = self.units.get(part) {
                let again = !called.insert(*tag);
                return alone.clone().filter(|_| again);
            }
            self.sides.get(part).cloned()
        })
    }

    /// Sentences as a paragraph.
    pub(super) fn paragraph(&self, sentences: &[Message], called: &mut BTreeSet<Tag>) -> Message {
        Message::joined(sentences.iter().map(|sentence| self.call(sentence, called)), Joint::Space)
    }
}

/// The players' name for a side within a sentence: `the Corinthians`.
pub(super) fn within(name: &str) -> Message {
    Message::verbatim(with_small_article(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use message::i18n::Words;
    use message::message;

    fn called(tag: &str, name: &str) -> Message {
        message!("{tag} {name}", tag, name)
    }

    fn names() -> BattleNames {
        let unit = |tag: &str, name: &str, alone: bool| {
            let alone = alone.then(|| Message::verbatim(name));
            (called(tag, name), (tag.parse().expect("a tag"), alone))
        };
        let units = [unit("A1", "Argo", true), unit("A11", "Ἥβη", true), unit("B1", "IV", false)];
        let greeks = message!("{name} ({side})", name = "The Greeks", side = Side::A);
        BattleNames { units: units.into(), sides: [(greeks, within("The Greeks"))].into() }
    }

    #[test]
    fn a_ship_is_named_with_her_tag_once() {
        let (argo, hebe, four) = (called("A1", "Argo"), called("A11", "Ἥβη"), called("B1", "IV"));
        let rams = |a: &Message, b: &Message| message!("{a} rams {b}.", a, b);
        let flees = |ship: &Message| message!("{ship} flees.", ship);
        let sentences =
            [rams(&argo, &hebe), rams(&argo, &four), flees(&four), flees(&hebe), flees(&argo)];
        let shown = names().paragraph(&sentences, &mut BTreeSet::new());
        assert_eq!(
            shown,
            "A1 Argo rams A11 Ἥβη. Argo rams B1 IV. B1 IV flees. Ἥβη flees. Argo flees."
        );
    }

    #[test]
    fn a_side_has_no_letter_and_begins_a_sentence_with_a_capital() {
        let greeks = || message!("{name} ({side})", name = "The Greeks", side = Side::A);
        let sentences = [
            message!("{side} row on.", side = greeks()),
            message!("A prize for {side}.", side = greeks()),
        ];
        let shown = names().paragraph(&sentences, &mut BTreeSet::new());
        let shown = Words::ENGLISH.capital(&shown);
        assert_eq!(shown, "The Greeks row on. A prize for the Greeks.");
    }
}
