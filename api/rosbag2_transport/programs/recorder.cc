// Records until a signal comes: options are the parameters of the node. `ros2 bag record` runs it.
//
// Its status is 0 if everything was kept, 3 if messages were lost, and 1 if the recording could not
// begin, or ended by itself.
#include <cstdio>
#include <exception>
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "rosbag2_transport/recorder.hpp"

namespace
{

constexpr int kFailed = 1;
constexpr int kLost = 3;

int record()
{
  const auto recorder = std::make_shared<rosbag2_transport::Recorder>(rclcpp::NodeOptions());
  const auto watch = recorder->create_wall_timer(
    std::chrono::milliseconds(100), [&recorder] {
      if (!recorder->failure().empty()) {rclcpp::shutdown();}
    });
  rclcpp::spin(recorder);
  recorder->stop();
  return recorder->lost_messages().empty() ? 0 : kLost;
}

}  // namespace

int main(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  int status = kFailed;
  try {
    status = record();
  } catch (const std::exception & error) {
    std::fprintf(stderr, "[ERROR] [ros2bag]: %s\n", error.what());
  }
  rclcpp::shutdown();
  return status;
}
