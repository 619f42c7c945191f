#include "bench/raw/payloads.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "bench/common/payload.h"

namespace ranvier::bench {
namespace {

// With its pages, so that a full /dev/shm is an error here and no bus error later.
int open_file(const std::string& path, std::size_t bytes) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0 && posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0) return file;
  ::close(file);
  ::unlink(path.c_str());
  throw std::runtime_error("no " + std::to_string(bytes) + " bytes of shared memory at '" + path +
                           "'. Is /dev/shm full?");
}

std::uint8_t* map(int file, std::size_t bytes, bool mapped) {
  const int flags = MAP_SHARED | (mapped ? MAP_POPULATE : 0) | (file < 0 ? MAP_ANONYMOUS : 0);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("shared memory cannot be mapped");
  return static_cast<std::uint8_t*>(memory);
}

}  // namespace

std::string name_of_run() {
  const char* run = std::getenv("RANVIER_BENCH_RUN");
  if (run == nullptr) throw std::runtime_error("RANVIER_BENCH_RUN is not set: the runner sets it");
  return std::string("ranvier-") + run;
}

SharedMemory::SharedMemory(const std::string& name, std::size_t bytes, bool mapped)
    : path_(name.empty() ? "" : "/dev/shm/" + name), size_(bytes) {
  const int file = name.empty() ? -1 : open_file(path_, size_);
  bytes_ = map(file, size_, mapped);
  if (file >= 0) ::close(file);
}

SharedMemory::~SharedMemory() {
  forget();
  ::munmap(bytes_, size_);
}

void SharedMemory::forget() noexcept {
  if (!path_.empty()) ::unlink(path_.c_str());
}

std::size_t SharedPayloads::pages(std::size_t size) { return (size + kPage - 1) / kPage * kPage; }

Payloads::Handle SharedPayloads::take() {
  for (std::size_t tries = 0; tries < count_; ++tries) {
    const std::size_t index = in_turn_ ? next_++ % count_ : tries;
    if (busy(index).load(std::memory_order_acquire)) continue;  // pairs with give_back()
    busy(index).store(true, std::memory_order_relaxed);
    return index + 1;
  }
  return 0;
}

void SharedPayloads::give_back(Handle payload) noexcept {
  if (payload != 0) busy(payload - 1).store(false, std::memory_order_release);
}

std::uint8_t* SharedPayloads::at(Handle payload) const noexcept {
  return memory_ + pages(count_ * sizeof(Busy)) + (payload - 1) * size_;
}

}  // namespace ranvier::bench
