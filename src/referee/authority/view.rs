//! The table as a seat may see it.

use crate::referee::door::{Answer, Asked, Declared, Needs, Seat, SideView, View};
use crate::rules::{Battle, Side, Stop, Subject, Viewer, offers};
use crate::say::say;
use crate::wording::order_in_words;

use super::asked;
use super::dice::{side_of_dice, what_it_lacks};
use super::table::{DeclaredOrder, Table};
use super::{error, no_moment};

/// The answer to `view`.
pub(super) fn view(table: &Table, seat: Seat, cursor: Option<usize>) -> Answer {
    let Some((moment, battle)) = table.moment(cursor) else { return no_moment(table) };
    let present = table.journal.battle();
    let eyes = table.eyes(seat);
    let over = present.winner().is_some();
    let opening = table.journal.opening();
    let known = battle.known_to(eyes);
    let mut view = View {
        at: table.rest.number,
        seat,
        moment,
        cursor: table.journal.cursor(),
        len: table.journal.len(),
        system: battle.system(),
        options: opening.options.iter().map(|switch| switch.slug().to_owned()).collect(),
        sides: [Side::A, Side::B].map(|side| side_view(&known, side)),
        guide: known.guide(),
        cards: known.tags().into_iter().filter_map(|tag| known.card(tag, eyes)).collect(),
        winner: battle.winner(),
        over,
        secrets: has_secrets(present),
        in_hand: table.in_hand,
        hand_over_to: table.hand_over_to().filter(|_| seat == Seat::Both),
        declared: table.rest.declared.as_ref().map(|d| declared(table, seat, d)),
        seats: Vec::new(),
        settings: table.rest.settings.clone(),
        seed_hash: table.commitment(),
        seed: over.then(|| (opening.seed, table.salt().to_owned())),
    };
    let steps = std::mem::take(&mut view.guide.next);
    view.guide.next = steps.into_iter().filter(|step| view.may_command(step.subject)).collect();
    Answer::View(Box::new(view))
}

fn side_view(battle: &Battle, side: Side) -> SideView {
    let own = |tag: &crate::rules::Tag| battle.holder(*tag) == side && battle.in_play(*tag);
    SideView {
        name: battle.side_name(side).to_owned(),
        in_play: battle.tags().iter().filter(|tag| own(tag)).count(),
        uses: battle.uses(side),
    }
}

/// Whether a side keeps something from the other.
pub(super) fn has_secrets(battle: &Battle) -> bool {
    battle.state(Viewer::Both) != battle.state(Viewer::Everyone)
}

/// Whether a seat may give somebody orders: its form would tell others what
/// they may not see.
pub(super) fn may_command(table: &Table, seat: Seat, battle: &Battle, subject: Subject) -> bool {
    let own = match seat {
        Seat::A | Seat::B => seat.side(),
        Seat::Both => table.in_hand,
        Seat::Umpire => None,
        Seat::Onlooker | Seat::Owner => return false,
    };
    let of = match subject {
        Subject::Unit(tag) => Some(battle.holder(tag)),
        Subject::Side(side) => Some(side),
        Subject::Battle => None,
    };
    own.is_none() || of.is_none() || own == of
}

/// The answer to `offers`.
pub(super) fn offered(
    table: &Table,
    seat: Seat,
    (subject, cursor): (Subject, Option<usize>),
) -> Answer {
    let Some((_, battle)) = table.moment(cursor) else { return no_moment(table) };
    if let Subject::Unit(tag) = subject
        && !battle.tags().contains(&tag)
    {
        return error(say!("there is no {tag} in this battle", tag));
    }
    // Those of the other side are those of a unit whose secrets nobody knows.
    let known = battle.known_to(table.eyes(seat));
    Answer::Offers { at: table.rest.number, offers: offers(&known, subject) }
}

/// A declared order as a seat may know of it.
pub(super) fn declared(table: &Table, seat: Seat, order: &DeclaredOrder) -> Declared {
    let battle = table.journal.battle();
    let eyes = table.eyes(seat);
    let asks = asked::question(battle, &order.order);
    // One that lacks an answer cannot be read yet; what it tells is public.
    let typed = battle.read_order(&order.order).ok();
    let hidden = typed.as_ref().is_some_and(|typed| battle.keeps_secret(typed, eyes));
    let by = side_of_dice(battle, &order.order, crate::dice::Hand::Giver);
    let stop = typed.filter(|_| asks.is_none() && !hidden);
    let stop = stop.and_then(|typed| what_it_lacks(&table.journal, &typed, &order.lying));
    let needs = match stop {
        Some(Stop::Needs { ask, after }) => Some(Needs {
            after,
            by: side_of_dice(battle, &order.order, ask.hand),
            ask: Some(*ask),
            fault: None,
        }),
        Some(Stop::Refused(_) | Stop::Nonsense(_)) | None => None,
    };
    let asks = asks.map(|question| Asked {
        of: question.of,
        field: question.field.name.to_owned(),
        question: question.field.question.to_string(),
        choices: question.choices,
        after: Vec::new(),
    });
    Declared {
        of: order.of,
        by,
        headline: if hidden {
            by.map_or_else(|| "an order".to_owned(), |side| format!("an order of {side}"))
        } else {
            order_in_words(battle.system(), &order.order)
        },
        order: if hidden { serde_json::Map::new() } else { order.order.clone() },
        needs,
        asks,
        can_be_withdrawn: order.can_be_withdrawn(),
    }
}
