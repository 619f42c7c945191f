/* Letters and digits, whatever the locale. */
#ifndef RCUTILS__ISALNUM_NO_LOCALE_H_
#define RCUTILS__ISALNUM_NO_LOCALE_H_

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether it is one of 0-9, A-Z, a-z.
static inline bool rcutils_isalnum_no_locale(char c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__ISALNUM_NO_LOCALE_H_ */
