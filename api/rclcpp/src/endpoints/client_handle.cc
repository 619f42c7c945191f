// rcl/client.h: a client of rclcpp, asked by its handle.
#include "rcl/client.h"

#include <mutex>

#include "endpoints/handles.hpp"

namespace rclcpp::detail
{
namespace
{

using ClientHandle = InboxHandle<rcl_client_t, ranvier::Client>;

// The number of a request, which its response is known by. Locked until it was sent: the
// response may be there before.
struct Sent
{
  std::mutex mutex;
  int64_t number = 0;
};

// The response is for rcl_take_response().
class TakenByHand final : public ranvier::ReplyCallback
{
public:
  explicit TakenByHand(std::shared_ptr<Sent> sent)
  : sent_(std::move(sent)) {}
  void call(ranvier::MessagePtr) override {}
  int64_t number() const
  {
    const std::lock_guard lock(sent_->mutex);
    return sent_->number;
  }

private:
  const std::shared_ptr<Sent> sent_;
};

constexpr const char * kNoClient =
  "the handle is of no client: take one from get_client_handle()";
ClientHandle * client_of(const rcl_client_t * client)
{
  return end_of<ClientHandle>(client, kNoClient);
}

template<typename Body>
rcl_ret_t with_client(
  const char * function, const rcl_client_t * client, std::initializer_list<const void *> needed,
  Body body)
{
  return with_end<ClientHandle>(
    function, client, RCL_RET_CLIENT_INVALID,
    kNoClient, needed, body);
}

rcl_ret_t send(ranvier::Client & client, const void * request, int64_t & number)
{
  const auto sent = std::make_shared<Sent>();
  const std::lock_guard lock(sent->mutex);
  const auto result = client.send(
    client.endpoint().type->request->clone(request), std::make_unique<TakenByHand>(sent));
  if (!result) {return refused(RCL_RET_ERROR, result.error().what.c_str());}
  number = sent->number = *result;
  return RCL_RET_OK;
}

rcl_ret_t take(ranvier::Client & client, rmw_service_info_t * info, void * response)
{
  const auto ret = give(client.take(), RCL_RET_CLIENT_TAKE_FAILED, info, response);
  if (ret != RCL_RET_OK) {return ret;}
  const auto pending = client.take_pending(from_rmw(info->request_id));
  const auto * by_hand = dynamic_cast<TakenByHand *>(pending.get());
  if (by_hand) {info->request_id.sequence_number = by_hand->number();}
  return RCL_RET_OK;
}

}  // namespace
}  // namespace rclcpp::detail

using rclcpp::detail::ClientHandle;
using rclcpp::detail::client_of;
using rclcpp::detail::with_client;

rcl_client_t rcl_get_zero_initialized_client(void) {return {};}
bool rcl_client_is_valid(const rcl_client_t * client) {return client_of(client) != nullptr;}

const char * rcl_client_get_service_name(const rcl_client_t * client)
{
  const ClientHandle * own = client_of(client);
  return own ? own->core()->endpoint().service.c_str() : nullptr;
}
const rmw_qos_profile_t * rcl_client_request_publisher_get_actual_qos(const rcl_client_t * client)
{
  const ClientHandle * own = client_of(client);
  return own ? &own->qos : nullptr;
}
const rmw_qos_profile_t * rcl_client_response_subscription_get_actual_qos(
  const rcl_client_t * client)
{
  return rcl_client_request_publisher_get_actual_qos(client);
}

rcl_ret_t rcl_send_request(
  const rcl_client_t * client, const void * ros_request, int64_t * sequence_number)
{
  return with_client(
    __func__, client, {ros_request, sequence_number}, [&](const ClientHandle & own) {
      return rclcpp::detail::send(*own.core(), ros_request, *sequence_number);
    });
}

rcl_ret_t rcl_take_response_with_info(
  const rcl_client_t * client, rmw_service_info_t * request_header, void * ros_response)
{
  return with_client(
    __func__, client, {request_header, ros_response}, [&](const ClientHandle & own) {
      return rclcpp::detail::take(*own.core(), request_header, ros_response);
    });
}

rcl_ret_t rcl_take_response(
  const rcl_client_t * client, rmw_request_id_t * request_header, void * ros_response)
{
  return with_client(
    __func__, client, {request_header, ros_response}, [&](const ClientHandle & own) {
      return rclcpp::detail::without_times(
        request_header, [&](rmw_service_info_t * info) {
          return rclcpp::detail::take(*own.core(), info, ros_response);
        });
    });
}

rcl_ret_t rcl_client_set_on_new_response_callback(
  const rcl_client_t * client, rcl_event_callback_t callback, const void * user_data)
{
  return with_client(
    __func__, client, {}, [&](const ClientHandle & own) {
      return rclcpp::detail::listen_for_c(
        own, callback, user_data, "rcl_client_set_on_new_response_callback");
    });
}
