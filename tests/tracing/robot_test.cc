// A chain of three nodes in one process and in two, traced by the recorder: the
// model that the trace gives, and its latencies beside those that the programs
// stamped themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

#include "analysis/trace_model/chains.h"
#include "analysis/trace_model/model.h"
#include "analysis/trace_read/read.h"
#include "babeltrace.h"
#include "fork_child.h"
#include "own_domain.h"
#include "trace_directory.h"

namespace ranvier::trace_model {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::size_t kMessages = 300;
// How far two readings of one moment may be apart: a look at both clocks that was
// interrupted in all its tries.
constexpr Nanoseconds kClock = 50'000;
// What may lie between a stamp and the event beside it, in most messages.
constexpr Nanoseconds kApart = 10'000;

/// A program that runs; killed if the test gives up on it.
class Program final {
 public:
  explicit Program(std::vector<std::string> words) {
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_ = support::fork_child();
    if (pid_ == 0) {
      ::execv(pointers[0], pointers.data());
      ::_exit(127);
    }
  }
  ~Program() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      wait();
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  void interrupt() const { ::kill(pid_, SIGINT); }
  /// @return its exit code, or -1.
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
};

struct Moments {
  std::int64_t from, until;
};

class RobotTest : public support::TraceDirectory {
 protected:
  RobotTest() {
    ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
    ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
    ::setenv("ROS_LOG_DIR", (directory_ + "/log").c_str(), 1);
    ::setenv("RANVIER_TRACE", (directory_ + "/trace").c_str(), 1);
    ::setenv("RANVIER_TRACE_WHEN_FULL", "block", 1);
  }
  ~RobotTest() override {
    for (const char* name : {"ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOG_DIR",
                             "RANVIER_TRACE", "RANVIER_TRACE_WHEN_FULL"}) {
      ::unsetenv(name);
    }
  }

  Program start(const std::string& nodes) {
    return Program({TRACING_ROBOT, nodes, std::to_string(kMessages), stamps_file(nodes)});
  }
  void run_in_one_process() {
    Program all = start("source,relay,sink");
    ASSERT_EQ(all.wait(), 0);
    read("source,relay,sink");
  }
  void run_in_two_processes() {
    Program relay = start("relay");
    Program ends = start("source,sink");
    ASSERT_EQ(ends.wait(), 0);
    relay.interrupt();
    ASSERT_EQ(relay.wait(), 0);
    read("source,sink");
    read("relay");
  }
  Model model() {
    auto trace = trace_read::read_traces(directory_ + "/trace");
    EXPECT_TRUE(trace) << trace.error().what;
    if (!trace) return {};
    EXPECT_THAT(trace->findings.words(), IsEmpty());
    EXPECT_EQ(trace->discarded, 0u);
    return build_model(*trace);
  }

  /// Stamps by what happened and to which message.
  std::map<std::string, std::map<std::size_t, Moments>> stamps_;

 private:
  std::string stamps_file(const std::string& nodes) const { return directory_ + "/" + nodes; }
  // "published raw 17 <from> <until>": messages are counted down.
  void read(const std::string& nodes) {
    std::ifstream file(stamps_file(nodes));
    std::string what, topic;
    std::size_t left = 0;
    Moments moments{};
    while (file >> what >> topic >> left >> moments.from >> moments.until) {
      stamps_[what + ' ' + topic][kMessages - left] = moments;
    }
  }
};

void expect_whole(const Model& m) {
  EXPECT_THAT(m.findings, IsEmpty());
  EXPECT_THAT(m.nodes_named("/source"), SizeIs(1));
  EXPECT_THAT(m.nodes_named("/relay"), SizeIs(1));
  EXPECT_THAT(m.nodes_named("/sink"), SizeIs(1));
  ASSERT_THAT(m.publishers_to("/raw"), SizeIs(1));
  ASSERT_THAT(m.subscriptions_to("/raw"), SizeIs(1));
  ASSERT_THAT(m.subscriptions_to("/cooked"), SizeIs(1));
  EXPECT_EQ(m.name_of(m.publishers[m.publishers_to("/raw")[0]].node), "/source");
  const auto timers = m.timers_of(m.nodes_named("/source")[0]);
  ASSERT_THAT(timers, SizeIs(1));
  EXPECT_EQ(m.timers[timers[0]].period, 2'000'000);
  EXPECT_GE(m.runs_of(m.timers[timers[0]].callback).size(), kMessages);
  EXPECT_GE(m.runs_of(m.subscriptions[m.subscriptions_to("/cooked")[0]].callback).size(),
            kMessages);
}

template <class T>
void keep_last(std::vector<T>& list) {
  if (list.size() > kMessages) list.erase(list.begin(), list.end() - kMessages);
}

// Of the messages that count, not of those before them.
Chain whole_chain(const Model& m) {
  auto chains = find_chains(m, {ChainQuery::What::kNamed, {"/source", "/sink"}});
  EXPECT_THAT(chains, SizeIs(1));
  if (chains.empty()) return {};
  Chain chain = std::move(chains[0]);
  keep_last(chain.begins);
  keep_last(chain.starts);
  keep_last(chain.ends);
  keep_last(chain.ways);
  return chain;
}

Nanoseconds median(std::vector<Nanoseconds> all) { return statistics(std::move(all)).p50; }

// The one way lies within the other, for it begins later and ends sooner, by a few
// instructions and an event: in most messages, as in some the thread loses its core
// just there.
void expect_agreement(const std::string& what, const std::vector<Nanoseconds>& inner,
                      const std::vector<Nanoseconds>& outer) {
  ASSERT_EQ(inner.size(), outer.size());
  std::vector<Nanoseconds> more;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    more.push_back(outer[i] - inner[i]);
    EXPECT_GE(more.back(), -kClock) << what << ", message " << i;
  }
  const Statistics apart = statistics(more);
  EXPECT_LE(apart.p50, kApart) << what;
  std::printf("%s: p50 %.2f us; the outer is longer by %.2f us (p50), %.2f (p99)\n", what.c_str(),
              static_cast<double>(median(inner)) / 1e3, static_cast<double>(apart.p50) / 1e3,
              static_cast<double>(apart.p99) / 1e3);
}

class Latencies : public RobotTest {
 protected:
  void expect_those_of_the_stamps() {
    const Model m = model();
    expect_whole(m);
    const Chain chain = whole_chain(m);
    ASSERT_EQ(describe(m, chain), "/source -> /raw -> /relay -> /cooked -> /sink");
    ASSERT_EQ(chain.count(), kMessages);
    std::vector<Nanoseconds> stamped, first, relaying;
    std::vector<Nanoseconds> first_traced, relaying_traced;
    for (std::size_t i = 0; i < kMessages; ++i) {
      stamped.push_back(stamps_["sunk cooked"].at(i).from - stamps_["published raw"].at(i).from);
      first.push_back(stamps_["relayed raw"].at(i).from - stamps_["published raw"].at(i).from);
      relaying.push_back(stamps_["published cooked"].at(i).from -
                         stamps_["relayed raw"].at(i).from);
      const Stages& hop = chain.ways[i][0];
      const Nanoseconds callback = hop[static_cast<std::size_t>(Stage::kCallback)];
      Nanoseconds sum = 0;
      for (const Nanoseconds stage : hop) sum += stage;
      first_traced.push_back(sum - callback);
      relaying_traced.push_back(callback);
    }
    expect_agreement("publish() to the last callback", chain.latencies(), stamped);
    expect_agreement("publish() to the first callback", first_traced, first);
    expect_agreement("callback to its publish()", relaying, relaying_traced);
    expect_parts_add_up(chain);
  }

  static void expect_parts_add_up(const Chain& chain) {
    const auto totals = chain.totals();
    for (std::size_t i = 0; i < chain.count(); ++i) {
      Nanoseconds sum = 0;
      for (const Stages& link : chain.ways[i]) {
        for (std::size_t s = 0; s < kStageCount; ++s) {
          EXPECT_GE(link[s], -kClock) << name_of(static_cast<Stage>(s)) << " of message " << i;
          sum += link[s];
        }
      }
      EXPECT_EQ(sum, totals[i]);
    }
  }
};

TEST_F(Latencies, InOneProcessAreThoseThatTheProgramStamps) {
  run_in_one_process();
  expect_those_of_the_stamps();
}

TEST_F(Latencies, BetweenTwoProcessesAreThoseThatTheProgramsStamp) {
  run_in_two_processes();
  expect_those_of_the_stamps();
}

TEST_F(RobotTest, ByWhichWayAMessageWentIsInItsStages) {
  run_in_two_processes();
  const Chain far = whole_chain(model());
  ASSERT_EQ(far.count(), kMessages);
  EXPECT_GT(median(far.stage(Stage::kMiddleware)), 0);
  EXPECT_GT(median(far.stage(Stage::kTransport)), 0);
  std::filesystem::remove_all(directory_ + "/trace");
  run_in_one_process();
  const Chain near = whole_chain(model());
  ASSERT_EQ(near.count(), kMessages);
  EXPECT_EQ(statistics(near.stage(Stage::kMiddleware)).most, 0);
}

TEST_F(RobotTest, WhatBabeltraceCountsIsWhatWeRead) {
  if (!support::have_babeltrace())
    GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)";
  run_in_one_process();
  const auto trace = trace_read::read_traces(directory_ + "/trace");
  ASSERT_TRUE(trace) << trace.error().what;
  const auto theirs = support::read_trace(directory_ + "/trace");
  EXPECT_EQ(theirs.complaints, "");
  std::map<std::string, std::size_t> counted, ours;
  for (const auto& event : theirs.events) ++counted[event.name];
  for (const auto event : trace->order) ++ours[std::string(trace::info(event).name)];
  EXPECT_EQ(ours, counted);
  EXPECT_GE(ours["ranvier_deliver"], 2 * kMessages);
}

TEST_F(RobotTest, TheCommandPrintsTheChainsOfATrace) {
  run_in_one_process();
  const std::string command = std::string(TRACING_COMMAND) + " chains '" + directory_ + "/trace'";
  const std::string text = support::output_of(command);
  EXPECT_THAT(text, HasSubstr("/source -> /raw -> /relay -> /cooked -> /sink"));
  EXPECT_THAT(text, HasSubstr("executor-wait"));
  const std::string named = support::output_of(command + " --chain /raw,/relay --json");
  EXPECT_THAT(named, HasSubstr("\"/source -> /raw -> /relay\""));
  EXPECT_THAT(named, HasSubstr("\"count\": "));
  EXPECT_THAT(support::output_of(command + " --chain /nobody 2>&1"), HasSubstr("/nobody"));
}

}  // namespace
}  // namespace ranvier::trace_model
