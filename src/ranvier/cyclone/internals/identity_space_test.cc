#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string>

#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {
namespace {

/// A message with a time stamp, a key hash and a status, as Cyclone builds it.
template <class Head>
struct BuiltMessage {
  InfoTS_t stamp{};
  Head head{};
  std::array<std::uint16_t, 2> hash_header{PID_KEYHASH, 16};
  std::array<std::uint8_t, 16> hash{};
  std::array<std::uint16_t, 2> status_header{PID_STATUSINFO, 4};
  std::array<std::uint8_t, 4> status{0, 0, 0, 1};
};

BuiltMessage<Data_t> data() {
  BuiltMessage<Data_t> message;
  message.head.x.smhdr.submessageId = SMID_DATA;
  message.head.x.octetsToInlineQos = sizeof(Data_t) - offsetof(Data_DataFrag_common_t, readerId);
  message.head.x.writerSN = {1, 2};
  return message;
}

InlineIdentity identity() {
  InlineIdentity of{IdentityParameter::kStandard, {}};
  of.identity.endpoint.bytes.fill(0x5a);
  of.identity.number = 0x1'0000'0007;
  return of;
}

TEST(IdentitySpace, HasTheNumberOfTheSampleBeforeIt) {
  const BuiltMessage<Data_t> message = data();
  EXPECT_EQ(number_before(message.hash.data()), 0x1'0000'0002U);
  EXPECT_TRUE(tricks_work());
}

TEST(IdentitySpace, HasTheNumberOfASampleInFragmentsBeforeIt) {
  BuiltMessage<DataFrag_t> message;
  auto& head = message.head;
  head.x.smhdr.submessageId = SMID_DATA_FRAG;
  head.x.octetsToInlineQos = sizeof(DataFrag_t) - offsetof(Data_DataFrag_common_t, readerId);
  head.x.writerSN = {0, 9};
  EXPECT_EQ(number_before(message.hash.data()), 9U);
  EXPECT_TRUE(tricks_work());
}

TEST(IdentitySpace, TakesAnIdentityInThePlaceOfHashAndStatus) {
  BuiltMessage<Data_t> message = data();
  const Data_t head = message.head;
  put_identity(message.hash.data(), identity());
  const auto* const list = reinterpret_cast<const std::uint8_t*>(&message.hash_header);
  const InlineIdentity found =
      read_identity(list, sizeof(IdentityBytes), std::endian::native == std::endian::little);
  EXPECT_EQ(found.parameter, IdentityParameter::kStandard);
  EXPECT_EQ(found.identity, identity().identity);
  EXPECT_EQ(std::memcmp(&message.head, &head, sizeof head), 0);
  EXPECT_TRUE(tricks_work());
}

// Each in a process of its own: the switch is never turned on again.
void expect_to_end_all_tricks(void (*trick)()) {
  EXPECT_EXIT(
      {
        trick();
        const std::string why = why_no_tricks();
        const bool said_once = why_no_tricks().empty();
        const bool named = why.find("the layout of its messages") != std::string::npos;
        std::_Exit(!tricks_work() && named && said_once ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(IdentitySpaceDeathTest, EndsAllTricksWhereNoKeyHashStands) {
  expect_to_end_all_tricks([] {
    BuiltMessage<Data_t> message = data();
    message.hash_header[0] = PID_STATUSINFO;
    if (number_before(message.hash.data()) != 0) std::_Exit(2);
  });
}

TEST(IdentitySpaceDeathTest, EndsAllTricksWhereTheHeadIsElsewhere) {
  expect_to_end_all_tricks([] {
    BuiltMessage<Data_t> message = data();
    message.head.x.octetsToInlineQos += 4;
    if (number_before(message.hash.data()) != 0) std::_Exit(2);
  });
}

TEST(IdentitySpaceDeathTest, EndsAllTricksAndWritesNothingWhereNoStatusStands) {
  expect_to_end_all_tricks([] {
    BuiltMessage<Data_t> message = data();
    message.status[3] = 2;
    const BuiltMessage<Data_t> before = message;
    put_identity(message.hash.data(), identity());
    if (std::memcmp(&message, &before, sizeof message) != 0) std::_Exit(2);
  });
}

}  // namespace
}  // namespace ranvier::cyclone
