//! Questions to a server, each asked until it is answered.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::{Request, Response};

use crate::trouble::{Notice, Trouble};

/// The first wait before a question is asked again, and the longest one.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The longest wait that a server may ask for; one that wants more is asked again.
pub const LONGEST_REST: Duration = Duration::from_secs(600);
/// Wait where there was too much, and the server does not say how long.
pub const USUAL_REST: Duration = Duration::from_secs(5);
/// Time for an answer, beyond what the question itself lets the server wait.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time for a connection.
const CONNECTING: Duration = Duration::from_secs(10);
/// The most bytes of an answer: thousands of the largest events.
const LONGEST_ANSWER: usize = 256 << 20;
/// The most characters of a reason that are repeated.
const LONGEST_REASON: usize = 200;

/// Answer that is none.
#[derive(Debug)]
pub enum Refusal {
    /// There was too much; this long is to be waited.
    Limited(Duration),
    /// The secret is not taken.
    SignedOut,
    /// It is not done, now or later; with the server's words.
    Refused(String),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::SignedOut => Self::SignedOut,
            Refusal::Refused(reason) => Self::Refused(reason),
            Refusal::Limited(wait) => Self::Refused(format!("{} s", wait.as_secs())),
        }
    }
}

/// Outcome of one try.
#[derive(Debug)]
pub enum Tried<T> {
    /// The answer.
    Answered(T),
    /// The answer is no.
    Refused(Refusal),
    /// Something answered, in a way that this server does not.
    Strange,
    /// Nothing came.
    Unanswered,
}

/// Teller of notices.
pub type Tell = Arc<dyn Fn(Notice) + Send + Sync>;

/// A server, over HTTP.
pub struct Server {
    http: reqwest::Client,
    address: String,
    is_lost: AtomicBool,
    tell: Tell,
}

impl fmt::Debug for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// The server of this address.
    ///
    /// # Errors
    /// [`Trouble::NoConnections`] where this machine makes none.
    pub fn new(address: &str, tell: Tell) -> Result<Self, Trouble> {
        // Another part of the program may have chosen already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECTING)
            // A secret goes where the settings say, and nowhere else.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("masume/", env!("CARGO_PKG_VERSION")))
            .tcp_nodelay(true)
            .build()
            .map_err(|_| Trouble::NoConnections)?;
        let address = address.to_owned();
        Ok(Self { http, address, is_lost: AtomicBool::new(false), tell })
    }

    /// The address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Tells the person who runs the bot.
    pub fn tell(&self, notice: Notice) {
        (self.tell)(notice);
    }

    /// Asks over HTTP once; the server may take this long on purpose. `None` if no whole answer came.
    pub async fn exchange(
        &self,
        mut question: Request,
        on_purpose: Duration,
    ) -> Option<(Response, Vec<u8>)> {
        *question.timeout_mut() = Some(PATIENCE + on_purpose);
        let mut answer = self.http.execute(question).await.ok()?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.ok()? {
            if body.len() + chunk.len() > LONGEST_ANSWER {
                return None;
            }
            body.extend_from_slice(&chunk);
        }
        Some((answer, body))
    }

    /// Asks until there is an answer, be it a refusal. While none comes, waits grow, and that is said once.
    ///
    /// # Errors
    /// The [`Refusal`].
    pub async fn patiently<T, F>(&self, ask: impl Fn() -> F) -> Result<T, Refusal>
    where
        F: Future<Output = Tried<T>>,
    {
        let mut wait = FIRST_WAIT;
        loop {
            let tried = ask().await;
            if let Some(answer) = self.heard(tried) {
                return answer;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Asks for the first time: what answers may be another server than is meant.
    ///
    /// # Errors
    /// The reason for which the bot cannot begin.
    pub async fn first<T, F>(&self, ask: impl Fn() -> F) -> Result<T, Trouble>
    where
        F: Future<Output = Tried<T>>,
    {
        let is_strange = AtomicBool::new(false);
        let ask = || async {
            let tried = ask().await;
            match tried {
                Tried::Strange => {
                    is_strange.store(true, Ordering::Relaxed);
                    Tried::Refused(Refusal::Refused(String::new()))
                }
                Tried::Answered(_) | Tried::Refused(_) | Tried::Unanswered => tried,
            }
        };
        loop {
            match self.patiently(ask).await {
                Ok(answer) => return Ok(answer),
                Err(_) if is_strange.load(Ordering::Relaxed) => {
                    return Err(Trouble::WrongAddress(self.address.clone()));
                }
                Err(Refusal::Limited(wait)) => tokio::time::sleep(wait).await,
                Err(refusal) => return Err(refusal.into()),
            }
        }
    }

    /// The answer, if there is one; the person who runs the bot is told where that is news.
    fn heard<T>(&self, tried: Tried<T>) -> Option<Result<T, Refusal>> {
        let is_lost = matches!(tried, Tried::Unanswered | Tried::Strange);
        if self.is_lost.swap(is_lost, Ordering::Relaxed) != is_lost {
            self.tell(if is_lost { Notice::Lost } else { Notice::Found });
        }
        match tried {
            Tried::Answered(answer) => Some(Ok(answer)),
            Tried::Refused(refusal) => Some(Err(refusal)),
            Tried::Strange | Tried::Unanswered => None,
        }
    }
}

/// Words of others, without what could turn a terminal around.
pub fn plain_reason(words: &str) -> String {
    let plain = words.chars().filter(|it| it.is_ascii_graphic() || *it == ' ');
    plain.take(LONGEST_REASON).collect()
}

/// The wait that a server asks for. Never again at once: that would be a loop.
pub fn rest(asked: Option<Duration>) -> Duration {
    asked.unwrap_or(USUAL_REST).clamp(Duration::from_millis(50), LONGEST_REST)
}
