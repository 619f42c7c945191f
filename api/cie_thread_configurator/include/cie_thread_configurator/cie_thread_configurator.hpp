// Threads of a user's own with settings from the file of RANVIER_EXECUTOR_POLICY, under the name
// that the public package cie_thread_configurator gives them.
#ifndef CIE_THREAD_CONFIGURATOR__CIE_THREAD_CONFIGURATOR_HPP_
#define CIE_THREAD_CONFIGURATOR__CIE_THREAD_CONFIGURATOR_HPP_

#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include "rclcpp/detail/thread_settings.hpp"
#include "rclcpp/rclcpp.hpp"

namespace cie_thread_configurator
{

/// Starts a thread that runs f(args...), with copies of both, as the file's non_ros_threads say
/// for `thread_name`. What the system refuses is logged, and so is a wrong file; the thread runs.
/// Contract: no context is needed; nothing is announced or waited for.
template<class F, class ... Args>
std::thread spawn_non_ros2_thread(const char * thread_name, F && f, Args && ... args)
{
  return std::thread(
    [name = std::string(thread_name), run = std::forward<F>(f),
    with = std::make_tuple(std::forward<Args>(args)...)]() mutable {
      rclcpp::detail::settle_this_thread(name);
      std::apply(std::move(run), std::move(with));
    });
}

}  // namespace cie_thread_configurator

#endif  // CIE_THREAD_CONFIGURATOR__CIE_THREAD_CONFIGURATOR_HPP_
