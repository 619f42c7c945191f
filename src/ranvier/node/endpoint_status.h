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
  int total = 0;  ///< at most INT_MAX
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

  /// Makes a listener once it is needed: most endpoints never need theirs.
  class Later {
   public:
    /// Contract: called once, under the status's lock, which it must not take.
    virtual std::function<void()> listener() = 0;

   protected:
    ~Later() = default;
  };
  /// As listen() with what `later` gives with the first event of that kind, or by
  /// make_listener(). One at a time; null ends it: it is not called after that.
  void listen_later(Kind kind, Later* later);
  /// Has it made now, if it is not yet.
  void make_listener();

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
  void install(Entry& entry, std::function<void()> listener, const void* who)
      RANVIER_REQUIRES(mutex_);
  void make_now() RANVIER_REQUIRES(mutex_);

  Mutex mutex_{"endpoint status"};
  Kind later_kind_ RANVIER_GUARDED_BY(mutex_){};
  Later* later_ RANVIER_GUARDED_BY(mutex_) = nullptr;
  std::array<std::unique_ptr<Entry>, kKinds> entries_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
