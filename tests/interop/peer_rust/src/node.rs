//! One participant with one node on it, and what discovery says about its
//! endpoints. Reads the participant's status events itself instead of running
//! the library's spinner, because two readers would share one queue.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use ros2_client::{Context, Name, Node, NodeName, NodeOptions};
use rustdds::{DomainParticipantBuilder, DomainParticipantStatusEvent, StatusEvented, GUID};
use serde_json::json;

use crate::args::Args;
use crate::talk::emit;

pub struct Peer {
    pub context: Context,
    pub node: Node,
    matched: BTreeMap<GUID, BTreeSet<GUID>>,
    lost: Vec<Vec<u8>>,
}

impl Peer {
    pub fn new(args: &Args) -> Result<Peer, String> {
        let domain = std::env::var("ROS_DOMAIN_ID").unwrap_or_default().parse().unwrap_or(0);
        let mut builder = DomainParticipantBuilder::new(domain);
        if std::env::var("ROS_AUTOMATIC_DISCOVERY_RANGE").as_deref() == Ok("LOCALHOST") {
            builder = builder.with_only_networks([IpAddr::from([127, 0, 0, 1])]);
        }
        let participant = builder.build().map_err(|e| format!("participant: {e:?}"))?;
        let context =
            Context::from_domain_participant(participant).map_err(|e| format!("context: {e:?}"))?;
        let name = NodeName::new(&args.get("namespace", "/"), &args.get("node", "rust_peer"))
            .map_err(|e| format!("node name: {e}"))?;
        let node = context
            .new_node(name, NodeOptions::new())
            .map_err(|e| format!("node: {e:?}"))?;
        Ok(Peer { context, node, matched: BTreeMap::new(), lost: Vec::new() })
    }

    /// Emits matches, losses and QoS conflicts of the endpoint `ours`.
    pub fn report_discovery(&mut self, ours: GUID) {
        let before = self.matches(ours);
        self.take_discovery(|local| {
            if local == ours {
                emit(json!({"event": "incompatible_qos"}));
            }
        });
        if self.matches(ours) != before {
            emit(json!({"event": "matched", "count": self.matches(ours)}));
        }
    }

    /// How many endpoints of the other side the service is matched with on both
    /// of its topics. `serving` tells which side is ours.
    pub fn service_matches(&mut self, service: &Name, serving: bool) -> usize {
        self.take_discovery(|_| {});
        let own = NodeName::new("/", "any").expect("a valid name");
        let request = service.to_dds_name("rq", &own, "Request");
        let reply = service.to_dds_name("rr", &own, "Reply");
        let (read, written) = if serving { (reply, request) } else { (request, reply) };
        self.matched_readers(&read).min(self.matched_writers(&written))
    }

    fn is_matched(&self, remote: GUID) -> bool {
        self.matched.values().any(|remotes| remotes.contains(&remote))
    }

    fn matched_readers(&self, topic: &str) -> usize {
        let readers = self.context.domain_participant().discovered_readers();
        let on_topic = readers.iter().filter(|r| r.subscription_topic_data.topic_name() == topic);
        on_topic.filter(|r| self.is_matched(r.reader_proxy.remote_reader_guid)).count()
    }

    fn matched_writers(&self, topic: &str) -> usize {
        let writers = self.context.domain_participant().discovered_writers();
        let on_topic = writers.iter().filter(|w| w.publication_topic_data.topic_name == topic);
        on_topic.filter(|w| self.is_matched(w.writer_proxy.remote_writer_guid)).count()
    }

    fn take_discovery(&mut self, mut on_conflict: impl FnMut(GUID)) {
        let listener = self.context.domain_participant().status_listener();
        while let Some(event) = listener.try_recv_status() {
            match event {
                DomainParticipantStatusEvent::RemoteReaderMatched { local_writer, remote_reader } => {
                    self.add_match(local_writer, remote_reader)
                }
                DomainParticipantStatusEvent::RemoteWriterMatched { local_reader, remote_writer } => {
                    self.add_match(local_reader, remote_writer)
                }
                DomainParticipantStatusEvent::ReaderLost { guid, .. }
                | DomainParticipantStatusEvent::WriterLost { guid, .. } => self.remove_match(guid),
                DomainParticipantStatusEvent::ParticipantLost { id, .. } => self.lost.push(id.as_ref().to_vec()),
                DomainParticipantStatusEvent::RemoteReaderQosIncompatible { local_writer, .. } => {
                    on_conflict(local_writer)
                }
                DomainParticipantStatusEvent::RemoteWriterQosIncompatible { local_reader, .. } => {
                    on_conflict(local_reader)
                }
                _ => {}
            }
        }
    }

    /// The GUID prefixes of participants that have gone since the last call.
    pub fn take_lost(&mut self) -> Vec<Vec<u8>> {
        self.take_discovery(|_| {});
        std::mem::take(&mut self.lost)
    }

    /// How many remote endpoints the local one is matched with.
    pub fn matches(&self, local: GUID) -> usize {
        self.matched.get(&local).map_or(0, BTreeSet::len)
    }

    fn add_match(&mut self, local: GUID, remote: GUID) {
        self.matched.entry(local).or_default().insert(remote);
    }

    fn remove_match(&mut self, remote: GUID) {
        for remotes in self.matched.values_mut() {
            remotes.remove(&remote);
        }
    }
}
