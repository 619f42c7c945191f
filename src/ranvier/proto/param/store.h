// The parameters of a node: what is declared, what each is now, and who is asked
// and notified when one changes.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/node/node.h"
#include "ranvier/proto/param/checks.h"
#include "ranvier/proto/param/errors.h"
#include "rcl_interfaces/msg/detail/list_parameters_result__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter_event__struct.hpp"
#include "rcl_interfaces/msg/detail/set_parameters_result__struct.hpp"

namespace ranvier {
class Clock;
struct Arguments;
}  // namespace ranvier

namespace ranvier::param {

using Event = rcl_interfaces::msg::ParameterEvent;
using ListResult = rcl_interfaces::msg::ListParametersResult;
using Parameter = rcl_interfaces::msg::Parameter;
using SetResult = rcl_interfaces::msg::SetParametersResult;

/// The result that nothing was set, and why.
[[nodiscard]] SetResult refused(std::string reason);

/// What a node's options, files and arguments say of its parameters.
struct Settings {
  std::map<std::string, Value> overrides;
  bool allow_undeclared = false;
  bool declare_overrides = false;          ///< by declare_overrides()
  std::shared_ptr<Node> node = nullptr;    ///< whose they are, in events and traces
  std::shared_ptr<Clock> clock = nullptr;  ///< stamps events; none are stamped without
};

/// Adds what files and arguments give to the node of this full name; later ones win.
void add_overrides(const Arguments& arguments, const std::string& full_node_name,
                   std::map<std::string, Value>& to);

/// Errors: kNotFound (not declared), kAlreadyExists, kInvalidName (no name), kWrongType,
/// kInvalidArgument (a value that is out of range or refused), kReadOnly, kNoValue, kReentered
/// (from within a callback). The words of kWrongType leave the name out, those of kNoValue are
/// the name alone.
///
/// Threads: all functions from any thread. A recursive lock is held while callbacks run, so
///          that they can read; from inside one no parameter can be declared, undeclared or
///          set. Lock order: outside of everything that callbacks and the event sink take.
/// Throws:  what callbacks throw. Nothing is changed then, but for what runs after a change:
///          that is reported all the same.
class Store final {
 public:
  explicit Store(Settings settings) : settings_(std::move(settings)) {}

  /// May change what is to be set, drop some or add others.
  using PreSet = std::function<void(std::vector<Parameter>&)>;
  using OnSet = std::function<SetResult(const std::vector<Parameter>&)>;
  using PostSet = std::function<void(const std::vector<Parameter>&)>;
  using EventSink = std::function<void(std::unique_ptr<Event>)>;
  /// Whose callback it is, which names it and keeps it in force by living.
  using Owner = std::weak_ptr<const void>;

  /// Who hears of changes from now on.
  void set_event_sink(EventSink sink);
  /// The same with a publisher of the node on `topic` (/parameter_events), whose type and
  /// node are filled in here.
  Result<void> publish_events(Endpoint topic);
  /// Declares every override that is not declared, if the settings say so.
  Result<void> declare_overrides();

  /// @param type     of `initial`, unless that has no value.
  /// @return the value in force: an override, else `initial`. It stays where it is, and
  ///         follows what is set, until the parameter is undeclared.
  Result<const Value*> declare(const std::string& name, std::uint8_t type, const Value& initial,
                               Descriptor descriptor, bool ignore_override = false);
  /// Of the type that the value has.
  Result<const Value*> declare(const std::string& name, const Value& initial) {
    return declare(name, initial.type, initial, Descriptor());
  }
  Result<void> undeclare(const std::string& name);

  bool has(const std::string& name) const;
  /// Nothing if it has no value, or is not declared.
  std::optional<Value> find(const std::string& name) const;
  /// Without type where undeclared parameters are allowed.
  Result<Value> get(const std::string& name) const;
  Result<std::vector<Parameter>> get_all(const std::vector<std::string>& names) const;
  /// Those of "<prefix>.<rest>", whole names.
  std::vector<Parameter> below(const std::string& prefix) const;
  Result<std::vector<Descriptor>> describe(const std::vector<std::string>& names) const;
  Result<std::vector<std::uint8_t>> types(const std::vector<std::string>& names) const;
  /// Names and prefixes below the given prefixes, at most `depth` dots deeper; 0
  /// is any depth.
  ListResult list(const std::vector<std::string>& prefixes, std::uint64_t depth) const;

  /// All or none. A refusal is a result, what is not declared an error.
  Result<SetResult> set(std::vector<Parameter> parameters);
  /// The same, but what a callback throws that runs after the change goes into `thrown`.
  Result<SetResult> set(std::vector<Parameter> parameters, std::exception_ptr& thrown);

  /// The latest runs first. Fail with kReentered.
  Result<void> add_pre_set(Owner owner, PreSet callback);
  Result<void> add_on_set(Owner owner, OnSet callback);
  Result<void> add_post_set(Owner owner, PostSet callback);
  /// Fail with kNotFound if the owner has no such callback.
  Result<void> remove_pre_set(const void* owner);
  Result<void> remove_on_set(const void* owner);
  Result<void> remove_post_set(const void* owner);

  const std::map<std::string, Value>& overrides() const noexcept { return settings_.overrides; }

 private:
  struct Entry {
    Value value;  // without type: declared without a value
    Descriptor descriptor;
  };
  template <class F>
  struct Callback {
    Owner owner;
    F function;
  };
  template <class F>
  using Callbacks = std::list<Callback<F>>;

  template <class F>
  Result<void> add(Callbacks<F>& to, Owner owner, F callback);
  template <class F>
  Result<void> remove(Callbacks<F>& from, const void* owner, const char* kind);

  Result<void> admit(const Parameter& parameter, Descriptor& descriptor);
  void take_override(Parameter& parameter, const Descriptor& descriptor) const;
  const Entry* entry(const std::string& name) const;
  Result<const Entry*> known(const std::string& name) const;
  Result<void> require_declared(const std::vector<Parameter>& parameters) const;
  SetResult check(const std::vector<Parameter>& parameters) const;
  void store(const Parameter& parameter, Event& event);
  void run_pre_set(std::vector<Parameter>& parameters);
  SetResult run_on_set(const std::vector<Parameter>& parameters);
  /// Runs what is to be run after a change and tells of it; gives what was thrown.
  std::exception_ptr tell_of(const std::vector<Parameter>& parameters, Event event);
  void tell(Event event);

  mutable std::recursive_mutex mutex_;  // guards what follows but the settings
  bool changing_ = false;
  const Settings settings_;
  std::map<std::string, Entry> entries_;
  Callbacks<PreSet> pre_set_;
  Callbacks<OnSet> on_set_;
  Callbacks<PostSet> post_set_;
  EventSink event_sink_;
};

}  // namespace ranvier::param
