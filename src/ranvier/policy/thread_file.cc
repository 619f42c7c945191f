#include "ranvier/policy/thread_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "ranvier/policy/fields.h"

namespace ranvier {
namespace {

using Kind = YamlNode::Kind;
using Policy = ThreadSettings::Policy;

constexpr std::size_t kMostThreads = 1024;

/// One entry of a list of the file, or what it says of all threads.
class ThreadEntry final {
 public:
  explicit ThreadEntry(bool of_all = false) : of_all_(of_all) {}

  Result<void> read(const YamlNode& map) {
    where_ = map.where;
    if (map.kind != Kind::kMap) {
      return fault_at(where_,
                      (of_all_ ? "threads is a map with each, count, affinity and policy, "
                                 "and not " +
                                     shown(map) + ". Write '{each: group}'"
                               : "a thread is a map with id, affinity and policy, and not " +
                                     shown(map) + ". Write '- id: ...'"));
    }
    for (const YamlNode::Entry& entry : map.entries) {
      if (auto done = field(entry); !done) return done;
    }
    return checked();
  }

  const std::string& where() const noexcept { return where_; }
  const std::string& id() const noexcept { return id_; }
  ThreadPlan::Each each() const noexcept { return each_; }
  std::size_t count() const noexcept { return count_; }
  const ThreadSettings& settings() const noexcept { return settings_; }

 private:
  Result<void> field(const YamlNode::Entry& entry) {
    if (entry.key == "id" && !of_all_) return read_id(entry);
    if (entry.key == "each" && of_all_) return read_each(entry);
    if (entry.key == "count" && of_all_) return read_count(entry);
    if (entry.key == "affinity") return read_affinity(entry);
    if (entry.key == "policy") return read_policy(entry);
    if (entry.key == "priority") return read_number(entry, priority_);
    if (entry.key == "nice") return read_number(entry, nice_);
    if (entry.key == "runtime") return read_time(entry, settings_.runtime);
    if (entry.key == "deadline") return read_time(entry, settings_.deadline);
    if (entry.key == "period") return read_time(entry, settings_.period);
    return fault_at(entry.where,
                    (of_all_ ? "threads has" : "a thread has") + (" no field '" + entry.key) +
                        "'. Its fields are " + (of_all_ ? "each, count" : "id") +
                        ", affinity, policy, priority, nice, runtime, deadline and period");
  }

  Result<void> read_each(const YamlNode::Entry& entry) {
    const std::string& each = entry.value.text;
    if (each != "executor" && each != "group") {
      return fault_at(entry.where, "each is " + shown(entry.value) +
                                       ". Give executor, or group for threads of its own for each "
                                       "callback group");
    }
    each_ = each == "group" ? ThreadPlan::Each::kGroup : ThreadPlan::Each::kExecutor;
    return {};
  }

  Result<void> read_count(const YamlNode::Entry& entry) {
    const auto count = whole_number<std::size_t>(entry.value);
    if (!count || *count < 1 || *count > kMostThreads) {
      return fault_at(entry.where, "count is " + shown(entry.value) + ". Give a number from 1 to " +
                                       std::to_string(kMostThreads));
    }
    count_ = *count;
    return {};
  }

  Result<void> read_id(const YamlNode::Entry& entry) {
    if (entry.value.kind != Kind::kScalar || entry.value.is_null()) {
      return fault_at(entry.where, "id is the name of a callback group or a thread, and not " +
                                       shown(entry.value) + ". Give one");
    }
    id_ = entry.value.text;
    return {};
  }

  Result<void> read_affinity(const YamlNode::Entry& entry) {
    if (entry.value.is_null()) return {};
    if (entry.value.kind != Kind::kList) {
      return fault_at(entry.where, "affinity is a list of CPUs, and not " + shown(entry.value) +
                                       ". Write [0, 1], or ~ for all");
    }
    for (const YamlNode& item : entry.value.items) {
      const auto cpu = whole_number<unsigned>(item);
      if (!cpu) {
        return fault_at(item.where, "affinity has " + shown(item) +
                                        ", which is no CPU. Give numbers from 0 on");
      }
      settings_.cpus.push_back(*cpu);
    }
    return {};
  }

  Result<void> read_policy(const YamlNode::Entry& entry) {
    settings_.policy = policy_of(entry.value.text);
    if (settings_.policy) return {};
    return fault_at(entry.where, "policy is " + shown(entry.value) +
                                     ". Give SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO, "
                                     "SCHED_RR or SCHED_DEADLINE");
  }

  static Result<void> read_number(const YamlNode::Entry& entry, std::optional<int>& to) {
    to = whole_number<int>(entry.value);
    if (to) return {};
    return fault_at(entry.where,
                    entry.key + " is a whole number, and not " + shown(entry.value) + ". Give one");
  }

  Result<void> read_time(const YamlNode::Entry& entry, std::chrono::nanoseconds& to) {
    const auto count = whole_number<std::int64_t>(entry.value);
    if (!count || *count < 0) {
      return fault_at(entry.where, entry.key + " is a number of nanoseconds, and not " +
                                       shown(entry.value) + ". Give a whole number from 0 on");
    }
    to = std::chrono::nanoseconds(*count);
    has_times_ = true;
    return {};
  }

  // What the fields are together.
  Result<void> checked() {
    if (id_.empty() && !of_all_) return fault_at(where_, "a thread has no id. Give it one");
    const std::string who = of_all_ ? "threads: " : "'" + id_ + "': ";
    if (const auto fault = settings_.policy ? misfit() : unused_number()) {
      return fault_at(where_, who + *fault);
    }
    settings_.nice = nice_.value_or(priority_.value_or(0));
    settings_.priority = priority_.value_or(0);
    if (const auto fault = fault_of(settings_)) return fault_at(where_, who + *fault);
    return {};
  }

  std::optional<std::string> unused_number() const {
    if (!priority_ && !nice_ && !has_times_) return std::nullopt;
    return "there is no policy. Give the one that the numbers are for";
  }

  // A number that the policy has not, or lacks.
  std::optional<std::string> misfit() const {
    const std::string policy = name_of(*settings_.policy);
    const bool deadline = settings_.policy == Policy::kDeadline;
    if (has_times_ && !deadline) {
      return policy +
             " has no runtime, deadline or period. Take them away, or choose "
             "SCHED_DEADLINE";
    }
    if (deadline) {
      if (!priority_ && !nice_) return std::nullopt;
      return policy + " has no priority and no nice. Take it away";
    }
    if (is_real_time(*settings_.policy)) {
      if (nice_) return policy + " has no nice. Give priority, from 1 to 99";
      if (!priority_) return policy + " needs a priority. Give one from 1 to 99";
    } else if (nice_ && priority_) {
      return "nice and priority are the same for " + policy + ". Keep nice";
    }
    return std::nullopt;
  }

  const bool of_all_;
  std::string where_;
  std::string id_;
  ThreadPlan::Each each_ = ThreadPlan::Each::kExecutor;
  std::size_t count_ = 0;
  ThreadSettings settings_;
  std::optional<int> priority_;
  std::optional<int> nice_;
  bool has_times_ = false;
};

// Hands each entry of a list to `put`, which says whether it is new.
template <class Put>
Result<void> each_thread(const YamlNode::Entry& part, Put put) {
  if (part.value.is_null()) return {};
  if (part.value.kind != Kind::kList) {
    return fault_at(part.where, part.key + " is a list of threads, and not " + shown(part.value) +
                                    ". Write '- id: ...' below it");
  }
  for (const YamlNode& item : part.value.items) {
    ThreadEntry entry;
    if (auto done = entry.read(item); !done) return done;
    if (!put(entry)) {
      return fault_at(item.where,
                      "'" + entry.id() + "' is there already, further up. Keep one of them");
    }
  }
  return {};
}

std::ptrdiff_t callbacks_in(const std::string& id) { return std::count(id.begin(), id.end(), '@'); }

}  // namespace

Result<bool> ThreadFile::take(const YamlNode::Entry& part) {
  Result<void> done;
  if (part.key == "threads") {
    done = take_usual(part);
  } else if (part.key == "callback_groups") {
    done = take_groups(part);
  } else if (part.key == "non_ros_threads") {
    done = take_threads(part);
  } else {
    return part.key == "hardware_info" || part.key == "rt_throttling";
  }
  if (!done) return done.error();
  return true;
}

Result<void> ThreadFile::take_usual(const YamlNode::Entry& part) {
  if (part.value.is_null()) return {};
  ThreadEntry entry(true);
  if (auto done = entry.read(part.value); !done) return done;
  each_ = entry.each();
  count_ = entry.count();
  usual_ = entry.settings();
  has_usual_ = true;
  return {};
}

Result<void> ThreadFile::take_groups(const YamlNode::Entry& part) {
  return each_thread(part, [this](const ThreadEntry& entry) {
    std::string id = plain_group_id(entry.id());
    // Only what the runtime adds: it is that group, and not all of the node.
    if (id.find('@') == id.npos && entry.id().find('@') != id.npos) id += '@';
    const bool is_there =
        std::any_of(groups_.begin(), groups_.end(), [&](const Group& one) { return one.id == id; });
    if (!is_there) groups_.push_back({id, entry.settings()});
    return !is_there;
  });
}

Result<void> ThreadFile::take_threads(const YamlNode::Entry& part) {
  return each_thread(part, [this](const ThreadEntry& entry) {
    ThreadSettings settings = entry.settings();
    settings.name = entry.id();
    return threads_.emplace(entry.id(), std::move(settings)).second;
  });
}

void ThreadFile::complete() {
  std::stable_sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
    return callbacks_in(a.id) > callbacks_in(b.id);
  });
  for (Group& one : groups_) {
    if (!one.settings.policy) one.settings.take_policy(usual_);
    if (one.settings.cpus.empty()) one.settings.cpus = usual_.cpus;
  }
}

const ThreadSettings* ThreadFile::of_group(std::string_view group_id) const {
  const std::string plain = plain_group_id(group_id);
  const auto found = std::find_if(groups_.begin(), groups_.end(),
                                  [&](const Group& one) { return names_group(one.id, plain); });
  return found == groups_.end() ? nullptr : &found->settings;
}

std::vector<std::string> ThreadFile::groups_of(std::string_view node) const {
  std::vector<std::string> ids = group_ids();
  std::erase_if(ids, [&](std::string_view id) { return id.substr(0, id.find('@')) != node; });
  return ids;
}

std::vector<std::string> ThreadFile::group_ids() const {
  std::vector<std::string> ids;
  for (const Group& one : groups_) ids.push_back(one.id);
  return ids;
}

std::vector<std::string> ThreadFile::thread_names() const {
  std::vector<std::string> names;
  for (const auto& [name, settings] : threads_) names.push_back(name);
  return names;
}

const ThreadSettings* ThreadFile::settings_of_thread(const std::string& name) const {
  const auto found = threads_.find(name);
  return found == threads_.end() ? nullptr : &found->second;
}

}  // namespace ranvier
