//! What goes wrong, in sentences.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use rulebook::nearest;
use std::error::Error as _;
use std::fmt::Display;

/// One sentence a line, and the exit code the command ends with: 2, or 1 where all was right but the answer is no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    sentence: String,
    code: u8,
}

impl Wrong {
    pub(crate) fn new(sentence: impl Display) -> Wrong {
        Wrong { sentence: sentence.to_string(), code: 2 }
    }

    /// What was asked was understood, and does not hold.
    pub(crate) fn does_not_hold(sentence: impl Display) -> Wrong {
        Wrong { sentence: sentence.to_string(), code: 1 }
    }

    pub(crate) fn code(&self) -> u8 {
        self.code
    }

    /// The reader of the output went away: there is nothing to say.
    pub(crate) fn silent() -> Wrong {
        Wrong::new("")
    }

    pub(crate) fn is_silent(&self) -> bool {
        self.sentence.is_empty()
    }

    /// `place: found …, expected …; did you mean …?`, as every file's faults read.
    pub(crate) fn found(
        place: impl Display,
        found: impl Display,
        expected: impl Display,
        hint: Option<&str>,
    ) -> Wrong {
        let hint = hint.map(|word| format!("; did you mean {word:?}?")).unwrap_or_default();
        Wrong::new(format_args!("{place}: found {found}, expected {expected}{hint}"))
    }

    /// As [`Self::found`], for an option or word of the command line.
    pub(crate) fn option(
        option: &str,
        found: impl Display,
        expected: impl Display,
        hint: Option<&str>,
    ) -> Wrong {
        Wrong::found(format_args!("command line: {option}"), found, expected, hint)
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl From<games::Error> for Wrong {
    fn from(error: games::Error) -> Wrong {
        Wrong::new(error)
    }
}

impl From<engine::record::RecordFault> for Wrong {
    fn from(fault: engine::record::RecordFault) -> Wrong {
        Wrong::new(fault)
    }
}

impl From<rulebook::Faults> for Wrong {
    fn from(faults: rulebook::Faults) -> Wrong {
        Wrong::new(faults)
    }
}

/// `one of a, b, c`.
pub(crate) fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => format!("{only:?}"),
        many => format!("one of {}", many.join(", ")),
    }
}

/// The argument parser's complaint in our one sentence.
pub(crate) fn on_the_command_line(error: &clap::Error) -> Wrong {
    let context = Context(error);
    let arg = context.text(ContextKind::InvalidArg);
    let place = format!("command line: {}", bare(&arg));
    let value = context.text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            Wrong::found(place, "no value", expected_of(&context), None)
        }
        ErrorKind::InvalidValue => {
            let valid = context.list(ContextKind::ValidValue);
            let hint = nearest(&value, valid.iter().map(String::as_str));
            Wrong::found(place, format!("{value:?}"), expected_of(&context), hint)
        }
        ErrorKind::ValueValidation => {
            let expected = error.source().map_or("another value".to_owned(), ToString::to_string);
            Wrong::found(place, format!("{value:?}"), expected, None)
        }
        ErrorKind::UnknownArgument => {
            let hint = context.list(ContextKind::SuggestedArg);
            let expected =
                if arg.starts_with('-') { "an option of this command" } else { "no more words here" };
            Wrong::found("command line", format!("{arg:?}"), expected, best(&arg, &hint))
        }
        ErrorKind::InvalidSubcommand => {
            let found = context.text(ContextKind::InvalidSubcommand);
            let hint = context.list(ContextKind::SuggestedSubcommand);
            Wrong::found(
                "command line",
                format!("{found:?}"),
                "a command (grognard --help lists them)",
                best(&found, &hint),
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> =
                context.list(ContextKind::InvalidArg).iter().map(|arg| bare(arg)).collect();
            let missing = missing.join(" ");
            Wrong::found("command line", "nothing", missing, None)
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Wrong::found("command line", "no command", "one (grognard --help lists them)", None)
        }
        ErrorKind::ArgumentConflict => {
            let other = context.list(ContextKind::PriorArg).join(" and ");
            let other = bare(&other);
            let found =
                if place.ends_with(&other) { "it twice".to_owned() } else { format!("{other} as well") };
            Wrong::found(place, found, "only one of them", None)
        }
        ErrorKind::NoEquals | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            Wrong::found(place, "too few values", "as many as the help says", None)
        }
        ErrorKind::TooManyValues => Wrong::found(place, format!("{value:?}"), "no value here", None),
        ErrorKind::InvalidUtf8 => {
            Wrong::found("command line", "bytes that are no text", "words in UTF-8", None)
        }
        _ => Wrong::new(format_args!("command line: {}", error.to_string().replace('\n', " ").trim())),
    }
}

/// `--seed <N>` is `--seed`, `[KEY=VALUE]...` is `KEY=VALUE`, `<FILES>...` is `FILES`.
fn bare(arg: &str) -> String {
    if arg.starts_with('-') {
        return arg.split([' ', '=']).next().unwrap_or_default().to_owned();
    }
    arg.split(' ').next().unwrap_or_default().trim_matches(['<', '>', '[', ']', '.']).to_owned()
}

/// Of the parser's suggestions the one with the fewest slips, if it is near at all.
fn best<'h>(word: &str, hints: &'h [String]) -> Option<&'h str> {
    nearest(word, hints.iter().map(String::as_str))
}

struct Context<'e>(&'e clap::Error);

impl Context<'_> {
    fn list(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn text(&self, kind: ContextKind) -> String {
        self.list(kind).into_iter().next().unwrap_or_default()
    }
}

fn expected_of(context: &Context<'_>) -> String {
    let valid = context.list(ContextKind::ValidValue);
    if valid.is_empty() { "a value".to_owned() } else { one_of(valid.iter().map(String::as_str)) }
}

/// Whole numbers on the command line.
pub(crate) fn whole(
    min: u64,
    max: u64,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| match max {
            u64::MAX if min == 0 => "a whole number, such as 7".to_owned(),
            u64::MAX => format!("a whole number, at least {min}"),
            _ => format!("a whole number from {min} to {max}"),
        })
    }
}
