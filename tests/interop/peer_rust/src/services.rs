//! `peer serve` and `peer call`: one service, in the dialect that `--dialect`
//! names (`cyclone`, `fast`).

use ros2_client::rcl_interfaces::{
    GetParametersRequest, GetParametersResponse, ListParametersRequest, ListParametersResponse,
};
use ros2_client::{Message, Name, ServiceMapping, ServiceTypeName};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

use crate::args::Args;
use crate::lifecycle;
use crate::node::Peer;
use crate::talk::{emit, Asked, Commands};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct AddRequest {
    a: i64,
    b: i64,
}
impl Message for AddRequest {}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct AddReply {
    sum: i64,
}
impl Message for AddReply {}

fn dialect(args: &Args) -> Result<ServiceMapping, String> {
    match args.get("dialect", "cyclone").as_str() {
        "cyclone" => Ok(ServiceMapping::Cyclone),
        "fast" => Ok(ServiceMapping::Enhanced),
        other => Err(format!("dialect '{other}' is unknown; give cyclone or fast")),
    }
}

fn service(args: &Args) -> Result<(Name, ServiceTypeName), String> {
    let name = Name::parse(&args.get("service", "/add_two_ints")).map_err(|e| e.to_string())?;
    let (package, kind) = args.type_name("example_interfaces/srv/AddTwoInts");
    Ok((name, ServiceTypeName::new(&package, &kind)))
}

/// Adds two integers for whoever asks.
pub fn serve(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let (name, kind) = service(args)?;
    let server = peer
        .node
        .create_server::<AddRequest, AddReply>(dialect(args)?, &name, &kind, args.qos(), args.qos())
        .map_err(|e| format!("server: {e:?}"))?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut clients = 0;
    while !matches!(commands.next(), Asked::End) {
        let now = peer.service_matches(&name, true);
        if clients != now {
            clients = now;
            emit(json!({"event": "matched", "count": clients}));
        }
        match server.receive_request() {
            Ok(Some((id, request))) => {
                emit(json!({"event": "request", "a": request.a, "b": request.b}));
                let reply = AddReply { sum: request.a + request.b };
                server.send_response(id, reply).map_err(|e| format!("reply: {e:?}"))?;
            }
            Ok(None) => {}
            Err(e) => emit(json!({"event": "bad_sample", "error": format!("{e:?}")})),
        }
    }
    Ok(())
}

/// Calls when told to: `call A B`, or for parameter services `call NAME…`.
pub fn call(args: &Args) -> Result<(), String> {
    let (_, kind) = args.type_name("example_interfaces/srv/AddTwoInts");
    match kind.as_str() {
        "AddTwoInts" => call_with::<AddRequest, AddReply>(args, add_request, |r| json!(r.sum)),
        "GetParameters" => call_with(args, |w| Ok(GetParametersRequest { names: w.to_vec() }), values),
        "ListParameters" => call_with(
            args,
            |w| Ok(ListParametersRequest { prefixes: w.to_vec(), depth: 0 }),
            |r: &ListParametersResponse| json!(r.result.names),
        ),
        "ChangeState" => {
            call_with(args, lifecycle::change_request, |r: &lifecycle::ChangeStateReply| json!(r.success))
        }
        "GetState" => call_with(args, lifecycle::state_request, lifecycle::state),
        other => Err(format!("this peer cannot call a {other}")),
    }
}

fn add_request(words: &[String]) -> Result<AddRequest, String> {
    let number = |i: usize| words.get(i).ok_or("two numbers are needed")?.parse().map_err(|_| "no number");
    Ok(AddRequest { a: number(0)?, b: number(1)? })
}

fn values(reply: &GetParametersResponse) -> Value {
    reply
        .values
        .iter()
        .map(|v| {
            json!({"type": v.ptype, "bool": v.boolean_value, "int": v.int_value,
                   "double": v.double_value, "string": v.string_value})
        })
        .collect()
}

fn call_with<Q, R>(
    args: &Args,
    request_of: impl Fn(&[String]) -> Result<Q, String>,
    value_of: impl Fn(&R) -> Value,
) -> Result<(), String>
where
    Q: Message + Clone + 'static,
    R: Message + 'static,
{
    let mut peer = Peer::new(args)?;
    let (name, kind) = service(args)?;
    let client = peer
        .node
        .create_client::<Q, R>(dialect(args)?, &name, &kind, args.qos(), args.qos())
        .map_err(|e| format!("client: {e:?}"))?;
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut there = false;
    let mut asked = Vec::new();
    loop {
        if there != (peer.service_matches(&name, false) > 0) {
            there = !there;
            emit(json!({"event": "service", "there": there}));
        }
        match commands.next() {
            Asked::Command(words) => {
                let request = request_of(&words[1..])?;
                asked.push(client.send_request(request).map_err(|e| format!("call: {e:?}"))?);
            }
            Asked::Nothing => {}
            Asked::End => return Ok(()),
        }
        match client.receive_response() {
            // The library hands out the answers to other clients' questions too.
            Ok(Some((id, _))) if !asked.contains(&id) => {}
            Ok(Some((_, reply))) => emit(json!({"event": "reply", "value": value_of(&reply)})),
            Ok(None) => {}
            Err(e) => emit(json!({"event": "bad_sample", "error": format!("{e:?}")})),
        }
    }
}
