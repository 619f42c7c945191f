#include <utility>

#include "core/core_edge.hpp"
#include "ranvier/os/deadline.h"
#include "ranvier/run/watch/awaited.h"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/parameter_client.hpp"
#include "rclcpp/parameter_map.hpp"

namespace rclcpp
{

namespace srv = rcl_interfaces::srv;
using SetResult = rcl_interfaces::msg::SetParametersResult;

struct AsyncParametersClient::Impl
{
  node_interfaces::NodeTopicsInterface::SharedPtr topics;
  std::string remote;
  Client<srv::GetParameters>::SharedPtr get{};
  Client<srv::GetParameterTypes>::SharedPtr types{};
  Client<srv::SetParameters>::SharedPtr set{};
  Client<srv::SetParametersAtomically>::SharedPtr set_atomically{};
  Client<srv::DescribeParameters>::SharedPtr describe{};
  Client<srv::ListParameters>::SharedPtr list{};

  std::vector<ClientBase *> all() const
  {
    return {get.get(), types.get(), set.get(), set_atomically.get(), describe.get(), list.get()};
  }
};

namespace
{

// Sends, and gives what `convert` makes of the response.
template<typename ResultT, typename ServiceT, typename ConvertT>
std::shared_future<ResultT> ask(
  Client<ServiceT> & client, typename ServiceT::Request request, ConvertT convert,
  AsyncParametersClient::Callback<ResultT> callback)
{
  auto promise = std::make_shared<std::promise<ResultT>>();
  const std::shared_future<ResultT> future = promise->get_future().share();
  const auto awaited =
    std::make_shared<ranvier::Awaited>(detail::state_of(future), client.work());
  client.async_send_request(
    std::make_shared<typename ServiceT::Request>(std::move(request)),
    [promise, future, awaited, convert = std::move(convert), callback = std::move(callback)](
      typename Client<ServiceT>::SharedFuture response) {
      promise->set_value(convert(*response.get()));
      if (callback) {callback(future);}
    });
  return future;
}

}  // namespace

AsyncParametersClient::AsyncParametersClient(
  node_interfaces::NodeBaseInterface::SharedPtr node_base,
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
  node_interfaces::NodeGraphInterface::SharedPtr,
  node_interfaces::NodeServicesInterface::SharedPtr node_services,
  const std::string & remote_node_name, const detail::QosOrProfile & qos,
  CallbackGroup::SharedPtr group)
: impl_(new Impl{
    std::move(node_topics), remote_node_name.empty() ?
    detail::given(node_base, "AsyncParametersClient()", "node_base").get_fully_qualified_name() :
    remote_node_name})
{
  constexpr const char * kMaker = "AsyncParametersClient()";
  detail::check_given(node_base, kMaker, "node_base");
  detail::check_given(impl_->topics, kMaker, "node_topics");
  detail::check_given(node_services, kMaker, "node_services");
  const auto make = [&](auto & client, const char * service) {
      using ClientT = typename std::decay_t<decltype(client)>::element_type;
      client = std::make_shared<ClientT>(
        node_base.get(), impl_->remote + "/" + service, qos, group.get());
      node_services->add_client(client, group);
    };
  make(impl_->get, "get_parameters");
  make(impl_->types, "get_parameter_types");
  make(impl_->set, "set_parameters");
  make(impl_->set_atomically, "set_parameters_atomically");
  make(impl_->describe, "describe_parameters");
  make(impl_->list, "list_parameters");
}

AsyncParametersClient::~AsyncParametersClient() = default;

const node_interfaces::NodeTopicsInterface::SharedPtr & AsyncParametersClient::topics() const
{
  return impl_->topics;
}

std::shared_future<std::vector<Parameter>> AsyncParametersClient::get_parameters(
  const std::vector<std::string> & names)
{
  return get_parameters(names, nullptr);
}
std::shared_future<std::vector<rcl_interfaces::msg::ParameterDescriptor>>
AsyncParametersClient::describe_parameters(const std::vector<std::string> & names)
{
  return describe_parameters(names, nullptr);
}
std::shared_future<std::vector<ParameterType>> AsyncParametersClient::get_parameter_types(
  const std::vector<std::string> & names)
{
  return get_parameter_types(names, nullptr);
}
std::shared_future<std::vector<SetResult>> AsyncParametersClient::set_parameters(
  const std::vector<Parameter> & parameters)
{
  return set_parameters(parameters, nullptr);
}
std::shared_future<SetResult> AsyncParametersClient::set_parameters_atomically(
  const std::vector<Parameter> & parameters)
{
  return set_parameters_atomically(parameters, nullptr);
}
std::shared_future<rcl_interfaces::msg::ListParametersResult>
AsyncParametersClient::list_parameters(const std::vector<std::string> & prefixes, uint64_t depth)
{
  return list_parameters(prefixes, depth, nullptr);
}

std::shared_future<std::vector<Parameter>> AsyncParametersClient::get_parameters(
  const std::vector<std::string> & names, Callback<std::vector<Parameter>> callback)
{
  srv::GetParameters::Request request;
  request.names = names;
  return ask<std::vector<Parameter>>(
    *impl_->get, std::move(request),
    [names](const srv::GetParameters::Response & response) {
      std::vector<Parameter> parameters;
      for (size_t i = 0; i < names.size() && i < response.values.size(); ++i) {
        parameters.emplace_back(names[i], ParameterValue(response.values[i]));
      }
      return parameters;
    }, std::move(callback));
}

std::shared_future<std::vector<rcl_interfaces::msg::ParameterDescriptor>>
AsyncParametersClient::describe_parameters(
  const std::vector<std::string> & names,
  Callback<std::vector<rcl_interfaces::msg::ParameterDescriptor>> callback)
{
  srv::DescribeParameters::Request request;
  request.names = names;
  return ask<std::vector<rcl_interfaces::msg::ParameterDescriptor>>(
    *impl_->describe, std::move(request),
    [](const srv::DescribeParameters::Response & response) {return response.descriptors;},
    std::move(callback));
}

std::shared_future<std::vector<ParameterType>> AsyncParametersClient::get_parameter_types(
  const std::vector<std::string> & names, Callback<std::vector<ParameterType>> callback)
{
  srv::GetParameterTypes::Request request;
  request.names = names;
  return ask<std::vector<ParameterType>>(
    *impl_->types, std::move(request),
    [](const srv::GetParameterTypes::Response & response) {
      std::vector<ParameterType> types;
      for (const uint8_t type : response.types) {
        types.push_back(static_cast<ParameterType>(type));
      }
      return types;
    }, std::move(callback));
}

std::shared_future<std::vector<SetResult>> AsyncParametersClient::set_parameters(
  const std::vector<Parameter> & parameters, Callback<std::vector<SetResult>> callback)
{
  srv::SetParameters::Request request;
  request.parameters = detail::to_messages(parameters);
  return ask<std::vector<SetResult>>(
    *impl_->set, std::move(request),
    [](const srv::SetParameters::Response & response) {return response.results;},
    std::move(callback));
}

std::shared_future<SetResult> AsyncParametersClient::set_parameters_atomically(
  const std::vector<Parameter> & parameters, Callback<SetResult> callback)
{
  srv::SetParametersAtomically::Request request;
  request.parameters = detail::to_messages(parameters);
  return ask<SetResult>(
    *impl_->set_atomically, std::move(request),
    [](const srv::SetParametersAtomically::Response & response) {return response.result;},
    std::move(callback));
}

std::shared_future<std::vector<SetResult>> AsyncParametersClient::delete_parameters(
  const std::vector<std::string> & parameters_names)
{
  std::vector<Parameter> without_values;
  for (const auto & name : parameters_names) {without_values.emplace_back(name);}
  return set_parameters(without_values);
}

std::shared_future<std::vector<SetResult>> AsyncParametersClient::load_parameters(
  const std::string & yaml_filename)
{
  return load_parameters(parameter_map_from_yaml_file(yaml_filename, impl_->remote.c_str()));
}

std::shared_future<std::vector<SetResult>> AsyncParametersClient::load_parameters(
  const ParameterMap & parameter_map)
{
  const auto parameters = parameters_from_map(parameter_map, impl_->remote.c_str());
  if (parameters.empty()) {
    throw exceptions::InvalidParametersException(
            "No valid parameter: there are none for node '" + impl_->remote + "'. Name it, or "
            "'/**', above 'ros__parameters'");
  }
  return set_parameters(parameters);
}

std::shared_future<rcl_interfaces::msg::ListParametersResult>
AsyncParametersClient::list_parameters(
  const std::vector<std::string> & prefixes, uint64_t depth,
  Callback<rcl_interfaces::msg::ListParametersResult> callback)
{
  srv::ListParameters::Request request;
  request.prefixes = prefixes;
  request.depth = depth;
  return ask<rcl_interfaces::msg::ListParametersResult>(
    *impl_->list, std::move(request),
    [](const srv::ListParameters::Response & response) {return response.result;},
    std::move(callback));
}

bool AsyncParametersClient::service_is_ready() const
{
  for (const ClientBase * client : impl_->all()) {
    if (!client->service_is_ready()) {return false;}
  }
  return true;
}

bool AsyncParametersClient::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout)
{
  const int64_t deadline = ranvier::deadline_after(timeout);
  for (ClientBase * client : impl_->all()) {
    if (!client->wait_for_service(ranvier::time_until(deadline))) {return false;}
  }
  return true;
}

// ---- the one that spins ----

struct SyncParametersClient::Impl
{
  const Executor::SharedPtr executor;
  const node_interfaces::NodeBaseInterface::SharedPtr base;
  AsyncParametersClient async;
};

SyncParametersClient::SyncParametersClient(
  Executor::SharedPtr executor, node_interfaces::NodeBaseInterface::SharedPtr node_base,
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
  node_interfaces::NodeGraphInterface::SharedPtr node_graph,
  node_interfaces::NodeServicesInterface::SharedPtr node_services,
  const std::string & remote_node_name, const detail::QosOrProfile & qos)
: impl_(new Impl{
    executor ? std::move(executor) : std::make_shared<executors::SingleThreadedExecutor>(),
    node_base, {node_base, node_topics, node_graph, node_services, remote_node_name, qos}}) {}

SyncParametersClient::~SyncParametersClient() = default;

AsyncParametersClient & SyncParametersClient::async() {return impl_->async;}
bool SyncParametersClient::service_is_ready() const {return impl_->async.service_is_ready();}

template<typename FutureT>
bool SyncParametersClient::wait(const FutureT & future, Nanoseconds timeout)
{
  return executors::spin_node_until_future_complete(*impl_->executor, impl_->base, future, timeout) ==
         FutureReturnCode::SUCCESS;
}

std::vector<Parameter> SyncParametersClient::get_parameters(
  const std::vector<std::string> & parameter_names, Nanoseconds timeout)
{
  const auto future = impl_->async.get_parameters(parameter_names);
  return wait(future, timeout) ? future.get() : std::vector<Parameter>();
}

bool SyncParametersClient::has_parameter(const std::string & parameter_name)
{
  return !list_parameters({parameter_name}, 1).names.empty();
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> SyncParametersClient::describe_parameters(
  const std::vector<std::string> & parameter_names, Nanoseconds timeout)
{
  const auto future = impl_->async.describe_parameters(parameter_names);
  if (!wait(future, timeout)) {return {};}
  return future.get();
}

std::vector<ParameterType> SyncParametersClient::get_parameter_types(
  const std::vector<std::string> & parameter_names, Nanoseconds timeout)
{
  const auto future = impl_->async.get_parameter_types(parameter_names);
  return wait(future, timeout) ? future.get() : std::vector<ParameterType>();
}

std::vector<SetResult> SyncParametersClient::set_parameters(
  const std::vector<Parameter> & parameters, Nanoseconds timeout)
{
  const auto future = impl_->async.set_parameters(parameters);
  return wait(future, timeout) ? future.get() : std::vector<SetResult>();
}

SetResult SyncParametersClient::set_parameters_atomically(
  const std::vector<Parameter> & parameters, Nanoseconds timeout)
{
  const auto future = impl_->async.set_parameters_atomically(parameters);
  if (!wait(future, timeout)) {
    throw std::runtime_error("Unable to get result of set parameters service call.");
  }
  return future.get();
}

std::vector<SetResult> SyncParametersClient::delete_parameters(
  const std::vector<std::string> & parameters_names, Nanoseconds timeout)
{
  const auto future = impl_->async.delete_parameters(parameters_names);
  return wait(future, timeout) ? future.get() : std::vector<SetResult>();
}

std::vector<SetResult> SyncParametersClient::load_parameters(
  const std::string & yaml_filename, Nanoseconds timeout)
{
  const auto future = impl_->async.load_parameters(yaml_filename);
  return wait(future, timeout) ? future.get() : std::vector<SetResult>();
}

rcl_interfaces::msg::ListParametersResult SyncParametersClient::list_parameters(
  const std::vector<std::string> & parameter_prefixes, uint64_t depth, Nanoseconds timeout)
{
  const auto future = impl_->async.list_parameters(parameter_prefixes, depth);
  if (!wait(future, timeout)) {
    throw std::runtime_error("Unable to get result of list parameters service call.");
  }
  return future.get();
}

}  // namespace rclcpp
