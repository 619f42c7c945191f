#include "ranvier/trace/member.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>  // kill()
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "ranvier/base/for_c.h"
#include "ranvier/base/saturating.h"
#include "ranvier/base/utf8.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/thread.h"
#include "ranvier/trace/buffer.h"
#include "ranvier/trace/lttng.h"
#include "ranvier/trace/member_page.h"
#include "ranvier/trace/session.h"

namespace ranvier::trace {
namespace {

void tell(MemberPage& page, MemberPage::State state, const std::string& text) noexcept {
  std::snprintf(page.text, sizeof page.text, "%s", text.c_str());
  page.text[whole_letters(page.text)] = '\0';
  page.state.store(state, std::memory_order_relaxed);
}

// For ask_member(), which may come at any instruction.
constinit std::atomic<MemberPage*> page_here{nullptr};
constinit std::atomic<bool> called_here{false};

// Whole or not at all, for who reads it meanwhile.
void write_answer(const std::string& path, const std::string& text) {
  const std::string unnamed = path + ".new";
  std::ofstream file(unnamed);
  file << text;
  file.close();
  if (!file || ::rename(unnamed.c_str(), path.c_str()) != 0) ::unlink(unnamed.c_str());
}

/// Threads: its own runs follow(); the rest is called under the lock below.
class Member final {
 public:
  Member(SessionFolder folder, MappedFile file, std::string path, RecordingOptions recording,
         Errands errands)
      : folder_(std::move(folder)),
        file_(std::move(file)),
        path_(std::move(path)),
        recording_(std::move(recording)),
        errands_(std::move(errands)) {
    MemberPage& page = *new (file_.bytes().data()) MemberPage{};
    page.pid = ::getpid();
    const ThreadName name = ThreadName::here();
    static_assert(sizeof page.program == sizeof name.text);
    std::memcpy(page.program, name.text, sizeof page.program);
    page.magic.store(MemberPage::kMagic, std::memory_order_release);
  }

  Result<void> start() {
    Result<std::thread> thread =
        start_thread("ranvier_session", "Tracing sessions", [this] { follow(); });
    if (!thread) return Error{Code::kWorld, thread.error().what + " This process joins none yet."};
    thread_ = std::move(*thread);
    page_here.store(&page_in(file_), std::memory_order_release);
    return {};
  }

  /// Waits, but not for ever: who observes does not stop the robot.
  void join_domain(std::size_t domain) noexcept {
    constexpr std::int64_t kPatience = 5'000'000'000;
    MemberPage& page = page_in(file_);
    page.join(domain);
    if (!folder_.has(domain)) return;  // who starts one from now on sees the page
    const std::uint32_t asked = ask(page);
    const std::int64_t deadline = steady_ns() + kPatience;
    for (;;) {
      const std::uint32_t answered = page.answered.load(std::memory_order_acquire);
      if (static_cast<std::int32_t>(answered - asked) >= 0) return;
      if (!shared_futex_wait(page.answered, answered, deadline) && steady_ns() >= deadline) return;
    }
  }

  void stop() noexcept {
    page_here.store(nullptr, std::memory_order_release);
    stopping_.store(true, std::memory_order_release);
    ask(page_in(file_));
    thread_.join();
    ::unlink(path_.c_str());
  }

  /// In a child of fork(): the thread is not there, and the page is the parent's.
  void abandon() noexcept {
    page_here.store(nullptr, std::memory_order_release);
    file_.drop();
  }

 private:
  static std::uint32_t ask(MemberPage& page) noexcept {
    const std::uint32_t asked = page.asked.fetch_add(1, std::memory_order_release) + 1;
    shared_futex_wake(page.asked, 1);
    return asked;
  }

  void follow() {
    MemberPage& page = page_in(file_);
    std::uint32_t seen = page.answered.load(std::memory_order_relaxed);
    for (;;) {
      const std::uint32_t asked = page.asked.load(std::memory_order_acquire);  // pairs with ask()
      if (stopping_.load(std::memory_order_acquire)) break;
      if (asked == seen) {
        shared_futex_wait(page.asked, seen, next_look_);
        look_if_due();
        continue;
      }
      run_errands();
      look();
      seen = asked;
      page.answered.store(seen, std::memory_order_release);
      shared_futex_wake(page.answered, INT_MAX);
    }
    leave();
  }

  void look_if_due() noexcept {
    if (!errands_.look || steady_ns() < next_look_) return;
    try {
      next_look_ = add_saturating(steady_ns(), errands_.look());
    } catch (const std::exception&) {
      next_look_ = kForever;  // there is no memory: rather no look than a process that ends
    }
  }

  void run_errands() noexcept {
    try {
      if (called_here.exchange(false, std::memory_order_acquire) && errands_.called) {
        errands_.called();
      }
      const std::uint32_t questions = page_in(file_).questions.exchange(0);
      for (const auto question : {MemberPage::kExecutors, MemberPage::kStuck}) {
        if ((questions & question) == 0 || !errands_.answer) continue;
        write_answer(answer_file(folder_.path(), ::getpid(), question), errands_.answer(question));
      }
    } catch (const std::exception&) {  // who asked finds no file
    }
  }

  void look() noexcept {
    try {
      act_on(find_session());
    } catch (const std::exception& failure) {
      tell(page_in(file_), MemberPage::kCannot, failure.what());
    }
  }

  // That of the first domain that has one.
  [[nodiscard]] Result<std::optional<Session>> find_session() const {
    for (std::size_t domain = 0; domain < MemberPage::kDomains; ++domain) {
      if (!page_in(file_).is_in(domain) || !folder_.has(domain)) continue;
      auto session = folder_.read(domain);
      if (!session || *session) return session;
    }
    return std::optional<Session>();
  }

  void act_on(const Result<std::optional<Session>>& found) {
    if (!found) return complain(found.error().what);
    const auto& session = *found;
    if (!joined_.empty() && (!session || session->id != joined_)) leave();
    if (!session) return tell(page_in(file_), MemberPage::kIdle, "");
    if (joined_.empty() && !join(*session)) return;
    set_paused(session->paused);
    tell(page_in(file_), session->paused ? MemberPage::kPaused : MemberPage::kRecords, trace_);
  }

  void set_paused(bool paused) {
    if (by_lttng_) return paused ? pause_lttng() : resume_lttng();
    static_cast<void>(paused ? pause_recording() : resume_recording());
  }

  bool join(const Session& session) {
    by_lttng_ = session.by_lttng;
    const bool joined = by_lttng_ ? join_lttng() : record(session);
    if (joined) joined_ = session.id;
    return joined;
  }

  bool join_lttng() {
    const auto started = start_lttng();
    if (!started) complain(started.error().what);
    trace_.clear();  // LTTng's daemon writes it
    return static_cast<bool>(started);
  }

  bool record(const Session& session) {
    RecordingOptions options = recording_;
    options.directory = session.directory;
    options.events = events_of(session);
    options.with_past = true;
    using Keep = RecordingOptions::Keep;
    options.keep = session.keeps_last ? Keep::kLast : Keep::kAll;
    if (session.buffer_kilobytes > 0) options.buffer_bytes = session.buffer_kilobytes * 1024;
    const auto started = start_recording(std::move(options));
    if (!started) return complain(started.error().what), false;
    trace_ = *started;
    return true;
  }

  void leave() {
    if (std::exchange(joined_, {}).empty()) return;
    if (by_lttng_) return stop_lttng();
    const auto stopped = stop_recording();
    if (!stopped && stopped.error().code != Code::kNotFound && recording_.warn) {
      recording_.warn(stopped.error().what);
    }
  }

  void complain(const std::string& text) { tell(page_in(file_), MemberPage::kCannot, text); }

  const SessionFolder folder_;
  MappedFile file_;
  const std::string path_;
  const RecordingOptions recording_;
  const Errands errands_;
  std::int64_t next_look_ = errands_.look ? 0 : kForever;  // steady ns
  std::string joined_;                                     // the id of the session, or empty
  bool by_lttng_ = false;
  std::string trace_;  // its folder; empty if LTTng records
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

struct Membership {
  std::mutex mutex;  // held for nothing that waits
  std::shared_ptr<Member> member;
  std::shared_ptr<Member> ended;  // a handler of a signal may still have its page
  bool has_ended = false;
};

void lock_membership() noexcept;
void unlock_membership() noexcept;
void unlock_in_child() noexcept;

Membership& membership() {
  static Membership* const one = [] {
    ::pthread_atfork(for_c<lock_membership>(), for_c<unlock_membership>(),
                     for_c<unlock_in_child>());
    return new Membership;  // outlives static destructors
  }();
  return *one;
}

void lock_membership() noexcept { membership().mutex.lock(); }
void unlock_membership() noexcept { membership().mutex.unlock(); }
void unlock_in_child() noexcept {
  Membership& here = membership();
  if (here.member) {
    here.member->abandon();
    // Its thread is not here, so it cannot be destroyed.
    static_cast<void>(new std::shared_ptr<Member>(std::move(here.member)));
  }
  here.mutex.unlock();
}

void end_membership() {
  Membership& here = membership();
  std::shared_ptr<Member> member;
  {
    const std::lock_guard lock(here.mutex);
    here.has_ended = true;
    member = here.ended = std::move(here.member);
  }
  if (member) member->stop();
}

// Pages that processes left that were killed.
void remove_dead(const SessionFolder& folder) {
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> files(::opendir(folder.path().c_str()), close);
  while (const dirent* entry = files ? ::readdir(files.get()) : nullptr) {
    const std::string name = entry->d_name;
    if (!name.starts_with(kMemberPrefix)) continue;
    const long pid = std::strtol(name.c_str() + kMemberPrefix.size(), nullptr, 10);
    if (::kill(static_cast<pid_t>(pid), 0) == 0 || errno != ESRCH) continue;
    const std::string path = folder.path() + "/" + name;
    if (MappedFile::adopt(path)) ::unlink(path.c_str());  // of another container it may live
  }
}

Result<std::shared_ptr<Member>> make_member(const RecordingOptions& recording,
                                            const Errands& errands) {
  auto folder = SessionFolder::open();
  if (!folder) return folder.error();
  remove_dead(*folder);
  const std::string name =
      std::string(kMemberPrefix) + std::to_string(::getpid()) + "-" + std::to_string(steady_ns());
  // It gets its name when it is whole and held: under that name, what nobody holds is dead.
  const std::string unnamed = folder->path() + "/.new-" + name;
  const std::string path = folder->path() + "/" + name;
  auto file = MappedFile::create(unnamed, MemberPage::kBytes);
  if (!file) return file.error();
  auto member =
      std::make_shared<Member>(std::move(*folder), std::move(*file), path, recording, errands);
  if (::rename(unnamed.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(unnamed.c_str());
    return Error{Code::kWorld, "Tracing sessions, '" + path + "': " + std::strerror(error) +
                                   ". This process joins none."};
  }
  if (auto started = member->start(); !started) {
    ::unlink(path.c_str());
    return started.error();
  }
  return member;
}

// The process's; null where none can be any more.
Result<std::shared_ptr<Member>> member_of_process(const RecordingOptions& recording,
                                                  const Errands& errands) {
  Membership& here = membership();
  const std::lock_guard lock(here.mutex);
  if (here.has_ended || here.member) return here.member;
  auto member = make_member(recording, errands);
  if (!member) return member;
  here.member = *member;
  static const int once = std::atexit(for_c<end_membership>());
  static_cast<void>(once);
  return member;
}

}  // namespace

void ask_member() noexcept {
  MemberPage* const page = page_here.load(std::memory_order_acquire);
  if (page == nullptr) return;
  called_here.store(true, std::memory_order_release);
  page->asked.fetch_add(1, std::memory_order_release);
  shared_futex_wake(page->asked, 1);
}

Result<void> follow_sessions(std::size_t domain, const RecordingOptions& recording,
                             const Errands& errands) {
  const auto member = member_of_process(recording, errands);
  if (!member) return member.error();
  if (*member && domain < MemberPage::kDomains) (*member)->join_domain(domain);
  return {};
}

}  // namespace ranvier::trace
