// Real traces, mutated at random: reading ends, stays within its memory (this
// runs under ASan and UBSan too) and makes up nothing. RANVIER_TEST_SEED repeats a
// run; RANVIER_FUZZ_ROUNDS says how many.
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "crafted_trace.h"
#include "ranvier/trace_read/metadata.h"
#include "ranvier/trace_read/read.h"
#include "seeded.h"
#include "trace_directory.h"

namespace ranvier::trace_read {
namespace {

using namespace support;

constexpr std::size_t kShortestEvent = 34;  // of our recorder: its head

std::size_t rounds() {
  const char* given = std::getenv("RANVIER_FUZZ_ROUNDS");
  return given ? std::strtoul(given, nullptr, 10) : 200;
}

// A trace of two threads with every kind of field, as its files.
class Recorded : public TraceDirectory {
 protected:
  Recorded() {
    start(options());
    std::thread other([] { record(200); });
    record(200);
    other.join();
    stop();
    folder_ = traces().at(0);
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      files_[entry.path().filename()] = bytes_of(entry.path());
    }
    whole_ = read_traces(directory_)->order.size();
  }
  static void record(int count) {
    const std::uint8_t gid[16] = {1, 2, 3};
    for (int i = 0; i < count; ++i) {
      RANVIER_TRACE(rcl_node_init, address(1), address(2), "node", "/some/namespace");
      RANVIER_TRACE(ranvier_deliver, address(3), address(4), std::int64_t{i},
                    static_cast<const std::uint8_t*>(gid));
      RANVIER_TRACE(callback_start, address(5), i);
      RANVIER_TRACE(callback_end, address(5));
    }
  }
  void put_back() {
    for (const auto& [name, bytes] : files_) write_bytes(folder_ + "/" + name, bytes);
  }
  void TearDown() override { EXPECT_GT(whole_, 1'000u); }

  std::string folder_;
  std::map<std::string, std::string> files_;
  std::size_t whole_ = 0;  // events
  Seeded random_;
  ::testing::ScopedTrace trace_{__FILE__, __LINE__,
                                "RANVIER_TEST_SEED=" + std::to_string(random_.seed())};
};

void cut(Seeded& random, std::string& bytes) { bytes.resize(random.below(bytes.size())); }
void flip(Seeded& random, std::string& bytes) {
  bytes[random.below(bytes.size())] ^= static_cast<char>(1u << random.below(8));
}
void overwrite(Seeded& random, std::string& bytes) {
  static const std::vector<std::uint64_t> kOdd{0, 1, 7, 8, 0xff, 0xffff, 0x7fffffff, 0xffffffff,
                                               INT64_MAX, UINT64_MAX, UINT64_MAX - 7};
  const std::uint64_t value = random.of(kOdd);
  const std::size_t size = std::size_t{1} << random.below(4);
  const std::size_t at = random.below(bytes.size());
  for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i) {
    bytes[at + i] = static_cast<char>(value >> (8 * i));
  }
}
void drop(Seeded& random, std::string& bytes) {
  bytes.erase(random.below(bytes.size()), 1 + random.below(200));
}
void repeat(Seeded& random, std::string& bytes) {
  const std::size_t from = random.below(bytes.size());
  bytes.insert(random.below(bytes.size()), bytes.substr(from, 1 + random.below(2'000)));
}

void mutate(Seeded& random, std::string& bytes) {
  static const std::vector<void (*)(Seeded&, std::string&)> kWays{cut, flip, flip, overwrite,
                                                                  overwrite, drop, repeat};
  for (std::size_t left = 1 + random.below(4); left > 0 && !bytes.empty(); --left) {
    random.of(kWays)(random, bytes);
  }
}

using FuzzTest = Recorded;

TEST_F(FuzzTest, ADamagedStreamLeavesTheOtherOneWhole) {
  std::vector<std::string> streams;
  for (const auto& [name, bytes] : files_) {
    if (name.starts_with("thread_")) streams.push_back(name);
  }
  ASSERT_EQ(streams.size(), 2u);
  for (std::size_t round = rounds(); round > 0; --round) {
    put_back();
    const std::string which = random_.of(streams);
    std::string bytes = files_[which];
    mutate(random_, bytes);
    write_bytes(folder_ + "/" + which, bytes);
    const auto trace = read_traces(directory_);
    ASSERT_TRUE(trace) << trace.error().what;
    ASSERT_LE(trace->order.size(), whole_ / 2 + bytes.size() / kShortestEvent);
    ASSERT_GE(trace->order.size(), whole_ / 2);
    if (bytes == files_[which]) continue;
    std::size_t rows = 0;
    for (const Table& table : trace->tables) rows += table.size();
    ASSERT_EQ(rows, trace->order.size());
    for_each(*trace, [&](const EventView& event) {
      ASSERT_LT(event.thread(), trace->threads.size());
      ASSERT_LT(event.process(), trace->processes.size());
    });
  }
}

TEST_F(FuzzTest, DamagedMetadataIsRefusedOrRead) {
  const std::string whole = files_["metadata"];
  for (std::size_t round = rounds(); round > 0; --round) {
    put_back();
    std::string text = whole;
    mutate(random_, text);
    write_bytes(folder_ + "/metadata", text);
    const auto trace = read_traces(directory_);
    if (!trace) {
      ASSERT_NE(trace.error().what.find(folder_), std::string::npos) << trace.error().what;
      continue;
    }
    std::size_t bytes = 0;
    for (const auto& [name, content] : files_) bytes += content.size();
    ASSERT_LE(trace->order.size(), bytes);
  }
}

TEST_F(FuzzTest, BytesWithoutAnySenseAreRefused) {
  for (std::size_t round = rounds(); round > 0; --round) {
    std::string bytes(random_.below(4'000), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random_.below(256));
    write_bytes(folder_ + "/thread_0", bytes);
    const auto trace = read_traces(directory_);
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->order.size(), whole_);
    static_cast<void>(parse_metadata(bytes));
  }
}

}  // namespace
}  // namespace ranvier::trace_read
