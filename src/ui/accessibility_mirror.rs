//! A copy of the window for screen readers in a web page: elements with roles, names, states
//! and positions. Only changes are sent.

use std::collections::{BTreeMap, HashMap};

use egui::accesskit::{Live, Node, NodeId, Role, Toggled, TreeUpdate};
use serde::Serialize;

/// The present content of the page.
#[derive(Debug, Default)]
pub struct AccessibilityMirror {
    shown: BTreeMap<u64, Element>,
    top: Vec<String>,
    focus: Option<String>,
    /// The last announcements, by the node that made them.
    announced: BTreeMap<u64, String>,
}

/// An element of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Element {
    /// A number, written as text since numbers in a page are only exact up to
    /// 2^53.
    id: String,
    role: &'static str,
    /// Its name; its text, if it is plain text.
    name: String,
    /// Its value; empty except for fields and lists.
    value: String,
    states: BTreeMap<&'static str, String>,
    /// Left, top, width and height, in the page's pixels.
    place: [i32; 4],
    children: Vec<String>,
}

/// The changes to the page.
#[derive(Debug, Serialize)]
struct Changes<'a> {
    changed: Vec<&'a Element>,
    gone: Vec<String>,
    top: &'a [String],
    focus: Option<&'a str>,
    /// Announcements.
    said: Vec<&'a str>,
}

/// A tree that is being read.
struct Reading<'a> {
    nodes: HashMap<NodeId, &'a Node>,
    /// Pixels of the page for each point.
    scale: f64,
    elements: BTreeMap<u64, Element>,
    announced: BTreeMap<u64, String>,
}

impl AccessibilityMirror {
    /// The changes to the page for this tree, as JSON; `None` if there are
    /// none. `scale` is the pixels of the page for each point.
    pub fn changes(&mut self, update: &TreeUpdate, scale: f32) -> Option<String> {
        let root = update.tree.as_ref()?.root;
        let nodes = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let scale = f64::from(scale);
        let mut reading =
            Reading { nodes, scale, elements: BTreeMap::new(), announced: BTreeMap::new() };
        let top = reading.children(root);
        let Reading { elements, announced, .. } = reading;
        let focus = elements.contains_key(&update.focus.0).then(|| update.focus.0.to_string());
        if (&elements, &top, &focus) == (&self.shown, &self.top, &self.focus)
            && announced == self.announced
        {
            return None;
        }
        let is_new = |(id, element): &(&u64, &Element)| self.shown.get(id) != Some(element);
        let is_new_text =
            |(id, text): &(&u64, &String)| !text.is_empty() && self.announced.get(id) != Some(text);
        let changes = Changes {
            changed: elements.iter().filter(is_new).map(|(_, element)| element).collect(),
            gone: removed_ids(&self.shown, &elements),
            top: &top,
            focus: focus.as_deref(),
            said: announced.iter().filter(is_new_text).map(|(_, text)| text.as_str()).collect(),
        };
        // It cannot fail: it has only texts and numbers.
        let json = serde_json::to_string(&changes).ok();
        *self = AccessibilityMirror { shown: elements, top, focus, announced };
        json
    }
}

fn removed_ids(before: &BTreeMap<u64, Element>, now: &BTreeMap<u64, Element>) -> Vec<String> {
    before.keys().filter(|id| !now.contains_key(id)).map(ToString::to_string).collect()
}

impl Reading<'_> {
    /// The elements under a node. A node that only groups others is left out.
    fn children(&mut self, of: NodeId) -> Vec<String> {
        let Some(node) = self.nodes.get(&of).copied() else { return Vec::new() };
        node.children().iter().flat_map(|child| self.element(*child)).collect()
    }

    fn element(&mut self, id: NodeId) -> Vec<String> {
        let Some(node) = self.nodes.get(&id).copied().filter(|node| !node.is_hidden()) else {
            return Vec::new();
        };
        let name = self.name(node);
        if node.live().is_some_and(|live| live != Live::Off) {
            self.announced.insert(id.0, name.clone());
        }
        let role = role_of(node.role());
        let keeps = match role {
            // A picture without a description is left out.
            ElementShape::Leaf(role) => role != "img" || !name.is_empty(),
            ElementShape::Group(_) => !name.is_empty(),
            ElementShape::Not => return Vec::new(),
        };
        if !keeps {
            return self.children(id);
        }
        let (role, children) = match role {
            ElementShape::Leaf(role) => (role, Vec::new()),
            ElementShape::Group(role) => (role, self.children(id)),
            ElementShape::Not => return Vec::new(),
        };
        if role.is_empty() && name.is_empty() {
            return children;
        }
        let key = id.0.to_string();
        let (place, states) = (self.place(node), states_of(node, role));
        let value = match role {
            "textbox" | "combobox" => node.value().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let element = Element { id: key.clone(), role, name, value, states, place, children };
        self.elements.insert(id.0, element);
        vec![key]
    }

    /// The name of a node, from itself or from others.
    fn name(&self, node: &Node) -> String {
        let own = match node.role() {
            Role::Label => node.value().or_else(|| node.label()),
            _ => node.label(),
        };
        let by_others = || {
            let others = node.labelled_by().iter().filter_map(|id| self.nodes.get(id));
            let texts = others.filter_map(|node| node.value().or_else(|| node.label()));
            texts.collect::<Vec<_>>().join(" ")
        };
        own.map_or_else(by_others, str::to_owned)
    }

    fn place(&self, node: &Node) -> [i32; 4] {
        let Some(bounds) = node.bounds() else { return [0; 4] };
        let size = [bounds.x1 - bounds.x0, bounds.y1 - bounds.y0];
        // No screen is so large that its pixels would not fit.
        #[expect(clippy::cast_possible_truncation, reason = "a cast that is too large saturates")]
        [bounds.x0, bounds.y0, size[0], size[1]].map(|points| (points * self.scale).round() as i32)
    }
}

/// The element for a node.
enum ElementShape {
    /// An element with nothing under it.
    Leaf(&'static str),
    /// An element of this role that holds others, if it has a name.
    Group(&'static str),
    /// Nothing, and nothing under it either.
    Not,
}

fn role_of(role: Role) -> ElementShape {
    ElementShape::Leaf(match role {
        Role::Label | Role::Paragraph => "",
        Role::Heading => "heading",
        Role::Button | Role::DefaultButton | Role::ColorWell | Role::DisclosureTriangle => "button",
        Role::CheckBox => "checkbox",
        Role::RadioButton => "radio",
        Role::Switch => "switch",
        Role::Link => "link",
        Role::TextInput | Role::MultilineTextInput | Role::SearchInput | Role::NumberInput => {
            "textbox"
        }
        Role::Slider => "slider",
        Role::SpinButton => "spinbutton",
        Role::ComboBox => "combobox",
        Role::ProgressIndicator => "progressbar",
        Role::Image => "img",
        // Announcements have their own place in the page.
        Role::Status => return ElementShape::Not,
        Role::ScrollBar | Role::TextRun | Role::Caret | Role::Splitter => return ElementShape::Not,
        Role::Navigation => return ElementShape::Group("navigation"),
        // The page has its own main element, which contains the whole tree.
        Role::Main | Role::Region => return ElementShape::Group("region"),
        _ => return ElementShape::Group("group"),
    })
}

/// The ARIA states of a node: those that its role can have.
fn states_of(node: &Node, role: &str) -> BTreeMap<&'static str, String> {
    let mut states = BTreeMap::new();
    let toggled = node.toggled().map(|toggled| match toggled {
        Toggled::True => "true",
        Toggled::False => "false",
        Toggled::Mixed => "mixed",
    });
    match role {
        "button" => states.extend(toggled.map(|on| ("aria-pressed", on.to_owned()))),
        "checkbox" | "radio" | "switch" => {
            states.insert("aria-checked", toggled.unwrap_or("false").to_owned());
        }
        "heading" => {
            states.insert("aria-level", node.level().unwrap_or(2).to_string());
        }
        "slider" | "spinbutton" | "progressbar" => states.extend(figures_of(node)),
        "textbox" => {
            if node.role() == Role::MultilineTextInput {
                states.insert("aria-multiline", "true".to_owned());
            }
            states.extend(node.placeholder().map(|hint| ("aria-placeholder", hint.to_owned())));
        }
        _ => {}
    }
    if matches!(role, "button" | "combobox" | "link") {
        let expanded = node.is_expanded().or((role == "combobox").then_some(false));
        states.extend(expanded.map(|expanded| ("aria-expanded", expanded.to_string())));
    }
    if node.is_disabled() && !matches!(role, "" | "heading" | "img" | "progressbar") {
        states.insert("aria-disabled", "true".to_owned());
    }
    states
}

/// The number and range of a node that has them.
fn figures_of(node: &Node) -> BTreeMap<&'static str, String> {
    let figures = [
        ("aria-valuenow", node.numeric_value().map(|value| value.to_string())),
        ("aria-valuemin", node.min_numeric_value().map(|value| value.to_string())),
        ("aria-valuemax", node.max_numeric_value().map(|value| value.to_string())),
        ("aria-valuetext", node.value().map(str::to_owned)),
    ];
    figures.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput, TextEdit};
    use serde_json::{Value, json};

    use crate::ui::widgets::written_ui;

    use super::*;

    /// The elements for a window with a text, a switch and a button.
    fn sent_elements(
        mirror: &mut AccessibilityMirror,
        ctx: &Context,
        (round, own): (&str, bool),
    ) -> Option<Value> {
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            let label = ui.label(round);
            ctx.accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
            let mut own = own;
            ui.checkbox(&mut own, "Your dice");
            let _ = ui.button("Roll");
        });
        // Nothing is painted here.
        output.textures_delta.clear();
        let update = output.platform_output.accesskit_update.expect("screen readers are on");
        let changes = mirror.changes(&update, 1.0)?;
        Some(serde_json::from_str(&changes).expect("it is JSON"))
    }

    fn window() -> (AccessibilityMirror, Context) {
        let ctx = Context::default();
        ctx.enable_accesskit();
        (AccessibilityMirror::default(), ctx)
    }

    #[test]
    fn texts_and_controls_are_mirrored_in_order_with_roles_names_and_states() {
        let (mut mirror, ctx) = window();
        let all = sent_elements(&mut mirror, &ctx, ("Round 1", true)).expect("all of it is new");
        let top = all["top"].as_array().expect("a list");
        let of = |id: &Value| {
            let changed = all["changed"].as_array().expect("a list").iter();
            let element =
                changed.clone().find(|element| element["id"] == *id).expect("it is there");
            json!([element["role"], element["name"], element["states"]["aria-checked"]])
        };
        let seen: Vec<Value> = top.iter().map(of).collect();
        let wanted = [
            json!(["", "Round 1", null]),
            json!(["checkbox", "Your dice", "true"]),
            json!(["button", "Roll", null]),
        ];
        assert_eq!(seen, wanted);
        assert_eq!(all["said"], json!(["Round 1"]));
    }

    #[test]
    fn an_unchanged_window_changes_no_element_of_the_page() {
        let (mut mirror, ctx) = window();
        sent_elements(&mut mirror, &ctx, ("Round 1", true)).expect("all of it is new");
        // The first frame finds its sizes, so the second may still move
        // something.
        sent_elements(&mut mirror, &ctx, ("Round 1", true));
        assert_eq!(sent_elements(&mut mirror, &ctx, ("Round 1", true)), None);
        let changes =
            sent_elements(&mut mirror, &ctx, ("Round 2", true)).expect("a text has changed");
        assert_eq!(changes["changed"].as_array().map(Vec::len), Some(1));
        assert_eq!(changes["said"], json!(["Round 2"]));
        let changes =
            sent_elements(&mut mirror, &ctx, ("Round 2", false)).expect("a switch is off");
        assert_eq!(changes["changed"][0]["states"]["aria-checked"], "false");
        assert_eq!(changes["said"], json!([]));
    }

    #[test]
    fn a_text_field_is_mirrored_with_its_content_and_its_number_of_lines() {
        let (mut mirror, ctx) = window();
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            let _ = written_ui(ui, ["Salamis", "Name", "as you like"], |text| {
                TextEdit::singleline(text)
            });
            let _ = written_ui(ui, ["one\ntwo", "Notes", ""], |text| TextEdit::multiline(text));
        });
        output.textures_delta.clear();
        let update = output.platform_output.accesskit_update.expect("screen readers are on");
        let all: Value = serde_json::from_str(&mirror.changes(&update, 1.0).expect("it is new"))
            .expect("it is JSON");
        let field = |name: &str| {
            let mut all = all["changed"].as_array().expect("a list").iter();
            let field = all.find(|element| element["name"] == name).expect("it is there");
            assert_eq!(field["role"], "textbox");
            json!([field["value"], field["states"]])
        };
        assert_eq!(field("Name"), json!(["Salamis", {"aria-placeholder": "as you like"}]));
        assert_eq!(field("Notes")[0], "one\ntwo");
        assert_eq!(field("Notes")[1]["aria-multiline"], "true");
    }
}
