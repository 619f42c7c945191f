// Setting parameters, and the callbacks around it.
#include <algorithm>
#include <utility>

#include "ranvier/node/clock.h"
#include "ranvier/node/names.h"
#include "ranvier/node/publisher.h"
#include "ranvier/proto/param/changing.h"
#include "ranvier/proto/param/store.h"
#include "ranvier/proto/serve.h"
#include "ranvier/proto/time/stamp.h"
#include "ranvier/trace/trace.h"
#include "rcl_interfaces/msg/parameter_event.hpp"

namespace ranvier::param {

SetResult refused(std::string reason) {
  SetResult result;
  result.successful = false;
  result.reason = std::move(reason);
  return result;
}

namespace {

SetResult accepted() {
  SetResult result;
  result.successful = true;
  return result;
}

// Calls `call(function)` for the callbacks whose owners live, latest first, while it
// returns true; drops the others.
template <class Callbacks, class Call>
void for_each_living(Callbacks& callbacks, const Call& call) {
  for (auto at = callbacks.begin(); at != callbacks.end();) {
    const auto owner = at->owner.lock();
    if (!owner) {
      at = callbacks.erase(at);
      continue;
    }
    if (!call(at->function)) return;
    ++at;
  }
}

}  // namespace

Result<SetResult> Store::set(std::vector<Parameter> parameters) {
  std::exception_ptr thrown;
  auto result = set(std::move(parameters), thrown);
  if (thrown) std::rethrow_exception(thrown);
  return result;
}

Result<SetResult> Store::set(std::vector<Parameter> parameters, std::exception_ptr& thrown) {
  const std::lock_guard lock(mutex_);
  const Changing changing(changing_);
  if (changing.reentered()) return reentered();
  run_pre_set(parameters);
  if (parameters.empty()) {
    return refused(
        "parameter list cannot be empty, this might be due to pre_set_parameters_callback "
        "modifying the original parameters list.");
  }
  if (auto declared = require_declared(parameters); !declared) return declared.error();
  SetResult result = check(parameters);
  if (result.successful) result = run_on_set(parameters);
  if (!result.successful) return result;
  Event event;
  for (const auto& parameter : parameters) store(parameter, event);
  thrown = tell_of(parameters, std::move(event));
  return result;
}

Result<void> Store::require_declared(const std::vector<Parameter>& parameters) const {
  for (const auto& parameter : parameters) {
    if (parameter.name.empty()) return nameless();
    if (entry(parameter.name) || settings_.allow_undeclared) continue;
    return Error{Code::kNotFound,
                 "parameter '" + parameter.name + "' cannot be set because it was not declared"};
  }
  return {};
}

SetResult Store::check(const std::vector<Parameter>& parameters) const {
  for (const auto& parameter : parameters) {
    const Entry* found = entry(parameter.name);
    if (!found) continue;  // allowed, and of any type
    if (found->descriptor.read_only) {
      return refused("parameter '" + parameter.name + "' cannot be set because it is read-only");
    }
    std::string why = why_not(parameter.name, parameter.value, found->descriptor);
    if (!why.empty()) return refused(std::move(why));
  }
  return accepted();
}

// Setting "not set" takes the value of a dynamically typed parameter away, and the
// parameter with it. One that has no value stays as it is declared.
void Store::store(const Parameter& parameter, Event& event) {
  const std::string& name = parameter.name;
  const bool unset = parameter.value.type == Type::PARAMETER_NOT_SET;
  const auto found = entries_.find(name);
  const bool declared = found != entries_.end();
  if (unset && declared && found->second.value.type != Type::PARAMETER_NOT_SET) {
    event.deleted_parameters.push_back(parameter);
    event.deleted_parameters.back().value = std::move(found->second.value);
    entries_.erase(found);
    return;
  }
  Entry& stored = entries_[name];
  if (!declared) {
    stored.descriptor.name = name;
    stored.descriptor.dynamic_typing = true;
  }
  stored.value = parameter.value;
  stored.descriptor.type = parameter.value.type;
  if (declared) {
    event.changed_parameters.push_back(parameter);
  } else if (!unset) {
    event.new_parameters.push_back(parameter);
  }
}

void Store::run_pre_set(std::vector<Parameter>& parameters) {
  for_each_living(pre_set_, [&](const PreSet& function) {
    function(parameters);
    return true;
  });
}

SetResult Store::run_on_set(const std::vector<Parameter>& parameters) {
  SetResult result = accepted();
  for_each_living(on_set_, [&](const OnSet& function) {
    result = function(parameters);
    return result.successful;
  });
  return result;
}

std::exception_ptr Store::tell_of(const std::vector<Parameter>& parameters, Event event) {
  std::exception_ptr thrown;
  try {
    for_each_living(post_set_, [&](const PostSet& function) {
      function(parameters);
      return true;
    });
  } catch (...) {
    thrown = std::current_exception();
  }
  tell(std::move(event));
  return thrown;
}

void Store::tell(Event event) {
  const void* node = settings_.node.get();
  for (const auto* list : {&event.new_parameters, &event.changed_parameters}) {
    for (const auto& parameter : *list) {
      RANVIER_TRACE(ranvier_parameter_set, node, parameter.name.c_str(),
                    to_text(parameter.value).c_str());
    }
  }
  for (const auto& gone : event.deleted_parameters) {
    RANVIER_TRACE(ranvier_parameter_set, node, gone.name.c_str(), "");
  }
  const bool nothing = event.new_parameters.empty() && event.changed_parameters.empty() &&
                       event.deleted_parameters.empty();
  if (!event_sink_ || nothing) return;
  if (settings_.node) {
    event.node = full_node_name(settings_.node->name().space, settings_.node->name().name);
  }
  if (settings_.clock) event.stamp = stamp_of(settings_.clock->now());
  event_sink_(std::make_unique<Event>(std::move(event)));
}

Result<void> Store::publish_events(Endpoint topic) {
  topic.type = &type_of<Event>();
  topic.node = settings_.node->name();
  auto publisher = Publisher::open(settings_.node, std::move(topic));
  if (!publisher) return publisher.error();
  set_event_sink([to = std::shared_ptr<Publisher>(std::move(*publisher))](auto event) {
    (void)to->send(event.release());
  });
  return {};
}

template <class F>
Result<void> Store::add(Callbacks<F>& to, Owner owner, F callback) {
  const std::lock_guard lock(mutex_);
  if (changing_) return reentered();
  to.push_front({std::move(owner), std::move(callback)});
  return {};
}

template <class F>
Result<void> Store::remove(Callbacks<F>& from, const void* owner, const char* kind) {
  const std::lock_guard lock(mutex_);
  if (changing_) return reentered();
  const auto found = std::find_if(from.begin(), from.end(), [owner](const auto& callback) {
    return callback.owner.lock().get() == owner;
  });
  if (!owner || found == from.end()) {
    return Error{Code::kNotFound, std::string(kind) + " set parameter callback doesn't exist"};
  }
  from.erase(found);
  return {};
}

Result<void> Store::add_pre_set(Owner owner, PreSet callback) {
  return add(pre_set_, std::move(owner), std::move(callback));
}
Result<void> Store::add_on_set(Owner owner, OnSet callback) {
  return add(on_set_, std::move(owner), std::move(callback));
}
Result<void> Store::add_post_set(Owner owner, PostSet callback) {
  return add(post_set_, std::move(owner), std::move(callback));
}
Result<void> Store::remove_pre_set(const void* owner) { return remove(pre_set_, owner, "Pre"); }
Result<void> Store::remove_on_set(const void* owner) { return remove(on_set_, owner, "On"); }
Result<void> Store::remove_post_set(const void* owner) { return remove(post_set_, owner, "Post"); }

}  // namespace ranvier::param
