//! `peer pub` and `peer sub`: one topic, one endpoint.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ros2_client::{MessageInfo, MessageTypeName, Name, Publisher, Subscription};
use rustdds::Topic;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::args::Args;
use crate::node::Peer;
use crate::talk::{emit, pattern, phase_of, Asked, Commands};

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Text {
    data: String,
}

fn topic(peer: &Peer, args: &Args) -> Result<Topic, String> {
    let name = Name::parse(&args.get("topic", "/chatter")).map_err(|e| e.to_string())?;
    let (package, message) = args.type_name("std_msgs/msg/String");
    peer.node
        .create_topic(&name, MessageTypeName::new(&package, &message), &args.qos())
        .map_err(|e| format!("topic: {e:?}"))
}

fn now_ns() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as i64)
}

/// Publishes when told to: `publish COUNT SIZE [PERIOD_MS]`.
pub fn publish(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let topic = topic(&peer, args)?;
    let publisher: Publisher<Text> =
        peer.node.create_publisher(&topic, Some(args.qos())).map_err(|e| format!("{e:?}"))?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut sent = 0;
    loop {
        peer.report_discovery(publisher.guid());
        match commands.next() {
            Asked::Command(words) => sent = publish_many(&publisher, &words, sent)?,
            Asked::Nothing => {}
            Asked::End => return Ok(()),
        }
    }
}

fn publish_many(publisher: &Publisher<Text>, words: &[String], sent: usize) -> Result<usize, String> {
    let number = |i: usize| words.get(i).map_or(Ok(0), |w| w.parse::<usize>());
    let (count, size, period) = (
        number(1).map_err(|e| e.to_string())?,
        number(2).map_err(|e| e.to_string())?,
        number(3).map_err(|e| e.to_string())?,
    );
    let mut due = Instant::now();
    for n in sent..sent + count {
        let before = now_ns();
        publisher
            .publish(Text { data: pattern(n % 26, size) })
            .map_err(|e| format!("publish: {e:?}"))?;
        emit(json!({"event": "sent", "n": n, "before": before, "after": now_ns()}));
        due += Duration::from_millis(period as u64);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    emit(json!({"event": "published", "total": sent + count}));
    Ok(sent + count)
}

/// Reports every sample that arrives.
pub fn subscribe(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let topic = topic(&peer, args)?;
    let subscription: Subscription<Text> =
        peer.node.create_subscription(&topic, Some(args.qos())).map_err(|e| format!("{e:?}"))?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    loop {
        peer.report_discovery(subscription.guid());
        report_samples(&subscription);
        if matches!(commands.next(), Asked::End) {
            return Ok(());
        }
    }
}

fn report_samples(subscription: &Subscription<Text>) {
    loop {
        match subscription.take() {
            Ok(Some((message, info))) => report_sample(&message, &info),
            Ok(None) => return,
            Err(e) => emit(json!({"event": "bad_sample", "error": format!("{e:?}")})),
        }
    }
}

fn report_sample(message: &Text, info: &MessageInfo) {
    emit(json!({
        "event": "received",
        "size": message.data.len(),
        "phase": phase_of(&message.data),
        "stamp": info.source_timestamp().map(|t| t.to_nanos()),
    }));
}
