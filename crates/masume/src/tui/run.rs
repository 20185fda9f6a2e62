//! The loop: owns the terminal, signals and the clock, and does what the model asks for.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::time::{Duration, Instant};

use super::app::{App, Effect};
use super::input::Input;
use super::signals::Signals;
use super::terminal::Screen;
use super::world::World;

/// How long the loop waits for a key before it looks at signals.
const PATIENCE: Duration = Duration::from_millis(100);
/// The time between two steps of what moves by itself.
const STEP: Duration = Duration::from_millis(40);
/// The same as a rate.
pub(super) const TICKS_A_SECOND: u32 = 25;
/// The most inputs taken in before the screen is drawn again, however fast they come.
const FLOOD: usize = 256;

/// How long inputs are taken in before the screen is drawn again, where each takes its time.
const LONGEST: Duration = Duration::from_millis(100);

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    End,
}

/// The terminal before anything is shown, with what was found out about it.
pub(super) struct Stage {
    screen: Screen,
    signals: Signals,
    /// Pressed before the terminal was read key by key.
    early: VecDeque<Input>,
}

impl Stage {
    /// Takes the terminal.
    pub(super) fn set() -> io::Result<Self> {
        let signals = Signals::listen()?;
        Ok(Self { screen: Screen::take()?, signals, early: VecDeque::new() })
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        self.screen.size()
    }

    /// Asks the terminal how wide it shows these glyphs.
    pub(super) fn measure(
        &mut self,
        glyphs: &BTreeSet<String>,
    ) -> io::Result<super::glyphs::Widths> {
        let glyphs: Vec<String> = glyphs.iter().cloned().collect();
        let (mut widths, keys) = self.screen.measure(&glyphs)?;
        widths.fill_up(&glyphs);
        self.early.extend(keys);
        Ok(widths)
    }

    /// Shows the model and feeds it until it is left.
    pub(super) fn play(mut self, app: &mut App, world: &mut World) -> io::Result<()> {
        self.measure_new_glyphs(app)?;
        self.screen.draw(app)?;
        let mut next_step = Instant::now() + STEP;
        loop {
            if self.signals.asks_for_end() {
                world.leave(app);
                return Ok(());
            }
            if self.signals.asks_for_stop() {
                self.screen.lend(Signals::stop)?;
                app.facts.size = self.screen.size()?;
                self.screen.draw(app)?;
            }
            let moving = app.is_moving();
            let patience = match moving {
                true => next_step.saturating_duration_since(Instant::now()),
                false => PATIENCE,
            };
            let mut inputs = self.inputs(patience)?;
            if moving && Instant::now() >= next_step {
                inputs.push(Input::Tick);
                next_step = Instant::now() + STEP;
            }
            let mut is_changed = !inputs.is_empty();
            if self.take_in(inputs, app, world)? == Next::End {
                return Ok(());
            }
            is_changed |= world.look_around(app);
            if is_changed {
                self.measure_new_glyphs(app)?;
                self.screen.draw(app)?;
            }
        }
    }

    /// Feeds the model; what there is no time for before the screen must be drawn again waits.
    fn take_in(
        &mut self,
        inputs: Vec<Input>,
        app: &mut App,
        world: &mut World,
    ) -> io::Result<Next> {
        let begun = Instant::now();
        let mut inputs = VecDeque::from(inputs);
        while let Some(input) = inputs.pop_front() {
            panic_if_asked(&input);
            for effect in app.update(&input) {
                let is_end = effect == Effect::Leave;
                if let Effect::Open { name, .. } | Effect::Begin { name: Some(name), .. } = &effect
                {
                    self.announce(name, app)?;
                }
                if let Effect::Copy(text) = &effect {
                    self.screen.copy(text)?;
                }
                world.perform(effect, app);
                if is_end {
                    return Ok(Next::End);
                }
            }
            if begun.elapsed() > LONGEST {
                break;
            }
        }
        self.early.extend(inputs);
        Ok(Next::GoOn)
    }

    /// A set-up that has to be solvable may take a moment: says which game is being set up.
    fn announce(&mut self, name: &str, app: &mut App) -> io::Result<()> {
        let title = app.phrases.of_shipped(name, "title").unwrap_or_else(|| name.to_owned());
        app.warning = Some(app.phrases.say("opening", &[("game", title.into())]));
        self.screen.draw(app)?;
        app.warning = None;
        Ok(())
    }

    /// The next input and all that wait behind it.
    fn inputs(&mut self, patience: Duration) -> io::Result<Vec<Input>> {
        let mut inputs: Vec<Input> = self.early.drain(..).collect();
        let mut patience = if inputs.is_empty() { patience } else { Duration::ZERO };
        while inputs.len() < FLOOD {
            match self.screen.wait(patience)? {
                Some(input) => inputs.push(input),
                // An event without a meaning, or none: enough for now.
                None => break,
            }
            patience = Duration::ZERO;
        }
        Ok(inputs)
    }

    /// A game that is being written may have got glyphs that were never asked about.
    fn measure_new_glyphs(&mut self, app: &mut App) -> io::Result<()> {
        let Some(play) = &mut app.play else { return Ok(()) };
        let glyphs = super::glyphs::glyphs_to_measure(play.dialogue.session.game().rules());
        let unknown = app.facts.widths.unknown(&glyphs);
        if unknown.is_empty() {
            return Ok(());
        }
        let (mut widths, keys) = self.screen.measure(&unknown)?;
        widths.fill_up(&unknown);
        self.early.extend(keys);
        app.facts.widths.extend(widths);
        play.look_again(&app.facts);
        Ok(())
    }
}

/// Panics on F12, where the environment asks for it and the program is no release: so that a test
/// can see what a panic leaves behind.
fn panic_if_asked(input: &Input) {
    #[cfg(debug_assertions)]
    if *input == Input::key("f12") && std::env::var_os("MASUME_PANIC_KEY").is_some() {
        panic!("a panic was asked for");
    }
    let _ = input;
}
