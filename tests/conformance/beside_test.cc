// Readers of this host, who are met in shared memory, beside one that only the network reaches:
// each has every message once, though the network brings all of them to all.
#include <sys/mman.h>

#include <new>
#include <random>
#include <thread>

#include "child.h"
#include "endpoints.h"
#include "eventually.h"
#include "shm_net.h"

namespace ranvier::conformance {
namespace {

using namespace support;
using Kind = EndpointEvent::Kind;

// What a subscriber's process tells.
struct Told {
  std::atomic<bool> begin{false};
  std::atomic<bool> end{false};
  std::atomic<int> matched{0};
  std::atomic<int> first{-1};
  std::atomic<int> last{-1};
  std::atomic<std::uint64_t> messages{0};
  std::atomic<std::uint64_t> doubled{0};
  std::atomic<std::uint64_t> lost{0};
  std::atomic<std::uint64_t> rounds{0};
};

std::string body(int number) { return std::to_string(number) + std::string(5000, 'x'); }

// Numbers that come must grow by one.
class Counter final : public MessageSink {
 public:
  explicit Counter(Told& told) : told_(told) {}
  bool has_room() noexcept override { return true; }
  void deliver(MessagePtr message) noexcept override {
    const int number = std::atoi(data_of(message).c_str());
    if (told_.messages++ == 0) {
      told_.first = number;
    } else if (number <= told_.last) {
      ++told_.doubled;
    } else {
      told_.lost += number - told_.last - 1;
    }
    told_.last = number;
  }
  void on_event(const EndpointEvent& event) noexcept override {
    if (event.kind == Kind::kMatched) told_.matched += event.change;
  }

 private:
  Told& told_;
};

// Several subscribers' processes, and this one, which publishes.
class Beside : public ::testing::TestWithParam<Qos> {
 protected:
  static constexpr int kMost = 8;

  Beside()
      : told(static_cast<Told*>(::mmap(nullptr, kMost * sizeof(Told), PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    for (int i = 0; i < kMost; ++i) new (&told[i]) Told;
  }
  ~Beside() override { ::munmap(told, kMost * sizeof(Told)); }

  // However long the test takes: a child ends with its parent.
  static void wait_for(const std::atomic<bool>& word) {
    while (!word) ::usleep(1000);
  }

  void subscribe(Told& told, bool with_shm) {
    wait_for(told.begin);
    Counter sink(told);
    const auto route =
        with_shm ? join_with_shm(folder.open_host(), options) : open_context(options);
    auto in = open_reader(*route, topic, sink);
    wait_for(told.end);
  }
  // Not more at a time than any history has room for.
  void publish(Writer& out, int count, std::initializer_list<Told*> to) {
    for (int i = 0; i < count; ++i) {
      write(out, body(next), next + 1);
      ++next;
      if (i % 20 != 19 && i != count - 1) continue;
      for (Told* one : to) {
        ASSERT_TRUE(eventually([&] { return one->last == next - 1; }))
            << one - told << " has " << one->last;
      }
    }
  }
  void expect_whole(const Told& one) {
    EXPECT_EQ(one.doubled, 0u) << "subscriber " << &one - told;
    EXPECT_EQ(one.lost, 0u) << "subscriber " << &one - told;
  }

  NetworkOptions options = loopback(0);
  const ShmFolder folder;
  const Endpoint topic = endpoint(GetParam());
  Told* const told;
  int next = 0;
};

TEST_P(Beside, WhoIsBesideHasEachMessageOnceAsWhoIsElsewhereHas) {
  const bool keeps_past = GetParam().durability == Durability::kTransientLocal;
  const bool reliable = GetParam().reliability == Reliability::kReliable;
  Told &beside = told[0], &elsewhere = told[1], &late = told[2], &late_elsewhere = told[3];
  const Child a([&] { subscribe(beside, true); });
  const Child b([&] { subscribe(elsewhere, false); });
  const Child c([&] { subscribe(late, true); });
  const Child d([&] { subscribe(late_elsewhere, false); });
  WriterEvents events;
  const auto route = join_with_shm(folder.open_host(), options);
  const auto out = open_writer(*route, topic, events);
  beside.begin = elsewhere.begin = true;
  ASSERT_TRUE(events.wait_matched(2));
  ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  publish(*out, 100, {&beside, &elsewhere});

  publish(*out, 2000, {&beside, &elsewhere});
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(60)));

  late.begin = late_elsewhere.begin = true;
  ASSERT_TRUE(events.wait_matched(4));
  ASSERT_TRUE(eventually([&] { return late.matched == 1 && late_elsewhere.matched == 1; }));
  if (keeps_past) {
    ASSERT_TRUE(eventually([&] { return late.last == next - 1; }));
    ASSERT_TRUE(eventually([&] { return late_elsewhere.last == next - 1; }));
    EXPECT_LT(late.first, next - 1);
    EXPECT_LT(late_elsewhere.first, next - 1);
  }
  publish(*out, 100, {&beside, &elsewhere, &late, &late_elsewhere});
  publish(*out, 1000, {&beside, &elsewhere, &late, &late_elsewhere});
  for (Told* one : {&beside, &elsewhere, &late, &late_elsewhere}) {
    if (reliable || one == &beside || one == &late) expect_whole(*one);
    one->end = true;
  }
  EXPECT_TRUE(events.wait_matched(0));
  EXPECT_TRUE(route->graph()->endpoints_of(topic.topic).size() == 1u);
}

TEST_P(Beside, WhatHasNoRoomInSharedMemoryComesOverTheNetwork) {
  if (GetParam().reliability != Reliability::kReliable) GTEST_SKIP() << "much of it may be lost";
  Told &beside = told[0], &elsewhere = told[1];
  const Child a([&] { subscribe(beside, true); });
  const Child b([&] { subscribe(elsewhere, false); });
  WriterEvents events;
  const auto route = join_with_shm(folder.open_host(1 << 20), options);
  const auto out = open_writer(*route, topic, events);
  beside.begin = elsewhere.begin = true;
  ASSERT_TRUE(events.wait_matched(2));
  ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  for (int round = 0; round < 2; ++round) {
    publish(*out, 100, {&beside, &elsewhere});
    write(*out, std::to_string(next) + std::string(2 << 20, 'x'), next + 1);
    ++next;
    publish(*out, 10, {&beside, &elsewhere});
  }
  for (Told* one : {&beside, &elsewhere}) {
    expect_whole(*one);
    one->end = true;
  }
  ASSERT_TRUE(eventually([&] { return !folder.said().empty(); }));
  EXPECT_TRUE(events.wait_matched(0));
}

TEST_P(Beside, APublisherThatComesLaterIsHeardByBoth) {
  Told &beside = told[0], &elsewhere = told[1];
  const Child a([&] { subscribe(beside, true); });
  const Child b([&] { subscribe(elsewhere, false); });
  WriterEvents events;
  const auto host = folder.open_host();
  const auto route = join_with_shm(host, options);
  auto out = open_writer(*route, topic, events);
  beside.begin = elsewhere.begin = true;
  ASSERT_TRUE(events.wait_matched(2));
  ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  publish(*out, 100, {&beside, &elsewhere});
  for (int round = 0; round < 5; ++round) {
    WriterEvents more;
    const auto another_context = join_with_shm(host, options);
    auto second = open_writer(round % 2 ? *route : *another_context, topic, more);
    ASSERT_TRUE(more.wait_matched(2));
    ASSERT_TRUE(eventually([&] { return beside.matched == 2 && elsewhere.matched == 2; }));
    publish(*second, 100, {&beside, &elsewhere});
    publish(*out, 100, {&beside, &elsewhere});
    second.reset();
    ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
    publish(*out, 100, {&beside, &elsewhere});
  }
  EXPECT_EQ(events.matched(), 2);
  out.reset();
  ASSERT_TRUE(eventually([&] { return beside.matched == 0 && elsewhere.matched == 0; }));
  WriterEvents last;
  out = open_writer(*route, topic, last);
  ASSERT_TRUE(last.wait_matched(2));
  ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  publish(*out, 100, {&beside, &elsewhere});
}

// Readers that come, go and are killed at any instant, and a second writer that comes and goes.
TEST_P(Beside, ReadersThatComeGoAndAreKilledLeaveNothingBehind) {
  constexpr int kRounds = 20;
  const unsigned seed = ::testing::UnitTest::GetInstance()->random_seed() + ::getpid();
  SCOPED_TRACE("seed " + std::to_string(seed));
  options.config.insert(options.config.find("</Discovery>"), "<LeaseDuration>3s</LeaseDuration>");
  Told &beside = told[0], &elsewhere = told[1], &comes = told[2], &state = told[3];
  const Child a([&] { subscribe(beside, true); });
  const Child b([&] { subscribe(elsewhere, false); });
  Child parent_of_those_that_come([&] {  // it has one thread, as who forks must
    std::mt19937 random(seed);
    wait_for(state.begin);
    for (; state.rounds < kRounds; ++state.rounds) {
      new (&comes) Told;
      comes.begin = true;
      Child one([&] { subscribe(comes, random() % 4 != 0); });
      if (random() % 4 != 0) eventually([&] { return comes.matched > 0; });
      ::usleep(random() % 20'000);
      if (random() % 3 == 0) continue;  // killed
      comes.end = true;
      one.wait();
    }
    state.end = true;
  });
  WriterEvents events;
  const auto host = folder.open_host();
  const auto route = join_with_shm(host, options);
  const auto out = open_writer(*route, topic, events);
  beside.begin = elsewhere.begin = true;
  ASSERT_TRUE(events.wait_matched(2));
  ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  state.begin = true;
  std::thread second([&] {
    std::mt19937 random(seed + 1);
    while (!state.end) {
      WriterEvents unused;
      const auto another = open_writer(*route, topic, unused);
      ::usleep(random() % 30'000);
    }
  });
  while (!state.end) publish(*out, 20, {&beside, &elsewhere});
  second.join();
  EXPECT_TRUE(eventually([&] { return events.matched() == 2; })) << events.matched();
  EXPECT_TRUE(eventually([&] { return route->graph()->endpoints_of(topic.topic).size() == 3; }))
      << route->graph()->endpoints_of(topic.topic).size();
  EXPECT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  publish(*out, 100, {&beside, &elsewhere});
  expect_whole(beside);
  if (GetParam().reliability == Reliability::kReliable) expect_whole(elsewhere);
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(60)));
}

std::string name_of(const ::testing::TestParamInfo<Qos>& info) {
  const Qos& qos = info.param;
  if (qos.reliability == Reliability::kBestEffort) return "best_effort";
  if (qos.history == History::kKeepAll) return "keep_all";
  return qos.durability == Durability::kTransientLocal ? "transient_local" : "reliable";
}

INSTANTIATE_TEST_SUITE_P(Qos, Beside,
                         ::testing::Values(best_effort(100), keep_last(100), keep_all(),
                                           keep_last(50, Durability::kTransientLocal)),
                         name_of);

}  // namespace
}  // namespace ranvier::conformance
