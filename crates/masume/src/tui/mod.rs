//! Playing on the whole screen of a terminal.
//!
//! [`app::App`] is everything that is on the screen, as a value; [`draw::draw`] shows it; the rest
//! is around them: `run` is the loop, `terminal` and `signals` own what their names say, `world`
//! opens and writes. Start with `app.rs`, then `play/mod.rs`.

mod app;
mod board;
mod draw;
pub(crate) mod events;
mod facts;
mod glyphs;
pub(crate) mod input;
mod measure;
mod menu;
mod options;
mod page;
mod palette;
mod play;
mod run;
mod signals;
mod terminal;
mod trace;
mod watch;
mod world;

use std::collections::BTreeSet;
use std::env;
use std::io::{self, IsTerminal as _};

use masume_engine::{Game, shipped_games};
use masume_session::Session;

use crate::arguments::{FaceArguments, GameArguments};
use crate::dialogue::opponent::Company;
use crate::failure::Failure;
use crate::glyph_set::GlyphSet;
use crate::keeper::Keeper;
use crate::locale::{Phrases, chosen};
use crate::open::{Opened, name_of};
use crate::report::Source;

pub(crate) use palette::ThemeChoice;

use app::App;
use facts::Facts;
use glyphs::glyphs_to_measure;
use palette::{Depth, Palette, Wishes};
use play::{Film, Play};
use run::Stage;
use watch::Watch;
use world::World;

/// Signs that the interface itself draws; the terminal is asked about them too.
const SIGNS: [&str; 31] = [
    "─", "│", "┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘", "•", "◦", "∙", "‧", "█", "■", "▘", "▝",
    "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟",
];

/// Signs of every game's board, whatever its file says.
fn signs() -> Vec<&'static str> {
    SIGNS.into_iter().chain(board::HEAVY_SIGNS).collect()
}

/// Whether a whole screen can be had: input and output are a terminal that can be drawn on.
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
    let mut stage = Stage::set()?;
    let mut world = World::new(Keeper::open()).with_stop(stage.stop().clone());
    let facts = facts(&mut stage, face, glyphs)?;
    let phrases = Phrases::new(chosen(face.locale));
    let menu = world.menu(&phrases);
    let mut app = App::with_menu(facts, phrases, menu);
    world.tell_trouble(&mut app);
    played(stage, &mut app, &mut world)
}

/// One game, until it is left; where one of it waits to be gone on with, that one is offered
/// first, if that is wanted.
pub(crate) fn run_game(
    opened: Opened,
    offers_what_waits: bool,
    company: Company,
    face: &FaceArguments,
) -> Result<(), Failure> {
    let session = opened.session()?.with_seats(company.seats.clone());
    let shipped = shipped_games().iter().find(|it| it.text == opened.source.text);
    let shipped = shipped.map(|it| it.name);
    let glyphs = glyphs_to_measure(opened.game.rules());
    let mut stage = Stage::set()?;
    let keeper = if company.is_shown() { Keeper::default() } else { Keeper::open() };
    let mut world = World::new(keeper).with_stop(stage.stop().clone());
    let facts = facts(&mut stage, face, glyphs)?;
    let mut phrases = Phrases::new(chosen(face.locale));
    phrases.speak_of(shipped);
    let source = shipped.map_or_else(|| opened.source.path.clone(), str::to_owned);
    let session = session.with_stop(stage.stop().clone());
    let note = phrases.say("thinking", &[]);
    let made = stage.set_up(&note, || {
        let mut play = Play::new(session, opened.source, &facts, &phrases);
        play.dialogue.is_autoplay = company.is_autoplay;
        play.dialogue.weights.clone_from(&company.weights);
        if let Some(speed) = company.speed {
            play.set_pace(speed);
        }
        let mut app = App::with_play(facts, phrases, play);
        world.begin(&source, &mut app);
        if offers_what_waits {
            world.offer_what_waits(&mut app);
        }
        app
    })?;
    match made {
        Some(mut app) => played(stage, &mut app, &mut world),
        None => Ok(()),
    }
}

/// The game of a file that is read again whenever it is another one, until it is left. As long as
/// there are mistakes in it, they are shown.
pub(crate) fn run_watched(arguments: GameArguments, face: &FaceArguments) -> Result<(), Failure> {
    let path = arguments.game.clone();
    let mut stage = Stage::set()?;
    let mut world = World::new(Keeper::open()).with_stop(stage.stop().clone());
    let facts = facts(&mut stage, face, BTreeSet::new())?;
    let mut app = App::with_file(facts, Phrases::new(chosen(face.locale)), &path);
    world.watch(Watch::new(arguments, &name_of(&path)));
    played(stage, &mut app, &mut world)
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
    let shipped = shipped_games().iter().find(|it| it.text == source.text).map(|it| it.name);
    let mut stage = Stage::set()?;
    let mut world = World::new(Keeper::default()).with_stop(stage.stop().clone());
    let facts = facts(&mut stage, face, glyphs)?;
    let mut phrases = Phrases::new(chosen(face.locale));
    phrases.speak_of(shipped);
    let session = session.with_stop(stage.stop().clone());
    let note = phrases.say("thinking", &[]);
    let made = stage.set_up(&note, || {
        let mut play = Play::new(session, source, &facts, &phrases);
        play.show_film(Film::new(to, speed), &phrases);
        App::with_play(facts, phrases, play)
    })?;
    match made {
        Some(mut app) => played(stage, &mut app, &mut world),
        None => Ok(()),
    }
}

/// Plays until the screen is left; what could not be kept then is a failure, said where the screen was.
fn played(stage: Stage, app: &mut App, world: &mut World) -> Result<(), Failure> {
    stage.play(app, world)?;
    world.trouble(&app.phrases).map_or(Ok(()), |trouble| Err(Failure::input(trouble)))
}

fn facts(
    stage: &mut Stage,
    face: &FaceArguments,
    mut glyphs: BTreeSet<String>,
) -> Result<Facts, Failure> {
    glyphs.extend(signs().into_iter().map(str::to_owned));
    let (widths, ground) = stage.measure(&glyphs)?;
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
    let palette = Palette::new(Depth::of(&wishes), choice, ground.or_else(told));
    let most = face.glyphs.unwrap_or(GlyphSet::Wide);
    Ok(Facts { widths, palette, most, size: stage.size()? })
}

#[cfg(test)]
mod tests;
