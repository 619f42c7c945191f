// Strings searched, cut, replaced and compared.
#include <strings.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "allocated.h"
#include "rcutils/find.h"
#include "rcutils/repl_str.h"
#include "rcutils/snprintf.h"
#include "rcutils/split.h"
#include "rcutils/strcasecmp.h"
#include "rcutils/strdup.h"
#include "rcutils/strerror.h"

namespace {

size_t place_or_none(size_t place) { return place == std::string_view::npos ? SIZE_MAX : place; }

std::string_view first(const char* str, size_t length) {
  return str == nullptr ? std::string_view() : std::string_view(str, length);
}

std::string_view whole(const char* str) {
  return str == nullptr ? std::string_view() : std::string_view(str);
}

// Calls `with` for each part that is not empty.
template <class With>
void each_part(std::string_view text, char delimiter, const With& with) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(delimiter));
    if (!part.empty()) with(part);
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
}

// Makes an array of copies; `each` calls what it is given with each part.
template <class Each>
rcutils_ret_t fill(rcutils_string_array_t* array, const rcutils_allocator_t& allocator,
                   const Each& each) {
  size_t count = 0;
  each([&count](std::string_view) { ++count; });
  const rcutils_ret_t made = rcutils_string_array_init(array, count, &allocator);
  if (made != RCUTILS_RET_OK) return made;
  bool complete = true;
  size_t next = 0;
  each([&](std::string_view part) {
    char*& copy = array->data[next++];
    copy = rcutils_strndup(part.data(), part.size(), allocator);
    complete = complete && copy != nullptr;
  });
  if (complete) return RCUTILS_RET_OK;
  (void)rcutils_string_array_fini(array);
  RCUTILS_SET_ERROR_MSG("no memory of the allocator is left for the parts of a string");
  return RCUTILS_RET_BAD_ALLOC;
}

}  // namespace

size_t rcutils_find(const char* str, char delimiter) {
  return place_or_none(whole(str).find(delimiter));
}

size_t rcutils_findn(const char* str, char delimiter, size_t string_length) {
  return place_or_none(first(str, string_length).find(delimiter));
}

size_t rcutils_find_last(const char* str, char delimiter) {
  return place_or_none(whole(str).rfind(delimiter));
}

size_t rcutils_find_lastn(const char* str, char delimiter, size_t string_length) {
  return place_or_none(first(str, string_length).rfind(delimiter));
}

rcutils_ret_t rcutils_split(const char* str, char delimiter, rcutils_allocator_t allocator,
                            rcutils_string_array_t* string_array) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_array, RCUTILS_RET_INVALID_ARGUMENT);
  *string_array = rcutils_get_zero_initialized_string_array();
  const std::string_view text = whole(str);
  if (text.empty()) return RCUTILS_RET_OK;
  return fill(string_array, allocator,
              [&](const auto& with) { each_part(text, delimiter, with); });
}

rcutils_ret_t rcutils_split_last(const char* str, char delimiter, rcutils_allocator_t allocator,
                                 rcutils_string_array_t* string_array) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_array, RCUTILS_RET_INVALID_ARGUMENT);
  *string_array = rcutils_get_zero_initialized_string_array();
  std::string_view text = whole(str);
  if (text.empty()) return RCUTILS_RET_OK;
  if (text.front() == delimiter) text.remove_prefix(1);
  if (!text.empty() && text.back() == delimiter) text.remove_suffix(1);
  return fill(string_array, allocator, [&](const auto& with) {
    const size_t last = text.rfind(delimiter);
    if (last == std::string_view::npos) return with(text);
    std::string_view before = text.substr(0, last);
    if (!before.empty() && before.back() == delimiter) before.remove_suffix(1);
    with(before);
    with(text.substr(last + 1));
  });
}

char* rcutils_repl_str(const char* str, const char* from, const char* to,
                       const rcutils_allocator_t* allocator) {
  if (str == nullptr || from == nullptr || to == nullptr) return nullptr;
  if (!rcutils_allocator_is_valid(allocator)) return nullptr;
  const std::string_view text(str), old(from), fresh(to);
  const auto next = [&](size_t at) {
    return old.empty() ? std::string_view::npos : text.find(old, at);
  };
  size_t count = 0;
  for (size_t at = next(0); at != std::string_view::npos; at = next(at + old.size())) ++count;
  const size_t size = text.size() - count * old.size() + count * fresh.size() + 1;
  auto* const made = static_cast<char*>(allocator->allocate(size, allocator->state));
  if (made == nullptr) return nullptr;
  char* out = made;
  const auto put = [&out](std::string_view part) { out += part.copy(out, part.size()); };
  size_t done = 0;
  for (size_t at = next(0); at != std::string_view::npos; at = next(done)) {
    put(text.substr(done, at - done));
    put(fresh);
    done = at + old.size();
  }
  put(text.substr(done));
  *out = '\0';
  return made;
}

int rcutils_strcasecmp(const char* s1, const char* s2, int* value) {
  if (s1 == nullptr || s2 == nullptr || value == nullptr) return -1;
  *value = ::strcasecmp(s1, s2);
  return 0;
}

int rcutils_strncasecmp(const char* s1, const char* s2, size_t n, int* value) {
  if (s1 == nullptr || s2 == nullptr || value == nullptr) return -1;
  *value = ::strncasecmp(s1, s2, n);
  return 0;
}

void rcutils_strerror(char* buffer, size_t buffer_length) {
  if (buffer == nullptr || buffer_length == 0) return;
  const char* const words = ::strerror_r(errno, buffer, buffer_length);
  if (words != buffer) (void)rcutils_snprintf(buffer, buffer_length, "%s", words);
}
