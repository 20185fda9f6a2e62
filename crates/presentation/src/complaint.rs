//! Complaint about something without a place in a text.

/// Complaint about something without a place in a text.
///
/// ```
/// use masume_presentation::complaint::Complaint;
///
/// let complaint = Complaint::new("there is no such file")
///     .with_note("the folder is empty")
///     .with_help("name another one");
/// assert_eq!(complaint.message, "there is no such file");
/// assert_eq!(complaint.notes, ["the folder is empty"]);
/// assert_eq!(complaint.help.as_deref(), Some("name another one"));
/// ```
#[derive(Debug)]
pub struct Complaint {
    /// The code of the manual's page, where there is one.
    pub code: Option<masume_syntax::Code>,
    /// The problem in one line.
    pub message: String,
    /// Further notes.
    pub notes: Vec<String>,
    /// A way out.
    pub help: Option<String>,
}

impl Complaint {
    /// A problem in one line.
    pub fn new(message: impl Into<String>) -> Self {
        Self { code: None, message: message.into(), notes: Vec::new(), help: None }
    }

    /// The same with the code of a page of the manual.
    pub fn with_code(mut self, code: masume_syntax::Code) -> Self {
        self.code = Some(code);
        self
    }

    /// The same with something else that is known.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same with a way out.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
