//! What opponents are called.

use masume_search::agent::{Strength, Wanted};

use crate::locale::Phrases;

/// An opponent by the name that a session has.
pub(crate) fn named(name: &str, phrases: &Phrases) -> String {
    let Ok(Wanted { kind, strength }) = name.parse::<Wanted>() else { return name.to_owned() };
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
