//! Cards and record sheets of Greek Fire.

use dice::Modifier;
use message::{Message, message};
use rules::common::{Side, Tag};
use rules::modifiers::ModifierWord as _;
use rules::roster::Rostered;
use rules::sheet::{Cards, Checkbox, Fact, Sheet, Track};
use rules::view::{Card, Gauge, Look, Mark, Tone, UnitCondition};

use super::paper;
use super::state::{Battle, Ship, ShipEntry, Status};
use super::tables::{
    AMMO, Advantage, CREW_A_DIE, Cause, CrewQuality, FIRES_DESTROY, MOVE_LOST, RamResult, Skill,
    Weapon,
};

impl Cards for Battle {
    fn card(&self, tag: Tag) -> Option<Card> {
        let ship = self.common.units.find(tag)?;
        let standing = if !ship.in_play() {
            UnitCondition::Out(ship.status.message())
        } else if self.active == Some(tag) {
            UnitCondition::Active
        } else if ship.moved_this_round {
            UnitCondition::Done
        } else {
            UnitCondition::Ready
        };
        Some(Card {
            tag,
            name: ship.name.clone(),
            kind: ship.figures().message(),
            drawing: ship.figures().drawing(),
            holder: ship.holder,
            standing,
            gauges: gauges(ship),
            marks: marks(ship),
            todo: if self.has_to_move(tag, ship) { vec![message!("to move")] } else { Vec::new() },
        })
    }

    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        let now = self.common.units.find(tag)?;
        let entered;
        let ship = if fresh {
            entered = Ship::enter(&entry_of(now), tag.side);
            &entered
        } else {
            now
        };
        let figures = ship.figures();
        let captain = match ship.captain.name.as_str() {
            "" => message!("unnamed"),
            name => Message::verbatim(name),
        };
        let facts = vec![
            Fact::new(message!("Captain"), captain).entry("captain"),
            Fact::new(message!("Captain’s skills"), skills(&ship.captain.skills)).of(given(
                ship.captain.skills.iter().map(|skill| (skill.message(), skill.gives())),
            )),
            Fact::new(
                message!("Crew quality"),
                message!(
                    "{quality}, {skills}",
                    quality = ship.crew_quality,
                    skills = skills(&ship.crew_skills)
                ),
            )
            .of(given(ship.crew_skills.iter().map(|skill| (skill.message(), skill.gives()))))
            .entry("crew_quality"),
            Fact::new(message!("Deck"), number(figures.deck)),
            Fact::new(message!("Move"), number(ship.base_move())).of(move_parts(ship)),
            Fact::new(message!("Ram bonus"), Message::signed(ship.ram_bonus())).of(ram_parts(ship)),
            Fact::new(message!("Rowers shoot"), shoots(ship, Weapon::Rowers)),
            Fact::new(message!("Advantages"), advantages(ship))
                .counting(ship.advantages.len())
                .of(given(carried(ship).map(|kind| (kind.message(), kind.gives())))),
        ];
        Some(Sheet {
            tag: Some(tag),
            name: ship.name.clone(),
            kind: figures.message(),
            fleet: self.common.sides[tag.side.index()].name.clone(),
            drawing: figures.drawing(),
            facts,
            adds: paper::adds(ship),
            now: paper::now(ship),
            tracks: tracks(ship),
            ticks: vec![
                Checkbox::new(message!("moved"), ship.moved_this_round && self.active != Some(tag))
                    .entry("moved_this_round"),
                Checkbox::new(message!("rammed this turn"), !ship.rammed_this_turn.is_empty()),
                Checkbox::new(message!("rammed last turn"), ship.rammed_last_turn)
                    .entry("rammed_last_turn"),
                Checkbox::new(message!("stopped"), ship.stopped).entry("stopped"),
                Checkbox::new(message!("routing"), ship.routing).entry("routing"),
                Checkbox::new(message!("aground"), ship.aground).entry("aground"),
            ],
            ledger: None,
            blanks: paper::lines(self, tag, ship),
            out: None,
        })
    }

    /// The words of the charts that a side's fleet uses.
    fn uses(&self, side: Side) -> Vec<String> {
        let mut words = vec![Weapon::Rowers.to_string()];
        for (_, ship) in self.common.units.of(side) {
            words.push(ship.type_slug.clone());
            words.extend(ship.advantages.iter().map(ToString::to_string));
            words.extend(
                ship.captain.skills.iter().chain(ship.crew_skills.iter()).map(ToString::to_string),
            );
        }
        words.sort();
        words.dedup();
        words
    }
}

fn gauges(ship: &Ship) -> Vec<Gauge> {
    let mut gauges =
        vec![Gauge::new(message!("Crew"), ship.crew, ship.full_crew.max(ship.crew), Look::Bar)];
    if ship.fires > 0 {
        gauges.push(Gauge::new(
            message!("Fires"),
            ship.fires,
            FIRES_DESTROY.max(ship.fires),
            Look::Flames,
        ));
    }
    if ship.move_lost > 0 {
        let most = ship.figures().move_points.max(ship.move_lost);
        let lost =
            Gauge::new(message!("Move lost (oars sheared)"), ship.move_lost, most, Look::Damage);
        gauges.push(Gauge { brief: message!("Oars"), ..lost });
    }
    for (mount, left) in &ship.ammo {
        gauges.push(Gauge::new(mount_name(mount), *left, AMMO.max(*left), Look::Pips));
    }
    gauges
}

/// The name of a mount: `tower-archers-2` is "tower archers 2".
fn mount_name(mount: &str) -> Message {
    Message::path(mount)
}

fn marks(ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(rounds) = ship.sinking_in.filter(|_| ship.in_play()) {
        marks.push(Mark::bad(message!("sinking in {rounds}", rounds)).of("sinking_in"));
    }
    if ship.routing {
        marks.push(Mark::bad(message!("routing")).of("routing"));
    }
    if ship.aground {
        marks.push(Mark::bad(message!("aground")).of("aground"));
    }
    if ship.crew == 0 && ship.in_play() {
        marks.push(Mark::bad(message!("no crew")).of("crew"));
    }
    if ship.status == Status::Captured {
        marks
            .push(Mark::plain(message!("prize of {side}", side = ship.holder.slug())).of("holder"));
    }
    for other in &ship.grappled {
        marks.push(Mark::plain(message!("grappled with {other}", other)).of("grappled"));
    }
    for other in ship.touching.iter().filter(|other| !ship.grappled.contains(other)) {
        marks.push(Mark::plain(message!("beside {other}", other)).of("touching"));
    }
    if ship.rammed_last_turn {
        marks.push(Mark::plain(message!("rammed or was rammed last turn")).of("rammed_last_turn"));
    }
    if ship.stopped {
        marks.push(Mark::plain(message!("stopped: half move")).of("stopped"));
    }
    if let Some(wind) = ship.sail.filter(|points| *points != 0) {
        let label = message!("wind {points}", points = Message::signed(wind));
        let tone = if wind > 0 { Tone::Good } else { Tone::Bad };
        marks.push(Mark::new(label, tone).of("sail"));
    }
    if ship.owes_a_ram() {
        marks.push(Mark::plain(message!("must ram")).of("ramming_speed"));
    }
    if ship.victories > 0 {
        marks.push(
            Mark::good(message!(ship.victories => "{n} victory" | "{n} victories")).of("victories"),
        );
    }
    if ship.crew_quality != CrewQuality::Good {
        marks.push(
            Mark::plain(message!("{quality} crew", quality = ship.crew_quality)).of("crew_quality"),
        );
    }
    marks
}

/// The effect of each item of a list.
fn given(list: impl Iterator<Item = (Message, Message)>) -> Vec<Message> {
    list.map(|(what, gives)| message!("{what}: {gives}", what, gives)).collect()
}

/// The advantages of a ship, each once, in the order of the rules.
fn carried(ship: &Ship) -> impl Iterator<Item = Advantage> + '_ {
    Advantage::ALL.iter().copied().filter(|kind| ship.carries(*kind) > 0)
}

/// The modifiers in words, each with its amount.
fn added(modifiers: impl IntoIterator<Item = Modifier>) -> impl Iterator<Item = Message> {
    modifiers.into_iter().map(|modifier| {
        let amount = Message::signed(modifier.amount);
        message!("{amount} {why}", amount, why = modifier.reason.why)
    })
}

/// The parts of a ship's move points, and her move points this turn.
fn move_parts(ship: &Ship) -> Vec<Message> {
    let own = message!("{n} by her type", n = ship.figures().move_points);
    let mut parts: Vec<Message> =
        std::iter::once(own).chain(added(ship.move_modifiers())).collect();
    if ship.stopped {
        parts.push(message!("halved after a stop"));
    }
    let now = ship.move_points(false);
    parts.push(message!(now => "this turn: {n} move point" | "this turn: {n} move points"));
    parts
}

/// The parts of a ship's ram bonus.
fn ram_parts(ship: &Ship) -> Vec<Message> {
    let own =
        message!("{amount} by her type", amount = Message::signed(i64::from(ship.figures().ram)));
    std::iter::once(own).chain(added(ship.ram_modifiers())).collect()
}

fn entry_of(ship: &Ship) -> ShipEntry {
    ShipEntry {
        name: ship.name.clone(),
        ship_type: ship.figures().clone(),
        crew_quality: ship.crew_quality,
        captain: ship.captain.clone(),
        crew_skills: ship.crew_skills.clone(),
        advantages: ship.advantages.clone(),
    }
}

fn number<N: ToString + Copy>(number: N) -> Message {
    Message::verbatim(number.to_string())
}

fn skills(skills: &[Skill]) -> Message {
    if skills.is_empty() {
        return message!("no skill");
    }
    Message::list(skills.iter().map(|skill| skill.message()))
}

/// Her advantages in the order of the rules, each with its number.
fn advantages(ship: &Ship) -> Message {
    let kinds = Advantage::ALL.iter().filter_map(|kind| match ship.carries(*kind) {
        0 => None,
        1 => Some(kind.message()),
        count => Some(message!("{count} {advantage}", count, advantage = *kind)),
    });
    let list = Message::list(kinds);
    if list.is_empty() { message!("none") } else { list }
}

fn tracks(ship: &Ship) -> Vec<Track> {
    let [tens, ones] = crew_tracks(ship);
    let mut tracks = vec![tens, ones];
    for (mount, left) in &ship.ammo {
        let track = Track::new(mount_name(mount), AMMO.max(*left), AMMO.saturating_sub(*left));
        let figures = Weapon::of_mount(mount).map(|weapon| shoots(ship, weapon));
        tracks.push(track.noted(figures.unwrap_or_default()).entry(format!("ammo.{mount}")));
    }
    let fires =
        Track::for_damage(message!("Fire counters"), FIRES_DESTROY, ship.fires.min(FIRES_DESTROY));
    tracks.push(fires.noted(message!("all {n} destroy her", n = FIRES_DESTROY)).entry("fires"));
    let most = ship.figures().move_points.max(paper::most_of(Some(MOVE_LOST)));
    let lost = Track::for_damage(message!("Move lost"), most, ship.move_lost.min(most));
    tracks.push(lost.noted(message!("oars sheared")).entry("move_lost"));
    let rounds = paper::most_of(RamResult::SinkingSlowly.sinks_in());
    let gone = ship.sinking_in.map_or(0, |left| rounds - left.min(rounds));
    let count = Track::for_damage(message!("Sinking count"), rounds, gone);
    let count = count.with_labels((0..rounds).map(|at| (at, number(rounds - at))));
    tracks.push(
        count
            .noted(message!(
                "cross off to the number rolled, then one at each round’s end; after 1 she sinks"
            ))
            .entry("sinking_in"),
    );
    tracks
}

/// The crew as two rows of boxes, worth ten and one each, with marks where half are lost
/// and where move points are lost with them (GF-3).
fn crew_tracks(ship: &Ship) -> [Track; 2] {
    let lost = ship.crew_lost();
    let sent = ship.sent_to_prizes;
    let (away, sent) = if ship.is_prize() { (0, sent) } else { (sent, 0) };
    let odd = ship.full_crew % CREW_A_DIE;
    let boxes = ship.full_crew.div_ceil(CREW_A_DIE);
    let tens = Track {
        // A box is crossed off once all ten are lost; the remainder goes last.
        crossed: if ship.crew + away == 0 { boxes } else { lost / CREW_A_DIE },
        unavailable: (lost + away) / CREW_A_DIE - lost / CREW_A_DIE,
        box_worth: CREW_A_DIE,
        last_worth: (odd > 0).then_some(odd),
        entry: Some("crew".into()),
        ..Track::new(
            message!("Crew ({crew} of {full})", crew = ship.crew, full = ship.full_crew),
            boxes,
            0,
        )
    };
    // Half of all who have fought aboard.
    let half_left = (ship.company() / 2).saturating_sub(sent);
    let half = ship.full_crew.saturating_sub(half_left);
    let points = ship.figures().move_points;
    let thresholds: Vec<u32> =
        (1..=points).map(|point| (point * ship.full_crew).div_ceil(points)).collect();
    let left = |lost: u32| number(ship.full_crew.saturating_sub(lost));
    // Men aboard prizes are neither dead nor aboard.
    let who = if ship.is_prize() { message!("aboard") } else { message!("alive") };
    let legend = message!(
        "move −1 at {points} {who}; ½ (morale {morale}) at {half}",
        who,
        points = Message::list(thresholds.iter().map(|lost| left(*lost))),
        morale = Message::signed(Cause::HalfDead.amount()),
        half = left(half)
    );
    let in_box = |lost: u32, at: u32| lost.div_ceil(CREW_A_DIE) == at + 1;
    let notch = |at: u32| {
        let gone = thresholds.iter().filter(|lost| in_box(**lost, at)).count();
        let label = match (in_box(half, at), gone) {
            (false, 0) => return None,
            (false, gone) => format!("−{gone}"),
            // The caption says where move points are lost.
            (true, _) => "½".to_owned(),
        };
        Some((at, Message::verbatim(label)))
    };
    // The last box already shows the remainder.
    let whole = boxes - u32::from(odd > 0);
    let tens = tens.with_labels((0..whole).filter_map(notch)).noted(legend).entry("crew");
    let ones = Track::new(message!("Ones"), CREW_A_DIE - 1, lost % CREW_A_DIE)
        .with_labels((1..CREW_A_DIE).map(|one| (one - 1, number(one))))
        .noted(message!("at 10, erase and cross off one box"));
    [tens, ones]
}

/// The figures of a ship's weapon: `range 2, to hit +3, kills 1d10, fire 1`.
fn shoots(ship: &Ship, weapon: Weapon) -> Message {
    let missile = weapon.missile();
    let skill = Cause::Missiles.amount() * i64::from(ship.skill(Skill::Missiles));
    let range = if missile.minimum_hexes > 1 {
        message!("range {least}–{most}", least = missile.minimum_hexes, most = missile.range_hexes)
    } else {
        message!("range {most}", most = missile.range_hexes)
    };
    let hits = message!("to hit {amount}", amount = Message::signed(missile.to_hit + skill));
    let kills = message!("kills {roll}", roll = missile.kills.to_string());
    let fire = missile.fire.map(|most| match most {
        1 => message!("fire on 1"),
        most => message!("fire on 1–{most}", most),
    });
    Message::list([range, hits, kills].into_iter().chain(fire))
}
