#include "bench/runner/deployments.h"

#include <filesystem>

namespace ranvier::bench {
namespace {

using Processes = Deployment::Processes;

Deployment composed(const std::string& name, const std::string& title, const std::string& switches,
                    const std::string& executor) {
  return {"composed-" + name,       title, switches, Processes::kOne,
          {"executor=" + executor}, {},    true,     false};
}

std::vector<Deployment> all() {
  const std::string container = "a ComposableNodeContainer with executable=";
  return {{"multi-process", "a process per node", "ros2 launch --compose none"},
          {"composed", "composed", "ros2 launch --compose all", Processes::kOne, {}, {}, true},
          {"composed-without-intra-process",
           "composed, all over DDS",
           "ros2 launch --compose all, and use_intra_process_comms(false) of the nodes",
           Processes::kOne,
           {"intra=0"}},
          {"multi-process-without-shm",
           "a process per node, without shared memory",
           "RANVIER_SHM=0",
           Processes::kOneEach,
           {},
           {{"RANVIER_SHM", "0"}},
           false,
           false},
          composed("isolated", "composed, an executor per node", "ros2 launch --compose isolated",
                   "isolated"),
          composed("multi-threaded", "composed, MultiThreadedExecutor",
                   container + "component_container_mt", "mt"),
          composed("events", "composed, EventsExecutor", "an EventsExecutor in your own main()",
                   "events"),
          composed("events-cbg", "composed, EventsCBGExecutor",
                   container + "component_container_events_cbg", "events_cbg"),
          composed("callback-isolated", "composed, a thread per callback group",
                   container + "component_container_callback_isolated", "callback_isolated")};
}

}  // namespace

std::vector<Deployment> deployments_of(const Topology& topology, const std::string& policy) {
  std::vector<Deployment> found = all();
  const std::size_t processes = topology.processes().size();
  if (processes > 1 && processes < topology.nodes.size()) {
    found.push_back({"as-recorded", "processes as recorded", "", Processes::kAsRecorded});
  }
  if (!policy.empty()) {
    const std::string file = std::filesystem::absolute(policy);
    found.push_back({"composed-by-policy",
                     "composed, callbacks by the policy",
                     "ros2 launch --compose all, and RANVIER_EXECUTOR_POLICY=" + policy,
                     Processes::kOne,
                     {},
                     {{"RANVIER_EXECUTOR_POLICY", file}},
                     true});
  }
  return found;
}

std::string deployment_title(const std::string& row_name) {
  const std::string name = row_name.substr(row_name.rfind('/') + 1);
  for (const Deployment& one : all()) {
    if (one.name == name) return one.title;
  }
  return name == "as-recorded" ? "processes as recorded" : "composed, callbacks by the policy";
}

}  // namespace ranvier::bench
