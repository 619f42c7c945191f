#include "ranvier/shm/host.h"

#include <signal.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/ring_batch.h"
#include "ranvier/shm/address.h"

namespace ranvier::shm {
namespace {

constexpr std::int64_t kSoon = 20'000'000;  // ns

constinit thread_local const Host* serves = nullptr;

// The thread takes no signals: they are for the user's threads.
std::thread without_signals(std::function<void()> run) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(run));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

const Recent::Readers& Recent::join(const Gid& publisher) {
  Lock lock(mutex_);
  Readers& readers = readers_[publisher];
  readers.fetch_add(1, std::memory_order_relaxed);
  return readers;
}

void Recent::leave(const Gid& publisher) {
  Lock lock(mutex_);
  const auto readers = readers_.find(publisher);
  if (readers->second.fetch_sub(1, std::memory_order_relaxed) == 1) readers_.erase(readers);
}

RANVIER_HOT MessagePtr Recent::find(const Gid& publisher, std::uint64_t sequence, const TypeInfo& type) const {
  for (const Taken& taken : messages_) {
    if (taken.sequence == sequence && taken.message->header().publisher == publisher &&
        &taken.message->type() == &type) {
      return taken.message;
    }
  }
  return {};
}

Result<std::shared_ptr<Host>> Host::open(const Options& options) {
  Result<Folder> opened = Folder::open(options.parent);
  if (!opened) return opened.error();
  auto folder = std::make_shared<const Folder>(std::move(*opened));
  folder->clean();
  Result<std::string> place = place_of(*folder);
  if (!place) return place.error();
  Result<Ref<Segment>> segment = Segment::create(folder, options.limit);
  if (!segment) return segment.error();
  if ((*segment)->take_bell() != Segment::kHostBell) {
    return Error{Code::kWorld, "Shared memory: a new segment has no free bell"};
  }
  return std::shared_ptr<Host>(new Host(options, folder, std::move(*segment), std::move(*place)));
}

Host::Host(const Options& options, std::shared_ptr<const Folder> folder, Ref<Segment> segment,
           std::string place)
    : warn_(options.warn),
      folder_(std::move(folder)),
      segment_(std::move(segment)),
      place_(std::move(place)),
      everyone_(std::make_shared<const Everyone>()),
      thread_(without_signals([this] { loop(); })) {
  installed_ = install();  // last: from now on it may be answered
}

Host::~Host() {
  if (!segment_->ours()) {  // a child of fork(): that thread is not in it
    thread_.detach();
    return;
  }
  if (installed_) uninstall();
  stopping_.store(true, std::memory_order_release);
  serve_soon();
  thread_.join();
}

void Host::add(std::shared_ptr<Served> served) {
  {
    Lock lock(mutex_);
    const std::uint64_t groups = std::uint64_t{1} << (added_++ % 64);
    served->groups_.store(groups, std::memory_order_relaxed);
    auto more = std::make_shared<Everyone>(*everyone_);
    more->push_back({groups, std::move(served)});
    everyone_ = std::move(more);
    changes_.fetch_add(1, std::memory_order_release);
  }
  serve_soon();
}

void Host::remove(const Served& served) {
  std::shared_ptr<const Everyone> before, known;  // go without the locks
  {
    Lock lock(mutex_);
    auto fewer = std::make_shared<Everyone>(*everyone_);
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

// Only if somebody came or went: each message is served by this.
RANVIER_HOT void Host::look_who_is_there() {
  if (known_ && known_changes_ == changes_.load(std::memory_order_acquire)) return;
  std::shared_ptr<const Everyone> before;  // goes without the lock
  Lock lock(mutex_);
  before = std::exchange(known_, everyone_);
  known_changes_ = changes_.load(std::memory_order_relaxed);
}

bool Host::serves_here() const noexcept { return serves == this; }

// --- The watch ---------------------------------------------------------------------

RANVIER_HOT std::uint32_t Host::rings() const noexcept { return segment_->rings(Segment::kHostBell); }

RANVIER_HOT void Host::wait(std::uint32_t seen, std::int64_t deadline) noexcept {
  segment_->wait(Segment::kHostBell, seen, deadline, Sleeper::kFirst);
}

// Counted first: a look that finds the ring and not the count serves in vain, and
// one that finds the count and not the ring is followed by another.
void Host::ring() noexcept {
  woken_.fetch_add(1, std::memory_order_seq_cst);
  serve_soon(0);  // for no endpoint
}

RANVIER_HOT std::uint32_t Host::rung_for_us() const noexcept {
  const std::uint32_t rung = segment_->rings(Segment::kHostBell);
  return rung - woken_.load(std::memory_order_seq_cst);
}

RANVIER_HOT void Host::answer() noexcept {
  if (rung_for_us() == answered_.load(std::memory_order_relaxed)) return;
  if (serve() != Served::Next::kWhenRung) segment_->wake(Segment::kHostBell, Sleeper::kAny);
}

// --- Serving -----------------------------------------------------------------------

void Host::loop() {
  for (;;) {
    // Before every look: what rings after it ends the wait.
    const std::uint32_t seen = segment_->rings(Segment::kHostBell);
    if (stopping_.load(std::memory_order_acquire)) return;
    const Served::Next next = serve();
    say_who_stays_apart();
    if (next == Served::Next::kNow) continue;
    const bool soon = next == Served::Next::kSoon;
    segment_->wait(Segment::kHostBell, seen, soon ? steady_ns() + kSoon : kForever);
  }
}

// Whoever finds another serving asks it to look once more, and goes.
RANVIER_HOT Served::Next Host::serve() {
  Served::Next next = Served::Next::kWhenRung;
  asked_.store(true, std::memory_order_seq_cst);
  while (asked_.load(std::memory_order_seq_cst)) {
    if (serves_here()) return next;  // deeper in the calls of one that does
    const std::unique_lock serving(serving_, std::try_to_lock);
    if (!serving) return next;
    asked_.store(false, std::memory_order_seq_cst);
    answered_.store(rung_for_us(), std::memory_order_relaxed);
    look_who_is_there();
    next = serve_all(unfinished_ | segment_->take_groups(Segment::kHostBell));
  }
  return next;
}

RANVIER_HOT Served::Next Host::serve_all(std::uint64_t groups) {
  Served::Next next = Served::Next::kWhenRung;
  const Host* const outer = std::exchange(serves, this);
  RingBatch::open();
  unfinished_ = 0;
  for (const One& one : *known_) {
    if ((groups & one.groups) == 0) continue;
    const Served::Next its = one.served->serve();
    if (its != Served::Next::kWhenRung) unfinished_ |= one.groups;
    next = std::max(next, its);
  }
  RingBatch::close();
  serves = outer;
  recent_.clear();
  return next;
}

bool Host::can_meet(const std::string& place) noexcept {
  if (place == place_) return true;
  Apart nobody = Apart::kNobody;
  if (same_host(place, place_) && apart_.compare_exchange_strong(nobody, Apart::kSomebody)) {
    serve_soon();
  }
  return false;
}

// On our thread: whoever met it may hold locks of the network.
void Host::say_who_stays_apart() {
  Apart somebody = Apart::kSomebody;
  if (!apart_.compare_exchange_strong(somebody, Apart::kSaid)) return;
  warn("Shared memory, '" + folder_->path() +
       "': a process of this host does not see it, because it is another user's, or in a "
       "container with a /dev/shm of its own. Such processes are reached over DDS.");
}

Ref<Window> Host::window(const std::string& name) {
  std::string complaint;
  Ref<Window> window;
  {
    Lock lock(mutex_);
    // Of processes that are gone, nothing is to be kept for others.
    std::erase_if(windows_, [](const auto& known) { return known.second && !known.second->alive(); });
    const auto known = windows_.find(name);
    if (known != windows_.end()) return known->second;
    Result<Ref<Window>> opened = Window::open(*folder_, name);
    if (opened) {
      window = *opened;
    } else {
      complaint = opened.error().what;
    }
    windows_[name] = window;
  }
  if (!window && !gone(name)) warn(complaint);
  return window;
}

}  // namespace ranvier::shm
