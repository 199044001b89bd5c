//! Reads one key of a record without serializing the whole of it: the odds look
//! at a key or two after each of thousands of branches.

use std::fmt;

use serde::Serialize;
use serde::ser::{self, Impossible, SerializeStruct, Serializer};
use serde_json::Value;
use thiserror::Error;

/// The value of a field of a struct; `None` where it has no such field.
pub(super) fn pick<T: Serialize>(log: &T, key: &str) -> Option<Value> {
    let mut found = None;
    // It ends in a halt wherever the field is found.
    let (Ok(()) | Err(Halt)) = log.serialize(Picker { key, found: &mut found });
    found
}

/// That nothing more of the record need be read.
#[derive(Debug, Error)]
#[error("enough of the record was read")]
struct Halt;

impl ser::Error for Halt {
    fn custom<T: fmt::Display>(_: T) -> Halt {
        Halt
    }
}

/// Stops at the field with this key.
struct Picker<'k> {
    key: &'k str,
    found: &'k mut Option<Value>,
}

impl Picker<'_> {
    /// Apart from the search, so that going past a field is a comparison and no call.
    #[inline(never)]
    fn take<T: Serialize + ?Sized>(&mut self, value: &T) -> Halt {
        *self.found = serde_json::to_value(value).ok();
        Halt
    }
}

impl SerializeStruct for Picker<'_> {
    type Ok = ();
    type Error = Halt;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Halt> {
        if key != self.key {
            return Ok(());
        }
        Err(self.take(value))
    }

    fn end(self) -> Result<(), Halt> {
        Ok(())
    }
}

/// A record is a struct; everything else is an error.
macro_rules! no_log {
    ($($method:ident($($argument:ident: $Type:ty),*)),+ $(,)?) => {
        $(fn $method(self $(, $argument: $Type)*) -> Result<Self::Ok, Halt> {
            $(let _ = $argument;)*
            Err(Halt)
        })+
    };
}

impl<'k> Serializer for Picker<'k> {
    type Ok = ();
    type Error = Halt;
    type SerializeSeq = Impossible<Self::Ok, Halt>;
    type SerializeTuple = Impossible<Self::Ok, Halt>;
    type SerializeTupleStruct = Impossible<Self::Ok, Halt>;
    type SerializeTupleVariant = Impossible<Self::Ok, Halt>;
    type SerializeMap = Impossible<Self::Ok, Halt>;
    type SerializeStruct = Picker<'k>;
    type SerializeStructVariant = Impossible<Self::Ok, Halt>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Picker<'k>, Halt> {
        Ok(self)
    }

    no_log! {
        serialize_bool(v: bool), serialize_i8(v: i8), serialize_i16(v: i16), serialize_i32(v: i32),
        serialize_i64(v: i64), serialize_u8(v: u8), serialize_u16(v: u16), serialize_u32(v: u32),
        serialize_u64(v: u64), serialize_f32(v: f32), serialize_f64(v: f64), serialize_char(v: char),
        serialize_str(v: &str), serialize_bytes(v: &[u8]), serialize_none(), serialize_unit(),
        serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str),
    }

    fn serialize_some<T: Serialize + ?Sized>(self, log: &T) -> Result<Self::Ok, Halt> {
        log.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        log: &T,
    ) -> Result<Self::Ok, Halt> {
        log.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        log: &T,
    ) -> Result<Self::Ok, Halt> {
        log.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Halt> {
        Err(Halt)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Halt> {
        Err(Halt)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Halt> {
        Err(Halt)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Halt> {
        Err(Halt)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Halt> {
        Err(Halt)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Halt> {
        Err(Halt)
    }
}
