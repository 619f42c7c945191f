#include "bench/ours/executors.h"

#include <rclcpp/executors/callback_isolated_executor.hpp>
#include <rclcpp/executors/events_cbg_executor/events_cbg_executor.hpp>
#include <rclcpp/experimental/executors/events_executor/events_executor.hpp>
#include <stdexcept>

namespace ranvier::bench {

std::unique_ptr<rclcpp::Executor> make_executor(const std::string& kind, std::size_t threads) {
  using namespace rclcpp::executors;
  if (kind == "single") return std::make_unique<SingleThreadedExecutor>();
  if (kind == "static") return std::make_unique<StaticSingleThreadedExecutor>();
  if (kind == "mt")
    return std::make_unique<MultiThreadedExecutor>(rclcpp::ExecutorOptions(), threads);
  if (kind == "events") return std::make_unique<rclcpp::experimental::executors::EventsExecutor>();
  if (kind == "events_cbg") return std::make_unique<EventsCBGExecutor>();
  if (kind == "callback_isolated") return std::make_unique<CallbackIsolatedExecutor>();
  throw std::invalid_argument("there is no executor '" + kind +
                              "'. Take single, static, mt, events, events_cbg or "
                              "callback_isolated.");
}

}  // namespace ranvier::bench
