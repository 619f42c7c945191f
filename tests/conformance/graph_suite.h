// What every Graph must do, for two contexts of a network that see each other.
#pragma once

#include <algorithm>

#include "endpoints.h"
#include "network.h"

namespace ranvier::conformance {

using namespace support;

class GraphSuite : public ::testing::TestWithParam<Network> {
 protected:
  GraphSuite() {
    theirs().watch([this] { changes_.change([] {}); });
  }
  ~GraphSuite() override { theirs().watch(nullptr); }

  NetworkGraph& ours() { return *ours_->graph(); }
  NetworkGraph& theirs() { return *theirs_->graph(); }
  static NodeName node(const std::string& name) {
    return {name + std::to_string(::getpid()), "/here"};
  }
  // Looks again after every change that the graph tells of.
  template <class Condition>
  bool eventually(Condition&& condition) {
    return changes_.wait(condition);
  }
  const GraphEndpoint* find(const std::string& name, GraphEndpoint::Kind kind) {
    seen_ = theirs().endpoints_of(name);
    const auto found = std::find_if(seen_.begin(), seen_.end(),
                                    [&](const auto& endpoint) { return endpoint.kind == kind; });
    return found == seen_.end() ? nullptr : &*found;
  }
  const GraphNode* find(const NodeName& name) {
    nodes_ = theirs().nodes();
    const auto found = std::find_if(nodes_.begin(), nodes_.end(),
                                    [&](const GraphNode& node) { return node.node == name; });
    return found == nodes_.end() ? nullptr : &*found;
  }
  bool sees_node(const NodeName& name) { return find(name) != nullptr; }

  Waiter changes_;
  std::vector<GraphEndpoint> seen_;
  std::vector<GraphNode> nodes_;
  std::unique_ptr<Route> ours_ = GetParam().open(0);
  std::unique_ptr<Route> theirs_ = GetParam().open(100);
};

TEST_P(GraphSuite, ShowsAPublisherWithItsNodeTypeHashAndQos) {
  WriterEvents events;
  Endpoint at = endpoint();
  at.qos.durability = Durability::kTransientLocal;
  at.qos.deadline = std::chrono::milliseconds(250);
  auto writer = ours_->open_writer(at, events);
  ASSERT_TRUE(writer);
  ours().announce(node("pub"), {}, {(*writer)->gid()}, false);
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
  EXPECT_FALSE(seen_[0].own);
}

TEST_P(GraphSuite, ForgetsAnEndpointAndANodeThatAreGone) {
  WriterEvents events;
  auto writer = ours_->open_writer(endpoint(), events);
  ASSERT_TRUE(writer);
  ours().announce(node("brief"), {}, {(*writer)->gid()}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("brief")); }));
  ours().announce(node("brief"), {}, {}, true);
  (*writer).reset();
  EXPECT_TRUE(eventually([&] {
    return !sees_node(node("brief")) && !find(endpoint().topic, GraphEndpoint::Kind::kPublisher);
  }));
}

TEST_P(GraphSuite, ForgetsTheNodesOfAContextThatIsGone) {
  ours().announce(node("doomed"), {}, {}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("doomed")); }));
  ours_.reset();
  EXPECT_TRUE(eventually([&] { return !sees_node(node("doomed")); }));
}

TEST_P(GraphSuite, KnowsItsOwnNodesAtOnce) {
  theirs().announce(node("own"), {}, {}, false);
  ASSERT_TRUE(sees_node(node("own")));
  EXPECT_TRUE(find(node("own"))->own);
}

TEST_P(GraphSuite, NamesTheNodeOfAnEndpointThatNobodyAnnouncedUnknown) {
  Collector inbox;
  auto reader = ours_->open_reader(endpoint(), inbox);
  ASSERT_TRUE(reader);
  ASSERT_TRUE(eventually(
      [&] { return find(endpoint().topic, GraphEndpoint::Kind::kSubscription) != nullptr; }));
  EXPECT_EQ(seen_[0].node.name, "_NODE_NAME_UNKNOWN_");
}

TEST_P(GraphSuite, TellsTheEnclave) {
  ours().announce(node("enclosed"), {}, {}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("enclosed")); }));
  EXPECT_EQ(find(node("enclosed"))->enclave, "/");
  EXPECT_FALSE(find(node("enclosed"))->own);
}

TEST_P(GraphSuite, MissesWhatWasAnnouncedUntilItIsThere) {
  Gid made_up;
  made_up.bytes[0] = 1;
  ours().announce(node("early"), {made_up}, {}, false);
  ASSERT_TRUE(eventually([&] { return sees_node(node("early")); }));
  EXPECT_GE(theirs().gaps().missing, 1U);
  ours().announce(node("early"), {}, {}, false);
  EXPECT_TRUE(eventually([&] { return theirs().gaps().missing == 0; }));
}

TEST_P(GraphSuite, MissesNothingOfAContextWithoutNodes) {
  EXPECT_TRUE(
      eventually([&] { return theirs().gaps().heard > 0 && theirs().gaps().missing == 0; }));
}

TEST_P(GraphSuite, TellsManyNodesWithoutASampleForEach) {
  for (int i = 0; i < 100; ++i) {
    for (int endpoints = 1; endpoints <= 17; ++endpoints) {
      ours().announce(node("n" + std::to_string(i) + "_"), std::vector<Gid>(endpoints), {}, false);
    }
  }
  EXPECT_TRUE(eventually([&] { return sees_node(node("n99_")) && sees_node(node("n0_")); }));
}

// More than a route may ask its network for at once.
TEST_P(GraphSuite, TellsManyEndpointsAgainAndAgain) {
  constexpr std::size_t kMany = 600;
  WriterEvents events;
  std::vector<std::unique_ptr<Writer>> writers;
  for (std::size_t i = 0; i < kMany; ++i) {
    auto writer = theirs_->open_writer(endpoint(), events);
    ASSERT_TRUE(writer) << writer.error().what;
    writers.push_back(std::move(*writer));
  }
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(theirs().endpoints_of(endpoint().topic).size(), kMany) << round;
  }
  writers.resize(1);
  EXPECT_TRUE(eventually([&] { return theirs().endpoints_of(endpoint().topic).size() == 1; }));
}

}  // namespace ranvier::conformance
