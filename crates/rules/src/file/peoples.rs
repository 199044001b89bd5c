//! Names for random fleets. The Greek ship names are of the kind that Athenian lists of the
//! fourth century BCE have, though not all of them occur there. Ships of other peoples are
//! named after their gods and virtues. Names are never replaced, so that the same seed
//! gives the same fleet.

/// A people with names for its ships and captains.
#[derive(Debug)]
pub struct People {
    pub name: &'static str,
    pub ships: &'static [&'static str],
    pub captains: &'static [&'static str],
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

/// The peoples, in the order of Greek Fire's skills table, where each has its own skill.
pub const ALL: [&People; 6] = [&SPARTAN, &PHOENICIAN, &EGYPTIAN, &ROMAN, &ATHENIAN, &PERSIAN];

/// Sparta and her league.
pub const SPARTAN: People = People {
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
};

/// Tyre, Sidon and Carthage.
pub const PHOENICIAN: People = People {
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
    captains: &["Abdastart", "Bostar", "Eshmunazar", "Hanno", "Mapen", "Matten", "Tetramnestos"],
};

/// Egypt.
pub const EGYPTIAN: People = People {
    name: "Egyptian",
    ships: &[
        "Amun", "Anubis", "Bastet", "Hathor", "Horus", "Isis", "Khonsu", "Maat", "Neith", "Ptah",
        "Sekhmet", "Sobek", "Thoth",
    ],
    captains: &["Amasis", "Hor", "Nectanebo", "Padiaset", "Psamtik", "Udjahorresnet"],
};

/// Rome.
pub const ROMAN: People = People {
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
};

/// Athens.
pub const ATHENIAN: People = People {
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
};

/// The Persians.
pub const PERSIAN: People = People {
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
};
