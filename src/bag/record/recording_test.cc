#include "bag/record/recording.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "eventually.h"

namespace ranvier::bag {
namespace {

using support::eventually;

using testing::ElementsAre;
using testing::HasSubstr;

// What a target was given, and how it behaves; it outlives the target.
struct Disk {
  std::mutex mutex;
  std::condition_variable changed;
  bool held = false;                        // write() waits
  bool in_write = false;                    // somebody waits there
  std::size_t room = SIZE_MAX;              // messages that it takes before it is full
  std::vector<std::vector<int>> files{{}};  // first byte of each message
  std::vector<std::string> topics;
  std::map<TopicId, std::uint64_t> lost;
  std::map<TopicId, std::uint64_t> died;
  std::size_t largest_write = 0;  // messages
  bool flushed = false;
  bool ending = false;
  bool closed = false;

  void hold(bool on) {
    std::lock_guard lock(mutex);
    held = on;
    changed.notify_all();
  }
  void wait_for_write() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return in_write; });
  }
  std::size_t messages() {
    std::lock_guard lock(mutex);
    std::size_t count = 0;
    for (const auto& file : files) count += file.size();
    return count;
  }
};

class DiskTarget final : public RecordTarget {
 public:
  explicit DiskTarget(Disk& disk) : disk_(disk) {}
  Result<TopicId> add_topic(const Topic& topic, const Definition&) override {
    std::lock_guard lock(disk_.mutex);
    disk_.topics.push_back(topic.name);
    return static_cast<TopicId>(disk_.topics.size() - 1);
  }
  Written write(std::span<const BagMessage> messages) override {
    std::unique_lock lock(disk_.mutex);
    disk_.in_write = true;
    disk_.changed.notify_all();
    disk_.changed.wait(lock, [&] { return !disk_.held; });
    disk_.in_write = false;
    disk_.largest_write = std::max(disk_.largest_write, messages.size());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (disk_.room == 0) return {i, Error{Code::kWorld, "the disk is full"}};
      --disk_.room;
      disk_.files.back().push_back(static_cast<int>(messages[i].parts[0][0]));
    }
    return {messages.size()};
  }
  std::map<TopicId, std::uint64_t> died() const override { return disk_.died; }
  Result<void> flush() override {
    std::lock_guard lock(disk_.mutex);
    disk_.flushed = true;
    return {};
  }
  bool is_ending_files() const override { return disk_.ending; }
  Result<void> split() override {
    std::lock_guard lock(disk_.mutex);
    disk_.files.emplace_back();
    return {};
  }
  Result<void> close(const std::map<TopicId, std::uint64_t>& lost) override {
    std::lock_guard lock(disk_.mutex);
    disk_.lost = lost;
    disk_.closed = true;
    return {};
  }

 private:
  Disk& disk_;
};

Topic topic_of(const char* name) {
  Topic topic;
  topic.name = name;
  return topic;
}

Sample sample_of(std::uint32_t topic, int value, std::size_t size = 1,
                 std::int64_t received_ns = 0) {
  auto bytes = std::make_shared<std::vector<std::byte>>(size, static_cast<std::byte>(value));
  Sample sample;
  sample.topic = topic;
  sample.received_ns = received_ns;
  sample.size = size;
  sample.data = bytes->data();
  sample.keeper = std::move(bytes);
  return sample;
}

class RecordingTest : public testing::Test {
 protected:
  Recording& start(const SampleQueue::Options& options, Recording::Failed failed = {}) {
    auto made = Recording::start(std::make_unique<DiskTarget>(disk_), options, std::move(failed));
    EXPECT_TRUE(made);
    recording_ = std::move(*made);
    topic_ = recording_->add_topic(topic_of("/a"), {});
    return *recording_;
  }
  ~RecordingTest() override { disk_.hold(false); }

  Disk disk_;
  std::uint32_t topic_ = 0;
  std::unique_ptr<Recording> recording_;
};

TEST_F(RecordingTest, WhatItKeptAndWhatItLostAddUpToWhatCame) {
  disk_.held = true;
  Recording& recording = start({.most_bytes = 10'000});
  const std::uint32_t other = recording.add_topic(topic_of("/b"), {});
  constexpr std::uint64_t kEach = 2'000;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, topic = thread % 2 == 0 ? topic_ : other] {
      for (std::uint64_t i = 0; i < kEach; ++i) {
        recording.keep(sample_of(topic, 1, 100));
        if (i == kEach / 2) disk_.hold(false);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  recording.count_lost(other, 7);
  ASSERT_TRUE(recording.close());
  const auto report = recording.report();
  ASSERT_EQ(report.size(), 2u);
  EXPECT_EQ(report[0].kept + report[0].lost, 2 * kEach);
  EXPECT_EQ(report[1].kept + report[1].lost, 2 * kEach + 7);
  EXPECT_GT(report[0].lost + report[1].lost, 7u);
  EXPECT_EQ(report[0].kept + report[1].kept, disk_.messages());
  EXPECT_EQ(disk_.lost[topic_], report[0].lost);
  EXPECT_EQ(disk_.lost[other], report[1].lost);
}

TEST_F(RecordingTest, AHeldDiskHoldsNobodyUpAndTheBoundHolds) {
  disk_.held = true;
  Recording& recording = start({.most_bytes = 3'000});
  std::vector<std::weak_ptr<const void>> keepers;
  for (int i = 0; i < 100; ++i) {
    Sample sample = sample_of(topic_, i, 1'000);
    keepers.emplace_back(sample.keeper);
    recording.keep(std::move(sample));
  }
  const auto alive = [&] {
    return std::count_if(keepers.begin(), keepers.end(),
                         [](const auto& k) { return !k.expired(); });
  };
  EXPECT_LE(alive(), 3);  // no block is kept beyond the bound
  disk_.hold(false);
  ASSERT_TRUE(recording.close());
  EXPECT_EQ(alive(), 0);
}

TEST_F(RecordingTest, WhatWaitedIsWrittenInPartsSoThatTheFirstMakeRoom) {
  disk_.held = true;
  Recording& recording =
      start({.most_bytes = 1 << 20, .keeps_newest = false, .at_once = 10 * (100 + sizeof(Sample))});
  std::vector<int> values;
  for (int i = 0; i < 105; ++i) {
    values.push_back(i);
    EXPECT_TRUE(recording.keep(sample_of(topic_, i, 100)));
  }
  disk_.hold(false);
  ASSERT_TRUE(recording.close());
  EXPECT_EQ(disk_.largest_write, 10u);
  EXPECT_THAT(disk_.files, ElementsAre(values));
}

TEST_F(RecordingTest, OneMessageFitsIntoAnyBound) {
  Recording& recording = start({.most_bytes = 10});
  EXPECT_TRUE(recording.keep(sample_of(topic_, 5, 1'000)));
  ASSERT_TRUE(recording.close());
  EXPECT_THAT(disk_.files, ElementsAre(ElementsAre(5)));
}

TEST_F(RecordingTest, WithoutACacheAMessageIsWrittenWhenKeepReturns) {
  Recording& recording = start({.most_bytes = 0});
  for (int i = 1; i <= 20; ++i) {
    ASSERT_TRUE(recording.keep(sample_of(topic_, i)));
    EXPECT_EQ(disk_.messages(), static_cast<std::size_t>(i));
  }
}

TEST_F(RecordingTest, AskedToSplitItDoesBeforeTheNextMessage) {
  Recording& recording = start({});
  recording.keep(sample_of(topic_, 1));
  EXPECT_TRUE(eventually([&] { return disk_.messages() == 1; }));
  recording.wait_for_splits(recording.split());
  {
    std::lock_guard lock(disk_.mutex);
    EXPECT_EQ(disk_.files.size(), 2U);
  }
  ASSERT_TRUE(recording.close());
}

TEST_F(RecordingTest, WhatWaitsWhenItIsAskedToSplitGoesIntoThePresentFile) {
  disk_.held = true;
  Recording& recording = start({.most_bytes = 1 << 20});
  recording.keep(sample_of(topic_, 1));
  disk_.wait_for_write();
  recording.keep(sample_of(topic_, 2));
  recording.split();
  recording.keep(sample_of(topic_, 3));
  recording.keep(sample_of(topic_, 4));
  recording.split();
  disk_.hold(false);
  ASSERT_TRUE(recording.close());
  EXPECT_THAT(disk_.files, ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4), ElementsAre()));
}

TEST_F(RecordingTest, NobodyWaitsForASplitThatIsNeverMade) {
  disk_.room = 0;
  disk_.held = true;
  Recording& recording = start({.most_bytes = 1 << 20});
  recording.keep(sample_of(topic_, 1));
  disk_.wait_for_write();
  const std::uint64_t split = recording.split();
  std::thread waits([&] { recording.wait_for_splits(split); });
  disk_.hold(false);
  waits.join();
  EXPECT_FALSE(recording.close());
  recording.wait_for_splits(recording.split());
}

TEST_F(RecordingTest, NobodyWaitsForASplitThatASnapshotIsToComeBefore) {
  Recording& recording = start({.keeps_newest = true});
  recording.keep(sample_of(topic_, 1));
  recording.wait_for_splits(recording.split());
  recording.keep(sample_of(topic_, 2));
  EXPECT_TRUE(recording.snapshot());
  ASSERT_TRUE(recording.close());
  EXPECT_THAT(disk_.files, ElementsAre(ElementsAre(1), ElementsAre(2)));
}

TEST_F(RecordingTest, ItFlushesAgainWhileFilesAreBeingEnded) {
  disk_.ending = true;
  Recording& recording = start({});
  recording.keep(sample_of(topic_, 1));
  recording.wait_for_splits(recording.split());
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(eventually([&] {
      std::lock_guard lock(disk_.mutex);
      return std::exchange(disk_.flushed, false);
    }));
  }
}

TEST_F(RecordingTest, TwoThreadsMayCloseIt) {
  Recording& recording = start({});
  recording.keep(sample_of(topic_, 1));
  std::thread other([&] { EXPECT_TRUE(recording.close()); });
  EXPECT_TRUE(recording.close());
  EXPECT_TRUE(disk_.closed);
  other.join();
}

TEST_F(RecordingTest, ASnapshotIsWhatCameLast) {
  Recording& recording = start({.most_bytes = 3 * (100 + sizeof(Sample)), .keeps_newest = true});
  EXPECT_FALSE(recording.snapshot());
  for (int i = 0; i < 10; ++i) recording.keep(sample_of(topic_, i, 100));
  EXPECT_TRUE(recording.snapshot());
  EXPECT_TRUE(eventually([&] { return disk_.messages() == 3; }));
  recording.keep(sample_of(topic_, 10, 100));  // not asked for
  ASSERT_TRUE(recording.close());
  EXPECT_THAT(disk_.files, ElementsAre(ElementsAre(7, 8, 9)));
  EXPECT_EQ(recording.report()[0].lost, 0u);
}

TEST_F(RecordingTest, WhileItIsPausedMessagesAreNeitherKeptNorLost) {
  Recording& recording = start({});
  recording.pause();
  EXPECT_FALSE(recording.keep(sample_of(topic_, 1)));
  recording.resume();
  EXPECT_TRUE(recording.keep(sample_of(topic_, 2)));
  ASSERT_TRUE(recording.close());
  EXPECT_THAT(disk_.files, ElementsAre(ElementsAre(2)));
  EXPECT_EQ(recording.report()[0].kept + recording.report()[0].lost, 1u);
}

TEST_F(RecordingTest, AFullDiskEndsItInWordsAndTheRestIsCounted) {
  disk_.room = 3;
  std::atomic<int> told{0};
  Recording& recording = start({}, [&](const Error&) { ++told; });
  for (int i = 0; i < 3; ++i) recording.keep(sample_of(topic_, i));
  EXPECT_TRUE(eventually([&] { return disk_.messages() == 3; }));
  for (int i = 3; i < 8; ++i) recording.keep(sample_of(topic_, i));
  EXPECT_TRUE(eventually([&] { return told == 1; }));
  EXPECT_FALSE(recording.keep(sample_of(topic_, 8)));
  const auto done = recording.close();
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, HasSubstr("the disk is full"));
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(disk_.closed);  // the bag opens
  EXPECT_EQ(recording.report()[0].kept, 3u);
  EXPECT_EQ(recording.report()[0].lost, 6u);
}

TEST_F(RecordingTest, WhatDiedInTheMemoryOfTheTargetIsLost) {
  disk_.died[0] = 2;
  Recording& recording = start({});
  for (int i = 0; i < 5; ++i) recording.keep(sample_of(topic_, i));
  ASSERT_TRUE(recording.close());
  EXPECT_EQ(recording.report()[0].kept, 3u);
  EXPECT_EQ(recording.report()[0].lost, 2u);
  EXPECT_EQ(disk_.lost.size(), 0u);  // the target says those that died
}

TEST_F(RecordingTest, WhatWasWrittenIsFlushedThoughNothingMoreComes) {
  Recording& recording = start({});
  recording.keep(sample_of(topic_, 1));
  EXPECT_TRUE(eventually([&] {
    std::lock_guard lock(disk_.mutex);
    return disk_.flushed;
  }));
}

TEST_F(RecordingTest, ATopicWithoutMessagesIsInTheBag) {
  Recording& recording = start({});
  ASSERT_TRUE(recording.close());
  EXPECT_THAT(disk_.topics, ElementsAre("/a"));
  EXPECT_TRUE(recording.close());  // the second time it does nothing
}

}  // namespace
}  // namespace ranvier::bag
