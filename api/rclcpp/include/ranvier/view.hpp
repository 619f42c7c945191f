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

#include <memory>
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
  /// Gives the message up if it is no M.
  explicit ViewDelivery(Delivery & delivery)
  : delivery_(delivery)
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
  ranvier::View<M> view_;
};

template<typename M, typename Form, typename Callback>
class AdaptedCallback<TypeAdapter<ranvier::View<M>>, Form, Callback> final : public ErasedCallback
{
public:
  explicit AdaptedCallback(Callback callback)
  : callback_(std::move(callback)) {}
  bool takes_serialized() const override {return true;}
  void call(Delivery & delivery) override
  {
    ViewDelivery<M> view(delivery);
    call_with<ranvier::View<M>, Form>(callback_, view);
  }

private:
  Callback callback_;
};

}  // namespace detail
}  // namespace rclcpp
#endif  // RANVIER__VIEW_HPP_
