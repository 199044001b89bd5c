//! A unit's record as paper has it: its sheet as a viewer may see it, and what
//! has become of it in the battle.

use crate::rules::{Card, Fact, Gauge, Look, Sheet, Standing, Tag, Viewer};
use crate::say::{Joint, Say, say};

use super::Battle;

impl Battle {
    /// A unit's record sheet as a viewer may see it: `fresh`, or as the battle
    /// stands with its state on top. A unit of the other side has only what is
    /// open on the table.
    #[must_use]
    pub fn record_sheet(&self, tag: Tag, fresh: bool, viewer: Viewer) -> Option<Sheet> {
        let known = self.known_to(viewer);
        let sheet = if viewer.knows(tag.side) {
            known.sheet(tag, fresh)?
        } else {
            known.table_card(tag, fresh)?
        };
        Some(if fresh { sheet } else { self.with_state(sheet, tag, viewer) })
    }

    /// A unit as a card that is open on the table, `fresh` or as the battle
    /// stands.
    #[must_use]
    pub fn open_card(&self, tag: Tag, fresh: bool, viewer: Viewer) -> Option<Sheet> {
        let sheet = self.known_to(viewer).table_card(tag, fresh)?;
        // Open on the table is what neither side keeps from the other.
        Some(if fresh { sheet } else { self.with_state(sheet, tag, Viewer::Both) })
    }

    fn with_state(&self, mut sheet: Sheet, tag: Tag, viewer: Viewer) -> Sheet {
        // Her state already says how she went out.
        if let Some(Standing::Out(how)) = self.card(tag, viewer).map(|card| card.standing) {
            sheet.facts.retain(|fact| fact.text != how);
        }
        sheet.facts.insert(0, self.state_of(tag, viewer));
        sheet
    }

    /// What has become of a unit by now: `sunk`, or `routing; grappled with B2`.
    #[must_use]
    pub fn state_of(&self, tag: Tag, viewer: Viewer) -> Fact {
        let round = self.moment().within();
        let card = self.card(tag, viewer);
        let state = card.map(|card| state(&card)).unwrap_or_default();
        Fact::new(say!("State, {round}", round), state).entry("status")
    }

    /// The counts of a unit's record, each with its full value: `83 of 210`.
    #[must_use]
    pub fn counts_of(&self, tag: Tag, viewer: Viewer) -> Vec<Fact> {
        let gauges = self.card(tag, viewer).map(|card| card.gauges).unwrap_or_default();
        gauges.iter().map(|gauge| Fact::new(gauge.label.clone(), count(gauge))).collect()
    }

    /// Whether a print for everybody would reveal what a side still keeps from
    /// the other.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.winner().is_none() && self.known_to(Viewer::Both) != *self
    }
}

fn state(card: &Card) -> Say {
    let out = match &card.standing {
        Standing::Out(how) => Some(how.clone()),
        Standing::Ready | Standing::Active | Standing::Done => None,
    };
    let marks = card.marks.iter().map(|mark| mark.label.clone());
    let all = Say::joined(out.into_iter().chain(marks), Joint::Semicolon);
    if all.is_empty() { say!("in play") } else { all }
}

fn count(gauge: &Gauge) -> Say {
    let Gauge { value, full, look, .. } = gauge;
    match look {
        Look::Bar | Look::Pips if value != full => {
            say!("{value} of {full}", value = *value, full = *full)
        }
        Look::Bar | Look::Pips | Look::Flames | Look::Damage | Look::Number => {
            Say::verbatim(value.to_string())
        }
    }
}
