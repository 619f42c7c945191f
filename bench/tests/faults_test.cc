// What the bench of faults counts, and how it tells it.
#include "bench/runner/faults.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/ours/content.h"
#include "bench/runner/segments.h"

namespace ranvier::bench {
namespace {

// A folder as processes of this user have one, in a place of its own.
class SegmentsTest : public testing::Test {
 protected:
  SegmentsTest() {
    char path[] = "/dev/shm/ranvier-test-XXXXXX";
    if (::mkdtemp(path) == nullptr) std::abort();
    parent_ = path;
    folder_ = parent_ + "/ranvier-" + std::to_string(::geteuid());
    std::filesystem::create_directory(folder_);
  }
  ~SegmentsTest() override { std::filesystem::remove_all(parent_); }

  std::string parent_;
  std::string folder_;
};

TEST_F(SegmentsTest, OnlyAFileThatNobodyHasLockedIsOfTheDead) {
  std::ofstream(folder_ + "/dead") << "x";
  const int living = ::open((folder_ + "/living").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_len = 1;
  ASSERT_EQ(::fcntl(living, F_OFD_SETLK, &lock), 0);
  EXPECT_EQ(dead_segments(parent_), std::set<std::string>{"dead"});
  ::close(living);
  EXPECT_EQ(dead_segments(parent_), (std::set<std::string>{"dead", "living"}));
}

TEST_F(SegmentsTest, WithoutAFolderThereAreNone) {
  EXPECT_TRUE(dead_segments(parent_ + "/nowhere").empty());
}

TEST_F(SegmentsTest, TheMemoryOfAProcessIsWhatItMapsForWritingThroughout) {
  constexpr std::size_t kSize = 64 * 4096;
  std::vector<void*> maps;
  for (const char* name : {"own", "peer"}) {
    const int file = ::open((folder_ + "/" + name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(::ftruncate(file, kSize), 0);
    ASSERT_EQ(::fallocate(file, 0, 0, 3 * 4096), 0);  // the rest has no blocks
    maps.push_back(::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    ASSERT_NE(maps.back(), MAP_FAILED);
    ::close(file);
  }
  EXPECT_EQ(segment_kb(::getpid(), parent_), 24);
  ASSERT_EQ(::mprotect(static_cast<char*>(maps[1]) + 4096, kSize - 4096, PROT_READ), 0);
  EXPECT_EQ(segment_kb(::getpid(), parent_), 12);
  for (void* map : maps) ::munmap(map, kSize);
  EXPECT_EQ(segment_kb(::getpid(), parent_), 0);
}

TEST(Content, EveryByteIsLookedAt) {
  std::vector<std::uint8_t> bytes(100);
  write_content({7, 3, bytes.size()}, bytes.data());
  const auto head = read_content(bytes.data(), bytes.size());
  ASSERT_TRUE(head);
  EXPECT_EQ(head->publisher, 7u);
  EXPECT_EQ(head->sequence, 3u);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= 1;
    EXPECT_FALSE(read_content(bytes.data(), bytes.size())) << "byte " << i;
    bytes[i] ^= 1;
  }
  EXPECT_FALSE(read_content(bytes.data(), bytes.size() - 1));
}

TEST(Ledger, CountsWhatDoesNotFollowByTopicAndPublisher) {
  Ledger ledger;
  for (const std::uint64_t sequence : {5u, 6u, 8u, 9u}) ledger.heard(0, {1, sequence, 0});
  ledger.heard(1, {1, 6, 0});
  ledger.heard(0, {2, 1, 0});
  EXPECT_EQ(ledger.gaps(), 1u);
  EXPECT_EQ(ledger.heard_of(0, 1), 4u);
  EXPECT_EQ(ledger.heard_of(1, 2), 0u);
}

TEST(Faults, AreNamedAndCountedAsTheyAreAskedFor) {
  Faults faults;
  faults.rounds = 2;
  EXPECT_TRUE(faults.none());
  faults.wrong_bytes = 3;
  EXPECT_FALSE(faults.none());
  const auto json = faults_json(faults, {"faults/kill9/wrong-bytes"});
  ASSERT_EQ(json["cases"].size(), 1u);
  EXPECT_EQ(json["cases"][0]["name"], "faults/kill9/wrong-bytes");
  EXPECT_EQ(json["cases"][0]["ours"], 3);
  std::ostringstream text;
  print_faults(text, faults, fault_names());
  for (const std::string& name : fault_names()) EXPECT_NE(text.str().find(name), std::string::npos);
}

}  // namespace
}  // namespace ranvier::bench
