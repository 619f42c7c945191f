// A node as a launch file starts it: it has its name from --ros-args, tells from its first
// callback that it spins, and does nothing. It ends with whoever started it.
#include <signal.h>
#include <sys/prctl.h>

#include <cstdio>
#include <rclcpp/rclcpp.hpp>

#include "bench/ours/spinning.h"

int main(int argc, char** argv) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  rclcpp::init(argc, argv);
  try {
    const auto node = std::make_shared<rclcpp::Node>("launched");
    rclcpp::TimerBase::SharedPtr once;
    once = node->create_wall_timer(std::chrono::nanoseconds(1), [&once] {
      once->cancel();
      ranvier::bench::tell_that_it_spins();
    });
    rclcpp::spin(node);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_launched_ours: %s\n", error.what());
    return 1;
  }
  rclcpp::shutdown();
  return 0;
}
