//! Corrections in Chicken of the Sea: an entry of a record, and the other records that must
//! agree with it.

use serde_json::{Value, json};

use message::{Message, clipped, message};
use rules::Keyword as _;
use rules::common::{Side, Subject, Tag};
use rules::common_orders::Corrected;
use rules::correction;
use rules::correction::Corrections;
use rules::roster::Rostered;
use rules::system::Rules;
use rules::view::FieldDefaults;

use super::defaults::keys_of_a_side;
use super::state::{Admiral, AdmiralStatus, Battle, Formation, Galley, SideKey, Status};
use super::tables::{CRIPPLED_SPEED, Shape, Speed};

impl Corrections for Battle {
    fn corrected(&mut self, corrected: &Corrected) {
        self.correct_phase_start(corrected.subject, &corrected.field);
        self.decided = None;
        self.decide();
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Unit(_) => {
                FieldDefaults { value: Some(json!("speed")), ..correction::entries(self, subject) }
            }
            Subject::Side(side) => keys_of_a_side(self, side),
            Subject::Battle => FieldDefaults::default(),
        }
    }

    /// Refuses an impossible corrected galley.
    fn check_unit(&self, tag: Tag, galley: &Galley) -> Result<(), Message> {
        let before = self.common.units.find(tag);
        let was_crippled = before.is_some_and(|before| before.crippled);
        if was_crippled && galley.crippled && !is_slow_enough(galley.speed) {
            let (ship, most) = (self.called(tag), CRIPPLED_SPEED);
            return Err(message!(
                "{ship} is crippled: speed {most} at most, and no backing water",
                ship,
                most
            ));
        }
        for other in &galley.fouled_with {
            if *other == tag || self.common.units.find(*other).is_none() {
                let ship = self.called(tag);
                return Err(message!("{ship} cannot be fouled with {other}", ship, other));
            }
        }
        let side = galley.side;
        let as_before = before.is_some_and(|before| before.formation == galley.formation);
        let Some(name) = galley.formation.as_ref().filter(|_| !as_before) else { return Ok(()) };
        let formations = &self.flags[side.index()].formations;
        if formations.iter().any(|formation| formation.name == *name) {
            return Ok(());
        }
        Err(message!("side {side} has no formation `{name}`", side, name = clipped(name)))
    }

    /// Replaces a galley with her corrected record, and makes the other records agree with
    /// it.
    fn replace_unit(&mut self, tag: Tag, mut galley: Galley) {
        let Some(before) = self.common.units.find(tag).cloned() else { return };
        if galley.crippled && !is_slow_enough(galley.speed) {
            galley.speed = Speed::Ahead(CRIPPLED_SPEED);
        }
        if galley.speed != before.speed {
            self.progress.began_at.remove(&tag);
            self.progress.held_out.remove(&tag);
        }
        sync_holder(tag, &before, &mut galley);
        let gone = !galley.in_play();
        if (galley.side, gone) != (before.side, !before.in_play()) {
            self.leave_formation(tag);
            let how = match galley.status {
                Status::Sunk => AdmiralStatus::Killed,
                Status::OffTable => AdmiralStatus::OffTable,
                Status::InAction | Status::Captured => AdmiralStatus::Captured,
            };
            if self.is_flagship(tag, before.side) {
                self.carry_admiral(before.side, None);
                if let Some(admiral) = &mut self.flags[before.side.index()].admiral {
                    admiral.status = how;
                }
            }
            galley.flagship = false;
            galley.formation = None;
        } else if galley.formation != before.formation {
            self.leave_formation(tag);
        } else if !galley.keeps_station() && before.keeps_station() {
            self.leave_formation(tag);
            galley.formation = None;
        }
        if gone {
            galley.fouled_with.clear();
        }
        self.sync_fouling(tag, &before.fouled_with, &galley.fouled_with);
        self.join(tag, &galley);
        let flagship = galley.flagship;
        let side = galley.side;
        let corrected = galley.speed != before.speed;
        self.common.units.change(tag, |log| *log = galley);
        if corrected && self.progress.shown.contains(&tag) {
            self.show(tag);
        }
        if flagship != before.flagship && side == before.side && !gone {
            self.carry_admiral(side, flagship.then_some(tag));
        }
    }

    /// Sets an entry of a side: its admiral's, or its formations.
    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), Message> {
        let entry = field.split_once('.').map_or(field, |(entry, _)| entry);
        match SideKey::of_word(entry) {
            Some(SideKey::Admiral) => self.correct_admiral(side, field, value),
            Some(SideKey::Formations) if entry == field => self.correct_formations(side, value),
            Some(SideKey::Formations | SideKey::ChecksOwed) | None => Err(message!(
                "side {side} has no entry `{field}`, only admiral and formations",
                side,
                field = clipped(field)
            )),
        }
    }
}

impl Battle {
    /// Adds a galley to the formation that her record names.
    fn join(&mut self, tag: Tag, galley: &Galley) {
        let formations = &mut self.flags[galley.side.index()].formations;
        let named = |f: &&mut Formation| Some(&f.name) == galley.formation.as_ref();
        if let Some(formation) = formations.iter_mut().find(named)
            && !formation.ships.contains(&tag)
        {
            formation.ships.push(tag);
        }
    }

    /// Makes the other records agree on which galleys are fouled together.
    fn sync_fouling(&mut self, tag: Tag, before: &[Tag], now: &[Tag]) {
        for other in before.iter().filter(|other| !now.contains(other)) {
            self.common.units.change(*other, |galley| galley.fouled_with.retain(|t| *t != tag));
        }
        for other in now.iter().filter(|other| !before.contains(other)) {
            self.common.units.change(*other, |galley| {
                if !galley.fouled_with.contains(&tag) {
                    galley.fouled_with.push(tag);
                }
            });
        }
    }

    fn correct_admiral(&mut self, side: Side, field: &str, value: &Value) -> Result<(), Message> {
        let wrong = |why: Message| {
            message!(
                "`{field}` of {side} cannot be {value}: {why}",
                field = clipped(field),
                side,
                value = clipped(&value.to_string()),
                why
            )
        };
        let unreadable = || wrong(message!("this value does not fit the record of an admiral"));
        let mut keys = serde_json::to_value(self.admiral(side)).map_err(|_| unreadable())?;
        let mut place = &mut keys;
        for part in field.split('.').skip(1) {
            place = place.get_mut(part).ok_or_else(|| {
                message!("side {side} has no entry `{field}`", side, field = clipped(field))
            })?;
        }
        *place = value.clone();
        let admiral: Option<Admiral> = serde_json::from_value(keys).map_err(|_| unreadable())?;
        let aboard = admiral.as_ref().and_then(|admiral| admiral.aboard);
        if let Some(tag) = aboard
            && !self.held_by(side).any(|(held, _)| held == tag)
        {
            return Err(wrong(message!("side {side} has no {tag} in action", side, tag)));
        }
        self.flags[side.index()].admiral = admiral;
        self.carry_admiral(side, aboard);
        Ok(())
    }

    fn correct_formations(&mut self, side: Side, value: &Value) -> Result<(), Message> {
        let wrong = |why: Message| {
            message!("the formations of {side} cannot be like this: {why}", side, why)
        };
        let formations: Vec<Formation> = serde_json::from_value(value.clone())
            .map_err(|_| wrong(message!("this is not a list of formations")))?;
        let mut seen: Vec<Tag> = Vec::new();
        for formation in &formations {
            let Formation { name, ships, leader, .. } = formation;
            if ships.len() < 2 || !ships.contains(leader) {
                return Err(wrong(message!(
                    "`{name}` takes two galleys or more, with its leader among them",
                    name = clipped(name)
                )));
            }
            if formation.shape == Shape::LineAbreast && !self.has_commander(*leader) {
                return Err(wrong(message!(
                    "no admiral or line commander is aboard {leader}",
                    leader
                )));
            }
            if formations.iter().filter(|other| other.name == *name).count() > 1 {
                return Err(wrong(message!("`{name}` appears twice", name = clipped(name))));
            }
            for tag in ships {
                if !self.held_by(side).any(|(held, _)| held == *tag) {
                    return Err(wrong(message!("{tag} is not a galley of side {side}", tag, side)));
                }
                if seen.contains(tag) {
                    return Err(wrong(message!("{tag} appears twice", tag)));
                }
                seen.push(*tag);
            }
        }
        self.flags[side.index()].formations = formations;
        self.flags[side.index()].seen = None;
        self.record_formations(side);
        Ok(())
    }
}

fn is_slow_enough(speed: Speed) -> bool {
    matches!(speed, Speed::Ahead(points) if points <= CRIPPLED_SPEED)
}

/// Makes her controlling side and her status agree; the corrected entry decides.
fn sync_holder(tag: Tag, before: &Galley, galley: &mut Galley) {
    if galley.status != before.status {
        match galley.status {
            Status::Captured => galley.side = tag.side.other(),
            Status::InAction => galley.side = tag.side,
            Status::Sunk | Status::OffTable => {}
        }
    } else if galley.side != before.side && galley.in_play() {
        let captured = galley.side != tag.side;
        galley.status = if captured { Status::Captured } else { Status::InAction };
    }
}
