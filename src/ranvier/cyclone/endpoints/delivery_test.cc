#include "ranvier/cyclone/endpoints/delivery.h"

#include <future>
#include <thread>

#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

using namespace std::chrono_literals;

Delivery::Limits keep_all_limits(std::size_t bound, std::chrono::nanoseconds patience = 30s) {
  return {true, bound, patience};
}

TEST(DeliveryTest, AKeepLastInboxIsNotAskedForRoom) {
  Collector inbox;
  inbox.set_room(0);
  Delivery delivery(inbox, {});
  delivery.deliver(text("x"));
  EXPECT_EQ(inbox.texts().size(), 1u);
}

TEST(DeliveryTest, WhatHasNoRoomComesLaterInOrder) {
  Collector inbox;
  inbox.set_room(2);
  Delivery delivery(inbox, keep_all_limits(100));
  for (int i = 0; i < 5; ++i) delivery.deliver(text(std::to_string(i)));
  EXPECT_EQ(inbox.texts(), numbers(0, 2));
  inbox.set_room(4);
  delivery.resume();
  EXPECT_EQ(inbox.texts(), numbers(0, 4));
  inbox.set_room(SIZE_MAX);
  delivery.deliver(text("5"));  // must not overtake the one that waits
  EXPECT_EQ(inbox.texts(), numbers(0, 6));
}

TEST(DeliveryTest, NothingIsLostBetweenRoomThatIsMadeAndMessagesThatCome) {
  constexpr int kMessages = 20000;
  Collector inbox;
  inbox.set_room(1);
  Delivery delivery(inbox, keep_all_limits(10));
  std::thread writer([&] {
    for (int i = 0; i < kMessages; ++i) delivery.deliver(text(std::to_string(i)));
  });
  for (int room = 2; room <= kMessages; ++room) {
    inbox.set_room(static_cast<std::size_t>(room));
    delivery.resume();
  }
  writer.join();
  EXPECT_TRUE(inbox.wait_count(kMessages));
  EXPECT_EQ(inbox.texts(), numbers(0, kMessages));
}

TEST(DeliveryTest, AFullStoreDropsAndTellsWhenPatienceEnds) {
  Collector inbox;
  inbox.set_room(0);
  Delivery delivery(inbox, keep_all_limits(1, 1ms));
  delivery.deliver(text("kept"));
  EXPECT_EQ(inbox.count(EndpointEvent::Kind::kMessageLost), 0);
  delivery.deliver(text("lost"));
  EXPECT_EQ(inbox.count(EndpointEvent::Kind::kMessageLost), 1);
  inbox.set_room(SIZE_MAX);
  delivery.resume();
  EXPECT_EQ(inbox.texts(), std::vector<std::string>{"kept"});
}

TEST(DeliveryTest, CloseEndsAWaitAndDropsWhatIsStored) {
  Collector inbox;
  inbox.set_room(0);
  Delivery delivery(inbox, keep_all_limits(1, 1h));
  delivery.deliver(text("stored"));
  std::thread writer([&] { delivery.deliver(text("waits")); });
  delivery.close();
  writer.join();
  inbox.set_room(SIZE_MAX);
  delivery.resume();
  EXPECT_TRUE(inbox.texts().empty());
}

/// A sink that this very thread empties.
class DrainedHere final : public MessageSink {
 public:
  void on_event(const EndpointEvent&) noexcept override {}
  bool has_room() noexcept override { return false; }
  void deliver(MessagePtr) noexcept override {}
  bool drained_here() const noexcept override { return true; }
};

TEST(DeliveryTest, AThreadThatEmptiesTheInboxIsRefusedInsteadOfWaiting) {
  DrainedHere inbox;
  Delivery delivery(inbox, keep_all_limits(1, 1h));
  delivery.deliver(text("stored"));
  EXPECT_FALSE(Delivery::take_refusal());
  delivery.deliver(text("refused"));
  EXPECT_TRUE(Delivery::take_refusal());
  EXPECT_FALSE(Delivery::take_refusal());
}

}  // namespace
}  // namespace ranvier::cyclone::testing
