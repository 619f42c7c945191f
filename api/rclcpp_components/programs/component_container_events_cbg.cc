// A container with an EventsCBGExecutor.
#include "threaded_container.hpp"

int main(int argc, char * argv[])
{
  return run_threaded_container<rclcpp::executors::EventsCBGExecutor>(argc, argv);
}
