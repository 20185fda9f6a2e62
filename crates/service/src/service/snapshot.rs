//! The snapshot of the game being played.

use std::collections::BTreeSet;

use masume_board::CellNames;
use masume_engine::Cell;
use masume_presentation::dialogue;
use masume_presentation::outcome::outcome_text;
use masume_presentation::view::View;

use super::{Service, playing};
use crate::protocol::{Phase, Refusal, Snapshot, ValueView};

impl Service {
    /// The state of the game being played, whole; with what is seen of it, where that is wanted.
    pub(super) fn snapshot(&mut self, with_view: bool) -> Result<Snapshot, Refusal> {
        let play = playing(&mut self.play, &self.phrases)?;
        let (dialogue, phrases) = (&play.dialogue, &self.phrases);
        let session = &dialogue.session;
        let (game, state) = (session.game(), session.state());
        let names = game.cell_names(state);
        let teller = dialogue.teller(phrases);
        let marks = play.marks();
        let mut said = dialogue.said.clone();
        if with_view {
            // A page has its own way to help and to leave.
            let welcome = phrases.say("welcome", &[]);
            said.retain(|it| *it != welcome);
        }
        let legal = match session.legal_actions() {
            Ok(actions) => actions.iter().map(|&it| game.action_text(state, it)).collect(),
            Err(error) => {
                let grid = state.board.grid();
                said.push(masume_engine::run_diagnostic(game.rules(), grid, error).message);
                Vec::new()
            }
        };
        let next = session.next_cells(&dialogue.selection).into_iter().collect();
        Ok(Snapshot {
            title: teller.title(),
            heading: dialogue.heading(phrases),
            id: dialogue.id(),
            level: session.level(),
            levels: game.level_count(),
            position: session.position(),
            length: session.timeline().len(),
            state: game.print_state(state),
            board: game.print_board(state),
            to_act: player_name(session, state.to_act),
            legal,
            values: session
                .values()
                .into_iter()
                .map(|(name, value)| ValueView { name, value })
                .collect(),
            score: session.score(),
            outcome: session.outcome().map(|outcome| outcome_text(game.rules(), outcome)),
            said,
            phase: phase(dialogue.phase),
            selected: dialogue.selection.cell().and_then(|cell| names.name(cell)),
            choosable: named(&next, &names),
            fresh: named(&marks.fresh, &names),
            hinted: named(&marks.hinted, &names),
            view: with_view.then(|| Box::new(View::of(play, phrases).into())),
            thinks: play.task().is_some() || dialogue.pending.is_some(),
        })
    }
}

/// The name of a player in the game's text; empty in a game of one.
pub(super) fn player_name(
    session: &masume_session::Session,
    player: masume_engine::Player,
) -> String {
    let info = session.game().rules().players.get(usize::from(player.0));
    info.map(|info| info.name.clone()).unwrap_or_default()
}

/// Names of cells.
pub(super) fn named(cells: &BTreeSet<Cell>, names: &CellNames) -> Vec<String> {
    cells.iter().filter_map(|cell| names.name(*cell)).collect()
}

fn phase(phase: dialogue::Phase) -> Phase {
    match phase {
        dialogue::Phase::Playing => Phase::Playing,
        dialogue::Phase::Asking => Phase::Asking,
        dialogue::Phase::Offered => Phase::Offered,
        dialogue::Phase::Returning => Phase::Returning,
    }
}
