// A parameter: a name and a value.
#ifndef RCLCPP__PARAMETER_HPP_
#define RCLCPP__PARAMETER_HPP_

#include <cstdint>
#include <iosfwd>
#include <iostream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "rcl_interfaces/msg/detail/parameter__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter_type__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter_value__struct.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"

namespace rclcpp::detail
{

template<typename T>
constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// What a parameter holds of a number.
template<typename T>
using Held = std::conditional_t<std::is_floating_point_v<T>, double, int64_t>;

template<typename T, typename ... Types>
constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);

/// Number types beside those that ROS 2's constructors of ParameterValue name.
template<typename T>
constexpr bool is_other_number = is_number<T> && !is_one_of<T, int, int64_t, float, double>;

/// The element of a vector of numbers; else void. Bytes are a type of their own.
template<typename T>
struct NumberOfArray {using type = void;};
template<typename T>
struct NumberOfArray<std::vector<T>>
{
  using type = std::conditional_t<is_number<T> && !std::is_same_v<T, uint8_t>, T, void>;
};
template<typename T>
using number_of_array_t = typename NumberOfArray<T>::type;

template<typename T>
constexpr bool holds_numbers = is_number<T> || !std::is_void_v<number_of_array_t<T>>;

/// The number types that ROS 2's declare_parameter() takes. It gives back what
/// the parameter holds.
template<typename T>
constexpr bool is_widened =
  (std::is_integral_v<T> && sizeof(T) < sizeof(int)) ||
  is_one_of<
  T, int, int64_t, float, double, std::vector<int>, std::vector<int64_t>, std::vector<float>,
  std::vector<double>>;

template<typename T>
bool is_negative(T value)
{
  if constexpr (std::is_signed_v<T>) {return value < 0;}
  return false;
}

/// Whether it is neither infinite nor NaN. `<cmath>`, which has it too, is large, and every file
/// of a user would compile it.
template<typename T>
constexpr bool is_finite(T value) {return value - value == 0;}

template<typename To, typename From>
bool fits(From value)
{
  if constexpr (std::is_floating_point_v<To>) {
    constexpr To kMost = std::numeric_limits<To>::max();
    return !is_finite(value) || (value >= -kMost && value <= kMost);
  } else {
    const auto converted = static_cast<To>(value);
    return static_cast<From>(converted) == value && is_negative(converted) == is_negative(value);
  }
}

/// Throw InvalidParameterValueException. `name` may be empty.
[[noreturn]] RCLCPP_PUBLIC void throw_does_not_fit(
  const std::string & name, int64_t value, int64_t lowest, uint64_t highest);
[[noreturn]] RCLCPP_PUBLIC void throw_does_not_fit(const std::string & name, uint64_t value);
[[noreturn]] RCLCPP_PUBLIC void throw_does_not_fit(
  const std::string & name, long double value, double highest);

/// Throws InvalidParameterValueException, which names the parameter, if a number
/// of type To cannot hold the value.
template<typename To, typename From>
void require_fits(const std::string & name, From value)
{
  if (fits<To>(value)) {return;}
  if constexpr (std::is_floating_point_v<To>) {
    throw_does_not_fit(
      name, static_cast<long double>(value), static_cast<double>(std::numeric_limits<To>::max()));
  } else if constexpr (std::is_signed_v<From>) {
    using Limits = std::numeric_limits<To>;
    throw_does_not_fit(
      name, static_cast<int64_t>(value), static_cast<int64_t>(Limits::min()),
      static_cast<uint64_t>(Limits::max()));
  } else {
    throw_does_not_fit(name, static_cast<uint64_t>(value));
  }
}

template<typename To, typename From>
To fitting(const std::string & name, From value)
{
  require_fits<To>(name, value);
  return static_cast<To>(value);
}

template<typename To, typename From>
std::vector<To> all_fitting(const std::string & name, const std::vector<From> & values)
{
  std::vector<To> fitted;
  fitted.reserve(values.size());
  for (const From value : values) {fitted.push_back(fitting<To>(name, value));}
  return fitted;
}

}  // namespace rclcpp::detail

namespace rclcpp
{

/// The numbers of rcl_interfaces/msg/ParameterType.
enum ParameterType : uint8_t
{
  PARAMETER_NOT_SET = 0,
  PARAMETER_BOOL = 1,
  PARAMETER_INTEGER = 2,
  PARAMETER_DOUBLE = 3,
  PARAMETER_STRING = 4,
  PARAMETER_BYTE_ARRAY = 5,
  PARAMETER_BOOL_ARRAY = 6,
  PARAMETER_INTEGER_ARRAY = 7,
  PARAMETER_DOUBLE_ARRAY = 8,
  PARAMETER_STRING_ARRAY = 9,
};

/// "integer", "string_array", "not set".
RCLCPP_PUBLIC std::string to_string(ParameterType type);
/// Writes to_string().
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, ParameterType type);

/// A value was asked for as a type that it does not have.
class RCLCPP_PUBLIC ParameterTypeException : public std::runtime_error
{
public:
  /// Names both types.
  ParameterTypeException(ParameterType expected, ParameterType actual);
};

/// What a parameter is set to, of one of ten types. Threads: a value.
class RCLCPP_PUBLIC ParameterValue
{
public:
  ParameterValue();  ///< PARAMETER_NOT_SET
  // Out of line: every user's file would compile them otherwise.
  ParameterValue(const ParameterValue & other);
  ParameterValue(ParameterValue && other) noexcept;
  ParameterValue & operator=(const ParameterValue & other);
  ParameterValue & operator=(ParameterValue && other) noexcept;
  ~ParameterValue();
  explicit ParameterValue(const rcl_interfaces::msg::ParameterValue & value);  ///< Of a message.
  explicit ParameterValue(const bool bool_value);  ///< PARAMETER_BOOL
  explicit ParameterValue(const int int_value);  ///< PARAMETER_INTEGER
  explicit ParameterValue(const int64_t int_value);  ///< PARAMETER_INTEGER
  explicit ParameterValue(const float double_value);  ///< PARAMETER_DOUBLE
  explicit ParameterValue(const double double_value);  ///< PARAMETER_DOUBLE
  explicit ParameterValue(const std::string & string_value);  ///< PARAMETER_STRING
  explicit ParameterValue(const char * string_value);  ///< PARAMETER_STRING
  explicit ParameterValue(const std::vector<uint8_t> & byte_array_value);  ///< PARAMETER_BYTE_ARRAY
  explicit ParameterValue(const std::vector<bool> & bool_array_value);  ///< PARAMETER_BOOL_ARRAY
  explicit ParameterValue(const std::vector<int> & int_array_value);  ///< PARAMETER_INTEGER_ARRAY
  /// PARAMETER_INTEGER_ARRAY
  explicit ParameterValue(const std::vector<int64_t> & int_array_value);
  /// PARAMETER_DOUBLE_ARRAY
  explicit ParameterValue(const std::vector<float> & double_array_value);
  /// PARAMETER_DOUBLE_ARRAY
  explicit ParameterValue(const std::vector<double> & double_array_value);
  /// PARAMETER_STRING_ARRAY
  explicit ParameterValue(const std::vector<std::string> & string_array_value);
  /// Numbers of every other type. Throws InvalidParameterValueException for one
  /// that int64_t or double cannot hold.
  template<typename T, std::enable_if_t<detail::is_other_number<T>, int> = 0>
  explicit ParameterValue(T number)
  : ParameterValue(detail::fitting<detail::Held<T>>("", number)) {}
  template<
    typename T,
    std::enable_if_t<detail::is_other_number<T> && !std::is_same_v<T, uint8_t>, int> = 0>
  explicit ParameterValue(const std::vector<T> & numbers)
  : ParameterValue(detail::all_fitting<detail::Held<T>>("", numbers)) {}

  /// NOT_SET if empty.
  ParameterType get_type() const {return static_cast<ParameterType>(value_.type);}
  rcl_interfaces::msg::ParameterValue to_value_msg() const;  ///< As it is on the wire.
  bool operator==(const ParameterValue & rhs) const;  ///< Whether type and value are equal.
  bool operator!=(const ParameterValue & rhs) const {return !(*this == rhs);}  ///< Or one differs.

  /// The value as one of PARAMETER_…; a reference that lives as long as *this.
  /// Throws ParameterTypeException if it has another type.
  template<ParameterType type>
  decltype(auto) get() const
  {
    static_assert(type != PARAMETER_NOT_SET, "there is no value of this type");
    require(type);
    if constexpr (type == PARAMETER_BOOL) {
      return static_cast<const bool &>(value_.bool_value);
    } else if constexpr (type == PARAMETER_INTEGER) {
      return static_cast<const int64_t &>(value_.integer_value);
    } else if constexpr (type == PARAMETER_DOUBLE) {
      return static_cast<const double &>(value_.double_value);
    } else if constexpr (type == PARAMETER_STRING) {
      return static_cast<const std::string &>(value_.string_value);
    } else if constexpr (type == PARAMETER_BYTE_ARRAY) {
      return static_cast<const std::vector<uint8_t> &>(value_.byte_array_value);
    } else if constexpr (type == PARAMETER_BOOL_ARRAY) {
      return static_cast<const std::vector<bool> &>(value_.bool_array_value);
    } else if constexpr (type == PARAMETER_INTEGER_ARRAY) {
      return static_cast<const std::vector<int64_t> &>(value_.integer_array_value);
    } else if constexpr (type == PARAMETER_DOUBLE_ARRAY) {
      return static_cast<const std::vector<double> &>(value_.double_array_value);
    } else {
      return static_cast<const std::vector<std::string> &>(value_.string_array_value);
    }
  }

  /// The value as the parameter type that a C++ type belongs to: every integer
  /// to int64_t, every floating point to double, what converts to a string to
  /// std::string, and arrays alike. Throws InvalidParameterValueException if the
  /// C++ type cannot hold the number.
  template<typename type>
  decltype(auto) get() const
  {
    return get_for<type>(std::string());
  }

private:
  friend class Parameter;

  // get() of the parameter of that name.
  template<typename T>
  decltype(auto) get_for(const std::string & name) const
  {
    decltype(auto) value = get<type_of<T>()>();
    if constexpr (detail::is_number<T>) {
      detail::require_fits<T>(name, value);
    } else if constexpr (detail::holds_numbers<T>) {
      for (const auto one : value) {detail::require_fits<detail::number_of_array_t<T>>(name, one);}
    }
    return value;
  }

  template<typename T>
  static constexpr ParameterType type_of()
  {
    if constexpr (std::is_same_v<T, bool>) {
      return PARAMETER_BOOL;
    } else if constexpr (std::is_integral_v<T>) {
      return PARAMETER_INTEGER;
    } else if constexpr (std::is_floating_point_v<T>) {
      return PARAMETER_DOUBLE;
    } else if constexpr (std::is_convertible_v<T, std::string>) {
      return PARAMETER_STRING;
    } else if constexpr (std::is_convertible_v<T, const std::vector<uint8_t> &>) {
      return PARAMETER_BYTE_ARRAY;
    } else if constexpr (std::is_convertible_v<T, const std::vector<bool> &>) {
      return PARAMETER_BOOL_ARRAY;
    } else if constexpr (!std::is_void_v<detail::number_of_array_t<T>>) {
      return std::is_floating_point_v<detail::number_of_array_t<T>> ?
             PARAMETER_DOUBLE_ARRAY : PARAMETER_INTEGER_ARRAY;
    } else if constexpr (std::is_convertible_v<T, const std::vector<int> &> ||
      std::is_convertible_v<T, const std::vector<int64_t> &>)
    {
      return PARAMETER_INTEGER_ARRAY;
    } else if constexpr (std::is_convertible_v<T, const std::vector<float> &> ||
      std::is_convertible_v<T, const std::vector<double> &>)
    {
      return PARAMETER_DOUBLE_ARRAY;
    } else {
      static_assert(
        std::is_convertible_v<T, const std::vector<std::string> &>,
        "no parameter has this type");
      return PARAMETER_STRING_ARRAY;
    }
  }

  void require(ParameterType type) const;

  rcl_interfaces::msg::ParameterValue value_;
};

/// As shown to people: "text", "0.500000"; in lists shorter: "[a, b]", "[0.5]", "[0xff]".
RCLCPP_PUBLIC std::string to_string(const ParameterValue & type);

namespace node_interfaces
{
struct ParameterInfo;
}

/// A name with a value. Threads: a value.
class RCLCPP_PUBLIC Parameter
{
public:
  Parameter();  ///< no name, PARAMETER_NOT_SET
  // Out of line, as above.
  Parameter(const Parameter & other);
  Parameter(Parameter && other) noexcept;
  Parameter & operator=(const Parameter & other);
  Parameter & operator=(Parameter && other) noexcept;
  ~Parameter();
  explicit Parameter(const std::string & name);  ///< Without a value.
  Parameter(const std::string & name, const ParameterValue & value);  ///< A pair.
  template<typename ValueTypeT>
  Parameter(const std::string & name, ValueTypeT value)
  : Parameter(name, value_named(name, value)) {}
  /// As a node keeps it.
  explicit Parameter(const node_interfaces::ParameterInfo & parameter_info);

  bool operator==(const Parameter & rhs) const;  ///< Whether name, type and value are equal.
  bool operator!=(const Parameter & rhs) const {return !(*this == rhs);}  ///< Or one differs.

  ParameterType get_type() const {return value_.get_type();}  ///< NOT_SET if it has no value.
  std::string get_type_name() const;  ///< "integer", "string_array".
  const std::string & get_name() const {return name_;}  ///< With its prefixes: "camera.rate".
  rcl_interfaces::msg::ParameterValue get_value_message() const;  ///< On the wire, without name.
  const ParameterValue & get_parameter_value() const {return value_;}  ///< Lives as long as *this.

  /// Throws ParameterTypeException if the value has another type.
  template<ParameterType ParamT>
  decltype(auto) get_value() const
  {
    return value_.get<ParamT>();
  }

  /// Throws rclcpp::exceptions::InvalidParameterTypeException, which names the
  /// parameter, if the value has another type, InvalidParameterValueException if T
  /// cannot hold the number. T may also be Parameter or ParameterValue, which every
  /// type is.
  template<typename T>
  decltype(auto) get_value() const
  {
    if constexpr (std::is_same_v<T, Parameter>) {
      return static_cast<const Parameter &>(*this);
    } else if constexpr (std::is_same_v<T, ParameterValue>) {
      return static_cast<const ParameterValue &>(value_);
    } else {
      try {
        return value_.get_for<T>(name_);
      } catch (const ParameterTypeException & mismatch) {
        throw_invalid_type(mismatch);
      }
    }
  }

  /// A copy of the value as T. Throws as get_value() does.
  template<typename T>
  T get_value_as() const
  {
    decltype(auto) value = get_value<T>();
    if constexpr (std::is_void_v<detail::number_of_array_t<T>>) {
      return static_cast<T>(value);
    } else {
      return T(value.begin(), value.end());
    }
  }

  bool as_bool() const;  ///< These throw ParameterTypeException for a value of another type.
  int64_t as_int() const;  ///< As as_bool().
  double as_double() const;  ///< As as_bool().
  const std::string & as_string() const;  ///< As as_bool(). A reference lives as long as *this.
  const std::vector<uint8_t> & as_byte_array() const;  ///< As as_string().
  const std::vector<bool> & as_bool_array() const;  ///< As as_string().
  const std::vector<int64_t> & as_integer_array() const;  ///< As as_string().
  const std::vector<double> & as_double_array() const;  ///< As as_string().
  const std::vector<std::string> & as_string_array() const;  ///< As as_string().

  /// Of a message. Throws std::runtime_error for an unknown type.
  static Parameter from_parameter_msg(const rcl_interfaces::msg::Parameter & parameter);
  rcl_interfaces::msg::Parameter to_parameter_msg() const;  ///< As it is on the wire.
  std::string value_to_string() const;  ///< As to_string(ParameterValue).

private:
  // As the constructors of ParameterValue, but what they throw has the name.
  template<typename T>
  static ParameterValue value_named(const std::string & name, const T & value)
  {
    if constexpr (detail::is_other_number<T>) {
      return ParameterValue(detail::fitting<detail::Held<T>>(name, value));
    } else {
      return ParameterValue(value);
    }
  }

  [[noreturn]] void throw_invalid_type(const ParameterTypeException & mismatch) const;

  std::string name_;
  ParameterValue value_;
};

/// "name": {"type": …, "value": …}
RCLCPP_PUBLIC std::string _to_json_dict_entry(const Parameter & param);
/// {"name": …, "type": …, "value": …}
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const Parameter & pv);
/// A JSON object of all.
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const std::vector<Parameter> & parameters);

}  // namespace rclcpp

namespace std
{
RCLCPP_PUBLIC std::string to_string(const rclcpp::Parameter & param);
RCLCPP_PUBLIC std::string to_string(const std::vector<rclcpp::Parameter> & parameters);
}  // namespace std

#endif  // RCLCPP__PARAMETER_HPP_
