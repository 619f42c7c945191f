// Compiler attributes under the names that packages use.
#ifndef RCUTILS__MACROS_H_
#define RCUTILS__MACROS_H_

#include <stdint.h>
#include <stdio.h>

/* Marks for declarations of others: what this package declares is visible as it is. */
#define RCUTILS_EXPORT __attribute__((visibility("default")))
#define RCUTILS_IMPORT
#define RCUTILS_PUBLIC __attribute__((visibility("default")))
#define RCUTILS_PUBLIC_TYPE
#define RCUTILS_LOCAL __attribute__((visibility("hidden")))

#define RCUTILS_WARN_UNUSED __attribute__((warn_unused_result))
#define RCUTILS_DEPRECATED __attribute__((deprecated))
#define RCUTILS_DEPRECATED_WITH_MSG(msg) __attribute__((deprecated(msg)))
#define RCUTILS_NONNULL __attribute__((__nonnull__))
#define RCUTILS_NONNULL_ARGS(...) __attribute__((__nonnull__(__VA_ARGS__)))
#define RCUTILS_RETURNS_NONNULL __attribute__((__returns_nonnull__))
#define RCUTILS_HAS_NONNULL 1
#define RCUTILS_UNUSED(x) (void)(x)
#define RCUTILS_LIKELY(x) __builtin_expect((x), 1)
#define RCUTILS_UNLIKELY(x) __builtin_expect((x), 0)
#define RCUTILS_EXPAND(x) x
#define RCUTILS_STRINGIFY_IMPL(x) #x
#define RCUTILS_STRINGIFY(x) RCUTILS_STRINGIFY_IMPL(x)
#define RCUTILS_JOIN_IMPL(a, b) a##b
#define RCUTILS_JOIN(a, b) RCUTILS_JOIN_IMPL(a, b)
#define RCUTILS_ATTRIBUTE_PRINTF_FORMAT(format_index, first_argument) \
  __attribute__((format(printf, format_index, first_argument)))

/* Where a function can be made to fail: in code that was compiled with
 * RCUTILS_ENABLE_FAULT_INJECTION (testing/fault_injection.h), and nowhere else. */
#ifdef RCUTILS_ENABLE_FAULT_INJECTION
#include "rcutils/testing/fault_injection.h"
#define RCUTILS_CAN_RETURN_WITH_ERROR_OF(error_return_value) \
  RCUTILS_FAULT_INJECTION_MAYBE_RETURN_ERROR(error_return_value)
#define RCUTILS_CAN_FAIL_WITH(failure_code) RCUTILS_FAULT_INJECTION_MAYBE_FAIL(failure_code)
#else
#define RCUTILS_CAN_RETURN_WITH_ERROR_OF(error_return_value)
#define RCUTILS_CAN_FAIL_WITH(failure_code)
#endif

#ifdef __cplusplus
#define RCUTILS_THREAD_LOCAL thread_local
#else
#define RCUTILS_THREAD_LOCAL _Thread_local
#endif

#endif  // RCUTILS__MACROS_H_
