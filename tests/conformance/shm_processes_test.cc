// The route through shared memory between real processes, which are killed.
#include <sys/mman.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <thread>

#include "child.h"
#include "endpoints.h"
#include "eventually.h"
#include "grid_type.h"
#include "ranvier/run/no_waiting.h"
#include "shm_net.h"

namespace ranvier::conformance {
namespace {

using namespace support;
using Kind = EndpointEvent::Kind;

// What the processes of a test tell each other.
struct Seen {
  std::atomic<std::uint64_t> messages{0};
  std::atomic<std::uint64_t> wrong{0};
  std::atomic<int> first_wrong{-1};
  std::atomic<int> instead_of{-1};
  std::atomic<std::uint64_t> through_memory{0};
  std::atomic<int> matched{0};
  std::atomic<int> round{0};
  std::atomic<bool> end{false};
};

std::string numbered_body(int number) {
  return std::to_string(number) + std::string(number % 5000, 'x');
}

// Counts what comes, and what is not the one that comes next, whole.
class Checker final : public MessageSink {
 public:
  Checker(Seen& told, bool any_start) : told_(told), next_(any_start ? -1 : 0) {}
  bool has_room() noexcept override { return true; }
  void deliver(MessagePtr message) noexcept override {
    const std::string got = data_of(message);
    if (next_ < 0) next_ = std::atoi(got.c_str());
    if (got != numbered_body(next_) && told_.wrong++ == 0) {
      told_.first_wrong = std::atoi(got.c_str());
      told_.instead_of = next_;
    }
    ++next_;
    ++told_.messages;
  }
  void on_event(const EndpointEvent& event) noexcept override {
    if (event.kind == Kind::kMatched) told_.matched += event.change;
  }

 private:
  Seen& told_;
  int next_;
};

class ShmProcessesTest : public ::testing::Test {
 protected:
  ShmProcessesTest()
      : told(*new (::mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                          -1, 0)) Seen) {}
  ~ShmProcessesTest() override { ::munmap(&told, sizeof told); }

  void subscribe() {
    Checker sink(told, true);
    const auto runtime = folder.open_host();
    const auto route = join_with_shm(runtime, options);
    const auto in = open_reader(*route, topic, sink);
    while (!told.end) {
      told.through_memory = runtime->taken();
      ::usleep(1000);
    }
  }
  void publish() {
    WriterEvents events;
    const auto route = join_with_shm(folder.open_host(), options);
    const auto out = open_writer(*route, topic, events);
    events.wait_matched(1);
    for (int i = 0; !told.end; ++i) write(*out, numbered_body(i));
  }

  const NetworkOptions options = loopback(0);  // the parent's domain, for its children too
  const ShmFolder folder;
  const Endpoint topic = endpoint(keep_all());
  Seen& told;
};

TEST_F(ShmProcessesTest, TwoProcessesTalkThroughSharedMemory) {
  Child subscriber([this] { subscribe(); });
  WriterEvents events;
  const auto route = join_with_shm(folder.open_host(), options);
  const auto out = open_writer(*route, topic, events);
  ASSERT_TRUE(events.wait_matched(1));
  for (int i = 0; i < 2000; ++i) write(*out, numbered_body(i));
  EXPECT_TRUE(eventually([&] { return told.messages == 2000 && told.through_memory == 2000; }));
  EXPECT_EQ(told.wrong, 0u);
  told.end = true;
  subscriber.wait();
  EXPECT_TRUE(events.wait_matched(0));
}

// What this process holds of memory, files and threads.
struct Held {
  std::uint64_t memory = 0;
  std::ptrdiff_t files = 0, threads = 0, mappings = 0;
  bool operator==(const Held&) const = default;
};

std::ostream& operator<<(std::ostream& to, const Held& held) {
  return to << held.memory << " bytes, " << held.files << " files, " << held.threads << " threads, "
            << held.mappings << " mappings";
}

Held held_by(const shm::ShmRuntime& runtime) {
  const auto count = [](const char* folder) {
    const std::filesystem::directory_iterator entries(folder);
    return std::distance(begin(entries), end(entries));
  };
  runtime.segment()->sweep();
  Held held{runtime.segment()->used(), count("/proc/self/fd"), count("/proc/self/task")};
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    held.mappings += line.find("/dev/shm/ranvier-") != std::string::npos;
  }
  return held;
}

TEST_F(ShmProcessesTest, NothingGrowsWithThePeersThatAPublisherHasHad) {
  const Child parent_of_subscribers([this] {  // it has one thread, as who forks must
    for (int round = 1;; ++round) {
      if (!eventually([&] { return told.round == round; })) return;
      Child subscriber([this] { subscribe(); });
      subscriber.wait();
    }
  });
  WriterEvents events;
  const auto runtime = folder.open_host();
  const auto route = join_with_shm(runtime, options);
  const auto out = open_writer(*route, topic, events);
  EXPECT_EQ(folder.segments(), 0u) << "nobody is there";
  Held first;
  for (int round = 0; round < 12; ++round) {
    told.end = false;
    told.messages = 0;
    ++told.round;
    ASSERT_TRUE(events.wait_matched(1));
    // One after the other: a ring grows with how many are under way at once, which is luck.
    for (int i = 0; i < 20; ++i) {
      write(*out, numbered_body(i));
      ASSERT_TRUE(eventually([&] { return told.messages == static_cast<std::uint64_t>(i) + 1; }));
    }
    told.end = true;
    ASSERT_TRUE(events.wait_matched(0));
    if (round == 3) first = held_by(*runtime);  // lists have grown to what is needed
    if (round < 4) continue;
    EXPECT_TRUE(eventually([&] { return held_by(*runtime) == first; }))
        << held_by(*runtime) << " instead of " << first;
    EXPECT_TRUE(eventually([&] { return folder.segments() == 1; }));
  }
  EXPECT_EQ(told.wrong, 0u);
}

// The one that lives goes on with others, and no file stays.
TEST_F(ShmProcessesTest, ASubscriberThatIsKilledHoldsUpNobody) {
  Child victim([this] { subscribe(); });
  Child survivor([this] { subscribe(); });
  WriterEvents events;
  const auto route = join_with_shm(folder.open_host(), options);
  const auto out = open_writer(*route, topic, events);
  ASSERT_TRUE(events.wait_matched(2));
  std::atomic<bool> stop{false};
  std::thread publisher([&] {
    for (int i = 0; !stop; ++i) write(*out, numbered_body(i));
  });
  EXPECT_TRUE(eventually([&] { return told.messages > 2000; }));
  victim.kill();
  const std::uint64_t then = told.messages;
  EXPECT_TRUE(eventually([&] { return told.messages > then + 20'000; }));  // far past any bound
  stop = true;
  publisher.join();
  EXPECT_EQ(told.wrong, 0u);
  const auto next_start = folder.open_host();
  EXPECT_EQ(folder.segments(), 2u);  // ours, and the survivor's
}

// As by a debugger.
TEST_F(ShmProcessesTest, ASubscriberThatIsHeldWhileItJoinsIsServedByTheNetworkAndThenMet) {
  Child late([this] { subscribe(); });
  WriterEvents events;
  const auto route = join_with_shm(folder.open_host(64 << 20, 50'000'000), options);
  ASSERT_TRUE(eventually([&] { return !route->graph()->endpoints_of(topic.topic).empty(); }));
  ASSERT_EQ(::kill(late.id(), SIGSTOP), 0);
  const auto out = open_writer(*route, topic, events);
  ASSERT_TRUE(events.wait_matched(1));  // it has made no segment: there was nobody to meet
  int sent = 0;
  const auto send = [&] {
    write(*out, numbered_body(sent), sent + 1);
    ++sent;
  };
  while (sent < 10) send();

  Collector inbox;
  const auto another_host = folder.open_host();
  const auto another = join_with_shm(another_host, options);
  const auto in = open_reader(*another, topic, inbox);
  ASSERT_TRUE(events.wait_matched(2));
  while (sent < 20) send();
  EXPECT_TRUE(inbox.wait_count(10));
  EXPECT_EQ(another_host->taken(), 10u);

  ASSERT_EQ(::kill(late.id(), SIGCONT), 0);
  ASSERT_TRUE(eventually([&] {
    send();
    return told.through_memory > 0;
  }));
  EXPECT_TRUE(eventually([&] { return told.messages == static_cast<std::uint64_t>(sent); }));
  EXPECT_EQ(told.wrong, 0u);
  told.end = true;
  late.wait();
}

// With shared memory, and without.
class HangingSubscriberTest : public ShmProcessesTest, public ::testing::WithParamInterface<bool> {
 protected:
  std::unique_ptr<Route> join() {
    return GetParam() ? join_with_shm(folder.open_host(), options) : open_context(options);
  }
};
INSTANTIATE_TEST_SUITE_P(Over, HangingSubscriberTest, ::testing::Bool(), [](const auto& of) {
  return std::string(of.param ? "SharedMemory" : "Dds");
});

TEST_P(HangingSubscriberTest, WhoMustNotWaitIsToldThatItIsFullAndLosesAndDoublesNothing) {
  const Child subscriber([this] {
    Checker sink(told, false);
    const auto route = join();
    const auto in = open_reader(*route, topic, sink);
    while (!told.end) ::usleep(1000);
  });
  WriterEvents events;
  const auto route = join();
  const auto out = open_writer(*route, topic, events);
  ASSERT_TRUE(events.wait_matched(1));
  int sent = 0;
  const NoWaiting none;
  const auto send = [&] {
    const auto written = out->write(text(numbered_body(sent)));
    EXPECT_TRUE(written || written.error().code == Code::kFull) << written.error().what;
    if (written) ++sent;
    return static_cast<bool>(written);
  };
  const auto arrived = [&] { return told.messages == static_cast<std::uint64_t>(sent); };
  ASSERT_TRUE(send());
  ASSERT_TRUE(eventually(arrived));
  ASSERT_EQ(::kill(subscriber.id(), SIGSTOP), 0);
  constexpr int kFarBeyondAnyBound = 100'000;
  while (sent < kFarBeyondAnyBound && send()) {}
  EXPECT_LT(sent, kFarBeyondAnyBound);
  EXPECT_FALSE(send());
  ASSERT_EQ(::kill(subscriber.id(), SIGCONT), 0);
  EXPECT_TRUE(eventually(send));
  EXPECT_TRUE(eventually(arrived));
  EXPECT_EQ(told.wrong, 0u) << told.first_wrong << " instead of " << told.instead_of;
}

TEST_F(ShmProcessesTest, APublisherThatIsKilledLeavesItsSubscribersWhatItHadSent) {
  Child victim([this] { publish(); });
  Child next([this] {
    eventually([&] { return told.through_memory == 1; });
    publish();
  });
  Seen unused;
  Checker sink(told, false);
  const auto runtime = folder.open_host();
  const auto route = join_with_shm(runtime, options);
  auto in = open_reader(*route, topic, sink);
  EXPECT_TRUE(eventually([&] { return told.messages > 2000; }));
  victim.kill();
  EXPECT_TRUE(eventually([&] { return told.messages == runtime->taken(); }));
  in.reset();
  EXPECT_EQ(told.wrong, 0u);
  Checker second(unused, false);
  const auto too = open_reader(*route, topic, second);
  told.through_memory = 1;  // tells the next publisher to come
  EXPECT_TRUE(eventually([&] { return unused.messages > 2000; }));
  EXPECT_EQ(unused.wrong, 0u) << unused.first_wrong << " instead of " << unused.instead_of;
  told.end = true;
}

// Holds what it gets, and asks for nothing else.
TEST_F(ShmProcessesTest, ASubscriberThatIsKilledWhileItReadsGivesTheMemoryBack) {
  Endpoint at = endpoint(keep_last(100));
  at.type = &grid_type();
  Child victim([&] {
    Collector inbox;
    const auto route = join_with_shm(folder.open_host(), options);
    const auto in = open_reader(*route, at, inbox);
    while (!told.end) {
      told.messages = inbox.size();
      ::usleep(1000);
    }
  });
  WriterEvents events;
  const auto runtime = folder.open_host();
  const auto route = join_with_shm(runtime, options);
  const auto out = open_writer(*route, at, events);
  ASSERT_TRUE(events.wait_matched(1));
  const std::uint64_t before = runtime->segment()->used();
  for (int i = 0; i < 50; ++i) {
    auto* grid = new Grid;
    fill(*grid, i);
    EXPECT_TRUE(out->write(Message::from_object(grid_type(), grid)));
  }
  EXPECT_TRUE(eventually([&] { return told.messages == 50; }));
  EXPECT_GE(runtime->segment()->used(), before + 49 * sizeof(Grid));
  victim.kill();
  EXPECT_TRUE(events.wait_matched(0));
  EXPECT_LE(runtime->segment()->used(), before + 40'000) << "a larger ring may stay";
}

TEST_F(ShmProcessesTest, APublisherThatIsKilledWithLoansOutHarmsNobody) {
  Endpoint at = endpoint(keep_last(100));
  at.type = &grid_type();
  Child victim([&] {
    WriterEvents events;
    const auto route = join_with_shm(folder.open_host(), options);
    const auto out = open_writer(*route, at, events);
    events.wait_matched(1);
    std::vector<MessagePtr> loans;
    for (int i = 0;; ++i) {
      MessagePtr loan = out->lend();
      if (!loan) continue;
      fill(*new (const_cast<void*>(loan->object())) Grid, i);
      if (i % 2 == 0) loans.push_back(loan);  // published, and held all the same
      if (i % 3 != 0) static_cast<void>(out->write(std::move(loan)));
      if (loans.size() > 100) loans.clear();
    }
  });
  Collector inbox;
  {
    const auto route = join_with_shm(folder.open_host(), options);
    const auto in = open_reader(*route, at, inbox);
    EXPECT_TRUE(inbox.wait_count(200));
    victim.kill();
    EXPECT_TRUE(inbox.wait_matched(0));
  }
  for (const MessagePtr& message : inbox.messages()) ASSERT_TRUE(right(grid_of(message)));
  inbox.clear();
  const auto next_start = folder.open_host();
  EXPECT_EQ(folder.segments(), 0u);
}

}  // namespace
}  // namespace ranvier::conformance
