// Asks a service.
#ifndef RCLCPP__CLIENT_HPP_
#define RCLCPP__CLIENT_HPP_

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/detail/awaited_future.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/impl/cpp/demangle.hpp"
#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace ranvier
{
class Client;
class Work;
}

namespace rclcpp
{
class Clock;

namespace detail
{

/// A future and the number that names its request in remove_pending_request().
template<typename FutureT>
struct FutureAndRequestId
{
  FutureT future;  ///< Ready when the reply is there.
  int64_t request_id;  ///< Of this client alone.

  /// Of send().
  FutureAndRequestId(FutureT impl, int64_t req_id)
  : future(std::move(impl)), request_id(req_id) {}
  operator FutureT &() {return this->future;}  ///< The future.
  /// Waits for the reply. Not in a callback: it would wait for its own thread.
  auto get() {return this->future.get();}
  bool valid() const noexcept {return this->future.valid();}  ///< False after get().
  void wait() const {this->future.wait();}  ///< Until the reply is there.
  /// Until the reply is there, or the time is over.
  template<class Rep, class Period>
  std::future_status wait_for(const std::chrono::duration<Rep, Period> & timeout) const
  {
    return this->future.wait_for(timeout);
  }
  /// Until the reply is there, or that moment.
  template<class Clock, class Duration>
  std::future_status wait_until(const std::chrono::time_point<Clock, Duration> & time) const
  {
    return this->future.wait_until(time);
  }
};

}  // namespace detail

/// Asks a service, whatever its type.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC ClientBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientBase)

  /// @throws exceptions::InvalidServiceNameError, exceptions::RCLError.
  ClientBase(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const rosidl_service_type_support_t & type_support, const QoS & qos, CallbackGroup * group);
  /// Requests without a reply are forgotten; their futures break.
  virtual ~ClientBase();
  RCLCPP_DISABLE_COPY(ClientBase)

  const char * get_service_name() const;  ///< The full name, after remapping.
  /// Names the client to wait sets.
  std::shared_ptr<rcl_client_t> get_client_handle();
  std::shared_ptr<const rcl_client_t> get_client_handle() const;  ///< The same.
  /// @return what it was before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  /// What executors run this as; null if none can yet. The runtime's own.
  ranvier::Work * work() const noexcept;
  /// Runs the callback for what came first, if something did, on this thread,
  /// past executors. The runtime's own.
  void run_once();
  /// True while both directions of a server are matched.
  bool service_is_ready() const;
  /// @return false if time ran out or the context ended; a negative time waits on.
  template<typename RepT = int64_t, typename RatioT = std::milli>
  bool wait_for_service(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_service_nanoseconds(
      detail::to_nanoseconds(timeout));
  }
  QoS get_request_publisher_actual_qos() const;  ///< What the network took for requests.
  QoS get_response_subscription_actual_qos() const;  ///< What the network took for replies.
  /// Publishes what happens to requests and replies on `<service>/_service_event`,
  /// with the clock's time. Until it is switched off the first QoS stays.
  /// Throws std::invalid_argument for a null clock.
  void configure_introspection(
    std::shared_ptr<Clock> clock, const QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state);

  /// `callback` gets how many replies came, on the thread that brings them, once now
  /// if some wait already. It must be short, and not publish or throw.
  /// Throws std::invalid_argument for null.
  void set_on_new_response_callback(std::function<void(size_t)> callback);
  void clear_on_new_response_callback();  ///< Waits for a call of it that is under way.

  // ---- for code that takes replies past the executor ----

  /// An empty reply of the service's type.
  virtual std::shared_ptr<void> create_response();
  virtual std::shared_ptr<rmw_request_id_t> create_request_header();  ///< Empty, to be filled.
  /// The oldest reply, copied; false if there is none.
  bool take_type_erased_response(void * response_out, rmw_request_id_t & request_header_out);
  /// Ends the request that the header names: its future gets the reply, its
  /// callback is called here. Nothing happens if no such request is pending.
  virtual void handle_response(
    std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> response);

  /// Forgets a request: its reply is dropped. @return false if it is not pending.
  bool remove_pending_request(int64_t request_id);
  /// The same of what async_send_request() gave.
  template<typename FutureT>
  bool remove_pending_request(const detail::FutureAndRequestId<FutureT> & future)
  {
    return remove_pending_request(future.request_id);
  }
  /// Forgets all. @return how many.
  size_t prune_pending_requests();
  /// Forgets those that were sent before. @param pruned_requests gets their numbers.
  /// @return how many.
  template<typename AllocatorT = std::allocator<int64_t>>
  size_t prune_requests_older_than(
    std::chrono::time_point<std::chrono::system_clock> time_point,
    std::vector<int64_t, AllocatorT> * pruned_requests = nullptr)
  {
    const std::vector<int64_t> pruned = remove_pending_before(time_point);
    if (pruned_requests) {
      pruned_requests->insert(pruned_requests->end(), pruned.begin(), pruned.end());
    }
    return pruned.size();
  }

protected:
  rcl_node_t * get_rcl_node_handle();  ///< The node's, for functions of C; valid while this lives.
  const rcl_node_t * get_rcl_node_handle() const;  ///< The same.
  // The request is taken over, also when this throws. `awaited` names the future that the
  // response makes ready (state_of()).
  int64_t send(
    void * request, std::function<void(std::shared_ptr<void>)> on_response,
    const void * awaited = nullptr);
  // A copy of what the caller keeps.
  int64_t send_copy(
    const void * request, std::function<void(std::shared_ptr<void>)> on_response,
    const void * awaited = nullptr);

private:
  std::vector<int64_t> remove_pending_before(
    std::chrono::time_point<std::chrono::system_clock> time);
  bool wait_for_service_nanoseconds(std::chrono::nanoseconds timeout);

  struct Impl;
  detail::Owned<Impl> impl_;
};

/// Asks a service, and takes the replies.
/// 
/// Requests are numbered; each reply ends the one that it answers. A reply runs its callback on
/// an executor, in the client's group. Threads: all functions from any thread.
template<typename ServiceT>
class Client : public ClientBase
{
public:
  using Request = typename ServiceT::Request;  ///< What is asked.
  using Response = typename ServiceT::Response;  ///< What is answered.
  using SharedRequest = std::shared_ptr<Request>;  ///< A request, as it is sent.
  using SharedResponse = std::shared_ptr<Response>;  ///< A reply, as it is given.
  using Promise = std::promise<SharedResponse>;  ///< Kept until the reply comes.
  using SharedPromise = std::shared_ptr<Promise>;
  using PromiseWithRequest = std::promise<std::pair<SharedRequest, SharedResponse>>;
  using SharedPromiseWithRequest = std::shared_ptr<PromiseWithRequest>;
  using Future = std::future<SharedResponse>;  ///< For one reader.
  using SharedFuture = std::shared_future<SharedResponse>;  ///< For several.
  using SharedFutureWithRequest = std::shared_future<std::pair<SharedRequest, SharedResponse>>;
  using CallbackType = std::function<void (SharedFuture)>;  ///< Gets a future that is ready.
  using CallbackWithRequestType = std::function<void (SharedFutureWithRequest)>;
  RCLCPP_SMART_PTR_DEFINITIONS(Client<ServiceT>)

  /// What async_send_request() gives.
  struct FutureAndRequestId : detail::FutureAndRequestId<Future>
  {
    using detail::FutureAndRequestId<Future>::FutureAndRequestId;
    operator SharedFuture() {return this->future.share();}  ///< As share().
    /// For several readers; this is then empty.
    SharedFuture share() noexcept {return this->future.share();}
  };
  /// The same with a callback that takes the future.
  struct SharedFutureAndRequestId : detail::FutureAndRequestId<SharedFuture>
  {
    using detail::FutureAndRequestId<SharedFuture>::FutureAndRequestId;
  };
  /// The same with a callback that takes request and reply.
  struct SharedFutureWithRequestAndRequestId : detail::FutureAndRequestId<SharedFutureWithRequest>
  {
    using detail::FutureAndRequestId<SharedFutureWithRequest>::FutureAndRequestId;
  };

  /// @throws as ClientBase.
  Client(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const QoS & qos, CallbackGroup * group)
  : ClientBase(
      node_base, service_name,
      *rosidl_typesupport_cpp::get_service_type_support_handle<ServiceT>(), qos, group) {}

  /// Sends, and does not wait: the future is ready when an executor has run the reply.
  /// @throws std::invalid_argument for null; exceptions::RCLError if too many requests have no
  /// reply
  /// yet (RANVIER_KEEP_ALL_SAMPLES), naming the service and the remedy.
  FutureAndRequestId async_send_request(SharedRequest request)
  {
    auto promise = std::make_shared<Promise>();
    Future future = promise->get_future();
    const int64_t id = send(
      copied(request), [promise](std::shared_ptr<void> response) {
        promise->set_value(std::static_pointer_cast<Response>(std::move(response)));
      }, detail::state_of(future));
    return FutureAndRequestId(std::move(future), id);
  }

  /// The callback takes a SharedFuture or a SharedFutureWithRequest that is ready.
  template<typename CallbackT>
  auto async_send_request(SharedRequest request, CallbackT && callback)
  {
    using Callback = std::decay_t<CallbackT>;
    if constexpr (std::is_invocable_v<Callback &, SharedFuture>) {
      return send_with<Promise, SharedFutureAndRequestId>(
        request, Callback(std::forward<CallbackT>(callback)),
        [](SharedResponse response) {return response;});
    } else {
      static_assert(
        std::is_invocable_v<Callback &, SharedFutureWithRequest>,
        "a response callback takes a SharedFuture or a SharedFutureWithRequest");
      return send_with<PromiseWithRequest, SharedFutureWithRequestAndRequestId>(
        request, Callback(std::forward<CallbackT>(callback)),
        [request](SharedResponse response) {return std::make_pair(request, response);});
    }
  }

  /// Takes the oldest reply past the executor; false if there is none.
  bool take_response(Response & response_out, rmw_request_id_t & request_header_out)
  {
    return take_type_erased_response(&response_out, request_header_out);
  }

private:
  static Request * copied(const SharedRequest & request)
  {
    return new Request(detail::not_null<ServiceT>(request, "async_send_request()", "request"));
  }
  template<typename PromiseT, typename ResultT, typename CallbackT, typename ValueT>
  ResultT send_with(SharedRequest request, CallbackT callback, ValueT value)
  {
    auto promise = std::make_shared<PromiseT>();
    auto future = promise->get_future().share();
    const int64_t id = send(
      copied(request),
      [promise, future, value, callback = std::move(callback)](
        std::shared_ptr<void> response) mutable {
        promise->set_value(value(std::static_pointer_cast<Response>(std::move(response))));
        callback(future);
      }, detail::state_of(future));
    return ResultT(std::move(future), id);
  }
};

/// Asks a service whose type is known by its name alone. Requests and replies
/// are pointers to objects of that type.
class RCLCPP_PUBLIC GenericClient : public ClientBase
{
public:
  using Request = void *;  ///< An object of the service's request type.
  using Response = void *;  ///< The same of its reply type.
  using SharedResponse = std::shared_ptr<void>;  ///< A reply, as it is given.
  using Promise = std::promise<SharedResponse>;
  using SharedPromise = std::shared_ptr<Promise>;
  using Future = std::future<SharedResponse>;  ///< For one reader.
  using SharedFuture = std::shared_future<SharedResponse>;  ///< For several.
  RCLCPP_SMART_PTR_DEFINITIONS(GenericClient)

  /// What async_send_request() gives.
  struct FutureAndRequestId : detail::FutureAndRequestId<Future>
  {
    using detail::FutureAndRequestId<Future>::FutureAndRequestId;
    operator SharedFuture() {return this->future.share();}  ///< As share().
    /// For several readers; this is then empty.
    SharedFuture share() noexcept {return this->future.share();}
  };

  /// @param service_type  "std_srvs/srv/SetBool".
  /// @throws std::runtime_error for a type that cannot be found, and as ClientBase.
  GenericClient(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const std::string & service_type, const QoS & qos, CallbackGroup * group);

  /// The request is copied: it stays the caller's.
  FutureAndRequestId async_send_request(const Request request);
  /// Takes the oldest reply past the executor; false if there is none.
  bool take_response(Response response_out, rmw_request_id_t & request_header_out)
  {
    return take_type_erased_response(response_out, request_header_out);
  }
};

}  // namespace rclcpp
#endif  // RCLCPP__CLIENT_HPP_
