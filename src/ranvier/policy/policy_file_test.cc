#include "ranvier/policy/policy_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ranvier {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

PolicyFile order_in(const std::string& text) {
  auto file = PolicyFile::parse(text, "p.yaml");
  EXPECT_TRUE(file) << file.error().what;
  return file ? *std::move(file) : PolicyFile();
}

std::string order_fault(const std::string& text) {
  const auto file = PolicyFile::parse(text, "p.yaml");
  return file ? "it was taken" : file.error().what;
}

TEST(PolicyFileTest, NamesCallbacksAndTheRestOfANode) {
  const PolicyFile file = order_in(
      "order: priority\n"
      "callbacks:\n"
      "  - {id: \"/planner@Subscription(/map)\", priority: 10}\n"
      "  - {id: \"/planner@Timer(100000000)\", priority: -5}\n"
      "  - {id: /planner, priority: 1}\n");
  EXPECT_EQ(file.order(), Order::kPriority);
  EXPECT_EQ(file.value("/planner", {GroupEntity::Kind::kSubscription, "/map"}), 10);
  EXPECT_EQ(file.value("/planner", {GroupEntity::Kind::kTimer, "100000000"}), -5);
  EXPECT_EQ(file.value("/planner", {GroupEntity::Kind::kService, "/plan"}), 1);
  EXPECT_EQ(file.value("/planner", {GroupEntity::Kind::kService, "/planner/get_parameters"}), 1);
  EXPECT_EQ(file.value("/planner2", {GroupEntity::Kind::kSubscription, "/map"}), 0);
}

TEST(PolicyFileTest, HasDeadlinesInNanoseconds) {
  const PolicyFile file = order_in("callbacks: [{id: /n, deadline: 20000000}]\norder: deadline\n");
  EXPECT_EQ(file.order(), Order::kDeadline);
  EXPECT_EQ(file.value("/n", {GroupEntity::Kind::kClient, "/ask"}), 20'000'000);
}

TEST(PolicyFileTest, AFileWithoutCallbacksIsTheOrderAlone) {
  EXPECT_EQ(order_in("order: arrival\ncallbacks:\n").order(), Order::kArrival);
}

TEST(PolicyFileTest, ASequenceGoesByThePlacesInItsList) {
  const PolicyFile file = order_in(
      "order: sequence\ntrigger: /n@Timer(5)\nsemantics: let\n"
      "callbacks: [{id: /z}, {id: /n@Timer(5)}]\n");
  EXPECT_EQ(file.value("/z", {GroupEntity::Kind::kClient, "/ask"}), 1);
  EXPECT_EQ(file.value("/n", {GroupEntity::Kind::kTimer, "5"}), 2);
  EXPECT_EQ(file.value("/other", {GroupEntity::Kind::kTimer, "5"}), 0);
  ASSERT_NE(file.rounds(), nullptr);
  EXPECT_EQ(file.rounds()->places, 2u);
  EXPECT_TRUE(file.rounds()->reads_first);
  EXPECT_TRUE(file.rounds()->trigger({false, true}));
  EXPECT_FALSE(file.rounds()->trigger({true, false}));
  const PolicyFile all =
      order_in("order: sequence\ntrigger: all\ncallbacks: [{id: /a}, {id: /b}]\n");
  EXPECT_FALSE(all.rounds()->trigger({true, false}));
  EXPECT_EQ(order_in("order: priority\n").rounds(), nullptr);
}

TEST(PolicyFileTest, EachFaultIsNamedWithLineFieldAndRemedy) {
  const struct {
    const char* text;
    std::vector<std::string> words;
  } kFaults[] = {
      {"- a\n", {"line 1", "a map with order, callbacks, trigger", "a list"}},
      {"order: fastest\n", {"line 1", "'fastest'", "arrival, priority, deadline or sequence"}},
      {"order: priority\ntrigger: all\n", {"line 2", "trigger", "order: sequence"}},
      {"order: sequence\ntrigger: two\n", {"line 2", "'two'", "any, all or the id"}},
      {"order: sequence\nsemantics: LET\n", {"line 2", "'LET'", "rclcpp or let"}},
      {"order: sequence\ncallbacks: [{id: /n, priority: 1}]\n", {"no field 'priority'"}},
      {"order: sequence\nthreads: {each: group}\n", {"line 1", "one thread"}},
      {"order: priority\nthread: 1\n", {"line 2", "no part 'thread'"}},
      {"order: priority\norder: deadline\n", {"line 2", "order"}},
      {"order: priority\ncallbacks: /n\n", {"line 2", "callbacks is a list", "'/n'"}},
      {"order: priority\ncallbacks: [/n]\n", {"line 2", "a map with id and priority"}},
      {"order: priority\ncallbacks: [{priority: 1}]\n", {"no id"}},
      {"order: priority\ncallbacks: [{id: /n}]\n", {"'/n' has no priority"}},
      {"order: priority\ncallbacks: [{id: n, priority: 1}]\n", {"'n'", "full name"}},
      {"order: priority\ncallbacks: [{id: /n, priority: high}]\n", {"'high'", "whole number"}},
      {"order: priority\ncallbacks: [{id: /n, priority: 99999999999999999999}]\n",
       {"'99999999999999999999'"}},
      {"order: priority\ncallbacks: [{id: /n, deadline: 5}]\n",
       {"no field 'deadline'", "priority"}},
      {"order: deadline\ncallbacks: [{id: /n, deadline: -5}]\n", {"'-5'", "more than 0"}},
      {"order: priority\ncallbacks: [{id: \"/n@Timer(1)@Timer(2)\", priority: 1}]\n",
       {"two callbacks"}},
      {"order: priority\ncallbacks: [{id: /n, priority: 1}, {id: /n, priority: 2}]\n",
       {"'/n' is there already"}},
  };
  for (const auto& [text, words] : kFaults) {
    const std::string fault = order_fault(text);
    EXPECT_THAT(fault, StartsWith("p.yaml")) << text;
    for (const std::string& word : words) EXPECT_THAT(fault, HasSubstr(word)) << text;
  }
}

TEST(PolicyFileTest, AFileThatIsNotThereIsNamedWithItsVariable) {
  ::setenv("RANVIER_EXECUTOR_POLICY", "/not/there.yaml", 1);
  const auto file = PolicyFile::of_environment();
  ::unsetenv("RANVIER_EXECUTOR_POLICY");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().what,
              AllOf(HasSubstr("RANVIER_EXECUTOR_POLICY"), HasSubstr("/not/there.yaml")));
  const auto none = PolicyFile::of_environment();
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, nullptr);
}

}  // namespace
}  // namespace ranvier
