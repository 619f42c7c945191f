// A message that a thread finds when it wakes goes to its callback past the inbox, and keeps
// its place among the others.
#include "graph.h"
#include "test_shm_event.h"

namespace ranvier {
namespace {

using namespace support;

using Heard = std::vector<std::string>;

class NextMessageTest : public GraphTest {
 protected:
  bool woken_to(std::function<void()> bring) {
    return support::woken_to(engine_, std::move(bring));
  }
};

TEST_F(NextMessageTest, ItIsNeverInTheInbox) {
  const auto out = publisher();
  const auto in = listening();
  EXPECT_TRUE(woken_to([&] {
    send(*out, "a");
    EXPECT_FALSE(in->has_messages());
  }));
  EXPECT_EQ(heard_, Heard{"a"});
  spin_all();
  EXPECT_EQ(heard_.size(), 1u);
}

TEST_F(NextMessageTest, ThoseThatFollowItComeAfterIt) {
  const auto out = publisher();
  const auto in = listening();
  EXPECT_TRUE(woken_to([&] {
    for (const char* one : {"a", "b", "c"}) send(*out, one);
    EXPECT_EQ(in->waiting(), 2u);
  }));
  spin_all();
  EXPECT_EQ(heard_, (Heard{"a", "b", "c"}));
}

TEST_F(NextMessageTest, IfTheExecutorStopsItComesLaterAndStillFirst) {
  const auto out = publisher();
  const auto in = listening();
  EXPECT_FALSE(woken_to([&] {
    for (const char* one : {"a", "b", "c"}) send(*out, one);
    engine_.stop();
  }));
  EXPECT_TRUE(heard_.empty());
  EXPECT_EQ(in->waiting(), 3u);
  spin_all();
  EXPECT_EQ(heard_, (Heard{"a", "b", "c"}));
}

TEST_F(NextMessageTest, IfItComesBackToAFullInboxItIsTheOldestThatGoes) {
  Endpoint two = endpoint();
  two.qos.depth = 2;
  const auto out = publisher(two);
  const auto in = listening(two);
  EXPECT_FALSE(woken_to([&] {
    for (const char* one : {"a", "b", "c"}) send(*out, one);
    engine_.stop();
  }));
  spin_all();
  EXPECT_EQ(heard_, (Heard{"b", "c"}));
}

TEST_F(NextMessageTest, WhoHearsOfArrivalsFindsItInTheInbox) {
  const auto out = publisher();
  const auto in = listening();
  std::size_t told = 0;
  in->ready_listeners().listen(this, [&](std::size_t count) { told += count; });
  EXPECT_TRUE(woken_to([&] {
    send(*out, "a");
    EXPECT_EQ(in->waiting(), 1u);
  }));
  EXPECT_EQ(told, 1u);
  EXPECT_EQ(heard_, Heard{"a"});
  in->ready_listeners().listen(this, nullptr);
}

TEST_F(NextMessageTest, WhoComesToListenBeforeItIsGivenBackHearsOfIt) {
  const auto out = publisher();
  const auto in = listening();
  std::size_t told = 0;
  EXPECT_FALSE(woken_to([&] {
    send(*out, "a");
    in->ready_listeners().listen(this, [&](std::size_t count) { told += count; });
    engine_.stop();
  }));
  EXPECT_EQ(told, 1u);
  in->ready_listeners().listen(this, nullptr);
}

TEST_F(NextMessageTest, ACallbackThatThrowsLosesNoOther) {
  const auto out = publisher();
  const auto in = subscription(endpoint(), [this](MessagePtr message) {
    heard_.push_back(data_of(message));
    if (heard_.size() == 1) throw std::runtime_error("user's");
  });
  EXPECT_THROW(woken_to([&] {
                 send(*out, "a");
                 send(*out, "b");
               }),
               std::runtime_error);
  spin_all();
  EXPECT_EQ(heard_, (Heard{"a", "b"}));
}

}  // namespace
}  // namespace ranvier
