// Asking the flight recorders of other processes.
#include <optional>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/running.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace {
namespace {

constexpr std::int64_t kSavePatience = 5'000'000'000;

Error no_answer(const std::string& folder, std::int32_t pid, const char* what) {
  return {Code::kWorld, "The flight recorder of process " + std::to_string(pid) +
                            ", which records into '" + folder + "', " + what};
}

bool lives(const std::string& buffer) {
  const auto held = Buffer::adopt(buffer);
  return !held && held.error().code == Code::kAlreadyExists;
}

// The trace, or nothing where no flight recorder is.
Result<std::optional<std::string>> ask_one(const std::string& folder) {
  const std::string path = linked_buffer(folder);
  if (!lives(path)) return std::optional<std::string>();
  auto buffer = Buffer::visit(path);
  if (!buffer) return buffer.error();
  BufferHead& head = buffer->head();
  if (!head.keeps_last) return std::optional<std::string>();
  const std::uint32_t answers = head.answers.load(std::memory_order_acquire);  // pairs with serve()
  const std::uint32_t saved = head.saved.load(std::memory_order_relaxed);
  detail::ask(*buffer, Moment::kRequest);
  const std::int64_t deadline = steady_ns() + kSavePatience;
  while (head.answers.load(std::memory_order_acquire) == answers) {
    if (!shared_futex_wait(head.answers, answers, deadline) && steady_ns() >= deadline) {
      return no_answer(folder, head.pid, "does not answer. Is the process stopped?");
    }
  }
  const std::uint32_t number = head.saved.load(std::memory_order_relaxed);
  if (number == saved) return no_answer(folder, head.pid, "could not save; its log says why.");
  return std::optional(folder + "-saved-" + std::to_string(number));
}

}  // namespace

Result<std::vector<std::string>> save_others(const std::string& directory) {
  const auto folders = folders_with_buffer(directory);
  if (!folders) return folders.error();
  std::vector<std::string> saved;
  std::optional<Error> failure;
  for (const std::string& folder : *folders) {
    auto one = ask_one(folder);
    if (!one && !failure) failure = one.error();
    if (one && *one) saved.push_back(**one);
  }
  if (failure) return *failure;
  return saved;
}

}  // namespace ranvier::trace
