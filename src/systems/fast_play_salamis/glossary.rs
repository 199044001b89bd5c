//! The words of Fast Play Salamis besides those of its orders and records: what a
//! player asks about.

use crate::rules::meaning::{Meaning, Sort};
use crate::say::say;

use super::state::{Phase, Status};

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Status>(&Sort::Own(say!("what has become of her"))),
    ]
    .concat()
}
