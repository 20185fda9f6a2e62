//! Sizes of boards as people type them.

use masume_rules::model::Size;
use masume_rules::text;

/// Columns and rows of a size such as `10x8`, with any of the usual signs between them; `None` for a
/// text that is none.
///
/// ```
/// use masume_presentation::size::read_size;
/// use masume_rules::model::Size;
///
/// assert_eq!(read_size("10×8"), Some(Size { width: 10, height: 8 }));
/// assert_eq!(read_size("0x8"), None);
/// ```
pub fn read_size(text: &str) -> Option<Size> {
    let size = text::read_size(&text.replace('×', "x"))?;
    Some(size).filter(|size| size.width > 0 && size.height > 0)
}
