#include "own_threads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "rates.h"

namespace ranvier::topology {

using namespace trace_model;

namespace {

// Less of a CPU is in a replay anyhow: waking up.
constexpr double kLeastShare = 0.01;
constexpr Nanoseconds kShortest = 1'000'000, kUsual = 1'000'000'000;  // periods
constexpr Nanoseconds kFirstLook = 5'000'000;  // lasts no longer, from one thread to the last

/// A replay has threads of these names too: those of the runtime, of Cyclone DDS and of LTTng.
bool is_of_runtime(std::string_view name) {
  constexpr std::array<std::string_view, 4> kBegins{"ranvier_", "dq.", "xmit.", "ust-"};
  constexpr std::array<std::string_view, 9> kWhole{"recv", "recvMC", "recvUC", "tev",   "gc",
                                                   "fsm",  "lease",  "debmon", "listen"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view one) { return name.starts_with(one); }) ||
         std::find(kWhole.begin(), kWhole.end(), name) != kWhole.end();
}

/// A publisher whose messages come from no callback.
struct Outside {
  Index publisher = kNone;
  std::int32_t thread = 0;  ///< that publishes nine of ten of them; 0: none does
  std::size_t count = 0;
  Nanoseconds period = 0;
};

/// What the messages of a publisher say.
class Messages final {
 public:
  void add(const PublishedMessage& one, const Model& model) {
    if (count_++ == 0) first_ = one.begin;
    last_ = one.begin;
    if (one.run != kNone) ++in_callbacks_;
    else ++by_thread_[model.threads[one.thread].id];
  }
  /// One message has no period, and says nothing.
  [[nodiscard]] bool is_outside() const { return count_ > 1 && in_callbacks_ * 10 <= count_; }
  [[nodiscard]] Outside outside(Index publisher) const {
    Outside one{publisher, 0, count_, (last_ - first_) / static_cast<Nanoseconds>(count_ - 1)};
    for (const auto& [thread, count] : by_thread_) {
      if (count * 10 >= count_ * 9) one.thread = thread;
    }
    return one;
  }

 private:
  std::size_t count_ = 0, in_callbacks_ = 0;
  std::map<std::int32_t, std::size_t> by_thread_;
  Nanoseconds first_ = 0, last_ = 0;
};

/// Goes through the processes.
class Finder final {
 public:
  explicit Finder(const Model& model)
      : model_(model), in_callbacks_(times_in_callbacks(model)), outside_(model.processes.size()) {
    std::map<Index, Messages> messages;
    for (const PublishedMessage& one : model.publications) messages[one.publisher].add(one, model);
    for (const auto& [publisher, of] : messages) {
      if (!of.is_outside()) continue;
      const Index node = model.publishers[publisher].node;
      if (node == kNone || is_of_every_node(model.publishers[publisher].topic)) continue;
      outside_[model.nodes[node].process].push_back(of.outside(publisher));
    }
  }

  std::vector<OwnThread> find() {
    for (Index i = 0; i < model_.processes.size(); ++i) find_in(i);
    return std::move(found_);
  }

 private:
  void find_in(Index process) {
    const auto whole =
        std::find_if(model_.thread_times.begin(), model_.thread_times.end(),
                     [&](const ThreadTime& one) { return one.process == process && one.id == 0; });
    if (whole == model_.thread_times.end() || whole->until <= whole->from) return;
    std::vector<Outside> left = outside_[process];
    for (Outside& one : left) {  // not those of a burst
      const Nanoseconds least =
          (whole->until - whole->from) / static_cast<Nanoseconds>(one.count + 1);
      one.period = std::max({one.period, least, kShortest});
    }
    Nanoseconds rest = whole->used;
    for (std::size_t i = 0; i < model_.thread_times.size(); ++i) {
      const ThreadTime& time = model_.thread_times[i];
      if (time.process != process || time.id == 0) continue;
      const bool is_new = time.from - whole->from > kFirstLook;
      rest -= time.used + (is_new ? time.before : 0);
      if (!is_of_runtime(time.name)) add_thread(time, in_callbacks_[i], take_of(time.id, left));
    }
    add_rest(process, std::max<Nanoseconds>(rest, 0),
             static_cast<double>(whole->until - whole->from), left);
  }

  static std::vector<Outside> take_of(std::int32_t thread, std::vector<Outside>& from) {
    const auto its = std::stable_partition(
        from.begin(), from.end(), [&](const Outside& one) { return one.thread != thread; });
    std::vector<Outside> taken(its, from.end());
    from.erase(its, from.end());
    return taken;
  }

  void add_thread(const ThreadTime& time, Nanoseconds in_callbacks,
                  const std::vector<Outside>& publishers) {
    if (in_callbacks > 0 && publishers.empty()) return;  // an executor's
    const auto within = static_cast<double>(time.until - time.from);
    const auto used = static_cast<double>(std::max<Nanoseconds>(time.used - in_callbacks, 0));
    if (within <= 0 || (publishers.empty() && used < kLeastShare * within)) return;
    OwnThread thread;
    thread.period = publishers.empty() ? period_of_turns(time) : kMostPeriod;
    for (const Outside& one : publishers) thread.period = std::min(thread.period, one.period);
    thread.work = work(used / within * static_cast<double>(thread.period));
    add(std::move(thread), time.process, publishers);
  }

  // What threads used that lived too short to be met: of those that publish, if some do.
  void add_rest(Index process, Nanoseconds rest, double whole, const std::vector<Outside>& left) {
    double messages = 0;
    for (const Outside& one : left) messages += static_cast<double>(one.count);
    const auto used = static_cast<double>(rest);
    for (const Outside& one : left) {
      add({kNone, one.period, work(used / messages), {}}, process, {one});
    }
    if (left.empty() && used >= kLeastShare * whole)
      add({kNone, kUsual, work(used / whole * static_cast<double>(kUsual)), {}}, process, {});
  }

  // A thread that publishes for several nodes is one of each; the first has its work.
  void add(OwnThread thread, Index process, const std::vector<Outside>& publishers) {
    std::map<Index, OwnThread> of_nodes;
    for (const Outside& one : publishers) {
      const Index node = model_.publishers[one.publisher].node;
      OwnThread& its =
          of_nodes.try_emplace(node, OwnThread{node, thread.period, 0, {}}).first->second;
      const double times = static_cast<double>(one.period) / static_cast<double>(thread.period);
      its.publishers[one.publisher] = static_cast<std::uint64_t>(std::max(1.0, std::round(times)));
    }
    const auto first = std::find_if(model_.nodes.begin(), model_.nodes.end(),
                                    [&](const Node& one) { return one.process == process; });
    if (of_nodes.empty() && first != model_.nodes.end()) {
      const auto node = static_cast<Index>(first - model_.nodes.begin());
      of_nodes.emplace(node, OwnThread{node, thread.period, 0, {}});
    }
    if (of_nodes.empty()) return;
    of_nodes.begin()->second.work = thread.work;
    for (auto& [node, one] : of_nodes) found_.push_back(std::move(one));
  }

  static Nanoseconds work(double ns) {
    return ns < kLeastWork ? 0 : static_cast<Nanoseconds>(std::min(ns, double{kMostPeriod}));
  }

  static Nanoseconds period_of_turns(const ThreadTime& time) {
    const Nanoseconds turns = std::max<std::int64_t>(time.turns, 1);
    return std::min((time.until - time.from) / turns, kUsual);
  }

  const Model& model_;
  std::vector<Nanoseconds> in_callbacks_;      // of each of thread_times
  std::vector<std::vector<Outside>> outside_;  // by process
  std::vector<OwnThread> found_;
};

}  // namespace

std::vector<OwnThread> own_threads(const Model& model) {
  if (model.thread_times.empty()) return {};
  return Finder(model).find();
}

}  // namespace ranvier::topology
