#include "rcutils/error_handling.h"

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <string>

namespace {

// A kilobyte, which only threads have that fail: what each has from the start is scarce
// for a library that a running program loads. It stays when the error is reset: callers may still hold it.
thread_local std::unique_ptr<rcutils_error_state_t> error_here;
constinit thread_local bool is_set = false;

template <std::size_t Size>
void copy_cut(char (&to)[Size], const char* from) {
  std::snprintf(to, Size, "%s", from ? from : "");
}

}  // namespace

void rcutils_set_error_state(const char* error_string, const char* file, size_t line_number) {
  if (!error_here) error_here = std::make_unique<rcutils_error_state_t>();
  copy_cut(error_here->message, error_string);
  copy_cut(error_here->file, file);
  error_here->line_number = line_number;
  is_set = true;
}

void rcutils_set_error_state_format(const char* file, size_t line_number, const char* format,
                                    ...) {
  char message[RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  rcutils_set_error_state(message, file, line_number);
}

bool rcutils_error_is_set() { return is_set; }

const rcutils_error_state_t* rcutils_get_error_state() {
  return is_set ? error_here.get() : nullptr;
}

rcutils_error_string_t rcutils_get_error_string() {
  rcutils_error_string_t text{};
  if (!is_set) {
    copy_cut(text.str, "error not set");
    return text;
  }
  const std::string whole = std::string(error_here->message) + ", at " + error_here->file + ":" +
                            std::to_string(error_here->line_number);
  copy_cut(text.str, whole.c_str());
  return text;
}

void rcutils_reset_error() { is_set = false; }

rcutils_ret_t rcutils_initialize_error_handling_thread_local_storage(rcutils_allocator_t) {
  return RCUTILS_RET_OK;  // there is nothing to be made before the first error
}
