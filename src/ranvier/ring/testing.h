// What the tests of this room share: a folder of their own, other processes, and
// payloads of which every byte says which message it is of.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "child.h"
#include "ranvier/ring/ring_reader.h"
#include "ranvier/ring/ring_writer.h"

namespace ranvier::ring::testing {

/// A folder for segments that no other test uses; removed with what is in it.
class Place {
 public:
  Place() {
    char path[] = "/dev/shm/ranvier-test-XXXXXX";
    if (::mkdtemp(path) == nullptr) std::abort();
    parent_ = path;
    Result<Folder> folder = Folder::open(parent_);
    if (!folder) std::abort();
    folder_ = std::make_shared<const Folder>(std::move(*folder));
  }
  ~Place() {
    for (const std::string& name : folder_->names()) folder_->remove(name);
    ::rmdir(folder_->path().c_str());
    ::rmdir(parent_.c_str());
  }
  Place(const Place&) = delete;
  const Folder& folder() const { return *folder_; }
  const std::string& parent() const { return parent_; }
  /// Small: qemu-user pays for what is mapped.
  Ref<Segment> segment(std::uint64_t limit = 16 << 20) const {
    Result<Ref<Segment>> made = Segment::create(folder_, limit);
    if (!made) {
      ADD_FAILURE() << made.error().what;
      std::abort();
    }
    return *made;
  }
  /// As another process sees it.
  Ref<Window> window(const std::string& name) const {
    Result<Ref<Window>> opened = Window::open(*folder_, name);
    return opened ? *opened : Ref<Window>();
  }
  Ref<Window> window(const Ref<Segment>& segment) const { return window(segment->name()); }

 private:
  std::string parent_;
  std::shared_ptr<const Folder> folder_;
};

using support::Child;

/// While it lives no file of this process grows: as on a file system that is full.
class NoRoom {
 public:
  NoRoom() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{0, before_.rlim_max};
    old_ = ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, old_);
  }
  NoRoom(const NoRoom&) = delete;

 private:
  rlimit before_{};
  void (*old_)(int) = nullptr;
};

inline std::size_t threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

/// A T that parent and children share, beside all segments.
template <class T>
class Common {
 public:
  Common()
      : memory_(
            ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        object_(new (memory_) T{}) {}
  ~Common() { ::munmap(memory_, sizeof(T)); }
  Common(const Common&) = delete;
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }

 private:
  void* const memory_;
  T* const object_;
};

/// What one process tells another for them to meet.
struct TestAddress {
  std::atomic<bool> told{false};
  char name[33] = {};
  std::uint64_t where = 0;
  void tell(const Window& segment, std::uint64_t place) {
    std::strcpy(name, segment.name().c_str());
    where = place;
    told.store(true, std::memory_order_release);
  }
  void await() const {
    while (!told.load(std::memory_order_acquire)) ::usleep(50);
  }
};

/// Byte `i` of message `sequence`: neighbours in either differ.
inline std::byte content(std::uint64_t sequence, std::uint64_t i) {
  return static_cast<std::byte>(sequence * 131 + i * 7 + (i >> 8));
}

inline void fill(std::byte* data, std::uint64_t size, std::uint64_t sequence) {
  for (std::uint64_t i = 0; i < size; ++i) data[i] = content(sequence, i);
}

inline bool right(const Received& message) {
  for (std::uint64_t i = 0; i < message.size(); ++i) {
    if (message.data()[i] != content(message.sequence(), i)) return false;
  }
  return true;
}

/// Sends the message that comes next, `size` bytes that right() checks.
inline Result<void> send(RingWriter& ring_writer, std::uint64_t sequence, std::uint64_t size,
                         std::int64_t deadline = kForever) {
  Result<Loan> loan = ring_writer.borrow(size, deadline);
  if (!loan) return loan.error();
  fill(loan->data(), size, sequence);
  return ring_writer.publish(*loan, size, {static_cast<std::int64_t>(sequence) * 1000, INT64_MAX},
                             deadline);
}

inline RingWriter::Ptr open_ring_writer(const Ref<Segment>& segment, std::uint64_t history = 0) {
  Result<RingWriter::Ptr> ring_writer = RingWriter::open(segment, {"/topic", history});
  if (!ring_writer) return nullptr;
  return std::move(*ring_writer);
}

/// A ring reader that its ring writer has let in.
inline RingReader::Ptr connect(RingWriter& ring_writer, Ref<Window> sender_seen,
                               const Ref<Segment>& own, Ref<Window> own_seen,
                               const RingReader::Options& options = {}) {
  Result<RingReader::Ptr> ring_reader =
      RingReader::open(own, std::move(sender_seen), ring_writer.where(), options);
  if (!ring_reader) return nullptr;
  const Result<void> attached = ring_writer.attach(std::move(own_seen), (*ring_reader)->where());
  if (!attached) return nullptr;
  return std::move(*ring_reader);
}

}  // namespace ranvier::ring::testing
