//! What helps a reader find the way in the document: the outline with its
//! bookmarks, and its language.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::PdfFault;
use super::file::{Written, text};
use super::structure::{self, Leaves};
use crate::fonts::MM_PER_PT;
use crate::page::{Bookmark, Page};

/// The language of the pages, as PDF names it.
const LANGUAGE: &str = "en-GB";

/// Adds all of it to a document that has its pages.
pub(super) fn add(
    document: &mut Document,
    written: &mut Written,
    pages: &[Page],
    leaves: &[Leaves],
) -> Result<(), PdfFault> {
    let ids: Vec<ObjectId> = document.page_iter().collect();
    let outline = outline(document, pages, &ids);
    let tree = structure::add(document, written, pages, leaves)?;
    let catalog = document.catalog_mut()?;
    catalog.set("Lang", Object::string_literal(LANGUAGE));
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    catalog.set("StructTreeRoot", tree);
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    if let Some(outline) = outline {
        catalog.set("Outlines", outline);
        catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
    }
    Ok(())
}

/// An entry of the outline, with its target and the entries below it.
struct Entry<'p> {
    mark: &'p Bookmark,
    page: ObjectId,
    height_mm: f32,
    under: Vec<Entry<'p>>,
}

/// The outline of the parts, with what is in each; `None` if no page has a
/// bookmark. What continues in another column is listed once.
fn outline(document: &mut Document, pages: &[Page], ids: &[ObjectId]) -> Option<ObjectId> {
    let mut parts: Vec<Entry> = Vec::new();
    for (page, id) in pages.iter().zip(ids) {
        for mark in &page.bookmarks {
            let entry = Entry { mark, page: *id, height_mm: page.height_mm, under: Vec::new() };
            match parts.last_mut().filter(|_| mark.level > 1) {
                Some(part) => {
                    if part.under.iter().all(|known| known.mark.title != mark.title) {
                        part.under.push(entry);
                    }
                }
                None => parts.push(entry),
            }
        }
    }
    if parts.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let mut dictionary = dictionary! { "Type" => "Outlines" };
    let count = siblings(document, root, &parts, &mut dictionary);
    dictionary.set("Count", count);
    document.objects.insert(root, dictionary.into());
    Some(root)
}

/// Writes the entries below one parent. Returns how many there are.
fn siblings(
    document: &mut Document,
    parent: ObjectId,
    entries: &[Entry],
    of_parent: &mut Dictionary,
) -> i64 {
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    for (at, (entry, id)) in entries.iter().zip(&ids).enumerate() {
        // A little above the place, so that it is not at the very edge.
        let top = (entry.height_mm - entry.mark.top_mm + 4.0).min(entry.height_mm) / MM_PER_PT;
        let leads = vec![
            entry.page.into(),
            Object::Name(b"XYZ".to_vec()),
            Object::Null,
            Object::Real(top.round()),
            Object::Null,
        ];
        let mut item = dictionary! {
            "Title" => text(&entry.mark.title),
            "Parent" => parent,
            "Dest" => leads,
        };
        if let Some(before) = at.checked_sub(1).and_then(|at| ids.get(at)) {
            item.set("Prev", *before);
        }
        if let Some(after) = ids.get(at + 1) {
            item.set("Next", *after);
        }
        if !entry.under.is_empty() {
            let count = siblings(document, *id, &entry.under, &mut item);
            // Folded: readers open what they look for.
            item.set("Count", -count);
        }
        document.objects.insert(*id, item.into());
    }
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        of_parent.set("First", *first);
        of_parent.set("Last", *last);
    }
    i64::try_from(ids.len()).unwrap_or(i64::MAX)
}
