//! The server: one port of this machine, the files of the page, and sockets.

use std::fmt::Write as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts as _, Request, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use axum::serve::ListenerExt as _;
use masume_presentation::locale::Locale;
use masume_service::{LONGEST_ASK, Service};
use tokio::sync::{Semaphore, watch};

use crate::conversation::Surroundings;
use crate::shown::Shown;
use crate::{page, policy, socket};

/// Sockets open at once, at most: some pages with two each.
pub(crate) const MOST_SOCKETS: usize = 16;
/// Bytes of a message that are read before the socket is closed. A service refuses less than this,
/// and goes on.
const MOST_BYTES: usize = 2 * LONGEST_ASK;
/// Time between two looks at the file.
const LOOKS: Duration = Duration::from_millis(300);
/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Use that a page makes of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A person plays: what is reached is kept.
    Play,
    /// Searches, of which nothing is kept.
    Search,
}

/// Parts of a server.
pub struct Settings {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// First thing that the page shows.
    pub shown: Shown,
    /// Language of what the server says itself.
    pub locale: Locale,
    /// Makes the service of a socket, on the thread that will run it.
    pub service: Box<dyn Fn(Purpose) -> Service + Send + Sync>,
    /// Source of the time and of seeds.
    pub surroundings: Surroundings,
}

/// A server that listens, and answers from [`Server::run`] on.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    end: watch::Sender<bool>,
}

/// Parts of a server that its sockets share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    token: String,
    port: u16,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) ended: watch::Receiver<bool>,
    /// The file's text, from the first time that it was changed by others or written.
    pub(crate) text: watch::Sender<Option<Arc<str>>>,
}

/// Ends a server from another thread.
#[derive(Clone, Debug)]
pub struct Ender(watch::Sender<bool>);

impl Ender {
    /// Ends the server: sockets are closed, and what was reached is kept.
    pub fn end(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// A server on 127.0.0.1, with a token of its own.
    ///
    /// # Errors
    /// Errors of the system: `AddrInUse` where the port is taken.
    pub fn bind(settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port)))?;
        listener.set_nonblocking(true)?;
        let (end, ended) = watch::channel(false);
        let shared = Shared {
            port: listener.local_addr()?.port(),
            token: fresh_token()?,
            settings,
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
            ended,
            text: watch::Sender::new(None),
        };
        Ok(Self { listener, shared: Arc::new(shared), end })
    }

    /// The address that a browser opens, with the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.shared.port, self.shared.token)
    }

    /// A handle that ends the server from another thread.
    pub fn ender(&self) -> Ender {
        Ender(self.end.clone())
    }

    /// Answers until it is ended, and every socket has kept what was reached.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn run(self) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?.tap_io(send_at_once);
            let app = Router::new().fallback(answer).with_state(self.shared.clone());
            let mut ended = self.shared.ended.clone();
            tokio::select! {
                served = async { axum::serve(listener, app).await } => served?,
                () = watch_file(&self.shared) => {}
                _ = ended.wait_for(|is_ended| *is_ended) => {}
            }
            self.end.send_replace(true);
            // Every socket gives its place back when its thread has ended.
            let _ = self.shared.sockets.acquire_many(MOST_SOCKETS as u32).await;
            Ok(())
        })
    }
}

/// Sends what is written without waiting until the other side has acknowledged what was sent
/// before: a reply behind a notice would come 40 ms late.
fn send_at_once(connection: &mut tokio::net::TcpStream) {
    // Where it is refused, replies are only slower.
    let _ = connection.set_nodelay(true);
}

/// Tells of other texts of the file; it does not end.
async fn watch_file(shared: &Arc<Shared>) {
    let mut last = None;
    loop {
        tokio::time::sleep(LOOKS).await;
        let (shared, before) = (shared.clone(), last);
        let look = move || {
            let file = shared.settings.shown.file()?;
            let stamp = file.stamp().ok()?;
            // The first look is for the stamp alone: a page asks for the text when it opens.
            if before.is_some_and(|it| it != stamp)
                && let Ok(text) = file.read()
            {
                shared.text.send_replace(Some(text.into()));
            }
            Some(stamp)
        };
        let looked = tokio::task::spawn_blocking(look).await;
        last = looked.ok().flatten().or(last);
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let Some(host) = policy::trusted_host(request.headers(), shared.port) else {
        return said(StatusCode::FORBIDDEN);
    };
    let answer = match request.uri().path() {
        "/socket" => return open_socket(shared, request).await,
        _ if !matches!(*request.method(), Method::GET | Method::HEAD) => None,
        path => page::asset(path),
    };
    let Some(asset) = answer else { return said(StatusCode::NOT_FOUND) };
    let is_page = asset.media_type.starts_with("text/html");
    let page = is_page.then(|| String::from_utf8_lossy(&asset.bytes()).into_owned());
    let is_packed = policy::takes_deflate(request.headers());
    let body = if is_packed { asset.packed } else { asset.bytes().into() };
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.extend(policy::headers(Some(&host), page.as_deref()));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("deflate"));
    }
    response
}

/// Opens a socket for who has the token: `/socket?token=TOKEN`, and `&purpose=search`.
async fn open_socket(shared: Arc<Shared>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    let has = |wanted: &str| query.split('&').any(|pair| pair == wanted);
    if !has(&format!("token={}", shared.token)) {
        return said(StatusCode::FORBIDDEN);
    }
    let purpose = if has("purpose=search") { Purpose::Search } else { Purpose::Play };
    let Ok(place) = shared.sockets.clone().try_acquire_owned() else {
        return said(StatusCode::SERVICE_UNAVAILABLE);
    };
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &shared).await {
        Ok(upgrade) => upgrade
            .max_message_size(MOST_BYTES)
            .max_frame_size(MOST_BYTES)
            .on_upgrade(move |socket| socket::run(socket, shared, purpose, place)),
        Err(_) => said(StatusCode::BAD_REQUEST),
    }
}

fn said(status: StatusCode) -> Response {
    let mut response = Response::new(Body::from(format!("{status}\n")));
    *response.status_mut() = status;
    response.headers_mut().extend(policy::headers(None, None));
    response
}

/// A token that nobody guesses.
fn fresh_token() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut token = String::with_capacity(2 * TOKEN_BYTES);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}
