// What the C functions on handles of endpoints share.
#ifndef HANDLES_HPP_
#define HANDLES_HPP_

#include "core/c_edge.hpp"
#include "endpoints/request_ids.hpp"
#include "ranvier/node/service.h"
#include "rcl/event_callback.h"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp::detail
{

/// The entity behind a handle; null, with the error `why` set, for a handle of nothing.
template<typename OwnHandle, typename HandleT>
OwnHandle * end_of(const HandleT * handle, const char * why)
{
  auto * const own = OwnHandle::of(handle);
  if (own == nullptr) {RCL_SET_ERROR_MSG(why);}
  return own;
}

/// What `body` returns of the entity behind `handle`. None of `needed` is to be null;
/// `invalid` is returned, with the text `why`, for a handle of nothing.
template<typename OwnHandle, typename HandleT, typename Body>
rcl_ret_t with_end(
  const char * function, const HandleT * handle, rcl_ret_t invalid, const char * why,
  std::initializer_list<const void *> needed, Body body)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(handle, RCL_RET_INVALID_ARGUMENT);
  auto * const own = end_of<OwnHandle>(handle, why);
  if (own == nullptr) {return invalid;}
  for (const void * one : needed) {
    if (one == nullptr) {
      RCL_SET_ERROR_MSG_WITH_FORMAT_STRING("%s: an argument is null", function);
      return RCL_RET_INVALID_ARGUMENT;
    }
  }
  return for_c(function, [&]() -> rcl_ret_t {return body(*own);});
}

/// Tells `callback` of what comes to the core; null ends it.
template<typename OwnHandle>
rcl_ret_t listen_for_c(
  OwnHandle & own, rcl_event_callback_t callback, const void * user_data, const char * function)
{
  if (callback == nullptr) {
    own.core()->ready_listeners().listen(&own, nullptr);
  } else {
    listen_to_new(
      *own.core(), &own, [=](size_t count) {callback(user_data, count);}, function);
  }
  return RCL_RET_OK;
}

/// Copies the object of what was taken, and its times; `failed` if nothing was.
inline rcl_ret_t give(
  ranvier::MessagePtr taken, rcl_ret_t failed, rmw_service_info_t * info, void * object)
{
  if (!taken || taken->object() == nullptr) {return failed;}
  taken->type().assign(object, taken->object());
  const ranvier::MessageHeader & header = taken->header();
  *info = {header.source_timestamp, header.received_timestamp, to_rmw(header.request)};
  return RCL_RET_OK;
}

/// What `take` gives of the request's id alone, without its times.
template<typename Take>
rcl_ret_t without_times(rmw_request_id_t * id, Take take)
{
  rmw_service_info_t info{};
  const rcl_ret_t ret = take(&info);
  if (ret == RCL_RET_OK) {*id = info.request_id;}
  return ret;
}

inline rcl_ret_t done(const ranvier::Result<void> & result)
{
  return result ? RCL_RET_OK : refused(RCL_RET_ERROR, result.error().what.c_str());
}

}  // namespace rclcpp::detail
#endif  // HANDLES_HPP_
