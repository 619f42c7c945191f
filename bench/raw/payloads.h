// Where the payloads of a hand-over lie: on the heap between threads, in shared
// memory between processes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ranvier::bench {

/// Memory for payloads of one size, by handles that both ends understand.
///
/// Threads: take() on the publisher's; give_back() and at() on any of both ends.
class Payloads {
 public:
  using Handle = std::uint64_t;  ///< 0: none
  virtual ~Payloads() = default;
  [[nodiscard]] virtual Handle take() = 0;  ///< 0 if none is free
  virtual void give_back(Handle payload) noexcept = 0;
  [[nodiscard]] virtual std::uint8_t* at(Handle payload) const noexcept = 0;
};

/// Each is allocated and freed, as a message between threads is.
class HeapPayloads final : public Payloads {
 public:
  explicit HeapPayloads(std::size_t size) : size_(size) {}
  Handle take() override { return reinterpret_cast<Handle>(new std::uint8_t[size_]); }
  void give_back(Handle payload) noexcept override { delete[] at(payload); }
  std::uint8_t* at(Handle payload) const noexcept override {
    return reinterpret_cast<std::uint8_t*>(payload);
  }

 private:
  const std::size_t size_;
};

/// Memory that both ends map, zeroed, by a name of the run or by fork().
///
/// Lifetime: the name goes with forget(), at the latest with this; the memory
///           with the last that maps it.
/// Errors:   std::runtime_error if /dev/shm has no room.
class SharedMemory final {
 public:
  /// @param name    empty: of this process alone. Who comes first makes it.
  /// @param mapped  all of its pages from the start, not each at its first use.
  SharedMemory(const std::string& name, std::size_t bytes, bool mapped);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  /// Both ends have it: nothing stays behind, even if they are killed.
  void forget() noexcept;
  [[nodiscard]] std::uint8_t* bytes() const noexcept { return bytes_; }

 private:
  const std::string path_;
  const std::size_t size_;
  std::uint8_t* bytes_ = nullptr;
};

/// The name of the memory of this run (RANVIER_BENCH_RUN).
/// Errors: std::runtime_error if the runner has given none.
[[nodiscard]] std::string name_of_run();

/// A pool in shared memory.
class SharedPayloads final : public Payloads {
 public:
  /// @param in_turn  each is used as often as the others, so that none is left
  ///                 in a cache; else the first that is free.
  SharedPayloads(std::uint8_t* memory, std::size_t size, std::size_t count, bool in_turn)
      : memory_(memory), size_(pages(size)), count_(count), in_turn_(in_turn) {}
  /// Bytes that so many take in all.
  static std::size_t bytes(std::size_t size, std::size_t count) {
    return pages(count * sizeof(Busy)) + count * pages(size);
  }
  Handle take() override;
  void give_back(Handle payload) noexcept override;
  std::uint8_t* at(Handle payload) const noexcept override;

 private:
  using Busy = std::atomic<bool>;
  static std::size_t pages(std::size_t size);  // rounded up to whole ones
  Busy& busy(std::size_t index) const noexcept { return reinterpret_cast<Busy*>(memory_)[index]; }

  std::uint8_t* const memory_;
  const std::size_t size_;
  const std::size_t count_;
  const bool in_turn_;
  std::size_t next_ = 0;
};

}  // namespace ranvier::bench
