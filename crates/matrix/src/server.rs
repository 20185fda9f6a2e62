//! Questions to the server of Matrix, each asked until it is answered.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use ruma::api::auth_scheme::{AuthScheme, SendAccessToken};
use ruma::api::error::{Error, ErrorKind, FromHttpResponseError, RetryAfter};
use ruma::api::path_builder::PathBuilder;
use ruma::api::{
    IncomingResponseExt as _, MatrixVersion, OutgoingRequest, OutgoingRequestExt as _,
    SupportedVersions,
};
use ruma::exports::http;

use crate::settings::Secret;
use crate::trouble::{Notice, Trouble};

/// The first wait before a question is asked again, and the longest one.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The longest wait that a server may ask for; one that wants more is asked again.
const LONGEST_REST: Duration = Duration::from_secs(600);
/// Wait where there was too much, and the server does not say how long.
const USUAL_REST: Duration = Duration::from_secs(5);
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
pub(crate) enum Refusal {
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

/// Teller of notices.
pub(crate) type Tell = Arc<dyn Fn(Notice) + Send + Sync>;

/// The server, as one user.
pub(crate) struct Server {
    http: reqwest::Client,
    address: String,
    token: Option<Secret>,
    versions: SupportedVersions,
    is_lost: AtomicBool,
    tell: Tell,
}

impl fmt::Debug for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Outcome of one try.
enum Tried<T> {
    Answered(T),
    Refused(Refusal),
    /// Nothing came, or nothing that can be understood.
    Unanswered,
}

impl Server {
    /// The server of this address, where nobody is signed in yet.
    pub(crate) fn new(address: &str, tell: Tell) -> Result<Self, Trouble> {
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
        Ok(Self {
            http,
            address: address.to_owned(),
            token: None,
            versions: SupportedVersions {
                versions: [MatrixVersion::V1_1].into(),
                features: Default::default(),
            },
            is_lost: AtomicBool::new(false),
            tell,
        })
    }

    /// The same server for who has this access token.
    pub(crate) fn with_token(self, token: Secret) -> Self {
        Self { token: Some(token), ..self }
    }

    pub(crate) fn tell(&self, notice: Notice) {
        (self.tell)(notice);
    }

    /// Asks until there is an answer, and waits where there was too much.
    pub(crate) async fn ask_patiently<R>(&self, question: R) -> Result<R::IncomingResponse, Refusal>
    where
        R: Question,
    {
        loop {
            match self.ask(question.clone(), Duration::ZERO).await {
                Err(Refusal::Limited(wait)) => tokio::time::sleep(wait).await,
                answered => return answered,
            }
        }
    }

    /// Asks until there is an answer, be it a refusal; the server may take this long on purpose. While it cannot
    /// be reached, waits grow, and that is said once.
    pub(crate) async fn ask<R>(
        &self,
        question: R,
        on_purpose: Duration,
    ) -> Result<R::IncomingResponse, Refusal>
    where
        R: Question,
    {
        let mut wait = FIRST_WAIT;
        loop {
            let tried = self.try_to_ask(question.clone(), on_purpose).await;
            if !matches!(tried, Tried::Unanswered) && self.is_lost.swap(false, Ordering::Relaxed) {
                self.tell(Notice::Found);
            }
            match tried {
                Tried::Answered(answer) => return Ok(answer),
                Tried::Refused(refusal) => return Err(refusal),
                Tried::Unanswered => {
                    if !self.is_lost.swap(true, Ordering::Relaxed) {
                        self.tell(Notice::Lost);
                    }
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    async fn try_to_ask<R>(&self, question: R, on_purpose: Duration) -> Tried<R::IncomingResponse>
    where
        R: Question,
    {
        let token = self.token.as_ref();
        let token =
            token.map_or(SendAccessToken::None, |it| SendAccessToken::IfRequired(it.expose()));
        let asked = question.try_into_http_request::<Vec<u8>>(
            &self.address,
            token,
            Cow::Borrowed(&self.versions),
        );
        // A room or an event of which the name makes no address.
        let refused = |reason: &str| Tried::Refused(Refusal::Refused(reason.to_owned()));
        let Ok(asked) = asked else { return refused("no address can be made of this name") };
        let Ok(mut asked) = reqwest::Request::try_from(asked) else {
            return refused("no address can be made of this name");
        };
        *asked.timeout_mut() = Some(PATIENCE + on_purpose);
        let Ok(mut answer) = self.http.execute(asked).await else { return Tried::Unanswered };
        let mut body = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() <= LONGEST_ANSWER => {
                    body.extend_from_slice(&chunk);
                }
                Ok(None) => break,
                Ok(Some(_)) | Err(_) => return Tried::Unanswered,
            }
        }
        let mut read = http::Response::new(body.as_slice());
        *read.status_mut() = answer.status();
        *read.headers_mut() = answer.headers().clone();
        match R::IncomingResponse::try_from_http_response(read) {
            Ok(answer) => Tried::Answered(answer),
            Err(FromHttpResponseError::Server(error)) => of_error(&error),
            Err(_) => Tried::Unanswered,
        }
    }
}

/// A question that the user of an access token asks.
pub(crate) trait Question:
    OutgoingRequest<EndpointError = Error, Authentication: OfUser, PathBuilder: Versioned>
{
}

impl<R> Question for R where
    R: OutgoingRequest<EndpointError = Error, Authentication: OfUser, PathBuilder: Versioned>
{
}

/// Authentication by an access token, where one is needed.
pub(crate) trait OfUser: for<'a> AuthScheme<Input<'a> = SendAccessToken<'a>> {}
impl<A> OfUser for A where A: for<'a> AuthScheme<Input<'a> = SendAccessToken<'a>> {}

/// Address that depends on versions.
pub(crate) trait Versioned:
    for<'a> PathBuilder<Input<'a> = Cow<'a, SupportedVersions>>
{
}
impl<P> Versioned for P where P: for<'a> PathBuilder<Input<'a> = Cow<'a, SupportedVersions>> {}

fn of_error<T>(error: &Error) -> Tried<T> {
    let kind = error.error_kind();
    if let Some(ErrorKind::LimitExceeded(data)) = kind {
        return Tried::Refused(Refusal::Limited(rest(data.retry_after)));
    }
    let status = error.status_code;
    if status == http::StatusCode::TOO_MANY_REQUESTS {
        return Tried::Refused(Refusal::Limited(USUAL_REST));
    }
    let is_signed_out = matches!(
        kind,
        Some(ErrorKind::UnknownToken(_) | ErrorKind::MissingToken | ErrorKind::UserDeactivated)
    );
    if is_signed_out || status == http::StatusCode::UNAUTHORIZED {
        return Tried::Refused(Refusal::SignedOut);
    }
    if status.is_server_error() {
        return Tried::Unanswered;
    }
    // Words of others: what could turn a terminal around is left out.
    let words = error.to_string();
    let plain = words.chars().filter(|it| it.is_ascii_graphic() || *it == ' ');
    Tried::Refused(Refusal::Refused(plain.take(LONGEST_REASON).collect()))
}

/// The wait that a server asks for.
fn rest(asked: Option<RetryAfter>) -> Duration {
    let rest = match asked {
        Some(RetryAfter::Delay(rest)) => rest,
        Some(RetryAfter::DateTime(moment)) => {
            moment.duration_since(SystemTime::now()).unwrap_or_default()
        }
        None => USUAL_REST,
    };
    // Never again at once: that would be a loop.
    rest.clamp(Duration::from_millis(50), LONGEST_REST)
}
