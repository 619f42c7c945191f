#include "ranvier/run/group_threads.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>
#include <thread>
#include <utility>

#include "ranvier/os/thread.h"
#include "ranvier/run/work.h"

namespace ranvier {
namespace {

// Orders threads by how soon they run; higher is sooner.
int urgency_of(const ThreadSettings& settings) {
  using Policy = ThreadSettings::Policy;
  constexpr int kRealTime = 100, kDeadline = 1000;
  switch (settings.policy.value_or(Policy::kOther)) {
    case Policy::kDeadline: return kDeadline;
    case Policy::kFifo:
    case Policy::kRoundRobin: return kRealTime + settings.priority;
    case Policy::kIdle: return -kRealTime;
    case Policy::kOther:
    case Policy::kBatch: break;
  }
  return -settings.nice;
}

constexpr int kNoThread = std::numeric_limits<int>::min();

}  // namespace

void spin_past_exceptions(Engine& engine, std::uint32_t stops, const ExceptionHandler& handler) {
  if (!handler) return engine.spin(stops);
  for (;;) {
    try {
      return engine.spin(stops);
    } catch (const std::exception& exception) {
      handler(exception);
    }
  }
}

struct GroupThreads::Part final : EnginePart {
  Part(Engine& of, EventCount& told, Strand& served)
      : EnginePart(of, served.number()), changes(told), strand(&served) {
    engine.report_work(true);
    engine.set_watches(Engine::Watches::kNothing);
    if (of.short_slices()) engine.use_short_slices();
  }

  // Last, as it may be reaped from then on: says that it was left.
  void strand_left() noexcept override {
    EventCount& told = changes;
    engine.stop_for_good();
    left.store(true, std::memory_order_release);
    told.notify_all();
  }
  void strand_changed() noexcept override {
    engine.stop();
    changes.notify_all();
  }
  void work_came() noexcept override { changes.notify_all(); }

  EventCount& changes;
  const Ref<Strand> strand;
  Engine engine{*this};
  std::vector<std::thread> threads;  // of who is in run()
  std::atomic<std::size_t> running{0};
  std::atomic<bool> left{false};
  std::atomic<int> urgency{kNoThread};
};

// What the calling thread has, of what it is asked to have.
class GroupThreads::OnThread final {
 public:
  void have(ThreadSettings wanted, const Part& part, Owner& owner, bool tells) {
    if (!wanted.policy) wanted.take_policy(began_);
    if (wanted.cpus.empty()) wanted.cpus = began_.cpus;
    ThreadSettings change = wanted;
    if (same_policy(wanted)) change.policy.reset();
    if (wanted.cpus == has_.cpus) change.cpus.clear();
    has_ = std::move(wanted);
    for (const std::string& what : apply_to_this_thread(change, owner.name_of(*part.strand))) {
      if (tells) owner.refused(what);
    }
  }

 private:
  bool same_policy(const ThreadSettings& wanted) const {
    ThreadSettings with_ours = wanted;
    with_ours.take_policy(has_);
    return with_ours == wanted;
  }

  const ThreadSettings began_ = settings_of_this_thread();
  ThreadSettings has_ = began_;
};

GroupThreads::GroupThreads(Engine& whole, Owner& owner, Which which, std::size_t parallelism)
    : whole_(whole),
      owner_(owner),
      which_(which),
      parallelism_(std::max<std::size_t>(parallelism, 1)) {
  whole_.divide(*this);
}

GroupThreads::~GroupThreads() = default;

Engine& GroupThreads::part_for(Strand& strand) {
  Lock lock(mutex_);
  if (!open_) return whole_;
  changes_.notify_all();
  if (which_ == Which::kNamed && &strand != moving_) return whole_;
  parts_.push_back(std::make_unique<Part>(whole_, changes_, strand));
  return parts_.back()->engine;
}

bool GroupThreads::has_part(const Strand& strand) {
  Lock lock(mutex_);
  return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) {
    return part->strand.get() == &strand && !part->left.load(std::memory_order_acquire);
  });
}

// Gives a strand that the divided engine has a part.
void GroupThreads::move(Strand& strand) {
  const auto say = [this](const Strand* moving) {
    Lock lock(mutex_);
    moving_ = moving;
  };
  say(&strand);
  strand.move(whole_);
  say(nullptr);
}

std::vector<GroupThreads::Part*> GroupThreads::parts() {
  Lock lock(mutex_);
  std::vector<Part*> all;
  all.reserve(parts_.size());
  for (const auto& part : parts_) all.push_back(part.get());
  return all;
}

void GroupThreads::run(std::uint32_t stops, const std::function<void()>& move_strands,
                       const ExceptionHandler& handler, const std::function<void()>& moved) {
  handler_ = handler;
  open(stops);
  try {
    if (which_ == Which::kAll) move_strands();
    for (;;) {
      const std::uint32_t seen = changes_.count();  // before the look: no later one is slept over
      if (whole_.stops() != stops) break;
      tend();
      if (moved) moved();
      (void)changes_.wait(seen, kForever);
    }
  } catch (...) {
    fail();
  }
  close();
  Lock lock(mutex_);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void GroupThreads::open(std::uint32_t stops) {
  const int urgency = urgency_of(settings_of_this_thread());
  Lock lock(mutex_);
  open_ = true;
  stops_ = stops;
  thrown_ = nullptr;
  if (which_ == Which::kNamed) urgency_of_whole_ = urgency;
}

void GroupThreads::stop() noexcept {
  whole_.stop();
  Lock lock(mutex_);
  if (stops_ == whole_.stops()) return;  // another run has begun since, and is not meant
  for (const auto& part : parts_) part->engine.stop_for_good();
}

// Begins threads that are wanted, and ends those of strands that left.
void GroupThreads::tend() {
  if (which_ == Which::kNamed) {
    for (const Ref<Strand>& strand : owner_.named()) {
      if (!has_part(*strand)) move(*strand);
    }
  }
  for (Part* const part : parts()) {
    if (reap(*part) || !part->threads.empty()) continue;
    if (part->engine.has_work() || owner_.serves(*part->strand)) begin(*part);
  }
}

void GroupThreads::begin(Part& part) {
  const bool pool = part.strand->kind() == Strand::Kind::kReentrant;
  const std::size_t count = pool ? parallelism_ : 1;
  // Rounds want all callbacks of a sequence on one thread.
  part.engine.use_order(whole_.in_rounds() ? Order::kArrival : whole_.order());
  owner_.began(part.engine);
  part.threads.reserve(count);
  while (part.threads.size() < count) {
    const bool first = part.threads.empty();
    part.running.fetch_add(1, std::memory_order_relaxed);
    try {
      part.threads.push_back(start_user_thread(owner_.name_of(*part.strand),
                                               [this, &part, first] { serve(part, first); }));
    } catch (...) {
      part.running.fetch_sub(1, std::memory_order_relaxed);
      if (first) owner_.ended(part.engine);
      throw;
    }
  }
  part.engine.report_work(false);
}

// True if its strand has left.
bool GroupThreads::reap(Part& part) {
  if (!part.left.load(std::memory_order_acquire)) return false;
  if (part.running.load(std::memory_order_acquire) != 0) return true;  // a callback is under way
  for (std::thread& thread : part.threads) thread.join();
  if (!part.threads.empty()) owner_.ended(part.engine);
  std::unique_ptr<Part> gone;  // with what its strand keeps: without the lock
  {
    Lock lock(mutex_);
    const auto at = std::find_if(parts_.begin(), parts_.end(),
                                 [&](const auto& one) { return one.get() == &part; });
    gone = std::move(*at);
    parts_.erase(at);
  }
  give_watch_to_urgent();
  return true;
}

void GroupThreads::serve(Part& part, bool tells) noexcept {
  try {
    spin(part, tells);
  } catch (...) {
    fail();
  }
  part.running.fetch_sub(1, std::memory_order_release);
  changes_.notify_all();
}

void GroupThreads::spin(Part& part, bool tells) {
  OnThread thread;
  for (;;) {
    const std::uint32_t stops = part.engine.stops();  // first: a group may change meanwhile
    if (Engine::for_good(stops)) return;
    thread.have(owner_.settings_of(*part.strand), part, owner_, tells);
    part.urgency.store(urgency_of(settings_of_this_thread()), std::memory_order_relaxed);
    give_watch_to_urgent();
    spin_past_exceptions(part.engine, stops, handler_);
  }
}

void GroupThreads::give_watch_to_urgent() {
  Lock lock(mutex_);
  int most = urgency_of_whole_.value_or(kNoThread);
  for (const auto& part : parts_) most = std::max(most, part->urgency.load());
  const auto is_most = [&](int urgency) { return urgency == most; };
  const bool alike = is_most(urgency_of_whole_.value_or(most)) &&
                     std::all_of(parts_.begin(), parts_.end(), [&](const auto& part) {
                       const int urgency = part->urgency.load();
                       return urgency == kNoThread || is_most(urgency);
                     });
  const auto watches = [&](int urgency, Engine::Watches what) {
    return is_most(urgency) ? what : Engine::Watches::kNothing;
  };
  const auto of_parts = alike ? Engine::Watches::kOwn : Engine::Watches::kAll;
  for (const auto& part : parts_) {
    part->engine.set_watches(watches(part->urgency.load(), of_parts));
  }
  whole_.set_watches(watches(urgency_of_whole_.value_or(most), Engine::Watches::kAll));
}

// Waits for callbacks under way, and gives the strands back to the engine.
void GroupThreads::close() noexcept {
  {
    Lock lock(mutex_);
    open_ = false;
    for (const auto& part : parts_) part->engine.stop_for_good();
  }
  const std::vector<Part*> all = parts();  // no other comes any more
  for (Part* const part : all) {
    for (std::thread& thread : part->threads) thread.join();
    if (!part->threads.empty()) owner_.ended(part->engine);
  }
  for (Part* const part : all) part->strand->move(whole_);
  whole_.set_watches(Engine::Watches::kAll);
  std::vector<std::unique_ptr<Part>> gone;  // as in reap()
  Lock lock(mutex_);
  gone.swap(parts_);
}

void GroupThreads::fail() noexcept {
  {
    Lock lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
  stop();
}

}  // namespace ranvier
