//! The condition of both sides, for the page with the current position.

use std::collections::BTreeMap;

use games::next_step;
use message::{Message, message};
use rules::{Fact, Side, Station, Subject, Tag, UnitCondition, Viewer, Winner};

use super::input::PrintInput;
use super::position::{PrintedPosition, PrintedSide, PrintedUnit};

impl PrintInput {
    /// The page from which players continue the battle.
    pub(super) fn position(&self) -> PrintedPosition {
        let mut facts = Vec::new();
        let options = self.battle.options();
        if !options.is_empty() {
            let options = options.into_iter().map(|switch| Message::slug(switch.slug().to_owned()));
            facts.push(Fact::new(message!("Optional rules"), Message::list(options)));
        }
        facts.extend(self.battle.remembered());
        let battle = self.battle.present_of(Subject::Battle);
        facts.extend(battle.into_iter().map(|now| Fact::new(message!("Now"), now.words)));
        let reader = match self.viewer() {
            Viewer::Side(side) => message!("for side {side} only", side = side.slug()),
            Viewer::Both | Viewer::Onlooker => message!("open to both sides"),
            Viewer::Everyone if self.has_secrets => message!("with all secrets, for an umpire"),
            Viewer::Everyone => Message::default(),
        };
        PrintedPosition {
            system: self.battle.system().name().to_owned(),
            reader,
            guide: self.battle.guide(),
            prompt: self.prompt(),
            won: self.battle.victor().map(|winner| {
                let side = match winner {
                    Winner::A => Side::A,
                    Winner::B => Side::B,
                    Winner::Draw => return message!("Draw"),
                };
                message!("Victory: {side}", side = self.battle.side_called(side))
            }),
            facts,
            sides: vec![self.printed_side(Side::A), self.printed_side(Side::B)],
        }
    }

    /// What comes next for the reader. A page for both sides does not name an order of one
    /// side, because it may be secret.
    pub(super) fn prompt(&self) -> Message {
        let commands = [Side::A, Side::B].map(|side| match self.viewer() {
            Viewer::Everyone => true,
            Viewer::Side(own) => own == side,
            Viewer::Both | Viewer::Onlooker => false,
        });
        next_step(&self.battle, commands).text
    }

    /// The condition of a side.
    fn printed_side(&self, side: Side) -> PrintedSide {
        let present = self.battle.present_of(Subject::Side(side));
        let sentences = present.into_iter().map(|now| now.words).collect();
        let held = |tag: &Tag| self.battle.holder(*tag) == side;
        let units =
            self.battle.tags().into_iter().filter(held).filter_map(|tag| self.printed_unit(tag));
        let mut units: Vec<PrintedUnit> = units.collect();
        units.sort_by_key(|unit| unit.is_out);
        PrintedSide {
            name: self.battle.side_called(side),
            sentences,
            units,
            zones: self.zones(side),
        }
    }

    /// The positions of a side's units in its line of battle, if it has one.
    fn zones(&self, side: Side) -> Vec<(Message, Vec<Vec<Tag>>)> {
        let mut zones: BTreeMap<_, (Message, Vec<Vec<Tag>>)> = BTreeMap::new();
        for tag in self.battle.tags().into_iter().filter(|tag| self.battle.holder(*tag) == side) {
            let card = self.battle.card(tag).filter(|_| self.battle.in_play(tag));
            let marks = card.into_iter().flat_map(|card| card.marks);
            for Station { zone, rank, column, .. } in marks.filter_map(|mark| mark.station) {
                let (_, columns) = zones.entry(rank).or_insert_with(|| (zone, Vec::new()));
                let at = usize::from(column).saturating_sub(1);
                columns.resize(columns.len().max(at + 1), Vec::new());
                columns[at].push(tag);
            }
        }
        zones.into_values().collect()
    }

    /// The condition of a unit: what is true of it now, and what it still has to do.
    fn printed_unit(&self, tag: Tag) -> Option<PrintedUnit> {
        let card = self.battle.card(tag)?;
        let mut sentences: Vec<Message> = Vec::new();
        let condition = self.battle.condition(tag).into_iter().map(|now| now.words);
        for more in condition.chain(card.todo) {
            if !sentences.contains(&more) {
                sentences.push(more);
            }
        }
        Some(PrintedUnit {
            tag,
            name: card.name,
            kind: card.kind,
            counts: self.battle.changed_counts(tag),
            sentences,
            is_out: matches!(card.standing, UnitCondition::Out(_)),
        })
    }
}
