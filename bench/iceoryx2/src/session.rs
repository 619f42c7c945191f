//! The conversation with the runner (bench/common/conductor.h), on a thread of its
//! own beside the measured one; it sleeps inside the window.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What the two threads tell each other.
#[derive(Default)]
pub struct State {
    pub ready: AtomicBool, // matched, or warm
    pub open: AtomicBool,  // the window is
    pub ended: AtomicBool,
    pub sent: AtomicU64,
    pub received: AtomicU64,
}

pub fn say(line: &str) {
    println!("{line}");
    let _ = std::io::stdout().flush();
}

fn hear() -> String {
    let mut line = String::new();
    let _ = std::io::stdin().lock().read_line(&mut line);
    line.trim_end().to_string()
}

fn wait_until(condition: impl Fn() -> bool, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    while !condition() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// Ends when all have come, or when none has for half a second.
fn drain(state: &State, expected: u64) {
    loop {
        let got = state.received.load(Relaxed);
        let more = || state.received.load(Relaxed) != got;
        if got >= expected || !wait_until(more, Duration::from_millis(500)) {
            return;
        }
    }
}

/// Up to the end of the window, and of the drain of a worker that subscribes.
pub fn conduct(state: &State, publishes: bool) -> Result<(), String> {
    if !wait_until(|| state.ready.load(Relaxed), Duration::from_secs(30)) {
        return Err("the peer was not met, or sent nothing, within 30 s".into());
    }
    say("ready");
    match hear().as_str() {
        "go" | "" => {}
        other => return Err(format!("the runner said '{other}', not 'go'")),
    }
    state.open.store(true, Relaxed);
    say("going");
    let told = hear();
    state.open.store(false, Relaxed);
    if !publishes {
        let expected = told.strip_prefix("stop ").and_then(|n| n.parse().ok());
        drain(state, expected.unwrap_or(0));
    }
    Ok(())
}
