#include "bench/runner/steal.h"

#include <fstream>
#include <limits>
#include <sstream>

namespace ranvier::bench {
namespace {

CpuTicks ticks_now() {
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  return parse_cpu_ticks(line);
}

}  // namespace

CpuTicks parse_cpu_ticks(const std::string& line) {
  constexpr int kSteal = 7;
  std::istringstream words(line);
  std::string name;
  if (!(words >> name) || name != "cpu") return {};
  CpuTicks ticks;
  for (int field = 0; field <= kSteal; ++field) {
    std::int64_t value = 0;
    if (!(words >> value)) return {};
    ticks.total += value;
    if (field == kSteal) ticks.stolen = value;
  }
  return ticks;
}

StealMeter::StealMeter() {
  const CpuTicks now = ticks_now();
  stolen_ = now.stolen;
  total_ = now.total;
}

double StealMeter::percent() const {
  const CpuTicks now = ticks_now();
  if (now.total <= total_) return std::numeric_limits<double>::quiet_NaN();
  return 100.0 * static_cast<double>(now.stolen - stolen_) /
         static_cast<double>(now.total - total_);
}

}  // namespace ranvier::bench
