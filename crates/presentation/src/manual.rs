//! The manual of errors: a page for each code.

/// Codes with their pages, in order; empty where the pages were not there to be built in.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/error_pages.rs"));

/// The page of a code such as `E0207`; `None` where there is none.
///
/// ```
/// use masume_presentation::manual::page;
///
/// assert!(page("E0207").is_some_and(|page| page.contains("E0207")));
/// assert_eq!(page("E9999"), None);
/// ```
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(id, _)| *id == code).map(|(_, page)| *page)
}
