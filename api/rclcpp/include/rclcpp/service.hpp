// Answers requests.
#ifndef RCLCPP__SERVICE_HPP_
#define RCLCPP__SERVICE_HPP_

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace ranvier
{
class Server;
}

namespace rclcpp
{
namespace detail
{

/// A user's service callback without its type. `request` is owned by the call.
using ErasedServiceCallback =
  std::function<void (std::shared_ptr<rmw_request_id_t>, std::shared_ptr<void> request)>;

}  // namespace detail

/// Threads: all functions from any thread.
class RCLCPP_PUBLIC ServiceBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ServiceBase)

  /// @throws exceptions::InvalidServiceNameError, exceptions::RCLError.
  ServiceBase(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const rosidl_service_type_support_t & type_support, const QoS & qos,
    CallbackGroup * group);
  virtual ~ServiceBase();
  RCLCPP_DISABLE_COPY(ServiceBase)

  const char * get_service_name();
  QoS get_response_publisher_actual_qos() const;
  QoS get_request_subscription_actual_qos() const;
  bool take_type_erased_request(void * request_out, rmw_request_id_t & request_id_out);

protected:
  /// Begins to serve. Not in the constructor: the callback needs the whole object.
  void open(detail::ErasedServiceCallback callback);
  // The response object is taken over, also when this throws.
  void send(const rmw_request_id_t & request_id, void * response);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

template<typename ServiceT>
class Service : public ServiceBase, public std::enable_shared_from_this<Service<ServiceT>>
{
public:
  using Request = typename ServiceT::Request;
  using Response = typename ServiceT::Response;
  using CallbackType =
    std::function<void (const std::shared_ptr<Request>, std::shared_ptr<Response>)>;
  using CallbackWithHeaderType = std::function<void (
        const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<Request>,
        std::shared_ptr<Response>)>;
  RCLCPP_SMART_PTR_DEFINITIONS(Service<ServiceT>)

  Service(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const QoS & qos, CallbackGroup * group)
  : ServiceBase(
      node_base, service_name,
      *rosidl_typesupport_cpp::get_service_type_support_handle<ServiceT>(), qos, group) {}

  /// The callback takes (request, response), (id, request, response),
  /// (id, request) or (service, id, request); the last two answer later, with
  /// send_response().
  template<typename CallbackT>
  void start(CallbackT callback)
  {
    open(
      [this, weak = this->weak_from_this(), callback = std::move(callback)](
        std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void> request) mutable {
        const auto self = weak.lock();  // the callback may give up the node, and still answers
        run(callback, id, std::static_pointer_cast<Request>(std::move(request)));
      });
  }

  void send_response(rmw_request_id_t & request_id, Response & response)
  {
    send(request_id, new Response(response));
  }

private:
  template<typename CallbackT>
  void run(
    CallbackT & callback, std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<Request> request)
  {
    using Id = std::shared_ptr<rmw_request_id_t>;
    using RequestPtr = std::shared_ptr<Request>;
    using ResponsePtr = std::shared_ptr<Response>;
    if constexpr (std::is_invocable_v<CallbackT &, RequestPtr, ResponsePtr>) {
      auto response = std::make_shared<Response>();
      callback(std::move(request), response);
      send_response(*id, *response);
    } else if constexpr (std::is_invocable_v<CallbackT &, Id, RequestPtr, ResponsePtr>) {
      auto response = std::make_shared<Response>();
      callback(id, std::move(request), response);
      send_response(*id, *response);
    } else if constexpr (std::is_invocable_v<CallbackT &, Id, RequestPtr>) {
      callback(std::move(id), std::move(request));
    } else {
      static_assert(
        std::is_invocable_v<CallbackT &, SharedPtr, Id, RequestPtr>,
        "a service callback takes (request, response), (id, request, response), "
        "(id, request) or (service, id, request), each as a shared_ptr");
      callback(this->shared_from_this(), std::move(id), std::move(request));
    }
  }
};

}  // namespace rclcpp
#endif  // RCLCPP__SERVICE_HPP_
