#include "ranvier/policy/policy_file.h"

#include <cstdlib>
#include <utility>

#include "ranvier/policy/fields.h"

namespace ranvier {
namespace {

constexpr const char* kPolicyVariable = "RANVIER_EXECUTOR_POLICY";

std::optional<Order> order_of(std::string_view name) {
  if (name == "arrival") return Order::kArrival;
  if (name == "priority") return Order::kPriority;
  if (name == "deadline") return Order::kDeadline;
  if (name == "sequence") return Order::kSequence;
  return std::nullopt;
}

// The field that an order goes by; a sequence goes by the places in the list.
std::string field_of(Order order) {
  if (order == Order::kSequence) return "";
  return order == Order::kDeadline ? "deadline" : "priority";
}

// One callback of the file.
class CallbackEntry final {
 public:
  explicit CallbackEntry(Order order)
      : wanted_(field_of(order)), is_deadline_(order == Order::kDeadline) {}

  Result<void> read(const YamlNode& map) {
    if (map.kind != YamlNode::Kind::kMap) {
      return fault_at(map.where, "a callback is a map with " + fields() + ", and not " +
                                     shown(map) + ". Write '- id: ...'");
    }
    for (const YamlNode::Entry& entry : map.entries) {
      if (auto done = field(entry); !done) return done;
    }
    if (id_.empty()) return fault_at(map.where, "a callback has no id. Give it one");
    if (!value_ && !wanted_.empty()) {
      return fault_at(map.where,
                      "'" + id_ + "' has no " + wanted_ + ". Give it one, or take it away");
    }
    return {};
  }

  const std::string& id() const noexcept { return id_; }
  /// @param place  in the list, from 1 on: what a sequence goes by.
  std::int64_t value(std::size_t place) const noexcept {
    return value_.value_or(static_cast<std::int64_t>(place));
  }

 private:
  std::string fields() const { return wanted_.empty() ? "id" : "id and " + wanted_; }
  Result<void> field(const YamlNode::Entry& entry) {
    if (entry.key == "id") return read_id(entry);
    if (entry.key == wanted_) return read_value(entry);
    return fault_at(entry.where, "a callback has no field '" + entry.key +
                                     "' in this order. What it has: " + fields());
  }
  Result<void> read_id(const YamlNode::Entry& entry) {
    const std::string& id = entry.value.text;
    if (entry.value.kind != YamlNode::Kind::kScalar || !id.starts_with('/')) {
      return fault_at(entry.where, "id is " + shown(entry.value) +
                                       ". Give a node's full name, such as /planner, or one of its "
                                       "callbacks, such as \"/planner@Subscription(/map)\"");
    }
    const std::size_t at = id.find('@');
    if (at != id.npos && id.find('@', at + 1) != id.npos) {
      return fault_at(entry.where,
                      "'" + id + "' names two callbacks. Give each an entry of its own");
    }
    id_ = id;
    return {};
  }
  Result<void> read_value(const YamlNode::Entry& entry) {
    value_ = whole_number<std::int64_t>(entry.value);
    if (value_ && (!is_deadline_ || *value_ > 0)) return {};
    return fault_at(entry.where, entry.key + " is " + shown(entry.value) +
                                     (is_deadline_ ? ". Give nanoseconds, more than 0"
                                                   : ". Give a whole number; higher runs first"));
  }

  const std::string wanted_;
  const bool is_deadline_;
  std::string id_;
  std::optional<std::int64_t> value_;
};

}  // namespace

/// Reads the parts of the file.
class PolicyFileReader final {
 public:
  Result<PolicyFile> read(const YamlNode& root) {
    if (root.is_null()) return std::move(file_);
    if (root.kind != YamlNode::Kind::kMap) {
      return fault_at(root.where.empty() ? "policy file" : root.where,
                      "the file is a map with " + parts() + ", and not " + shown(root) +
                          ". Write 'order: priority'");
    }
    for (const YamlNode::Entry& entry : root.entries) {
      if (auto done = part(entry); !done) return done.error();
    }
    if (callbacks_ != nullptr) {
      if (auto done = list(*callbacks_); !done) return done.error();
    }
    file_.threads_.complete();
    if (auto done = sequence(); !done) return done.error();
    return std::move(file_);
  }

 private:
  static std::string parts() {
    return std::string("order, callbacks, trigger, semantics, ") + ThreadFile::kParts;
  }

  // These wait: what they are depends on the order.
  const YamlNode::Entry** waits(std::string_view key) {
    if (key == "callbacks") return &callbacks_;
    if (key == "trigger") return &trigger_;
    return key == "semantics" ? &semantics_ : nullptr;
  }

  Result<void> part(const YamlNode::Entry& entry) {
    if (const YamlNode::Entry** const later = waits(entry.key)) {
      *later = &entry;
      return {};
    }
    if (entry.key != "order") {
      const auto taken = file_.threads_.take(entry);
      if (!taken) return taken.error();
      if (*taken) return {};
      return fault_at(entry.where,
                      "the file has no part '" + entry.key + "'. Its parts are " + parts());
    }
    const auto order = order_of(entry.value.text);
    if (!order) {
      return fault_at(entry.where, "order is " + shown(entry.value) +
                                       ". Give arrival, priority, deadline or sequence");
    }
    file_.order_ = *order;
    order_ = &entry;
    return {};
  }

  Result<void> list(const YamlNode::Entry& part) {
    if (part.value.is_null()) return {};
    if (part.value.kind != YamlNode::Kind::kList) {
      return fault_at(part.where, "callbacks is a list, and not " + shown(part.value) +
                                      ". Write '- id: ...' below it");
    }
    std::size_t place = 0;
    for (const YamlNode& item : part.value.items) {
      CallbackEntry entry(file_.order_);
      if (auto done = entry.read(item); !done) return done;
      if (!file_.values_.emplace(entry.id(), entry.value(++place)).second) {
        return fault_at(item.where,
                        "'" + entry.id() + "' is there already, further up. Keep one of them");
      }
    }
    return {};
  }

  Result<void> sequence() {
    if (file_.order_ != Order::kSequence) {
      const YamlNode::Entry* const part = trigger_ != nullptr ? trigger_ : semantics_;
      if (part == nullptr) return {};
      return fault_at(part->where, part->key + " goes with 'order: sequence' alone. Take it away");
    }
    const ThreadFile& threads = file_.threads_;
    if (threads.has_plan() && (threads.each() == ThreadPlan::Each::kGroup ||
                               threads.names_groups() || threads.count() > 1)) {
      return fault_at(order_->where,
                      "a sequence runs on one thread. Take away the parts that give more");
    }
    RoundRules rules;
    rules.places = file_.values_.size();
    if (auto done = read_trigger(rules); !done) return done;
    if (auto done = read_semantics(rules); !done) return done;
    file_.rounds_ = std::move(rules);
    return {};
  }

  Result<void> read_trigger(RoundRules& rules) {
    if (trigger_ == nullptr || trigger_->value.text == "any") return {};
    const YamlNode& value = trigger_->value;
    if (value.text == "all") {
      rules.trigger = RoundRules::all();
      return {};
    }
    const auto found = file_.values_.find(value.text);
    if (value.kind == YamlNode::Kind::kScalar && found != file_.values_.end()) {
      rules.trigger = RoundRules::one(static_cast<std::size_t>(found->second - 1));
      return {};
    }
    return fault_at(trigger_->where,
                    "trigger is " + shown(value) + ". Give any, all or the id of one callback");
  }

  // The names are those of rclc's.
  Result<void> read_semantics(RoundRules& rules) {
    if (semantics_ == nullptr || semantics_->value.text == "rclcpp") return {};
    if (semantics_->value.text != "let") {
      return fault_at(semantics_->where,
                      "semantics is " + shown(semantics_->value) + ". Give rclcpp or let");
    }
    rules.reads_first = true;
    return {};
  }

  PolicyFile file_;
  const YamlNode::Entry* order_ = nullptr;
  const YamlNode::Entry* callbacks_ = nullptr;
  const YamlNode::Entry* trigger_ = nullptr;
  const YamlNode::Entry* semantics_ = nullptr;
};

Result<PolicyFile> PolicyFile::parse(std::string_view text, const std::string& origin) {
  const auto root = parse_yaml(text, origin);
  if (!root) return root.error();
  return PolicyFileReader().read(*root);
}

Result<PolicyFile> PolicyFile::read(const std::string& path) {
  const auto root = read_yaml("policy file", path);
  if (!root) return root.error();
  return PolicyFileReader().read(*root);
}

Result<std::shared_ptr<const PolicyFile>> PolicyFile::of_environment() {
  const char* const path = std::getenv(kPolicyVariable);
  if (path == nullptr || *path == '\0') return std::shared_ptr<const PolicyFile>();
  auto file = read(path);
  if (!file) {
    return Error{file.error().code, std::string(kPolicyVariable) + ": " + file.error().what};
  }
  return std::make_shared<const PolicyFile>(*std::move(file));
}

std::int64_t PolicyFile::value(const std::string& node, const GroupEntity& entity) const {
  auto found = values_.find(group_id(node, {entity}));
  if (found == values_.end()) found = values_.find(node);
  return found == values_.end() ? 0 : found->second;
}

std::vector<std::string> PolicyFile::callback_ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, value] : values_) ids.push_back(id);
  return ids;
}

}  // namespace ranvier
