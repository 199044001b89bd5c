//! The form of the fleet builder, game by game.

use games::SystemTag;
use message::{Message, message};
use rules::file::Balanced;
use rules::file::form::{Form, FormField, Ideas};
use rules::{Topic, Units};

/// The form of a system.
#[must_use]
pub fn form(system: SystemTag) -> Form {
    let name = match system.units() {
        Units::Ships => message!("Name of the fleet"),
        Units::Units => message!("Name of the army"),
    };
    let mut head = vec![
        FormField::name("name", name),
        FormField::name("people", message!("Nation")).or("").suggesting(Ideas::Peoples),
        FormField::lines("notes", message!("Notes, printed on the roster")).or(""),
    ];
    let (own, lists) = system.fleet_form();
    head.extend(own);
    head.extend(
        Topic::ALL.iter().map(|topic| FormField::lines(topic.slug(), topic.title()).or("")),
    );
    Form { whole: whole(system), head, lists }
}

/// The name of all ships or units of a side in a game: `fleet`.
#[must_use]
pub fn whole(system: SystemTag) -> Message {
    match system.units() {
        Units::Ships => message!("fleet"),
        Units::Units => message!("army"),
    }
}

/// The sizes that a fleet of a system may have, each with a name; empty if the
/// rules do not fix any.
#[must_use]
pub fn sizes(system: SystemTag) -> Vec<(u32, Message)> {
    system.fleet_sizes()
}

/// The fleets that a system's rules call balanced.
#[must_use]
pub fn balanced(system: SystemTag) -> Option<Balanced> {
    system.balanced_fleets()
}
