//! Reads one key of a record without serializing the whole of it: the odds look
//! at a key or two after each of thousands of branches.

use serde::Serialize;
use serde::ser::{Error as _, Impossible, SerializeStruct, Serializer};
use serde_json::{Error, Value};

/// The value of a field of a struct; `None` where it has no such field.
pub(super) fn pick<T: Serialize>(log: &T, key: &str) -> Option<Value> {
    log.serialize(Picker { key }).ok().flatten()
}

struct Picker<'k> {
    key: &'k str,
}

struct Fields<'k> {
    key: &'k str,
    found: Option<Value>,
}

impl SerializeStruct for Fields<'_> {
    type Ok = Option<Value>;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if key == self.key {
            self.found = Some(serde_json::to_value(value)?);
        }
        Ok(())
    }

    fn end(self) -> Result<Option<Value>, Error> {
        Ok(self.found)
    }
}

/// A record is a struct; everything else is an error.
macro_rules! no_log {
    ($($method:ident($($argument:ident: $Type:ty),*)),+ $(,)?) => {
        $(fn $method(self $(, $argument: $Type)*) -> Result<Self::Ok, Error> {
            $(let _ = $argument;)*
            Err(Error::custom("a log is a struct"))
        })+
    };
}

impl<'k> Serializer for Picker<'k> {
    type Ok = Option<Value>;
    type Error = Error;
    type SerializeSeq = Impossible<Self::Ok, Error>;
    type SerializeTuple = Impossible<Self::Ok, Error>;
    type SerializeTupleStruct = Impossible<Self::Ok, Error>;
    type SerializeTupleVariant = Impossible<Self::Ok, Error>;
    type SerializeMap = Impossible<Self::Ok, Error>;
    type SerializeStruct = Fields<'k>;
    type SerializeStructVariant = Impossible<Self::Ok, Error>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'k>, Error> {
        Ok(Fields { key: self.key, found: None })
    }

    no_log! {
        serialize_bool(v: bool), serialize_i8(v: i8), serialize_i16(v: i16), serialize_i32(v: i32),
        serialize_i64(v: i64), serialize_u8(v: u8), serialize_u16(v: u16), serialize_u32(v: u32),
        serialize_u64(v: u64), serialize_f32(v: f32), serialize_f64(v: f64), serialize_char(v: char),
        serialize_str(v: &str), serialize_bytes(v: &[u8]), serialize_none(), serialize_unit(),
        serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str),
    }

    fn serialize_some<T: Serialize + ?Sized>(self, log: &T) -> Result<Self::Ok, Error> {
        log.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        log: &T,
    ) -> Result<Self::Ok, Error> {
        log.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        log: &T,
    ) -> Result<Self::Ok, Error> {
        log.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        Err(Error::custom("a log is a struct"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        Err(Error::custom("a log is a struct"))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Error> {
        Err(Error::custom("a log is a struct"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error::custom("a log is a struct"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(Error::custom("a log is a struct"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error::custom("a log is a struct"))
    }
}
