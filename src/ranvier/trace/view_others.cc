// Looking at what the flight recorders of other processes have.
#include <optional>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/running.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace {
namespace {

bool has_ended(const std::string& path) {
  const auto held = Buffer::adopt(path);
  return held || held.error().code != Code::kAlreadyExists;
}

/// A flight recorder that was asked.
struct Asked {
  std::string folder, path;
  Buffer buffer;
  std::uint32_t views;  // before
};

std::optional<Asked> ask_for_view(const std::string& folder, std::int64_t since) {
  const std::string path = linked_buffer(folder);
  if (has_ended(path)) return std::nullopt;
  auto buffer = Buffer::visit(path);
  if (!buffer || !buffer->head().keeps_last) return std::nullopt;
  BufferHead& head = buffer->head();
  const std::uint32_t views = head.views.load(std::memory_order_acquire);
  head.view_since.store(since, std::memory_order_relaxed);
  detail::ask(*buffer, Moment::kView);
  return Asked{folder, path, std::move(*buffer), views};
}

// False if it does not come; at the end of the patience it is looked at once.
bool await_view(const Asked& asked, std::int64_t deadline) {
  constexpr std::int64_t kLook = 50'000'000;  // so soon it is seen that a process was killed
  const auto& views = asked.buffer.head().views;
  while (views.load(std::memory_order_acquire) == asked.views) {
    const std::int64_t now = steady_ns();
    if (now >= deadline || has_ended(asked.path)) return false;
    shared_futex_wait(views, asked.views, std::min(deadline, now + kLook));
  }
  return true;
}

std::optional<View> hear_view(const Asked& asked, std::int64_t deadline) {
  const BufferHead& head = asked.buffer.head();
  const std::string who = "Process " + std::to_string(head.pid);
  View view{asked.folder, {}, 0, {}};
  if (!await_view(asked, deadline)) {
    if (has_ended(asked.path)) return std::nullopt;
    view.complaint = who + " does not answer. Is it stopped?";
    return view;
  }
  const std::uint32_t number = head.views.load(std::memory_order_relaxed);
  view.forgot = head.forgot.load(std::memory_order_relaxed);
  if (head.good_view.load(std::memory_order_relaxed) == number) {
    view.folder = asked.folder + kViewSuffix + std::to_string(number);
  } else {
    view.complaint =
        who + " cannot write what it recorded into '" + asked.folder + "…'. Is there room?";
  }
  return view;
}

}  // namespace

Result<std::vector<View>> view_others(const ViewRequest& request) {
  const auto folders = folders_with_buffer(request.directory);
  if (!folders) return folders.error();
  std::vector<Asked> all;
  for (const std::string& folder : *folders) {
    if (auto asked = ask_for_view(folder, request.since)) all.push_back(std::move(*asked));
  }
  const std::int64_t deadline = steady_ns() + request.patience;
  std::vector<View> views;
  for (const Asked& asked : all) {
    if (auto view = hear_view(asked, deadline)) views.push_back(std::move(*view));
  }
  return views;
}

}  // namespace ranvier::trace
