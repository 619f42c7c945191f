// What a trace says of a system: who was there, what ran, which message went where.
//
// Objects are joined by the handles of their events, as the field's analyses
// join them. An address is used again when an object is gone, so a handle means
// the last object of the process that came with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/trace_read/trace.h"

namespace ranvier::trace_model {

/// A place in one of the model's lists; kNone: there is no such object.
using Index = std::uint32_t;
inline constexpr Index kNone = UINT32_MAX;

using Nanoseconds = std::int64_t;  ///< a duration, or since the epoch
inline constexpr Nanoseconds kNever = INT64_MIN;

struct Node {
  Index process = 0;
  std::string name;  ///< with its namespace
  std::uint64_t handle = 0;
};
struct Publisher {
  Index process = 0, node = kNone;
  std::string topic;
  std::uint64_t depth = 0;
  Index gid = 0;  ///< in Trace::texts; 0: unknown
  std::uint64_t handle = 0;
};
struct Subscription {
  Index process = 0, node = kNone;
  std::string topic;
  std::uint64_t depth = 0;
  Index callback = kNone;
  std::uint64_t handle = 0;
};
struct Timer {
  Index process = 0, node = kNone;
  Nanoseconds period = 0;
  Index callback = kNone;
  std::uint64_t handle = 0;
};
struct Service {
  Index process = 0, node = kNone;
  std::string name;
  Index callback = kNone;
  std::uint64_t handle = 0;
};
struct Client {
  Index process = 0, node = kNone;
  std::string service;
  std::uint64_t handle = 0;
};
struct Callback {
  enum class Of : std::uint8_t { kUnknown, kSubscription, kTimer, kService };
  Index process = 0;
  Of of = Of::kUnknown;
  Index owner = kNone;  ///< in the list that `of` says
  std::string symbol;   ///< empty: no event gave one
  std::uint64_t handle = 0;  ///< its address in the process
};
/// A managed node went from one state to another.
struct Transition {
  Index node = kNone;
  Nanoseconds time = 0;
  std::string from, to;
};

/// One message given to the world.
struct Publication {
  Index publisher = kNone;
  Index thread = 0;
  Index run = kNone;             ///< of the callback that published it
  std::uint64_t message = 0;     ///< its address in the process
  Nanoseconds begin = 0;         ///< publish() was called
  Nanoseconds handed = kNever;   ///< it is a message now, for receivers in the process
  Nanoseconds rcl = kNever;      ///< somebody beyond the process is to have it too
  Nanoseconds rmw = kNever;      ///< it goes to the network
  std::int64_t source_timestamp = 0;  ///< 0: it did not go to the network
  bool is_bytes = false;         ///< no object of the user's was published
};

/// One message got by one subscription.
struct Take {
  Index subscription = kNone;
  Index publication = kNone;     ///< kNone: its publisher was not traced, or is not to be told
  std::uint64_t message = 0;
  std::int64_t source_timestamp = 0;
  Index gid = 0;                 ///< of its publisher, in Trace::texts; 0: no event says it
  Nanoseconds delivered = kNever;  ///< it came; kNever: no event says when
  Nanoseconds taken = 0;
  Nanoseconds ready = kNever;    ///< decoded
  bool is_local = false;         ///< it never left the process
  Index brought_by = kNone;      ///< the thread that delivered it
};

/// One message that came to a subscription and that no event says was taken.
struct Untaken {
  Index subscription = kNone;
  Nanoseconds delivered = 0;
  Index gid = 0;  ///< of its publisher, in Trace::texts
  std::string reason;  ///< why it never will be ("history"); empty: no event says
};

/// A callback ran once.
struct Run {
  Index callback = 0;
  Index thread = 0;
  Index take = kNone;
  Nanoseconds start = 0;
  Nanoseconds end = kNever;  ///< kNever: the trace ends before it
  bool is_intra_process = false;
  bool is_nested = false;    ///< it ran within another, on its thread
};

/// A thread was ready to run and had no CPU, for `waited` in all, somewhere between
/// `begin` and `end`.
struct CpuWait {
  Index thread = 0;
  Nanoseconds begin = 0, end = 0;
  Nanoseconds waited = 0;
};

/// Immutable once built, and then for any number of threads.
struct Model {
  std::vector<Node> nodes;
  std::vector<Publisher> publishers;
  std::vector<Subscription> subscriptions;
  std::vector<Timer> timers;
  std::vector<Service> services;
  std::vector<Client> clients;
  std::vector<Callback> callbacks;
  std::vector<Transition> transitions;
  std::vector<Publication> publications;  ///< in the order of time
  std::vector<Take> takes;                ///< likewise
  std::vector<Untaken> untaken;
  std::vector<Run> runs;                  ///< by their start
  std::vector<CpuWait> cpu_waits;         ///< by their end
  std::vector<bool> watched;              ///< of each process: whether waits for a CPU were told of
  std::vector<trace_read::Process> processes;  ///< of the trace
  std::vector<trace_read::Thread> threads;
  /// What did not join, in words.
  std::vector<std::string> findings;

  /// The node's name, or "?" of kNone.
  [[nodiscard]] const std::string& name_of(Index node) const;
  /// What a callback is for, in words: "/chatter of /listener", "timer 100 ms of /talker".
  [[nodiscard]] std::string describe(Index callback) const;
  [[nodiscard]] Index node_of(Index callback) const;

  // Queries by name; empty if there is none.
  [[nodiscard]] std::vector<Index> nodes_named(std::string_view name) const;
  [[nodiscard]] std::vector<Index> publishers_to(std::string_view topic) const;
  [[nodiscard]] std::vector<Index> subscriptions_to(std::string_view topic) const;
  [[nodiscard]] std::vector<Index> timers_of(Index node) const;
  /// In the order of their start.
  [[nodiscard]] std::vector<Index> runs_of(Index callback) const;
};

/// Contract: time and memory grow with the trace. Never fails: what is strange
/// is told of in Model::findings.
[[nodiscard]] Model build_model(const trace_read::Trace& trace);

}  // namespace ranvier::trace_model
