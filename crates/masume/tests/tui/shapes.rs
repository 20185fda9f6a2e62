//! Boards that are more than rectangles of cells, and boards seen from the other side.

use masume_engine::Direction;
use masume_rules::model::Player;
use masume_session::Seats;
use ratatui::style::Color;

use super::*;
use crate::tui::board::Layout;

/// A board of points and lines that no file of the project has: two squares beside each other.
const LINES: &str = "\
game Lines
board 5 x 3
players white black

pieces
  ground: flat upright middle
  man:    white black

legend
  .  nothing
  -  flat
  |  upright
  x  middle
  W  white
  B  black

start: picture
  .-.-.
  |x|x|
  .-.-.

action place at c
  must at c: empty -> mine

display
  nothing  \".\" \"·\" joint
  flat     grey bar
  upright  grey post
  middle   bare
  white    \"W\" \"○\" white disc
  black    \"B\" \"●\" black disc
";

fn app(text: &str, kind: Kind) -> App {
    app_of("board", text, Setup::default(), kind)
}

fn layout_of(app: &App) -> Layout {
    app.play.as_ref().and_then(|play| layout(play, &app.facts)).expect("a layout")
}

/// The rows of the screen that the board covers, without blanks around them.
fn picture(app: &App) -> Vec<String> {
    let rows = layout_of(app).body();
    let text = screen(app);
    let rows = text.lines().skip(rows.y.into()).take(rows.height.into()).map(str::to_owned);
    rows.map(|row| row.trim_end().to_owned()).collect()
}

fn cursor(app: &App) -> (i32, i32) {
    let play = app.play.as_ref().expect("a game");
    let grid = play.dialogue.session.state().board.grid();
    let cell = play.cursor.expect("a cursor");
    (grid.column(cell), grid.row(cell))
}

#[test]
fn lines_join_whatever_the_size_of_the_cells_is() {
    let check = |size, most, expected: &[&str]| {
        let mut app = app(LINES, Kind { size, most, depth: Depth::None, ..USUAL });
        app.play.as_mut().expect("a game").cursor = None;
        let rows = picture(&app);
        let least = rows.iter().map(|row| row.len() - row.trim_start().len()).min();
        let left = least.unwrap_or_default() + 3;
        let rows: Vec<String> =
            rows.iter().map(|row| row.chars().skip(left).collect::<String>()).collect();
        assert_eq!(rows, expected, "{}", screen(&app));
    };
    check((20, 8), GlyphSet::Unicode, &["┌─────┬─────┐", "│     │     │", "└─────┴─────┘"]);
    check((20, 8), GlyphSet::Ascii, &["+-----+-----+", "|     |     |", "+-----+-----+"]);
}

/// Square with both diagonals, which go through a cell on the way from a corner to the middle.
const DIAGONALS: &str = "\
game Diagonals
board 5 x 5
players white black

pieces
  ground: flat upright rise fall star hole
  man:    white black

legend
  .  nothing
  -  flat
  |  upright
  /  rise
  \\  fall
  *  star
  x  hole
  W  white
  B  black

start: picture
  *-.-*
  |\\x/|
  .x*x.
  |/x\\|
  *-.-*

action place at c
  must at c: empty -> mine

display
  nothing  \".\" \"·\" joint
  flat     grey bar
  upright  grey post
  rise     grey slash
  fall     grey backslash
  star     \"*\" star
  hole     bare
  white    \"W\" \"○\" white disc
  black    \"B\" \"●\" black disc
";

#[test]
fn diagonal_lines_go_from_star_to_star() {
    let check = |most, rising: &str, falling: &str| {
        let mut app = app(DIAGONALS, Kind { size: (60, 24), most, depth: Depth::None, ..USUAL });
        app.play.as_mut().expect("a game").cursor = None;
        let (across, down) = layout_of(&app).pitch();
        let shown = screen(&app);
        // A line has a sign in each row between the middles of its ends, but for the one in the
        // middle, which both share.
        let rows = usize::from(4 * down - 2);
        assert!(down > 1 && across > 2, "{shown}");
        let body = picture(&app).join("\n");
        assert_eq!(body.matches(rising).count(), rows, "{shown}");
        assert_eq!(body.matches(falling).count(), rows, "{shown}");
        // Each row of the upper half has its falling line on the left, further to the right than
        // the row above.
        let rows: Vec<&str> = body.lines().collect();
        let column = |row: &&str| row.find(falling).map(|at| row[..at].chars().count());
        let falls: Vec<usize> = rows.iter().take(rows.len() / 2).filter_map(column).collect();
        assert!(falls.len() > 2 && falls.is_sorted(), "{falls:?} {shown}");
    };
    check(GlyphSet::Unicode, "╱", "╲");
    check(GlyphSet::Ascii, "/", "\\");
}

#[test]
fn the_cursor_goes_from_point_to_point() {
    let mut app = app(LINES, USUAL);
    let mut check = |keys: &[&str], expected| {
        press(&mut app, keys);
        assert_eq!(cursor(&app), expected, "{keys:?}");
    };
    // In the middle is a line: the nearest point is above it.
    check(&[], (2, 0));
    check(&["left"], (0, 0));
    check(&["left"], (0, 0));
    check(&["down"], (0, 2));
    check(&["right"], (2, 2));
    check(&["right"], (4, 2));
    check(&["up"], (4, 0));
    // Nothing lies straight above this point: the nearest one is as much above as beside it.
    let mut app = shipped("nine-mens-morris", USUAL);
    choose(&mut app, (1, 1));
    press(&mut app, &["up"]);
    assert_eq!(cursor(&app), (0, 0));
}

#[test]
fn a_line_that_the_rules_have_chosen_is_pointed_at() {
    let rule = "[upright, no man] -> [upright, mine]";
    let text = LINES.replace("must at c: empty -> mine", &format!("must at c: {rule}"));
    let mut app = app(&text, USUAL);
    press(&mut app, &["left", "down"]);
    assert_eq!(cursor(&app), (0, 1));
}

#[test]
fn each_row_of_a_slanted_board_stands_half_a_cell_further_on() {
    for (word, step) in [("right", 1), ("left", -1)] {
        let game = shipped_games().iter().find(|it| it.name == "hex").expect("a game");
        let text = game.text.replace("board slanted right", &format!("board slanted {word}"));
        for size in [(80, 24), (120, 40), (200, 70)] {
            let app = app(&text, Kind { size, ..USUAL });
            let layout = layout_of(&app);
            let half = i32::from(layout.pitch().0) * step / 2;
            let first = |row| i32::from(layout.place(0, row).expect("a place").x);
            for row in layout.rows().skip(1) {
                assert_eq!(first(row) - first(row - 1), half, "{word} {size:?}");
            }
            assert!(!layout.is_part());
        }
    }
}

#[test]
fn blocks_are_parted_by_lines_of_their_own() {
    let game = shipped_games().iter().find(|it| it.name == "pentago").expect("a game");
    let check = |line: &str, size, most, sign: &str, count: usize| {
        let text = game.text.replace("board parts 2 x 2", line);
        let app = app(&text, Kind { size, most, depth: Depth::None, ..USUAL });
        assert_eq!(screen(&app).matches(sign).count(), count, "{line}\n{}", screen(&app));
    };
    let (small, unicode) = ((80, 24), GlyphSet::Unicode);
    check("board parts 2 x 2", small, unicode, "╋", 1);
    check("board blocks 2 x 3", small, unicode, "╋", 2);
    check("board blocks 2 x 2", small, unicode, "╋", 4);
    check("board blocks 6 x 6", small, unicode, "╋", 0);
    check("board blocks 6 x 6", small, unicode, "┃", 0);
    // Where there is no room for lines between all cells, those between blocks stay.
    check("board parts 2 x 2", (30, 13), unicode, "╋", 1);
    check("board parts 2 x 2", (30, 13), unicode, "┼", 0);
    check("board parts 2 x 2", small, GlyphSet::Ascii, "#", 37);
}

#[test]
fn what_is_around_a_board_is_blank() {
    for (name, blank) in [("sokoban", "a1"), ("peg-solitaire", "a1")] {
        for depth in [Depth::None, Depth::Sixteen, Depth::Table, Depth::True] {
            for size in [(80, 24), (120, 40), (40, 15)] {
                for most in GlyphSet::ALL {
                    let mut app = shipped(name, Kind { size, depth, most, ..USUAL });
                    app.play.as_mut().expect("a game").cursor = None;
                    let play = app.play.as_ref().expect("a game");
                    let grid = play.dialogue.session.state().board.grid();
                    let cell = grid.cell_named(blank).expect("a cell");
                    let (column, row) = (grid.column(cell) as u32, grid.row(cell) as u32);
                    let place = layout_of(&app).place(column, row).expect("a place");
                    let buffer = buffer(&app);
                    for at in place.positions() {
                        let is_blank = buffer[at].symbol() == " "
                            && buffer[at].bg == ratatui::style::Color::Reset;
                        assert!(is_blank, "{name} {depth:?} {size:?}\n{}", screen(&app));
                    }
                }
            }
        }
    }
}

#[test]
fn floor_without_walls_around_it_is_floor() {
    let game = shipped_games().iter().find(|it| it.name == "sokoban").expect("a game");
    let (before, _) = game.text.split_once("level \"").expect("levels");
    let text = format!("{before}level \"Open\"\n  .....\n  .pbg.\n  .....\n");
    let app = app(&text, Kind { most: GlyphSet::Ascii, ..USUAL });
    assert_eq!(picture(&app).concat().matches('.').count(), 12, "{}", screen(&app));
}

/// The text of the cell, without colours.
fn signs(app: &App, (column, row): (u32, u32)) -> String {
    let place = layout_of(app).place(column, row).expect("a place");
    let buffer = buffer(app);
    place.positions().map(|at| buffer[at].symbol().to_owned()).collect()
}

#[test]
fn what_stands_on_a_goal_is_unlike_what_does_not_without_any_colour() {
    let game = shipped_games().iter().find(|it| it.name == "sokoban").expect("a game");
    let (before, _) = game.text.split_once("level \"").expect("levels");
    for (alone, on_goal) in [("p", "P"), ("b", "B")] {
        let other = if alone == "p" { "" } else { "p" };
        for most in GlyphSet::ALL {
            for depth in [Depth::None, Depth::Sixteen, Depth::Table, Depth::True] {
                for size in [(20, 7), (40, 15), (80, 24), (120, 40)] {
                    let seen = [alone, on_goal].map(|thing| {
                        let level = format!("######\n  #{thing}{other:.<3}#\n  ######");
                        let text = format!("{before}level \"One\"\n  {level}\n");
                        let kind = Kind { size, most, depth, ..USUAL };
                        signs(&app(&text, kind), (1, 1))
                    });
                    assert_ne!(seen[0], seen[1], "{alone} {most:?} {depth:?} {size:?}");
                }
            }
        }
    }
}

#[test]
fn pieces_that_are_said_to_be_unseen_are_not_seen() {
    for most in GlyphSet::ALL {
        for depth in [Depth::None, Depth::True] {
            let mut app = shipped("chess", Kind { most, depth, ..USUAL });
            let rook = signs(&app, (0, 7));
            choose(&mut app, (0, 6));
            choose(&mut app, (0, 4));
            // The square that the pawn skipped is as the others are.
            app.play.as_mut().expect("a game").dialogue.fresh.clear();
            app.play.as_mut().expect("a game").cursor = None;
            assert_eq!(signs(&app, (0, 5)), signs(&app, (2, 5)));
            for place in [(0, 1), (0, 3), (0, 7), (0, 6), (1, 1), (1, 2)] {
                choose(&mut app, place);
            }
            app.play.as_mut().expect("a game").dialogue.fresh.clear();
            app.play.as_mut().expect("a game").cursor = None;
            assert_eq!(signs(&app, (0, 6)), rook, "{}", screen(&app));
            assert!(most > GlyphSet::Ascii || rook.contains('R'), "{rook}");
        }
    }
}

#[test]
fn what_is_said_of_a_piece_is_seen_with_the_cursor_at_it() {
    for depth in [Depth::None, Depth::Sixteen, Depth::Table, Depth::True] {
        for size in [(80, 24), (120, 40), (40, 15)] {
            for most in GlyphSet::ALL {
                let mut app = shipped("amazons", Kind { size, most, depth, ..USUAL });
                choose(&mut app, (3, 9));
                choose(&mut app, (3, 5));
                assert_eq!(cursor(&app), (3, 5));
                let sign = if most == GlyphSet::Ascii { "!" } else { "↑" };
                let seen = signs(&app, (3, 5));
                assert!(seen.contains(sign), "{seen:?} {depth:?} {size:?} {most:?}");
                assert!(!signs(&app, (0, 6)).contains(sign));
            }
        }
    }
}

fn against(name: &str, opponent: Player) -> App {
    let mut app = shipped(name, USUAL);
    let play = app.play.as_mut().expect("a game");
    let session = play.dialogue.session.clone().with_seats(Seats::default().with(opponent, "easy"));
    play.change_to(session, &app.phrases);
    app
}

#[test]
fn a_player_alone_sits_at_the_bottom() {
    let is_turned = |app: &App| {
        let layout = layout_of(app);
        layout.place(0, 0).expect("a place").y > layout.place(0, 7).expect("a place").y
    };
    let (white, black) = (Player(0), Player(1));
    assert!(is_turned(&against("chess", white)));
    assert!(!is_turned(&against("chess", black)));
    assert!(!is_turned(&shipped("chess", USUAL)));
    // Whose pieces have no forward sits anywhere.
    assert!(!is_turned(&against("othello", white)));
    let mut app = shipped("chess", USUAL);
    press(&mut app, &["F"]);
    assert!(is_turned(&app));
    press(&mut app, &["f12"]);
    assert!(!is_turned(&app));
}

#[test]
fn keys_and_pictures_of_levels_follow_a_board_that_is_turned() {
    let column = |app: &App| {
        let session = &app.play.as_ref().expect("a game").dialogue.session;
        session.state().board.grid().column(session.walker().expect("a piece that walks"))
    };
    for (keys, step) in [(["right"], 1), (["l"], 1), (["4"], -1)] {
        let mut app = shipped("sokoban", USUAL);
        let before = column(&app);
        press(&mut app, &keys);
        let step_before = column(&app) - before;
        press(&mut app, &["r", "F"]);
        press(&mut app, &keys);
        assert_eq!((step_before, column(&app) - before), (step, -step), "{keys:?}");
    }
    let mut app = shipped("sokoban", USUAL);
    press(&mut app, &["L"]);
    let straight = screen(&app);
    press(&mut app, &["escape", "F", "L"]);
    assert_ne!(screen(&app), straight);
    press(&mut app, &["escape", "F", "L"]);
    assert_eq!(screen(&app), straight);
}

#[test]
fn the_mouse_and_the_cursor_follow_a_board_that_is_turned() {
    let mut app = shipped("chess", USUAL);
    press(&mut app, &["F"]);
    let layout = layout_of(&app);
    for (column, row) in layout.rows().flat_map(|row| layout.columns().map(move |it| (it, row))) {
        let place = layout.place(column, row).expect("a place");
        let grid = app.play.as_ref().expect("a game").dialogue.session.state().board.grid();
        assert_eq!(layout.cell_at(place.x, place.y), grid.at(column as i32, row as i32));
    }
    let seen = |app: &App| {
        let (column, row) = cursor(app);
        let place = layout.place(column as u32, row as u32).expect("a place");
        (i32::from(place.x), i32::from(place.y))
    };
    for (key, way) in [
        ("left", Direction::Left),
        ("up", Direction::Up),
        ("right", Direction::Right),
        ("down", Direction::Down),
    ] {
        let before = seen(&app);
        press(&mut app, &[key]);
        let after = seen(&app);
        let (across, down) = ((after.0 - before.0).signum(), (after.1 - before.1).signum());
        assert_eq!((across, down), (way.across(), way.down()), "{key}");
    }
}

#[test]
fn every_game_is_whole_on_the_usual_screen() {
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        for depth in [Depth::None, Depth::Sixteen, Depth::Table, Depth::True] {
            for most in GlyphSet::ALL {
                app.facts.palette = Palette::new(depth, ThemeChoice::Dark, None);
                app.facts.most = most;
                app.play.as_mut().expect("a game").look_again(&app.facts.abilities());
                let layout = layout_of(&app);
                let needs = layout.needs();
                let is_named =
                    !(needs.column_labels || needs.row_labels) || layout.completeness().1;
                let at = format!("{} {depth:?} {most:?}\n{}", game.name, screen(&app));
                assert!(!layout.is_part() && is_named, "{at}");
                let play = app.play.as_ref().expect("a game");
                let status =
                    play.dialogue.teller(&app.phrases).status(play.dialogue.session.state());
                assert!(screen(&app).contains(&status), "{status:?} {at}");
                // The line of the keys is the last.
                let last = screen(&app).lines().last().unwrap_or_default().to_owned();
                assert!(last.contains("help") && last.contains("leave"), "{at}");
            }
        }
    }
}

#[test]
fn no_piece_of_a_shipped_game_is_the_letter_of_its_name() {
    for shipped in shipped_games() {
        let game = masume_engine::Game::load(shipped.text).game.expect(shipped.name);
        let rules = game.rules();
        if rules.display.is_empty() {
            continue;
        }
        let shown = rules.legends[0].entries.iter().flat_map(|entry| &entry.contents);
        for &(layer, content) in shown {
            let name = masume_rules::text::content_name(rules, layer, content);
            let is_said = rules.display.iter().any(|line| line.subject == Some((layer, content)));
            let is_number = name.contains(|it: char| it.is_ascii_digit());
            assert!(is_said || is_number, "{}: {name}", shipped.name);
        }
    }
    let mut app = shipped("hex", USUAL);
    press(&mut app, &["a", "1", "enter"]);
    let drawn = screen(&app);
    let row = drawn.lines().find(|line| line.trim_start().starts_with("1 ")).expect("a row");
    assert!(!row.contains('j'), "{drawn}");
}

/// A floor, a box around what is under it, and a stone that fills its cell.
const DRAWN: &str = "\
game Drawn
board 3 x 1

pieces
  ground: goal
  thing:  box stone

legend
  .  nothing
  g  goal
  b  box
  B  box on goal
  s  stone

start: picture
  .Bs

action wait

display
  nothing  \".\" \"·\" grey
    picture #010101 #020202
      0...1
      .....
      .....
      .....
      1...0
  goal     \"g\" \"◌\" green
    picture #0000ff
      .....
      .....
      ..0..
      .....
      .....
  box      \"b\" \"■\" orange box
    picture #ff0000
      .000.
      0...0
      0...0
      0...0
      .000.
  stone    \"s\" \"●\" white disc
    picture #00ff00
      00000
      00000
      00000
      00000
      00000
";

/// Colours of the pixels of a cell, row by row; `.` for the ground.
fn pixels(app: &App, column: u32) -> Vec<String> {
    let place = layout_of(app).place(column, 0).expect("a place");
    let buffer = buffer(app);
    let names = [
        (Color::Rgb(1, 1, 1), '0'),
        (Color::Rgb(2, 2, 2), '1'),
        (Color::Rgb(255, 0, 0), 'r'),
        (Color::Rgb(0, 0, 255), 'b'),
        (Color::Rgb(0, 255, 0), 'g'),
    ];
    let name = |colour: Color| names.iter().find(|it| it.0 == colour).map_or('.', |it| it.1);
    let mut rows = Vec::new();
    for y in place.top()..place.bottom() {
        let (mut upper, mut lower) = (String::new(), String::new());
        for x in place.left()..place.right() {
            let cell = &buffer[(x, y)];
            let (above, below) = match cell.symbol() {
                "▀" => (cell.fg, cell.bg),
                "▄" => (cell.bg, cell.fg),
                _ => (cell.bg, cell.bg),
            };
            upper.push(name(above));
            lower.push(name(below));
        }
        rows.extend([upper, lower]);
    }
    rows
}

#[test]
fn pictures_of_a_cell_lie_over_each_other_in_half_blocks() {
    // Cells of three rows: six pixels high, as wide as that, the pictures in the middle.
    let sizes = (5..20).map(|height| Kind { size: (40, height), ..USUAL });
    let size = |app: &App| layout_of(app).place(1, 0).map(|it| (it.width, it.height));
    let app = sizes.map(|kind| app(DRAWN, kind)).find(|app| size(app) == Some((6, 3)));
    let mut app = app.expect("cells of three rows");
    // The corners of the cursor would lie over the picture.
    app.play.as_mut().expect("a game").cursor = None;
    let expected = ["0rrr1.", "r...r.", "r.b.r.", "r...r.", "1rrr0.", "......"];
    assert_eq!(pixels(&app, 1), expected);
    assert_eq!(pixels(&app, 0)[0], "0...1.");
    // What fills a picture to its edge goes on to the side of the cell.
    assert_eq!(pixels(&app, 2), ["gggggg"; 6]);
}

#[test]
fn glyphs_stand_where_there_are_too_few_colours_or_signs_for_pictures() {
    let rows = [
        (USUAL, true),
        (Kind { depth: Depth::Table, ..USUAL }, true),
        (Kind { depth: Depth::Sixteen, ..USUAL }, false),
        (Kind { depth: Depth::None, ..USUAL }, false),
        (Kind { most: GlyphSet::Ascii, ..USUAL }, false),
    ];
    let stoneless = DRAWN.replace(".Bs", ".Bb");
    for (kind, is_drawn) in rows {
        let app = app(&stoneless, kind);
        // The glyph of the free cell is seen, or its picture is.
        let (place, buffer) = (layout_of(&app).place(0, 0).expect("a place"), buffer(&app));
        let has_glyph = place.positions().any(|it| ["·", "."].contains(&buffer[it].symbol()));
        assert_eq!(has_glyph, !is_drawn, "{}", screen(&app));
    }
}

/// Land and water over it, as numbers of two layers; a buoy, which is a piece above both.
const LAND_AND_WATER: &str = "\
game Land and Water
board 4 x 1

pieces
  land:  number 0 to 99
  water: number 0 to 9
  thing: buoy

legend
  .  nothing
  o  buoy

start: picture
  3/2 12/. ./5 o1/2

action rain at c
  at c: land -> [land, water = 7]
";

#[test]
fn numbers_of_several_layers_are_parted() {
    let mut app = app_of("land and water", LAND_AND_WATER, Setup::default(), USUAL);
    let words = |app: &App| {
        let drawn = screen(app);
        let row = drawn.lines().find(|line| line.contains("3/2")).expect("a row").to_owned();
        row.replace(['│', '|'], " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(
        words(&app).ends_with(&["3/2", "12/.", "./5", "o1/2"].map(str::to_owned)),
        "{}",
        screen(&app)
    );
    press(&mut app, &["b", "1", "enter"]);
    assert!(words(&app).contains(&"12/7".to_owned()), "{}", screen(&app));
    // Pictures write them alike.
    let play = app.play.as_ref().expect("a game");
    let board = &play.dialogue.session.state().board;
    let seen = play.looks.seen(board, board.grid().at(0, 0).expect("a cell"));
    assert_eq!(seen.iter().map(|it| it.glyph.as_str()).collect::<Vec<_>>(), ["3/2"]);
}
