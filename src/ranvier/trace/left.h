// The buffers of recordings that lie in memory: of processes that run, and of those that were
// killed, whose last events nobody has saved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ranvier::trace {

/// Where buffers lie (trace_folder.h), and how their names begin.
inline constexpr const char* kBufferMemory = "/dev/shm";
inline constexpr const char* kBufferPrefix = "ranvier-trace-";

struct FoundBuffer {
  std::string path;
  std::string trace;        ///< the folder of its trace; empty if the buffer does not say
  std::int32_t pid = 0;     ///< of its process; 0 if the buffer does not say
  std::size_t bytes = 0;    ///< of memory
  std::int64_t age_ns = 0;  ///< since its process wrote last, to about a second; never negative
  bool lives = false;       ///< its process does
};

/// What stays of processes that were killed.
struct LeftBound {
  std::size_t bytes = 16 * 1024 * 1024;                           ///< of all, the newest first
  std::int64_t age_ns = std::int64_t{24} * 3600 * 1'000'000'000;  ///< then nobody comes for it
};

/// The buffers of this user, the newest first.
[[nodiscard]] std::vector<FoundBuffer> find_buffers(const std::string& memory = kBufferMemory);

/// Removes what a killed process left: `buffer` as find_buffers() gave it.
/// @return false if its process lives, or somebody recovers it at this moment.
bool remove_left(const FoundBuffer& buffer) noexcept;

/// Removes what is beyond the bound. The newest one stays within its age, however large.
/// @return how many it removed.
/// Contract: any thread, any process; several at once remove each one once.
std::size_t sweep_left(const LeftBound& bound = {}, const std::string& memory = kBufferMemory);

}  // namespace ranvier::trace
