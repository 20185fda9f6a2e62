//! Any bytes: parsing gives the text back, and formatting is stable.

pub(crate) fn run(bytes: &[u8]) {
    let parse = masume_syntax::parse_bytes(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    assert!(bytes.is_empty() || !parse.tree.to_string().is_empty());
    if let Ok(once) = masume_syntax::format(text) {
        let twice = masume_syntax::format(&once);
        assert_eq!(twice.as_deref(), Ok(once.as_str()), "formatting must be stable");
    }
}
