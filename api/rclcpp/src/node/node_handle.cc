#include "node/node_handle.hpp"

#include <cstring>
#include <optional>
#include <utility>

#include "ranvier/node/arguments.h"
#include "rcl/error_handling.h"

namespace rclcpp::detail
{

std::shared_ptr<rcl_node_t> NodeHandle::make(
  std::shared_ptr<ranvier::Node> core, Context::SharedPtr context,
  const rcl_node_options_t & options, const std::vector<std::string> & words,
  const std::vector<ranvier::RemapRule> & remaps)
{
  const ranvier::NodeName & name = core->name();
  std::string full_name = ranvier::full_node_name(name.space, name.name);
  std::string logger_name = core->logger_name();
  auto context_handle = context->get_rcl_context();
  auto made = std::make_shared<NodeHandle>(
    NodeHandle{{}, std::move(core), std::move(context), std::move(context_handle), words, options,
      remaps, std::move(full_name), std::move(logger_name)});
  made->handle = {made->context_handle.get(), made.get()};
  made->options.arguments.impl = words.empty() ? nullptr : &made->words;
  return {made, &made->handle};
}

const NodeHandle * node_of(const rcl_node_t * node)
{
  if (node == nullptr || node->impl == nullptr) {
    RCL_SET_ERROR_MSG(
      "the handle is of no node: take one from get_rcl_node_handle() of a node's base interface");
    return nullptr;
  }
  return static_cast<const NodeHandle *>(node->impl);
}

const NodeHandle * valid_node_of(const rcl_node_t * node)
{
  const NodeHandle * found = node_of(node);
  if (found != nullptr && !found->context->is_valid()) {
    RCL_SET_ERROR_MSG("the context of the node is shut down: its node can only end");
    return nullptr;
  }
  return found;
}

namespace
{

rcl_ret_t failed(const std::optional<ranvier::InvalidName> & invalid, const ranvier::Error & error)
{
  RCL_SET_ERROR_MSG(error.what.c_str());
  if (!invalid) {return RCL_RET_ERROR;}
  return invalid->bad.fault == ranvier::NameFault::kUnknownSubstitution ?
         RCL_RET_UNKNOWN_SUBSTITUTION : RCL_RET_TOPIC_NAME_INVALID;
}

rcl_ret_t copied_name(const std::string & text, const rcl_allocator_t & allocator, char ** output)
{
  auto * copy = static_cast<char *>(allocator.allocate(text.size() + 1, allocator.state));
  if (copy == nullptr) {
    RCL_SET_ERROR_MSG("the allocator has no memory for the name");
    return RCL_RET_BAD_ALLOC;
  }
  std::memcpy(copy, text.c_str(), text.size() + 1);
  *output = copy;
  return RCL_RET_OK;
}

rcl_ret_t resolve(
  const NodeHandle & node, const char * input, const rcl_allocator_t & allocator,
  ranvier::NameKind kind, bool only_expand, char ** output)
{
  const ranvier::NodeName & name = node.core->name();
  std::optional<ranvier::InvalidName> invalid;
  auto full = ranvier::expand_name(kind, input, name.name, name.space, &invalid);
  if (!full) {return failed(invalid, full.error());}
  if (!only_expand) {
    ranvier::RemapRules rules{node.remaps, {}};
    if (node.options.use_global_arguments) {rules.global = node.context->arguments().remaps;}
    full = ranvier::resolve_name(kind, input, name.name, name.space, rules);
    if (!full) {
      RCL_SET_ERROR_MSG(full.error().what.c_str());
      return RCL_RET_TOPIC_NAME_INVALID;  // of what a rule makes of it
    }
  }
  return copied_name(*full, allocator, output);
}

}  // namespace
}  // namespace rclcpp::detail

using rclcpp::detail::node_of;
using rclcpp::detail::valid_node_of;

rcl_node_t rcl_get_zero_initialized_node() {return {nullptr, nullptr};}
bool rcl_node_is_valid(const rcl_node_t * node) {return valid_node_of(node) != nullptr;}
bool rcl_node_is_valid_except_context(const rcl_node_t * node) {return node_of(node) != nullptr;}

const char * rcl_node_get_name(const rcl_node_t * node)
{
  const auto * found = node_of(node);
  return found ? found->core->name().name.c_str() : nullptr;
}

const char * rcl_node_get_namespace(const rcl_node_t * node)
{
  const auto * found = node_of(node);
  return found ? found->core->name().space.c_str() : nullptr;
}

const char * rcl_node_get_fully_qualified_name(const rcl_node_t * node)
{
  const auto * found = node_of(node);
  return found ? found->full_name.c_str() : nullptr;
}

const char * rcl_node_get_logger_name(const rcl_node_t * node)
{
  const auto * found = node_of(node);
  return found ? found->logger_name.c_str() : nullptr;
}

const rcl_node_options_t * rcl_node_get_options(const rcl_node_t * node)
{
  const auto * found = node_of(node);
  return found ? &found->options : nullptr;
}

rcl_ret_t rcl_node_get_domain_id(const rcl_node_t * node, size_t * domain_id)
{
  const auto * found = valid_node_of(node);
  if (!found) {return RCL_RET_NODE_INVALID;}
  RCL_CHECK_ARGUMENT_FOR_NULL(domain_id, RCL_RET_INVALID_ARGUMENT);
  *domain_id = found->core->context()->domain();
  return RCL_RET_OK;
}

rcl_ret_t rcl_node_resolve_name(
  const rcl_node_t * node, const char * input_name, rcl_allocator_t allocator, bool is_service,
  bool only_expand, char ** output_name)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(node, RCL_RET_INVALID_ARGUMENT);
  const auto * found = node_of(node);
  if (!found) {return RCL_RET_ERROR;}
  RCL_CHECK_ARGUMENT_FOR_NULL(input_name, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(output_name, RCL_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ALLOCATOR_WITH_MSG(
    &allocator, "the allocator lacks a function", return RCL_RET_INVALID_ARGUMENT);
  const auto kind = is_service ? ranvier::NameKind::kService : ranvier::NameKind::kTopic;
  return rclcpp::detail::resolve(
    *found, input_name, allocator, kind, only_expand, output_name);
}
