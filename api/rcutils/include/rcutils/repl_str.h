/* Strings with parts replaced. */
#ifndef RCUTILS__REPL_STR_H_
#define RCUTILS__REPL_STR_H_

#include "rcutils/allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A copy of `str` with each `from` replaced, from the left. Freed with the allocator.
/// Null without memory, or for a bad allocator. An empty `from` is nowhere.
char * rcutils_repl_str(
  const char * str, const char * from, const char * to, const rcutils_allocator_t * allocator);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__REPL_STR_H_ */
