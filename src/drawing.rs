//! The silhouettes, as words; the shapes follow.

use crate::rules::slug::slugs;

slugs! {
    /// A silhouette.
    pub enum Drawing {
        /// Thirty oars, one bank.
        Triaconter = "triaconter",
        /// Fifty oars, one bank.
        Penteconter = "penteconter",
        /// Two banks.
        Bireme = "bireme",
        /// Three banks.
        Trireme = "trireme",
        /// Three banks under a full deck.
        TriremeFullDeck = "trireme-full-deck",
        /// A four.
        Quadrireme = "quadrireme",
        /// A five.
        Quinquereme = "quinquereme",
        /// A six and more.
        LargePolyreme = "large-polyreme",
        /// A Roman galley with her boarding bridge.
        GalleyRoman = "galley-roman",
        /// A Carthaginian galley.
        GalleyPunic = "galley-punic",
        /// A legionary.
        HeavyInfantry = "heavy-infantry",
        /// A horseman.
        HeavyCavalry = "heavy-cavalry",
        /// A javelin man.
        LightInfantry = "light-infantry",
        /// What is left of a ship.
        Wreck = "wreck",
    }
}
