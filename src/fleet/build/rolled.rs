//! Fields whose words have a table to be rolled on, and those that have only so
//! much room.

use serde_json::{Value, json};

use crate::dice::{DiceStop, Roller};
use crate::rules::SystemTag;

use super::{Draft, Path, roll_advantage, roll_skill};

impl Draft {
    /// Whether the rules have a table to roll the words of a field on.
    #[must_use]
    pub fn can_roll(&self, list: &str, key: &str) -> bool {
        self.system() == Some(SystemTag::GreekFire)
            && list == "ship"
            && matches!(key, "advantages" | "captain.skills" | "crew_skills")
    }

    /// How many words a field of an entry (from 0) has room for; none where the
    /// rules set no such limit, or the entry does not say enough.
    #[must_use]
    pub fn room_for(&self, list: &str, at: usize, key: &str) -> Option<usize> {
        let limited = self.can_roll(list, key) && key == "advantages";
        limited.then(|| self.deck(at)).flatten()
    }

    /// Rolls for one word of a field (the entry and the word from 0), and puts
    /// it there; past the end it is added.
    ///
    /// # Errors
    /// When the dice have run out, or what was entered cannot be; nothing has
    /// changed then.
    pub fn roll_word(
        &mut self,
        (list, at): (&str, usize),
        key: &str,
        nth: usize,
        roller: &mut Roller,
    ) -> Result<(), DiceStop> {
        if !self.can_roll(list, key) {
            return Ok(());
        }
        let word = match key {
            "advantages" => json!(roll_advantage(roller)?),
            _ => json!(roll_skill(roller)?),
        };
        self.put_word(&Path::entry(list, at).key(key), nth, &word);
        Ok(())
    }

    /// Puts a word into a list of words; past the end it is added.
    pub fn put_word(&mut self, list: &Path, nth: usize, word: &Value) {
        let filled = self.get(list).and_then(|list| list.as_array().map(Vec::len));
        // An entry that does not exist has no list to add to.
        let _ = match filled {
            Some(filled) => self.set(&list.clone().at(nth.min(filled)), word),
            None => self.set(list, &json!([word])),
        };
    }
}
