//! What the forms of Command & Chaos suggest, what can be chosen in them, and
//! which orders are offered to whom.

use serde_json::{Value, json};

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::corrected::to_correct;
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::view::Hint;
use crate::say::{Say, say};

use super::state::{Battle, Status, Unit};
use super::tables::{Kind, Phase, Zone};

impl Battle {
    /// Whether a subject ever gives an order of this kind.
    pub(super) fn is_given(&self, subject: Subject, order: &OrderSpec) -> bool {
        match subject {
            Subject::Unit(tag) => {
                self.units.find(tag).is_some_and(|unit| self.unit_gives(tag, unit, order.kind))
            }
            Subject::Side(side) => match order.kind {
                "replace-lieutenant" => self.side(side).lieutenants.iter().any(|l| l.lost),
                "discard" | "draw" => !self.setup.cards[side.index()].is_empty(),
                "move-officer" => self.side(side).commander.is_some(),
                _ => true,
            },
            Subject::Battle => order.kind != "adjust",
        }
    }

    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let unit = match subject {
            Subject::Unit(tag) => self.units.find(tag).map(|unit| (tag, unit)),
            Subject::Side(_) | Subject::Battle => None,
        };
        let side = match subject {
            Subject::Unit(tag) => Some(tag.side),
            Subject::Side(side) => Some(side),
            Subject::Battle => None,
        };
        match (order.kind, field.name) {
            (_, "target") => {
                unit.map_or_else(Hint::default, |(tag, u)| self.targets(order, tag, u))
            }
            ("melee", "attack") => unit.map_or_else(Hint::default, attack_from),
            ("melee", "units" | "answers") => self.pairs(unit, field.name == "answers"),
            ("melee", "no_attack") => value(Value::Null),
            ("melee", "dice_more") => Hint {
                choices: Some(unit.map_or_else(Vec::new, |(tag, u)| self.may_gain_dice(tag, u))),
                ..value(Value::Null)
            },
            ("turn", "to") => unit.map_or_else(Hint::default, |(tag, _)| {
                let flankers = self.flankers(tag);
                let known = flankers.filter_map(|(by, _)| Some((by, self.units.find(by)?)));
                Hint { choices: Some(list(known.collect())), ..Hint::default() }
            }),
            ("join", "with") => unit.map_or_else(Hint::default, |(tag, u)| self.mounts(tag, u)),
            ("allied-morale", "rout") => unit.map_or_else(Hint::default, |(tag, _)| Hint {
                value: self.rout_for(tag).map(|open| json!(open.rout)),
                range: None,
                choices: Some(self.near_routs(tag)),
            }),
            ("play-card", "card") => side.map_or_else(Hint::default, |side| self.hand(side)),
            ("discard", "cards") => Hint {
                value: Some(json!([])),
                ..side.map_or_else(Hint::default, |side| self.hand(side))
            },
            ("move-zone", "zone") => {
                side.map_or_else(Hint::default, |side| zones(&self.zones_left(side)))
            }
            ("replace-lieutenant", "zone") => side.map_or_else(Hint::default, |side| {
                let lost = self.side(side).lieutenants.iter().filter(|l| l.lost);
                zones(&lost.map(|l| l.zone).collect::<Vec<_>>())
            }),
            ("move-officer", "officer") => value(json!("commander")),
            ("detach", "officer") => {
                unit.and_then(|(_, u)| u.officer).map_or_else(Hint::default, |o| value(json!(o)))
            }
            ("reserve", "zone") => unit.map_or_else(Hint::default, |(_, u)| value(json!(u.zone))),
            ("reserve", "column") => {
                unit.map_or_else(Hint::default, |(_, u)| value(json!(3 - u.column)))
            }
            ("adjust", "field") => match (subject, unit) {
                (_, Some((tag, unit))) => self.unit_keys(tag, unit),
                (Subject::Side(side), _) => self.side_keys(side),
                (Subject::Unit(_) | Subject::Battle, None) => Hint::default(),
            },
            _ => Hint::default(),
        }
    }

    /// The units that cards can give dice to in this unit's melee: itself,
    /// those that it is engaged with, and those with a card turned up.
    fn may_gain_dice(&self, tag: Tag, unit: &Unit) -> Vec<(Value, Say)> {
        let with = |other: &Tag, known: &Unit| {
            *other == tag || unit.engaged_with.contains(other) || known.card_revealed
        };
        list(self.units.iter().filter(|(other, known)| with(other, known)).collect())
    }

    /// The cavalry that light infantry may join; those in its column come
    /// first.
    fn mounts(&self, tag: Tag, unit: &Unit) -> Hint {
        let free = |(_, u): &(Tag, &Unit)| u.kind == Kind::HeavyCavalry && !u.mixed;
        let mut cavalry: Vec<(Tag, &Unit)> = self.standing(tag.side).filter(free).collect();
        cavalry.sort_by_key(|(_, u)| u.place().abs_diff(unit.place()));
        Hint { choices: Some(list(cavalry)), ..Hint::default() }
    }

    /// The open routs near a unit for which it has not rolled.
    fn near_routs(&self, tag: Tag) -> Vec<(Value, Say)> {
        let near = self
            .routs_of(tag)
            .filter(|open| !open.rolled.contains(&tag) && self.stands_near(tag, open.rout));
        list(near.filter_map(|open| Some((open.rout, self.units.find(open.rout)?))).collect())
    }

    /// The enemies that an order can be aimed at; the one opposite comes first.
    fn targets(&self, order: &OrderSpec, tag: Tag, unit: &Unit) -> Hint {
        let fits = |(other, enemy): &(Tag, &Unit)| match order.kind {
            "flank" => enemy.kind == Kind::HeavyInfantry && self.can_flank(unit, enemy),
            "skirmish" => !enemy.kind.is_heavy(),
            "reveal" => self.could_meet([tag, *other]),
            _ => enemy.kind.is_heavy(),
        };
        let mut enemies: Vec<(Tag, &Unit)> = self.standing(tag.side.other()).filter(fits).collect();
        let opposite = unit.faces();
        enemies.sort_by_key(|(enemy, other)| {
            let met = unit.fought.contains(enemy);
            let flanked = unit.flanking.is_some_and(|flanking| flanking.target == *enemy);
            let engaged = unit.engaged_with.contains(enemy);
            let apart = other.place().abs_diff(opposite);
            (met, !flanked, !engaged, apart, other.reserve && !other.reserve_advanced)
        });
        Hint { choices: Some(list(enemies)), ..Hint::default() }
    }

    /// The other cavalry of a side for a melee of two on one, and the unit
    /// itself if the field may name it (`itself`).
    fn pairs(&self, unit: Option<(Tag, &Unit)>, itself: bool) -> Hint {
        let is_cavalry = |u: &Unit| u.kind == Kind::HeavyCavalry;
        let mut cavalry = Vec::new();
        if let Some((tag, own)) = unit
            && is_cavalry(own)
        {
            let friends = |(friend, u): &(Tag, &Unit)| *friend != tag && is_cavalry(u);
            cavalry = self.standing(tag.side).filter(friends).collect();
            if itself && !cavalry.is_empty() {
                cavalry.insert(0, (tag, own));
            }
        }
        Hint { value: Some(Value::Null), range: None, choices: Some(list(cavalry)) }
    }

    /// Which orders a unit gives, by its kind and its situation.
    fn unit_gives(&self, tag: Tag, unit: &Unit, order: &str) -> bool {
        let heavy = unit.kind.is_heavy();
        match order {
            "adjust" => true,
            "close-rout" => self.routs_open.iter().any(|open| open.rout == tag),
            // A routed unit can only be corrected.
            _ if unit.status == Status::Routed => false,
            "javelins" | "skirmish" => !heavy,
            "fall-back" => unit.fallback_owed > 0,
            "join" => !heavy && unit.mixed_with.is_none(),
            "leave" => unit.mixed || unit.mixed_with.is_some(),
            "turn" => self.flankers(tag).next().is_some(),
            "charge" => heavy && !unit.charged,
            "flank" => {
                let mut enemies = self.standing(tag.side.other());
                let beside =
                    |enemy: &Unit| enemy.kind == Kind::HeavyInfantry && self.can_flank(unit, enemy);
                heavy && enemies.any(|(_, enemy)| beside(enemy))
            }
            "melee" | "rally" => heavy,
            "reveal" => {
                let mut enemies = self.standing(tag.side.other());
                self.phase == Phase::Melee
                    && enemies.any(|(enemy, _)| self.could_meet([tag, enemy]))
            }
            "allied-morale" => heavy && !self.near_routs(tag).is_empty(),
            "attach" => heavy && unit.officer.is_none(),
            "detach" => unit.officer.is_some(),
            "reserve" | "advance" => unit.reserve && !unit.reserve_advanced,
            _ => true,
        }
    }

    /// The cards of a hand, each name once; empty if the hand is not known.
    fn hand(&self, side: Side) -> Hint {
        if self.is_veiled(side) {
            return Hint { choices: Some(Vec::new()), ..Hint::default() };
        }
        let hand = &self.side(side).hand;
        let mut names: Vec<&String> = Vec::new();
        for card in hand {
            if !names.contains(&card) {
                names.push(card);
            }
        }
        let label = |name: &str| {
            let text = self.card_text(side, name).filter(|text| !text.is_empty());
            match (hand.iter().filter(|held| *held == name).count(), text) {
                (1, None) => Say::verbatim(name),
                (1, Some(text)) => say!("{name}: {text}", name, text),
                (many, None) => say!("{name} ({many})", name, many),
                (many, Some(text)) => say!("{name} ({many}): {text}", name, many, text),
            }
        };
        let choices = names.into_iter().map(|name| (json!(name), label(name))).collect();
        Hint { choices: Some(choices), ..Hint::default() }
    }

    /// The keys of a unit's record that can be corrected, the usual one first.
    fn unit_keys(&self, tag: Tag, unit: &Unit) -> Hint {
        if unit.kind.is_heavy() {
            return value(json!("hits"));
        }
        let mut choices = to_correct(self, tag);
        choices.retain(|(key, _)| !OF_HEAVY.iter().any(|of_heavy| key == of_heavy));
        Hint { choices: Some(choices), ..value(json!("status")) }
    }

    /// The keys of a side's record that can be corrected.
    fn side_keys(&self, side: Side) -> Hint {
        let mut choices: Vec<(Value, Say)> = self
            .side(side)
            .lieutenants
            .iter()
            .map(|lieutenant| {
                let zone = lieutenant.zone;
                let label = say!("Lieutenant of the {zone} lost", zone = zone.says());
                (json!(format!("lieutenants.{zone}.lost")), label)
            })
            .collect();
        let value = choices.first().map(|(field, _)| field.clone());
        for field in ["first_player", "zones_done", "discarded", "hand", "deck", "discards"] {
            choices.push((json!(field), Say::slug(field)));
        }
        if self.side(side).commander.is_some() {
            choices.push((json!("commander.zone"), say!("Zone of the commander")));
        }
        Hint {
            value: value.or_else(|| Some(json!("first_player"))),
            range: None,
            choices: Some(choices),
        }
    }
}

/// Why a field has no choices.
pub(super) fn nothing_for(order: &OrderSpec, field: &FieldSpec) -> Option<Say> {
    Some(match (order.kind, field.name) {
        ("play-card", "card") => say!("there is no card in the hand"),
        ("join", "with") => say!("no heavy cavalry is free to be joined"),
        ("skirmish", "target") => say!("no enemy light infantry is left"),
        (_, "target") => say!("no heavy enemy is left as a target"),
        ("move-zone", "zone") => say!("every zone has moved"),
        ("replace-lieutenant", "zone") => say!("no lieutenant is lost"),
        (_, _) => return None,
    })
}

fn value(value: Value) -> Hint {
    Hint { value: Some(value), ..Hint::default() }
}

fn zones(zones: &[Zone]) -> Hint {
    let label = |zone: &Zone| (json!(zone), zone.says());
    Hint { choices: Some(zones.iter().map(label).collect()), ..Hint::default() }
}

fn list(units: Vec<(Tag, &Unit)>) -> Vec<(Value, Say)> {
    units
        .into_iter()
        .map(|(tag, unit)| (json!(tag), say!("{tag} {name}", tag, name = &unit.name)))
        .collect()
}

/// Which side of the enemy it attacks, as it stands.
fn attack_from((_, unit): (Tag, &Unit)) -> Hint {
    match unit.flanking {
        Some(flanking) => value(json!(flanking.attack)),
        None => Hint::default(),
    }
}

/// The entries that only heavy units have.
const OF_HEAVY: [&str; 4] = ["max_morale", "stamina", "hits", "veteran"];
