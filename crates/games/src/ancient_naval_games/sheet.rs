//! Cards, record sheets and charts of Ancient Naval Games. All figures come from the tables
//! that the resolver uses.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use dice::Modifier;
use message::{Joint, Message, message};
use rules::common::{NoOptionalRules, Side, Tag};
use rules::drawing::Drawing;
use rules::modifiers::ModifierWord as _;
use rules::sheet::{Cards, Checkbox, Fact, Sheet, Track};
use rules::view::{Card, Chart, Gauge, Look, Mark, UnitCondition};

use super::paper;
use super::state::{Battle, Ship, Status};
use super::tables::{
    AHEAD_COST, ASTERN_COST, ATTACK_COST, Cause, DIE, MOST_OAR_DAMAGE, MOVE_POINTS, OAR_STRIKE,
    Outcome, POINTS_PER_OAR_DAMAGE, RAM, RamAspect, Row, Size, StrikeAspect, TURN_COST,
};

impl Cards for Battle {
    fn card(&self, tag: Tag) -> Option<Card> {
        let ship = self.common.units.find(tag)?;
        let standing = if !ship.in_action() {
            UnitCondition::Out(ship.status.message())
        } else if self.active == Some(tag) && ship.can_still_act() {
            UnitCondition::Active
        } else if ship.activated {
            UnitCondition::Done
        } else {
            UnitCondition::Ready
        };
        let drawing = match ship.status {
            // Both stay on the table as wrecks, and no ship may enter their hexes.
            Status::Entangled => Drawing::Wreck,
            Status::InAction | Status::Lost | Status::Removed | Status::OffTable => {
                drawing(self, tag, ship)
            }
        };
        let waits = ship.in_action() && !ship.activated && tag.side == self.to_move;
        Some(Card {
            tag,
            name: ship.name.clone(),
            kind: ship.size.name(),
            drawing,
            holder: tag.side,
            standing,
            gauges: gauges(ship),
            marks: marks(ship),
            todo: if waits { vec![message!("to activate")] } else { Vec::new() },
        })
    }

    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        let now = self.common.units.find(tag)?;
        let entered;
        let ship = if fresh {
            entered = Ship::new(now.name.clone(), now.size);
            &entered
        } else {
            now
        };
        let mut facts = vec![
            Fact::new(
                message!("Movement points"),
                message!(
                    "{points}, less {each} for each oar damage",
                    points = MOVE_POINTS,
                    each = POINTS_PER_OAR_DAMAGE
                ),
            ),
            Fact::new(message!("Free turn"), free_turn(ship.size)),
            Fact::new(
                message!("In a ram"),
                message!("{amount}, attacking or defending", amount = in_a_ram(ship.size)),
            ),
        ];
        if !ship.in_action() {
            facts.push(Fact::new(message!("Out of the battle"), ship.status.message()));
        }
        Some(Sheet {
            tag: Some(tag),
            name: ship.name.clone(),
            kind: ship.size.name(),
            fleet: self.common.sides[tag.side.index()].name.clone(),
            drawing: drawing(self, tag, ship),
            facts,
            adds: Vec::new(),
            now: paper::now(ship),
            tracks: vec![
                Track::for_damage(message!("Oar damage"), MOST_OAR_DAMAGE, ship.oar_damage)
                    .noted(message!(
                        "each box is a broken oar: {points} movement point less, {amount} in attacks",
                        points = POINTS_PER_OAR_DAMAGE,
                        amount = Message::signed(Cause::OarDamage.amount())
                    ))
                    .entry("oar_damage"),
            ],
            ticks: vec![
                Checkbox::new(message!("activated"), !fresh && ship.activated).entry("activated"),
                Checkbox::new(message!("lost"), ship.status == Status::Lost),
                Checkbox::new(message!("entangled"), ship.status == Status::Entangled),
                Checkbox::new(message!("removed"), ship.status == Status::Removed),
            ],
            ledger: None,
            blanks: vec![Fact::new(message!("Notes"), Message::default())],
            out: None,
        })
    }

    /// The words of the charts that a side's fleet uses.
    fn uses(&self, side: Side) -> Vec<String> {
        let used = |size: &&Size| self.common.units.of(side).any(|(_, ship)| ship.size == **size);
        Size::ALL.iter().filter(used).map(ToString::to_string).collect()
    }
}

fn drawing(battle: &Battle, tag: Tag, ship: &Ship) -> Drawing {
    ship.size.drawing(&battle.common.sides[tag.side.index()].people)
}

fn gauges(ship: &Ship) -> Vec<Gauge> {
    vec![
        Gauge {
            brief: message!("Oars"),
            ..Gauge::new(message!("Oar damage"), ship.oar_damage, MOST_OAR_DAMAGE, Look::Damage)
        },
        Gauge {
            brief: message!("Move"),
            ..Gauge::new(message!("Movement points"), ship.points_left(), MOVE_POINTS, Look::Pips)
        },
    ]
}

fn marks(ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !ship.in_action() {
        return marks;
    }
    if ship.move_points() == 0 {
        marks.push(Mark::bad(message!("dead in the water")).of("oar_damage"));
    }
    if ship.isolated {
        marks.push(Mark::bad(message!("isolated: no attack")).of("isolated"));
    }
    if ship.free_turn_left {
        marks.push(Mark::plain(message!("free turn")).of("free_turn_left"));
    }
    marks
}

fn free_turn(size: Size) -> Message {
    match size.free_turns() {
        0 => message!("none"),
        turns => message!(turns => "{n} hexside" | "{n} hexsides"),
    }
}

fn in_a_ram(size: Size) -> Message {
    Message::signed(size.ram_modifier().map_or(0, |modifier| modifier.amount))
}

fn amount(modifier: Option<Modifier>) -> Message {
    Message::signed(modifier.map_or(0, |modifier| modifier.amount))
}

/// The tables of Ancient Naval Games.
pub(super) fn charts(_: &BTreeSet<NoOptionalRules>) -> Vec<Chart> {
    vec![turn(), sizes(), moving(), oar_strike(), ram(), morale()]
}

fn chart(
    slug: &'static str,
    title: Message,
    columns: Vec<Message>,
    rows: Vec<Vec<Message>>,
) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

fn turn() -> Chart {
    let rows = vec![
        vec![
            message!("1 Morale"),
            message!(
                "When more than half of its ships are gone, its isolated ships leave the table."
            ),
        ],
        vec![
            message!("2 Activation"),
            message!("Its ships act one by one; each finishes before the next begins."),
        ],
        vec![
            message!("3 End"),
            message!(
                "Movement points that were not used are lost, and the other side’s turn begins."
            ),
        ],
    ];
    let notes = vec![
        message!(
            "Side A goes first, unless the players roll for it: {die} each, and the higher goes first.",
            die = DIE.to_string()
        ),
        message!("The battle ends when one side concedes."),
    ];
    let columns = vec![message!("Step"), message!("What happens")];
    Chart { notes, ..chart("turn", message!("A side’s turn"), columns, rows) }
}

fn sizes() -> Chart {
    let rows = Size::ALL.iter().map(|size| {
        vec![
            size.name(),
            Message::verbatim(MOVE_POINTS.to_string()),
            free_turn(*size),
            in_a_ram(*size),
        ]
    });
    let notes = vec![
        message!(
            "Each oar damage costs a ship {points} movement point, and {amount} on her own die in every attack, by her or on her.",
            points = POINTS_PER_OAR_DAMAGE,
            amount = Message::signed(Cause::OarDamage.amount())
        ),
        message!(
            "A ship with {most} oar damages is dead in the water: she cannot move or attack, but a small ship keeps her free turn.",
            most = MOST_OAR_DAMAGE
        ),
    ];
    let columns = vec![
        message!("Size"),
        message!("Movement points"),
        message!("Free turn"),
        message!("In a ram"),
    ];
    let about = Size::SLUGS.iter().map(ToString::to_string).collect();
    Chart { notes, about, ..chart("sizes", message!("Ships"), columns, rows.collect()) }
}

fn moving() -> Chart {
    let rows = [
        (message!("ahead one hex"), AHEAD_COST),
        (message!("astern one hex"), ASTERN_COST),
        (message!("turn one hexside"), TURN_COST),
        (message!("a small ship’s first turn"), 0),
        (message!("an attack"), ATTACK_COST),
    ]
    .map(|(action, points)| vec![action, Message::verbatim(points.to_string())]);
    let notes = vec![
        message!(
            "She may attack as often as she has points for it. No ship enters a hex with another ship. Example: a small ship turns free, goes ahead one hex and attacks twice: 0 + 1 + 1 + 1 points."
        ),
        message!(
            "A ship that starts with no friend adjacent is isolated: she may move but not attack. Entangled friends do not count. The last ship of a side is always isolated."
        ),
    ];
    let columns = vec![message!("Action"), message!("Points")];
    Chart { notes, ..chart("moving", message!("Movement points"), columns, rows.into()) }
}

/// The table of an attack, with what each outcome means.
fn attack(slug: &'static str, title: Message, table: &[Row], notes: Vec<Message>) -> Chart {
    let rows = table.iter().map(|row| {
        let compared = row.where_the_attacker_is.iter().map(|is| match is {
            Ordering::Greater => message!("higher"),
            Ordering::Equal => message!("equal"),
            Ordering::Less => message!("lower"),
        });
        vec![Message::joined(compared, Joint::Or), name(row.outcome), meaning(row.outcome)]
    });
    let columns = vec![message!("Attacker’s die"), message!("Outcome"), message!("Effect")];
    Chart { notes, ..chart(slug, title, columns, rows.collect()) }
}

fn name(outcome: Outcome) -> Message {
    match outcome {
        Outcome::Done => message!("Done"),
        Outcome::Removed => message!("Removed"),
        Outcome::None => message!("None"),
        Outcome::Struck => message!("Struck"),
        Outcome::Spent => message!("Spent"),
        Outcome::Avoided => message!("Avoided"),
        Outcome::Sunk => message!("Sunk"),
        Outcome::Entangled => message!("Entangled"),
    }
}

fn meaning(outcome: Outcome) -> Message {
    match outcome {
        Outcome::Done | Outcome::None | Outcome::Avoided => message!("nothing"),
        Outcome::Removed => message!("isolated ships leave the table"),
        Outcome::Struck => message!("the target takes one oar damage"),
        Outcome::Spent => message!("the target has no oars left to break"),
        Outcome::Sunk => message!("the target is sunk or captured; the attacker takes her hex"),
        Outcome::Entangled => message!("both are out of the battle; the wreck blocks the hex"),
    }
}

fn oar_strike() -> Chart {
    let notes = vec![
        message!(
            "Each ship rolls {die}, {damage} for each of her own oar damages. The attacker adds {stern} at the stern.",
            die = DIE.to_string(),
            damage = Message::signed(Cause::OarDamage.amount()),
            stern = amount(StrikeAspect::Stern.modifier())
        ),
        message!(
            "A strike on a ship that already has {most} oar damages is spent: she has no oars left to break.",
            most = MOST_OAR_DAMAGE
        ),
    ];
    attack("oar-strike", message!("Oar strike: at bow or stern"), &OAR_STRIKE, notes)
}

fn ram() -> Chart {
    let notes = vec![message!(
        "Each ship rolls {die}, {damage} for each of her own oar damages, {large} if she is large. The attacker adds {aft} from aft, that is, through a rear flank hexside.",
        die = DIE.to_string(),
        damage = Message::signed(Cause::OarDamage.amount()),
        large = Message::signed(Cause::Large.amount()),
        aft = amount(RamAspect::Aft.modifier())
    )];
    attack("ram", message!("Ramming and boarding: at the side"), &RAM, notes)
}

fn morale() -> Chart {
    let rows = vec![
        vec![message!("half or fewer"), message!("nothing")],
        vec![message!("more than half"), message!("ships with no friend adjacent are removed")],
    ];
    let notes = vec![message!(
        "Lost, entangled and removed ships count as gone. The last ship of a side is always isolated."
    )];
    let columns = vec![message!("Ships gone"), message!("At turn’s start")];
    Chart { notes, ..chart("morale", message!("Morale"), columns, rows) }
}
