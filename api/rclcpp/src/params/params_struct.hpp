// Parameters in C structures, as values of the core.
#ifndef PARAMS_STRUCT_HPP_
#define PARAMS_STRUCT_HPP_

#include <new>
#include <string>

#include "ranvier/node/parameter_value.h"
#include "rcl_yaml_param_parser/types.h"

namespace rclcpp::detail
{

/// monostate if no member is set.
ranvier::ParameterValue value_of(const rcl_variant_t & variant);
/// Replaces what it holds. Throws std::bad_alloc; it holds nothing then.
void assign(
  rcl_variant_t & variant, const ranvier::ParameterValue & value,
  const rcutils_allocator_t & allocator);
/// Frees what it holds.
void clear(rcl_variant_t & variant, const rcutils_allocator_t & allocator);

/// `count` objects of zeros. Throws std::bad_alloc.
template<typename T>
T * zeros(size_t count, const rcutils_allocator_t & allocator)
{
  void * const memory = allocator.zero_allocate(count ? count : 1, sizeof(T), allocator.state);
  if (memory == nullptr) {throw std::bad_alloc();}
  return static_cast<T *>(memory);
}

/// Throws std::bad_alloc.
char * text_of(const std::string & text, const rcutils_allocator_t & allocator);

}  // namespace rclcpp::detail
#endif  // PARAMS_STRUCT_HPP_
