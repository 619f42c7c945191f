//! The command line: `peer MODE --key value --flag …`, the same words for
//! every peer of the interop tests (see tests/interop/README.md).

use std::collections::HashMap;
use std::time::Duration;

use ros2_client::qos::{Durability, History, Reliability, WhenFull};
use ros2_client::QosProfile;

pub struct Args {
    pub mode: String,
    values: HashMap<String, String>,
}

impl Args {
    /// Reads the process's arguments; a word that starts no option is an error.
    pub fn from_env() -> Result<Args, String> {
        let mut words = std::env::args().skip(1);
        let modes = "give a mode: pub, sub, raw, graph, serve, call, act, actor, managed";
        let mode = words.next().ok_or(modes)?;
        let mut values = HashMap::new();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let key = word
                .strip_prefix("--")
                .ok_or(format!("'{word}' is no option; options start with --"))?;
            let value = words.next_if(|next| !next.starts_with("--")).unwrap_or_default();
            values.insert(key.to_string(), value);
        }
        Ok(Args { mode, values })
    }

    pub fn get(&self, key: &str, default: &str) -> String {
        self.values.get(key).cloned().unwrap_or_else(|| default.to_string())
    }

    pub fn has(&self, key: &str) -> bool {
        self.values.contains_key(key)
    }

    fn millis(&self, key: &str) -> Option<Duration> {
        let text = self.values.get(key)?;
        Some(Duration::from_millis(text.parse().expect("a whole number of milliseconds")))
    }

    pub fn qos(&self) -> QosProfile {
        let depth = self.get("depth", "10").parse().expect("--depth is a whole number");
        let reliability = if self.has("best-effort") {
            Reliability::BestEffort
        } else {
            Reliability::Reliable { when_full: WhenFull::Block }
        };
        QosProfile::publisher_default()
            .reliability(reliability)
            .durability(match self.has("transient-local") {
                true => Durability::TransientLocal,
                false => Durability::Volatile,
            })
            .history(match self.has("keep-all") {
                true => History::KeepAll,
                false => History::KeepLast { depth },
            })
            .deadline(self.millis("deadline-ms"))
            .lifespan(self.millis("lifespan-ms"))
    }

    /// "pkg/msg/Type" or "pkg/srv/Type" as (package, type).
    pub fn type_name(&self, default: &str) -> (String, String) {
        let full = self.get("type", default);
        let mut parts = full.split('/');
        let package = parts.next().unwrap_or_default().to_string();
        (package, parts.last().unwrap_or_default().to_string())
    }
}
