//! The figures of Greek Fire, each in one place: the resolver, the charts and
//! the record sheets all read them from here.

mod missiles;
mod modifiers;
mod rolls;
mod ships;

pub use missiles::*;
pub use modifiers::Cause;
pub use rolls::*;
pub use ships::*;
