#include "rcutils/error_handling.h"

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <string>

namespace {

// A kilobyte, which only threads have that fail: what each has from the start is scarce
// for a library that a running program loads.
struct ThreadError {
  bool set = false;
  rcutils_error_state_t state{};
};

ThreadError& error_of_this_thread() {
  static thread_local std::unique_ptr<ThreadError> error;
  if (!error) error = std::make_unique<ThreadError>();
  return *error;
}

template <std::size_t Size>
void copy_cut(char (&to)[Size], const char* from) {
  std::snprintf(to, Size, "%s", from ? from : "");
}

}  // namespace

void rcutils_set_error_state(const char* error_string, const char* file, size_t line_number) {
  ThreadError& error = error_of_this_thread();
  error.set = true;
  copy_cut(error.state.message, error_string);
  copy_cut(error.state.file, file);
  error.state.line_number = line_number;
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

bool rcutils_error_is_set() { return error_of_this_thread().set; }

const rcutils_error_state_t* rcutils_get_error_state() {
  const ThreadError& error = error_of_this_thread();
  return error.set ? &error.state : nullptr;
}

rcutils_error_string_t rcutils_get_error_string() {
  rcutils_error_string_t text{};
  const ThreadError& error = error_of_this_thread();
  if (!error.set) {
    copy_cut(text.str, "error not set");
    return text;
  }
  const std::string whole = std::string(error.state.message) + ", at " + error.state.file + ":" +
                            std::to_string(error.state.line_number);
  copy_cut(text.str, whole.c_str());
  return text;
}

void rcutils_reset_error() { error_of_this_thread().set = false; }

rcutils_ret_t rcutils_initialize_error_handling_thread_local_storage(rcutils_allocator_t) {
  error_of_this_thread();
  return RCUTILS_RET_OK;
}
