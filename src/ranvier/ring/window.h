// A segment as this process sees it, its own or another's.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "ranvier/base/near_heap.h"
#include "ranvier/base/ref.h"
#include "ranvier/ring/folder.h"
#include "ranvier/ring/layout.h"

namespace ranvier::ring {

/// Kinds of sleepers on a event, as the kernel tells them apart.
enum class Sleeper : std::uint32_t { kAny = 1, kFirst = 2 };

/// A event of some process, to be rung.
class RemoteEvent final {
 public:
  RemoteEvent() = default;
  /// @param wake_word  of the thread that is to be woken before all others, or null.
  RemoteEvent(EventWord& word, const SleeperWord& sleepers,
              std::atomic<std::uint32_t>* wake_word = nullptr) noexcept
      : word_(&word), sleepers_(&sleepers), wake_word_(wake_word) {}
  /// Wakes whoever is to be woken first, or else all that sleep on it.
  /// Contract: wait-free; no system call when nobody sleeps.
  void notify(std::uint64_t groups = kEveryGroup) const noexcept;
  /// Ends naps there, after notify(), which does not. Contract: no system call when nobody naps.
  void end_nap() const noexcept;
  /// Whether whoever serves for the one serves for the other.
  bool operator==(const RemoteEvent& other) const noexcept { return word_ == other.word_; }
  explicit operator bool() const noexcept { return word_ != nullptr; }

 private:
  bool wake_apart() const noexcept;

  EventWord* word_ = nullptr;
  const SleeperWord* sleepers_ = nullptr;
  std::atomic<std::uint32_t>* wake_word_ = nullptr;
};

/// The number of the runtime's event for a thread with a wake word, for Window::event().
/// @param wake_word  any number; two in kWakeWords share a word, and are woken together.
constexpr std::uint32_t event_of_wake_word(std::uint32_t wake_word) {
  return kEvents + wake_word % kWakeWords;
}

/// Pages of this process alone, which begin as what a file has; they go with the object.
class PrivatePages final {
 public:
  PrivatePages() = default;
  PrivatePages(const PrivatePages&) = delete;
  PrivatePages& operator=(const PrivatePages&) = delete;
  ~PrivatePages();

  /// `size` bytes from `offset` on, to be read and written; null if they cannot be mapped.
  /// The same again when asked again. A page is copied when it is first written, so until
  /// then the file must stay as it is.
  /// Contract: system calls; nothing is copied.
  std::byte* map(const Descriptor& file, std::uint64_t offset, std::uint64_t size) noexcept;

 private:
  std::byte* base_ = nullptr;
  std::size_t mapped_ = 0;
};

/// A mapping of a whole segment, up to its limit; pages that the file does not
/// have yet cost nothing. What it gives out lies inside of the file.
///
/// Threads: all functions from any thread.
class Window : public Counted, public Near {
 public:
  /// Maps another process's segment: events for writing, all else for reading.
  static Result<Ref<Window>> open(const Folder& folder, const std::string& name);
  ~Window() override;

  /// The T at `offset`, if it is aligned and inside; else null.
  template <class T>
  const T* at(std::uint64_t offset) const noexcept {
    static_assert(alignof(T) == kLine);
    if (offset % kLine != 0) return nullptr;
    return reinterpret_cast<const T*>(bytes(offset, sizeof(T)));
  }
  /// As many T in a row.
  template <class T>
  const T* several(std::uint64_t offset, std::uint64_t count) const noexcept {
    static_assert(alignof(T) == kLine);
    if (offset % kLine != 0 || count > kLargestLimit / sizeof(T)) return nullptr;
    return reinterpret_cast<const T*>(bytes(offset, count * sizeof(T)));
  }
  /// `size` bytes at `offset`, if they are inside, behind the header; else null.
  /// Contract: a system call only if the file seems too short.
  const std::byte* bytes(std::uint64_t offset, std::uint64_t size) const noexcept;
  /// The same memory as `bytes`, which bytes() gave, in pages of this process alone.
  std::byte* map_private(const std::byte* bytes, std::uint64_t size,
                         PrivatePages& to) const noexcept {
    return to.map(file_, static_cast<std::uint64_t>(bytes - base_), size);
  }
  /// Where an endpoint's block is, by its number: 0 if it is nowhere yet, kNowhere if
  /// it never will be. To be checked by who uses it. Contract: any number, any content.
  std::uint64_t find(std::uint64_t endpoint) const noexcept;
  /// A event by its number, or event_of_wake_word(); taken modulo the number of both.
  RemoteEvent event(std::uint32_t number) const noexcept;
  /// Whether its process still has it. Contract: a system call.
  virtual bool alive() const noexcept { return Folder::alive(file_); }
  const std::string& name() const noexcept { return name_; }
  /// Bytes that it never grows past.
  std::uint64_t limit() const noexcept { return limit_; }

 protected:
  /// @param base  of a mapping of `limit` bytes, which this unmaps.
  Window(std::string name, Descriptor file, std::byte* base, std::uint64_t limit,
         std::uint64_t size) noexcept;
  Header& header() const noexcept { return *reinterpret_cast<Header*>(base_ + kEventArea); }
  EventWord* events() const noexcept { return front().events.data(); }
  EventPage& front() const noexcept { return *reinterpret_cast<EventPage*>(base_); }

  const std::string name_;
  const Descriptor file_;
  std::byte* const base_;
  const std::uint64_t limit_;
  mutable std::atomic<std::uint64_t> size_;  // of the file, as last seen
};

}  // namespace ranvier::ring
