#include "bag/storage/mcap_loader.h"

#include <new>
#include <string>
#include <utility>

#include "ranvier/os/thread.h"

namespace ranvier::bag::mcap {
namespace {

std::uint64_t bytes_of_records(const Loader::Loaded& loaded) noexcept {
  return loaded.buffer.size();
}

}  // namespace

Loader::~Loader() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Loader::clear() {
  std::unique_lock lock(mutex_);
  next_ = slots_.size();
  changed_.wait(lock, [this] { return !loading_; });
  slots_.clear();
  next_ = 0;
  loaded_bytes_ = 0;
  blocks_ = 0;
  bytes_ = 0;
}

bool Loader::is_low() const noexcept { return blocks_ < kMostBlocks / 2 && bytes_ < kMost / 2; }

bool Loader::has_room(const Block& block) const noexcept {
  return blocks_ == 0 ||
         (blocks_ < kMostBlocks && block.size <= kMost && bytes_ <= kMost - block.size);
}

void Loader::ask(const Block& block) {
  ++blocks_;
  bytes_ += block.size;
  if (!thread_.joinable()) {
    Result<std::thread> started =
        start_thread("ranvier_blocks", "Blocks of bags", [this] { loop(); });
    if (started) thread_ = *std::move(started);
  }
  const bool runs = thread_.joinable();
  const std::lock_guard lock(mutex_);
  slots_.push_back({&block, std::nullopt});
  if (runs) return changed_.notify_all();
  slots_.back().loaded = load_one(block, {});
  loaded_bytes_ += bytes_of_records(*slots_.back().loaded);
  next_ = slots_.size();
}

Loader::Loaded Loader::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return slots_.front().loaded.has_value(); });
  Slot slot = std::move(slots_.front());
  slots_.pop_front();
  --next_;
  --blocks_;
  bytes_ -= slot.block->size;
  loaded_bytes_ -= bytes_of_records(*slot.loaded);
  if (next_ < slots_.size()) changed_.notify_all();
  return *std::move(slot.loaded);
}

void Loader::give_back(Buffer buffer) {
  const std::lock_guard lock(mutex_);
  if (spare_.size() < kMostBlocks && buffer.capacity() <= kMost) {
    spare_.push_back(std::move(buffer));
  }
}

std::uint64_t Loader::loaded_bytes() {
  const std::lock_guard lock(mutex_);
  return loaded_bytes_;
}

// Bytes of a block, with what holds them.
Loader::Loaded Loader::load_one(const Block& block, Buffer buffer) {
  Loaded loaded{std::move(buffer)};
  try {
    loaded.records = load(file_, block, loaded.buffer, scratch_);
  } catch (const std::bad_alloc&) {
    loaded.records =
        Error{Code::kWorld,
              "Bag file '" + file_.path() + "', block at byte " + std::to_string(block.begin) +
                  ": there is not enough memory to read it. Play fewer bags at once."};
  }
  return loaded;
}

// Few bytes of a file may be very many records.
bool Loader::may_load() const noexcept {
  return next_ < slots_.size() && (next_ == 0 || loaded_bytes_ < kMost);
}

void Loader::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || may_load(); });
    if (stopping_) return;
    Slot& slot = slots_[next_++];  // it stays: take() waits for it, clear() for loading_
    Buffer buffer;
    if (!spare_.empty()) {
      buffer = std::move(spare_.back());
      spare_.pop_back();
    }
    loading_ = true;
    lock.unlock();
    Loaded loaded = load_one(*slot.block, std::move(buffer));
    lock.lock();
    loading_ = false;
    loaded_bytes_ += bytes_of_records(loaded);
    slot.loaded = std::move(loaded);
    changed_.notify_all();
  }
}

}  // namespace ranvier::bag::mcap
