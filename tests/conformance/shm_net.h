// Contexts over loopback that have shared memory as well.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cyclone_contexts.h"
#include "ranvier/shm/shm_route.h"

namespace ranvier::conformance {

/// A context that meets those of its host in shared memory.
inline std::unique_ptr<Route> join_with_shm(std::shared_ptr<shm::ShmRuntime> runtime,
                                            const NetworkOptions& options) {
  auto network = support::open_context(options);
  PeerLink& peers = **network->peer_link();
  return shm::open_shm_route(std::move(network), peers, std::move(runtime), 1000);
}

/// What hosts say.
class Said {
 public:
  void add(const std::string& what) {
    std::lock_guard lock(mutex_);
    lines_.push_back(what);
  }
  std::vector<std::string> take() {
    std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// A folder for segments that no other test uses; removed with what is in it. What
/// hosts say, and nobody takes, is a failure.
class ShmFolder {
 public:
  ShmFolder() {
    char path[] = "/dev/shm/ranvier-test-XXXXXX";
    EXPECT_NE(::mkdtemp(path), nullptr);
    parent_ = path;
  }
  ~ShmFolder() {
    if (::getpid() != owner_) return;
    for (const std::string& line : said_->take()) ADD_FAILURE() << line;
    std::error_code ignored;
    std::filesystem::remove_all(parent_, ignored);
  }
  ShmFolder(const ShmFolder&) = delete;
  /// One process's shared memory. Small: qemu-user pays for what is mapped.
  std::shared_ptr<shm::ShmRuntime> open_host(
      std::uint64_t limit = 64 << 20,
      std::int64_t patience = shm::ShmRuntime::Options().patience) const {
    shm::ShmRuntime::Options options;
    options.parent = parent_;
    options.limit = limit;
    options.patience = patience;
    options.warn = [said = said_](const std::string& what) { said->add(what); };
    auto runtime = shm::ShmRuntime::open(options);
    EXPECT_TRUE(runtime);
    return *runtime;
  }
  std::vector<std::string> said() const { return said_->take(); }
  std::size_t segments() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(parent_)) {
      count += entry.is_regular_file();
    }
    return count;
  }

 private:
  const pid_t owner_ = ::getpid();
  std::string parent_;
  const std::shared_ptr<Said> said_ = std::make_shared<Said>();
};

}  // namespace ranvier::conformance
