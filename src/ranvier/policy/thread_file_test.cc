#include "ranvier/policy/thread_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ranvier/policy/policy_file.h"

namespace ranvier {
namespace {

using Kind = GroupEntity::Kind;
using Policy = ThreadSettings::Policy;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* kPublished = R"yaml(hardware_info:
  model_name: A processor
  cpu_family: 6
callback_groups:
  - id: /ns/node@Subscription(/topic)@Waitable
    affinity: [2, 3]
    policy: SCHED_FIFO
    priority: 50
  - id: "/ns/node@Timer(100000000)"
    affinity: ~
    policy: SCHED_OTHER
    priority: -10
  - {id: "/ns/other@Service(/ns/other/get)", policy: SCHED_DEADLINE,
     runtime: 1000000, deadline: 2000000, period: 20000000}
  - {id: /quiet@Client(/ask), policy: SCHED_BATCH, nice: 5, affinity: []}
non_ros_threads:
  - {id: worker, affinity: [4], policy: SCHED_RR, priority: 10}
)yaml";

ThreadFile parsed(const std::string& text) {
  const auto file = PolicyFile::parse(text, "a.yaml");
  EXPECT_TRUE(file) << file.error().what;
  return file ? file->thread_file() : ThreadFile();
}

std::string refusal(const std::string& text) {
  const auto file = PolicyFile::parse(text, "a.yaml");
  return file ? "it was taken" : file.error().what;
}

std::string refusal_of_group(const std::string& fields) {
  return refusal("callback_groups:\n  - {id: /n, " + fields + "}\n");
}

TEST(ThreadFileTest, EachGroupHasWhatThePublishedFormatSays) {
  const ThreadFile file = parsed(kPublished);
  const ThreadSettings* fifo = file.of_group("/ns/node@Subscription(/topic)");
  ASSERT_NE(fifo, nullptr);
  EXPECT_EQ(fifo->policy, Policy::kFifo);
  EXPECT_EQ(fifo->priority, 50);
  EXPECT_THAT(fifo->cpus, ElementsAre(2, 3));
  const ThreadSettings* other = file.of_group("/ns/node@Timer(100000000)");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->policy, Policy::kOther);
  EXPECT_EQ(other->nice, -10);
  EXPECT_THAT(other->cpus, IsEmpty());
  const ThreadSettings* deadline = file.of_group("/ns/other@Service(/ns/other/get)");
  ASSERT_NE(deadline, nullptr);
  EXPECT_EQ(deadline->runtime, 1ms);
  EXPECT_EQ(deadline->deadline, 2ms);
  EXPECT_EQ(deadline->period, 20ms);
  const ThreadSettings* batch = file.of_group("/quiet@Client(/ask)");
  ASSERT_NE(batch, nullptr);
  EXPECT_EQ(batch->nice, 5);
  const ThreadSettings* worker = file.settings_of_thread("worker");
  ASSERT_NE(worker, nullptr);
  EXPECT_EQ(worker->policy, Policy::kRoundRobin);
  EXPECT_EQ(file.of_group("/ns/node"), nullptr);
  EXPECT_THAT(file.groups_of("/ns/node"),
              ElementsAre("/ns/node@Subscription(/topic)", "/ns/node@Timer(100000000)"));
  EXPECT_EQ(file.settings_of_thread("/ns/node@Timer(100000000)"), nullptr);
}

TEST(ThreadFileTest, AnEmptyFileNamesNobody) {
  for (const char* const text : {"", "callback_groups:\nnon_ros_threads: ~\nthreads:\n"}) {
    EXPECT_FALSE(parsed(text).has_plan()) << text;
  }
}

TEST(ThreadFileTest, AnIdIsNoPattern) {
  const ThreadFile file = parsed("callback_groups: [{id: '/n.*@Timer(1+)', policy: SCHED_IDLE}]");
  EXPECT_EQ(file.of_group("/node@Timer(11)"), nullptr);
  EXPECT_NE(file.of_group("/n.*@Timer(1+)"), nullptr);
}

TEST(ThreadFileTest, WhatTheRuntimeAddsToANodeDoesNotCount) {
  const ThreadFile file = parsed(
      "callback_groups:\n"
      "  - id: /n@Subscription(/parameter_events)@Subscription(/in)@Service(/n/get_parameters)"
      "@Service(/n/mine)@Service(/m/get_parameters)@Service(/n/get_type_description)@Waitable\n"
      "    policy: SCHED_IDLE\n");
  EXPECT_NE(file.of_group(group_id("/n", {{Kind::kSubscription, "/in"},
                                          {Kind::kService, "/n/mine"},
                                          {Kind::kService, "/m/get_parameters"}})),
            nullptr);
}

TEST(ThreadFileTest, AGroupIsNamedByItsNodeAndItsEntitiesInOrder) {
  EXPECT_EQ(group_id("/ns/n", {{Kind::kSubscription, "/a"},
                               {Kind::kService, "/ns/n/s"},
                               {Kind::kClient, "/c"},
                               {Kind::kTimer, "100000000"}}),
            "/ns/n@Subscription(/a)@Service(/ns/n/s)@Client(/c)@Timer(100000000)");
  EXPECT_EQ(group_id("/n", {}), "/n");
}

TEST(ThreadFileTest, AThreadIsNamedByItsNodeAndItsFirstEntity) {
  const std::pair<const char*, const char*> names[] = {
      {"/lidar@Subscription(/front/points_raw)", "lidar.points_ra"},
      {"/ns/planner@Timer(100000000)", "planner.100ms"},
      {"/n@Timer(1333000)", "n.1333us"},
      {"/n@Timer(2000000000)@Timer(1)", "n.2s"},
      {"/n@Subscription(/a/b)@Service(/s)@Timer(1)", "n.b"},
      {"/n@Timer(0)", "n.0ns"},
      {"/behavior_path_planner@Service(/behavior_path_planner/replan)", "behavior.replan"},
      {"/behavior_path_planner@Timer(1)", "behavior_pa.1ns"},
      {"/behavior_path_planner", "behavior_path_p"},
      {"/n@Subscription(/parameter_events)@Client(/ask)", "n.ask"},
      {"", ""},
      {"@", "."},
      {"/n@Timer(soon)", "n.soon"},
  };
  for (const auto& [id, name] : names) {
    EXPECT_EQ(thread_name_of(id), name) << id;
    EXPECT_LE(thread_name_of(id).size(), ThreadSettings::kLongestName);
  }
}

TEST(ThreadFileTest, WhatIsWrongIsRefusedWithLineFieldAndRemedy) {
  const std::pair<std::string, const char*> wrong[] = {
      {refusal("[1]"), "a.yaml, line 1: the file is a map with order"},
      {refusal("groups: []"),
       "the file has no part 'groups'. Its parts are order, callbacks, trigger"},
      {refusal("callback_groups: 7"), "callback_groups is a list of threads, and not '7'"},
      {refusal("callback_groups:\n  - /n\n"), "a.yaml, line 2: a thread is a map"},
      {refusal("callback_groups:\n  - policy: SCHED_FIFO\n    priority: 1\n"), "has no id"},
      {refusal("callback_groups:\n  - id: ~\n"), "id is the name of a callback group"},
      {refusal("callback_groups:\n- id: /n@Timer(1)\n- id: /n@Timer(1)@Waitable\n"),
       "a.yaml, line 3: '/n@Timer(1)@Waitable' is there already"},
      {refusal("callback_groups:\n- id: /n\n  id: /m\n"), "line 3: 'id' stands twice"},
      {refusal("callback_groups:\n- id: /n\n  afinity: [0]\n"),
       "a.yaml, line 3: a thread has no field 'afinity'. Its fields are id, affinity"},
      {refusal("callback_groups: *other"), "aliases are not supported"},
      {refusal("callback_groups: [}"), "not valid YAML"},
      {refusal("--- {}\n--- {}\n"), "only one YAML document"},
      {refusal("threads: group"), "threads is a map with each, count"},
      {refusal("threads: {each: node}"), "each is 'node'. Give executor, or group"},
      {refusal("threads:\n  count: 0\n"), "line 2: count is '0'. Give a number from 1 to 1024"},
      {refusal("threads: {id: /n}"), "threads has no field 'id'. Its fields are each, count, aff"},
      {refusal("threads: {policy: SCHED_RR}"), "threads: SCHED_RR needs a priority"},
      {refusal("callback_groups: [{id: /n, count: 2}]"), "a thread has no field 'count'"},
      {refusal_of_group("affinity: 0"), "affinity is a list of CPUs, and not '0'"},
      {refusal_of_group("affinity: [-1]"), "affinity has '-1', which is no CPU"},
      {refusal_of_group("affinity: [0.5]"), "affinity has '0.5', which is no CPU"},
      {refusal_of_group("affinity: [1024]"), "'/n': CPU 1024 cannot be"},
      {refusal_of_group("policy: SCHED_FIF0"), "policy is 'SCHED_FIF0'. Give SCHED_OTHER"},
      {refusal_of_group("policy: SCHED_FIFO"), "'/n': SCHED_FIFO needs a priority"},
      {refusal_of_group("policy: SCHED_FIFO, priority: 100"), "priority 100 cannot be"},
      {refusal_of_group("policy: SCHED_FIFO, priority: high"), "and not 'high'"},
      {refusal_of_group("policy: SCHED_FIFO, nice: 3"), "SCHED_FIFO has no nice"},
      {refusal_of_group("policy: SCHED_OTHER, nice: 3, priority: 3"), "Keep nice"},
      {refusal_of_group("policy: SCHED_OTHER, nice: 20"), "nice 20 cannot be"},
      {refusal_of_group("policy: SCHED_OTHER, runtime: 5"), "SCHED_OTHER has no runtime"},
      {refusal_of_group("priority: 3"), "'/n': there is no policy"},
      {refusal_of_group("policy: SCHED_DEADLINE, runtime: -1"), "runtime is a number of"},
      {refusal_of_group("policy: SCHED_DEADLINE, runtime: 3ms"), "and not '3ms'"},
      {refusal_of_group("policy: SCHED_DEADLINE, priority: 1"), "has no priority and no nice"},
      {refusal_of_group("policy: SCHED_DEADLINE, runtime: 9000, deadline: 5000, period: 5000"),
       "a deadline of at least the runtime"},
  };
  for (const auto& [said, words] : wrong) {
    EXPECT_THAT(said, AllOf(StartsWith("a.yaml, line "), HasSubstr(words)));
  }
}

TEST(ThreadFileTest, AnEntryNamesTheGroupThatHasItsCallbacks) {
  const ThreadFile file = parsed(
      "callback_groups:\n"
      "  - {id: /n, policy: SCHED_IDLE}\n"
      "  - {id: '/n@Timer(5)', policy: SCHED_BATCH}\n"
      "  - {id: '/n@Timer(5)@Timer(5)', policy: SCHED_BATCH, nice: 2}\n"
      "  - {id: '/n@Subscription(/a)@Timer(5)', policy: SCHED_BATCH, nice: 3}\n"
      "  - {id: '/m@Waitable', policy: SCHED_BATCH, nice: 4}\n");
  const auto nice_of = [&](const char* id) {
    const ThreadSettings* const found = file.of_group(id);
    return found == nullptr ? -1 : found->policy == Policy::kIdle ? 99 : found->nice;
  };
  EXPECT_EQ(nice_of("/n@Timer(5)"), 0);
  EXPECT_EQ(nice_of("/n@Service(/s)@Timer(5)@Timer(6)"), 0) << "a part of its callbacks";
  EXPECT_EQ(nice_of("/n@Timer(5)@Timer(5)"), 2) << "the entry with the most callbacks";
  EXPECT_EQ(nice_of("/n@Subscription(/a)@Timer(5)@Timer(5)"), 2) << "then the first";
  EXPECT_EQ(nice_of("/n@Subscription(/a)@Timer(5)"), 3);
  EXPECT_EQ(nice_of("/n@Timer(6)"), 99) << "a node is all its groups";
  EXPECT_EQ(nice_of("/n"), 99);
  EXPECT_EQ(nice_of("/n2@Timer(5)"), -1);
  EXPECT_EQ(nice_of("/m"), 4) << "the group without callbacks of users";
  EXPECT_EQ(nice_of("/m@Timer(5)"), -1);
}

TEST(ThreadFileTest, ThreadsSaysWhatAllHaveThatNoEntryNames) {
  const ThreadFile file = parsed(
      "threads: {each: group, count: 2, policy: SCHED_FIFO, priority: 7, affinity: [1]}\n"
      "callback_groups:\n"
      "  - {id: /a, affinity: [0]}\n"
      "  - {id: /b, policy: SCHED_OTHER}\n");
  EXPECT_EQ(file.each(), ThreadPlan::Each::kGroup);
  EXPECT_EQ(file.count(), 2u);
  EXPECT_EQ(file.usual().policy, Policy::kFifo);
  EXPECT_EQ(file.usual().priority, 7);
  EXPECT_EQ(file.of_group("/a")->priority, 7) << "what an entry leaves out is as threads says";
  EXPECT_THAT(file.of_group("/a")->cpus, ElementsAre(0));
  EXPECT_EQ(file.of_group("/b")->policy, Policy::kOther);
  EXPECT_THAT(file.of_group("/b")->cpus, ElementsAre(1));
  const ThreadFile plain = parsed("threads: {}\n");
  EXPECT_EQ(plain.each(), ThreadPlan::Each::kExecutor);
  EXPECT_EQ(plain.count(), 0u);
}

TEST(ThreadFileTest, AFileOfTheConfiguratorOrdersNothingAndPlansThreads) {
  const auto file = PolicyFile::parse(kPublished, "a.yaml");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->order(), Order::kArrival);
  ASSERT_NE(file->threads(), nullptr);
  EXPECT_TRUE(file->threads()->names_groups());
  EXPECT_EQ(PolicyFile::parse("order: priority\n", "a.yaml")->threads(), nullptr);
}

}  // namespace
}  // namespace ranvier
