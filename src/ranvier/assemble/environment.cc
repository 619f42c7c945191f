#include "ranvier/assemble/environment.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "ranvier/route/network.h"

namespace ranvier {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Result<std::size_t> number(const char* name, std::size_t otherwise, std::size_t least,
                           std::size_t most) {
  const std::string text = variable(name);
  if (text.empty()) return otherwise;
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most) {
    return value;
  }
  return Error{Code::kInvalidArgument, std::string(name) + "='" + text +
                                           "' is not a whole number from " + std::to_string(least) +
                                           " to " + std::to_string(most) +
                                           ". Set it to one, or unset it."};
}

Result<bool> second_of(const char* name, const std::string& first, const std::string& second) {
  const std::string value = variable(name);
  if (value == second) return true;
  if (value.empty() || value == first) return false;
  return Error{Code::kInvalidArgument, std::string(name) + "='" + value + "' is neither '" + first +
                                           "' nor '" + second +
                                           "'. Set it to one of them, or unset it."};
}

Result<std::size_t> domain_of_environment() { return number("ROS_DOMAIN_ID", 0, 0, kLastDomain); }

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace ranvier
