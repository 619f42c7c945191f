// Objects as their events introduce them, found again by their handles.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// An address in a process.
struct Handle {
  Index process;
  std::uint64_t address;
  bool operator==(const Handle&) const = default;
};

/// The address that a field of an event has, in the event's process.
inline Handle handle(const trace_read::EventView& event, std::size_t field) {
  return {event.process(), event.word(field)};
}

/// Spreads what differs in few bits over all.
inline std::size_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t x = a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2));
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return static_cast<std::size_t>(x ^ (x >> 32));
}

struct HashOfHandle {
  std::size_t operator()(const Handle& h) const noexcept { return mixed(h.address, h.process); }
};

/// What an address of a process means now; kNone if nothing.
class Directory final {
 public:
  void put(Handle handle, Index what) { known_[handle] = what; }
  /// @return what it meant.
  Index forget(Handle handle) {
    const auto found = known_.extract(handle);
    return found ? found.mapped() : kNone;
  }
  [[nodiscard]] Index find(Handle handle) const {
    const auto found = known_.find(handle);
    return found == known_.end() ? kNone : found->second;
  }

 private:
  std::unordered_map<Handle, Index, HashOfHandle> known_;
};

/// Reads the events that come once an object, and those of its end.
///
/// Threads: one. Order: events as they happened.
class Objects final {
 public:
  explicit Objects(Model& model) : model_(model) {}

  /// @return whether the event was one of those.
  bool see(const trace_read::EventView& event);

  [[nodiscard]] Index publisher(Handle handle) const { return publishers_.find(handle); }
  /// @param handle  of the middleware's end.
  [[nodiscard]] Index subscription_by_rmw(Handle handle) const {
    return rmw_subscriptions_.find(handle);
  }
  [[nodiscard]] Index subscription(Handle handle) const { return subscriptions_.find(handle); }
  [[nodiscard]] Index service(Handle handle) const { return services_.find(handle); }
  [[nodiscard]] Index client(Handle handle) const { return clients_.find(handle); }
  /// The callback; one of an unknown owner if nothing introduced it.
  Index callback(Handle handle);
  [[nodiscard]] Index node_of_machine(Handle handle) const { return machines_.find(handle); }
  /// Events that name an object that none introduced.
  [[nodiscard]] std::uint64_t orphans() const noexcept { return orphans_; }

 private:
  using View = trace_read::EventView;
  void node(const View& event);
  void publisher(const View& event);
  void subscription(const View& event);
  void subscription_callback(const View& event);
  void timer(const View& event);
  void timer_callback(const View& event);
  void timer_node(const View& event);
  void service(const View& event);
  void service_callback(const View& event);
  void client(const View& event);
  void client_callback(const View& event);
  void group_link(const View& event);
  void endpoint_type(const View& event);
  void message_size(const View& event);
  // What the endpoint at this handle carries, whatever it is; null if none is there.
  Carried* carried_by(Handle handle);
  void end(const View& event);
  // What ends at `handle` has no address any more, nor has its callback.
  template <class Object>
  Index end_in(Directory& directory, std::vector<Object>& all, Handle handle, Nanoseconds time);
  void end_callback(Index callback);
  void own(Handle callback, Callback::Of of, Index owner);
  /// What a directory says; counts it if it says nothing.
  Index known(const Directory& directory, Handle handle);

  Model& model_;
  Directory nodes_, publishers_, subscriptions_, rmw_subscriptions_, objects_, timers_, services_,
      clients_, callbacks_, machines_, groups_;
  /// A group is there as long as callbacks of it are: no event tells of its end.
  struct GroupHere {
    std::uint64_t address;
    std::uint32_t callbacks;
  };
  std::vector<GroupHere> groups_here_;  // of Model::groups
  // GIDs by the middleware's end; by the thread where there is no end.
  Directory gids_, gids_without_end_;
  std::uint64_t orphans_ = 0;
};

}  // namespace ranvier::trace_model
