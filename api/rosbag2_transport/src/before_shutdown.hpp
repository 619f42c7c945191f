// What an object does before its context shuts down.
#ifndef BEFORE_SHUTDOWN_HPP_
#define BEFORE_SHUTDOWN_HPP_

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "rclcpp/context.hpp"

namespace rosbag2_transport
{

/// Calls a function when its context is about to shut down. A context calls copies of what it was
/// given, without a lock: a call may begin while its object goes.
///
/// Threads:  the function is called by who shuts the context down.
/// Lifetime: its destructor waits for a call under way; after it there is none. It must not run
///           within the function.
class BeforeShutdown
{
public:
  BeforeShutdown(rclcpp::Context::SharedPtr context, std::function<void()> function)
  : context_(std::move(context)), call_(std::make_shared<Call>())
  {
    call_->function = std::move(function);
    handle_ = context_->add_pre_shutdown_callback(
      [call = call_] {
        std::lock_guard<std::mutex> lock(call->mutex);
        if (call->function) {call->function();}
      });
  }
  ~BeforeShutdown()
  {
    (void)context_->remove_pre_shutdown_callback(handle_);
    std::lock_guard<std::mutex> lock(call_->mutex);
    call_->function = nullptr;
  }
  BeforeShutdown(const BeforeShutdown &) = delete;
  BeforeShutdown & operator=(const BeforeShutdown &) = delete;

private:
  struct Call
  {
    std::mutex mutex;
    std::function<void()> function;  // null: its object is gone
  };
  const rclcpp::Context::SharedPtr context_;
  const std::shared_ptr<Call> call_;
  rclcpp::PreShutdownCallbackHandle handle_;
};

}  // namespace rosbag2_transport

#endif  // BEFORE_SHUTDOWN_HPP_
