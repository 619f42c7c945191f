// Whether a worker's pairs meet in shared memory.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

namespace ranvier::bench {

/// Says it either way, so that a case measures what its name says whatever the
/// environment has. Contract: before rclcpp::init().
inline void choose_shm(bool through_shm) { ::setenv("RANVIER_SHM", through_shm ? "1" : "0", 1); }

/// Segments that this process maps: its own, and those of peers that it has met.
inline std::size_t segments_mapped() {
  static const std::string folder = "/dev/shm/ranvier-" + std::to_string(::geteuid()) + "/";
  std::set<std::string> files;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (const auto at = line.find(folder); at != std::string::npos) files.insert(line.substr(at));
  }
  return files.size();
}

/// Throws std::runtime_error if a pair that has matched goes over DDS after all.
inline void expect_shm() {
  if (segments_mapped() > 1) return;
  throw std::runtime_error(
      "the pair has matched, and not in shared memory. Does /dev/shm have room?");
}

}  // namespace ranvier::bench
