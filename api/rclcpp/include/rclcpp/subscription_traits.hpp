// What a subscription's callback says of its message, at compile time.
#ifndef RCLCPP__SUBSCRIPTION_TRAITS_HPP_
#define RCLCPP__SUBSCRIPTION_TRAITS_HPP_

#include <memory>
#include <type_traits>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/function_traits.hpp"

namespace rclcpp
{
namespace subscription_traits
{

/// The message type of a callback's argument: T of T, of const T &, and of a
/// shared or unique pointer to it.
template<typename ArgumentT>
struct extract_message_type
{
  using type = std::remove_cv_t<std::remove_reference_t<ArgumentT>>;
};
template<typename ArgumentT>
struct extract_message_type<ArgumentT &>: extract_message_type<std::remove_cv_t<ArgumentT>> {};
template<typename ArgumentT>
struct extract_message_type<ArgumentT &&>: extract_message_type<std::remove_cv_t<ArgumentT>> {};
template<typename MessageT>
struct extract_message_type<std::shared_ptr<MessageT>>: extract_message_type<MessageT> {};
template<typename MessageT, typename DeleterT>
struct extract_message_type<std::unique_ptr<MessageT, DeleterT>>: extract_message_type<MessageT>
{};

/// Whether an argument is bytes instead of a message.
template<typename ArgumentT>
struct is_serialized_subscription_argument
  : std::bool_constant<
    std::is_same_v<typename extract_message_type<ArgumentT>::type, SerializedMessage>> {};

/// The same of a subscription's message type.
template<typename MessageT>
struct is_serialized_subscription : is_serialized_subscription_argument<MessageT> {};

/// The same of a callback.
template<typename CallbackT>
struct is_serialized_callback
  : is_serialized_subscription_argument<
    typename function_traits::function_traits<CallbackT>::template argument_type<0>> {};

/// `type` is the message type of a callback.
template<typename CallbackT, typename AllocatorT = std::allocator<void>>
struct has_message_type
  : extract_message_type<
    typename function_traits::function_traits<CallbackT>::template argument_type<0>> {};

}  // namespace subscription_traits
}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_TRAITS_HPP_
