#include "ranvier/os/signals.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace ranvier {
namespace {

std::atomic<int> old_handler_calls{0};
void old_handler(int) { ++old_handler_calls; }

class SignalsTest : public ::testing::Test {
 protected:
  ~SignalsTest() override {
    uninstall_signal_handlers();
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
  }
  bool install(SignalSet set) {
    return install_signal_handlers(set, [this](int signal) {
      std::lock_guard lock(mutex_);
      last_ = signal;
      changed_.notify_all();
    });
  }
  int wait_for_signal() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return last_ != 0; });
    return last_;
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  int last_ = 0;
};

TEST_F(SignalsTest, ASignalCallsBackOnAnotherThread) {
  ASSERT_TRUE(install(SignalSet::kBoth));
  EXPECT_TRUE(signal_handlers_installed());
  ::raise(SIGTERM);
  EXPECT_EQ(wait_for_signal(), SIGTERM);
}

TEST_F(SignalsTest, ASecondInstallationIsRefused) {
  ASSERT_TRUE(install(SignalSet::kInterrupt));
  EXPECT_FALSE(install(SignalSet::kTerminate));
}

TEST_F(SignalsTest, TheHandlerThatWasThereIsCalledTooAndPutBack) {
  ::signal(SIGINT, &old_handler);
  old_handler_calls = 0;
  ASSERT_TRUE(install(SignalSet::kInterrupt));
  ::raise(SIGINT);
  EXPECT_EQ(wait_for_signal(), SIGINT);
  EXPECT_EQ(old_handler_calls, 1);
  ASSERT_TRUE(uninstall_signal_handlers());
  EXPECT_FALSE(signal_handlers_installed());
  ::raise(SIGINT);
  EXPECT_EQ(old_handler_calls, 2);
}

TEST_F(SignalsTest, ASignalThatWasNotAskedForKeepsItsHandler) {
  ::signal(SIGTERM, &old_handler);
  old_handler_calls = 0;
  ASSERT_TRUE(install(SignalSet::kInterrupt));
  ::raise(SIGTERM);
  EXPECT_EQ(old_handler_calls, 1);
  EXPECT_EQ(last_, 0);
}

TEST_F(SignalsTest, UninstallingNothingSaysSo) { EXPECT_FALSE(uninstall_signal_handlers()); }

TEST_F(SignalsTest, TheyCanBeInstalledAgain) {
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(install(SignalSet::kBoth));
    ASSERT_TRUE(uninstall_signal_handlers());
  }
}

// A callback that shuts down once more, while another thread ends the handlers.
TEST_F(SignalsTest, ACallbackMayUninstallWhileAnotherThreadDoes) {
  std::atomic<bool> inside{false}, uninstalled_there{true};
  ASSERT_TRUE(install_signal_handlers(SignalSet::kBoth, [&](int) {
    inside = true;
    while (signal_handlers_installed()) std::this_thread::yield();
    uninstalled_there = uninstall_signal_handlers();
  }));
  ::raise(SIGINT);
  while (!inside) std::this_thread::yield();
  EXPECT_TRUE(uninstall_signal_handlers());
  EXPECT_FALSE(uninstalled_there);
}

// As on a thread that is stopped at its first instruction, while another uninstalls.
TEST_F(SignalsTest, AHandlerThatRunsLateDoesNotKeepTheThreadFromEnding) {
  ::signal(SIGINT, &old_handler);
  std::atomic<bool> inside{false}, go_on{false};
  ASSERT_TRUE(install_signal_handlers(SignalSet::kBoth, [&](int) {
    inside = true;
    while (!go_on) std::this_thread::yield();
  }));
  struct sigaction handler{};
  ::sigaction(SIGINT, nullptr, &handler);
  ::raise(SIGINT);
  while (!inside) std::this_thread::yield();
  std::thread uninstaller([] { EXPECT_TRUE(uninstall_signal_handlers()); });
  while (signal_handlers_installed()) std::this_thread::yield();
  siginfo_t info{};
  old_handler_calls = 0;
  handler.sa_sigaction(SIGINT, &info, nullptr);
  EXPECT_EQ(old_handler_calls, 1);
  go_on = true;
  uninstaller.join();
}

// Signals come all the time, to any thread, while handlers come and go.
TEST_F(SignalsTest, HandlersComeAndGoUnderFire) {
  ::signal(SIGINT, &old_handler);
  ::signal(SIGTERM, &old_handler);
  std::atomic<bool> stop{false};
  std::vector<std::thread> firing;
  for (const int signal : {SIGINT, SIGTERM}) {
    firing.emplace_back([&stop, signal] {
      while (!stop) ::raise(signal);
    });
  }
  for (int round = 0; round < 1000; ++round) {
    std::atomic<int> told{0};
    ASSERT_TRUE(install_signal_handlers(SignalSet::kBoth, [&told](int) { ++told; }));
    if (round % 2) {
      while (told == 0) std::this_thread::yield();
    }
    ASSERT_TRUE(uninstall_signal_handlers());
  }
  stop = true;
  for (std::thread& thread : firing) thread.join();
}

TEST_F(SignalsTest, EverySignalIsToldEvenIfTheyComeTogether) {
  std::atomic<int> interrupts{0}, terminations{0};
  std::atomic<bool> inside{false}, go_on{false};
  ASSERT_TRUE(install_signal_handlers(SignalSet::kBoth, [&](int signal) {
    inside = true;
    while (!go_on) std::this_thread::yield();
    ++(signal == SIGINT ? interrupts : terminations);
  }));
  ::raise(SIGINT);
  while (!inside) std::this_thread::yield();
  ::raise(SIGTERM);
  ::raise(SIGINT);
  go_on = true;
  while (interrupts < 2 || terminations < 1) std::this_thread::yield();
}

TEST_F(SignalsTest, ACallbackMayInstallAnew) {
  std::atomic<bool> again{false};
  ASSERT_TRUE(install_signal_handlers(SignalSet::kBoth, [&](int) {
    EXPECT_TRUE(uninstall_signal_handlers());
    again = install(SignalSet::kBoth);
  }));
  ::raise(SIGINT);
  while (!again) std::this_thread::yield();
  ::raise(SIGTERM);
  EXPECT_EQ(wait_for_signal(), SIGTERM);
  EXPECT_TRUE(uninstall_signal_handlers());
}

}  // namespace
}  // namespace ranvier
