//! Receives the rows that other programs add: an ordered consumer for each stream. A consumer
//! that is silent although there are more rows is replaced.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::push::Ordered;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt as _;
use tokio::time::{sleep, timeout};

use super::fold::NatsMessage;
use super::wire::{NatsWire, WireFault, patiently};
use super::{StoreListener, named};
use crate::Added;

/// After this time without a message, the stream's leader is asked whether
/// there is one.
const SILENCE: Duration = Duration::from_secs(1);
/// Every subject.
const ALL: &str = ">";
/// The pause before a consumer is replaced.
const PAUSE: Duration = Duration::from_millis(200);

/// Passes on everything after the last message, until the program ends.
pub(super) async fn listen(wire: NatsWire, hears: StoreListener) -> Result<(), WireFault> {
    let mut messages = wire.subscribe().await?;
    let everybody = Arc::clone(&hears);
    tokio::spawn(async move {
        while let Some(message) = messages.next().await {
            if let Ok(text) = String::from_utf8(message.payload.to_vec()) {
                everybody(Added::Message { text });
            }
        }
    });
    for stream in [wire.tables.clone(), wire.things.clone()] {
        let last = patiently(|| last(&stream)).await?;
        let consumer = patiently(|| wire.consumer(&stream, last + 1, ALL)).await?;
        let (wire, hears) = (wire.clone(), Arc::clone(&hears));
        tokio::spawn(async move { follow(&wire, &stream, consumer, last, &hears).await });
    }
    Ok(())
}

async fn follow(
    wire: &NatsWire,
    stream: &Stream<()>,
    consumer: Ordered,
    mut seen: u64,
    hears: &StoreListener,
) {
    let mut consumer = Some(consumer);
    loop {
        if let Some(messages) = &mut consumer {
            passed_on(stream, messages, &mut seen, hears).await;
        }
        sleep(PAUSE).await;
        consumer = wire.consumer(stream, seen + 1, ALL).await.ok();
    }
}

/// Passes messages on until an expected message does not come.
async fn passed_on(
    stream: &Stream<()>,
    messages: &mut Ordered,
    seen: &mut u64,
    hears: &StoreListener,
) {
    loop {
        match timeout(SILENCE, messages.next()).await {
            Ok(Some(Ok(message))) => {
                let Ok(info) = message.info() else { return };
                let sequence = info.stream_sequence;
                if sequence <= *seen {
                    continue;
                }
                *seen = sequence;
                let headers = message.headers.clone().unwrap_or_default();
                let content = message.payload.to_vec();
                if let Some(added) =
                    added(&message.subject, NatsMessage::new(sequence, &headers, content))
                {
                    hears(added);
                }
            }
            Ok(Some(Err(_)) | None) => return,
            Err(_) => match last(stream).await {
                Ok(last) if last > *seen => return,
                // Servers that do not answer are asked again.
                Ok(_) | Err(_) => {}
            },
        }
    }
}

fn added(subject: &str, message: NatsMessage) -> Option<Added> {
    let name = named(subject)?;
    if subject.starts_with("table.") {
        let number = message.number?;
        let row = String::from_utf8(message.content).ok()?;
        return Some(Added::Row { slug: name, number, row });
    }
    Some(Added::Blob { key: name, value: message.content })
}

/// The number of the stream's last message.
async fn last(stream: &Stream<()>) -> Result<u64, WireFault> {
    let info = stream.get_info().await.map_err(WireFault::other)?;
    Ok(info.state.last_sequence)
}
