//! The real binary in a process of its own.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How a server is started.
#[derive(Clone, Debug)]
pub(crate) struct Serve {
    pub(crate) db: String,
    /// What it says beside its link is added there.
    pub(crate) log: PathBuf,
    /// Callers are told apart by what they say they are, so that the limits of one do not hold all.
    pub(crate) behind_proxy: bool,
    /// What a shell does before it, such as `ulimit -n 1024`.
    pub(crate) shell: Option<String>,
}

impl Serve {
    pub(crate) fn new(db: impl Into<String>, folder: &Path) -> Serve {
        Serve { db: db.into(), log: folder.join("server.log"), behind_proxy: true, shell: None }
    }

    fn command(&self) -> Command {
        let grognard = env!("CARGO_BIN_EXE_grognard");
        let mut command = match &self.shell {
            None => Command::new(grognard),
            Some(first) => {
                let mut shell = Command::new("sh");
                shell.arg("-c").arg(format!("{first}; exec \"$0\" \"$@\"")).arg(grognard);
                shell
            }
        };
        command.args(["serve", "--port", "0", "--db", &self.db]);
        if self.behind_proxy {
            command.arg("--behind-proxy");
        }
        command
    }

    /// The server, or what it said instead of a link.
    pub(crate) fn try_start(&self) -> Result<Server, String> {
        let told = |error: std::io::Error| error.to_string();
        let before = std::fs::metadata(&self.log).map_or(0, |log| log.len());
        let log = File::options().create(true).append(true).open(&self.log).map_err(told)?;
        let mut child = self.command().stdout(Stdio::piped()).stderr(log).spawn().map_err(told)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(told)?;
        }
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        match port {
            Some(port) => Ok(Server { child, port }),
            None => {
                let _ = child.kill();
                let ended = child.wait().map_err(told)?;
                let said = std::fs::read(&self.log).map_err(told)?;
                let said = said.get(usize::try_from(before).unwrap_or(0)..).unwrap_or_default();
                Err(format!("{ended}: {}", String::from_utf8_lossy(said).trim()))
            }
        }
    }

    /// The server; one that was killed a moment ago may still hold what it had.
    pub(crate) fn start(&self) -> Result<Server, String> {
        let mut tried = 0;
        loop {
            match self.try_start() {
                Err(_) if tried < 50 => {
                    tried += 1;
                    std::thread::sleep(Duration::from_millis(100));
                }
                started => return started,
            }
        }
    }

    /// Lines of the log that no input may cause.
    pub(crate) fn panics(&self) -> Vec<String> {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log).into_owned();
        log.lines().filter(|line| line.contains("panic")).map(str::to_owned).collect()
    }
}

pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Server {
    /// SIGKILL, and not a word more.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Told to stop, and waited for.
    pub(crate) fn stop(mut self) {
        self.signal("TERM");
        let _ = self.child.wait();
    }

    /// Neither runs nor ends until it is told to go on.
    pub(crate) fn hold(&self) {
        self.signal("STOP");
    }

    pub(crate) fn go_on(&self) {
        self.signal("CONT");
    }

    fn signal(&self, which: &str) {
        let _ = Command::new("kill").arg(format!("-{which}")).arg(self.child.id().to_string()).status();
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Bytes of memory in use; `None` where the system does not tell.
    pub(crate) fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
