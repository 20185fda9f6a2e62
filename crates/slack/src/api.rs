//! Calls of Slack's Web API.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use masume_adapter::{
    Notice, Refusal, Secret, Server as Http, Tell, Tried, Trouble, is_safe, plain_reason, rest,
};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use reqwest::{Method, Request, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use slack_morphism::SlackFileId;
use slack_morphism::api::{
    SlackApiFilesComplete, SlackApiFilesCompleteUploadExternalRequest,
    SlackApiFilesGetUploadUrlExternalResponse,
};

use crate::settings::Settings;

/// The most people whose names are remembered.
const MOST_NAMES: usize = 10_000;
/// The most characters of a person's name that are shown.
const LONGEST_NAME: usize = 40;

/// Errors that say that a token is none, or none any more.
const SIGNED_OUT: [&str; 7] = [
    "account_inactive",
    "invalid_auth",
    "not_allowed_token_type",
    "not_authed",
    "token_expired",
    "token_revoked",
    "user_removed_from_team",
];
/// Errors of Slack itself, which pass.
const PASSING: [&str; 4] =
    ["fatal_error", "internal_error", "request_timeout", "service_unavailable"];
/// Errors that say that there was too much.
const LIMITED: [&str; 3] = ["message_limit_exceeded", "rate_limited", "ratelimited"];

/// The Web API, as the bot of a workspace.
pub(crate) struct Api {
    http: Http,
    app: Secret,
    bot: Secret,
    names: Mutex<BTreeMap<String, String>>,
    is_not_allowed: AtomicBool,
}

impl fmt::Debug for Api {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Api").field("http", &self.http).finish_non_exhaustive()
    }
}

/// Beginning of every answer.
#[derive(Debug, Deserialize)]
struct Reply {
    ok: bool,
    error: Option<String>,
}

/// Answer to `auth.test`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Me {
    pub(crate) user_id: String,
    pub(crate) user: String,
}

/// Answer to `apps.connections.open`.
#[derive(Debug, Deserialize)]
pub(crate) struct Opened {
    pub(crate) url: String,
}

impl Api {
    pub(crate) fn new(settings: Settings, tell: Tell) -> Result<Self, Trouble> {
        Ok(Self {
            http: Http::new(&settings.api, tell)?,
            app: settings.app,
            bot: settings.bot,
            names: Mutex::new(BTreeMap::new()),
            is_not_allowed: AtomicBool::new(false),
        })
    }

    pub(crate) fn http(&self) -> &Http {
        &self.http
    }

    /// Finds out who the bot is, and that both tokens are taken.
    pub(crate) async fn sign_in(&self) -> Result<Me, Trouble> {
        let nothing = json!({});
        let me = self.http.first(|| self.try_to_call("auth.test", &self.bot, &nothing)).await?;
        self.http.first(|| self.open()).await?;
        Ok(me)
    }

    /// Asks for the address of a socket.
    pub(crate) async fn open(&self) -> Tried<Opened> {
        self.try_to_call("apps.connections.open", &self.app, &json!({})).await
    }

    /// Calls a method until there is an answer, be it a refusal.
    pub(crate) async fn call<A: DeserializeOwned>(
        &self,
        method: &str,
        question: &(impl Serialize + Sync),
    ) -> Result<A, Refusal> {
        self.http.patiently(|| self.try_to_call(method, &self.bot, question)).await
    }

    /// Uploads a picture, to be shown in messages; `None` where Slack does not take it.
    pub(crate) async fn upload(&self, png: &[u8]) -> Result<Option<SlackFileId>, Refusal> {
        let uploaded = async {
            let method =
                format!("files.getUploadURLExternal?filename=board.png&length={}", png.len());
            let place: SlackApiFilesGetUploadUrlExternalResponse =
                self.call(&method, &json!({})).await?;
            self.http.patiently(|| self.try_to_send(&place.upload_url.0, png)).await?;
            let file = SlackApiFilesComplete::new(place.file_id.clone());
            let question = SlackApiFilesCompleteUploadExternalRequest::new(vec![file]);
            self.call::<Value>("files.completeUploadExternal", &question).await?;
            Ok::<_, Refusal>(place.file_id)
        };
        match uploaded.await {
            Ok(file) => Ok(Some(file)),
            // The board is shown in letters.
            Err(Refusal::Refused(_)) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// Sends bytes to an address that Slack gave, which is all that they need.
    async fn try_to_send(&self, address: &Url, bytes: &[u8]) -> Tried<()> {
        if !is_safe(address.as_str()) {
            return Tried::Refused(Refusal::Refused("an address that is not encrypted".to_owned()));
        }
        let mut asked = Request::new(Method::POST, address.clone());
        let kind = HeaderValue::from_static("application/octet-stream");
        asked.headers_mut().insert(CONTENT_TYPE, kind);
        *asked.body_mut() = Some(bytes.to_vec().into());
        match self.http.exchange(asked, Duration::ZERO).await {
            Some((answer, _)) if answer.status().is_success() => Tried::Answered(()),
            Some((answer, _)) if !answer.status().is_server_error() => {
                Tried::Refused(Refusal::Refused(answer.status().to_string()))
            }
            Some(_) | None => Tried::Unanswered,
        }
    }

    async fn try_to_call<A: DeserializeOwned>(
        &self,
        method: &str,
        token: &Secret,
        question: &impl Serialize,
    ) -> Tried<A> {
        let refused = |reason: &str| Tried::Refused(Refusal::Refused(reason.to_owned()));
        let Ok(address) = Url::parse(&format!("{}/{method}", self.http.address())) else {
            return refused("no address can be made of this name");
        };
        let Ok(mut bearer) = HeaderValue::try_from(format!("Bearer {}", token.expose())) else {
            return Tried::Refused(Refusal::SignedOut);
        };
        bearer.set_sensitive(true);
        let Ok(body) = serde_json::to_vec(question) else { return refused("no question") };
        let mut asked = Request::new(Method::POST, address);
        let headers = asked.headers_mut();
        headers.insert(AUTHORIZATION, bearer);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
        *asked.body_mut() = Some(body.into());
        let Some((answer, body)) = self.http.exchange(asked, Duration::ZERO).await else {
            return Tried::Unanswered;
        };
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            let asked = answer.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok());
            let asked = asked.and_then(|it| it.trim().parse().ok()).map(Duration::from_secs);
            return Tried::Refused(Refusal::Limited(rest(asked)));
        }
        if answer.status().is_server_error() {
            return Tried::Unanswered;
        }
        match serde_json::from_slice::<Reply>(&body) {
            Ok(Reply { ok: true, .. }) => match serde_json::from_slice(&body) {
                Ok(answer) => Tried::Answered(answer),
                // It was done: asked again, it would be done twice.
                Err(_) => refused("an answer that is not understood"),
            },
            Ok(Reply { error, .. }) => self.of_error(&error.unwrap_or_default()),
            Err(_) => Tried::Strange,
        }
    }

    fn of_error<T>(&self, error: &str) -> Tried<T> {
        if SIGNED_OUT.contains(&error) {
            return Tried::Refused(Refusal::SignedOut);
        }
        if PASSING.contains(&error) {
            return Tried::Unanswered;
        }
        if LIMITED.contains(&error) {
            return Tried::Refused(Refusal::Limited(rest(None)));
        }
        if error == "missing_scope" && !self.is_not_allowed.swap(true, Ordering::Relaxed) {
            self.http.tell(Notice::NotAllowed);
        }
        Tried::Refused(Refusal::Refused(plain_reason(error)))
    }

    /// The name that a person is shown by; without one, what identifies the person.
    pub(crate) async fn name(&self, person: &str) -> String {
        let known = |names: &BTreeMap<String, String>| names.get(person).cloned();
        // Nobody panics while the names are locked.
        if let Some(name) = self.names.lock().ok().and_then(|names| known(&names)) {
            return name;
        }
        let tried = self.user(person).await;
        let found = match tried {
            Tried::Answered(name) => name,
            // Shown by another name for now: nobody waits for it.
            Tried::Refused(Refusal::Limited(_)) | Tried::Unanswered | Tried::Strange => {
                return person.to_owned();
            }
            Tried::Refused(Refusal::Refused(_) | Refusal::SignedOut) => person.to_owned(),
        };
        if let Ok(mut names) = self.names.lock() {
            if names.len() >= MOST_NAMES {
                names.clear();
            }
            names.insert(person.to_owned(), found.clone());
        }
        found
    }

    async fn user(&self, person: &str) -> Tried<String> {
        // The one method that takes no JSON: its question is part of the address.
        let method = format!("users.info?user={person}");
        let tried: Tried<Value> = self.try_to_call(&method, &self.bot, &json!({})).await;
        match tried {
            Tried::Answered(answer) => {
                let names = ["/user/profile/display_name", "/user/real_name", "/user/name"];
                let name = names.into_iter().filter_map(|it| answer.pointer(it)?.as_str());
                let name = name.filter(|it| !it.trim().is_empty()).map(shown).next();
                Tried::Answered(name.unwrap_or_else(|| person.to_owned()))
            }
            Tried::Refused(refusal) => Tried::Refused(refusal),
            Tried::Strange => Tried::Strange,
            Tried::Unanswered => Tried::Unanswered,
        }
    }
}

/// A name as it is shown: in one line, calling nobody, and in the direction of what is around it.
fn shown(name: &str) -> String {
    let turns = |it: &char| matches!(it, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}');
    let plain = name.chars().filter(|it| !it.is_control() && *it != '@' && !turns(it));
    plain.take(LONGEST_NAME).collect()
}
