// Answers requests.
#ifndef RCLCPP__SERVICE_HPP_
#define RCLCPP__SERVICE_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "rcl/service.h"
#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/time.hpp"
#include "rmw/impl/cpp/demangle.hpp"
#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace ranvier
{
class Server;
class Work;
}

namespace rclcpp
{
class Clock;

namespace detail
{

/// A user's service callback without its type. `request` is owned by the call.
using ErasedServiceCallback =
  std::function<void (std::shared_ptr<rmw_request_id_t>, std::shared_ptr<void> request)>;

}  // namespace detail

/// Answers requests, whatever their type.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC ServiceBase : public std::enable_shared_from_this<ServiceBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ServiceBase)

  /// @throws exceptions::InvalidServiceNameError, exceptions::RCLError.
  ServiceBase(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const rosidl_service_type_support_t & type_support, const QoS & qos,
    CallbackGroup * group);
  /// Requests that wait are dropped; a callback under way goes on.
  virtual ~ServiceBase();
  RCLCPP_DISABLE_COPY(ServiceBase)

  const char * get_service_name();  ///< The full name, after remapping.
  /// Names the service to wait sets.
  std::shared_ptr<rcl_service_t> get_service_handle();
  std::shared_ptr<const rcl_service_t> get_service_handle() const;  ///< The same.
  /// @return what it was before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  /// What executors run this as; null if none can yet. The runtime's own.
  ranvier::Work * work() const noexcept;
  /// Runs the callback for what came first, if something did, on this thread,
  /// past executors. The runtime's own.
  void run_once();
  QoS get_response_publisher_actual_qos() const;  ///< What the network took for replies.
  QoS get_request_subscription_actual_qos() const;  ///< What the network took for requests.
  /// Publishes what happens to requests and replies on `<service>/_service_event`,
  /// with the clock's time. Until it is switched off the first QoS stays.
  /// Throws std::invalid_argument for a null clock.
  void configure_introspection(
    std::shared_ptr<Clock> clock, const QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state);

  /// `callback` gets how many requests came, on the thread that brings them, once now
  /// if some wait already. It must be short, and not publish or throw.
  /// Throws std::invalid_argument for null.
  void set_on_new_request_callback(std::function<void(size_t)> callback);
  void clear_on_new_request_callback();  ///< Waits for a call of it that is under way.

  // ---- for code that takes requests past the executor ----

  /// An empty request of the service's type.
  virtual std::shared_ptr<void> create_request();
  virtual std::shared_ptr<rmw_request_id_t> create_request_header();  ///< Empty, to be filled.
  /// The oldest request, copied; false if there is none.
  bool take_type_erased_request(void * request_out, rmw_request_id_t & request_id_out);
  /// Calls the callback with a request, here, and sends what it answers.
  virtual void handle_request(
    std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> request);

protected:
  rcl_node_t * get_rcl_node_handle();  ///< The node's, for functions of C; valid while this lives.
  const rcl_node_t * get_rcl_node_handle() const;  ///< The same.
  /// Begins to serve. Not in the constructor: the callback needs the whole object.
  void open(detail::ErasedServiceCallback callback);
  // The response object is taken over, also when this throws.
  void send(const rmw_request_id_t & request_id, void * response);

private:
  struct Impl;
  detail::Owned<Impl> impl_;
};

template<typename ServiceT>
class Service;

namespace detail
{

/// Calls a service callback of any signature.
/// @return the response to be sent; null if the callback sends it itself.
/// `service` gives the service itself, if it is asked for.
template<typename ServiceT, typename CallbackT, typename ServiceGetterT>
std::shared_ptr<typename ServiceT::Response> call_service(
  CallbackT & callback, ServiceGetterT service,
  std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<typename ServiceT::Request> request)
{
  using Id = std::shared_ptr<rmw_request_id_t>;  ///< Which request, and whose.
  using Request = std::shared_ptr<typename ServiceT::Request>;  ///< What is asked.
  using Response = std::shared_ptr<typename ServiceT::Response>;  ///< What is answered.
  if constexpr (std::is_invocable_v<CallbackT &, Request, Response>) {
    auto response = std::make_shared<typename ServiceT::Response>();
    callback(std::move(request), response);
    return response;
  } else if constexpr (std::is_invocable_v<CallbackT &, Id, Request, Response>) {
    auto response = std::make_shared<typename ServiceT::Response>();
    callback(std::move(id), std::move(request), response);
    return response;
  } else if constexpr (std::is_invocable_v<CallbackT &, Id, Request>) {
    callback(std::move(id), std::move(request));
    return nullptr;
  } else {
    static_assert(
      std::is_invocable_v<CallbackT &, std::shared_ptr<Service<ServiceT>>, Id, Request>,
      "a service callback takes (request, response), (id, request, response), "
      "(id, request) or (service, id, request), each as a shared_ptr");
    callback(service(), std::move(id), std::move(request));
    return nullptr;
  }
}

}  // namespace detail

/// Answers requests: its callback runs on an executor, in the service's group.
/// Threads: all functions from any thread.
template<typename ServiceT>
class Service : public ServiceBase
{
public:
  /// A callback that fills the reply; it is sent when the callback returns.
  using Request = typename ServiceT::Request;  ///< What is asked.
  using Response = typename ServiceT::Response;  ///< What is answered.
  using CallbackType =
    std::function<void (const std::shared_ptr<Request>, std::shared_ptr<Response>)>;
  /// The same with the number of the request.
  using CallbackWithHeaderType = std::function<void (
        const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<Request>,
        std::shared_ptr<Response>)>;
  RCLCPP_SMART_PTR_DEFINITIONS(Service<ServiceT>)

  /// It serves from start() on. @throws as ServiceBase.
  Service(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const QoS & qos, CallbackGroup * group)
  : ServiceBase(
      node_base, service_name,
      *rosidl_typesupport_cpp::get_service_type_support_handle<ServiceT>(), qos, group) {}

  /// As of std::enable_shared_from_this, with the type of this class.
  std::shared_ptr<Service> shared_from_this()
  {
    return std::static_pointer_cast<Service>(ServiceBase::shared_from_this());
  }
  /// The same.
  std::shared_ptr<const Service> shared_from_this() const
  {
    return std::static_pointer_cast<const Service>(ServiceBase::shared_from_this());
  }
  /// The same, empty at the end of its life.
  std::weak_ptr<Service> weak_from_this() noexcept
  {
    return std::static_pointer_cast<Service>(ServiceBase::weak_from_this().lock());
  }
  /// The same.
  std::weak_ptr<const Service> weak_from_this() const noexcept
  {
    return std::static_pointer_cast<const Service>(ServiceBase::weak_from_this().lock());
  }

  /// The callback takes (request, response), (id, request, response),
  /// (id, request) or (service, id, request); the last two answer later, with
  /// send_response().
  template<typename CallbackT>
  void start(CallbackT callback)
  {
    detail::check_callback(callback, "AnyServiceCallback::set()");
    open(
      [this, weak = this->weak_from_this(), callback = std::move(callback)](
        std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void> request) mutable {
        const auto self = weak.lock();  // the callback may give up the node, and still answers
        auto response = detail::call_service<ServiceT>(
          callback, [this] {return this->shared_from_this();}, id,
          std::static_pointer_cast<Request>(std::move(request)));
        if (response) {send_response(*id, *response);}
      });
  }

  /// Takes the oldest request past the executor; false if there is none.
  bool take_request(Request & request_out, rmw_request_id_t & request_id_out)
  {
    return take_type_erased_request(&request_out, request_id_out);
  }

  /// Answers later, from any thread. @throws exceptions::RCLError if it cannot be sent.
  void send_response(rmw_request_id_t & request_id, Response & response)
  {
    send(request_id, new Response(response));
  }
};

}  // namespace rclcpp

namespace rclcpp
{

/// Holds one callback of any of the signatures that Service::start() takes.
/// Threads: as a std::function.
template<typename ServiceT>
class AnyServiceCallback
{
public:
  using Request = std::shared_ptr<typename ServiceT::Request>;
  using Response = std::shared_ptr<typename ServiceT::Response>;
  using Id = std::shared_ptr<rmw_request_id_t>;

  /// Throws std::invalid_argument for a null function.
  template<typename CallbackT>
  void set(CallbackT && callback)
  {
    using Callback = std::decay_t<CallbackT>;
    detail::check_callback<Callback>(callback, "AnyServiceCallback::set()");
    call_ = [callback = Callback(std::forward<CallbackT>(callback))](
      const std::shared_ptr<Service<ServiceT>> & service, Id id, Request request) mutable {
        return detail::call_service<ServiceT>(
          callback, [&] {return service;}, std::move(id), std::move(request));
      };
  }

  /// @return the response to be sent; null if the callback sends it itself.
  /// Throws std::runtime_error if no callback was set.
  Response dispatch(
    const std::shared_ptr<Service<ServiceT>> & service_handle, const Id & request_header,
    Request request)
  {
    if (!call_) {throw std::runtime_error("unexpected request without any callback set");}
    return call_(service_handle, request_header, std::move(request));
  }

  /// Nothing to do: the runtime registers callbacks when services open.
  void register_callback_for_tracing() {}

private:
  std::function<Response(const std::shared_ptr<Service<ServiceT>> &, Id, Request)> call_;
};

}  // namespace rclcpp
#endif  // RCLCPP__SERVICE_HPP_
