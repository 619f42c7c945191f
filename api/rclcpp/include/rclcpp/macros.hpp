// Visibility, and the pointer aliases and factories that classes of the API carry.
//
// The factories name the class by a parameter, so that its pointers are not
// instantiated in every file that only includes it.
#ifndef RCLCPP__MACROS_HPP_
#define RCLCPP__MACROS_HPP_

#include <memory>
#include <utility>

#define RCLCPP_EXPORT __attribute__((visibility("default")))
#define RCLCPP_IMPORT
#define RCLCPP_PUBLIC __attribute__((visibility("default")))
#define RCLCPP_PUBLIC_TYPE
#define RCLCPP_LOCAL __attribute__((visibility("hidden")))

#define RCLCPP_DISABLE_COPY(...) \
  __VA_ARGS__(const __VA_ARGS__ &) = delete; \
  __VA_ARGS__ & operator=(const __VA_ARGS__ &) = delete;

#define __RCLCPP_SHARED_PTR_ALIAS(...) \
  using SharedPtr = std::shared_ptr<__VA_ARGS__>; \
  using ConstSharedPtr = std::shared_ptr<const __VA_ARGS__>;

#define __RCLCPP_WEAK_PTR_ALIAS(...) \
  using WeakPtr = std::weak_ptr<__VA_ARGS__>; \
  using ConstWeakPtr = std::weak_ptr<const __VA_ARGS__>;

#define __RCLCPP_UNIQUE_PTR_ALIAS(...) using UniquePtr = std::unique_ptr<__VA_ARGS__>;

#define __RCLCPP_MAKE_SHARED_DEFINITION(...) \
  template<typename Self = __VA_ARGS__, typename ... Args> \
  static std::shared_ptr<Self> make_shared(Args && ... args) \
  { \
    return std::make_shared<Self>(std::forward<Args>(args) ...); \
  }

#define __RCLCPP_MAKE_UNIQUE_DEFINITION(...) \
  template<typename Self = __VA_ARGS__, typename ... Args> \
  static std::unique_ptr<Self> make_unique(Args && ... args) \
  { \
    return std::unique_ptr<Self>(new Self(std::forward<Args>(args) ...)); \
  }

#define RCLCPP_SHARED_PTR_DEFINITIONS(...) \
  __RCLCPP_SHARED_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_MAKE_SHARED_DEFINITION(__VA_ARGS__)

#define RCLCPP_WEAK_PTR_DEFINITIONS(...) __RCLCPP_WEAK_PTR_ALIAS(__VA_ARGS__)

#define RCLCPP_UNIQUE_PTR_DEFINITIONS(...) \
  __RCLCPP_UNIQUE_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_MAKE_UNIQUE_DEFINITION(__VA_ARGS__)

#define RCLCPP_SMART_PTR_DEFINITIONS(...) \
  RCLCPP_SHARED_PTR_DEFINITIONS(__VA_ARGS__) \
  RCLCPP_WEAK_PTR_DEFINITIONS(__VA_ARGS__) \
  RCLCPP_UNIQUE_PTR_DEFINITIONS(__VA_ARGS__)

/// For classes that cannot be copied or have no public constructor to forward to.
#define RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(...) \
  __RCLCPP_SHARED_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_WEAK_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_UNIQUE_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_MAKE_SHARED_DEFINITION(__VA_ARGS__)

#define RCLCPP_SMART_PTR_ALIASES_ONLY(...) \
  __RCLCPP_SHARED_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_WEAK_PTR_ALIAS(__VA_ARGS__) \
  __RCLCPP_UNIQUE_PTR_ALIAS(__VA_ARGS__)

namespace rclcpp
{
namespace detail
{

/// T, in a template that has D as a parameter: looked at when the template is used,
/// not in every file that includes it. Smart pointers and std::function, each of a
/// type of its own, are what such a file's compile time would go to.
template<typename D, typename T>
struct Later
{
  using Type = T;
};
template<typename D, typename T>
using later_t = typename Later<D, T>::Type;
/// Throws std::invalid_argument that names both; `function`: "create_publisher()".
[[noreturn]] RCLCPP_PUBLIC void refuse_null(const char * function, const char * argument);

/// The same for a value of no enumeration, or of none of those that are taken; `choices`: which are.
[[noreturn]] RCLCPP_PUBLIC void refuse_value(
  const char * function, const char * argument, int value, const char * choices);

/// Throws std::invalid_argument for null, as refuse_null().
template<typename PointerT>
void check_given(const PointerT & pointer, const char * function, const char * argument)
{
  if (!pointer) {refuse_null(function, argument);}
}

/// What a pointer points to, checked so.
template<typename PointerT>
auto & given(const PointerT & pointer, const char * function, const char * argument)
{
  check_given(pointer, function, argument);
  return *pointer;
}

/// The same of a smart pointer, looked up later.
template<typename LaterT, typename PointerT>
auto & not_null(const PointerT & pointer, const char * function, const char * argument)
{
  return given(pointer, function, argument);
}

/// The raw pointer of a smart one, looked up later. Null of null.
template<typename D, typename PointerT>
auto * raw(const PointerT & pointer) {return pointer.get();}

/// Owns an object of a class that a header only declares. A std::unique_ptr for
/// each such class is what most of a small file's compile time would go to.
template<typename T>
class Owned
{
public:
  explicit Owned(T * object = nullptr)
  : object_(object) {}
  Owned(Owned && other) noexcept
  : object_(other.release()) {}
  Owned & operator=(Owned && other) noexcept
  {
    T * const old = object_;
    object_ = other.release();
    destroy(old);
    return *this;
  }
  Owned(const Owned &) = delete;
  Owned & operator=(const Owned &) = delete;
  ~Owned() {destroy(object_);}

  T * get() const {return object_;}
  T & operator*() const {return *object_;}
  T * operator->() const {return object_;}
  explicit operator bool() const {return object_ != nullptr;}
  T * release()
  {
    T * const object = object_;
    object_ = nullptr;
    return object;
  }

private:
  static void destroy(T * object)
  {
    static_assert(sizeof(T) > 0, "what destroys the object needs its definition");
    delete object;
  }

  T * object_;
};

}  // namespace detail
}  // namespace rclcpp

#define RCLCPP_STRING_JOIN(arg1, arg2) RCLCPP_DO_STRING_JOIN(arg1, arg2)
#define RCLCPP_DO_STRING_JOIN(arg1, arg2) arg1 ## arg2

#endif  // RCLCPP__MACROS_HPP_
