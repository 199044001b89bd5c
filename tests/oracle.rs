//! The oracle: what is answered over the kept battles, the ready fleets, battles that
//! chance fights (`played`) and spoilt files (`told`) stays as it is, to the byte, until
//! somebody changes it on purpose.
//!
//! `tests/snapshots` keeps a hash for each verb of each system. Where one is another,
//! `packaging/oracle COMMIT COMMIT` tells which answers are, and shows one of them
//! whole; `INSTA_UPDATE=always cargo test --test oracle` accepts them. With
//! `ORACLE=file` a line is added for every answer: its place
//! (`greek-fire/12/A/offers/A1`) and a hash; where the place has `WHOLE` in it, the
//! answer itself.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    reason = "a test says what it expects"
)]

#[path = "oracle/built.rs"]
mod built;
#[path = "oracle/corrected.rs"]
mod corrected;
#[path = "oracle/diced.rs"]
mod diced;
#[path = "oracle/played.rs"]
mod played;
#[path = "replay/player.rs"]
#[allow(dead_code, reason = "the tests of the journal use the rest of it")]
mod player;
#[path = "oracle/rewritten.rs"]
mod rewritten;
#[path = "oracle/told.rs"]
mod told;
#[path = "words/sources.rs"]
#[allow(dead_code, reason = "only the templates are asked for")]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use trierarch::analysis::strength::{Attacks, Duels, Estimate, figures};
use trierarch::analysis::{Forecast, Job as _};
use trierarch::fleet::build::{self, random};
use trierarch::fleet::{export, library, read_toml, share};
use trierarch::games::SystemTag;
use trierarch::journal::{Change, Journal, Position};
use trierarch::print::page::Item;
use trierarch::print::{PrintInput, PrintJob, PrintKind, parts};
use trierarch::rules::{Side, Subject, Viewer};
use trierarch::session::{
    AmendPreview, DocumentKind, Draft, InlineTable, Mutation, Query, Request, RequestBody,
    Requester, Response, Seat, TableConnection, TableServer,
};
use trierarch::storage::{AtOnce, InMemory, Store};

/// Every so many orders a kept battle is asked about.
const EVERY: usize = 6;
/// Every so many orders each form is filled in and its odds are asked for.
const FORMS_EVERY: usize = 30;

/// How often each kind of ship fights each other one.
const ROUNDS: u32 = 4;
/// A seed that differs from the number of any duel in more than one place.
const SEED: u64 = 0x0003_0001_0006_0005;
/// So many fleets are built at random, of so many ships.
const RANDOM: u64 = 12;
const SHIPS: u32 = 8;

/// What is kept of all answers.
#[derive(Default)]
struct Oracle {
    /// What was answered to each verb of each system.
    verbs: BTreeMap<String, Sha256>,
    /// A line for every answer, where somebody asked for them.
    file: Option<File>,
    /// Places with this in them are written whole.
    whole: Option<String>,
}

impl Oracle {
    fn say(&mut self, place: &str, answer: &str) {
        // The program's own version stands in files.
        let answer = answer.replace(env!("CARGO_PKG_VERSION"), "0");
        // What was given alone reads as it did before there were groups, and what stands in no
        // zone as it did before marks had places.
        let answer = answer.replace(", group: None", "").replace(", station: None", "");
        let line = format!("{place} {answer}\n");
        self.verbs.entry(verb(place)).or_default().update(&line);
        let Some(file) = &mut self.file else { return };
        if self.whole.as_ref().is_some_and(|whole| place.contains(whole)) {
            file.write_all(line.as_bytes()).unwrap();
        } else {
            // In one piece: the systems write into one file at once.
            let told = format!("{place} {}\n", short(Sha256::digest(&line).as_slice()));
            file.write_all(told.as_bytes()).unwrap();
        }
    }

    /// Compares what was answered with what is kept of it, if it is not written down.
    fn stays(self, name: &str) {
        if self.file.is_none() {
            let told = self.verbs.into_iter().fold(String::new(), |mut told, (verb, hash)| {
                writeln!(told, "{verb} {}", short(&hash.finalize())).unwrap();
                told
            });
            insta::assert_snapshot!(name, told);
        }
    }

    fn tell(&mut self, place: &str, answer: &impl Serialize) {
        self.say(place, &serde_json::to_string(answer).unwrap());
    }
}

/// The system and the verb of a place: `greek-fire/12/A/offers/A1` is `greek-fire
/// offers`.
fn verb(place: &str) -> String {
    let parts: Vec<_> = place.split('/').collect();
    let at = if parts[1].parse::<usize>().is_ok() { 3 } else { 1 };
    format!("{} {}", parts[0], parts[at])
}

fn short(hash: &[u8]) -> String {
    hash.iter().take(8).fold(String::new(), |mut told, byte| {
        write!(told, "{byte:02x}").unwrap();
        told
    })
}

/// A table at which a battle stands as it did after so many orders.
struct At {
    name: String,
    journal: Journal,
}

impl At {
    fn new(journal: &Journal, cursor: usize) -> At {
        let records = journal.records()[..cursor].to_vec();
        let place = Position { tip: cursor, cursor };
        let journal = Journal::replay(journal.opening().clone(), records, place).unwrap();
        At { name: format!("{}/{cursor}", journal.opening().system()), journal }
    }

    fn authority(&self) -> (TableServer, Vec<String>) {
        TableServer::take_in(self.journal.clone(), 1_000, [7; 16])
    }

    fn subjects(&self) -> Vec<Subject> {
        let sides = Side::ALL.iter().copied().map(Subject::Side);
        let units = self.journal.battle().tags().into_iter().map(Subject::Unit);
        std::iter::once(Subject::Battle).chain(sides).chain(units).collect()
    }
}

/// Asks for what changes nothing.
struct Reader {
    snapshot: trierarch::session::Snapshot,
    name: String,
}

impl Reader {
    fn ask(&self, oracle: &mut Oracle, seat: Seat, what: &str, ask: Query) -> Response {
        let answer = self.snapshot.answer(seat, ask);
        oracle.tell(&format!("{}/{seat}/{what}", self.name), &answer);
        answer
    }
}

/// What every seat may read at a moment, without a form.
fn reads(oracle: &mut Oracle, at: &At) {
    let reader = Reader { snapshot: at.authority().0.snapshot().unwrap(), name: at.name.clone() };
    for seat in Seat::ALL.iter().copied() {
        let mut ask = |what: &str, ask| drop(reader.ask(oracle, seat, what, ask));
        ask("view", Query::View { cursor: None });
        ask("state", Query::State {});
        ask("log", Query::Log { from: 0, count: 1_000 });
        ask("luck", Query::Tell(DocumentKind::Luck {}));
        ask("file", Query::Tell(DocumentKind::File {}));
        ask("report", Query::Tell(DocumentKind::Report {}));
        ask("sheets", Query::Tell(DocumentKind::Sheets { fresh: false }));
        ask("sheets-fresh", Query::Tell(DocumentKind::Sheets { fresh: true }));
        for subject in at.subjects() {
            ask(&format!("offers/{subject}"), Query::Offers { subject, cursor: None });
        }
        if let Some(index) = at.journal.cursor().checked_sub(3) {
            let change = Change::Drop;
            let trial = AmendPreview { index, change, decisions: Vec::new(), note: String::new() };
            ask("trial", Query::Trial(trial));
        }
    }
}

/// Every form as it opens and with each of its choices, and the odds of it.
fn forms(oracle: &mut Oracle, at: &At) {
    let reader = Reader { snapshot: at.authority().0.snapshot().unwrap(), name: at.name.clone() };
    for subject in at.subjects() {
        let offers = reader.snapshot.answer(Seat::Umpire, Query::Offers { subject, cursor: None });
        let Response::Offers { offers, .. } = offers else { panic!("{offers:?}") };
        for offer in offers {
            let draft =
                |fields| Query::Judge(Draft { fields, ..Draft::opened(subject, offer.spec.kind) });
            let place = format!("judge/{subject}/{}", offer.spec.kind);
            for seat in [Seat::A, Seat::B, Seat::Onlooker] {
                reader.ask(oracle, seat, &place, draft(None));
            }
            let judged = reader.ask(oracle, Seat::Umpire, &place, draft(None));
            if let Response::Judged(judged) = judged
                && let Some(order) = judged.order
            {
                let watch = vec!["A1.crew".to_owned(), "B1.hits".to_owned(), "A.morale".to_owned()];
                let place = format!("odds/{subject}/{}", offer.spec.kind);
                let ask = Query::Odds { order: order.clone(), watch: Vec::new() };
                reader.ask(oracle, Seat::Umpire, &place, ask);
                let read = at.journal.battle().read_order(&order).unwrap();
                let forecast = Forecast::of(&at.journal.battle().full_view(), &read);
                oracle.tell(
                    &format!("{}/umpire/{}", at.name, place.replace("odds", "forecast")),
                    &forecast,
                );
                let order = Map::from_iter([("kind".to_owned(), json!(offer.spec.kind))]);
                reader.ask(
                    oracle,
                    Seat::Umpire,
                    &format!("{place}/watched"),
                    Query::Odds { order, watch },
                );
            }
            let filled: Map<String, Value> = offer
                .fields
                .iter()
                .filter_map(|field| Some((field.spec.name.to_owned(), field.value.clone()?)))
                .collect();
            for field in &offer.fields {
                for choice in field.choices.iter().take(3) {
                    let mut fields = filled.clone();
                    fields.insert(field.spec.name.to_owned(), choice.value.clone());
                    let place = format!("{place}/{}={}", field.spec.name, choice.value);
                    reader.ask(oracle, Seat::Umpire, &place, draft(Some(fields)));
                }
            }
        }
    }
}

/// Orders that are written wrongly, each in one way.
fn faults(oracle: &mut Oracle, at: &At) {
    let reader = Reader { snapshot: at.authority().0.snapshot().unwrap(), name: at.name.clone() };
    let mut odds = |what: String, order: Value| {
        let order = order.as_object().unwrap().clone();
        reader.ask(oracle, Seat::Umpire, &what, Query::Odds { order, watch: Vec::new() });
    };
    odds("fault/none".into(), json!({}));
    odds("fault/unknown".into(), json!({"kind": "sing"}));
    for spec in at.journal.battle().system().orders() {
        let kind = spec.kind;
        odds(format!("fault/{kind}"), json!({"kind": kind}));
        odds(format!("fault/{kind}/more"), json!({"kind": kind, "more": 1}));
        for field in spec.fields {
            for value in [
                json!(null),
                json!(-1),
                json!(99),
                json!("~"),
                json!([]),
                json!({"A1": 1}),
                json!(true),
            ] {
                odds(
                    format!("fault/{kind}/{}={value}", field.name),
                    json!({"kind": kind, field.name: value}),
                );
            }
        }
    }
}

/// A table with every seat taken.
struct Table {
    seats: Vec<(Seat, Box<dyn TableConnection>)>,
    name: String,
    asked: usize,
}

impl Table {
    fn new(at: &At, name: String) -> Table {
        let (authority, rows) = at.authority();
        let store: Arc<dyn Store> = Arc::new(InMemory::default());
        store.create("table", &rows).unwrap();
        let table = InlineTable::new(authority, Box::new(AtOnce::new(store, "table")));
        let seats = Seat::ALL.iter().map(|seat| (*seat, table.sit(Requester::at(*seat)))).collect();
        Table { seats, name, asked: 0 }
    }

    /// Asks, and writes down what every seat hears.
    fn ask(&mut self, oracle: &mut Oracle, seat: Seat, ask: RequestBody) {
        self.asked += 1;
        let request = Request { id: format!("{}", self.asked), seen: None, ask };
        let asker = self.seats.iter_mut().find(|(at, _)| *at == seat).unwrap();
        asker.1.ask(request, 2_000);
        for (hearer, door) in &mut self.seats {
            let heard: Vec<_> = std::iter::from_fn(|| door.hear(Duration::ZERO)).collect();
            if !heard.is_empty() {
                let place = format!("{}/{}-{seat}/heard-by-{hearer}", self.name, self.asked);
                oracle.tell(&place, &heard);
            }
        }
    }
}

/// The next kept order as each seat gives it, what comes of it, and back again.
fn changes(oracle: &mut Oracle, at: &At, order: &Map<String, Value>) {
    for seat in Seat::ALL.iter().copied() {
        let mut table = Table::new(at, format!("{}/{seat}/change", at.name));
        let dice = Some(Vec::new());
        table.ask(
            oracle,
            seat,
            RequestBody::Change(Mutation::Order { order: order.clone(), dice }),
        );
        table.ask(oracle, seat, RequestBody::Change(Mutation::Withdraw { of: 2 }));
        table.ask(
            oracle,
            seat,
            RequestBody::Change(Mutation::Order { order: order.clone(), dice: None }),
        );
        for (field, value) in
            [("agree", json!(true)), ("reply", json!("stand")), ("avoid", json!(true))]
        {
            let ask = RequestBody::Change(Mutation::Answer { of: 3, field: field.into(), value });
            table.ask(oracle, if seat == Seat::A { Seat::B } else { Seat::A }, ask);
        }
        table.ask(oracle, seat, RequestBody::Change(Mutation::Undo {}));
        table.ask(oracle, seat, RequestBody::Change(Mutation::Redo {}));
    }
}

/// The pages of a print as text, with how much else is drawn on each.
fn paper(oracle: &mut Oracle, place: &str, musters: &[PrintInput]) {
    for kind in PrintKind::ALL {
        let job = PrintJob { parts: parts(musters, None, &[kind]), ..PrintJob::default() };
        let told = |item: &Item| match item {
            Item::Text(text) => text.content.clone(),
            other => format!("{other:?}").chars().take_while(|c| c.is_alphanumeric()).collect(),
        };
        let pages: Vec<Vec<String>> =
            job.pages().iter().map(|page| page.items.iter().map(told).collect()).collect();
        oracle.tell(&format!("{place}/paper/{kind:?}"), &pages);
    }
}

fn battles(oracle: &mut Oracle, system: SystemTag) {
    let path = format!("{}/tests/replay/battles/{system}.battle", env!("CARGO_MANIFEST_DIR"));
    let kept = Journal::read_file(&fs::read_to_string(path).unwrap()).unwrap();
    for cursor in (0..=kept.cursor()).step_by(EVERY) {
        let at = At::new(&kept, cursor);
        reads(oracle, &at);
        if cursor % FORMS_EVERY == 0 {
            forms(oracle, &at);
            for viewer in [Viewer::Everyone, Viewer::Both, Viewer::Side(Side::A)] {
                let place = format!("{}/{viewer:?}", at.name);
                paper(oracle, &place, &PrintInput::of_journal(&at.journal, viewer));
            }
        }
        // Behind an end a seed is drawn that nobody can foresee.
        if let Some(entry) = kept.entry(cursor)
            && At::new(&kept, cursor + 1).journal.battle().winner().is_none()
        {
            changes(oracle, &at, &entry.order);
        }
        if cursor == 0 {
            faults(oracle, &at);
        }
    }
}

fn schema(oracle: &mut Oracle, system: SystemTag) {
    for spec in system.orders() {
        let place = format!("{system}/schema/{}", spec.kind);
        oracle.tell(&place, &json!([spec.name, spec.what, spec.rule]));
        for field in spec.fields {
            let place = format!("{place}/{}", field.name);
            let default = field.default.value();
            oracle.tell(&place, &json!([field.question, field.takes, default]));
        }
    }
}

fn fleets(oracle: &mut Oracle, system: SystemTag) {
    for path in library::paths().filter(|path| path.starts_with(system.slug())) {
        let file = library::file(path).unwrap();
        let checked = read_toml(file).unwrap();
        oracle.say(&format!("{path}/csv"), &export::csv(&checked.fleet));
        oracle.say(&format!("{path}/json"), &export::json(&checked.fleet));
        oracle.say(&format!("{path}/block"), &share::to_block("fleet", file).unwrap());
        let muster = PrintInput::alone(&checked, file).unwrap();
        paper(oracle, path, &[muster]);
    }
    for seed in 0..RANDOM {
        let fleet = random(system, SHIPS, seed).check().fleet;
        oracle.say(&format!("{system}/random/{seed}"), &format!("{fleet:?}"));
    }
}

/// The two fleets of a ready battle, compared.
/// The first and the last ready battle of a system.
fn first_and_last(system: SystemTag) -> impl Iterator<Item = &'static library::ReadyBattle> {
    let mut ready = library::battles().iter().filter(move |battle| battle.system == system);
    let (first, last) = (ready.next(), ready.next_back());
    first.into_iter().chain(last)
}

fn strengths(oracle: &mut Oracle, system: SystemTag) {
    for battle in library::battles().iter().filter(|battle| battle.system == system) {
        let fleets = battle.sides.each_ref().map(|path| {
            build::FleetDraft::from_ready(path).and_then(|draft| draft.check().fleet).unwrap()
        });
        let [a, b] = &fleets;
        let place = format!("{}/strength/{}", battle.system, battle.slug);
        oracle.say(&format!("{place}/figures"), &format!("{:?}", figures([a, b])));
        let mut attacks = Attacks::new([a, b]).unwrap();
        let whole = Estimate::new([a, b], ROUNDS, SEED).unwrap();
        oracle
            .say(&format!("{place}/attacks"), &format!("{:?} {}", whole.progress(), attacks.how()));
        while attacks.step() {}
        oracle.say(&format!("{place}/attacks"), &format!("{:?}", attacks.tables()));
        let mut duels = Duels::new([a, b], ROUNDS, SEED).unwrap();
        let told = |duels: &Duels| format!("{:?} {:?}", duels.progress(), duels.kinds());
        oracle.say(&format!("{place}/duels"), &format!("{} {}", duels.how(), told(&duels)));
        while duels.step() {}
        oracle
            .say(&format!("{place}/duels"), &format!("{:?} {:?}", duels.rows(), duels.strength()));
    }
}

fn words(oracle: &mut Oracle) {
    let told = |template: sources::Template| (template.one, template.many);
    let all: BTreeSet<_> = sources::templates().into_iter().map(told).collect();
    for (one, many) in all {
        oracle.say(&format!("words/{one:?}"), &format!("{many:?}"));
    }
}

/// What is kept, or to be written down.
fn open() -> Oracle {
    let append = |file| File::options().create(true).append(true).open(file).unwrap();
    Oracle {
        file: std::env::var_os("ORACLE").map(append),
        whole: std::env::var("WHOLE").ok(),
        ..Oracle::default()
    }
}

/// Compares what a system answers with what is kept of it, or writes it down.
fn stays(system: SystemTag) {
    let mut oracle = open();
    schema(&mut oracle, system);
    fleets(&mut oracle, system);
    strengths(&mut oracle, system);
    battles(&mut oracle, system);
    played::battles(&mut oracle, system);
    rewritten::battles(&mut oracle, system);
    corrected::battles(&mut oracle, system);
    built::fleets(&mut oracle, system);
    told::system(&mut oracle, system);
    told::fleets(&mut oracle, system);
    told::lesson(&mut oracle, system);
    told::file(&mut oracle, system);
    oracle.stays(&format!("answers_{system}"));
}

#[test]
fn what_dice_answered_they_answer_still() {
    let mut oracle = open();
    diced::all(&mut oracle);
    oracle.stays("answers_dice");
}

#[test]
fn what_greek_fire_answered_it_answers_still() {
    stays(SystemTag::GreekFire);
}

#[test]
fn what_ancient_naval_games_answered_it_answers_still() {
    stays(SystemTag::AncientNavalGames);
}

#[test]
fn what_chicken_of_the_sea_answered_it_answers_still() {
    stays(SystemTag::ChickenOfTheSea);
}

#[test]
fn what_fast_play_salamis_answered_it_answers_still() {
    stays(SystemTag::FastPlaySalamis);
}

#[test]
fn what_command_and_chaos_answered_it_answers_still() {
    stays(SystemTag::CommandAndChaos);
}

#[test]
#[ignore = "it only writes them down, to compare two versions"]
fn templates_are_written_down() {
    words(&mut open());
}
