#include "ranvier/os/clock_way.h"

#include <gtest/gtest.h>
#include <sys/auxv.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "ranvier/base/trail.h"

namespace ranvier {
namespace {

// What the page at `address` is part of: a file's last name, or the kernel's word for it.
std::string name_of(std::uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device, inode, path;
    words >> std::hex >> begin >> dash >> end >> rights >> offset >> device >> inode >> path;
    if (begin <= address && address < end) return path.substr(path.rfind('/') + 1);
  }
  return {};
}

// The places that a thread is led to. A new one notes its first way.
std::vector<std::uintptr_t> passed() {
  std::vector<std::uintptr_t> places;
  std::thread([&] {
    Trail::here().follow();
    pass_clock_way();
    Trail::here().follow();
    for (const Trail::Place& place : Trail::here().known()) {
      places.push_back(reinterpret_cast<std::uintptr_t>(place.line()));
    }
  }).join();
  return places;
}

// Of what they are part, without version and machine.
std::set<std::string> names_of(const std::vector<std::uintptr_t>& places) {
  std::set<std::string> names;
  for (const std::uintptr_t place : places) {
    const std::string name = name_of(place);
    names.insert(name.substr(0, name.find_first_of("-.")));
  }
  return names;
}

bool kernel_has_a_clock_for_us() { return ::getauxval(AT_SYSINFO_EHDR) != 0; }

TEST(ClockWayTest, ItLeadsFromOurWordsThroughTheCLibraryAndTheLoaderToTheKernelsCodeAndData) {
  if (!kernel_has_a_clock_for_us()) GTEST_SKIP() << "this kernel has no vDSO";
  learn_clock_way();
  const std::set<std::string> names = names_of(passed());
  for (const char* name : {"libranvier", "libc", "ld", "[vdso]", "[vvar]"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(ClockWayTest, LearningItTwiceFindsItOnce) {
  learn_clock_way();
  const std::vector<std::uintptr_t> places = passed();
  learn_clock_way();
  EXPECT_EQ(passed(), places);
}

}  // namespace
}  // namespace ranvier
