//! Speed of one game in several spellings: rules in turn for a chain of `else`, several rules for several
//! directions, `if` for a condition, `require` for `must`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use masume_engine::{Game, Setup};
use serde::Serialize;

use crate::rows::BATCH;
use crate::speedup::{pages, plies_per_second, written_games};

/// Ratio of the fastest spelling's speed to the slowest's that may not be passed.
pub const MUST: f64 = 20.0;

/// Ratio that should not be passed.
pub const AIM: f64 = 3.0;

/// One game in one spelling.
#[derive(Clone, Debug)]
pub struct Text {
    /// The game's file without its ending.
    pub game: String,
    /// Change of spelling, from the file's name; nothing for the game's own file.
    pub how: String,
    /// The page.
    pub path: PathBuf,
}

/// Speeds of one game in its spellings.
#[derive(Clone, Debug, Serialize)]
pub struct Spellings {
    /// The game's file without its ending.
    pub game: String,
    /// Change of spelling and plies a second, the fastest first.
    pub rates: Vec<(String, f64)>,
    /// Line of `explain` about many boards, in the slowest spelling.
    pub many_boards: String,
}

impl Spellings {
    /// The fastest over the slowest.
    pub fn ratio(&self) -> f64 {
        match &self.rates[..] {
            [(_, fastest), .., (_, slowest)] => fastest / slowest,
            _ => 1.0,
        }
    }
}

/// The games that have other spellings, in all of them, the one of the game's own file first. `folder` is that of this
/// crate.
pub fn texts(folder: &Path) -> BTreeMap<String, Vec<Text>> {
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut all = BTreeMap::<String, Vec<Text>>::new();
    let respelled = pages(&folder.join("games/respelled"));
    for path in written_games(folder) {
        let game = name(&path);
        let own = Text { game: game.clone(), how: String::new(), path };
        let others = respelled.iter().filter_map(|path| {
            let how = name(path).strip_prefix(&game)?.strip_prefix("--")?.to_owned();
            Some(Text { game: game.clone(), how, path: path.clone() })
        });
        let texts: Vec<Text> = [own].into_iter().chain(others).collect();
        if texts.len() > 1 {
            all.insert(game, texts);
        }
    }
    all
}

/// Measures a game in all its spellings, each for as long as the budget says or longer.
///
/// # Errors
/// The path of a file that cannot be read, has errors, or goes wrong.
pub fn measure(game: &str, texts: &[Text], budget: Duration) -> Result<Spellings, PathBuf> {
    let mut measured = Vec::new();
    for text in texts {
        let page = std::fs::read_to_string(&text.path).ok();
        let loaded = page.and_then(|page| Game::load(&page).game).map(|it| it.with_executor(BATCH));
        let rate = loaded.and_then(|game| {
            let start = game.start(&Setup::default()).ok()?;
            let rate = plies_per_second(&game, &start, budget).ok()??;
            let explained = game.explain(&Setup::default(), None).ok()?;
            let many = explained.lines().find_map(|line| line.strip_prefix("many boards: "));
            Some((rate, many.unwrap_or_default().to_owned()))
        });
        let (rate, many_boards) = rate.ok_or_else(|| text.path.clone())?;
        let how = if text.how.is_empty() { "as it is".to_owned() } else { text.how.clone() };
        measured.push((how, rate, many_boards));
    }
    measured.sort_by(|one, other| other.1.total_cmp(&one.1));
    let many_boards = measured.last().map(|it| it.2.clone()).unwrap_or_default();
    let rates = measured.into_iter().map(|(how, rate, _)| (how, rate)).collect();
    Ok(Spellings { game: game.to_owned(), rates, many_boards })
}
