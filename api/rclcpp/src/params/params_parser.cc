// rcl_yaml_param_parser: what the reader of parameter files finds, in C structures.
#include "rcl_yaml_param_parser/parser.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/c_edge.hpp"
#include "params/params_struct.hpp"
#include "ranvier/node/arguments.h"

namespace rclcpp::detail
{
namespace
{

constexpr size_t kNodes = 8;  // that fit at first
constexpr size_t kParameters = 8;

bool same_node(std::string_view a, std::string_view b)
{
  const auto bare = [](std::string_view name) {
      return name.substr(!name.empty() && name.front() == '/' ? 1 : 0);
    };
  return bare(a) == bare(b);
}

// Moves `size` objects into room for `capacity`, the rest zeros. Throws std::bad_alloc.
template<typename T>
void grow(T * & array, size_t size, size_t capacity, const rcutils_allocator_t & allocator)
{
  T * const bigger = zeros<T>(capacity, allocator);
  if (size != 0) {std::copy(array, array + size, bigger);}
  allocator.deallocate(array, allocator.state);
  array = bigger;
}

void reserve_nodes(rcl_params_t & all, size_t capacity)
{
  grow(all.node_names, all.num_nodes, capacity, all.allocator);
  grow(all.params, all.num_nodes, capacity, all.allocator);
  all.capacity_nodes = capacity;
}

rcl_node_params_t & node_in(rcl_params_t & all, const std::string & name)
{
  for (size_t i = 0; i < all.num_nodes; ++i) {
    if (same_node(all.node_names[i], name)) {return all.params[i];}
  }
  if (all.num_nodes == all.capacity_nodes) {
    reserve_nodes(all, all.num_nodes == 0 ? kNodes : 2 * all.num_nodes);
  }
  all.node_names[all.num_nodes] = text_of(name, all.allocator);
  all.params[all.num_nodes] = {};
  return all.params[all.num_nodes++];
}

rcl_variant_t & value_in(rcl_params_t & all, const std::string & node, const std::string & name)
{
  rcl_node_params_t & its = node_in(all, node);
  for (size_t i = 0; i < its.num_params; ++i) {
    if (name == its.parameter_names[i]) {return its.parameter_values[i];}
  }
  if (its.num_params == its.capacity_params) {
    const size_t capacity = its.num_params == 0 ? kParameters : 2 * its.num_params;
    grow(its.parameter_names, its.num_params, capacity, all.allocator);
    grow(its.parameter_values, its.num_params, capacity, all.allocator);
    its.capacity_params = capacity;
  }
  its.parameter_names[its.num_params] = text_of(name, all.allocator);
  its.parameter_values[its.num_params] = {};
  return its.parameter_values[its.num_params++];
}

void clear_node(rcl_node_params_t & its, const rcutils_allocator_t & allocator)
{
  for (size_t i = 0; i < its.num_params; ++i) {
    allocator.deallocate(its.parameter_names[i], allocator.state);
    clear(its.parameter_values[i], allocator);
  }
  allocator.deallocate(its.parameter_names, allocator.state);
  allocator.deallocate(its.parameter_values, allocator.state);
}

// Adds all that `from` has.
void add_all(rcl_params_t & to, const rcl_params_t & from)
{
  for (size_t n = 0; n < from.num_nodes; ++n) {
    const rcl_node_params_t & its = from.params[n];
    node_in(to, from.node_names[n]);
    for (size_t i = 0; i < its.num_params; ++i) {
      assign(
        value_in(to, from.node_names[n], its.parameter_names[i]),
        value_of(its.parameter_values[i]), to.allocator);
    }
  }
}

bool lacks(const void * object, const char * what)
{
  if (object != nullptr) {return false;}
  RCL_SET_ERROR_MSG_WITH_FORMAT_STRING("%s is null", what);
  return true;
}

// As the error text of `error`.
rcl_ret_t unreadable(const ranvier::Error & error)
{
  return refused(RCL_RET_ERROR, error.what.c_str());
}

// A copy takes the new values and then the old one's place: all or nothing.
rcl_ret_t take_file(const char * path, rcl_params_t & all)
{
  const auto file = ranvier::read_parameter_file(path);
  if (!file) {return unreadable(file.error());}
  rcl_params_t * const whole = rcl_yaml_node_struct_copy(&all);
  if (whole == nullptr) {return RCL_RET_BAD_ALLOC;}
  const auto ret = for_c(
    "rcl_parse_yaml_file", [&] {
      for (const auto & one : *file) {
        assign(value_in(*whole, one.node, one.name), one.value, whole->allocator);
      }
      std::swap(all, *whole);
      return RCL_RET_OK;
    });
  rcl_yaml_node_struct_fini(whole);
  return ret;
}

}  // namespace
}  // namespace rclcpp::detail

namespace detail = rclcpp::detail;

rcl_params_t * rcl_yaml_node_struct_init(const rcutils_allocator_t allocator)
{
  return rcl_yaml_node_struct_init_with_capacity(detail::kNodes, allocator);
}

rcl_params_t * rcl_yaml_node_struct_init_with_capacity(
  size_t capacity, const rcutils_allocator_t allocator)
{
  if (capacity == 0 || !rcutils_allocator_is_valid(&allocator)) {
    RCL_SET_ERROR_MSG("the capacity is zero, or the allocator lacks a function");
    return nullptr;
  }
  rcl_params_t * made = nullptr;
  const auto ret = detail::for_c(
    __func__, [&] {
      made = detail::zeros<rcl_params_t>(1, allocator);
      made->allocator = allocator;
      detail::reserve_nodes(*made, capacity);
      return RCL_RET_OK;
    });
  if (ret == RCL_RET_OK) {return made;}
  rcl_yaml_node_struct_fini(made);
  return nullptr;
}

rcutils_ret_t rcl_yaml_node_struct_reallocate(
  rcl_params_t * params_st, size_t new_capacity, const rcutils_allocator_t allocator)
{
  if (detail::lacks(params_st, "params_st")) {return RCUTILS_RET_INVALID_ARGUMENT;}
  if (new_capacity < params_st->num_nodes || !rcutils_allocator_is_valid(&allocator)) {
    RCL_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "no room for %zu nodes in %zu, or the allocator lacks a function", params_st->num_nodes,
      new_capacity);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  return detail::for_c(
    __func__, [&] {
      detail::reserve_nodes(*params_st, new_capacity);
      return RCUTILS_RET_OK;
    });
}

rcl_params_t * rcl_yaml_node_struct_copy(const rcl_params_t * params_st)
{
  if (detail::lacks(params_st, "params_st")) {return nullptr;}
  rcl_params_t * const made = rcl_yaml_node_struct_init_with_capacity(
    std::max(params_st->capacity_nodes, detail::kNodes), params_st->allocator);
  if (made == nullptr) {return nullptr;}
  const auto ret = detail::for_c(
    __func__, [&] {
      detail::add_all(*made, *params_st);
      return RCL_RET_OK;
    });
  if (ret == RCL_RET_OK) {return made;}
  rcl_yaml_node_struct_fini(made);
  return nullptr;
}

void rcl_yaml_node_struct_fini(rcl_params_t * params_st)
{
  if (params_st == nullptr) {return;}
  const rcutils_allocator_t allocator = params_st->allocator;
  if (!rcutils_allocator_is_valid(&allocator)) {
    RCL_SET_ERROR_MSG("params_st is not initialized: its allocator lacks a function");
    return;
  }
  for (size_t i = 0; i < params_st->num_nodes; ++i) {
    allocator.deallocate(params_st->node_names[i], allocator.state);
    detail::clear_node(params_st->params[i], allocator);
  }
  allocator.deallocate(params_st->node_names, allocator.state);
  allocator.deallocate(params_st->params, allocator.state);
  allocator.deallocate(params_st, allocator.state);
}

bool rcl_parse_yaml_file(const char * file_path, rcl_params_t * params_st)
{
  if (detail::lacks(file_path, "file_path") || detail::lacks(params_st, "params_st")) {
    return false;
  }
  return RCL_RET_OK ==
         detail::for_c(__func__, [&] {return detail::take_file(file_path, *params_st);});
}

bool rcl_parse_yaml_value(
  const char * node_name, const char * param_name, const char * yaml_value,
  rcl_params_t * params_st)
{
  if (detail::lacks(node_name, "node_name") || detail::lacks(param_name, "param_name") ||
    detail::lacks(yaml_value, "yaml_value") || detail::lacks(params_st, "params_st"))
  {
    return false;
  }
  return RCL_RET_OK == detail::for_c(
    __func__, [&]() -> rcl_ret_t {
      const auto value = ranvier::parse_parameter_value(yaml_value);
      if (!value) {return detail::unreadable(value.error());}
      detail::assign(
        detail::value_in(*params_st, node_name, param_name), *value, params_st->allocator);
      return RCL_RET_OK;
    });
}

rcl_variant_t * rcl_yaml_node_struct_get(
  const char * node_name, const char * param_name, rcl_params_t * params_st)
{
  if (detail::lacks(node_name, "node_name") || detail::lacks(param_name, "param_name") ||
    detail::lacks(params_st, "params_st"))
  {
    return nullptr;
  }
  rcl_variant_t * found = nullptr;
  static_cast<void>(
    detail::for_c(
      __func__, [&] {
        found = &detail::value_in(*params_st, node_name, param_name);
        return RCL_RET_OK;
      }));
  return found;
}
