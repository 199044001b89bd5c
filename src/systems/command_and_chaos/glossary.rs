//! The words of Command & Chaos besides those of its orders and records: what a
//! player asks about.

use crate::rules::meaning::{Meaning, Sort};
use crate::say::say;

use super::state::Status;
use super::tables::{Answer, Attack, Bonus, JavelinPhase, Kind, Officer, Phase, Zone};

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Kind>(&Sort::Own(say!("kind of unit"))),
        Meaning::of_words::<Zone>(&Sort::Own(say!("zone"))),
        Meaning::of_words::<Officer>(&Sort::Own(say!("officer"))),
        Meaning::of_words::<Attack>(&Sort::Own(say!("attack"))),
        Meaning::of_words::<Answer>(&Sort::Own(say!("answer"))),
        Meaning::of_words::<JavelinPhase>(&Sort::Own(say!("phase of javelins"))),
        Meaning::of_words::<Status>(&Sort::Own(say!("what has become of it"))),
        Bonus::meanings(),
    ]
    .concat()
}
