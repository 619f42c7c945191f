// What the functions of rcl/graph.h share.
#ifndef GRAPH_HANDLE_HPP_
#define GRAPH_HANDLE_HPP_

#include "core/c_edge.hpp"
#include "node/graph_questions.hpp"
#include "node/node_handle.hpp"

namespace rclcpp::detail
{

inline ranvier::Graph * graph_of(const NodeHandle & node) {return node.core->context()->graph();}

inline rcl_ret_t check_allocator(const rcl_allocator_t * allocator)
{
  return rcutils_allocator_is_valid(allocator) ? RCL_RET_OK : refused(
    RCL_RET_INVALID_ARGUMENT, "the allocator is null or lacks a function");
}

}  // namespace rclcpp::detail
#endif  // GRAPH_HANDLE_HPP_
