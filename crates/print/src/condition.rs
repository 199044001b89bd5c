//! The condition of both sides, for the page of the current position.

use games::next_step;
use message::{Message, message};
use rules::{Fact, Side, Subject, Tag, Viewer, Winner};

use super::input::PrintInput;
use super::position::{PrintedMoment, SideStanding, Stood, is_state};

impl PrintInput {
    /// The page from which a table goes on with the battle.
    pub(super) fn moment(&self) -> PrintedMoment {
        let mut facts = Vec::new();
        let options = self.battle.options();
        if !options.is_empty() {
            let options = options.into_iter().map(|switch| Message::slug(switch.slug().to_owned()));
            facts.push(Fact::new(message!("Optional rules"), Message::list(options)));
        }
        facts.extend(self.battle.remembered());
        let battle = self.battle.present_of(&self.begun, Subject::Battle);
        facts.extend(battle.into_iter().map(|now| Fact::new(message!("Now"), now.words)));
        let reader = match self.viewer() {
            Viewer::Side(side) => message!("for side {side} alone", side = side.slug()),
            Viewer::Both | Viewer::Onlooker => message!("for both sides: no secrets"),
            Viewer::Everyone if self.has_secrets => message!("for an umpire: all secrets"),
            Viewer::Everyone => Message::default(),
        };
        // A page for both sides names no order of one, which may be secret.
        let commands = [Side::A, Side::B].map(|side| match self.viewer() {
            Viewer::Everyone => true,
            Viewer::Side(own) => own == side,
            Viewer::Both | Viewer::Onlooker => false,
        });
        PrintedMoment {
            system: self.battle.system().name().to_owned(),
            reader,
            guide: self.battle.guide(),
            prompt: next_step(&self.battle, commands).text,
            won: self.battle.victor().map(|winner| {
                let side = match winner {
                    Winner::A => Side::A,
                    Winner::B => Side::B,
                    Winner::Draw => return message!("Draw"),
                };
                message!("Victory: {side}", side = self.battle.side_called(side))
            }),
            facts,
            sides: vec![self.standing(Side::A), self.standing(Side::B)],
        }
    }

    /// How a side stands.
    fn standing(&self, side: Side) -> SideStanding {
        let present = self.battle.present_of(&self.begun, Subject::Side(side));
        let told = present.into_iter().map(|now| now.words).collect();
        let held = |tag: &Tag| self.battle.holder(*tag) == side;
        let units = self.battle.tags().into_iter().filter(held).filter_map(|tag| self.stood(tag));
        let mut units: Vec<Stood> = units.collect();
        units.sort_by_key(|unit| unit.is_out);
        SideStanding { name: self.battle.side_called(side), told, units }
    }

    /// How a unit stands: everything that is not as it was at the beginning.
    fn stood(&self, tag: Tag) -> Option<Stood> {
        let card = self.battle.card(tag)?;
        let sheet = self.battle.record_sheet(tag, Some(&self.begun))?;
        let present = self.battle.present_of(&self.begun, Subject::Unit(tag));
        let changed = |fact: &&Fact| {
            let entry = fact.entry.as_deref().filter(|entry| *entry != "status");
            entry.is_some_and(|entry| present.iter().any(|now| now.entry == entry))
        };
        let said = |fact: &Fact| {
            let Fact { caption, text, .. } = fact;
            message!("{caption}: {value}", caption, value = text)
        };
        let state = sheet.facts.iter().find(|fact| is_state(fact));
        let mut told: Vec<Message> = state.map(|state| state.text.clone()).into_iter().collect();
        let ticks = sheet.ticks.iter().filter(|tick| tick.ticked).map(|tick| tick.caption.clone());
        let lines = sheet.blanks.iter().filter(|line| !line.text.is_empty()).map(said);
        let facts = sheet.facts.iter().filter(changed).map(said);
        for more in ticks.chain(lines).chain(facts).chain(card.todo) {
            if !told.contains(&more) {
                told.push(more);
            }
        }
        Some(Stood {
            tag,
            name: card.name,
            kind: card.kind,
            counts: self.battle.changed_counts(tag),
            told,
            is_out: sheet.out.is_some(),
        })
    }
}
