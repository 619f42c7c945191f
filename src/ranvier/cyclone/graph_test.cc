#include "ranvier/cyclone/graph.h"

#include <algorithm>

#include "ranvier/cyclone/demangle.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

class TwoGraphs : public ::testing::Test {
 protected:
  TwoGraphs() {
    theirs_->graph()->watch([this] { changes_.change([] {}); });
  }
  ~TwoGraphs() override { theirs_->graph()->watch(nullptr); }

  // Looks again after every change that the graph tells of.
  template <class Condition>
  bool eventually(Condition&& condition) {
    return changes_.wait(condition);
  }

  const GraphEndpoint* find(const std::string& name, GraphEndpoint::Kind kind) {
    seen_ = theirs_->graph()->endpoints_of(name);
    const auto found = std::find_if(seen_.begin(), seen_.end(),
                                    [&](const auto& endpoint) { return endpoint.kind == kind; });
    return found == seen_.end() ? nullptr : &*found;
  }
  bool sees_node(const NodeName& name) {
    for (const GraphNode& node : theirs_->graph()->nodes()) {
      if (node.node == name) return true;
    }
    return false;
  }

  Waiter changes_;
  std::vector<GraphEndpoint> seen_;
  std::unique_ptr<Route> ours_ = open_context(loopback(0));
  std::unique_ptr<Route> theirs_ = open_context(loopback(100));
};

NodeName node(const std::string& name) {
  return {name + std::to_string(::getpid()), "/here"};
}

TEST_F(TwoGraphs, ShowAPublisherWithItsNodeTypeHashAndQos) {
  WriterEvents events;
  Endpoint at = endpoint();
  at.qos.durability = Durability::kTransientLocal;
  at.qos.deadline = std::chrono::milliseconds(250);
  auto writer = ours_->open_writer(at, events);
  ASSERT_TRUE(writer);
  ours_->announce(node("pub"), {}, {(*writer)->gid()}, false);
  ASSERT_TRUE(eventually([&] {
    const auto* seen = find(at.topic, GraphEndpoint::Kind::kPublisher);
    return seen && seen->node == node("pub");
  }));
  EXPECT_EQ(seen_.size(), 1u);
  EXPECT_EQ(seen_[0].gid, (*writer)->gid());
  EXPECT_EQ(seen_[0].type, "test/msg/Text");
  EXPECT_EQ(seen_[0].hash, text_type().hash);
  EXPECT_EQ(seen_[0].qos.durability, Durability::kTransientLocal);
  EXPECT_EQ(seen_[0].qos.deadline, std::chrono::milliseconds(250));
  EXPECT_EQ(seen_[0].qos.lifespan, Qos::kInfinite);
}

TEST_F(TwoGraphs, ForgetAnEndpointAndANodeThatAreGone) {
  WriterEvents events;
  auto writer = ours_->open_writer(endpoint(), events);
  ASSERT_TRUE(writer);
  ours_->announce(node("brief"), {}, {(*writer)->gid()}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("brief")); }));
  ours_->announce(node("brief"), {}, {}, true);
  (*writer).reset();
  EXPECT_TRUE(eventually([&] {
    return !sees_node(node("brief")) &&
           !find(endpoint().topic, GraphEndpoint::Kind::kPublisher);
  }));
}

TEST_F(TwoGraphs, ForgetTheNodesOfAContextThatIsGone) {
  ours_->announce(node("doomed"), {}, {}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("doomed")); }));
  ours_.reset();
  EXPECT_TRUE(eventually([&] { return !sees_node(node("doomed")); }));
}

TEST_F(TwoGraphs, KnowOurOwnNodesAtOnce) {
  theirs_->announce(node("own"), {}, {}, false);
  EXPECT_TRUE(sees_node(node("own")));
}

TEST_F(TwoGraphs, NameTheNodeOfAnEndpointThatNobodyAnnouncedUnknown) {
  Collector inbox;
  auto reader = ours_->open_reader(endpoint(), inbox);
  ASSERT_TRUE(reader);
  ASSERT_TRUE(eventually(
      [&] { return find(endpoint().topic, GraphEndpoint::Kind::kSubscription) != nullptr; }));
  EXPECT_EQ(seen_[0].node.name, "_NODE_NAME_UNKNOWN_");
}

TEST_F(TwoGraphs, TellTheEnclave) {
  ours_->announce(node("enclosed"), {}, {}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("enclosed")); }));
  for (const GraphNode& seen : theirs_->graph()->nodes()) {
    if (seen.node != node("enclosed")) continue;
    EXPECT_EQ(seen.enclave, "/");
  }
}

TEST_F(TwoGraphs, TellManyNodesWithoutASampleForEach) {
  for (int i = 0; i < 100; ++i) {
    for (int endpoints = 1; endpoints <= 17; ++endpoints) {
      ours_->announce(node("n" + std::to_string(i) + "_"), std::vector<Gid>(endpoints), {}, false);
    }
  }
  EXPECT_TRUE(eventually([&] { return sees_node(node("n99_")) && sees_node(node("n0_")); }));
}

// Cyclone then lends more of them at once than it is asked for later.
TEST_F(TwoGraphs, TellManyEndpointsAgainAndAgain) {
  constexpr std::size_t kMany = 600;
  WriterEvents events;
  std::vector<std::unique_ptr<Writer>> writers;
  for (std::size_t i = 0; i < kMany; ++i) {
    auto writer = theirs_->open_writer(endpoint(), events);
    ASSERT_TRUE(writer) << writer.error().what;
    writers.push_back(std::move(*writer));
  }
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(theirs_->graph()->endpoints_of(endpoint().topic).size(), kMany) << round;
  }
  writers.resize(1);
  EXPECT_TRUE(eventually(
      [&] { return theirs_->graph()->endpoints_of(endpoint().topic).size() == 1; }));
}

TEST(DiscoveryInfo, IsDecodedAsItWasEncoded) {
  auto* info = new ParticipantEntities;
  info->gid.bytes[3] = 7;
  Gid one, two;
  one.bytes[0] = 1;
  two.bytes[15] = 2;
  info->nodes = {{{"talker", "/"}, {one}, {two, one}}, {{"x", "/a/b"}, {}, {}}};
  MessagePtr sent = Message::from_object(participant_entities_type(), info);
  MessagePtr received = Message::from_bytes(participant_entities_type(), sent->bytes(), {});
  const auto* copy = static_cast<const ParticipantEntities*>(received->object());
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->gid, info->gid);
  ASSERT_EQ(copy->nodes.size(), 2u);
  EXPECT_EQ(copy->nodes[0].node, info->nodes[0].node);
  EXPECT_EQ(copy->nodes[0].readers, info->nodes[0].readers);
  EXPECT_EQ(copy->nodes[0].writers, info->nodes[0].writers);
  EXPECT_EQ(copy->nodes[1].node, info->nodes[1].node);
}

TEST(DiscoveryInfo, RefusesEveryTruncation) {
  auto* info = new ParticipantEntities;
  info->nodes = {{{"talker", "/"}, {Gid{}}, {Gid{}}}};
  MessagePtr sent = Message::from_object(participant_entities_type(), info);
  for (std::size_t size = 0; size < sent->bytes().size; ++size) {
    const Bytes part{sent->bytes().data, size};
    EXPECT_EQ(Message::from_bytes(participant_entities_type(), part, {})->object(), nullptr)
        << size << " bytes";
  }
}

TEST(Demangle, GivesRosNamesBack) {
  EXPECT_EQ(ros_topic("rt/a/b")->name, "/a/b");
  EXPECT_EQ(ros_topic("rq/a/bRequest")->name, "/a/b");
  EXPECT_EQ(ros_topic("rr/a/bReply")->name, "/a/b");
  EXPECT_FALSE(ros_topic("Square"));
  EXPECT_FALSE(ros_topic("rq/a/b"));
  EXPECT_FALSE(ros_topic(""));
  EXPECT_EQ(ros_type("std_msgs::msg::dds_::String_", RosTopic::Kind::kTopic),
            "std_msgs/msg/String");
  EXPECT_EQ(ros_type("a::srv::dds_::S_Request_", RosTopic::Kind::kRequest), "a/srv/S");
  EXPECT_EQ(ros_type("a::srv::dds_::S_Response_", RosTopic::Kind::kReply), "a/srv/S");
  EXPECT_EQ(ros_type("ShapeType", RosTopic::Kind::kTopic), "ShapeType");
}

}  // namespace
}  // namespace ranvier::cyclone::testing
