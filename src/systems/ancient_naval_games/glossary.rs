//! The words of Ancient Naval Games besides those of its orders and records: what a
//! player asks about.

use crate::rules::meaning::{Meaning, Sort};
use crate::say::say;

use super::state::{Phase, Status};
use super::tables::{Cause, RamAspect, Size, StrikeAspect};

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Size>(&Sort::Own(say!("size of ship"))),
        Meaning::of_words::<StrikeAspect>(&Sort::Own(say!("aspect"))),
        Meaning::of_words::<RamAspect>(&Sort::Own(say!("aspect"))),
        Meaning::of_words::<Status>(&Sort::Own(say!("what has become of her"))),
        Cause::meanings(),
    ]
    .concat()
}
