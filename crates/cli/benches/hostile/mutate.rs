//! Requests that no page sends: right ones, made wrong.

use crate::common::Luck;
use serde_json::Value;

/// A request that would be right.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) token: String,
    pub(crate) body: Option<Value>,
}

/// What is written on the line, and what may be expected of it.
pub(crate) struct Mutated {
    pub(crate) bytes: Vec<u8>,
    /// The head is one of HTTP: there must be an answer, and a sentence with it.
    pub(crate) is_http: bool,
}

const WORDS: [&str; 14] = [
    "",
    "\0",
    "..",
    "%00",
    "%ff%fe",
    "\u{202e}kcab",
    "🂡🂢",
    "\\ud800",
    "-1",
    "1e999",
    "99999999999999999999999999",
    "'; DROP TABLE games; --",
    "<script>alert(1)</script>",
    "nul\u{0}l",
];

pub(crate) fn mutated(asked: &Asked, port: u16, luck: &mut Luck) -> Mutated {
    let mut asked = asked.clone();
    let from = format!("198.19.{}.{}", luck.below(250), luck.below(250));
    let mut body = asked.body.as_ref().map(Value::to_string).unwrap_or_default().into_bytes();
    match luck.below(4) {
        0 => asked.path = path(&asked.path, luck),
        1 => return head(&asked, body, port, &from, luck),
        _ if asked.body.is_some() => body = self::body(&asked, luck),
        _ => asked.path = path(&asked.path, luck),
    }
    let head = format!(
        "{} {} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nx-forwarded-for: {from}\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        asked.method,
        asked.path,
        asked.token,
        body.len()
    );
    // What cannot stand in an address is no HTTP: there need not be a sentence.
    let plain = |byte: u8| byte.is_ascii_graphic() && !b"<>\"\\^`{}|".contains(&byte);
    let is_http = asked.path.bytes().all(plain) && asked.path.len() < 8_000;
    Mutated { bytes: [head.into_bytes(), body].concat(), is_http }
}

/// Another part, a doubled one, one too many, an odd question.
fn path(path: &str, luck: &mut Luck) -> String {
    let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    let at = 1 + luck.below(parts.len() - 1);
    let word = luck.pick(&WORDS).to_owned();
    match luck.below(7) {
        0 => parts[at] = word,
        1 => parts.insert(at, word),
        2 => {
            parts.remove(at);
        }
        3 => parts[at] = "x".repeat(luck.below(20_000)),
        4 => parts[at] = format!("{}{}", parts[at], luck.any()),
        5 => {
            let odd = [
                "?after=-1",
                "?after=18446744073709551616",
                "?after=1&after=2",
                "?after=%F0",
                "?=&&=",
                "#x",
                "?",
            ];
            parts.push(luck.pick(&odd).to_owned());
            return parts.join("/").replace("/?", "?");
        }
        _ => parts.swap(at, 1),
    }
    parts.join("/")
}

/// Heads that no browser sends.
fn head(asked: &Asked, body: Vec<u8>, port: u16, from: &str, luck: &mut Luck) -> Mutated {
    let Asked { method, path, token, .. } = asked;
    let length = body.len();
    let right =
        format!("host: 127.0.0.1:{port}\r\nx-forwarded-for: {from}\r\nauthorization: Bearer {token}\r\n");
    let long = "a".repeat(luck.below(200_000));
    let head = match luck.below(16) {
        0 => format!("{method} {path} HTTP/1.1\r\n{right}content-length: {}\r\n\r\n", length / 2),
        1 => format!("{method} {path} HTTP/1.1\r\n{right}content-length: {}\r\n\r\n", length + 9),
        2 => format!("{method} {path} HTTP/1.1\r\n{right}content-length: -1\r\n\r\n"),
        3 => format!("{method} {path} HTTP/1.1\r\n{right}content-length: 1\r\ncontent-length: 2\r\n\r\n"),
        4 => format!("{method} {path} HTTP/1.1\r\n{right}transfer-encoding: chunked\r\n\r\nzz\r\n"),
        5 => format!("{method} {path} HTTP/1.1\r\n{right}content-length: 99999999999999999999\r\n\r\n"),
        6 => format!("{method} {path} HTTP/9.9\r\n{right}content-length: {length}\r\n\r\n"),
        7 => format!("{method} {path} HTTP/1.1\r\n{right}x-long: {long}\r\ncontent-length: {length}\r\n\r\n"),
        8 => format!("{method} {path} HTTP/1.1\n{right}content-length: {length}\n\n"),
        9 => format!("BREW {path} HTTP/1.1\r\n{right}content-length: {length}\r\n\r\n"),
        10 => format!("{method} {path}\r\n\r\n"),
        11 => format!(
            "{method} {path} HTTP/1.1\r\n{right}authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n"
        ),
        12 => {
            format!("{method} {path} HTTP/1.1\r\nauthorization: {long}\r\ncontent-length: {length}\r\n\r\n")
        }
        13 => format!(
            "{method} {path} HTTP/1.1\r\n{right}x-odd: \u{ff}\u{fe}\r\ncontent-length: {length}\r\n\r\n"
        ),
        14 => format!(
            "{method} {path} HTTP/1.1\r\n{right}expect: 100-continue\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             content-length: {length}\r\n\r\n"
        ),
        _ => {
            let mut head = format!("{method} {path} HTTP/1.1\r\n{right}").into_bytes();
            for _ in 0..3 {
                let at = luck.below(head.len());
                head[at] = luck.any().to_le_bytes()[0];
            }
            head.extend(b"\r\n");
            return Mutated { bytes: [head, body].concat(), is_http: false };
        }
    };
    Mutated { bytes: [head.into_bytes(), body].concat(), is_http: false }
}

/// JSON that is cut, deep, long, doubled or of the wrong kind.
fn body(asked: &Asked, luck: &mut Luck) -> Vec<u8> {
    let value = asked.body.clone().unwrap_or_default();
    let text = value.to_string();
    match luck.below(10) {
        0 => text.as_bytes()[..luck.below(text.len())].to_vec(),
        1 => {
            let mut bytes = text.into_bytes();
            let at = luck.below(bytes.len());
            bytes[at] = luck.any().to_le_bytes()[0];
            bytes
        }
        2 => {
            let depth = luck.below(100_000);
            let open = luck.pick(&["[", "{\"a\":", "{\"answer\":"]);
            let nest = open.repeat(depth);
            text.replacen(':', &format!(":{nest}"), 1).into_bytes()
        }
        3 => text.replacen('{', &format!("{{\"request\":\"{}\",", luck.any()), 1).into_bytes(),
        4 => format!("\u{feff}{text}").into_bytes(),
        5 => text.replacen('}', &format!(",\"{}\":1}}", luck.pick(&WORDS)), 1).into_bytes(),
        6 => Vec::new(),
        _ => {
            let mut value = value;
            for _ in 0..=luck.below(2) {
                change(&mut value, luck);
            }
            value.to_string().into_bytes()
        }
    }
}

/// Somewhere inside something else.
fn change(value: &mut Value, luck: &mut Luck) {
    match value {
        Value::Object(map) if !map.is_empty() && !luck.once_in(5) => {
            let key = map.keys().nth(luck.below(map.len())).cloned().unwrap_or_default();
            if luck.once_in(6) {
                map.remove(&key);
            } else if let Some(inside) = map.get_mut(&key) {
                change(inside, luck);
            }
        }
        Value::Array(list) if !list.is_empty() && !luck.once_in(4) => {
            let at = luck.below(list.len());
            change(&mut list[at], luck);
        }
        other => *other = something(luck),
    }
}

fn something(luck: &mut Luck) -> Value {
    let numbers = [
        "0",
        "-1",
        "1.5",
        "-0.0",
        "1e308",
        "2147483648",
        "-2147483649",
        "4294967296",
        "9223372036854775808",
        "18446744073709551615",
        "1e-400",
        "65536",
    ];
    match luck.below(8) {
        0 => Value::Null,
        1 => Value::Bool(luck.once_in(2)),
        2 | 3 => {
            let number: &str = luck.pick(&numbers);
            serde_json::from_str(number).unwrap_or_default()
        }
        4 => Value::from(luck.pick(&WORDS)),
        5 => Value::from("ß".repeat(luck.below(50_000))),
        6 => Value::from(vec![luck.below(9); luck.below(5_000)]),
        _ => {
            serde_json::json!({ "do": "march", "unit": luck.below(99), "legs": [{ "ahead": 2_147_483_647 }] })
        }
    }
}

/// A record with a line changed, left out, doubled or moved, or a byte that is another.
pub(crate) fn record(text: &str, luck: &mut Luck) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = luck.below(lines.len());
    match luck.below(8) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = luck.below(lines.len());
            lines.swap(at, other);
        }
        3 => lines.truncate(at),
        4 => {
            if let Ok(mut value) = serde_json::from_str::<Value>(&lines[at]) {
                change(&mut value, luck);
                lines[at] = value.to_string();
            }
        }
        5 => lines[at] = "[".repeat(luck.below(100_000)),
        6 => {
            let word: &str = luck.pick(&WORDS);
            lines[0] = lines[0].replace("gilly", word);
        }
        _ => {
            let mut bytes = lines[at].clone().into_bytes();
            if !bytes.is_empty() {
                let at = luck.below(bytes.len());
                bytes[at] = luck.any().to_le_bytes()[0];
            }
            lines[at] = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    lines.join("\n")
}
