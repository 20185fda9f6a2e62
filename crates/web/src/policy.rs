//! Headers of answers, which say what the page may do, and of questions, which say who asks.

use axum::http::header::{ACCEPT_ENCODING, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// Beginning and end of the import map: the one script within the page, for browsers read import
/// maps from nowhere else.
const IMPORT_MAP: (&str, &str) = ("<script type=\"importmap\">", "</script>");

/// The names by which this machine calls this server.
fn hosts(port: u16) -> [String; 2] {
    ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"))
}

/// The host that was asked for, where it is this server and the question comes from its own page.
pub(crate) fn trusted_host(headers: &HeaderMap, port: u16) -> Option<String> {
    let mut asked = headers.get_all(HOST).iter();
    let (Some(host), None) = (asked.next(), asked.next()) else { return None };
    let host = hosts(port).into_iter().find(|it| it.as_bytes() == host.as_bytes())?;
    // What is no page has no origin; every page that asks for a socket has one.
    let own = format!("http://{host}");
    let is_own = headers.get_all(ORIGIN).iter().all(|it| it.as_bytes() == own.as_bytes());
    is_own.then_some(host)
}

/// True if who asks so reads what is packed as `deflate`.
pub(crate) fn takes_deflate(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("deflate") && weight != Some(Ok(0.0))
    })
}

/// The headers of every answer: to this host, or to one that is not known.
pub(crate) fn headers(host: Option<&str>, page: Option<&str>) -> Vec<(HeaderName, HeaderValue)> {
    let sockets = host.map(|host| format!(" ws://{host}")).unwrap_or_default();
    let scripts = page.and_then(import_map_hash).unwrap_or_default();
    // A game may be loaded from an address that a person typed; that is asked for before.
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src 'self'; \
         img-src 'self' data: blob:; connect-src 'self'{sockets} https:; worker-src 'self'; \
         manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    let fixed = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        // A newer program may answer on the same port.
        ("cache-control", "no-cache"),
    ];
    let fixed =
        fixed.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
    let policy = HeaderValue::from_str(&policy).ok();
    let policy = policy.map(|it| (HeaderName::from_static("content-security-policy"), it));
    fixed.into_iter().chain(policy).collect()
}

/// The import map of a page as a source of the policy.
fn import_map_hash(page: &str) -> Option<String> {
    let (_, rest) = page.split_once(IMPORT_MAP.0)?;
    let (map, _) = rest.split_once(IMPORT_MAP.1)?;
    Some(format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(map.as_bytes()))))
}
