#include "ranvier/os/mapped_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "fork_child.h"

namespace ranvier {
namespace {

class MappedFileTest : public testing::Test {
 protected:
  MappedFileTest() {
    std::string folder = testing::TempDir() + "mapped_file_XXXXXX";
    folder_ = ::mkdtemp(folder.data());
    path_ = folder_ + "/file";
  }
  ~MappedFileTest() override {
    ::unlink(path_.c_str());
    ::rmdir(folder_.c_str());
  }
  std::string folder_, path_;
};

TEST_F(MappedFileTest, IsZeroAtFirstAndCannotBeMadeTwice) {
  auto made = MappedFile::create(path_, 4096);
  ASSERT_TRUE(made) << made.error().what;
  ASSERT_EQ(made->bytes().size(), 4096u);
  EXPECT_TRUE(std::all_of(made->bytes().begin(), made->bytes().end(),
                          [](std::byte b) { return b == std::byte{0}; }));
  const auto again = MappedFile::create(path_, 4096);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().what.find(path_), std::string::npos);
}

TEST_F(MappedFileTest, OutlivesAProcessThatIsKilledAndIsHeldUntilThen) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = support::fork_child();
  if (child == 0) {
    auto made = MappedFile::create(path_, 8192);
    if (!made) ::_exit(1);
    made->bytes()[8191] = std::byte{42};
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const auto held = MappedFile::adopt(path_);
  ASSERT_FALSE(held);
  EXPECT_EQ(held.error().code, Code::kAlreadyExists);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const auto left = MappedFile::adopt(path_);
  ASSERT_TRUE(left) << left.error().what;
  EXPECT_EQ(left->bytes()[8191], std::byte{42});
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(MappedFileTest, AfterLeavingTheMemoryMayStillBeTouched) {
  auto made = MappedFile::create(path_, 4096);
  ASSERT_TRUE(made);
  std::byte& last = made->bytes()[4095];
  last = std::byte{7};
  made->leave();
  EXPECT_EQ(last, std::byte{0});
  last = std::byte{8};
  EXPECT_TRUE(MappedFile::adopt(path_));
}

TEST_F(MappedFileTest, AChildOfForkLetsGoByDropping) {
  auto made = std::make_unique<Result<MappedFile>>(MappedFile::create(path_, 4096));
  ASSERT_TRUE(*made);
  (**made).bytes()[0] = std::byte{5};
  int dropped[2];
  ASSERT_EQ(::pipe(dropped), 0);
  const pid_t child = support::fork_child();
  if (child == 0) {
    (**made).drop();
    if (::write(dropped[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(dropped[0], &byte, 1), 1);
  made.reset();
  const auto adopted = MappedFile::adopt(path_);
  EXPECT_TRUE(adopted);
  EXPECT_EQ(adopted->bytes()[0], std::byte{5});
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(dropped[0]);
  ::close(dropped[1]);
}

TEST_F(MappedFileTest, AFolderThatIsNotThereIsNamed) {
  const auto made = MappedFile::create("/no/such/folder/file", 4096);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().what.find("/no/such/folder/file"), std::string::npos);
}

}  // namespace
}  // namespace ranvier
