//! What a system states in its files and fields, by their names.

/// What every system states, within the `impl System` of a battle with the field `common`:
/// the types, the source with its rulings, and what orders do.
#[macro_export]
macro_rules! by_its_fields {
    ($Unit:ident) => {
        type Switch = Switch;
        type Fleet = Fleet;
        type Unit = $Unit;
        type Order = Order;
        type Outcome = Outcome;
        type Effect = Effect;

        fn source() -> &'static $crate::Source {
            &source::SOURCE
        }

        fn rulings() -> &'static [$crate::Ruling] {
            source::RULINGS
        }

        fn common(&self) -> &$crate::Common<$Unit, Switch> {
            &self.common
        }

        fn common_mut(&mut self) -> &mut $crate::Common<$Unit, Switch> {
            &mut self.common
        }

        fn resolve(
            &self,
            order: &Order,
            roller: &mut ::dice::Roller,
        ) -> Result<$crate::common::Resolution<Outcome, Effect>, $crate::Stop> {
            resolve::resolve(self, order, roller)
        }
    };
}

pub use crate::by_its_fields;

/// The same, and what a system states in its files, by their names: charts, words, how two
/// of its units are compared, its guide, forms and sheets; `besides` names what not every
/// system has.
#[macro_export]
macro_rules! by_its_files {
    ($Unit:ident, charts in $charts:ident, besides [$($word:ident)*]) => {
        $crate::by_its_files::by_its_fields!($Unit);
        $($crate::by_its_files::by_its_files!(@$word $Unit);)*

        fn charts(options: &::std::collections::BTreeSet<Switch>) -> Vec<$crate::Chart> {
            $charts::charts(options)
        }

        fn words() -> Vec<$crate::Meaning> {
            glossary::words()
        }

        fn sequence(
            options: &::std::collections::BTreeSet<Switch>,
        ) -> Vec<$crate::TurnPart> {
            sequence::sequence(options)
        }

        fn plan() -> $crate::ComparisonPlan {
            compare::plan()
        }

        fn figures(fleet: &Fleet) -> $crate::Figures {
            compare::figures(fleet)
        }

        fn kind_name(fleet: &Fleet) -> Option<::message::Message> {
            compare::kind_name(fleet)
        }

        fn guide(&self) -> $crate::Guide {
            self.draw_guide()
        }

        fn hint(&self, subject: $crate::Subject, field: Field) -> $crate::FieldDefaults {
            self.defaults_for(subject, field)
        }

        fn warnings(&self, order: &Order) -> Vec<::message::Message> {
            self.departures(order)
        }

        fn needs_consent(&self, order: &Order, side: $crate::Side) -> bool {
            self.takes_more_than_its_own(order, side)
        }

        fn questions(
            &self,
            order: &Order,
        ) -> Vec<$crate::question::Question<$crate::Given<Order>, Outcome>> {
            questions::questions(self, order)
        }

        fn in_words(
            &self,
            subject: $crate::Subject,
            entry: &str,
        ) -> Option<::message::Message> {
            paper::in_words(self, subject, entry)
        }

        fn remembered(&self) -> Vec<$crate::Fact> {
            paper::remembered(self)
        }

        fn chits(&self, side: $crate::Side) -> Vec<$crate::Chit> {
            paper::chits(self, side)
        }

        fn card(&self, tag: $crate::Tag) -> Option<$crate::Card> {
            sheet::card(self, tag)
        }

        fn sheet(&self, tag: $crate::Tag, fresh: bool) -> Option<$crate::Sheet> {
            sheet::sheet(self, tag, fresh)
        }

        fn uses(&self, side: $crate::Side) -> Vec<String> {
            sheet::uses(self, side)
        }
    };
    (@in_duel $Unit:ident) => {
        fn in_duel(
            order: OrderKind,
            ground: $crate::comparison::Ground,
        ) -> $crate::comparison::InDuel {
            compare::in_duel(order, ground)
        }
    };
    (@duellist_says $Unit:ident) => {
        fn duellist_says(
            &self,
            _own: $crate::Tag,
            field: Field,
            _ground: $crate::comparison::Ground,
        ) -> Option<::serde_json::Value> {
            compare::duellist_says(field)
        }
    };
    (@drills $Unit:ident) => {
        fn drills(
            &self,
            own: &[$crate::scenario::Alike],
            targets: &[$crate::scenario::Alike],
        ) -> Vec<$crate::scenario::Scenario> {
            scenarios::drills(self, own, targets)
        }
    };
    (@secrets $Unit:ident) => {
        fn sight(
            &self,
            subject: $crate::Subject,
            entry: &str,
            viewer: $crate::Viewer,
        ) -> $crate::common::FieldVisibility {
            self.sight_of(subject, entry, viewer)
        }

        fn known_to(&self, viewer: $crate::Viewer) -> ::std::borrow::Cow<'_, Self> {
            self.seen_by(viewer)
        }

        fn indistinguishable(&self) -> Vec<Self> {
            self.other_guises()
        }

        fn hides_odds(&self, order: &Order) -> Option<::message::Message> {
            self.odds_hidden(order)
        }
    };
    (@check_unit $Unit:ident) => {
        fn check_unit(
            &self,
            tag: $crate::Tag,
            unit: &$Unit,
        ) -> Result<(), $crate::common::RecordFault> {
            Ok(self.check_correction(tag, unit)?)
        }
    };
    (@replace_unit $Unit:ident) => {
        fn replace_unit(&mut self, tag: $crate::Tag, unit: $Unit) {
            self.put_in_place(tag, unit);
        }
    };
    (@asks $Unit:ident) => {
        fn asks(&self, subject: $crate::Subject, field: Field) -> bool {
            self.asks_for(subject, field)
        }
    };
    (@concerns $Unit:ident) => {
        fn concerns(&self, subject: $crate::Subject, order: OrderKind) -> bool {
            self.is_given(subject, order)
        }
    };
    (@nothing_for $Unit:ident) => {
        fn nothing_for(&self, field: Field) -> Option<::message::Message> {
            defaults::nothing_for(field)
        }
    };
    (@side_marks $Unit:ident) => {
        fn side_marks(&self, side: $crate::Side) -> Vec<$crate::Mark> {
            self.marks_of(side)
        }
    };
    (@tallies $Unit:ident) => {
        fn tallies(&self, side: $crate::Side) -> Vec<$crate::Track> {
            paper::tallies(self, side)
        }
    };
    (@house_charts $Unit:ident) => {
        fn house_charts(&self, side: $crate::Side) -> Vec<$crate::Chart> {
            charts::house_charts(self, side)
        }
    };
    (@roster_charts $Unit:ident) => {
        fn roster_charts(&self, side: $crate::Side) -> Vec<$crate::Chart> {
            charts::roster_charts(self, side)
        }
    };
}

pub use crate::by_its_files;
