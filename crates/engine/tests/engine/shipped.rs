//! The games that come with the program.

use masume_engine::{Game, Grid, Setup, Severity, shipped_games};
use masume_rules::work::Prices;

#[test]
fn every_shipped_game_loads_starts_and_is_read_back() {
    for shipped in shipped_games() {
        let loaded = Game::load(shipped.text);
        let errors: Vec<String> = loaded
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| super::shown(shipped.text, diagnostic))
            .collect();
        let Some(game) = loaded.game else { panic!("{}: {errors:?}", shipped.name) };
        let mut state = game
            .start(&Setup { seed: 4, ..Setup::default() })
            .unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
        for ply in 0..6 {
            let text = game.print_state(&state);
            assert_eq!(game.read_state(&text).as_ref(), Ok(&state), "{}:\n{text}", shipped.name);
            let actions = game.legal_actions(&state).unwrap();
            for action in &actions {
                let text = game.action_text(&state, *action);
                assert_eq!(game.read_action(&state, &text), Ok(*action), "{}", shipped.name);
            }
            let Some(action) = actions.get(ply * 7 % actions.len().max(1)) else { break };
            game.apply(&mut state, *action).unwrap();
        }
    }
}

#[test]
fn no_shipped_game_is_too_much_work_on_a_large_board() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.unwrap();
        // A board of one size never grows.
        let fixed = game.rules().shape.as_ref().filter(|shape| shape.least == shape.greatest);
        let (width, height) = fixed.map_or((64, 64), |shape| (shape.size.width, shape.size.height));
        let prices = Prices::new(game.rules(), &Grid::new(width, height).unwrap());
        for index in 0..game.rules().actions.len() as u8 {
            assert_eq!(prices.action(index), Ok(()), "{}", shipped.name);
        }
        for part in [prices.start(), prices.then(), prices.ends(), prices.points()] {
            assert_eq!(part, Ok(()), "{}", shipped.name);
        }
    }
}
