// What is left of a process that was killed, and of one that was forked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "babeltrace.h"
#include "fork_child.h"
#include "ranvier/trace/buffer.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/trace_folder.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;
using testing::HasSubstr;

#define NEEDS_BABELTRACE()                                                                         \
  if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)"

class RecoverTest : public TraceDirectory {
 protected:
  /// Runs `what` in a child that kills itself afterwards.
  static void in_killed_child(const std::function<void()>& what) {
    const pid_t child = support::fork_child();
    if (child == 0) {
      what();
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  }
  static void record(int count) {
    for (int i = 0; i < count; ++i) RANVIER_TRACE(callback_end, address(counted_++ + 1));
  }
  // Who looks at all buffers, as tests beside this one do, holds each for a moment.
  template <class Attempt>
  static bool eventually(const Attempt& attempt) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    bool done = attempt();
    for (; !done && std::chrono::steady_clock::now() < end; done = attempt()) {
      std::this_thread::yield();
    }
    return done;
  }
  /// Recovers until it has found so many, and gives how many it found.
  std::size_t recovered(std::size_t wanted) {
    std::size_t found = 0;
    eventually([&] {
      const auto done = recover(directory_);
      EXPECT_TRUE(done) << done.error().what;
      found += done ? *done : 0;
      return found >= wanted;
    });
    return found;
  }
  /// Changes the chunks of the one buffer that is left, as a kill at another
  /// moment would have left it.
  static void change_chunks(const std::string& folder, const std::function<void(Chunk&)>& change) {
    std::optional<MappedFile> file;
    ASSERT_TRUE(eventually([&] {
      auto adopted = MappedFile::adopt(linked_buffer(folder));
      if (adopted) file.emplace(std::move(*adopted));
      return file.has_value();
    }));
    auto* chunks = reinterpret_cast<Chunk*>(file->bytes().data()) + 1;
    for (std::size_t i = 0; i < file->bytes().size() / Chunk::kBytes - 1; ++i) {
      if (chunks[i].state == Chunk::kFilling) change(chunks[i]);
    }
  }
  /// The pointers that record() gave, which count up.
  void expect_numbers(std::size_t count) {
    const ReadTrace trace = read_trace(directory_);
    EXPECT_EQ(trace.complaints, "");
    ASSERT_EQ(trace.events.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(std::stoull(trace.events[i].fields.at("callback"), nullptr, 16), i + 1);
    }
  }

 private:
  static inline std::uintptr_t counted_ = 0;
};

TEST_F(RecoverTest, TheLastEventsOfAKilledProcessAreThere) {
  in_killed_child([this] {
    start(options());
    record(1'000);
  });
  EXPECT_EQ(recovered(1), 1u);
  EXPECT_EQ(recovered(0), 0u);
  NEEDS_BABELTRACE();
  expect_numbers(1'000);
}

TEST_F(RecoverTest, WhatWasInTheTraceAlreadyIsThereOnce) {
  in_killed_child([this] {
    const std::string folder = start(options());
    const std::string stream = folder + "/thread_" + std::to_string(::gettid());
    record(500);
    std::error_code error;
    while (std::filesystem::file_size(stream, error) == 0 || error) std::this_thread::yield();
    record(1'500);
  });
  EXPECT_EQ(recovered(1), 1u);
  NEEDS_BABELTRACE();
  expect_numbers(2'000);
}

TEST_F(RecoverTest, APacketThatIsNotWholeIsWrittenAgain) {
  in_killed_child([this] {
    start(options());
    record(300);
  });
  // As if the kill had come between the packet's halves.
  ASSERT_EQ(traces().size(), 1u);
  const std::string folder = traces()[0];
  const std::string process = folder.substr(folder.rfind('-') + 1);  // and its first thread
  std::ofstream(folder + "/thread_" + process, std::ios::app) << "half";
  EXPECT_EQ(recovered(1), 1u);
  NEEDS_BABELTRACE();
  expect_numbers(300);
}

TEST_F(RecoverTest, LossesOfAKilledProcessAreTold) {
  constexpr int kEvents = 50'000;
  in_killed_child([this] {
    start(options(3 * 4096));
    record(kEvents);
  });
  EXPECT_EQ(recovered(1), 1u);
  NEEDS_BABELTRACE();
  const ReadTrace trace = read_trace(directory_);
  EXPECT_GT(trace.discarded, 0u);
  EXPECT_EQ(trace.events.size() + trace.discarded, std::size_t{kEvents});
}

TEST_F(RecoverTest, TheNextRecordingOfTheDirectoryRecovers) {
  in_killed_child([this] {
    start(options());
    record(10);
  });
  EXPECT_EQ(folders_with_buffer(directory_)->size(), 1u);
  start(options());
  EXPECT_EQ(folders_with_buffer(directory_)->size(), 1u);  // its own
  EXPECT_EQ(recovered(0), 0u);                             // which lives
  stop();
  EXPECT_TRUE(folders_with_buffer(directory_)->empty());
}

TEST_F(RecoverTest, WhatIsNoBufferIsNamed) {
  const std::string folder = directory_ + "/old-1";
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "/not") << std::string(3 * 4096, 'x');
  std::filesystem::create_symlink(folder + "/not", folder + "/.buffer");
  const auto done = recover(directory_);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, HasSubstr(folder));
  EXPECT_THAT(done.error().what, HasSubstr("no trace buffer"));
}

TEST_F(RecoverTest, ABufferThatIsGoneIsToldWithItsRemedy) {
  const std::string folder = directory_ + "/old-1";
  std::filesystem::create_directory(folder);
  std::filesystem::create_symlink("/dev/shm/no-such-buffer", folder + "/.buffer");
  const auto done = recover(directory_);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, HasSubstr(folder + "/.buffer"));
  EXPECT_THAT(done.error().what, HasSubstr("Delete"));
}

TEST_F(RecoverTest, ADirectoryThatIsNotThereIsNamed) {
  const auto done = recover("/no/such/directory");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::kNotFound);
  EXPECT_THAT(done.error().what, HasSubstr("/no/such/directory"));
}

TEST_F(RecoverTest, AKillBetweenAWriteAndItsNoteRepeatsNothing) {
  in_killed_child([this] {
    const std::string stream = start(options()) + "/thread_" + std::to_string(::gettid());
    record(100);
    std::error_code error;
    while (std::filesystem::file_size(stream, error) == 0 || error) std::this_thread::yield();
  });
  change_chunks(traces().at(0), [](Chunk& chunk) { chunk.drained = 0; });
  EXPECT_EQ(recovered(1), 1u);
  NEEDS_BABELTRACE();
  expect_numbers(100);
}

TEST_F(RecoverTest, ATornBufferGivesWhatIsReadable) {
  in_killed_child([this] {
    start(options());
    record(100);
  });
  constexpr std::size_t kWords = 2;  // of such a record
  change_chunks(traces().at(0), [](Chunk& chunk) { chunk.words[50 * kWords] = ~std::uint64_t{0}; });
  EXPECT_EQ(recovered(1), 1u);
  NEEDS_BABELTRACE();
  expect_numbers(50);
}

TEST_F(RecoverTest, AChildOfForkRecordsNothingIntoItsParentsTrace) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP()
      << "gcc's AddressSanitizer does not survive a fork() beside a thread that allocates: "
         "the child waits for a lock of its allocator";
#endif
  start(options());
  record(5);
  const pid_t child = support::fork_child();
  if (child == 0) {
    record(7);
    const bool none = stop_recording().error().code == Code::kNotFound;
#if defined(__SANITIZE_THREAD__) || defined(__aarch64__)
    // TSan and qemu-user, where arm64 is tested, allow no thread in a child of a
    // process with threads: the latter fails an assertion of its own.
    ::_exit(none ? 0 : 1);
#else
    auto started = start_recording(options());  // its own
    record(3);
    const auto stopped = stop_recording();
    ::_exit(none && started && stopped && stopped->events == 3 ? 0 : 1);
#endif
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  record(5);
  EXPECT_EQ(stop().events, 10u);
}

}  // namespace
}  // namespace ranvier::trace
