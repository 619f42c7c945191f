#include "ranvier/run/watch/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ranvier {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Stand for objects: the judge looks at no more than which is which.
constexpr char kPlaces[32] = {};
const Work* work(int i) { return reinterpret_cast<const Work*>(&kPlaces[i]); }
const Strand* group(int i) { return reinterpret_cast<const Strand*>(&kPlaces[i]); }
const Engine* engine(int i) { return reinterpret_cast<const Engine*>(&kPlaces[i]); }

/// A timer 1 and a client 2 of group 1 on engine 1, a server 3 of group 3, a client 4 of group 4.
class JudgeTest : public ::testing::Test {
 protected:
  JudgeTest() {
    entity(1, 1, 1, Entity::Kind::kTimer, "");
    entity(2, 1, 1, Entity::Kind::kClient, "/ask");
    entity(3, 3, 1, Entity::Kind::kService, "/ask");
    entity(4, 4, 1, Entity::Kind::kClient, "/ask");
    look_.engines.push_back({engine(1), {}, {}, {}});
    look_.engines.push_back({engine(2), {}, {}, {}});
  }
  void entity(int of, int strand, int on, Entity::Kind kind, const char* name) {
    entities_.push_back(
        {work(of), group(strand), engine(on), true, kind, name, 1'000'000'000, "/node"});
  }
  RunLook run(pid_t thread, int of, int strand, int on = 1) {
    RunLook one;
    one.thread = thread;
    one.number = 1;
    one.engine = engine(on);
    one.work = work(of);
    one.strand = group(strand);
    one.exclusive = true;
    one.innermost = true;
    look_.engines[static_cast<std::size_t>(on) - 1].runs.push_back(one);
    return one;
  }
  static Awaits reply(int client) { return {Awaits::Kind::kReply, work(client), 0}; }
  static Awaits mutex(pid_t owner) { return {Awaits::Kind::kMutex, nullptr, owner}; }
  std::vector<StuckRun> judge(const std::vector<RunLook>& runs, const std::vector<Awaits>& awaits) {
    return find_stuck(look_, Entities(entities_), runs, awaits);
  }

  Look look_;
  std::vector<Entity> entities_;
};

TEST_F(JudgeTest, ACallbackThatWaitsForItsOwnGroupIsStuckThoughThreadsAreIdle) {
  look_.engines[0].idle.push_back({20, engine(1), nullptr});
  const auto stuck = judge({run(10, 1, 1)}, {reply(2)});
  ASSERT_THAT(stuck, SizeIs(1));
  EXPECT_THAT(text_of(stuck[0], Entities(entities_), 5'200'000'000),
              testing::AllOf(HasSubstr("Node '/node', timer of 1 s (thread 10)"),
                             HasSubstr("For 5.2 s it has waited for the answer of service '/ask'"),
                             HasSubstr("same mutually exclusive callback group")));
}

TEST_F(JudgeTest, OneOnTheOnlyThreadIsStuckAndWithAnIdleThreadItIsNot) {
  const RunLook one = run(10, 1, 1);
  EXPECT_THAT(judge({one}, {reply(4)}), SizeIs(1));
  look_.engines[0].idle.push_back({20, engine(1), nullptr});
  EXPECT_THAT(judge({one}, {reply(4)}), IsEmpty());
}

TEST_F(JudgeTest, ACallbackThatMayEndHelpsAllThatWaitForItsThread) {
  const RunLook one = run(10, 1, 1), other = run(11, 3, 3);
  EXPECT_THAT(judge({one, other}, {reply(4), {}}), IsEmpty());
}

TEST_F(JudgeTest, TwoThatWaitForOneAnotherAreStuck) {
  entity(5, 3, 1, Entity::Kind::kClient, "/other");
  look_.engines[0].idle.push_back({20, engine(1), nullptr});
  const RunLook one = run(10, 1, 1), other = run(11, 3, 3);
  EXPECT_THAT(judge({one, other}, {reply(4), mutex(10)}), SizeIs(2));  // the server has our lock
  EXPECT_THAT(judge({one, other}, {{}, mutex(10)}), IsEmpty());
}

TEST_F(JudgeTest, AnAnswerThatIsThereNeedsNoServer) {
  entities_[3].engine = engine(2);
  look_.engines[1].idle.push_back(
      {20, engine(2), nullptr});  // the client may run, the server may not
  const RunLook one = run(10, 1, 1);
  EXPECT_THAT(judge({one}, {reply(4)}), SizeIs(1));
  look_.engines[1].ready.push_back({work(4), group(4), true});
  EXPECT_THAT(judge({one}, {reply(4)}), IsEmpty());
}

TEST_F(JudgeTest, AResultOfAGoalWantsNoServiceToRun) {
  entity(5, 5, 2, Entity::Kind::kClient, "/go/_action/get_result");
  entity(6, 1, 1, Entity::Kind::kService, "/go/_action/get_result");
  look_.engines[1].idle.push_back({20, engine(2), nullptr});
  const RunLook one = run(10, 1, 1);
  EXPECT_THAT(judge({one}, {reply(5)}), IsEmpty()) << "any thread may send it";
  entities_[4].name = entities_[5].name = "/go/_action/send_goal";
  EXPECT_THAT(judge({one}, {reply(5)}), SizeIs(1));
}

TEST_F(JudgeTest, AClientThatNoExecutorHasMayGetOne) {
  entities_[3].engine = nullptr;
  EXPECT_THAT(judge({run(10, 1, 1)}, {reply(4)}), SizeIs(1));  // its server has, and cannot run
  entities_[2].engine = nullptr;
  EXPECT_THAT(judge({look_.engines[0].runs[0]}, {reply(4)}), IsEmpty());
}

TEST_F(JudgeTest, AServerThatIsWaitedForIsToldOfOnlyIfSomebodyWaitsBehind) {
  entities_[2].name = "/elsewhere";
  const RunLook one = run(10, 1, 1);
  const Awaits server{Awaits::Kind::kServer, work(2), 0};
  EXPECT_THAT(judge({one}, {server}), IsEmpty());
  look_.engines[0].ready.push_back({work(3), group(3), true});
  const auto stuck = judge({one}, {server});
  ASSERT_THAT(stuck, SizeIs(1));
  EXPECT_THAT(text_of(stuck[0], Entities(entities_), 1), HasSubstr("holds up others"));
  entities_[2].name = "/node/get_parameters";  // of the runtime, and makes no server
  EXPECT_THAT(judge({one}, {server}), IsEmpty());
}

TEST_F(JudgeTest, AMutexOfAnIdleThreadIsKeptOnlyByACallbackOfTheSameGroup) {
  entity(6, 1, 1, Entity::Kind::kTimer, "");
  const RunLook one = run(10, 1, 1);
  look_.engines[0].idle.push_back({20, engine(1), work(3)});
  EXPECT_THAT(judge({one}, {mutex(20)}), IsEmpty());
  look_.engines[0].idle[0].last = work(6);
  EXPECT_THAT(judge({one}, {mutex(20)}), SizeIs(1));
}

}  // namespace
}  // namespace ranvier
