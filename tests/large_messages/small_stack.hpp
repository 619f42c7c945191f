// Runs a test with a stack that no message of it fits.
#ifndef SMALL_STACK_HPP_
#define SMALL_STACK_HPP_

#include <pthread.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>

#include "large_interfaces/msg/blob.hpp"
#include "running.hpp"

constexpr std::size_t kStack = 1024 * 1024;

/// Runs `body` on a thread whose stack has kStack bytes. Throws what it throws.
inline void with_small_stack(const std::function<void()>& body) {
  struct Run {
    const std::function<void()>& body;
    std::exception_ptr thrown;
  } run{body, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread;
  const int refused = pthread_create(
      &thread, &attributes,
      [](void* of) -> void* {
        auto& here = *static_cast<Run*>(of);
        try {
          here.body();
        } catch (...) {
          here.thrown = std::current_exception();
        }
        return nullptr;
      },
      &run);
  pthread_attr_destroy(&attributes);
  if (refused != 0) throw std::runtime_error("a thread with a small stack cannot be made");
  pthread_join(thread, nullptr);
  if (run.thrown) std::rethrow_exception(run.thrown);
}

using large_interfaces::msg::Blob;
static_assert(sizeof(Blob) > 2 * kStack);

/// A user's own type, as large.
struct Own {
  std::array<std::uint8_t, sizeof(Blob)> bytes{};
};

template <>
struct rclcpp::TypeAdapter<Own, Blob> {
  using is_specialized = std::true_type;
  using custom_type = Own;
  using ros_message_type = Blob;
  static void convert_to_ros_message(const Own& from, Blob& to) { to.data = from.bytes; }
  static void convert_to_custom(const Blob& from, Own& to) { to.bytes = from.data; }
};
using Adapted = rclcpp::TypeAdapter<Own, Blob>;

/// A node and all that happens to it are of the thread with the small stack.
class LargeMessages : public Running {
 protected:
  void run(const std::function<void()>& body) {
    with_small_stack([&] {
      init();
      node_ = node("large");
      body();
      node_.reset();
    });
  }
  /// The future's value; spins until it is there.
  template <class Future>
  auto get(Future future) {
    wait_until(
        [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    return future.get();
  }

  rclcpp::Node::SharedPtr node_;
};

#endif  // SMALL_STACK_HPP_
