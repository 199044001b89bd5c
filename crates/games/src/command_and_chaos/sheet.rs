//! Unit cards of Command & Chaos, on screen and paper.

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::roster::Rostered;
use rules::sheet::{Cards, Checkbox, Fact, Sheet, Track};
use rules::view::{BattleCard, Card, Gauge, Look, Mark, Station, UnitCondition};

use super::paper;
use super::state::{Battle, CardEntry, Unit, UnitEntry};
use super::tables::{MORALE, Phase, STAMINA};

impl Cards for Battle {
    fn card(&self, tag: Tag) -> Option<Card> {
        let unit = self.common.units.find(tag)?;
        let finished = match self.phase {
            Phase::Movement => self.side(tag.side).zones_done.contains(&unit.zone),
            Phase::Melee => {
                !unit.fought.is_empty() && unit.engaged_with.iter().all(|e| unit.fought.contains(e))
            }
            Phase::Rally => unit.rallied,
            Phase::Initiative => false,
        };
        let standing = match (unit.in_play(), finished) {
            (false, _) => UnitCondition::Out(message!("routed")),
            (true, true) => UnitCondition::Done,
            (true, false) => UnitCondition::Ready,
        };
        Some(Card {
            tag,
            name: unit.name.clone(),
            kind: unit.kind.says(),
            drawing: unit.kind.drawing(),
            holder: tag.side,
            standing,
            gauges: gauges(self, tag, unit),
            marks: marks(self, tag, unit),
            todo: todo(self, tag, unit),
        })
    }

    /// A unit card to cut out, with boxes for its chits. For a reader who does not know its
    /// side's secrets, morale and grade are on a chit under it, and its hits, which are
    /// public, are counted on the card.
    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        let now = self.common.units.find(tag)?;
        let entered;
        let unit = if fresh {
            entered = Unit::enter(&entry_of(now));
            &entered
        } else {
            now
        };
        let mut facts = vec![
            Fact::new(message!("Zone"), unit.zone.says()).entry("zone"),
            Fact::new(message!("Column"), Message::verbatim(unit.column.to_string()))
                .entry("column"),
        ];
        let known = !self.is_redacted(tag.side);
        if unit.kind.is_heavy() && known {
            facts.push(
                Fact::new(
                    message!("Grade"),
                    if unit.veteran {
                        message!("veteran: {needs}+ hits it", needs = unit.needs())
                    } else {
                        message!("average: {needs}+ hits it", needs = unit.needs())
                    },
                )
                .entry("veteran"),
            );
        }
        if unit.reserve {
            facts.push(Fact::new(message!("Place"), message!("reserve")).entry("reserve"));
        }
        let with = now.mixed_with.and_then(|cavalry| self.common.units.find(cavalry));
        if let Some(cavalry) = with {
            let with = Message::verbatim(cavalry.name.clone());
            facts.push(Fact::new(message!("Goes with"), with).entry("mixed_with"));
        }
        if let Some(officer) = unit.officer {
            facts.push(Fact::new(message!("Officer"), officer.message()).entry("officer"));
        }
        Some(Sheet {
            tag: Some(tag),
            name: unit.name.clone(),
            kind: unit.kind.says(),
            fleet: self.common.sides[tag.side.index()].name.clone(),
            drawing: unit.kind.drawing(),
            facts,
            adds: Vec::new(),
            now: paper::now(unit),
            tracks: tracks(unit, known),
            ticks: ticks(unit),
            ledger: None,
            blanks: paper::lines(unit),
            out: None,
        })
    }

    /// The words of the charts that a side's army uses.
    fn uses(&self, side: Side) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for (_, unit) in self.common.units.of(side) {
            let word = unit.kind.to_string();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// The battle cards of an army, each with its text, if the viewer may know
    /// them.
    fn battle_cards(&self, side: Side) -> Vec<BattleCard> {
        if self.is_redacted(side) {
            return Vec::new();
        }
        let card = |entry: &CardEntry| BattleCard {
            name: entry.name.clone(),
            text: entry.text.clone(),
            count: entry.count.into(),
        };
        self.cards[side.index()].iter().map(card).collect()
    }
}

/// The hits are public; only the unit's own side knows how many it can take.
fn gauges(battle: &Battle, tag: Tag, unit: &Unit) -> Vec<Gauge> {
    let gauge = |label: Message, value: u32, full: u32, look| {
        Gauge::new(label, value, full.max(value), look)
    };
    let mut gauges = Vec::new();
    if let Some(most) = unit.max_morale {
        if battle.knows_morale(tag, unit) {
            let left = most.saturating_sub(unit.hits);
            let morale = gauge(message!("Morale"), left, most, Look::Bar);
            gauges.push(Gauge { brief: message!("Morale"), ..morale });
        } else {
            gauges.push(gauge(message!("Hits"), unit.hits, MORALE.1, Look::Damage));
        }
    }
    if let Some(stamina) = unit.stamina {
        let stamina = gauge(message!("Stamina"), stamina, STAMINA, Look::Pips);
        gauges.push(Gauge { brief: message!("Stamina"), ..stamina });
    }
    gauges
}

fn marks(battle: &Battle, tag: Tag, unit: &Unit) -> Vec<Mark> {
    let mut marks = Vec::new();
    let place = message!("{zone}, column {column}", zone = unit.zone.says(), column = unit.column);
    let station = Station {
        zone: unit.zone.in_short(),
        rank: unit.zone.rank(),
        column: unit.column,
        officer: Message::default(),
    };
    marks.push(Mark::plain(place).of("zone").at(station));
    if unit.veteran && battle.knows_grade(tag, unit) {
        marks.push(Mark::good(message!("veteran")).of("veteran"));
    }
    if let Some(officer) = unit.officer {
        marks.push(Mark::good(officer.message()).of("officer"));
    }
    for enemy in &unit.engaged_with {
        marks.push(Mark::plain(message!("engaged with {enemy}", enemy)).of("engaged_with"));
    }
    if let Some(flanking) = unit.flanking {
        let (attack, target) = (flanking.attack.message(), &flanking.target);
        marks.push(
            Mark::good(message!("at the {attack} of {target}", attack, target)).of("flanking"),
        );
    }
    for (enemy, flanking) in battle.flankers(tag) {
        let attack = flanking.attack.message();
        marks.push(Mark::bad(message!("{enemy} at its {attack}", enemy, attack)).of("flanking"));
    }
    if unit.mixed {
        marks.push(Mark::good(message!("mixed")).of("mixed"));
    }
    if let Some(cavalry) = unit.mixed_with {
        marks.push(Mark::plain(message!("with {cavalry}", cavalry)).of("mixed_with"));
    }
    if unit.reserve && !unit.reserve_advanced {
        marks.push(Mark::plain(message!("in reserve")).of("reserve"));
    }
    if unit.charged {
        marks.push(Mark::plain(message!("has charged")).of("charged"));
    }
    if let Some(card) = &unit.card {
        marks.push(Mark::plain(message!("card: {name}", name = card)).of("card"));
    }
    marks
}

fn todo(battle: &Battle, tag: Tag, unit: &Unit) -> Vec<Message> {
    if !unit.in_play() {
        return Vec::new();
    }
    let mut todo = Vec::new();
    if unit.fallback_owed > 0 {
        todo.push(
            message!(unit.fallback_owed => "to fall back {n} space" | "to fall back {n} spaces"),
        );
    }
    match battle.phase {
        Phase::Melee => {
            let unmet = unit.engaged_with.iter().filter(|enemy| !unit.fought.contains(enemy));
            todo.extend(unmet.map(|enemy| message!("to fight {enemy}", enemy)));
        }
        // Its morale decides whether it may rally.
        Phase::Rally if !battle.is_redacted(tag.side) && battle.may_rally(tag) => {
            todo.push(message!("may rally"));
        }
        Phase::Initiative | Phase::Movement | Phase::Rally => {}
    }
    todo
}

fn entry_of(unit: &Unit) -> UnitEntry {
    UnitEntry {
        name: unit.name.clone(),
        kind: unit.kind,
        zone: unit.zone,
        column: unit.column,
        max_morale: unit.max_morale,
        veteran: unit.veteran,
        stamina: unit.max_morale.map(|_| STAMINA.max(unit.stamina.unwrap_or(0))),
        reserve: unit.reserve,
        mixed_with: None,
    }
}

fn tracks(unit: &Unit, known: bool) -> Vec<Track> {
    let mut tracks = Vec::new();
    if let Some(most) = unit.max_morale {
        let crossed = unit.hits.min(most);
        let track = if known {
            Track::new(message!("Morale"), most, crossed)
        } else {
            Track::for_damage(message!("Hits"), MORALE.1, crossed)
        };
        tracks.push(track.entry("hits"));
    }
    if let Some(stamina) = unit.stamina {
        let full = STAMINA.max(stamina);
        tracks.push(Track::new(message!("Stamina"), full, full - stamina).entry("stamina"));
    }
    tracks
}

/// Each unit charges once; light units never do.
fn ticks(unit: &Unit) -> Vec<Checkbox> {
    let mut ticks = Vec::new();
    if unit.stamina.is_some() {
        ticks.push(Checkbox::new(message!("has charged"), unit.charged).entry("charged"));
    }
    ticks.push(Checkbox::new(message!("routed"), !unit.in_play()));
    ticks
}
