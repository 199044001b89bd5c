//! The figures of Greek Fire. The resolver, the charts and the record sheets all use them.

mod missiles;
mod modifiers;
mod rolls;
mod ships;

pub use missiles::*;
pub use modifiers::Cause;
pub use rolls::*;
pub use ships::*;
