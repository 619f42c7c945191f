// Our client and our agent over links that lose, double and reorder, with a seed.
#include <gmock/gmock.h>

#include <algorithm>

#include "micro/agent/core_bus.h"
#include "micro_world.h"
#include "ranvier/local/local_route.h"
#include "seeded.h"

namespace ranvier::micro {
namespace {

using namespace support;
using ranvier::support::SeededTest;

CoreBus local_bus(KeepAllBound bound = {}) {
  return CoreBus(
      [bound](std::size_t domain) -> Result<std::shared_ptr<Context>> {
        return std::make_shared<Context>(Routes(open_local_route()), domain, bound);
      },
      [](const std::string&) { return KnownType(); });
}

constexpr const char* kInt32 = "std_msgs::msg::dds_::Int32_";
constexpr std::uint8_t kReliable = XRCE_QOS_RELIABLE;  // and keep all
constexpr std::uint8_t kBestEffort = XRCE_QOS_KEEP_LAST;

// A board with a writer and a reader of topics of its own choice.
struct Board {
  Board(World& world, const std::string& name, std::uint32_t key)
      : link(world.link(name)), own_name(name) {
    xrce_session_init(&session, &link.link, &World::platform(), key);
    node.kind = XRCE_PARTICIPANT;
    node.name = own_name.c_str();
    node.type = "";
    xrce_add(&session, &node);
  }
  void add_writer(const char* topic, std::uint8_t qos, bool keeps = false) {
    endpoint(writer, XRCE_DATA_WRITER, topic, qos);
    writer.keeps = keeps;
    xrce_add(&session, &writer);
  }
  void add_reader(const char* topic, std::uint8_t qos) {
    endpoint(reader, XRCE_DATA_READER, topic, qos);
    reader.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t*) {
      auto& board = *static_cast<Board*>(entity->user);
      if (board.has_room == 0) return false;
      if (board.has_room > 0) --board.has_room;
      Datagram bytes(xrce_cdr_left(sample));
      xrce_get_bytes(sample, bytes.data(), bytes.size());
      board.heard.push_back(bytes);
      return true;
    };
    reader.user = this;
    xrce_add(&session, &reader);
  }
  xrce_ret write(std::uint32_t number, std::uint32_t timeout = 0) {
    return xrce_write(&session, &writer, &number, sizeof number, timeout);
  }
  std::vector<std::uint32_t> numbers() const {
    std::vector<std::uint32_t> all;
    for (const Datagram& bytes : heard) {
      std::uint32_t number = 0;
      std::memcpy(&number, bytes.data(), std::min(sizeof number, bytes.size()));
      all.push_back(number);
    }
    return all;
  }

  WorldLink& link;
  const std::string own_name;
  xrce_session session;
  xrce_entity node{}, writer{}, reader{};
  std::vector<Datagram> heard;
  int has_room = -1;  // samples; -1: any

 private:
  void endpoint(xrce_entity& to, std::uint8_t kind, const char* topic, std::uint8_t qos) {
    to.kind = kind;
    to.name = topic;
    to.type = kInt32;
    to.node = &node;
    to.qos = qos;
    to.depth = qos & XRCE_QOS_KEEP_LAST ? 10 : 0;
  }
};

class StreamsTest : public SeededTest {
 protected:
  // Spins all boards until `done`, for a minute of the world's time at most.
  template <class Done>
  bool run(World& world, std::vector<Board*> boards, Done done, std::uint32_t most_ms = 60'000) {
    for (std::uint32_t i = 0; i < most_ms; ++i) {
      if (done()) return true;
      world.advance();
      for (Board* board : boards) xrce_spin(&board->session, 0);
    }
    return done();
  }
  bool start(World& world, std::vector<Board*> boards) {
    return run(world, boards, [&] {
      return std::all_of(boards.begin(), boards.end(),
                         [](Board* board) { return xrce_ready(&board->session); });
    });
  }
  CoreBus bus_ = local_bus();
};

std::vector<std::uint32_t> up_to(std::uint32_t count) {
  std::vector<std::uint32_t> all(count);
  for (std::uint32_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

TEST_F(StreamsTest, ASampleOfOneBoardReachesAnother) {
  for (const std::uint8_t qos : {kReliable, kBestEffort}) {
    World world(bus_, 1);
    Board from(world, "from", 1), to(world, "to", 2);
    from.add_writer("/p", qos);
    to.add_reader("/p", qos);
    ASSERT_TRUE(start(world, {&from, &to}));
    EXPECT_EQ(from.write(7), XRCE_OK);
    EXPECT_TRUE(run(world, {&from, &to}, [&] { return !to.heard.empty(); }));
    EXPECT_EQ(to.numbers(), std::vector<std::uint32_t>{7});
  }
}

TEST_F(StreamsTest, NothingReliableIsLostDoubledOrReorderedWhateverTheLinkDoes) {
  for (const double lose : {0.0, 0.05, 0.15, 0.4}) {
    const std::uint32_t seed = random_.seed();
    SCOPED_TRACE("lost " + std::to_string(lose));
    World world(bus_, seed, {lose, 0.1, 0.2});
    Board from(world, "from", 1), to(world, "to", 2);
    // The worst of these links ends sessions, and loses answers to logins for seconds.
    from.add_writer("/p", kReliable);
    to.add_reader("/p", kReliable);
    ASSERT_TRUE(start(world, {&from, &to}));
    std::uint32_t sent = 0;
    constexpr std::uint32_t kCount = 300;
    ASSERT_TRUE(run(
        world, {&from, &to},
        [&] {
          while (sent < kCount && from.write(sent) == XRCE_OK) ++sent;
          return to.heard.size() >= kCount;
        },
        600'000));
    EXPECT_EQ(to.numbers(), up_to(kCount));
    EXPECT_EQ(from.writer.lost, 0);
  }
}

TEST_F(StreamsTest, AnAcknowledgementRidesBehindASampleForTheSameBoard) {
  World world(bus_, 1);
  Board board(world, "board", 1);
  board.add_writer("/p", kReliable);
  board.add_reader("/p", kReliable);
  ASSERT_TRUE(start(world, {&board}));
  const std::uint64_t before = world.agent().counts().sent;
  for (std::uint32_t i = 0; i < 20; ++i) {
    ASSERT_EQ(board.write(i), XRCE_OK);
    ASSERT_TRUE(run(world, {&board}, [&] {
      return board.heard.size() == i + 1 && xrce_unacknowledged(&board.session) == 0;
    }));
  }
  EXPECT_EQ(board.numbers(), up_to(20));
  EXPECT_EQ(world.agent().counts().sent - before, 20u);
}

TEST_F(StreamsTest, BestEffortLosesNoMoreThanTheLink) {
  World world(bus_, random_.seed(), {});
  Board from(world, "from", 1), to(world, "to", 2);
  from.add_writer("/p", kBestEffort);
  to.add_reader("/p", kBestEffort);
  ASSERT_TRUE(start(world, {&from, &to}));
  world.set_faults({0.02, 0, 0});  // few: three of its questions in a row are its life
  const std::uint64_t before = world.lost();
  constexpr std::uint32_t kCount = 500;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(from.write(i), XRCE_OK);
    run(world, {&from, &to}, [] { return false; }, 5);
  }
  EXPECT_GE(to.heard.size() + (world.lost() - before), kCount);
  EXPECT_LT(to.heard.size(), kCount);
}

TEST_F(StreamsTest, ASampleForWhichThereIsNoRoomIsNotAcknowledgedAndComesAgain) {
  World world(bus_, 1);
  Board from(world, "from", 1), to(world, "to", 2);
  from.add_writer("/p", kReliable);
  to.add_reader("/p", kReliable);
  ASSERT_TRUE(start(world, {&from, &to}));
  to.has_room = 2;
  std::uint32_t sent = 0;
  const auto write_all = [&] {
    while (sent < 50 && from.write(sent) == XRCE_OK) ++sent;
    return sent == 50;
  };
  ASSERT_TRUE(run(world, {&from, &to}, write_all));
  run(world, {&from, &to}, [] { return false; }, 1000);
  EXPECT_EQ(to.heard.size(), 2u);
  EXPECT_TRUE(world.agent().busy()) << "it has to ask again";
  to.has_room = -1;
  xrce_resume(&to.session);
  EXPECT_TRUE(run(world, {&from, &to}, [&] { return to.heard.size() >= 50; }));
  EXPECT_EQ(to.numbers(), up_to(50));
  EXPECT_TRUE(run(world, {&from, &to}, [&] { return !world.agent().busy(); }))
      << "without anything to wait for it sleeps longer";
}

// The agent neither waits for a reader of its own thread nor acknowledges what it has no room for.
TEST_F(StreamsTest, AWriterIsToldWhenKeepAllReadersHaveReachedTheirBound) {
  for (const std::size_t bytes : {4u, 1'000u}) {  // the longer ones in fragments
    SCOPED_TRACE("bytes " + std::to_string(bytes));
    CoreBus bus = local_bus({.samples = 10});
    World world(bus, random_.seed(), {0, 0.1, 0.2});  // what is lost may end a session
    Board from(world, "from", 1), to(world, "to", 2);
    from.add_writer("/p", kReliable);
    to.add_reader("/p", kReliable);
    ASSERT_TRUE(start(world, {&from, &to}));
    to.has_room = 0;
    Datagram sample(bytes);
    std::uint32_t accepted = 0, refused = 0;
    const auto write_one = [&] {
      std::memcpy(sample.data(), &accepted, sizeof accepted);
      const bool taken =
          xrce_write(&from.session, &from.writer, sample.data(), bytes, 0) == XRCE_OK;
      ++(taken ? accepted : refused);
      return false;
    };
    run(world, {&from, &to}, write_one, 3'000);
    EXPECT_GT(refused, 0u);
    EXPECT_GE(accepted, 10u);
    EXPECT_LE(accepted, 10u + XRCE_HISTORY + 16u) << "the bound, and what is under way";
    EXPECT_EQ(world.agent().counts().write_failed, 0u);
    to.has_room = -1;
    xrce_resume(&to.session);
    EXPECT_TRUE(run(world, {&from, &to}, [&] { return to.heard.size() >= accepted; }));
    EXPECT_EQ(to.numbers(), up_to(accepted));
  }
}

TEST_F(StreamsTest, LongSamplesComeInFragmentsBothWaysWhateverTheLinkDoes) {
  for (const std::size_t size : {600u, 5'000u, 60'000u}) {
    const std::uint32_t seed = random_.seed();
    SCOPED_TRACE("bytes " + std::to_string(size));
    World world(bus_, seed, {0.05, 0.05, 0.1});
    Board from(world, "from", 1), to(world, "to", 2);
    from.add_writer("/p", kReliable);
    to.add_reader("/p", kReliable);
    ASSERT_TRUE(start(world, {&from, &to}));
    Datagram sample(size);
    for (std::size_t i = 0; i < size; ++i) sample[i] = static_cast<std::uint8_t>(i * 31 >> 3);
    ASSERT_EQ(xrce_write(&from.session, &from.writer, sample.data(), size, 120'000), XRCE_OK);
    ASSERT_EQ(from.write(7, 1000), XRCE_OK);
    ASSERT_TRUE(run(world, {&from, &to}, [&] { return to.heard.size() == 2; }, 120'000));
    EXPECT_EQ(to.heard[0], sample);
    EXPECT_EQ(to.numbers()[1], 7u);
  }
}

TEST_F(StreamsTest, ASampleThatNeverFitsIsRefusedWithTheNumberToChange) {
  World world(bus_, 1);
  Board from(world, "from", 1);
  from.add_writer("/p", kBestEffort);
  ASSERT_TRUE(start(world, {&from}));
  const Datagram sample(XRCE_BEST_EFFORT_BYTES);
  const xrce_ret ret = xrce_write(&from.session, &from.writer, sample.data(), sample.size(), 10);
  EXPECT_EQ(ret, XRCE_TOO_LONG);
  EXPECT_THAT(xrce_ret_text(ret), ::testing::HasSubstr("XRCE_BEST_EFFORT_BYTES"));
}

TEST_F(StreamsTest, AFullHistoryIsSaidAtOnceAndNoWriteWaitsLongerThanTold) {
  World world(bus_, 1);
  Board from(world, "from", 1);
  from.add_writer("/p", kReliable);
  ASSERT_TRUE(start(world, {&from}));
  from.link.broken = true;
  for (int i = 0; i < XRCE_HISTORY; ++i) EXPECT_EQ(from.write(0), XRCE_OK);
  const std::uint32_t begin = world_now();
  EXPECT_EQ(from.write(0), XRCE_NO_ROOM);
  EXPECT_EQ(world_now(), begin);
  EXPECT_EQ(from.write(0, 50), XRCE_NO_ROOM);
  EXPECT_EQ(world_now(), begin + 50);
}

TEST_F(StreamsTest, AfterTheAgentRestartedAllIsThereAgainByItself) {
  World world(bus_, random_.seed(), {0.02, 0.02, 0.05});
  Board from(world, "from", 1), to(world, "to", 2);
  from.add_writer("/p", kReliable);
  to.add_reader("/p", kReliable);
  std::vector<bool> told;
  from.session.changed = [](xrce_session*, bool) {};
  ASSERT_TRUE(start(world, {&from, &to}));
  for (std::uint32_t round = 0; round < 200; ++round) {
    world.kill_agent();
    run(world, {&from, &to}, [] { return false; }, 1 + round * 13);
    world.start_agent();
    to.heard.clear();
    const std::uint32_t begin = world_now();
    ASSERT_TRUE(run(
        world, {&from, &to},
        [&] {
          if (world_now() % 50 == 0) from.write(round);
          return !to.heard.empty();
        },
        5000))
        << "round " << round;
    EXPECT_LE(world_now() - begin, 3000u);
    EXPECT_EQ(world.agent().clients(), 2u);
    EXPECT_EQ(world.agent().objects(), 8u);
  }
}

TEST_F(StreamsTest, WhatIsWrittenWithoutAnAgentFailsAtOnceOrIsKept) {
  for (const bool keeps : {false, true}) {
    World world(bus_, 1);
    Board from(world, "from", 1), to(world, "to", 2);
    from.add_writer("/p", kReliable, keeps);
    to.add_reader("/p", kReliable);
    ASSERT_TRUE(start(world, {&from, &to}));
    from.link.broken = true;
    ASSERT_TRUE(run(world, {&from, &to}, [&] { return !from.session.up; }));
    EXPECT_EQ(from.write(7), keeps ? XRCE_OK : XRCE_NO_AGENT);
    from.link.broken = false;
    ASSERT_TRUE(start(world, {&from, &to}));
    EXPECT_EQ(run(world, {&from, &to}, [&] { return !to.heard.empty(); }, 2000), keeps);
  }
}

TEST_F(StreamsTest, WhatWasAcceptedBeforeTheLinkWasLostArrivesOnceIfTheAgentGoesOn) {
  for (const bool restarts : {false, true}) {
    World world(bus_, 1);
    Board from(world, "from", 1), to(world, "to", 2);
    from.add_writer("/p", kReliable);
    to.add_reader("/p", kReliable);
    ASSERT_TRUE(start(world, {&from, &to}));
    ASSERT_EQ(from.write(0), XRCE_OK);
    from.link.broken = true;  // the agent takes it, and its acknowledgement is lost
    for (std::uint32_t i = 1; i < XRCE_HISTORY; ++i) ASSERT_EQ(from.write(i), XRCE_OK);
    ASSERT_TRUE(run(world, {&from, &to}, [&] { return !from.session.up; }));
    ASSERT_EQ(to.numbers(), up_to(1));
    if (restarts) {
      world.kill_agent();
      world.start_agent();
    }
    from.link.broken = false;
    ASSERT_TRUE(start(world, {&from, &to}));
    ASSERT_TRUE(run(world, {&from, &to}, [&] { return xrce_unacknowledged(&from.session) == 0; }));
    run(world, {&from, &to}, [] { return false; }, 1000);
    EXPECT_EQ(to.numbers(), up_to(restarts ? 1 : XRCE_HISTORY));
    EXPECT_EQ(from.writer.lost, restarts ? XRCE_HISTORY : 0);
  }
}

TEST_F(StreamsTest, NumbersOfEntitiesThatWereRemovedAreGivenAgainPastThoseThatLive) {
  World world(bus_, 1);
  Board board(world, "board", 1);
  board.add_writer("/p", kReliable);
  board.add_reader("/p", kReliable);
  ASSERT_TRUE(start(world, {&board}));
  for (std::uint32_t i = 0; i < 5'000; ++i) {
    xrce_entity passing{};
    passing.kind = XRCE_DATA_WRITER;
    passing.name = "/q";
    passing.type = kInt32;
    passing.node = &board.node;
    ASSERT_EQ(xrce_add(&board.session, &passing), XRCE_OK);
    ASSERT_TRUE(start(world, {&board})) << i;
    ASSERT_EQ(passing.state, XRCE_CREATED) << i;
    ASSERT_NE(passing.number, board.writer.number);
    xrce_remove(&board.session, &passing);
  }
  EXPECT_EQ(board.write(7), XRCE_OK);
  EXPECT_TRUE(run(world, {&board}, [&] { return !board.heard.empty(); }));
  EXPECT_EQ(board.numbers(), std::vector<std::uint32_t>{7});
  EXPECT_EQ(world.agent().objects(), 7u) << "a node, and three of each that lives";
}

TEST_F(StreamsTest, MoreEntitiesThanThereAreNumbersAreRefused) {
  World world(bus_, 1);
  Board board(world, "board", 1);
  std::vector<xrce_entity> others(XRCE_MOST_ENTITIES);
  for (std::size_t i = 1; i < others.size(); ++i) {
    ASSERT_EQ(xrce_add(&board.session, &others[i]), XRCE_OK);
  }
  xrce_entity& one_more = others.front();
  EXPECT_EQ(xrce_add(&board.session, &one_more), XRCE_TOO_MANY);
  EXPECT_THAT(xrce_ret_text(XRCE_TOO_MANY), ::testing::HasSubstr("4095"));
  EXPECT_EQ(xrce_write(&board.session, &one_more, nullptr, 0, 0), XRCE_NOT_CREATED);
  xrce_remove(&board.session, &one_more);
  xrce_remove(&board.session, &others.back());
  EXPECT_EQ(xrce_add(&board.session, &one_more), XRCE_OK);
}

TEST_F(StreamsTest, ABoardThatDiedIsGoneAndOneThatReturnsFindsNothingTwice) {
  World world(bus_, 1);
  auto board = std::make_unique<Board>(world, "a", 1);
  board->add_writer("/p", kReliable);
  ASSERT_TRUE(start(world, {board.get()}));
  EXPECT_EQ(world.agent().objects(), 4u);
  board = std::make_unique<Board>(world, "b", 1);  // reset, and at another address
  board->add_writer("/p", kReliable);
  ASSERT_TRUE(start(world, {board.get()}));
  EXPECT_EQ(world.agent().clients(), 1u);
  EXPECT_EQ(world.agent().objects(), 4u);
  board->link.broken = true;
  EXPECT_TRUE(
      run(world, {}, [&] { return world.agent().clients() == 0; }, XRCE_LIVELINESS_MS + 1000));
}

TEST_F(StreamsTest, SequenceNumbersWrap) {
  World world(bus_, random_.seed(), {0.001, 0.001, 0});
  Board from(world, "from", 1), to(world, "to", 2);
  from.add_writer("/p", kReliable);
  to.add_reader("/p", kReliable);
  ASSERT_TRUE(start(world, {&from, &to}));
  std::uint32_t sent = 0;
  constexpr std::uint32_t kCount = 140'000;
  ASSERT_TRUE(run(
      world, {&from, &to},
      [&] {
        while (sent < kCount && from.write(sent) == XRCE_OK) ++sent;
        return to.heard.size() >= kCount;
      },
      6'000'000));
  EXPECT_EQ(to.numbers(), up_to(kCount));
}

TEST(OutStreamTest, MessagesGoOutOnceAndInOrderHoweverManyAreAcknowledgedAtATime) {
  constexpr std::uint16_t kCount = 100, kWindow = 4;
  OutStream stream(XRCE_RELIABLE_STREAM, kWindow);
  for (std::uint16_t i = 0; i < kCount; ++i) {
    MessageBytes message(XRCE_LONGEST_HEADER + 1);
    message.back() = static_cast<std::uint8_t>(i);
    stream.add(std::move(message));
  }
  std::vector<std::uint32_t> sent;
  const OutStream::Send send = [&](std::span<const std::uint8_t> message) {
    sent.push_back(message.back());
  };
  std::uint16_t taken = 0;
  for (int at_a_time = 1; stream.busy(); at_a_time = at_a_time % kWindow + 1) {
    stream.pump(0, send);
    taken = static_cast<std::uint16_t>(std::min(taken + at_a_time, int{kCount}));
    stream.on_acknack(taken, 0, 0, send);
  }
  EXPECT_EQ(sent, up_to(kCount));
  EXPECT_TRUE(stream.drained());
  EXPECT_EQ(stream.first(), kCount);
}

}  // namespace
}  // namespace ranvier::micro
