//! The way in: a text to its tree, its plain tree and its diagnostics.

use std::collections::BTreeSet;

use rowan::{GreenNode, GreenNodeBuilder, Language};

use crate::kind::Masume;
use crate::{Code, Diagnostic, Span, SyntaxKind, SyntaxNode, ast, lexer, lower, parser};

/// The greatest size of a file, in bytes; grammar.md, Bounds.
pub const MOST_BYTES: usize = 1 << 20;

/// A text that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parse {
    /// The lossless tree; its tokens together are the text, byte for byte.
    pub tree: GreenNode,
    /// Plain tree of all that was understood.
    pub file: ast::File,
    /// Diagnostics about the rest, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parse {
    /// The root of the lossless tree.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.tree.clone())
    }
}

/// Reads a text. A part that cannot be understood is absent from the file and has a diagnostic.
///
/// Never panics; takes time linear in the length of the text.
pub fn parse(text: &str) -> Parse {
    if text.len() > MOST_BYTES {
        return unread(text, too_large(text.len()));
    }
    let (tree, lexical, syntactic) = parser::parse(text, lexer::lex(text));
    let file = lower::file(&SyntaxNode::new_root(tree.clone()));
    let mut diagnostics = lexical.merge(syntactic);
    forgive_reserved_names(text, &mut diagnostics);
    Parse { tree, file, diagnostics }
}

/// Drops what is said where a name is used that was refused where it was given.
fn forgive_reserved_names(text: &str, diagnostics: &mut Vec<Diagnostic>) {
    let refused = diagnostics.iter().filter(|it| it.code == Code::ReservedName);
    let refused: BTreeSet<&str> = refused.map(|it| &text[it.span.range()]).collect();
    diagnostics.retain(|it| it.code != Code::Expected || !refused.contains(&text[it.span.range()]));
}

/// Reads the bytes of a file, which may begin with a byte order mark.
///
/// Of bytes that are not UTF-8 nothing is parsed, and the tree holds those before the first bad
/// one.
pub fn parse_bytes(bytes: &[u8]) -> Parse {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) if bytes.len() > MOST_BYTES => unread("", too_large(bytes.len())),
        Err(error) => {
            let at = error.valid_up_to();
            let before = std::str::from_utf8(&bytes[..at]).unwrap_or_default();
            let found = bytes[at];
            let place = Span::new(at as u32, at as u32 + 1);
            let diagnostic = Diagnostic::error(
                Code::NotText,
                place,
                format!("expected UTF-8 text, found the byte {found:#04X}"),
                "this is no character",
            );
            unread(before, diagnostic.with_help("save the file as UTF-8"))
        }
    }
}

fn too_large(length: usize) -> Diagnostic {
    let message = format!("expected a file of {MOST_BYTES} bytes at most, found {length}");
    Diagnostic::error(Code::FileTooLarge, Span::default(), message, "the file is too large")
        .with_help("levels can stand in files of their own")
}

/// A text that is not read at all, for one reason.
fn unread(text: &str, diagnostic: Diagnostic) -> Parse {
    // A tree counts its bytes in 32 bits.
    let text = if u32::try_from(text.len()).is_ok() { text } else { "" };
    let mut builder = GreenNodeBuilder::new();
    builder.start_node(Masume::kind_to_raw(SyntaxKind::Root));
    if !text.is_empty() {
        builder.token(Masume::kind_to_raw(SyntaxKind::Unknown), text);
    }
    builder.finish_node();
    Parse { tree: builder.finish(), file: ast::File::default(), diagnostics: vec![diagnostic] }
}
