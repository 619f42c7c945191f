// QoS profiles between Python and the core.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "ranvier/msg/qos.h"
#include "ranvier/node/context.h"

namespace ranvier::python {

namespace nb = nanobind;

/// A profile as rclpy's QoSProfile has it: the numbers of its enumerations, nanoseconds.
/// In Python a tuple, in this order.
struct Profile {
  int history = 0;
  std::size_t depth = 0;
  int reliability = 0;
  int durability = 0;
  std::int64_t lifespan = 0;
  std::int64_t deadline = 0;
  int liveliness = 0;
  std::int64_t lease = 0;
  bool avoid_ros_namespace = false;
};

Profile profile_of(const nb::tuple& tuple);
nb::tuple tuple_of(const Qos& qos);

/// Resolves system defaults and "best available": to the defaults, as a service needs them.
Qos to_core(const Profile& profile);
/// For a topic: "best available" is what matches the endpoints that the graph knows now.
Qos to_core(const Profile& profile, Context& context, const std::string& topic, bool offers);

void bind_qos(nb::module_& module);

}  // namespace ranvier::python
