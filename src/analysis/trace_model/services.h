// How long calls of services and goals of actions took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::trace_model {

/// The calls between one client and one service.
struct ServiceTraffic {
  Index client = kNone, service = kNone;  ///< kNone: that end is not in the trace
  std::uint64_t calls = 0;
  std::uint64_t unanswered = 0;  ///< no event says that the client took an answer
  Statistics round_trip;    ///< from the sending of the request until the client takes the answer
  Statistics there;         ///< of it, until the service takes the request
  Statistics service_part;  ///< from there until it answers
  Statistics back;          ///< from there until the client takes the answer
};
/// In the order of the services' names, then of the clients'.
[[nodiscard]] std::vector<ServiceTraffic> service_traffic(const Model& model);

/// The name of the service, whichever end is known.
[[nodiscard]] const std::string& name_of(const Model& model, const ServiceTraffic& of);

/// Goals of one action that have the same status now.
struct GoalTraffic {
  std::string action;
  int status = 0;
  std::uint64_t goals = 0;
  Statistics durations;  ///< from acceptance to the end, of those that have both
};
/// In the order of the actions' names, then of the statuses.
[[nodiscard]] std::vector<GoalTraffic> goal_traffic(const Model& model);

/// "succeeded", as action_msgs/GoalStatus has it.
[[nodiscard]] const char* goal_status_name(int status);

}  // namespace ranvier::trace_model
