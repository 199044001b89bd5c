//! One connection: frames of a client go to the table, and frames of the table go to the
//! client. A connection may break at any point without an effect on the table.

mod resume;
mod owner;

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::StreamExt as _;
use futures_util::stream::SplitStream;
use serde::Serialize;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval_at, sleep_until, timeout};
use tungstenite::error::CapacityError;

use session::answers::{Answer, WrittenError};
use session::frame::{AnswerFrame, ResetBack, ServerFrame, text_of};
use session::{
    EventKind, Frame, Mutation, Request, RequestBody, Requester, Response, Seat, ThreadConnection,
    Verb, check_query_size, is_short_enough, now,
};

use super::admission::Event;
use super::connection_limits::End;
use super::connection_limits::{Liveness, PING};
use super::connection_limits::{Pace, Rate};
use super::frames::{self, Asks, ClientFrame, Hello, TableRequest, What};
use super::hosted_table::{Comes, HostedTable};
use super::locks::lock;
use super::queues::{
    MOST_OF_A_PLAYER, MOST_OF_A_WAITING_PERSON, MOST_OF_AN_ONLOOKER, Queued, Turn,
};
use super::queues::{SendQueue, TotalUnread};
use super::reads::{self, CachedResponse};
use super::reads::{Readers, RequestReader};
use super::waiting_room::ListChange;

use owner::ANOTHER_ASK;

/// The interval of checks for changes that wait too long.
const SECOND: Duration = Duration::from_secs(1);
/// The interval of heartbeats.
const BEAT: Duration = Duration::from_secs(3);
/// The time for a client to acknowledge the end.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// The time for a client with too much unread data to read it.
const LAST_READ: Duration = Duration::from_secs(30);
/// The most changes that a client may have requested without an answer.
const MOST_OPEN: usize = 64;
/// The time that a change may wait for the storage before its client is notified.
const LONGEST_STORED: Duration = Duration::from_secs(8);
/// The longest time to compute an answer.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// The warning to a client that sends too many requests.
const TOO_FAST: &str =
    "at most 50 requests a second are answered: one more such second ends this connection";

/// A connecting client, and the table of its token.
pub(super) struct NewConnection {
    pub(super) hosted: Option<Arc<HostedTable>>,
    /// Whether the token belongs to a closed table.
    pub(super) closed: bool,
    pub(super) token: String,
    /// The address of the client.
    pub(super) from: IpAddr,
    /// The unread data of all clients.
    pub(super) unread: TotalUnread,
    pub(super) readers: Arc<Readers>,
}

/// The client at the other end.
enum Login {
    Holder(Requester),
    /// The hash of the token of a person in the waiting list.
    Waits(String),
}

impl Login {
    /// The most connections of its token.
    fn most_connections(&self) -> usize {
        match self {
            Login::Holder(holder) => match holder.seat {
                Seat::A | Seat::B | Seat::Both | Seat::Owner | Seat::Umpire => MOST_OF_A_PLAYER,
                Seat::Onlooker => MOST_OF_AN_ONLOOKER,
            },
            Login::Waits(_) => MOST_OF_A_WAITING_PERSON,
        }
    }
}

/// A request that is not yet answered.
struct Open {
    verb: Verb,
    id: String,
    after: After,
    /// When it was passed on.
    since: Instant,
    /// Whether the client was notified that the storage does not answer.
    is_given_up: bool,
}

/// Messages of a table to a connection, in order.
enum FromTable {
    Frame(Frame),
    /// The answer to the request with this id, which was computed beside the table. The sender is
    /// dropped once it is sent.
    Read(String, CachedResponse, oneshot::Sender<()>),
    /// A request that only the table itself can answer.
    AtTheTable(Box<Asks>),
}

/// The step after a request is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Nothing,
    /// A person from the waiting list was admitted.
    Admit(u64),
    /// The device has changed hands, so the seat sees different facts.
    HandedOver,
    /// The next waiting request may run.
    Next,
}

struct Connection {
    hosted: Arc<HostedTable>,
    login: Login,
    /// The hash of its token.
    token: String,
    /// Whether its token has the owner's role, perhaps beside a seat.
    owns: bool,
    from: IpAddr,
    number: u64,
    outbox: SendQueue,
    frames: mpsc::UnboundedSender<FromTable>,
    readers: Arc<Readers>,
    seated: Option<ThreadConnection>,
    /// The client's `hello`, for the time after it is admitted.
    hello: Option<Hello>,
    /// The number of the last change that it was sent.
    sent_up_to: u64,
    open: HashMap<String, VecDeque<Open>>,
    /// The name of its query that is being answered.
    running: Option<String>,
    asked: u64,
    /// The number of the change that passed the device, until its event is sent.
    handed_over: Option<u64>,
    rate: Rate,
    last_sign: Liveness,
}

/// Serves a client until the connection ends.
pub(super) async fn serve(
    socket: WebSocket,
    NewConnection { hosted, closed, token, from, unread, readers }: NewConnection,
    mut stops: watch::Receiver<bool>,
) {
    let (sink, mut stream) = socket.split();
    let outbox = SendQueue::new(sink, unread);
    let comes = match &hosted {
        Some(hosted) => hosted.comes(&token).await,
        None if closed => Comes::Closed,
        None => Comes::Nobody,
    };
    let end = match (hosted, comes) {
        (_, Comes::Closed) => End::Closed,
        (_, Comes::Refused) => End::Refused,
        (Some(hosted), Comes::Holder(asker)) => {
            let guest = Guest { hosted, login: Login::Holder(asker), from, readers };
            talk(guest, &outbox, &mut stream, &mut stops).await
        }
        (Some(hosted), Comes::Waits(token)) => {
            let guest = Guest { hosted, login: Login::Waits(token), from, readers };
            talk(guest, &outbox, &mut stream, &mut stops).await
        }
        (_, Comes::Nobody) | (None, _) => End::Token,
    };
    let (code, reason) = end.code();
    outbox.push(Message::Close(Some(CloseFrame { code, reason: reason.into() })));
    // A slow reader may still reach the end.
    let longest = if end == End::Unread { LAST_READ } else { LAST_WORDS };
    // Everything sent so far is read: otherwise the client's system may drop
    // what it has not read yet.
    let read = async { while let Some(Ok(_)) = stream.next().await {} };
    let _ = timeout(longest, async { tokio::join!(outbox.ends(), read) }).await;
    outbox.gives_up();
}

/// Whether a client has sent a longer frame than it may.
fn is_too_long(error: &axum::BoxError) -> bool {
    let error = error.downcast_ref();
    matches!(error, Some(tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. })))
}

/// Waits until the program ends.
async fn stopped(stops: &mut watch::Receiver<bool>) {
    let _ = stops.wait_for(|stops| *stops).await;
}

/// A client that its table knows.
struct Guest {
    hosted: Arc<HostedTable>,
    login: Login,
    from: IpAddr,
    readers: Arc<Readers>,
}

async fn talk(
    Guest { hosted, login, from, readers }: Guest,
    outbox: &SendQueue,
    stream: &mut SplitStream<WebSocket>,
    stops: &mut watch::Receiver<bool>,
) -> End {
    let token = match &login {
        Login::Holder(asker) => asker.token.clone(),
        Login::Waits(token) => token.clone(),
    };
    hosted.admission.connected(&token);
    let (frames, mut from_table) = mpsc::unbounded_channel();
    let (turn, turns) = mpsc::unbounded_channel();
    let number = lock(&hosted.queues).comes(&token, login.most_connections(), turn);
    let events = hosted.admission.events();
    let mut connection = Connection {
        number,
        hosted: Arc::clone(&hosted),
        login,
        token: token.clone(),
        owns: hosted.table.owns(&token).await,
        from,
        outbox: outbox.clone(),
        frames,
        readers,
        seated: None,
        hello: None,
        sent_up_to: 0,
        open: HashMap::new(),
        running: None,
        asked: 0,
        handed_over: None,
        rate: Rate::new(Instant::now()),
        last_sign: Liveness::since(Instant::now()),
    };
    let end =
        connection.run(stream, Inbox { from_table: &mut from_table, events, turns }, stops).await;
    hosted.admission.cut(&token);
    lock(&hosted.queues).goes(&token, number);
    match connection.running.take() {
        None => lock(&hosted.queues).done(&token, number),
        // A query still counts as running if the client leaves.
        Some(name) => {
            tokio::spawn(async move {
                let answered = async {
                    while let Some(event) = from_table.recv().await {
                        if matches!(&event, FromTable::Frame(Frame::Answer { id, .. }) if *id == name)
                        {
                            return;
                        }
                    }
                };
                let _ = timeout(LONGEST_THOUGHT, answered).await;
                drop(connection);
                lock(&hosted.queues).done(&token, number);
            });
        }
    }
    end
}

/// The events that a connection receives apart from the frames of its client.
struct Inbox<'t> {
    from_table: &'t mut mpsc::UnboundedReceiver<FromTable>,
    events: broadcast::Receiver<Event>,
    /// The turns to have a request answered.
    turns: mpsc::UnboundedReceiver<Turn>,
}

impl Connection {
    async fn run(
        &mut self,
        stream: &mut SplitStream<WebSocket>,
        inbox: Inbox<'_>,
        stops: &mut watch::Receiver<bool>,
    ) -> End {
        let Inbox { from_table, mut events, mut turns } = inbox;
        let [mut beat, mut ping, mut second] = [BEAT, PING, SECOND].map(|every| {
            let mut tick = interval_at(tokio::time::Instant::now() + every, every);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            tick
        });
        loop {
            let done = tokio::select! {
                frame = stream.next() => self.client_frame(frame).await,
                Some(message) = from_table.recv() => self.table_message(message).await,
                event = events.recv() => self.happened(event).await,
                Some(turn) = turns.recv() => self.take_turn(turn),
                _ = beat.tick() => self.beat(),
                _ = second.tick() => self.gives_up(Instant::now()),
                _ = ping.tick() => self.push(Message::Ping(Bytes::new())),
                () = sleep_until(self.last_sign.ends().into()) => Err(End::Silent),
                () = stopped(stops) => Err(End::Stops),
                () = self.outbox.ends() => Err(End::Unread),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    fn send(&self, frame: &impl Serialize) -> Result<(), End> {
        self.send_text(text_of(frame))
    }

    fn answer(&self, id: &str, answer: Answer) -> Result<(), End> {
        self.send(&AnswerFrame { id, answer })
    }

    fn send_text(&self, text: String) -> Result<(), End> {
        self.push(Message::text(text))
    }

    fn push(&self, frame: Message) -> Result<(), End> {
        if self.outbox.push(frame) { Ok(()) } else { Err(End::Unread) }
    }

    fn beat(&self) -> Result<(), End> {
        match &self.login {
            Login::Waits(_) => self.send(&ServerFrame::Waiting(true)),
            Login::Holder(_) if self.seated.is_none() => Ok(()),
            Login::Holder(_) => self.send(&ServerFrame::Beat { at: self.sent_up_to }),
        }
    }

    /// Handles a frame of the client.
    async fn client_frame(
        &mut self,
        frame: Option<Result<Message, axum::Error>>,
    ) -> Result<(), End> {
        if matches!(frame, Some(Ok(_))) {
            self.last_sign.note(Instant::now());
            self.hosted.admission.sign(&self.token);
        }
        let text = match frame {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Ok(Message::Text(text))) => Some(text),
            // Pings count as requests, because each is answered.
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
            Some(Ok(Message::Binary(_))) => return Err(End::NotText),
            Some(Err(error)) => {
                return Err(if is_too_long(&error.into_inner()) {
                    End::TooLong
                } else {
                    End::Gone
                });
            }
        };
        match self.rate.step(Instant::now()) {
            Pace::Fine => {}
            Pace::Warned => self.send(&ServerFrame::Warning { why: TOO_FAST.to_owned() })?,
            Pace::TooFast => return Err(End::TooFast),
        }
        let Some(text) = text else { return Ok(()) };
        match frames::read(&text) {
            Err(invalid) => self.send(&invalid.answer()),
            Ok(ClientFrame::Hello(hello)) => {
                self.hello = Some(hello);
                self.handle_hello().await
            }
            Ok(ClientFrame::Asks(asks)) => self.asks(asks).await,
        }
    }

    async fn asks(&mut self, asks: Asks) -> Result<(), End> {
        let Login::Holder(asker) = &self.login else {
            return self.error(&asks.id, "you are not at the table yet");
        };
        let token = asker.token.clone();
        if self.seated.is_none() {
            return self.error(&asks.id, "the first frame is a `hello`");
        }
        match &asks.what {
            What::Table(_) | What::Session(RequestBody::Change(Mutation::Owner(_)))
                if !self.owns =>
            {
                let why = "only the table’s owner can do that".to_owned();
                self.answer(&asks.id, Answer::Refused { why, rule: "The table".to_owned() })
            }
            What::Table(ask) => self.asks_the_table(asks.id, *ask, asks.seen, token).await,
            What::Session(RequestBody::Change(_))
                if self.hosted.admission.did(&token, &asks.id).is_some() =>
            {
                self.error(&asks.id, ANOTHER_ASK)
            }
            What::Session(RequestBody::Change(ask)) => {
                if self.open.values().map(VecDeque::len).sum::<usize>() >= MOST_OPEN {
                    return self
                        .error(&asks.id, "64 changes are waiting already: send one at a time");
                }
                if let Err(why) = is_short_enough(ask) {
                    return self.sends(asks.id, CachedResponse::of(asks.verb, *why), None);
                }
                let hands_over = matches!(ask, Mutation::HandOver { .. });
                let after = if hands_over { After::HandedOver } else { After::Nothing };
                self.pass(asks, after);
                Ok(())
            }
            What::Session(RequestBody::Read(ask)) => {
                if let Err(why) = check_query_size(ask) {
                    return self.sends(asks.id, CachedResponse::of(asks.verb, *why), None);
                }
                let asks = Box::new(asks);
                let queued = lock(&self.hosted.queues).asks(&self.token, self.number, asks);
                match queued {
                    Queued::Now(asks) => {
                        self.reads(asks);
                        Ok(())
                    }
                    Queued::Waits => Ok(()),
                    Queued::TooMany(id) => {
                        self.error(&id, "8 requests are waiting already: send one at a time")
                    }
                }
            }
        }
    }

    fn take_turn(&mut self, turn: Turn) -> Result<(), End> {
        match turn {
            Turn::Ask(asks) => {
                self.reads(asks);
                Ok(())
            }
            Turn::Leave => Err(End::Newer),
        }
    }

    fn error(&self, id: &str, why: &str) -> Result<(), End> {
        self.answer(id, Answer::Error(WrittenError::new(why)))
    }

    /// Answers a query, beside the table if possible.
    fn reads(&mut self, asks: Box<Asks>) {
        let Login::Holder(asker) = &self.login else { return };
        let (hosted, readers, frames) =
            (Arc::clone(&self.hosted), Arc::clone(&self.readers), self.frames.clone());
        let reader = RequestReader { seat: asker.seat, from: self.from };
        let (token, number) = (self.token.clone(), self.number);
        tokio::spawn(async move {
            let read = tokio::select! {
                read = readers.read(&hosted, &reader, &asks) => read,
                // The queries of a client that has gone are dropped.
                () = frames.closed() => return lock(&hosted.queues).done(&token, number),
            };
            let Some(written) = read else {
                // If the client has gone, its next query is handled.
                if frames.send(FromTable::AtTheTable(asks)).is_err() {
                    lock(&hosted.queues).done(&token, number);
                }
                return;
            };
            let (ack, acknowledged) = oneshot::channel();
            if frames.send(FromTable::Read(asks.id, written, ack)).is_ok() {
                // It is dropped, whether or not the client is still there.
                let _ = acknowledged.await;
            }
            lock(&hosted.queues).done(&token, number);
        });
    }

    /// Sends a request to the table.
    fn pass(&mut self, asks: Asks, after: After) {
        let (Some(seated), What::Session(ask)) = (&self.seated, asks.what) else {
            return;
        };
        // Two connections with one token may use the same id, so a query gets a new id.
        let name = if after == After::Next {
            self.asked += 1;
            let name = format!("{}/{}", self.number, self.asked);
            self.running = Some(name.clone());
            name
        } else {
            asks.id.clone()
        };
        let (since, is_given_up) = (Instant::now(), false);
        let open = Open { verb: asks.verb, id: asks.id, after, since, is_given_up };
        self.open.entry(name.clone()).or_default().push_back(open);
        seated.ask(Request { id: name, seen: asks.seen, ask }, now());
    }

    async fn table_message(&mut self, message: FromTable) -> Result<(), End> {
        match message {
            FromTable::Frame(frame) => self.table_frame(frame).await,
            FromTable::Read(id, written, sent) => self.sends(id, written, Some(sent)),
            FromTable::AtTheTable(asks) => {
                self.pass(*asks, After::Next);
                Ok(())
            }
        }
    }

    /// Sends an answer, in parts if it is longer than a frame.
    fn sends(
        &self,
        id: String,
        written: CachedResponse,
        sent: Option<oneshot::Sender<()>>,
    ) -> Result<(), End> {
        if written.is_one_frame() {
            return self.send_text(written.frame(&id));
        }
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            for part in written.parts(&id) {
                if !outbox.has_room(LAST_READ).await || !outbox.push(Message::text(part)) {
                    outbox.gives_up();
                    return;
                }
            }
            drop(sent);
        });
        Ok(())
    }

    /// Notifies the client of changes that have waited too long for the storage.
    fn gives_up(&mut self, now: Instant) -> Result<(), End> {
        let mut waits = Vec::new();
        for open in self.open.values_mut().flatten() {
            let is_change = open.after != After::Next && !open.is_given_up;
            if is_change && now.saturating_duration_since(open.since) >= LONGEST_STORED {
                open.is_given_up = true;
                waits.push(open.id.clone());
            }
        }
        let away = || Answer::Unknown { why: frames::storage_away().to_string() };
        waits.iter().try_for_each(|id| self.answer(id, away()))
    }

    /// Handles a frame of the table.
    async fn table_frame(&mut self, frame: Frame) -> Result<(), End> {
        match frame {
            Frame::Answer { id, answer } => self.answered(&id, *answer),
            Frame::News(news) if news.at <= self.sent_up_to => Ok(()),
            Frame::News(news) => {
                self.sent_up_to = news.at;
                let (at, taken) = (news.at, matches!(news.what, EventKind::Seats(_)));
                self.sends_news(at, text_of(&ServerFrame::News(&news))).await?;
                if self.handed_over == Some(at) {
                    self.reset_view(at)?;
                }
                if taken { self.update_seat().await } else { Ok(()) }
            }
            Frame::Reset { at } => {
                self.sent_up_to = at;
                let epoch = &self.hosted.epoch;
                self.send(&ServerFrame::Reset(ResetBack { at, epoch, why: None, codes: None }))
            }
            Frame::Waits { why } => self.send(&ServerFrame::Stalled { why: why.to_string() }),
        }
    }

    /// Sends an event, in parts if it is longer than a frame; later frames wait.
    async fn sends_news(&self, at: u64, news: String) -> Result<(), End> {
        if news.len() <= SendQueue::LONGEST {
            // The answer to the same orders may be as long, and still on its way.
            let is_long = news.len() > SendQueue::LONGEST / 2;
            if is_long && !self.outbox.takes(news.len(), LAST_READ).await {
                return Err(End::Unread);
            }
            return self.send_text(news);
        }
        for part in reads::in_parts(&format!("news {at}"), String::new(), news.into()) {
            if !self.outbox.has_room(LAST_READ).await {
                return Err(End::Unread);
            }
            self.send_text(part)?;
        }
        Ok(())
    }

    /// Updates the seat of the connection after the seats have changed.
    async fn update_seat(&mut self) -> Result<(), End> {
        let Login::Holder(asker) = &self.login else { return Ok(()) };
        let holders = self.hosted.table.holders().await;
        if holders.iter().any(|holds| holds.by == *asker) {
            return Ok(());
        }
        let holder = self.hosted.table.holder(&self.token).await.ok_or(End::Token)?;
        self.sit(holder.clone());
        self.login = Login::Holder(holder.clone());
        self.hello_again(holder.seat, self.sent_up_to)
    }

    /// Connects to the table.
    fn sit(&mut self, asker: Requester) {
        let frames = self.frames.clone();
        self.seated = Some(self.hosted.table.join(asker, move |frame| {
            // The client may have left.
            let _ = frames.send(FromTable::Frame(frame));
        }));
    }

    fn answered(&mut self, name: &str, answer: Response) -> Result<(), End> {
        // Another connection of the same holder may have asked.
        let Some(all) = self.open.get_mut(name) else { return Ok(()) };
        let Some(mut open) = all.pop_front() else { return Ok(()) };
        // The client has sent it again since it was notified that the storage does not answer.
        while open.is_given_up
            && let Some(again) = all.pop_front()
        {
            open = again;
        }
        if all.is_empty() {
            self.open.remove(name);
        }
        if open.after == After::Next {
            // The next query is handled, whether or not this answer can be sent.
            self.running = None;
            lock(&self.hosted.queues).done(&self.token, self.number);
        }
        let done = matches!(answer, Response::Done { .. });
        let at = answer.at();
        if !open.is_given_up {
            self.sends(open.id, CachedResponse::of(open.verb, answer), None)?;
        }
        match open.after {
            After::Nothing | After::Next => Ok(()),
            After::Admit(who) => {
                if done {
                    self.hosted.admission.note_answer(who, true);
                }
                Ok(())
            }
            After::HandedOver => match at.filter(|_| done) {
                // Its event comes first: a `hello` covers only earlier ones.
                Some(at) if at > self.sent_up_to => {
                    self.handed_over = Some(at);
                    Ok(())
                }
                Some(_) => self.reset_view(self.sent_up_to),
                None => Ok(()),
            },
        }
    }

    /// Handles an event of the hosted table.
    async fn happened(
        &mut self,
        event: Result<Event, broadcast::error::RecvError>,
    ) -> Result<(), End> {
        match event {
            Ok(Event::Closed) => Err(End::Closed),
            Ok(Event::Presence(there)) => match (&self.login, &self.seated) {
                (Login::Holder(_), Some(_)) => self.send(&ServerFrame::Presence(&there)),
                (Login::Holder(_) | Login::Waits(_), _) => Ok(()),
            },
            Ok(Event::WaitingList(ListChange::Asks(waiting))) => match &self.login {
                Login::Holder(_) if self.owns && self.seated.is_some() => {
                    self.send(&waiting.asks())
                }
                Login::Holder(_) | Login::Waits(_) => Ok(()),
            },
            Ok(Event::WaitingList(ListChange::Answered(token, yes))) => match &self.login {
                Login::Waits(own) if *own == token => {
                    if !yes {
                        return Err(End::Refused);
                    }
                    let holder = self.hosted.let_in(&token).await;
                    self.login = Login::Holder(holder.ok_or(End::Fault)?);
                    self.handle_hello().await
                }
                Login::Waits(_) | Login::Holder(_) => Ok(()),
            },
            // Too many events to handle one by one.
            Err(_) if self.hosted.admission.is_closed() => Err(End::Closed),
            Err(_) => Ok(()),
        }
    }
}
