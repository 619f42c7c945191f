// What happened to an endpoint, counted, and whoever wants to hear of it.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

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
  /// Totals, and what happened since `who` last took this kind.
  EventStatus take(Kind kind, const void* who = nullptr);
  /// Called after every event of a kind, under this object's lock, instead of the
  /// last one of `who`; null clears, and forgets what `who` took. It tells at once
  /// if something happened that `who` has not taken.
  void listen(Kind kind, std::function<void()> listener, const void* who = nullptr);

 private:
  // One who listens or takes; most kinds have none, few have two.
  struct Party {
    const void* who;
    std::function<void()> listener{};
    int total = 0;  // when it last took, as below
    int current = 0;
    int not_alive = 0;
  };
  struct Entry {
    EventStatus status;  // totals alone
    std::vector<Party> parties;
    Party& of(const void* who);
  };
  Mutex mutex_;
  std::array<std::unique_ptr<Entry>, kKinds> entries_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
