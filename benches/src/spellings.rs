//! How fast one game is in several spellings: rules in turn for a chain of `else`, several rules for several
//! directions, `if` for a condition, `require` for `must`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use masume_engine::{Game, Setup};
use serde::Serialize;

use crate::rows::BATCH;
use crate::speedup::plies_per_second;

/// How many times as fast as the slowest spelling the fastest may be.
pub const MUST: f64 = 20.0;

/// How many times as fast it should be at most.
pub const AIM: f64 = 3.0;

/// One game in one spelling.
#[derive(Clone, Debug)]
pub struct Text {
    /// The game's file without its ending.
    pub game: String,
    /// What is said another way; nothing for the game's own file.
    pub how: String,
    /// The page.
    pub path: PathBuf,
}

/// What was measured of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Spellings {
    /// The game's file without its ending.
    pub game: String,
    /// How it is spelled, and plies a second; the fastest first.
    pub rates: Vec<(String, f64)>,
    /// What is said of how many boards are run in the slowest spelling.
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
    let pages = |folder: PathBuf| {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        pages.retain(|path| path.extension().is_some_and(|it| it == "masu"));
        pages.sort();
        pages
    };
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut all = BTreeMap::<String, Vec<Text>>::new();
    let respelled = pages(folder.join("games/respelled"));
    for path in [folder.join("../games"), folder.join("games")].into_iter().flat_map(pages) {
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
