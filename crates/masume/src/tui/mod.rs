//! Playing on the whole screen of a terminal.
//!
//! [`app::App`] is everything that is on the screen, as a value; [`draw::draw`] shows it; the rest
//! is around them: `run` is the loop, `terminal` and `signals` own what their names say. Start with
//! `app.rs`.

mod app;
mod board;
mod draw;
pub(crate) mod events;
mod facts;
pub(crate) mod input;
mod measure;
mod page;
mod palette;
mod perform;
mod run;
mod signals;
mod terminal;
mod update;
mod watch;

use std::collections::BTreeSet;
use std::env;
use std::io::{self, IsTerminal as _};

use masume_engine::{Game, shipped_games};
use masume_presentation::diagnostic::Source;
use masume_presentation::dialogue::opponent::Opponents;
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::locale::Phrases;
use masume_presentation::picture::looks::{DIAGONAL_SIGNS, HEAVY_SIGNS};
use masume_presentation::picture::widths::glyphs_to_measure;
use masume_presentation::play::{Play, ReplayPlayer};
use masume_service::Host;
use masume_session::Session;
use masume_store::Keeper;

use crate::arguments::{FaceArguments, GameArguments};
use crate::clock;
use crate::data_folder;
use crate::failure::Failure;
use crate::language::chosen;
use crate::open::{Opened, name_of};

pub(crate) use palette::ThemeChoice;

use app::App;
use facts::Facts;
use palette::{Depth, Palette, Wishes};
use run::Stage;
use watch::Watch;

/// Signs that the interface itself draws; the terminal is asked about them too.
const SIGNS: [&str; 31] = [
    "─", "│", "┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘", "•", "◦", "∙", "‧", "█", "■", "▘", "▝",
    "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟",
];

/// Signs of every game's board, whatever its file says.
fn signs() -> Vec<&'static str> {
    SIGNS.into_iter().chain(HEAVY_SIGNS).chain(DIAGONAL_SIGNS).collect()
}

/// True if a whole screen can be had: input and output are a terminal that can be drawn on.
pub(crate) fn has_screen() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The menu, until it is left.
pub(crate) fn run_menu(face: &FaceArguments) -> Result<(), Failure> {
    let mut glyphs = BTreeSet::new();
    for shipped in shipped_games() {
        glyphs.extend(
            Game::load(shipped.text).game.iter().flat_map(|it| glyphs_to_measure(it.rules())),
        );
    }
    let mut stage = Stage::set().map_err(Failure::Terminal)?;
    let host = host(data_folder::open(), &stage);
    let facts = facts(&mut stage, face, glyphs)?;
    let mut app = App::with_menu(facts, host, Phrases::new(chosen(face.locale)));
    app.tell_trouble();
    played(stage, &mut app, None)
}

/// One game, until it is left; where one of it waits to be gone on with, that one is offered
/// first, if that is wanted.
pub(crate) fn run_game(
    opened: Opened,
    offers_what_waits: bool,
    opponents: Opponents,
    face: &FaceArguments,
) -> Result<(), Failure> {
    let session = opened.session()?.with_seats(opponents.seats.clone());
    let shipped = opened.source.shipped().map(|it| it.name);
    let glyphs = glyphs_to_measure(opened.game.rules());
    let mut stage = Stage::set().map_err(Failure::Terminal)?;
    let keeper = if opponents.is_shown() { Keeper::of_nothing() } else { data_folder::open() };
    let host = host(keeper, &stage);
    let facts = facts(&mut stage, face, glyphs)?;
    let mut phrases = Phrases::new(chosen(face.locale));
    phrases.speak_of(shipped);
    let source = shipped.map_or_else(|| opened.source.path.clone(), str::to_owned);
    let session = session.with_stop(stage.stop().clone());
    let note = phrases.say("thinking", &[]);
    let made = stage
        .set_up(&note, || {
            let mut play = Play::new(session, opened.source, &facts.abilities(), &phrases);
            play.dialogue.is_autoplay = opponents.is_autoplay;
            play.dialogue.weights.clone_from(&opponents.weights);
            if let Some(speed) = opponents.speed {
                play.set_pace(speed);
            }
            let mut app = App::with_play(facts, host, phrases, play);
            app.begin(&source);
            if offers_what_waits {
                app.offer_what_waits();
            }
            app
        })
        .map_err(Failure::Terminal)?;
    match made {
        Some(mut app) => played(stage, &mut app, None),
        None => Ok(()),
    }
}

/// The game of a file that is read again whenever it is another one, until it is left. As long as
/// there are mistakes in it, they are shown.
pub(crate) fn run_watched(arguments: GameArguments, face: &FaceArguments) -> Result<(), Failure> {
    let path = arguments.game.clone();
    let mut stage = Stage::set().map_err(Failure::Terminal)?;
    let host = host(data_folder::open(), &stage);
    let facts = facts(&mut stage, face, BTreeSet::new())?;
    let mut app = App::with_file(facts, host, Phrases::new(chosen(face.locale)), &path);
    let watch = Watch::new(arguments, &name_of(&path)).with_stop(stage.stop().clone());
    played(stage, &mut app, Some(watch))
}

/// A session from its beginning up to a position, at so many actions a second, until it is left.
pub(crate) fn run_replay(
    session: Session,
    source: Source,
    to: usize,
    speed: f64,
    face: &FaceArguments,
) -> Result<(), Failure> {
    let glyphs = glyphs_to_measure(session.game().rules());
    let shipped = source.shipped().map(|it| it.name);
    let mut stage = Stage::set().map_err(Failure::Terminal)?;
    let host = host(Keeper::of_nothing(), &stage);
    let facts = facts(&mut stage, face, glyphs)?;
    let mut phrases = Phrases::new(chosen(face.locale));
    phrases.speak_of(shipped);
    let session = session.with_stop(stage.stop().clone());
    let note = phrases.say("thinking", &[]);
    let made = stage
        .set_up(&note, || {
            let mut play = Play::new(session, source, &facts.abilities(), &phrases);
            play.show_replay(ReplayPlayer::new(to, speed), &phrases);
            App::with_play(facts, host, phrases, play)
        })
        .map_err(Failure::Terminal)?;
    match made {
        Some(mut app) => played(stage, &mut app, None),
        None => Ok(()),
    }
}

/// Plays until the screen is left; what could not be kept then is a failure, said where the screen
/// was.
fn played(stage: Stage, app: &mut App, watch: Option<Watch>) -> Result<(), Failure> {
    stage.play(app, watch).map_err(Failure::Terminal)?;
    app.host.trouble(&app.phrases).map_or(Ok(()), |trouble| Err(Failure::input(trouble)))
}

/// The host of the games of this stage.
fn host(keeper: Keeper, stage: &Stage) -> Host {
    let mut host = Host::new(keeper).with_stop(stage.stop().clone());
    host.set_surroundings(clock::surroundings());
    host
}

fn facts(
    stage: &mut Stage,
    face: &FaceArguments,
    mut glyphs: BTreeSet<String>,
) -> Result<Facts, Failure> {
    glyphs.extend(signs().into_iter().map(str::to_owned));
    let (widths, ground) = stage.measure(&glyphs).map_err(Failure::Terminal)?;
    let variable = |name: &str| env::var(name).ok();
    let wishes = Wishes {
        no_color: variable("NO_COLOR"),
        clicolor: variable("CLICOLOR"),
        clicolor_force: variable("CLICOLOR_FORCE"),
        term: variable("TERM"),
        colorterm: variable("COLORTERM"),
        wt_session: variable("WT_SESSION"),
        colorfgbg: variable("COLORFGBG"),
    };
    let told = || wishes.colorfgbg.as_deref().and_then(palette::ground_of_variable);
    let choice = face.theme.unwrap_or_default();
    let palette = Palette::new(Depth::of(&wishes), choice, ground.or_else(told))
        .with_pictures(face.palette.unwrap_or_default());
    let most = face.glyphs.unwrap_or(GlyphSet::Wide);
    Ok(Facts { widths, palette, most, size: stage.size().map_err(Failure::Terminal)? })
}

#[cfg(test)]
#[path = "../../tests/tui/mod.rs"]
mod tests;
