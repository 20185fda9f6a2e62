//! The bot between the program that plays and Slack.

use std::collections::{BTreeSet, VecDeque};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use masume_adapter::{Core, Event, Line, Outbox, Tell, Trouble};
use serde_json::json;
use tokio::runtime::{self, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use crate::api::{Api, Me};
use crate::reading;
use crate::settings::{SECRETS, Settings, Signs};
use crate::socket::{self, Told};
use crate::writing::Channels;

/// Name under which the other program is asked whether it has kept what it was told.
const KEPT: &str = "slack";
/// Time in which an envelope is acknowledged, even where what it told is not kept yet: Slack waits three seconds.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most names of what happened that are remembered, so that what is told again is heard once.
const MOST_NAMES: usize = 10_000;

/// A bot that is signed in.
#[derive(Debug)]
pub(crate) struct Connection {
    runtime: Runtime,
    api: Arc<Api>,
    signs: Signs,
    me: Me,
}

impl Connection {
    /// Signs in. Notices are told from here on, until the bot ends.
    pub(crate) fn open(settings: Settings, tell: Tell) -> Result<Self, Trouble> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|_| Trouble::NoConnections)?;
        let signs = settings.signs;
        let api = Api::new(settings, tell)?;
        let me = runtime.block_on(api.sign_in())?;
        Ok(Self { runtime, api: Arc::new(api), signs, me })
    }

    /// The name of the bot.
    pub(crate) fn me(&self) -> &str {
        &self.me.user
    }

    /// Tells a program what happens, and does what it orders, until one of them ends.
    pub(crate) fn run(self, program: &Path) -> Result<(), Trouble> {
        let live = async {
            let me = self.me.user_id;
            let core = Core::start(program, &format!("@{me}"), &SECRETS)?;
            let (tell, told) = unbounded_channel();
            let (answers, answered) = unbounded_channel();
            tokio::spawn(socket::listen(self.api.clone(), tell, answered));
            let channels = Channels { api: self.api, signs: self.signs };
            let bot = Bot {
                outbox: Outbox::new(Arc::new(channels), String::new()),
                me,
                core,
                told,
                answers,
                unacknowledged: VecDeque::new(),
                heard: Heard::default(),
            };
            bot.live().await
        };
        self.runtime.block_on(live).map(|never| match never {})
    }
}

/// The bot while it runs.
struct Bot {
    me: String,
    core: Core,
    outbox: Outbox<Channels>,
    told: UnboundedReceiver<Told>,
    answers: UnboundedSender<String>,
    /// Envelopes of which it is being kept what they told, with the moments by which they are acknowledged.
    unacknowledged: VecDeque<(String, Instant)>,
    heard: Heard,
}

/// Names of what happened, the latest ones.
#[derive(Debug, Default)]
struct Heard {
    names: BTreeSet<String>,
    order: VecDeque<String>,
}

impl Heard {
    /// True if this is told for the first time.
    fn is_new(&mut self, name: Option<String>) -> bool {
        let Some(name) = name else { return true };
        if !self.names.insert(name.clone()) {
            return false;
        }
        self.order.push_back(name);
        if self.order.len() > MOST_NAMES
            && let Some(oldest) = self.order.pop_front()
        {
            self.names.remove(&oldest);
        }
        true
    }
}

impl Bot {
    async fn live(mut self) -> Result<Infallible, Trouble> {
        loop {
            let due = self.unacknowledged.iter().find(|it| !it.0.is_empty()).map(|it| it.1);
            tokio::select! {
                line = self.core.line() => match line? {
                    Line::Order(order) => self.outbox.take(order),
                    Line::Remembered { .. } => self.kept(),
                    Line::Error(error) => return Err(Trouble::Refused(error)),
                },
                reports = self.outbox.reports() => {
                    for report in reports? {
                        self.core.tell(report);
                    }
                }
                told = self.told.recv() => match told {
                    Some(Told::Text(text)) => self.hear(&text),
                    Some(Told::End(trouble)) => return Err(trouble),
                    None => return Err(Trouble::NoConnections),
                },
                () = at(due), if due.is_some() => self.late(),
            }
        }
    }

    /// Hears what came by the socket. It is acknowledged as soon as it is kept: what a kill loses is told again.
    fn hear(&mut self, text: &str) {
        let envelope = reading::envelope(text, &self.me);
        let is_to_be_kept = !envelope.events.is_empty();
        let events = match self.heard.is_new(envelope.name) {
            true => envelope.events,
            false => Vec::new(),
        };
        for event in events {
            self.core.tell(event);
        }
        let Some(id) = envelope.id else { return };
        if is_to_be_kept {
            self.unacknowledged.push_back((id, Instant::now() + PATIENCE));
            // It is answered after all that was told before.
            self.core.tell(Event::Remember { name: KEPT.to_owned(), line: None });
        } else {
            self.acknowledge(&id);
        }
    }

    /// The envelope that was told first is kept.
    fn kept(&mut self) {
        if let Some((id, _)) = self.unacknowledged.pop_front()
            && !id.is_empty()
        {
            self.acknowledge(&id);
        }
    }

    /// Acknowledges envelopes of which it takes long to keep what they told.
    fn late(&mut self) {
        let now = Instant::now();
        let late = self.unacknowledged.iter_mut().take_while(|it| it.1 <= now);
        // They keep their places: each is still reported on.
        let late: Vec<String> = late.map(|it| std::mem::take(&mut it.0)).collect();
        for id in late.iter().filter(|it| !it.is_empty()) {
            self.acknowledge(id);
        }
    }

    fn acknowledge(&self, id: &str) {
        // Where nothing can be sent any more, the end is told next.
        let _ = self.answers.send(json!({"envelope_id": id}).to_string());
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_again_is_known() {
        let mut heard = Heard::default();
        let name = |number: usize| Some(format!("Ev{number}"));
        for number in 0..MOST_NAMES {
            assert!(heard.is_new(name(number)) && !heard.is_new(name(number)));
        }
        assert!(!heard.is_new(name(0)));
        assert!(heard.is_new(name(MOST_NAMES)));
        // The oldest is forgotten, and no other.
        assert!(!heard.is_new(name(1)) && heard.is_new(name(0)));
        assert!(heard.is_new(None) && heard.is_new(None));
    }
}
