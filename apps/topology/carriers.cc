#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "recorded.h"

namespace ranvier::topology {
namespace {

struct Fixed {
  const char* name;
  std::uint64_t bytes;  // on the wire
};

constexpr std::uint64_t kHeader = 24;  // encapsulation, stamp, number, frequency, size
constexpr std::uint64_t kOfVector = kHeader + 4;

// The types of the format that have one size (docs/benchmarks.md, Topology files).
constexpr auto kFixed = std::to_array<Fixed>({{"stamped_int64", 36},
                                              {"stamped3_float32", kHeader + 12},
                                              {"stamped4_float32", kHeader + 16},
                                              {"stamped9_float32", kHeader + 36},
                                              {"stamped12_float32", kHeader + 48},
                                              {"stamped100b", kHeader + 100},
                                              {"stamped250b", kHeader + 250},
                                              {"stamped1kb", kHeader + 1024},
                                              {"stamped10kb", kHeader + 10 * 1024},
                                              {"stamped50kb", kHeader + 50 * 1024},
                                              {"stamped100kb", kHeader + 100 * 1024},
                                              {"stamped250kb", kHeader + 250 * 1024},
                                              {"stamped500kb", kHeader + 500 * 1024},
                                              {"stamped1mb", kHeader + 1024 * 1024},
                                              {"stamped4mb", kHeader + 4 * 1024 * 1024},
                                              {"stamped8mb", kHeader + 8 * 1024 * 1024}});

constexpr auto kOfServices = std::to_array<Fixed>({{"stamped10b", kHeader + 10},
                                                   {"stamped10kb", kHeader + 10 * 1024},
                                                   {"stamped100kb", kHeader + 100 * 1024},
                                                   {"stamped1mb", kHeader + 1024 * 1024},
                                                   {"stamped4mb", kHeader + 4 * 1024 * 1024},
                                                   {"stamped8mb", kHeader + 8 * 1024 * 1024}});

// How far a size is from another, as a factor from 1 on.
double apart(std::uint64_t a, std::uint64_t b) {
  const auto x = static_cast<double>(std::max<std::uint64_t>(a, 1));
  const auto y = static_cast<double>(std::max<std::uint64_t>(b, 1));
  return std::max(x / y, y / x);
}

template <class All>
const Fixed& nearest(const All& all, std::uint64_t bytes) {
  return *std::min_element(all.begin(), all.end(), [&](const Fixed& a, const Fixed& b) {
    return apart(a.bytes, bytes) < apart(b.bytes, bytes);
  });
}

}  // namespace

Carrier carrier_for(std::uint64_t bytes, bool has_fixed_size) {
  constexpr double kNear = 1.1;
  const Fixed& fixed = nearest(kFixed, bytes);
  if (has_fixed_size && apart(fixed.bytes, bytes) <= kNear) return {fixed.name, 0};
  if (bytes <= kOfVector) return {"stamped_int64", 0};  // the least that carries a header
  return {"stamped_vector", bytes - kOfVector};
}

std::string service_carrier_for(std::uint64_t bytes) { return nearest(kOfServices, bytes).name; }

}  // namespace ranvier::topology
