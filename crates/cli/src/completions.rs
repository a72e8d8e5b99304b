//! `grognard completions`: what a shell needs to complete our commands.

use crate::out::Out;
use crate::wrong::Wrong;
use clap::CommandFactory as _;
use clap_complete::Shell;

const EXAMPLES: &str = "\
EXAMPLES
  grognard completions bash > ~/.local/share/bash-completion/completions/grognard
  grognard completions fish > ~/.config/fish/completions/grognard.fish";

/// Print the completions for a shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "grognard", &mut script);
    out.text(&String::from_utf8_lossy(&script))
}
