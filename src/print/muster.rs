//! What can be printed of fleets and battles.

use std::collections::BTreeMap;

use serde_json::Value;
use thiserror::Error;

use crate::analysis::{BattleReport, Differs, OddsTable, OddsTables, odds_tables};
use crate::fleet::build::Draft;
use crate::fleet::{self, Checked, Fault, library, share};
use crate::journal::{FileFault, Journal};
use crate::rules::{
    BattleCard, Briefing, Chart, Fact, Sheet, Side, Subject, Tag, Units, Viewer, Winner,
};
use crate::say::{Parts, Say, say};
use crate::systems::{Battle, Fleet, Options};

use super::chart::used_charts;
use super::job::Part;
use super::kind::Kind;
use super::moment::{Moment, Standing, Stood, is_said, is_state};
use super::roster::Roster;
use super::turn::TurnTrack;

/// A fleet as a side of a battle, ready to be printed.
#[derive(Clone, Debug)]
pub struct Muster {
    /// The battle.
    pub battle: Battle,
    /// The side on which the fleet began.
    pub side: Side,
    /// The fleet.
    pub fleet: Fleet,
    /// Whether its sheets are fresh, or as the battle stands.
    pub fresh: bool,
    /// The battle as it began.
    pub begun: Battle,
    /// The speeds or the like that were shown in the turns before, by unit.
    pub past: BTreeMap<Tag, Vec<Say>>,
    /// The reader: what this viewer may not know is left out.
    pub viewer: Viewer,
    /// The warnings about its file.
    pub warnings: Vec<Say>,
    /// The link to its file, for the code on its roster.
    pub link: Option<String>,
    /// Its odds against the other side, if they have been worked out already;
    /// otherwise that is done when they are printed.
    pub odds: Option<Vec<OddsTable>>,
}

impl Muster {
    /// A fleet on its own, from its file.
    ///
    /// # Errors
    /// Where there is no fleet that it could fight under the rules.
    pub fn alone(checked: &Checked, file: &str) -> Result<Muster, MusterFault> {
        Muster::alone_as(Side::A, checked, file)
    }

    /// A fleet on its own, as one side of a future battle, with that side's
    /// tags.
    ///
    /// # Errors
    /// Where there is no fleet that it could fight under the rules.
    pub fn alone_as(side: Side, checked: &Checked, file: &str) -> Result<Muster, MusterFault> {
        Muster::alone_under(side, (checked, file), &Options::new())
    }

    /// The same under some switches.
    ///
    /// # Errors
    /// Where there is no fleet that it could fight under the rules.
    pub fn alone_under(
        side: Side,
        (checked, file): (&Checked, &str),
        options: &Options,
    ) -> Result<Muster, MusterFault> {
        let battle = drawn_up(side, &checked.fleet, options)?;
        Ok(Muster::fresh(battle, side, checked, file))
    }

    /// Two fleets against each other, from their files.
    ///
    /// # Errors
    /// Where they cannot fight each other.
    pub fn both(fleets: [(&Checked, &str); 2]) -> Result<[Muster; 2], MusterFault> {
        Muster::both_under(fleets, &Options::new())
    }

    /// The same under some switches.
    ///
    /// # Errors
    /// Where they cannot fight each other.
    pub fn both_under(
        fleets: [(&Checked, &str); 2],
        options: &Options,
    ) -> Result<[Muster; 2], MusterFault> {
        let battle = draw_up(fleets.map(|(checked, _)| checked.fleet.clone()), options)?;
        let [a, b] = fleets;
        Ok([
            Muster::fresh(battle.clone(), Side::A, a.0, a.1),
            Muster::fresh(battle, Side::B, b.0, b.1),
        ])
    }

    /// Both sides of a battle as it stands, with the fleets that began it; what
    /// the viewer may not know is left out.
    #[must_use]
    pub fn of_battle(battle: &Battle, fleets: &[Fleet; 2], viewer: Viewer) -> [Muster; 2] {
        let begun = Battle::open(fleets.clone(), battle.options());
        let begun = begun.unwrap_or_else(|_| battle.clone());
        [Side::A, Side::B].map(|side| Muster {
            battle: battle.clone(),
            begun: begun.clone(),
            past: BTreeMap::new(),
            side,
            fleet: fleets[side.index()].clone(),
            fresh: false,
            viewer,
            warnings: Vec::new(),
            link: None,
            odds: None,
        })
    }

    /// The same, with a warning about entries that this version of the rules
    /// reads differently from the one that wrote the battle.
    #[must_use]
    pub fn of_journal(journal: &Journal, viewer: Viewer) -> [Muster; 2] {
        let mut both = Muster::of_battle(journal.battle(), &journal.opening().fleets, viewer);
        let differ = Differs::in_short(&Differs::all(journal, viewer));
        let past = past_of(journal, viewer);
        for muster in &mut both {
            muster.warnings.extend(differ.clone());
            muster.past.clone_from(&past);
        }
        both
    }

    /// Both sides of the battle in a battle file.
    ///
    /// # Errors
    /// Where it is not a battle file.
    pub fn of_battle_file(text: &str, viewer: Viewer) -> Result<[Muster; 2], MusterFault> {
        Ok(Muster::of_journal(&Journal::read_file(text)?, viewer))
    }

    fn fresh(battle: Battle, side: Side, checked: &Checked, file: &str) -> Muster {
        // On paper a ship is known by her name, not by her place in a file.
        let draft = Draft::from_text(file).ok();
        let told =
            |fault: &Fault| draft.as_ref().map_or_else(|| fault.say(), |draft| draft.told(fault));
        Muster {
            begun: battle.clone(),
            past: BTreeMap::new(),
            battle,
            side,
            fleet: checked.fleet.clone(),
            fresh: true,
            viewer: Viewer::Everyone,
            warnings: checked.warnings.iter().map(told).collect(),
            link: share::to_link(&share::bare(file)).ok(),
            odds: None,
        }
    }

    /// Makes the code on its roster lead to Trierarch's page at this address,
    /// which any phone opens, instead of to the program.
    pub fn lead_to(&mut self, page: &str) {
        let page = page.split('#').next().unwrap_or_default();
        let link = self.link.take();
        self.link = link
            .map(|link| link.replacen(share::LINK, &format!("{page}{}", share::LINK_OF_PAGE), 1));
    }

    /// Whether one side of its battle has secrets from the other.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.battle.has_secrets()
    }

    /// The fleet's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.battle.side_name(self.side)
    }

    /// The record sheets of the units of this side, as the battle stands with its
    /// prizes.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        let sheet = |tag| {
            let mut sheet = self.battle.record_sheet(tag, self.since(), self.viewer)?;
            if let (Some(ledger), false) = (&mut sheet.ledger, self.fresh) {
                ledger.filled = self.past.get(&tag).cloned().unwrap_or_default();
            }
            Some(sheet)
        };
        self.own().filter_map(sheet).collect()
    }

    /// The battle as it began, where sheets are not fresh.
    fn since(&self) -> Option<&Battle> {
        (!self.fresh).then_some(&self.begun)
    }

    /// The units that began on this side, or that it holds now.
    fn own(&self) -> impl Iterator<Item = Tag> {
        let (battle, fresh, side) = (&self.battle, self.fresh, self.side);
        let of = move |tag: &Tag| if fresh { tag.side } else { battle.holder(*tag) };
        battle.tags().into_iter().filter(move |tag| of(tag) == side)
    }

    /// The page from which a table goes on with the battle.
    fn moment(&self) -> Moment {
        let known = self.battle.known_to(self.viewer);
        let mut facts = Vec::new();
        let options = self.battle.options();
        if !options.is_empty() {
            let options = options.into_iter().map(|switch| Say::slug(switch.slug().to_owned()));
            facts.push(Fact::new(say!("Optional rules"), Say::list(options)));
        }
        facts.extend(self.battle.remembered(self.viewer));
        let battle = self.battle.present_of(&self.begun, Subject::Battle, self.viewer);
        facts.extend(battle.into_iter().map(|now| Fact::new(say!("Now"), now.words)));
        let reader = match self.viewer {
            Viewer::Side(side) => say!("for side {side} alone", side = side.slug()),
            Viewer::Both => say!("for both sides: no secrets"),
            Viewer::Everyone if self.has_secrets() => say!("for an umpire: all secrets"),
            Viewer::Everyone => Say::default(),
        };
        Moment {
            system: self.battle.system().name().to_owned(),
            reader,
            guide: known.guide(),
            won: self.battle.victor().map(|winner| {
                let side = match winner {
                    Winner::A => Side::A,
                    Winner::B => Side::B,
                    Winner::Draw => return say!("Draw"),
                };
                say!("Victory: {side}", side = self.battle.side_called(side))
            }),
            facts,
            sides: vec![self.standing(Side::A), self.standing(Side::B)],
        }
    }

    /// How a side stands.
    fn standing(&self, side: Side) -> Standing {
        let present = self.battle.present_of(&self.begun, Subject::Side(side), self.viewer);
        let told = present.into_iter().map(|now| now.words).collect();
        let held = |tag: &Tag| self.battle.holder(*tag) == side;
        let units = self.battle.tags().into_iter().filter(held).filter_map(|tag| self.stood(tag));
        let mut units: Vec<Stood> = units.collect();
        units.sort_by_key(|unit| unit.is_out);
        Standing { name: self.battle.side_called(side), told, units }
    }

    /// How a unit stands: everything that is not as it was at the beginning.
    fn stood(&self, tag: Tag) -> Option<Stood> {
        let card = self.battle.known_to(self.viewer).card(tag, self.viewer)?;
        let sheet = self.battle.record_sheet(tag, Some(&self.begun), self.viewer)?;
        let present = self.battle.present_of(&self.begun, Subject::Unit(tag), self.viewer);
        let changed = |fact: &&Fact| {
            let entry = fact.entry.as_deref().filter(|entry| *entry != "status");
            entry.is_some_and(|entry| present.iter().any(|now| now.entry == entry))
        };
        let said = |fact: &Fact| {
            let Fact { caption, text, .. } = fact;
            say!("{caption}: {value}", caption, value = text)
        };
        let state = sheet.facts.iter().find(|fact| is_state(fact));
        let mut told: Vec<Say> = state.map(|state| state.text.clone()).into_iter().collect();
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
            counts: self.battle.changed_counts(tag, self.viewer),
            told,
            is_out: sheet.out.is_some(),
        })
    }

    /// The cards for the table, and the chits for them.
    fn cards(&self) -> Vec<Part> {
        let card = |tag| self.battle.open_card(tag, self.since(), self.viewer);
        let cards = self.own().filter_map(card).collect();
        let mut parts = vec![match self.battle.system().units() {
            Units::Ships => Part::Cards(cards),
            Units::Units => Part::UnitCards(cards),
        }];
        // Face down, chits tell nothing, but which chits there are would.
        let open = self.viewer.knows(self.side);
        let chits = if open { self.battle.chits(self.side) } else { Vec::new() };
        if !chits.is_empty() {
            parts.push(Part::Chits(self.name().to_owned(), chits));
        }
        let battle_cards = self.battle_cards();
        if !battle_cards.is_empty() {
            parts.push(Part::BattleCards(self.name().to_owned(), battle_cards));
        }
        parts
    }

    /// Its battle cards, for those who may know them.
    fn battle_cards(&self) -> Vec<BattleCard> {
        let open = self.viewer.knows(self.side);
        if open { self.battle.battle_cards(self.side) } else { Vec::new() }
    }

    /// What the roster shows besides the units: panic numbers, officers, and
    /// the battle cards with their texts and numbers.
    fn roster_charts(&self) -> Vec<Chart> {
        let mut charts = self.battle.known_to(self.viewer).roster_charts(self.side);
        let row = |card: BattleCard| {
            vec![
                Say::verbatim(card.name),
                Say::verbatim(card.count.to_string()),
                Say::verbatim(card.text),
            ]
        };
        let rows: Vec<Vec<Say>> = self.battle_cards().into_iter().map(row).collect();
        if !rows.is_empty() {
            let columns = [say!("Card"), say!("Number"), say!("Text")];
            charts.push(Chart::new("battle-cards", say!("Battle cards"), columns, rows));
        }
        charts
    }

    /// The roster.
    #[must_use]
    pub fn roster(&self) -> Roster {
        let keys = fleet::to_json(&self.fleet);
        let own = self.fleet.briefing();
        let (unsaid, ready) = (Briefing::default(), library::battle_with(&self.fleet));
        let text = |key: &str| keys.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Roster {
            name: self.name().to_owned(),
            people: text("people"),
            system: self.battle.system().name().to_owned(),
            // The owner's notes are only for those who may know the side's
            // secrets.
            notes: if self.viewer.knows(self.side) || !self.battle.has_secrets() {
                text("notes")
            } else {
                String::new()
            },
            briefing: ready.map_or(&unsaid, |ready| &ready.briefing).with(own),
            ships: self.counted(),
            charts: self.roster_charts(),
            stands_at: (!self.fresh).then(|| self.battle.moment()),
            warnings: self.warnings.clone(),
            link: self.link.clone(),
        }
    }

    /// Its sheets with the counts of each unit: the full value, and the present
    /// one.
    fn counted(&self) -> Vec<Sheet> {
        let counted = |mut sheet: Sheet| {
            let counts = sheet.tag.map(|tag| self.battle.counts_of(tag, self.viewer));
            // The advantages of a fresh ship already say that every mount is
            // full.
            let is_full = |caption: &Say| self.fresh && matches!(caption.parts(), Parts::Word(_));
            let counts: Vec<Fact> = counts
                .into_iter()
                .flatten()
                .filter(|fact| !is_full(&fact.caption) && !is_said(&sheet, &fact.caption))
                .collect();
            // After the state, if there is one.
            let at = sheet.facts.iter().take(1).filter(|fact| is_state(fact)).count();
            sheet.facts.splice(at..at, counts);
            sheet
        };
        self.sheets().into_iter().map(counted).collect()
    }

    /// Who may see the odds: a side what it knows itself, anybody else only
    /// what neither side keeps from the other, since printed tables are open on
    /// the table.
    fn open_to(&self) -> Viewer {
        match self.viewer {
            Viewer::Side(side) => Viewer::Side(side),
            Viewer::Everyone | Viewer::Both => Viewer::Both,
        }
    }

    /// The work for its odds, which may be long.
    #[must_use]
    pub fn odds_to_work_out(&self) -> OddsTables {
        OddsTables::new(&self.battle, self.side, self.open_to())
    }

    fn odds(&self) -> Part {
        let other = self.battle.side_name(self.side.other());
        let system = self.battle.system().name();
        let tables = self
            .odds
            .clone()
            .unwrap_or_else(|| odds_tables(&self.battle, self.side, self.open_to()));
        let about = if tables.is_empty() {
            say!("{system} · no odds: a side has nothing left in play", system)
        } else if other == self.name() {
            say!("{system} · {side} among themselves", system, side = other)
        } else {
            say!("{system} · {side} against {other}", system, side = self.name(), other)
        };
        Part::Odds(about, tables)
    }
}

/// The title of a print of some fleets: their names, and during a battle the
/// round.
#[must_use]
pub fn title(musters: &[Muster]) -> Say {
    let mut names: Vec<&str> = musters.iter().map(Muster::name).collect();
    names.dedup();
    let title = match names.as_slice() {
        [a, b] => say!("{a} against {b}", a = *a, b = *b),
        names => Say::list(names.iter().map(|name| Say::verbatim(*name))),
    };
    match musters.iter().find(|muster| !muster.fresh) {
        Some(muster) => {
            say!("{title}, {round}", title, round = muster.battle.moment().within())
        }
        None => title,
    }
}

/// The parts of a print of some fleets: kind by kind, fleet by fleet. Charts
/// and turn tracks are printed once for each system, and the report of their
/// battle once.
#[must_use]
pub fn parts(musters: &[Muster], report: Option<&BattleReport>, kinds: &[Kind]) -> Vec<Part> {
    let mut systems: Vec<&Battle> = Vec::new();
    for muster in musters {
        if systems.iter().all(|battle| battle.system() != muster.battle.system()) {
            systems.push(&muster.battle);
        }
    }
    let each = |make: &dyn Fn(&Muster) -> Part| musters.iter().map(make).collect::<Vec<_>>();
    let once = |make: &dyn Fn(&Battle) -> Part| systems.iter().map(|battle| make(battle)).collect();
    kinds
        .iter()
        .flat_map(|kind| match kind {
            Kind::Rosters => each(&|muster| Part::Roster(muster.roster())),
            Kind::Sheets => each(&|muster| Part::Sheets(muster.sheets())),
            Kind::Moment => {
                let stands = musters.iter().find(|muster| !muster.fresh);
                stands.map(|muster| Part::Moment(Box::new(muster.moment()))).into_iter().collect()
            }
            Kind::Cards => musters.iter().flat_map(Muster::cards).collect(),
            Kind::Odds => odds_of(musters),
            Kind::Aid => once(&|battle| {
                let charts = charts(musters, battle).into_iter();
                // The aid begins with the sequence itself.
                let charts = charts.filter(|chart| !matches!(chart.slug, "turn" | "sequence"));
                Part::Aid(turn_track(battle), charts.collect())
            }),
            Kind::Report => {
                report.map(|report| Part::Report(Box::new(report.clone()))).into_iter().collect()
            }
            Kind::Turn => once(&|battle| Part::Turns(turn_track(battle))),
            Kind::Charts => once(&|battle| {
                Part::Charts(battle.system().name().to_owned(), charts(musters, battle))
            }),
        })
        .collect()
}

/// The odds of every fleet; what a table of the one before says already is left out.
fn odds_of(musters: &[Muster]) -> Vec<Part> {
    let mut told: Vec<OddsTable> = Vec::new();
    let mut parts = Vec::new();
    for muster in musters {
        let Part::Odds(about, mut tables) = muster.odds() else { continue };
        tables.retain(|table| {
            !told.iter().any(|known| known.title == table.title && known.rows == table.rows)
        });
        told.extend(tables.iter().cloned());
        parts.push(Part::Odds(about, tables));
    }
    parts
}

/// What each unit's row of cells says of the turns that are over, from the log.
fn past_of(journal: &Journal, viewer: Viewer) -> BTreeMap<Tag, Vec<Say>> {
    let mut past: BTreeMap<Tag, Vec<Say>> = BTreeMap::new();
    let battle = journal.battle();
    let rows = battle.tags().into_iter().filter_map(|tag| {
        let entry = battle.sheet(tag, true)?.ledger?.entry;
        Some((tag, entry))
    });
    let rows: Vec<(Tag, String)> = rows.collect();
    if rows.is_empty() {
        return past;
    }
    let mut before: Option<&Battle> = None;
    for battle in (0..=journal.cursor()).filter_map(|at| journal.at(at)) {
        if let Some(last) = before.filter(|last| last.moment() != battle.moment()) {
            for (tag, entry) in &rows {
                let keys = last.unit_state(*tag, viewer);
                let said = keys.and_then(|mut keys| keys.shift_remove(entry)).unwrap_or_default();
                let text = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
                past.entry(*tag).or_default().push(Say::verbatim(text));
            }
        }
        before = Some(battle);
    }
    past
}

/// The charts of a battle's system, with only what its fleets use.
fn charts(musters: &[Muster], battle: &Battle) -> Vec<Chart> {
    let system = battle.system();
    let own = musters.iter().filter(|muster| muster.battle.system() == system);
    let uses: Vec<String> =
        own.clone().flat_map(|muster| muster.battle.uses(muster.side)).collect();
    let mut charts = used_charts(battle.charts(), &uses);
    // House types come after those of the rules.
    let house = own.flat_map(|muster| muster.battle.house_charts(muster.side));
    let types = charts.iter().position(|chart| matches!(chart.slug, "types" | "classes"));
    let at = types.map_or(1, |at| at + 1).min(charts.len());
    charts.splice(at..at, house);
    charts
}

/// Why fleets cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MusterFault {
    /// The rules do not let them fight each other.
    #[error("{0}")]
    Rules(Say),
    /// The text is not a battle file.
    #[error("{0}")]
    BattleFile(#[from] FileFault),
}

impl From<MusterFault> for Say {
    fn from(fault: MusterFault) -> Say {
        match fault {
            MusterFault::Rules(why) => why,
            MusterFault::BattleFile(fault) => fault.say(),
        }
    }
}

fn draw_up(fleets: [Fleet; 2], options: &Options) -> Result<Battle, MusterFault> {
    Battle::open(fleets, options.clone()).map_err(|fault| MusterFault::Rules(fault.0))
}

/// A battle from which a fleet's fresh sheets are taken: the fleet against
/// itself or, if the rules do not allow that, against a ready fleet that it may
/// fight. It is on `side`.
fn drawn_up(side: Side, own: &Fleet, options: &Options) -> Result<Battle, MusterFault> {
    let against = |other: Fleet| match side {
        Side::A => draw_up([own.clone(), other], options),
        Side::B => draw_up([other, own.clone()], options),
    };
    against(own.clone()).or_else(|why| {
        let mut ready = library::paths()
            .filter_map(library::file)
            .filter_map(|file| fleet::read_toml(file).ok())
            .map(|checked| checked.fleet)
            .filter(|other| other.system() == own.system());
        ready.find_map(|other| against(other).ok()).ok_or(why)
    })
}

/// How many turns a track has: more than a battle takes.
const TURNS: u8 = 24;

/// The turn track of a battle's system, with the sequence of a turn.
#[must_use]
pub fn turn_track(battle: &Battle) -> TurnTrack {
    let system = battle.system();
    TurnTrack {
        system: system.name().to_owned(),
        cycle: system.cycle(),
        turns: TURNS,
        parts: battle.sequence(),
    }
}
