//! Boards and actions side by side.
//!
//! ```text
//! pb.  push right  .pb  push left  illegal
//!
//! #.          #p
//! p.  push up ..
//! ```

use super::example::Block;

/// A board, and actions with what comes of each.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// In the chapter, counted from 1.
    pub line: usize,
    /// The first board.
    pub before: String,
    /// In order.
    pub moves: Vec<Move>,
}

/// An action and what comes of it.
#[derive(Clone, Debug)]
pub struct Move {
    /// As text; `=>` is the only action of the game.
    pub action: String,
    /// Its result.
    pub result: MoveResult,
}

/// Result of an action.
#[derive(Clone, Debug)]
pub enum MoveResult {
    /// This board.
    Board(String),
    /// The game stands so, as an `outcome` block says it.
    Outcome(String),
    /// It is refused.
    Illegal,
    /// It ends in an error of this code.
    Error(String),
}

/// A line of the chapter, and why it cannot be read.
pub type Misread = (usize, String);

/// The demonstrations of a block: its groups, or each line of a group whose lines all have an action.
pub fn read(block: &Block) -> Vec<Result<Demonstration, Misread>> {
    let mut plays = Vec::new();
    let mut group: Vec<(usize, Vec<&str>)> = Vec::new();
    for (index, line) in block.text.lines().chain([""]).enumerate() {
        if !line.trim().is_empty() {
            group.push((block.line + index, fields(line)));
            continue;
        }
        if group.iter().all(|(_, fields)| fields.len() >= 3) {
            plays.extend(group.drain(..).map(|row| of_group(&[row])));
        } else {
            plays.push(of_group(&group));
            group.clear();
        }
    }
    plays
}

/// Two blanks or more part fields; one may belong to a board.
fn fields(line: &str) -> Vec<&str> {
    let trim = |part: &'_ str| -> bool { !part.trim().is_empty() };
    let mut fields: Vec<&str> = line.trim_end().split("  ").filter(|part| trim(part)).collect();
    for field in fields.iter_mut().skip(1) {
        *field = field.trim();
    }
    fields
}

fn of_group(group: &[(usize, Vec<&str>)]) -> Result<Demonstration, Misread> {
    let line = group[0].0;
    let misread = |why: &str| (line, why.to_owned());
    let longest = group.iter().map(|(_, fields)| fields.len()).max().unwrap_or(0);
    let (_, acting) = &group[group.iter().position(|(_, it)| it.len() == longest).unwrap_or(0)];
    if longest < 3 || longest % 2 == 0 {
        return Err(misread("a play is a board, an action, a board, …"));
    }
    let said = acting[longest - 1];
    let ends_without_board = said == "illegal" || is_code(said) || is_outcome(said);
    let boards = longest.div_ceil(2) - usize::from(ends_without_board);
    let mut pictures = vec![Vec::new(); boards];
    for (_, fields) in group {
        let is_acting = fields.len() == longest;
        if !is_acting && fields.len() != boards {
            return Err(misread("each row has as many boards as the row with the action"));
        }
        for (index, picture) in pictures.iter_mut().enumerate() {
            picture.push(fields[if is_acting { 2 * index } else { index }]);
        }
    }
    if group.iter().filter(|(_, fields)| fields.len() == longest).count() != 1 {
        return Err(misread("one row has the action"));
    }
    let mut boards = pictures.into_iter().map(|rows| rows.join("\n"));
    let before = boards.next().ok_or_else(|| misread("no board"))?;
    let actions = acting.iter().skip(1).step_by(2);
    let moves = actions
        .map(|action| Move {
            action: (*action).to_owned(),
            result: match boards.next() {
                Some(board) => MoveResult::Board(board),
                None if said == "illegal" => MoveResult::Illegal,
                None if is_outcome(said) => MoveResult::Outcome(said.to_owned()),
                None => MoveResult::Error(said.to_owned()),
            },
        })
        .collect();
    Ok(Demonstration { line, before, moves })
}

fn is_outcome(text: &str) -> bool {
    let is_of_player = text.ends_with(" wins") || text.ends_with(" loses");
    is_of_player || ["none", "win", "lose", "draw", "end"].contains(&text)
}

fn is_code(text: &str) -> bool {
    text.len() == 5 && text.starts_with('E') && text[1..].bytes().all(|it| it.is_ascii_digit())
}
