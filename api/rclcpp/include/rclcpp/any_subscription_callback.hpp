// Every callback signature of a subscription, behind one call.
#ifndef RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
#define RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/serialization.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

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
  template<typename T, typename DeliveryT>
  static const T & get(DeliveryT & delivery) {return *static_cast<const T *>(delivery.object());}
};
struct BySharedConst
{
  template<typename T>
  using Argument = std::shared_ptr<const T>;
  template<typename T, typename DeliveryT>
  static std::shared_ptr<const T> get(DeliveryT & delivery)
  {
    return std::static_pointer_cast<const T>(delivery.share());
  }
};
struct ByShared
{
  template<typename T>
  using Argument = std::shared_ptr<T>;
  template<typename T, typename DeliveryT>
  static std::shared_ptr<T> get(DeliveryT & delivery)
  {
    return std::shared_ptr<T>(static_cast<T *>(delivery.take()));
  }
};
struct ByUnique
{
  template<typename T>
  using Argument = std::unique_ptr<T>;
  template<typename T, typename DeliveryT>
  static std::unique_ptr<T> get(DeliveryT & delivery)
  {
    return std::unique_ptr<T>(static_cast<T *>(delivery.take()));
  }
};

/// A Delivery of the custom type of an adapter: the object that was published,
/// if it is one, else one that is made of the ROS message.
template<typename Adapter>
class AdaptedDelivery
{
public:
  explicit AdaptedDelivery(Delivery & delivery)
  : delivery_(delivery), published_(delivery.adapted(Functions::id())) {}

  const void * object()
  {
    if (published_) {return published_;}
    made_ = make();
    return made_.get();
  }
  later_t<Adapter, std::shared_ptr<const void>> share()
  {
    if (published_) {return delivery_.share_adapted(Functions::id());}
    return std::shared_ptr<const typename Adapter::custom_type>(make());
  }
  void * take()
  {
    if (published_ == nullptr) {return make().release();}
    void * own = delivery_.take_adapted(Functions::id());
    return own ? own : Functions::clone(published_);
  }
  MessageInfo info() {return delivery_.info();}

private:
  using Functions = AdaptationOf<Adapter>;
  auto make() {return Functions::to_custom(delivery_.object());}

  Delivery & delivery_;
  const void * const published_;
  std::unique_ptr<typename Adapter::custom_type> made_;
};

template<typename Callback, typename Argument>
constexpr bool takes_v = std::is_invocable_v<Callback &, Argument> ||
  std::is_invocable_v<Callback &, Argument, const MessageInfo &>;

// Calls `callback` with what `delivery` has, in a form.
template<typename T, typename Form, typename Callback, typename DeliveryT>
void call_with(Callback & callback, DeliveryT & delivery)
{
  // A std::bind object ignores arguments that are too many: fewer are tried
  // first. The info is read before take() empties the delivery.
  if constexpr (std::is_invocable_v<Callback &, typename Form::template Argument<T>>) {
    callback(Form::template get<T>(delivery));
  } else {
    const MessageInfo info = delivery.info();
    callback(Form::template get<T>(delivery), info);
  }
}

template<typename T, typename Form, typename Callback>
class TypedCallback final : public ErasedCallback
{
public:
  explicit TypedCallback(Callback callback)
  : callback_(std::move(callback)) {}
  ErasedCallback * copy() const override {return copied(*this);}
  void call(Delivery & delivery) override {call_with<T, Form>(callback_, delivery);}

private:
  Callback callback_;
};

template<typename Adapter, typename Form, typename Callback>
class AdaptedCallback final : public ErasedCallback
{
public:
  explicit AdaptedCallback(Callback callback)
  : callback_(std::move(callback)) {}
  ErasedCallback * copy() const override {return copied(*this);}
  bool takes_adapted() const override {return true;}
  void call(Delivery & delivery) override
  {
    AdaptedDelivery<Adapter> adapted(delivery);
    call_with<typename Adapter::custom_type, Form>(callback_, adapted);
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
  ErasedCallback * copy() const override {return copied(*this);}
  bool takes_serialized() const override {return true;}
  void call(Delivery & delivery) override
  {
    Owned<SerializedMessage> bytes = delivery.serialized();
    if constexpr (std::is_reference_v<Argument>) {
      invoke(std::as_const(*bytes), delivery);
    } else {
      invoke(Argument(bytes.release()), delivery);
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

struct NoForm {};

/// How a callback wants its T; NoForm if it takes none.
template<typename T, typename Callback>
constexpr auto form_of()
{
  if constexpr (std::is_same_v<T, SerializedMessage>) {  // of a generic subscription
    return NoForm{};
  } else if constexpr (takes_v<Callback, const T &>) {
    return ByReference{};
  } else if constexpr (takes_v<Callback, std::shared_ptr<const T>>) {
    return BySharedConst{};
  } else if constexpr (takes_v<Callback, std::shared_ptr<T>>) {
    return ByShared{};
  } else if constexpr (takes_v<Callback, std::unique_ptr<T>>) {
    return ByUnique{};
  } else {
    return NoForm{};
  }
}
template<typename T, typename Callback>
using FormOf = decltype(form_of<T, Callback>());

template<typename Callback, typename T>
constexpr bool shares_v = std::is_same_v<FormOf<T, Callback>, BySharedConst>;

template<typename Callback>
Owned<ErasedCallback> erase_serialized_callback(Callback callback)
{
  using Bytes = SerializedMessage;
  if constexpr (takes_v<Callback, const Bytes &>) {
    return Owned<ErasedCallback>(
      new SerializedCallback<const Bytes &, Callback>(std::move(callback)));
  } else if constexpr (takes_v<Callback, std::shared_ptr<const Bytes>>) {
    return Owned<ErasedCallback>(
      new SerializedCallback<std::shared_ptr<const Bytes>, Callback>(std::move(callback)));
  } else if constexpr (takes_v<Callback, std::shared_ptr<Bytes>>) {
    return Owned<ErasedCallback>(
      new SerializedCallback<std::shared_ptr<Bytes>, Callback>(std::move(callback)));
  } else {
    static_assert(
      takes_v<Callback, std::unique_ptr<Bytes>>,
      "a subscription callback takes const T &, shared_ptr<const T>, shared_ptr<T>, "
      "unique_ptr<T>, or one of these of rclcpp::SerializedMessage, and may take a "
      "const rclcpp::MessageInfo & after it");
    return Owned<ErasedCallback>(
      new SerializedCallback<std::unique_ptr<Bytes>, Callback>(std::move(callback)));
  }
}

/// A callback that takes a unique_ptr of a custom allocator: the object is moved
/// into one of that allocator.
template<typename T, typename AllocatorT, typename Callback>
class AllocatedCallback final : public ErasedCallback
{
public:
  AllocatedCallback(Callback callback, const AllocatorT & allocator)
  : callback_(std::move(callback)), allocator_(allocator) {}
  ErasedCallback * copy() const override {return copied(*this);}
  void call(Delivery & delivery) override
  {
    const MessageInfo info = delivery.info();
    const std::unique_ptr<T> own(static_cast<T *>(delivery.take()));
    auto message = make_message<T>(allocator_, std::move(*own));
    if constexpr (std::is_invocable_v<Callback &, decltype(message)>) {
      callback_(std::move(message));
    } else {
      callback_(std::move(message), info);
    }
  }

private:
  Callback callback_;
  AllocatorT allocator_;  // of T
};

/// A callback of an adapted type takes the custom type or the ROS type.
template<typename MessageT, typename Callback>
Owned<ErasedCallback> erase_callback(Callback callback)
{
  using Adapter = TypeAdapter<MessageT>;
  using Ros = typename Adapter::ros_message_type;
  using CustomForm = FormOf<typename Adapter::custom_type, Callback>;
  using RosForm = FormOf<Ros, Callback>;
  if constexpr (
    Adapter::is_specialized::value && !std::is_same_v<CustomForm, NoForm>)
  {
    return Owned<ErasedCallback>(
      new AdaptedCallback<Adapter, CustomForm, Callback>(std::move(callback)));
  } else if constexpr (!std::is_same_v<RosForm, NoForm>) {
    return Owned<ErasedCallback>(
      new TypedCallback<Ros, RosForm, Callback>(std::move(callback)));
  } else {
    return erase_serialized_callback(std::move(callback));
  }
}

}  // namespace detail

/// Holds one callback of any of the signatures.
template<typename MessageT, typename AllocatorT = std::allocator<void>>
class AnySubscriptionCallback
{
  using Ros = typename TypeAdapter<MessageT>::ros_message_type;
  using Custom = typename TypeAdapter<MessageT>::custom_type;
  template<typename T>
  using AllocatorOf = typename std::allocator_traits<AllocatorT>::template rebind_alloc<T>;
  using Deleter = allocator::Deleter<AllocatorOf<Ros>, Ros>;

public:
  explicit AnySubscriptionCallback(const AllocatorT & allocator = AllocatorT())
  : ros_allocator_(allocator), custom_allocator_(allocator) {}
  // A copy has its own copy of the callable. Throws std::logic_error if that has none.
  AnySubscriptionCallback(const AnySubscriptionCallback & other)
  : ros_allocator_(other.ros_allocator_), custom_allocator_(other.custom_allocator_),
    callback_(other.callback_ ? other.callback_->copy() : nullptr), shares_(other.shares_) {}
  AnySubscriptionCallback(AnySubscriptionCallback && other) noexcept = default;
  AnySubscriptionCallback & operator=(AnySubscriptionCallback other) noexcept
  {
    callback_ = std::move(other.callback_);
    shares_ = other.shares_;
    return *this;
  }
  ~AnySubscriptionCallback() = default;

  /// Throws std::invalid_argument for a null function.
  template<typename CallbackT>
  AnySubscriptionCallback & set(CallbackT callback)
  {
    detail::check_callback(callback, "AnySubscriptionCallback::set()");
    using Own = std::unique_ptr<Ros, Deleter>;
    shares_ = detail::shares_v<CallbackT, Ros> || detail::shares_v<CallbackT, Custom>;
    if constexpr (
      !std::is_same_v<Deleter, std::default_delete<Ros>> &&
      std::is_same_v<detail::FormOf<Ros, CallbackT>, detail::NoForm> &&
      detail::takes_v<CallbackT, Own>)
    {
      callback_ = detail::Owned<detail::ErasedCallback>(
        new detail::AllocatedCallback<Ros, AllocatorOf<Ros>, CallbackT>(
          std::move(callback), ros_allocator_));
    } else {
      callback_ = detail::erase_callback<MessageT>(std::move(callback));
    }
    return *this;
  }
  bool is_serialized_message_callback() const {return callback_ && callback_->takes_serialized();}
  /// Whether the callback takes a shared_ptr to a const message.
  bool use_take_shared_method() const {return shares_;}
  /// Nothing to do: the runtime registers callbacks when subscriptions open.
  void register_callback_for_tracing() {}

  // ---- calls past the executor; std::runtime_error if no callback was set ----

  void dispatch(std::shared_ptr<Ros> message, const MessageInfo & message_info)
  {
    detail::call_with_copy(checked(), handle(), message.get(), message_info);
  }
  void dispatch(
    detail::later_t<MessageT, std::shared_ptr<const SerializedMessage>> bytes,
    const MessageInfo & message_info)
  {
    detail::call_with_bytes(checked(), handle(), bytes, message_info);
  }
  void dispatch_intra_process(
    std::shared_ptr<const Custom> message, const MessageInfo & message_info)
  {
    dispatch_intra_process(
      std::make_unique<Custom>(detail::given(message, "dispatch_intra_process()", "message")),
      message_info);
  }
  /// The callback gets this object, if it wants one of its own.
  void dispatch_intra_process(std::unique_ptr<Custom> message, const MessageInfo & message_info)
  {
    if constexpr (TypeAdapter<MessageT>::is_specialized::value) {
      detail::call_with_adapted(
        checked(), handle(), detail::AdaptationOf<TypeAdapter<MessageT>>::functions(),
        message.release(), message_info);
    } else {
      detail::call_with_own(checked(), handle(), message.release(), message_info);
    }
  }

  // ---- copies and conversions, of the allocator ----

  auto create_ros_unique_ptr_from_ros_shared_ptr_message(
    const std::shared_ptr<const Ros> & message)
  {
    return detail::make_message<Ros>(ros_allocator_, *message);
  }
  auto create_custom_unique_ptr_from_custom_shared_ptr_message(
    const std::shared_ptr<const Custom> & message)
  {
    return detail::make_message<Custom>(custom_allocator_, *message);
  }
  template<typename BytesT>
  auto create_serialized_message_unique_ptr_from_shared_ptr(
    const std::shared_ptr<BytesT> & serialized_message)
  {
    return std::make_unique<std::remove_const_t<BytesT>>(*serialized_message);
  }
  auto convert_ros_message_to_custom_type_unique_ptr(const Ros & message)
  {
    auto made = detail::make_message<Custom>(custom_allocator_);
    TypeAdapter<MessageT>::convert_to_custom(message, *made);
    return made;
  }
  auto convert_custom_type_to_ros_message_unique_ptr(const Custom & message)
  {
    auto made = detail::make_message<Ros>(ros_allocator_);
    TypeAdapter<MessageT>::convert_to_ros_message(message, *made);
    return made;
  }

  /// The runtime's own.
  detail::Owned<detail::ErasedCallback> release() {return std::move(callback_);}
  void adopt(detail::Owned<detail::ErasedCallback> callback) {callback_ = std::move(callback);}

private:
  static const rosidl_message_type_support_t & handle()
  {
    return *rosidl_typesupport_cpp::get_message_type_support_handle<Ros>();
  }
  detail::ErasedCallback & checked()
  {
    if (!callback_) {
      throw std::runtime_error("dispatch called on an unset AnySubscriptionCallback");
    }
    return *callback_;
  }

  AllocatorOf<Ros> ros_allocator_;
  AllocatorOf<Custom> custom_allocator_;
  detail::Owned<detail::ErasedCallback> callback_;
  bool shares_ = false;
};

}  // namespace rclcpp
#endif  // RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
