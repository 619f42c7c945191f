// Folders, libraries, dates and injected faults of rcutils.
#define RCUTILS_ENABLE_FAULT_INJECTION
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "covers.h"
#include "rcutils/error_handling.h"
#include "rcutils/filesystem.h"
#include "rcutils/shared_library.h"
#include "rcutils/testing/fault_injection.h"
#include "rcutils/time.h"
#include "rmw/event.h"

namespace {

const rcutils_allocator_t kHeap = rcutils_get_default_allocator();

std::string taken_error() {
  const std::string text = rcutils_get_error_string().str;
  rcutils_reset_error();
  return text;
}

/// a.txt of 3 bytes, sub/b.txt of 10 and sub/deep/c.txt of 100.
class RcutilsFolderTest : public testing::Test {
 protected:
  RcutilsFolderTest() {
    std::filesystem::create_directories(root_ / "sub/deep");
    write("a.txt", 3);
    write("sub/b.txt", 10);
    write("sub/deep/c.txt", 100);
  }
  ~RcutilsFolderTest() override { std::filesystem::remove_all(root_); }
  void write(const char* name, size_t size) {
    std::ofstream(root_ / name) << std::string(size, 'x');
  }
  uint64_t size(size_t levels) const {
    uint64_t bytes = 0;
    EXPECT_EQ(rcutils_calculate_directory_size_with_recursion(root_.c_str(), levels, &bytes, kHeap),
              RCUTILS_RET_OK);
    return bytes;
  }
  const std::filesystem::path root_ =
      testing::TempDir() + "rcutils_folder_" + std::to_string(::getpid());
};

TEST_F(RcutilsFolderTest, TheSizeOfAFolderIsThatOfItsFilesToTheDepthThatIsAsked) {
  COVERS("rcutils", "rcutils_calculate_directory_size");
  uint64_t bytes = 0;
  EXPECT_EQ(rcutils_calculate_directory_size(root_.c_str(), &bytes, kHeap), RCUTILS_RET_OK);
  EXPECT_EQ(bytes, 3u);
}

TEST_F(RcutilsFolderTest, FoldersInAFolderCountToTheDepthThatIsAsked) {
  COVERS("rcutils", "rcutils_calculate_directory_size_with_recursion");
  EXPECT_EQ(size(1), 3u);
  EXPECT_EQ(size(2), 13u);
  EXPECT_EQ(size(3), 113u);
  EXPECT_EQ(size(0), 113u) << "all; rcutils_calculate_directory_size_with_recursion";
}

TEST_F(RcutilsFolderTest, TheSizeOfWhatIsNoFolderIsRefused) {
  uint64_t bytes = 0;
  EXPECT_EQ(rcutils_calculate_directory_size((root_ / "a.txt").c_str(), &bytes, kHeap),
            RCUTILS_RET_ERROR);
  EXPECT_NE(taken_error().find("a.txt"), std::string::npos);
  EXPECT_EQ(rcutils_calculate_directory_size(nullptr, &bytes, kHeap), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_calculate_directory_size(root_.c_str(), nullptr, kHeap),
            RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_calculate_directory_size(root_.c_str(), &bytes, {}),
            RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
}

TEST_F(RcutilsFolderTest, AnIteratorComesByEachName) {
  COVERS("rcutils", "rcutils_dir_iter_start", "rcutils_dir_iter_next", "rcutils_dir_iter_end");
  std::set<std::string> names;
  rcutils_dir_iter_t* const iter = rcutils_dir_iter_start(root_.c_str(), kHeap);
  ASSERT_NE(iter, nullptr);
  do {
    names.insert(iter->entry_name);
  } while (rcutils_dir_iter_next(iter));
  EXPECT_EQ(iter->entry_name, nullptr);
  rcutils_dir_iter_end(iter);
  rcutils_dir_iter_end(nullptr);
  EXPECT_EQ(names, (std::set<std::string>{".", "..", "a.txt", "sub"}));
  EXPECT_EQ(rcutils_dir_iter_start((root_ / "none").c_str(), kHeap), nullptr);
  EXPECT_NE(taken_error().find("No such file or directory"), std::string::npos);
  EXPECT_FALSE(rcutils_dir_iter_next(nullptr));
  rcutils_reset_error();
}

TEST(RcutilsLibraryTest, ALibraryIsOpenedAskedAndClosed) {
  COVERS("rcutils", "rcutils_get_zero_initialized_shared_library", "rcutils_load_shared_library");
  COVERS("rcutils", "rcutils_has_symbol", "rcutils_get_symbol", "rcutils_unload_shared_library");
  COVERS("rcutils", "rcutils_is_shared_library_loaded");
  auto library = rcutils_get_zero_initialized_shared_library();
  EXPECT_FALSE(rcutils_is_shared_library_loaded(&library));
  ASSERT_EQ(rcutils_load_shared_library(&library, "libm.so.6", kHeap), RCUTILS_RET_OK);
  EXPECT_TRUE(rcutils_is_shared_library_loaded(&library));
  EXPECT_EQ(std::filesystem::path(library.library_path).filename(), "libm.so.6");
  EXPECT_TRUE(std::filesystem::path(library.library_path).is_absolute());
  EXPECT_TRUE(rcutils_has_symbol(&library, "cos"));
  EXPECT_NE(rcutils_get_symbol(&library, "cos"), nullptr);
  EXPECT_FALSE(rcutils_has_symbol(&library, "no_such_function"));
  EXPECT_FALSE(rcutils_error_is_set());
  EXPECT_EQ(rcutils_get_symbol(&library, "no_such_function"), nullptr);
  EXPECT_NE(taken_error().find("'no_such_function'"), std::string::npos);
  EXPECT_EQ(rcutils_load_shared_library(&library, "libm.so.6", kHeap), RCUTILS_RET_INVALID_ARGUMENT)
      << "it is open";
  EXPECT_EQ(rcutils_unload_shared_library(&library), RCUTILS_RET_OK);
  EXPECT_EQ(library.library_path, nullptr);
  EXPECT_EQ(rcutils_unload_shared_library(&library), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_get_symbol(&library, "cos"), nullptr);
  rcutils_reset_error();
}

TEST(RcutilsLibraryTest, ALibraryThatIsNotThereSaysWhatTheLoaderSays) {
  auto library = rcutils_get_zero_initialized_shared_library();
  EXPECT_EQ(rcutils_load_shared_library(&library, "libnone.so", kHeap), RCUTILS_RET_ERROR);
  EXPECT_NE(taken_error().find("libnone.so: cannot open shared object file"), std::string::npos);
  EXPECT_EQ(rcutils_load_shared_library(&library, nullptr, kHeap), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_load_shared_library(&library, "libm.so.6", {}), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
}

TEST(RcutilsLibraryTest, TheFileNameOfALibraryMustFit) {
  COVERS("rcutils", "rcutils_get_platform_library_name");
  char name[10];
  EXPECT_EQ(rcutils_get_platform_library_name("arm", name, sizeof name, false), RCUTILS_RET_OK);
  EXPECT_STREQ(name, "libarm.so");
  EXPECT_EQ(rcutils_get_platform_library_name("ar", name, sizeof name, true), RCUTILS_RET_OK);
  EXPECT_STREQ(name, "libard.so");
  EXPECT_EQ(rcutils_get_platform_library_name("arm", name, sizeof name, true), RCUTILS_RET_ERROR);
  EXPECT_EQ(rcutils_get_platform_library_name(nullptr, name, sizeof name, true),
            RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
}

std::string date(rcutils_time_point_value_t time) {
  char text[32];
  EXPECT_EQ(rcutils_time_point_value_as_date_string(&time, text, sizeof text), RCUTILS_RET_OK);
  return text;
}

TEST(RcutilsTimeTest, ADateIsLocalWithMilliseconds) {
  COVERS("rcutils", "rcutils_time_point_value_as_date_string");
  ::setenv("TZ", "UTC-2", 1);
  ::tzset();
  EXPECT_EQ(date(0), "1970-01-01 02:00:00.000");
  EXPECT_EQ(date(RCUTILS_S_TO_NS(1700000000) + RCUTILS_MS_TO_NS(7)), "2023-11-15 00:13:20.007");
  EXPECT_EQ(date(-RCUTILS_MS_TO_NS(1)), "1970-01-01 01:59:59.999");
  ::unsetenv("TZ");
  ::tzset();
  const rcutils_time_point_value_t time = 0;
  char small[31];
  EXPECT_EQ(rcutils_time_point_value_as_date_string(&time, small, sizeof small), RCUTILS_RET_ERROR);
  EXPECT_EQ(rcutils_time_point_value_as_date_string(&time, small, 0), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_time_point_value_as_date_string(nullptr, small, 1),
            RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
}

int can_fail_twice() {
  RCUTILS_CAN_RETURN_WITH_ERROR_OF(1);
  RCUTILS_CAN_FAIL_WITH(return 2);
  return 0;
}

rcutils_ret_t can_fail_with_words() {
  RCUTILS_CAN_SET_MSG_AND_RETURN_WITH_ERROR_OF(RCUTILS_RET_WARN);
  return RCUTILS_RET_OK;
}

TEST(RcutilsFaultTest, EachPlaceFailsOnceThenNone) {
  COVERS("(macros)", "RCUTILS_FAULT_INJECTION_TEST", "RCUTILS_NO_FAULT_INJECTION");
  std::string results;
  testing::internal::CaptureStdout();
  RCUTILS_FAULT_INJECTION_TEST({
    results += std::to_string(can_fail_twice());
    RCUTILS_NO_FAULT_INJECTION(results += can_fail_twice() == 0 ? "." : "!";);
  });
  testing::internal::GetCapturedStdout();
  EXPECT_EQ(results, "1.2.0.");
}

TEST(RcutilsFaultTest, TheCountSaysHowManyPlacesPass) {
  COVERS("rcutils", "rcutils_fault_injection_set_count", "rcutils_fault_injection_get_count");
  COVERS("rcutils", "rcutils_fault_injection_is_test_complete");
  COVERS("(macros)", "RCUTILS_FAULT_INJECTION_NEVER_FAIL", "RCUTILS_FAULT_INJECTION_FAIL_NOW");
  COVERS("(macros)", "RCUTILS_CAN_SET_MSG_AND_RETURN_WITH_ERROR_OF");
  EXPECT_EQ(rcutils_fault_injection_get_count(), RCUTILS_FAULT_INJECTION_NEVER_FAIL);
  rcutils_fault_injection_set_count(1);
  EXPECT_EQ(can_fail_with_words(), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_fault_injection_get_count(), RCUTILS_FAULT_INJECTION_FAIL_NOW);
  EXPECT_TRUE(rcutils_fault_injection_is_test_complete());
  testing::internal::CaptureStdout();
  // RCUTILS_CAN_SET_MSG_AND_RETURN_WITH_ERROR_OF stands in the function.
  EXPECT_EQ(can_fail_with_words(), RCUTILS_RET_WARN);
  testing::internal::GetCapturedStdout();
  EXPECT_NE(taken_error().find("Injecting"), std::string::npos);
  EXPECT_FALSE(rcutils_fault_injection_is_test_complete());
  EXPECT_EQ(can_fail_with_words(), RCUTILS_RET_OK) << "no more";
}

TEST(RcutilsTimeTest, TheRawSteadyClockGoesOn) {
  rcutils_time_point_value_t first = 0, second = 0;
  EXPECT_EQ(rcutils_raw_steady_time_now(&first), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_raw_steady_time_now(&second), RCUTILS_RET_OK);
  EXPECT_GT(first, 0);
  EXPECT_GE(second, first);
  EXPECT_EQ(rcutils_raw_steady_time_now(nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
}

TEST(RmwEventTest, EveryKindIsSupportedAndNothingElse) {
  EXPECT_TRUE(rmw_event_type_is_supported(RMW_EVENT_LIVELINESS_CHANGED));
  EXPECT_TRUE(rmw_event_type_is_supported(RMW_EVENT_PUBLICATION_MATCHED));
  EXPECT_FALSE(rmw_event_type_is_supported(RMW_EVENT_INVALID));
  EXPECT_FALSE(rmw_event_type_is_supported(static_cast<rmw_event_type_t>(99)));
}

}  // namespace
