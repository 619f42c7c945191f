// usage: action_storm_server <goals that will be accepted>
// Serves the storm until its input ends; says by its exit code whether as many
// goals as expected reached their end here.
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "storm.hpp"

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("storm_server");
  int ended = 0;
  {
    storm::Server server(node, node->create_callback_group(rclcpp::CallbackGroupType::Reentrant));
    rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
    executor.add_node(node);
    std::thread spinner([&] { executor.spin(); });
    while (std::getchar() != EOF) {}
    executor.cancel();
    spinner.join();
    ended = server.ended();
  }
  rclcpp::shutdown();
  const int expected = argc > 1 ? std::atoi(argv[1]) : 0;
  std::fprintf(stderr, "storm server: %d goals ended, %d expected\n", ended, expected);
  return ended == expected ? 0 : 1;
}
