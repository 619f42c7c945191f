#include "services_data.h"

#include <cstdio>

#include "analysis/trace_model/services.h"
#include "read_model.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

const std::string& client_of(const Model& model, const ServiceTraffic& of) {
  return model.name_of(of.client == kNone ? kNone : model.clients[of.client].node);
}
const std::string& server_of(const Model& model, const ServiceTraffic& of) {
  return model.name_of(of.service == kNone ? kNone : model.services[of.service].node);
}

}  // namespace

Json services_data(const Model& model) {
  Json all = Json::array();
  for (const ServiceTraffic& one : service_traffic(model)) {
    all.push_back({{"service", name_of(model, one)},
                   {"client", client_of(model, one)},
                   {"server", server_of(model, one)},
                   {"calls", one.calls},
                   {"unanswered", one.unanswered},
                   {"round_trip", json_of(one.round_trip)},
                   {"there", json_of(one.there)},
                   {"service_part", json_of(one.service_part)},
                   {"back", json_of(one.back)}});
  }
  return all;
}

Json goals_data(const Model& model) {
  Json all = Json::array();
  for (const GoalTraffic& one : goal_traffic(model)) {
    all.push_back({{"action", one.action},
                   {"status", goal_status_name(one.status)},
                   {"goals", one.goals},
                   {"duration", json_of(one.durations)}});
  }
  return all;
}

void print_services(const Model& model) {
  for (const ServiceTraffic& one : service_traffic(model)) {
    const std::string title = "service " + name_of(model, one) + " of " + server_of(model, one) +
                              ", called by " + client_of(model, one);
    std::printf("%s\n", printable(title).c_str());
    std::string calls = std::to_string(one.calls) + " calls";
    if (one.unanswered > 0) calls += ", " + std::to_string(one.unanswered) + " unanswered";
    print_head(calls);
    print_row("  ", "round trip", one.round_trip);
    print_row("  ", "until the service takes it", one.there);
    print_row("  ", "the service's part", one.service_part);
    print_row("  ", "until the client has it", one.back);
    std::printf("\n");
  }
  for (const GoalTraffic& one : goal_traffic(model)) {
    const std::string title =
        "action " + (one.action.empty() ? "?" : one.action) + ": " + goal_status_name(one.status);
    std::printf("%s\n", printable(title).c_str());
    print_head(std::to_string(one.goals) + " goals");
    print_row("  ", "from acceptance to the end", one.durations);
    std::printf("\n");
  }
}

}  // namespace ranvier::apps
