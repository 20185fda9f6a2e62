//! Specification of an agent: a level, a number of nodes, a kind.

use std::fmt;
use std::str::FromStr;

/// Strength of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Loses to who plays for the first time.
    Easy,
    /// Sees what is near.
    Medium,
    /// As well as it can in the time that it is given.
    Hard,
    /// With so many nodes a move.
    Nodes(u64),
}

/// A way to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentKind {
    /// Any legal action.
    Random,
    /// The action that looks best at once.
    Greedy,
    /// The action that does best in random games.
    Flat,
    /// Random games, more of them where they went well (UCT).
    Uct,
    /// Principal variation search: both do their best.
    Pvs,
    /// Expectimax: chance does what it does.
    Expectimax,
    /// Planning by sure actions, which leaves things to chance as late and as well as can be.
    Survival,
}

impl AgentKind {
    /// All of them, the simplest first.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Greedy,
        Self::Flat,
        Self::Uct,
        Self::Pvs,
        Self::Expectimax,
        Self::Survival,
    ];

    /// Its word.
    ///
    /// ```
    /// use masume_search::agent::AgentKind;
    ///
    /// assert_eq!(AgentKind::Expectimax.name(), "expectimax");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Flat => "flat",
            Self::Uct => "uct",
            Self::Pvs => "pvs",
            Self::Expectimax => "expectimax",
            Self::Survival => "survival",
        }
    }
}

/// Agent that is asked for: `medium`, `5000`, `greedy`, `uct:2000`, `uct:hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// Kind of agent; `None` for what suits the game.
    pub kind: Option<AgentKind>,
    /// Strength of it.
    pub strength: Strength,
}

impl From<Strength> for AgentSpec {
    fn from(strength: Strength) -> Self {
        Self { kind: None, strength }
    }
}

/// A text that asks for no agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpecError {
    /// The part that is not known.
    pub found: String,
}

impl fmt::Display for AgentSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no agent is called `{}`", self.found)
    }
}

impl std::error::Error for AgentSpecError {}

impl FromStr for AgentSpec {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<Self, AgentSpecError> {
        if let Some(strength) = strength(text) {
            return Ok(strength.into());
        }
        let (name, rest) = text.split_once(':').map_or((text, None), |(it, rest)| (it, Some(rest)));
        let unknown = |found: &str| AgentSpecError { found: found.to_owned() };
        let kind = AgentKind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| unknown(name))?;
        let strength = match rest {
            None => Strength::Hard,
            Some(rest) => strength(rest).ok_or_else(|| unknown(rest))?,
        };
        Ok(Self { kind: Some(kind), strength })
    }
}

/// A level or a positive number.
fn strength(text: &str) -> Option<Strength> {
    match text {
        "easy" => Some(Strength::Easy),
        "medium" => Some(Strength::Medium),
        "hard" => Some(Strength::Hard),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().ok().filter(|&nodes| nodes > 0).map(Strength::Nodes)
        }
        _ => None,
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.kind {
            f.write_str(kind.name())?;
            if self.strength == Strength::Hard {
                return Ok(());
            }
            f.write_str(":")?;
        }
        self.strength.fmt(f)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Easy => f.write_str("easy"),
            Self::Medium => f.write_str("medium"),
            Self::Hard => f.write_str("hard"),
            Self::Nodes(nodes) => write!(f, "{nodes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in ["easy", "hard", "5000", "random", "uct", "uct:easy", "flat:200"] {
            let wanted: AgentSpec = text.parse().expect("it is an agent");
            assert_eq!(wanted.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_agent_is_named() {
        for (text, found) in
            [("", ""), ("0", "0"), ("uct:", ""), ("uct:x", "x"), ("best:5", "best"), ("-5", "-5")]
        {
            let error = text.parse::<AgentSpec>().expect_err("it is none");
            assert_eq!(error.found, found);
        }
    }
}
