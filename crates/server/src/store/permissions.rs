//! The file of games is readable by its owner alone: all seats' links depend on what is in it.

use std::fs::OpenOptions;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

/// Makes the file if it is not there, for its owner alone; SQLite gives the files beside it the same rights. A file
/// that is there keeps its rights, which may be wanted; the log warns of it.
///
/// If it cannot be made, nothing is said here: SQLite is next, and says it.
pub(super) fn make(path: &Path) {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    if made.is_ok() {
        return;
    }
    let Ok(found) = std::fs::metadata(path) else { return };
    let mode = found.permissions().mode() & 0o777;
    if found.is_file() && mode & 0o077 != 0 {
        tracing::warn!(
            "{} is open to other users of this machine (mode {mode:o}): close it with chmod 600",
            path.display()
        );
    }
}
