#include "bag/rewrite/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "bag/storage/bag_testing.h"

namespace ranvier::bag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

struct Sent {
  std::string topic;
  std::int64_t time;
  std::string text;

  bool operator==(const Sent&) const = default;
};

void write_bag(const WriteOptions& options, const std::vector<Sent>& messages) {
  const auto bag = BagWriter::open(options);
  ASSERT_TRUE(bag) << bag.error().what;
  std::map<std::string, TopicId> ids;
  for (const Sent& each : messages) {
    if (!ids.contains(each.topic)) {
      ids[each.topic] = *(*bag)->add_topic({each.topic, "t/msg/A"}, {"ros2msg", "int32 a\n"});
    }
    ASSERT_TRUE(write_text(**bag, ids[each.topic], each.time, each.text));
  }
  ASSERT_TRUE((*bag)->close());
}

std::unique_ptr<BagReader> opened(const std::string& path) {
  auto bag = BagReader::open({.uri = path});
  EXPECT_TRUE(bag) << bag.error().what;
  return bag ? *std::move(bag) : nullptr;
}

std::vector<Sent> messages_of(const std::string& path) {
  const auto bag = opened(path);
  std::vector<Sent> found;
  for (;;) {
    const auto message = bag->next();
    EXPECT_TRUE(message);
    if (!message || !*message) return found;
    found.push_back({bag->topics()[(*message)->topic].topic.name, (*message)->received_ns,
                     std::string(text_of((*message)->data))});
    EXPECT_EQ((*message)->sent_ns, (*message)->received_ns - 1);
  }
}

std::optional<ChosenTopic> all(const Topic& topic, const Definition& definition) {
  return ChosenTopic{topic, definition};
}

Result<Rewritten> rewritten(const std::vector<std::string>& inputs, RewriteOutput output) {
  std::vector<std::unique_ptr<BagReader>> bags;
  for (const std::string& each : inputs) bags.push_back(opened(each));
  std::vector<RewriteOutput> outputs;
  outputs.push_back(std::move(output));
  return rewrite(bags, std::move(outputs), nullptr);
}

TEST(RewriteTest, BagsAreMergedByTimeWithWhatTheySay) {
  const TestFolder folder;
  write_bag({.uri = folder.in("a"), .custom_data = {{"robot", "r2"}, {"lost_messages", "3"}}},
            {{"/a", 1, "first"}, {"/a", 5, std::string(200'000, 'x')}});
  write_bag({.uri = folder.in("b"),
             .custom_data = {{"robot", "r3"}, {"lost_messages", "4"}},
             .ros_distro = "humble"},
            {{"/b", 2, "second"}, {"/a", 6, "last"}});
  const auto done =
      rewritten({folder.in("a"), folder.in("b")},
                {.bag = {.uri = folder.in("c"), .storage_id = "sqlite3"}, .choose = all});
  ASSERT_TRUE(done) << done.error().what;
  const BagMetadata& made = done->outputs.at(0);
  EXPECT_EQ(made.messages, 4U);
  EXPECT_EQ(made.ros_distro, "humble");
  EXPECT_THAT(made.custom_data,
              UnorderedElementsAre(Pair("robot", "r2"), Pair("lost_messages", "7")));
  const auto bag = opened(folder.in("c"));
  ASSERT_EQ(bag->topics().size(), 2U);
  EXPECT_EQ(bag->definitions()[0].text, "int32 a\n");
  std::vector<std::string> order;
  for (auto next = bag->next(); next && *next; next = bag->next()) {
    order.push_back(std::string(text_of((*next)->data)));
  }
  EXPECT_THAT(order, ElementsAre("first", "second", std::string(200'000, 'x'), "last"));
}

TEST(RewriteTest, APartIsCutByTimeAndTopicAndBothEndsAreIn) {
  const TestFolder folder;
  std::vector<Sent> messages;
  for (std::int64_t i = 0; i < 100; ++i) messages.push_back({i % 2 ? "/odd" : "/even", i, "m"});
  write_bag({.uri = folder.in("a")}, messages);
  const auto odd = [](const Topic& topic, const Definition& definition) {
    return topic.name == "/odd" ? all(topic, definition) : std::nullopt;
  };
  const auto done =
      rewritten({folder.in("a")},
                {.bag = {.uri = folder.in("b")}, .choose = odd, .from_ns = 11, .to_ns = 15});
  ASSERT_TRUE(done) << done.error().what;
  EXPECT_THAT(messages_of(folder.in("b")),
              ElementsAre(Sent{"/odd", 11, "m"}, Sent{"/odd", 13, "m"}, Sent{"/odd", 15, "m"}));
  EXPECT_EQ(opened(folder.in("b"))->topics().size(), 1U);
}

TEST(RewriteTest, ProgressEndsWhatItThrowsFrom) {
  const TestFolder folder;
  std::vector<Sent> messages;
  for (std::int64_t i = 0; i < 100; ++i) messages.push_back({"/a", i, "m"});
  write_bag({.uri = folder.in("a")}, messages);
  std::vector<std::unique_ptr<BagReader>> bags;
  bags.push_back(opened(folder.in("a")));
  std::vector<RewriteOutput> outputs(1);
  outputs[0].bag.uri = folder.in("b");
  outputs[0].choose = all;
  const Progress end = [](std::uint64_t done, std::uint64_t every) {
    EXPECT_GT(done, 0U);
    EXPECT_EQ(every, 100U);
    throw std::runtime_error("enough");
  };
  EXPECT_THROW(static_cast<void>(rewrite(bags, std::move(outputs), end)), std::runtime_error);
}

TEST(RewriteTest, AFolderThatIsThereIsNotOverwritten) {
  const TestFolder folder;
  write_bag({.uri = folder.in("a")}, {{"/a", 1, "m"}});
  const auto refused = rewritten({folder.in("a")}, {.bag = {.uri = folder.in("a")}, .choose = all});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("already exists"));
}

}  // namespace
}  // namespace ranvier::bag
