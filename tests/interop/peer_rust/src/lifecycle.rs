//! `peer managed`: what managers see of a managed node, and the types of the
//! services by which they lead one.

use ros2_client::{Message, Name, ServiceMapping, ServiceTypeName};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

use crate::args::Args;
use crate::node::Peer;
use crate::talk::{emit, Asked, Commands};

/// lifecycle_msgs/msg/State and lifecycle_msgs/msg/Transition alike.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Labelled {
    pub id: u8,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChangeStateRequest {
    pub transition: Labelled,
}
impl Message for ChangeStateRequest {}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChangeStateReply {
    pub success: bool,
}
impl Message for ChangeStateReply {}

/// A request without fields: one byte stands for them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetStateRequest {
    pub structure_needs_at_least_one_member: u8,
}
impl Message for GetStateRequest {}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetStateReply {
    pub current_state: Labelled,
}
impl Message for GetStateReply {}

/// `call 3` asks by id, `call activate` by label.
pub fn change_request(words: &[String]) -> Result<ChangeStateRequest, String> {
    let word = words.first().ok_or("a transition is needed")?;
    let transition = match word.parse() {
        Ok(id) => Labelled { id, label: String::new() },
        Err(_) => Labelled { id: 0, label: word.clone() },
    };
    Ok(ChangeStateRequest { transition })
}

pub fn state_request(_: &[String]) -> Result<GetStateRequest, String> {
    Ok(GetStateRequest { structure_needs_at_least_one_member: 0 })
}

pub fn state(reply: &GetStateReply) -> Value {
    json!([reply.current_state.id, reply.current_state.label])
}

/// Where a transition leads that succeeds; callbacks there are none.
fn goal(from: &str, asked: &Labelled) -> Option<(u8, &'static str)> {
    let rules = [
        ("unconfigured", 1, "configure", (2, "inactive")),
        ("inactive", 2, "cleanup", (1, "unconfigured")),
        ("inactive", 3, "activate", (3, "active")),
        ("active", 4, "deactivate", (2, "inactive")),
    ];
    let fits = |id, label| if asked.label.is_empty() { asked.id == id } else { asked.label == label };
    rules.iter().find(|(start, id, label, _)| *start == from && fits(*id, *label)).map(|rule| rule.3)
}

/// Serves `change_state` and `get_state` below the name of `--service`.
pub fn managed(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let name = |which: &str| {
        Name::parse(&format!("{}/{which}", args.get("service", "/managed"))).map_err(|e| e.to_string())
    };
    let kind = |kind| ServiceTypeName::new("lifecycle_msgs", kind);
    let cyclone = ServiceMapping::Cyclone;
    let failed = |e| format!("server: {e:?}");
    let change_name = name("change_state")?;
    let changes = peer
        .node
        .create_server::<ChangeStateRequest, ChangeStateReply>(
            cyclone, &change_name, &kind("ChangeState"), args.qos(), args.qos())
        .map_err(failed)?;
    let states = peer
        .node
        .create_server::<GetStateRequest, GetStateReply>(
            cyclone, &name("get_state")?, &kind("GetState"), args.qos(), args.qos())
        .map_err(failed)?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut clients = 0;
    let mut now = (1, "unconfigured");
    while !matches!(commands.next(), Asked::End) {
        let known = peer.service_matches(&change_name, true);
        if clients != known {
            clients = known;
            emit(json!({"event": "matched", "count": clients}));
        }
        if let Ok(Some((id, request))) = changes.receive_request() {
            let next = goal(now.1, &request.transition);
            now = next.unwrap_or(now);
            let reply = ChangeStateReply { success: next.is_some() };
            changes.send_response(id, reply).map_err(|e| format!("reply: {e:?}"))?;
        }
        if let Ok(Some((id, _))) = states.receive_request() {
            let current_state = Labelled { id: now.0, label: now.1.to_string() };
            states.send_response(id, GetStateReply { current_state }).map_err(|e| format!("reply: {e:?}"))?;
        }
    }
    Ok(())
}
