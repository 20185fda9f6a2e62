//! The service in its protocol: whole games, hostile questions, the schema.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod explaining;
mod hostile;
mod menu;
mod playing;
mod saying;
mod schema;
mod searching;
mod sources;
mod support;
mod view;
