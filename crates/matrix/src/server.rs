//! Questions to the server of Matrix.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use masume_adapter::{
    Notice, Refusal, Secret, Server as Http, Tell, Tried, Trouble, plain_reason, rest,
};
use ruma::api::auth_scheme::{AuthScheme, SendAccessToken};
use ruma::api::error::{Error, ErrorBody, ErrorKind, FromHttpResponseError, RetryAfter};
use ruma::api::path_builder::PathBuilder;
use ruma::api::{
    IncomingResponseExt as _, MatrixVersion, OutgoingRequest, OutgoingRequestExt as _,
    SupportedVersions,
};
use ruma::exports::http;

/// The server, as one user.
#[derive(Debug)]
pub(crate) struct Server {
    http: Http,
    token: Option<Secret>,
    versions: SupportedVersions,
}

impl Server {
    /// The server of this address, where nobody is signed in yet.
    pub(crate) fn new(address: &str, tell: Tell) -> Result<Self, Trouble> {
        let versions = SupportedVersions {
            versions: [MatrixVersion::V1_1].into(),
            features: Default::default(),
        };
        Ok(Self { http: Http::new(address, tell)?, token: None, versions })
    }

    /// The same server for who has this access token.
    pub(crate) fn with_token(self, token: Secret) -> Self {
        Self { token: Some(token), ..self }
    }

    pub(crate) fn tell(&self, notice: Notice) {
        self.http.tell(notice);
    }

    /// Asks for the first time: something else may be at this address.
    pub(crate) async fn ask_first<R: Question>(
        &self,
        question: R,
    ) -> Result<R::IncomingResponse, Trouble> {
        self.http.first(|| self.try_to_ask(question.clone(), Duration::ZERO)).await
    }

    /// Asks until there is an answer, and waits where there was too much.
    pub(crate) async fn ask_patiently<R: Question>(
        &self,
        question: R,
    ) -> Result<R::IncomingResponse, Refusal> {
        loop {
            match self.ask(question.clone(), Duration::ZERO).await {
                Err(Refusal::Limited(wait)) => tokio::time::sleep(wait).await,
                answered => return answered,
            }
        }
    }

    /// Asks until there is an answer, be it a refusal; the server may take this long on purpose.
    pub(crate) async fn ask<R: Question>(
        &self,
        question: R,
        on_purpose: Duration,
    ) -> Result<R::IncomingResponse, Refusal> {
        self.http.patiently(|| self.try_to_ask(question.clone(), on_purpose)).await
    }

    async fn try_to_ask<R: Question>(
        &self,
        question: R,
        on_purpose: Duration,
    ) -> Tried<R::IncomingResponse> {
        let token = self.token.as_ref();
        let token =
            token.map_or(SendAccessToken::None, |it| SendAccessToken::IfRequired(it.expose()));
        let asked = question.try_into_http_request::<Vec<u8>>(
            self.http.address(),
            token,
            Cow::Borrowed(&self.versions),
        );
        // A room or an event of which the name makes no address.
        let refused = |reason: &str| Tried::Refused(Refusal::Refused(reason.to_owned()));
        let Ok(asked) = asked else { return refused("no address can be made of this name") };
        let Ok(asked) = reqwest::Request::try_from(asked) else {
            return refused("no address can be made of this name");
        };
        let Some((answer, body)) = self.http.exchange(asked, on_purpose).await else {
            return Tried::Unanswered;
        };
        let mut read = http::Response::new(body.as_slice());
        *read.status_mut() = answer.status();
        *read.headers_mut() = answer.headers().clone();
        match R::IncomingResponse::try_from_http_response(read) {
            Ok(answer) => Tried::Answered(answer),
            Err(FromHttpResponseError::Server(error)) => of_error(&error),
            Err(_) => Tried::Strange,
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
        return Tried::Refused(Refusal::Limited(rest(data.retry_after.and_then(delay))));
    }
    let status = error.status_code;
    if status == http::StatusCode::TOO_MANY_REQUESTS {
        return Tried::Refused(Refusal::Limited(rest(None)));
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
    if kind.is_none() && !matches!(error.body, ErrorBody::Json(_)) {
        // No server of Matrix says no in other words.
        return Tried::Strange;
    }
    Tried::Refused(Refusal::Refused(plain_reason(&error.to_string())))
}

/// The wait that a server asks for.
fn delay(asked: RetryAfter) -> Option<Duration> {
    match asked {
        RetryAfter::Delay(delay) => Some(delay),
        RetryAfter::DateTime(moment) => moment.duration_since(SystemTime::now()).ok(),
    }
}
