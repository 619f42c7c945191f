// The edge that messages cross between the compiled core and typed callbacks.
//
// A typed callback asks a Delivery for the form that its signature wants; what
// that costs (nothing, a counted pointer, a copy) is decided in the core.
#ifndef RCLCPP__DETAIL__DELIVERY_HPP_
#define RCLCPP__DETAIL__DELIVERY_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "rcl/types.h"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/macros.hpp"
#include "rcutils/allocator.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"

namespace rclcpp
{

class RCLCPP_PUBLIC MessageInfo
{
public:
  MessageInfo()
  : info_() {}
  // Conversion both ways is part of the API.
  MessageInfo(const rmw_message_info_t & info)  // NOLINT(runtime/explicit)
  : info_(info) {}
  virtual ~MessageInfo() = default;

  const rmw_message_info_t & get_rmw_message_info() const {return info_;}
  rmw_message_info_t & get_rmw_message_info() {return info_;}

private:
  rmw_message_info_t info_;
};

/// Owns its bytes. Threads: as a std::vector.
class RCLCPP_PUBLIC SerializedMessage
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SerializedMessage)

  explicit SerializedMessage(
    const rcutils_allocator_t & allocator = rcutils_get_default_allocator());
  explicit SerializedMessage(
    size_t initial_capacity,
    const rcutils_allocator_t & allocator = rcutils_get_default_allocator());
  SerializedMessage(const SerializedMessage & other);
  explicit SerializedMessage(const rcl_serialized_message_t & other);
  SerializedMessage(SerializedMessage && other);
  explicit SerializedMessage(rcl_serialized_message_t && other);
  SerializedMessage & operator=(const SerializedMessage & other);
  SerializedMessage & operator=(const rcl_serialized_message_t & other);
  SerializedMessage & operator=(SerializedMessage && other);
  SerializedMessage & operator=(rcl_serialized_message_t && other);
  virtual ~SerializedMessage();

  rcl_serialized_message_t & get_rcl_serialized_message() {return bytes_;}
  const rcl_serialized_message_t & get_rcl_serialized_message() const {return bytes_;}
  size_t size() const {return bytes_.buffer_length;}
  size_t capacity() const {return bytes_.buffer_capacity;}
  /// @throws exceptions::RCLBadAlloc
  void reserve(size_t capacity);
  /// Gives the bytes to the caller, who frees them with their allocator.
  rcl_serialized_message_t release_rcl_serialized_message();

private:
  rcl_serialized_message_t bytes_;
};

}  // namespace rclcpp

namespace ranvier
{
class MessagePtr;
}

namespace rclcpp
{

// ---- types of users in place of ROS messages: rclcpp/type_adapter.hpp ----

/// Specialised by users for two types, with is_specialized = std::true_type,
/// custom_type, ros_message_type and the static functions
/// convert_to_ros_message(const custom_type &, ros_message_type &) and
/// convert_to_custom(const ros_message_type &, custom_type &). Publishers and
/// subscriptions of TypeAdapter<Custom, Ros> then take and give Custom.
template<typename CustomType, typename ROSMessageType = void, typename Enable = void>
struct TypeAdapter
{
  using is_specialized = std::false_type;
  using custom_type = CustomType;
  using ros_message_type = CustomType;
};

template<typename T>
struct is_type_adapter : std::false_type {};
template<typename ... Ts>
struct is_type_adapter<TypeAdapter<Ts...>> : std::true_type {};

/// adapt_type<Custom>::as<Ros> is their adapter.
template<typename CustomType>
struct adapt_type
{
  template<typename ROSMessageType>
  using as = TypeAdapter<CustomType, ROSMessageType>;
};

/// Says that a custom type stands for one ROS type, without naming it.
template<typename CustomType>
struct ImplicitTypeAdapter
{
  using is_specialized = std::false_type;
};

template<typename T>
struct TypeAdapter<T, void, std::enable_if_t<is_type_adapter<T>::value>> : T {};
template<typename T>
struct TypeAdapter<T, void, std::enable_if_t<ImplicitTypeAdapter<T>::is_specialized::value>>
  : ImplicitTypeAdapter<T> {};

/// From here on publishers and subscriptions of CustomType mean ROSMessageType,
/// with the adapter of the two.
#define RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(CustomType, ROSMessageType) \
  template<> \
  struct rclcpp::ImplicitTypeAdapter<CustomType> \
    : public rclcpp::TypeAdapter<CustomType, ROSMessageType> \
  { \
    static_assert( \
      is_specialized::value, \
      "specialise rclcpp::TypeAdapter for these two types before this line"); \
  }

// ---- who destroys messages of a custom allocator: rclcpp/allocator/allocator_deleter.hpp ----

namespace allocator
{

/// The traits of an allocator for objects of another type.
template<typename T, typename Alloc>
using AllocRebind = typename std::allocator_traits<Alloc>::template rebind_traits<T>;

/// Gives an object back to the allocator that it came from. The allocator must
/// outlive it; without one a new one of the type is asked.
template<typename Allocator>
class AllocatorDeleter
{
public:
  AllocatorDeleter() = default;
  explicit AllocatorDeleter(Allocator * a)
  : allocator_(a) {}
  template<typename Other>
  AllocatorDeleter(const AllocatorDeleter<Other> & other)  // NOLINT(runtime/explicit)
  : allocator_(other.get_allocator()) {}

  template<typename T>
  void operator()(T * object)
  {
    using Traits = AllocRebind<T, Allocator>;
    typename Traits::allocator_type own = allocator_ ?
      typename Traits::allocator_type(*allocator_) : typename Traits::allocator_type();
    Traits::destroy(own, object);
    Traits::deallocate(own, object, 1);
  }
  Allocator * get_allocator() const {return allocator_;}
  void set_allocator(Allocator * alloc) {allocator_ = alloc;}

private:
  Allocator * allocator_ = nullptr;
};

/// std::default_delete for std::allocator, else an AllocatorDeleter.
template<typename Alloc, typename T>
using Deleter = std::conditional_t<
  std::is_same_v<typename AllocRebind<T, Alloc>::allocator_type, std::allocator<T>>,
  std::default_delete<T>, AllocatorDeleter<Alloc>>;

}  // namespace allocator

namespace detail
{

/// An object of an allocator of its type, which must outlive it.
template<typename T, typename Alloc, typename ... Args>
auto make_message(Alloc & alloc, Args && ... args)
{
  using Traits = std::allocator_traits<Alloc>;
  using Deleter = allocator::Deleter<Alloc, T>;
  if constexpr (std::is_same_v<Deleter, std::default_delete<T>>) {
    return std::make_unique<T>(std::forward<Args>(args) ...);
  } else {
    T * memory = Traits::allocate(alloc, 1);
    try {
      Traits::construct(alloc, memory, std::forward<Args>(args) ...);
    } catch (...) {
      Traits::deallocate(alloc, memory, 1);
      throw;
    }
    return std::unique_ptr<T, Deleter>(memory, Deleter(&alloc));
  }
}

/// The functions of one adapter, for the core.
struct Adaptation
{
  const std::type_info * id;
  void * (*to_ros)(const void * custom);
  void * (*clone)(const void * custom);
  void (*destroy)(void * custom);
};

template<typename Adapter>
struct AdaptationOf
{
  using Custom = typename Adapter::custom_type;
  using Ros = typename Adapter::ros_message_type;

  // The same for every adapter of the two types, and in every library.
  static const std::type_info & id() {return typeid(TypeAdapter<Custom, Ros> *);}
  static void * to_ros(const void * custom)
  {
    auto message = std::make_unique<Ros>();
    Adapter::convert_to_ros_message(*static_cast<const Custom *>(custom), *message);
    return message.release();
  }
  static std::unique_ptr<Custom> to_custom(const void * ros)
  {
    auto custom = std::make_unique<Custom>();
    Adapter::convert_to_custom(*static_cast<const Ros *>(ros), *custom);
    return custom;
  }
  static void * clone(const void * custom) {return new Custom(*static_cast<const Custom *>(custom));}
  static void destroy(void * custom) {delete static_cast<Custom *>(custom);}
  static Adaptation functions() {return {&id(), &to_ros, &clone, &destroy};}
};

/// One message on its way into one callback. Threads: the one that runs it.
class RCLCPP_PUBLIC Delivery
{
public:
  explicit Delivery(ranvier::MessagePtr & message)
  : message_(message) {}

  /// The object, for as long as the callback runs. No copy.
  const void * object();
  /// The object, shared with whoever else got it. No copy, no heap.
  std::shared_ptr<const void> share();
  /// An object of its own: the published one if nobody else has it, else a copy.
  void * take();
  /// The same of the user's own object that the message was born as; null if it
  /// was not, or is one of another type.
  const void * adapted(const std::type_info & id);
  std::shared_ptr<const void> share_adapted(const std::type_info & id);
  /// Null too if somebody else has it.
  void * take_adapted(const std::type_info & id);
  /// The encoded form, copied.
  Owned<SerializedMessage> serialized();
  /// The encoded form and its size, kept by the pointer; null if there is none. No
  /// copy, no heap.
  std::shared_ptr<const void> bytes(size_t & size);
  MessageInfo info();

private:
  ranvier::MessagePtr & message_;
};

[[noreturn]] RCLCPP_PUBLIC void refuse_copy();

/// A user's callback without its type.
class ErasedCallback
{
public:
  ErasedCallback() = default;
  ErasedCallback(const ErasedCallback &) = default;
  virtual ~ErasedCallback() = default;
  /// Throws std::logic_error if the callable cannot be copied.
  virtual ErasedCallback * copy() const {refuse_copy();}
  virtual void call(Delivery & delivery) = 0;
  virtual bool takes_serialized() const {return false;}
  /// It asks for the user's own objects first.
  virtual bool takes_adapted() const {return false;}
};

template<typename CallbackT>
ErasedCallback * copied(const CallbackT & callback)
{
  if constexpr (std::is_copy_constructible_v<CallbackT>) {
    return new CallbackT(callback);
  } else {
    refuse_copy();
  }
}

/// For a callback that takes the encoded form, and finds it not to be what it takes:
/// the message counts as lost. Does not return.
[[noreturn]] RCLCPP_PUBLIC void refuse_bytes();

/// Call a callback past the executor, with a copy of a ROS message.
RCLCPP_PUBLIC void call_with_copy(
  ErasedCallback & callback, const rosidl_message_type_support_t & type, const void * message,
  const MessageInfo & info);
/// With bytes. Throws exceptions::RCLError if it wants a message and they are none.
RCLCPP_PUBLIC void call_with_bytes(
  ErasedCallback & callback, const rosidl_message_type_support_t & type,
  const std::shared_ptr<const SerializedMessage> & bytes, const MessageInfo & info);
/// With a user's own object, which is taken over.
RCLCPP_PUBLIC void call_with_adapted(
  ErasedCallback & callback, const rosidl_message_type_support_t & type,
  const Adaptation & adaptation, void * custom, const MessageInfo & info);
/// With a ROS message that is taken over.
RCLCPP_PUBLIC void call_with_own(
  ErasedCallback & callback, const rosidl_message_type_support_t & type, void * message,
  const MessageInfo & info);

}  // namespace detail
}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__DELIVERY_HPP_
