//! What the parts of a page are, for readers that do not see it: headings, tables
//! with their head cells, paragraphs, drawings in words. All else is an ornament.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::PdfFault;
use super::outline::text;
use crate::print::fonts::MM_PER_PT;
use crate::print::page::{Item, Page, Role, Span};

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

/// The tree that is being written.
struct Tree {
    whole: ObjectId,
    kids: Vec<Object>,
    /// The open table with its rows, and whether it has more than headings.
    table: Option<(ObjectId, Vec<Object>, bool)>,
    /// The open row: its page, its span, and its cells.
    row: Option<((usize, usize), ObjectId, Vec<Object>)>,
    /// The open cell: its span, and what is in it.
    cell: Option<(usize, ObjectId, Dictionary, Vec<Object>)>,
}

impl Tree {
    fn close_cell(&mut self, document: &mut Document) {
        let Some((_, id, mut cell, kids)) = self.cell.take() else { return };
        cell.set("K", kids);
        document.objects.insert(id, cell.into());
    }

    fn close_row(&mut self, document: &mut Document) {
        self.close_cell(document);
        let (Some((_, id, cells)), Some((table, ..))) = (self.row.take(), &self.table) else {
            return;
        };
        document
            .objects
            .insert(id, dictionary! { "S" => "TR", "P" => *table, "K" => cells }.into());
    }

    fn close_table(&mut self, document: &mut Document) {
        self.close_row(document);
        let Some((id, rows, _)) = self.table.take() else { return };
        let table = dictionary! { "S" => "Table", "P" => self.whole, "K" => rows };
        document.objects.insert(id, table.into());
    }

    /// The cell that a leaf is in; opens it, with its row and table, if need be.
    fn open(&mut self, document: &mut Document, page: usize, leaf: &Leaf) -> Option<ObjectId> {
        let (Some((row, heads)), Some(cell)) = (leaf.row, leaf.cell) else { return None };
        if self.row.as_ref().is_none_or(|(open, ..)| *open != (page, row)) {
            self.close_row(document);
            // Headings under rows begin another table.
            if heads && self.table.as_ref().is_some_and(|(_, _, has_rows)| *has_rows) {
                self.close_table(document);
            }
            let kids = &mut self.kids;
            let table = self.table.get_or_insert_with(|| {
                let id = document.new_object_id();
                kids.push(id.into());
                (id, Vec::new(), false)
            });
            let id = document.new_object_id();
            table.1.push(id.into());
            table.2 |= !heads;
            self.row = Some(((page, row), id, Vec::new()));
        }
        if self.cell.as_ref().is_none_or(|(open, ..)| *open != cell) {
            self.close_cell(document);
            let id = document.new_object_id();
            let (_, row, cells) = self.row.as_mut()?;
            cells.push(id.into());
            let mut is = dictionary! { "S" => leaf.cell_tag(), "P" => *row };
            if heads {
                is.set("A", dictionary! { "O" => "Table", "Scope" => "Column" });
            }
            self.cell = Some((cell, id, is, Vec::new()));
        }
        self.cell.as_ref().map(|(_, id, ..)| *id)
    }

    /// Adds a leaf. Returns the element that its mark belongs to.
    fn add(&mut self, document: &mut Document, at: (usize, ObjectId), leaf: &Leaf) -> ObjectId {
        let mark = Object::Integer(leaf.mark.unwrap_or_default().try_into().unwrap_or_default());
        let cell = self.open(document, at.0, leaf);
        if let (Some(cell), false) = (cell, leaf.is_drawn()) {
            if let Some((_, _, is, kids)) = &mut self.cell {
                is.set("Pg", at.1);
                kids.push(mark);
            }
            return cell;
        }
        if cell.is_none() {
            self.close_table(document);
        }
        let parent = cell.unwrap_or(self.whole);
        let mut element =
            dictionary! { "S" => leaf.tag(), "P" => parent, "Pg" => at.1, "K" => mark };
        if let Some(Role::Drawing(words)) = leaf.role {
            element.set("Alt", text(words));
        }
        let id = document.add_object(element);
        match &mut self.cell {
            Some((.., kids)) if cell.is_some() => kids.push(id.into()),
            _ => self.kids.push(id.into()),
        }
        id
    }

    /// Adds a link with its annotation, which covers a code.
    fn link(&mut self, document: &mut Document, page: ObjectId, annotation: ObjectId) -> ObjectId {
        let object = dictionary! { "Type" => "OBJR", "Pg" => page, "Obj" => annotation };
        let link = dictionary! { "S" => "Link", "P" => self.whole, "Pg" => page, "K" => object };
        let id = document.add_object(link);
        self.kids.push(id.into());
        id
    }
}

/// Adds the structure of all pages, and the links on them. Returns its root.
pub(super) fn add(
    document: &mut Document,
    pages: &[Page],
    leaves: &[Leaves],
) -> Result<ObjectId, PdfFault> {
    let ids: Vec<ObjectId> = document.page_iter().collect();
    let (root, whole) = (document.new_object_id(), document.new_object_id());
    let mut tree = Tree { whole, kids: Vec::new(), table: None, row: None, cell: None };
    let mut numbers: Vec<Object> = Vec::new();
    let mut links: Vec<ObjectId> = Vec::new();
    for (at, ((page, leaves), id)) in pages.iter().zip(leaves).zip(&ids).enumerate() {
        let marked = leaves.list.iter().filter(|leaf| leaf.mark.is_some());
        let mut of_marks: Vec<Object> = Vec::new();
        for leaf in marked {
            of_marks.push(tree.add(document, (at, *id), leaf).into());
        }
        let annotations = page.items.iter().filter_map(|item| {
            let key = pages.len() + links.len();
            let annotation = document.add_object(annotation(page, item, key)?);
            links.push(tree.link(document, *id, annotation));
            Some(annotation.into())
        });
        let annotations: Vec<Object> = annotations.collect();
        numbers.extend([number(at), of_marks.into()]);
        let page = document.get_dictionary_mut(*id)?;
        page.set("StructParents", number(at));
        page.set("Tabs", "S");
        if !annotations.is_empty() {
            page.set("Annots", annotations);
        }
    }
    tree.close_table(document);
    for (link, key) in links.iter().zip(pages.len()..) {
        numbers.extend([number(key), (*link).into()]);
    }
    let kids = tree.kids;
    document
        .objects
        .insert(whole, dictionary! { "S" => "Document", "P" => root, "K" => kids }.into());
    let next = number(pages.len() + links.len());
    let root_is = dictionary! {
        "Type" => "StructTreeRoot",
        "K" => whole,
        "ParentTree" => dictionary! { "Nums" => numbers },
        "ParentTreeNextKey" => next,
    };
    document.objects.insert(root, root_is.into());
    Ok(root)
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
