//! A full disk: moves are refused in a sentence while it lasts, what was confirmed can be read, and when there is space
//! again the same server goes on by itself.

use crate::common::line::Line;
use crate::common::server::{Serve, Server};
use crate::common::table::{Table, print_of};
use crate::{Trial, Tried};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The small disk's size.
const MEBIBYTES: usize = 6;
/// The server must go on so soon after there is space again.
const RECOVERS_IN: Duration = Duration::from_secs(20);

/// Something that can be filled and freed.
enum Disk {
    /// A file system of its own.
    Mounted(PathBuf),
    /// The longest file the server may write, in blocks of 512 bytes.
    Limited(usize),
}

impl Disk {
    fn new(trial: &Trial) -> Disk {
        let at = trial.folder.path().join("small");
        let mounted = std::fs::create_dir_all(&at).is_ok()
            && Command::new("mount")
                .args(["-t", "tmpfs", "-o", &format!("size={MEBIBYTES}m"), "tmpfs"])
                .arg(&at)
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|ended| ended.success());
        if mounted { Disk::Mounted(at) } else { Disk::Limited(MEBIBYTES * 2048 / 4) }
    }

    fn word(&self) -> &'static str {
        match self {
            Disk::Mounted(_) => "a small file system",
            Disk::Limited(_) => "a limit on the size of files",
        }
    }

    /// Leaves no space; where only files are limited, the file grows until it may not.
    fn fill(&self) {
        if let Disk::Mounted(at) = self
            && let Ok(mut ballast) = std::fs::File::create(at.join("ballast"))
        {
            while ballast.write_all(&[1; 4096]).is_ok() {}
        }
    }

    fn free(&self, server: &Server) {
        match self {
            Disk::Mounted(at) => {
                let _ = std::fs::remove_file(at.join("ballast"));
            }
            Disk::Limited(_) => {
                let _ = Command::new("prlimit")
                    .args(["--pid", &server.id().to_string(), "--fsize=unlimited"])
                    .status();
            }
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Disk::Mounted(at) = self {
            let _ = Command::new("umount").arg("-l").arg(at).status();
        }
    }
}

pub(crate) async fn run(trial: &Trial) -> Tried {
    let disk = Disk::new(trial);
    let mut serve = Serve::new(trial.folder.join("small/games.sqlite"), trial.folder.path());
    if let Disk::Limited(blocks) = &disk {
        // Writing on must fail and not end the server.
        serve.shell = Some(format!("trap '' XFSZ; ulimit -S -f {blocks}"));
    }
    let mut server = serve.start()?;
    let mut luck = trial.luck(3);
    let mut line = Line::seated(server.port, 3);
    let mut tables = Vec::new();
    for (battle, allied) in [("gilly", "friend"), ("baumersdorf", "friend"), ("leubnitz", "captain")] {
        let mut table = Table::begin(&mut line, battle, ["you", allied]).await?;
        for _ in 0..8 {
            table.play(&mut line, &mut luck).await?;
        }
        tables.push(table);
    }
    disk.fill();
    let start = Instant::now();
    let (mut confirmed, mut refused, mut unwell, mut looks) = (0, 0, 0, 0);
    while refused < 30 && start.elapsed() < trial.budget.max(Duration::from_secs(10)) {
        let n = luck.below(tables.len());
        let table = &mut tables[n];
        if table.is_over() {
            *table = match Table::begin(&mut line, "gilly", ["you", "friend"]).await {
                Ok(table) => table,
                Err(told) => {
                    refused += 1;
                    refusal(trial, "beginning", &told);
                    continue;
                }
            };
        }
        match table.play(&mut line, &mut luck).await {
            Ok(_) => confirmed += 1,
            Err(told) => {
                refused += 1;
                refusal(trial, "a move", &told);
                if !line.is_well().await {
                    unwell += 1;
                }
                // What was confirmed can be looked at all the same.
                let side = table.latest;
                let known = table.print(side)?;
                looks += 1;
                match table.look(&mut line, side).await {
                    Ok(()) if table.print(side)? == known => {}
                    Ok(()) => trial.trouble("the game is another while the disk is full"),
                    Err(told) => trial.trouble(format!("nothing to be seen while the disk is full: {told}")),
                }
            }
        }
    }
    if refused == 0 {
        trial.trouble(format!("{confirmed} moves were confirmed on a full disk"));
    }
    if unwell < refused {
        trial.trouble(format!("/health said well {} times of {refused}", refused - unwell));
    }
    disk.free(&server);
    let freed = Instant::now();
    let recovered = loop {
        // Every game must be able to go on, whichever connection it gets.
        let mut all = line.is_well().await;
        for table in &mut tables {
            all &= table.is_over() || table.play(&mut line, &mut luck).await.is_ok();
        }
        if all {
            break Some(freed.elapsed());
        }
        if freed.elapsed() > RECOVERS_IN || server.has_ended() {
            break None;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    if recovered.is_none() {
        let told = tables[0].play(&mut line, &mut luck).await.err().unwrap_or_default();
        trial.trouble(format!("no move is confirmed {RECOVERS_IN:?} after there is space again: {told}"));
    }
    for _ in 0..20 {
        for table in &mut tables {
            if recovered.is_some() && !table.is_over() {
                table.play(&mut line, &mut luck).await?;
                confirmed += 1;
            }
        }
    }
    server.kill();
    serve.shell = None;
    let server = serve.start()?;
    let mut line = Line::seated(server.port, 3);
    for table in &tables {
        let side = table.latest;
        let reply = line.get(&table.game.path, table.token(side)).await?;
        if reply.status != 200 || print_of(&reply.body)? != table.print(side)? {
            trial.trouble(format!("{} is not as it was confirmed: {}", table.game.path, reply.status));
        }
    }
    for panic in serve.panics().into_iter().take(3) {
        trial.trouble(panic);
    }
    let recovered = recovered.map_or("never".to_owned(), |after| format!("after {after:.1?}"));
    Ok(vec![
        format!("{}: {confirmed} moves confirmed, {refused} refused while full, {looks} looks", disk.word()),
        format!("/health not well {unwell} times of {refused}; goes on by itself {recovered}"),
    ])
}

/// Said with the right status, in a sentence that names the trouble and does not ask to try again at once.
fn refusal(trial: &Trial, what: &str, told: &str) {
    let right = ["503: ", "507: "].iter().any(|status| told.contains(status));
    if !right || !told.contains("\"error\":\"") {
        trial.trouble(format!("{what} on a full disk is answered with {told}"));
    }
}
