//! The words of Chicken of the Sea besides those of its orders and records: what a
//! player asks about.

use crate::rules::meaning::{Meaning, Sort};
use crate::say::say;

use super::state::{AdmiralStatus, Status};
use super::tables::{Aspect, Cause, Commanded, Facing, Nation, Phase, Shape};

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Nation>(&Sort::Own(say!("nation"))),
        Meaning::of_words::<Facing>(&Sort::Own(say!("direction"))),
        Meaning::of_words::<Aspect>(&Sort::Own(say!("aspect"))),
        Meaning::of_words::<Shape>(&Sort::Own(say!("formation"))),
        Meaning::of_words::<Commanded>(&Sort::Own(say!("command"))),
        Meaning::of_words::<Status>(&Sort::Own(say!("what has become of her"))),
        Meaning::of_words::<AdmiralStatus>(&Sort::Own(say!("what has become of him"))),
        Cause::meanings(),
    ]
    .concat()
}
