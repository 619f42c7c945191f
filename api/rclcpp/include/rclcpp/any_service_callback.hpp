// Every callback signature of a service, behind one call.
#ifndef RCLCPP__ANY_SERVICE_CALLBACK_HPP_
#define RCLCPP__ANY_SERVICE_CALLBACK_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/service.hpp"

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
#endif  // RCLCPP__ANY_SERVICE_CALLBACK_HPP_
