// What happened to an endpoint, counted, and whoever wants to hear of it.
#pragma once

#include <array>
#include <functional>

#include "ranvier/os/mutex.h"
#include "ranvier/route/route.h"

namespace ranvier {

/// Totals of one kind of event, and what changed since they were last taken.
struct EventStatus {
  int total = 0;
  int total_change = 0;
  int current = 0;
  int current_change = 0;
  QosPolicy last_policy{};
  int not_alive = 0;
  int not_alive_change = 0;
};

/// Counts the events of an endpoint over all its routes.
///
/// Threads: all functions from any thread. Lock: inside "hub", outside "strand".
class EndpointStatus final {
 public:
  using Kind = EndpointEvent::Kind;
  static constexpr std::size_t kKinds = 7;

  void count(const EndpointEvent& event);
  /// What happened since the last take of this kind.
  EventStatus take(Kind kind);
  /// Called after every event of a kind, under this object's lock; null clears.
  /// It tells at once if something happened before it was set.
  void listen(Kind kind, std::function<void()> listener);

 private:
  struct Entry {
    EventStatus status;
    std::function<void()> listener;
  };
  Mutex mutex_;
  std::array<std::unique_ptr<Entry>, kKinds> entries_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
