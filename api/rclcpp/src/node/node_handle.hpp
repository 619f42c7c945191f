// What the handle of a node refers to.
#ifndef NODE_HANDLE_HPP_
#define NODE_HANDLE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "ranvier/node/names.h"
#include "ranvier/node/node.h"
#include "rcl/node.h"
#include "rclcpp/context.hpp"

namespace rclcpp::detail
{

/// Made for those who ask for a handle. It may outlive the node's object, so it holds
/// all that is asked of it.
///
/// Threads: immutable.
struct NodeHandle final
{
  /// The handle, whose pointer keeps all of this. `words` are the arguments of `options`.
  static std::shared_ptr<rcl_node_t> make(
    std::shared_ptr<ranvier::Node> core, Context::SharedPtr context,
    const rcl_node_options_t & options, const std::vector<std::string> & words,
    const std::vector<ranvier::RemapRule> & remaps);

  rcl_node_t handle;
  std::shared_ptr<ranvier::Node> core;
  Context::SharedPtr context;
  std::shared_ptr<rcl_context_t> context_handle;
  std::vector<std::string> words;
  rcl_node_options_t options;
  std::vector<ranvier::RemapRule> remaps;
  std::string full_name;
  std::string logger_name;
};

/// Null, with an error set, for a handle of no node.
const NodeHandle * node_of(const rcl_node_t * node);
/// Null too if the context of the node is shut down.
const NodeHandle * valid_node_of(const rcl_node_t * node);

}  // namespace rclcpp::detail

#endif  // NODE_HANDLE_HPP_
