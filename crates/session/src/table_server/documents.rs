//! The documents about a battle, as a seat may read them.

use crate::protocol::{DocumentKind, DocumentText, LuckView, Response, Seat, SideSheets};
use engine::analysis::{BattleReport, Luck, Proved};
use games::PlayerView;
use rules::{Side, Subject};

use message::{Message, message};

use super::table::PlainTable;

/// The answer to `tell`.
pub(super) fn told(table: &PlainTable, seat: Seat, tell: DocumentKind) -> Response {
    let journal = &table.journal;
    let eyes = table.eyes(seat);
    let over = journal.battle().winner().is_some();
    Response::Told(match tell {
        DocumentKind::Report {} => DocumentText::Report(Box::new(BattleReport::of(journal, eyes))),
        DocumentKind::Luck {} => DocumentText::Luck(Box::new(LuckView {
            luck: Luck::of(journal, eyes).at(&journal.places(eyes)),
            seed: journal.seeds().last().filter(|_| over),
            proved: over.then(|| Proved::of(journal)),
        })),
        DocumentKind::Sheets { fresh } => {
            let known = table.known(seat);
            let of = |side| sheets(&known, side, fresh);
            DocumentText::Sheets(Box::new([Side::A, Side::B].map(of)))
        }
        DocumentKind::File {} => {
            if let Some(why) = kept_in(table, seat).filter(|_| !over) {
                return Response::Hidden { why };
            }
            DocumentText::File(table.journal_to_take_out().to_file())
        }
    })
}

/// Why a seat gets no file while the battle goes on.
fn kept_in(table: &PlainTable, seat: Seat) -> Option<Message> {
    let hides = match seat {
        Seat::A | Seat::B | Seat::Onlooker => return Some(no_file()),
        Seat::Umpire => false,
        // Others at the table must know that the seed leaves it.
        Seat::Both => table.journal.battle().has_secrets() || !table.rest.held.is_empty(),
        // The owner does not see the sides' secrets.
        Seat::Owner => true,
    };
    let announced = table.rest.taken_out.is_some_and(|(at, _)| at == table.rest.number);
    (hides && !announced).then(|| {
        message!("a file holds the secrets of both sides: everyone is told before it is exported")
    })
}

/// Why a side or an onlooker gets no file.
pub(super) fn no_file() -> Message {
    message!("a file holds the secrets of both sides: it is given out once the battle is over")
}

fn sheets(known: &PlayerView, side: Side, fresh: bool) -> SideSheets {
    // A fleet's own notes are only for its side.
    let keys = known.keys_of(Subject::Side(side));
    let text = |key: &str| {
        let found = keys.get(key).and_then(serde_json::Value::as_str);
        found.unwrap_or_default().to_owned()
    };
    let own: Vec<_> = known.tags().into_iter().filter(|tag| tag.side == side).collect();
    SideSheets {
        side,
        system: known.system(),
        name: known.side_name(side).to_owned(),
        people: text("people"),
        notes: text("notes"),
        sheets: own.iter().filter_map(|tag| known.record_sheet(*tag, fresh)).collect(),
        cards: own.iter().filter_map(|tag| known.open_card(*tag, fresh)).collect(),
        chits: known.chits(side),
        uses: known.uses(side),
    }
}
