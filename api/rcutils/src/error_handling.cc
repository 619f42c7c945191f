#include "rcutils/error_handling.h"

#include <cstdarg>
#include <cstdio>
#include <string>
#include <utility>

namespace {

// A kilobyte, which only threads have that fail: what each has from the start is scarce
// for a library that a running program loads. It stays when the error is reset: callers may still hold it.
constinit thread_local rcutils_error_state_t* error_here = nullptr;
constinit thread_local bool is_set = false;

// Static objects that end after the main thread's own may fail as well.
struct AtThreadsEnd {
  ~AtThreadsEnd() {
    delete std::exchange(error_here, nullptr);
    is_set = false;
  }
};

rcutils_error_state_t& state_of_thread() {
  static thread_local AtThreadsEnd at_end;
  static_cast<void>(&at_end);
  if (error_here == nullptr) error_here = new rcutils_error_state_t();
  return *error_here;
}

template <std::size_t Size>
void copy_cut(char (&to)[Size], const char* from) {
  std::snprintf(to, Size, "%s", from ? from : "");
}

}  // namespace

void rcutils_set_error_state(const char* error_string, const char* file, size_t line_number) {
  rcutils_error_state_t& state = state_of_thread();
  copy_cut(state.message, error_string);
  copy_cut(state.file, file);
  state.line_number = line_number;
  is_set = true;
}

void rcutils_set_error_state_format(const char* file, size_t line_number, const char* format,
                                    ...) {
  char message[RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof message, format ? format : "", arguments);
  va_end(arguments);
  rcutils_set_error_state(message, file, line_number);
}

void rcutils_set_error_state_before_previous(const char* file, size_t line_number,
                                             const char* format, ...) {
  char message[RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof message, format ? format : "", arguments);
  va_end(arguments);
  const std::string whole = std::string(message) + ": " + rcutils_get_error_string().str;
  rcutils_set_error_state(whole.c_str(), file, line_number);
}

bool rcutils_error_is_set() { return is_set; }

const rcutils_error_state_t* rcutils_get_error_state() {
  static const rcutils_error_state_t none{};
  return is_set ? error_here : &none;
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
