//! Requests to the NATS servers, one after the other. Each gives up after [`PATIENCE`], and
//! then reports whether nothing was done, or whether that is unknown.

use std::fmt::Display;
use std::future::Future;
use std::time::Duration;

use async_nats::header::{
    NATS_BATCH_COMMIT, NATS_BATCH_COMMIT_FINAL, NATS_BATCH_ID, NATS_BATCH_SEQUENCE,
    NATS_EXPECTED_LAST_SUBJECT_SEQUENCE,
};
use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::push::{Ordered, OrderedConfig};
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageError, LastRawMessageErrorKind, StorageType, Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{ConnectOptions, HeaderMap, Subscriber};
use futures_util::{StreamExt as _, TryStreamExt as _};
use thiserror::Error;
use tokio::time::{Instant, sleep, timeout};

use engine::journal::hex;

use super::fold::{BEFORE, NUMBER, NatsMessage};

/// The stream of the tables' rows, with a subject for each table.
pub(super) const TABLES: &str = "TABLES";
/// The stream of everything else, with a subject for each key, whose last message
/// counts.
pub(super) const THINGS: &str = "THINGS";

/// The subject of messages that are not stored.
const SUBJECT: &str = "trierarch.told";

/// The time for a call: servers take 4 to 9 seconds to replace a lost leader.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time for streams to exist: servers that start at the same time as the hall first
/// choose a leader, and then one for each stream.
const STARTING: Duration = Duration::from_secs(30);
/// The time that one try waits for an answer.
const ONE_TRY: Duration = Duration::from_secs(2);
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// The number of messages that are requested one by one before the rest are streamed.
const A_FEW: usize = 20;
/// The most rows that are added at once: the servers take no larger batch.
pub(super) const MOST_AT_ONCE: usize = 1_000;

/// The error codes of servers without room.
const NO_ROOM: [ErrorCode; 3] = [
    ErrorCode::INSUFFICIENT_RESOURCES,
    ErrorCode::STORAGE_RESOURCES_EXCEEDED,
    ErrorCode::STREAM_STORE_FAILED,
];

/// A failure of the servers to answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum WireFault {
    #[error("the servers do not answer")]
    Silent,
    #[error("no server leads the others at present")]
    NoLeader,
    #[error("the servers did not find a message that they have")]
    Missed,
    #[error("the stream {0} exists, but was made by another program: it could lose rows")]
    Foreign(String),
    #[error("the servers do not say whether a row was stored")]
    Undecided,
    #[error("the request was cancelled")]
    GivenUp,
    /// In the words of the NATS library.
    #[error("{0}")]
    Reported(String),
}

impl WireFault {
    pub(super) fn other(error: impl Display) -> WireFault {
        WireFault::Reported(error.to_string())
    }
}

/// The reason why a message was not added.
#[derive(Clone, Debug)]
pub(super) enum NotDone {
    /// Another message has come before.
    Overtaken,
    /// The servers have no room for it.
    Full(WireFault),
    /// They have refused it, or could not be reached.
    Refused(WireFault),
    /// It was sent, and no answer came.
    Unknown(WireFault),
}

impl NotDone {
    fn refused(error: impl Display) -> NotDone {
        NotDone::Refused(WireFault::other(error))
    }
}

/// The two streams.
#[derive(Clone)]
pub(super) struct NatsWire {
    context: Context,
    pub(super) tables: Stream<()>,
    pub(super) things: Stream<()>,
}

impl NatsWire {
    /// Connects to servers (`nats://one:4222,nats://two:4222`), and creates missing streams.
    pub(super) async fn open(servers: &str, replicas: usize) -> Result<NatsWire, WireFault> {
        let servers: Vec<String> = servers.split(',').map(|one| one.trim().to_owned()).collect();
        let options = ConnectOptions::new().name("trierarch").request_timeout(Some(ONE_TRY));
        let client = patiently(|| {
            let (options, servers) = (options.clone(), servers.clone());
            async move { options.connect(servers).await.map_err(WireFault::other) }
        })
        .await?;
        let context = ContextBuilder::new().timeout(ONE_TRY).ack_timeout(ONE_TRY).build(client);
        let tables = Config { allow_atomic_publish: true, ..config(TABLES, "table.*", replicas) };
        let things = Config { max_messages_per_subject: 1, ..config(THINGS, "thing.*", replicas) };
        // A new message of a subject replaces the old one.
        let things = Config { discard: DiscardPolicy::Old, ..things };
        for wanted in [tables, things] {
            made(&context, wanted).await?;
        }
        let stream = |name: &'static str| {
            let context = context.clone();
            async move { context.get_stream_no_info(name).await.map_err(WireFault::other) }
        };
        let (tables, things) = (stream(TABLES).await?, stream(THINGS).await?);
        Ok(NatsWire { context, tables, things })
    }

    /// Sends a text to every program that listens now.
    pub(super) async fn broadcast(&self, text: String) -> Result<(), WireFault> {
        let sent = self.context.client().publish(SUBJECT, text.into()).await;
        sent.map_err(WireFault::other)
    }

    /// The texts that programs send from now on.
    pub(super) async fn subscribe(&self) -> Result<Subscriber, WireFault> {
        self.context.client().subscribe(SUBJECT).await.map_err(WireFault::other)
    }

    /// The names of the servers that hold the tables.
    pub(super) async fn peers(&self) -> Result<Vec<String>, WireFault> {
        patiently(|| async {
            let info = self.tables.get_info().await.map_err(WireFault::other)?;
            let Some(cluster) = info.cluster else { return Ok(Vec::new()) };
            let leader = cluster.leader.ok_or(WireFault::NoLeader)?;
            let others = cluster.replicas.into_iter().map(|peer| peer.name);
            Ok([leader].into_iter().chain(others).collect())
        })
        .await
    }

    /// Adds rows to a subject whose last message is the one with this number in
    /// the stream, all or none. Returns the number of the last one.
    pub(super) async fn add(
        &self,
        subject: &str,
        last: u64,
        messages: &[(HeaderMap, String)],
    ) -> Result<u64, NotDone> {
        match messages {
            [(headers, text)] => {
                self.publish(subject, headers.clone(), text.clone(), Some(last)).await
            }
            [] => Ok(last),
            many => self.batch(subject, last, many).await,
        }
    }

    /// Publishes until there is an answer. It may be sent more than once, and is accepted only
    /// once: the second is not the next after `last`.
    pub(super) async fn publish(
        &self,
        subject: &str,
        mut headers: HeaderMap,
        text: impl Into<Vec<u8>>,
        last: Option<u64>,
    ) -> Result<u64, NotDone> {
        if let Some(last) = last {
            headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, last.to_string());
        }
        let payload: Vec<u8> = text.into();
        let until = Instant::now() + PATIENCE;
        let mut doubt = false;
        loop {
            let sent = self.context.publish_with_headers(
                subject.to_owned(),
                headers.clone(),
                payload.clone().into(),
            );
            let answer = match sent.await {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            let error = match answer {
                Ok(ack) => return Ok(ack.sequence),
                Err(error) => error,
            };
            let (is_final, not_done) = meaning(&error);
            doubt |= matches!(not_done, NotDone::Unknown(_));
            if is_final && !doubt {
                return Err(not_done);
            }
            // If an earlier attempt had no answer, the newer message may be that
            // attempt: the caller reads what is there.
            if matches!(not_done, NotDone::Overtaken) {
                return Err(not_done);
            }
            if Instant::now() >= until {
                return Err(if doubt {
                    NotDone::Unknown(WireFault::other(error))
                } else {
                    not_done
                });
            }
            sleep(PAUSE).await;
        }
    }

    async fn batch(
        &self,
        subject: &str,
        last: u64,
        messages: &[(HeaderMap, String)],
    ) -> Result<u64, NotDone> {
        let mut id = [0_u8; 16];
        getrandom::fill(&mut id).map_err(NotDone::refused)?;
        let id = hex(&id);
        let named = |number: usize, headers: &HeaderMap| {
            let mut headers = headers.clone();
            headers.insert(NATS_BATCH_ID, id.as_str());
            headers.insert(NATS_BATCH_SEQUENCE, (number + 1).to_string());
            if number == 0 {
                headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, last.to_string());
            }
            headers
        };
        let Some(((headers, text), before)) = messages.split_last() else { return Ok(last) };
        let client = self.context.client();
        for (number, (headers, text)) in before.iter().enumerate() {
            let payload = text.clone().into_bytes().into();
            let sent =
                client.publish_with_headers(subject.to_owned(), named(number, headers), payload);
            sent.await.map_err(NotDone::refused)?;
        }
        let mut headers = named(before.len(), headers);
        headers.insert(NATS_BATCH_COMMIT, NATS_BATCH_COMMIT_FINAL);
        let payload = text.clone().into_bytes().into();
        let sent = self.context.publish_with_headers(subject.to_owned(), headers, payload);
        let answer = match sent.await {
            Ok(answer) => answer.await,
            Err(error) => Err(error),
        };
        answer.map(|ack| ack.sequence).map_err(|error| meaning(&error).1)
    }

    /// The messages of a subject from this number on, as the leader has them.
    pub(super) async fn read(
        &self,
        stream: &Stream<()>,
        subject: &str,
        from: u64,
    ) -> Result<Vec<NatsMessage>, WireFault> {
        let mut messages = Vec::new();
        let mut next = from.max(1);
        let (mut one_by_one, mut a_few) = (0, A_FEW);
        while let Some(message) = self.first(stream, subject, next).await? {
            next = message.sequence + 1;
            messages.push(message);
            one_by_one += 1;
            if one_by_one == a_few {
                let before = messages.len();
                next = self.many(stream, subject, next, &mut messages).await;
                // A subject without messages may have some later: a long table takes too
                // long one by one.
                a_few = if messages.len() > before { A_FEW } else { 2 * a_few };
                one_by_one = 0;
            }
        }
        Ok(messages)
    }

    /// Reads on from this number without asking for each message, as far as that goes, and returns
    /// the number after the last. A server that is behind may serve it, so it may end early, but it
    /// leaves out no row before its end.
    async fn many(
        &self,
        stream: &Stream<()>,
        subject: &str,
        from: u64,
        messages: &mut Vec<NatsMessage>,
    ) -> u64 {
        let mut next = from;
        let Ok(mut consumer) = self.consumer(stream, from, subject).await else { return next };
        while let Ok(Some(Ok(message))) = timeout(ONE_TRY, consumer.next()).await {
            let Ok(info) = message.info() else { break };
            let (sequence, pending) = (info.stream_sequence, info.pending);
            if sequence < next {
                break;
            }
            let headers = message.headers.clone().unwrap_or_default();
            let message = NatsMessage::new(sequence, &headers, message.payload.to_vec());
            if messages.last().is_some_and(|last| message.has_gap_after(last)) {
                break;
            }
            next = sequence + 1;
            messages.push(message);
            if pending == 0 {
                break;
            }
        }
        next
    }

    /// Messages of these subjects from this number on, as they come, in order.
    pub(super) async fn consumer(
        &self,
        stream: &Stream<()>,
        from: u64,
        subjects: &str,
    ) -> Result<Ordered, WireFault> {
        let config = OrderedConfig {
            deliver_subject: self.context.client().new_inbox(),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
            filter_subject: subjects.to_owned(),
            ..OrderedConfig::default()
        };
        let consumer = stream.create_consumer(config).await.map_err(WireFault::other)?;
        consumer.messages().await.map_err(WireFault::other)
    }

    async fn first(
        &self,
        stream: &Stream<()>,
        subject: &str,
        from: u64,
    ) -> Result<Option<NatsMessage>, WireFault> {
        patiently(|| async {
            let first = found(stream.get_first_raw_message_by_subject(subject, from).await)?;
            if first.is_none() {
                let last = last_of(stream, subject).await?;
                agreed(last.is_none_or(|last| last.sequence < from))?;
            }
            Ok(first)
        })
        .await
    }

    /// The last message of a subject, as the leader has it.
    pub(super) async fn last(
        &self,
        stream: &Stream<()>,
        subject: &str,
    ) -> Result<Option<NatsMessage>, WireFault> {
        patiently(|| last_of(stream, subject)).await
    }

    /// The subjects of a stream.
    pub(super) async fn subjects(&self, stream: &Stream<()>) -> Result<Vec<String>, WireFault> {
        let mut subjects: Vec<String> = patiently(|| async {
            let info = stream.info_with_subjects(">").await.map_err(WireFault::other)?;
            let subjects: Vec<(String, usize)> =
                info.try_collect().await.map_err(WireFault::other)?;
            Ok(subjects.into_iter().map(|(subject, _)| subject).collect())
        })
        .await?;
        subjects.sort_unstable();
        Ok(subjects)
    }

    /// Deletes a subject with all its messages.
    pub(super) async fn clear(&self, stream: &Stream<()>, subject: &str) -> Result<(), WireFault> {
        patiently(|| async {
            let cleared = stream.purge().filter(subject.to_owned()).await;
            cleared.map(|_| ()).map_err(WireFault::other)
        })
        .await
    }
}

/// Headers of the row with a number, after one with this hash.
pub(super) fn headers_of(number: u64, before: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(NUMBER, number.to_string());
    headers.insert(BEFORE, before);
    headers
}

/// A stream that loses nothing by itself. Nothing is read from a follower,
/// which may be behind, and nothing is taken for a repeat by its id, since ids
/// are forgotten after two minutes.
fn config(name: &str, subjects: &str, replicas: usize) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        num_replicas: replicas,
        deny_delete: true,
        allow_direct: false,
        max_message_size: 1 << 20,
        ..Config::default()
    }
}

/// The meaning of an error for the message: whether another try is useless, and whether it was
/// added.
fn meaning(error: &PublishError) -> (bool, NotDone) {
    let fault = WireFault::other(error);
    match error.kind() {
        PublishErrorKind::WrongLastSequence => (true, NotDone::Overtaken),
        PublishErrorKind::MaxPayloadExceeded | PublishErrorKind::WrongLastMessageId => {
            (true, NotDone::Refused(fault))
        }
        // No responders: there is no leader at the moment.
        PublishErrorKind::StreamNotFound | PublishErrorKind::MaxAckPending => {
            (false, NotDone::Refused(fault))
        }
        PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe => {
            (false, NotDone::Unknown(fault))
        }
        PublishErrorKind::Other => {
            let source = std::error::Error::source(error);
            match source.and_then(|source| source.downcast_ref::<jetstream::Error>()) {
                Some(cause) if NO_ROOM.contains(&cause.error_code()) => {
                    (false, NotDone::Full(fault))
                }
                Some(_) => (false, NotDone::Refused(fault)),
                None => (false, NotDone::Unknown(fault)),
            }
        }
    }
}

/// Makes a stream, or takes the one that is there if it is safe.
async fn made(context: &Context, wanted: Config) -> Result<(), WireFault> {
    let name = wanted.name.clone();
    let stream = within(STARTING, || async {
        let stream = context.get_or_create_stream(wanted.clone()).await;
        stream.map_err(WireFault::other)
    })
    .await?;
    let found = &stream.cached_info().config;
    let is_safe = found.storage == StorageType::File
        && found.discard == wanted.discard
        && found.max_age.is_zero()
        && found.deny_delete
        && !found.allow_direct
        && found.subjects == wanted.subjects
        && found.max_messages <= 0
        && found.max_messages_per_subject.max(0) == wanted.max_messages_per_subject;
    if is_safe {
        return Ok(());
    }
    Err(WireFault::Foreign(name))
}

async fn last_of(stream: &Stream<()>, subject: &str) -> Result<Option<NatsMessage>, WireFault> {
    let last = found(stream.get_last_raw_message_by_subject(subject).await)?;
    if last.is_none() {
        let info = stream.info_with_subjects(subject).await.map_err(WireFault::other)?;
        let counts: Vec<(String, usize)> = info.try_collect().await.map_err(WireFault::other)?;
        agreed(counts.iter().all(|(_, count)| *count == 0))?;
    }
    Ok(last)
}

/// A server reports that there is no message even if it could not read an existing one. The
/// report counts only if the server's other answers agree.
fn agreed(agrees: bool) -> Result<(), WireFault> {
    agrees.then_some(()).ok_or(WireFault::Missed)
}

/// A message that was asked for, if there is one.
fn found(
    asked: Result<StreamMessage, LastRawMessageError>,
) -> Result<Option<NatsMessage>, WireFault> {
    match asked {
        Ok(message) => Ok(Some(NatsMessage::of(&message))),
        Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
        Err(error) => Err(WireFault::other(error)),
    }
}

/// Retries within [`PATIENCE`].
pub(super) async fn patiently<T, F: Future<Output = Result<T, WireFault>>>(
    run: impl FnMut() -> F,
) -> Result<T, WireFault> {
    within(PATIENCE, run).await
}

/// Retries within a time.
async fn within<T, F: Future<Output = Result<T, WireFault>>>(
    limit: Duration,
    mut run: impl FnMut() -> F,
) -> Result<T, WireFault> {
    let until = Instant::now() + limit;
    loop {
        let tried = timeout(ONE_TRY, run()).await;
        let error = match tried {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(error)) => error,
            Err(_) => WireFault::Silent,
        };
        if Instant::now() >= until {
            return Err(error);
        }
        sleep(PAUSE).await;
    }
}
