//! What the operator of a server sets: what strangers may cost, and how long games are kept.

use crate::wrong::whole;
use server::{Allowance, Keep, Limits};
use std::time::Duration;

const A_DAY: u64 = 24 * 3600;

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "What callers may cost, and how long games are kept")]
pub(super) struct Costs {
    /// Percent of one core that all callers without a seat may use together; one address has a quarter of it
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(1, 6_400), allow_negative_numbers = true)]
    strangers_cpu: u64,
    /// Memory for the games that are being played or looked at, such as 512MiB [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<Upto>,
    /// A store as large takes no new games and records, such as 500MiB, 8GiB or never; games under way go on
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = size)]
    quota: Upto,
    /// Days after which games and records that were never opened are deleted, or never
    #[arg(long, value_name = "DAYS", default_value = "7", value_parser = days)]
    forget_unopened: Upto,
    /// Days after which games without a move are deleted, or never
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = days)]
    forget_unmoved: Upto,
    /// Days after which records that were not opened since are deleted, or never
    #[arg(long, value_name = "DAYS", default_value = "never", value_parser = days)]
    forget_records: Upto,
    /// Days after which any game that was not opened or moved in since is deleted, or never
    #[arg(long, value_name = "DAYS", default_value = "never", value_parser = days)]
    forget_games: Upto,
}

/// A number of bytes or seconds, or no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Upto(Option<u64>);

fn days(text: &str) -> Result<Upto, String> {
    if text == "never" {
        return Ok(Upto(None));
    }
    let days = text.parse::<u64>().ok().filter(|days| (1..=36_500).contains(days));
    days.map(|days| Upto(Some(days * A_DAY))).ok_or_else(|| "days from 1 to 36500, or never".to_owned())
}

fn size(text: &str) -> Result<Upto, String> {
    if text == "never" {
        return Ok(Upto(None));
    }
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = match unit {
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        "GiB" => Some(1 << 30),
        "TiB" => Some(1u64 << 40),
        _ => None,
    };
    let bytes = number.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    bytes.map(|bytes| Upto(Some(bytes))).ok_or_else(|| "a size such as 500MiB or 8GiB, or never".to_owned())
}

impl Costs {
    pub(super) fn limits(&self) -> Limits {
        let percent = self.strangers_cpu;
        Limits {
            // Thousandths of a second in a second.
            strangers: Allowance::a_second(percent * 10, percent * 300),
            stranger: Allowance::a_second((percent * 10 / 4).max(1), percent * 100),
            memory: self.memory.map(|most| most.0.unwrap_or(u64::MAX)),
            ..Limits::default()
        }
    }

    pub(super) fn keep(&self) -> Keep {
        let time = |upto: Upto| upto.0.map(Duration::from_secs);
        Keep {
            never_opened: time(self.forget_unopened),
            never_moved: time(self.forget_unmoved),
            records: time(self.forget_records),
            games: time(self.forget_games),
            most_bytes: self.quota.0,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};

    fn read(line: &str) -> Result<Costs, clap::Error> {
        let command = Costs::augment_args(clap::Command::new("serve"));
        let words = std::iter::once("serve").chain(line.split_whitespace());
        Costs::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn who_sets_nothing_has_what_the_server_has_by_itself() {
        let none = read("").unwrap();
        assert_eq!((none.limits(), none.keep()), (Limits::default(), Keep::default()));
    }

    #[test]
    fn each_option_sets_its_own() {
        let keep = Keep::default();
        let days = |days: u64| Some(Duration::from_secs(days * 86_400));
        for (line, expected) in [
            ("--quota 500MiB", Keep { most_bytes: Some(500 << 20), ..keep }),
            ("--quota never", Keep { most_bytes: None, ..keep }),
            ("--forget-unopened 3", Keep { never_opened: days(3), ..keep }),
            ("--forget-unmoved never", Keep { never_moved: None, ..keep }),
            ("--forget-records 90", Keep { records: days(90), ..keep }),
            ("--forget-games 365", Keep { games: days(365), ..keep }),
        ] {
            assert_eq!(read(line).unwrap().keep(), expected, "{line}");
        }
        let half = read("--strangers-cpu 50").unwrap().limits();
        assert_eq!((half.strangers.amount, half.stranger.amount), (500, 125));
        assert_eq!(read("--memory 512MiB").unwrap().limits().memory, Some(512 << 20));
        for line in [
            "--memory 512",
            "--quota 8",
            "--quota 8GB",
            "--quota GiB",
            "--quota 99999999999TiB",
            "--quota -1GiB",
            "--forget-games 0",
            "--forget-games 1.5",
            "--forget-unopened 99999999999",
            "--strangers-cpu 0",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
