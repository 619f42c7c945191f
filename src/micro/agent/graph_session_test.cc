// The graph on its way to a board: to one of micro-ROS, and to one that has no room for it.
#include <gmock/gmock.h>

#include "graph_of_test.h"
#include "micro/agent/agent.h"
#include "micro/agent/graph_feed.h"

namespace ranvier::micro {
namespace {

using support::GraphOfTest;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint16_t kReader = 0x0016, kAsk = 0x0020;  // object id, request
constexpr std::uint16_t kMtu = 508;

// A submessage that the agent sent.
struct Answer {
  std::uint8_t stream, id, flags;
  std::vector<std::uint8_t> payload;
};

class GraphSessionTest : public ::testing::Test, public Carrier, public Bus, public BoardNode {
 protected:
  GraphSessionTest()
      : feed_(std::make_shared<GraphFeed>(nullptr, graph_, [this] { return now_; })) {}

  void start(Agent::Options options = {}) {
    agent_ = std::make_unique<Agent>(
        std::move(options), *this, [] {},
        [this](const std::string& text) { log_.push_back(text); });
  }
  void send(const std::string&, std::span<const std::uint8_t> message) override {
    xrce_header header;
    std::size_t offset = xrce_read_header(&header, message.data(), message.size());
    xrce_submessage one;
    while (xrce_next_submessage(message.data(), message.size(), &offset, &one)) {
      if (one.id == XRCE_ACKNACK || one.id == XRCE_HEARTBEAT) continue;
      said_.push_back({header.stream, one.id, one.flags, {one.payload, one.payload + one.size}});
    }
  }
  Result<std::unique_ptr<BoardNode>> open_node(const std::string& name, std::int16_t) override {
    EXPECT_EQ(name, "microros_graph");
    return std::unique_ptr<BoardNode>(new Forward(*this));
  }
  Result<std::unique_ptr<Endpoint>> open(const ObjectSpec& spec,
                                         std::function<void()> ready) override {
    EXPECT_EQ(spec.name, kGraphTopic);
    EXPECT_EQ(spec.type, kGraphType);
    return std::unique_ptr<Endpoint>(new GraphReader([this] { return feed_; }, std::move(ready)));
  }

  // What a micro-ROS with RMW_UXRCE_GRAPH creates, by the texts that it sends.
  void log_in(const char* const* properties) {
    const std::uint8_t key[4] = {0, 0, 0, 7};
    message(XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM,
            [&](xrce_message* to) { xrce_create_client(to, key, XRCE_SESSION, kMtu, properties); });
    create(0x0011, 0,
           "<dds><participant><rtps><name>microros_graph</name></rtps></participant></dds>");
    create(0x0014, 0x0011, "");
    create(0x0012, 0x0011,
           "<dds><topic><name>ros_to_microros_graph</name>"
           "<dataType>micro_ros_msgs::msg::dds_::Graph_</dataType></topic></dds>");
    create(
        kReader, 0x0014,
        "<dds><data_reader><historyMemoryPolicy>PREALLOCATED_WITH_REALLOC</historyMemoryPolicy>"
        "<qos><reliability><kind>RELIABLE</kind></reliability></qos><topic><kind>NO_KEY</kind>"
        "<name>ros_to_microros_graph</name><dataType>micro_ros_msgs::msg::dds_::Graph_</dataType>"
        "<historyQos><kind>KEEP_ALL</kind></historyQos></topic></data_reader></dds>");
    for (const Answer& said : said_) {
      if (said.id == XRCE_STATUS) {
        EXPECT_EQ(said.payload[4], XRCE_STATUS_OK);
      }
    }
    said_.clear();
  }
  void create(std::uint16_t object, std::uint16_t parent, const char* text) {
    message(XRCE_SESSION, XRCE_BEST_EFFORT_STREAM, [&](xrce_message* to) {
      const xrce_creation what{request_++, object, parent, XRCE_REUSE | XRCE_REPLACE};
      ASSERT_TRUE(xrce_create_by_text(to, &what, XRCE_AS_XML, text));
    });
  }
  void ask(std::uint8_t stream = XRCE_RELIABLE_STREAM, std::uint16_t samples = 0xffff) {
    message(XRCE_SESSION, XRCE_BEST_EFFORT_STREAM,
            [&](xrce_message* to) { xrce_read_data(to, kAsk, kReader, stream, samples); });
  }
  /// That what is before `first` came, and of what is behind it not the first.
  void acknowledge(std::uint8_t first) {
    const std::uint8_t bytes[] = {XRCE_SESSION, 0, 0, 0, XRCE_ACKNACK,        1, 5, 0,
                                  first,        0, 0, 1, XRCE_RELIABLE_STREAM};
    agent_->receive(*this, "board", bytes, ++now_);
  }
  template <class Fill>
  void message(std::uint8_t session, std::uint8_t stream, Fill fill) {
    std::uint8_t memory[1024];
    const xrce_header header{
        session, stream, stream == XRCE_NO_STREAM ? std::uint16_t{0} : sequence_++, false, {}};
    xrce_message message;
    xrce_start_message(&message, memory, sizeof memory, &header);
    fill(&message);
    agent_->receive(*this, "board", {memory, message.size}, ++now_);
  }
  void fill_graph(std::size_t nodes) {
    for (std::size_t i = 0; i < nodes; ++i) graph_.add_node("/", "node");
    now_ += GraphFeed::kPauseMs;
    agent_->run_woken(now_);
  }

  GraphOfTest graph_;
  std::int64_t now_ = 5000;
  std::shared_ptr<GraphFeed> feed_;
  std::vector<Answer> said_;
  std::vector<std::string> log_;
  std::uint16_t request_ = 16, sequence_ = 0;
  std::unique_ptr<Agent> agent_;

 private:
  // The agent owns its nodes.
  struct Forward final : BoardNode {
    explicit Forward(BoardNode& of) : to(of) {}
    Result<std::unique_ptr<Endpoint>> open(const ObjectSpec& spec,
                                           std::function<void()> ready) override {
      return to.open(spec, std::move(ready));
    }
    BoardNode& to;
  };
};

TEST_F(GraphSessionTest, AMicroRosBoardHasTheGraphWhenItAsksAndWhenItChanged) {
  start();
  log_in(nullptr);
  graph_.add_node("/a", "n");
  EXPECT_EQ(graph_.looks, 0);
  ask();
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(said_[0].stream, XRCE_RELIABLE_STREAM);
  EXPECT_EQ(said_[0].id, XRCE_DATA);
  EXPECT_THAT(std::vector<std::uint8_t>(said_[0].payload.begin(), said_[0].payload.begin() + 4),
              ElementsAre(kAsk >> 8, kAsk & 0xff, kReader >> 8, kReader & 0xff));
  EXPECT_EQ(std::vector<std::uint8_t>(said_[0].payload.begin() + 4, said_[0].payload.end()),
            encode_graph(graph_.nodes(), graph_.endpoints()));
  said_.clear();
  fill_graph(1);
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(std::vector<std::uint8_t>(said_[0].payload.begin() + 4, said_[0].payload.end()),
            encode_graph(graph_.nodes(), graph_.endpoints()));
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(GraphSessionTest, WhoAskedForOneGraphHasOne) {
  start();
  log_in(nullptr);
  ask(XRCE_RELIABLE_STREAM, 1);
  EXPECT_THAT(said_, SizeIs(1));
  fill_graph(1);
  EXPECT_THAT(said_, SizeIs(1));
}

// A graph beyond the history of such a client would block all else that it is sent.
TEST_F(GraphSessionTest, AMicroRosBoardHasNoGraphBeyondFourMessagesAndIsTold) {
  start();
  log_in(nullptr);
  fill_graph(200);
  ask();
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(said_[0].id, XRCE_STATUS);
  EXPECT_THAT(said_[0].payload, ElementsAre(kAsk >> 8, kAsk & 0xff, kReader >> 8, kReader & 0xff,
                                            XRCE_STATUS_RESOURCES, 0));
  fill_graph(1);
  EXPECT_THAT(said_, SizeIs(2)) << "of each graph";
  EXPECT_EQ(agent_->counts().too_long, 2u);
  ASSERT_THAT(log_, SizeIs(1)) << "once";
  EXPECT_THAT(log_[0], HasSubstr("--graph"));
  EXPECT_THAT(log_[0], HasSubstr("RMW_UXRCE_STREAM_HISTORY_INPUT"));
}

TEST_F(GraphSessionTest, TheAgentMayBeToldThatSuchBoardsTakeMore) {
  Agent::Options options;
  options.graph_bytes = 8000;
  start(options);
  log_in(nullptr);
  fill_graph(200);
  ask();
  EXPECT_THAT(said_, SizeIs(Session::kUsualWindow)) << "what may be under way";
  for (const Answer& said : said_) EXPECT_EQ(said.id, XRCE_FRAGMENT);
  fill_graph(400);
  agent_->tick(now_ += 20);
  EXPECT_EQ(agent_->counts().too_long, 0u) << "the first one is on its way still";
  EXPECT_THAT(log_, IsEmpty());
}

// As a micro-ROS with room for four messages: it takes four fragments, and asks for the fifth.
TEST_F(GraphSessionTest, ABoardThatTakesTheFirstFragmentsAloneIsToldOf) {
  Agent::Options options;
  options.graph_bytes = 8000;
  start(options);
  log_in(nullptr);
  fill_graph(200);
  ask();
  acknowledge(4);
  now_ += OutStream::kStuckMs - 100;
  acknowledge(4);
  EXPECT_EQ(agent_->counts().too_long, 0u) << "it may be slow";
  now_ += 200;
  acknowledge(4);
  acknowledge(4);
  EXPECT_EQ(agent_->counts().too_long, 1u);
  ASSERT_THAT(log_, SizeIs(1));
  EXPECT_THAT(log_[0], HasSubstr("RMW_UXRCE_STREAM_HISTORY_INPUT"));
}

TEST_F(GraphSessionTest, ABoardThatTakesFragmentsSlowlyIsNotToldOf) {
  Agent::Options options;
  options.graph_bytes = 8000;
  start(options);
  log_in(nullptr);
  fill_graph(200);
  ask();
  for (std::uint8_t first = 1; first <= 5; ++first) {
    now_ += OutStream::kStuckMs - 100;
    acknowledge(first);
  }
  EXPECT_EQ(agent_->counts().too_long, 0u);
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(GraphSessionTest, ABoardThatSaysWhatItTakesIsSentNoMore) {
  start();
  const char* const properties[] = {"rvr_window", "4", "rvr_largest", "1000", nullptr};
  log_in(properties);
  fill_graph(60);
  ask();
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(said_[0].id, XRCE_STATUS);
  ASSERT_THAT(log_, SizeIs(1));
  EXPECT_THAT(log_[0], HasSubstr("XRCE_GRAPH_BYTES"));
  EXPECT_THAT(log_[0], HasSubstr("takes 992 of it"));
}

TEST_F(GraphSessionTest, ABestEffortReaderHasAGraphOfOneMessageAtMost) {
  start();
  log_in(nullptr);
  ask(XRCE_BEST_EFFORT_STREAM);
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(said_[0].id, XRCE_DATA);
  EXPECT_EQ(said_[0].stream, XRCE_BEST_EFFORT_STREAM);
  said_.clear();
  fill_graph(40);
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(said_[0].id, XRCE_STATUS);
}

}  // namespace
}  // namespace ranvier::micro
