#include "ranvier/os/signals.h"

#include <semaphore.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <list>
#include <mutex>
#include <thread>

#include "ranvier/base/for_c.h"

namespace ranvier {
namespace {

// What the handler touches: it may run at any instruction, and be under way on a
// thread long after it was uninstalled, so these live for the whole process. Only
// the handler counts up.
struct Signal {
  const int number;
  std::atomic<std::uint32_t> came{0};
  std::atomic<const struct sigaction*> old{nullptr};  // what was there before us
};
constinit Signal interrupt{SIGINT};
constinit Signal terminate{SIGTERM};
constinit std::atomic<std::uint32_t> untold{0};  // came, and `on_signal` has not returned
sem_t wake;  // posted for every signal that came, and to end the thread

void call_old(const struct sigaction& old, int signal, siginfo_t* info, void* context) {
  if (old.sa_flags & SA_SIGINFO) {
    if (old.sa_sigaction) old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN && old.sa_handler) {
    old.sa_handler(signal);
  }
}

void handle(int number, siginfo_t* info, void* context) {
  const int saved = errno;
  Signal& signal = number == SIGINT ? interrupt : terminate;
  untold.fetch_add(1, std::memory_order_release);
  signal.came.fetch_add(1, std::memory_order_release);
  ::sem_post(&wake);  // async-signal-safe
  call_old(*signal.old.load(std::memory_order_acquire), number, info, context);
  errno = saved;
}

struct Installation {
  std::mutex mutex;
  std::thread thread;
  std::condition_variable ended;
  SignalSet signals{};
  bool installed = false;
  bool ending = false;  // its thread is being joined, outside the lock
  std::thread::id ending_id;
  std::atomic<std::uint64_t> generation{0};
};

Installation& installation() {
  static Installation* const one = new Installation;  // outlives static destructors
  return *one;
}

// Takes one signal of those that came. Only the thread of the installation does.
bool take(Signal& signal) {
  if (signal.came.load(std::memory_order_acquire) == 0) return false;
  signal.came.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

// Ends with its installation, also when `on_signal` itself makes another one. That
// it is over is said where no handler writes: one may be under way still.
void serve(const std::function<void(int)>& on_signal, std::uint64_t generation) {
  const auto over = [generation] {
    return installation().generation.load(std::memory_order_acquire) != generation;
  };
  while (!over()) {
    while (::sem_wait(&wake) != 0) {
      if (errno != EINTR) return;  // never with a semaphore: rather deaf than a core for ever
    }
    for (Signal* signal : {&interrupt, &terminate}) {
      if (over() || !take(*signal)) continue;
      on_signal(signal->number);
      std::uint32_t now = untold.load(std::memory_order_relaxed);  // 0: uninstalled meanwhile
      while (now != 0 && !untold.compare_exchange_weak(now, now - 1, std::memory_order_release)) {}
    }
  }
}

// One for each that was ever there: a handler may be reading it.
const struct sigaction* kept(const struct sigaction& action) {
  static auto& all = *new std::list<struct sigaction>;
  for (const struct sigaction& known : all) {
    if (std::memcmp(&known, &action, sizeof action) == 0) return &known;
  }
  return &all.emplace_back(action);
}

void install(Signal& signal) {
  struct sigaction action{};
  ::sigaction(signal.number, nullptr, &action);
  signal.old.store(kept(action), std::memory_order_release);
  action = {};
  action.sa_sigaction = for_c<handle>();
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal.number, &action, nullptr);
}

void uninstall(const Signal& signal) {
  ::sigaction(signal.number, signal.old.load(std::memory_order_relaxed), nullptr);
}

}  // namespace

bool install_signal_handlers(SignalSet signals, std::function<void(int)> on_signal) {
  Installation& here = installation();
  std::unique_lock lock(here.mutex);
  here.ended.wait(lock,
                  [&] { return !here.ending || here.ending_id == std::this_thread::get_id(); });
  if (here.installed || here.ending) return false;
  static const int made = ::sem_init(&wake, 0, 0);
  static_cast<void>(made);
  interrupt.came = terminate.came = untold = 0;
  const std::uint64_t generation = here.generation.fetch_add(1, std::memory_order_release) + 1;
  here.thread =
      std::thread([on_signal = std::move(on_signal), generation] { serve(on_signal, generation); });
  if (signals != SignalSet::kTerminate) install(interrupt);
  if (signals != SignalSet::kInterrupt) install(terminate);
  here.signals = signals;
  here.installed = true;
  return true;
}

// The lock is not held while the thread is joined: what runs there may call us.
bool uninstall_signal_handlers() {
  Installation& here = installation();
  std::unique_lock lock(here.mutex);
  if (!here.installed) return false;
  if (here.signals != SignalSet::kTerminate) uninstall(interrupt);
  if (here.signals != SignalSet::kInterrupt) uninstall(terminate);
  here.generation.fetch_add(1, std::memory_order_release);
  ::sem_post(&wake);
  here.installed = false;
  untold = 0;
  std::thread thread = std::move(here.thread);
  if (thread.get_id() == std::this_thread::get_id()) {
    thread.detach();  // a shutdown callback of the signal itself
    return true;
  }
  here.ending = true;
  here.ending_id = thread.get_id();
  lock.unlock();
  thread.join();
  lock.lock();
  here.ending = false;
  here.ended.notify_all();
  return true;
}

bool telling_of_signal() noexcept { return untold.load(std::memory_order_acquire) != 0; }

bool signal_handlers_installed() noexcept {
  Installation& here = installation();
  std::lock_guard lock(here.mutex);
  return here.installed;
}

}  // namespace ranvier
