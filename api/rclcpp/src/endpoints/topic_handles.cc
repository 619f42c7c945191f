// rcl/publisher.h and rcl/subscription.h: those of rclcpp, asked by their handles.
#include "endpoints/handles.hpp"
#include "endpoints/publisher_handle.hpp"
#include "ranvier/node/subscription.h"
#include "rcl/publisher.h"
#include "rcl/subscription.h"

namespace rclcpp::detail
{
namespace
{

using SubscriptionHandle = InboxHandle<rcl_subscription_t, ranvier::Subscription>;

constexpr const char * kNoPublisher =
  "the handle is of no publisher: take one from get_publisher_handle()";
PublisherHandle * publisher_of(const rcl_publisher_t * publisher)
{
  return end_of<PublisherHandle>(publisher, kNoPublisher);
}

template<typename Body>
rcl_ret_t with_publisher(
  const char * function, const rcl_publisher_t * publisher,
  std::initializer_list<const void *> needed, Body body)
{
  return with_end<PublisherHandle>(
    function, publisher, RCL_RET_PUBLISHER_INVALID,
    kNoPublisher, needed, body);
}

constexpr const char * kNoSubscription =
  "the handle is of no subscription: take one from get_subscription_handle()";
SubscriptionHandle * subscription_of(const rcl_subscription_t * subscription)
{
  return end_of<SubscriptionHandle>(subscription, kNoSubscription);
}

template<typename Body>
rcl_ret_t with_subscription(
  const char * function, const rcl_subscription_t * subscription,
  std::initializer_list<const void *> needed, Body body)
{
  return with_end<SubscriptionHandle>(
    function, subscription, RCL_RET_SUBSCRIPTION_INVALID,
    kNoSubscription, needed, body);
}

}  // namespace
}  // namespace rclcpp::detail

using rclcpp::detail::SubscriptionHandle;
using rclcpp::detail::PublisherHandle;
using rclcpp::detail::publisher_of;
using rclcpp::detail::with_publisher;
using rclcpp::detail::subscription_of;
using rclcpp::detail::with_subscription;

// ---- publishers ----

rcl_publisher_t rcl_get_zero_initialized_publisher(void) {return {};}

bool rcl_publisher_is_valid_except_context(const rcl_publisher_t * publisher)
{
  return publisher_of(publisher) != nullptr;
}
bool rcl_publisher_is_valid(const rcl_publisher_t * publisher)
{
  const auto * own = publisher_of(publisher);
  return own && own->core->node()->context()->valid();
}

const char * rcl_publisher_get_topic_name(const rcl_publisher_t * publisher)
{
  const auto * own = publisher_of(publisher);
  return own ? own->core->endpoint().topic.c_str() : nullptr;
}
const rmw_qos_profile_t * rcl_publisher_get_actual_qos(const rcl_publisher_t * publisher)
{
  const auto * own = publisher_of(publisher);
  return own ? &own->qos : nullptr;
}
bool rcl_publisher_can_loan_messages(const rcl_publisher_t * publisher)
{
  const auto * own = publisher_of(publisher);
  return own && own->core->lends();
}

rcl_ret_t rcl_publisher_get_subscription_count(
  const rcl_publisher_t * publisher, size_t * subscription_count)
{
  return with_publisher(
    __func__, publisher, {subscription_count}, [&](const PublisherHandle & own) {
      *subscription_count = own.core->matched();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_publisher_assert_liveliness(const rcl_publisher_t * publisher)
{
  return with_publisher(
    __func__, publisher, {}, [](const PublisherHandle & own) {
      own.core->assert_liveliness();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_publisher_wait_for_all_acked(
  const rcl_publisher_t * publisher, rcl_duration_value_t timeout)
{
  return with_publisher(
    __func__, publisher, {}, [&](const PublisherHandle & own) {
      return own.core->wait_for_all_acked(std::chrono::nanoseconds(timeout)) ?
             RCL_RET_OK : RCL_RET_TIMEOUT;
    });
}

// ---- subscriptions ----

rcl_subscription_t rcl_get_zero_initialized_subscription(void) {return {};}

bool rcl_subscription_is_valid(const rcl_subscription_t * subscription)
{
  return subscription_of(subscription) != nullptr;
}

const char * rcl_subscription_get_topic_name(const rcl_subscription_t * subscription)
{
  const SubscriptionHandle * own = subscription_of(subscription);
  return own ? own->core()->endpoint().topic.c_str() : nullptr;
}
const rmw_qos_profile_t * rcl_subscription_get_actual_qos(const rcl_subscription_t * subscription)
{
  const SubscriptionHandle * own = subscription_of(subscription);
  return own ? &own->qos : nullptr;
}
bool rcl_subscription_can_loan_messages(const rcl_subscription_t * subscription)
{
  const SubscriptionHandle * own = subscription_of(subscription);
  return own && own->core()->reads_in_place();
}
bool rcl_subscription_is_cft_enabled(const rcl_subscription_t * subscription)
{
  const SubscriptionHandle * own = subscription_of(subscription);
  return own && own->core()->filter() != nullptr;
}

rmw_ret_t rcl_subscription_get_publisher_count(
  const rcl_subscription_t * subscription, size_t * publisher_count)
{
  return with_subscription(
    __func__, subscription, {publisher_count}, [&](const SubscriptionHandle & own) {
      *publisher_count = own.core()->matched();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_subscription_set_on_new_message_callback(
  const rcl_subscription_t * subscription, rcl_event_callback_t callback, const void * user_data)
{
  return with_subscription(
    __func__, subscription, {}, [&](const SubscriptionHandle & own) {
      return rclcpp::detail::listen_for_c(
        own, callback, user_data, "rcl_subscription_set_on_new_message_callback");
    });
}
