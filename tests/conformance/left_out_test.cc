// Who is met in shared memory gets nothing a second time over DDS, while a reader elsewhere
// gets all (docs/decisions/0031): real processes, and the packets that they receive.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <new>
#include <random>
#include <thread>

#include "child.h"
#include "endpoints.h"
#include "eventually.h"
#include "shm_net.h"

namespace {
constexpr ssize_t kBulk = 2000;  // bytes: discovery and acknowledgements are smaller
std::atomic<std::uint64_t> bulk_packets{0};
}  // namespace

// Cyclone's sockets receive through this one: counts what carries bulk data.
extern "C" ssize_t recvmsg(int socket, msghdr* message, int flags) {
  static const auto next = reinterpret_cast<ssize_t (*)(int, msghdr*, int)>(
      ::dlsym(RTLD_NEXT, "recvmsg"));
  const ssize_t size = next(socket, message, flags);
  if (size >= kBulk) bulk_packets.fetch_add(1, std::memory_order_relaxed);
  return size;
}

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
  std::atomic<std::uint64_t> bulk{0};
  std::atomic<std::uint64_t> looks{0};  // at its count of packets
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
class LeftOut : public ::testing::TestWithParam<Qos> {
 protected:
  static constexpr int kMost = 8;

  LeftOut()
      : told(static_cast<Told*>(::mmap(nullptr, kMost * sizeof(Told), PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    for (int i = 0; i < kMost; ++i) new (&told[i]) Told;
  }
  ~LeftOut() override { ::munmap(told, kMost * sizeof(Told)); }

  void subscribe(Told& told, bool with_shm) {
    eventually([&] { return told.begin.load(); });
    Counter sink(told);
    const auto route = with_shm ? join_with_shm(folder.open_host(), options)
                                : open_context(options);
    auto in = open_reader(*route, topic, sink);
    while (!told.end) {
      told.bulk = bulk_packets.load();
      ++told.looks;
      ::usleep(1000);
    }
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
  static std::uint64_t bulk_of(std::initializer_list<Told*> all) {
    std::uint64_t bulk = 0;
    for (const Told* one : all) {
      const std::uint64_t seen = one->looks;
      EXPECT_TRUE(eventually([&] { return one->looks > seen + 1; }));
      bulk += one->bulk;
    }
    return bulk;
  }
  // Until rounds of messages, each taken by all, come to nobody beside over the network.
  bool publish_until_left_out(Writer& out, std::initializer_list<Told*> beside,
                              std::initializer_list<Told*> to) {
    constexpr int kQuiet = 5;
    int quiet = 0;
    for (int round = 0; round < 2000 && quiet < kQuiet; ++round) {
      const std::uint64_t before = bulk_of(beside);
      publish(out, 3, to);
      EXPECT_TRUE(out.wait_for_all_acked(std::chrono::seconds(60)));
      quiet = bulk_of(beside) == before ? quiet + 1 : 0;
    }
    return quiet == kQuiet;
  }
  void expect_whole(const Told& one) {
    EXPECT_EQ(one.doubled, 0u) << "subscriber " << &one - told;
    EXPECT_EQ(one.lost, 0u) << "subscriber " << &one - told;
  }

  CycloneOptions options = loopback(0);
  const ShmFolder folder;
  const Endpoint topic = endpoint(GetParam());
  Told* const told;
  int next = 0;
};

TEST_P(LeftOut, WhoIsBesideReceivesNothingOverTheNetworkThatWhoIsElsewhereDoes) {
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
  ASSERT_TRUE(publish_until_left_out(*out, {&beside}, {&beside, &elsewhere}));

  const std::uint64_t bulk = beside.bulk;
  const std::uint64_t bulk_elsewhere = elsewhere.bulk;
  publish(*out, 2000, {&beside, &elsewhere});
  EXPECT_EQ(beside.bulk, bulk);
  EXPECT_TRUE(eventually([&] { return elsewhere.bulk >= bulk_elsewhere + 2000; }));
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
  ASSERT_TRUE(publish_until_left_out(*out, {&beside, &late},
                                     {&beside, &elsewhere, &late, &late_elsewhere}));
  const std::uint64_t bulk_late = late.bulk;
  publish(*out, 1000, {&beside, &elsewhere, &late, &late_elsewhere});
  EXPECT_EQ(beside.bulk, bulk);
  EXPECT_EQ(late.bulk, bulk_late);
  for (Told* one : {&beside, &elsewhere, &late, &late_elsewhere}) {
    if (reliable || one == &beside || one == &late) expect_whole(*one);
    one->end = true;
  }
  EXPECT_TRUE(events.wait_matched(0));
  EXPECT_TRUE(route->graph()->endpoints_of(topic.topic).size() == 1u);
}

TEST_P(LeftOut, WhatHasNoRoomInSharedMemoryWhoWasLeftOutHasOverTheNetwork) {
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
    ASSERT_TRUE(publish_until_left_out(*out, {&beside}, {&beside, &elsewhere}));
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

TEST_P(LeftOut, APublisherThatComesLaterIsHeardByWhoIsLeftOut) {
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
  ASSERT_TRUE(publish_until_left_out(*out, {&beside}, {&beside, &elsewhere}));
  for (int round = 0; round < 5; ++round) {
    WriterEvents more;
    const auto another_context = join_with_shm(host, options);
    auto second = open_writer(round % 2 ? *route : *another_context, topic, more);
    ASSERT_TRUE(more.wait_matched(2));
    ASSERT_TRUE(eventually([&] { return beside.matched == 2 && elsewhere.matched == 2; }));
    ASSERT_TRUE(publish_until_left_out(*second, {&beside}, {&beside, &elsewhere}));
    ASSERT_TRUE(publish_until_left_out(*out, {&beside}, {&beside, &elsewhere}));
    second.reset();
    ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
    const std::uint64_t bulk = beside.bulk;
    publish(*out, 100, {&beside, &elsewhere});
    EXPECT_EQ(beside.bulk, bulk);
  }
  EXPECT_EQ(events.matched(), 2);
  // Nobody writes, and it is left out still: who comes then has it as well.
  out.reset();
  ASSERT_TRUE(eventually([&] { return beside.matched == 0; }));
  WriterEvents last;
  out = open_writer(*route, topic, last);
  ASSERT_TRUE(last.wait_matched(2));
  ASSERT_TRUE(eventually([&] { return beside.matched == 1 && elsewhere.matched == 1; }));
  ASSERT_TRUE(publish_until_left_out(*out, {&beside}, {&beside, &elsewhere}));
}

// Readers that come, go and are killed at any instant of an exchange, and a second writer that
// makes all of them take part again and again.
TEST_P(LeftOut, ReadersThatComeGoAndAreKilledLeaveNothingBehind) {
  constexpr int kRounds = 60;
  const unsigned seed = ::testing::UnitTest::GetInstance()->random_seed() + ::getpid();
  SCOPED_TRACE("seed " + std::to_string(seed));
  options.uri.insert(options.uri.find("</Discovery>"), "<LeaseDuration>3s</LeaseDuration>");
  Told &beside = told[0], &elsewhere = told[1], &comes = told[2], &state = told[3];
  const Child a([&] { subscribe(beside, true); });
  const Child b([&] { subscribe(elsewhere, false); });
  Child parent_of_those_that_come([&] {  // it has one thread, as who forks must
    std::mt19937 random(seed);
    eventually([&] { return state.begin.load(); });
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
  ASSERT_TRUE(publish_until_left_out(*out, {&beside}, {&beside, &elsewhere}));
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

INSTANTIATE_TEST_SUITE_P(Qos, LeftOut,
                         ::testing::Values(best_effort(100), keep_last(100), keep_all(),
                                           keep_last(50, Durability::kTransientLocal)),
                         name_of);

}  // namespace
}  // namespace ranvier::conformance
