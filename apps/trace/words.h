// What commands read from their words.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "read_model.h"

namespace ranvier::apps {

/// "a,b" gives a and b; empty names are left out.
[[nodiscard]] inline std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> all;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (end > 0) all.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return all;
}

/// Reads the value of an option. @return false if it is none from `least` to `most`; stderr has
/// why, and calls for `what`.
template <class T>
[[nodiscard]] bool read_number(const std::string& option, const std::string& text, T least, T most,
                               T& value, const char* what = "a number") {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_one = error == std::errc() && end == text.data() + text.size();
  if (is_one && value >= least && value <= most) return true;
  std::fprintf(stderr, "%s %s: give %s, from %g to %g.\n", option.c_str(), printable(text).c_str(),
               what, static_cast<double>(least), static_cast<double>(most));
  return false;
}

/// The same of milliseconds, which may be a fraction.
[[nodiscard]] inline bool read_milliseconds(const std::string& option, const std::string& text,
                                            trace_model::Nanoseconds& value) {
  double number = 0;
  if (!read_number(option, text, 0.0, 1e9, number, "milliseconds")) return false;
  value = static_cast<trace_model::Nanoseconds>(number * 1e6);
  return true;
}

}  // namespace ranvier::apps
