//! One socket of a page: a service on a thread of its own, asked in messages.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use masume_presentation::locale::Phrases;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};

use crate::conversation::{Stops, answer_all};
use crate::server::{Purpose, Shared};
use crate::shown::{ServerAsk, changed};

/// Questions that wait to be answered, at most: more are not read meanwhile.
const MOST_WAITING: usize = 16;
/// Lines that wait to be sent, at most: a service waits for a page that does not read.
const MOST_UNSENT: usize = 64;
/// Time for the other side to hear that the socket is closed.
const FAREWELL: Duration = Duration::from_millis(200);
/// Time between two requests to stop a thread that ends.
const STOPS: Duration = Duration::from_millis(20);

/// A reason for closing a socket, as the protocol of sockets numbers them.
#[derive(Clone, Copy, Debug)]
#[repr(u16)]
enum Close {
    Normal = 1000,
    /// The server ends.
    GoingAway = 1001,
    /// A message was not a text.
    NotText = 1003,
    TooLong = 1009,
    Failed = 1011,
}

/// The thread of a service, and the two ways of lines.
struct Worker {
    thread: JoinHandle<()>,
    asks: mpsc::Sender<String>,
    replies: mpsc::Receiver<String>,
    stops: Stops,
}

/// Speaks until either side ends, and gives the place back once what was reached is kept.
pub(crate) async fn run(
    mut socket: WebSocket,
    shared: Arc<Shared>,
    purpose: Purpose,
    place: OwnedSemaphorePermit,
) {
    let mut ended = shared.ended.clone();
    let Some(mut worker) = begin(&shared, purpose).await else { return };
    let close = tokio::select! {
        close = talk(&mut socket, &shared, &mut worker) => close,
        _ = ended.wait_for(|is_ended| *is_ended) => Close::GoingAway,
    };
    let frame = CloseFrame { code: close as u16, reason: "".into() };
    let farewell = socket.send(Message::Close(Some(frame)));
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    drop(socket);
    end(worker).await;
    drop(place);
}

/// A thread with a service.
async fn begin(shared: &Arc<Shared>, purpose: Purpose) -> Option<Worker> {
    let (asks, mut asked) = mpsc::channel(MOST_WAITING);
    let (reply, replies) = mpsc::channel(MOST_UNSENT);
    let (give_stops, given_stops) = oneshot::channel();
    let shared = shared.clone();
    let thread = thread::spawn(move || {
        let mut service = (shared.settings.service)(purpose);
        let stops = Stops::of(&service);
        // Without an asker there is nothing to do.
        let _ = give_stops.send(stops.clone());
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        let mut tell = |line| reply.blocking_send(line).map_err(gone);
        let surroundings = shared.settings.surroundings;
        let mut next = || asked.blocking_recv().map(Ok);
        let _ = answer_all(&mut service, &stops, surroundings, &mut next, &mut tell);
    });
    let stops = given_stops.await.ok()?;
    Some(Worker { thread, asks, replies, stops })
}

/// Ends a thread: what it answers is stopped, what waits is not answered.
async fn end(worker: Worker) {
    let Worker { thread, asks, replies, stops } = worker;
    drop((asks, replies));
    // A question that was answered arms the token anew, so once is not enough.
    while !thread.is_finished() {
        stops.stop();
        tokio::time::sleep(STOPS).await;
    }
}

/// Reads and writes messages until either side ends.
async fn talk(socket: &mut WebSocket, shared: &Arc<Shared>, worker: &mut Worker) -> Close {
    let mut text = shared.text.subscribe();
    // Who has not asked for the file is not told of it.
    let mut seen: Option<String> = None;
    let mut waiting: Option<String> = None;
    loop {
        let sent = tokio::select! {
            message = socket.recv(), if waiting.is_none() => match asked(message) {
                Ok(None) => continue,
                Ok(Some(line)) => match answered_here(&line, shared, &mut seen).await {
                    Some(reply) => socket.send(Message::text(reply)).await,
                    None => {
                        worker.stops.hear(&line);
                        waiting = Some(line);
                        continue;
                    }
                },
                Err(close) => return close,
            },
            place = worker.asks.reserve(), if waiting.is_some() => match (place, waiting.take()) {
                (Ok(place), Some(line)) => {
                    place.send(line);
                    continue;
                }
                _ => return Close::Failed,
            },
            reply = worker.replies.recv() => match reply {
                Some(line) => socket.send(Message::text(line)).await,
                // The thread has ended although nobody asked it to.
                None => return Close::Failed,
            },
            Some(other) = other_text(&mut text, seen.as_deref()), if seen.is_some() => {
                seen = Some(other.to_string());
                socket.send(Message::text(changed(&other))).await
            }
        };
        if sent.is_err() {
            return Close::Normal;
        }
    }
}

/// The line in a message; none in one of the protocol's own.
fn asked(message: Option<Result<Message, axum::Error>>) -> Result<Option<String>, Close> {
    match message {
        Some(Ok(Message::Text(line))) => Ok(Some(line.as_str().to_owned())),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err(Close::NotText),
        Some(Ok(Message::Close(_))) | None => Err(Close::Normal),
        Some(Err(error)) => {
            let error = error.into_inner();
            let cause = error.downcast_ref::<tungstenite::Error>();
            let is_long = cause.is_some_and(|it| matches!(it, tungstenite::Error::Capacity(_)));
            Err(if is_long { Close::TooLong } else { Close::Normal })
        }
    }
}

/// The reply to a question about the file, which no service knows.
async fn answered_here(
    line: &str,
    shared: &Arc<Shared>,
    seen: &mut Option<String>,
) -> Option<String> {
    let ask = ServerAsk::of(line)?;
    let (told, before) = (shared.clone(), seen.clone());
    let answer = move || {
        let phrases = Phrases::new(told.settings.locale);
        ask.answer(&told.settings.shown, before.as_deref(), &phrases)
    };
    // Files may be slow.
    let reply = tokio::task::spawn_blocking(answer).await.ok()?;
    if let Some(text) = reply.seen {
        *seen = Some(text.clone());
        // Other pages of this server hear of it at once.
        shared.text.send_replace(Some(text.into()));
    }
    Some(reply.line)
}

/// The file's text, as soon as it is another one than was seen.
async fn other_text(
    text: &mut watch::Receiver<Option<Arc<str>>>,
    seen: Option<&str>,
) -> Option<Arc<str>> {
    let is_other = |it: &Option<Arc<str>>| it.is_some() && it.as_deref() != seen;
    text.wait_for(is_other).await.ok()?.clone()
}
