//! Names for fleets that are put together at random. The Greek ship names are
//! of the kind that Athenian lists of the fourth century BCE have, and not all
//! of them were found there; other peoples' ships are named after their gods
//! and virtues. No name is replaced: the same seed gives the same fleet.

use serde_json::Value;

use crate::rules::SystemTag;

use super::{Draft, Path};

/// A people with its ships and captains.
pub(super) struct People {
    /// Its word in fleet files.
    pub(super) name: &'static str,
    /// Names of ships.
    pub(super) ships: &'static [&'static str],
    /// Names of captains.
    pub(super) captains: &'static [&'static str],
}

const GREEK_SHIPS: &[&str] = &[
    "Ἀμφιτρίτη",
    "Ἀφροδισία",
    "Βοήθεια",
    "Γαλήνη",
    "Δελφίς",
    "Δημοκρατία",
    "Δωρίς",
    "Εἰρήνη",
    "Ἐλευθερία",
    "Εὐνομία",
    "Εὐπλοία",
    "Ἡγεμόνη",
    "Ἡφαιστία",
    "Θέτις",
    "Κρατοῦσα",
    "Λέαινα",
    "Ναυκρατίς",
    "Νίκη",
    "Ὀξεῖα",
    "Πανδώρα",
    "Παρθένος",
    "Σειρήν",
    "Σωτηρία",
    "Ταχεῖα",
    "Τρίαινα",
    "Φωσφόρος",
];

/// The place of Carthage's people in [`PEOPLES`].
pub(super) const PHOENICIAN: usize = 1;
/// The place of Rome in [`PEOPLES`].
pub(super) const ROMAN: usize = 3;

/// The peoples known for a skill, in the order of the skills table of Greek
/// Fire.
pub(super) const PEOPLES: [People; 6] = [
    People {
        name: "Spartan",
        ships: GREEK_SHIPS,
        captains: &[
            "Βρασίδας",
            "Γύλιππος",
            "Εὐρυβιάδης",
            "Καλλικρατίδας",
            "Κνῆμος",
            "Λύσανδρος",
            "Μίνδαρος",
            "Τελευτίας",
        ],
    },
    People {
        name: "Phoenician",
        ships: &[
            "Anat",
            "Astarte",
            "Baal Hammon",
            "Baal Saphon",
            "Eshmun",
            "Kothar",
            "Melqart",
            "Reshef",
            "Shadrafa",
            "Tanit",
            "Tyche of Tyre",
            "Yam",
        ],
        captains: &[
            "Abdastart",
            "Bostar",
            "Eshmunazar",
            "Hanno",
            "Mapen",
            "Matten",
            "Tetramnestos",
        ],
    },
    People {
        name: "Egyptian",
        ships: &[
            "Amun", "Anubis", "Bastet", "Hathor", "Horus", "Isis", "Khonsu", "Maat", "Neith",
            "Ptah", "Sekhmet", "Sobek", "Thoth",
        ],
        captains: &["Amasis", "Hor", "Nectanebo", "Padiaset", "Psamtik", "Udjahorresnet"],
    },
    People {
        name: "Roman",
        ships: &[
            "Aesculapius",
            "Castor",
            "Concordia",
            "Cupido",
            "Diana",
            "Fides",
            "Iuno",
            "Iustitia",
            "Libertas",
            "Mars",
            "Mercurius",
            "Minerva",
            "Neptunus",
            "Ops",
            "Pollux",
            "Salus",
            "Spes",
            "Triumphus",
            "Venus",
            "Victoria",
        ],
        captains: &[
            "A. Atilius Calatinus",
            "C. Duilius",
            "C. Lutatius Catulus",
            "Cn. Cornelius Scipio",
            "L. Manlius Vulso",
            "M. Aemilius Paullus",
            "M. Atilius Regulus",
            "P. Claudius Pulcher",
        ],
    },
    People {
        name: "Athenian",
        ships: GREEK_SHIPS,
        captains: &[
            "Ἀλκιβιάδης",
            "Δημοσθένης",
            "Θεμιστοκλῆς",
            "Θρασύβουλος",
            "Κίμων",
            "Κόνων",
            "Μένανδρος",
            "Φορμίων",
            "Χαβρίας",
        ],
    },
    People {
        name: "Persian",
        ships: &[
            "Anahita",
            "Asha",
            "Atar",
            "Daena",
            "Fravashi",
            "Haoma",
            "Mithra",
            "Rashnu",
            "Sraosha",
            "Tishtrya",
            "Vayu",
            "Verethragna",
        ],
        captains: &[
            "Achaimenes",
            "Ariabignes",
            "Artaphernes",
            "Datis",
            "Megabates",
            "Pharnabazos",
            "Prexaspes",
        ],
    },
];

impl Draft {
    /// Suggestions for a field of a fleet (`people`) or of an entry (`name` in
    /// the list `ship`): the peoples that the rules know, and names of ships
    /// and commanders of this fleet's people that are still free. Empty if
    /// there are none.
    #[must_use]
    pub fn ideas(&self, list: Option<&str>, key: &str) -> Vec<&'static str> {
        let fits = |people: &&People| match self.system() {
            Some(SystemTag::ChickenOfTheSea | SystemTag::CommandAndChaos) => {
                [PEOPLES[PHOENICIAN].name, PEOPLES[ROMAN].name].contains(&people.name)
            }
            Some(
                SystemTag::GreekFire | SystemTag::AncientNavalGames | SystemTag::FastPlaySalamis,
            )
            | None => true,
        };
        let known = PEOPLES.iter().filter(fits);
        if (list, key) == (None, "people") {
            return known.map(|people| people.name).collect();
        }
        let written = self.get(&Path::default().key("people"));
        let own = written.as_ref().and_then(Value::as_str).unwrap_or_default().to_lowercase();
        let Some(people) = known.into_iter().find(|p| own.contains(&p.name.to_lowercase())) else {
            return Vec::new();
        };
        let names = match (list, key) {
            (Some("ship"), "name") => people.ships,
            (Some("ship"), "captain.name")
            | (Some("lieutenant"), "name")
            | (None, "admiral.name" | "commander.name") => people.captains,
            _ => &[],
        };
        let text = self.text();
        names.iter().copied().filter(|name| !text.contains(name)).collect()
    }
}
