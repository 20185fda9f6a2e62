//! The loop: owns the terminal, signals and the clock, and does what the model asks for.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, IsTerminal as _};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use masume_engine::StopToken;
use masume_presentation::picture::widths::{self, Widths};
use masume_presentation::play::TICKS_A_SECOND;

use super::app::App;
use super::input::Input;
use super::perform::Outward;
use super::signals::Signals;
use super::terminal::Screen;
use super::watch::Watch;
use crate::analysis_thread::AnalysisThread;
use crate::clock;
use crate::save_file;

/// Time that the loop waits for a key while the player waits for a thought.
const AWAITED: Duration = Duration::from_millis(20);
/// Time that the loop waits for a key before it looks at signals.
const PATIENCE: Duration = Duration::from_millis(40);
/// The time between two steps of what moves by itself.
const STEP: Duration = Duration::from_millis(1_000 / TICKS_A_SECOND as u64);
/// The most inputs taken in before the screen is drawn again, however fast they come.
const FLOOD: usize = 256;

/// Time for which inputs are taken in before the screen is drawn again, where each takes its time.
const LONGEST: Duration = Duration::from_millis(100);

/// Time that rules run beside the screen before it is looked after.
const GLANCE: Duration = Duration::from_millis(10);
/// Time that rules run before the player is told that they do.
const UNNOTICED: Duration = Duration::from_millis(150);

/// Request of the player while rules ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meanwhile {
    /// Nothing that concerns them.
    Nothing,
    /// They were stopped.
    Stopped,
    /// The program is left.
    Left,
}

/// Continuation of the loop, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    End,
}

/// The terminal before anything is shown, with what was found out about it.
pub(super) struct Stage {
    screen: Screen,
    signals: Signals,
    /// Pressed before the terminal was read key by key, or while rules ran.
    early: VecDeque<Input>,
    /// Stops the rules of every game that is played here.
    stop: StopToken,
    /// Thinks beside the player.
    thinker: AnalysisThread,
}

impl Stage {
    /// Takes the terminal.
    pub(super) fn set() -> io::Result<Self> {
        let signals = Signals::listen()?;
        Ok(Self {
            screen: Screen::take()?,
            signals,
            early: VecDeque::new(),
            stop: StopToken::new(),
            thinker: AnalysisThread::default(),
        })
    }

    /// Token that stops rules: games are to be given it.
    pub(super) fn stop(&self) -> &StopToken {
        &self.stop
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        self.screen.size()
    }

    /// Asks the terminal how wide it shows these glyphs, and what its ground is.
    pub(super) fn measure(
        &mut self,
        glyphs: &BTreeSet<String>,
    ) -> io::Result<(Widths, Option<masume_presentation::picture::tone::Rgb>)> {
        let glyphs: Vec<String> = glyphs.iter().cloned().collect();
        let mut measured = self.screen.measure(&glyphs)?;
        measured.widths.fill_up(&glyphs);
        self.early.extend(measured.keys);
        Ok((measured.widths, measured.ground))
    }

    /// Does what takes long before there is anything to show; `None` where the player left
    /// meanwhile.
    pub(super) fn set_up<T: Send>(
        &mut self,
        note: &str,
        job: impl FnOnce() -> T + Send,
    ) -> io::Result<Option<T>> {
        let (made, meanwhile) = self.beside(note, true, job)?;
        Ok(match meanwhile {
            Meanwhile::Nothing | Meanwhile::Stopped => Some(made),
            Meanwhile::Left => None,
        })
    }

    /// Shows the model and feeds it until it is left, or until the terminal has gone.
    pub(super) fn play(mut self, app: &mut App, mut watch: Option<Watch>) -> io::Result<()> {
        let played = self.play_on(app, &mut watch);
        app.leave(clock::surroundings());
        match played {
            // Its window was closed: there is nobody to be told.
            Err(_) if !is_there() => Ok(()),
            played => played,
        }
    }

    fn play_on(&mut self, app: &mut App, watch: &mut Option<Watch>) -> io::Result<()> {
        let mut next_step = Instant::now() + STEP;
        if self.advance(Vec::new(), app, watch)? == Next::End {
            return Ok(());
        }
        loop {
            if self.signals.asks_for_end() {
                return Ok(());
            }
            if self.signals.asks_for_stop() {
                self.suspend(app)?;
            }
            let moving = app.is_moving();
            let patience = match moving {
                true => next_step.saturating_duration_since(Instant::now()),
                false if app.awaits_analysis() => AWAITED,
                false => PATIENCE,
            };
            let mut inputs = self.inputs(patience)?;
            inputs.extend(self.thinker.analysis().map(|it| Input::Analysis(Box::new(it))));
            if moving && Instant::now() >= next_step {
                inputs.push(Input::Tick);
                next_step = Instant::now() + STEP;
            }
            // A window that was closed may tell nobody but who asks.
            if inputs.is_empty() && !is_there() {
                return Ok(());
            }
            let is_changed = !inputs.is_empty() || watch.as_mut().is_some_and(Watch::has_news);
            if is_changed && self.advance(inputs, app, watch)? == Next::End {
                return Ok(());
            }
        }
    }

    /// Takes in what has happened, rules running beside, and shows what came of it.
    fn advance(
        &mut self,
        inputs: Vec<Input>,
        app: &mut App,
        watch: &mut Option<Watch>,
    ) -> io::Result<Next> {
        let note = app.phrases.say("thinking", &[]);
        let may_quit = app.is_left_by("q");
        let stop = self.stop.clone();
        let (taken, meanwhile) = self.beside(&note, may_quit, || {
            let mut taken = take_in(inputs, app);
            if taken.next == Next::GoOn {
                look_around(watch, app);
                if !stop.is_stopped() {
                    app.prepare();
                }
            }
            // What was stopped must not be said to be a fault of the game.
            if stop.is_stopped() {
                app.tell_stopped();
                taken.rest.clear();
            }
            taken
        })?;
        if taken.next == Next::End || meanwhile == Meanwhile::Left {
            return Ok(Next::End);
        }
        // What waited comes before what was pressed meanwhile.
        for input in taken.rest.into_iter().rev() {
            self.early.push_front(input);
        }
        if let Some(text) = &taken.copied {
            self.screen.copy(text)?;
        }
        if taken.suspends {
            return self.suspend(app).map(|()| Next::GoOn);
        }
        self.thinker.attend(app.task());
        self.measure_new_glyphs(app)?;
        self.screen.draw(app)?;
        Ok(Next::GoOn)
    }

    /// Stops the process as the terminal's own key does, until it is brought back.
    fn suspend(&mut self, app: &mut App) -> io::Result<()> {
        self.screen.lend(Signals::stop)?;
        app.facts.size = self.screen.size()?;
        self.screen.draw(app)
    }

    /// Does a job on a thread of its own and looks after the terminal meanwhile: what is pressed
    /// waits, but Escape stops the rules, and what leaves stops them too. Only here do rules run:
    /// before and after, the token is stopped, so that whatever asks for more is answered at once.
    fn beside<T: Send>(
        &mut self,
        note: &str,
        may_quit: bool,
        job: impl FnOnce() -> T + Send,
    ) -> io::Result<(T, Meanwhile)> {
        let stop = self.stop.clone();
        let begun = Instant::now();
        stop.rearm();
        let (done, meanwhile) = thread::scope(|scope| {
            let mut meanwhile = Ok(Meanwhile::Nothing);
            let (tell, told) = mpsc::channel();
            let worker = scope.spawn(move || {
                let done = job();
                // The caller is told; nobody waits where the terminal has gone.
                let _ = tell.send(());
                done
            });
            while let Err(mpsc::RecvTimeoutError::Timeout) = told.recv_timeout(GLANCE) {
                // Where the terminal has gone nothing is looked after any more.
                meanwhile = meanwhile.and_then(|so_far| self.look_after(so_far, may_quit));
                if meanwhile.is_ok() && begun.elapsed() > UNNOTICED && !stop.is_stopped() {
                    let shown = format!(" {} {note} ", spinner(begun.elapsed()));
                    meanwhile = self.screen.draw_note(&shown).and(meanwhile);
                }
                if !matches!(meanwhile, Ok(Meanwhile::Nothing)) {
                    stop.stop();
                }
            }
            // A panic goes on here, its message written already.
            let done = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (done, meanwhile)
        });
        stop.stop();
        meanwhile.map(|meanwhile| (done, meanwhile))
    }

    /// Request of the player while rules run, read from the terminal.
    fn look_after(&mut self, so_far: Meanwhile, may_quit: bool) -> io::Result<Meanwhile> {
        if so_far == Meanwhile::Left || self.signals.asks_for_end() {
            return Ok(Meanwhile::Left);
        }
        let mut meanwhile = so_far;
        while self.early.len() < FLOOD {
            match self.screen.wait(Duration::ZERO)? {
                None => break,
                Some(Input::Key(key)) if key == "ctrl-c" || key == "ctrl-d" => {
                    return Ok(Meanwhile::Left);
                }
                Some(Input::Key(key)) if key == "escape" => {
                    self.early.clear();
                    meanwhile = Meanwhile::Stopped;
                }
                // It leaves, once nothing runs, for where it always leaves for.
                Some(Input::Key(key)) if key == "q" && may_quit => {
                    self.early.clear();
                    self.early.push_back(Input::Key(key));
                    meanwhile = Meanwhile::Stopped;
                }
                Some(input) => self.early.push_back(input),
            }
        }
        Ok(meanwhile)
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
        let glyphs = widths::glyphs_to_measure(play.dialogue.session.game().rules());
        let unknown = app.facts.widths.unknown(&glyphs);
        if unknown.is_empty() {
            return Ok(());
        }
        let mut measured = self.screen.measure(&unknown)?;
        measured.widths.fill_up(&unknown);
        self.early.extend(measured.keys);
        app.facts.widths.extend(measured.widths);
        play.look_again(&app.facts.abilities());
        Ok(())
    }
}

/// Result of inputs.
struct Taken {
    next: Next,
    /// Those for which there is no time before the screen must be drawn again.
    rest: VecDeque<Input>,
    /// True if the program is to be suspended.
    suspends: bool,
    /// Text for the clipboard.
    copied: Option<String>,
}

/// Feeds the model.
fn take_in(inputs: Vec<Input>, app: &mut App) -> Taken {
    let begun = Instant::now();
    let mut taken = Taken { next: Next::GoOn, rest: inputs.into(), suspends: false, copied: None };
    while let Some(input) = taken.rest.pop_front() {
        panic_if_asked(&input);
        for request in app.update(&input) {
            for event in app.perform(request, clock::surroundings()) {
                taken.take_up(event, app);
            }
        }
        if taken.next == Next::End || taken.suspends || begun.elapsed() > LONGEST {
            break;
        }
    }
    taken
}

impl Taken {
    /// Takes up an event that concerns what is around the screen.
    fn take_up(&mut self, event: Outward, app: &mut App) {
        match event {
            Outward::End => self.next = Next::End,
            Outward::Suspend => self.suspends = true,
            Outward::Copy(text) => self.copied = Some(text),
            Outward::Save { name, text } => save(&name, &text, app),
        }
    }
}

/// Writes the game being played into the folder where the program was started.
fn save(name: &str, text: &str, app: &mut App) {
    match save_file::write(name, text) {
        Ok(path) => {
            let values = [("path", path.display().to_string().into())];
            app.say(app.phrases.say("saved", &values));
        }
        Err(error) => {
            let values = [("reason", save_file::reason(&error, &app.phrases).into())];
            app.warning = Some(app.phrases.say("cannot-save", &values));
        }
    }
}

/// Takes up what happened to the game's file, where it is being written.
pub(super) fn look_around(watch: &mut Option<Watch>, app: &mut App) -> bool {
    let Some(watch) = watch else { return false };
    let was_waiting = app.play.is_none();
    let is_new = watch.look(app);
    if was_waiting && app.play.is_some() {
        app.host.set_surroundings(clock::surroundings());
        app.begin(watch.path());
    }
    is_new
}

/// One of a few signs, another every quarter of a second.
fn spinner(elapsed: Duration) -> char {
    const SIGNS: [char; 4] = ['|', '/', '-', '\\'];
    SIGNS[elapsed.as_millis() as usize / 250 % SIGNS.len()]
}

/// True if the terminal has not gone.
fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
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
