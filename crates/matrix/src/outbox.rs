//! Orders on their way to the server: a few at once, one after another about the same message, and none while
//! there was too much.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use ruma::api::client::message::send_message_event::v3 as send;
use ruma::events::MessageLikeEventContent;
use ruma::events::reaction::ReactionEventContent;
use ruma::events::relation::Annotation;
use ruma::{OwnedEventId, OwnedRoomId};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::message;
use crate::protocol::{Event, Order};
use crate::server::{Refusal, Server};
use crate::trouble::Trouble;

/// The most orders that are under way.
const MOST_UNDER_WAY: usize = 8;
/// One order of so many is the one that waits longest, so that none waits for ever.
const OLDEST_OF: u64 = 3;

/// The most messages of which it is remembered how often they were answered.
const MOST_ANSWERS: usize = 1_000;

/// Orders on their way.
#[derive(Debug)]
pub(crate) struct Outbox {
    server: Arc<Server>,
    /// Name of this start of the bot: tickets are counted from one each time.
    launch: String,
    waiting: VecDeque<Named>,
    /// Answers to messages, so that each has a name: who is told of a message again answers it once.
    answers: BTreeMap<String, usize>,
    under_way: JoinSet<Sent>,
    /// Messages, and rooms of new ones, that orders under way are about.
    busy: BTreeSet<String>,
    /// Moment until which nothing is sent.
    rests_until: Option<Instant>,
    sent: u64,
}

/// An order with the name under which it is sent: the server does what has the same name once.
#[derive(Debug)]
struct Named {
    name: String,
    order: Order,
}

/// An order that was sent.
#[derive(Debug)]
struct Sent {
    order: Named,
    outcome: Result<OwnedEventId, Refusal>,
}

impl Outbox {
    pub(crate) fn new(server: Arc<Server>, launch: String) -> Self {
        let (waiting, under_way, busy) = (VecDeque::new(), JoinSet::new(), BTreeSet::new());
        let answers = BTreeMap::new();
        Self { server, launch, waiting, answers, under_way, busy, rests_until: None, sent: 0 }
    }

    pub(crate) fn take(&mut self, order: Order) {
        let name = match &order {
            Order::Post { reply: Some(message), .. } => {
                if self.answers.len() > MOST_ANSWERS {
                    self.answers.clear();
                }
                let count = self.answers.entry(message.clone()).or_insert(0);
                *count += 1;
                format!("answer-{count}-{message}")
            }
            Order::Post { .. } | Order::Edit { .. } | Order::React { .. } => {
                format!("{}-{}", self.launch, ticket(&order))
            }
        };
        self.waiting.push_back(Named { name, order });
    }

    /// Reports on orders, as soon as there are some. A call that is dropped has lost none.
    pub(crate) async fn reports(&mut self) -> Result<Vec<Event>, Trouble> {
        self.start();
        let rests_until = self.rests_until;
        tokio::select! {
            Some(sent) = self.under_way.join_next() => match sent {
                Ok(sent) => self.reported(sent),
                Err(error) => match error.try_into_panic() {
                    Ok(panic) => panic::resume_unwind(panic),
                    Err(_) => Ok(Vec::new()),
                },
            },
            () = rest(rests_until), if rests_until.is_some() => {
                self.rests_until = None;
                Ok(self.join_edits())
            }
            else => future::pending().await,
        }
    }

    fn start(&mut self) {
        while self.rests_until.is_none() && self.under_way.len() < MOST_UNDER_WAY {
            let Some(order) = self.next() else { return };
            self.sent += 1;
            self.busy.insert(subject(&order.order).to_owned());
            let server = self.server.clone();
            self.under_way.spawn(async move {
                let outcome = send(&server, &order.order, order.name.clone()).await;
                Sent { order, outcome }
            });
        }
    }

    /// The order that is sent next: answers go before edits, and those before signs.
    fn next(&mut self) -> Option<Named> {
        let is_oldest = self.sent.is_multiple_of(OLDEST_OF);
        let free = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, it)| !self.busy.contains(subject(&it.order)));
        let next =
            free.min_by_key(|(place, it)| (if is_oldest { 0 } else { urgency(&it.order) }, *place));
        let place = next.map(|(place, _)| place)?;
        self.waiting.remove(place)
    }

    fn reported(&mut self, Sent { order, outcome }: Sent) -> Result<Vec<Event>, Trouble> {
        let ticket = ticket(&order.order);
        self.busy.remove(subject(&order.order));
        match outcome {
            Ok(message) => {
                let message =
                    matches!(order.order, Order::Post { .. }).then(|| message.to_string());
                Ok(vec![Event::Done { ticket, message }])
            }
            Err(Refusal::Refused(_)) => Ok(vec![Event::Refused { ticket }]),
            Err(Refusal::SignedOut) => Err(Trouble::SignedOut),
            Err(Refusal::Limited(wait)) => {
                self.rest(wait);
                self.waiting.push_front(order);
                Ok(Vec::new())
            }
        }
    }

    fn rest(&mut self, wait: Duration) {
        let until = Instant::now() + wait;
        self.rests_until = Some(self.rests_until.map_or(until, |it| it.max(until)));
    }

    /// After a rest, boards are not shown as they were before it: each edit that waits is ordered anew.
    fn join_edits(&mut self) -> Vec<Event> {
        let is_edit = |it: &Named| matches!(it.order, Order::Edit { .. });
        let (edits, others) = self.waiting.drain(..).partition(is_edit);
        self.waiting = others;
        edits.iter().map(|it: &Named| Event::Later { ticket: ticket(&it.order) }).collect()
    }
}

async fn rest(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => future::pending().await,
    }
}

fn ticket(order: &Order) -> u64 {
    let (Order::Post { ticket, .. } | Order::Edit { ticket, .. } | Order::React { ticket, .. }) =
        order;
    *ticket
}

/// Subject of an order: its message, or the room of a new one. Orders about the same are done in their order.
fn subject(order: &Order) -> &str {
    match order {
        Order::Post { room, .. } => room,
        Order::Edit { message, .. } | Order::React { message, .. } => message,
    }
}

fn urgency(order: &Order) -> usize {
    match order {
        Order::Post { .. } => 0,
        Order::Edit { .. } => 1,
        Order::React { .. } => 2,
    }
}

/// Sends an order.
async fn send(server: &Server, order: &Order, name: String) -> Result<OwnedEventId, Refusal> {
    match order {
        Order::Post { room, thread, reply, content, .. } => {
            let event = |id: &Option<String>| id.as_deref().map(event_id).transpose();
            let message = message::posted(content, event(thread)?, event(reply)?);
            put(server, room, name, &message).await
        }
        Order::Edit { room, message, content, .. } => {
            put(server, room, name, &message::edited(content, &event_id(message)?)).await
        }
        Order::React { room, message, sign, .. } => {
            let relation = Annotation::new(event_id(message)?, sign.clone());
            put(server, room, name, &ReactionEventContent::new(relation)).await
        }
    }
}

async fn put(
    server: &Server,
    room: &str,
    name: String,
    content: &impl MessageLikeEventContent,
) -> Result<OwnedEventId, Refusal> {
    let room = OwnedRoomId::try_from(room).map_err(|error| Refusal::Refused(error.to_string()))?;
    let question = send::Request::new(room, name.into(), content);
    let question = question.map_err(|error| Refusal::Refused(error.to_string()))?;
    Ok(server.ask(question, Duration::ZERO).await?.event_id)
}

fn event_id(id: &str) -> Result<OwnedEventId, Refusal> {
    OwnedEventId::try_from(id).map_err(|error| Refusal::Refused(error.to_string()))
}
