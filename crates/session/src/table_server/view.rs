//! The table, the turn card, the next step and groups, as far as a seat may see them.

use serde_json::{Map, Value};

use engine::analysis::DiceSoFar;
use engine::journal::{Lesson, LessonProgress, LessonStep, an_order_of};
use engine::text::order_in_words;
use games::{self, Battle, GroupWanted, Order, PlayerView, next_step, offers};
use message::{Message, message};
use rules::{Need, Next, NextStep, Part, Side, Stop, Subject, Tag, TurnCard, Viewer, Visibility};

use super::order_preview::{remaining_odds, rest_of_each};
use super::row::{Holder, Proposal};
use super::table::{DeclaredOrder, PlainTable, Proposed};
use super::{documents, error, no_moment};
use crate::protocol::{
    Asked, Declared, LessonView, Needs, Response, Seat, SeatHolder, SideView, View,
};

/// The answer to `view`.
pub(super) fn view(table: &PlainTable, seat: Seat, cursor: Option<usize>) -> Response {
    let Some((moment, battle)) = table.moment(seat, cursor) else { return no_moment(table, seat) };
    let places = table.places(seat);
    let present = table.journal.battle();
    let eyes = table.eyes(seat);
    let over = present.winner().is_some();
    let opening = table.journal.opening();
    let known = battle.known_to(eyes);
    let mut view = View {
        at: table.rest.number,
        seat,
        moment: places.seen(moment),
        cursor: places.seen(table.journal.cursor()),
        len: places.seen(table.journal.len()),
        system: battle.system(),
        options: opening.options.iter().map(|switch| switch.slug().to_owned()).collect(),
        sides: [Side::A, Side::B].map(|side| side_view(&known, side)),
        guide: known.guide(),
        prompt: next_step(&known, commands(table, seat, &known)).text,
        cards: known.tags().into_iter().filter_map(|tag| known.card(tag)).collect(),
        winner: battle.winner(),
        victor: battle.victor(),
        aims: known.aim_views(),
        score: known.score().losses(),
        special_orders: known.special_order_views(),
        lesson: lesson(table, &known, moment),
        over,
        secrets: present.has_secrets(),
        in_hand: table.in_hand,
        hand_over_to: table.hand_over_to().filter(|_| seat == Seat::Both),
        declared: waits(table, seat),
        ready: table.rest.ready.clone(),
        last: moment
            .checked_sub(1)
            .map_or_else(Vec::new, |last| documents::rows_given_with(&table.journal, last, eyes)),
        taken_out: table.rest.taken_out.map(|(_, when)| when),
        seats: seats(table),
        settings: table.rest.settings.clone(),
        seed_hash: table.commitment(),
        seed: table.seeds().next().filter(|_| over),
        seeds_before: table.seeds().skip(1).filter(|_| over).collect(),
        presence: Vec::new(),
        rematch: None,
    };
    let steps = std::mem::take(&mut view.guide.next);
    view.guide.next = steps.into_iter().filter(|step| view.may_command(step.subject)).collect();
    if let Some(lesson) = &mut view.lesson {
        let own = |step: &NextStep| table.may_command(seat, &known, step.subject);
        lesson.next = lesson.next.take().filter(own);
    }
    // The seat does not see the required steps of other sides either.
    let guide = &view.guide;
    let subject = guide.active.map(Subject::Unit).or(guide.side.map(Subject::Side));
    if subject.is_some_and(|subject| !view.may_command(subject)) {
        view.guide.still_to_do.clear();
    }
    Response::View(Box::new(view))
}

/// The hint of the lesson, if the battle is one.
fn lesson(table: &PlainTable, known: &PlayerView, moment: usize) -> Option<LessonView> {
    let lesson = Lesson::of(table.journal.opening())?;
    let steps = lesson.steps.len();
    let lesson_view = |step, says| LessonView {
        step,
        steps,
        says,
        form: Message::default(),
        next: None,
        target: None,
    };
    Some(match lesson.progress(known, table.journal.entries().take(moment)) {
        LessonProgress::Over => lesson_view(steps + 1, Message::verbatim(&lesson.end)),
        LessonProgress::Before(at) => lesson_view(
            at + 1,
            message!("Continue with the next step. The lesson keeps up with you."),
        ),
        LessonProgress::At(at) => {
            let step = &lesson.steps[at];
            let shown = lesson_view(at + 1, Message::verbatim(&step.says));
            let next = Some(proposed_by(known, step));
            LessonView { form: Message::verbatim(&step.form), next, target: step.target, ..shown }
        }
    })
}

/// The order that a lesson waits for, in the guide's words if the guide proposes the same.
fn proposed_by(known: &PlayerView, step: &LessonStep) -> NextStep {
    let (subject, kind) = (step.subject, step.order);
    let same = |next: &NextStep| next.subject == subject && next.kind == kind;
    let guided = known.guide().next.into_iter().find(same);
    guided.unwrap_or_else(|| {
        let order = Message::word(known.system().order(kind).map_or(kind, |spec| spec.name));
        let label = match (subject, step.target) {
            (Subject::Unit(unit), Some(target)) => {
                message!("{unit} at {target}: {order}", unit, target, order)
            }
            (Subject::Unit(unit), None) => message!("{unit}: {order}", unit, order),
            (Subject::Side(_) | Subject::Battle, _) => order,
        };
        NextStep { subject, kind, label }
    })
}

/// The players at the seats.
pub(super) fn seats(table: &PlainTable) -> Vec<SeatHolder> {
    let held = |holder: &Holder| SeatHolder { seat: holder.seat, name: holder.name.clone() };
    table.rest.held.iter().map(held).collect()
}

fn side_view(battle: &PlayerView, side: Side) -> SideView {
    let own = |tag: &rules::Tag| battle.holder(*tag) == side && battle.in_play(*tag);
    SideView {
        name: battle.side_name(side).to_owned(),
        in_play: battle.tags().iter().filter(|tag| own(tag)).count(),
        uses: battle.uses(side),
        marks: battle.side_marks(side),
    }
}

/// The answer to `offers`.
pub(super) fn offered(
    table: &PlainTable,
    seat: Seat,
    subject: Subject,
    cursor: Option<usize>,
) -> Response {
    let Some((_, battle)) = table.moment(seat, cursor) else { return no_moment(table, seat) };
    if let Subject::Unit(tag) = subject
        && !battle.tags().contains(&tag)
    {
        return error(message!("there is no {tag} in this battle", tag));
    }
    // Offers of the other side are judged without its secrets.
    let known = battle.known_to(table.eyes(seat));
    let offers = offers(&known, subject).into_iter();
    let offers =
        offers.map(|offer| if seat.side().is_some() { offer.of_one_side() } else { offer });
    Response::Offers { at: table.rest.number, offers: offers.collect() }
}

/// The pending order or proposal, as far as a seat may know.
pub(super) fn waits(table: &PlainTable, seat: Seat) -> Option<Declared> {
    let order = table.rest.declared.as_ref().map(|order| declared(table, seat, order));
    order.or_else(|| table.rest.proposed.as_ref().map(|what| proposed(table, seat, what)))
}

fn declared(table: &PlainTable, seat: Seat, order: &DeclaredOrder) -> Declared {
    let battle = table.journal.battle();
    let (eyes, known) = (table.eyes(seat), table.known(seat));
    let typed = battle.read_declared(&order.order).ok();
    let (shown, headline) = waiting_order(table, seat, &order.order, typed.as_ref());
    let (rest, earlier_rolls) = (typed.filter(|_| !shown.is_empty()), &order.earlier_rolls.rolls);
    let (mut needs, mut asks) = (None, None);
    match order.stop.clone().filter(|_| rest.is_some()) {
        Some(Stop::Needs { need: Need::Throw { ask, by }, after }) => {
            let rest = rest.and_then(|order| {
                remaining_odds(&known, &order, DiceSoFar { rolls: earlier_rolls, entries: &[] })
            });
            let rest = rest.map(|(forecast, _)| forecast);
            needs = Some(Needs::of(*ask, by, after).with_rest(rest));
        }
        Some(Stop::Needs { need: Need::Answer { field, of, mut choices }, after }) => {
            // The reason why something cannot be chosen may reveal a secret.
            if !eyes.knows(of) {
                for choice in &mut choices {
                    choice.refused = None;
                }
            }
            let question = question_of(battle, &order.order, field);
            let each = rest_of_each(&known, order, field, &choices);
            asks = Some(Asked { of, field: field.to_owned(), question, choices, each, after });
        }
        Some(Stop::Refused(_) | Stop::Invalid(_)) | None => {}
    }
    Declared {
        of: order.of,
        by: battle.issuing_side(&order.order),
        headline,
        order: shown,
        needs,
        asks,
        can_be_withdrawn: order.can_be_withdrawn(),
    }
}

/// A pending order in words, as far as a seat may know; without fields if it is secret.
fn waiting_order(
    table: &PlainTable,
    seat: Seat,
    order: &Map<String, Value>,
    typed: Option<&Order>,
) -> (Map<String, Value>, Message) {
    let (battle, eyes) = (table.journal.battle(), table.eyes(seat));
    let shown = typed.map_or(Visibility::Hidden, |typed| battle.order_visibility(typed, eyes));
    if shown != Visibility::Whole && eyes != Viewer::Everyone {
        return (Map::new(), an_order_of(battle.issuing_side(order)));
    }
    (order.clone(), order_in_words(battle.system(), order))
}

/// The question that the form asks for a field.
fn question_of(battle: &Battle, order: &Map<String, Value>, field: &str) -> Message {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let spec = battle.system().order(kind);
    let spec = spec.and_then(|spec| spec.fields.iter().find(|known| known.name == field));
    spec.map_or_else(Message::default, |spec| Message::word(spec.question))
}

/// The question about an order that the other side has to agree to.
fn question_before(part: Part, by: Option<Side>) -> Message {
    match by {
        Some(side) if part == Part::Begins => message!("Let side {side} begin?", side),
        Some(side) if part == Part::Agrees => {
            message!("Side {side} proposes this result. Agree, and end the battle?", side)
        }
        Some(side) if part != Part::Ends => message!("Let side {side} do this now?", side),
        Some(_) | None => message!("Continue to the next step?"),
    }
}

/// A proposal to the other side, as far as a seat may know.
fn proposed(table: &PlainTable, seat: Seat, proposed: &Proposed) -> Declared {
    let (journal, places) = (&table.journal, table.places(seat));
    let headline = |index| {
        let row = documents::row(journal, index, table.eyes(seat))?;
        Some(message!("{number}. {order}", number = row.index + 1, order = row.headline))
    };
    let count = match &proposed.what {
        Proposal::GoTo { cursor } => {
            places.seen(journal.cursor()).saturating_sub(places.seen(*cursor))
        }
        Proposal::Amend(_) | Proposal::Order { .. } => 1,
    };
    let own = proposed.seat.side();
    let mut order = proposed.written(&places);
    let (headline, question) = match &proposed.what {
        Proposal::GoTo { cursor } if count == 1 => {
            (headline(*cursor), message!("Undo this order?"))
        }
        Proposal::GoTo { cursor } => {
            let (first, last) = (places.seen(*cursor) + 1, places.seen(journal.cursor()));
            let from = message!("Orders {first} to {last}", first, last);
            (Some(from), message!("Undo these orders?"))
        }
        Proposal::Amend(trial) => (headline(trial.index), message!("Edit this order?")),
        Proposal::Order { .. } => {
            let typed = journal.battle().read_declared(&order).ok();
            let question = question_before(typed.as_ref().map_or(Part::Act, Order::part), own);
            let (shown, headline) = waiting_order(table, seat, &order, typed.as_ref());
            order = shown;
            // The end of a phase is public, also if the order is secret.
            let besides = typed.and_then(|order| journal.battle().also_ends(&order));
            let question = match besides {
                Some(besides) => message!("{question} “Yes” {besides}.", question, besides),
                None => question,
            };
            (Some(headline), question)
        }
    };
    let asks = proposed.answers().map(|of| Asked {
        of,
        field: proposed.field().to_owned(),
        question,
        choices: Proposed::choices(),
        each: Vec::new(),
        after: Vec::new(),
    });
    Declared {
        of: proposed.of,
        by: own,
        order,
        headline: headline.unwrap_or_default(),
        needs: None,
        asks,
        can_be_withdrawn: true,
    }
}

/// The sides whose orders a seat gives.
pub(super) fn commands(table: &PlainTable, seat: Seat, known: &PlayerView) -> [bool; 2] {
    [Side::A, Side::B].map(|side| table.may_command(seat, known, Subject::Side(side)))
}

/// The answer to `turn`.
pub(super) fn card(table: &PlainTable, seat: Seat, unit: Tag, target: Option<Tag>) -> Response {
    let known = table.known(seat);
    let tags = known.tags();
    if let Some(tag) = [Some(unit), target].into_iter().flatten().find(|tag| !tags.contains(tag)) {
        return error(message!("there is no {tag} in this battle", tag));
    }
    let own = commands(table, seat, &known)[known.holder(unit).index()];
    let card = if own {
        games::turn_card(&known, unit, target)
    } else {
        TurnCard { unit, steps: Vec::new(), targets: Vec::new(), done: None }
    };
    Response::Turn { at: table.rest.number, card: Box::new(card) }
}

/// The answer to `next`.
pub(super) fn next(table: &PlainTable, seat: Seat) -> Response {
    Response::Next { at: table.rest.number, next: next_for(table, seat) }
}

/// The next step of a seat: a question to it before all else.
pub(super) fn next_for(table: &PlainTable, seat: Seat) -> Next {
    let known = table.known(seat);
    let commands = commands(table, seat, &known);
    if let Some(declared) = waits(table, seat) {
        return asked(&declared, commands);
    }
    let next = games::next_step(&known, commands);
    match ready_for(table, seat, &next) {
        Some(other) => {
            let side = known.side_called(other);
            Next { text: message!("Ready. Waiting for {side}.", side), ..Next::default() }
        }
        None => next,
    }
}

/// The side that a seat waits for: it is ready to end a shared phase, and has no other required
/// step.
fn ready_for(table: &PlainTable, seat: Seat, next: &Next) -> Option<Side> {
    let own = seat.side().filter(|own| table.rest.ready.contains(own))?;
    let battle = table.journal.battle();
    let order = battle.read_order(next.order.as_ref()?).ok()?;
    battle.ends_phase_of_both(&order).then(|| own.other())
}

/// The next step while an order waits for an answer or a roll.
fn asked(declared: &Declared, commands: [bool; 2]) -> Next {
    let is_own = |side: Option<Side>| side.is_none_or(|side| commands[side.index()]);
    let headline = &declared.headline;
    let text = match (&declared.asks, &declared.needs) {
        (Some(asks), _) if is_own(Some(asks.of)) => {
            message!("{headline}: {question}", headline, question = &asks.question)
        }
        (Some(asks), _) => {
            message!("Waiting for side {side}: {headline}", side = asks.of, headline)
        }
        (None, Some(needs)) => {
            let by = needs.by.or(declared.by);
            match (&needs.ask, by.filter(|_| !is_own(by))) {
                (_, Some(side)) => {
                    message!("Waiting for the dice of side {side}: {headline}", side, headline)
                }
                (Some(ask), None) => {
                    message!(
                        "Roll {dice}: {purpose}",
                        dice = ask.throw.message(),
                        purpose = &ask.purpose
                    )
                }
                (None, None) => headline.clone(),
            }
        }
        (None, None) => headline.clone(),
    };
    let target = declared.order.get("target").and_then(|tag| tag.as_str()?.parse().ok());
    let unit = declared.asks.as_ref().and(target);
    Next { text, order: None, unit }
}

/// The answer to `group`.
pub(super) fn group(table: &PlainTable, seat: Seat, wanted: &GroupWanted) -> Response {
    let known = table.known(seat);
    let tags = known.tags();
    if let Some(tag) = wanted.units.iter().find(|tag| !tags.contains(tag)) {
        return error(message!("there is no {tag} in this battle", tag = *tag));
    }
    let group = games::composed(&known, wanted, commands(table, seat, &known));
    Response::Group { at: table.rest.number, group: Box::new(group) }
}

// Only test builds count the runs of the resolver.
#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::TableServer;
    use dice::Entered;
    use engine::journal::Opening;
    use games::{Battle, WALKS};
    use rules::Viewer;

    use super::*;

    fn after(battle: &Battle, order: &Value) -> Battle {
        let order: Map<String, Value> = order.as_object().cloned().unwrap_or_default();
        let order = battle.read_order(&order).expect("an order");
        let report =
            battle.resolve(&order, &mut Entered::without_app([])).expect("it needs no dice");
        let mut after = battle.clone();
        after.apply(&report.effects);
        after
    }

    /// The largest number of resolver walks for a card of a battle.
    fn most_walks(battle: &Battle) -> usize {
        let mut most = 0;
        for viewer in [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Side(Side::B)] {
            let known = battle.known_to(viewer);
            for unit in known.tags() {
                let enemy = known.tags().into_iter().find(|tag| tag.side != unit.side);
                WALKS.with(|walks| walks.set(0));
                let _ = games::turn_card(&known, unit, enemy);
                most = most.max(WALKS.with(std::cell::Cell::get));
            }
        }
        most
    }

    #[test]
    fn a_card_at_drepanum_takes_at_most_600_walks_of_the_resolver() {
        let opening = Opening::ready("drepanum", 433).expect("a ready battle");
        let (table_server, _) = TableServer::begin(opening, 0, [0; 16]).expect("it begins");
        let mut battle = table_server.battle().clone();
        for tag in battle.tags() {
            let speed = if tag.side == Side::A { 1 } else { 3 };
            battle = after(&battle, &json!({"kind": "set-speed", "ship": tag, "speed": speed}));
        }
        let mut ahead = Vec::new();
        for _ in 0..6 {
            ahead.push(most_walks(&battle));
            battle = after(&battle, &json!({"kind": "end-phase"}));
        }
        let most = ahead.iter().copied().max().unwrap_or_default();
        assert!((100..=600).contains(&most), "{ahead:?}");
    }
}
