#include "bag/play/bag_set.h"

#include <gmock/gmock.h>

#include "bag/storage/bag_testing.h"

namespace ranvier::bag {
namespace {

using testing::ElementsAre;

class BagSetTest : public testing::Test {
 protected:
  // Each message says its bag and its time.
  void make(const std::string& name, const Topic& topic, const std::vector<std::int64_t>& times) {
    const auto bag = BagWriter::open({.uri = folder_.in(name), .max_file_duration_ns = 15});
    ASSERT_TRUE(bag);
    ASSERT_TRUE((*bag)->add_topic(topic, {"ros2msg", "int32 " + name}));
    for (const std::int64_t time : times) {
      ASSERT_TRUE(write_text(**bag, 0, time, name + std::to_string(time)));
    }
    ASSERT_TRUE((*bag)->close());
  }
  std::unique_ptr<BagSet> open(const std::vector<std::string>& names) {
    std::vector<ReadOptions> options;
    for (const std::string& name : names) options.push_back({.uri = folder_.in(name)});
    auto set = BagSet::open(options);
    EXPECT_TRUE(set) << set.error().what;
    return set ? *std::move(set) : nullptr;
  }
  static std::vector<std::string> rest_of(BagSet& set) {
    std::vector<std::string> texts;
    for (;;) {
      const auto message = set.next();
      EXPECT_TRUE(message);
      if (!message || !*message) return texts;
      const Bytes data = (*message)->data;
      texts.emplace_back(reinterpret_cast<const char*>(data.data()), data.size());
    }
  }
  const TestFolder folder_;
};

TEST_F(BagSetTest, MessagesOfAllBagsComeByTheirTimes) {
  make("a", {"/t", "t/msg/T"}, {10, 30, 50});
  make("b", {"/t", "t/msg/T"}, {20, 30, 70});
  make("c", {"/u", "t/msg/T"}, {5});
  const auto set = open({"a", "b", "c"});
  ASSERT_TRUE(set);
  EXPECT_EQ(set->topics().size(), 2u);  // of equal name and type they are one
  EXPECT_EQ(set->definitions()[0].text, "int32 a");
  EXPECT_EQ(set->start_ns(), 5);
  EXPECT_EQ(set->end_ns(), 70);
  EXPECT_THAT(rest_of(*set), ElementsAre("c5", "a10", "b20", "a30", "b30", "a50", "b70"));
}

TEST_F(BagSetTest, SeeksAndLeavesTopicsOutInEachBag) {
  make("a", {"/t", "t/msg/T"}, {10, 30, 50});
  make("b", {"/u", "t/msg/T"}, {20, 40});
  const auto set = open({"a", "b"});
  ASSERT_TRUE(set);
  ASSERT_TRUE(set->next());
  ASSERT_TRUE(set->seek(30));
  EXPECT_THAT(rest_of(*set), ElementsAre("a30", "b40", "a50"));
  ASSERT_TRUE(set->filter([](const Topic& topic) { return topic.name == "/u"; }));
  ASSERT_TRUE(set->seek(0));
  EXPECT_THAT(rest_of(*set), ElementsAre("b20", "b40"));
}

TEST_F(BagSetTest, SaysWhichFileAMessageLiesIn) {
  make("a", {"/t", "t/msg/T"}, {10, 20, 40});
  const auto set = open({"a"});
  ASSERT_TRUE(set);
  EXPECT_EQ(set->file(), "");
  std::vector<std::string> files;
  while (*set->next()) files.push_back(set->file());
  EXPECT_THAT(files, ElementsAre(folder_.in("a/a_0.mcap"), folder_.in("a/a_0.mcap"),
                                 folder_.in("a/a_1.mcap")));
}

TEST_F(BagSetTest, ABagThatIsNotThereIsNamed) {
  const auto set = BagSet::open({{.uri = folder_.in("none")}});
  ASSERT_FALSE(set);
  EXPECT_THAT(set.error().what, testing::HasSubstr(folder_.in("none")));
  EXPECT_FALSE(BagSet::open({}));
}

}  // namespace
}  // namespace ranvier::bag
