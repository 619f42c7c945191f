#include "running_system.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "live_session.h"
#include "ranvier/policy/thread_file.h"

namespace ranvier::policy {
namespace {

using trace_model::Index;
using trace_model::kNever;
using trace_model::kNone;
using trace_model::Model;
using EntityKind = GroupEntity::Kind;

constexpr std::size_t kKilobytes = 1024;  // of each flight recorder

/// Goes through what a model has, kind by kind, as ids of groups do.
class Listing final {
 public:
  Listing(const Model& model, RunningSystem& to) : model_(model), to_(to) {}

  void run() {
    for (const auto& node : model_.nodes) {
      if (node.life.end == kNever) to_.nodes.insert(node.name);
    }
    const auto number = [](const auto& timer) { return std::to_string(timer.period); };
    add(EntityKind::kSubscription, model_.subscriptions, [](const auto& one) { return one.topic; });
    add(EntityKind::kService, model_.services, [](const auto& one) { return one.name; });
    add(EntityKind::kClient, model_.clients, [](const auto& one) { return one.service; });
    add(EntityKind::kTimer, model_.timers, number);
    for (const auto& [group, made] : groups_) {
      to_.groups.push_back(group_id(model_.name_of(made.node), made.entities));
    }
  }

 private:
  struct Group {
    Index node;
    std::vector<GroupEntity> entities;
  };

  template <class Object, class Name>
  void add(EntityKind kind, const std::vector<Object>& all, Name name) {
    for (const Object& one : all) {
      if (one.life.end != kNever || one.node == kNone) continue;
      const GroupEntity entity{kind, name(one)};
      const std::string& node = model_.name_of(one.node);
      const std::string id = group_id(node, {entity});
      if (id != node) to_.callbacks.insert(id);
      const Index group = one.callback == kNone ? kNone : model_.callbacks[one.callback].group;
      if (group == kNone) continue;
      Group& in = groups_[group];
      in.node = one.node;
      in.entities.push_back(entity);
    }
  }

  const Model& model_;
  RunningSystem& to_;
  std::map<Index, Group> groups_;
};

void add_threads(int pid, std::set<std::string>& names) {
  std::error_code error;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks, error)) {
    std::string name;
    if (std::getline(std::ifstream(task.path() / "comm"), name)) names.insert(name);
  }
}

}  // namespace

Result<RunningSystem> look_at_system(std::size_t domain) {
  const auto session = apps::LiveSession::start(domain, kKilobytes);
  if (!session) return session.error();
  RunningSystem system;
  const auto looked = (*session)->look([&](const Model& model) { Listing(model, system).run(); });
  if (!looked) return looked.error();
  for (const auto& process : looked->processes) {
    if (process.trace.empty()) continue;
    ++system.processes;
    add_threads(process.pid, system.threads);
  }
  system.complaints = looked->complaints;
  if (system.processes > 0) return system;
  std::string said = "no process of domain " + std::to_string(domain) +
                     " answers. Start the system first, or name its domain (--domain)";
  for (const std::string& one : system.complaints) said += ". " + one;
  return Error{Code::kNotFound, said};
}

}  // namespace ranvier::policy
