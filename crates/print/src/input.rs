//! The input of a print: fleets and battles, as one viewer may know them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use engine::analysis::{BattleReport, Differs, OddsTable, OddsTables, odds_tables};
use engine::fleet::build::FleetDraft;
use engine::fleet::{self, Checked, Fault, library, share};
use engine::journal::{FileFault, Journal};
use games::{Battle, Fleet, Options, PlayerView};
use message::{Joint, Message, Parts, message, with_small_article};
use rules::{BattleCard, Briefing, Chart, Fact, Sheet, Side, Tag, Track, Units, Viewer};

use super::battle_log::Logged;
use super::chart::used_charts;
use super::job::{PrintPart, Sheets};
use super::kind::PrintKind;
use super::odds::without_repeats;
use super::position::has_caption;
use super::roster::FleetRoster;
use super::turn::TurnTrack;

/// A fleet as a side of a battle, ready to print.
#[derive(Clone, Debug)]
pub struct PrintInput {
    /// The battle, as its reader knows it.
    pub battle: PlayerView<'static>,
    /// Whether a side has secrets from the other in the battle.
    pub has_secrets: bool,
    /// The side on which the fleet began.
    pub side: Side,
    pub fleet: Fleet,
    /// Whether its sheets are blank, or filled in with the current position.
    pub fresh: bool,
    /// The journal of the battle, if it has begun.
    pub journal: Option<Arc<Journal>>,
    /// Whether the fleet is printed by itself, without the other side.
    pub is_single: bool,
    /// The values that each unit showed in earlier turns, such as speeds.
    pub past: BTreeMap<Tag, Vec<Message>>,
    pub warnings: Vec<Message>,
    /// The link to its file, for the QR code on its roster.
    pub link: Option<String>,
    /// The odds against the other side, if they have been computed; otherwise printing
    /// computes them.
    pub odds: Option<Vec<OddsTable>>,
}

impl PrintInput {
    /// A single fleet, from its file.
    ///
    /// # Errors
    /// If there is no fleet that it could fight under the rules.
    pub fn of_fleet(checked: &Checked, file: &str) -> Result<PrintInput, PrintFault> {
        PrintInput::of_fleet_as(Side::A, checked, file)
    }

    /// A single fleet as one side of a future battle, with the tags of that side.
    ///
    /// # Errors
    /// If there is no fleet that it could fight under the rules.
    pub fn of_fleet_as(
        side: Side,
        checked: &Checked,
        file: &str,
    ) -> Result<PrintInput, PrintFault> {
        PrintInput::of_fleet_under(side, checked, file, &Options::new())
    }

    /// A single fleet with these optional rules.
    ///
    /// # Errors
    /// If there is no fleet that it could fight under the rules.
    pub fn of_fleet_under(
        side: Side,
        checked: &Checked,
        file: &str,
        options: &Options,
    ) -> Result<PrintInput, PrintFault> {
        let battle = library::sample_battle(&checked.fleet, side, options);
        let battle = battle.map_err(|fault| PrintFault::Rules(fault.0))?;
        Ok(PrintInput { is_single: true, ..PrintInput::fresh(&battle, side, checked, file) })
    }

    /// Two fleets against each other, from their files.
    ///
    /// # Errors
    /// If they cannot fight each other.
    pub fn both(fleets: [(&Checked, &str); 2]) -> Result<[PrintInput; 2], PrintFault> {
        PrintInput::both_under(fleets, &Options::new())
    }

    /// Two fleets with these optional rules.
    ///
    /// # Errors
    /// If they cannot fight each other.
    pub fn both_under(
        fleets: [(&Checked, &str); 2],
        options: &Options,
    ) -> Result<[PrintInput; 2], PrintFault> {
        let battle = draw_up(fleets.map(|(checked, _)| checked.fleet.clone()), options)?;
        let [a, b] = fleets;
        Ok([
            PrintInput::fresh(&battle, Side::A, a.0, a.1),
            PrintInput::fresh(&battle, Side::B, b.0, b.1),
        ])
    }

    /// Both sides of the current position, with the fleets at the start. What the viewer
    /// may not know is left out.
    #[must_use]
    pub fn of_battle(battle: &Battle, fleets: &[Fleet; 2], viewer: Viewer) -> [PrintInput; 2] {
        [Side::A, Side::B].map(|side| PrintInput {
            battle: battle.known_to(viewer).to_static(),
            has_secrets: battle.has_secrets(),
            journal: None,
            is_single: false,
            past: BTreeMap::new(),
            side,
            fleet: fleets[side.index()].clone(),
            fresh: false,
            warnings: Vec::new(),
            link: (viewer.knows(side) || !battle.has_secrets())
                .then(|| FleetDraft::from_fleet(&fleets[side.index()]).text())
                .and_then(|file| share::to_link(&share::bare(&file)).ok()),
            odds: None,
        })
    }

    /// Both sides of a journal's position, with a warning about entries that this version
    /// reads differently from the version that wrote the battle.
    #[must_use]
    pub fn of_journal(journal: &Journal, viewer: Viewer) -> [PrintInput; 2] {
        let mut both = PrintInput::of_battle(journal.battle(), &journal.opening().fleets, viewer);
        let differ = Differs::in_short(&Differs::all(journal, viewer));
        let past = past_of(journal, viewer);
        let journal = Arc::new(journal.clone());
        for input in &mut both {
            input.journal = Some(Arc::clone(&journal));
            input.warnings.extend(differ.clone());
            input.past.clone_from(&past);
        }
        both
    }

    /// Both sides of the battle in a battle file.
    ///
    /// # Errors
    /// If the text is not a battle file.
    pub fn of_battle_file(text: &str, viewer: Viewer) -> Result<[PrintInput; 2], PrintFault> {
        Ok(PrintInput::of_journal(&Journal::read_file(text)?, viewer))
    }

    fn fresh(battle: &Battle, side: Side, checked: &Checked, file: &str) -> PrintInput {
        // On paper a ship is identified by her name, not by her place in a file.
        let draft = FleetDraft::from_text(file).ok();
        let shown = |fault: &Fault| {
            draft.as_ref().map_or_else(|| fault.message(), |draft| draft.fault_text(fault))
        };
        PrintInput {
            has_secrets: battle.has_secrets(),
            journal: None,
            is_single: false,
            past: BTreeMap::new(),
            battle: battle.full_view().to_static(),
            side,
            fleet: checked.fleet.clone(),
            fresh: true,
            warnings: checked.warnings.iter().map(shown).collect(),
            link: share::to_link(&share::bare(file)).ok(),
            odds: None,
        }
    }

    /// Makes the QR code on the roster point to the Trierarch page at this address, which
    /// any phone can open, instead of to the program.
    pub fn lead_to(&mut self, page: &str) {
        let page = page.split('#').next().unwrap_or_default();
        let link = self.link.take();
        self.link = link
            .map(|link| link.replacen(share::LINK, &format!("{page}{}", share::LINK_OF_PAGE), 1));
    }

    /// The reader. What this viewer may not know is left out.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.battle.viewer()
    }

    /// The same input for another reader, who knows no more than the previous one.
    #[must_use]
    pub fn read_by(self, viewer: Viewer) -> PrintInput {
        PrintInput { battle: self.battle.known_to(viewer).to_static(), ..self }
    }

    /// The fleet's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.battle.side_name(self.side)
    }

    /// The record sheets of the units that this side controls now, prizes included.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        self.sheets_of(self.side)
    }

    fn sheets_of(&self, side: Side) -> Vec<Sheet> {
        let sheet = |tag| {
            let mut sheet = self.battle.record_sheet(tag, self.fresh)?;
            if let (Some(ledger), false) = (&mut sheet.ledger, self.fresh) {
                ledger.filled = self.past.get(&tag).cloned().unwrap_or_default();
            }
            Some(sheet)
        };
        self.held_by(side).filter_map(sheet).collect()
    }

    /// The sheets of the other side, if it is printed too or could be.
    fn other_sheets(&self) -> Vec<Sheet> {
        if self.is_single { Vec::new() } else { self.sheets_of(self.side.other()) }
    }

    /// The blank sheets of both sides, or only of this one if it is alone.
    fn form(&self) -> Vec<Sheet> {
        let own = |tag: &Tag| !self.is_single || tag.side == self.side;
        let tags = self.battle.tags().into_iter().filter(own);
        tags.filter_map(|tag| self.battle.record_sheet(tag, true)).collect()
    }

    /// The totals of the side.
    fn tallies(&self) -> Vec<Track> {
        self.battle.tallies(self.side)
    }

    /// The units that began on a side, or that it controls now.
    fn held_by(&self, side: Side) -> impl Iterator<Item = Tag> {
        let (battle, fresh) = (&self.battle, self.fresh);
        let of = move |tag: &Tag| if fresh { tag.side } else { battle.holder(*tag) };
        battle.tags().into_iter().filter(move |tag| of(tag) == side)
    }

    /// The cards for the table, and their chits. Units that are out of the battle need
    /// neither, and a card omits what a chit next to it shows.
    fn cards(&self) -> Vec<PrintPart> {
        let chits = if self.is_open() { self.battle.chits(self.side) } else { Vec::new() };
        let is_on_a_chit = |entry: &Option<String>| {
            entry.is_some() && chits.iter().any(|chit| chit.entry == *entry)
        };
        let card = |tag| {
            let mut card = self.battle.open_card(tag, self.fresh)?;
            card.facts.retain(|fact| !is_on_a_chit(&fact.entry));
            card.tracks.retain(|track| !is_on_a_chit(&track.entry));
            card.ticks.retain(|tick| !is_on_a_chit(&tick.entry));
            card.out.is_none().then_some(card)
        };
        let cards = self.held_by(self.side).filter_map(card).collect();
        let mut parts = vec![match self.battle.system().units() {
            Units::Ships => PrintPart::Cards(cards),
            Units::Units => PrintPart::UnitCards(cards),
        }];
        if !chits.is_empty() {
            parts.push(PrintPart::Chits(self.name().to_owned(), chits));
        }
        let battle_cards = self.battle_cards();
        if !battle_cards.is_empty() {
            parts.push(PrintPart::BattleCards(self.name().to_owned(), battle_cards));
        }
        parts
    }

    /// Whether the reader may know which chits the fleet has. Face-down chits show nothing,
    /// but the list would.
    fn is_open(&self) -> bool {
        self.viewer().knows(self.side) || !self.has_secrets
    }

    /// The battle cards, for readers who may know them.
    fn battle_cards(&self) -> Vec<BattleCard> {
        self.battle.battle_cards(self.side)
    }

    /// What the roster shows apart from the units: panic numbers, officers, and the battle
    /// cards with their texts and numbers.
    fn roster_charts(&self) -> Vec<Chart> {
        let mut charts = self.battle.roster_charts(self.side);
        let row = |card: BattleCard| {
            vec![
                Message::verbatim(card.name),
                Message::verbatim(card.count.to_string()),
                Message::verbatim(card.text),
            ]
        };
        let rows: Vec<Vec<Message>> = self.battle_cards().into_iter().map(row).collect();
        if !rows.is_empty() {
            let columns = [message!("Card"), message!("Number"), message!("Text")];
            charts.push(Chart::new("battle-cards", message!("Battle cards"), columns, rows));
        }
        charts
    }

    /// The roster.
    #[must_use]
    pub fn roster(&self) -> FleetRoster {
        let keys = fleet::to_json(&self.fleet);
        let own = self.fleet.briefing();
        let sides = [self.side, self.side.other()].map(|side| self.battle.side_name(side));
        let sides = if self.is_single { &sides[..1] } else { &sides[..] };
        let ready = library::battle_with(self.battle.system(), sides, &self.battle.options());
        let unsaid = Briefing::default();
        // The special orders of the battle, or of the ready battle that the fleet belongs
        // to.
        let special_orders = match (self.battle.special_orders().list(), ready) {
            ([], Some(ready)) if self.journal.is_none() => {
                let side = if ready.side_texts[0].name == self.name() { Side::A } else { Side::B };
                library::special_orders_of(side, &ready.special_orders)
            }
            (list, _) => library::special_orders_of(self.side, list),
        };
        let text = |key: &str| keys.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        FleetRoster {
            name: self.name().to_owned(),
            people: text("people"),
            system: self.battle.system().name().to_owned(),
            // Only readers who may know the side's secrets see the owner's notes.
            notes: if self.is_open() { text("notes") } else { String::new() },
            briefing: ready
                .map_or(&unsaid, |ready| &ready.briefing)
                .with(own)
                .with(&special_orders),
            ships: self.counted(self.sheets()),
            beside: self.counted(self.other_sheets()),
            charts: self.roster_charts(),
            stands_at: (!self.fresh).then(|| self.battle.moment()),
            warnings: self.warnings.clone(),
            link: self.link.clone(),
        }
    }

    /// The sheets with the counters of each unit: the maximum, and the current value.
    fn counted(&self, sheets: Vec<Sheet>) -> Vec<Sheet> {
        let counted = |mut sheet: Sheet| {
            self.complete_condition(&mut sheet);
            let counts = sheet.tag.map(|tag| self.battle.counts_of(tag));
            // A ship's list of advantages already says that every mount is full.
            let is_full =
                |caption: &Message| self.fresh && matches!(caption.parts(), Parts::Word(_));
            let counts: Vec<Fact> = counts
                .into_iter()
                .flatten()
                .filter(|fact| !is_full(&fact.caption) && !has_caption(&sheet, &fact.caption))
                .collect();
            // After the condition, if there is one.
            let at = sheet.facts.iter().take(1).filter(|fact| fact.is_condition()).count();
            sheet.facts.splice(at..at, counts);
            sheet
        };
        sheets.into_iter().map(counted).collect()
    }

    /// Adds to the condition of a unit what its sheet shows in boxes and on lines, since a
    /// roster has neither.
    fn complete_condition(&self, sheet: &mut Sheet) {
        let Some(tag) = sheet.tag else { return };
        let facts = sheet.facts.iter().filter(|fact| !fact.is_condition());
        let shown: Vec<String> = facts
            .filter_map(|fact| fact.entry.as_deref()?.split('.').next().map(str::to_owned))
            .collect();
        let present = self.battle.condition(tag).into_iter();
        let present = present.filter(|now| !shown.contains(&now.entry)).map(|now| now.words);
        let text = Message::joined(present, Joint::Semicolon);
        if let Some(condition) = sheet.facts.iter_mut().find(|fact| fact.is_condition()) {
            condition.text = text;
        }
    }

    /// The battle as the odds may reveal it. A side sees what it knows itself; other
    /// readers see only what neither side hides from the other, since printed odds lie
    /// open on the table.
    fn public_view(&self) -> PlayerView<'_> {
        self.battle.known_to(match self.viewer() {
            Viewer::Side(side) => Viewer::Side(side),
            Viewer::Everyone | Viewer::Both | Viewer::Onlooker => Viewer::Both,
        })
    }

    /// The computation of its odds, which may take long.
    #[must_use]
    pub fn odds_to_work_out(&self) -> OddsTables {
        OddsTables::new(&self.public_view(), self.side)
    }

    fn odds(&self) -> Vec<OddsTable> {
        self.odds.clone().unwrap_or_else(|| odds_tables(&self.public_view(), self.side))
    }
}

/// The title of a print of these fleets: their names, and during a battle the round.
#[must_use]
pub fn title(inputs: &[PrintInput]) -> Message {
    let mut names: Vec<&str> = inputs.iter().map(PrintInput::name).collect();
    names.dedup();
    let title = match names.as_slice() {
        [a, b] => message!("{a} against {b}", a = *a, b = with_small_article(b)),
        names => Message::list(names.iter().map(|name| Message::verbatim(*name))),
    };
    match inputs.iter().find(|input| !input.fresh) {
        Some(input) => {
            message!("{title}, {round}", title, round = input.battle.moment().within())
        }
        None => title,
    }
}

/// The footer of their pages: the title, and during a battle what comes next.
#[must_use]
pub fn footer(inputs: &[PrintInput]) -> Message {
    let title = title(inputs);
    match inputs.iter().find(|input| !input.fresh) {
        Some(input) => message!("{title} · {next}", title, next = input.prompt()),
        None => title,
    }
}

/// A remark on what a print of these kinds leaves out, since its reader may not know it.
#[must_use]
pub fn left_out(inputs: &[PrintInput], kinds: &[PrintKind]) -> Option<Message> {
    let hidden = inputs.iter().filter(|input| !input.is_open());
    let sides: Vec<Message> = hidden.map(|input| input.battle.side_called(input.side)).collect();
    (kinds.contains(&PrintKind::Cards) && !sides.is_empty()).then(|| {
        message!(
            "Left out as secret: chits and battle cards of {sides}.",
            sides = Message::list(sides)
        )
    })
}

/// The parts of a print of these fleets: kind by kind, fleet by fleet. Charts, turn tracks
/// and the battle report are printed only once.
#[must_use]
pub fn parts(
    inputs: &[PrintInput],
    report: Option<&BattleReport>,
    kinds: &[PrintKind],
) -> Vec<PrintPart> {
    let mut systems: Vec<&PrintInput> = Vec::new();
    for input in inputs {
        if systems.iter().all(|known| known.battle.system() != input.battle.system()) {
            systems.push(input);
        }
    }
    let each =
        |make: &dyn Fn(&PrintInput) -> PrintPart| inputs.iter().map(make).collect::<Vec<_>>();
    let once =
        |make: &dyn Fn(&PrintInput) -> PrintPart| systems.iter().map(|first| make(first)).collect();
    kinds
        .iter()
        .flat_map(|kind| match kind {
            PrintKind::Rosters => each(&|input| PrintPart::Roster(input.roster())),
            PrintKind::Sheets => each(&|input| {
                PrintPart::Sheets(Sheets {
                    name: input.name().to_owned(),
                    sheets: input.sheets(),
                    form: input.form(),
                    tallies: input.tallies(),
                    lines: input.battle.side_lines(input.side),
                })
            }),
            PrintKind::Moment => {
                let stands = inputs.iter().find(|input| !input.fresh);
                stands
                    .map(|input| PrintPart::Position(Box::new(input.position())))
                    .into_iter()
                    .collect()
            }
            PrintKind::Cards => inputs.iter().flat_map(PrintInput::cards).collect(),
            PrintKind::Odds => odds_of(inputs),
            PrintKind::Aid => once(&|first| {
                let charts = charts(inputs, &first.battle).into_iter();
                // The player aid begins with the sequence itself.
                let charts = charts.filter(|chart| !matches!(chart.slug, "turn" | "sequence"));
                PrintPart::Aid(turn_track(first), charts.collect())
            }),
            PrintKind::Report => report
                .map(|report| PrintPart::Report(Box::new(report.clone())))
                .into_iter()
                .collect(),
            PrintKind::Log => log_of(inputs).into_iter().collect(),
            PrintKind::Turn => once(&|first| PrintPart::Turns(turn_track(first))),
            PrintKind::Charts => once(&|first| {
                let battle = &first.battle;
                PrintPart::Charts(battle.system().name().to_owned(), charts(inputs, battle))
            }),
        })
        .collect()
}

/// The log of the battle, if there is one.
fn log_of(inputs: &[PrintInput]) -> Option<PrintPart> {
    let shown = |input: &PrintInput| {
        let log = Logged::all(input.journal.as_deref()?, input.viewer());
        Some(PrintPart::Log(input.battle.system().name().to_owned(), log))
    };
    inputs.iter().find_map(shown)
}

/// The odds of every fleet.
fn odds_of(inputs: &[PrintInput]) -> Vec<PrintPart> {
    let sides = inputs.iter().map(|input| (&input.battle, input.side, input.odds()));
    without_repeats(sides.collect())
}

/// The values of each unit's turn cells in the turns that are over, from the log.
fn past_of(journal: &Journal, viewer: Viewer) -> BTreeMap<Tag, Vec<Message>> {
    let mut past: BTreeMap<Tag, Vec<Message>> = BTreeMap::new();
    let battle = journal.battle().known_to(viewer);
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
                let keys = last.known_to(viewer).unit_state(*tag);
                let value = keys.and_then(|mut keys| keys.shift_remove(entry)).unwrap_or_default();
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                past.entry(*tag).or_default().push(Message::verbatim(text));
            }
        }
        before = Some(battle);
    }
    past
}

/// The charts of a battle's game, limited to what its fleets use.
fn charts(inputs: &[PrintInput], battle: &Battle) -> Vec<Chart> {
    let system = battle.system();
    let own = inputs.iter().filter(|input| input.battle.system() == system);
    let uses: Vec<String> = own.clone().flat_map(|input| input.battle.uses(input.side)).collect();
    let mut charts = used_charts(battle.charts(), &uses);
    // Custom types come after those of the rules.
    let house = own.flat_map(|input| input.battle.house_charts(input.side));
    let types = charts.iter().position(|chart| matches!(chart.slug, "types" | "classes"));
    let at = types.map_or(1, |at| at + 1).min(charts.len());
    charts.splice(at..at, house);
    charts
}

/// Why fleets cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrintFault {
    /// The rules do not let them fight each other.
    #[error("{0}")]
    Rules(Message),
    /// The text is not a battle file.
    #[error("{0}")]
    BattleFile(#[from] FileFault),
}

impl From<PrintFault> for Message {
    fn from(fault: PrintFault) -> Message {
        match fault {
            PrintFault::Rules(why) => why,
            PrintFault::BattleFile(fault) => fault.message(),
        }
    }
}

fn draw_up(fleets: [Fleet; 2], options: &Options) -> Result<Battle, PrintFault> {
    Battle::open(fleets, options.clone()).map_err(|fault| PrintFault::Rules(fault.0))
}

/// The number of turns on a track: more than a battle takes.
const TURNS: u8 = 24;

/// The turn track of a battle, with the sequence of a turn.
fn turn_track(input: &PrintInput) -> TurnTrack {
    let battle = &input.battle;
    let system = battle.system();
    TurnTrack {
        now: (!input.fresh).then(|| battle.moment().number),
        last: battle.aims().aim().and_then(|aim| aim.rounds),
        system: system.name().to_owned(),
        cycle: system.cycle(),
        turns: TURNS,
        parts: battle.sequence(),
    }
}
