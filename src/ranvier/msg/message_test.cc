#include "ranvier/msg/message.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

#include "grid_type.h"
#include "ranvier/msg/message_ring.h"
#include "text_type.h"

namespace ranvier {
namespace {

using namespace support;

class MessageTest : public ::testing::Test {
 protected:
  MessageTest() { text_counts().clones = text_counts().encodes = text_counts().decodes = 0; }
  ~MessageTest() override { EXPECT_EQ(text_counts().alive, 0) << "an object is left"; }
};

// The bytes of a message, shared as a network route shares them.
MessagePtr from_bytes_of(const MessagePtr& message) {
  MessagePtr keep = message;
  const Bytes bytes = message->bytes();
  return Message::from_bytes(
      text_type(), bytes,
      {[](void* kept) noexcept { MessagePtr::adopt(static_cast<Message*>(kept)); },
       keep.release()});
}

TEST_F(MessageTest, TheObjectIsTheOneThatWentIn) {
  Text* object = new Text("hello");
  const MessagePtr message = Message::from_object(text_type(), object);
  EXPECT_EQ(message->object(), object);
  EXPECT_TRUE(message->born_as_object());
}

TEST_F(MessageTest, BytesDecodeToAnEqualObject) {
  const MessagePtr sent = text("hello");
  const MessagePtr received = from_bytes_of(sent);
  EXPECT_FALSE(received->born_as_object());
  EXPECT_NE(received->object(), sent->object());
  EXPECT_EQ(data_of(received), "hello");
}

TEST_F(MessageTest, EachFormIsMadeOnceForAllThreads) {
  const MessagePtr sent = text("hello");
  const MessagePtr received = from_bytes_of(sent);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      EXPECT_EQ(data_of(received), "hello");
      EXPECT_NE(sent->bytes().data, nullptr);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(text_counts().decodes, 1);
  EXPECT_EQ(text_counts().encodes, 1);
}

TEST_F(MessageTest, BytesThatDoNotDecodeGiveNullToEveryCaller) {
  static const std::uint8_t hostile[] = {0, 1, 0, 0, 255, 255, 255, 255, 'x'};
  const MessagePtr message = Message::from_bytes(text_type(), {hostile, sizeof(hostile)}, {});
  EXPECT_EQ(message->object(), nullptr);
  EXPECT_EQ(message->object(), nullptr);
  EXPECT_EQ(text_counts().decodes, 1);
}

TEST_F(MessageTest, AnEncodeThatThrowsLeavesNobodyWaiting) {
  const MessagePtr message = text(kUnencodable);
  EXPECT_THROW(message->bytes(), std::length_error);
  EXPECT_EQ(message->bytes().data, nullptr);  // for the next caller it is impossible
}

TEST_F(MessageTest, ThePayloadSizeOfWhatCannotBeEncodedIsStillANumber) {
  EXPECT_GE(text(kUnencodable)->payload_size(), sizeof(Text));
}

TEST_F(MessageTest, OnlyTheLastReferenceTakesTheObject) {
  MessagePtr message = text("mine");
  const void* object = message->object();
  {
    const MessagePtr other = message;
    EXPECT_EQ(Message::take_object(message), nullptr);
  }
  void* taken = Message::take_object(message);
  EXPECT_EQ(taken, object);
  EXPECT_EQ(Message::take_object(message), nullptr);
  EXPECT_EQ(message->object(), nullptr);
  text_type().destroy(taken);
}

TEST_F(MessageTest, ADecodedObjectCanBeTakenAsWell) {
  const MessagePtr received = from_bytes_of(text("mine"));
  EXPECT_EQ(Message::take_object(received), nullptr);  // not decoded yet
  EXPECT_EQ(data_of(received), "mine");
  void* taken = Message::take_object(received);
  ASSERT_NE(taken, nullptr);
  text_type().destroy(taken);
}

TEST_F(MessageTest, TheKeeperIsReleasedOnceWithTheLastReference) {
  int released = 0;
  static const std::uint8_t bytes[] = {0, 1, 0, 0};
  {
    const MessagePtr message =
        Message::from_bytes(text_type(), {bytes, 4},
                            {[](void* count) noexcept { ++*static_cast<int*>(count); }, &released});
    const MessagePtr other = message;
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

TEST_F(MessageTest, AnObjectInPlaceIsNobodysToTakeOrToDestroy) {
  Grid grid;
  fill(grid, 7);
  const int destroyed = grid_counts().destroyed;
  int released = 0;
  const BytesKeeper keeper{[](void* count) noexcept { ++*static_cast<int*>(count); }, &released};
  for (const bool here : {true, false}) {
    const MessagePtr message = Message::from_place(grid_type(), &grid, keeper, here);
    EXPECT_EQ(message->object(), &grid);
    EXPECT_EQ(message->born_as_object(), here);
    EXPECT_EQ(Message::take_object(message), nullptr);
    const Bytes bytes = message->bytes();  // freed with the message
    EXPECT_EQ(bytes.size, 4 + sizeof(Grid));
    EXPECT_EQ(message->payload_size(), bytes.size);
    EXPECT_EQ(released, here ? 0 : 1);
  }
  EXPECT_EQ(released, 2);
  EXPECT_EQ(grid_counts().destroyed, destroyed);
}

TEST_F(MessageTest, ThePayloadSizeIsTheSameEncodedOrNot) {
  const MessagePtr message = text("four");
  const std::size_t before = message->payload_size();
  EXPECT_EQ(text_counts().encodes, 0);
  EXPECT_EQ(message->bytes().size, before);
  EXPECT_EQ(text("four")->payload_size(), before);
}

TEST_F(MessageTest, EncodedFromAnObjectThatStaysTheCallers) {
  const Text object("hello");
  const MessagePtr message = Message::from_encoded(text_type(), &object);
  EXPECT_EQ(data_of(message), "hello");
}

TEST_F(MessageTest, WhoAloneHasBytesMayWriteThemWhereTheyLie) {
  const MessagePtr message = Message::with_room(text_type(), 8);
  MessagePtr other = message;
  EXPECT_EQ(Message::writable_bytes(message), nullptr);
  other.reset();
  EXPECT_EQ(Message::writable_bytes(message), message->bytes().data);
}

TEST_F(MessageTest, WhatWasNotSaidToBeWritableIsCopied) {
  EXPECT_EQ(Message::writable_bytes(from_bytes_of(text("hello"))), nullptr);
  const MessagePtr object = text("hello");
  ASSERT_NE(object->bytes().data, nullptr);
  EXPECT_EQ(Message::writable_bytes(object), nullptr);
}

std::vector<std::string> all_of(const MessageRing& ring) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < ring.size(); ++i) all.push_back(data_of(ring[i]));
  return all;
}

// A user's own type: a number that is the length of a text.
struct Length {
  explicit Length(std::size_t of) : value(of) { ++alive; }
  Length(const Length& other) : value(other.value) { ++alive; }
  ~Length() { --alive; }
  std::size_t value;
  static inline int alive = 0;
  static inline std::atomic<int> conversions{0};
};
struct Other {};

const AdaptedType& length_type() {
  static const AdaptedType type{
      &typeid(Length),
      [](const void* custom) -> void* {
        const std::size_t length = static_cast<const Length*>(custom)->value;
        if (length == 0) throw std::runtime_error("no text");
        ++Length::conversions;
        return new Text(std::string(length, 'x'));
      },
      [](const void* custom) -> void* { return new Length(*static_cast<const Length*>(custom)); },
      [](void* custom) { delete static_cast<Length*>(custom); }};
  return type;
}

class AdaptedMessageTest : public MessageTest {
 protected:
  AdaptedMessageTest() { Length::conversions = 0; }
  ~AdaptedMessageTest() override { EXPECT_EQ(Length::alive, 0) << "an object is left"; }
  static MessagePtr message(Length* length) {
    return Message::from_adapted(text_type(), length_type(), length);
  }
};

TEST_F(AdaptedMessageTest, GivesTheObjectToThoseWhoKnowItsType) {
  auto* length = new Length(3);
  const MessagePtr sent = message(length);
  EXPECT_TRUE(sent->born_as_object());
  EXPECT_TRUE(sent->born_adapted());
  EXPECT_EQ(sent->adapted(typeid(Length)), length);
  EXPECT_EQ(sent->adapted(typeid(Other)), nullptr);
  EXPECT_EQ(text("hello")->adapted(typeid(Length)), nullptr);
  EXPECT_EQ(Length::conversions, 0);
}

TEST_F(AdaptedMessageTest, OnlyTheLastReferenceTakesTheObject) {
  auto* length = new Length(3);
  MessagePtr sent = message(length);
  MessagePtr other = sent;
  EXPECT_EQ(Message::take_adapted(sent, typeid(Length)), nullptr);
  other.reset();
  EXPECT_EQ(Message::take_adapted(sent, typeid(Other)), nullptr);
  EXPECT_EQ(Message::take_adapted(sent, typeid(Length)), length);
  delete length;
}

TEST_F(AdaptedMessageTest, IsConvertedOnceForAllThreadsAndForTheBytes) {
  const MessagePtr sent = message(new Length(3));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      if (i % 2 == 0) {
        EXPECT_EQ(sent->bytes().size, 4u + 4 + 3 + 1);
      }
      EXPECT_EQ(data_of(sent), "xxx");
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(Length::conversions, 1);
  EXPECT_EQ(text_counts().encodes, 1);
  EXPECT_EQ(data_of(from_bytes_of(sent)), "xxx");
}

TEST_F(AdaptedMessageTest, AConversionThatThrowsLeavesNobodyWaiting) {
  const MessagePtr sent = message(new Length(0));
  EXPECT_THROW(sent->bytes(), std::runtime_error);
  EXPECT_EQ(sent->object(), nullptr);
  EXPECT_EQ(sent->bytes().data, nullptr);
}

TEST_F(AdaptedMessageTest, WithoutARosFormItHasNeitherAnObjectNorBytes) {
  AdaptedType alone = length_type();
  alone.to_ros = nullptr;
  const MessagePtr sent = Message::from_adapted(text_type(), alone, new Length(3), 7);
  EXPECT_TRUE(sent->only_adapted());
  EXPECT_FALSE(message(new Length(3))->only_adapted());
  EXPECT_EQ(sent->object(), nullptr);
  EXPECT_EQ(sent->bytes().data, nullptr);
  EXPECT_EQ(sent->encoded_size(), 0u);
  EXPECT_EQ(sent->payload_size(), 7u);
}

TEST_F(AdaptedMessageTest, IsNotConvertedToBeCounted) {
  const MessagePtr sent = message(new Length(3));
  EXPECT_EQ(sent->payload_size(), text_type().size);
  EXPECT_EQ(Length::conversions, 0);
}

TEST(MessageRingTest, KeepsOrderWhileItGrowsAroundItsEnd) {
  MessageRing ring(100);
  for (int i = 0; i < 4; ++i) ring.push(text(std::to_string(i)));
  EXPECT_EQ(data_of(ring.pop()), "0");
  for (int i = 4; i < 9; ++i) ring.push(text(std::to_string(i)));
  EXPECT_EQ(all_of(ring), (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"}));
}

TEST(MessageRingTest, AFullRingGivesBackItsOldest) {
  MessageRing ring(2);
  EXPECT_FALSE(ring.push(text("a")));
  EXPECT_FALSE(ring.push(text("b")));
  const MessagePtr oldest = ring.push(text("c"));
  ASSERT_TRUE(oldest);
  EXPECT_EQ(data_of(oldest), "a");
  EXPECT_EQ(all_of(ring), (std::vector<std::string>{"b", "c"}));
}

TEST(MessageRingTest, ADepthOfZeroHoldsOne) {
  MessageRing ring(0);
  EXPECT_FALSE(ring.push(text("a")));
  EXPECT_TRUE(ring.push(text("b")));
  EXPECT_EQ(ring.size(), 1u);
}

}  // namespace
}  // namespace ranvier
