//! Weights that were learnt for the rules of one game, as a file.

use std::collections::BTreeMap;
use std::sync::Arc;

use masume_presentation::locale::Phrases;
use masume_rules::model::{LayerKind, Rules};
use masume_search::agent::Weights;
use masume_session::Session;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::input;
use crate::language;
use crate::open::Opened;

/// The greatest weight that is read: sums of them stay far within 64 bits.
const MOST: i64 = 1_000_000;

/// The file; the fields are its JSON form, in this order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeightsFile {
    /// The game's title, for people.
    game: String,
    /// The hash of what is played of the game's text, as in a save.
    rules: String,
    /// By the piece's name.
    pieces: BTreeMap<String, i64>,
    score: i64,
    advance: i64,
    centre: i64,
    mobility: i64,
}

impl WeightsFile {
    pub(crate) fn of(session: &Session, weights: &Weights) -> Self {
        let rules = session.game().rules();
        let named = pieces(rules)
            .into_iter()
            .map(|(name, layer, content)| (name.to_owned(), weights.pieces[layer][content]));
        Self {
            game: rules.title.clone(),
            rules: hash_of(session),
            pieces: named.collect(),
            score: weights.score,
            advance: weights.advance,
            centre: weights.centre,
            mobility: weights.mobility,
        }
    }

    /// The weights in the file of the command line, if there is one, for who plays the game that
    /// was opened.
    pub(crate) fn of_arguments(
        path: Option<&str>,
        opened: &Opened,
    ) -> Result<Option<Arc<Weights>>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let weights = Self::read(path, &opened.session()?, &language::phrases())?;
        Ok(Some(Arc::new(weights)))
    }

    /// The weights in a file, which must have been made for the rules of the session's game.
    pub(crate) fn read(
        path: &str,
        session: &Session,
        phrases: &Phrases,
    ) -> Result<Weights, Failure> {
        let text = input::read_text(path, input::MAX_TEXT)?;
        let bad = |id: &str, reason: String| {
            let values = [("path", path.into()), ("reason", reason.into())];
            Failure::input(phrases.say(id, &values))
        };
        let file: Self = serde_json::from_str(&text)
            .map_err(|error| bad("weights-unreadable", error.to_string()))?;
        if file.rules != hash_of(session) {
            return Err(bad("weights-of-other-rules", file.game));
        }
        let rules = session.game().rules();
        let mut weights = Weights {
            pieces: rules.layers.iter().map(|layer| vec![0; content_count(&layer.kind)]).collect(),
            score: file.score,
            advance: file.advance,
            centre: file.centre,
            mobility: file.mobility,
        };
        for (name, layer, content) in pieces(rules) {
            let weight = file.pieces.get(name).copied();
            weights.pieces[layer][content] =
                weight.ok_or_else(|| bad("weights-unreadable", format!("`{name}`")))?;
        }
        let all = weights.pieces.iter().flatten().copied();
        let mut all = all.chain([file.score, file.advance, file.centre, file.mobility]);
        match all.find(|weight| weight.abs() > MOST) {
            Some(weight) => Err(bad("weights-unreadable", weight.to_string())),
            None => Ok(weights),
        }
    }
}

fn hash_of(session: &Session) -> String {
    session.edition().version().hash().to_string()
}

fn content_count(kind: &LayerKind) -> usize {
    match kind {
        LayerKind::Pieces(pieces) => pieces.len(),
        LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => 0,
    }
}

/// Pieces that have an owner: name, layer, content.
fn pieces(rules: &Rules) -> Vec<(&str, usize, usize)> {
    let mut found = Vec::new();
    for (layer, info) in rules.layers.iter().enumerate() {
        let LayerKind::Pieces(pieces) = &info.kind else { continue };
        let owned = pieces.iter().enumerate().filter(|(_, piece)| piece.owner.is_some());
        found.extend(owned.map(|(content, piece)| (piece.name.as_str(), layer, content)));
    }
    found
}
