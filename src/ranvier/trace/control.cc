#include "ranvier/trace/control.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/trace/member_page.h"
#include "ranvier/trace/recorder.h"

namespace ranvier::trace {
namespace {

constexpr std::int64_t kPatience = 5'000'000'000;

std::string text_of(const char* text, std::size_t room) { return {text, ::strnlen(text, room)}; }

/// A process that was notified, and its page.
struct Told {
  MappedFile file;
  std::uint32_t asked;
};

// Nothing if the file is of no living process of the domain; one of a dead one is removed.
std::optional<MappedFile> open_member(const std::string& path) {
  if (auto left = MappedFile::adopt(path)) {
    ::unlink(path.c_str());
    return std::nullopt;
  }
  auto file = MappedFile::visit(path);
  if (!file || file->bytes().size() < sizeof(MemberPage)) return std::nullopt;
  MemberPage& page = page_in(*file);
  if (page.magic.load(std::memory_order_acquire) != MemberPage::kMagic) return std::nullopt;
  return std::move(*file);
}

std::optional<MappedFile> open_member(const std::string& path, std::size_t domain) {
  auto file = open_member(path);
  if (file && !page_in(*file).is_in(domain)) return std::nullopt;
  return file;
}

Told tell_member(MappedFile file) {
  MemberPage& page = page_in(file);
  const std::uint32_t asked = page.asked.fetch_add(1, std::memory_order_release) + 1;
  shared_futex_wake(page.asked, 1);
  return Told{std::move(file), asked};
}

bool wait_answer(const Told& told, std::int64_t deadline) noexcept {
  const MemberPage& page = page_in(told.file);
  for (;;) {
    const std::uint32_t answered = page.answered.load(std::memory_order_acquire);
    if (static_cast<std::int32_t>(answered - told.asked) >= 0) return true;
    if (!shared_futex_wait(page.answered, answered, deadline) && steady_ns() >= deadline) {
      return false;
    }
  }
}

Participant participant(const MemberPage& page) {
  Participant one{text_of(page.program, sizeof page.program), page.pid, {}, {}};
  const auto state = page.state.load(std::memory_order_relaxed);
  const std::string text = text_of(page.text, sizeof page.text);
  if (state == MemberPage::kCannot) one.complaint = text;
  if (state == MemberPage::kRecords || state == MemberPage::kPaused) one.trace = text;
  return one;
}

Participant hear_participant(const Told& told, std::int64_t deadline) {
  const MemberPage& page = page_in(told.file);
  if (wait_answer(told, deadline)) return participant(page);
  return {text_of(page.program, sizeof page.program),
          page.pid,
          {},
          "it does not answer. Is the process stopped?"};
}

std::vector<std::string> member_files(const SessionFolder& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(), error)) {
    if (entry.path().filename().string().starts_with(kMemberPrefix)) files.push_back(entry.path());
  }
  return files;
}

// Takes it away: it is for one who asks.
std::string take_file(const std::string& path) {
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  ::unlink(path.c_str());
  return text;
}

Error not_found(const std::string& name, std::size_t domain, const std::string& there_is) {
  return {Code::kNotFound,
          "No session '" + name + "' runs in domain " + std::to_string(domain) + "; " + there_is};
}

}  // namespace

std::vector<Answer> ask_processes(const SessionFolder& folder, std::uint32_t question, int pid) {
  const auto asked_for = static_cast<MemberPage::Question>(question);
  std::vector<Told> all;
  for (const std::string& path : member_files(folder)) {
    auto file = open_member(path);
    if (!file || (pid != 0 && page_in(*file).pid != pid)) continue;
    ::unlink(answer_file(folder.path(), page_in(*file).pid, asked_for).c_str());
    page_in(*file).questions.fetch_or(question);
    all.push_back(tell_member(std::move(*file)));
  }
  const std::int64_t deadline = steady_ns() + kPatience;
  std::vector<Answer> answers;
  for (const Told& told : all) {
    const MemberPage& page = page_in(told.file);
    Answer one{text_of(page.program, sizeof page.program), page.pid, {}, {}};
    if (wait_answer(told, deadline)) {
      one.text = take_file(answer_file(folder.path(), page.pid, asked_for));
      if (one.text.empty()) one.complaint = "it gave no answer; ask again.";
    } else {
      one.complaint = "it does not answer. Is the process stopped?";
    }
    answers.push_back(std::move(one));
  }
  return answers;
}

std::vector<Participant> SessionControl::participants() const {
  std::vector<Participant> all;
  for (const std::string& path : member_files(folder_)) {
    const auto file = open_member(path, domain_);
    if (!file) continue;
    const MemberPage& page = page_in(*file);
    // It may write its answer meanwhile: then it is read again the next time.
    const std::uint32_t answered = page.answered.load(std::memory_order_acquire);
    Participant one = participant(page);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (page.asked.load(std::memory_order_relaxed) != answered) one.complaint.clear();
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Participant> SessionControl::tell_all() const {
  std::vector<Told> all;
  for (const std::string& path : member_files(folder_)) {
    if (auto file = open_member(path, domain_)) all.push_back(tell_member(std::move(*file)));
  }
  const std::int64_t deadline = steady_ns() + kPatience;
  std::vector<Participant> heard;
  for (const Told& told : all) heard.push_back(hear_participant(told, deadline));
  return heard;
}

Result<std::vector<Participant>> SessionControl::start(Session session) const {
  session.id = std::to_string(::getpid()) + "-" + std::to_string(steady_ns());
  if (auto added = folder_.add(domain_, session); !added) return added.error();
  return tell_all();
}

Result<Session> SessionControl::find(const std::string& name) const {
  const auto session = folder_.read(domain_);
  if (!session) return session.error();
  if (*session && (*session)->name == name) return **session;
  if (!*session) {
    return not_found(name, domain_,
                     "none does. Start one (ros2 trace start), or name the domain "
                     "(ROS_DOMAIN_ID).");
  }
  return not_found(name, domain_, "'" + (*session)->name + "' does. Name that one.");
}

Result<std::vector<Participant>> SessionControl::set_paused(const std::string& name,
                                                            bool paused) const {
  auto session = find(name);
  if (!session) return session.error();
  session->paused = paused;
  if (auto replaced = folder_.replace(domain_, *session); !replaced) return replaced.error();
  return tell_all();
}

Result<std::vector<Participant>> SessionControl::pause(const std::string& name) const {
  return set_paused(name, true);
}
Result<std::vector<Participant>> SessionControl::resume(const std::string& name) const {
  return set_paused(name, false);
}

Result<std::vector<Participant>> SessionControl::stop(const std::string& name) const {
  const auto session = find(name);
  if (!session) return session.error();
  folder_.remove(domain_);
  auto told = tell_all();
  // The traces of those who were killed meanwhile; where nobody recorded is nothing.
  std::error_code error;
  if (!std::filesystem::is_directory(session->directory, error)) return told;
  if (auto recovered = recover(session->directory); !recovered) return recovered.error();
  return told;
}

Result<std::vector<std::string>> SessionControl::snapshot(const std::string& name) const {
  const auto session = find(name);
  if (!session) return session.error();
  if (!session->keeps_last) {
    return Error{Code::kUnsupported,
                 "Session '" + name +
                     "' records every event, so there is nothing to save. Start "
                     "one with a flight recorder (ros2 trace start --recorder flight)."};
  }
  auto saved = save_others(session->directory);
  if (!saved && saved.error().code == Code::kNotFound) return std::vector<std::string>();
  return saved;
}

}  // namespace ranvier::trace
