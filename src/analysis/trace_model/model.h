// What a trace says of a system: who was there, what ran, which message went where.
//
// Objects are joined by the handles of their events, as upstream's analyses
// join them. An address is used again when an object is gone: a handle means the
// last object of the process that came with it, until an event says that it ended.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/trace_read/trace.h"

namespace ranvier::trace_model {

/// A place in one of the model's lists; kNone: there is no such object.
using Index = std::uint32_t;
inline constexpr Index kNone = UINT32_MAX;

using Nanoseconds = std::int64_t;  ///< a duration, or since the epoch
inline constexpr Nanoseconds kNever = INT64_MIN;

/// When an object was there.
struct Life {
  Nanoseconds begin = 0;     ///< its first event; of an older object, when recording began
  Nanoseconds end = kNever;  ///< kNever: no event says that it ended
};

struct Node {
  Index process = 0;
  std::string name;  ///< with its namespace
  Life life = {};
  std::uint64_t handle = 0;
};
/// What an endpoint carries, and how.
struct Carried {
  std::string type = {};  ///< "std_msgs/msg/String"; empty: no event says any of this
  bool has_fixed_size = false;
  bool is_reliable = true;
  bool is_transient_local = false;
  std::uint64_t depth = 10;               ///< of keep last; 0: keep all
  std::vector<std::uint64_t> sizes = {};  ///< bytes of some messages, encoded, as they came
};
struct Publisher {
  Index process = 0, node = kNone;
  std::string topic;
  std::uint64_t depth = 0;
  Index gid = 0;  ///< in Trace::texts; 0: unknown
  Life life = {};
  std::uint64_t handle = 0;
  Carried carried = {};
};
struct Subscription {
  Index process = 0, node = kNone;
  std::string topic;
  std::uint64_t depth = 0;
  Index callback = kNone;
  Life life = {};
  std::uint64_t handle = 0;
  Carried carried = {};
};
struct Timer {
  Index process = 0, node = kNone;
  Nanoseconds period = 0;
  Index callback = kNone;
  Life life = {};
  std::uint64_t handle = 0;
};
struct Service {
  Index process = 0, node = kNone;
  std::string name;
  Index callback = kNone;
  Life life = {};
  std::uint64_t handle = 0;
  Carried carried = {};  ///< of requests
};
struct Client {
  Index process = 0, node = kNone;
  std::string service;
  Index callback = kNone;  ///< for its answers
  Life life = {};
  std::uint64_t handle = 0;
  Carried carried = {};  ///< of requests
};
struct Callback {
  enum class Of : std::uint8_t { kUnknown, kSubscription, kTimer, kService, kClient };
  Index process = 0;
  Of of = Of::kUnknown;
  Index owner = kNone;       ///< in the list that `of` says
  std::string symbol;        ///< empty: no event gave one
  std::uint64_t handle = 0;  ///< its address in the process
  Index group = kNone;
};
/// A callback group; an executor calls it a strand.
struct Group {
  Index process = 0;
  bool is_reentrant = false;  ///< else its callbacks exclude each other
};
/// A thread came to an executor, to run what is ready.
struct ExecutorThread {
  Index thread = 0;
  Index executor = 0;      ///< counted through all processes
  int policy = 0;          ///< as sched(7) numbers it
  int priority = 0;        ///< of SCHED_FIFO and SCHED_RR; of others the nice value
  std::uint64_t cpus = 0;  ///< a bit for each of the first 64 that it may use; 0: unknown
};
/// A managed node went from one state to another.
struct Transition {
  Index node = kNone;
  Nanoseconds time = 0;
  std::string from, to;
};

/// One message given to the world.
struct PublishedMessage {
  Index publisher = kNone;
  Index thread = 0;
  Index run = kNone;                  ///< of the callback that published it
  std::uint64_t message = 0;          ///< its address in the process
  Nanoseconds begin = 0;              ///< publish() was called
  Nanoseconds handed = kNever;        ///< it is a message now, for receivers in the process
  Nanoseconds rcl = kNever;           ///< somebody beyond the process is to have it too
  Nanoseconds rmw = kNever;           ///< it goes to the network
  std::int64_t source_timestamp = 0;  ///< 0: it did not go to the network
  bool is_bytes = false;              ///< no object of the user's was published
};

/// One message got by one subscription.
struct Take {
  Index subscription = kNone;
  Index publication = kNone;  ///< kNone: its publisher was not traced, or is not to be known
  std::uint64_t message = 0;
  std::int64_t source_timestamp = 0;
  Index gid = 0;                   ///< of its publisher, in Trace::texts; 0: no event says it
  Nanoseconds delivered = kNever;  ///< it came; kNever: no event says when
  Nanoseconds taken = 0;
  Nanoseconds ready = kNever;  ///< decoded
  bool is_local = false;       ///< it never left the process
  bool is_dropped = false;     ///< nothing was to be made of it: it is in Model::untaken
  Index brought_by = kNone;    ///< the thread that delivered it
};

/// One message that came to a subscription and that its callback never had.
struct Untaken {
  Index subscription = kNone;
  Nanoseconds delivered = 0;
  Index gid = 0;                 ///< of its publisher, in Trace::texts
  std::string reason;            ///< why it never will ("history"); empty: no event says
  Nanoseconds dropped = kNever;  ///< when that event came
};

/// A request, and the answer to it.
struct Call {
  Index client = kNone;   ///< kNone: it was not traced
  Index service = kNone;  ///< kNone: likewise, or nobody took it
  Index caller = kNone;   ///< the run of a callback that sent it
  Index served = kNone;   ///< the run of the service's callback
  Index heard = kNone;    ///< the run of the client's callback
  Nanoseconds sent = kNever;
  Nanoseconds taken = kNever;  ///< by the service
  Nanoseconds answered = kNever;
  Nanoseconds returned = kNever;  ///< the client took the answer
};

/// A goal of an action, as its server tells of it.
struct Goal {
  Index process = 0;
  std::string action;  ///< empty: it was accepted before the trace began
  Nanoseconds accepted = kNever;
  Nanoseconds ended = kNever;
  int status = 0;  ///< the last, as action_msgs/GoalStatus numbers it
};

/// A callback ran once.
struct Run {
  Index callback = 0;
  Index thread = 0;
  Index take = kNone;
  Index call = kNone;  ///< of a service's callback, or of a client's
  Nanoseconds start = 0;
  Nanoseconds end = kNever;  ///< kNever: the trace ends before it
  bool is_intra_process = false;
  bool is_nested = false;  ///< it ran within another, on its thread
};

/// A thread of the machine, traced or not, that ran while one of ours waited for its core.
struct Task {
  Index kernel = 0;     ///< in Trace::kernels
  std::int32_t id = 0;  ///< 0: none; the core had no work, or woke up
  std::string name;
};

/// A thread was ready to run and had no CPU, for `waited` in all, somewhere between
/// `begin` and `end`.
struct CpuWait {
  Index thread = 0;
  Nanoseconds begin = 0, end = 0;
  Nanoseconds waited = 0;
  bool is_exact = false;  ///< the kernel's events say so: it waited from begin to end
  Index task = kNone;     ///< then who ran longest meanwhile on the core that it got
  Nanoseconds task_ran = 0;
};

/// How long a thread ran between the first and the last look at it; a thread without events has that
/// too. Looks from before a pause of the recording do not count.
struct ThreadTime {
  Index process = 0;
  std::int32_t id = 0;
  std::string name;  ///< as the kernel has it; a thread that nobody names has the program's
  Nanoseconds from = 0, until = 0;
  Nanoseconds used = 0;    ///< CPU time between them
  Nanoseconds before = 0;  ///< CPU time until then, since the thread began
  std::int64_t turns = 0;  ///< how many times it was given a CPU between them
};

/// What ran on the cores that a thread waited for, over all its waits.
struct CoreTaken {
  Index thread = 0, task = 0;
  Nanoseconds ran = 0;
};

/// Memory was taken from the heap.
struct Allocation {
  Index thread = 0;
  Index run = kNone;  ///< the callback that took it
  Index place = kNone;
  Nanoseconds time = 0;
  std::uint64_t size = 0;  ///< bytes that were asked for
  int kind = 0;            ///< as ranvier_allocate has it
};

/// Where memory was taken: a call stack of a process.
struct AllocationPlace {
  Index process = 0;
  std::vector<std::string> lines;  ///< the innermost first
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
  std::vector<Group> groups;
  std::vector<ExecutorThread> executor_threads;  ///< in the order of time
  std::vector<Transition> transitions;
  std::vector<PublishedMessage> publications;  ///< in the order of time
  std::vector<Take> takes;                     ///< likewise
  std::vector<Untaken> untaken;
  std::vector<Call> calls;         ///< in the order of their first events
  std::vector<Goal> goals;         ///< likewise
  std::vector<Run> runs;           ///< by their start
  std::vector<CpuWait> cpu_waits;  ///< by their end
  std::vector<ThreadTime> thread_times;
  std::vector<bool> watched;            ///< of each process: whether waits for a CPU were recorded
  std::vector<bool> watched_by_kernel;  ///< of each process: by events of its kernel, exactly
  std::vector<Task> tasks;
  std::vector<Allocation> allocations;  ///< in the order of time
  std::vector<AllocationPlace> allocation_places;
  std::vector<CoreTaken> cores_taken;          ///< by thread, then the longest first
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
/// is named in Model::findings.
[[nodiscard]] Model build_model(const trace_read::Trace& trace);

}  // namespace ranvier::trace_model
