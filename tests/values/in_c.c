// Compiled as C: every header of rcutils, and the macros that expand in the caller's language.
#include "in_c.h"

#include <rcutils/cmdline_parser.h>
#include <rcutils/env.h>
#include <rcutils/error_handling.h>
#include <rcutils/filesystem.h>
#include <rcutils/find.h>
#include <rcutils/format_string.h>
#include <rcutils/isalnum_no_locale.h>
#include <rcutils/logging_macros.h>
#include <rcutils/process.h>
#include <rcutils/qsort.h>
#include <rcutils/repl_str.h>
#include <rcutils/sha256.h>
#include <rcutils/shared_library.h>
#include <rcutils/split.h>
#include <rcutils/stdatomic_helper.h>
#include <rcutils/strcasecmp.h>
#include <rcutils/strdup.h>
#include <rcutils/strerror.h>
#include <rcutils/testing/fault_injection.h>
#include <rcutils/types.h>
#include <rcutils/visibility_control.h>

static bool is_asked(void) { return true; }

void log_in_c(int round) {
  RCUTILS_LOG_INFO_EXPRESSION_NAMED(round == 1, "c", "expression %d", round);
  RCUTILS_LOG_WARN_FUNCTION_NAMED(&is_asked, "c", "function %d", round);
  RCUTILS_LOG_ERROR_THROTTLE_NAMED(RCUTILS_STEADY_TIME, 3600000, "c", "throttle %d", round);
}

unsigned long long count_in_c(int times) {
  static atomic_uint_least64_t count;
  uint64_t before = 0;
  for (int i = 0; i < times; ++i) before = rcutils_atomic_fetch_add_uint64_t(&count, 2);
  return before;
}
