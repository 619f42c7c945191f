// The same of rcutils and of the texts of messages in C: a code and a text, or "no".
#include <gtest/gtest.h>

#include "c_arguments.hpp"
#include "rcl/error_handling.h"
#include "rcutils/cmdline_parser.h"
#include "rcutils/env.h"
#include "rcutils/filesystem.h"
#include "rcutils/find.h"
#include "rcutils/format_string.h"
#include "rcutils/logging.h"
#include "rcutils/process.h"
#include "rcutils/qsort.h"
#include "rcutils/repl_str.h"
#include "rcutils/sha256.h"
#include "rcutils/shared_library.h"
#include "rcutils/snprintf.h"
#include "rcutils/split.h"
#include "rcutils/strcasecmp.h"
#include "rcutils/strdup.h"
#include "rcutils/strerror.h"
#include "rcutils/time.h"
#include "rcutils/types/array_list.h"
#include "rcutils/types/char_array.h"
#include "rcutils/types/hash_map.h"
#include "rcutils/types/string_array.h"
#include "rcutils/types/string_map.h"
#include "rcutils/types/uint8_array.h"
#include "rosidl_runtime_c/string_functions.h"
#include "rosidl_runtime_c/u16string_functions.h"

namespace {

int compare(const void*, const void*) { return 0; }

TEST_F(CArguments, OfContainersAreNotNull) {
  auto list = rcutils_get_zero_initialized_array_list();
  auto map = rcutils_get_zero_initialized_hash_map();
  auto strings = rcutils_get_zero_initialized_string_map();
  auto chars = rcutils_get_zero_initialized_char_array();
  auto bytes = rcutils_get_zero_initialized_uint8_array();
  ASSERT_EQ(rcutils_string_map_init(&strings, 1, heap_), RCUTILS_RET_OK);
  const auto hash = rcutils_hash_map_string_hash_func;
  int order = 0;
  constexpr int kError = RCUTILS_RET_ERROR;
  expect({
      INVALID(rcutils_array_list_init(nullptr, 1, 1, &heap_)),
      INVALID(rcutils_array_list_init(&list, 1, 1, nullptr)),
      INVALID(rcutils_array_list_fini(nullptr)),
      INVALID(rcutils_array_list_add(nullptr, &order)),
      INVALID(rcutils_array_list_set(nullptr, 0, &order)),
      INVALID(rcutils_array_list_remove(nullptr, 0)),
      INVALID(rcutils_array_list_get(nullptr, 0, &order)),
      INVALID(rcutils_array_list_get_size(nullptr, &size_)),
      INVALID(rcutils_hash_map_init(nullptr, 1, 1, 1, hash, compare, &heap_)),
      INVALID(rcutils_hash_map_init(&map, 1, 1, 1, nullptr, compare, &heap_)),
      INVALID(rcutils_hash_map_init(&map, 1, 1, 1, hash, nullptr, &heap_)),
      INVALID(rcutils_hash_map_init(&map, 1, 1, 1, hash, compare, nullptr)),
      INVALID(rcutils_hash_map_fini(nullptr)),
      INVALID(rcutils_hash_map_get_capacity(nullptr, &size_)),
      INVALID(rcutils_hash_map_get_size(nullptr, &size_)),
      INVALID(rcutils_hash_map_set(nullptr, &order, &order)),
      INVALID(rcutils_hash_map_unset(nullptr, &order)),
      INVALID(rcutils_hash_map_get(nullptr, &order, &order)),
      INVALID(rcutils_hash_map_get_next_key_and_data(nullptr, nullptr, &order, &order)),
      INVALID(rcutils_string_array_init(nullptr, 1, &heap_)),
      INVALID(rcutils_string_array_init(&texts_, 1, nullptr)),
      INVALID(rcutils_string_array_fini(nullptr)),
      INVALID(rcutils_string_array_cmp(nullptr, &texts_, &order)),
      INVALID(rcutils_string_array_cmp(&texts_, nullptr, &order)),
      INVALID(rcutils_string_array_cmp(&texts_, &texts_, nullptr)),
      INVALID(rcutils_string_array_resize(nullptr, 1)),
      INVALID(rcutils_string_array_sort(nullptr)),
      INVALID(rcutils_string_map_init(nullptr, 1, heap_)),
      INVALID(rcutils_string_map_fini(nullptr)),
      INVALID(rcutils_string_map_get_capacity(nullptr, &size_)),
      INVALID(rcutils_string_map_get_capacity(&strings, nullptr)),
      INVALID(rcutils_string_map_get_size(&strings, nullptr)),
      INVALID(rcutils_string_map_reserve(nullptr, 1)),
      INVALID(rcutils_string_map_clear(nullptr)),
      INVALID(rcutils_string_map_set(&strings, nullptr, "v")),
      INVALID(rcutils_string_map_set(&strings, "k", nullptr)),
      INVALID(rcutils_string_map_set_no_resize(nullptr, "k", "v")),
      INVALID(rcutils_string_map_unset(&strings, nullptr)),
      INVALID(rcutils_string_map_copy(nullptr, &strings)),
      INVALID(rcutils_string_map_copy(&strings, nullptr)),
      CODE(kError, rcutils_char_array_init(nullptr, 1, &heap_)),
      CODE(kError, rcutils_char_array_init(&chars, 1, nullptr)),
      CODE(kError, rcutils_char_array_fini(nullptr)),
      CODE(kError, rcutils_char_array_resize(nullptr, 1)),
      CODE(kError, rcutils_char_array_expand_as_needed(nullptr, 1)),
      CODE(kError, rcutils_char_array_memcpy(nullptr, "a", 1)),
      CODE(kError, rcutils_char_array_memcpy(&chars, nullptr, 1)),
      CODE(kError, rcutils_char_array_strcpy(&chars, nullptr)),
      CODE(kError, rcutils_char_array_strcat(nullptr, "a")),
      CODE(kError, rcutils_char_array_strncat(&chars, nullptr, 1)),
      INVALID(rcutils_uint8_array_init(nullptr, 1, &heap_)),
      INVALID(rcutils_uint8_array_init(&bytes, 1, nullptr)),
      INVALID(rcutils_uint8_array_fini(nullptr)),
      INVALID(rcutils_uint8_array_resize(nullptr, 1)),
      INVALID(rcutils_qsort(nullptr, 2, 1, compare)),
      INVALID(rcutils_qsort(&order, 1, 1, nullptr)),
      INVALID(rcutils_split("a", ',', heap_, nullptr)),
      INVALID(rcutils_split_last("a", ',', heap_, nullptr)),
      INVALID(rcutils_split("a", ',', no_heap_, &texts_)),
  });
  const char* const none = nullptr;
  const char* const some = "a";
  expect({NO(rcutils_allocator_is_valid(nullptr)), NO(rcutils_hash_map_key_exists(nullptr, &order)),
          NO(rcutils_hash_map_string_cmp_func(&none, &none)),
          NO(rcutils_hash_map_string_cmp_func(nullptr, &none)),
          NO(rcutils_string_map_key_exists(nullptr, "k")),
          NO(rcutils_string_map_key_existsn(&strings, nullptr, 1)),
          NO(rcutils_string_map_get(&strings, nullptr)),
          NO(rcutils_string_map_get_next_key(nullptr, nullptr)),
          NO(rcutils_reallocf(nullptr, 1, nullptr))});
  EXPECT_LT(rcutils_hash_map_string_cmp_func(&none, &some), 0);
  EXPECT_EQ(rcutils_hash_map_string_hash_func(&none), rcutils_hash_map_string_hash_func(nullptr));
  EXPECT_EQ(rcutils_string_map_fini(&strings), RCUTILS_RET_OK);
}

TEST_F(CArguments, OfTheRestOfRcutilsAreNotNull) {
  auto lib = rcutils_get_zero_initialized_shared_library();
  auto chars = rcutils_get_zero_initialized_char_array();
  uint64_t bytes = 0;
  int number = 0;
  expect({
      INVALID(rcutils_logging_initialize_with_allocator(no_heap_)),
      INVALID(rcutils_logging_severity_level_from_string(nullptr, heap_, &number)),
      INVALID(rcutils_logging_severity_level_from_string("INFO", heap_, nullptr)),
      CODE(RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID,
           rcutils_logging_severity_level_from_string("loud", heap_, &number)),
      CODE(-1, rcutils_logging_get_logger_level(nullptr)),
      CODE(-1, rcutils_logging_get_logger_leveln(nullptr, 1)),
      CODE(-1, rcutils_logging_get_logger_effective_level(nullptr)),
      INVALID(rcutils_logging_set_logger_level(nullptr, RCUTILS_LOG_SEVERITY_INFO)),
      INVALID(rcutils_logging_set_logger_level("a", 99)),
      INVALID(rcutils_logging_format_message(nullptr, 20, "a", 0, nullptr, &chars)),
      INVALID(rcutils_logging_format_message(nullptr, 20, "a", 0, "b", nullptr)),
      INVALID(rcutils_load_shared_library(nullptr, "libc.so.6", heap_)),
      INVALID(rcutils_load_shared_library(&lib, nullptr, heap_)),
      INVALID(rcutils_load_shared_library(&lib, "libc.so.6", no_heap_)),
      INVALID(rcutils_unload_shared_library(nullptr)),
      INVALID(rcutils_unload_shared_library(&lib)),
      INVALID(rcutils_get_platform_library_name(nullptr, text_, sizeof text_, false)),
      INVALID(rcutils_get_platform_library_name("a", nullptr, 8, false)),
      INVALID(rcutils_system_time_now(nullptr)),
      INVALID(rcutils_steady_time_now(nullptr)),
      INVALID(rcutils_raw_steady_time_now(nullptr)),
      INVALID(rcutils_time_point_value_as_nanoseconds_string(nullptr, text_, sizeof text_)),
      INVALID(rcutils_time_point_value_as_nanoseconds_string(&number_, nullptr, 8)),
      INVALID(rcutils_time_point_value_as_date_string(&number_, nullptr, 8)),
      INVALID(rcutils_time_point_value_as_seconds_string(nullptr, text_, sizeof text_)),
      INVALID(rcutils_calculate_directory_size(nullptr, &bytes, heap_)),
      INVALID(rcutils_calculate_directory_size("/", nullptr, heap_)),
  });
  char word[] = "a";
  char* words[] = {word, nullptr};
  rcutils_dir_iter_t no_folder{};
  expect({
      NO(rcutils_cli_option_exist(nullptr, nullptr, "-a")),
      NO(rcutils_cli_option_exist(words, words + 2, nullptr)),
      NO(rcutils_cli_option_exist(words, words + 2, "-a")),
      NO(rcutils_cli_get_option(words, words + 2, nullptr)),
      NO(rcutils_cli_get_option(nullptr, words + 2, "-a")),
      NO(rcutils_set_env(nullptr, "v")),
      NO(rcutils_get_cwd(nullptr, 8)),
      NO(rcutils_is_directory(nullptr)),
      NO(rcutils_is_file(nullptr)),
      NO(rcutils_exists(nullptr)),
      NO(rcutils_is_readable(nullptr)),
      NO(rcutils_is_writable(nullptr)),
      NO(rcutils_is_readable_and_writable(nullptr)),
      NO(rcutils_mkdir(nullptr)),
      NO(rcutils_get_file_size(nullptr)),
      NO(rcutils_join_path(nullptr, "a", heap_)),
      NO(rcutils_join_path("a", nullptr, heap_)),
      NO(rcutils_to_native_path(nullptr, heap_)),
      NO(rcutils_expand_user(nullptr, heap_)),
      NO(rcutils_dir_iter_start(nullptr, heap_)),
      NO(rcutils_dir_iter_next(nullptr)),
      NO(rcutils_dir_iter_next(&no_folder)),
      NO(rcutils_get_symbol(nullptr, "a")),
      NO(rcutils_get_symbol(&lib, "a")),
      NO(rcutils_has_symbol(nullptr, "a")),
      NO(rcutils_is_shared_library_loaded(nullptr)),
      NO(rcutils_strdup(nullptr, heap_)),
      NO(rcutils_strdup("a", no_heap_)),
      NO(rcutils_strndup(nullptr, 1, heap_)),
      NO(rcutils_repl_str(nullptr, "a", "b", &heap_)),
      NO(rcutils_repl_str("a", "a", "b", nullptr)),
      NO(rcutils_get_executable_name(no_heap_)),
  });
  EXPECT_EQ(rcutils_find(nullptr, 'a'), SIZE_MAX);
  EXPECT_EQ(rcutils_find_last(nullptr, 'a'), SIZE_MAX);
  EXPECT_EQ(rcutils_findn(nullptr, 'a', 1), SIZE_MAX);
  EXPECT_EQ(rcutils_strcasecmp(nullptr, "a", &number), -1);
  EXPECT_EQ(rcutils_strncasecmp("a", "a", 1, nullptr), -1);
  EXPECT_NE(rcutils_get_env(nullptr, nullptr), nullptr);
  EXPECT_EQ(rcutils_snprintf(nullptr, 8, "a"), -1);
}

TEST_F(CArguments, OfFunctionsWithoutAnAnswerMayBeNull) {
  rcutils_sha256_ctx_t hash;
  uint8_t out[RCUTILS_SHA256_BLOCK_SIZE];
  rcutils_sha256_init(nullptr);
  rcutils_sha256_update(nullptr, out, 1);
  rcutils_sha256_final(nullptr, out);
  rcutils_sha256_init(&hash);
  rcutils_sha256_update(&hash, nullptr, 1);
  rcutils_sha256_final(&hash, nullptr);
  const char* volatile no_format = nullptr;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
  rcutils_log(nullptr, RCUTILS_LOG_SEVERITY_FATAL, nullptr, no_format);
  rcutils_log_internal(nullptr, RCUTILS_LOG_SEVERITY_FATAL, nullptr, no_format);
#pragma GCC diagnostic pop
  rcutils_logging_console_output_handler(nullptr, 20, nullptr, 0, "a", nullptr);
  rcutils_dir_iter_end(nullptr);
  rcutils_strerror(nullptr, 8);
  rcutils_set_error_state(nullptr, nullptr, 0);
  EXPECT_TRUE(rcutils_error_is_set());
  rcutils_reset_error();
  rosidl_runtime_c__String__fini(nullptr);
  expect({
      NO(rosidl_runtime_c__String__init(nullptr)),
      NO(rosidl_runtime_c__String__assign(nullptr, "a")),
      NO(rosidl_runtime_c__String__are_equal(nullptr, nullptr)),
      NO(rosidl_runtime_c__String__copy(nullptr, nullptr)),
      NO(rosidl_runtime_c__U16String__init(nullptr)),
      NO(rosidl_runtime_c__U16String__len(nullptr)),
      NO(rosidl_runtime_c__U16String__assign(nullptr, nullptr)),
      NO(rosidl_runtime_c__String__Sequence__init(nullptr, 1)),
  });
}

}  // namespace
