// Random inputs of property tests, from a seed that a failure prints.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace ranvier::support {

/// A source of choices. RANVIER_TEST_SEED repeats a run.
class Seeded {
 public:
  Seeded() : seed_(chosen_seed()), engine_(seed_) {}
  unsigned seed() const { return seed_; }

  /// From 0 to count - 1.
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class T>
  T of(const std::vector<T>& all) {
    return all[below(all.size())];
  }
  /// Up to `most` of the pieces, one behind the other.
  std::string pieces(const std::vector<std::string>& from, std::size_t most) {
    std::string text;
    for (std::size_t left = below(most + 1); left > 0; --left) text += of(from);
    return text;
  }
  std::mt19937& engine() { return engine_; }

 private:
  static unsigned chosen_seed() {
    const char* given = std::getenv("RANVIER_TEST_SEED");
    return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
  }
  const unsigned seed_;
  std::mt19937 engine_;
};

/// A test whose failures name the seed.
class SeededTest : public ::testing::Test {
 protected:
  Seeded random_;
  ::testing::ScopedTrace trace_{__FILE__, __LINE__,
                                "RANVIER_TEST_SEED=" + std::to_string(random_.seed())};
};

}  // namespace ranvier::support
