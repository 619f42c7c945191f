// Long sequences of a decoded message, which lie where its bytes lie until somebody
// wants the message as his own.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rosidl_typesupport_cpp/message_type_support.hpp>
#include <vector>

#include "ranvier/codec/codec.h"
#include "ranvier/msg/message.h"

namespace {

using ranvier::Message;
using ranvier::MessagePtr;
using ranvier::codec::kBulk;
using ranvier::codec::LoanedBuffer;
using ranvier::codec::TypeInfo;
using rcl_interfaces::msg::ParameterEvent;
using rcl_interfaces::msg::ParameterValue;

template <class M>
const TypeInfo& type() {
  return *static_cast<const TypeInfo*>(
      rosidl_typesupport_cpp::get_message_type_support_handle<M>()->data);
}

ParameterValue value_of(std::size_t length) {
  ParameterValue value;
  value.string_value = "odd";
  value.byte_array_value.assign(length, 7);
  value.bool_array_value.assign(length, true);
  value.double_array_value.assign(length, 0.5);
  for (std::size_t i = 0; i < length; ++i) {
    value.integer_array_value.push_back(static_cast<std::int64_t>(i));
  }
  value.string_array_value = {"last"};
  return value;
}

// Encoded bytes whose payload begins `shift` bytes behind a multiple of 16, on a heap
// block of their own: who reads them too late or too far is seen by ASan.
class Encoded final {
 public:
  template <class M>
  explicit Encoded(const M& message, std::size_t shift = 0, std::size_t less = 0)
      : begin_(12 + shift) {
    const MessagePtr encoded = Message::from_encoded(type<M>(), &message);
    const ranvier::Bytes bytes = encoded->bytes();
    size_ = bytes.size - less;
    block_ = std::make_unique<std::uint8_t[]>(begin_ + size_);
    std::memcpy(block_.get() + begin_, bytes.data, size_);
  }
  std::uint8_t* data() const { return block_.get() + begin_; }
  bool holds(const void* at) const {
    return at >= block_.get() && at < block_.get() + begin_ + size_;
  }
  /// A message that keeps the bytes, as if it had come from elsewhere.
  template <class M>
  static MessagePtr message(std::unique_ptr<Encoded> bytes) {
    const ranvier::Bytes all{bytes->data(), bytes->size_};
    return Message::from_bytes(
        type<M>(), all,
        {[](void* kept) noexcept { delete static_cast<Encoded*>(kept); }, bytes.release()});
  }

 private:
  std::size_t begin_, size_;
  std::unique_ptr<std::uint8_t[]> block_;
};

struct Received {
  explicit Received(const ParameterValue& value, std::size_t shift = 0, std::size_t less = 0) {
    auto made = std::make_unique<Encoded>(value, shift, less);
    bytes = made.get();
    message = Encoded::message<ParameterValue>(std::move(made));
  }
  const ParameterValue& value() const {
    return *static_cast<const ParameterValue*>(message->object());
  }
  MessagePtr message;
  const Encoded* bytes;  // the message's
};

constexpr std::size_t kLong = kBulk;

TEST(LentTest, LongSequencesOfNumbersLieInTheBytesAndNothingElseDoes) {
  const ParameterValue sent = value_of(kLong);
  const Received received(sent);
  const ParameterValue& value = received.value();
  EXPECT_EQ(value, sent);
  EXPECT_TRUE(received.bytes->holds(value.byte_array_value.data()));
  EXPECT_TRUE(received.bytes->holds(value.integer_array_value.data()));
  EXPECT_TRUE(received.bytes->holds(value.double_array_value.data()));
  EXPECT_FALSE(received.bytes->holds(value.string_value.data()));
  EXPECT_EQ(value.integer_array_value.capacity(), kLong);
}

TEST(LentTest, ShortSequencesAreCopied) {
  const ParameterValue sent = value_of(kBulk / sizeof(std::int64_t) - 1);
  const Received received(sent);
  EXPECT_EQ(received.value(), sent);
  EXPECT_FALSE(received.bytes->holds(received.value().integer_array_value.data()));
}

TEST(LentTest, NumbersThatDoNotLieAlignedAreCopied) {
  const ParameterValue sent = value_of(kLong);
  const Received received(sent, 4);
  EXPECT_EQ(received.value(), sent);
  EXPECT_TRUE(received.bytes->holds(received.value().byte_array_value.data()));
  EXPECT_FALSE(received.bytes->holds(received.value().integer_array_value.data()));
}

TEST(LentTest, NumbersOfTheOtherByteOrderAreCopied) {
  using ranvier::codec::swap_bytes;
  const std::vector<std::uint32_t> sent(kLong, 258);
  std::vector<std::uint32_t> bytes(1, swap_bytes(std::uint32_t{kLong}));
  for (const std::uint32_t number : sent) bytes.push_back(swap_bytes(number));
  LoanedBuffer lent;
  ranvier::codec::Decoder from(bytes.data(), 4 * bytes.size(), true);
  from.lend_to(lent);
  std::vector<std::uint32_t> value;
  ASSERT_TRUE(ranvier::codec::Codec<decltype(value)>::decode(value, from));
  EXPECT_EQ(value, sent);
  EXPECT_TRUE(lent.empty());
}

TEST(LentTest, OfManyInNestedMessagesTheFirstAreLentAndAllAreRight) {
  ParameterEvent sent;
  sent.new_parameters.resize(5);
  for (auto& parameter : sent.new_parameters) parameter.value = value_of(kLong);
  auto made = std::make_unique<Encoded>(sent);
  const Encoded& bytes = *made;
  const MessagePtr message = Encoded::message<ParameterEvent>(std::move(made));
  const auto& event = *static_cast<const ParameterEvent*>(message->object());
  EXPECT_EQ(event, sent);
  std::size_t lent = 0;
  for (const auto& parameter : event.new_parameters) {
    lent += bytes.holds(parameter.value.byte_array_value.data());
    lent += bytes.holds(parameter.value.integer_array_value.data());
    lent += bytes.holds(parameter.value.double_array_value.data());
  }
  EXPECT_EQ(lent, LoanedBuffer::kMost);
}

TEST(LentTest, WhoTakesTheMessageOwnsAllOfIt) {
  const ParameterValue sent = value_of(kLong);
  Received received(sent);
  EXPECT_EQ(received.value(), sent);
  auto* const taken = static_cast<ParameterValue*>(Message::take_object(received.message));
  ASSERT_NE(taken, nullptr);
  const std::unique_ptr<ParameterValue> own(taken);
  received.message.reset();  // and its bytes
  EXPECT_EQ(*own, sent);
  own->integer_array_value.push_back(1);
  own->byte_array_value.clear();
  own->double_array_value.resize(2 * kLong);
}

TEST(LentTest, WhatOthersSeeIsNotTaken) {
  const ParameterValue sent = value_of(kLong);
  Received received(sent);
  const ParameterValue& seen = received.value();
  const MessagePtr other = received.message;
  EXPECT_EQ(Message::take_object(received.message), nullptr);
  EXPECT_TRUE(received.bytes->holds(seen.integer_array_value.data()));
  received.message.reset();
  EXPECT_EQ(seen, sent);
}

TEST(LentTest, ACopyOfTheMessageOwnsAllOfIt) {
  const ParameterValue sent = value_of(kLong);
  auto received = std::make_unique<Received>(sent);
  ParameterValue assigned = value_of(3);
  assigned = received->value();
  const std::unique_ptr<ParameterValue> cloned(
      static_cast<ParameterValue*>(type<ParameterValue>().clone(received->message->object())));
  received.reset();
  EXPECT_EQ(assigned, sent);
  EXPECT_EQ(*cloned, sent);
}

TEST(LentTest, BytesThatEndTooEarlyLeaveNothingBehind) {
  for (const std::size_t less : {std::size_t{1}, std::size_t{12}, kLong, 8 * kLong, 17 * kLong}) {
    const Received received(value_of(kLong), 0, less);
    EXPECT_EQ(received.message->object(), nullptr) << less;
  }
}

TEST(LentTest, ASequenceThatHeldSomethingGivesThatBack) {
  const ParameterValue sent = value_of(kLong);
  const Encoded bytes(sent);
  ParameterValue value = value_of(kLong / 2);
  LoanedBuffer lent;
  ranvier::codec::Decoder from(nullptr, 0);
  ASSERT_TRUE(ranvier::codec::open_payload(bytes.data(), 1 << 30, from));
  from.lend_to(lent);
  ASSERT_TRUE(type<ParameterValue>().decode(&value, from));
  EXPECT_EQ(value, sent);
  EXPECT_FALSE(lent.empty());
  lent.forget();
  EXPECT_TRUE(lent.empty());
  EXPECT_TRUE(value.integer_array_value.empty());
  value.integer_array_value.push_back(1);
}

}  // namespace
