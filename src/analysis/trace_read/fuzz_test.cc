// Real traces, mutated at random: reading ends, stays within its memory (this
// runs under ASan and UBSan too) and makes up nothing. RANVIER_TEST_SEED repeats a
// run; RANVIER_FUZZ_ROUNDS says how many.
#include <gtest/gtest.h>

#include <thread>

#include "analysis/trace_read/metadata.h"
#include "analysis/trace_read/read.h"
#include "crafted_trace.h"
#include "lttng_trace.h"
#include "mutate.h"
#include "seeded.h"
#include "trace_directory.h"

namespace ranvier::trace_read {
namespace {

using namespace support;

constexpr std::size_t kShortestEvent = 34;  // of our recorder: its head

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

using FuzzTest = Recorded;

TEST_F(FuzzTest, ADamagedStreamLeavesTheOtherOneWhole) {
  std::vector<std::string> streams;
  for (const auto& [name, bytes] : files_) {
    if (name.starts_with("thread_")) streams.push_back(name);
  }
  ASSERT_EQ(streams.size(), 2u);
  for (std::size_t round = fuzz_rounds(); round > 0; --round) {
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
  for (std::size_t round = fuzz_rounds(); round > 0; --round) {
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
  for (std::size_t round = fuzz_rounds(); round > 0; --round) {
    std::string bytes(random_.below(4'000), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random_.below(256));
    write_bytes(folder_ + "/thread_0", bytes);
    const auto trace = read_traces(directory_);
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->order.size(), whole_);
    static_cast<void>(parse_metadata(bytes));
  }
}

// The same of a trace as LTTng lays it out: two streams, numbers of few bits, variants.
class LttngFuzzTest : public TraceDirectory {
 protected:
  static constexpr int kEvents = 100;  // of each stream

  LttngFuzzTest() : lttng_(directory_, {random_.below(2) == 0, random_.below(2) == 0, true}) {
    std::int64_t now = 1'000;
    for (int packet = 0; packet < 4; ++packet) {
      lttng_.begin(packet % 2, now);
      for (int i = 0; i < kEvents / 2; ++i) {
        now += 1 + static_cast<std::int64_t>(random_.below(200'000'000));
        lttng_.add_other(now, 1, 2, i % 2 == 0);
        lttng_.add(++now, 1, 2, Event::rcl_node_init, {i, 2, "node", "/some/space"});
      }
      lttng_.end();
    }
    for (const std::string& path : paths()) files_[path] = bytes_of(path);
  }
  std::vector<std::string> paths() const {
    return {lttng_.file(0), lttng_.file(1), lttng_.path() + "/metadata"};
  }
  void put_back() {
    for (const auto& [path, bytes] : files_) write_bytes(path, bytes);
  }

  Seeded random_;
  LttngTrace lttng_;
  std::map<std::string, std::string> files_;
  ::testing::ScopedTrace trace_{__FILE__, __LINE__,
                                "RANVIER_TEST_SEED=" + std::to_string(random_.seed())};
};

TEST_F(LttngFuzzTest, ADamagedStreamLeavesTheOtherOneWhole) {
  for (std::size_t round = fuzz_rounds(); round > 0; --round) {
    put_back();
    const std::string path = lttng_.file(static_cast<int>(random_.below(2)));
    std::string bytes = files_[path];
    mutate(random_, bytes);
    write_bytes(path, bytes);
    const auto trace = read_traces(directory_);
    ASSERT_TRUE(trace) << trace.error().what;
    ASSERT_GE(trace->order.size(), std::size_t{kEvents});
    ASSERT_LE(trace->order.size(), kEvents + bytes.size());
    for_each(*trace,
             [&](const EventView& event) { ASSERT_LT(event.thread(), trace->threads.size()); });
  }
}

TEST_F(LttngFuzzTest, DamagedMetadataIsRefusedOrRead) {
  const std::string whole = lttng_.metadata();
  for (std::size_t round = fuzz_rounds(); round > 0; --round) {
    put_back();
    std::string text = whole;
    mutate(random_, text);
    if (random_.below(4) == 0) {  // and its packets too
      lttng_.put_metadata(text);
      text = bytes_of(lttng_.path() + "/metadata");
      mutate(random_, text);
    }
    write_bytes(lttng_.path() + "/metadata", text);
    const auto trace = read_traces(directory_);
    if (!trace) {
      ASSERT_NE(trace.error().what.find(lttng_.path()), std::string::npos) << trace.error().what;
      continue;
    }
    std::size_t bytes = 0;
    for (const auto& [path, content] : files_) bytes += content.size();
    ASSERT_LE(trace->order.size(), 8 * bytes);
  }
}

}  // namespace
}  // namespace ranvier::trace_read
