//! Writing a file whole or not at all: beside it first, then in its place.
//!
//! A disk that is full, or a program that is ended, leaves what was there before: the old file, or
//! none.

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::path::Path;

use masume_presentation::complaint::Complaint;
use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;
use crate::{input, language};

/// Writes a file that is not there yet.
///
/// # Errors
/// `AlreadyExists` where there is one, which is left as it is; what the system says otherwise.
pub(crate) fn create(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    // Asked for first, for nothing need be written then; the end asks again.
    if path.symlink_metadata().is_ok() {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists));
    }
    let file = written(path, contents.as_ref(), usual_permissions(), Outlives::System)?;
    file.persist_noclobber(path).map(drop).map_err(|failed| failed.error)
}

/// Writes a file of the user's that must not be there yet, and says why where it cannot.
///
/// # Errors
/// A complaint with the reason.
pub(crate) fn create_for_user(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    create(path, contents).map_err(|error| {
        let phrases = language::phrases();
        let shown = || path.display().to_string().into();
        if error.kind() == io::ErrorKind::AlreadyExists {
            let complaint = Complaint::new(phrases.say("file-exists", &[("path", shown())]));
            return Failure::Input(complaint.with_help(phrases.say("choose-other-name", &[])));
        }
        let reason = match error.kind() == io::ErrorKind::NotFound {
            true => phrases.say("no-such-folder", &[]),
            false => input::reason(&error, &phrases),
        };
        let values = [("path", shown()), ("reason", reason.into())];
        Failure::input(phrases.say("cannot-write", &values))
    })
}

/// Writes the text in the place of what [`create`] has written, or of nothing where that is gone.
///
/// # Errors
/// Errors of the system; the file is as it was then.
pub(crate) fn renew(path: &Path, text: &str, outlives: Outlives) -> io::Result<()> {
    let file = written(path, text.as_bytes(), usual_permissions(), outlives)?;
    file.persist(path).map(drop).map_err(|failed| failed.error)
}

/// Durability of a text that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlives {
    /// The end of this program.
    Program,
    /// The end of the system.
    System,
}

/// Finds out whether a file could be created there now; nothing is left behind.
///
/// # Errors
/// As [`create`].
pub(crate) fn can_create(path: &Path) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists));
    }
    if path.to_string_lossy().ends_with(std::path::is_separator) {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    written(path, b"", usual_permissions(), Outlives::Program).map(drop)
}

/// Writes the text in the place of a file that is there, with its permissions. A link is followed;
/// what is no file on a disk, such as a pipe, is written to as it is.
///
/// # Errors
/// Errors of the system; the file is as it was then.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() {
        return fs::write(&path, text);
    }
    // A file that may not be written stays as it is, although its folder would allow another.
    fs::OpenOptions::new().write(true).open(&path)?;
    let file = written(&path, text.as_bytes(), None, Outlives::System)?;
    file.as_file().set_permissions(metadata.permissions())?;
    file.persist(&path).map(drop).map_err(|failed| failed.error)
}

/// A file beside the path, which is removed unless it takes its place.
fn written(
    path: &Path,
    contents: &[u8],
    permissions: Option<Permissions>,
    outlives: Outlives,
) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    builder.prefix(".masume-");
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(contents)?;
    match outlives {
        Outlives::Program => {}
        Outlives::System => file.as_file().sync_all()?,
    }
    Ok(file)
}

/// As any new file has them: a file made to be temporary is for its owner alone.
fn usual_permissions() -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What is not wanted of these is taken away by the process's mask.
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|it| it.expect("an entry").file_name().display().to_string()).collect()
    }

    #[test]
    fn a_new_file_never_overwrites() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.save");
        create(&path, "first").expect("written");
        assert_eq!(create(&path, "second").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "first");
        assert_eq!(names(folder.path()), ["a.save"]);
        let can_create = |name: &str| can_create(&folder.path().join(name)).map_err(|it| it.kind());
        assert_eq!(can_create("a.save"), Err(io::ErrorKind::AlreadyExists));
        assert_eq!(can_create("none/b.save"), Err(io::ErrorKind::NotFound));
        assert_eq!(can_create("b.save/"), Err(io::ErrorKind::IsADirectory));
        assert_eq!((can_create("b.save"), names(folder.path()).len()), (Ok(()), 1));
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.masu");
        assert_eq!(replace(&path, "none").unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::write(&path, "a long first text").expect("written");
        replace(&path, "second").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "second");
        assert_eq!(names(folder.path()), ["a.masu"]);
    }

    #[test]
    fn a_file_is_written_again_even_where_it_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.save");
        for (text, outlives) in [("first", Outlives::Program), ("second", Outlives::System)] {
            renew(&path, text, outlives).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(names(folder.path()), ["a.save"]);
        drop(folder);
        assert_eq!(
            renew(&path, "", Outlives::Program).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("a.masu"), folder.path().join("link.masu"));
        fs::write(&path, "first").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        replace(&link, "second").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("a file"), "second");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o640);
        let (new, usual) = (folder.path().join("new"), folder.path().join("usual"));
        create(&new, "text").expect("written");
        fs::write(&usual, "text").expect("written");
        assert_eq!(mode(&new), mode(&usual));
    }
}
