// What boards are sent of the graph, when, and how often it is looked at for that.
#include "micro/agent/graph_feed.h"

#include <gmock/gmock.h>

#include "graph_of_test.h"
#include "ranvier_micro/wire/cdr.h"

namespace ranvier::micro {
namespace {

using Kind = GraphEndpoint::Kind;
using support::GraphOfTest;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A line for each node and for each of its entities.
std::vector<std::string> lines_of(const std::vector<std::uint8_t>& bytes) {
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, bytes.data(), bytes.size(), xrce_machine_is_little_endian());
  const auto text = [&] {
    std::string read(xrce_get_u32(&cdr), '\0');
    xrce_get_bytes(&cdr, read.data(), read.size());
    EXPECT_EQ(read.back(), '\0');
    read.pop_back();
    return read;
  };
  std::vector<std::string> lines;
  for (std::uint32_t nodes = xrce_get_u32(&cdr); nodes > 0; --nodes) {
    const std::string space = text();
    lines.push_back(space + " " + text());
    for (std::uint32_t entities = xrce_get_u32(&cdr); entities > 0; --entities) {
      std::string line = std::to_string(xrce_get_u8(&cdr));
      line += " " + text();
      for (std::uint32_t types = xrce_get_u32(&cdr); types > 0; --types) line += " " + text();
      lines.push_back(line);
    }
  }
  EXPECT_FALSE(cdr.failed);
  EXPECT_EQ(xrce_cdr_left(&cdr), 0u);
  return lines;
}

class GraphFeedTest : public ::testing::Test {
 protected:
  GraphFeedTest() : feed_(std::make_shared<GraphFeed>(nullptr, graph_, [this] { return now_; })) {}

  std::unique_ptr<GraphReader> reader() {
    return std::make_unique<GraphReader>([this] { return feed_; }, [this] { ++woken_; });
  }
  std::vector<std::string> taken(GraphReader& by) {
    Sample sample;
    if (!by.take(sample)) return {};
    EXPECT_TRUE(sample.is_graph);
    EXPECT_EQ(sample.little_endian, xrce_machine_is_little_endian());
    return lines_of(sample.bytes);
  }

  GraphOfTest graph_;
  std::int64_t now_ = 1000;
  int woken_ = 0;
  std::shared_ptr<GraphFeed> feed_;
};

TEST_F(GraphFeedTest, NodesAreToldWithEachOfTheirEndpointsInAnOrderOfTheirNames) {
  graph_.add_node("/b", "two");
  graph_.add_node("/", "one");
  graph_.add_endpoint("/b", "two", Kind::kClient, "/sum", "example_interfaces/srv/AddTwoInts");
  graph_.add_endpoint("/b", "two", Kind::kService, "/add", "example_interfaces/srv/AddTwoInts");
  graph_.add_endpoint("/b", "two", Kind::kSubscription, "/x", "std_msgs/msg/Int32");
  graph_.add_endpoint("/b", "two", Kind::kPublisher, "/z", "std_msgs/msg/String");
  graph_.add_endpoint("/b", "two", Kind::kPublisher, "/x", "std_msgs/msg/Int32");
  graph_.add_endpoint("/b", "two", Kind::kPublisher, "/x", "std_msgs/msg/Int32");
  EXPECT_THAT(lines_of(encode_graph(graph_.nodes(), graph_.endpoints())),
              ElementsAre("/ one", "/b two", "0 /x std_msgs/msg/Int32", "0 /x std_msgs/msg/Int32",
                          "0 /z std_msgs/msg/String", "1 /x std_msgs/msg/Int32",
                          "2 /add example_interfaces/srv/AddTwoInts",
                          "3 /sum example_interfaces/srv/AddTwoInts"));
}

TEST_F(GraphFeedTest, WhatHasNoNodeOrNoRoomInTheTypeIsLeftOut) {
  const std::string longest(256, 'n'), longer(257, 'n');
  graph_.add_node("/", longest);
  graph_.add_node("/", longer);
  graph_.add_endpoint("/", longest, Kind::kPublisher, longest, longest);
  graph_.add_endpoint("/", longest, Kind::kPublisher, longer, "a/msg/B");
  graph_.add_endpoint("/", longest, Kind::kPublisher, "/a", longer);
  graph_.add_endpoint("/", "_NODE_NAME_UNKNOWN_", Kind::kPublisher, "/a", "a/msg/B");
  EXPECT_THAT(lines_of(encode_graph(graph_.nodes(), graph_.endpoints())),
              ElementsAre("/ " + longest, "0 " + longest + " " + longest));
}

TEST_F(GraphFeedTest, NodesOfOneNameAreToldAsOftenAsTheyAreAndTheirEndpointsOnce) {
  graph_.add_node("/", "n");
  graph_.add_node("/", "n");
  graph_.add_endpoint("/", "n", Kind::kPublisher, "/a", "a/msg/B");
  EXPECT_THAT(lines_of(encode_graph(graph_.nodes(), graph_.endpoints())),
              ElementsAre("/ n", "0 /a a/msg/B", "/ n"));
}

TEST_F(GraphFeedTest, NobodyLooksAtTheGraphBeforeABoardAsks) {
  const auto by = reader();
  graph_.add_node("/", "n");
  EXPECT_FALSE(by->holds());
  EXPECT_THAT(taken(*by), IsEmpty());
  EXPECT_EQ(woken_, 0);
  EXPECT_EQ(graph_.looks, 0);
  by->asked();
  EXPECT_THAT(taken(*by), ElementsAre("/ n"));
  EXPECT_EQ(graph_.looks, 1);
}

TEST_F(GraphFeedTest, ABurstOfChangesIsOneSampleWhenThePauseIsOver) {
  const auto by = reader();
  by->asked();
  EXPECT_THAT(taken(*by), IsEmpty()) << "of an empty graph";
  EXPECT_FALSE(by->holds());
  for (int i = 0; i < 20; ++i) graph_.add_node("/", "n");
  EXPECT_EQ(woken_, 1);
  EXPECT_TRUE(by->holds()) << "time alone brings it on";
  now_ += GraphFeed::kPauseMs - 1;
  Sample sample;
  EXPECT_FALSE(by->take(sample));
  EXPECT_EQ(graph_.looks, 1);
  now_ += 1;
  EXPECT_EQ(taken(*by).size(), 20u);
  EXPECT_FALSE(by->holds());
  EXPECT_EQ(graph_.looks, 2);
}

TEST_F(GraphFeedTest, AGraphThatIsTheSameAgainIsNotSent) {
  const auto by = reader();
  graph_.add_node("/", "n");
  by->asked();
  EXPECT_THAT(taken(*by), ElementsAre("/ n"));
  now_ += GraphFeed::kPauseMs;
  graph_.change();
  Sample sample;
  EXPECT_FALSE(by->take(sample));
  EXPECT_EQ(graph_.looks, 2);
  EXPECT_FALSE(by->holds());
}

TEST_F(GraphFeedTest, AGraphThatTakesLongIsLookedAtAsMuchLessOften) {
  graph_.on_look = [this] { now_ += 50; };
  const auto by = reader();
  by->asked();
  Sample sample;
  EXPECT_TRUE(by->take(sample));
  graph_.add_node("/", "n");
  now_ += 50 * GraphFeed::kShare - 1;
  EXPECT_FALSE(by->take(sample));
  now_ += 1;
  EXPECT_THAT(taken(*by), ElementsAre("/ n"));
}

TEST_F(GraphFeedTest, AllBoardsShareOneLookAndEachGetsTheGraph) {
  graph_.add_node("/", "n");
  const auto one = reader(), two = reader();
  one->asked();
  two->asked();
  EXPECT_THAT(taken(*one), ElementsAre("/ n"));
  EXPECT_TRUE(two->holds());
  EXPECT_THAT(taken(*two), ElementsAre("/ n"));
  EXPECT_EQ(graph_.looks, 1);
  graph_.change();
  EXPECT_EQ(woken_, 2) << "both";
}

TEST_F(GraphFeedTest, WhoAsksAnewHasItAgainAtOnce) {
  graph_.add_node("/", "n");
  const auto by = reader();
  by->asked();
  EXPECT_THAT(taken(*by), ElementsAre("/ n"));
  by->asked();
  EXPECT_THAT(taken(*by), ElementsAre("/ n"));
  EXPECT_EQ(graph_.looks, 1);
}

TEST_F(GraphFeedTest, WithTheLastReaderTheWatchEnds) {
  auto one = reader();
  one->asked();
  feed_.reset();
  EXPECT_TRUE(graph_.watched());
  one.reset();
  EXPECT_FALSE(graph_.watched());
}

TEST_F(GraphFeedTest, NobodyWritesTheGraph) { EXPECT_FALSE(reader()->write({})); }

}  // namespace
}  // namespace ranvier::micro
