//! The file of games itself: whether it is still the one that was opened.

use super::Failed;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which files the games lie in, as the system numbers them. Nothing for a Postgres.
///
/// A file that was deleted or replaced under the server still takes every write, and keeps none of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Identity(Arc<[(PathBuf, u64, u64)]>);

impl Identity {
    /// Of a file of SQLite and the log beside it, which is there once something was written.
    pub(super) fn of(path: &Path) -> Result<Identity, Failed> {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let files = [path.to_owned(), PathBuf::from(log)].into_iter().map(|path| {
            let (device, number) = numbers(&path)?;
            Ok((path, device, number))
        });
        Ok(Identity(files.collect::<Result<_, Failed>>()?))
    }

    /// Whether all of them are where they were.
    pub(super) fn check(&self) -> Result<(), Failed> {
        for (path, device, number) in self.0.iter() {
            if numbers(path)? != (*device, *number) {
                return Err(Failed::Gone(format!("another file lies at {}", path.display())));
            }
        }
        Ok(())
    }
}

fn numbers(path: &Path) -> Result<(u64, u64), Failed> {
    let found =
        std::fs::metadata(path).map_err(|error| Failed::Gone(format!("{}: {error}", path.display())))?;
    Ok((found.dev(), found.ino()))
}
