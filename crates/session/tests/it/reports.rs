//! Reports of actions, as data.

use masume_engine::{Cell, Outcome};
use masume_rules::model::{EMPTY, Layer, Player};
use masume_rules::random::Random;
use masume_session::{Cause, Change, Session};

use crate::support::{PUSHING, act, session, shipped_sessions};

#[test]
fn a_report_says_what_moved_and_what_was_counted() {
    let mut session = session(PUSHING).at_level(3).unwrap();
    act(&mut session, "push right");
    let action = session.legal_actions().unwrap()[1];
    assert_eq!(session.game().action_text(session.state(), action), "push right");
    let grid = *session.state().board.grid();
    let report = session.act(action).unwrap();
    let name = |change: &Change| grid.name(change.cell).unwrap();
    let cells: Vec<String> = report.changes.iter().map(name).collect();
    assert_eq!(cells, ["c2", "d2", "e2"]);
    assert_eq!(report.changes[0].after, EMPTY);
    assert_eq!(report.changes[2].before, EMPTY);
    assert_eq!(report.changed_cells().len(), 3);
    let [pushes] = &report.values[..] else { panic!("{:?}", report.values) };
    assert_eq!((pushes.name.as_str(), pushes.before, pushes.after), ("pushes", 0, 1));
    assert_eq!(report.outcome, Some(Outcome::Won(Player(0))));
    assert!(session.is_won());
    let text = "push right".to_owned();
    assert_eq!(report.cause, Cause::Action { action, text, player: Player(0) });

    let back = session.undo().unwrap();
    assert_eq!(back.cause, Cause::Travel { from: 2, to: 1 });
    assert_eq!(back.changed_cells(), report.changed_cells());
    assert_eq!(back.outcome, None);
    assert_eq!(session.restart().unwrap().cause, Cause::Restart);
}

#[test]
fn goals_and_stages_are_reported_once() {
    let text = "\
game Climb
board 4 x 1

pieces
  thing: player

legend
  .  nothing
  @  player

start
  picture
    @...

action step in d (left or right)
  player _ -> _ player

goal when some [player, column = 2]
win stage when some [player, column = 4], score += 5
";
    let mut session = session(text);
    let right = session.game().read_action(session.state(), "step right").unwrap();
    let report = session.act(right).unwrap();
    assert_eq!((report.goals, report.stage), (vec![1], None));
    let report = session.act(right).unwrap();
    assert_eq!((report.goals, report.stage), (vec![], None));
    let report = session.act(right).unwrap();
    assert_eq!(report.stage, Some(2));
    let names: Vec<&str> = report.values.iter().map(|value| value.name.as_str()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn what_chance_added_is_told_from_what_moved() {
    let text = "\
game Rain
board 4 x 2

pieces
  thing: player drop
  ground: puddle

legend
  .  nothing
  @  player
  o  drop
  ,  puddle

start
  picture
    @...
    ....

action step in d (left or right)
  player _ -> _ player

action jump
  player -> random empty

then
  random empty -> drop
  drop -> [drop, puddle]
";
    let mut session = session(text);
    for action in ["step right", "jump", "jump"] {
        let drops = |session: &Session| -> Vec<Cell> {
            let board = &session.state().board;
            let is_drop = |cell: &Cell| board.get(Layer(0), *cell) == 1;
            board.grid().inner_cells().filter(is_drop).collect()
        };
        let before = drops(&session);
        act(&mut session, action);
        let new: Vec<Cell> =
            drops(&session).into_iter().filter(|cell| !before.contains(cell)).collect();
        let added = session.added_by_chance();
        let cells: Vec<Cell> = added.iter().map(|change| change.cell).collect();
        assert_eq!((new.len(), &cells), (1, &new), "{action}");
        assert!(added.iter().all(|change| change.layer == Layer(0) && change.after == 1));
    }
    session.undo();
    assert_eq!(session.added_by_chance().len(), 1, "of the action before");
    session.restart();
    assert_eq!(session.added_by_chance(), []);
}

#[test]
fn changes_lead_from_the_one_state_to_the_other() {
    for mut session in shipped_sessions() {
        let mut random = Random::new(23);
        for _ in 0..20 {
            let mut before = session.state().clone();
            let legal = session.legal_actions().unwrap();
            let Some(action) = legal.get(random.below(legal.len() as u64) as usize).copied() else {
                break;
            };
            let report = session.act(action).unwrap();
            for change in &report.changes {
                assert_eq!(before.board.get(change.layer, change.cell), change.before);
                before.board.set(change.layer, change.cell, change.after);
            }
            assert_eq!(before.board, session.state().board, "{}", session.edition().name());
        }
    }
}
