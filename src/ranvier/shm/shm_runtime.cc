#include "ranvier/shm/shm_runtime.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/thread.h"
#include "ranvier/route/route.h"
#include "ranvier/run/ring_batch.h"
#include "ranvier/shm/address.h"

namespace ranvier::shm {
namespace {

constexpr std::int64_t kSoon = 20'000'000;  // ns
constexpr const char* kThread = "ranvier_shm";
constexpr const char* kWhose = "Shared memory of this process";

}  // namespace

const RoundCache::Readers& RoundCache::join(const Gid& publisher) {
  Lock lock(mutex_);
  Readers& readers = readers_[publisher];
  readers.fetch_add(1, std::memory_order_relaxed);
  return readers;
}

void RoundCache::leave(const Gid& publisher) {
  Lock lock(mutex_);
  const auto readers = readers_.find(publisher);
  if (readers->second.fetch_sub(1, std::memory_order_relaxed) == 1) readers_.erase(readers);
}

[[gnu::noinline]] void RoundCache::keep(std::uint64_t sequence, const MessagePtr& message) {
  messages_.push_back({sequence, message});
}

MessagePtr RoundCache::find_among(const Gid& publisher, std::uint64_t sequence,
                                  const TypeInfo& type) const {
  for (const Taken& taken : messages_) {
    if (taken.sequence == sequence && taken.message->header().publisher == publisher &&
        &taken.message->type() == &type) {
      return taken.message;
    }
  }
  return {};
}

Result<std::shared_ptr<ShmRuntime>> ShmRuntime::open(const Options& options) {
  Result<Folder> opened = Folder::open(options.parent);
  if (!opened) return opened.error();
  auto folder = std::make_shared<const Folder>(std::move(*opened));
  folder->clean();
  Result<std::string> place = place_of(*folder);
  if (!place) return place.error();
  Result<std::string> name = Folder::new_name();
  if (!name) return name.error();
  // From the start: if there can be no file, peers are not shown an address. And with it they can be
  // shown later that there is no memory, whatever this process is short of then.
  Result<Descriptor> file = folder->create(kSmallestLimit);
  if (!file) return file.error();
  return std::shared_ptr<ShmRuntime>(
      new ShmRuntime(options, folder, std::move(*file), std::move(*name), std::move(*place)),
      &ShmRuntime::end);
}

// A callback of the serving thread may drop the last reference: that thread cannot wait for itself.
void ShmRuntime::end(ShmRuntime* runtime) noexcept {
  if (!runtime->serves_here()) {
    delete runtime;
    return;
  }
  try {
    std::thread([runtime] { delete runtime; }).detach();
  } catch (const std::system_error&) {  // then it stays
  }
}

ShmRuntime::ShmRuntime(const Options& options, std::shared_ptr<const Folder> folder,
                       Descriptor file, std::string name, std::string place)
    : warn_(options.warn),
      folder_(std::move(folder)),
      name_(std::move(name)),
      place_(std::move(place)),
      limit_(options.limit),
      reaches_itself_(options.reaches_itself),
      patience_(options.patience),
      retry_(options.retry),
      file_(std::move(file)),
      everyone_(std::allocate_shared<Everyone>(NearAllocator<Everyone>())) {}

ShmRuntime::~ShmRuntime() {
  end_threads();
  known_.reset();  // while there is a directory to be struck from
}

void ShmRuntime::end_threads() noexcept {
  const bool child = !made_by_.is_this();  // of fork(): the threads are not in it
  for (std::thread& one : saying_) child ? one.detach() : one.join();
  if (child && thread_.joinable()) thread_.detach();
  if (child) return;
  if (state_ == State::kFailed) folder_->remove(name_);
  if (!started()) return;
  if (installed_) uninstall();
  stopping_.store(true, std::memory_order_release);
  serve_soon();
  thread_.join();
}

bool ShmRuntime::start() noexcept {
  const State known = state_.load(std::memory_order_acquire);
  if (known != State::kIdle) return known == State::kStarted;
  Lock lock(starting_);
  if (state_ != State::kIdle) return started();
  const Result<void> made = make();
  state_.store(made ? State::kStarted : State::kFailed, std::memory_order_release);
  if (!made) warn_later(made.error().what);
  return started();
}

Result<void> ShmRuntime::make() {
  Result<Ref<Segment>> segment = Segment::create(folder_, file_, name_, limit_);
  if (!segment) {
    if (file_) folder_->disclaim(file_, name_);
    return segment.error();
  }
  segment_ = std::move(*segment);
  Result<std::thread> thread = start_thread(kThread, kWhose, [this] { loop(); });
  if (!thread) {
    return Error{Code::kWorld, thread.error().what + " Other processes are reached over DDS."};
  }
  thread_ = std::move(*thread);
  return {};
}

void ShmRuntime::let_executors_watch() noexcept {
  if (watch_wanted_.exchange(true, std::memory_order_relaxed)) return;
  installed_.store(install(), std::memory_order_release);
}

// Not on the caller's thread: it may hold locks of the network, and a log has an end there.
void ShmRuntime::warn_later(std::string what) noexcept {
  try {
    Lock lock(mutex_);
    saying_.reserve(saying_.size() + 1);  // no thread is started that has no place
    Result<std::thread> saying = start_thread(kThread, kWhose, [this, what] { warn(what); });
    if (saying) return saying_.push_back(std::move(*saying));
  } catch (const std::exception&) {  // no memory, as below
  }
  std::fprintf(stderr, "%s\n", what.c_str());  // without a thread past the log
}

std::optional<std::uint64_t> ShmRuntime::take_number() {
  Lock lock(mutex_);
  if (free_numbers_.empty()) {
    if (next_number_ == kMostEndpoints) return std::nullopt;
    free_numbers_.reserve(std::bit_ceil(next_number_ + 1));  // for all that come back
    return next_number_++;
  }
  const std::uint64_t number = free_numbers_.back();
  free_numbers_.pop_back();
  return number;
}

void ShmRuntime::give_number(std::uint64_t number) noexcept {
  if (started()) static_cast<void>(segment_->enter(number, 0));
  Lock lock(mutex_);
  free_numbers_.push_back(number);  // take_number() made room
}

void ShmRuntime::add(std::shared_ptr<Pollable> served) {
  {
    Lock lock(mutex_);
    const std::uint64_t groups = std::uint64_t{1} << (added_++ % 64);
    served->groups_.store(groups, std::memory_order_relaxed);
    auto more = std::allocate_shared<Everyone>(NearAllocator<Everyone>(), *everyone_);
    more->push_back({groups, std::move(served)});
    everyone_ = std::move(more);
    changes_.fetch_add(1, std::memory_order_release);
  }
  serve_soon();
}

void ShmRuntime::remove(const Pollable& served) {
  std::shared_ptr<const Everyone> before, known;  // go without the locks
  {
    Lock lock(mutex_);
    auto fewer = std::allocate_shared<Everyone>(NearAllocator<Everyone>(), *everyone_);
    std::erase_if(*fewer, [&](const One& one) { return one.served.get() == &served; });
    before = std::exchange(everyone_, std::move(fewer));
    changes_.fetch_add(1, std::memory_order_release);
  }
  if (!serves_here()) {
    const std::unique_lock serving(serving_, std::try_to_lock);
    if (serving) return known.swap(known_);
  }
  serve_soon(0);  // whoever serves forgets it
}

// A ring at the end: who found this thread serving, and went, is served then.
void ShmRuntime::catch_up(Pollable& served, std::size_t rounds) {
  if (!started() || serves_here()) return;
  Pollable::Next next = Pollable::Next::kNow;
  for (std::size_t i = 0; i < rounds && next == Pollable::Next::kNow; ++i) {
    const std::unique_lock serving(serving_);
    RingBatch::open();
    next = served.serve();
    RingBatch::close();
    round_cache_.clear();
  }
  serve_soon(served.groups());
}

// If somebody came or went.
RANVIER_COLD void ShmRuntime::look_who_is_there() {
  std::shared_ptr<const Everyone> before;  // goes without the lock
  Lock lock(mutex_);
  before = std::exchange(known_, everyone_);
  known_changes_ = changes_.load(std::memory_order_relaxed);
}

// --- The watch ---------------------------------------------------------------------

RANVIER_HOT std::uint32_t ShmRuntime::count(WakeWord on) const noexcept {
  return on == kTheWatch ? segment_->rings(Segment::kRuntimeEvent) : segment_->wakes(on);
}

RANVIER_HOT void ShmRuntime::wait(WakeWord on, std::uint32_t seen, std::int64_t deadline) noexcept {
  if (on != kTheWatch) return segment_->wait_apart(on, seen, deadline);
  segment_->wait(Segment::kRuntimeEvent, seen, deadline, Sleeper::kFirst);
}

// Counted first: a look that finds the ring and not the count serves in vain, and
// one that finds the count and not the ring is followed by another.
void ShmRuntime::notify(WakeWord on) noexcept {
  if (on != kTheWatch) return segment_->wake_apart(on);
  woken_.fetch_add(1, std::memory_order_seq_cst);
  serve_soon(0);  // for no endpoint
}

void ShmRuntime::notify_all() noexcept {
  notify(kTheWatch);
  for (WakeWord word = 0; word < kWakeWords; ++word) segment_->wake_apart(word);
}

RANVIER_HOT std::uint32_t ShmRuntime::rung_for_us() const noexcept {
  const std::uint32_t rung = segment_->rings(Segment::kRuntimeEvent);
  return rung - woken_.load(std::memory_order_seq_cst);
}

RANVIER_HOT void ShmRuntime::answer() noexcept {
  if (rung_for_us() == answered_.load(std::memory_order_relaxed)) return;
  const Pollable::Next next = serve();
  if (next == Pollable::Next::kWhenRung) return;
  if (next == Pollable::Next::kLater && ticking_.load(std::memory_order_relaxed)) return;
  segment_->wake(Segment::kRuntimeEvent, Sleeper::kAny);
}

// --- Serving -----------------------------------------------------------------------

void ShmRuntime::loop() {
  for (bool napped = false;;) {
    // Before every look: what rings after it ends the wait.
    const std::uint32_t seen = segment_->rings(Segment::kRuntimeEvent);
    if (stopping_.load(std::memory_order_acquire)) return;
    const std::uint64_t taken_before = taken();
    const Pollable::Next next = serve();
    if (next == Pollable::Next::kNow) continue;
    napped = naps(taken_before, napped);
    if (napped) {
      segment_->nap(Segment::kRuntimeEvent, seen, steady_ns() + kPatience);
      continue;
    }
    const bool ticks = next != Pollable::Next::kWhenRung;
    const std::int64_t pause = next == Pollable::Next::kSoon ? kSoon : retry_;
    ticking_.store(ticks, std::memory_order_relaxed);
    segment_->wait(Segment::kRuntimeEvent, seen, ticks ? steady_ns() + pause : kForever);
    ticking_.store(false, std::memory_order_relaxed);
  }
}

// While messages for patient subscriptions alone come so often that a nap brings some: no publisher
// has to wake it for those.
bool ShmRuntime::naps(std::uint64_t taken_before, bool napped) noexcept {
  if (impatient_.load(std::memory_order_relaxed) != 0 || taken() == taken_before) return false;
  const std::int64_t now = steady_ns();
  const std::int64_t before = std::exchange(last_took_, now);
  return napped || now - before < kPatience;
}

RANVIER_HOT_INLINE Pollable::Next ShmRuntime::serve_all(std::uint64_t groups) {
  Pollable::Next next = Pollable::Next::kWhenRung;
  RingBatch::open();
  unfinished_ = 0;
  for (const One& one : *known_) {
    if ((groups & one.groups) == 0) continue;
    const Pollable::Next its = one.served->serve();
    if (its != Pollable::Next::kWhenRung) unfinished_ |= one.groups;
    next = std::max(next, its);
  }
  RingBatch::close();
  round_cache_.clear();
  return next;
}

// Whoever finds another serving asks it to look once more, and goes.
RANVIER_HOT Pollable::Next ShmRuntime::serve() {
  Pollable::Next next = Pollable::Next::kWhenRung;
  asked_.store(true, std::memory_order_seq_cst);
  while (asked_.load(std::memory_order_seq_cst)) {
    const std::unique_lock serving(serving_, std::try_to_lock);
    if (!serving) return next;  // perhaps deeper in the calls of one that does
    asked_.store(false, std::memory_order_seq_cst);
    answered_.store(rung_for_us(), std::memory_order_relaxed);
    if (!known_ || known_changes_ != changes_.load(std::memory_order_acquire)) look_who_is_there();
    next = serve_all(unfinished_ | segment_->take_groups(Segment::kRuntimeEvent));
  }
  return next;
}

bool ShmRuntime::can_reach(const Address& peer) noexcept {
  if (peer.place == place_) return reaches_itself_ || peer.segment != name_;
  if (same_host(peer.place, place_) && !someone_apart_.exchange(true)) {
    warn_later("Shared memory, '" + folder_->path() +
               "': a process of this host does not see it, because it is another user's, or in a "
               "container with a /dev/shm of its own. Such processes are reached over DDS.");
  }
  return false;
}

// The system is asked without the lock.
ShmRuntime::Lookup ShmRuntime::look_for(const std::string& name) {
  using Kind = Lookup::Kind;
  const std::optional<Ref<Window>> known = known_window(name);
  if (known && *known && (*known)->alive()) return {Kind::kThere, *known};
  const Folder::State state = folder_->state(name);
  if (state == Folder::State::kAbsent || (known && *known)) return {Kind::kNotYet, {}};
  if (known) return {Kind::kUnusable, {}};
  if (state == Folder::State::kEmpty) return {Kind::kNever, {}};
  forget_dead_windows();
  const Result<Ref<Window>> opened = Window::open(*folder_, name);
  if (!opened && folder_->state(name) == Folder::State::kAbsent) return {Kind::kNotYet, {}};
  {
    Lock lock(mutex_);
    windows_.emplace(name, opened ? *opened : Ref<Window>());
  }
  if (opened) return {Kind::kThere, *opened};
  warn(opened.error().what);
  return {Kind::kUnusable, {}};
}

std::optional<Ref<Window>> ShmRuntime::known_window(const std::string& name) const {
  Lock lock(mutex_);
  const auto known = windows_.find(name);
  return known == windows_.end() ? std::nullopt : std::optional(known->second);
}

// Those of processes that are gone: their memory stays for as long as it is mapped.
void ShmRuntime::forget_dead_windows() {
  std::map<std::string, Ref<Window>> dead;
  {
    Lock lock(mutex_);
    dead = windows_;
  }
  std::erase_if(dead, [&](const auto& known) {
    return known.second ? known.second->alive()
                        : folder_->state(known.first) != Folder::State::kAbsent;
  });
  Lock lock(mutex_);
  for (const auto& [name, window] : dead) windows_.erase(name);
}

}  // namespace ranvier::shm
