//! Names of opponents.

use masume_search::agent::{AgentSpec, Strength};

use crate::locale::Phrases;

/// Order of an opponent among others, the weaker first, by the name that a session has; who is
/// asked for otherwise than by a level stands behind, by name.
///
/// ```
/// use masume_presentation::speech::strength::order;
///
/// let mut names = ["uct:2000", "hard", "easy"];
/// names.sort_by_key(|name| order(name));
/// assert_eq!(names, ["easy", "hard", "uct:2000"]);
/// ```
pub fn order(name: &str) -> (usize, String) {
    let wanted = name.parse::<AgentSpec>().ok();
    let strength = wanted.filter(|wanted| wanted.kind.is_none()).map(|wanted| wanted.strength);
    let place = match strength {
        Some(Strength::Easy) => 0,
        Some(Strength::Medium) => 1,
        Some(Strength::Hard) => 2,
        Some(Strength::Nodes(_)) => 3,
        None => 4,
    };
    (place, name.to_owned())
}

/// An opponent by the name that a session has.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::strength::named;
///
/// let phrases = Phrases::new(Locale::English);
/// assert_eq!(named("easy", &phrases), "easy");
/// assert_eq!(named("uct:2000", &phrases), "uct (2000 nodes)");
/// ```
pub fn named(name: &str, phrases: &Phrases) -> String {
    let Ok(AgentSpec { kind, strength }) = name.parse::<AgentSpec>() else {
        return name.to_owned();
    };
    let strength = match strength {
        Strength::Easy => phrases.say("strength-easy", &[]),
        Strength::Medium => phrases.say("strength-medium", &[]),
        Strength::Hard => phrases.say("strength-hard", &[]),
        Strength::Nodes(nodes) => {
            phrases.say("strength-nodes", &[("nodes", nodes.to_string().into())])
        }
    };
    match kind {
        None => strength,
        Some(kind) => format!("{} ({strength})", kind.name()),
    }
}
