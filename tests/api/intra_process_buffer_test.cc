// The queue of messages by pointer, for code that hands them on itself.
#include <gmock/gmock.h>

#include <memory>
#include <rclcpp/experimental/buffers/intra_process_buffer.hpp>
#include <rclcpp/experimental/buffers/ring_buffer_implementation.hpp>
#include <string>

namespace {

namespace buffers = rclcpp::experimental::buffers;
using Text = std::string;
using Shared = std::shared_ptr<const Text>;
using Unique = std::unique_ptr<Text>;

template <typename Kept>
using QueueOf =
    buffers::TypedIntraProcessBuffer<Text, std::allocator<void>, std::default_delete<Text>, Kept>;

template <typename Kept>
QueueOf<Kept> queue(size_t capacity) {
  return QueueOf<Kept>(std::make_unique<buffers::RingBufferImplementation<Kept>>(capacity));
}

TEST(IntraProcessBuffer, OfSharedOnesGivesTheVeryMessageAndCopiesForAnOwner) {
  auto texts = queue<Shared>(2);
  EXPECT_TRUE(texts.use_take_shared_method());
  const auto first = std::make_shared<const Text>("first");
  texts.add_shared(first);
  texts.add_unique(std::make_unique<Text>("second"));
  EXPECT_EQ(texts.get_all_data_shared().front(), first);
  EXPECT_EQ(*texts.get_all_data_unique().back(), "second");
  EXPECT_EQ(texts.available_capacity(), 0u);
  const Unique owned = texts.consume_unique();
  EXPECT_EQ(*owned, "first");
  EXPECT_NE(owned.get(), first.get());
  EXPECT_EQ(*texts.consume_shared(), "second");
  EXPECT_EQ(texts.consume_unique(), nullptr);
}

TEST(IntraProcessBuffer, OfOwnedOnesGivesTheVeryMessageAndCopiesWhatIsShared) {
  auto texts = queue<Unique>(2);
  EXPECT_FALSE(texts.use_take_shared_method());
  auto own = std::make_unique<Text>("own");
  const Text* const place = own.get();
  texts.add_unique(std::move(own));
  const auto shared = std::make_shared<const Text>("shared");
  texts.add_shared(shared);
  EXPECT_NE(texts.get_all_data_shared().front().get(), place);
  EXPECT_EQ(*texts.get_all_data_unique().back(), "shared");
  EXPECT_EQ(texts.consume_unique().get(), place);
  EXPECT_NE(texts.consume_shared().get(), shared.get());
  EXPECT_EQ(texts.consume_shared(), nullptr);
}

TEST(IntraProcessBuffer, AFullRingForgetsTheOldest) {
  auto texts = queue<Shared>(2);
  for (const char* text : {"1", "2", "3"}) texts.add_unique(std::make_unique<Text>(text));
  EXPECT_EQ(*texts.consume_shared(), "2");
  EXPECT_TRUE(texts.has_data());
  texts.clear();
  EXPECT_FALSE(texts.has_data());
  EXPECT_EQ(texts.available_capacity(), 2u);
  EXPECT_THROW(queue<Shared>(0), std::invalid_argument);
}

}  // namespace
