//! Command & Chaos on screen and paper: unit cards and charts.

use crate::rules::common::{Side, Tag, Viewer};
use crate::rules::roster::Rostered;
use crate::rules::slug::title;
use crate::rules::view::{Card, Chart, Chit, Fact, Gauge, Look, Mark, Sheet, Standing, Track};

use super::FACE_DOWN;
use super::state::{Battle, Unit, UnitEntry};
use super::tables::{
    JavelinPhase, Kind, LEARNING, MORALE, MORALE_CHITS, Phase, SKIRMISH_FALLS_BACK, STAMINA,
    STANDARD, Strength, VETERAN_MORALE, VETERANS, morale_sum,
};

pub(super) fn card(battle: &Battle, tag: Tag, viewer: Viewer) -> Option<Card> {
    let unit = battle.units.find(tag)?;
    let finished = match battle.phase {
        Phase::Movement => battle.side(tag.side).zones_done.contains(&unit.zone),
        Phase::Melee => {
            !unit.fought.is_empty() && unit.engaged_with.iter().all(|e| unit.fought.contains(e))
        }
        Phase::Rally => unit.rallied,
        Phase::Initiative => false,
    };
    let standing = match (unit.in_play(), finished) {
        (false, _) => Standing::Out("routed".into()),
        (true, true) => Standing::Done,
        (true, false) => Standing::Ready,
    };
    Some(Card {
        tag,
        name: unit.name.clone(),
        kind: title(unit.kind.slug()),
        drawing: unit.kind.drawing(),
        holder: tag.side,
        standing,
        gauges: gauges(tag, unit, viewer),
        marks: marks(battle, tag, unit, viewer),
        todo: todo(battle, unit),
    })
}

/// Hits lie open; against what they count only the own side knows.
fn gauges(tag: Tag, unit: &Unit, viewer: Viewer) -> Vec<Gauge> {
    let gauge = |label: &str, value: u32, full: u32, look| Gauge {
        label: label.into(),
        value,
        full: full.max(value),
        look,
    };
    let mut gauges = Vec::new();
    if let Some(most) = unit.max_morale {
        if Battle::morale_shows(tag, unit, viewer) {
            gauges.push(gauge("Morale", most.saturating_sub(unit.hits), most, Look::Bar));
        } else {
            gauges.push(gauge("Hits", unit.hits, MORALE.1, Look::Damage));
        }
    }
    if let Some(stamina) = unit.stamina {
        gauges.push(gauge("Stamina", stamina, STAMINA, Look::Pips));
    }
    gauges
}

fn marks(battle: &Battle, tag: Tag, unit: &Unit, viewer: Viewer) -> Vec<Mark> {
    let mut marks = Vec::new();
    let place = format!("{}, column {}", title(unit.zone.slug()).to_lowercase(), unit.column);
    marks.push(Mark::plain(place));
    if unit.veteran && Battle::grade_shows(tag, unit, viewer) {
        marks.push(Mark::good("veteran"));
    }
    if let Some(officer) = unit.officer {
        marks.push(Mark::good(officer.slug()));
    }
    for enemy in &unit.engaged_with {
        marks.push(Mark::plain(format!("engaged with {enemy}")));
    }
    if let Some(flanking) = unit.flanking {
        marks.push(Mark::good(format!("at the {} of {}", flanking.attack, flanking.target)));
    }
    for (enemy, flanking) in battle.flankers(tag) {
        marks.push(Mark::bad(format!("{enemy} at its {}", flanking.attack)));
    }
    if unit.mixed {
        marks.push(Mark::good("mixed"));
    }
    if let Some(cavalry) = unit.mixed_with {
        marks.push(Mark::plain(format!("with {cavalry}")));
    }
    if unit.reserve && !unit.reserve_advanced {
        marks.push(Mark::plain("in reserve"));
    }
    if unit.charged {
        marks.push(Mark::plain("has charged"));
    }
    if let Some(card) = &unit.card {
        let open = unit.card_revealed || viewer.knows(tag.side);
        let name = if open { card.as_str() } else { FACE_DOWN };
        marks.push(Mark::plain(format!("card: {name}")));
    }
    marks
}

fn todo(battle: &Battle, unit: &Unit) -> Vec<String> {
    if !unit.in_play() {
        return Vec::new();
    }
    match battle.phase {
        Phase::Melee => unit
            .engaged_with
            .iter()
            .filter(|enemy| !unit.fought.contains(enemy))
            .map(|enemy| format!("to fight {enemy}"))
            .collect(),
        Phase::Rally if unit.officer_at_phase_start && !unit.rallied && unit.can_rally() => {
            vec!["may rally".into()]
        }
        _ => Vec::new(),
    }
}

/// What only its own side knows of a unit.
const GRADE: &str = "Grade";
const MORALE_BOXES: &str = "Morale";

/// A unit card to cut out, with boxes for its chits.
pub(super) fn sheet(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let now = battle.units.find(tag)?;
    let entered;
    let unit = if fresh {
        entered = Unit::enter(&entry_of(now));
        &entered
    } else {
        now
    };
    let mut facts = vec![
        Fact::new("Zone", title(unit.zone.slug())),
        Fact::new("Column", unit.column.to_string()),
    ];
    if unit.kind.is_heavy() {
        let grade = if unit.veteran { "veteran" } else { "average" };
        facts.push(Fact::new(GRADE, format!("{grade}: {}+ hits it", unit.needs())));
    }
    if unit.reserve {
        facts.push(Fact::new("Place", "reserve"));
    }
    let with = now.mixed_with.and_then(|cavalry| battle.units.find(cavalry));
    if let Some(cavalry) = with {
        facts.push(Fact::new("Goes with", cavalry.name.clone()));
    }
    if let Some(officer) = unit.officer {
        facts.push(Fact::new("Officer", officer.slug()));
    }
    Some(Sheet {
        tag: Some(tag),
        name: unit.name.clone(),
        kind: title(unit.kind.slug()),
        fleet: battle.setup.sides[tag.side.index()].name.clone(),
        drawing: unit.kind.drawing(),
        facts,
        tracks: tracks(unit),
        blanks: vec!["Notes".into()],
    })
}

/// A unit as it lies on the table: its morale and its grade are under it, on a
/// chit; on the card its hits are counted, which lie open.
pub(super) fn table_card(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let mut card = sheet(battle, tag, fresh)?;
    card.facts.retain(|fact| fact.caption != GRADE);
    if let Some(morale) = card.tracks.iter_mut().find(|track| track.caption == MORALE_BOXES) {
        *morale = Track::new("Hits", MORALE.1, morale.crossed);
    }
    Some(card)
}

/// The chits of an army: morale to lie face down under each heavy unit, stamina
/// to lie on it, and its officers.
pub(super) fn chits(battle: &Battle, side: Side) -> Vec<Chit> {
    let mut chits: Vec<Chit> = Vec::new();
    let mut add = |face: String, caption: &str, hidden: bool, count: u32| {
        let same = |chit: &&mut Chit| chit.face == face && chit.caption == caption;
        match chits.iter_mut().find(same) {
            Some(chit) => chit.count += count,
            None => chits.push(Chit { face, caption: caption.into(), hidden, count }),
        }
    };
    let mut stamina = 0;
    for (_, unit) in battle.units.of(side) {
        let Some(morale) = unit.max_morale else { continue };
        let grade = if unit.veteran { "V" } else { "" };
        add(format!("{morale}{grade}"), "Morale", true, 1);
        stamina += STAMINA.max(unit.stamina.unwrap_or(0));
    }
    let state = battle.side(side);
    if state.commander.is_some() {
        add("C".into(), "Commander", false, 1);
    }
    for lieutenant in &state.lieutenants {
        add("L".into(), &title(lieutenant.zone.slug()), false, 1);
    }
    if stamina > 0 {
        add("+".into(), "Stamina", false, stamina);
    }
    chits
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

fn tracks(unit: &Unit) -> Vec<Track> {
    let mut tracks = Vec::new();
    if let Some(most) = unit.max_morale {
        tracks.push(Track::new(MORALE_BOXES, most, unit.hits.min(most)));
    }
    if let Some(stamina) = unit.stamina {
        let full = STAMINA.max(stamina);
        tracks.push(Track::new("Stamina", full, full - stamina));
        tracks.push(Track::new("Charge", 1, u32::from(unit.charged)));
    }
    tracks
}

/// The tables of Command & Chaos.
pub(super) fn charts() -> Vec<Chart> {
    vec![
        army(),
        morale_chits(),
        order_of_play(),
        movement(),
        charging(),
        melee(),
        morale(),
        light_infantry(),
        officers(),
    ]
}

fn army() -> Chart {
    let row = |name: &str, army: Strength| {
        let heavy = army.line + army.reserve;
        let mut row = vec![name.to_owned()];
        row.extend([army.line, army.reserve, army.light, morale_sum(heavy)].map(|n| n.to_string()));
        row
    };
    let rows = vec![row("Standard", STANDARD), row("Learning", LEARNING)];
    let columns = ["Army", "Battle line", "Reserve", "Light infantry", "Morale in all"];
    let mut chart = Chart::new("army", "The army", &columns, rows);
    chart.notes = vec![
        format!(
            "Heavy units: morale {} to {} each, in all 3 for each and 4 more; exactly {VETERANS} veterans, of {VETERAN_MORALE} or more; stamina {STAMINA}.",
            MORALE.0, MORALE.1
        ),
        "The learning army is 6 heavy infantry and 2 heavy cavalry.".into(),
        "Five zones of two columns: left wing, left, center and right battle line, right wing; 7 to 9 rows. One commander, one lieutenant a zone.".into(),
        "A wing takes reserve cavalry only where both its front places hold cavalry.".into(),
    ];
    chart
}

fn morale_chits() -> Chart {
    let rows = MORALE_CHITS.iter().map(|set| {
        let chits = set.iter().map(|(count, morale, veteran)| {
            format!("{count} x {morale}{}", if *veteran { "V" } else { "" })
        });
        vec![chits.collect::<Vec<_>>().join(", ")]
    });
    Chart::new("morale-chits", "Morale chits of ten heavy units", &["Chits"], rows.collect())
        .noted(&["V is a veteran. The last two are for a few strong units among weak ones."])
}

fn order_of_play() -> Chart {
    Chart::written(
        "order-of-play",
        "Order of play",
        ["Phase", "What is done"],
        &[
            ["1 Initiative", "1d6 each, high goes first all turn. Put up to 2 cards away, draw up to 5."],
            ["2 Movement", "Zone by zone in turn: move, flank, charge. Then unattached commanders change zones."],
            ["3 Melee", "Up to 3 cards a side, one a unit, face down. Melees from the first player's left. Routs and allied morale."],
            ["4 Rally", "Units with an officer since the phase began rally. Officers change units. Reserves change columns."],
        ],
    )
    .noted(&["More than half of an army's unit cards gone, light infantry too: the other has won."])
}

fn movement() -> Chart {
    let mut chart = Chart::written(
        "movement",
        "Movement",
        ["Unit", "Spaces, straight ahead or back"],
        &[
            ["Heavy infantry", "1"],
            ["Heavy cavalry", "any number in its column"],
            ["Light infantry", "1 or 2, through and onto friends"],
            ["Mixed cavalry and light infantry", "1 or 2, as long as it stays mixed"],
        ],
    )
    .noted(&[
        "Engaged units (they have thrown attack dice at each other) stay until the opponent is beaten.",
        "Flanking: no enemy in its own column, an enemy heavy infantry in the next. Infantry walks to the target's row and turns; cavalry goes to the nearest open flank.",
        "Rear: only cavalry, only where a friend flanks that unit. Cavalry is never flanked; a lone cavalry must be routed before its opponents flank infantry.",
        "A flanked unit that routs its front enemy may turn. A reserve may flank a flanker in its column.",
    ]);
    let [infantry, cavalry, light] = [Kind::HeavyInfantry, Kind::HeavyCavalry, Kind::LightInfantry];
    chart.about = [infantry, cavalry, light, light].iter().map(ToString::to_string).collect();
    chart
}

fn charging() -> Chart {
    Chart::written(
        "charge",
        "Charge",
        ["Who", "Costs", "Dice", "Each success"],
        &[
            ["Charger", "1 stamina, once a game", "2d6 against the target's grade", "1 hit on the target"],
            ["Target, counter-charging", "1 stamina", "2d6 against the charger's grade", "1 hit on the charger"],
            ["Target, standing", "nothing", "2d6 against the charger's grade", "cancels 1 hit"],
        ],
    )
    .noted(&[
        "A success is 4 or more against an average unit, 5 or more against a veteran. No bonus of a melee counts.",
        "It must end next to the enemy in front, with its zone active. A counter-charge is not its own charge of the game.",
    ])
}

fn melee() -> Chart {
    Chart::written(
        "melee",
        "Melee",
        ["1d6 each, at once", "Modifier"],
        &[
            ["flank attack", "+1"],
            ["rear attack", "+2"],
            ["mixed cavalry and light infantry", "+1"],
            ["officer attached", "+1"],
        ],
    )
    .noted(&[
        "4 or more hits an average unit, 5 or more a veteran: 1 hit.",
        "Two cavalry on one: both throw at it, it throws once at the one it names; no flank, no rear.",
        "Light infantry takes no part. Grades are shown at a unit's first fight.",
    ])
}

fn morale() -> Chart {
    Chart::written(
        "morale",
        "Rout, allied morale, rally",
        ["When", "What"],
        &[
            ["Hits reach the morale chit", "The unit is removed."],
            ["A friend in the eight squares around routs", "1d6: average 4+, veteran 5+ is 1 hit."],
            [
                "Phase 4, officer attached since it began",
                "1 hit less, up to half of its morale, rounded up.",
            ],
        ],
    )
}

fn light_infantry() -> Chart {
    let spaces = |phase: JavelinPhase| format!("falls back {}", phase.falls_back());
    let rows = vec![
        vec![
            "Heavy infantry moves onto it".into(),
            "1d6: 6 is 1 hit".into(),
            spaces(JavelinPhase::Movement),
        ],
        vec!["Heavy unit, in melee".into(), "1d6: 6 is 1 hit".into(), spaces(JavelinPhase::Melee)],
        vec![
            "Light infantry".into(),
            "1d6 each".into(),
            format!("the lower falls back {SKIRMISH_FALLS_BACK}; equal: neither"),
        ],
    ];
    let mut chart =
        Chart::new("light-infantry", "Light infantry", &["It meets", "Dice", "Then it"], rows)
            .noted(&["It falls back through or onto friends if it must."]);
    chart.about = vec![Kind::LightInfantry.to_string(); 3];
    chart
}

fn officers() -> Chart {
    Chart::written(
        "officers",
        "Officers and reserves",
        ["Who", "What"],
        &[
            ["Lieutenant", "One a zone, and he stays in it."],
            ["Commander", "Changes zones after all zones have moved, when he is with no unit."],
            [
                "Attached",
                "+1 to the unit's attack die; in phase 4 he rallies it, then may go to another unit of the zone.",
            ],
            ["Lieutenant lost", "Another steps up in phase 4 of the next turn."],
            ["Reserve", "Changes columns in phase 4 until it has gone forward."],
        ],
    )
}

/// Which words of the charts a side's army uses.
pub(super) fn uses(battle: &Battle, side: Side) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (_, unit) in battle.units.of(side) {
        let word = unit.kind.to_string();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}
