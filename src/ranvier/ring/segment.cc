#include "ranvier/ring/segment.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "ranvier/os/futex.h"

namespace ranvier::ring {
namespace {

Error not_mapped(const char* call) {
  return {Code::kWorld, std::string("Shared memory of this process: ") + call + ": " +
                            std::strerror(errno) + ". Other processes are reached over DDS."};
}

// The pages of the events and the header; those between have none.
bool commit_front(const Descriptor& file) {
  return ::fallocate(*file, 0, 0, sizeof(EventPage)) == 0 &&
         ::fallocate(*file, 0, kEventArea, kFirstBlock - kEventArea) == 0;
}

}  // namespace

Segment::Segment(std::shared_ptr<const Folder> folder, std::string name, Descriptor file,
                 std::byte* base, std::uint64_t limit)
    : Window(std::move(name), std::move(file), base, limit, kFirstBlock),
      folder_(std::move(folder)),
      arena_(file_, kFirstBlock, limit) {
  header().magic = kMagic;
  header().layout = kLayout;
  header().header_size = sizeof(Header);
  header().limit = limit;
}

Result<Ref<Segment>> Segment::create(std::shared_ptr<const Folder> folder, std::uint64_t limit) {
  Result<std::string> name = Folder::new_name();
  if (!name) return name.error();
  Result<Descriptor> file = folder->create();
  if (!file) return file.error();
  return create(std::move(folder), *file, *name, limit);
}

Result<Ref<Segment>> Segment::create(std::shared_ptr<const Folder> folder, Descriptor& file,
                                     const std::string& name, std::uint64_t limit) {
  limit = std::clamp(limit, kSmallestLimit, kLargestLimit);
  limit = (limit + kEventArea - 1) / kEventArea * kEventArea;
  if (!commit_front(file)) return not_mapped("fallocate");
  void* base = ::mmap(nullptr, limit, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *file, 0);
  if (base == MAP_FAILED) return not_mapped("mmap");
  const Ref<Segment> segment(
      new Segment(folder, name, std::move(file), static_cast<std::byte*>(base), limit));
  const Result<void> named = folder->publish(segment->file_, name);  // whole, and locked
  if (!named) return named.error();
  return segment;
}

Segment::~Segment() {
  if (ours()) folder_->remove(name_);
}

Result<Block> Segment::take_kept(std::uint64_t bytes) {
  Lock lock(mutex_);
  Kept& kept = kept_[Arena::round_up(bytes).bytes];
  if (!kept.free.empty()) {
    const Block block = kept.free.back();
    kept.free.pop_back();
    return block;
  }
  kept.free.reserve(kept.made + 1);
  const Result<Block> made = allocate(bytes);
  if (!made) return made;
  ++kept.made;
  std::memset(static_cast<void*>(data(*made)), 0, made->size);
  return made;
}

void Segment::give(Block block) noexcept {
  if (!ours()) return;
  Lock lock(mutex_);
  kept_.find(block.size)->second.free.push_back(block);  // take_kept() made room
}

Result<DirectoryPage*> Segment::page_of(std::uint64_t endpoint) {
  Lock lock(mutex_);
  DirectoryPage*& page = pages_[endpoint / kOnPage];
  if (page) return page;
  Word& offset = header().directory[endpoint / kOnPage];
  const Result<Block> block = allocate(sizeof(DirectoryPage));
  if (!block) {
    offset.store(kNowhere, std::memory_order_seq_cst);
    return block.error();
  }
  page = new (data(*block)) DirectoryPage{};
  offset.store(block->offset, std::memory_order_seq_cst);
  return page;
}

bool Segment::has_page(std::uint64_t endpoint) {
  Lock lock(mutex_);
  return pages_[endpoint / kOnPage] != nullptr;
}

Result<void> Segment::enter(std::uint64_t endpoint, std::uint64_t where) {
  if (!ours()) return {};
  if (where == 0 && !has_page(endpoint)) return {};
  const Result<DirectoryPage*> page = page_of(endpoint);
  if (!page) return page.error();
  (*page)->where[endpoint % kOnPage].store(where, std::memory_order_seq_cst);
  return {};
}

RANVIER_HOT std::uint32_t Segment::wait(std::uint32_t event, std::uint32_t seen,
                                        std::int64_t deadline, Sleeper as) noexcept {
  std::atomic<std::uint32_t>& rings = events()[event].rings;
  SleeperWord& word = header().sleepers[event];
  std::atomic<std::uint32_t>& sleepers = as == Sleeper::kFirst ? word.first : word.count;
  sleepers.fetch_add(1, std::memory_order_seq_cst);  // pairs with RemoteEvent::ring()
  std::uint32_t now;
  while ((now = rings.load(std::memory_order_seq_cst)) == seen) {
    if (!shared_futex_wait(rings, seen, deadline, static_cast<std::uint32_t>(as))) break;
  }
  // seq_cst: whoever rings after this finds that nobody sleeps here any more, and
  // what was rung before it is in the count that the sleeper reads next.
  sleepers.fetch_sub(1, std::memory_order_seq_cst);
  return now;
}

// Who rings after `seen` was read ends it at once, or rings while it is asleep already: so of what
// is in a ring by then, end_nap() is called after one or the other.
void Segment::nap(std::uint32_t event, std::uint32_t seen, std::int64_t deadline) const noexcept {
  const std::atomic<std::uint32_t>& rings = events()[event].rings;
  std::atomic<std::uint32_t>& naps = header().sleepers[event].naps;
  naps.fetch_add(1, std::memory_order_seq_cst);  // pairs with RemoteEvent::end_nap()
  if (rings.load(std::memory_order_seq_cst) == seen) {
    shared_futex_wait(rings, seen, deadline, static_cast<std::uint32_t>(Sleeper::kAny));
  }
  naps.fetch_sub(1, std::memory_order_seq_cst);
}

RANVIER_HOT void Segment::wait_apart(std::uint32_t wake_word, std::uint32_t seen,
                                     std::int64_t deadline) noexcept {
  const std::atomic<std::uint32_t>& word = front().wake_words[wake_word % kWakeWords];
  std::atomic<std::uint32_t>& sleepers = header().sleepers[kRuntimeEvent].apart;
  sleepers.fetch_add(1, std::memory_order_seq_cst);  // pairs with RemoteEvent::notify()
  while (word.load(std::memory_order_seq_cst) == seen) {
    if (!shared_futex_wait(word, seen, deadline)) break;
  }
  sleepers.fetch_sub(1, std::memory_order_seq_cst);
}

void Segment::wake_apart(std::uint32_t wake_word) noexcept {
  std::atomic<std::uint32_t>& word = front().wake_words[wake_word % kWakeWords];
  word.fetch_add(1, std::memory_order_seq_cst);
  shared_futex_wake(word, INT_MAX);
}

void Segment::wake(std::uint32_t event, Sleeper kind) noexcept {
  std::atomic<std::uint32_t>& rings = events()[event].rings;
  rings.fetch_add(1, std::memory_order_seq_cst);
  shared_futex_wake(rings, INT_MAX, static_cast<std::uint32_t>(kind));
}

void Segment::retire(std::unique_ptr<RetiredWriter> retired) {
  Lock lock(retiring_);
  retired_.push_back(std::move(retired));
}

void Segment::sweep() {
  Lock lock(retiring_);
  const auto gone = [](const auto& retired) { return retired->gone(); };
  // Only now: who goes on publishing wants its blocks as they are.
  if (std::erase_if(retired_, gone) != 0) arena_.trim();
}

}  // namespace ranvier::ring
