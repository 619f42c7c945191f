#include "ranvier/trace/left.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "ranvier/os/clock.h"
#include "ranvier/os/mapped_file.h"
#include "ranvier/trace/buffer.h"

namespace ranvier::trace {
namespace {

namespace fs = std::filesystem;

// A file is made before it is held: one that says nothing yet may be on its way.
constexpr std::int64_t kBeingMade = 10'000'000'000;

// One moment for all buffers: they are put in the order of their ages.
struct Now {
  std::int64_t system = system_ns();
  std::int64_t steady = steady_ns();
};

std::int64_t file_age(const struct stat& about, const Now& now) noexcept {
  return now.system - (about.st_mtim.tv_sec * std::int64_t{1'000'000'000} + about.st_mtim.tv_nsec);
}

// Of another version too: what is read here is where it has always been.
void read_buffer_head(const BufferHead& head, const Now& now, FoundBuffer& to) {
  to.pid = head.pid;
  to.trace.assign(head.trace, ::strnlen(head.trace, sizeof head.trace));
  const std::uint32_t anchors = head.anchor_count.load(std::memory_order_acquire);
  if (anchors == 0) return;
  to.age_ns = now.steady - head.anchors[(anchors - 1) % BufferHead::kAnchors].ns;
}

std::optional<FoundBuffer> look_at(const std::string& path, const Now& now) {
  struct stat about{};
  if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  if (about.st_uid != ::geteuid()) return std::nullopt;
  FoundBuffer found;
  found.path = path;
  found.bytes = static_cast<std::size_t>(about.st_size);
  found.age_ns = file_age(about, now);
  auto held = MappedFile::adopt(path);
  found.lives = !held && held.error().code == Code::kAlreadyExists;
  const auto file = found.lives ? MappedFile::visit(path) : std::move(held);
  const bool has_head = file && file->bytes().size() >= sizeof(BufferHead);
  const auto* head = has_head ? reinterpret_cast<BufferHead*>(file->bytes().data()) : nullptr;
  if (head != nullptr && head->magic.load(std::memory_order_acquire) == BufferHead::kMagic) {
    read_buffer_head(*head, now, found);
  } else if (found.age_ns < kBeingMade) {
    found.lives = true;
  }
  found.age_ns = std::max<std::int64_t>(found.age_ns, 0);
  return found;
}

}  // namespace

std::vector<FoundBuffer> find_buffers(const std::string& memory) {
  std::vector<FoundBuffer> all;
  const Now now;
  std::error_code error;
  for (fs::directory_iterator at(memory, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with(kBufferPrefix)) continue;
    if (auto found = look_at(at->path(), now)) all.push_back(std::move(*found));
  }
  std::sort(all.begin(), all.end(),
            [](const FoundBuffer& a, const FoundBuffer& b) { return a.age_ns < b.age_ns; });
  return all;
}

bool remove_left(const FoundBuffer& buffer) noexcept {
  try {
    if (buffer.lives) return false;
    const auto file = MappedFile::adopt(buffer.path);  // nobody recovers it meanwhile
    if (!file && file.error().code == Code::kAlreadyExists) return false;
    return ::unlink(buffer.path.c_str()) == 0;
  } catch (const std::exception&) {  // no memory for an error: it stays
    return false;
  }
}

std::size_t sweep_left(const LeftBound& bound, const std::string& memory) {
  std::size_t kept = 0, removed = 0;
  for (const FoundBuffer& buffer : find_buffers(memory)) {
    if (buffer.lives) continue;
    const bool has_room = kept == 0 || kept + buffer.bytes <= bound.bytes;
    if (has_room && buffer.age_ns < bound.age_ns) {
      kept += buffer.bytes;
    } else if (remove_left(buffer)) {
      ++removed;
    }
  }
  return removed;
}

}  // namespace ranvier::trace
