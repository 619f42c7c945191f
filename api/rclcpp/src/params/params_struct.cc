#include "params/params_struct.hpp"

#include <algorithm>
#include <cstring>

namespace rclcpp::detail
{
namespace
{

template<typename ArrayT>
auto to_vector(const ArrayT & array)
{
  return std::vector(array.values, array.values + array.size);
}

template<typename T>
void set_one(T * & member, const T & value, const rcutils_allocator_t & allocator)
{
  member = zeros<T>(1, allocator);
  *member = value;
}

template<typename ArrayT, typename VectorT>
void set_array(ArrayT * & member, const VectorT & values, const rcutils_allocator_t & allocator)
{
  using Value = std::remove_pointer_t<decltype(member->values)>;
  member = zeros<ArrayT>(1, allocator);
  member->values = zeros<Value>(values.size(), allocator);
  member->size = values.size();
  std::copy(values.begin(), values.end(), member->values);
}

void set_texts(
  rcutils_string_array_t * & member, const std::vector<std::string> & texts,
  const rcutils_allocator_t & allocator)
{
  member = zeros<rcutils_string_array_t>(1, allocator);
  if (rcutils_string_array_init(member, texts.size(), &allocator) != RCUTILS_RET_OK) {
    *member = {};
    throw std::bad_alloc();
  }
  for (size_t i = 0; i < texts.size(); ++i) {member->data[i] = text_of(texts[i], allocator);}
}

// Sets the member that the value belongs to.
struct Setter
{
  rcl_variant_t & to;
  const rcutils_allocator_t & by;

  void operator()(std::monostate) const {}
  void operator()(bool value) const {set_one(to.bool_value, value, by);}
  void operator()(int64_t value) const {set_one(to.integer_value, value, by);}
  void operator()(double value) const {set_one(to.double_value, value, by);}
  void operator()(const std::string & value) const {to.string_value = text_of(value, by);}
  void operator()(const std::vector<uint8_t> & value) const {set_array(to.byte_array_value, value, by);}
  void operator()(const std::vector<bool> & value) const {set_array(to.bool_array_value, value, by);}
  void operator()(const std::vector<int64_t> & value) const
  {
    set_array(to.integer_array_value, value, by);
  }
  void operator()(const std::vector<double> & value) const
  {
    set_array(to.double_array_value, value, by);
  }
  void operator()(const std::vector<std::string> & value) const
  {
    set_texts(to.string_array_value, value, by);
  }
};

}  // namespace

char * text_of(const std::string & text, const rcutils_allocator_t & allocator)
{
  char * const copy = zeros<char>(text.size() + 1, allocator);
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

ranvier::ParameterValue value_of(const rcl_variant_t & variant)
{
  if (variant.bool_value) {return *variant.bool_value;}
  if (variant.integer_value) {return *variant.integer_value;}
  if (variant.double_value) {return *variant.double_value;}
  if (variant.string_value) {return std::string(variant.string_value);}
  if (variant.byte_array_value) {return to_vector(*variant.byte_array_value);}
  if (variant.bool_array_value) {return to_vector(*variant.bool_array_value);}
  if (variant.integer_array_value) {return to_vector(*variant.integer_array_value);}
  if (variant.double_array_value) {return to_vector(*variant.double_array_value);}
  if (const auto * texts = variant.string_array_value) {
    return std::vector<std::string>(texts->data, texts->data + texts->size);
  }
  return std::monostate();
}

void clear(rcl_variant_t & variant, const rcutils_allocator_t & allocator)
{
  const auto free = [&](void * memory) {allocator.deallocate(memory, allocator.state);};
  const auto free_array = [&](auto * array) {
      if (array) {free(array->values);}
      free(array);
    };
  free(variant.bool_value);
  free(variant.integer_value);
  free(variant.double_value);
  free(variant.string_value);
  free_array(variant.byte_array_value);
  free_array(variant.bool_array_value);
  free_array(variant.integer_array_value);
  free_array(variant.double_array_value);
  if (variant.string_array_value) {
    static_cast<void>(rcutils_string_array_fini(variant.string_array_value));
  }
  free(variant.string_array_value);
  variant = {};
}

void assign(
  rcl_variant_t & variant, const ranvier::ParameterValue & value,
  const rcutils_allocator_t & allocator)
{
  clear(variant, allocator);
  try {
    std::visit(Setter{variant, allocator}, value);
  } catch (...) {
    clear(variant, allocator);
    throw;
  }
}

}  // namespace rclcpp::detail
