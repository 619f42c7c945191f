#include "ranvier/os/thread_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

namespace ranvier {
namespace {

using Policy = ThreadSettings::Policy;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

ThreadSettings with(Policy policy, int number) {
  ThreadSettings settings;
  settings.policy = policy;
  (is_real_time(policy) ? settings.priority : settings.nice) = number;
  return settings;
}

ThreadSettings with_deadline(std::chrono::nanoseconds runtime, std::chrono::nanoseconds deadline,
                             std::chrono::nanoseconds period) {
  ThreadSettings settings;
  settings.policy = Policy::kDeadline;
  settings.runtime = runtime;
  settings.deadline = deadline;
  settings.period = period;
  return settings;
}

ThreadSettings on(std::vector<unsigned> cpus) {
  ThreadSettings settings;
  settings.cpus = std::move(cpus);
  return settings;
}

// What /proc says of the calling thread: field `number` of its stat, from 1.
std::string stat_field(std::size_t number) {
  std::ifstream file("/proc/self/task/" + std::to_string(::gettid()) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 2));  // the third begins there
  std::string field;
  for (std::size_t at = 3; at <= number && fields >> field; ++at) {}
  return field;
}
std::string priority_in_proc() { return stat_field(40); }
std::string policy_in_proc() { return stat_field(41); }
std::string nice_in_proc() { return stat_field(19); }
std::string name_in_proc() {
  std::string name;
  std::getline(std::ifstream("/proc/self/task/" + std::to_string(::gettid()) + "/comm"), name);
  return name;
}

// Each in a thread of its own: what it has ends with it.
template <class Run>
void in_a_thread(Run run) {
  std::thread(run).join();
}

// Of the calling thread, for good.
void drop_permission_to_schedule() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct own[2];
  ASSERT_EQ(::syscall(SYS_capget, &header, own), 0);
  own[0].effective &= ~(1u << CAP_SYS_NICE);
  ASSERT_EQ(::syscall(SYS_capset, &header, own), 0);
}

bool may_be(const ThreadSettings& settings) {
  bool may = false;
  in_a_thread([&] { may = apply_to_this_thread(settings, "Asking").empty(); });
  return may;
}

TEST(ThreadSettingsTest, AThreadHasItsPolicyWithItsNumberAsProcShowsIt) {
  for (const Policy policy : {Policy::kOther, Policy::kBatch, Policy::kIdle}) {
    in_a_thread([&] {
      EXPECT_THAT(apply_to_this_thread(with(policy, 7), "A test"), IsEmpty());
      EXPECT_EQ(policy_in_proc(), std::to_string(static_cast<int>(policy)));
      EXPECT_EQ(nice_in_proc(), "7");
    });
  }
}

TEST(ThreadSettingsTest, ARealTimeThreadHasItsPriorityAndHandsNoneOn) {
  if (!may_be(with(Policy::kFifo, 3))) GTEST_SKIP() << "this machine gives no SCHED_FIFO";
  for (const Policy policy : {Policy::kFifo, Policy::kRoundRobin}) {
    in_a_thread([&] {
      EXPECT_THAT(apply_to_this_thread(with(policy, 3), "A test"), IsEmpty());
      EXPECT_EQ(policy_in_proc(), std::to_string(static_cast<int>(policy)));
      EXPECT_EQ(priority_in_proc(), "3");
      EXPECT_EQ(settings_of_this_thread().priority, 3);
      in_a_thread([] { EXPECT_EQ(policy_in_proc(), "0"); });
    });
  }
}

TEST(ThreadSettingsTest, AThreadGoesBackToWhatItHad) {
  if (!may_be(with(Policy::kFifo, 3))) GTEST_SKIP() << "this machine gives no SCHED_FIFO";
  in_a_thread([] {
    const ThreadSettings before = settings_of_this_thread();
    ASSERT_THAT(apply_to_this_thread(with(Policy::kFifo, 3), "A test"), IsEmpty());
    EXPECT_THAT(apply_to_this_thread(before, "A test"), IsEmpty());
    EXPECT_EQ(settings_of_this_thread(), before);
  });
}

TEST(ThreadSettingsTest, ADeadlineIsGivenWithItsTimes) {
  const ThreadSettings wanted = with_deadline(1ms, 10ms, 100ms);
  if (!may_be(wanted)) GTEST_SKIP() << "this machine gives no SCHED_DEADLINE";
  in_a_thread([&] {
    EXPECT_THAT(apply_to_this_thread(wanted, "A test"), IsEmpty());
    EXPECT_EQ(policy_in_proc(), "6");
    const ThreadSettings has = settings_of_this_thread();
    EXPECT_EQ(has.runtime, 1ms);
    EXPECT_EQ(has.deadline, 10ms);
    EXPECT_EQ(has.period, 100ms);
    in_a_thread([] { EXPECT_EQ(policy_in_proc(), "0"); });  // it may start threads
  });
}

TEST(ThreadSettingsTest, AThreadRunsOnItsCpusAndHasItsName) {
  in_a_thread([] {
    ThreadSettings wanted = on({settings_of_this_thread().cpus.front()});
    wanted.name = "lidar.points_raw_filtered";
    EXPECT_THAT(apply_to_this_thread(wanted, "A test"), IsEmpty());
    EXPECT_EQ(settings_of_this_thread().cpus, wanted.cpus);
    EXPECT_EQ(name_in_proc(), "lidar.points_ra");
  });
}

TEST(ThreadSettingsTest, ACpuThatIsNotThereChangesNothingAndIsNamed) {
  in_a_thread([] {
    const std::vector<unsigned> before = settings_of_this_thread().cpus;
    for (const auto& cpus : {std::vector<unsigned>{before.front(), 1023}, {1023}}) {
      EXPECT_THAT(apply_to_this_thread(on(cpus), "Callback group '/n'"),
                  ElementsAre(AllOf(StartsWith("Callback group '/n': affinity ["),
                                    HasSubstr("CPU 1023 is not there. Name some of 0"))));
      EXPECT_EQ(settings_of_this_thread().cpus, before);
    }
  });
}

TEST(ThreadSettingsTest, AMissingPermissionIsSaidAndTheRestIsGiven) {
  in_a_thread([] {
    const std::string nice = nice_in_proc();  // who runs the tests may have been nice
    drop_permission_to_schedule();
    const rlimit none{0, 0};
    if (::getuid() == 0) {
      ASSERT_EQ(::setrlimit(RLIMIT_RTPRIO, &none), 0);
    }
    ThreadSettings wanted = with(Policy::kFifo, 50);
    wanted.cpus = {settings_of_this_thread().cpus.front()};
    EXPECT_THAT(apply_to_this_thread(wanted, "Callback group '/n'"),
                ElementsAre(AllOf(
                    StartsWith("Callback group '/n': SCHED_FIFO with priority 50 was not set: "),
                    HasSubstr("'rtprio 50' in /etc/security/limits.conf"))));
    EXPECT_EQ(policy_in_proc(), "0");
    EXPECT_EQ(settings_of_this_thread().cpus, wanted.cpus);
    for (const Policy policy : {Policy::kOther, Policy::kIdle}) {
      EXPECT_THAT(apply_to_this_thread(with(policy, -5), "It"),
                  ElementsAre(HasSubstr("with nice -5 was not set: ")));
      EXPECT_EQ(policy_in_proc() + " " + nice_in_proc(), "0 " + nice);
    }
    EXPECT_THAT(apply_to_this_thread(with_deadline(1ms, 10ms, 100ms), "It"),
                ElementsAre(HasSubstr("Run the program as root")));
    EXPECT_EQ(policy_in_proc(), "0");
  });
}

TEST(ThreadSettingsTest, ADeadlineWithAnAffinityKeepsAllCpus) {
  in_a_thread([] {
    ThreadSettings wanted = with_deadline(1ms, 10ms, 100ms);
    const std::vector<unsigned> before = settings_of_this_thread().cpus;
    wanted.cpus = {before.front()};
    EXPECT_THAT(apply_to_this_thread(wanted, "It"),
                testing::Contains(HasSubstr("Leave the affinity out")));
    EXPECT_EQ(settings_of_this_thread().cpus, before);
  });
}

TEST(ThreadSettingsTest, WhatNoMachineTakesIsRefusedAsAWhole) {
  const std::pair<ThreadSettings, const char*> wrong[] = {
      {with(Policy::kFifo, 0), "SCHED_FIFO with priority 0 cannot be. Give one from 1 to 99"},
      {with(Policy::kRoundRobin, 100), "SCHED_RR with priority 100 cannot be"},
      {with(Policy::kOther, 20), "SCHED_OTHER with nice 20 cannot be. Give one from -20 to 19"},
      {with_deadline(0ns, 10ms, 10ms), "runtime 0 ns"},
      {with_deadline(20ms, 10ms, 30ms), "a deadline of at least the runtime"},
      {with_deadline(5ms, 20ms, 10ms), "a period of at least the deadline"},
      {on({0, 1024}), "CPU 1024 cannot be. Give numbers below 1024"},
  };
  for (const auto& one : wrong) {
    ThreadSettings settings = one.first;
    const std::string words = one.second;
    ASSERT_THAT(fault_of(settings).value_or("nothing"), HasSubstr(words));
    settings.policy = settings.policy.value_or(Policy::kBatch);
    settings.cpus.push_back(0);
    in_a_thread([&] {
      const ThreadSettings before = settings_of_this_thread();
      EXPECT_THAT(apply_to_this_thread(settings, "It"), ElementsAre(HasSubstr(words)));
      EXPECT_EQ(settings_of_this_thread(), before);
    });
  }
  EXPECT_FALSE(fault_of(with_deadline(1ms, 10ms, 0ns)));
}

TEST(ThreadSettingsTest, PoliciesHaveTheNamesOfTheManual) {
  for (const char* const name :
       {"SCHED_OTHER", "SCHED_BATCH", "SCHED_IDLE", "SCHED_FIFO", "SCHED_RR", "SCHED_DEADLINE"}) {
    ASSERT_TRUE(policy_of(name)) << name;
    EXPECT_STREQ(name_of(*policy_of(name)), name);
  }
  EXPECT_FALSE(policy_of("SCHED_FIF0"));
}

}  // namespace
}  // namespace ranvier
