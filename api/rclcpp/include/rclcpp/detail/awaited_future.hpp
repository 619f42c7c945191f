// Names the futures that callbacks wait for to the watch for callbacks that are stuck. The
// runtime's own.
#ifndef RCLCPP__DETAIL__AWAITED_FUTURE_HPP_
#define RCLCPP__DETAIL__AWAITED_FUTURE_HPP_

#include <cstring>
#include <future>
#include <type_traits>
#include <utility>

#include "rclcpp/macros.hpp"

namespace rclcpp
{
namespace detail
{

template<typename T>
struct IsFuture : std::false_type {};
template<typename ResultT>
struct IsFuture<std::future<ResultT>>: std::true_type {};
template<typename ResultT>
struct IsFuture<std::shared_future<ResultT>>: std::true_type {};

template<typename T, typename = void>
struct HasFuture : std::false_type {};
template<typename T>
struct HasFuture<T, std::void_t<decltype(std::declval<const T &>().future)>>: std::true_type {};

/// What all futures of one promise have in common, as a name; null for types that are not known.
/// A future of the C++ library begins with a pointer to it.
template<typename FutureT>
const void * state_of(const FutureT & future)
{
  if constexpr (IsFuture<FutureT>::value) {
    const void * state;
    static_assert(sizeof(future) >= sizeof state, "a future of the C++ library");
    std::memcpy(&state, static_cast<const void *>(&future), sizeof state);
    return state;
  } else if constexpr (HasFuture<FutureT>::value) {
    return state_of(future.future);
  } else {
    return nullptr;
  }
}

/// While it lives, the callback that the calling thread is in waits for this future.
class RCLCPP_PUBLIC AwaitsFuture
{
public:
  explicit AwaitsFuture(const void * state) noexcept;  ///< Of state_of().
  ~AwaitsFuture();
  AwaitsFuture(const AwaitsFuture &) = delete;
  AwaitsFuture & operator=(const AwaitsFuture &) = delete;

private:
  void * frame_;
  const void * before_;
  unsigned char waited_for_;
};

}  // namespace detail
}  // namespace rclcpp
#endif  // RCLCPP__DETAIL__AWAITED_FUTURE_HPP_
