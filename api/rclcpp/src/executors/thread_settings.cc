#include "rclcpp/detail/thread_settings.hpp"

#include "ranvier/policy/policy_file.h"
#include "rclcpp/logging.hpp"

void rclcpp::detail::settle_this_thread(const std::string & name)
{
  ranvier::ThreadSettings settings;
  const auto file = ranvier::PolicyFile::of_environment();
  if (!file) {
    RCLCPP_ERROR(get_logger("rclcpp"), "%s", file.error().what.c_str());
  } else if (*file) {
    const auto * const in_file = (*file)->thread_file().settings_of_thread(name);
    if (in_file != nullptr) {settings = *in_file;}
  }
  settings.name = name;
  for (const auto & what : ranvier::apply_to_this_thread(settings, "Thread '" + name + "'")) {
    RCLCPP_WARN(get_logger("rclcpp"), "%s", what.c_str());
  }
}
