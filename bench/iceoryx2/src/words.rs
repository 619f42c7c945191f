//! The key=value words of the runner (bench/common/args.h).

use std::collections::HashMap;

pub struct Words(HashMap<String, String>);

impl Words {
    pub fn from_env() -> Result<Self, String> {
        let mut words = HashMap::new();
        for word in std::env::args().skip(1) {
            let (key, value) = word
                .split_once('=')
                .ok_or(format!("'{word}' is not key=value"))?;
            words.insert(key.to_string(), value.to_string());
        }
        Ok(Self(words))
    }

    pub fn text(&self, key: &str) -> Result<&str, String> {
        let value = self.0.get(key).map(String::as_str);
        value.ok_or(format!("{key} is missing; write {key}=..."))
    }

    pub fn number(&self, key: &str) -> Result<u64, String> {
        let text = self.text(key)?;
        text.parse()
            .map_err(|_| format!("{key} '{text}' is not a whole number"))
    }

    /// Bytes: 128B, 1KB, 4MB; decimal.
    pub fn size(&self) -> Result<usize, String> {
        let text = self.text("size")?;
        let wrong = || format!("size '{text}' is not a number with B, KB or MB, such as 128B");
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let count: usize = digits.parse().map_err(|_| wrong())?;
        match &text[digits.len()..] {
            "B" => Ok(count),
            "KB" => Ok(count * 1_000),
            "MB" => Ok(count * 1_000_000),
            _ => Err(wrong()),
        }
    }
}
