//! The socket by which Slack tells what happens: opened by the bot, and opened anew before it is closed.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use masume_adapter::{Refusal, Tried, Trouble, is_safe};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::api::Api;
use crate::reading::is_farewell;

/// The most bytes of a message of Slack.
const LONGEST: usize = 4 << 20;
/// Time for a connection.
const CONNECTING: Duration = Duration::from_secs(10);
/// Time between signs of life.
const PULSE: Duration = Duration::from_secs(15);
/// Time without one after which the connection is lost.
const SILENCE: Duration = Duration::from_secs(60);
/// The least time between two connections.
const PAUSE: Duration = Duration::from_secs(1);

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Something that comes by the socket.
#[derive(Debug)]
pub(crate) enum Told {
    Text(String),
    /// There will be no more.
    End(Trouble),
}

/// Tells what comes by the socket, and sends what is to be sent, for ever.
pub(crate) async fn listen(
    api: Arc<Api>,
    told: UnboundedSender<Told>,
    mut answers: UnboundedReceiver<String>,
) {
    let mut current: Option<Stream> = None;
    let mut next = Some(connect(api.clone(), Instant::now()));
    let mut opened = Instant::now();
    let mut heard = Instant::now();
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        if current.is_none() && next.is_none() {
            next = Some(connect(api.clone(), opened + PAUSE));
        }
        tokio::select! {
            // What was asked for is sent even where much comes.
            biased;
            connected = of(&mut next) => {
                next = None;
                match connected {
                    Ok(stream) => {
                        (opened, heard) = (Instant::now(), Instant::now());
                        current = Some(stream);
                    }
                    Err(trouble) => {
                        // Who is told no longer has ended.
                        let _ = told.send(Told::End(trouble));
                        return;
                    }
                }
            }
            answer = answers.recv() => {
                let Some(answer) = answer else { return };
                // Where it cannot be sent, Slack tells again what it is about.
                current = sent(current, Message::text(answer)).await;
            }
            _ = pulse.tick() => {
                current = current.filter(|_| heard.elapsed() < SILENCE);
                current = sent(current, Message::Ping(Vec::new().into())).await;
            }
            message = of_stream(&mut current) => match message {
                Some(Ok(message)) => {
                    heard = Instant::now();
                    if let Message::Text(text) = message {
                        if next.is_none() && is_farewell(&text) {
                            next = Some(connect(api.clone(), opened + PAUSE));
                        }
                        if told.send(Told::Text(text.to_string())).is_err() {
                            return;
                        }
                    }
                }
                Some(Err(_)) | None => current = None,
            },
        }
    }
}

/// Sends a message; the connection, if it is still there.
async fn sent(stream: Option<Stream>, message: Message) -> Option<Stream> {
    let mut stream = stream?;
    stream.send(message).await.ok().map(|()| stream)
}

async fn of_stream(
    stream: &mut Option<Stream>,
) -> Option<Result<Message, tokio_tungstenite::tungstenite::Error>> {
    match stream {
        Some(stream) => stream.next().await,
        None => std::future::pending().await,
    }
}

async fn of(next: &mut Option<JoinHandle<Result<Stream, Trouble>>>) -> Result<Stream, Trouble> {
    match next {
        Some(connecting) => connecting.await.unwrap_or(Err(Trouble::NoConnections)),
        None => std::future::pending().await,
    }
}

/// Opens a connection, not before this moment.
fn connect(api: Arc<Api>, begin: Instant) -> JoinHandle<Result<Stream, Trouble>> {
    tokio::spawn(async move {
        sleep_until(begin).await;
        loop {
            match api.http().patiently(|| try_to_connect(&api)).await {
                Ok(stream) => return Ok(stream),
                Err(Refusal::Limited(wait)) => tokio::time::sleep(wait).await,
                Err(refusal) => return Err(refusal.into()),
            }
        }
    })
}

async fn try_to_connect(api: &Api) -> Tried<Stream> {
    let address = match api.open().await {
        Tried::Answered(opened) => opened.url,
        Tried::Refused(refusal) => return Tried::Refused(refusal),
        Tried::Strange => return Tried::Strange,
        Tried::Unanswered => return Tried::Unanswered,
    };
    if !is_safe(&address) {
        return Tried::Refused(Refusal::Refused("an address that is not encrypted".to_owned()));
    }
    let settings = WebSocketConfig::default().max_message_size(Some(LONGEST));
    let connecting = connect_async_with_config(&address, Some(settings), true);
    match timeout(CONNECTING, connecting).await {
        Ok(Ok((stream, _))) => Tried::Answered(stream),
        Ok(Err(_)) | Err(_) => Tried::Unanswered,
    }
}
