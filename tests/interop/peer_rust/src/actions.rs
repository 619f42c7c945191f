//! `peer act` and `peer actor`: the two sides of an action of type Fibonacci, in
//! Cyclone's dialect. What a server does with a goal is in docs/interop.md.

use std::collections::BTreeMap;

use ros2_client::action::{
    ActionClient, ActionClientQosPolicies, ActionServer, ActionServerQosPolicies, GetResultResponse,
    SendGoalResponse,
};
use ros2_client::action_msgs::{
    CancelGoalResponse, CancelGoalResponseEnum, GoalId, GoalInfo, GoalStatus, GoalStatusArray,
    GoalStatusEnum,
};
use ros2_client::builtin_interfaces::Time;
use ros2_client::qos::{Durability, History};
use ros2_client::{ActionTypeName, Name, QosProfile, RmwRequestId, ServiceMapping};
use serde_json::json;

use crate::args::Args;
use crate::node::Peer;
use crate::talk::{emit, Asked, Commands};

const UNTIL_CANCELLED: i32 = 1000;

type Server = ActionServer<i32, Vec<i32>, Vec<i32>>;
type Client = ActionClient<i32, Vec<i32>, Vec<i32>>;

fn failed<E: std::fmt::Debug>(what: &'static str) -> impl Fn(E) -> String {
    move |error| format!("{what}: {error:?}")
}

/// The action, and its three services.
struct Names {
    action: Name,
    services: Vec<Name>,
}

impl Names {
    fn new(args: &Args) -> Result<Names, String> {
        let action = args.get("action", "/fibonacci");
        let name = |text: &str| Name::parse(text).map_err(|e| e.to_string());
        let services = ["send_goal", "cancel_goal", "get_result"];
        let services = services.map(|service| name(&format!("{action}/_action/{service}")));
        let services = services.into_iter().collect::<Result<Vec<Name>, String>>()?;
        Ok(Names { action: name(&action)?, services })
    }

    /// How many others have all three services matched.
    fn matches(&self, peer: &mut Peer, serving: bool) -> usize {
        self.services.iter().map(|service| peer.service_matches(service, serving)).min().unwrap_or(0)
    }
}

fn kind() -> ActionTypeName {
    ActionTypeName::new("example_interfaces", "Fibonacci")
}

fn status_qos() -> QosProfile {
    QosProfile::publisher_default()
        .durability(Durability::TransientLocal)
        .history(History::KeepLast { depth: 1 })
}

struct Goal {
    info: GoalInfo,
    status: GoalStatusEnum,
    result: Vec<i32>,
}

/// The goals of a server, and who asked for their results.
struct Goals {
    server: Server,
    known: BTreeMap<GoalId, Goal>,
    asked: Vec<(RmwRequestId, GoalId)>,
}

impl Goals {
    fn take_goal(&mut self) -> Result<(), String> {
        let Some((id, request)) = self.server.receive_goal().map_err(failed("goal"))? else {
            return Ok(());
        };
        let (goal_id, order, stamp) = (request.goal_id, request.goal, Time::now());
        emit(json!({"event": "goal", "order": order}));
        let answer = SendGoalResponse { accepted: order >= 0, stamp };
        self.server.send_goal_response(id, answer).map_err(failed("answer"))?;
        if order < 0 {
            return Ok(());
        }
        let info = GoalInfo { goal_id, stamp };
        let goal = Goal { info, status: GoalStatusEnum::Executing, result: vec![] };
        self.known.insert(goal_id, goal);
        self.tell_status()?;
        self.server.send_feedback(goal_id, vec![1]).map_err(failed("feedback"))?;
        if order != UNTIL_CANCELLED {
            self.end(goal_id, GoalStatusEnum::Succeeded, vec![order, order])?;
        }
        Ok(())
    }

    /// The crate does not show which goals a request means: all are cancelled.
    fn take_cancel(&mut self) -> Result<(), String> {
        let request = self.server.receive_cancel_request().map_err(failed("cancel"))?;
        let Some((id, _)) = request else { return Ok(()) };
        let active = self.known.values_mut().filter(|g| g.status == GoalStatusEnum::Executing);
        let goals_canceling: Vec<GoalInfo> = active
            .map(|goal| {
                goal.status = GoalStatusEnum::Canceling;
                goal.info.clone()
            })
            .collect();
        let ids: Vec<GoalId> = goals_canceling.iter().map(|info| info.goal_id).collect();
        let return_code = CancelGoalResponseEnum::None;
        let answer = CancelGoalResponse { return_code, goals_canceling };
        self.server.send_cancel_response(id, answer).map_err(failed("cancel"))?;
        self.tell_status()?;
        for id in ids {
            self.end(id, GoalStatusEnum::Canceled, vec![])?;
        }
        Ok(())
    }

    fn take_result_request(&mut self) -> Result<(), String> {
        if let Some((id, request)) = self.server.receive_result_request().map_err(failed("result"))? {
            self.asked.push((id, request.goal_id));
        }
        self.answer_results()
    }

    fn end(&mut self, id: GoalId, status: GoalStatusEnum, result: Vec<i32>) -> Result<(), String> {
        let goal = self.known.get_mut(&id).ok_or("no such goal")?;
        (goal.status, goal.result) = (status, result);
        self.answer_results()?;
        self.tell_status()
    }

    fn answer_results(&mut self) -> Result<(), String> {
        let ended = [GoalStatusEnum::Succeeded, GoalStatusEnum::Canceled];
        let (now, later) = std::mem::take(&mut self.asked)
            .into_iter()
            .partition(|(_, goal)| self.known.get(goal).is_some_and(|g| ended.contains(&g.status)));
        self.asked = later;
        let now: Vec<(RmwRequestId, GoalId)> = now;
        for (id, goal) in now {
            let Goal { status, result, .. } = &self.known[&goal];
            let answer = GetResultResponse { status: *status, result: result.clone() };
            self.server.send_result(id, answer).map_err(failed("result"))?;
        }
        Ok(())
    }

    fn tell_status(&self) -> Result<(), String> {
        let of = |goal: &Goal| GoalStatus { goal_info: goal.info.clone(), status: goal.status };
        let status_list = self.known.values().map(of).collect();
        self.server.send_goal_statuses(GoalStatusArray { status_list }).map_err(failed("status"))
    }
}

pub fn serve(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let names = Names::new(args)?;
    let qos = ActionServerQosPolicies {
        goal_service: args.qos(),
        result_service: args.qos(),
        cancel_service: args.qos(),
        feedback_publisher: args.qos(),
        status_publisher: status_qos(),
    };
    let server = peer
        .node
        .create_action_server(ServiceMapping::Cyclone, &names.action, &kind(), qos)
        .map_err(failed("server"))?;
    let mut goals = Goals { server, known: BTreeMap::new(), asked: Vec::new() };
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut clients = 0;
    while !matches!(commands.next(), Asked::End) {
        let now = names.matches(&mut peer, true);
        if clients != now {
            clients = now;
            emit(json!({"event": "matched", "count": clients}));
        }
        goals.take_goal()?;
        goals.take_cancel()?;
        goals.take_result_request()?;
    }
    Ok(())
}

/// One goal at a time, and what is heard of it.
struct Follower {
    client: Client,
    sent: Option<RmwRequestId>,
    goal: GoalId,
    status: Option<GoalStatusEnum>,
    cancel: Option<RmwRequestId>,
    result: Option<RmwRequestId>,
}

impl Follower {
    fn obey(&mut self, words: &[String]) -> Result<(), String> {
        if words[0] == "cancel" {
            self.cancel = Some(self.client.cancel_goal(self.goal).map_err(failed("cancel"))?);
            return Ok(());
        }
        let order = words.get(1).and_then(|word| word.parse().ok()).ok_or("give: goal ORDER")?;
        let (sent, goal) = self.client.send_goal(order).map_err(failed("goal"))?;
        (self.sent, self.goal, self.status) = (Some(sent), goal, None);
        Ok(())
    }

    fn look(&mut self) -> Result<(), String> {
        if let Some(sent) = self.sent {
            if let Some(answer) = self.client.receive_goal_response(sent).map_err(failed("answer"))? {
                self.sent = None;
                emit(json!({"event": "answer", "accepted": answer.accepted}));
                if answer.accepted {
                    self.result = Some(self.client.request_result(self.goal).map_err(failed("result"))?);
                }
            }
        }
        if let Some(value) = self.client.receive_feedback(self.goal).map_err(failed("feedback"))? {
            emit(json!({"event": "feedback", "value": value}));
        }
        if let Some(all) = self.client.receive_status().map_err(failed("status"))? {
            let own = all.status_list.iter().find(|one| one.goal_info.goal_id == self.goal);
            let status = own.map(|one| one.status);
            if status.is_some() && status != self.status {
                self.status = status;
                emit(json!({"event": "status", "value": status.map(|s| s as i8)}));
            }
        }
        if let Some(cancel) = self.cancel {
            if let Some(answer) = self.client.receive_cancel_response(cancel).map_err(failed("cancel"))? {
                self.cancel = None;
                let count = answer.goals_canceling.len();
                emit(json!({"event": "canceling", "code": answer.return_code as i8, "count": count}));
            }
        }
        if let Some(result) = self.result {
            if let Some((status, value)) = self.client.receive_result(result).map_err(failed("result"))? {
                self.result = None;
                emit(json!({"event": "result", "status": status as i8, "value": value}));
            }
        }
        Ok(())
    }
}

pub fn follow(args: &Args) -> Result<(), String> {
    let mut peer = Peer::new(args)?;
    let names = Names::new(args)?;
    let qos = ActionClientQosPolicies {
        goal_service: args.qos(),
        result_service: args.qos(),
        cancel_service: args.qos(),
        feedback_subscription: args.qos(),
        status_subscription: status_qos(),
    };
    let client = peer
        .node
        .create_action_client(ServiceMapping::Cyclone, &names.action, &kind(), qos)
        .map_err(failed("client"))?;
    let (sent, cancel, result, status) = (None, None, None, None);
    let mut follower = Follower { client, sent, goal: GoalId::ZERO, status, cancel, result };
    let commands = Commands::from_stdin();
    emit(json!({"event": "ready"}));
    let mut there = false;
    loop {
        if there != (names.matches(&mut peer, false) > 0) {
            there = !there;
            emit(json!({"event": "service", "there": there}));
        }
        match commands.next() {
            Asked::Command(words) => follower.obey(&words)?,
            Asked::Nothing => {}
            Asked::End => return Ok(()),
        }
        follower.look()?;
    }
}
