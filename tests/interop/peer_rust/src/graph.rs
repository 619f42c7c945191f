//! `peer graph`: what this peer sees of the others, a full snapshot as one
//! line whenever it changes.

use std::collections::BTreeMap;

use ros2_client::entities_info::ParticipantEntitiesInfo;
use ros2_client::gid::Gid;
use ros2_client::qos::{Durability, History, WhenFull};
use ros2_client::{MessageTypeName, QosProfile, Subscription};
use serde_json::{json, Value};

use crate::args::Args;
use crate::node::Peer;
use crate::talk::{emit, Asked, Commands};

type NodesOf = BTreeMap<Gid, Vec<String>>;

pub fn watch(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let qos = QosProfile::publisher_default()
        .reliability_reliable(WhenFull::DEFAULT)
        .durability(Durability::TransientLocal)
        .history(History::KeepAll);
    let kind = MessageTypeName::new("rmw_dds_common", "ParticipantEntitiesInfo");
    let topic = peer
        .context
        .create_topic("ros_discovery_info".to_string(), kind, &qos)
        .map_err(|e| format!("topic: {e:?}"))?;
    let infos: Subscription<ParticipantEntitiesInfo> =
        peer.node.create_subscription(&topic, Some(qos)).map_err(|e| format!("{e:?}"))?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut nodes = NodesOf::new();
    let mut last = Value::Null;
    while !matches!(commands.next(), Asked::End) {
        take_nodes(&infos, &mut nodes);
        for prefix in peer.take_lost() {
            nodes.retain(|gid, _| !gid.to_bytes16().starts_with(&prefix));
        }
        let now = snapshot(&peer, &nodes);
        if now != last {
            emit(now.clone());
            last = now;
        }
    }
    Ok(())
}

fn take_nodes(infos: &Subscription<ParticipantEntitiesInfo>, nodes: &mut NodesOf) {
    while let Ok(Some((info, _))) = infos.take() {
        let names = info.nodes().iter().map(|n| n.fully_qualified_name()).collect();
        nodes.insert(info.gid(), names);
    }
}

fn snapshot(peer: &Peer, nodes: &NodesOf) -> Value {
    let mut names: Vec<&String> = nodes.values().flatten().collect();
    names.sort();
    json!({"event": "graph", "nodes": names, "topics": endpoints(peer)})
}

/// DDS topic name -> type and how many endpoints of other participants.
fn endpoints(peer: &Peer) -> BTreeMap<String, Value> {
    let participant = peer.context.domain_participant();
    let mut counts: BTreeMap<String, (String, usize, usize)> = BTreeMap::new();
    for writer in participant.discovered_writers() {
        let data = &writer.publication_topic_data;
        let entry = counts.entry(data.topic_name.clone()).or_default();
        entry.0 = data.type_name.clone();
        entry.1 += 1;
    }
    for reader in participant.discovered_readers() {
        let data = &reader.subscription_topic_data;
        let entry = counts.entry(data.topic_name().clone()).or_default();
        entry.0 = data.type_name().clone();
        entry.2 += 1;
    }
    counts
        .into_iter()
        .map(|(name, (kind, writers, readers))| {
            (name, json!({"type": kind, "writers": writers, "readers": readers}))
        })
        .collect()
}
