//! What there is to print of fleets and battles.

use serde_json::Value;

use crate::analysis::{BattleReport, OddsTable, OddsTables, odds_tables};
use crate::fleet::build::Draft;
use crate::fleet::{self, Checked, Fault, library, share};
use crate::journal::Journal;
use crate::rules::schema::ADJUST;
use crate::rules::{Battle, Briefing, Fleet, Options, Sheet, Side, SystemTag};
use crate::say::{Say, say};

use super::chart::used_charts;
use super::job::Part;
use super::roster::Roster;
use super::turn::TurnTrack;

/// A kind of thing to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The roster of every fleet.
    Rosters,
    /// The record sheets of every fleet.
    Sheets,
    /// The charts, with what the fleets use.
    Charts,
    /// The odds of every fleet against the other.
    Odds,
    /// The turn track.
    Turn,
    /// Cards to cut out, of every fleet.
    Cards,
    /// The report of the battle, where there is one.
    Report,
}

impl Kind {
    /// All kinds, in the order in which they are best printed.
    pub const ALL: [Kind; 7] = [
        Kind::Report,
        Kind::Rosters,
        Kind::Sheets,
        Kind::Charts,
        Kind::Odds,
        Kind::Turn,
        Kind::Cards,
    ];
}

/// A fleet as a side of a battle, ready to be printed.
#[derive(Clone, Debug)]
pub struct Muster {
    /// The battle.
    pub battle: Battle,
    /// The side that the fleet began as.
    pub side: Side,
    /// The fleet.
    pub fleet: Fleet,
    /// Whether its sheets are fresh, or as the battle stands.
    pub fresh: bool,
    /// The warnings of its file.
    pub warnings: Vec<String>,
    /// The link of its file, for the code on its roster.
    pub link: Option<String>,
    /// Its odds against the other side, where they have been worked out; else
    /// they are worked out when they are printed.
    pub odds: Option<Vec<OddsTable>>,
}

impl Muster {
    /// A fleet on its own, from its file.
    ///
    /// # Errors
    /// In words, where the rules know no fleet that it may fight.
    pub fn alone(checked: &Checked, file: &str) -> Result<Muster, String> {
        let battle = drawn_up(&checked.fleet)?;
        Ok(Muster::fresh(battle, Side::A, checked, file))
    }

    /// Two fleets against each other, from their files.
    ///
    /// # Errors
    /// In words, where they cannot fight each other.
    pub fn both(fleets: [(&Checked, &str); 2]) -> Result<[Muster; 2], String> {
        let battle = Battle::open(fleets.map(|(checked, _)| checked.fleet.clone()), Options::new())
            .map_err(|fault| fault.to_string())?;
        let [a, b] = fleets;
        Ok([
            Muster::fresh(battle.clone(), Side::A, a.0, a.1),
            Muster::fresh(battle, Side::B, b.0, b.1),
        ])
    }

    /// Both sides of a battle as it stands, with the fleets that began it.
    #[must_use]
    pub fn of_battle(battle: &Battle, fleets: &[Fleet; 2]) -> [Muster; 2] {
        [Side::A, Side::B].map(|side| Muster {
            battle: battle.clone(),
            side,
            fleet: fleets[side.index()].clone(),
            fresh: false,
            warnings: Vec::new(),
            link: None,
            odds: None,
        })
    }

    /// Both sides of the battle that a battle file holds.
    ///
    /// # Errors
    /// In words, where it is not a battle file.
    pub fn of_battle_file(text: &str) -> Result<[Muster; 2], String> {
        let journal = Journal::read_file(text).map_err(|fault| fault.to_string())?;
        Ok(Muster::of_battle(journal.battle(), &journal.opening().fleets))
    }

    fn fresh(battle: Battle, side: Side, checked: &Checked, file: &str) -> Muster {
        // On paper a ship goes by her name, not by her place in a file.
        let draft = Draft::from_text(file).ok();
        let told = |fault: &Fault| {
            draft.as_ref().map_or_else(|| fault.why.clone(), |draft| draft.told(fault))
        };
        Muster {
            battle,
            side,
            fleet: checked.fleet.clone(),
            fresh: true,
            warnings: checked.warnings.iter().map(told).collect(),
            link: share::to_link(&share::bare(file)).ok(),
            odds: None,
        }
    }

    /// The fleet's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.battle.side_name(self.side)
    }

    /// The record sheets of those who began on the side.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        let own = self.battle.tags().into_iter().filter(|tag| tag.side == self.side);
        own.filter_map(|tag| self.battle.sheet(tag, self.fresh)).collect()
    }

    /// The cards to lay on the table, and the chits that belong to them.
    fn cards(&self) -> Vec<Part> {
        let own = self.battle.tags().into_iter().filter(|tag| tag.side == self.side);
        let cards = own.filter_map(|tag| self.battle.table_card(tag, self.fresh)).collect();
        let mut parts = vec![Part::Cards(cards)];
        let chits = self.battle.chits(self.side);
        if !chits.is_empty() {
            parts.push(Part::Chits(self.name().to_owned(), chits));
        }
        parts
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
            notes: text("notes"),
            briefing: ready.map(|ready| &ready.briefing).unwrap_or(&unsaid).with(own),
            ships: self.sheets(),
            warnings: self.warnings.clone(),
            link: self.link.clone(),
        }
    }

    /// The work that its odds take, which may be long.
    #[must_use]
    pub fn odds_to_work_out(&self) -> OddsTables {
        OddsTables::new(&self.battle, self.side)
    }

    fn odds(&self) -> Part {
        let other = self.battle.side_name(self.side.other());
        let system = self.battle.system().name();
        let tables = self.odds.clone().unwrap_or_else(|| odds_tables(&self.battle, self.side));
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

/// The parts to print of some fleets: kind by kind, fleet by fleet. Charts and
/// turn tracks come once for every system, and the report of the battle that
/// they are in once.
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
            Kind::Cards => musters.iter().flat_map(Muster::cards).collect(),
            Kind::Odds => each(&Muster::odds),
            Kind::Report => {
                report.map(|report| Part::Report(Box::new(report.clone()))).into_iter().collect()
            }
            Kind::Turn => once(&|battle| Part::Turns(turn_track(battle))),
            Kind::Charts => once(&|battle| {
                let system = battle.system();
                Part::Charts(system.name().to_owned(), charts(musters, system))
            }),
        })
        .collect()
}

/// The charts of a system with what the fleets of it use.
fn charts(musters: &[Muster], system: SystemTag) -> Vec<crate::rules::Chart> {
    let own = musters.iter().filter(|muster| muster.battle.system() == system);
    let uses: Vec<String> = own.flat_map(|muster| muster.battle.uses(muster.side)).collect();
    used_charts(system.charts(), &uses)
}

/// A battle to take a fleet's fresh sheets from: the fleet as side A against
/// itself, or where the rules do not let it fight itself, against a ready fleet
/// that they let it fight.
fn drawn_up(own: &Fleet) -> Result<Battle, String> {
    let against = |other: Fleet| {
        Battle::open([own.clone(), other], Options::new()).map_err(|fault| fault.to_string())
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

/// How many turns a track counts: more than a battle takes.
const TURNS: u8 = 24;

/// The turn track of a battle's system, with the orders of a turn in their
/// order.
#[must_use]
pub fn turn_track(battle: &Battle) -> TurnTrack {
    let orders = battle.system().orders().iter().filter(|order| order.kind != ADJUST.kind);
    TurnTrack {
        system: battle.system().name().to_owned(),
        cycle: battle.system().cycle(),
        turns: TURNS,
        steps: orders.map(|order| (Say::word(order.name), Say::word(order.what))).collect(),
    }
}
