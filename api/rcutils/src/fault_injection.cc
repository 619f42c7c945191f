#include "rcutils/testing/fault_injection.h"

#include <atomic>

namespace {

std::atomic<int_least64_t> count_left{RCUTILS_FAULT_INJECTION_NEVER_FAIL};

}  // namespace

void rcutils_fault_injection_set_count(int_least64_t count) { count_left = count; }

int_least64_t rcutils_fault_injection_get_count() { return count_left; }

bool rcutils_fault_injection_is_test_complete() {
  return count_left > RCUTILS_FAULT_INJECTION_NEVER_FAIL;
}

int_least64_t _rcutils_fault_injection_maybe_fail() {
  int_least64_t count = count_left;
  while (count > RCUTILS_FAULT_INJECTION_NEVER_FAIL &&
         !count_left.compare_exchange_weak(count, count - 1)) {
  }
  return count;
}
