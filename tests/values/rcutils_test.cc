#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "covers.h"
#include "rcl/rcl.h"
#include "rcutils/cmdline_parser.h"
#include "rcutils/env.h"
#include "rcutils/filesystem.h"
#include "rcutils/format_string.h"
#include "rcutils/logging.h"
#include "rcutils/process.h"
#include "rcutils/snprintf.h"
#include "rcutils/strdup.h"
#include "rmw/rmw.h"

namespace {

struct Freed {
  void operator()(char* text) const {
    const auto allocator = rcutils_get_default_allocator();
    allocator.deallocate(text, allocator.state);
  }
};
using Text = std::unique_ptr<char, Freed>;

rcutils_allocator_t allocator() { return rcutils_get_default_allocator(); }

TEST(RcutilsTest, AnOptionIsFoundAmongTheWordsAndGivesTheWordAfterIt) {
  COVERS("rcutils", "rcutils_cli_option_exist", "rcutils_cli_get_option");
  char program[] = "talker", option[] = "-t", value[] = "chatter", last[] = "-h";
  char* words[] = {program, option, value, last};
  EXPECT_TRUE(rcutils_cli_option_exist(words, words + 4, "-h"));
  EXPECT_FALSE(rcutils_cli_option_exist(words, words + 3, "-h"));
  EXPECT_EQ(rcutils_cli_get_option(words, words + 4, "-t"), value);
  EXPECT_EQ(rcutils_cli_get_option(words, words + 4, "-h"), nullptr) << "no word follows it";
  EXPECT_EQ(rcutils_cli_get_option(words, words + 4, "-x"), nullptr);
}

TEST(RcutilsTest, AVariableIsSetReadKeptAndUnset) {
  COVERS("rcutils", "rcutils_set_env", "rcutils_set_env_overwrite", "rcutils_get_env");
  const char* const name = "RANVIER_RCUTILS_TEST";
  const char* value = nullptr;
  EXPECT_TRUE(rcutils_set_env(name, "one"));
  EXPECT_TRUE(rcutils_set_env_overwrite(name, "two", false));
  EXPECT_EQ(rcutils_get_env(name, &value), nullptr);
  EXPECT_STREQ(value, "one");
  EXPECT_TRUE(rcutils_set_env(name, nullptr));
  EXPECT_EQ(rcutils_get_env(name, &value), nullptr);
  EXPECT_STREQ(value, "");
  EXPECT_STREQ(rcutils_get_env(nullptr, &value), "argument env_name is null");
}

TEST(RcutilsTest, TheNameOfALevelIsItsNumber) {
  COVERS("rcutils", "rcutils_logging_severity_level_from_string");
  int level = 0;
  EXPECT_EQ(rcutils_logging_severity_level_from_string("warn", rcl_get_default_allocator(), &level),
            RCUTILS_RET_OK);
  EXPECT_EQ(level, RCUTILS_LOG_SEVERITY_WARN);
  EXPECT_EQ(rcutils_logging_severity_level_from_string("loud", rcl_get_default_allocator(), &level),
            RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID);
}

TEST(RcutilsTest, ARefusedVariableSaysWhichAndWhy) {
  EXPECT_FALSE(rcutils_set_env("A=B", "c"));
  EXPECT_NE(std::string(rcl_get_error_string().str).find("'A=B'"), std::string::npos);
  rcl_reset_error();
}

TEST(RcutilsTest, StringsAreCopiedAndCut) {
  COVERS("rcutils", "rcutils_strdup", "rcutils_strndup", "rcutils_format_string_limit");
  COVERS("rcutils", "rcutils_snprintf");
  COVERS("(macros)", "rcutils_format_string");
  EXPECT_STREQ(Text(rcutils_strdup("gripper", allocator())).get(), "gripper");
  EXPECT_STREQ(Text(rcutils_strndup("gripper", 4, allocator())).get(), "grip");
  EXPECT_EQ(rcutils_strdup(nullptr, allocator()), nullptr);
  EXPECT_STREQ(Text(rcutils_format_string(allocator(), "%s/%d", "arm", 7)).get(), "arm/7");
  EXPECT_STREQ(Text(rcutils_format_string_limit(allocator(), 4, "%s", "gripper")).get(), "gri");
  char buffer[4];
  EXPECT_EQ(rcutils_snprintf(buffer, sizeof buffer, "%d", 12345), 5);
  EXPECT_STREQ(buffer, "123");
  EXPECT_EQ(rcutils_snprintf(nullptr, 3, "%d", 1), -1);
}

TEST(RcutilsTest, FoldersAndFilesAreToldApart) {
  COVERS("rcutils", "rcutils_mkdir", "rcutils_is_directory", "rcutils_is_file", "rcutils_exists");
  COVERS("rcutils", "rcutils_is_readable_and_writable", "rcutils_get_file_size");
  const auto folder = std::filesystem::temp_directory_path() /
                      ("rcutils_test_" + std::to_string(rcutils_get_pid()));
  EXPECT_TRUE(rcutils_mkdir(folder.c_str()));
  EXPECT_TRUE(rcutils_mkdir(folder.c_str())) << "it is there already";
  EXPECT_TRUE(rcutils_is_directory(folder.c_str()));
  EXPECT_FALSE(rcutils_is_file(folder.c_str()));
  const Text file(rcutils_join_path(folder.c_str(), "a.txt", allocator()));
  EXPECT_FALSE(rcutils_exists(file.get()));
  std::ofstream{file.get()};
  EXPECT_TRUE(rcutils_is_file(file.get()));
  EXPECT_TRUE(rcutils_is_readable_and_writable(file.get()));
  EXPECT_EQ(rcutils_get_file_size(file.get()), 0u);
  EXPECT_EQ(truncate(file.get(), 12), 0);
  EXPECT_EQ(rcutils_get_file_size(file.get()), 12u);
  std::filesystem::remove_all(folder);
  EXPECT_FALSE(rcutils_is_directory(nullptr));
}

TEST(RcutilsTest, ATildeBecomesTheHomeFolder) {
  COVERS("rcutils", "rcutils_expand_user");
  const char* const home = rcutils_get_home_dir();
  if (home == nullptr) GTEST_SKIP() << "HOME is not set";
  EXPECT_EQ(std::string(Text(rcutils_expand_user("~/a", allocator())).get()),
            std::string(home) + "/a");
  EXPECT_STREQ(Text(rcutils_expand_user("/a/~", allocator())).get(), "/a/~");
}

TEST(RcutilsTest, TheProcessKnowsItsName) {
  COVERS("rcutils", "rcutils_get_pid", "rcutils_get_executable_name");
  EXPECT_EQ(rcutils_get_pid(), static_cast<int>(getpid()));
  EXPECT_EQ(std::string(Text(rcutils_get_executable_name(allocator())).get()),
            std::filesystem::read_symlink("/proc/self/exe").filename().string());
}

TEST(RmwTest, TheImplementationHasTheNameThatRmwImplementationTakes) {
  EXPECT_STREQ(rmw_get_implementation_identifier(), "rmw_cyclonedds_cpp");
  EXPECT_STREQ(rmw_get_serialization_format(), "cdr");
}

}  // namespace
