//! What a builder asks, system by system.

use crate::games::SystemTag;
use crate::rules::file::Balanced;
use crate::rules::file::form::{FieldTakes, Form, FormField, Ideas};
use crate::rules::{Topic, Units};
use crate::say::{Say, say};

/// The form of a system.
#[must_use]
pub fn form(system: SystemTag) -> Form {
    let name = match system.units() {
        Units::Ships => say!("Name of the fleet"),
        Units::Units => say!("Name of the army"),
    };
    let mut head = vec![
        FormField::name("name", name),
        FormField::name("people", say!("Whose it is")).or("").suggesting(Ideas::Peoples),
        FormField::new("notes", say!("Notes, printed on the roster"), FieldTakes::Text).or(""),
    ];
    let (own, lists) = system.fleet_form();
    head.extend(own);
    head.extend(
        Topic::ALL
            .iter()
            .map(|topic| FormField::new(topic.slug(), asks_about(*topic), FieldTakes::Text).or("")),
    );
    Form { whole: whole(system), head, lists }
}

/// What the form asks about the battle that the fleet is for.
fn asks_about(topic: Topic) -> Say {
    match topic {
        Topic::History => say!("What is history"),
        Topic::Scale => say!("How many ships a model stands for"),
        Topic::Setup => say!("Where the fleet starts"),
        Topic::Terrain => say!("Land and shallows"),
        Topic::Reinforcements => say!("Who comes later"),
        Topic::SpecialOrders => say!("What it must do or may not do"),
        Topic::Aims => say!("What wins"),
        Topic::Length => say!("When the battle ends"),
        Topic::Balance => say!("Who is the stronger"),
        Topic::Guess => say!("What is a guess"),
    }
}

/// What the whole of a system's ships or units is called: `fleet`.
#[must_use]
pub fn whole(system: SystemTag) -> Say {
    match system.units() {
        Units::Ships => say!("fleet"),
        Units::Units => say!("army"),
    }
}

/// The sizes that a fleet of a system may have, each with a name; empty if the
/// rules do not fix any.
#[must_use]
pub fn sizes(system: SystemTag) -> Vec<(u32, Say)> {
    system.fleet_sizes()
}

/// The fleets that a system's rules call balanced.
#[must_use]
pub fn balanced(system: SystemTag) -> Option<Balanced> {
    system.balanced_fleets()
}
