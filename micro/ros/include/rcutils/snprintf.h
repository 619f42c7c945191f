/* Text by a format: the functions of the C library. A program that calls none links none. */
#ifndef RANVIER_MICRO_RCUTILS_SNPRINTF_H
#define RANVIER_MICRO_RCUTILS_SNPRINTF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* At most `size` bytes with the zero behind them. @return the bytes of the whole text without that
 * zero, also where it was cut or `buffer` is null with size 0; -1 for a null format, or for a null
 * buffer of another size. */
static inline int rcutils_vsnprintf(char* buffer, size_t size, const char* format, va_list args) {
  if (format == NULL || (buffer == NULL && size != 0)) return -1;
  return vsnprintf(buffer, size, format, args);
}

static inline int rcutils_snprintf(char* buffer, size_t size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  const int bytes = rcutils_vsnprintf(buffer, size, format, args);
  va_end(args);
  return bytes;
}

#endif
