// Subscriptions that see messages in their encoded form, without a copy.
//
//   #include "ranvier/view.hpp"
//   #include "sensor_msgs/msg/view/image.hpp"
//
//   using Image = ranvier::View<sensor_msgs::msg::Image>;
//   node->create_subscription<Image>("image", 10, [](const Image & image) {...});
//
// The callback takes const View &, or a shared_ptr<const View>, shared_ptr<View> or
// unique_ptr<View>, and may take a const rclcpp::MessageInfo & after it. A view, or
// a copy of one, keeps the bytes of its message: in shared memory those are the
// publisher's, so do not hoard.
#ifndef RANVIER__VIEW_HPP_
#define RANVIER__VIEW_HPP_

#include <atomic>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rosidl_runtime_cpp/view.hpp"

namespace rclcpp
{

/// Of subscriptions alone: what is published is built (ranvier/build.hpp).
template<typename M>
struct TypeAdapter<ranvier::View<M>, void, void>
{
  using is_specialized = std::true_type;
  using custom_type = ranvier::View<M>;
  using ros_message_type = M;

  template<typename View>
  static void convert_to_custom(const M &, View &)
  {
    static_assert(
      !std::is_same_v<View, ranvier::View<M>>, "there is no view of an object: take its bytes "
      "by take_serialized(), and ranvier::look() at them");
  }
  template<typename View>
  static void convert_to_ros_message(const View &, M &)
  {
    static_assert(
      !std::is_same_v<View, ranvier::View<M>>, "a view is not published: see ranvier/build.hpp");
  }
};

namespace detail
{

/// A Delivery as callbacks of views see it.
template<typename M>
class ViewDelivery
{
public:
  /// Makes `view` that of the message; gives the message up if it is no M.
  ViewDelivery(Delivery & delivery, ranvier::View<M> & view)
  : delivery_(delivery), view_(view)
  {
    size_t size = 0;
    std::shared_ptr<const void> bytes = delivery.bytes(size);
    const void * const at = bytes.get();
    if (!at || !ranvier::look(at, size, std::move(bytes), view_)) {refuse_bytes();}
  }

  const void * object() {return &view_;}
  std::shared_ptr<const void> share()
  {
    return std::make_shared<const ranvier::View<M>>(std::move(view_));
  }
  void * take() {return new ranvier::View<M>(std::move(view_));}
  MessageInfo info() {return delivery_.info();}

private:
  Delivery & delivery_;
  ranvier::View<M> & view_;
};

/// A view that is made for each message, in the memory of the last one.
///
/// Threads: any; whoever finds it in use is given another.
template<typename M>
class SpareView
{
public:
  using View = ranvier::View<M>;

  /// A view, for as long as this lives.
  class Use
  {
public:
    explicit Use(SpareView & kept)
    : spare_(kept)
    {
      if (kept.in_use_.exchange(true, std::memory_order_acquire)) {own_ = make();}
    }
    Use(const Use &) = delete;
    Use & operator=(const Use &) = delete;
    ~Use() {if (!own_) {spare_.end_use();}}
    View & view() {return own_ ? *own_ : spare_.view_;}

private:
    [[gnu::cold, gnu::noinline]] static std::unique_ptr<View> make()
    {
      return std::make_unique<View>();
    }

    SpareView & spare_;
    std::unique_ptr<View> own_;
  };

private:
  static constexpr size_t kMost = 4096;  // bytes of vectors that wait for the next message

  void end_use()
  {
    view_.ranvier_let_go();
    if (view_.ranvier_elements() > kMost) {begin_anew();}
    in_use_.store(false, std::memory_order_release);  // pairs with the acquire of the next use
  }

  // In its place, as a view may be too large for the stack.
  [[gnu::cold, gnu::noinline]] void begin_anew()
  {
    view_.~View();
    new (&view_) View();
  }

  View view_;
  std::atomic_bool in_use_{false};
};

template<typename M, typename Form, typename Callback>
class AdaptedCallback<TypeAdapter<ranvier::View<M>>, Form, Callback> final : public ErasedCallback
{
public:
  explicit AdaptedCallback(Callback callback)
  : callback_(std::move(callback)) {}
  AdaptedCallback(const AdaptedCallback & other)  // the copy has a view of its own
  : ErasedCallback(other), callback_(other.callback_) {}
  ErasedCallback * copy() const override
  {
    if constexpr (std::is_copy_constructible_v<Callback>) {
      return new AdaptedCallback(*this);
    } else {
      refuse_copy();
    }
  }
  bool takes_serialized() const override {return true;}
  void call(Delivery & delivery) override
  {
    typename SpareView<M>::Use use(spare_);
    ViewDelivery<M> seen(delivery, use.view());
    call_with<ranvier::View<M>, Form>(callback_, seen);
  }

private:
  Callback callback_;
  SpareView<M> spare_;
};

}  // namespace detail
}  // namespace rclcpp
#endif  // RANVIER__VIEW_HPP_
