// A container with a MultiThreadedExecutor.
#include "threaded_container.hpp"

int main(int argc, char * argv[])
{
  return run_threaded_container<rclcpp::executors::MultiThreadedExecutor>(argc, argv);
}
