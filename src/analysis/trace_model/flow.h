// Follows messages and callbacks through the events of the threads.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/trace_model/calls.h"
#include "analysis/trace_model/heap.h"
#include "analysis/trace_model/model.h"
#include "analysis/trace_model/objects.h"

namespace ranvier::trace_model {

/// Reads the events that come for each message and each callback.
///
/// Threads: one. Order: events as they happened, those of Objects among them.
class Flow final {
 public:
  Flow(const trace_read::Trace& trace, Objects& objects, Model& model);

  void see(const trace_read::EventView& event);
  /// Joins what was taken to what was published. Contract: once, at the end.
  void join();

 private:
  using View = trace_read::EventView;

  /// By its address, too: a callback may end what it is of, and the address with it.
  struct Begun {
    Index run;
    std::uint64_t callback;
  };
  /// What a thread is in the middle of.
  struct Thread {
    bool called = false;  // publish() was; nothing has come of it yet
    Nanoseconds called_at = 0;
    Index publication = kNone;  // the last one
    Index take = kNone;         // a message whose callback has not begun
    std::vector<Begun> runs;    // callbacks that run, the innermost last
  };
  /// What was said of a thread's CPU time.
  struct Looked {
    Nanoseconds time = 0, used = 0;
    std::int64_t turns = 0;
  };
  struct Last {
    Index entry;  // in Model::thread_times
    Looked at;
    unsigned pauses;  // of the process before it
  };
  /// A message that came to a subscription and was not taken yet.
  struct Delivery {
    Nanoseconds time;
    std::int64_t source_timestamp;
    Index gid;
    Index thread;
  };

  void intra_publish(const View& event);
  void rcl_publish(const View& event);
  void rmw_publish(const View& event);
  void deliver(const View& event);
  void take(const View& event);
  void taken(const View& event);
  void callback_start(const View& event);
  void callback_end(const View& event);
  static void forget_unended(std::vector<Begun>& runs, std::uint64_t callback);
  void transition(const View& event);
  void cpu_wait(const View& event);
  void cpu_time(const View& event);
  void executor_thread(const View& event);
  // The callback that runs on the thread; kNone if none does.
  Index running(const View& event) {
    const auto& runs = thread(event).runs;
    return runs.empty() ? kNone : runs.back().run;
  }
  PublishedMessage* new_publication(const View& event, Index publisher, std::uint64_t message);
  /// The thread's last publication, if it is this message's.
  PublishedMessage* current(const View& event, std::uint64_t message);
  void drop(const View& event);
  void note_untaken(Handle message);
  void add_delivery(Take& take, Handle message);
  Take* taken_here(const View& event, Index subscription, std::uint64_t message);
  Thread& thread(const View& event) { return threads_[event.thread()]; }
  void join_take(Take& take, Index local);
  void tell(std::uint64_t count, const char* words);

  Objects& objects_;
  Model& model_;
  Calls calls_;
  Heap heap_;
  std::vector<Thread> threads_;
  Directory numbers_;  // of threads, as the kernel numbers them
  Directory executors_;
  Index executor_count_ = 0;
  /// The last publication of each message of a process.
  Directory messages_;
  /// By the subscription's place and the message's address.
  std::unordered_map<Handle, Delivery, HashOfHandle> deliveries_;
  std::vector<unsigned> pauses_;  // of each process, in which nobody looked
  std::unordered_map<Handle, Last, HashOfHandle> looked_;  // by the numbers of threads
  /// Of each take, the publication of that address in its process.
  std::vector<Index> local_;
  std::uint64_t unknown_ = 0, ends_without_start_ = 0, ambiguous_ = 0;

  /// Where publications that went to the network are, by publisher and by
  /// topic, and their source timestamp.
  std::unordered_map<Handle, Index, HashOfHandle> by_gid_, by_topic_;
  std::unordered_map<std::string_view, Index> topics_;
  void index_publications();
};

}  // namespace ranvier::trace_model
