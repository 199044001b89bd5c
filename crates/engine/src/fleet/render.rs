//! The faults of a fleet file for a terminal, each below its line.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use rules::file::fault::{Fault, Location, Severity};

/// Shows the faults of a file under the lines where they are, in plain text.
#[must_use]
pub fn render(file_name: &str, text: &str, faults: &[Fault]) -> String {
    render_with(&Renderer::plain(), file_name, text, faults)
}

/// The same in a terminal's colours.
#[must_use]
pub fn render_in_colour(file_name: &str, text: &str, faults: &[Fault]) -> String {
    render_with(&Renderer::styled(), file_name, text, faults)
}

fn render_with(renderer: &Renderer, file_name: &str, text: &str, faults: &[Fault]) -> String {
    let mut shown = String::new();
    for fault in faults {
        let level = match fault.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(fault.message().to_string());
        let group = match fault.place.as_ref().and_then(|place| lines_around(text, place)) {
            Some((lines, first_line, span)) => title.element(
                Snippet::source(lines)
                    .line_start(first_line)
                    .path(file_name)
                    .annotation(AnnotationKind::Primary.span(span)),
            ),
            None => title.element(Origin::path(file_name)),
        };
        shown.push_str(&renderer.render(&[group]));
        shown.push_str("\n\n");
    }
    shown.truncate(shown.trim_end().len());
    shown
}

/// The lines of a fault alone, with their number, so that a long file is not
/// searched again for every fault.
fn lines_around<'t>(text: &'t str, place: &Location) -> Option<(&'t str, usize, Range<usize>)> {
    let Range { start, end } = place.span;
    let from = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let to = text.get(end..)?.find('\n').map_or(text.len(), |at| end + at);
    Some((text.get(from..to)?, place.line, start - from..end - from))
}

#[cfg(test)]
mod tests {
    use message::message;
    use rules::file::fault::Faults;

    use super::*;

    #[test]
    fn a_fault_is_shown_under_its_line() {
        let text = "a = 1\ndeck = 400\nb = 2\n";
        let faults = Faults::new(text);
        faults.add(Some(13..16), Fault::error("deck", message!("too many")));
        let faults = faults.into_list();
        let shown = render("x.toml", text, &faults);
        assert!(shown.starts_with("error: deck: too many\n"), "{shown}");
        assert!(shown.contains("--> x.toml:2:8"), "{shown}");
        assert!(shown.contains("2 | deck = 400"), "{shown}");
        assert!(!shown.contains("b = 2"), "{shown}");
        assert!(render_in_colour("x.toml", text, &faults).contains('\u{1b}'));
    }
}
