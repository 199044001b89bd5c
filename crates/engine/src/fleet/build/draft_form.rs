//! The form of a fleet draft: the fields of its game, and those of every draft.

use serde_json::{Map, Value};

use message::Message;
use rules::file::form::{ChoiceWord, Entries, Form, FormField, Ideas, ListForm};
use rules::file::path::Path;
use rules::file::peoples;

use super::draft::FleetDraft;
use super::form::form;

impl FleetDraft {
    /// The form of the draft's game, with its custom types among the words.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        let mut form = form(self.system()?);
        let custom: Vec<_> = form.lists.iter().filter_map(|list| self.custom_words(list)).collect();
        for (list, key, more) in custom {
            let lists = form.lists.iter_mut().filter(|form| form.key == list);
            for field in lists.flat_map(|form| &mut form.fields).filter(|field| field.key == key) {
                field.words.extend(more.iter().cloned());
            }
        }
        Some(form)
    }

    /// The custom types as words to choose from, with the list and field that take them.
    fn custom_words(
        &self,
        list: &ListForm,
    ) -> Option<(&'static str, &'static str, Vec<ChoiceWord>)> {
        let (to, key, gives) = list.names_for.as_ref()?;
        let read = |keys: Map<String, Value>| {
            let text = |key: &str| keys.get(key).and_then(Value::as_str);
            let slug = text("slug")?;
            Some(ChoiceWord::new(
                slug,
                Message::verbatim(text("name").unwrap_or(slug)),
                gives.clone(),
            ))
        };
        Some((to, key, self.entries(list.key).into_iter().filter_map(read).collect()))
    }

    /// The number of words that a field of an entry (from 0) can have; `None` if the rules set no
    /// limit, or the entry is not complete enough.
    #[must_use]
    pub fn room_for(&self, list: &str, at: usize, field: &FormField) -> Option<usize> {
        let room = field.table.as_ref()?.room?;
        let entries: Entries = &|list| self.entries(list);
        room(&self.entry(list, at).ok()?, entries)
    }

    /// Suggestions for a field: the peoples that fight by these rules, or names of
    /// ships and captains of this fleet's people that are still free. Empty if
    /// there are none.
    #[must_use]
    pub fn ideas(&self, field: &FormField) -> Vec<&'static str> {
        let Some(system) = self.system() else { return Vec::new() };
        let fights = |name: &str| system.peoples().iter().any(|people| people.name == name);
        let mut known = peoples::ALL.iter().filter(|people| fights(people.name));
        if field.ideas == Ideas::Peoples {
            return known.map(|people| people.name).collect();
        }
        let written = self.get(&Path::default().key("people"));
        let own = written.as_ref().and_then(Value::as_str).unwrap_or_default().to_lowercase();
        let Some(people) = known.find(|people| own.contains(&people.name.to_lowercase())) else {
            return Vec::new();
        };
        let names = match field.ideas {
            Ideas::Ships => people.ships,
            Ideas::Captains => people.captains,
            Ideas::None | Ideas::Peoples => &[],
        };
        let text = self.text();
        names.iter().copied().filter(|name| !text.contains(name)).collect()
    }
}
