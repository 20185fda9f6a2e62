//! The folder where the user's programs keep their data, and the file of progress in it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use etcetera::BaseStrategy as _;
use masume_store::{Keeper, Place, Storage, Store, StoreError};

use crate::{language, save_file};

/// The file in the data folder.
const FILE: &str = "progress.sqlite";
/// Folder in the data folder of games that programs played.
const GAMES: &str = "games";
/// The folder of the program in the user's data folder.
const FOLDER: &str = "masume";
/// Names another folder, for tests and for users who want one.
const VARIABLE: &str = "MASUME_DATA";

/// Opens the file in the user's data folder.
pub(crate) fn open() -> Keeper {
    match folder() {
        Some(folder) => open_in(&folder),
        None => Keeper::failed(StoreError::CannotOpen, None, Place::default()),
    }
}

/// Opens the file in this folder, which is made where it is missing.
pub(crate) fn open_in(folder: &Path) -> Keeper {
    let path = folder.join(FILE);
    let (opened, reason) = match fs::create_dir_all(folder) {
        Ok(()) => (Store::open(&path), None),
        Err(error) => (Err(StoreError::CannotOpen), Some(error)),
    };
    let reason = reason.map(|error| save_file::reason(&error, &language::phrases()));
    let place = Place { folder: folder.to_owned(), reason };
    match opened {
        Ok(store) => Keeper::new(Box::new(store), place),
        // What was kept before can be seen, if nothing more.
        Err(error) => Keeper::failed(error, to_read(&path), place),
    }
}

/// The folder, made where it is not there.
pub(crate) fn make() -> Result<PathBuf, StoreError> {
    let folder = folder().ok_or(StoreError::CannotOpen)?;
    fs::create_dir_all(&folder).map_err(|_| StoreError::CannotOpen)?;
    Ok(folder)
}

/// Opens the file in the user's data folder to look at it; where there is none, nothing was kept.
pub(crate) fn open_to_read() -> Keeper {
    let path = folder().map(|folder| folder.join(FILE)).filter(|path| path.exists());
    let Some(path) = path else { return Keeper::of_nothing() };
    match Store::open(&path) {
        Ok(store) => Keeper::new(Box::new(store), Place::default()),
        Err(error) => match to_read(&path) {
            Some(store) => Keeper::new(store, Place::default()),
            None => Keeper::failed(error, None, Place::default()),
        },
    }
}

fn to_read(path: &Path) -> Option<Box<dyn Storage>> {
    let store = Store::open_to_read(path).ok()?;
    Some(Box::new(store))
}

/// Folder of games that were kept without being told where. It is made where it is missing.
///
/// # Errors
/// Errors of the system.
pub(crate) fn games_folder() -> io::Result<PathBuf> {
    let folder = folder().ok_or(io::ErrorKind::NotFound)?.join(GAMES);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The data folder; `None` where the system has none.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE).filter(|it| !it.is_empty()) {
        return Some(PathBuf::from(folder));
    }
    let native = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(native.data_dir().join(FOLDER))
}
