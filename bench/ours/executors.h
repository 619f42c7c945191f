// Executors by the names that the runner has for them.
#pragma once

#include <cstddef>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>

namespace ranvier::bench {

/// single, static, mt, events, events_cbg or callback_isolated. `threads` is of mt; 0: one a core.
/// Throws std::invalid_argument for another name.
[[nodiscard]] std::unique_ptr<rclcpp::Executor> make_executor(const std::string& kind,
                                                              std::size_t threads = 0);

}  // namespace ranvier::bench
