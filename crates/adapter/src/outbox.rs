//! Orders on their way to a network: a few at once, one after another about the same message, and none while there
//! was too much of their kind.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::future::{self, Future};
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::protocol::{Event, Order};
use crate::server::Refusal;
use crate::trouble::Trouble;

/// The most orders that are under way.
const MOST_UNDER_WAY: usize = 8;
/// One order of so many is the one that waits longest, so that none waits for ever.
const OLDEST_OF: u64 = 3;
/// Pause after an edit for what it took beyond the fastest one, in times of that: a server that does too much at a time answers
/// later, and has less to do from then on. With fewer, one that has reached its bound is held there.
const PAUSE_FOR_DELAY: u32 = 4;
/// The longest pause after an edit.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The most messages of which it is remembered how often they were answered.
const MOST_ANSWERED: usize = 1_000;

/// A network, as orders are written to it.
pub trait Network: Send + Sync + 'static {
    /// Sends an order, under a name by which the network may know one that is sent again; gives the message that
    /// was posted.
    fn send(
        &self,
        order: &Order,
        name: &str,
    ) -> impl Future<Output = Result<Option<String>, Refusal>> + Send;

    /// Kind of orders that are limited together.
    fn kind(&self, order: &Order) -> &'static str;
}

/// Orders on their way.
pub struct Outbox<N> {
    network: Arc<N>,
    /// Name of this start of the bot: tickets are counted from one each time.
    launch: String,
    waiting: VecDeque<Named>,
    /// Messages that were answered, with how often, so that each answer has a name: who is told of a message again
    /// answers it once. The one that was answered first for the first time is forgotten first.
    answered: VecDeque<(String, usize)>,
    under_way: JoinSet<Sent>,
    /// Messages, and rooms of new ones, that orders under way are about.
    busy: BTreeSet<String>,
    /// Moments until which nothing is sent of a kind.
    rests: BTreeMap<&'static str, Instant>,
    /// Reports on edits, each with the moment at which it is given: what is done until then is joined. The slower a network
    /// answers, the fewer edits of a message it is sent.
    held: BTreeMap<(Instant, u64), Event>,
    /// Time that the fastest edit took: the way to the network and back.
    fastest: Duration,
    sent: u64,
}

impl<N> fmt::Debug for Outbox<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Outbox");
        shown.field("waiting", &self.waiting).field("busy", &self.busy).finish_non_exhaustive()
    }
}

/// An order with the name under which it is sent.
#[derive(Debug)]
struct Named {
    name: String,
    order: Order,
}

/// An order that was sent.
#[derive(Debug)]
struct Sent {
    order: Named,
    outcome: Result<Option<String>, Refusal>,
    took: Duration,
}

impl<N: Network> Outbox<N> {
    /// Orders to this network, in a start of the bot that has this name.
    pub fn new(network: Arc<N>, launch: String) -> Self {
        Self {
            network,
            launch,
            waiting: VecDeque::new(),
            answered: VecDeque::new(),
            under_way: JoinSet::new(),
            busy: BTreeSet::new(),
            rests: BTreeMap::new(),
            held: BTreeMap::new(),
            fastest: Duration::MAX,
            sent: 0,
        }
    }

    /// Takes an order.
    pub fn take(&mut self, order: Order) {
        let name = match &order {
            Order::Post { reply: Some(message), .. } => {
                format!("answer-{}-{message}", self.count_answer(message))
            }
            Order::Post { .. } | Order::Edit { .. } | Order::React { .. } => {
                format!("{}-{}", self.launch, order.ticket())
            }
        };
        self.waiting.push_back(Named { name, order });
    }

    /// Number of the next answer to a message.
    fn count_answer(&mut self, message: &str) -> usize {
        // Who is answered twice mostly is so at once.
        if let Some((_, count)) = self.answered.iter_mut().rev().find(|it| it.0 == message) {
            *count += 1;
            return *count;
        }
        if self.answered.len() >= MOST_ANSWERED {
            self.answered.pop_front();
        }
        self.answered.push_back((message.to_owned(), 1));
        1
    }

    /// Reports on orders, as soon as there are some. A call that is dropped has lost none.
    ///
    /// # Errors
    /// [`Trouble::SignedOut`] where the network takes the secret no longer.
    pub async fn reports(&mut self) -> Result<Vec<Event>, Trouble> {
        self.start();
        let rested = self.rests.iter().map(|(kind, until)| (*until, *kind)).min();
        let held = self.held.first_key_value().map(|(moment, _)| moment.0);
        tokio::select! {
            Some(sent) = self.under_way.join_next() => match sent {
                Ok(sent) => self.reported(sent),
                Err(error) => match error.try_into_panic() {
                    Ok(panic) => panic::resume_unwind(panic),
                    Err(_) => Ok(Vec::new()),
                },
            },
            kind = rest(rested), if rested.is_some() => {
                self.rests.remove(kind);
                Ok(self.join_edits(kind))
            }
            () = at(held), if held.is_some() => Ok(self.due()),
            else => future::pending().await,
        }
    }

    fn start(&mut self) {
        while self.under_way.len() < MOST_UNDER_WAY {
            let Some(order) = self.next() else { return };
            self.sent += 1;
            self.busy.insert(subject(&order.order).to_owned());
            let network = self.network.clone();
            self.under_way.spawn(async move {
                let begun = Instant::now();
                let outcome = network.send(&order.order, &order.name).await;
                Sent { order, outcome, took: begun.elapsed() }
            });
        }
    }

    /// The order that is sent next: answers go before edits, and those before signs.
    fn next(&mut self) -> Option<Named> {
        let is_oldest = self.sent.is_multiple_of(OLDEST_OF);
        let may_go = |it: &Named| {
            !self.busy.contains(subject(&it.order))
                && !self.rests.contains_key(self.network.kind(&it.order))
        };
        let free = self.waiting.iter().enumerate().filter(|(_, it)| may_go(it));
        let next =
            free.min_by_key(|(place, it)| (if is_oldest { 0 } else { urgency(&it.order) }, *place));
        let place = next.map(|(place, _)| place)?;
        self.waiting.remove(place)
    }

    fn reported(&mut self, Sent { order, outcome, took }: Sent) -> Result<Vec<Event>, Trouble> {
        let ticket = order.order.ticket();
        self.busy.remove(subject(&order.order));
        match outcome {
            Ok(message) => {
                let pause = match order.order {
                    Order::Edit { .. } => {
                        self.fastest = self.fastest.min(took);
                        pause(took, self.fastest)
                    }
                    Order::Post { .. } | Order::React { .. } => Duration::ZERO,
                };
                self.held.insert((Instant::now() + pause, ticket), Event::Done { ticket, message });
                Ok(self.due())
            }
            Err(Refusal::Refused(_)) => Ok(vec![Event::Refused { ticket }]),
            Err(Refusal::SignedOut) => Err(Trouble::SignedOut),
            Err(Refusal::Limited(wait)) => {
                self.rest(self.network.kind(&order.order), wait);
                self.waiting.push_front(order);
                Ok(Vec::new())
            }
        }
    }

    /// Reports that are held no longer.
    fn due(&mut self) -> Vec<Event> {
        let later = self.held.split_off(&(Instant::now(), u64::MAX));
        std::mem::replace(&mut self.held, later).into_values().collect()
    }

    fn rest(&mut self, kind: &'static str, wait: Duration) {
        let until = Instant::now() + wait;
        let rest = self.rests.entry(kind).or_insert(until);
        *rest = until.max(*rest);
    }

    /// After a rest, boards are not shown as they were before it: each edit that waits is ordered anew.
    fn join_edits(&mut self, kind: &str) -> Vec<Event> {
        let is_edit = |it: &Named| {
            matches!(it.order, Order::Edit { .. }) && self.network.kind(&it.order) == kind
        };
        let (edits, others) = self.waiting.drain(..).partition(is_edit);
        self.waiting = others;
        edits.iter().map(|it: &Named| Event::Later { ticket: it.order.ticket() }).collect()
    }
}

/// Pause after an edit: as long as the fastest one took, and longer the later this one was answered.
fn pause(took: Duration, fastest: Duration) -> Duration {
    let delay = took.saturating_sub(fastest);
    fastest.saturating_add(delay.saturating_mul(PAUSE_FOR_DELAY)).min(LONGEST_PAUSE)
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => future::pending().await,
    }
}

/// Waits for the moment; gives the kind.
async fn rest(until: Option<(Instant, &'static str)>) -> &'static str {
    match until {
        Some((until, kind)) => {
            sleep_until(until).await;
            kind
        }
        None => future::pending().await,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Content;
    use std::sync::Mutex;

    /// A network that writes down what is sent, and answers as it is told to.
    struct Scripted {
        sent: Mutex<Vec<String>>,
        limited: Mutex<usize>,
    }

    impl Network for Scripted {
        async fn send(&self, order: &Order, name: &str) -> Result<Option<String>, Refusal> {
            let mut limited = self.limited.lock().expect("no panic");
            if *limited > 0 && matches!(order, Order::Edit { .. }) {
                *limited -= 1;
                return Err(Refusal::Limited(Duration::from_millis(50)));
            }
            self.sent.lock().expect("no panic").push(name.to_owned());
            Ok(matches!(order, Order::Post { .. }).then(|| name.to_owned()))
        }

        fn kind(&self, order: &Order) -> &'static str {
            if matches!(order, Order::Edit { .. }) { "edit" } else { "other" }
        }
    }

    fn outbox(limited: usize) -> Outbox<Scripted> {
        let network = Scripted { sent: Mutex::new(Vec::new()), limited: Mutex::new(limited) };
        Outbox::new(Arc::new(network), "launch".to_owned())
    }

    fn content() -> Content {
        Content { blocks: Vec::new(), heard: String::new(), picture: None }
    }

    fn post(ticket: u64, reply: &str) -> Order {
        let (room, thread, reply) = ("hall".to_owned(), None, Some(reply.to_owned()));
        let (board, buttons) = (None, Vec::new());
        Order::Post { ticket, room, thread, reply, board, content: content(), buttons }
    }

    fn edit(ticket: u64, message: &str) -> Order {
        let (room, message) = ("hall".to_owned(), message.to_owned());
        Order::Edit { ticket, room, message, content: content(), buttons: Vec::new() }
    }

    fn run<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(work)
    }

    #[test]
    fn answers_keep_their_names_however_many_there_are() {
        let mut outbox = outbox(0);
        outbox.take(post(1, "first"));
        for number in 0..MOST_ANSWERED - 1 {
            outbox.take(post(2, &format!("m{number}")));
        }
        outbox.take(post(3, "m7"));
        assert_eq!(outbox.waiting.back().map(|it| it.name.as_str()), Some("answer-2-m7"));
        // One is forgotten, and no others.
        outbox.take(post(4, "new"));
        outbox.take(post(5, "m7"));
        assert_eq!(outbox.waiting.back().map(|it| it.name.as_str()), Some("answer-3-m7"));
        outbox.take(post(6, "first"));
        assert_eq!(outbox.waiting.back().map(|it| it.name.as_str()), Some("answer-1-first"));
    }

    #[test]
    fn a_slow_network_is_sent_fewer_edits() {
        run(async {
            let mut outbox = outbox(0);
            let sent = |ticket: u64, order: fn(u64, &str) -> Order, took: u64| {
                let order = Named { name: String::new(), order: order(ticket, "m") };
                Sent { order, outcome: Ok(None), took: Duration::from_millis(took) }
            };
            // Neither is given at once but the post; the edit that took less is given first.
            let slow = outbox.reported(sent(1, edit, 200)).expect("it is signed in");
            let fast = outbox.reported(sent(2, edit, 100)).expect("it is signed in");
            let posted = outbox.reported(sent(3, post, 500)).expect("it is signed in");
            assert_eq!((slow.len(), fast.len(), posted.len()), (0, 0, 1));
            let mut reports = Vec::new();
            while reports.len() < 2 {
                reports.extend(outbox.reports().await.expect("it is signed in"));
            }
            let tickets = [2, 1].map(|ticket| Event::Done { ticket, message: None });
            assert_eq!(reports, tickets);
        });
    }

    #[test]
    fn a_pause_grows_with_the_delay_and_not_with_the_way() {
        let check = |took, fastest, expected| {
            let [took, fastest] = [took, fastest].map(Duration::from_millis);
            assert_eq!(pause(took, fastest), Duration::from_millis(expected));
        };
        check(20, 20, 20);
        check(30, 20, 60);
        check(300, 300, 300);
        check(310, 300, 340);
        check(5_000, 20, 1_000);
    }

    #[test]
    fn a_limit_holds_up_its_kind_alone_and_joins_edits() {
        run(async {
            let mut outbox = outbox(1);
            outbox.take(edit(1, "m1"));
            outbox.take(post(2, "m0"));
            let mut reports = Vec::new();
            while reports.len() < 2 {
                reports.extend(outbox.reports().await.expect("it is signed in"));
            }
            let posted = Event::Done { ticket: 2, message: Some("answer-1-m0".to_owned()) };
            assert!(reports.contains(&posted), "{reports:?}");
            // The edit is made anew, of the board as it is after the rest.
            assert!(reports.contains(&Event::Later { ticket: 1 }), "{reports:?}");
            assert!(outbox.waiting.is_empty());
        });
    }
}
