//! The digits on a keyboard, whatever its layout.

use egui::{Event, Key, Modifiers, Ui};

const DIGITS: [Key; 10] = [
    Key::Num0,
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// The digits for the characters that the digit row types without Shift on French and
/// Czech keyboards, for systems that do not report the position of a key. é is left out,
/// since it is 2 in France and 0 in Czechia, and so are the characters of other
/// keyboards.
const TYPED: [(&str, u8); 15] = [
    ("&", 1),
    ("\"", 3),
    ("'", 4),
    ("(", 5),
    ("è", 7),
    ("_", 8),
    ("ç", 9),
    ("à", 0),
    ("ě", 2),
    ("š", 3),
    ("č", 4),
    ("ř", 5),
    ("ž", 6),
    ("ý", 7),
    ("á", 8),
];

/// The digit of a key: as it is labelled, or else by its position in the digit row, which
/// types digits only with Shift on French and Czech keyboards.
fn digit_of(key: Key, physical: Option<Key>) -> Option<u8> {
    let digit = |key: Key| (0u8..).zip(DIGITS).find(|(_, known)| *known == key).map(|(at, _)| at);
    digit(key).or_else(|| physical.filter(|_| !moves(key)).and_then(digit))
}

/// Whether a key moves the cursor. Without Num Lock, those of the number pad do.
fn moves(key: Key) -> bool {
    matches!(
        key,
        Key::ArrowDown
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::End
            | Key::Home
            | Key::Insert
            | Key::PageDown
            | Key::PageUp
    )
}

/// The digit that an event types.
fn digit_typed(event: &Event, keys: &[Event]) -> Option<u8> {
    match event {
        Event::Key { key, physical_key, pressed: true, repeat: false, modifiers }
            if !modifiers.command && !modifiers.ctrl && !modifiers.alt =>
        {
            digit_of(*key, *physical_key)
        }
        // If a key has reported its position, its key event counts instead of the text.
        Event::Text(text) if !keys.iter().any(has_place) => {
            TYPED.into_iter().find(|(typed, _)| typed == text).map(|(_, digit)| digit)
        }
        _ => None,
    }
}

fn has_place(event: &Event) -> bool {
    matches!(event, Event::Key { physical_key: Some(_), pressed: true, .. })
}

/// The digits that were just typed, unless into a text field.
pub(super) fn digits_typed(ui: &Ui) -> Vec<i64> {
    if ui.ctx().text_edit_focused() {
        return Vec::new();
    }
    let typed = |event: &Event, all: &[Event]| digit_typed(event, all).map(i64::from);
    ui.input(|input| input.events.iter().filter_map(|event| typed(event, &input.events)).collect())
}

/// The digit that was just typed with the command key; no other control gets the event.
pub(super) fn take_command_digit(ui: &Ui) -> Option<u8> {
    let digit = |event: &Event| match event {
        Event::Key { key, physical_key, pressed: true, modifiers, .. }
            if modifiers.matches_logically(Modifiers::COMMAND) =>
        {
            digit_of(*key, *physical_key)
        }
        _ => None,
    };
    ui.input_mut(|input| {
        let at = input.events.iter().position(|event| digit(event).is_some())?;
        digit(&input.events.remove(at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: Key, physical_key: Option<Key>) -> Event {
        let modifiers = Modifiers::NONE;
        Event::Key { key, physical_key, pressed: true, repeat: false, modifiers }
    }

    fn typed(events: &[Event]) -> Vec<u8> {
        events.iter().filter_map(|event| digit_typed(event, events)).collect()
    }

    #[test]
    fn the_row_of_digits_types_digits_on_french_and_czech_keyboards() {
        for (key, physical, text, digit) in [
            // French: four and six.
            (Key::Quote, Key::Num4, "'", 4),
            (Key::Minus, Key::Num6, "-", 6),
            // Czech: one.
            (Key::Plus, Key::Num1, "+", 1),
            // A key without its own name is identified by its place alone.
            (Key::Num2, Key::Num2, "é", 2),
            // With Shift, and on the number pad.
            (Key::Num4, Key::Num4, "4", 4),
        ] {
            let events = [pressed(key, Some(physical)), Event::Text(text.into())];
            assert_eq!(typed(&events), [digit], "{text}");
        }
    }

    #[test]
    fn the_label_of_a_key_goes_before_its_place() {
        assert_eq!(typed(&[pressed(Key::Num7, Some(Key::Num1))]), [7]);
        assert_eq!(typed(&[pressed(Key::End, Some(Key::Num1))]), [0u8; 0]);
        assert_eq!(typed(&[pressed(Key::Quote, None)]), [0u8; 0]);
    }

    #[test]
    fn a_character_of_the_row_counts_where_no_key_has_a_place() {
        assert_eq!(typed(&[Event::Text("ž".into())]), [6]);
        assert_eq!(typed(&[pressed(Key::Quote, None), Event::Text("'".into())]), [4]);
        assert_eq!(typed(&[Event::Text("é".into())]), [0u8; 0]);
    }
}
