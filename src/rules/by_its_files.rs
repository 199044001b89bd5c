//! What a system states in its files and fields, by their names.

/// What every system states, within the `impl System` of a battle with the field `common`:
/// the types, the source with its rulings, and what orders do.
macro_rules! by_its_fields {
    ($Unit:ident) => {
        type Switch = Switch;
        type Fleet = Fleet;
        type Unit = $Unit;
        type Order = Order;
        type Outcome = Outcome;
        type Effect = Effect;

        fn source() -> &'static $crate::rules::Source {
            &source::SOURCE
        }

        fn rulings() -> &'static [$crate::rules::Ruling] {
            source::RULINGS
        }

        fn common(&self) -> &$crate::rules::Common<$Unit, Switch> {
            &self.common
        }

        fn common_mut(&mut self) -> &mut $crate::rules::Common<$Unit, Switch> {
            &mut self.common
        }

        fn resolve(
            &self,
            order: &Order,
            roller: &mut $crate::dice::Roller,
        ) -> Result<$crate::rules::common::Resolution<Outcome, Effect>, $crate::rules::Stop> {
            resolve::resolve(self, order, roller)
        }
    };
}

pub(crate) use by_its_fields;

/// The same, and what a system states in its files, by their names: charts, words, how two
/// of its units are compared, its guide, forms and sheets; `besides` names what not every
/// system has.
macro_rules! by_its_files {
    ($Unit:ident, charts in $charts:ident, besides [$($word:ident)*]) => {
        $crate::rules::by_its_files::by_its_fields!($Unit);
        $($crate::rules::by_its_files::by_its_files!(@$word $Unit);)*

        fn charts(options: &::std::collections::BTreeSet<Switch>) -> Vec<$crate::rules::Chart> {
            $charts::charts(options)
        }

        fn words() -> Vec<$crate::rules::Meaning> {
            glossary::words()
        }

        fn sequence(
            options: &::std::collections::BTreeSet<Switch>,
        ) -> Vec<$crate::rules::TurnPart> {
            sequence::sequence(options)
        }

        fn plan() -> $crate::rules::ComparisonPlan {
            compare::plan()
        }

        fn figures(fleet: &Fleet) -> $crate::rules::Figures {
            compare::figures(fleet)
        }

        fn kind_name(fleet: &Fleet) -> Option<$crate::message::Message> {
            compare::kind_name(fleet)
        }

        fn guide(&self) -> $crate::rules::Guide {
            self.draw_guide()
        }

        fn hint(&self, subject: $crate::rules::Subject, field: Field) -> $crate::rules::FieldDefaults {
            self.defaults_for(subject, field)
        }

        fn warnings(&self, order: &Order) -> Vec<$crate::message::Message> {
            self.departures(order)
        }

        fn needs_consent(&self, order: &Order, side: $crate::rules::Side) -> bool {
            self.takes_more_than_its_own(order, side)
        }

        fn questions(
            &self,
            order: &Order,
        ) -> Vec<$crate::rules::question::Question<$crate::rules::Given<Order>, Outcome>> {
            questions::questions(self, order)
        }

        fn in_words(
            &self,
            subject: $crate::rules::Subject,
            entry: &str,
        ) -> Option<$crate::message::Message> {
            paper::in_words(self, subject, entry)
        }

        fn remembered(&self) -> Vec<$crate::rules::Fact> {
            paper::remembered(self)
        }

        fn chits(&self, side: $crate::rules::Side) -> Vec<$crate::rules::Chit> {
            paper::chits(self, side)
        }

        fn card(&self, tag: $crate::rules::Tag) -> Option<$crate::rules::Card> {
            sheet::card(self, tag)
        }

        fn sheet(&self, tag: $crate::rules::Tag, fresh: bool) -> Option<$crate::rules::Sheet> {
            sheet::sheet(self, tag, fresh)
        }

        fn uses(&self, side: $crate::rules::Side) -> Vec<String> {
            sheet::uses(self, side)
        }
    };
    (@in_duel $Unit:ident) => {
        fn in_duel(
            order: OrderKind,
            ground: $crate::rules::comparison::Ground,
        ) -> $crate::rules::comparison::InDuel {
            compare::in_duel(order, ground)
        }
    };
    (@duellist_says $Unit:ident) => {
        fn duellist_says(
            &self,
            _own: $crate::rules::Tag,
            field: Field,
            _ground: $crate::rules::comparison::Ground,
        ) -> Option<::serde_json::Value> {
            compare::duellist_says(field)
        }
    };
    (@drills $Unit:ident) => {
        fn drills(
            &self,
            own: &[$crate::rules::scenario::Alike],
            targets: &[$crate::rules::scenario::Alike],
        ) -> Vec<$crate::rules::scenario::Scenario> {
            scenarios::drills(self, own, targets)
        }
    };
    (@secrets $Unit:ident) => {
        fn sight(
            &self,
            subject: $crate::rules::Subject,
            entry: &str,
            viewer: $crate::rules::Viewer,
        ) -> $crate::rules::common::FieldVisibility {
            self.sight_of(subject, entry, viewer)
        }

        fn known_to(&self, viewer: $crate::rules::Viewer) -> ::std::borrow::Cow<'_, Self> {
            self.seen_by(viewer)
        }

        fn indistinguishable(&self) -> Vec<Self> {
            self.other_guises()
        }

        fn hides_odds(&self, order: &Order) -> Option<$crate::message::Message> {
            self.odds_hidden(order)
        }
    };
    (@check_unit $Unit:ident) => {
        fn check_unit(
            &self,
            tag: $crate::rules::Tag,
            unit: &$Unit,
        ) -> Result<(), $crate::rules::common::RecordFault> {
            Ok(self.check_correction(tag, unit)?)
        }
    };
    (@replace_unit $Unit:ident) => {
        fn replace_unit(&mut self, tag: $crate::rules::Tag, unit: $Unit) {
            self.put_in_place(tag, unit);
        }
    };
    (@asks $Unit:ident) => {
        fn asks(&self, subject: $crate::rules::Subject, field: Field) -> bool {
            self.asks_for(subject, field)
        }
    };
    (@concerns $Unit:ident) => {
        fn concerns(&self, subject: $crate::rules::Subject, order: OrderKind) -> bool {
            self.is_given(subject, order)
        }
    };
    (@nothing_for $Unit:ident) => {
        fn nothing_for(&self, field: Field) -> Option<$crate::message::Message> {
            defaults::nothing_for(field)
        }
    };
    (@side_marks $Unit:ident) => {
        fn side_marks(&self, side: $crate::rules::Side) -> Vec<$crate::rules::Mark> {
            self.marks_of(side)
        }
    };
    (@tallies $Unit:ident) => {
        fn tallies(&self, side: $crate::rules::Side) -> Vec<$crate::rules::Track> {
            paper::tallies(self, side)
        }
    };
    (@house_charts $Unit:ident) => {
        fn house_charts(&self, side: $crate::rules::Side) -> Vec<$crate::rules::Chart> {
            charts::house_charts(self, side)
        }
    };
    (@roster_charts $Unit:ident) => {
        fn roster_charts(&self, side: $crate::rules::Side) -> Vec<$crate::rules::Chart> {
            charts::roster_charts(self, side)
        }
    };
}

pub(crate) use by_its_files;
