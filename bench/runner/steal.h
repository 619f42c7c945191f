// CPU time that the host kept from this virtual machine while something ran.
#pragma once

#include <cstdint>
#include <string>

namespace ranvier::bench {

/// Steal since construction, all cores together. Threads: one.
class StealMeter final {
 public:
  StealMeter();
  /// Percent of all CPU time, 0 to 100; NaN where the kernel does not tell.
  [[nodiscard]] double percent() const;

 private:
  std::int64_t stolen_;
  std::int64_t total_;
};

/// Ticks of the "cpu" line of /proc/stat (proc(5)): the eighth number, and the
/// sum of the first eight. Both are 0 when the line has fewer.
struct CpuTicks {
  std::int64_t stolen = 0;
  std::int64_t total = 0;
};
[[nodiscard]] CpuTicks parse_cpu_ticks(const std::string& line);

}  // namespace ranvier::bench
