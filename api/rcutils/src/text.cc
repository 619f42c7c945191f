#include <algorithm>
#include <cstdio>
#include <cstring>

#include "rcutils/cmdline_parser.h"
#include "rcutils/format_string.h"
#include "rcutils/snprintf.h"
#include "rcutils/strdup.h"

namespace {

// Where the option is; the end if it is not there, or an argument is null.
char** find_option(char** begin, char** end, const char* option) {
  if (begin == nullptr || end == nullptr || option == nullptr) return end;
  return std::find_if(begin, end, [&](const char* word) {
    return word != nullptr && std::strcmp(word, option) == 0;
  });
}

}  // namespace

bool rcutils_cli_option_exist(char** begin, char** end, const char* option) {
  return find_option(begin, end, option) != end;
}

char* rcutils_cli_get_option(char** begin, char** end, const char* option) {
  char** const found = find_option(begin, end, option);
  return found != end && found + 1 != end ? found[1] : nullptr;
}

char* rcutils_strndup(const char* str, size_t string_length, rcutils_allocator_t allocator) {
  if (str == nullptr || !rcutils_allocator_is_valid(&allocator)) return nullptr;
  const size_t length = strnlen(str, string_length);
  auto* copy = static_cast<char*>(allocator.allocate(length + 1, allocator.state));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, str, length);
  copy[length] = '\0';
  return copy;
}

char* rcutils_strdup(const char* str, rcutils_allocator_t allocator) {
  return rcutils_strndup(str, SIZE_MAX, allocator);
}

int rcutils_vsnprintf(char* buffer, size_t buffer_size, const char* format, va_list args) {
  if (format == nullptr || (buffer == nullptr && buffer_size != 0)) return -1;
  return std::vsnprintf(buffer, buffer_size, format, args);
}

int rcutils_snprintf(char* buffer, size_t buffer_size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  const int length = rcutils_vsnprintf(buffer, buffer_size, format, args);
  va_end(args);
  return length;
}

char* rcutils_format_string_limit(rcutils_allocator_t allocator, size_t limit,
                                  const char* format_string, ...) {
  if (format_string == nullptr || limit == 0 || !rcutils_allocator_is_valid(&allocator)) {
    return nullptr;
  }
  va_list args, again;
  va_start(args, format_string);
  va_copy(again, args);
  const int length = std::vsnprintf(nullptr, 0, format_string, args);
  char* text = nullptr;
  if (length >= 0) {
    const size_t size = std::min(static_cast<size_t>(length) + 1, limit);
    text = static_cast<char*>(allocator.allocate(size, allocator.state));
    if (text != nullptr) std::vsnprintf(text, size, format_string, again);
  }
  va_end(again);
  va_end(args);
  return text;
}
