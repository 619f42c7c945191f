//! Prints the messages of an MCAP file as the crate `mcap` reads them, checksums and all:
//! topic, time received, time published, bytes. Usage: bag_reader FILE
use std::fmt::Write as _;

fn main() {
    let path = std::env::args().nth(1).expect("usage: bag_reader FILE");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut text = String::new();
    for message in mcap::MessageStream::new(&bytes).expect("a file of MCAP") {
        let message = message.unwrap_or_else(|error| panic!("{path}: {error}"));
        let schema = message.channel.schema.as_ref().expect("a schema");
        write!(
            text,
            "{} {} {} {} ",
            message.channel.topic, schema.name, message.log_time, message.publish_time
        )
        .expect("memory");
        for byte in message.data.iter() {
            write!(text, "{byte:02x}").expect("memory");
        }
        text.push('\n');
    }
    print!("{text}");
}
