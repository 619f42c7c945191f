// A managed node without rclcpp: the state machine and its services on a plain node.
#pragma once

#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition.hpp>
#include <lifecycle_msgs/msg/transition_event.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plain_node.h"
#include "ranvier/proto/lifecycle/machine.h"
#include "ranvier/proto/lifecycle/services.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace plain {

using ranvier::lifecycle::Machine;
using ranvier::lifecycle::Outcome;

class Managed {
 public:
  explicit Managed(const PlainNode& in)
      : machine(value(Machine::open({in.node, in.clock, in.node->logger_name(), events(in), {}}))) {
    for (auto& service : ranvier::lifecycle::services(machine)) {
      services_.push_back(value(ranvier::serve(in.node, std::move(service))));
    }
  }

  static ranvier::Endpoint events(const PlainNode& of, const std::string& node = {}) {
    return of.topic("/" + (node.empty() ? of.node->name().name : node) + "/transition_event",
                    *rosidl_typesupport_cpp::get_message_type_support_handle<
                        lifecycle_msgs::msg::TransitionEvent>());
  }

  const std::shared_ptr<Machine> machine;

 private:
  std::vector<std::shared_ptr<ranvier::Server>> services_;
};

}  // namespace plain
