//! Words for what stands where, for people who do not see the board.

use masume_engine::{Cell, State};
use masume_rules::model::{Content, EMPTY, Layer};

use super::Teller;

/// The most cells that are listed: more cannot be kept in mind.
const MOST_LISTED: usize = 12;

/// Contents of a cell that the game shows, the uppermost layer first: `box on goal`.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::Teller;
/// use masume_presentation::speech::cells::contents;
/// use masume_session::{Edition, Session};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let edition = Edition::new(shipped.name, shipped.text, game);
/// let session = Session::new(edition, Setup::default()).unwrap();
/// let phrases = Phrases::new(Locale::English);
/// let teller = Teller::new(&session, &phrases);
/// let cell = session.game().cell_names(session.state()).cell_named("b2").unwrap();
/// assert_eq!(contents(teller, session.state(), cell), "nothing");
/// ```
pub fn contents(teller: Teller<'_>, state: &State, cell: Cell) -> String {
    let held: Vec<String> = held(teller, state, cell)
        .into_iter()
        .rev()
        .map(|(layer, content)| teller.piece(layer, content))
        .collect();
    let stacked = held.into_iter().reduce(|top, below| {
        teller.phrases.say("on", &[("top", top.into()), ("below", below.into())])
    });
    stacked.unwrap_or_else(|| teller.phrases.say("nothing", &[]))
}

/// Contents of a cell that the game shows, from the lowest layer.
pub fn held(teller: Teller<'_>, state: &State, cell: Cell) -> Vec<(Layer, Content)> {
    let layers = (0..state.board.layer_count()).map(|index| Layer(index as u8));
    let contents = layers.map(|layer| (layer, state.board.get(layer, cell)));
    contents.filter(|&(layer, it)| it != EMPTY && teller.is_shown(layer, it)).collect()
}

/// The names of the cells, as many as can be listened to.
pub fn list(teller: Teller<'_>, state: &State, cells: &[Cell]) -> String {
    let names = cells.iter().take(MOST_LISTED).map(|&cell| teller.cell(state, cell));
    let names = names.collect::<Vec<_>>().join(", ");
    match cells.len().checked_sub(MOST_LISTED) {
        None | Some(0) => names,
        Some(rest) => {
            let values = [("cells", names.into()), ("rest", rest.into())];
            teller.phrases.say("and-more", &values)
        }
    }
}
