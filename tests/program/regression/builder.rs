//! Regression test of random edits of fleets: fields are set to valid and invalid values,
//! entries are added, copied, moved and removed, words are rolled and chits exchanged. The
//! file, its faults and its form are recorded after every edit.

use serde_json::{Value, json};
use trierarch::dice::{Entered, Roller, Seeded};
use trierarch::fleet::build::{
    ChitMove, FleetDraft, Form, FormField, Path, RollFor, balanced, form, of_balanced, random,
    sizes, whole,
};
use trierarch::fleet::{library, read_aim, render};
use trierarch::games::SystemTag;
use trierarch::journal::Opening;
use trierarch::rules::ValueType;

use crate::regression::Answers;
use crate::regression::descriptions::entered;
use crate::regression::player::Picks;

/// The number of edits of each fleet.
const EDITS: usize = 50;

struct BuilderEdits<'o> {
    answers: &'o mut Answers,
    place: String,
    draft: FleetDraft,
    picks: Picks,
}

/// Edits every ready fleet, the balanced ones and some random ones.
pub(crate) fn fleets(answers: &mut Answers, system: SystemTag) {
    let paths = library::paths().filter(|path| path.starts_with(system.slug()));
    let mut drafts: Vec<FleetDraft> = paths.filter_map(FleetDraft::from_ready).collect();
    drafts.extend((0..4).filter_map(|set| of_balanced(system, set)));
    drafts.extend((1..8).map(|ships| random(system, 3 * ships, 70 + u64::from(ships))));
    drafts.push(FleetDraft::new(system, "New"));
    for (seed, draft) in (0..).zip(drafts) {
        let place = format!("{system}/built/{seed}");
        BuilderEdits { answers: &mut *answers, place, draft, picks: Picks::new(seed) }.run();
    }
    let shown = format!("{:?}", (form(system).head.len(), sizes(system), whole(system)));
    answers.add(&format!("{system}/built-form"), &shown);
    answers.add(&format!("{system}/built-form"), &format!("{:?}", balanced(system)));
    changed_aims(answers, system);
}

impl BuilderEdits<'_> {
    fn add(&mut self, answer: &impl std::fmt::Debug) {
        self.answers.add(&self.place, &format!("{answer:?}"));
    }

    fn run(&mut self) {
        for edit in 0..EDITS {
            let Some(form) = self.draft.form() else { break };
            self.edit(&form, edit);
            let text = self.draft.text();
            let check = self.draft.check();
            self.answers.add(&self.place, &render("", &text, &check.faults));
            let shown: Vec<_> =
                check.faults.iter().map(|f| self.draft.fault_text(f).to_string()).collect();
            self.add(&(shown, check.fleet));
            self.answers.add(&self.place, &text);
            self.asked(&form);
        }
    }

    fn edit(&mut self, form: &Form, edit: usize) {
        let lists = form.lists.len();
        let list = &form.lists[self.picks.below(lists)];
        let count = self.draft.count(list.key);
        let (at, to) = (self.picks.below(count + 1), self.picks.below(count + 1));
        match self.picks.below(14) {
            0 => {
                let done = (self.draft.add(list.key), self.draft.entry(list.key, at));
                self.add(&done);
            }
            1 => {
                let done = self.draft.copy(list.key, at);
                self.add(&done);
            }
            2 => {
                let done = self.draft.remove(list.key, at);
                self.add(&done);
            }
            3 => {
                let done = self.draft.move_entry(list.key, at, to);
                self.add(&done);
            }
            4 => {
                let done = self.draft.separate(list.key, at);
                self.add(&done);
            }
            5 => self.chits(at, to),
            6 | 7 => self.roll(at, edit),
            8 if edit > 9 => {
                self.draft.set_house_rules(self.picks.below(3) > 0);
                self.add(&self.draft.allows_house_rules());
            }
            9 => {
                let field = &form.head[self.picks.below(form.head.len())];
                let value = self.value(field);
                let done = self.draft.set(&Path::default().key(field.key), &value);
                self.add(&(value, done));
            }
            _ => {
                let field = &list.fields[self.picks.below(list.fields.len())];
                let value = self.value(field);
                let place = Path::entry(list.key, at).key(field.key);
                let done = self.draft.set(&place, &value);
                self.add(&(place.to_string(), value, done, self.draft.get(&place)));
            }
        }
    }

    /// A value that a field takes, or occasionally one that it does not.
    fn value(&mut self, field: &FormField) -> Value {
        let odd = [Value::Null, json!(-1), json!("~"), json!(["~"]), json!(true), json!({"a": 1})];
        if self.picks.below(8) == 0 {
            return odd[self.picks.below(odd.len())].clone();
        }
        let words = &field.words;
        match field.takes {
            ValueType::Number { min, max } => {
                json!(
                    [min - 1, min, min + 1, i64::midpoint(min, max), max, max + 1]
                        [self.picks.below(6)]
                )
            }
            ValueType::Flag => json!(self.picks.below(2) == 0),
            ValueType::List(_) => {
                let count = self.picks.below(5).min(words.len());
                let chosen = (0..count).map(|_| words[self.picks.below(words.len())].slug.clone());
                json!(chosen.collect::<Vec<_>>())
            }
            _ if !words.is_empty() => json!(words[self.picks.below(words.len())].slug),
            _ if field.is_long => json!(["one", "one\ntwo", "house rules"][self.picks.below(3)]),
            _ => json!(["Nike", "Argo", "", "Ἀργώ"][self.picks.below(4)]),
        }
    }

    fn chits(&mut self, from: usize, to: usize) {
        let how = [ChitMove::Exchange, ChitMove::Point][self.picks.below(2)];
        let done = self.draft.move_chit(how, from, to);
        self.add(&(done, self.draft.chits()));
    }

    fn roll(&mut self, at: usize, edit: usize) {
        let what = if at.is_multiple_of(2) { RollFor::Ship(at) } else { RollFor::Fleet };
        let mut given = Vec::new();
        let done = if edit.is_multiple_of(5) {
            let mut dice = Entered::without_app(entered()[edit % 7].clone());
            self.draft.roll(what, &mut Roller::new(&mut dice), &mut given)
        } else {
            let mut dice = Seeded::new(2, edit as u64);
            self.draft.roll(what, &mut Roller::new(&mut dice), &mut given)
        };
        self.add(&(done.map_err(|stop| format!("{stop:?}")), given));
    }

    /// Records the other offers of the form.
    fn asked(&mut self, form: &Form) {
        for field in &form.head {
            let ideas = self.draft.ideas(field);
            self.add(&ideas);
        }
        for list in &form.lists {
            for field in &list.fields {
                let ideas = self.draft.ideas(field);
                let room: Vec<_> = (0..=self.draft.count(list.key).min(3))
                    .map(|at| self.draft.room_for(list.key, at, field))
                    .collect();
                let is_list = matches!(field.takes, ValueType::List(_));
                let named = if is_list { 0 } else { field.words.len() };
                self.add(&(ideas, room, named));
            }
            let new = list.new_entry(self.draft.count(list.key) + 1);
            self.add(&(new, &list.names_for));
        }
    }
}

/// The victory conditions of each ready battle with one value changed.
fn changed_aims(answers: &mut Answers, system: SystemTag) {
    for battle in library::battles().iter().filter(|battle| battle.system == system) {
        let opening = Opening::ready(&battle.slug, 1).unwrap();
        let written = opening.to_json();
        let Some(whole) = written.get("aim").filter(|aim| !aim.is_null()) else { continue };
        let mut places = Vec::new();
        crate::regression::descriptions::pointers(whole, "", &mut places);
        for place in places {
            for value in [Value::Null, json!(0), json!(3), json!("A1"), json!([]), json!({"a": 1})]
            {
                let mut changed = whole.clone();
                *changed.pointer_mut(&place).unwrap() = value;
                let shown = match read_aim(&changed, &opening.fleets) {
                    Ok(aim) => format!("{aim:?}"),
                    Err(faults) => format!("{faults:?}"),
                };
                answers.add(&format!("{system}/built-aim/{}", battle.slug), &shown);
            }
        }
    }
}
