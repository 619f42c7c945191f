// Whether a context has shared memory is for RANVIER_SHM to say.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "graph.h"
#include "ranvier/assemble/assemble.h"

namespace ranvier {
namespace {

class ShmChoiceTest : public ::testing::Test {
 protected:
  ShmChoiceTest() { ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1); }
  ~ShmChoiceTest() override {
    ::unsetenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
    ::unsetenv("RANVIER_SHM");
  }
  static Result<std::shared_ptr<Context>> open() {
    ContextOptions options;
    options.domain = 1 + static_cast<std::size_t>(::getpid()) % 200;
    return make_context(options);
  }
  static std::string network_of_context() {
    const auto context = open();
    EXPECT_TRUE(context);
    return (*context)->network()->name();
  }
};

TEST_F(ShmChoiceTest, ThereIsNoneUnlessItIsAskedFor) {
  ::unsetenv("RANVIER_SHM");
  EXPECT_EQ(network_of_context(), "cyclone");
  ::setenv("RANVIER_SHM", "0", 1);
  EXPECT_EQ(network_of_context(), "cyclone");
}

TEST_F(ShmChoiceTest, EveryContextOfAProcessHasTheSame) {
  ::setenv("RANVIER_SHM", "1", 1);
  const auto first = open();
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)->network()->name(), std::string("shm"));
  EXPECT_EQ(network_of_context(), "shm");
}

// A node in a context of its own, which an engine has.
struct Corner {
  Corner(std::shared_ptr<Context> of, Engine& by, const char* name)
      : engine(by), node(std::make_shared<Node>(std::move(of), NodeName{name, "/"})) {
    node->attach(engine);
  }
  ~Corner() { node->detach(engine); }
  Engine& engine;
  const std::shared_ptr<Node> node;
};

TEST_F(ShmChoiceTest, APublisherAndASubscriptionOfTwoContextsTalk) {
  ::setenv("RANVIER_SHM", "1", 1);
  Engine engine;
  const Corner here(*open(), engine, "here"), there(*open(), engine, "there");
  const Endpoint at = support::endpoint(support::keep_all());
  std::vector<std::string> heard;
  Gid publisher;
  const auto out = *Publisher::open(here.node, at);
  const support::Closing<Subscription> in(*Subscription::open(
      there.node, there.node->default_strand(), at, {}, support::on_message([&](MessagePtr message) {
        heard.push_back(support::data_of(message));
        publisher = message->header().publisher;
      })));
  while (out->matched() == 0 || in->matched() == 0) std::this_thread::yield();
  for (int i = 0; i < 3000; ++i) EXPECT_TRUE(out->send(new support::Text(std::to_string(i % 900))));
  while (heard.size() < 3000) engine.spin_ready();
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(heard[i], std::to_string(i % 900));
  EXPECT_EQ(publisher, out->gid());
}

TEST_F(ShmChoiceTest, WhatIsNeitherOneNorZeroIsRefusedByName) {
  ::setenv("RANVIER_SHM", "yes", 1);
  const auto refused = open();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("RANVIER_SHM='yes'"), std::string::npos);
}

}  // namespace
}  // namespace ranvier
