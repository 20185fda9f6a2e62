//! Questions `hint`, `think`, `solve`, `rate` and `opponent`: searches within the bounds of the question.

use masume_presentation::analysis::{self, Signals, Unfound, Work};
use masume_presentation::dialogue::{Command, unfound_told};
use masume_presentation::speech::reasons;
use masume_search::agent::AgentSpec;
use masume_search::{Aim, Budget, RatedVerdict, Scored, Solved, Solver, rate};
use masume_session::Seats;

use super::snapshot::player_name;
use super::{Bounds, Service, playing};
use crate::protocol::{DifficultyView, LineView, Notice, RatingView, Refusal, Verdict};

/// States between two notices of a search.
const STRIDE: u64 = 10_000;

impl Service {
    /// Shows how to go on, by one action more each time.
    pub(super) fn hint(&mut self, bounds: Bounds) -> Result<(), Refusal> {
        self.command(Command::Hint)?;
        self.work(bounds)
    }

    /// Does what the game waits for.
    pub(super) fn think(&mut self, bounds: Bounds) -> Result<(), Refusal> {
        self.work(bounds)?;
        let play = playing(&mut self.play, &self.phrases)?;
        if play.dialogue.pending.is_some() {
            let requests = play.dialogue.do_pending(&self.phrases);
            self.perform(requests);
        }
        Ok(())
    }

    /// Does the work that the game waits for, and tells it what was found.
    fn work(&mut self, bounds: Bounds) -> Result<(), Refusal> {
        let Bounds { nodes, bytes } = bounds;
        let stop = self.stop.clone();
        let signals = Signals { enough: stop.clone(), stop: stop.clone(), abandoned: stop };
        let play = playing(&mut self.play, &self.phrases)?;
        let Some(task) = play.task() else { return Ok(()) };
        let work = Work::new(task, signals).within(analysis::Bounds { nodes, bytes });
        let analysis = work.run();
        play.dialogue.take_analysis(analysis, &self.phrases);
        Ok(())
    }

    /// Looks for actions that win from here, or a proof that there are none.
    pub(super) fn solve(
        &mut self,
        bounds: Bounds,
        tell: &mut dyn FnMut(Notice),
    ) -> Result<LineView, Refusal> {
        let stop = self.stop.clone();
        let Bounds { nodes, bytes } = bounds;
        let session = &playing(&mut self.play, &self.phrases)?.dialogue.session;
        let (game, state) = (session.game().clone(), session.state().clone());
        let budget = Budget { nodes, bytes, stop };
        let mut solver =
            Solver::new(&game, &state, Aim::of(game.rules()), &budget).map_err(|refusal| {
                Refusal::of(unfound_told(&Unfound::Refused(refusal), &self.phrases))
            })?;
        let verdict = loop {
            if let Some(Solved { verdict, .. }) = solver.step(STRIDE) {
                break verdict;
            }
            let report = solver.report();
            tell(Notice::Searched { nodes: report.nodes, bytes: report.bytes });
        };
        let texts = |actions: &[masume_engine::Action]| {
            let mut texts = Vec::new();
            let mut state = state.clone();
            for &action in actions {
                texts.push(game.action_text(&state, action));
                if game.apply(&mut state, action).is_err() {
                    break;
                }
            }
            texts
        };
        let nothing =
            LineView { verdict: Verdict::Unknown, actions: Vec::new(), points: None, reason: None };
        Ok(match verdict {
            masume_search::Verdict::Won(line) => {
                LineView { verdict: Verdict::Won, actions: texts(&line.actions), ..nothing }
            }
            masume_search::Verdict::Impossible(_) => {
                LineView { verdict: Verdict::Impossible, ..nothing }
            }
            masume_search::Verdict::Scored(Scored { line, points, .. }) => LineView {
                verdict: Verdict::Points,
                actions: texts(&line.actions),
                points: Some(points),
                reason: None,
            },
            masume_search::Verdict::GaveUp(limit) => {
                let reason = unfound_told(&Unfound::Limit(limit), &self.phrases);
                LineView { reason: Some(reason), ..nothing }
            }
        })
    }

    /// Difficulty of a level of the game being played; without one, of the game from its beginning.
    pub(super) fn rate(
        &mut self,
        level: Option<usize>,
        Bounds { nodes, bytes }: Bounds,
    ) -> Result<RatingView, Refusal> {
        let stop = self.stop.clone();
        let session = &playing(&mut self.play, &self.phrases)?.dialogue.session;
        let start = match level {
            Some(level) => session.at_level(level).map(|it| it.first_state().clone()),
            None => Ok(session.first_state().clone()),
        };
        let start = start.map_err(|it| Refusal::of(reasons::of_setup(&it, &self.phrases)))?;
        let told = |unfound| unfound_told(&unfound, &self.phrases);
        let rated = rate(session.game(), &start, &Budget { nodes, bytes, stop });
        let rated = rated.map_err(|refusal| Refusal::of(told(Unfound::Refused(refusal))))?;
        let (nodes, rating) = (rated.nodes, rated.rating());
        let (verdict, reason) = match rated.verdict {
            RatedVerdict::Won(..) | RatedVerdict::WonAlready => (Verdict::Won, None),
            RatedVerdict::Impossible(_) => (Verdict::Impossible, None),
            RatedVerdict::GaveUp(limit) => (Verdict::Unknown, Some(told(Unfound::Limit(limit)))),
        };
        let rating = rating.map(|it| DifficultyView {
            difficulty: it.difficulty(),
            actions: it.actions,
            steps: it.steps,
            choices: it.choices,
            dead_ends: it.dead_ends,
        });
        Ok(RatingView { verdict, reason, nodes, rating })
    }

    /// Lets an agent, or a person, play for a player.
    pub(super) fn opponent(&mut self, player: &str, agent: Option<&str>) -> Result<(), Refusal> {
        let unknown_player = self.phrases.say("serve-no-player", &[("player", player.into())]);
        let session = &playing(&mut self.play, &self.phrases)?.dialogue.session;
        let players = (0..session.game().rules().players.len())
            .map(|index| masume_engine::Player(index as u8));
        let mut named = players.filter(|it| player_name(session, *it) == player);
        let player = named.next().ok_or_else(|| Refusal::of(unknown_player))?;
        let others = session.seats().opponents().filter(|(it, _)| *it != player);
        let seats = others.fold(Seats::default(), |seats, (player, name)| seats.with(player, name));
        let seats = match agent {
            Some(agent) => seats.with(player, &self.agent(agent)?),
            None => seats,
        };
        let play = playing(&mut self.play, &self.phrases)?;
        play.dialogue.session = play.dialogue.session.clone().with_seats(seats);
        Ok(())
    }

    /// The name of an agent as sessions have it.
    pub(super) fn agent(&self, name: &str) -> Result<String, Refusal> {
        let wanted: Result<AgentSpec, _> = name.parse();
        wanted
            .map(|it| it.to_string())
            .map_err(|_| Refusal::of(self.phrases.say("serve-no-agent", &[("agent", name.into())])))
    }
}
