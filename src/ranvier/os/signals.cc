#include "ranvier/os/signals.h"

#include <semaphore.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "ranvier/base/for_c.h"

namespace ranvier {
namespace {

// What the handler touches: it may run at any instruction, so these live for
// the whole process.
std::atomic<int> pending{0};  // the last signal; kEnd ends the thread
sem_t wake;
struct sigaction old_interrupt;
struct sigaction old_terminate;
constexpr int kEnd = -1;

void call_old(const struct sigaction& old, int signal, siginfo_t* info, void* context) {
  if (old.sa_flags & SA_SIGINFO) {
    if (old.sa_sigaction) old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN && old.sa_handler) {
    old.sa_handler(signal);
  }
}

void handle(int signal, siginfo_t* info, void* context) {
  const int saved = errno;
  pending.store(signal, std::memory_order_release);
  ::sem_post(&wake);  // async-signal-safe
  call_old(signal == SIGINT ? old_interrupt : old_terminate, signal, info, context);
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

// Ends with its installation, also when `on_signal` itself makes another one.
void serve(const std::function<void(int)>& on_signal, std::uint64_t generation) {
  while (installation().generation.load(std::memory_order_acquire) == generation) {
    while (::sem_wait(&wake) != 0) {
    }
    const int signal = pending.load(std::memory_order_acquire);
    if (signal == kEnd) return;
    on_signal(signal);
  }
}

void install(int signal, struct sigaction& old) {
  struct sigaction action {};
  action.sa_sigaction = for_c<handle>();
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, &old);
}

}  // namespace

bool install_signal_handlers(SignalSet signals, std::function<void(int)> on_signal) {
  Installation& here = installation();
  std::unique_lock lock(here.mutex);
  here.ended.wait(lock, [&] { return !here.ending || here.ending_id == std::this_thread::get_id(); });
  if (here.installed || here.ending) return false;
  ::sem_init(&wake, 0, 0);
  pending = 0;
  const std::uint64_t generation = here.generation.fetch_add(1, std::memory_order_release) + 1;
  here.thread = std::thread(
      [on_signal = std::move(on_signal), generation] { serve(on_signal, generation); });
  if (signals != SignalSet::kTerminate) install(SIGINT, old_interrupt);
  if (signals != SignalSet::kInterrupt) install(SIGTERM, old_terminate);
  here.signals = signals;
  here.installed = true;
  return true;
}

// The lock is not held while the thread is joined: what runs there may call us.
bool uninstall_signal_handlers() {
  Installation& here = installation();
  std::unique_lock lock(here.mutex);
  if (!here.installed) return false;
  if (here.signals != SignalSet::kTerminate) ::sigaction(SIGINT, &old_interrupt, nullptr);
  if (here.signals != SignalSet::kInterrupt) ::sigaction(SIGTERM, &old_terminate, nullptr);
  pending.store(kEnd, std::memory_order_release);
  ::sem_post(&wake);
  here.installed = false;
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

bool signal_handlers_installed() noexcept {
  Installation& here = installation();
  std::lock_guard lock(here.mutex);
  return here.installed;
}

}  // namespace ranvier
