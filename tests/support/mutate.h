// Damage at random, as disks, crashes and people make it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "seeded.h"

namespace ranvier::support {

/// How often to try: RANVIER_FUZZ_ROUNDS, or 200.
inline std::size_t fuzz_rounds() {
  const char* given = std::getenv("RANVIER_FUZZ_ROUNDS");
  return given ? std::strtoul(given, nullptr, 10) : 200;
}

inline void cut(Seeded& random, std::string& bytes) { bytes.resize(random.below(bytes.size())); }
inline void flip(Seeded& random, std::string& bytes) {
  bytes[random.below(bytes.size())] ^= static_cast<char>(1u << random.below(8));
}
inline void overwrite(Seeded& random, std::string& bytes) {
  static const std::vector<std::uint64_t> kOdd{
      0, 1, 7, 8, 0xff, 0xffff, 0x7fffffff, 0xffffffff, INT64_MAX, UINT64_MAX, UINT64_MAX - 7};
  const std::uint64_t value = random.of(kOdd);
  const std::size_t size = std::size_t{1} << random.below(4);
  const std::size_t at = random.below(bytes.size());
  for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i) {
    bytes[at + i] = static_cast<char>(value >> (8 * i));
  }
}
inline void drop(Seeded& random, std::string& bytes) {
  bytes.erase(random.below(bytes.size()), 1 + random.below(200));
}
inline void repeat(Seeded& random, std::string& bytes) {
  const std::size_t from = random.below(bytes.size());
  bytes.insert(random.below(bytes.size()), bytes.substr(from, 1 + random.below(2'000)));
}

inline void mutate(Seeded& random, std::string& bytes) {
  static const std::vector<void (*)(Seeded&, std::string&)> kWays{cut,       flip, flip,  overwrite,
                                                                  overwrite, drop, repeat};
  for (std::size_t left = 1 + random.below(4); left > 0 && !bytes.empty(); --left) {
    random.of(kWays)(random, bytes);
  }
}

}  // namespace ranvier::support
