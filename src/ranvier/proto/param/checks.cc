#include "ranvier/proto/param/checks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ranvier/base/numbers.h"

namespace ranvier::param {
namespace {

using rcl_interfaces::msg::FloatingPointRange;
using rcl_interfaces::msg::IntegerRange;

// Equal but for what steps of binary fractions lose. An infinity is close to
// itself alone, NaN to nothing.
bool close(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b;
  constexpr double kLost = 200 * std::numeric_limits<double>::epsilon();
  return std::abs(a - b) <= kLost * std::max(std::abs(a), std::abs(b));
}

bool within(std::int64_t value, const IntegerRange& range) {
  if (value == range.from_value || value == range.to_value) return true;
  if (value < range.from_value || value > range.to_value) return false;
  if (range.step == 0) return true;
  // The difference may exceed int64_t, not uint64_t.
  const std::uint64_t distance =
      static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.from_value);
  return distance % range.step == 0;
}

bool within(double value, const FloatingPointRange& range) {
  if (std::isnan(range.from_value) || std::isnan(range.to_value)) return false;
  if (close(value, range.from_value) || close(value, range.to_value)) return true;
  if (!(value > range.from_value && value < range.to_value)) return false;
  if (range.step == 0.0) return true;
  const double steps = std::round((value - range.from_value) / range.step);
  return close(range.from_value + steps * range.step, value);
}

template <class Number, class Range>
std::string why_not_within(const std::string& name, Number value, const Range& range,
                           const char* kind) {
  if (within(value, range)) return {};
  std::string why = "Parameter {" + name + "} doesn't comply with " + kind + " range. " +
                    number_text(value) + " is not within " + number_text(range.from_value) +
                    " and " + number_text(range.to_value);
  if (range.step != 0) why += " in steps of " + number_text(range.step);
  return why;
}

}  // namespace

std::string why_not(const std::string& name, const Value& value, const Descriptor& descriptor) {
  if (!descriptor.dynamic_typing && value.type != descriptor.type) {
    return std::string(kWrongTypeWords) + ", parameter {" + name + "} is of type {" +
           type_name(descriptor.type) + "}, setting it to {" + type_name(value.type) +
           "} is not allowed.";
  }
  if (value.type == Type::PARAMETER_INTEGER && !descriptor.integer_range.empty()) {
    return why_not_within(name, value.integer_value, descriptor.integer_range[0], "integer");
  }
  if (value.type == Type::PARAMETER_DOUBLE && !descriptor.floating_point_range.empty()) {
    return why_not_within(name, value.double_value, descriptor.floating_point_range[0],
                          "floating point");
  }
  return {};
}

}  // namespace ranvier::param
