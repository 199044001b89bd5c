//! Visits the numbers of a record without serializing the whole of it: the odds
//! look at what every branch of an order changes.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

/// Visits every number of a record with its path, such as `crew` or
/// `ammo.archers-1`, in the order of the record. Lists are left out, since a
/// place in a list means nothing.
pub(super) fn numbers<T: Serialize>(record: &T, visit: &mut dyn FnMut(&str, i64)) {
    let mut path = String::new();
    // A record without numbers makes no calls.
    let _ = record.serialize(Numbers { path: &mut path, visit });
}

struct Numbers<'n> {
    path: &'n mut String,
    visit: &'n mut dyn FnMut(&str, i64),
}

impl Numbers<'_> {
    fn number<N: TryInto<i64>>(self, number: N) {
        if let Ok(number) = number.try_into() {
            (self.visit)(self.path, number);
        }
    }
}

/// The entries of a record or of a map in it.
struct Entries<'n> {
    inner: Numbers<'n>,
    /// How long the path is without the entry.
    above: usize,
}

impl<'n> Entries<'n> {
    fn of(inner: Numbers<'n>) -> Entries<'n> {
        let above = inner.path.len();
        Entries { inner, above }
    }

    fn enter(&mut self, key: &impl Display) {
        use std::fmt::Write as _;
        self.inner.path.truncate(self.above);
        let dot = if self.above == 0 { "" } else { "." };
        // Writing to a string cannot fail.
        let _ = write!(self.inner.path, "{dot}{key}");
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Numbers { path: self.inner.path, visit: self.inner.visit })
    }

    fn leave(self) {
        self.inner.path.truncate(self.above);
    }
}

impl SerializeStruct for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.enter(&key);
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.leave();
        Ok(())
    }
}

impl SerializeStructVariant for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        SerializeStruct::serialize_field(self, key, value)
    }

    fn end(self) -> Result<(), Error> {
        self.leave();
        Ok(())
    }
}

impl SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let key = serde_json::to_value(key)?;
        match key.as_str() {
            Some(key) => self.enter(&key),
            None => self.enter(&key),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.leave();
        Ok(())
    }
}

/// Values that hold no number.
macro_rules! no_number {
    ($($method:ident($($argument:ident: $Type:ty),*)),+ $(,)?) => {
        $(fn $method(self $(, $argument: $Type)*) -> Result<(), Error> {
            $(let _ = $argument;)*
            Ok(())
        })+
    };
}

/// Whole numbers.
macro_rules! whole {
    ($($method:ident: $Type:ty),+ $(,)?) => {
        $(fn $method(self, number: $Type) -> Result<(), Error> { self.number(number); Ok(()) })+
    };
}

/// A list, whose items are not visited.
struct List;

macro_rules! list {
    ($($Trait:ident::$method:ident),+ $(,)?) => {
        $(impl $Trait for List {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
                Ok(())
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })+
    };
}

list! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field,
}

impl<'n> Serializer for Numbers<'n> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Entries<'n>;
    type SerializeStruct = Entries<'n>;
    type SerializeStructVariant = Entries<'n>;

    whole! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }

    no_number! {
        serialize_bool(v: bool), serialize_f32(v: f32), serialize_f64(v: f64),
        serialize_char(v: char), serialize_str(v: &str), serialize_bytes(v: &[u8]),
        serialize_none(), serialize_unit(), serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str),
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut entries = Entries::of(self);
        entries.enter(&variant);
        entries.value(value)?;
        entries.leave();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List, Error> {
        Ok(List)
    }

    fn serialize_tuple(self, _: usize) -> Result<List, Error> {
        Ok(List)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List, Error> {
        Ok(List)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<List, Error> {
        Ok(List)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'n>, Error> {
        Ok(Entries::of(self))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries<'n>, Error> {
        Ok(Entries::of(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Entries<'n>, Error> {
        let mut entries = Entries::of(self);
        entries.enter(&variant);
        entries.above = entries.inner.path.len();
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Record {
        name: &'static str,
        crew: u32,
        ammo: BTreeMap<&'static str, u32>,
        grappled: Vec<u32>,
        sinking_in: Option<u32>,
        sail: Option<i64>,
        prize: Option<Prize>,
        aground: bool,
    }

    #[derive(Serialize)]
    struct Prize {
        came: u32,
    }

    #[test]
    fn every_number_of_a_record_is_visited_with_its_path_and_no_list_is_looked_into() {
        let record = Record {
            name: "Nike",
            crew: 170,
            ammo: BTreeMap::from([("archers-1", 3), ("archers-2", 2)]),
            grappled: vec![1, 2],
            sinking_in: None,
            sail: Some(-2),
            prize: Some(Prize { came: 20 }),
            aground: true,
        };
        let mut seen = Vec::new();
        numbers(&record, &mut |path, number| seen.push((path.to_owned(), number)));
        let expected = [
            ("crew", 170),
            ("ammo.archers-1", 3),
            ("ammo.archers-2", 2),
            ("sail", -2),
            ("prize.came", 20),
        ];
        assert_eq!(seen, expected.map(|(path, number)| (path.to_owned(), number)));
    }
}
