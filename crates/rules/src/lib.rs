//! The types and traits that all games share: tags and sides, orders and their fields, units,
//! forms, victory conditions, views for screen and paper, and fleet files. Each game is a folder of
//! the crate `games`.

// The lint names every place that has to change when an order, an effect or an outcome
// is added.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

// Macros name their items by the path that every other crate uses.
extern crate self as rules;

pub mod aim;
pub mod briefing;
pub mod changes;
pub mod common;
pub mod common_orders;
pub mod comparison;
pub mod correction;
mod default_impls;
pub mod drawing;
pub mod effect_text;
pub mod effects;
pub mod ending;
pub mod file;
pub mod forms;
pub mod glossary;
pub mod guards;
pub mod issuer;
pub mod keyword;
pub mod modifier_changes;
pub mod modifiers;
pub mod opponent_choice;
pub mod question;
pub mod roster;
pub mod round;
pub mod scenario;
pub mod schema;
pub mod score;
pub mod secrets;
pub mod sequence;
pub mod sheet;
pub mod source;
pub mod special_order;
pub mod state;
pub mod statement;
pub mod system;
pub mod turn_card;
pub mod unit;
pub mod value_type;
pub mod view;

pub use aim::matches_names;
pub use aim::{
    Aim, AimCount, AimView, Condition, CountedTerm, Fate, PointsPerUnit, VictoryConditions,
    WayToWin,
};
pub use briefing::{Briefing, Topic};
pub use common::{
    Need, OpenError, Refusal, Side, Stop, Subject, SwitchWord, Tag, TagError, Units, Viewer,
    Visibility, Winner,
};
pub use common_orders::{Corrected, Correction, GameEffect, GameOrder};
pub use comparison::{
    Comparison, ComparisonPlan, DuelDistances, DuelFrequency, Figures, ValueText, without,
};
pub use correction::Corrections;
pub use effect_text::EffectText;
pub use effects::ApplyEffects;
pub use ending::{Agreement, Ending};
pub use file::unit_fleet::{FleetRecord, OfUnits};
pub use forms::Forms;
pub use glossary::{InChart, Meaning, Sort};
pub use issuer::Party;
pub use keyword::Keyword;
pub use opponent_choice::Chosen;
pub use question::{Goal, Questions};
pub use roster::{Common, Roster};
pub use round::{Cycle, RoundNumber};
pub use schema::{FieldSpec, KeyAtFault, Measure, OrderFault, OrderSpec, Part};
pub use score::Score;
pub use secrets::Secrets;
pub use sequence::{Guided, Sequence};
pub use sheet::{
    CONDITION, Cards, Checkbox, Fact, Notch, Present, Printed, Sheet, Tally, Track, TurnCells,
};
pub use source::{About, Reference, Ruling, Source};
pub use special_order::{
    EndingOrders, FieldTest, Holding, OrderPattern, SpecialOrder, SpecialOrderView, SpecialOrders,
};
pub use statement::{Order, OrderWord, Stated};
pub use system::{FieldOf, KindOf, Rules, System};
pub use turn_card::{
    CardDone, CardStep, CardTarget, ComposedGroup, GroupAction, LeftOutUnit, NeededRoll, Next,
    StepState, TargetOrder, TurnCard, Turns,
};
pub use unit::{EntryProperty, EntryValue, Record, RecordEntry};
pub use value_type::ValueType;
pub use view::{
    BattleCard, Card, Chart, Chit, Choice, FieldDefaults, Gauge, Guide, HeldCard, Look, Mark,
    NextStep, Offer, OfferField, PhaseState, Station, Tone, TurnPart, TurnPhase, TurnStep,
    UnitCondition,
};
