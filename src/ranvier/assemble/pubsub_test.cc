// Publishers and subscriptions over the local route.
#include <thread>

#include "graph.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;
using Kind = EndpointEvent::Kind;

class PubSubTest : public GraphTest {
 protected:
  PubSubTest() { text_counts().clones = text_counts().encodes = 0; }
};

TEST_F(PubSubTest, ALoneReceiverMayTakeTheObjectThatWasPublished) {
  const auto out = publisher();
  const void* got = nullptr;
  const auto in = subscription(endpoint(), [&](MessagePtr message) {
    got = Message::take_object(message);
    ASSERT_NE(got, nullptr);
    text_type().destroy(const_cast<void*>(got));
  });
  auto* object = new Text("mine");
  ASSERT_TRUE(out->send(object));
  spin_all();
  EXPECT_EQ(got, object);
}

TEST_F(PubSubTest, NoReceiverOfSeveralMayTakeIt) {
  const auto out = publisher();
  int refused = 0;
  const auto look = [&](MessagePtr message) { refused += !Message::take_object(message); };
  const auto a = subscription(endpoint(), look);
  std::vector<MessagePtr> kept;
  const auto b = subscription(endpoint(), [&](MessagePtr message) { kept.push_back(message); });
  send(*out, "shared");
  spin_all();
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(data_of(kept[0]), "shared");
}

TEST_F(PubSubTest, AMessageThatIsKeptForLateJoinersIsNotGivenAway) {
  const Endpoint at = endpoint(keep_last(1, Durability::kTransientLocal));
  const auto out = publisher(at);
  const auto in = subscription(
      at, [&](MessagePtr message) { EXPECT_EQ(Message::take_object(message), nullptr); });
  send(*out, "kept");
  spin_all();
  const auto late = listening(at);
  spin_all();
  EXPECT_EQ(heard_, std::vector<std::string>{"kept"});
}

TEST_F(PubSubTest, WhatNobodyWantsIsDestroyedAndNeitherCopiedNorEncoded) {
  const auto out = publisher();
  const int before = text_counts().alive;
  send(*out, "not taken");
  const Text mine("not taken");
  ASSERT_TRUE(out->send_copy(&mine));
  EXPECT_EQ(text_counts().alive, before + 1);
  EXPECT_EQ(text_counts().clones, 0);
  EXPECT_EQ(text_counts().encodes, 0);
}

TEST_F(PubSubTest, ACopyIsMadeOnceForAllReceivers) {
  const auto out = publisher();
  const auto a = listening(), b = listening();
  const Text mine("copied");
  ASSERT_TRUE(out->send_copy(&mine));
  spin_all();
  EXPECT_EQ(heard_.size(), 2u);
  EXPECT_EQ(text_counts().clones, 1);
}

TEST_F(PubSubTest, EncodedBytesArriveAsTheirObject) {
  const auto out = publisher();
  const auto in = listening();
  const MessagePtr encoded = text("from bytes");
  ASSERT_TRUE(out->send_bytes(encoded->bytes()));
  spin_all();
  EXPECT_EQ(heard_, std::vector<std::string>{"from bytes"});
}

TEST_F(PubSubTest, BytesThatDoNotDecodeAreCountedAsLostAndNeverReachTheCallback) {
  const auto out = publisher();
  const auto in = listening();
  const std::uint8_t hostile[] = {0, 1, 0, 0, 255, 255, 255, 255};
  ASSERT_TRUE(out->send_bytes({hostile, sizeof(hostile)}));
  send(*out, "good");
  spin_all();
  EXPECT_EQ(heard_, std::vector<std::string>{"good"});
  EXPECT_EQ(in->status().take(Kind::kMessageLost).total, 1);
}

TEST_F(PubSubTest, AReaderMayCountWhatItsHistoryPushesOutAsLost) {
  const auto out = publisher();
  Endpoint two = endpoint();
  two.qos.history = History::kKeepLast;
  two.qos.depth = 2;
  const auto deaf = subscription(two, [](const MessagePtr&) {});
  two.counts_history = true;
  int heard = 0;
  const auto counting = subscription(two, [&](const MessagePtr&) { ++heard; });
  for (int i = 0; i < 5; ++i) send(*out, "x");
  spin_all();
  EXPECT_EQ(heard, 2);
  EXPECT_EQ(counting->status().take(Kind::kMessageLost).total, 3);
  EXPECT_EQ(deaf->status().take(Kind::kMessageLost).total, 0);
}

TEST_F(PubSubTest, TheHeaderNamesThePublisherAndNumbersItsMessages) {
  const auto out = publisher();
  std::vector<MessageHeader> headers;
  const auto in =
      subscription(endpoint(), [&](MessagePtr message) { headers.push_back(message->header()); });
  const std::int64_t before = system_ns();
  for (int i = 0; i < 3; ++i) send(*out, "x");
  spin_all();
  ASSERT_EQ(headers.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(headers[i].sequence, i + 1);
    EXPECT_EQ(headers[i].publisher, out->gid());
    EXPECT_GE(headers[i].source_timestamp, before);
    EXPECT_GE(headers[i].received_timestamp, headers[i].source_timestamp);
  }
  EXPECT_NE(publisher()->gid(), out->gid());
}

TEST_F(PubSubTest, DepthHoldsForTheSubscriptionOverAllItsPublishers) {
  const auto a = publisher(), b = publisher();
  const auto in = listening(endpoint(keep_last(3)));
  for (int i = 0; i < 4; ++i) send(i % 2 ? *b : *a, std::to_string(i));
  spin_all();
  EXPECT_EQ(heard_, numbers(1, 4));
}

TEST_F(PubSubTest, ASubscriptionWithABacklogLetsOthersGoBetween) {
  const auto out = publisher(), other = publisher(endpoint({}, "other"));
  const auto busy = listening(), calm = listening(endpoint({}, "other"));
  send(*out, "a");
  send(*out, "b");
  send(*other, "c");
  spin_all();
  EXPECT_EQ(heard_, (std::vector<std::string>{"a", "c", "b"}));
}

TEST_F(PubSubTest, ABacklogOutlivesACallbackThatThrows) {
  const auto out = publisher();
  const auto in = subscription(endpoint(), [&](MessagePtr message) {
    heard_.push_back(data_of(message));
    if (heard_.size() == 1) throw std::runtime_error("mine");
  });
  for (int i = 0; i < 3; ++i) send(*out, std::to_string(i));
  EXPECT_THROW(spin_all(), std::runtime_error);
  spin_all();
  EXPECT_EQ(heard_, numbers(0, 3));
}

TEST_F(PubSubTest, AMessageOlderThanItsLifespanIsNotDelivered) {
  Qos brief;
  brief.lifespan = std::chrono::nanoseconds(1);
  const auto out = publisher(endpoint(brief));
  const auto in = listening();
  send(*out, "stale");
  const std::int64_t sent = system_ns();
  while (system_ns() <= sent + 1) {}
  spin_all();
  EXPECT_TRUE(heard_.empty());
}

TEST_F(PubSubTest, ACallbackMayCloseItsOwnSubscription) {
  const auto out = publisher();
  Ref<Subscription> in;
  in = *Subscription::open(node_, node_->default_strand(), endpoint(), {},
                           on_message([&](MessagePtr message) {
                             heard_.push_back(data_of(message));
                             in->close();
                             in = {};
                           }));
  send(*out, "last");
  send(*out, "not taken");
  spin_all();
  EXPECT_EQ(heard_, std::vector<std::string>{"last"});
  EXPECT_EQ(out->matched(), 0u);
}

TEST_F(PubSubTest, MatchesAreCountedAndTakenOnce) {
  const auto out = publisher();
  {
    const auto in = listening();
    EXPECT_EQ(out->matched(), 1u);
    EXPECT_EQ(in->matched(), 1u);
    const EventStatus status = out->status().take(Kind::kMatched);
    EXPECT_EQ(status.total, 1);
    EXPECT_EQ(status.current_change, 1);
  }
  const EventStatus gone = out->status().take(Kind::kMatched);
  EXPECT_EQ(gone.total, 1);
  EXPECT_EQ(gone.total_change, 0);
  EXPECT_EQ(gone.current, 0);
  EXPECT_EQ(gone.current_change, -1);
}

TEST_F(PubSubTest, WithoutANetworkAPublisherHearsOfItsLostLeaseThoughNobodySpins) {
  Endpoint at = endpoint();
  at.qos.liveliness = Liveliness::kManualByTopic;
  at.qos.lease = std::chrono::milliseconds(5);
  const auto out = publisher(at);
  for (int round = 1; round <= 3; ++round) {
    while (out->status().take(Kind::kLivelinessLost).total < round) std::this_thread::yield();
    EXPECT_EQ(out->status().take(Kind::kLivelinessLost).total, round);  // once for each silence
    out->assert_liveliness();
  }
}

TEST_F(PubSubTest, WhatIsQueuedHoldsNothingOnceSubscriptionAndEngineAreGone) {
  const std::weak_ptr<Node> node = node_;
  std::weak_ptr<Node> other;
  {
    Engine engine;
    auto own = std::make_shared<Node>(context_, NodeName{"other", "/"});
    other = own;
    own->attach(engine);
    const auto out = publisher();
    auto opened = Subscription::open(own, own->default_strand(), endpoint(), {},
                                     on_message([](MessagePtr) {}));
    send(*out, "queued");
    (*opened)->close();
    own->detach(engine);
  }
  EXPECT_TRUE(other.expired());
}

class BoundedPubSubTest : public GraphTest {
 protected:
  BoundedPubSubTest() : GraphTest({3, 1'000'000}) {}
};

TEST_F(BoundedPubSubTest, PublishingFromTheCallbackThatMustMakeRoomFailsAtTheBound) {
  const auto out = publisher(endpoint(keep_all()));
  int fitted = 0;
  std::string words;
  const auto in = subscription(endpoint(keep_all()), [&](MessagePtr) {
    if (fitted != 0) return;
    for (;; ++fitted) {
      const Result<void> sent = out->send(new Text("more"));
      if (sent) continue;
      words = sent.error().what;
      return;
    }
  });
  send(*out, "first");
  spin_all();
  EXPECT_EQ(fitted, 3);
  EXPECT_NE(words.find(endpoint().topic), std::string::npos) << words;
}

TEST_F(BoundedPubSubTest, AKeepAllPublisherOfAnotherThreadWaitsAndLosesNothing) {
  const auto out = publisher(endpoint(keep_all()));
  const auto in = listening(endpoint(keep_all()));
  std::thread other([&] {
    for (int i = 0; i < 200; ++i) send(*out, std::to_string(i));
  });
  while (heard_.size() < 200) engine_.spin_once(kForever);
  other.join();
  EXPECT_EQ(heard_, numbers(0, 200));
}

TEST_F(BoundedPubSubTest, AShutdownEndsTheWaitOfAPublisher) {
  const auto out = publisher(endpoint(keep_all()));
  const auto in = listening(endpoint(keep_all()));
  std::thread other([&] {
    Result<void> sent;
    while ((sent = out->send(new Text("x")))) {}
    EXPECT_EQ(sent.error().code, Code::kShutdown);
  });
  context_->shutdown();
  other.join();
}

}  // namespace
}  // namespace ranvier
