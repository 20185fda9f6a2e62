//! Random games, many side by side.
//!
//! Each lane plays one game and takes the next one when it is over. Which lane plays which game
//! changes nothing: a game is decided by its own generators. The players' turns come round for all
//! boards at once; a board on which another player is to act waits for theirs. Where a player acts
//! again, it is the turn of who is to act on most boards.

use masume_board::{SetOps, Vectors};
use masume_program::interp::code::Code;
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::{ACTIVE, AGAIN, OVER};
use masume_rules::action::Action;
use masume_rules::model::{EndKind, Player};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::Outcome;

use super::Interp;
use super::choose::Counts;
use super::native;
use super::outcome::outcome;
use super::register_file::{Before, RegisterFile, Row};
use super::retry::learn;
use super::run::{Context, Cursor};
use super::shape::Shape;
use crate::general::General;
use crate::run::{Host, Loaded, Position};
use crate::vectors::{self, Arch, Vectorised};
use crate::{Games, Played, Scores, Starts};

/// Number of the game of a lane that rests.
pub(super) const RESTS: u64 = u64::MAX;

/// Games side by side.
pub(crate) struct Round<'g, 'h, const W: usize, const L: usize, const F: usize> {
    pub(crate) run: &'g dyn General,
    pub(crate) loaded: &'g Loaded,
    pub(crate) host: &'g Host<'h>,
    /// Vector instructions of the machine.
    pub(crate) arch: Arch,
    pub(crate) code: &'g GameCode,
    pub(crate) shape: &'g Shape<W>,
    pub(crate) context: Context<'g, 'h, W>,
    pub(crate) games: &'g Games<'g>,
    /// Position in which the first game starts.
    pub(crate) start: &'g Position,
    /// Position in which the game that begins starts, with the choices there: its first board.
    pub(crate) first: RegisterFile<W, F>,
    pub(crate) table: RegisterFile<W, L>,
    pub(crate) before: Before<W, L>,
    pub(crate) counts: Counts<L>,
    pub(crate) agents: Row<Random, L>,
    pub(crate) plies: Row<u64, L>,
    pub(crate) numbers: Row<u64, L>,
    pub(crate) to_act: Row<u64, L>,
    pub(crate) next_game: u64,
    pub(crate) playing: usize,
    /// The first game, by number, in which anything went wrong.
    pub(crate) error: Option<(u64, RunError)>,
}

/// Plays games, of which the first starts in this position, `L` side by side, and gives each as it ends.
pub(crate) fn play<const W: usize, const L: usize, const F: usize>(
    interp: &Interp<W>,
    run: &dyn General,
    host: &Host<'_>,
    start: &Position,
    games: &Games<'_>,
    done: &mut dyn FnMut(Played),
) -> Result<(), RunError> {
    let code = &interp.code;
    let context = interp.context(run, host);
    let arch = context.arch;
    let mut round = Round::<'_, '_, W, L, F> {
        run,
        loaded: run.loaded(),
        host,
        arch,
        code,
        shape: &interp.shape,
        context,
        games,
        start,
        first: RegisterFile::new(code),
        table: RegisterFile::new(code),
        before: Before::new(),
        counts: Counts::NONE,
        agents: Row([Random(0); L]),
        plies: Row([0; L]),
        numbers: Row([RESTS; L]),
        to_act: Row([0; L]),
        next_game: 0,
        playing: 0,
        error: None,
    };
    (round.table.lines, round.first.lines) = (interp.lines(), interp.lines());
    if !round.find_first(start) {
        return run.play_each(host, start, games, done);
    }
    for lane in 0..L {
        round.begin(lane, done);
    }
    let mut player = usize::from(start.to_act.0);
    while round.playing > 0 && !host.stop.is_stopped() {
        let acts_again = round.turn(player, done);
        player = if acts_again { round.awaited_player() } else { code.player_after(player) };
    }
    host.stop.check(Span::default())?;
    round.error.map_or(Ok(()), |(_, error)| Err(error))
}

impl<const W: usize, const L: usize, const F: usize> Round<'_, '_, W, L, F> {
    /// Finds what can be done where a game starts; says whether that can be told.
    fn find_first(&mut self, start: &Position) -> bool {
        let code = self.code;
        let Some(player) = code.players.get(usize::from(start.to_act.0)) else { return false };
        self.first.load(code, &self.loaded.layout, 0, start);
        self.first.masks[usize::from(ACTIVE.0)] = Row([0; F]);
        self.first.masks[usize::from(ACTIVE.0)][0] = u64::MAX;
        loop {
            *self.first.retry = [0; F];
            run(self.arch, &mut self.first, &player.legal, &self.context);
            if !learn(&mut self.first.lines, code, self.run, self.host, start) {
                break;
            }
        }
        self.first.retry[0] == 0
    }

    /// Begins the next game on a lane, if there is one.
    pub(super) fn begin(&mut self, lane: usize, done: &mut dyn FnMut(Played)) {
        self.numbers[lane] = RESTS;
        while self.next_game < self.games.count && self.error.is_none() {
            let number = self.next_game;
            self.next_game += 1;
            let to_act = match self.games.starts {
                Starts::One(_) => Some(self.start.to_act),
                Starts::Each(_) => self.set_up(number, done),
            };
            let Some(to_act) = to_act else { continue };
            self.numbers[lane] = number;
            self.table.copy_lane(lane, (&self.first, 0), self.code);
            if let Some(random) = (self.games.chance)(number) {
                self.table.random[lane] = random;
            }
            self.agents[lane] = (self.games.agent)(number);
            self.plies[lane] = 0;
            self.to_act[lane] = to_act.0.into();
            self.playing += 1;
            return;
        }
    }

    /// Sets up a game and says who is to act; `None` where the game is done with: it went wrong, or was
    /// played by the general machine.
    #[cold]
    #[inline(never)]
    fn set_up(&mut self, number: u64, done: &mut dyn FnMut(Played)) -> Option<Player> {
        let games = self.games;
        let mut start = self.start.clone();
        let put = games.put_start(number, self.start, &self.loaded.layout, &mut start);
        let played = put.and_then(|()| {
            // A lane's position is that of the first game but for what lies in the table.
            let is_alike = start.ply == self.start.ply;
            let fits = is_alike && self.loaded.fits_interp(&start, games.most_plies);
            if fits && self.find_first(&start) {
                return Ok(None);
            }
            let (mut agent, game) = ((games.agent)(number), (games, number));
            let played =
                self.run.play(self.host, start.clone(), &mut agent, game, games.most_plies);
            played.map(Some)
        });
        match played {
            Ok(None) => return Some(start.to_act),
            Ok(Some(played)) => done(played),
            // All games before this one have begun; one of them may still go wrong, too.
            Err(error) => self.note(number, error),
        }
        None
    }

    /// Notes what went wrong in a game, unless something did in one before it.
    pub(super) fn note(&mut self, number: u64, error: RunError) {
        if self.error.as_ref().is_none_or(|(first, _)| number < *first) {
            self.error = Some((number, error));
        }
    }

    pub(crate) fn is_active(&self, lane: usize, player: usize) -> bool {
        self.numbers[lane] != RESTS && self.to_act[lane] == player as u64
    }

    pub(super) fn run(&mut self, code: &Code) {
        run(self.arch, &mut self.table, code, &self.context);
    }

    /// The player who is to act on most boards. The others wait until the same player is to act there
    /// too, so that boards come into step where a player acts more than once in a row.
    fn awaited_player(&self) -> usize {
        let boards_of = |player: &usize| -> u32 {
            (0..L).map(|lane| u32::from(self.is_active(lane, *player))).sum()
        };
        (0..self.code.players.len()).max_by_key(boards_of).unwrap_or(0)
    }

    /// One turn of a player, on every board where it is theirs; whether they act again on any.
    fn turn(&mut self, player: usize, done: &mut dyn FnMut(Played)) -> bool {
        // Step 1. Every agent chooses.
        if !self.choose(player, done) {
            return false;
        }
        if let Some(observer) = self.games.observer {
            self.tell(player, observer);
        }
        // Step 2. It is done.
        let code = &self.code.players[player];
        if code.may_retry {
            self.table.keep(self.code, &mut self.before);
        }
        self.run(&code.turn);
        // Step 3. Who is next, or how it ended.
        let mut after = [0; 3];
        vectors::with::<W, L>(self.arch, Ending { round: self, player, after: &mut after });
        let [has_retries, ended, acts_again] = after;
        if has_retries != 0 || self.table.lines.iter().any(|lines| !lines.missing.is_empty()) {
            self.retry(player, done);
        }
        if ended != 0 {
            self.end(player, ended, done);
        }
        acts_again != 0
    }

    /// Counts a turn, and says whose is next; gives what has bits where any board needs a retry, the lanes of games
    /// that have ended, as bits, and what has bits where the player acts again on any board.
    #[inline(always)]
    fn end_turn(&mut self, player: usize) -> [u64; 3] {
        let next = self.code.player_after(player);
        let Self { table, plies, to_act, .. } = self;
        let (active, again) = (table.mask(ACTIVE), table.mask(AGAIN));
        let (over, retry) = (table.mask(OVER), &table.retry);
        const { assert!(L <= 64) };
        let (mut has_retries, mut ended, mut acts_again) = (0, 0, 0);
        for lane in 0..L {
            let goes_on = active[lane] & !retry[lane];
            has_retries |= active[lane] & retry[lane];
            ended |= (goes_on & over[lane] & 1) << lane;
            acts_again |= goes_on & again[lane];
            plies[lane] += goes_on & 1;
        }
        // A player alone is always next.
        if next != player {
            for lane in 0..L {
                let passes_on = active[lane] & !retry[lane] & !again[lane];
                to_act[lane] = next as u64 & passes_on | to_act[lane] & !passes_on;
            }
        }
        [has_retries, ended, acts_again]
    }

    /// Tells what was chosen on every board.
    #[inline(never)]
    fn tell(&self, player: usize, observer: &dyn Fn(u64, Player, Action)) {
        let active = self.table.mask(ACTIVE);
        for lane in (0..L).filter(|&lane| active[lane] != 0) {
            let action = self.table.chosen((self.code, player), self.shape, lane);
            observer(self.numbers[lane], Player(player as u8), action);
        }
    }

    /// Gives a game that is left, and begins another.
    #[cold]
    #[inline(never)]
    pub(crate) fn leave(&mut self, lane: usize, done: &mut dyn FnMut(Played)) {
        self.run_scores();
        self.finish(lane, None, done);
    }

    fn run_scores(&mut self) {
        *self.table.retry = [0; L];
        self.run(&self.code.scores);
    }

    /// Gives the games that have ended, whose lanes are these bits, and begins others.
    #[inline(never)]
    fn end(&mut self, player: usize, mut ended: u64, done: &mut dyn FnMut(Played)) {
        self.run_scores();
        // Not lane by lane: whether a game has ended is as good as random.
        while ended != 0 {
            let lane = ended.trailing_zeros() as usize;
            ended &= ended - 1;
            let Some(kind) = self.table.ends[lane] else { continue };
            self.finish(lane, Some((kind, player)), done);
        }
    }

    /// Gives a game that is over, or is left, after the code of scores has run, and begins another.
    fn finish(&mut self, lane: usize, end: Option<(EndKind, usize)>, done: &mut dyn FnMut(Played)) {
        let Self { table, code, run, host, .. } = &*self;
        match table.scores(code, lane, (*run, host), || self.position(lane)) {
            Ok(scores) => {
                let outcome = end.and_then(|end| outcome(self.loaded, end, || scores.clone()));
                done(self.played(lane, outcome, scores));
                self.playing -= 1;
                self.begin(lane, done);
            }
            Err(error) => self.fail(lane, error),
        }
    }

    fn played(&self, lane: usize, outcome: Option<Outcome>, scores: Scores) -> Played {
        let (number, plies) = (self.numbers[lane], self.plies[lane]);
        let left = self.games.left(outcome, self.loaded, || self.position(lane));
        Played { number, plies, outcome, scores, left }
    }
}

/// The end of a turn, dispatched to the vector instructions that the machine has.
struct Ending<'c, 'r, 'g, 'h, const W: usize, const L: usize, const F: usize> {
    round: &'r mut Round<'g, 'h, W, L, F>,
    player: usize,
    after: &'c mut [u64; 3],
}

impl<const W: usize, const L: usize, const F: usize> Vectorised
    for Ending<'_, '_, '_, '_, W, L, F>
{
    #[inline(always)]
    fn run<V: Vectors>(self, _ops: SetOps<V>) {
        *self.after = self.round.end_turn(self.player);
    }
}

/// Code that is dispatched to the vector instructions that the machine has.
struct Running<'r, 'g, 'h, const W: usize, const L: usize> {
    table: &'r mut RegisterFile<W, L>,
    code: &'r Code,
    cursor: &'r mut Cursor,
    until: usize,
    context: &'r Context<'g, 'h, W>,
}

impl<const W: usize, const L: usize> Vectorised for Running<'_, '_, '_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        self.table.run((self.code, self.cursor, self.until), self.context, ops);
    }
}

/// Runs code on the boards of a table; a table of one board may have machine code.
pub(super) fn run<const W: usize, const L: usize>(
    arch: Arch,
    table: &mut RegisterFile<W, L>,
    code: &Code,
    context: &Context<'_, '_, W>,
) {
    if const { L == 1 } {
        native::run(arch, table, code, context, None);
    } else {
        let until = code.instructions.len();
        interpret(arch, table, (code, &mut Cursor::default(), until), context)
    }
}

/// Has the interpreter run code on the boards of a table, from a place on: the one instruction there,
/// and those that follow until the place is `until` or behind it. Machine code asks for one instruction
/// here too: the interpreter is by far the most of what is compiled, and must stand only once.
pub(super) fn interpret<const W: usize, const L: usize>(
    arch: Arch,
    table: &mut RegisterFile<W, L>,
    (code, cursor, until): (&Code, &mut Cursor, usize),
    context: &Context<'_, '_, W>,
) {
    vectors::with::<W, L>(arch, Running { table, code, cursor, until, context });
}
