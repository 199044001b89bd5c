//! Cards and record sheets of Chicken of the Sea.

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::drawing::Drawing;
use rules::roster::Rostered;
use rules::sheet::{Cards, Checkbox, Fact, Sheet, TurnCells};
use rules::system::Rules;
use rules::view::{Card, Gauge, Look, Mark, UnitCondition};

use super::orders::Switch;
use super::paper;
use super::state::{AdmiralStatus, Battle, Command, Galley, GalleyEntry, Status};
use super::tables::{
    BACKING_HEXES, BACKING_POINTS, BEST_CQ, Commanded, FULL_SPEED, Facing, LINE_COMMANDER_RANGE,
    Nation, Phase, SHIPS_A_COUNTER, Speed,
};

impl Cards for Battle {
    /// A galley's card, from the battle as the viewer knows it.
    fn card(&self, tag: Tag) -> Option<Card> {
        let galley = self.common.units.find(tag)?;
        let sees = !self.progress.unknown_speeds.contains(&tag);
        Some(Card {
            tag,
            name: galley.name.clone(),
            kind: message!(SHIPS_A_COUNTER => "{n} quinquereme" | "{n} quinqueremes"),
            drawing: if galley.in_play() { drawing(galley.nation) } else { Drawing::Wreck },
            holder: galley.side,
            standing: standing(self, tag, galley),
            gauges: gauges(galley, sees),
            marks: marks(self, tag, galley, sees),
            todo: todo(self, tag, galley, sees),
        })
    }

    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        let entry = self.setup.entry(tag)?;
        let entered;
        let galley = if fresh {
            entered = Galley::enter(entry, self.nation_of(tag.side), tag.side);
            &entered
        } else {
            self.common.units.find(tag)?
        };
        let speed = if !fresh && self.progress.unknown_speeds.contains(&tag) {
            message!("hidden, last turn {seen}", seen = galley.speed_seen)
        } else {
            galley.speed.in_words()
        };
        let mut facts = vec![
            Fact::new(message!("Starts"), starts(self, tag.side, entry)),
            Fact::new(message!("Crew quality"), Message::verbatim(galley.cq.to_string()))
                .entry("cq"),
            Fact::new(message!("Ram number"), message!("{cq} + speed", cq = galley.cq)),
            Fact::new(message!("Aground number"), message!("speed − {cq}", cq = galley.cq)),
        ];
        if galley.in_play() {
            facts.push(Fact::new(message!("Speed"), speed).entry("speed"));
            let bow = galley.facing.map_or_else(|| message!("as on the table"), Facing::name);
            facts.push(Fact::new(message!("Bow"), bow).entry("facing"));
        }
        let admiral = self.admiral(tag.side).filter(|_| galley.flagship);
        if let Some(admiral) = admiral.filter(|a| fresh || a.status == AdmiralStatus::InAction) {
            let text = message!(
                "{admiral}, range {range} / {enhanced}",
                admiral = &admiral.name,
                range = admiral.range,
                enhanced = admiral.enhanced_range
            );
            facts.push(Fact::new(message!("Flagship"), text).entry("flagship"));
        }
        if galley.line_commander {
            let range = LINE_COMMANDER_RANGE;
            let reach = message!("range {range}", range);
            facts.push(Fact::new(message!("Line commander"), reach).entry("line_commander"));
        }
        Some(Sheet {
            tag: Some(tag),
            name: galley.name.clone(),
            kind: kind(galley),
            fleet: self.side_name(tag.side).to_owned(),
            drawing: drawing(galley.nation),
            facts,
            adds: paper::adds(galley),
            now: Vec::new(),
            tracks: Vec::new(),
            ticks: ticks(galley),
            ledger: Some(TurnCells {
                caption: message!("Speed, turn by turn"),
                cells: SPEEDS,
                entry: "speed_seen".into(),
                filled: Vec::new(),
            }),
            blanks: paper::lines(galley),
            out: None,
        })
    }

    /// The words of the charts that a side's fleet uses.
    fn uses(&self, side: Side) -> Vec<String> {
        let mut words = vec![self.nation_of(side).slug().to_owned()];
        if self.switch(Switch::Command) {
            words.push("command".into());
        }
        // Only at Drepanum does a fleet start in the port of the map.
        if self.setup.entries.iter().flatten().any(|entry| entry.hex == DREPANUM) {
            words.push("drepanum".into());
        }
        words
    }
}

/// The starting position of a galley.
fn starts(battle: &Battle, side: Side, entry: &GalleyEntry) -> Message {
    let hexes = battle.setup.entries[side.index()].iter().any(|entry| !entry.hex.is_empty());
    match (entry.hex.as_str(), hexes) {
        ("", false) => message!("anywhere"),
        ("", true) => message!("enters in line"),
        (hex, _) => message!("hex {hex}", hex),
    }
}

fn drawing(nation: Nation) -> Drawing {
    match nation {
        Nation::Rome => Drawing::GalleyRoman,
        Nation::Carthage => Drawing::GalleyPunic,
    }
}

fn standing(battle: &Battle, tag: Tag, galley: &Galley) -> UnitCondition {
    if !galley.in_play() {
        return UnitCondition::Out(galley.status.message());
    }
    // While Carthage moves and boards, Rome's turn is still to come.
    let carthages = matches!(battle.phase, Phase::CarthageMoves | Phase::CarthageBoards);
    if carthages && battle.nation_of(galley.side) == Nation::Rome {
        return UnitCondition::Ready;
    }
    let waits = if battle.phase.mover().is_some() {
        battle.moves_now(galley.side) && !galley.moved
    } else if battle.phase.boarder().is_some() {
        battle.boards_now(galley.side) && !battle.progress.boarders.contains(&tag)
    } else {
        // Whether the other side has set a speed is secret.
        battle.owes_speed(tag) || battle.progress.unknown_speeds.contains(&tag)
    };
    if waits { UnitCondition::Ready } else { UnitCondition::Done }
}

fn gauges(galley: &Galley, sees: bool) -> Vec<Gauge> {
    let gauge = |(label, brief): (Message, Message), value: i64, full: i64| {
        let [value, full] = [value, full].map(|count| u32::try_from(count).unwrap_or_default());
        Gauge { brief, ..Gauge::new(label, value, full, Look::Number) }
    };
    let best = i64::from(BEST_CQ);
    let mut gauges =
        vec![gauge((message!("Crew quality"), Message::default()), i64::from(galley.cq), best)];
    if sees && galley.in_play() {
        let speed = i64::from(galley.speed.in_sums());
        let full = i64::from(FULL_SPEED);
        let brief = match galley.speed {
            Speed::Ahead(_) => message!("Speed"),
            Speed::BackingWater => message!("BW"),
        };
        gauges.insert(0, gauge((message!("Speed"), brief), speed, full));
        let ram = (message!("Ram number"), message!("RN"));
        gauges.push(gauge(ram, galley.ram_number(), best + full));
    }
    gauges
}

fn marks(battle: &Battle, tag: Tag, galley: &Galley, sees: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !galley.in_play() {
        return marks;
    }
    if !sees {
        let last = message!("speed hidden, last turn {seen}", seen = galley.speed_seen);
        marks.push(Mark::plain(last).of("speed"));
    } else if galley.speed == Speed::BackingWater {
        marks.push(Mark::plain(message!("backs water")).of("speed"));
    }
    if galley.aground {
        marks.push(Mark::bad(message!("aground")).of("aground"));
    }
    if galley.crippled {
        marks.push(Mark::bad(message!("crippled")).of("crippled"));
    }
    for other in &galley.fouled_with {
        marks.push(Mark::bad(message!("fouled with {other}", other)).of("fouled_with"));
    }
    if galley.status == Status::Captured {
        let captor = battle.nation_of(galley.side).name();
        marks.push(Mark::plain(message!("captured by {captor}", captor)).of("status"));
    }
    if let Some(admiral) = battle.admiral(galley.side).filter(|a| a.aboard == Some(tag)) {
        let name = &admiral.name;
        let flagship = if battle.switch(Switch::Command) {
            message!("flagship: {admiral}, range {range}", admiral = name, range = admiral.reach())
        } else {
            message!("flagship: {admiral}", admiral = name)
        };
        marks.push(Mark::good(flagship).of("flagship"));
    }
    if galley.line_commander {
        marks.push(Mark::good(message!("line commander")).of("line_commander"));
    }
    if let Some(formation) = battle.formation_of(tag) {
        let called = formation.called();
        // The state of command would reveal its speed.
        let formation = match sees.then(|| battle.command_of(formation)) {
            None => called,
            Some(Command::Full) => message!("{formation}, full command", formation = called),
            Some(Command::Limited) => message!("{formation}, limited command", formation = called),
        };
        marks.push(Mark::plain(formation).of("formation"));
    }
    match galley.commanded {
        Commanded::Yes => {}
        Commanded::HoldsCourse => {
            marks.push(Mark::bad(message!("holds her course")).of("commanded"));
        }
        Commanded::Veered => {
            marks.push(Mark::bad(message!("veered, holds her course")).of("commanded"));
        }
    }
    marks
}

fn todo(battle: &Battle, tag: Tag, galley: &Galley, sees: bool) -> Vec<Message> {
    let mut todo = Vec::new();
    if !galley.in_play() {
        return todo;
    }
    if battle.owes_speed(tag) {
        todo.push(message!("to set her speed"));
    }
    if sees && galley.drift_owed {
        todo.push(message!("to drift"));
    }
    if battle.check_is_due(galley.side) && battle.owes_check(tag) {
        todo.push(message!("to check for command"));
    }
    if battle.progress.may_counter.contains_key(&tag) {
        todo.push(message!("may board in return"));
    }
    let waits = battle.moves_now(galley.side) && !galley.moved;
    if waits && sees && galley.fights() && galley.fouled_with.is_empty() {
        todo.extend(to_move(galley));
    }
    todo
}

/// How a galley that may move freely can spend her points.
fn to_move(galley: &Galley) -> Option<Message> {
    match (galley.speed, galley.points()) {
        (Speed::STOPPED, _) | (_, 0) => None,
        (Speed::BackingWater, BACKING_POINTS) => {
            let [fewest, most] = BACKING_HEXES;
            Some(message!("to back {fewest} or {most} hexes", fewest, most))
        }
        (Speed::BackingWater, _) => None,
        (Speed::Ahead(_), _) if galley.crippled => {
            Some(message!("to turn, or go one hex beside her bow"))
        }
        (Speed::Ahead(_), points) => {
            Some(message!(points => "to spend {n} point" | "to spend {n} points"))
        }
    }
}

/// The hex of the flagship in the port of Drepanum.
const DREPANUM: &str = "2102";

/// The number of turns for which a sheet has room.
const SPEEDS: u8 = 20;

fn kind(galley: &Galley) -> Message {
    message!(SHIPS_A_COUNTER =>
        "{nation}, {n} quinquereme" | "{nation}, {n} quinqueremes",
        nation = galley.nation.name()
    )
}

fn ticks(galley: &Galley) -> Vec<Checkbox> {
    vec![
        Checkbox::new(message!("moved"), galley.moved).entry("moved"),
        Checkbox::new(message!("crippled"), galley.crippled).entry("crippled"),
        Checkbox::new(message!("aground"), galley.aground).entry("aground"),
        Checkbox::new(message!("fouled"), !galley.fouled_with.is_empty()).entry("fouled_with"),
        Checkbox::new(message!("captured"), galley.status == Status::Captured).entry("status"),
        Checkbox::new(message!("sunk"), galley.status == Status::Sunk).entry("status"),
    ]
}
