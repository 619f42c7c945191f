// Every callback signature of a subscription, behind one call.
#ifndef RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
#define RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_

#include <memory>
#include <type_traits>
#include <utility>

#include "rclcpp/detail/delivery.hpp"

namespace rclcpp
{
namespace detail
{

// How a callback wants its message. The order below is the order of trial: a
// shared_ptr<const T> parameter would also accept a unique_ptr, so the stricter
// form is tried first.
struct ByReference
{
  template<typename T>
  using Argument = const T &;
  template<typename T>
  static const T & get(Delivery & delivery) {return *static_cast<const T *>(delivery.object());}
};
struct BySharedConst
{
  template<typename T>
  using Argument = std::shared_ptr<const T>;
  template<typename T>
  static std::shared_ptr<const T> get(Delivery & delivery)
  {
    return std::static_pointer_cast<const T>(delivery.share());
  }
};
struct ByShared
{
  template<typename T>
  using Argument = std::shared_ptr<T>;
  template<typename T>
  static std::shared_ptr<T> get(Delivery & delivery)
  {
    return std::shared_ptr<T>(static_cast<T *>(delivery.take()));
  }
};
struct ByUnique
{
  template<typename T>
  using Argument = std::unique_ptr<T>;
  template<typename T>
  static std::unique_ptr<T> get(Delivery & delivery)
  {
    return std::unique_ptr<T>(static_cast<T *>(delivery.take()));
  }
};

template<typename Callback, typename Argument>
constexpr bool takes_v = std::is_invocable_v<Callback &, Argument> ||
  std::is_invocable_v<Callback &, Argument, const MessageInfo &>;

template<typename T, typename Form, typename Callback>
class TypedCallback final : public ErasedCallback
{
public:
  explicit TypedCallback(Callback callback)
  : callback_(std::move(callback)) {}
  void call(Delivery & delivery) override
  {
    // A std::bind object ignores arguments that are too many: fewer are tried
    // first. The info is read before take() empties the delivery.
    if constexpr (std::is_invocable_v<Callback &, typename Form::template Argument<T>>) {
      callback_(Form::template get<T>(delivery));
    } else {
      const MessageInfo info = delivery.info();
      callback_(Form::template get<T>(delivery), info);
    }
  }

private:
  Callback callback_;
};

template<typename Argument, typename Callback>
class SerializedCallback final : public ErasedCallback
{
public:
  explicit SerializedCallback(Callback callback)
  : callback_(std::move(callback)) {}
  bool takes_serialized() const override {return true;}
  void call(Delivery & delivery) override
  {
    std::unique_ptr<SerializedMessage> bytes = delivery.serialized();
    if constexpr (std::is_reference_v<Argument>) {
      invoke(std::as_const(*bytes), delivery);
    } else {
      invoke(Argument(std::move(bytes)), delivery);
    }
  }

private:
  template<typename Bytes>
  void invoke(Bytes && bytes, Delivery & delivery)
  {
    if constexpr (std::is_invocable_v<Callback &, Bytes>) {
      callback_(std::forward<Bytes>(bytes));
    } else {
      callback_(std::forward<Bytes>(bytes), delivery.info());
    }
  }

  Callback callback_;
};

template<typename T, typename Callback>
std::unique_ptr<ErasedCallback> erase_callback(Callback callback)
{
  using Bytes = SerializedMessage;
  constexpr bool typed = !std::is_same_v<T, Bytes>;  // else of a generic subscription
  if constexpr (typed && takes_v<Callback, const T &>) {
    return std::make_unique<TypedCallback<T, ByReference, Callback>>(std::move(callback));
  } else if constexpr (typed && takes_v<Callback, std::shared_ptr<const T>>) {
    return std::make_unique<TypedCallback<T, BySharedConst, Callback>>(std::move(callback));
  } else if constexpr (typed && takes_v<Callback, std::shared_ptr<T>>) {
    return std::make_unique<TypedCallback<T, ByShared, Callback>>(std::move(callback));
  } else if constexpr (typed && takes_v<Callback, std::unique_ptr<T>>) {
    return std::make_unique<TypedCallback<T, ByUnique, Callback>>(std::move(callback));
  } else if constexpr (takes_v<Callback, const Bytes &>) {
    return std::make_unique<SerializedCallback<const Bytes &, Callback>>(std::move(callback));
  } else if constexpr (takes_v<Callback, std::shared_ptr<const Bytes>>) {
    return std::make_unique<SerializedCallback<std::shared_ptr<const Bytes>, Callback>>(
      std::move(callback));
  } else if constexpr (takes_v<Callback, std::shared_ptr<Bytes>>) {
    return std::make_unique<SerializedCallback<std::shared_ptr<Bytes>, Callback>>(
      std::move(callback));
  } else {
    static_assert(
      takes_v<Callback, std::unique_ptr<Bytes>>,
      "a subscription callback takes const T &, shared_ptr<const T>, shared_ptr<T>, "
      "unique_ptr<T>, or one of these of rclcpp::SerializedMessage, and may take a "
      "const rclcpp::MessageInfo & after it");
    return std::make_unique<SerializedCallback<std::unique_ptr<Bytes>, Callback>>(
      std::move(callback));
  }
}

}  // namespace detail

/// Holds one callback of any of the signatures.
template<typename MessageT, typename AllocatorT = std::allocator<void>>
class AnySubscriptionCallback
{
public:
  explicit AnySubscriptionCallback(const AllocatorT & = AllocatorT()) {}

  template<typename CallbackT>
  AnySubscriptionCallback & set(CallbackT callback)
  {
    detail::check_callback(callback, "subscription");
    callback_ = detail::erase_callback<MessageT>(std::move(callback));
    return *this;
  }
  bool is_serialized_message_callback() const {return callback_ && callback_->takes_serialized();}
  std::unique_ptr<detail::ErasedCallback> release() {return std::move(callback_);}

private:
  std::unique_ptr<detail::ErasedCallback> callback_;
};

}  // namespace rclcpp
#endif  // RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
