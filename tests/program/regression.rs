//! Regression snapshots: the answers about stored battles, ready fleets, random battles
//! (`random_battles`) and damaged files (`descriptions`) change only on purpose.
//!
//! `tests/program/snapshots` has a line for each verb of each game, with the number of answers
//! and a hash of all of them, and below it some whole answers, so that a person can read a
//! difference. `packaging/regression COMMIT COMMIT` shows every answer that differs.
//! `INSTA_UPDATE=always cargo test --test program regression` accepts the new answers.
//!
//! `ANSWERS=FILE` appends a line to the file for each answer: its place
//! (`greek-fire/12/A/offers/A1`) and a hash. `WHOLE=TEXT` writes the answer itself if its place
//! contains the text.

mod builder;
mod corrections;
mod dice;
mod descriptions;
mod journal_edits;
mod random_battles;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use testing::player;
use trierarch::analysis::strength::{Attacks, Duels, Estimate, figures};
use trierarch::analysis::{Forecast, Job as _};
use trierarch::fleet::build::{self, random};
use trierarch::fleet::{export, library, read_toml, share};
use trierarch::games::SystemTag;
use trierarch::journal::{Change, Journal, Position};
use trierarch::print::page::Item;
use trierarch::print::{PrintInput, PrintJob, PrintKind, parts};
use trierarch::rules::{Side, Subject, Viewer, Visibility};
use trierarch::session::{
    AmendPreview, DocumentKind, Draft, InlineTable, Mutation, Query, Request, RequestBody,
    Requester, Response, Seat, TableConnection, TableServer,
};
use trierarch::storage::{AtOnce, InMemory, Store};

/// The number of orders between two queries of a stored battle.
const EVERY: usize = 6;
/// The number of orders after which each form is filled in and its odds are requested.
const FORMS_EVERY: usize = 30;

/// The number of fights of each kind of ship against each other kind.
const ROUNDS: u32 = 4;
/// A seed that differs from the number of any duel in more than one bit.
const SEED: u64 = 0x0003_0001_0006_0005;
/// The number of random fleets.
const RANDOM: u64 = 12;
/// The number of ships in a random fleet.
const SHIPS: u32 = 8;

/// The number of answers of each verb that are stored whole.
const SAMPLES: usize = 3;
/// The number of stored characters of a sample.
const SAMPLE_LENGTH: usize = 600;

/// The answers to one verb of a game.
#[derive(Default)]
struct Verb {
    count: usize,
    hash: Sha256,
    /// The answers whose places have the smallest hashes, which spreads them over all
    /// battles.
    samples: BTreeMap<Vec<u8>, String>,
}

impl Verb {
    fn add(&mut self, place: &str, line: &str) {
        self.count += 1;
        self.hash.update(line);
        let key = Sha256::digest(place).to_vec();
        let is_sample = self.samples.len() < SAMPLES
            || self.samples.last_key_value().is_some_and(|(last, _)| key < *last);
        if is_sample {
            self.samples.insert(key, line.trim_end().chars().take(SAMPLE_LENGTH).collect());
            if self.samples.len() > SAMPLES {
                self.samples.pop_last();
            }
        }
    }
}

/// All answers of a test.
#[derive(Default)]
struct Answers {
    verbs: BTreeMap<String, Verb>,
    /// Receives a line for every answer, if `ANSWERS` names a file.
    file: Option<File>,
    /// Answers whose places contain this are written whole.
    whole: Option<String>,
}

impl Answers {
    fn add(&mut self, place: &str, answer: &str) {
        // Files contain the program's version.
        let answer = answer.replace(env!("CARGO_PKG_VERSION"), "0");
        let line = format!("{place} {answer}\n");
        self.verbs.entry(verb(place)).or_default().add(place, &line);
        let Some(file) = &mut self.file else { return };
        if self.whole.as_ref().is_some_and(|whole| place.contains(whole)) {
            file.write_all(line.as_bytes()).unwrap();
        } else {
            // Written at once, since the tests write to one file concurrently.
            let line = format!("{place} {}\n", short(Sha256::digest(&line).as_slice()));
            file.write_all(line.as_bytes()).unwrap();
        }
    }

    /// Compares the answers with the stored ones, unless they are written to a file.
    fn compare(self, name: &str) {
        if self.file.is_some() {
            return;
        }
        let mut text = String::new();
        for (name, verb) in self.verbs {
            let Verb { count, hash, samples } = verb;
            writeln!(text, "{name}: {count} answers, {}", short(&hash.finalize())).unwrap();
            for sample in samples.into_values() {
                writeln!(text, "  {}", sample.replace('\n', "\\n")).unwrap();
            }
        }
        insta::assert_snapshot!(name, text);
    }

    fn add_json(&mut self, place: &str, answer: &impl Serialize) {
        self.add(place, &serde_json::to_string(answer).unwrap());
    }
}

/// The game and the verb of a place: `greek-fire/12/A/offers/A1` is `greek-fire offers`.
fn verb(place: &str) -> String {
    let parts: Vec<_> = place.split('/').collect();
    let at = if parts[1].parse::<usize>().is_ok() { 3 } else { 1 };
    format!("{} {}", parts[0], parts[at])
}

fn short(hash: &[u8]) -> String {
    hash.iter().take(8).fold(String::new(), |mut shown, byte| {
        write!(shown, "{byte:02x}").unwrap();
        shown
    })
}

/// A table with a battle after some number of orders.
struct StoredPosition {
    name: String,
    journal: Journal,
}

impl StoredPosition {
    fn new(journal: &Journal, cursor: usize) -> StoredPosition {
        let records = journal.records()[..cursor].to_vec();
        let place = Position { tip: cursor, cursor };
        let journal = Journal::replay(journal.opening().clone(), records, place).unwrap();
        StoredPosition { name: format!("{}/{cursor}", journal.opening().system()), journal }
    }

    fn table_server(&self) -> (TableServer, Vec<String>) {
        TableServer::from_journal(self.journal.clone(), 1_000, [7; 16])
    }

    fn subjects(&self) -> Vec<Subject> {
        let sides = Side::ALL.iter().copied().map(Subject::Side);
        let units = self.journal.battle().tags().into_iter().map(Subject::Unit);
        std::iter::once(Subject::Battle).chain(sides).chain(units).collect()
    }
}

/// A client that only sends queries.
struct Reader {
    snapshot: trierarch::session::Snapshot,
    name: String,
}

impl Reader {
    fn ask(&self, answers: &mut Answers, seat: Seat, what: &str, ask: Query) -> Response {
        let answer = self.snapshot.answer(seat, &ask);
        answers.add_json(&format!("{}/{seat}/{what}", self.name), &answer);
        answer
    }
}

/// Everything that each seat may read at a position, without forms.
fn read_all(answers: &mut Answers, at: &StoredPosition) {
    let reader =
        Reader { snapshot: at.table_server().0.snapshot().unwrap(), name: at.name.clone() };
    for seat in Seat::ALL.iter().copied() {
        let mut ask = |what: &str, ask| drop(reader.ask(answers, seat, what, ask));
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

/// Every form as it opens and with each of its choices, and its odds.
fn forms(answers: &mut Answers, at: &StoredPosition) {
    let reader =
        Reader { snapshot: at.table_server().0.snapshot().unwrap(), name: at.name.clone() };
    for subject in at.subjects() {
        let offers = reader.snapshot.answer(Seat::Umpire, &Query::Offers { subject, cursor: None });
        let Response::Offers { offers, .. } = offers else { panic!("{offers:?}") };
        for offer in offers {
            let draft =
                |fields| Query::Judge(Draft { fields, ..Draft::opened(subject, offer.spec.kind) });
            let place = format!("judge/{subject}/{}", offer.spec.kind);
            for seat in [Seat::A, Seat::B, Seat::Onlooker] {
                reader.ask(answers, seat, &place, draft(None));
            }
            let judged = reader.ask(answers, Seat::Umpire, &place, draft(None));
            if let Response::Judged(judged) = judged
                && let Some(order) = judged.order
            {
                let watch = vec!["A1.crew".to_owned(), "B1.hits".to_owned(), "A.morale".to_owned()];
                let place = format!("odds/{subject}/{}", offer.spec.kind);
                let ask = Query::Odds { order: order.clone(), watch: Vec::new() };
                reader.ask(answers, Seat::Umpire, &place, ask);
                let read = at.journal.battle().read_order(&order).unwrap();
                let forecast = Forecast::of(&at.journal.battle().full_view(), &read);
                answers.add_json(
                    &format!("{}/umpire/{}", at.name, place.replace("odds", "forecast")),
                    &forecast,
                );
                let order = Map::from_iter([("kind".to_owned(), json!(offer.spec.kind))]);
                reader.ask(
                    answers,
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
                    reader.ask(answers, Seat::Umpire, &place, draft(Some(fields)));
                }
            }
        }
    }
}

/// Orders with one mistake each.
fn faults(answers: &mut Answers, at: &StoredPosition) {
    let reader =
        Reader { snapshot: at.table_server().0.snapshot().unwrap(), name: at.name.clone() };
    let mut odds = |what: String, order: Value| {
        let order = order.as_object().unwrap().clone();
        reader.ask(answers, Seat::Umpire, &what, Query::Odds { order, watch: Vec::new() });
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
    fn new(at: &StoredPosition, name: String) -> Table {
        let (table_server, rows) = at.table_server();
        let store: Arc<dyn Store> = Arc::new(InMemory::default());
        store.create("table", &rows).unwrap();
        let table = InlineTable::new(table_server, Box::new(AtOnce::new(store, "table")));
        let seats = Seat::ALL.iter().map(|seat| (*seat, table.sit(Requester::at(*seat)))).collect();
        Table { seats, name, asked: 0 }
    }

    /// Sends a request, and records what every seat receives.
    fn ask(&mut self, answers: &mut Answers, seat: Seat, ask: RequestBody) {
        self.asked += 1;
        let request = Request { id: format!("{}", self.asked), seen: None, ask };
        let asker = self.seats.iter_mut().find(|(at, _)| *at == seat).unwrap();
        asker.1.ask(request, 2_000);
        for (receiver, connection) in &mut self.seats {
            let received: Vec<_> =
                std::iter::from_fn(|| connection.next_frame(Duration::ZERO)).collect();
            if !received.is_empty() {
                let place = format!("{}/{}-{seat}/heard-by-{receiver}", self.name, self.asked);
                answers.add_json(&place, &received);
            }
        }
    }
}

/// The next stored order as each seat gives it, its result, and its undo.
fn changes(answers: &mut Answers, at: &StoredPosition, order: &Map<String, Value>) {
    for seat in Seat::ALL.iter().copied() {
        let mut table = Table::new(at, format!("{}/{seat}/change", at.name));
        let dice = Some(Vec::new());
        table.ask(
            answers,
            seat,
            RequestBody::Change(Mutation::Order { order: order.clone(), dice }),
        );
        table.ask(answers, seat, RequestBody::Change(Mutation::Withdraw { of: 2 }));
        table.ask(
            answers,
            seat,
            RequestBody::Change(Mutation::Order { order: order.clone(), dice: None }),
        );
        for (field, value) in
            [("agree", json!(true)), ("reply", json!("stand")), ("avoid", json!(true))]
        {
            let ask = RequestBody::Change(Mutation::Answer { of: 3, field: field.into(), value });
            table.ask(answers, if seat == Seat::A { Seat::B } else { Seat::A }, ask);
        }
        table.ask(answers, seat, RequestBody::Change(Mutation::Undo {}));
        table.ask(answers, seat, RequestBody::Change(Mutation::Redo {}));
    }
}

/// The pages of a print as text, with the number of other items on each.
fn paper(answers: &mut Answers, place: &str, inputs: &[PrintInput]) {
    for &kind in PrintKind::ALL {
        let job = PrintJob { parts: parts(inputs, None, &[kind]), ..PrintJob::default() };
        let shown = |item: &Item| match item {
            Item::Text(text) => text.content.clone(),
            other => format!("{other:?}").chars().take_while(|c| c.is_alphanumeric()).collect(),
        };
        let pages: Vec<Vec<String>> =
            job.pages().iter().map(|page| page.items.iter().map(shown).collect()).collect();
        answers.add_json(&format!("{place}/paper/{kind:?}"), &pages);
    }
}

fn battles(answers: &mut Answers, system: SystemTag) {
    let path = format!("{}/tests/battles/{system}.battle", env!("CARGO_MANIFEST_DIR"));
    let stored = Journal::read_file(&fs::read_to_string(path).unwrap()).unwrap();
    for cursor in (0..=stored.cursor()).step_by(EVERY) {
        let at = StoredPosition::new(&stored, cursor);
        read_all(answers, &at);
        if cursor % FORMS_EVERY == 0 {
            forms(answers, &at);
            for viewer in [Viewer::Everyone, Viewer::Both, Viewer::Side(Side::A)] {
                let place = format!("{}/{viewer:?}", at.name);
                paper(answers, &place, &PrintInput::of_journal(&at.journal, viewer));
            }
        }
        // After an end, a new seed is drawn that cannot be predicted.
        if let Some(entry) = stored.entry(cursor)
            && StoredPosition::new(&stored, cursor + 1).journal.battle().winner().is_none()
        {
            changes(answers, &at, &entry.order);
        }
        if cursor == 0 {
            faults(answers, &at);
        }
    }
}

fn schema(answers: &mut Answers, system: SystemTag) {
    for spec in system.orders() {
        let place = format!("{system}/schema/{}", spec.kind);
        answers.add_json(&place, &json!([spec.name, spec.what, spec.rule]));
        for field in spec.fields {
            let place = format!("{place}/{}", field.name);
            let default = field.default.value();
            answers.add_json(&place, &json!([field.question, field.takes, default]));
        }
    }
}

fn fleets(answers: &mut Answers, system: SystemTag) {
    for path in library::paths().filter(|path| path.starts_with(system.slug())) {
        let file = library::file(path).unwrap();
        let checked = read_toml(file).unwrap();
        answers.add(&format!("{path}/csv"), &export::csv(&checked.fleet));
        answers.add(&format!("{path}/json"), &export::json(&checked.fleet));
        answers.add(&format!("{path}/block"), &share::to_block("fleet", file).unwrap());
        let input = PrintInput::of_fleet(&checked, file).unwrap();
        paper(answers, path, &[input]);
    }
    for seed in 0..RANDOM {
        let fleet = random(system, SHIPS, seed).check().fleet;
        answers.add(&format!("{system}/random/{seed}"), &format!("{fleet:?}"));
    }
}

/// The first and the last ready battle of a game.
fn first_and_last(system: SystemTag) -> impl Iterator<Item = &'static library::ReadyBattle> {
    let mut ready = library::battles().iter().filter(move |battle| battle.system == system);
    let (first, last) = (ready.next(), ready.next_back());
    first.into_iter().chain(last)
}

fn strengths(answers: &mut Answers, system: SystemTag) {
    for battle in library::battles().iter().filter(|battle| battle.system == system) {
        let fleets = battle.sides.each_ref().map(|path| {
            build::FleetDraft::from_ready(path).and_then(|draft| draft.check().fleet).unwrap()
        });
        let [a, b] = &fleets;
        let place = format!("{}/strength/{}", battle.system, battle.slug);
        answers.add(&format!("{place}/figures"), &format!("{:?}", figures([a, b])));
        let mut attacks = Attacks::new([a, b]).unwrap();
        let whole = Estimate::new([a, b], ROUNDS, SEED).unwrap();
        answers
            .add(&format!("{place}/attacks"), &format!("{:?} {}", whole.progress(), attacks.how()));
        while attacks.step() {}
        answers.add(&format!("{place}/attacks"), &format!("{:?}", attacks.tables()));
        let mut duels = Duels::new([a, b], ROUNDS, SEED).unwrap();
        let shown = |duels: &Duels| format!("{:?} {:?}", duels.progress(), duels.kinds());
        answers.add(&format!("{place}/duels"), &format!("{} {}", duels.how(), shown(&duels)));
        while duels.step() {}
        answers
            .add(&format!("{place}/duels"), &format!("{:?} {:?}", duels.rows(), duels.strength()));
    }
}

fn words(answers: &mut Answers) {
    let shown = |template: testing::templates::Template| (template.one, template.many);
    let all: BTreeSet<_> = testing::templates::templates().into_iter().map(shown).collect();
    for (one, many) in all {
        answers.add(&format!("words/{one:?}"), &format!("{many:?}"));
    }
}

/// The answers to be compared, or to be written to a file.
fn open() -> Answers {
    let append = |file| File::options().create(true).append(true).open(file).unwrap();
    Answers {
        file: std::env::var_os("ANSWERS").map(append),
        whole: std::env::var("WHOLE").ok(),
        ..Answers::default()
    }
}

/// Compares the answers of a game with the stored ones, or writes them to a file.
fn compare(system: SystemTag) {
    let mut answers = open();
    schema(&mut answers, system);
    fleets(&mut answers, system);
    strengths(&mut answers, system);
    battles(&mut answers, system);
    random_battles::battles(&mut answers, system);
    journal_edits::battles(&mut answers, system);
    corrections::battles(&mut answers, system);
    builder::fleets(&mut answers, system);
    descriptions::system(&mut answers, system);
    descriptions::fleets(&mut answers, system);
    descriptions::lesson(&mut answers, system);
    descriptions::file(&mut answers, system);
    answers.compare(&format!("answers_{system}"));
}

#[test]
fn answers_of_dice_stay_the_same() {
    let mut answers = open();
    dice::all(&mut answers);
    answers.compare("answers_dice");
}

#[test]
fn answers_of_greek_fire_stay_the_same() {
    compare(SystemTag::GreekFire);
}

#[test]
fn answers_of_ancient_naval_games_stay_the_same() {
    compare(SystemTag::AncientNavalGames);
}

#[test]
fn answers_of_chicken_of_the_sea_stay_the_same() {
    compare(SystemTag::ChickenOfTheSea);
}

#[test]
fn answers_of_fast_play_salamis_stay_the_same() {
    compare(SystemTag::FastPlaySalamis);
}

#[test]
fn answers_of_command_and_chaos_stay_the_same() {
    compare(SystemTag::CommandAndChaos);
}

#[test]
#[ignore = "it checks nothing; it writes the templates to compare two commits"]
fn templates_are_written_to_the_file() {
    words(&mut open());
}

/// How much of an order a viewer may know, in the words of the stored answers.
#[derive(Debug)]
enum Shows {
    SideAlone,
    KindAndGiver,
    Whole,
}

impl From<Visibility> for Shows {
    fn from(visibility: Visibility) -> Shows {
        match visibility {
            Visibility::Hidden => Shows::SideAlone,
            Visibility::Partial => Shows::KindAndGiver,
            Visibility::Whole => Shows::Whole,
        }
    }
}
