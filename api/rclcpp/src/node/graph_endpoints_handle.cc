// rcl/graph.h: the endpoints of one topic or service, asked by the handle of a node.
#include <algorithm>

#include "core/core_edge.hpp"
#include "node/graph_handle.hpp"
#include "ranvier/node/service.h"
#include "ranvier/os/deadline.h"
#include "rcl/graph.h"
#include "waiting/graph_waits.hpp"
#include "waiting/waited.hpp"

namespace rclcpp::detail
{
namespace
{

using ranvier::GraphEndpoint;
using Kind = GraphEndpoint::Kind;

rcl_ret_t check_full_name(const char * name)
{
  if (name == nullptr) {
    return refused(RCL_RET_INVALID_ARGUMENT, "the name of the topic or service is null");
  }
  if (!ranvier::check_full_name(name)) {return RCL_RET_OK;}
  RCL_SET_ERROR_MSG_WITH_FORMAT_STRING(
    "'%s' is no full name of a topic or service: write \"/a/b\", or resolve it with "
    "rcl_node_resolve_name()", name);
  return RCL_RET_INVALID_ARGUMENT;
}

rcl_ret_t count_for_c(
  const char * function, const rcl_node_t * node, const char * name, size_t * count, Kind kind)
{
  const NodeHandle * found = valid_node_of(node);
  if (!found) {return RCL_RET_NODE_INVALID;}
  if (const auto ret = check_full_name(name)) {return ret;}
  RCL_CHECK_ARGUMENT_FOR_NULL(count, RCL_RET_INVALID_ARGUMENT);
  return for_c(
    function, [&] {
      *count = count_of(graph_of(*found), name, kind);
      return RCL_RET_OK;
    });
}

// Negative: for ever.
std::chrono::nanoseconds left_until(int64_t deadline)
{
  if (deadline == ranvier::kForever) {return std::chrono::nanoseconds(-1);}
  return std::chrono::nanoseconds(std::max<int64_t>(deadline - ranvier::steady_ns(), 0));
}

rcl_ret_t wait_until(
  const NodeHandle & node, const char * name, size_t count, int64_t deadline, Kind kind)
{
  const auto waits = GraphWaits::of(node.core->context(), node.context);
  const auto event = std::make_shared<Event>();
  waits->add(event);
  while (count_of(graph_of(node), name, kind) < count) {
    const auto left = left_until(deadline);
    if (!node.context->is_valid()) {
      return refused(RCL_RET_ERROR, "the context of the node was shut down while it waited");
    }
    if (left.count() == 0) {return RCL_RET_TIMEOUT;}
    waits->wait(*event, left);
    event->check_and_clear();
  }
  return RCL_RET_OK;
}

rcl_ret_t wait_for_c(
  const char * function, const rcl_node_t * node, const rcl_allocator_t * allocator,
  const char * name, size_t count, int64_t timeout, bool * success, Kind kind)
{
  const NodeHandle * found = valid_node_of(node);
  if (!found) {return RCL_RET_NODE_INVALID;}
  if (const auto ret = check_allocator(allocator)) {return ret;}
  if (const auto ret = check_full_name(name)) {return ret;}
  RCL_CHECK_ARGUMENT_FOR_NULL(success, RCL_RET_INVALID_ARGUMENT);
  *success = false;
  const int64_t deadline = ranvier::deadline_after(std::chrono::nanoseconds(timeout));
  const auto ret = for_c(
    function, [&] {return wait_until(*found, name, count, deadline, kind);});
  *success = ret == RCL_RET_OK;
  return ret;
}

bool filled(
  const GraphEndpoint & endpoint, rmw_endpoint_type_t type, rcl_allocator_t * allocator,
  rcl_topic_endpoint_info_t * info)
{
  info->endpoint_type = type;
  info->topic_type_hash = hash_of(endpoint);
  info->qos_profile = from_core(endpoint.qos).get_rmw_qos_profile();
  const auto & gid = endpoint.gid.bytes;
  static_assert(sizeof(gid) == sizeof(info->endpoint_gid));
  std::copy(gid.begin(), gid.end(), info->endpoint_gid);
  return
    rmw_topic_endpoint_info_set_node_name(info, endpoint.node.name.c_str(), allocator) == 0 &&
    rmw_topic_endpoint_info_set_node_namespace(info, endpoint.node.space.c_str(), allocator) == 0 &&
    rmw_topic_endpoint_info_set_topic_type(info, endpoint.type.c_str(), allocator) == 0;
}

rcl_ret_t give_infos(
  std::vector<GraphEndpoint> endpoints, Kind kind, rcl_allocator_t * allocator,
  rcl_topic_endpoint_info_array_t * infos)
{
  std::erase_if(endpoints, [&](const auto & one) {return one.kind != kind;});
  const auto type =
    kind == Kind::kPublisher ? RMW_ENDPOINT_PUBLISHER : RMW_ENDPOINT_SUBSCRIPTION;
  const auto ret = rmw_topic_endpoint_info_array_init_with_size(
    infos, endpoints.size(), allocator);
  if (ret != RMW_RET_OK) {return ret;}
  for (size_t i = 0; i < endpoints.size(); ++i) {
    if (filled(endpoints[i], type, allocator, &infos->info_array[i])) {continue;}
    static_cast<void>(rmw_topic_endpoint_info_array_fini(infos, allocator));
    return RCL_RET_BAD_ALLOC;
  }
  return RCL_RET_OK;
}

rcl_ret_t infos_for_c(
  const char * function, const rcl_node_t * node, rcl_allocator_t * allocator, const char * name,
  bool on_wire, rcl_topic_endpoint_info_array_t * infos, Kind kind)
{
  const NodeHandle * found = valid_node_of(node);
  if (!found) {return RCL_RET_NODE_INVALID;}
  if (const auto ret = check_allocator(allocator)) {return ret;}
  RCL_CHECK_ARGUMENT_FOR_NULL(name, RCL_RET_INVALID_ARGUMENT);
  if (!on_wire) {
    if (const auto ret = check_full_name(name)) {return ret;}
  }
  if (rmw_topic_endpoint_info_array_check_zero(infos) != RMW_RET_OK) {
    return RCL_RET_INVALID_ARGUMENT;
  }
  return for_c(
    function, [&] {
      ranvier::Graph * graph = graph_of(*found);
      return give_infos(
        graph ? graph->endpoints_of(name, names(on_wire)) : std::vector<GraphEndpoint>(), kind,
        allocator, infos);
    });
}

}  // namespace
}  // namespace rclcpp::detail

namespace detail = rclcpp::detail;
using Kind = ranvier::GraphEndpoint::Kind;

rcl_ret_t rcl_count_publishers(const rcl_node_t * node, const char * topic_name, size_t * count)
{
  return detail::count_for_c(__func__, node, topic_name, count, Kind::kPublisher);
}
rcl_ret_t rcl_count_subscribers(const rcl_node_t * node, const char * topic_name, size_t * count)
{
  return detail::count_for_c(__func__, node, topic_name, count, Kind::kSubscription);
}
rcl_ret_t rcl_count_clients(const rcl_node_t * node, const char * service_name, size_t * count)
{
  return detail::count_for_c(__func__, node, service_name, count, Kind::kClient);
}
rcl_ret_t rcl_count_services(const rcl_node_t * node, const char * service_name, size_t * count)
{
  return detail::count_for_c(__func__, node, service_name, count, Kind::kService);
}

rcl_ret_t rcl_wait_for_publishers(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * topic_name,
  const size_t count, rcutils_duration_value_t timeout, bool * success)
{
  return detail::wait_for_c(
    __func__, node, allocator, topic_name, count, timeout, success, Kind::kPublisher);
}
rcl_ret_t rcl_wait_for_subscribers(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * topic_name,
  const size_t count, rcutils_duration_value_t timeout, bool * success)
{
  return detail::wait_for_c(
    __func__, node, allocator, topic_name, count, timeout, success, Kind::kSubscription);
}

rcl_ret_t rcl_get_publishers_info_by_topic(
  const rcl_node_t * node, rcutils_allocator_t * allocator, const char * topic_name,
  bool no_mangle, rcl_topic_endpoint_info_array_t * publishers_info)
{
  return detail::infos_for_c(
    __func__, node, allocator, topic_name, no_mangle, publishers_info, Kind::kPublisher);
}
rcl_ret_t rcl_get_subscriptions_info_by_topic(
  const rcl_node_t * node, rcutils_allocator_t * allocator, const char * topic_name,
  bool no_mangle, rcl_topic_endpoint_info_array_t * subscriptions_info)
{
  return detail::infos_for_c(
    __func__, node, allocator, topic_name, no_mangle, subscriptions_info, Kind::kSubscription);
}

rcl_ret_t rcl_service_server_is_available(
  const rcl_node_t * node, const rcl_client_t * client, bool * is_available)
{
  if (!detail::valid_node_of(node)) {return RCL_RET_NODE_INVALID;}
  RCL_CHECK_ARGUMENT_FOR_NULL(client, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(is_available, RCL_RET_INVALID_ARGUMENT);
  using Handle = detail::InboxHandle<rcl_client_t, ranvier::Client>;
  const Handle * const asked = Handle::of(client);
  if (asked == nullptr) {
    return detail::refused(
      RCL_RET_CLIENT_INVALID, "the handle is of no client: take one from get_client_handle()");
  }
  *is_available = asked->core()->server_available();
  return RCL_RET_OK;
}
