// A worker that has ended is told apart from one that does not answer.
#include "bench/runner/worker.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>

namespace ranvier::bench {
namespace {

constexpr double kPatience = 60;

// True if what the call throws says that the worker has ended.
template <class Call>
bool ended_by(Call call) {
  try {
    call();
  } catch (const WorkerFailure& failure) {
    return failure.ended;
  }
  ADD_FAILURE() << "nothing was thrown";
  return false;
}

TEST(Worker, ThatWasKilledHasEnded) {
  Worker worker("/bin/cat", {}, {});
  ASSERT_EQ(::kill(worker.pid(), SIGKILL), 0);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(worker.pid()), &info, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(ended_by([&] { worker.expect("ready", kPatience); }));
  EXPECT_TRUE(ended_by([&] { (void)worker.cpu_ns(); }));
}

TEST(Worker, ThatDoesNotAnswerHasNot) {
  Worker worker("/bin/cat", {}, {});
  EXPECT_FALSE(ended_by([&] { worker.expect("ready", 0.05); }));
  EXPECT_GE(worker.cpu_ns(), 0);
}

}  // namespace
}  // namespace ranvier::bench
