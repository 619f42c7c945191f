// Declaring and reading parameters.
#include "ranvier/proto/param/store.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ranvier/node/arguments.h"
#include "ranvier/proto/param/changing.h"

namespace ranvier::param {
namespace {

bool has_value(const Value& value) { return value.type != Type::PARAMETER_NOT_SET; }

bool within_depth(std::string_view rest, std::uint64_t depth) {
  return depth == 0 ||
         static_cast<std::uint64_t>(std::count(rest.begin(), rest.end(), '.')) < depth;
}

bool listed(std::string_view name, const std::vector<std::string>& prefixes, std::uint64_t depth) {
  if (prefixes.empty()) return within_depth(name, depth);
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
    if (name == prefix) return true;
    const bool below = name.size() > prefix.size() && name[prefix.size()] == '.' &&
                       name.compare(0, prefix.size(), prefix) == 0;
    return below && within_depth(name.substr(prefix.size() + 1), depth);
  });
}

}  // namespace

void add_overrides(const Arguments& arguments, const std::string& full_node_name,
                   std::map<std::string, Value>& to) {
  for (const auto& one : arguments.parameters) {
    if (matches_node(one.node, full_node_name)) to[one.name] = value_of(one.value);
  }
}

void Store::set_event_sink(EventSink sink) {
  const std::lock_guard lock(mutex_);
  event_sink_ = std::move(sink);
}

Result<void> Store::declare_overrides() {
  if (!settings_.declare_overrides) return {};
  Descriptor descriptor;
  descriptor.dynamic_typing = true;
  for (const auto& [name, value] : settings_.overrides) {
    if (has(name)) continue;
    if (auto declared = declare(name, value.type, value, descriptor, true); !declared) {
      return declared.error();
    }
  }
  return {};
}

// An empty YAML array has no type: it takes the one that the parameter has.
void Store::take_override(Parameter& parameter, const Descriptor& descriptor) const {
  const auto found = settings_.overrides.find(parameter.name);
  if (found == settings_.overrides.end()) return;
  parameter.value = found->second;
  const bool array = descriptor.type >= Type::PARAMETER_BYTE_ARRAY;
  if (!has_value(parameter.value) && array && !descriptor.dynamic_typing) {
    parameter.value.type = descriptor.type;
  }
}

Result<void> Store::admit(const Parameter& parameter, Descriptor& descriptor) {
  SetResult result;
  result.reason = why_not(parameter.name, parameter.value, descriptor);
  result.successful = result.reason.empty();
  if (result.successful) result = run_on_set({parameter});
  if (!result.successful && result.reason.rfind(kWrongTypeWords, 0) == 0) {
    return Error{kWrongType, result.reason};
  }
  if (!result.successful) {
    return Error{Code::kInvalidArgument,
                 "parameter '" + parameter.name + "' could not be set: " + result.reason};
  }
  if (descriptor.dynamic_typing) descriptor.type = parameter.value.type;
  return {};
}

Result<const Value*> Store::declare(const std::string& name, std::uint8_t type,
                                    const Value& initial, Descriptor descriptor,
                                    bool ignore_override) {
  const std::lock_guard lock(mutex_);
  const Changing changing(changing_);
  if (changing.reentered()) return reentered();
  if (name.empty()) return nameless();
  if (entry(name)) {
    return Error{Code::kAlreadyExists, "parameter '" + name + "' has already been declared"};
  }
  if (!descriptor.dynamic_typing && type == Type::PARAMETER_NOT_SET) {
    return Error{kWrongType,
                 "cannot declare a statically typed parameter with an uninitialized value"};
  }
  descriptor.name = name;
  descriptor.type = type;
  Parameter parameter;
  parameter.name = name;
  parameter.value = initial;
  if (!ignore_override) take_override(parameter, descriptor);
  if (has_value(parameter.value)) {
    if (auto admitted = admit(parameter, descriptor); !admitted) return admitted.error();
  }
  Entry& declared = entries_[name];
  declared.value = parameter.value;
  declared.descriptor = std::move(descriptor);
  if (has_value(parameter.value)) {
    Event event;
    event.new_parameters.push_back(parameter);
    if (auto thrown = tell_of({parameter}, std::move(event))) std::rethrow_exception(thrown);
  }
  return &declared.value;
}

Result<void> Store::undeclare(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (changing_) return reentered();
  const Entry* found = entry(name);
  if (!found) {
    return Error{Code::kNotFound,
                 "cannot undeclare parameter '" + name + "' which has not yet been declared"};
  }
  if (found->descriptor.read_only) {
    return Error{kReadOnly, "cannot undeclare parameter '" + name + "' because it is read-only"};
  }
  if (!found->descriptor.dynamic_typing) {
    return Error{kWrongType, "cannot undeclare a statically typed parameter"};
  }
  entries_.erase(name);
  return {};
}

const Store::Entry* Store::entry(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

// Null for one that is not declared and need not be. In ROS 2 the words begin with the name.
Result<const Store::Entry*> Store::known(const std::string& name) const {
  const Entry* found = entry(name);
  if (found || settings_.allow_undeclared) return found;
  return Error{Code::kNotFound, name +
                                    ": this parameter is not declared. Declare it first, or "
                                    "allow undeclared parameters in the node's options"};
}

bool Store::has(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return entry(name) != nullptr;
}

std::optional<Value> Store::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const Entry* found = entry(name);
  if (!found || !has_value(found->value)) return std::nullopt;
  return found->value;
}

Result<Value> Store::get(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = known(name);
  if (!found) return found.error();
  if (!*found) return Value();
  if (!has_value((*found)->value) && !(*found)->descriptor.dynamic_typing) {
    return Error{kNoValue, name};
  }
  return (*found)->value;
}

Result<std::vector<Parameter>> Store::get_all(const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  std::vector<Parameter> parameters(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto value = get(names[i]);
    if (!value) return value.error();
    parameters[i].name = names[i];
    parameters[i].value = std::move(*value);
  }
  return parameters;
}

std::vector<Parameter> Store::below(const std::string& prefix) const {
  const std::lock_guard lock(mutex_);
  const std::string front = prefix.empty() ? prefix : prefix + ".";
  std::vector<Parameter> parameters;
  for (auto at = entries_.lower_bound(front); at != entries_.end(); ++at) {
    if (at->first.compare(0, front.size(), front) != 0) break;
    parameters.emplace_back();
    parameters.back().name = at->first;
    parameters.back().value = at->second.value;
  }
  return parameters;
}

Result<std::vector<Descriptor>> Store::describe(const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  std::vector<Descriptor> descriptors;
  for (const auto& name : names) {
    const auto found = known(name);
    if (!found) return found.error();
    descriptors.push_back(*found ? (*found)->descriptor : Descriptor());
    descriptors.back().name = name;
  }
  return descriptors;
}

Result<std::vector<std::uint8_t>> Store::types(const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint8_t> types;
  for (const auto& name : names) {
    const auto found = known(name);
    if (!found) return found.error();
    types.push_back(*found ? (*found)->value.type : Type::PARAMETER_NOT_SET);
  }
  return types;
}

ListResult Store::list(const std::vector<std::string>& prefixes, std::uint64_t depth) const {
  const std::lock_guard lock(mutex_);
  ListResult result;
  for (const auto& [name, entry] : entries_) {
    if (!listed(name, prefixes, depth)) continue;
    result.names.push_back(name);
    const auto dot = name.rfind('.');
    if (dot == std::string::npos) continue;
    const std::string prefix = name.substr(0, dot);
    // Names are in order, so equal prefixes mostly follow each other.
    if (std::find(result.prefixes.rbegin(), result.prefixes.rend(), prefix) ==
        result.prefixes.rend()) {
      result.prefixes.push_back(prefix);
    }
  }
  return result;
}

}  // namespace ranvier::param
