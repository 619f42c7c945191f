//! `peer raw`: a writer that puts any bytes on the wire under the name of a
//! type: what a broken or a hostile peer would do.

use std::io;
use std::sync::Mutex;

use rustdds::bytes::Bytes;
use rustdds::{no_key, QosPolicies, RepresentationIdentifier, Timestamp, TopicKind};
use serde_json::json;

use crate::args::Args;
use crate::node::Peer;
use crate::talk::{emit, pattern, Asked, Commands};

const PLAIN_CDR_LE: RepresentationIdentifier = RepresentationIdentifier::CDR_LE;

/// The encoding that the next sample claims to have. The library asks the
/// adapter's type for it, so it cannot be a member.
static CLAIMED: Mutex<RepresentationIdentifier> = Mutex::new(PLAIN_CDR_LE);

struct AnyBytes;

impl no_key::SerializerAdapter<Bytes> for AnyBytes {
    type Error = io::Error;

    fn output_encoding() -> RepresentationIdentifier {
        *CLAIMED.lock().expect("no thread panics while it holds this")
    }

    fn to_bytes(value: &Bytes) -> Result<Bytes, io::Error> {
        Ok(value.clone())
    }
}

type Writer = no_key::DataWriter<Bytes, AnyBytes>;

/// Obeys `raw HEX` (a whole payload, encapsulation header first) and
/// `publish COUNT SIZE` (good samples of std_msgs/String).
pub fn publish(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let writer = writer(&peer, args)?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut sent = 0;
    loop {
        peer.report_discovery(rustdds::RTPSEntity::guid(&writer));
        match commands.next() {
            Asked::Command(words) => obey(&writer, &words, &mut sent)?,
            Asked::Nothing => {}
            Asked::End => return Ok(()),
        }
    }
}

fn writer(peer: &Peer, args: &Args) -> Result<Writer, String> {
    let qos = QosPolicies::from(args.qos());
    let participant = peer.context.domain_participant();
    let topic = participant
        .create_topic(
            args.get("dds-topic", "rt/chatter"),
            args.get("dds-type", "std_msgs::msg::dds_::String_"),
            &qos,
            TopicKind::NoKey,
        )
        .map_err(|e| format!("topic: {e:?}"))?;
    let publisher = participant.create_publisher(&qos).map_err(|e| format!("publisher: {e:?}"))?;
    publisher.create_datawriter_no_key(&topic, Some(qos)).map_err(|e| format!("writer: {e:?}"))
}

fn obey(writer: &Writer, words: &[String], sent: &mut usize) -> Result<(), String> {
    match words[0].as_str() {
        "raw" => write(writer, &unhex(&words[1])?, sent),
        "publish" => {
            let count: usize = words[1].parse().map_err(|_| "COUNT is no number")?;
            let size: usize = words[2].parse().map_err(|_| "SIZE is no number")?;
            (0..count).try_for_each(|_| write(writer, &good_text(*sent % 26, size), sent))
        }
        other => Err(format!("command '{other}' is unknown")),
    }
}

fn write(writer: &Writer, payload: &[u8], sent: &mut usize) -> Result<(), String> {
    let claimed = RepresentationIdentifier::from_bytes(&payload[..2]).map_err(|e| e.to_string())?;
    *CLAIMED.lock().expect("no thread panics while it holds this") = claimed;
    writer
        .write(Bytes::copy_from_slice(&payload[4..]), Some(Timestamp::now()))
        .map_err(|e| format!("write: {e:?}"))?;
    emit(json!({"event": "sent", "n": *sent}));
    *sent += 1;
    Ok(())
}

/// The payload of a std_msgs/String.
fn good_text(phase: usize, size: usize) -> Vec<u8> {
    let mut payload = vec![0, 1, 0, 0];
    payload.extend((size as u32 + 1).to_le_bytes());
    payload.extend(pattern(phase, size).bytes());
    payload.push(0);
    payload
}

fn unhex(text: &str) -> Result<Vec<u8>, String> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|e| e.to_string()))
        .collect()
}
