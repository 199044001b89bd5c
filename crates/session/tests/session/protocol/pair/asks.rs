//! Requests with which the other side tries to find out secrets.

use dice::EnteredRoll;
use engine::journal::{Change, DiceChoice};
use print::{Paper, PerPage, PrintInput, PrintJob, PrintKind, parts};
use rules::{Offer, Side, Subject, Viewer};
use serde_json::{Map, Value, json};
use session::{AmendPreview, DocumentKind, Draft, Query, RequestBody, Response, Seat};

use testing::player::{Picks, filled_in};

use super::{Leak, Pair, alike};

impl Pair {
    /// Sends the requests that follow every order and every event.
    pub(super) fn looks(&mut self) -> Result<(), Leak> {
        self.asks(Seat::B, &RequestBody::Read(Query::View { cursor: None })).map(drop)
    }

    /// Sends one of many other requests.
    pub(super) fn pries(&mut self, picks: &mut Picks) -> Result<(), Leak> {
        let seat = self.others[picks.below(self.others.len())];
        match picks.below(18) {
            16 => self.asks(seat, &RequestBody::Read(Query::State {})).map(drop),
            0..=2 => {
                let subject = self.any_subject(picks);
                self.asks(seat, &RequestBody::Read(Query::Offers { subject, cursor: None }))
                    .map(drop)
            }
            3..=6 => self.judges(seat, picks),
            7..=10 => self.asks_odds(seat, picks),
            11..=13 => self.tries(picks),
            14 => self.looks_back(seat, picks),
            _ => self.asks_for_documents(seat, picks),
        }
    }

    fn any_subject(&self, picks: &mut Picks) -> Subject {
        let [tags, _] = self.battles(games::Battle::tags);
        match picks.below(tags.len() + 3) {
            0 => Subject::Battle,
            1 => Subject::Side(Side::A),
            2 => Subject::Side(Side::B),
            at => Subject::Unit(tags[at - 3]),
        }
    }

    fn own(&self, side: Side, picks: &mut Picks) -> Subject {
        let [tags, _] = self.battles(|battle| {
            let own = |tag: &rules::Tag| battle.holder(*tag) == side;
            battle.tags().into_iter().filter(own).collect::<Vec<_>>()
        });
        match picks.below(tags.len() + 4) {
            0..=2 => Subject::Battle,
            3 => Subject::Side(side),
            at => Subject::Unit(tags[at - 4]),
        }
    }

    /// An order that B sees in a form, usually one of its own; most are open.
    pub(super) fn order_of_b(
        &mut self,
        picks: &mut Picks,
    ) -> Result<Option<Map<String, Value>>, Leak> {
        let subject =
            if picks.below(12) == 0 { self.any_subject(picks) } else { self.own(Side::B, picks) };
        let Response::Offers { offers, .. } =
            self.asks(Seat::B, &RequestBody::Read(Query::Offers { subject, cursor: None }))?
        else {
            return Ok(None);
        };
        let wild = picks.below(4) == 0;
        let open = |offer: &&Offer| wild || offer.refused.is_none();
        Ok(some(&offers.iter().filter(open).collect::<Vec<_>>(), picks)
            .map(|offer| filled_in(offer, picks)))
    }

    /// An order that A sees in a form at the first table.
    pub(super) fn order_of_a(&mut self, picks: &mut Picks) -> Option<Map<String, Value>> {
        let (subject, id) = (self.own(Side::A, picks), self.id());
        let ask = RequestBody::Read(Query::Offers { subject, cursor: None });
        let frames = self.tables[0].ask(Seat::A, &id, &ask);
        let Response::Offers { offers, .. } = super::answer_in(frames) else { return None };
        let open = offers.iter().filter(|offer| offer.refused.is_none());
        some(&open.collect::<Vec<_>>(), picks).map(|offer| filled_in(offer, picks))
    }

    fn judges(&mut self, seat: Seat, picks: &mut Picks) -> Result<(), Leak> {
        let Some(order) = self.order_of_b(picks)? else { return Ok(()) };
        let kind = order["kind"].as_str().expect("a kind").to_owned();
        let [subject, _] = self.battles(|battle| battle.given_by(&order));
        let dice = match picks.below(3) {
            0 => None,
            1 => Some(Vec::new()),
            _ => Some(dice(picks)),
        };
        let fields = Some(order);
        let draft = Draft { fields, dice, ..Draft::opened(subject, &kind) };
        self.asks(seat, &RequestBody::Read(Query::Judge(draft))).map(drop)
    }

    fn asks_odds(&mut self, seat: Seat, picks: &mut Picks) -> Result<(), Leak> {
        let Some(order) = self.order_of_b(picks)? else { return Ok(()) };
        let mut watch = vec![format!("A{}.status", picks.below(5) + 1)];
        let [keys, _] = self.battles(|battle| {
            let tags = battle.tags();
            let all = tags.into_iter().filter_map(|tag| {
                let keys = battle.full_view().unit_state(tag)?;
                Some(keys.keys().map(|key| format!("{tag}.{key}")).collect::<Vec<_>>())
            });
            all.flatten().collect::<Vec<_>>()
        });
        watch.push(keys[picks.below(keys.len())].clone());
        self.asks(seat, &RequestBody::Read(Query::Odds { order, watch })).map(drop)
    }

    fn tries(&mut self, picks: &mut Picks) -> Result<(), Leak> {
        let trial = self.trial(picks)?;
        self.asks(Seat::B, &RequestBody::Read(Query::Trial(trial))).map(drop)
    }

    pub(super) fn trial(&mut self, picks: &mut Picks) -> Result<AmendPreview, Leak> {
        let [entries, _] = self.tables.each_ref().map(|table| {
            table.set.table.with(|a| a.journal().entries().cloned().collect::<Vec<_>>())
        });
        // Old orders are rarely amended.
        let index = entries.len().saturating_sub(1 + picks.below(12));
        let order = match picks.below(3) {
            0 => None,
            1 => self.order_of_b(picks)?,
            _ => entries.get(index).map(|entry| with_another_value(&entry.order, picks)),
        };
        let given = match picks.below(3) {
            0 => None,
            1 => Some(DiceChoice::Program),
            _ => Some(DiceChoice::Entered(dice(picks))),
        };
        let change = match (picks.below(4), order) {
            (0, _) => Change::Drop,
            (1, Some(order)) => {
                Change::Insert { order, dice: given.unwrap_or(DiceChoice::Program) }
            }
            (_, order) => Change::Replace { order, dice: given },
        };
        Ok(AmendPreview { index, change, decisions: Vec::new(), note: String::new() })
    }

    fn looks_back(&mut self, seat: Seat, picks: &mut Picks) -> Result<(), Leak> {
        let len = self.tables[0].set.table.with(|table_server| table_server.journal().len());
        let cursor = Some(picks.below(len + 1));
        let subject = self.any_subject(picks);
        for ask in [
            RequestBody::Read(Query::View { cursor }),
            RequestBody::Read(Query::Offers { subject, cursor }),
            RequestBody::Read(Query::Log { from: len.saturating_sub(24), count: 24 }),
        ] {
            self.asks(seat, &ask)?;
        }
        Ok(())
    }

    fn asks_for_documents(&mut self, seat: Seat, picks: &mut Picks) -> Result<(), Leak> {
        let sheets = |fresh| RequestBody::Read(Query::Tell(DocumentKind::Sheets { fresh }));
        match picks.below(64) {
            0 => self.asks(seat, &RequestBody::Read(Query::Tell(DocumentKind::Luck {}))).map(drop),
            10 if picks.below(4) == 0 => {
                self.asks(seat, &RequestBody::Read(Query::Tell(DocumentKind::Report {}))).map(drop)
            }
            1..=4 => self.prints(),
            5..=9 if seat != Seat::Both => {
                self.asks(seat, &RequestBody::Read(Query::Tell(DocumentKind::File {}))).map(drop)
            }
            at => self.asks(seat, &sheets(at % 2 == 0)).map(drop),
        }
    }

    /// Prints the battle for B and for both together.
    pub(super) fn prints(&self) -> Result<(), Leak> {
        for viewer in [Viewer::Side(Side::B), Viewer::Both] {
            let pages = self.tables.each_ref().map(|table| {
                table.set.table.with(|table_server| {
                    let journal = table_server.journal();
                    let fleets = &journal.opening().fleets;
                    let inputs = PrintInput::of_battle(journal.battle(), fleets, viewer).to_vec();
                    let kinds =
                        [PrintKind::Rosters, PrintKind::Sheets, PrintKind::Cards, PrintKind::Turn];
                    let job = PrintJob {
                        title: String::new(),
                        paper: Paper::A4,
                        per_page: PerPage::Four,
                        ink_saver: true,
                        parts: parts(&inputs, None, &kinds),
                    };
                    format!("{:?}", job.pages())
                })
            });
            alike(&format!("print --side {viewer:?}"), &pages)?;
        }
        Ok(())
    }

    /// Gives orders that B may not give; they are refused in the same words.
    pub(super) fn meddles(&mut self, picks: &mut Picks) -> Result<(), Leak> {
        let [keys, _] = self.battles(|battle| {
            let tag = battle.tags()[0];
            let keys = battle.full_view().unit_state(tag).unwrap_or_default();
            keys.into_iter().collect::<Vec<_>>()
        });
        let (field, value) = keys[picks.below(keys.len())].clone();
        let tag = format!("A{}", picks.below(6) + 1);
        let speed = picks.below(6);
        let orders = [
            json!({"kind": "set-speed", "ship": tag, "speed": speed}),
            json!({"kind": "set-speed", "formation": format!("column-{speed}"), "speed": 1}),
            json!({"kind": "adjust", "ship": tag, "field": field, "value": value}),
            json!({"kind": "adjust", "ship": "A", "field": "hand", "value": ["Shout"]}),
            json!({"kind": "rally", "unit": tag}),
            json!({"kind": "discard", "side": "A", "cards": ["Shout"]}),
        ];
        let order = orders[picks.below(orders.len())].clone();
        self.asks(Seat::B, &crate::protocol::support::give(order)).map(drop)
    }
}

fn some<'l, T>(list: &[&'l T], picks: &mut Picks) -> Option<&'l T> {
    if list.is_empty() { None } else { Some(list[picks.below(list.len())]) }
}

pub(super) fn dice(picks: &mut Picks) -> Vec<EnteredRoll> {
    let die = |picks: &mut Picks| {
        EnteredRoll::Total(i64::try_from(picks.below(6)).expect("a small number") + 1)
    };
    (0..picks.below(4)).map(|_| die(picks)).collect()
}

/// The order with another number in it.
fn with_another_value(order: &Map<String, Value>, picks: &mut Picks) -> Map<String, Value> {
    let mut order = order.clone();
    let numbers = order.iter().filter(|(_, value)| value.is_i64() || value.is_u64());
    let keys: Vec<String> = numbers.map(|(key, _)| key.clone()).collect();
    if !keys.is_empty() {
        order.insert(keys[picks.below(keys.len())].clone(), json!(picks.below(6)));
    }
    order
}
