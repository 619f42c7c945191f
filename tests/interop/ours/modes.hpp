// The modes of our interop program; each spins until stdin ends.
#pragma once

#include <rclcpp/rclcpp.hpp>

#include "talk.hpp"

namespace interop {

void publish(const Options& options);
void subscribe(const Options& options);
void watch_graph(const Options& options);
void serve(const Options& options);
void call(const Options& options);
/// The client of an action: `goal ORDER` and `cancel`, one goal at a time; `volley COUNT`.
void act(const Options& options);
/// The server of an action: refuses a negative order, runs one of 1000 until it
/// is cancelled, and ends any other at once.
void serve_action(const Options& options);
/// A default node with parameters: answer = 42, ratio = 0.5, name = "peer".
void hold_node(const Options& options);
/// The parameters of the node that `--of` names: `get NAME…`, `set NAME=INTEGER…`, `list`,
/// `describe NAME…`, `types NAME…`, `load FILE`; reports what it hears of changes.
void ask_for_parameters(const Options& options);

/// Reports what it hears on /rosout; `log TEXT` says something there.
void hear_logs(const Options& options);

/// Reports what a service of BasicTypes and its clients tell of their calls.
void spy(const Options& options);

/// A publisher of each of the types (`--types a/msg/A,b/msg/B`), by name;
/// `describe TYPE HASH` asks the node's own service for a type.
void offer_types(const Options& options);

/// Of each of the types a publisher of /there/TYPE and a subscription of /back/TYPE, which
/// reports the bytes that come; `raw TYPE HEX` publishes a whole payload.
void relay_types(const Options& options);

/// The publisher of /clock: `tick NANOSECONDS`.
void give_time(const Options& options);
/// A node with use_sim_time that tells its time whenever it jumps.
void follow_time(const Options& options);

/// A managed node.
void hold_managed_node(const Options& options);
/// A manager: `call TRANSITION`, by id or label, and `call` for the state.
void manage(const Options& options);

/// Spins until stdin ends and obeys its lines meanwhile, on another thread.
void spin_and_obey(const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr& node,
                   std::function<void(const Words&)> obey = {});
void spin_and_obey(const rclcpp::Node::SharedPtr& node,
                   std::function<void(const Words&)> obey = {});

rclcpp::Node::SharedPtr make_node(const Options& options);
/// Reports how many clients the services have together, whenever it changes.
rclcpp::TimerBase::SharedPtr report_clients(const rclcpp::Node::SharedPtr& node,
                                            std::vector<std::string> services);
rclcpp::QoS qos_of(const Options& options);

}  // namespace interop
