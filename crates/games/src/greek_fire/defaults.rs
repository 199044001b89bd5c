//! Initial values and choices in the forms of Greek Fire, and fields that they need not ask
//! for.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::{Subject, Tag};
use rules::forms::Forms;
use rules::roster::Rostered;
use rules::system::Rules;
use rules::view::FieldDefaults;

use super::boarding::usual_target;
use super::guards::called;
use super::morale::{OpenQuestion, may_matter};
use super::orders::fields::{Board, Fire, LeaveTable, Morale, Ram, Row, Shoot, TakePrize, Terrain};
use super::orders::{Field, Hex, OrderKind};
use super::prizes::most_sent;
use super::ramming::usual_run;
use super::state::{Battle, Neighbours, Ship};
use super::tables::{ADJACENT, FIRES_DESTROY, FIRST_MOUNT, LEAST_RUN, Weapon};

/// The crew that the form suggests for a prize.
const PRIZE_CREW: u32 = 10;

impl Forms for Battle {
    /// What the records say about ships that touch is known (GF-28).
    fn unseen(&self, subject: Subject, field: Field, target: Option<Tag>) -> bool {
        match (subject, target) {
            (Subject::Unit(tag), Some(target)) if field == Field::Shoot(Shoot::range) => {
                let ship = self.common.units.find(tag);
                !ship.is_some_and(|ship| ship.touches(target))
            }
            (Subject::Unit(_) | Subject::Side(_) | Subject::Battle, _) => true,
        }
    }

    /// A ship without crew or commander only burns.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => self.common.units.find(tag).is_some_and(|ship| {
                if order == OrderKind::Fire { ship.on_table() } else { ship.is_manned() }
            }),
            Subject::Side(_) => order == OrderKind::Concede && self.winner().is_none(),
            Subject::Battle => true,
        }
    }

    fn defaults(&self, subject: Subject, field: Field) -> FieldDefaults {
        let tag = match subject {
            Subject::Unit(tag) => tag,
            Subject::Side(_) | Subject::Battle => return FieldDefaults::default(),
        };
        let Some(ship) = self.common.units.find(tag) else { return FieldDefaults::default() };
        match field {
            Field::Fire(Fire::burning_neighbours) => {
                let Neighbours { least, known, most } = self.burning_neighbours(tag, ship);
                range(known, least, most)
            }
            Field::Fire(Fire::credit) | Field::Morale(Morale::credit) => self.credits(ship),
            // The suggestion is a number instead of `all`.
            Field::Row(Row::spent) => FieldDefaults {
                choices: Some(Vec::new()),
                ..range(ship.points_left(false), 0, ship.points_left(true))
            },
            Field::Shoot(Shoot::weapon) => weapons(ship),
            Field::Shoot(Shoot::mount) => mounts(ship),
            Field::Shoot(Shoot::range) => self.reach(tag, ship),
            Field::Shoot(Shoot::target) | Field::Ram(Ram::target) => {
                self.targets(tag, ship, |other| self.is_enemy_on_table(other, ship))
            }
            Field::Ram(Ram::spaces_straight) => self.spaces(tag, ship),
            Field::Board(Board::target) => self.boarded(tag, ship),
            Field::TakePrize(TakePrize::target) => self.prizes(tag),
            Field::TakePrize(TakePrize::crew) => self.prize_crew(tag, ship),
            Field::Terrain(Terrain::hex) => hexes(),
            Field::Morale(Morale::adjacent_enemies) => FieldDefaults {
                value: Some(json!(self.enemies_touching(ship))),
                choices: Some(self.list(|other, _| self.is_live_enemy(other, ship))),
                ..FieldDefaults::default()
            },
            Field::Fire(Fire::ship)
            | Field::Row(Row::ship | Row::ramming_speed)
            | Field::Shoot(Shoot::ship)
            | Field::Ram(Ram::ship | Ram::bow_to_bow)
            | Field::Board(Board::ship | Board::rammed_together)
            | Field::TakePrize(TakePrize::ship)
            | Field::Terrain(Terrain::ship)
            | Field::Morale(
                Morale::ship
                | Morale::routing_friends_within_20
                | Morale::abandon
                | Morale::unrolled,
            )
            | Field::FirstSide(_)
            | Field::Activate(_)
            | Field::Sail(_)
            | Field::Ungrapple(_)
            | Field::Escape(_)
            | Field::LeaveTable(_)
            | Field::EndTurn(_)
            | Field::Concede(_)
            | Field::EndRound(_) => FieldDefaults::default(),
        }
    }

    /// Whether the form asks for a field, because it could change the order now.
    fn asks(&self, subject: Subject, field: Field) -> bool {
        let tag = match subject {
            Subject::Unit(tag) => tag,
            Subject::Side(_) | Subject::Battle => return true,
        };
        let Some(ship) = self.common.units.find(tag) else { return true };
        match field {
            Field::Fire(Fire::burning_neighbours) => {
                let Neighbours { least, most, .. } = self.burning_neighbours(tag, ship);
                least < most
            }
            Field::Fire(Fire::credit) => {
                ship.credited_to.is_none() && self.may_burn_down(tag, ship)
            }
            Field::Row(Row::ramming_speed) => !ship.ramming_speed && ship.can_still_ram(),
            Field::Shoot(Shoot::mount) => {
                ready_weapons(ship).iter().any(|w| ship.ready_mounts(*w).len() > 1)
            }
            // The battle knows it; a script may override it (GF-19).
            Field::Board(Board::rammed_together) => false,
            // If it is allowed, both values have the same result (GF-37).
            Field::Morale(Morale::unrolled) => false,
            Field::Morale(Morale::adjacent_enemies) => {
                may_matter(self, tag, ship, OpenQuestion::Neighbours)
            }
            Field::Morale(Morale::abandon) => may_matter(self, tag, ship, OpenQuestion::Surrender),
            Field::Morale(Morale::credit) => {
                ship.credited_to.is_none() && may_matter(self, tag, ship, OpenQuestion::Credit)
            }
            Field::Morale(Morale::routing_friends_within_20) => {
                may_matter(self, tag, ship, OpenQuestion::RoutingFriends)
            }
            Field::LeaveTable(LeaveTable::elsewhere) => self.common.aims.may_leave(tag.side),
            Field::Fire(Fire::ship)
            | Field::Row(Row::ship | Row::spent)
            | Field::Shoot(Shoot::ship | Shoot::weapon | Shoot::target | Shoot::range)
            | Field::Board(Board::ship | Board::target)
            | Field::Morale(Morale::ship)
            | Field::LeaveTable(LeaveTable::ship)
            | Field::FirstSide(_)
            | Field::Activate(_)
            | Field::Sail(_)
            | Field::Ungrapple(_)
            | Field::Terrain(_)
            | Field::Ram(_)
            | Field::TakePrize(_)
            | Field::Escape(_)
            | Field::EndTurn(_)
            | Field::Concede(_)
            | Field::EndRound(_) => true,
        }
    }

    /// Why a field has no choices.
    fn nothing_for(&self, field: Field) -> Option<Message> {
        let no_enemy = || message!("no enemy is left");
        let words = [
            (
                Field::TakePrize(TakePrize::target),
                message!("no ship has surrendered, been abandoned or lost all her crew"),
            ),
            (Field::Shoot(Shoot::weapon), message!("all her mounts have shot or are empty")),
            (Field::Shoot(Shoot::target), no_enemy()),
            (Field::Ram(Ram::target), no_enemy()),
            (Field::Board(Board::target), message!("no enemy in action has crew left")),
        ];
        words.into_iter().find(|(of, _)| *of == field).map(|(_, why)| why)
    }
}

impl Battle {
    /// Whether the fire phase could destroy her, if every counter and every burning
    /// neighbour adds one.
    fn may_burn_down(&self, tag: Tag, ship: &Ship) -> bool {
        let most = self.burning_neighbours(tag, ship).most;
        2 * ship.fires + most >= FIRES_DESTROY
    }

    /// The enemies that can be credited with the victory over a ship.
    fn credits(&self, ship: &Ship) -> FieldDefaults {
        let enemy = |_: Tag, other: &Ship| other.in_play() && other.holder != ship.holder;
        FieldDefaults {
            value: Some(Value::Null),
            choices: Some(self.list(enemy)),
            ..FieldDefaults::default()
        }
    }

    /// Enemies that can be attacked: first those with which she is grappled, then others
    /// that she touches, then the one at which she last shot. The form suggests the first
    /// of these, or the only enemy; otherwise the players choose.
    fn targets(&self, tag: Tag, ship: &Ship, wanted: impl Fn(Tag) -> bool) -> FieldDefaults {
        let (enemies, likely) = self.in_likely_order(tag, ship, wanted);
        FieldDefaults {
            // Null lets the players choose.
            value: Some(likely.map_or(Value::Null, |tag| json!(tag))),
            choices: Some(enemies.iter().filter_map(|tag| self.choice(*tag)).collect()),
            ..FieldDefaults::default()
        }
    }

    fn in_likely_order(
        &self,
        tag: Tag,
        ship: &Ship,
        wanted: impl Fn(Tag) -> bool,
    ) -> (Vec<Tag>, Option<Tag>) {
        let rank = |other: &Tag| {
            if ship.grappled.contains(other) {
                0
            } else if ship.touches(*other) {
                1
            } else if self.aimed_at.get(&tag) == Some(other) {
                2
            } else {
                3
            }
        };
        let mut enemies = self.common.units.tags();
        enemies.retain(|other| wanted(*other));
        enemies.sort_by_key(rank);
        let likely = enemies.first().filter(|first| enemies.len() == 1 || rank(first) < 3).copied();
        (enemies, likely)
    }

    /// The ranges that at least one ready weapon reaches; adjacent if the likely target
    /// touches her (GF-28).
    fn reach(&self, tag: Tag, ship: &Ship) -> FieldDefaults {
        let ready: Vec<_> = ready_weapons(ship).into_iter().map(Weapon::missile).collect();
        let least = ready.iter().map(|missile| missile.minimum_hexes).min().unwrap_or(ADJACENT);
        let most = ready.iter().map(|missile| missile.range_hexes).max().unwrap_or(least);
        let enemy = |other| self.is_enemy_on_table(other, ship);
        let (_, likely) = self.in_likely_order(tag, ship, enemy);
        let least = if likely.is_some_and(|other| ship.touches(other)) { ADJACENT } else { least };
        range(least, least, most)
    }

    /// The ships that she can board, with the most likely target suggested.
    fn boarded(&self, tag: Tag, ship: &Ship) -> FieldDefaults {
        let hint = self.targets(tag, ship, |other| self.is_live_enemy(other, ship));
        match usual_target(self, ship) {
            Some(target) => FieldDefaults { value: Some(json!(target)), ..hint },
            None => hint,
        }
    }

    fn spaces(&self, tag: Tag, ship: &Ship) -> FieldDefaults {
        let has_rowed = self.has_rowed(tag, ship);
        let most = if has_rowed { ship.spent } else { ship.points_left(true) };
        range(usual_run(ship, has_rowed), LEAST_RUN, most)
    }

    /// Ships that can be taken now.
    fn prizes(&self, tag: Tag) -> FieldDefaults {
        let free = self.list(|other, ship| other != tag && ship.may_be_taken());
        FieldDefaults { choices: Some(free), ..FieldDefaults::default() }
    }

    fn prize_crew(&self, tag: Tag, ship: &Ship) -> FieldDefaults {
        let free =
            self.common.units.iter().filter(|(other, prize)| *other != tag && prize.may_be_taken());
        let most = free.map(|(_, prize)| most_sent(ship, prize)).max().unwrap_or(0);
        range(PRIZE_CREW, 0, most)
    }

    fn list(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> Vec<(Value, Message)> {
        let wanted = self.common.units.iter().filter(|(tag, ship)| wanted(*tag, ship));
        wanted.filter_map(|(tag, _)| self.choice(tag)).collect()
    }

    fn choice(&self, tag: Tag) -> Option<(Value, Message)> {
        self.common.units.find(tag).map(|ship| (json!(tag), called(tag, ship)))
    }
}

fn range(value: u32, lowest: u32, highest: u32) -> FieldDefaults {
    FieldDefaults {
        value: Some(json!(value.min(highest).max(lowest))),
        range: Some((i64::from(lowest), i64::from(highest.max(lowest)))),
        ..FieldDefaults::default()
    }
}

/// The weapons with a ready mount, in the order of the table; the rowers come last.
fn ready_weapons(ship: &Ship) -> Vec<Weapon> {
    let ready = |weapon: &Weapon| !ship.ready_mounts(*weapon).is_empty();
    let mut weapons: Vec<Weapon> = Weapon::ALL.iter().copied().filter(ready).collect();
    weapons.sort_by_key(|weapon| *weapon == Weapon::Rowers);
    weapons
}

fn weapons(ship: &Ship) -> FieldDefaults {
    let ready = ready_weapons(ship);
    let only = if ready.len() == 1 { ready.first() } else { None };
    FieldDefaults {
        value: only.map(|weapon| json!(weapon)),
        choices: Some(ready.iter().map(|w| (json!(w), w.message())).collect()),
        ..FieldDefaults::default()
    }
}

fn mounts(ship: &Ship) -> FieldDefaults {
    let mut choices = vec![(json!(FIRST_MOUNT), message!("Any that is ready"))];
    for mount in ready_weapons(ship).into_iter().flat_map(|weapon| ship.ready_mounts(weapon)) {
        if let Some(left) = ship.ammo.get(&mount) {
            choices.push((
                json!(mount),
                message!("{mount} ({left} left)", mount = Message::path(&mount), left),
            ));
        }
    }
    FieldDefaults { choices: Some(choices), ..FieldDefaults::default() }
}

/// The hexes that a ship can enter: all but land.
fn hexes() -> FieldDefaults {
    let open = Hex::ALL.iter().filter(|hex| **hex != Hex::Land);
    FieldDefaults {
        choices: Some(open.map(|hex| (json!(hex), hex.message())).collect()),
        ..FieldDefaults::default()
    }
}
