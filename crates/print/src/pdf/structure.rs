//! What the parts of a page are, for readers that do not see it: headings, tables
//! with their head cells, paragraphs, drawings in words. All else is an ornament.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::PdfFault;
use super::file::{self, Written, digits, reference, text};
use crate::fonts::MM_PER_PT;
use crate::page::{Item, Page, Role, Span};

/// Successive items that are one thing.
pub(super) struct Leaf<'p> {
    /// What it is; `None` for a paragraph.
    role: Option<&'p Role>,
    /// The row of a table that it is in, among the spans of the page, and whether
    /// that has the headings; and its cell.
    row: Option<(usize, bool)>,
    cell: Option<usize>,
    /// Its number on the page; `None` for an ornament.
    pub(super) mark: Option<usize>,
}

impl Leaf<'_> {
    /// Its tag in the content of the page.
    pub(super) fn tag(&self) -> &'static str {
        match self.role {
            Some(Role::Heading(1)) => "H1",
            Some(Role::Heading(2)) => "H2",
            Some(Role::Heading(_)) => "H3",
            Some(Role::Drawing(_)) => "Figure",
            Some(Role::Cell | Role::Row { .. } | Role::Ornament) | None if self.cell.is_some() => {
                self.cell_tag()
            }
            Some(Role::Cell | Role::Row { .. } | Role::Ornament) | None => "P",
        }
    }

    fn cell_tag(&self) -> &'static str {
        if self.row.is_some_and(|(_, heads)| heads) { "TH" } else { "TD" }
    }

    /// Whether its texts are read: those in a drawing are told with it.
    pub(super) fn is_read(&self) -> bool {
        self.mark.is_some() && !self.is_drawn()
    }

    /// Whether its lines and boxes are told.
    pub(super) fn is_drawn(&self) -> bool {
        matches!(self.role, Some(Role::Drawing(_)))
    }
}

/// The leaves of a page in order, with the number of the leaf of every item.
pub(super) struct Leaves<'p> {
    pub(super) list: Vec<Leaf<'p>>,
    of_item: Vec<usize>,
}

impl<'p> Leaves<'p> {
    pub(super) fn of(page: &'p Page) -> Leaves<'p> {
        // The span of each item that is the innermost, and the row and cell around it.
        let count = page.items.len();
        let mut around: Vec<[Option<usize>; 3]> = vec![[None; 3]; count];
        let mut order: Vec<usize> = (0..page.spans.len()).collect();
        let long = |at: &usize| std::cmp::Reverse(page.spans[*at].items.len());
        order.sort_by_key(long);
        for at in order {
            let Span { role, items } = &page.spans[at];
            for known in around.get_mut(items.clone()).into_iter().flatten() {
                match role {
                    Role::Row { .. } => known[1] = Some(at),
                    Role::Cell => known[2] = Some(at),
                    Role::Heading(_) | Role::Drawing(_) | Role::Ornament => {}
                }
                known[0] = Some(at);
            }
        }
        let mut leaves = Leaves { list: Vec::new(), of_item: Vec::with_capacity(count) };
        let mut marks = 0;
        let mut from = 0;
        for alike in around.chunk_by(|one, next| one == next) {
            let end = from + alike.len();
            let [inner, row, cell] = alike.first().copied().unwrap_or_default();
            let role = inner.map(|at| &page.spans[at].role);
            let row = row.map(|at| {
                let heads = matches!(page.spans[at].role, Role::Row { heads: true });
                (at, heads)
            });
            let told = match role {
                Some(Role::Ornament) => false,
                Some(Role::Drawing(_)) => true,
                Some(Role::Heading(_) | Role::Row { .. } | Role::Cell) | None => {
                    page.items[from..end].iter().any(|item| matches!(item, Item::Text(_)))
                }
            };
            let mark = told.then_some(marks);
            marks += usize::from(told);
            leaves.of_item.extend(std::iter::repeat_n(leaves.list.len(), alike.len()));
            leaves.list.push(Leaf { role, row, cell, mark });
            from = end;
        }
        leaves
    }

    /// The leaf of an item.
    pub(super) fn at(&self, item: usize) -> &Leaf<'p> {
        &self.list[self.of_item[item]]
    }
}

/// An element of the tree that may get more inside it.
struct Open {
    number: u32,
    tag: &'static str,
    parent: u32,
    page: Option<u32>,
    /// What is inside it, as it is written: marks and elements.
    kids: Vec<u8>,
}

impl Open {
    fn new(document: &mut Document, tag: &'static str, parent: u32) -> Open {
        let (number, _) = document.new_object_id();
        Open { number, tag, parent, page: None, kids: Vec::new() }
    }

    fn take(&mut self, element: u32) {
        reference(&mut self.kids, element);
        self.kids.push(b' ');
    }

    fn close(self, written: &mut Written) {
        let out = written.begin(self.number);
        begin(out, self.tag, self.parent, self.page);
        if self.tag == "TH" {
            out.extend_from_slice(b"/A<</O/Table/Scope/Column>>");
        }
        out.extend_from_slice(b"/K[");
        out.extend_from_slice(self.kids.trim_ascii_end());
        out.extend_from_slice(b"]>>");
    }
}

/// Begins to write an element.
fn begin(out: &mut Vec<u8>, tag: &str, parent: u32, page: Option<u32>) {
    out.extend_from_slice(b"<</S/");
    out.extend_from_slice(tag.as_bytes());
    out.extend_from_slice(b"/P ");
    reference(out, parent);
    if let Some(page) = page {
        out.extend_from_slice(b"/Pg ");
        reference(out, page);
    }
}

/// The tree that is being written.
struct Tree<'w> {
    written: &'w mut Written,
    whole: Open,
    /// The open table, and whether it has more than headings.
    table: Option<(Open, bool)>,
    /// The open row, by its page and its span.
    row: Option<((usize, usize), Open)>,
    /// The open cell, by its span.
    cell: Option<(usize, Open)>,
}

impl Tree<'_> {
    fn close_cell(&mut self) {
        if let Some((_, cell)) = self.cell.take() {
            cell.close(self.written);
        }
    }

    fn close_row(&mut self) {
        self.close_cell();
        if let Some((_, row)) = self.row.take() {
            row.close(self.written);
        }
    }

    fn close_table(&mut self) {
        self.close_row();
        if let Some((table, _)) = self.table.take() {
            table.close(self.written);
        }
    }

    /// The cell that a leaf is in; opens it, with its row and table, if need be.
    fn open(&mut self, document: &mut Document, page: usize, leaf: &Leaf) -> Option<&mut Open> {
        let (Some((row, heads)), Some(cell)) = (leaf.row, leaf.cell) else { return None };
        if self.row.as_ref().is_none_or(|(open, _)| *open != (page, row)) {
            self.close_row();
            // Headings under rows begin another table.
            if heads && self.table.as_ref().is_some_and(|(_, has_rows)| *has_rows) {
                self.close_table();
            }
            let whole = &mut self.whole;
            let (table, has_rows) = self.table.get_or_insert_with(|| {
                let table = Open::new(document, "Table", whole.number);
                whole.take(table.number);
                (table, false)
            });
            *has_rows |= !heads;
            let opened = Open::new(document, "TR", table.number);
            table.take(opened.number);
            self.row = Some(((page, row), opened));
        }
        if self.cell.as_ref().is_none_or(|(open, _)| *open != cell) {
            self.close_cell();
            let (_, row) = self.row.as_mut()?;
            let opened = Open::new(document, leaf.cell_tag(), row.number);
            row.take(opened.number);
            self.cell = Some((cell, opened));
        }
        self.cell.as_mut().map(|(_, cell)| cell)
    }

    /// Adds a leaf. Returns the element that its mark belongs to.
    fn add(&mut self, document: &mut Document, at: (usize, u32), leaf: &Leaf) -> u32 {
        let mark = leaf.mark.and_then(|mark| mark.try_into().ok()).unwrap_or_default();
        let cell = self.open(document, at.0, leaf);
        let parent = match cell {
            Some(cell) if !leaf.is_drawn() => {
                cell.page = Some(at.1);
                digits(&mut cell.kids, mark);
                cell.kids.push(b' ');
                return cell.number;
            }
            Some(cell) => cell,
            None => {
                self.close_table();
                &mut self.whole
            }
        };
        let (number, _) = document.new_object_id();
        parent.take(number);
        let parent = parent.number;
        let out = self.written.begin(number);
        begin(out, leaf.tag(), parent, Some(at.1));
        if let Some(Role::Drawing(words)) = leaf.role {
            out.extend_from_slice(b"/Alt");
            file::object(out, &text(words));
        }
        out.extend_from_slice(b"/K ");
        digits(out, mark);
        out.extend_from_slice(b">>");
        number
    }

    /// Adds a link with its annotation, which covers a code.
    fn link(&mut self, document: &mut Document, page: ObjectId, annotation: ObjectId) -> u32 {
        let (number, _) = document.new_object_id();
        let object = dictionary! { "Type" => "OBJR", "Pg" => page, "Obj" => annotation };
        let whole = (self.whole.number, 0);
        let link = dictionary! { "S" => "Link", "P" => whole, "Pg" => page, "K" => object };
        file::object(self.written.begin(number), &link.into());
        self.whole.take(number);
        number
    }
}

/// Adds the structure of all pages, and the links on them. Returns its root.
pub(super) fn add(
    document: &mut Document,
    written: &mut Written,
    pages: &[Page],
    leaves: &[Leaves],
) -> Result<ObjectId, PdfFault> {
    let ids: Vec<ObjectId> = document.page_iter().collect();
    let root = document.new_object_id();
    let whole = Open::new(document, "Document", root.0);
    let mut tree = Tree { written, whole, table: None, row: None, cell: None };
    // What every mark belongs to, page by page.
    let mut owners: Vec<u8> = Vec::new();
    let mut links: Vec<u32> = Vec::new();
    for (at, ((page, leaves), id)) in pages.iter().zip(leaves).zip(&ids).enumerate() {
        owned(&mut owners, at, b'[');
        for leaf in leaves.list.iter().filter(|leaf| leaf.mark.is_some()) {
            let owner = tree.add(document, (at, id.0), leaf);
            reference(&mut owners, owner);
            owners.push(b' ');
        }
        owners.push(b']');
        let mut annotations: Vec<Object> = Vec::new();
        for item in &page.items {
            let key = pages.len() + links.len();
            let Some(annotation) = annotation(page, item, key) else { continue };
            let annotation = document.add_object(annotation);
            links.push(tree.link(document, *id, annotation));
            annotations.push(annotation.into());
        }
        let page = document.get_dictionary_mut(*id)?;
        page.set("StructParents", number(at));
        page.set("Tabs", "S");
        if !annotations.is_empty() {
            page.set("Annots", annotations);
        }
    }
    tree.close_table();
    for (link, key) in links.iter().zip(pages.len()..) {
        owned(&mut owners, key, b' ');
        reference(&mut owners, *link);
    }
    let Tree { whole, written, .. } = tree;
    let out = written.begin(root.0);
    out.extend_from_slice(b"<</Type/StructTreeRoot/K ");
    reference(out, whole.number);
    out.extend_from_slice(b"/ParentTree<</Nums[");
    out.extend_from_slice(&owners);
    out.extend_from_slice(b"]>>/ParentTreeNextKey ");
    file::object(out, &number(pages.len() + links.len()));
    out.extend_from_slice(b">>");
    whole.close(written);
    Ok(root)
}

/// Begins to write what a key of the tree of owners stands for.
fn owned(owners: &mut Vec<u8>, key: usize, between: u8) {
    owners.push(b' ');
    file::object(owners, &number(key));
    owners.push(between);
}

fn number(number: usize) -> Object {
    Object::Integer(number.try_into().unwrap_or(i64::MAX))
}

/// The link of a code, to be tapped; `None` for all other items.
fn annotation(page: &Page, item: &Item, key: usize) -> Option<Dictionary> {
    let Item::Code(code) = item else { return None };
    let frame = code.frame();
    let rect =
        [frame.left, page.height_mm - frame.bottom(), frame.right(), page.height_mm - frame.top];
    let rect = rect.map(|side| Object::Real(side / MM_PER_PT)).to_vec();
    Some(dictionary! {
        "Type" => "Annot",
        "Subtype" => "Link",
        "Rect" => rect,
        "Border" => vec![0.into(), 0.into(), 0.into()],
        "F" => 4,
        "StructParent" => number(key),
        "Contents" => text(&code.link),
        "A" => dictionary! { "S" => "URI", "URI" => Object::string_literal(code.link.as_str()) },
    })
}
