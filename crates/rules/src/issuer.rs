//! The issuer of an order, and the units that the order names, for offers, log and report.

use serde_json::{Map, Value};

use dice::Hand;

use super::common::{Side, Subject, Tag};
use super::schema::{FieldSpec, OrderSpec};
use super::value_type::ValueType;

/// A unit or side that an order names: its issuer or its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    /// One or more units; never an empty list.
    Units(Vec<Tag>),
    /// A side.
    Side(Side),
}

impl Party {
    fn in_field(field: &FieldSpec, value: &Value) -> Option<Party> {
        let tag = |value: &Value| value.as_str().and_then(|text| text.parse().ok());
        let tags: Vec<Tag> = if field.takes == ValueType::UNITS {
            value.as_array()?.iter().filter_map(tag).collect()
        } else if field.takes.names_units() {
            tag(value).into_iter().collect()
        } else {
            Vec::new()
        };
        if !tags.is_empty() {
            return Some(Party::Units(tags));
        }
        let side = value.as_str().and_then(Side::from_slug).filter(|_| field.takes.names_side());
        side.map(Party::Side)
    }

    /// The party as the issuer of an order: the first of several units.
    #[must_use]
    pub fn subject(&self) -> Subject {
        match self {
            Party::Units(tags) => tags.first().map_or(Subject::Battle, |tag| Subject::Unit(*tag)),
            Party::Side(side) => Subject::Side(*side),
        }
    }
}

impl OrderSpec {
    /// The issuer of an order with these fields: a unit, a side, or the battle as a whole.
    #[must_use]
    pub fn given_by(&self, order: &Map<String, Value>) -> Subject {
        self.issuer(order).map_or(Subject::Battle, |(_, giver)| giver.subject())
    }

    /// All issuers of the order, and the field that names them; `None` if the issuer is the
    /// battle as a whole.
    fn issuer(&self, order: &Map<String, Value>) -> Option<(&'static FieldSpec, Party)> {
        self.naming(order).find(|(field, _)| self.givers.contains(&field.name))
    }

    /// The target of an order: the first party that it names apart from the issuers.
    #[must_use]
    pub fn aimed_at(&self, order: &Map<String, Value>) -> Option<Party> {
        let giver = self.issuer(order).map(|(field, _)| field.name);
        let mut others = self.naming(order).filter(|(field, _)| Some(field.name) != giver);
        others.next().map(|(_, party)| party)
    }

    /// All parties that the order names, in the order of its fields.
    #[must_use]
    pub fn parties(&self, order: &Map<String, Value>) -> Vec<Party> {
        self.naming(order).map(|(_, party)| party).collect()
    }

    /// The unit that owns these dice, if it is a single one, and its side. The dice belong
    /// to the issuer or the target of the order; both are `None` if the dice belong to
    /// neither side.
    pub fn dice_of(
        &self,
        order: &Map<String, Value>,
        hand: Hand,
        holder: impl Fn(Tag) -> Side,
    ) -> (Option<Tag>, Option<Side>) {
        let party = match hand {
            Hand::Giver => self.issuer(order).map(|(_, giver)| giver),
            Hand::Opponent => self.aimed_at(order),
        };
        match party {
            Some(Party::Units(tags)) => {
                let one = tags.first().filter(|_| tags.len() == 1).copied();
                (one, tags.first().map(|tag| holder(*tag)))
            }
            Some(Party::Side(side)) => (None, Some(side)),
            // An order without an issuer field pits the sides against each other.
            None if self.givers.is_empty() => {
                (None, Some(if hand == Hand::Giver { Side::A } else { Side::B }))
            }
            None => (None, None),
        }
    }

    /// Whether this subject can ever give orders of this kind.
    #[must_use]
    pub fn can_be_given_by(&self, subject: Subject) -> bool {
        let mut givers = self.fields.iter().filter(|field| self.givers.contains(&field.name));
        match subject {
            Subject::Unit(_) => givers.any(|field| field.takes.names_units()),
            Subject::Side(_) => givers.any(|field| field.takes.names_side()),
            Subject::Battle => self.givers.is_empty(),
        }
    }

    /// The parts of the order that identify the issuer: its word and the named parties.
    #[must_use]
    pub fn who(&self, order: &Map<String, Value>) -> Map<String, Value> {
        let names_giver = |(key, value): &(&String, &Value)| {
            !value.is_null() && (*key == "kind" || self.givers.contains(&key.as_str()))
        };
        order.iter().filter(names_giver).map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    fn naming(
        &self,
        order: &Map<String, Value>,
    ) -> impl Iterator<Item = (&'static FieldSpec, Party)> {
        self.fields.iter().filter_map(|field| {
            let party = Party::in_field(field, order.get(field.name)?)?;
            Some((field, party))
        })
    }
}

/// A field that can name the issuer of an order.
pub trait IssuerField {
    /// The party that it names; the first of several units.
    fn subject(&self) -> Option<Subject>;
}

impl IssuerField for Tag {
    fn subject(&self) -> Option<Subject> {
        Some(Subject::Unit(*self))
    }
}

impl IssuerField for Side {
    fn subject(&self) -> Option<Subject> {
        Some(Subject::Side(*self))
    }
}

impl IssuerField for Vec<Tag> {
    fn subject(&self) -> Option<Subject> {
        self.first().and_then(IssuerField::subject)
    }
}

impl<T: IssuerField> IssuerField for Option<T> {
    fn subject(&self) -> Option<Subject> {
        self.as_ref().and_then(IssuerField::subject)
    }
}
