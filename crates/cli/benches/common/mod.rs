//! What the load and the hostile programme share: the real server in a process of its own, and those who talk to it.
#![allow(dead_code, reason = "each programme takes what it needs")]

pub(crate) mod floods;
pub(crate) mod line;
pub(crate) mod live;
pub(crate) mod marks;
pub(crate) mod server;
pub(crate) mod table;

use std::path::{Path, PathBuf};

/// A folder that goes when its programme does.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grognard-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn join(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Luck that can be had again by its seed.
#[derive(Clone, Debug)]
pub(crate) struct Luck(u64);

impl Luck {
    pub(crate) fn new(seed: u64) -> Luck {
        let mut luck = Luck(seed ^ 0x1815);
        // The first numbers of neighbouring seeds are neighbours.
        for _ in 0..4 {
            luck.any();
        }
        luck
    }

    pub(crate) fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// From 0 to one less.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.any()).unwrap_or(0) % most.max(1)
    }

    /// True once in these times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// Another player's luck that follows from this.
    pub(crate) fn other(&mut self) -> Luck {
        Luck::new(self.any())
    }
}
