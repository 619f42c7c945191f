#include "analysis/trace_model/services.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/trace_model/apart.h"

namespace ranvier::trace_model {
namespace {

/// Of one client and one service.
struct Times {
  std::uint64_t calls = 0, unanswered = 0;
  std::vector<Nanoseconds> round_trip, there, service_part, back;
};

void add(std::vector<Nanoseconds>& to, Nanoseconds from, Nanoseconds until) {
  if (from != kNever && until != kNever) to.push_back(apart(from, until));
}

// What nobody took counts where others of that client were taken.
std::map<Index, Index> services_of_clients(const Model& model) {
  std::map<Index, Index> services;
  for (const Call& call : model.calls) {
    if (call.client != kNone && call.service != kNone) services.emplace(call.client, call.service);
  }
  return services;
}

}  // namespace

std::vector<ServiceTraffic> service_traffic(const Model& model) {
  const auto services = services_of_clients(model);
  std::map<std::pair<Index, Index>, Times> all;
  for (const Call& call : model.calls) {
    if (call.client == kNone && call.service == kNone) continue;
    Index service = call.service;
    if (const auto known = services.find(call.client);
        service == kNone && known != services.end()) {
      service = known->second;
    }
    Times& of = all[{call.client, service}];
    ++of.calls;
    of.unanswered += call.returned == kNever;
    add(of.round_trip, call.sent, call.returned);
    add(of.there, call.sent, call.taken);
    add(of.service_part, call.taken, call.answered);
    add(of.back, call.answered, call.returned);
  }
  std::vector<ServiceTraffic> result;
  for (auto& [ends, of] : all) {
    result.push_back({ends.first, ends.second, of.calls, of.unanswered,
                      statistics(std::move(of.round_trip)), statistics(std::move(of.there)),
                      statistics(std::move(of.service_part)), statistics(std::move(of.back))});
  }
  std::stable_sort(result.begin(), result.end(),
                   [&](const ServiceTraffic& a, const ServiceTraffic& b) {
                     return name_of(model, a) < name_of(model, b);
                   });
  return result;
}

const std::string& name_of(const Model& model, const ServiceTraffic& of) {
  return of.service != kNone ? model.services[of.service].name : model.clients[of.client].service;
}

std::vector<GoalTraffic> goal_traffic(const Model& model) {
  std::map<std::pair<std::string, int>, std::pair<std::uint64_t, std::vector<Nanoseconds>>> all;
  for (const Goal& goal : model.goals) {
    auto& [count, durations] = all[{goal.action, goal.status}];
    ++count;
    add(durations, goal.accepted, goal.ended);
  }
  std::vector<GoalTraffic> result;
  for (auto& [which, of] : all) {
    result.push_back({which.first, which.second, of.first, statistics(std::move(of.second))});
  }
  return result;
}

const char* goal_status_name(int status) {
  switch (status) {
    case 1: return "accepted";
    case 2: return "executing";
    case 3: return "canceling";
    case 4: return "succeeded";
    case 5: return "canceled";
    case 6: return "aborted";
    default: return "unknown";
  }
}

}  // namespace ranvier::trace_model
