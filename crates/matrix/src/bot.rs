//! The bot between the program that plays and the server.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use masume_adapter::{Core, Event, Language, Line, Outbox, Refusal, Secret, Tell, Trouble};
use ruma::api::client::account::whoami;
use ruma::api::client::session::login;
use ruma::api::client::uiaa::{MatrixUserIdentifier, UserIdentifier};
use ruma::{OwnedRoomId, OwnedUserId};
use tokio::runtime::{self, Runtime};
use tokio::task::{JoinHandle, JoinSet};

use crate::rooms::{self, Batch};
use crate::server::Server;
use crate::settings::{Entry, SECRETS, Settings};
use crate::timeline::Happened;

/// Name of the device, so that each start with a password is not one more.
const DEVICE: &str = "MASUME";
/// Wait before the server is asked anew after it refused to say what happened.
const AFTER_REFUSAL: Duration = Duration::from_secs(5);
/// Rest before the next question where an answer told of more than one event: then much happens, and an answer costs a server as
/// much as an event does. It is shorter than the time in which a person presses a sign and takes that back.
const REST: Duration = Duration::from_millis(100);

/// A user who is signed in.
#[derive(Debug)]
pub(crate) struct Connection {
    runtime: Runtime,
    server: Server,
    me: OwnedUserId,
}

impl Connection {
    /// Signs in. Notices are told from here on, until the bot ends.
    pub(crate) fn open(settings: Settings, tell: Tell) -> Result<Self, Trouble> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|_| Trouble::NoConnections)?;
        let server = Server::new(&settings.homeserver, tell)?;
        let (server, me) = runtime.block_on(sign_in(server, settings.entry))?;
        Ok(Self { runtime, server, me })
    }

    /// The name of the user who is signed in.
    pub(crate) fn me(&self) -> &str {
        self.me.as_str()
    }

    /// Tells a program what happens, and does what it orders, until one of them ends.
    pub(crate) fn run(self, program: &Path, language: Language) -> Result<(), Trouble> {
        let live = async {
            let core = Core::start(program, self.me.as_str(), &SECRETS)?;
            let server = Arc::new(self.server);
            // A name of this start: orders are counted from one each time.
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let launch = now.as_nanos().to_string();
            let bot = Bot {
                outbox: Outbox::new(server.clone(), launch.clone()),
                name: format!("matrix {}", self.me),
                since: None,
                next: None,
                launch,
                language,
                me: self.me,
                server,
                core,
                visits: JoinSet::new(),
                visited: BTreeSet::new(),
                visit_count: 0,
                rest: Duration::ZERO,
            };
            bot.live().await
        };
        self.runtime.block_on(live).map(|never| match never {})
    }
}

async fn sign_in(server: Server, entry: Entry) -> Result<(Server, OwnedUserId), Trouble> {
    match entry {
        Entry::Token(token) => {
            let server = server.with_token(token);
            let answer = server.ask_first(whoami::v3::Request::new()).await?;
            Ok((server, answer.user_id))
        }
        Entry::Password { user, password } => {
            let user = UserIdentifier::Matrix(MatrixUserIdentifier::new(user));
            let password = login::v3::Password::new(user, password.expose().to_owned());
            let mut question = login::v3::Request::new(login::v3::LoginInfo::Password(password));
            question.device_id = Some(DEVICE.into());
            let answer = server.ask_first(question).await?;
            Ok((server.with_token(Secret::new(answer.access_token)), answer.user_id))
        }
    }
}

/// The bot while it runs.
struct Bot {
    server: Arc<Server>,
    me: OwnedUserId,
    core: Core,
    language: Language,
    outbox: Outbox<Server>,
    launch: String,
    /// Name under which the moment is kept up to which everything was told, and that moment.
    name: String,
    since: Option<String>,
    /// The moment that is being kept.
    next: Option<String>,
    visits: JoinSet<OwnedRoomId>,
    /// Rooms that are being entered or left.
    visited: BTreeSet<OwnedRoomId>,
    visit_count: u64,
    /// Rest before the next question.
    rest: Duration,
}

impl Bot {
    async fn live(mut self) -> Result<Infallible, Trouble> {
        self.remember(None);
        // One question at a time: the next begins where the one before was told and kept to its end.
        let mut fetching: Option<JoinHandle<Result<Batch, Refusal>>> = None;
        loop {
            tokio::select! {
                line = self.core.line() => match line? {
                    Line::Order(order) => self.outbox.take(order),
                    Line::Remembered { line } => {
                        // Where it could not be kept, rooms are read on all the same.
                        self.since = self.next.take().or(line);
                        fetching = Some(self.fetch(self.rest));
                    }
                    Line::Error(error) => return Err(Trouble::Refused(error)),
                },
                reports = self.outbox.reports() => {
                    for report in reports? {
                        self.core.tell(report);
                    }
                }
                fetched = of(&mut fetching) => {
                    fetching = match fetched {
                        Some(Ok(batch)) => {
                            self.take_up(batch);
                            None
                        }
                        Some(Err(Refusal::SignedOut)) => return Err(Trouble::SignedOut),
                        Some(Err(Refusal::Limited(wait))) => Some(self.fetch(wait)),
                        // The moment is not known there: what happened since is passed over.
                        Some(Err(Refusal::Refused(_))) | None => {
                            self.since = None;
                            Some(self.fetch(AFTER_REFUSAL))
                        }
                    };
                }
                Some(visit) = self.visits.join_next() => {
                    if let Ok(room) = visit {
                        self.visited.remove(&room);
                    }
                }
            }
        }
    }

    /// Has a moment kept after all that was told before, or asks for the one that was.
    fn remember(&self, moment: Option<String>) {
        self.core.tell(Event::Remember { name: self.name.clone(), line: moment });
    }

    /// Asks what happened, after a wait.
    fn fetch(&self, wait: Duration) -> JoinHandle<Result<Batch, Refusal>> {
        let (server, me, since) = (self.server.clone(), self.me.clone(), self.since.clone());
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            rooms::fetch(&server, me, since).await
        })
    }

    fn take_up(&mut self, batch: Batch) {
        for room in batch.invitations {
            self.visit(room, true);
        }
        self.rest = if batch.happened.len() > 1 { REST } else { Duration::ZERO };
        for happened in batch.happened {
            match happened {
                Happened::Event(event) => self.core.tell(event),
                Happened::Encrypted(room) => self.visit(room, false),
            }
        }
        self.next = Some(batch.next.clone());
        self.remember(Some(batch.next));
    }

    /// Enters a room, or leaves one that is encrypted.
    fn visit(&mut self, room: OwnedRoomId, enters: bool) {
        if !self.visited.insert(room.clone()) {
            return;
        }
        self.visit_count += 1;
        let name = format!("{}-visit-{}", self.launch, self.visit_count);
        let (server, language) = (self.server.clone(), self.language);
        self.visits.spawn(async move {
            match enters {
                true => rooms::enter(&server, room.clone(), language, name).await,
                false => rooms::leave(&server, room.clone(), language, name).await,
            }
            room
        });
    }
}

/// Answer to a question, if one is asked: `None` if it broke off. A call that is dropped has lost nothing.
async fn of(
    fetching: &mut Option<JoinHandle<Result<Batch, Refusal>>>,
) -> Option<Result<Batch, Refusal>> {
    match fetching {
        Some(fetching) => fetching.await.ok(),
        None => std::future::pending().await,
    }
}
