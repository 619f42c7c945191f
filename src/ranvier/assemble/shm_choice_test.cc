// Whether a context has shared memory is for RANVIER_SHM to say.
#include <gtest/gtest.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "eventually.h"
#include "graph.h"
#include "own_domain.h"
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
    options.domain = support::own_domain();
    return make_context(options);
  }
  static std::string network_of_context() {
    const auto context = open();
    EXPECT_TRUE(context);
    return (*context)->networks().front()->name();
  }
};

TEST_F(ShmChoiceTest, ThereIsOneUnlessItIsRefused) {
  ::unsetenv("RANVIER_SHM");
  EXPECT_EQ(network_of_context(), "shm");
  ::setenv("RANVIER_SHM", "0", 1);
  EXPECT_EQ(network_of_context(), "cyclone");
}

TEST_F(ShmChoiceTest, EveryContextOfAProcessHasTheSame) {
  ::setenv("RANVIER_SHM", "1", 1);
  const auto first = open();
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)->networks().front()->name(), std::string("shm"));
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

// Of both ways: what the threads and the mappings of this process are.
struct Paid {
  std::ptrdiff_t threads = 0;
  int segments = 0;
};

Paid paid() {
  Paid now;
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  now.threads = std::distance(begin(tasks), end(tasks));
  const std::string folder = "/dev/shm/ranvier-" + std::to_string(::geteuid()) + "/";
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    now.segments += line.find(folder) != std::string::npos;
  }
  return now;
}

// With publishers and subscriptions that have found each other, all in one context. Waits for
// threads that were joined before, and which the kernel still lists, if there are more than `most`.
Paid paid_by_a_process_on_its_own(const std::shared_ptr<Context>& context,
                                  std::ptrdiff_t most = PTRDIFF_MAX) {
  Engine engine;
  const Corner here(context, engine, "here");
  const Endpoint at = support::endpoint(support::keep_last(3, Durability::kTransientLocal));
  std::vector<std::string> heard;
  const auto out = *Publisher::open(here.node, at);
  EXPECT_TRUE(out->send(new support::Text("mine")));
  const support::Closing<Subscription> in(*Subscription::open(
      here.node, here.node->default_strand(), at, {}, support::on_message([&](MessagePtr message) {
        heard.push_back(support::data_of(message));
      })));
  while (heard.empty()) engine.spin_ready();
  Paid now;
  support::eventually([&] { return (now = paid()).threads <= most; });
  return now;
}

TEST_F(ShmChoiceTest, AProcessWithoutAPeerPaysNothing) {
  ::setenv("RANVIER_SHM", "0", 1);
  const Paid without = paid_by_a_process_on_its_own(*open());
  ::unsetenv("RANVIER_SHM");
  const Paid with = paid_by_a_process_on_its_own(*open(), without.threads);
  EXPECT_LE(with.threads, without.threads);
  EXPECT_EQ(with.segments, 0);
}

TEST_F(ShmChoiceTest, APublisherAndASubscriptionOfTwoContextsTalk) {
  ::setenv("RANVIER_SHM", "1", 1);
  Engine engine;
  const Corner here(*open(), engine, "here"), there(*open(), engine, "there");
  const Endpoint at = support::endpoint(support::keep_all());
  std::vector<std::string> heard;
  Gid publisher;
  const auto out = *Publisher::open(here.node, at);
  const support::Closing<Subscription> in(
      *Subscription::open(there.node, there.node->default_strand(), at, {},
                          support::on_message([&](MessagePtr message) {
                            heard.push_back(support::data_of(message));
                            publisher = message->header().publisher;
                          })));
  while (out->matched() == 0 || in->matched() == 0) std::this_thread::yield();
  for (int i = 0; i < 3000; ++i) EXPECT_TRUE(out->send(new support::Text(std::to_string(i % 900))));
  while (heard.size() < 3000) engine.spin_ready();
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(heard[i], std::to_string(i % 900));
  EXPECT_EQ(publisher, out->gid());
}

TEST_F(ShmChoiceTest, EnginesHaveShortSlicesIfTheEnvironmentSaysSo) {
  for (const char* const value : {"", "0", "1"}) {
    ::setenv("RANVIER_SHORT_SLICES", value, 1);
    const auto context = *open();
    Engine engine;
    context->add(engine);
    EXPECT_EQ(engine.short_slices(), value == std::string("1"));
    context->remove(engine);
  }
  ::unsetenv("RANVIER_SHORT_SLICES");
}

TEST_F(ShmChoiceTest, WhatIsNeitherOneNorZeroIsRefusedByName) {
  for (const char* const name : {"RANVIER_SHM", "RANVIER_SHORT_SLICES"}) {
    ::setenv(name, "yes", 1);
    const auto refused = open();
    ::unsetenv(name);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find(name + std::string("='yes'")), std::string::npos);
  }
}

}  // namespace
}  // namespace ranvier
