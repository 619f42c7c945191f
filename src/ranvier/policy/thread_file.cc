#include "ranvier/policy/thread_file.h"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "ranvier/policy/fields.h"

namespace ranvier {
namespace {

using Kind = YamlNode::Kind;
using Policy = ThreadSettings::Policy;

constexpr const char* kFileVariable = "RANVIER_THREAD_CONFIG";

/// One entry of a list of the file.
class ThreadEntry final {
 public:
  Result<void> read(const YamlNode& map) {
    where_ = map.where;
    if (map.kind != Kind::kMap) {
      return fault_at(where_, "a thread is a map with id, affinity and policy, and not " +
                                  shown(map) + ". Write '- id: ...'");
    }
    for (const YamlNode::Entry& entry : map.entries) {
      if (auto done = field(entry); !done) return done;
    }
    return checked();
  }

  const std::string& id() const noexcept { return id_; }
  const ThreadSettings& settings() const noexcept { return settings_; }

 private:
  Result<void> field(const YamlNode::Entry& entry) {
    if (entry.key == "id") return read_id(entry);
    if (entry.key == "affinity") return read_affinity(entry);
    if (entry.key == "policy") return read_policy(entry);
    if (entry.key == "priority") return read_number(entry, priority_);
    if (entry.key == "nice") return read_number(entry, nice_);
    if (entry.key == "runtime") return read_time(entry, settings_.runtime);
    if (entry.key == "deadline") return read_time(entry, settings_.deadline);
    if (entry.key == "period") return read_time(entry, settings_.period);
    return fault_at(entry.where, "a thread has no field '" + entry.key +
                                     "'. Its fields are id, affinity, policy, priority, nice, "
                                     "runtime, deadline and period");
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
    if (id_.empty()) return fault_at(where_, "a thread has no id. Give it one");
    const std::string who = "'" + id_ + "': ";
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

  std::string where_;
  std::string id_;
  ThreadSettings settings_;
  std::optional<int> priority_;
  std::optional<int> nice_;
  bool has_times_ = false;
};

}  // namespace

/// Reads the lists of the file.
class ThreadFileReader final {
 public:
  Result<ThreadFile> read(const YamlNode& root) {
    if (root.is_null()) return std::move(file_);
    if (root.kind != Kind::kMap) {
      return fault_at(root.where,
                      "the file is a map with callback_groups and non_ros_threads, "
                      "and not " +
                          shown(root) + ". Write 'callback_groups:'");
    }
    for (const YamlNode::Entry& entry : root.entries) {
      if (auto done = part(entry); !done) return done.error();
    }
    return std::move(file_);
  }

 private:
  Result<void> part(const YamlNode::Entry& entry) {
    if (entry.key == "callback_groups") {
      return list(entry, file_.groups_, plain_group_id, thread_name_of);
    }
    if (entry.key == "non_ros_threads") {
      const auto as_it_is = [](std::string_view id) { return std::string(id); };
      return list(entry, file_.threads_, as_it_is, as_it_is);
    }
    if (entry.key == "hardware_info" || entry.key == "rt_throttling") return {};
    return fault_at(entry.where, "the file has no part '" + entry.key +
                                     "'. Its parts are callback_groups and non_ros_threads");
  }

  template <class Threads, class KeyOf, class NameOf>
  static Result<void> list(const YamlNode::Entry& part, Threads& threads, KeyOf key_of,
                           NameOf name_of_id) {
    if (part.value.is_null()) return {};
    if (part.value.kind != Kind::kList) {
      return fault_at(part.where, part.key + " is a list of threads, and not " + shown(part.value) +
                                      ". Write '- id: ...' below it");
    }
    for (const YamlNode& item : part.value.items) {
      ThreadEntry entry;
      if (auto done = entry.read(item); !done) return done;
      ThreadSettings settings = entry.settings();
      settings.name = name_of_id(entry.id());
      if (!threads.emplace(key_of(entry.id()), std::move(settings)).second) {
        return fault_at(item.where,
                        "'" + entry.id() + "' is there already, further up. Keep one of them");
      }
    }
    return {};
  }

  ThreadFile file_;
};

Result<ThreadFile> ThreadFile::parse(std::string_view text, const std::string& origin) {
  const auto root = parse_yaml(text, origin);
  if (!root) return root.error();
  return ThreadFileReader().read(*root);
}

Result<ThreadFile> ThreadFile::read(const std::string& path) {
  const auto root = read_yaml("thread file", path);
  if (!root) return root.error();
  return ThreadFileReader().read(*root);
}

Result<ThreadFile> ThreadFile::of_environment() {
  const char* const path = std::getenv(kFileVariable);
  if (path == nullptr || *path == '\0') return ThreadFile();
  auto file = read(path);
  if (file) return file;
  return Error{file.error().code, std::string(kFileVariable) + ": " + file.error().what};
}

const ThreadSettings* ThreadFile::settings_for(std::string_view group_id) const {
  const auto found = groups_.find(plain_group_id(group_id));
  return found == groups_.end() ? nullptr : &found->second;
}

std::vector<std::string> ThreadFile::groups_of(std::string_view node) const {
  std::vector<std::string> ids;
  for (const auto& [id, settings] : groups_) {
    if (std::string_view(id).substr(0, id.find('@')) == node) ids.push_back(id);
  }
  return ids;
}

const ThreadSettings* ThreadFile::settings_of_thread(const std::string& name) const {
  const auto found = threads_.find(name);
  return found == threads_.end() ? nullptr : &found->second;
}

}  // namespace ranvier
