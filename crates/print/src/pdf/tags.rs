//! PDF features that printpdf does not write: the structure of a page (for assistive
//! software), a nested outline, described links, language, dates, and an identity derived
//! from the content.

use std::collections::BTreeMap;

use lopdf::{
    Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary, text_string,
};
use sha2::{Digest, Sha256};

use super::leaf::{InCell, Leaf};
use super::{Meta, PdfFault};
use crate::fonts::MM_PER_PT;
use crate::page::{Bookmark, Code, Item, Page, Role};

/// The PDF language code of the pages.
const LANGUAGE: &str = "en-GB";

/// The language code of names in Greek letters: ancient Greek.
const GREEK: &str = "grc";

/// Adds all of these to a document that has its pages.
pub(super) fn add(
    document: &mut Document,
    pages: &[Page],
    leaves: &[Vec<Leaf>],
    meta: &Meta,
) -> Result<(), PdfFault> {
    let ids: Vec<ObjectId> = document.page_iter().collect();
    let mut tree = Tree { pages: &ids, elements: Vec::new(), table: None, links: Vec::new() };
    for (at, (page, leaves)) in pages.iter().zip(leaves).enumerate() {
        let links = tree.links.len();
        for leaf in leaves.iter().filter(|leaf| leaf.mark.is_some()) {
            tree.leaf(document, at, page, leaf);
        }
        let links = tree.links[links..].iter().copied().map(Object::from).collect::<Vec<_>>();
        let page = document.get_dictionary_mut(ids[at])?;
        page.set("StructParents", number(at));
        page.set("Tabs", "S");
        page.remove(b"Annots");
        if !links.is_empty() {
            page.set("Annots", links);
        }
    }
    tree.end_table();
    let root = tree.write(document);
    let outline = outline(document, pages, &ids);
    let xmp = xmp(meta).into_bytes();
    let kind = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    let xmp = document.add_object(Stream::new(kind, xmp).with_compression(false));
    let catalog = document.catalog_mut()?;
    catalog.set("Lang", Object::string_literal(LANGUAGE));
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    catalog.set("StructTreeRoot", root);
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    catalog.set("Metadata", xmp);
    if let Some(outline) = outline {
        catalog.set("Outlines", outline);
        catalog.set("PageMode", "UseOutlines");
    }
    "1.7".clone_into(&mut document.version);
    describe(document, meta)?;
    document.trailer.set("ID", identity(document));
    Ok(())
}

/// Whether all letters of these texts are Greek, so that they are read aloud as Greek.
fn is_greek(items: &[Item]) -> bool {
    let mut letters = items
        .iter()
        .filter_map(|item| match item {
            Item::Text(text) => Some(text.content.chars().filter(|c| c.is_alphabetic())),
            Item::Line(_)
            | Item::Rect(_)
            | Item::Polygon(..)
            | Item::Figure(_)
            | Item::Border(_)
            | Item::Code(_) => None,
        })
        .flatten()
        .peekable();
    let is_greek = |c: char| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}');
    letters.peek().is_some() && letters.all(is_greek)
}

/// An element of the structure tree.
struct Element {
    tag: &'static str,
    /// Further attributes: a description, or the position in a table.
    more: Dictionary,
    kids: Vec<Kid>,
}

/// A child of an element.
enum Kid {
    Element(Element),
    /// A mark, by its page and its number there.
    Mark(usize, i64),
    /// An annotation, by its page and its number among all annotations.
    Link(usize, usize),
}

impl Element {
    fn new(tag: &'static str, kids: Vec<Kid>) -> Element {
        Element { tag, more: Dictionary::new(), kids }
    }
}

/// The rows of an open table, each with its page and span, and its cells.
type Rows = Vec<((usize, usize), Vec<(InCell, Vec<Kid>)>)>;

/// The structure tree while it is being built.
struct Tree<'d> {
    pages: &'d [ObjectId],
    elements: Vec<Element>,
    table: Option<Rows>,
    /// The annotations of all pages.
    links: Vec<ObjectId>,
}

impl Tree<'_> {
    /// Adds a leaf of a page.
    fn leaf(&mut self, document: &mut Document, at: usize, page: &Page, leaf: &Leaf) {
        let Some(mark) = leaf.mark else { return };
        let mut kid = Kid::Mark(at, mark);
        if let Some(Role::Drawing(words)) = leaf.role {
            let mut figure = Element::new("Figure", vec![kid]);
            figure.more.set("Alt", text_string(words));
            let code = leaf.items.iter().find_map(|item| match item {
                Item::Code(code) => Some(code),
                Item::Text(_)
                | Item::Line(_)
                | Item::Rect(_)
                | Item::Polygon(..)
                | Item::Figure(_)
                | Item::Border(_) => None,
            });
            kid = Kid::Element(match code {
                Some(code) => {
                    let annotation =
                        annotation(page, code, words, self.pages.len() + self.links.len());
                    let link = Kid::Link(at, self.links.len());
                    self.links.push(document.add_object(annotation));
                    Element::new("Link", vec![Kid::Element(figure), link])
                }
                None => figure,
            });
        }
        if is_greek(leaf.items) {
            let mut greek = Element::new("Span", vec![kid]);
            greek.more.set("Lang", Object::string_literal(GREEK));
            kid = Kid::Element(greek);
        }
        if let Some(cell) = leaf.cell {
            return self.in_cell(at, cell, kid);
        }
        self.end_table();
        self.elements.push(match kid {
            Kid::Element(element) if element.tag != "Span" => element,
            Kid::Element(_) | Kid::Mark(..) | Kid::Link(..) => Element::new(leaf.tag(), vec![kid]),
        });
    }

    /// Adds to a cell of the open table, or of a new one.
    fn in_cell(&mut self, page: usize, cell: InCell, kid: Kid) {
        let has_rows =
            |rows: &Rows| rows.iter().any(|(_, cells)| cells.iter().any(|(cell, _)| !cell.heads));
        let row = (page, cell.row);
        let is_same_row = |rows: &Rows| rows.last().is_some_and(|(last, _)| *last == row);
        // Headings after rows begin another table.
        if self
            .table
            .as_ref()
            .is_some_and(|rows| cell.heads && has_rows(rows) && !is_same_row(rows))
        {
            self.end_table();
        }
        let rows = self.table.get_or_insert_default();
        if !is_same_row(rows) {
            rows.push((row, Vec::new()));
        }
        let Some((_, cells)) = rows.last_mut() else { return };
        match cells.last_mut().filter(|(last, _)| *last == cell) {
            Some((_, kids)) => kids.push(kid),
            None => cells.push((cell, vec![kid])),
        }
    }

    fn end_table(&mut self) {
        let Some(rows) = self.table.take() else { return };
        let cells = rows.iter().flat_map(|(_, cells)| cells);
        let columns = cells.map(|(cell, _)| cell.column + cell.across).max().unwrap_or(0);
        let rows = rows.into_iter().map(|(_, cells)| Kid::Element(row(cells, columns)));
        self.elements.push(Element::new("Table", rows.collect()));
    }

    /// Writes the tree, and returns its root.
    fn write(self, document: &mut Document) -> ObjectId {
        let Tree { pages, elements, links, .. } = self;
        let root = document.new_object_id();
        let kids = elements.into_iter().map(Kid::Element).collect();
        let mut writer = Writer { document, pages, links: &links, owners: BTreeMap::new() };
        let whole = writer.element(Element::new("Document", kids), root);
        let owners = writer.owners;
        let mut numbers: Vec<Object> = Vec::new();
        for (at, owners) in (0..pages.len()).map(|at| (at, owners.range((at, 0)..(at + 1, 0)))) {
            let owners: Vec<Object> = owners.map(|(_, owner)| (*owner).into()).collect();
            numbers.extend([number(at), owners.into()]);
        }
        for at in 0..links.len() {
            let key = pages.len() + at;
            let owner = owners.get(&(key, 0)).copied();
            numbers.extend([number(key), owner.map_or(Object::Null, Object::from)]);
        }
        let tree = dictionary! {
            "Type" => "StructTreeRoot",
            "K" => whole,
            "ParentTree" => dictionary! { "Nums" => numbers },
            "ParentTreeNextKey" => number(pages.len() + links.len()),
        };
        document.objects.insert(root, tree.into());
        root
    }
}

/// A row of a table with this many columns: a cell for each, even if it is empty.
fn row(cells: Vec<(InCell, Vec<Kid>)>, columns: usize) -> Element {
    let first = cells.first().map(|(cell, _)| *cell);
    let is_heads = first.is_some_and(|cell| cell.heads);
    let empty = |column| InCell { row: 0, heads: is_heads, column, across: 1 };
    let mut all: Vec<Kid> = Vec::new();
    let mut next = 0;
    for (cell, kids) in cells {
        all.extend(
            (next..cell.column).map(|column| Kid::Element(cell_of(empty(column), Vec::new()))),
        );
        next = cell.column + cell.across;
        all.push(Kid::Element(cell_of(cell, kids)));
    }
    all.extend((next..columns).map(|column| Kid::Element(cell_of(empty(column), Vec::new()))));
    Element::new("TR", all)
}

fn cell_of(cell: InCell, kids: Vec<Kid>) -> Element {
    let mut attributes = dictionary! { "O" => "Table" };
    if cell.tag() == "TH" {
        attributes.set("Scope", if cell.heads { "Column" } else { "Row" });
    }
    if cell.across > 1 {
        attributes.set("ColSpan", number(cell.across));
    }
    let mut element = Element::new(cell.tag(), kids);
    if attributes.len() > 1 {
        element.more.set("A", attributes);
    }
    element
}

/// Writes elements.
struct Writer<'d> {
    document: &'d mut Document,
    pages: &'d [ObjectId],
    links: &'d [ObjectId],
    /// The element of each mark, by page and number, and of each annotation, by its key.
    owners: BTreeMap<(usize, i64), ObjectId>,
}

impl Writer<'_> {
    fn element(&mut self, element: Element, parent: ObjectId) -> ObjectId {
        let id = self.document.new_object_id();
        let Element { tag, more, kids } = element;
        let mut written = dictionary! { "Type" => "StructElem", "S" => tag, "P" => parent };
        written.extend(&more);
        let own_page = kids.iter().find_map(|kid| match kid {
            Kid::Mark(page, _) => Some(*page),
            Kid::Element(_) | Kid::Link(..) => None,
        });
        if let Some(page) = own_page {
            written.set("Pg", self.pages[page]);
        }
        let kids: Vec<Object> = kids
            .into_iter()
            .map(|kid| match kid {
                Kid::Element(element) => self.element(element, id).into(),
                Kid::Mark(page, mark) => {
                    self.owners.insert((page, mark), id);
                    if Some(page) == own_page {
                        return mark.into();
                    }
                    let page = self.pages[page];
                    dictionary! { "Type" => "MCR", "Pg" => page, "MCID" => mark }.into()
                }
                Kid::Link(page, link) => {
                    self.owners.insert((self.pages.len() + link, 0), id);
                    let (page, link) = (self.pages[page], self.links[link]);
                    dictionary! { "Type" => "OBJR", "Pg" => page, "Obj" => link }.into()
                }
            })
            .collect();
        written.set("K", kids);
        self.document.objects.insert(id, written.into());
        id
    }
}

/// The link of a QR code, with a description of what a tap does.
fn annotation(page: &Page, code: &Code, words: &str, key: usize) -> Dictionary {
    let frame = code.frame();
    let rect =
        [frame.left, page.height_mm - frame.bottom(), frame.right(), page.height_mm - frame.top];
    let rect = rect.map(|side| Object::Real(side / MM_PER_PT)).to_vec();
    dictionary! {
        "Type" => "Annot",
        "Subtype" => "Link",
        "Rect" => rect,
        "Border" => vec![0.into(), 0.into(), 0.into()],
        "F" => 4,
        "StructParent" => number(key),
        "Contents" => text_string(words),
        "A" => dictionary! { "S" => "URI", "URI" => Object::string_literal(code.link.as_str()) },
    }
}

fn number(number: usize) -> Object {
    Object::Integer(number.try_into().unwrap_or(i64::MAX))
}

/// An entry of the outline, with its target and the entries below it.
struct Entry<'p> {
    mark: &'p Bookmark,
    page: ObjectId,
    height_mm: f32,
    under: Vec<Entry<'p>>,
}

/// The outline of the parts and their content; `None` if no page has a bookmark. Content
/// that continues in another column is listed once.
fn outline(document: &mut Document, pages: &[Page], ids: &[ObjectId]) -> Option<ObjectId> {
    let mut parts: Vec<Entry> = Vec::new();
    for (page, id) in pages.iter().zip(ids) {
        for mark in &page.bookmarks {
            let entry = Entry { mark, page: *id, height_mm: page.height_mm, under: Vec::new() };
            match parts.last_mut().filter(|_| mark.level > 1) {
                Some(part) if part.under.iter().any(|known| known.mark.title == mark.title) => {}
                Some(part) => part.under.push(entry),
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

/// Writes the entries below one parent, and returns their number.
fn siblings(
    document: &mut Document,
    parent: ObjectId,
    entries: &[Entry],
    of_parent: &mut Dictionary,
) -> i64 {
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    for (at, (entry, id)) in entries.iter().zip(&ids).enumerate() {
        // Slightly above the place, so that it is not at the very edge.
        let top = (entry.height_mm - entry.mark.top_mm + 4.0).min(entry.height_mm) / MM_PER_PT;
        let leads = vec![
            entry.page.into(),
            "XYZ".into(),
            Object::Null,
            Object::Real(top.round()),
            Object::Null,
        ];
        let title = text_string(&entry.mark.title);
        let mut item = dictionary! { "Title" => title, "Parent" => parent, "Dest" => leads };
        if let Some(before) = at.checked_sub(1).and_then(|at| ids.get(at)) {
            item.set("Prev", *before);
        }
        if let Some(after) = ids.get(at + 1) {
            item.set("Next", *after);
        }
        if !entry.under.is_empty() {
            let count = siblings(document, *id, &entry.under, &mut item);
            // Collapsed: readers open what they look for.
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

/// The author and time of the document.
fn describe(document: &mut Document, meta: &Meta) -> Result<(), PdfFault> {
    let info = document.trailer.get(b"Info")?.as_reference()?;
    let mut shown = dictionary! { "Title" => text_string(&meta.title) };
    for key in ["Author", "Creator", "Producer"] {
        shown.set(key, Object::string_literal("Trierarch"));
    }
    if let Some([year, month, day, hour, minute, second]) = meta.created.map(civil) {
        let date = format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z");
        shown.set("CreationDate", Object::string_literal(date.as_str()));
        shown.set("ModDate", Object::string_literal(date));
    }
    document.objects.insert(info, shown.into());
    Ok(())
}

/// The document information as XMP, with the claim to be PDF/UA.
fn xmp(meta: &Meta) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let title = escaped(&meta.title);
    let dates = meta.created.map(civil).map(|[year, month, day, hour, minute, second]| {
        let date = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
        format!("<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>")
    });
    let dates = dates.unwrap_or_default();
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" \
         xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\
         <dc:creator><rdf:Seq><rdf:li>Trierarch</rdf:li></rdf:Seq></dc:creator>\
         <dc:language><rdf:Bag><rdf:li>{LANGUAGE}</rdf:li></rdf:Bag></dc:language>\
         <xmp:CreatorTool>Trierarch</xmp:CreatorTool>{dates}\
         <pdf:Producer>Trierarch</pdf:Producer><pdfuaid:part>1</pdfuaid:part>\
         </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
    )
}

/// A time in the Gregorian calendar: year, month, day, hour, minute and second.
fn civil(seconds: u64) -> [u64; 6] {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // In eras of 400 years that begin in March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    [year, month, day, second / 3600, second / 60 % 60, second % 60]
}

/// The identity of the document, from its content and title.
fn identity(document: &Document) -> Object {
    let mut hash = Sha256::new();
    for stream in document.objects.values().filter_map(|object| object.as_stream().ok()) {
        hash.update(&stream.content);
    }
    let id = Object::String(hash.finalize()[..16].to_vec(), StringFormat::Hexadecimal);
    vec![id.clone(), id].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_in_the_civil_calendar() {
        for (seconds, written) in [
            (0, [1970, 1, 1, 0, 0, 0]),
            (951_782_399, [2000, 2, 28, 23, 59, 59]),
            (951_782_400, [2000, 2, 29, 0, 0, 0]),
            (1_795_248_000, [2026, 11, 21, 8, 0, 0]),
        ] {
            assert_eq!(civil(seconds), written);
        }
    }
}
