//! What the libraries log goes to stderr, where a failed test shows it.

struct ToStderr;

impl log::Log for ToStderr {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }

    fn log(&self, record: &log::Record) {
        eprintln!("{} {}: {}", record.level(), record.target(), record.args());
    }

    fn flush(&self) {}
}

/// PEER_LOG names the level (error, warn, info, debug, trace); silent if unset.
pub fn install() {
    let level = std::env::var("PEER_LOG").ok().and_then(|l| l.parse().ok());
    log::set_max_level(level.unwrap_or(log::LevelFilter::Off));
    log::set_logger(&ToStderr).expect("the first logger of this process");
}
