//! From the terminal's events to inputs.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::input::Input;

/// Input that an event means; `None` for what means nothing here, such as the release of a key.
pub(crate) fn input_of(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) => key_of(key).map(Input::Key),
        Event::Mouse(mouse) => mouse_of(mouse),
        Event::Paste(_) => Some(Input::Paste),
        Event::Resize(width, height) => Some(Input::Resize(*width, *height)),
        Event::FocusGained | Event::FocusLost => None,
    }
}

/// The name of a key that was pressed.
fn key_of(key: &KeyEvent) -> Option<String> {
    let KeyEvent { code, modifiers, kind, .. } = key;
    // Some systems tell of releases too, which are no presses.
    if *kind == KeyEventKind::Release {
        return None;
    }
    let with_control = modifiers.contains(KeyModifiers::CONTROL);
    if modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META) {
        return None;
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "an enum of the library, with many keys")]
    let name = match code {
        KeyCode::Char(letter) if with_control => {
            return Some(format!("ctrl-{}", letter.to_lowercase()));
        }
        KeyCode::Char(' ') => "space",
        KeyCode::Char(letter) => return Some(letter.to_string()),
        KeyCode::F(number) => return Some(format!("f{number}")),
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        KeyCode::Enter => "enter",
        KeyCode::Tab => "tab",
        KeyCode::Esc => "escape",
        KeyCode::Backspace => "backspace",
        KeyCode::PageUp => "page-up",
        KeyCode::PageDown => "page-down",
        KeyCode::Home => "home",
        KeyCode::End => "end",
        // The middle of a number pad.
        KeyCode::KeypadBegin => "5",
        _ => return None,
    };
    Some(name.to_owned())
}

fn mouse_of(mouse: &MouseEvent) -> Option<Input> {
    let (x, y) = (mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(x, y)),
        MouseEventKind::Up(MouseButton::Left) => Some(Input::Release(x, y)),
        MouseEventKind::ScrollUp => Some(Input::Wheel(-1)),
        MouseEventKind::ScrollDown => Some(Input::Wheel(1)),
        MouseEventKind::Down(MouseButton::Right | MouseButton::Middle)
        | MouseEventKind::Up(MouseButton::Right | MouseButton::Middle)
        | MouseEventKind::Drag(_)
        | MouseEventKind::Moved
        | MouseEventKind::ScrollLeft
        | MouseEventKind::ScrollRight => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyEventState;

    #[test]
    fn keys_have_names_and_releases_are_none() {
        let key = |code, modifiers, kind| {
            let state = KeyEventState::NONE;
            input_of(&Event::Key(KeyEvent { code, modifiers, kind, state }))
        };
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        let rows = [
            (KeyCode::Char('z'), none, Some("z")),
            (KeyCode::Char('R'), KeyModifiers::SHIFT, Some("R")),
            (KeyCode::Char('z'), control, Some("ctrl-z")),
            (KeyCode::Char('Z'), control, Some("ctrl-z")),
            (KeyCode::Char(' '), none, Some("space")),
            (KeyCode::Left, none, Some("left")),
            (KeyCode::F(2), none, Some("f2")),
            (KeyCode::KeypadBegin, none, Some("5")),
            (KeyCode::Char('x'), KeyModifiers::ALT, None),
            (KeyCode::CapsLock, none, None),
        ];
        for (code, modifiers, name) in rows {
            let expected = name.map(Input::key);
            assert_eq!(key(code, modifiers, KeyEventKind::Press), expected, "{code:?}");
            assert_eq!(key(code, modifiers, KeyEventKind::Repeat), expected, "{code:?}");
            assert_eq!(key(code, modifiers, KeyEventKind::Release), None, "{code:?}");
        }
    }

    #[test]
    fn pasted_text_is_no_sequence_of_keys() {
        assert_eq!(input_of(&Event::Paste("qqqq".to_owned())), Some(Input::Paste));
    }
}
