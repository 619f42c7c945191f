#include "ranvier/node/settled_graph.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ranvier {
namespace {

using Clock = std::chrono::steady_clock;

// Where everybody who can be there is of this host, and is known, it is only waited for
// whoever is heard of without being expected.
constexpr std::chrono::milliseconds kQuietOnThisHost{10};
// Changes come in bursts: a look at the graph is for all that came meanwhile.
constexpr std::chrono::milliseconds kBetweenLooks{2};

/// The changes of a graph, for one who waits for the next.
class Changes final {
 public:
  explicit Changes(Graph& graph) : graph_(graph) {
    graph_.watch([this] {
      const std::lock_guard lock(mutex_);
      changed_ = true;
      more_.notify_one();
    });
  }
  ~Changes() { graph_.watch(nullptr); }
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;

  void wait_until(Clock::time_point end) {
    std::unique_lock lock(mutex_);
    more_.wait_until(lock, end, [this] { return changed_; });
    changed_ = false;
  }

 private:
  Graph& graph_;
  std::mutex mutex_;
  std::condition_variable more_;
  bool changed_ = false;
};

}  // namespace

bool wait_until_settled(Graph& graph, const Settling& settling) {
  Changes changes(graph);
  const Clock::time_point end = Clock::now() + settling.limit;
  Clock::time_point quiet_since = Clock::now();
  std::size_t heard = 0;
  for (;;) {
    const GraphGaps gaps = graph.gaps();
    const Clock::time_point now = Clock::now();
    if (gaps.missing == 0 && gaps.heard != heard) {
      quiet_since = now;
      heard = gaps.heard;
    }
    const std::chrono::nanoseconds quiet =
        gaps.elsewhere ? settling.quiet
                       : std::min<std::chrono::nanoseconds>(settling.quiet, kQuietOnThisHost);
    if (gaps.missing == 0 && now - quiet_since >= quiet) return true;
    if (now >= end) return false;
    const bool is_known_to_be_unfinished = gaps.missing > 0;
    changes.wait_until(is_known_to_be_unfinished ? end : std::min(end, quiet_since + quiet));
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

}  // namespace ranvier
