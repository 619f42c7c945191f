//! How a test and this program talk: commands as lines on stdin, events as
//! JSON lines on stdout. The end of stdin ends the program, so that no peer
//! outlives the test that started it.

use std::io::{BufRead, Write};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Writes one event; the test waits for these.
pub fn emit(event: serde_json::Value) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{event}").and_then(|_| out.flush()).expect("the test reads stdout");
}

pub struct Commands {
    lines: Receiver<Vec<String>>,
}

/// What the test asked for since the last look.
pub enum Asked {
    Nothing,
    Command(Vec<String>),
    End,
}

impl Commands {
    pub fn from_stdin() -> Commands {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                let words = line.split_whitespace().map(str::to_string).collect();
                if sender.send(words).is_err() {
                    return;
                }
            }
        });
        Commands { lines }
    }

    /// Waits a few milliseconds: the pace at which the peer looks at its
    /// readers and at discovery.
    pub fn next(&self) -> Asked {
        match self.lines.recv_timeout(Duration::from_millis(3)) {
            Ok(words) if words.first().is_some_and(|w| w == "quit") => Asked::End,
            Ok(words) => Asked::Command(words),
            Err(RecvTimeoutError::Timeout) => Asked::Nothing,
            Err(RecvTimeoutError::Disconnected) => Asked::End,
        }
    }
}

/// The text of a given length and phase: letter i is 'a' + (phase + i) % 26.
pub fn pattern(phase: usize, size: usize) -> String {
    (0..size).map(|i| (b'a' + ((phase + i) % 26) as u8) as char).collect()
}

/// The phase of a text that `pattern` made; None for any other text.
pub fn phase_of(text: &str) -> Option<usize> {
    let phase = usize::from(text.bytes().next()?.checked_sub(b'a')?);
    (pattern(phase, text.len()) == text).then_some(phase)
}
