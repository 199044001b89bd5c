//! The command game: the admiral's flag, formations, and who follows orders.

use crate::dice::{Ask, Hopes, Roller, Throw};
use crate::rules::common::{Resolution, Side, Stop, Tag, refuse};
use crate::rules::roster::Rostered;

use super::orders::{ADMIRAL_RULE, COMMAND_RULE, Effect, FORMATION_RULE};
use super::resolve::{Resolved, afloat, falls_out, present};
use super::state::{AdmiralStatus, Battle, Command, Formation, Galley};
use super::tables::{Commanded, Shape, Speed};

/// The command rules are a switch.
fn is_on(battle: &Battle, rule: &'static str) -> Result<(), Stop> {
    if battle.switch("command") {
        return Ok(());
    }
    refuse(rule, "the command rules are not used in this battle (switch `command`)")
}

impl Battle {
    /// Who is lost with a galley: the admiral, a line commander.
    pub(super) fn lost_with(&self, tag: Tag, how: AdmiralStatus) -> Vec<Effect> {
        let Some(galley) = self.galleys.find(tag) else { return Vec::new() };
        let mut lost = Vec::new();
        if self.is_flagship(tag, galley.side) {
            lost.push(Effect::AdmiralLost(galley.side, how));
        }
        if galley.line_commander {
            lost.push(Effect::LineCommanderLost(tag));
        }
        lost
    }
}

pub(super) fn transfer_admiral(battle: &Battle, from: Tag, to: Tag) -> Resolved {
    battle.galleys.get(to)?;
    let flagship = present(battle, from, ADMIRAL_RULE)?;
    is_on(battle, ADMIRAL_RULE)?;
    let goal = present(battle, to, ADMIRAL_RULE)?;
    if !battle.is_flagship(from, flagship.side) {
        return refuse(ADMIRAL_RULE, format!("no admiral is aboard {from} {}", flagship.name));
    }
    if from == to {
        return refuse(ADMIRAL_RULE, format!("he is aboard {from} already"));
    }
    if goal.side != flagship.side {
        return refuse(ADMIRAL_RULE, format!("{to} {} is an enemy", goal.name));
    }
    let side = flagship.side;
    let mut effects = vec![Effect::AdmiralAboard(side, to)];
    if battle.admiral(side).is_some_and(|admiral| admiral.enhanced) {
        effects.push(Effect::AdmiralEnhanced(side, false));
    }
    Ok(Resolution::done(effects))
}

pub(super) fn form(battle: &Battle, shape: Shape, ships: &[Tag], leader: Tag) -> Resolved {
    battle.galleys.get(leader)?;
    for tag in ships {
        battle.galleys.get(*tag)?;
    }
    is_on(battle, FORMATION_RULE)?;
    let Some(&first) = ships.first().filter(|_| ships.len() > 1) else {
        return refuse(FORMATION_RULE, "a formation takes two galleys or more");
    };
    let side = battle.galleys.get(first)?.side;
    for (at, tag) in ships.iter().enumerate() {
        if ships[..at].contains(tag) {
            return refuse(FORMATION_RULE, format!("{tag} has one place in it"));
        }
        if afloat(battle, *tag, FORMATION_RULE)?.side != side {
            return refuse(FORMATION_RULE, format!("{first} and {tag} are of two sides"));
        }
        keeps_station(battle, *tag)?;
    }
    if !ships.contains(&leader) {
        return refuse(FORMATION_RULE, format!("the leader {leader} is not in it"));
    }
    if shape == Shape::Column && leader != first {
        return refuse(
            FORMATION_RULE,
            format!("a column is led by its first galley, {first}, not by {leader}"),
        );
    }
    let mut effects: Vec<Effect> = ships.iter().filter_map(|tag| falls_out(battle, *tag)).collect();
    let name = format!("{shape}-{}", battle.formed + 1);
    effects.push(Effect::Formed(Formation { name, shape, ships: ships.to_vec(), leader }));
    Ok(Resolution::done(effects))
}

/// Neither fouled nor crippled: either breaks a formation.
fn keeps_station(battle: &Battle, tag: Tag) -> Result<(), Stop> {
    let galley = battle.galleys.get(tag)?;
    let why = if galley.crippled {
        "is crippled".into()
    } else if let Some(other) = galley.fouled_with.first() {
        format!("is fouled with {other}")
    } else {
        return Ok(());
    };
    refuse(FORMATION_RULE, format!("{tag} {} {why} and keeps no station", galley.name))
}

pub(super) fn break_formation(battle: &Battle, tag: Tag) -> Resolved {
    let galley = present(battle, tag, FORMATION_RULE)?;
    is_on(battle, FORMATION_RULE)?;
    match falls_out(battle, tag) {
        Some(effect) => Ok(Resolution::done(vec![effect])),
        None => refuse(FORMATION_RULE, format!("{tag} {} is in no formation", galley.name)),
    }
}

pub(super) fn check(
    battle: &Battle,
    tag: Tag,
    in_admirals_range: bool,
    roller: &mut Roller,
) -> Resolved {
    let galley = present(battle, tag, COMMAND_RULE)?;
    is_on(battle, COMMAND_RULE)?;
    if let Some(why) = battle.exemption(tag, in_admirals_range) {
        return refuse(COMMAND_RULE, format!("{tag} {} does not check: {why}", galley.name));
    }
    let cq = i64::from(galley.cq);
    let ask =
        Ask::new(Throw::D6, format!("command: {cq} or less is in command")).hoping(Hopes::Low);
    // Only 6 veers, and the best crew is in command on a 6.
    let rows = [(i64::MIN, Heed::Heeds), (cq + 1, Heed::Holds), (6.max(cq + 1), Heed::Veers)];
    let (outcome, told, turn) = match roller.row(&ask, &rows)? {
        Heed::Heeds => {
            let told = Effect::CommandTold(tag, Commanded::Yes);
            return Ok(Resolution::new("in-command", vec![told]));
        }
        Heed::Holds => ("holds-course", Commanded::HoldsCourse, None),
        Heed::Veers => {
            let ask = Ask::new(Throw::D6, "veers: odd to the left, even to the right")
                .hoping(Hopes::Neither);
            let sides = [(1, -1), (2, 1), (3, -1), (4, 1), (5, -1), (6, 1)];
            let by: i8 = roller.row(&ask, &sides)?;
            let outcome = if by < 0 { "veers-left" } else { "veers-right" };
            (outcome, Commanded::Veered, Some(by))
        }
    };
    let mut effects = vec![Effect::CommandTold(tag, told)];
    effects.extend(turn.map(|by| Effect::Drifted(tag, galley.facing.turned(by))));
    effects.extend(falls_out(battle, tag));
    Ok(Resolution::new(outcome, effects))
}

/// What a command check comes to.
#[derive(Clone, Copy)]
enum Heed {
    Heeds,
    Holds,
    Veers,
}

impl Battle {
    /// Why a galley does not check for command, where she does not.
    pub(super) fn exemption(&self, tag: Tag, in_admirals_range: bool) -> Option<String> {
        let galley = self.galleys.find(tag)?;
        if galley.aground {
            return Some("she is aground, and can neither change speed nor move".into());
        }
        if self.moves_now(galley.side) && galley.speed == Speed::STOPPED {
            return Some("at speed 0 she does not move in this phase".into());
        }
        if self.is_flagship(tag, galley.side) {
            return Some("the admiral is aboard".into());
        }
        if galley.line_commander {
            return Some("a line commander is aboard".into());
        }
        if let Some(formation) = self.formation_of(tag) {
            let place = match (self.command_of(formation), formation.leader == tag) {
                (Command::Full, _) => "is in full command",
                (Command::Limited, false) => "is in limited command, and only its lead checks",
                (Command::Limited, true) | (Command::None, _) => {
                    return self.reached(galley, in_admirals_range);
                }
            };
            return Some(format!("{} {place}", formation.name));
        }
        self.reached(galley, in_admirals_range)
    }

    /// Within the reach of an admiral who commands no formation.
    fn reached(&self, galley: &Galley, in_admirals_range: bool) -> Option<String> {
        let admiral = self.admiral(galley.side)?;
        let free = admiral.aboard.is_some() && self.admirals_formation(galley.side).is_none();
        (in_admirals_range && free)
            .then(|| format!("{} is within {} hexes", admiral.name, admiral.reach()))
    }

    /// Whether a galley has still to check in this phase, as far as anybody
    /// can tell without the map.
    pub(super) fn owes_check(&self, tag: Tag) -> bool {
        self.switch("command")
            && !self.progress.checked.contains(&tag)
            && self.galleys.find(tag).is_some_and(Galley::in_play)
            && self.exemption(tag, true).is_none()
    }
}

impl Battle {
    /// A formation is formed; everybody in it goes under its leader's marker.
    pub(super) fn form_up(&mut self, formation: &Formation) {
        let leader = formation.leader;
        let Some((side, speed)) = self.galleys.find(leader).map(|g| (g.side, g.speed)) else {
            return;
        };
        self.formed += 1;
        let began = self.progress.began_at.get(&leader).copied();
        let held = self.progress.held_out.get(&leader).copied();
        let assigned = self.progress.assigned.contains(&leader);
        for &tag in &formation.ships {
            self.galleys.change(tag, |galley| {
                galley.formation = Some(formation.name.clone());
                galley.speed = speed;
            });
            self.progress.began_at.remove(&tag);
            self.progress.began_at.extend(began.map(|speed| (tag, speed)));
            self.progress.held_out.remove(&tag);
            self.progress.held_out.extend(held.map(|held| (tag, held)));
            self.progress.assigned.remove(&tag);
            self.progress.assigned.extend(assigned.then_some(tag));
        }
        self.flags[side.index()].formations.push(formation.clone());
    }

    /// A galley is out of her formation. What is ahead and what is behind her
    /// goes on, each as a formation of its own if it is two galleys or more.
    pub(super) fn leave_formation(&mut self, tag: Tag) {
        let Some(formation) = self.formation_of(tag).cloned() else { return };
        let Some(side) = self.galleys.find(tag).map(|galley| galley.side) else { return };
        let admirals = self.admirals_formation(side).is_some_and(|f| f.name == formation.name);
        if admirals && formation.shape == Shape::LineAbreast {
            self.enhance(side, false);
        }
        self.flags[side.index()].formations.retain(|f| f.name != formation.name);
        let at = formation.ships.iter().position(|t| *t == tag).unwrap_or_default();
        let (ahead, behind) = (&formation.ships[..at], &formation.ships[at + 1..]);
        // The part that has the leader keeps the name; else the one ahead.
        let mut parts: Vec<&[Tag]> =
            [ahead, behind].into_iter().filter(|part| part.len() > 1).collect();
        parts.sort_by_key(|part| !part.contains(&formation.leader));
        for tag in &formation.ships {
            self.galleys.change(*tag, |galley| galley.formation = None);
        }
        for (at, part) in parts.into_iter().enumerate() {
            let name = if at == 0 {
                formation.name.clone()
            } else {
                self.formed += 1;
                format!("{}-{}", formation.shape, self.formed)
            };
            self.go_on(&formation, part, name);
        }
    }

    /// A part of a broken formation goes on under its new name and leader.
    fn go_on(&mut self, broken: &Formation, part: &[Tag], name: String) {
        let commander = part.iter().find(|tag| self.has_commander(**tag));
        let leader = match broken.shape {
            _ if part.contains(&broken.leader) => Some(&broken.leader),
            Shape::LineAbreast if commander.is_some() => commander,
            _ => part.first(),
        };
        let Some(&leader) = leader else { return };
        for tag in part {
            self.galleys.change(*tag, |galley| galley.formation = Some(name.clone()));
        }
        let formation = Formation { name, ships: part.to_vec(), leader, ..broken.clone() };
        let side = self.galleys.find(leader).map_or(leader.side, |galley| galley.side);
        self.flags[side.index()].formations.push(formation);
    }

    /// The admiral of a side goes aboard a galley, or is aboard none.
    pub(super) fn carry_admiral(&mut self, side: Side, aboard: Option<Tag>) {
        if let Some(admiral) = &mut self.flags[side.index()].admiral {
            admiral.aboard = aboard;
        }
        let held: Vec<Tag> = self.held_by(side).map(|(tag, _)| tag).collect();
        for tag in held {
            let flagship = aboard == Some(tag);
            if self.galleys.find(tag).is_some_and(|galley| galley.flagship != flagship) {
                self.galleys.change(tag, |galley| galley.flagship = flagship);
            }
        }
    }

    pub(super) fn enhance(&mut self, side: Side, enhanced: bool) {
        if let Some(admiral) = &mut self.flags[side.index()].admiral {
            admiral.enhanced = enhanced;
        }
    }
}
