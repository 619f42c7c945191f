#include "ranvier/ring/window.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>

#include "ranvier/base/annotations.h"
#include "ranvier/os/futex.h"

namespace ranvier::ring {
namespace {

Error broken(const std::string& name, const std::string& why) {
  return {Code::kWorld,
          "Shared memory of a peer, '" + name + "': " + why + ". That peer is reached over DDS."};
}

// Size of the file; 0 if that cannot be known.
std::uint64_t size_of(const Descriptor& file) noexcept {
  struct stat status;
  return ::fstat(*file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// Null if the header is one that we understand; else why not.
const char* fault_of_header(const Header& header, std::uint64_t file_size) {
  if (header.magic != kMagic) return "it is no segment";
  if (header.layout != kLayout || header.header_size != sizeof(Header)) {
    return "it is of another version of Ranvier";
  }
  if (header.limit < kSmallestLimit || header.limit > kLargestLimit ||
      header.limit % kEventArea != 0 || file_size > header.limit) {
    return "its sizes contradict each other";
  }
  return nullptr;
}

}  // namespace

RANVIER_HOT void RemoteEvent::notify(std::uint64_t groups) const noexcept {
  // seq_cst here and in OwnBell::wait(): of "I rang" and "I sleep", one must see
  // the other. Every ringer wakes by itself and relies on no other to do so: one
  // that is killed between these lines costs nobody else's wake-up.
  std::atomic<std::uint32_t>& rings = word_->rings;
  word_->groups.fetch_or(groups, std::memory_order_seq_cst);  // first: for whoever sees the ring
  rings.fetch_add(1, std::memory_order_seq_cst);
  if (wake_word_ != nullptr && sleepers_->apart.load(std::memory_order_seq_cst) != 0 &&
      wake_apart()) {
    return;
  }
  if (sleepers_->first.load(std::memory_order_seq_cst) != 0 &&
      shared_futex_wake(rings, INT_MAX, static_cast<std::uint32_t>(Sleeper::kFirst)) != 0) {
    return;
  }
  if (sleepers_->count.load(std::memory_order_seq_cst) != 0) {
    shared_futex_wake(rings, INT_MAX, static_cast<std::uint32_t>(Sleeper::kAny));
  }
}

// seq_cst: as in notify(), which comes before it.
void RemoteEvent::end_nap() const noexcept {
  if (sleepers_->naps.load(std::memory_order_seq_cst) == 0) return;
  shared_futex_wake(word_->rings, INT_MAX, static_cast<std::uint32_t>(Sleeper::kAny));
}

// False if that thread does not sleep there: then somebody else is to serve.
bool RemoteEvent::wake_apart() const noexcept {
  wake_word_->fetch_add(1, std::memory_order_seq_cst);
  return shared_futex_wake(*wake_word_, INT_MAX) != 0;
}

PrivatePages::~PrivatePages() {
  if (base_) ::munmap(base_, mapped_);
}

std::byte* PrivatePages::map(const Descriptor& file, std::uint64_t offset,
                             std::uint64_t size) noexcept {
  const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t before = offset % page;
  if (base_ == nullptr) {
    void* const base =
        ::mmap(nullptr, before + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, *file,
               static_cast<::off_t>(offset - before));
    if (base == MAP_FAILED) return nullptr;
    base_ = static_cast<std::byte*>(base);
    mapped_ = before + size;
  }
  return base_ + before;
}

Window::Window(std::string name, Descriptor file, std::byte* base, std::uint64_t limit,
               std::uint64_t size) noexcept
    : name_(std::move(name)), file_(std::move(file)), base_(base), limit_(limit), size_(size) {}

Window::~Window() { ::munmap(base_, limit_); }

Result<Ref<Window>> Window::open(const Folder& folder, const std::string& name) {
  Result<Descriptor> file = folder.open_segment(name);
  if (!file) return file.error();
  const std::uint64_t size = size_of(*file);
  if (size < kFirstBlock) return broken(name, "its file is too short");
  Header header{};  // a copy: what is checked is what is used
  if (::pread(**file, static_cast<void*>(&header), sizeof header, kEventArea) != sizeof header) {
    return broken(name, "its header cannot be read");
  }
  if (const char* why = fault_of_header(header, size)) return broken(name, why);
  void* base = ::mmap(nullptr, header.limit, PROT_READ, MAP_SHARED | MAP_NORESERVE, **file, 0);
  if (base == MAP_FAILED) return broken(name, std::string("mmap: ") + std::strerror(errno));
  Ref<Window> window(
      new Window(name, std::move(*file), static_cast<std::byte*>(base), header.limit, size));
  if (::mprotect(base, kEventArea, PROT_READ | PROT_WRITE) != 0) {
    return broken(name, std::string("mprotect: ") + std::strerror(errno));
  }
  return window;
}

RANVIER_HOT const std::byte* Window::bytes(std::uint64_t offset,
                                           std::uint64_t size) const noexcept {
  const auto inside = [&](std::uint64_t end) { return size <= end && offset <= end - size; };
  if (offset < kFirstBlock || !inside(limit_)) return nullptr;
  if (!inside(size_.load(std::memory_order_relaxed))) {
    // It may have grown. What the file system says is true, whatever lies in it.
    const std::uint64_t now = size_of(file_);
    size_.store(now, std::memory_order_relaxed);
    if (!inside(now)) return nullptr;
  }
  return base_ + offset;
}

std::uint64_t Window::find(std::uint64_t endpoint) const noexcept {
  if (endpoint >= kMostEndpoints) return kNowhere;
  const std::uint64_t offset =
      header().directory[endpoint / kOnPage].load(std::memory_order_seq_cst);
  if (offset == kNowhere) return kNowhere;
  const auto* page = at<DirectoryPage>(offset);
  return page ? page->where[endpoint % kOnPage].load(std::memory_order_seq_cst) : 0;
}

RemoteEvent Window::event(std::uint32_t number) const noexcept {
  number %= kEvents + kWakeWords;
  if (number < kEvents) return {events()[number], header().sleepers[number]};
  return {events()[kRuntimeEvent], header().sleepers[kRuntimeEvent],
          &front().wake_words[number - kEvents]};
}

}  // namespace ranvier::ring
