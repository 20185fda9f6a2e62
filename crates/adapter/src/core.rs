//! The program that plays, `masume chat stdio`, as a child of this one.

use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::protocol::{Event, Line};
use crate::trouble::Trouble;

/// The program that plays. It ends with this one: its input does.
#[derive(Debug)]
pub struct Core {
    _child: Child,
    events: UnboundedSender<Event>,
    lines: UnboundedReceiver<Line>,
}

impl Core {
    /// Starts it as the bot of this name, and keeps these secrets of the environment from it.
    ///
    /// # Errors
    /// [`Trouble::NoGames`] where it cannot be started.
    pub fn start(program: &Path, me: &str, secrets: &[&str]) -> Result<Self, Trouble> {
        let mut command = Command::new(program);
        command.args(["chat", "stdio", "--pictures", "--me", me]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        for secret in secrets {
            command.env_remove(secret);
        }
        let mut child = command.spawn().map_err(Trouble::NoGames)?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Trouble::GamesEnded);
        };
        // One of them may be full while the other waits: each has a task of its own.
        let (events, mut told) = unbounded_channel::<Event>();
        tokio::spawn(async move {
            while let Some(event) = told.recv().await {
                // Structures of texts and numbers: nothing here can fail.
                let mut line = serde_json::to_vec(&event).unwrap_or_default();
                line.push(b'\n');
                if input.write_all(&line).await.is_err() {
                    return;
                }
            }
        });
        let (written, lines) = unbounded_channel();
        tokio::spawn(async move {
            let mut output = BufReader::new(output).lines();
            while let Ok(Some(line)) = output.next_line().await {
                let line = serde_json::from_str(&line);
                let line = line.unwrap_or_else(|error| Line::Error(error.to_string()));
                if written.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { _child: child, events, lines })
    }

    /// Tells it what happened. Where it has ended, that is seen by the next line.
    pub fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// The next line that it writes. A call that is dropped has lost none.
    ///
    /// # Errors
    /// [`Trouble::GamesEnded`] where there will be none.
    pub async fn line(&mut self) -> Result<Line, Trouble> {
        self.lines.recv().await.ok_or(Trouble::GamesEnded)
    }
}
