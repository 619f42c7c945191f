// The variables of the environment, parsed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/node/log.h"

namespace ranvier {

/// The value; empty if it is unset.
std::string variable(const char* name);
/// A whole number from `least` to `most`, or `otherwise` if it is unset.
Result<std::size_t> number(const char* name, std::size_t otherwise, std::size_t least,
                           std::size_t most);
/// Whether a variable has the second of two values. Unset, it has the first.
Result<bool> second_of(const char* name, const std::string& first, const std::string& second);
/// The domain of ROS_DOMAIN_ID; 0 if it is unset.
Result<std::size_t> domain_of_environment();
/// The parts that are not empty.
std::vector<std::string> split(const std::string& text, char separator);

/// Logs a line as the library.
inline void warn_of(const std::string& text) { log_text(logger("ranvier"), kWarn, {}, text); }

}  // namespace ranvier
