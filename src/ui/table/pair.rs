//! What one unit can do to another: each order with its chance, or the reason
//! why it cannot be given. The rules are asked through the table's door. No
//! drawing here.

use serde_json::json;

use crate::referee::{Client, Draft, Foresight, Tell, ToldText, Verdict};
use crate::rules::schema::{ADJUST, LeftOut, OrderSpec};
use crate::rules::{Offer, OfferField, Sheet, Side, Subject, Tag, Takes};
use crate::say::Say;

use super::hand::Form;

/// A unit that acts, and the one that it acts on.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) actor: Tag,
    pub(super) target: Tag,
    /// The orders, in the order of a turn.
    pub(super) actions: Vec<Action>,
    /// Whether some answer did not come in time.
    pub(super) late: bool,
}

/// An order that one unit can give against another.
#[derive(Debug)]
pub(super) struct Action {
    pub(super) spec: &'static OrderSpec,
    pub(super) field: &'static str,
    pub(super) stands: Stands,
}

/// Whether an order can be given.
#[derive(Debug)]
pub(super) enum Stands {
    /// It can; with the chance of success, if there is one, or what comes of it on
    /// average.
    Open(Option<Say>),
    /// It departs from the sequence of play or breaks a special order: how; with the chance
    /// as for [`Stands::Open`].
    Warned(Say, Option<Say>),
    /// It cannot: why.
    Closed(Say),
}

impl Pair {
    /// What `actor` can do to `target`.
    pub(super) fn between(client: &Client, actor: Tag, target: Tag) -> Pair {
        let offers = client.offers(Subject::Unit(actor), None);
        // An answer that comes while something else is asked does not belong
        // here.
        let mut late = client.waits();
        let mut actions = Vec::new();
        for offer in &offers {
            actions.extend(action(client, (actor, target), offer));
            late |= client.waits();
        }
        Pair { actor, target, actions, late }
    }
}

/// The field in which an order of `actor` must name its target.
fn aim(offer: &Offer, actor: Tag) -> Option<&OfferField> {
    let names_a_unit = |field: &&OfferField| {
        let must = field.spec.default == LeftOut::Required || field.spec.name == "target";
        field.spec.takes == Takes::Unit && must
    };
    let own = Some(json!(actor));
    offer.fields.iter().filter(names_a_unit).find(|field| field.value != own)
}

fn action(client: &Client, (actor, target): (Tag, Tag), offer: &Offer) -> Option<Action> {
    let spec = offer.spec;
    let field = aim(offer, actor)?;
    let choice = field.choices.iter().find(|choice| choice.value == json!(target));
    let stands = match (&offer.refused, choice) {
        (Some(refusal), None) => Stands::Closed(refusal.why.clone()),
        // Others can be the target, but not this unit: that is easy to see.
        (None, None) => return None,
        // What is refused of another target is no reason here.
        (refused, Some(_)) => {
            match (judged(client, (actor, target), (spec.kind, field.spec.name)), refused) {
                (Stands::Open(_) | Stands::Warned(..), Some(refusal)) => {
                    Stands::Closed(refusal.why.clone())
                }
                (stands, _) => stands,
            }
        }
    };
    Some(Action { spec, field: field.spec.name, stands })
}

/// What the rules say about the order with this target.
fn judged(
    client: &Client,
    (actor, target): (Tag, Tag),
    (kind, field): (&'static str, &'static str),
) -> Stands {
    // A button shows a chance; what else there is to say is for the form.
    let opened = Draft::opened(Subject::Unit(actor), kind);
    let mut form = match Form::read(client, Draft { foresight: Foresight::Odds, ..opened }) {
        Ok(form) => form,
        Err(why) => return Stands::Closed(why),
    };
    form.set(client, field, Some(json!(target)));
    if let Verdict::Refused(refusal) = form.verdict() {
        return Stands::Closed(refusal.why.clone());
    }
    if let Some(warning) = form.offer().warnings.first() {
        return Stands::Warned(warning.clone(), form.chance());
    }
    Stands::Open(form.chance())
}

/// The sides and the battle, if they have an order that is not refused and is
/// not just a correction; and whether some answer did not come in time.
pub(super) fn with_orders(client: &Client) -> (Vec<Subject>, bool) {
    let open = |offer: &Offer| offer.refused.is_none() && offer.spec.kind != ADJUST.kind;
    let (mut others, mut late) = (Vec::new(), false);
    for subject in [Subject::Side(Side::A), Subject::Side(Side::B), Subject::Battle] {
        if client.offers(subject, None).iter().any(open) {
            others.push(subject);
        }
        late |= client.waits();
    }
    (others, late)
}

/// The present record sheet of a unit, if it may be seen.
pub(super) fn sheet_of(client: &Client, tag: Tag) -> Option<Sheet> {
    let known = client.tell(Tell::Sheets { fresh: false });
    match known.told() {
        Some(ToldText::Sheets(sides)) => {
            sides.iter().flat_map(|side| &side.sheets).find(|sheet| sheet.tag == Some(tag)).cloned()
        }
        Some(ToldText::Luck(_) | ToldText::Report(_) | ToldText::File(_)) | None => None,
    }
}
