#include "ranvier/trace/cpu_waits.h"

#include <dirent.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/thread.h"
#include "ranvier/trace/trace.h"

namespace ranvier::trace {
namespace {

// The kernel writes its line again for each read from the beginning.
std::optional<CpuCounts> read_counts(int file) noexcept {
  char line[96];
  const ssize_t size = ::pread(file, line, sizeof line - 1, 0);
  if (size <= 0) return std::nullopt;  // the thread is gone
  line[size] = '\0';
  return parse_schedstat(line);
}

int open_of(std::int32_t thread, const char* what) noexcept {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", thread, what);
  return ::open(path, O_RDONLY | O_CLOEXEC);
}

std::int64_t used(clockid_t clock) noexcept {
  timespec now{};
  ::clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

/// Its name, as the kernel has it now; empty if it is gone, or if there is no memory.
ThreadName name_of(std::int32_t thread) noexcept {
  char line[32] = {};
  const int file = open_of(thread, "comm");
  if (file < 0) return {thread, {}};
  const ssize_t size = ::read(file, line, sizeof line);
  ::close(file);
  try {
    if (size > 1) return ThreadName::of(thread, {line, static_cast<std::size_t>(size) - 1});
  } catch (const std::bad_alloc&) {}
  return {thread, {}};
}

}  // namespace

std::optional<CpuCounts> parse_schedstat(const char* line) noexcept {
  // Not by sscanf(), which takes longer than the kernel does for the line.
  const char* const end = line + std::strlen(line);
  CpuCounts counts;
  for (std::int64_t* number : {&counts.ran, &counts.waited, &counts.turns}) {
    const auto read = std::from_chars(line, end, *number);
    if (read.ec != std::errc() || *number < 0) return std::nullopt;
    line = read.ptr;
    if (number == &counts.turns) break;
    if (line == end || *line++ != ' ') return std::nullopt;
  }
  return counts;
}

CpuWaits::~CpuWaits() {
  for (const auto& [thread, known] : threads_) ::close(known.file);
}

void CpuWaits::look() noexcept {
  if (looks_++ % kLooksForOneList == 0) list();
  look_at_all(steady_ns() - told_ >= kTellTime);
}

void CpuWaits::look_last() noexcept { look_at_all(true); }

// Times of all are recorded at once: what no thread of them ran, those did that have ended.
void CpuWaits::look_at_all(bool tell) noexcept {
  if (tell) tell_process();
  for (auto at = threads_.begin(); at != threads_.end();) {
    if (look_at(at->first, at->second)) {
      if (tell) tell_time(at->first, at->second);
      ++at;
    } else {
      tell_time(at->first, at->second);  // as of the look before
      ::close(at->second.file);
      at = threads_.erase(at);
    }
  }
}

// Finds the threads that are new. What cannot be listed or opened is not looked at.
void CpuWaits::list() noexcept {
  DIR* folder = ::opendir("/proc/self/task");
  if (folder == nullptr) return;
  const auto self = static_cast<std::int32_t>(::gettid());
  while (const dirent* entry = ::readdir(folder)) {
    const auto thread = static_cast<std::int32_t>(std::atoi(entry->d_name));
    if (thread > 0 && thread != self) meet(thread);
  }
  ::closedir(folder);
  if (looks_ == 1 && !threads_.empty()) RANVIER_TRACE(ranvier_cpu_wait, self, 0, 0);
}

void CpuWaits::meet(std::int32_t thread) noexcept {
  if (threads_.count(thread) != 0 || threads_.size() >= kMostThreads) return;
  const int file = open_of(thread, "schedstat");
  if (file < 0) return;
  try {
    if (const auto now = read_counts(file)) {
      Known& known = threads_.emplace(thread, Known{file, *now, steady_ns(), -1, {}}).first->second;
      return tell_time(thread, known);
    }
  } catch (const std::bad_alloc&) {}
  ::close(file);
}

// False if the thread is gone; another may have its number.
bool CpuWaits::look_at(std::int32_t thread, Known& known) noexcept {
  const auto now = read_counts(known.file);
  if (!now) return false;
  const std::int64_t at = steady_ns();
  const std::int64_t waited = now->waited - known.last.waited;
  const std::int64_t within = at - known.read;
  known.last = *now;
  known.read = at;
  if (waited >= kLeast) RANVIER_TRACE(ranvier_cpu_wait, thread, waited, within);
  return true;
}

// And of this thread, which does not look at itself.
void CpuWaits::tell_process() noexcept {
  told_ = steady_ns();
  const auto self = static_cast<std::int32_t>(::gettid());
  RANVIER_TRACE(ranvier_cpu_time, 0, "", used(CLOCK_PROCESS_CPUTIME_ID), 0);
  const ThreadName name = name_of(self);
  RANVIER_TRACE(ranvier_cpu_time, self, name.text, used(CLOCK_THREAD_CPUTIME_ID), 0);
}

// A thread that did not run since has nothing to tell.
void CpuWaits::tell_time(std::int32_t thread, Known& known) noexcept {
  if (known.told == known.last.ran) return;
  known.told = known.last.ran;
  const ThreadName now = name_of(thread);
  if (now.text[0] != '\0') known.name = now;
  RANVIER_TRACE(ranvier_cpu_time, thread, known.name.text, known.last.ran, known.last.turns);
}

Result<void> CpuWatch::start(std::int64_t pause) {
  Result<std::thread> thread = start_thread("ranvier_waits", "Trace, waits for a CPU",
                                            [this, pause] { look_until_stopped(pause); });
  if (!thread) return Error{Code::kWorld, thread.error().what + " The recording is without them."};
  thread_ = std::move(*thread);
  return {};
}

CpuWatch::~CpuWatch() {
  if (!thread_.joinable()) return;
  stopped_.store(1, std::memory_order_relaxed);  // the futex orders nothing else
  futex_wake(stopped_, 1);
  thread_.join();
}

void CpuWatch::look_until_stopped(std::int64_t pause) noexcept {
  CpuWaits waits;
  for (;;) {
    if (stopped_.load(std::memory_order_relaxed) != 0) return waits.look_last();
    waits.look();
    futex_wait(stopped_, 0, steady_ns() + pause);
  }
}

}  // namespace ranvier::trace
