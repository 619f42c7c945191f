// Compiler attributes under the names that packages use.
#ifndef RCUTILS__MACROS_H_
#define RCUTILS__MACROS_H_

#include <stdint.h>
#include <stdio.h>

#define RCUTILS_WARN_UNUSED __attribute__((warn_unused_result))
#define RCUTILS_DEPRECATED_WITH_MSG(msg) __attribute__((deprecated(msg)))
#define RCUTILS_UNUSED(x) (void)(x)
#define RCUTILS_LIKELY(x) __builtin_expect((x), 1)
#define RCUTILS_UNLIKELY(x) __builtin_expect((x), 0)
#define RCUTILS_STRINGIFY_IMPL(x) #x
#define RCUTILS_STRINGIFY(x) RCUTILS_STRINGIFY_IMPL(x)
#define RCUTILS_JOIN_IMPL(a, b) a##b
#define RCUTILS_JOIN(a, b) RCUTILS_JOIN_IMPL(a, b)
#define RCUTILS_ATTRIBUTE_PRINTF_FORMAT(format_index, first_argument) \
  __attribute__((format(printf, format_index, first_argument)))

#ifdef __cplusplus
#define RCUTILS_THREAD_LOCAL thread_local
#else
#define RCUTILS_THREAD_LOCAL _Thread_local
#endif

#endif  // RCUTILS__MACROS_H_
