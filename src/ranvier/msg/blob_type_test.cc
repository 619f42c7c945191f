#include "ranvier/msg/blob_type.h"

#include <gtest/gtest.h>

#include <cstring>

#include "ranvier/msg/message.h"

namespace ranvier {
namespace {

TEST(BlobTypeTest, NamesOfBothFormsBelongTogether) {
  EXPECT_EQ(ros_type_name("std_msgs::msg::dds_::Int32_"), "std_msgs/msg/Int32");
  EXPECT_EQ(dds_type_name("std_msgs/msg/Int32"), "std_msgs::msg::dds_::Int32_");
  EXPECT_EQ(ros_type_name("no form of ours"), "no form of ours");
  EXPECT_EQ(dds_type_name("none"), "none");
}

TEST(BlobTypeTest, TheSameNameAndHashAreTheSameType) {
  const auto one = blob_type("a::msg::dds_::B_", "");
  const auto same = blob_type("a::msg::dds_::B_", "");
  const auto other = blob_type("a::msg::dds_::B_", "RIHS01_1");
  ASSERT_TRUE(one && same && other);
  EXPECT_EQ(*one, *same);
  EXPECT_NE(*one, *other);
  EXPECT_STREQ((*other)->name, "a/msg/B");
  EXPECT_STREQ((*other)->hash, "RIHS01_1");
  EXPECT_TRUE(is_blob_type(**one));
}

TEST(BlobTypeTest, BytesGoThroughAsTheyCame) {
  const auto type = blob_type("a::msg::dds_::B_", "");
  ASSERT_TRUE(type);
  const std::uint8_t bytes[] = {0, 0, 0, 0, 1, 2, 3};  // big endian, and no multiple of 4
  const auto message =
      Message::from_bytes(**type, Bytes{bytes, sizeof(bytes)}, {[](void*) noexcept {}, nullptr});
  const Bytes seen = message->bytes();
  ASSERT_EQ(seen.size, sizeof(bytes));
  EXPECT_EQ(std::memcmp(seen.data, bytes, sizeof(bytes)), 0);
}

}  // namespace
}  // namespace ranvier
