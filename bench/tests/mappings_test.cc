// What a process's memory is made of, file by file.
#include "bench/runner/mappings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>
#include <tuple>

namespace ranvier::bench {
namespace {

TEST(Mappings, SumsWhatOneFileTakes) {
  std::istringstream smaps(
      "55d0-55d1 r--p 00000000 fd:00 12 /usr/lib/libone.so\nSize: 4 kB\nRss: 4 kB\nPss: 2 kB\n"
      "Private_Clean: 1 kB\nPrivate_Dirty: 0 kB\nVmFlags: rd mr\n"
      "55d2-55d3 rw-p 00000000 00:00 0\nRss: 100 kB\nPss: 100 kB\nPrivate_Dirty: 100 kB\n"
      "55d4-55d5 r-xp 00001000 fd:00 12 /usr/lib/libone.so\nRss: 8 kB\nPss: 4 kB\n"
      "Private_Clean: 2 kB\n"
      "55d6-55d7 rw-p 00000000 00:00 0 [heap]\nRss: 50 kB\nPss: 50 kB\nPrivate_Dirty: 50 kB\n");
  EXPECT_EQ(mapping_lines(mappings_in(smaps)),
            (std::vector<std::string>{"mapping [anon] 1 100 100 100", "mapping [heap] 1 50 50 50",
                                      "mapping libone.so 2 12 6 3"}));
}

TEST(Mappings, AreThoseOfAProcessThatLives) {
  const auto mappings = mappings_of(getpid());
  double rss = 0;
  for (const Mapping& each : mappings) rss += each.memory.rss;
  EXPECT_NEAR(rss, memory_of(getpid()).rss, 0.2 * rss);  // it grows meanwhile
  EXPECT_THROW(std::ignore = mappings_of(-1), std::runtime_error);
}

}  // namespace
}  // namespace ranvier::bench
