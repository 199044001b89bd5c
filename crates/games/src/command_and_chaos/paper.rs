//! Printed additions for Command & Chaos: sentences for record entries, and the chits.

use message::{Joint, Message, message};
use rules::Keyword as _;
use rules::common::{Side, Subject};
use rules::modifiers::ModifierWord as _;
use rules::roster::{Rostered, list_of};
use rules::sheet::{Fact, Printed, Track};
use rules::view::Chit;

use super::state::{Battle, CardCount, Commander, Lieutenant, SideKey, SideRecord, Unit, UnitKey};
use super::tables::{Bonus, STAMINA, VETERANS};

impl Printed for Battle {
    /// A sentence for a record entry; empty if it is shown elsewhere.
    fn in_words(&self, subject: Subject, entry: &str) -> Option<Message> {
        match subject {
            Subject::Unit(tag) => of_unit(self.common.units.find(tag)?, entry),
            Subject::Side(side) => of_side(self.side(side), self.is_redacted(side), entry),
            Subject::Battle => Some(match entry {
                "routs_open" => {
                    let open = self.routs_open.iter().map(|rout| {
                        let unit = rout.rout;
                        match rout.rolled.as_slice() {
                            [] => message!("{unit} (no roll yet)", unit),
                            some => {
                                message!("{unit} (rolled: {rolled})", unit, rolled = list_of(some))
                            }
                        }
                    });
                    message!(
                        "friends still roll for {units}",
                        units = Message::joined(open, Joint::Semicolon)
                    )
                }
                _ => Message::default(),
            }),
        }
    }

    /// State of the turn that is in no record.
    fn remembered(&self) -> Vec<Fact> {
        let side = |caption: Message, side: Option<Side>| {
            side.map(|side| Fact::new(caption, Message::verbatim(side.slug())))
        };
        let mut facts: Vec<Fact> = [
            side(message!("First player"), self.first_player()),
            side(message!("Last zone mover"), self.last_mover),
            side(message!("Last card player"), self.last_card),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !self.passed.is_empty() {
            let sides = self.passed.iter().map(|side| Message::verbatim(side.slug()));
            facts.push(Fact::new(message!("Passed"), Message::list(sides)));
        }
        if let Some(place) = self.melees_at {
            let column = u32::from(place) + 1;
            facts.push(Fact::new(
                message!("Melees at column"),
                Message::verbatim(column.to_string()),
            ));
        }
        if !self.attacked.is_empty() {
            facts.push(Fact::new(message!("Attacked this phase"), list_of(&self.attacked)));
        }
        if !self.turned.is_empty() {
            let pairs =
                self.turned.iter().map(|[one, other]| message!("{one} and {other}", one, other));
            facts.push(Fact::new(message!("Facing across columns"), Message::list(pairs)));
        }
        facts
    }

    /// The chits of an army: morale, face down under each heavy unit; stamina, on top of
    /// it; and the officers.
    fn chits(&self, side: Side) -> Vec<Chit> {
        let mut chits: Vec<Chit> = Vec::new();
        let mut add = |face: String, caption: Message, hidden: bool, count: u32| {
            let same = |chit: &&mut Chit| chit.face == face && chit.caption == caption;
            match chits.iter_mut().find(same) {
                Some(chit) => chit.count += count,
                None => chits.push(Chit { hidden, ..Chit::marker(&face, caption, count) }),
            }
        };
        let mut stamina = 0;
        for (_, unit) in self.common.units.of(side) {
            let Some(morale) = unit.max_morale.filter(|_| !self.is_redacted(side)) else {
                continue;
            };
            let grade = if unit.veteran { "V" } else { "" };
            add(format!("{morale}{grade}"), message!("Morale"), true, 1);
            stamina += STAMINA.max(unit.stamina.unwrap_or(0));
        }
        let state = self.side(side);
        if state.commander.is_some() {
            add("C".into(), message!("Commander"), false, 1);
        }
        for lieutenant in &state.lieutenants {
            add("L".into(), lieutenant.zone.says(), false, 1);
        }
        if stamina > 0 {
            add("+".into(), message!("Stamina"), false, stamina);
        }
        let heavy = self.common.units.of(side).filter(|(_, unit)| unit.kind.is_heavy()).count();
        let heavy = u32::try_from(heavy).unwrap_or(u32::MAX);
        add("−".into(), message!("Hit"), false, heavy.saturating_mul(2));
        add("V".into(), message!("Veteran"), false, VETERANS);
        chits
    }

    /// The unit cards that an army has lost, as boxes up to its defeat.
    fn tallies(&self, side: Side) -> Vec<Track> {
        let gone = self.common.units.of(side).filter(|(_, unit)| !unit.in_play()).count();
        let beaten = self.common.units.of(side).count() / 2 + 1;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        vec![
            Track::for_damage(message!("Unit cards gone"), count(beaten), count(gone.min(beaten)))
                .noted(message!("last box: the army is beaten")),
        ]
    }
}

fn of_unit(unit: &Unit, entry: &str) -> Option<Message> {
    if !unit.in_play() {
        return None;
    }
    Some(match UnitKey::of(entry)? {
        UnitKey::Row => message!("row {row}", row = unit.row?),
        UnitKey::VeteranRevealed if unit.veteran => message!("grade shown"),
        UnitKey::VeteranRevealed => message!("shown as average"),
        UnitKey::Mixed => message!("light infantry is with it"),
        UnitKey::OfficerAtPhaseStart => message!("officer since the phase began"),
        UnitKey::Rallied => message!("has been rallied"),
        UnitKey::ReserveAdvanced => message!("has gone forward"),
        UnitKey::ColumnsMoved => {
            let crossed = unit.columns_moved;
            message!(crossed => "has crossed {n} column" | "has crossed {n} columns")
        }
        UnitKey::MayTurn => message!("may turn"),
        UnitKey::CardRevealed => message!("its card is turned up"),
        UnitKey::EngagedWith => {
            message!("engaged with {others}", others = list_of(&unit.engaged_with))
        }
        UnitKey::Fought => message!("has fought {others}", others = list_of(&unit.fought)),
        UnitKey::Name
        | UnitKey::Kind
        | UnitKey::Zone
        | UnitKey::Column
        | UnitKey::MaxMorale
        | UnitKey::Hits
        | UnitKey::Veteran
        | UnitKey::Stamina
        | UnitKey::Charged
        | UnitKey::MixedWith
        | UnitKey::Reserve
        | UnitKey::Officer
        | UnitKey::FallbackOwed
        | UnitKey::Card
        | UnitKey::Status
        | UnitKey::Flanking => return None,
    })
}

fn of_side(log: &SideRecord, redacted: bool, entry: &str) -> Option<Message> {
    let cards = |cards: &[String]| {
        let mut counted: Vec<(&str, u32)> = Vec::new();
        for card in cards {
            match counted.iter_mut().find(|(known, _)| known == card) {
                Some((_, count)) => *count += 1,
                None => counted.push((card, 1)),
            }
        }
        Message::list(counted.into_iter().map(|(card, count)| match count {
            1 => Message::verbatim(card),
            count => message!("{count} {card}", count, card = Message::verbatim(card)),
        }))
    };
    let Some(key) = SideKey::of(entry) else {
        let count = number_of_cards(log, entry)?;
        // A list of the cards already says how many they are.
        return Some(if redacted { count } else { Message::default() });
    };
    Some(match key {
        SideKey::Hand | SideKey::Deck if redacted => Message::default(),
        SideKey::Hand => message!("in hand: {cards}", cards = cards(&log.hand)),
        SideKey::Deck => message!("in the deck: {cards}", cards = cards(&log.deck)),
        SideKey::Discards if redacted => {
            message!("discards: {cards}", cards = cards(&log.discards_face_down()))
        }
        SideKey::Discards => message!("discards: {cards}", cards = cards(&log.discards)),
        SideKey::DiscardsShown => {
            let shown = log.discards_shown.iter().filter_map(|at| log.discards.get(*at));
            let shown = shown.map(|card| Message::verbatim(card.as_str()));
            message!("discards turned up: {cards}", cards = Message::list(shown))
        }
        SideKey::Commander => of_commander(log.commander.as_ref()),
        SideKey::Lieutenants => {
            Message::joined(log.lieutenants.iter().map(of_lieutenant), Joint::Semicolon)
        }
        SideKey::FirstPlayer => message!("first player"),
        SideKey::ZonesDone => {
            let zones = log.zones_done.iter().map(|zone| zone.says());
            message!("zones done: {zones}", zones = Message::list(zones))
        }
        SideKey::Discarded => {
            let n = log.discarded;
            message!(n => "{n} card discarded this turn" | "{n} cards discarded this turn")
        }
        SideKey::Drawn => message!("has drawn this turn"),
    })
}

fn number_of_cards(log: &SideRecord, entry: &str) -> Option<Message> {
    Some(match CardCount::of_word(entry)? {
        CardCount::Hand => {
            let n = log.hand.len();
            message!(n => "{n} card in hand" | "{n} cards in hand")
        }
        CardCount::Deck => {
            let n = log.deck.len();
            message!(n => "{n} card in the deck" | "{n} cards in the deck")
        }
    })
}

fn of_commander(commander: Option<&Commander>) -> Message {
    let Some(Commander { name, zone, unit }) = commander else { return message!("commander lost") };
    let name = Message::verbatim(name);
    match unit {
        Some(unit) => message!("commander {name} with {unit}", name, unit),
        None => message!("commander {name}: {zone}", name, zone = zone.says()),
    }
}

fn of_lieutenant(lieutenant: &Lieutenant) -> Message {
    let Lieutenant { name, zone, unit, lost, lost_in } = lieutenant;
    let name = Message::verbatim(name);
    match (unit, lost, lost_in) {
        (_, true, Some(turn)) => {
            message!("lieutenant {name} lost in turn {turn}", name, turn = *turn)
        }
        (_, true, None) => message!("lieutenant {name} lost", name),
        (Some(unit), false, _) => message!("lieutenant {name} with {unit}", name, unit),
        (None, false, _) => message!("lieutenant {name}: {zone}", name, zone = zone.says()),
    }
}

/// The temporary modifiers of a heavy unit's own attack dice.
pub(super) fn now(unit: &Unit) -> Vec<Fact> {
    let held = [(Bonus::Mixed, unit.mixed), (Bonus::Officer, unit.officer.is_some())];
    let own = held.into_iter().filter(|(_, is)| *is).map(|(bonus, _)| bonus.amount()).sum();
    let text = || Fact::new(message!("now: melee"), Message::signed(own));
    (unit.kind.is_heavy() && unit.in_play() && own != 0).then(text).into_iter().collect()
}

/// The lines of a sheet to write on, with what is already known.
pub(super) fn lines(unit: &Unit) -> Vec<Fact> {
    vec![
        Fact::line(message!("Engaged with"), &unit.engaged_with).entry("engaged_with"),
        Fact::new(message!("Notes"), Message::default()),
    ]
}
