//! Initial values and choices in the forms of Command & Chaos, and which orders are offered
//! to which unit.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::{Side, Subject, Tag};
use rules::correction::correctable_entries;
use rules::forms::Forms;
use rules::system::Rules;
use rules::view::{FieldDefaults, HeldCard};

use super::orders::fields::{
    AlliedMorale, Charge, Detach, Discard, Flank, Javelins, Join, Melee, MoveOfficer, MoveZone,
    PlayCard, ReplaceLieutenant, Reserve, Reveal, Skirmish, Turn,
};
use super::orders::{Field, OrderKind};
use super::state::{Battle, Status, Unit};
use super::tables::{Kind, MOST_DISCARDS, Officer, Phase, Zone};

impl Forms for Battle {
    /// The form asks what a card changes about the dice only once a card is turned up. The
    /// target of a strike back is known (CC-14).
    fn asks(&self, _subject: Subject, field: Field) -> bool {
        let Field::Melee(field) = field else { return true };
        match field {
            Melee::dice_more | Melee::no_attack => {
                self.common.units.iter().any(|(_, unit)| unit.card_revealed)
            }
            Melee::target_attack => false,
            Melee::unit | Melee::units | Melee::target | Melee::attack | Melee::answers => true,
        }
    }

    fn defaults(&self, subject: Subject, field: Field) -> FieldDefaults {
        match subject {
            Subject::Unit(tag) => {
                let unit = self.common.units.find(tag);
                unit.map_or_else(FieldDefaults::default, |unit| {
                    self.defaults_of_unit(tag, unit, field)
                })
            }
            Subject::Side(side) => self.defaults_of_side(side, field),
            Subject::Battle => FieldDefaults::default(),
        }
    }

    /// Whether a subject ever gives an order of this kind.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => {
                self.common.units.find(tag).is_some_and(|unit| self.unit_gives(tag, unit, order))
            }
            Subject::Side(side) => {
                let log = self.side(side);
                let has_cards = !self.cards[side.index()].is_empty();
                (order != OrderKind::ReplaceLieutenant || log.lieutenants.iter().any(|l| l.lost))
                    && (!matches!(order, OrderKind::Discard | OrderKind::Draw) || has_cards)
                    && (order != OrderKind::Discard || log.discarded < MOST_DISCARDS)
                    && (order != OrderKind::MoveOfficer || log.commander.is_some())
                    && (order != OrderKind::Concede || self.winner().is_none())
                    && (order != OrderKind::Pass || self.may_pass(side).is_ok())
            }
            Subject::Battle => true,
        }
    }

    /// Why a field has no choices.
    fn nothing_for(&self, field: Field) -> Option<Message> {
        let no_enemy = || message!("no heavy enemy is left as a target");
        let words = [
            (Field::PlayCard(PlayCard::card), message!("there is no card in the hand")),
            (Field::Join(Join::with), message!("no heavy cavalry is free to be joined")),
            (Field::Skirmish(Skirmish::target), message!("no enemy light infantry is left")),
            (Field::Charge(Charge::target), no_enemy()),
            (Field::Flank(Flank::target), no_enemy()),
            (Field::Javelins(Javelins::target), no_enemy()),
            (Field::Melee(Melee::target), no_enemy()),
            (Field::Reveal(Reveal::target), no_enemy()),
            (Field::MoveZone(MoveZone::zone), message!("every zone has moved")),
            (Field::ReplaceLieutenant(ReplaceLieutenant::zone), message!("no lieutenant is lost")),
        ];
        words.into_iter().find(|(of, _)| *of == field).map(|(_, why)| why)
    }
}

impl Battle {
    fn defaults_of_side(&self, side: Side, field: Field) -> FieldDefaults {
        if field == Field::Discard(Discard::cards) {
            FieldDefaults { value: Some(json!([])), ..self.hand(side) }
        } else if field == Field::MoveZone(MoveZone::zone) {
            zones(&self.zones_left(side))
        } else if field == Field::ReplaceLieutenant(ReplaceLieutenant::zone) {
            let lost = self.side(side).lieutenants.iter().filter(|l| l.lost);
            zones(&lost.map(|l| l.zone).collect::<Vec<_>>())
        } else if field == Field::MoveOfficer(MoveOfficer::officer) {
            value(json!(Officer::Commander))
        } else {
            FieldDefaults::default()
        }
    }

    fn defaults_of_unit(&self, tag: Tag, unit: &Unit, field: Field) -> FieldDefaults {
        match field {
            Field::Charge(Charge::target) | Field::Javelins(Javelins::target) => {
                self.targets(tag, unit, is_heavy)
            }
            Field::Flank(Flank::target) => self.targets(tag, unit, |_, enemy| {
                enemy.kind == Kind::HeavyInfantry && self.can_flank(unit, enemy)
            }),
            Field::Skirmish(Skirmish::target) => {
                self.targets(tag, unit, |_, enemy| !enemy.kind.is_heavy())
            }
            Field::Reveal(Reveal::target) => {
                self.targets(tag, unit, |other, _| self.could_meet(tag, other))
            }
            Field::Melee(field) => self.defaults_of_melee(tag, unit, field),
            Field::Turn(Turn::to) => {
                let flankers = self.flankers(tag);
                let known = flankers.filter_map(|(by, _)| Some((by, self.common.units.find(by)?)));
                FieldDefaults { choices: Some(list(known.collect())), ..FieldDefaults::default() }
            }
            Field::Join(Join::with) => self.mounts(tag, unit),
            Field::AlliedMorale(AlliedMorale::rout) => FieldDefaults {
                value: self.rout_for(tag).map(|open| json!(open.rout)),
                range: None,
                choices: Some(self.near_routs(tag)),
            },
            Field::PlayCard(PlayCard::card) => self.hand(tag.side),
            Field::Detach(Detach::officer) => {
                unit.officer.map_or_else(FieldDefaults::default, |officer| value(json!(officer)))
            }
            Field::Reserve(Reserve::zone) => value(json!(unit.zone)),
            Field::Reserve(Reserve::column) => value(json!(3 - unit.column)),
            Field::Charge(Charge::unit | Charge::answer)
            | Field::Javelins(Javelins::unit | Javelins::throw)
            | Field::Flank(Flank::unit | Flank::attack)
            | Field::Skirmish(Skirmish::unit)
            | Field::Reveal(Reveal::unit)
            | Field::Turn(Turn::unit)
            | Field::Join(Join::unit)
            | Field::AlliedMorale(AlliedMorale::unit)
            | Field::PlayCard(PlayCard::unit)
            | Field::Detach(Detach::unit)
            | Field::Reserve(Reserve::unit)
            | Field::Initiative(_)
            | Field::Discard(_)
            | Field::Draw(_)
            | Field::MoveZone(_)
            | Field::Pass(_)
            | Field::FallBack(_)
            | Field::Leave(_)
            | Field::Advance(_)
            | Field::MoveOfficer(_)
            | Field::CloseRout(_)
            | Field::Rally(_)
            | Field::Attach(_)
            | Field::ReplaceLieutenant(_)
            | Field::EndPhase(_)
            | Field::Concede(_) => FieldDefaults::default(),
        }
    }

    fn defaults_of_melee(&self, tag: Tag, unit: &Unit, field: Melee) -> FieldDefaults {
        match field {
            Melee::target => self.targets(tag, unit, is_heavy),
            Melee::attack => attack_from(unit),
            Melee::units => self.pairs(tag, unit, false),
            Melee::answers => self.pairs(tag, unit, true),
            Melee::no_attack => value(Value::Null),
            Melee::dice_more => {
                FieldDefaults { choices: Some(self.may_gain_dice(tag, unit)), ..value(Value::Null) }
            }
            Melee::unit | Melee::target_attack => FieldDefaults::default(),
        }
    }

    /// The units to which cards can give dice in this unit's melee: itself, those with
    /// which it is engaged, and those with a card turned up.
    fn may_gain_dice(&self, tag: Tag, unit: &Unit) -> Vec<(Value, Message)> {
        let with = |other: &Tag, known: &Unit| {
            *other == tag || unit.engaged_with.contains(other) || known.card_revealed
        };
        list(self.common.units.iter().filter(|(other, known)| with(other, known)).collect())
    }

    /// The cavalry that light infantry may join, with those in its column first.
    fn mounts(&self, tag: Tag, unit: &Unit) -> FieldDefaults {
        let free = |(_, u): &(Tag, &Unit)| u.kind == Kind::HeavyCavalry && !u.mixed;
        let mut cavalry: Vec<(Tag, &Unit)> = self.standing(tag.side).filter(free).collect();
        cavalry.sort_by_key(|(_, u)| u.place().abs_diff(unit.place()));
        FieldDefaults { choices: Some(list(cavalry)), ..FieldDefaults::default() }
    }

    /// The open routs near a unit for which it has not rolled.
    fn near_routs(&self, tag: Tag) -> Vec<(Value, Message)> {
        let near = self
            .routs_of(tag)
            .filter(|open| !open.rolled.contains(&tag) && self.is_near(tag, open.rout));
        list(
            near.filter_map(|open| Some((open.rout, self.common.units.find(open.rout)?))).collect(),
        )
    }

    /// The enemies that can be the target of an order, with the one opposite first.
    fn targets(&self, tag: Tag, unit: &Unit, fits: impl Fn(Tag, &Unit) -> bool) -> FieldDefaults {
        let fits = |(other, enemy): &(Tag, &Unit)| fits(*other, enemy);
        let mut enemies: Vec<(Tag, &Unit)> = self.standing(tag.side.other()).filter(fits).collect();
        let opposite = unit.faces();
        enemies.sort_by_key(|(enemy, other)| {
            let met = unit.fought.contains(enemy);
            let flanked = unit.flanking.is_some_and(|flanking| flanking.target == *enemy);
            let engaged = unit.engaged_with.contains(enemy);
            let apart = other.place().abs_diff(opposite);
            (met, !flanked, !engaged, apart, other.reserve && !other.reserve_advanced)
        });
        FieldDefaults { choices: Some(list(enemies)), ..FieldDefaults::default() }
    }

    /// The other cavalry of a side for a melee of two on one; with `itself`, the unit too.
    fn pairs(&self, tag: Tag, own: &Unit, itself: bool) -> FieldDefaults {
        let is_cavalry = |u: &Unit| u.kind == Kind::HeavyCavalry;
        let mut cavalry = Vec::new();
        if is_cavalry(own) {
            // CC-17.
            let friends = |(friend, u): &(Tag, &Unit)| {
                *friend != tag && is_cavalry(u) && self.is_near(tag, *friend)
            };
            cavalry = self.standing(tag.side).filter(friends).collect();
            if itself && !cavalry.is_empty() {
                cavalry.insert(0, (tag, own));
            }
        }
        FieldDefaults { value: Some(Value::Null), range: None, choices: Some(list(cavalry)) }
    }

    /// Whether a unit gives an order, by its kind and situation.
    fn unit_gives(&self, tag: Tag, unit: &Unit, order: OrderKind) -> bool {
        let heavy = unit.kind.is_heavy();
        let enemies = || self.standing(tag.side.other());
        if order == OrderKind::CloseRout {
            return self.routs_open.iter().any(|open| open.rout == tag);
        }
        // A routed unit can only be corrected.
        unit.status != Status::Routed
            && match order {
                OrderKind::Javelins | OrderKind::Skirmish => !heavy,
                OrderKind::FallBack => unit.fallback_owed > 0,
                OrderKind::Join => !heavy && unit.mixed_with.is_none(),
                OrderKind::Leave => unit.mixed || unit.mixed_with.is_some(),
                OrderKind::Turn => self.flankers(tag).next().is_some(),
                OrderKind::Charge => heavy && !unit.charged,
                OrderKind::Flank => {
                    let beside = |(_, enemy): (Tag, &Unit)| {
                        enemy.kind == Kind::HeavyInfantry && self.can_flank(unit, enemy)
                    };
                    heavy && enemies().any(beside)
                }
                OrderKind::Melee | OrderKind::Rally => heavy,
                OrderKind::Reveal => {
                    self.phase == Phase::Melee
                        && enemies().any(|(enemy, _)| self.could_meet(tag, enemy))
                }
                OrderKind::AlliedMorale => heavy && !self.near_routs(tag).is_empty(),
                OrderKind::Attach => heavy && unit.officer.is_none(),
                OrderKind::Detach => unit.officer.is_some(),
                OrderKind::Reserve | OrderKind::Advance => unit.reserve && !unit.reserve_advanced,
                OrderKind::PlayCard => true,
                OrderKind::Initiative
                | OrderKind::Discard
                | OrderKind::Draw
                | OrderKind::MoveZone
                | OrderKind::Pass
                | OrderKind::MoveOfficer
                | OrderKind::CloseRout
                | OrderKind::ReplaceLieutenant
                | OrderKind::EndPhase
                | OrderKind::Concede => false,
            }
    }

    /// The cards of a hand, each name once; empty if the hand is unknown.
    fn hand(&self, side: Side) -> FieldDefaults {
        if self.is_redacted(side) {
            return FieldDefaults { choices: Some(Vec::new()), ..FieldDefaults::default() };
        }
        let choice = |HeldCard { name, text, count }: HeldCard| {
            let label = match (count, text.as_str()) {
                (1, "") => Message::verbatim(name.clone()),
                (1, text) => message!("{name}: {text}", name = &name, text),
                (many, "") => message!("{name} ({many})", name = &name, many),
                (many, text) => message!("{name} ({many}): {text}", name = &name, many, text),
            };
            (json!(name), label)
        };
        let choices = self.held_cards(side).into_iter().map(choice).collect();
        FieldDefaults { choices: Some(choices), ..FieldDefaults::default() }
    }

    /// The entries of a unit that can be corrected, the usual one first.
    pub(super) fn unit_keys(&self, tag: Tag, unit: &Unit) -> FieldDefaults {
        let heavy = unit.kind.is_heavy();
        let mut choices = correctable_entries(self, tag);
        choices.retain(|(key, _)| heavy || !OF_HEAVY.iter().any(|of_heavy| key == of_heavy));
        FieldDefaults {
            choices: Some(choices),
            ..value(json!(if heavy { "hits" } else { "status" }))
        }
    }

    /// The entries of a side that can be corrected.
    pub(super) fn side_keys(&self, side: Side) -> FieldDefaults {
        let mut choices: Vec<(Value, Message)> = self
            .side(side)
            .lieutenants
            .iter()
            .map(|lieutenant| {
                let zone = lieutenant.zone;
                let label = message!("Lieutenant of the {zone} lost", zone = zone.says());
                (json!(format!("lieutenants.{zone}.lost")), label)
            })
            .collect();
        let value = choices.first().map(|(field, _)| field.clone());
        for field in ["first_player", "zones_done", "discarded", "hand", "deck", "discards"] {
            choices.push((json!(field), Message::slug(field)));
        }
        if self.side(side).commander.is_some() {
            choices.push((json!("commander.zone"), message!("Zone of the commander")));
        }
        FieldDefaults {
            value: value.or_else(|| Some(json!("first_player"))),
            range: None,
            choices: Some(choices),
        }
    }
}

fn is_heavy(_: Tag, unit: &Unit) -> bool {
    unit.kind.is_heavy()
}

fn value(value: Value) -> FieldDefaults {
    FieldDefaults { value: Some(value), ..FieldDefaults::default() }
}

fn zones(zones: &[Zone]) -> FieldDefaults {
    let label = |zone: &Zone| (json!(zone), zone.says());
    FieldDefaults { choices: Some(zones.iter().map(label).collect()), ..FieldDefaults::default() }
}

fn list(units: Vec<(Tag, &Unit)>) -> Vec<(Value, Message)> {
    units
        .into_iter()
        .map(|(tag, unit)| (json!(tag), message!("{tag} {name}", tag, name = &unit.name)))
        .collect()
}

/// The side of the enemy that it attacks from its present position.
fn attack_from(unit: &Unit) -> FieldDefaults {
    match unit.flanking {
        Some(flanking) => value(json!(flanking.attack)),
        None => FieldDefaults::default(),
    }
}

/// The entries that only heavy units have.
const OF_HEAVY: [&str; 4] = ["max_morale", "stamina", "hits", "veteran"];
