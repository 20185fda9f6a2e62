//! Module for a web page: one session of one game, asked through plain numbers and text.
//!
//! Text goes in through a buffer (`reserve`, then write there), and comes out of another
//! (`answer`, `answer_length`). Functions that can fail give 0 or less then, and say why as their answer.

use std::cell::RefCell;
use std::fmt::Display;

use masume_engine::{Game, Setup, Size};
#[cfg(feature = "search")]
use masume_search::{
    Aim, Budget, Verdict,
    agent::{Strength, for_game},
};
use masume_session::{Edition, Session};
use masume_wasm_allocator as _;
use masume_wasm_memory as _;

mod random_plies;

use random_plies::{random_plies, random_states};

/// State that is kept between two calls.
#[derive(Default)]
struct Page {
    input: Vec<u8>,
    answer: String,
    edition: Option<Edition>,
    session: Option<Session>,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Asks the page; what it says is its answer, and what went wrong is too.
fn ask<T: Default>(ask: impl FnOnce(&mut Page) -> Result<T, String>) -> T {
    PAGE.with_borrow_mut(|page| {
        page.answer.clear();
        ask(page).unwrap_or_else(|error| {
            page.answer = error;
            T::default()
        })
    })
}

impl Page {
    fn session(&mut self) -> Result<&mut Session, String> {
        self.session.as_mut().ok_or_else(|| "no game has begun".to_owned())
    }
}

fn text(error: impl Display) -> String {
    error.to_string()
}

macro_rules! exports {
    ($($(#[$about:meta])* fn $name:ident($($argument:ident: $of:ty),*) -> $gives:ty $body:block)*) => {$(
        $(#[$about])*
        #[expect(unsafe_code, reason = "a name that the page can find")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $of),*) -> $gives $body
    )*};
}

exports! {
    /// Room for so many bytes of input.
    fn reserve(bytes: usize) -> *mut u8 {
        PAGE.with_borrow_mut(|page| {
            page.input.clear();
            page.input.resize(bytes, 0);
            page.input.as_mut_ptr()
        })
    }

    /// Answer to the last question.
    fn answer() -> *const u8 {
        PAGE.with_borrow(|page| page.answer.as_ptr())
    }

    /// Bytes of the answer.
    fn answer_length() -> usize {
        PAGE.with_borrow(|page| page.answer.len())
    }

    /// Takes the input as a game's text: 1, or what is wrong with it.
    fn load() -> i32 {
        ask(|page| {
            let loaded = Game::load_bytes(&page.input);
            let game = loaded.game.ok_or_else(|| {
                loaded.diagnostics.iter().map(|it| format!("{}\n", it.message)).collect::<String>()
            })?;
            let text = String::from_utf8_lossy(&page.input);
            page.edition = Some(Edition::new("game", &text, game));
            Ok(1)
        })
    }

    /// Begins the game: 1, or why not. Without a width it has the size that it brings.
    fn begin(width: u32, height: u32, seed: u64) -> i32 {
        ask(|page| {
            let edition = page.edition.clone().ok_or("no game is loaded")?;
            let size = (width > 0).then_some(Size { width, height });
            page.session = Some(Session::new(edition, Setup { size, seed, level: None }).map_err(text)?);
            Ok(1)
        })
    }

    /// The position as text: 1.
    fn position() -> i32 {
        ask(|page| {
            let session = page.session()?;
            page.answer = session.game().print_state(session.state());
            Ok(1)
        })
    }

    /// The legal actions, one a line; gives how many.
    fn legal_actions() -> i32 {
        ask(|page| {
            let session = page.session()?;
            let actions = session.legal_actions().map_err(|error| format!("{:?}", error.kind))?;
            let print = |it: &_| session.game().action_text(session.state(), *it) + "\n";
            let (count, answer) = (actions.len(), actions.iter().map(print).collect());
            page.answer = answer;
            Ok(i32::try_from(count).unwrap_or(i32::MAX))
        })
    }

    /// Does the action that the input says: 1, or why not.
    fn act() -> i32 {
        ask(|page| {
            let input = String::from_utf8_lossy(&page.input).into_owned();
            let session = page.session()?;
            let action = session.game().read_action(session.state(), &input).map_err(text)?;
            session.act(action).map_err(|error| format!("{error:?}"))?;
            Ok(1)
        })
    }

    /// Takes back what was done last; 0 if there is nothing.
    fn undo() -> i32 {
        ask(|page| Ok(i32::from(page.session()?.undo().is_some())))
    }

    /// The game as it is kept: 1.
    fn save() -> i32 {
        ask(|page| {
            page.answer = page.session()?.save().to_string();
            Ok(1)
        })
    }

    /// Plays so many random games on one board from the position on, counted from the number `from`; gives the plies.
    fn play_at_random(from: u64, games: u64, most_plies: u64) -> u64 {
        ask(|page| {
            let session = page.session()?;
            let start = session.game().position(session.state());
            random_plies(&start, from, games, most_plies).map_err(|error| format!("{:?}", error.kind))
        })
    }

    /// The same with a whole state for each ply.
    fn play_states_at_random(from: u64, games: u64, most_plies: u64) -> u64 {
        ask(|page| {
            let session = page.session()?;
            let played = random_states(session.game(), session.state(), from, games, most_plies);
            played.map_err(|error| format!("{:?}", error.kind))
        })
    }
}

#[cfg(feature = "search")]
exports! {
    /// Looks for a line that wins, or that has most points, in so many nodes: 1 if there is an answer.
    fn solve(nodes: u64) -> i32 {
        ask(|page| {
            let session = page.session()?;
            let (game, state) = (session.game(), session.state());
            let budget = Budget { nodes, bytes: 256 << 20, ..Budget::default() };
            let solved = masume_search::solve(game, state, Aim::of(game.rules()), &budget);
            let (found, answer) = match solved.map_err(|error| format!("{error:?}"))?.verdict {
                Verdict::Won(line) => (1, format!("{line:?}")),
                Verdict::Scored(scored) => (1, format!("{scored:?}")),
                Verdict::Impossible(proof) => (1, proof.print(game)),
                Verdict::GaveUp(limit) => (0, format!("{limit:?}")),
            };
            page.answer = answer;
            Ok(found)
        })
    }

    /// Action of an agent that may expand so many nodes: 1, or the reason for which there is none.
    fn choose(nodes: u64) -> i32 {
        ask(|page| {
            let session = page.session()?;
            let (game, state) = (session.game(), session.state());
            let wanted = Strength::Nodes(nodes).into();
            let mut pick = for_game(game, state, wanted, 1).map_err(|error| format!("{error:?}"))?;
            let budget = Budget { nodes, bytes: 256 << 20, ..Budget::default() };
            let seen = game.observe(state, state.to_act);
            let ranked = pick.agent.rank(game, &seen, &budget);
            let ranked = ranked.map_err(|error| format!("{:?}", error.kind))?;
            let best = ranked.first().ok_or("nothing can be done")?;
            let answer = game.action_text(state, best.action);
            page.answer = answer;
            Ok(1)
        })
    }
}
