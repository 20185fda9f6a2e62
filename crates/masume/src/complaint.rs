//! What is wrong, without a place in a text.

/// What is wrong, without a place in a text.
#[derive(Debug)]
pub(crate) struct Complaint {
    /// The code of the manual's page, where there is one.
    pub(crate) code: Option<masume_syntax::Code>,
    /// The problem in one line.
    pub(crate) message: String,
    /// What else is known.
    pub(crate) notes: Vec<String>,
    /// A way out.
    pub(crate) help: Option<String>,
}

impl Complaint {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: None, message: message.into(), notes: Vec::new(), help: None }
    }

    pub(crate) fn with_code(mut self, code: masume_syntax::Code) -> Self {
        self.code = Some(code);
        self
    }

    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
