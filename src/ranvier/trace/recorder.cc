#include "ranvier/trace/recorder.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "ranvier/base/at_exit.h"
#include "ranvier/base/for_c.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/thread.h"
#include "ranvier/trace/cpu_waits.h"
#include "ranvier/trace/drain.h"
#include "ranvier/trace/heap_watch.h"
#include "ranvier/trace/left.h"
#include "ranvier/trace/past.h"
#include "ranvier/trace/running.h"
#include "ranvier/trace/save_signal.h"
#include "ranvier/trace/saved.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace {
namespace {

/// A recording from its start to its end.
///
/// Threads: the recorder's own runs drain_until_stopped(); the rest is called
/// under the recorder's lock.
class Recording final {
 public:
  Recording(TraceFolder folder, detail::Running& running, RecordingOptions options)
      : options_(std::move(options)),
        folder_(std::move(folder)),
        running_(running),
        reserve_(std::max<std::size_t>(running_.buffer.chunks().size() / 2, 1)),
        drain_(running_.buffer, folder_.path, folder_.identity.uuid, folder_.identity.pid) {}

  Result<void> start() {
    Result<std::thread> thread =
        start_thread("ranvier_trace", "Trace recorder", [this] { drain_until_stopped(); });
    if (!thread) {
      running_.buffer.leave();
      return thread.error();
    }
    thread_ = std::move(*thread);
    detail::begin(running_, options_.with_past ? 0 : detail::kNoPast);
    watches_heap_ = wants(Event::ranvier_allocate) && watch_heap();
    if (options_.cpu_waits && (wants(Event::ranvier_cpu_wait) || wants(Event::ranvier_cpu_time)))
      watch_cpu();
    if (keeps_last() && options_.save_signal != 0) save_signal_.emplace(options_.save_signal);
    return {};
  }

  Result<RecordingReport> stop() {
    save_signal_.reset();
    cpu_watch_.reset();
    if (watches_heap_) leave_heap();
    detail::end(running_);
    stopping_.store(true, std::memory_order_release);
    running_.buffer.call_drain();
    thread_.join();
    if (keeps_last()) return end_flight();
    drain_.close();
    const std::uint64_t discarded = drain_.discarded();
    remove_buffer(folder_.path);
    running_.buffer.leave();
    if (drain_.failure()) {
      return Error{Code::kWorld, drain_.failure()->what +
                                     " In the trace: " + std::to_string(drain_.events()) +
                                     " events; missing: " + std::to_string(discarded) + "."};
    }
    return RecordingReport{folder_.path, drain_.events(), discarded};
  }

  void pause() noexcept {
    if (std::exchange(is_paused_, true)) return;
    detail::PastLock lock;  // nothing that is kept comes between the two
    detail::end(running_);
    past_at_pause_ = detail::past_count();
  }

  void resume() noexcept {
    if (!std::exchange(is_paused_, false)) return;
    detail::begin(running_, options_.with_past ? past_at_pause_ : detail::kNoPast);
  }

  Result<SavedTrace> save() {
    std::lock_guard lock(draining_);
    auto& saved = running_.buffer.head().saved;
    const std::uint32_t number = saved.load(std::memory_order_relaxed) + 1;
    auto done = trace::save(running_.buffer, folder_, "-saved-" + std::to_string(number));
    if (done) saved.store(number, std::memory_order_relaxed);
    return done;
  }

  [[nodiscard]] bool keeps_last() const noexcept {
    return options_.keep == RecordingOptions::Keep::kLast;
  }

  /// In a child of fork(): the thread is not there, and the files are the parent's.
  void abandon() noexcept { running_.buffer.drop(); }

  [[nodiscard]] const TraceFolder& folder() const noexcept { return folder_; }
  [[nodiscard]] const std::string& path() const noexcept { return folder_.path; }

 private:
  void drain_until_stopped() {
    detail::never_record_here();
    std::int64_t pause = longest();
    for (;;) {
      const std::uint32_t seen = running_.buffer.calls();
      if (stopping_.load(std::memory_order_acquire)) return;
      const std::size_t full = keeps_last() ? make_room() : drain_.pass();
      tell_failure();
      serve();
      // Threads that fill their chunks as fast as until now find room until the next look;
      // a burst calls for it.
      const std::size_t free = running_.buffer.free_chunks();
      const std::size_t room = std::max<std::size_t>(free * 3 / 4, 1);
      pause = next_pause(pause, keeps_last() ? refilled(full, free) : full, room);
      if (running_.buffer.call_after(room)) running_.buffer.await_call(seen, steady_ns() + pause);
    }
  }

  [[nodiscard]] std::int64_t longest() const noexcept {
    return keeps_last() ? kLongestInFlight : kLongest;
  }
  [[nodiscard]] std::int64_t next_pause(std::int64_t last, std::size_t full,
                                        std::size_t room) const noexcept {
    if (full * 2 > room) return std::max(last / 4, kShortest);
    return full * 4 > room ? last : std::min(last * 2, longest());
  }

  // A flight recorder is called when it is wanted, and need not come sooner: unless threads have
  // filled again what it gave back, and nobody may be left who calls.
  [[nodiscard]] std::size_t refilled(std::size_t given, std::size_t free) const noexcept {
    return given == 0 ? 0 : reserve_ - std::min(reserve_, free);
  }

  void watch_cpu() {
    cpu_watch_.emplace();
    const auto started = cpu_watch_->start(keeps_last() ? CpuWatch::kLongPause : CpuWatch::kPause);
    if (!started && options_.warn) options_.warn(started.error().what);
  }

  [[nodiscard]] bool wants(Event event) const noexcept {
    return options_.events >> static_cast<unsigned>(event) & 1;
  }

  std::size_t make_room() {
    std::lock_guard lock(draining_);
    return drain_.make_room(reserve_);
  }

  // Saves if somebody asked for it since the last look.
  void serve() {
    BufferHead& head = running_.buffer.head();
    if (head.asked.load(std::memory_order_relaxed) == 0) return;
    std::uint32_t asked = head.asked.exchange(0, std::memory_order_acquire);  // pairs with ask()
    constexpr auto kView = static_cast<std::uint32_t>(Moment::kView);
    if ((asked & kView) != 0) view();
    asked &= ~kView;
    if (asked == 0) return;
    const std::int64_t now = steady_ns();
    if (asked == static_cast<std::uint32_t>(Moment::kDeadline) && now < next_by_deadline_) return;
    next_by_deadline_ = now + kBetweenDeadlines;
    const auto saved = save();
    head.answers.fetch_add(1, std::memory_order_release);
    shared_futex_wake(head.answers, INT_MAX);
    if (!saved && options_.warn) options_.warn(saved.error().what);
    if (saved && options_.tell) {
      options_.tell("The last " + std::to_string(saved->events) + " trace events are in '" +
                    saved->folder + "' (" + why(asked) + ").");
    }
  }

  // For somebody who reads it and takes it away: the log has no line of it.
  void view() {
    std::lock_guard lock(draining_);
    BufferHead& head = running_.buffer.head();
    const std::uint32_t number = head.views.load(std::memory_order_relaxed) + 1;
    const auto done = trace::save(running_.buffer, folder_, kViewSuffix + std::to_string(number),
                                  head.view_since.load(std::memory_order_relaxed));
    if (done) head.good_view.store(number, std::memory_order_relaxed);
    head.views.store(number, std::memory_order_release);  // pairs with await_view()
    shared_futex_wake(head.views, INT_MAX);
  }

  // All that came since the last look: whoever asked waits for their own words.
  static std::string why(std::uint32_t asked) {
    constexpr std::pair<Moment, const char*> kWords[] = {
        {Moment::kDeadline, "a deadline was missed"},
        {Moment::kSignal, "a signal asked for it"},
        {Moment::kRequest, "another process asked for it"}};
    std::string words;
    for (const auto& [moment, said] : kWords) {
      if ((asked & static_cast<std::uint32_t>(moment)) == 0) continue;
      words += words.empty() ? said : std::string(", ") + said;
    }
    return words;
  }

  Result<RecordingReport> end_flight() {
    const std::uint64_t discarded = drain_.discarded();
    remove_folder(folder_);
    running_.buffer.leave();
    return RecordingReport{"", 0, discarded};
  }

  // From the first failure on nobody waits for room: who observes must not stop
  // the robot, and `warn` may want a lock that a waiting thread has.
  void tell_failure() {
    if (!drain_.failure() || std::exchange(told_, true)) return;
    running_.buffer.head().blocks.store(false, std::memory_order_relaxed);
    running_.buffer.wake_waiting();
    if (options_.warn) options_.warn(drain_.failure()->what);
  }

  // To wake is most of what a recorder costs that has little to do. What is not copied
  // yet is in the buffer, and outlives a kill there.
  static constexpr std::int64_t kLongest = 250'000'000;
  static constexpr std::int64_t kLongestInFlight = 1'000'000'000;
  static constexpr std::int64_t kShortest = 100'000;
  static constexpr std::int64_t kBetweenDeadlines = 10'000'000'000;

  const RecordingOptions options_;
  const TraceFolder folder_;
  detail::Running& running_;
  // Chunks that a flight recorder leaves free: the fewer they are, the more often it wakes.
  const std::size_t reserve_;
  std::mutex draining_;  // of a flight recorder: whoever reads or gives chunks back
  Drain drain_;
  std::int64_t next_by_deadline_ = 0;
  std::optional<SaveSignal> save_signal_;
  std::optional<CpuWatch> cpu_watch_;
  bool told_ = false;
  bool watches_heap_ = false;
  bool is_paused_ = false;
  std::uint64_t past_at_pause_ = 0;  // so much of the past is in the trace, or was when it came
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

struct Recorder {
  std::mutex mutex;  // no event takes it
  std::unique_ptr<Recording> recording;
  std::vector<std::unique_ptr<detail::Running>> buffers;  // for ever: see Running
  std::vector<std::unique_ptr<Recording>> of_parents;     // for ever: their threads are not here
  std::uint32_t number = 0;
  bool is_prepared = false;
};

Recorder& recorder() {
  static Recorder* const one = new Recorder;  // outlives static destructors
  return *one;
}

void before_fork() { recorder().mutex.lock(); }
void after_fork_in_parent() { recorder().mutex.unlock(); }
void after_fork_in_child() {
  detail::forget_in_child();
  if (recorder().recording) {
    recorder().recording->abandon();
    recorder().of_parents.push_back(std::move(recorder().recording));
  }
  recorder().mutex.unlock();
}

// Once a process. Contract: under the lock.
void prepare_process(Recorder& here) {
  if (std::exchange(here.is_prepared, true)) return;
  // The handlers before a fork run backwards: the recorder's lock is taken before the past's.
  { const detail::PastLock first; }
  ::pthread_atfork(for_c<before_fork>(), for_c<after_fork_in_parent>(),
                   for_c<after_fork_in_child>());
}

void stop_at_exit() { static_cast<void>(stop_recording()); }

Result<Buffer> make_buffer(const TraceFolder& folder, const RecordingOptions& options) {
  auto buffer = Buffer::create(folder.buffer, options.buffer_bytes,
                               options.when_full == RecordingOptions::WhenFull::kBlock,
                               options.keep == RecordingOptions::Keep::kLast);
  if (!buffer) return buffer;
  buffer->head().uuid = folder.identity.uuid;
  buffer->head().name_trace(folder.path);
  if (auto linked = link_buffer(folder); !linked) return linked.error();
  return buffer;
}

std::uint32_t moments(const RecordingOptions& options) noexcept {
  if (options.keep == RecordingOptions::Keep::kAll) return 0;
  std::uint32_t at = static_cast<std::uint32_t>(Moment::kRequest);
  if (options.save_signal != 0) at |= static_cast<std::uint32_t>(Moment::kSignal);
  if (options.save_at_deadline) at |= static_cast<std::uint32_t>(Moment::kDeadline);
  return at;
}

Error none_runs() {
  return {Code::kNotFound, "This process does not record its trace events. Start that first."};
}

Result<void> recover_folder(const std::string& folder) {
  const std::string path = linked_buffer(folder);
  if (::access(path.c_str(), F_OK) != 0) {
    return Error{Code::kNotFound, "its buffer '" + path +
                                      "' is gone, as after a restart of the "
                                      "machine or once newer ones needed its room, and its last "
                                      "events with it. Delete '" +
                                      folder + "/.buffer' to be rid of this message"};
  }
  auto buffer = Buffer::adopt(path);
  if (!buffer) return buffer.error();
  Drain drain(*buffer, folder, buffer->head().uuid, buffer->head().pid);
  drain.resume();
  drain.close();
  if (drain.failure()) return *drain.failure();
  buffer->head().magic.store(0, std::memory_order_relaxed);  // for who opened it meanwhile
  remove_buffer(folder);
  return {};
}

}  // namespace

Result<std::string> start_recording(RecordingOptions options) {
  Recorder& here = recorder();
  std::lock_guard lock(here.mutex);
  if (here.recording) {
    return Error{Code::kAlreadyExists, "This process records its trace events already, into '" +
                                           here.recording->path() + "'. Stop that first."};
  }
  auto folder = make_folder(options.directory);
  if (!folder) return folder.error();
  if (auto recovered = recover(options.directory); !recovered && options.warn) {
    options.warn(recovered.error().what);
  }
  sweep_left();
  auto buffer = make_buffer(*folder, options);
  if (!buffer) {
    remove_folder(*folder);
    return buffer.error();
  }
  prepare_process(here);
  call_at_exit<&stop_at_exit>();  // also of one that begins while the process ends
  here.buffers.push_back(std::unique_ptr<detail::Running>(
      new detail::Running{std::move(*buffer), ++here.number, moments(options), options.events}));
  here.recording =
      std::make_unique<Recording>(std::move(*folder), *here.buffers.back(), std::move(options));
  if (auto started = here.recording->start(); !started) {
    remove_folder(here.recording->folder());
    here.recording.reset();
    return started.error();
  }
  return here.recording->path();
}

Result<void> pause_recording() {
  Recorder& here = recorder();
  std::lock_guard lock(here.mutex);
  if (!here.recording) return none_runs();
  here.recording->pause();
  return {};
}

Result<void> resume_recording() {
  Recorder& here = recorder();
  std::lock_guard lock(here.mutex);
  if (!here.recording) return none_runs();
  here.recording->resume();
  return {};
}

Result<RecordingReport> stop_recording() {
  Recorder& here = recorder();
  std::lock_guard lock(here.mutex);
  if (!here.recording) return none_runs();
  const auto recording = std::exchange(here.recording, nullptr);
  return recording->stop();
}

Result<SavedTrace> save_recording() {
  Recorder& here = recorder();
  std::lock_guard lock(here.mutex);
  if (!here.recording || !here.recording->keeps_last()) {
    return Error{Code::kNotFound,
                 "No flight recorder runs in this process. Start one first "
                 "(RANVIER_TRACE_KEEP=last)."};
  }
  return here.recording->save();
}

Result<std::size_t> recover(const std::string& directory) {
  std::size_t count = 0;
  std::optional<Error> failure;
  const auto folders = folders_with_buffer(directory);
  if (!folders) return folders.error();
  for (const std::string& folder : *folders) {
    auto done = recover_folder(folder);
    if (done) {
      ++count;
    } else if (done.error().code != Code::kAlreadyExists && !failure) {  // that process lives
      failure = Error{done.error().code,
                      "Trace '" + folder + "' cannot be completed: " + done.error().what};
    }
  }
  if (failure) return *failure;
  return count;
}

}  // namespace ranvier::trace
