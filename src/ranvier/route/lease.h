// The lease of a manual-by-topic writer on a route that has to watch it itself
// (DDS 1.4, 2.2.3.11): the writer shows life by writing or asserting.
#pragma once

#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/route/route.h"
#include "ranvier/run/deadline_watch.h"

namespace ranvier {

/// Tells a writer and each of its readers when the lease passes in silence, and
/// the readers when the writer shows life again. Each side is told where its
/// Endpoint::strand runs, so a publisher that hangs does not hide it.
///
/// Threads: touch() from any thread; add() and remove() one at a time.
/// Lock: inside "hub", not under "writer".
class WriterLease final {
 public:
  /// Whether a writer promises a lease that somebody must watch.
  static bool promised(const Qos& qos) noexcept {
    return qos.liveliness == Liveliness::kManualByTopic && qos.lease != Qos::kInfinite;
  }

  /// The writer is alive from now on.
  WriterLease(const Endpoint& writer, EndpointEvents& events);
  ~WriterLease();
  WriterLease(const WriterLease&) = delete;
  WriterLease& operator=(const WriterLease&) = delete;

  /// The writer shows life. Contract: any thread, no allocation.
  void touch() noexcept;
  /// A reader that has been told of a living writer. If that is silent by now,
  /// the reader hears so one lease later.
  void add(const Endpoint& reader, MessageSink& sink);
  /// @return whether the writer was alive, as far as that reader was told. The
  /// reader is not told any more.
  bool remove(const MessageSink& sink) noexcept;

 private:
  struct Reader {
    const MessageSink* sink;
    Ref<DeadlineWatch> watch;
  };
  const std::int64_t lease_;      // ns
  const Ref<DeadlineWatch> own_;  // null: nobody asked for the writer's own event
  Mutex mutex_{"lease"};
  std::vector<Reader> readers_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
