// Plays a bag: options are the parameters of the node. `ros2 bag play` and `ros2 bag burst` run it.
//
// `--burst N` (0: all) publishes so many messages as fast as it can, and then waits for Ctrl-C.
// Its status is 1 if the bag did not open, or could not be played to its end.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include "rclcpp/rclcpp.hpp"
#include "rosbag2_transport/player.hpp"

namespace
{

using rosbag2_transport::Player;

std::optional<size_t> burst_of(const std::vector<std::string> & arguments)
{
  for (size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] == "--burst") {return std::strtoull(arguments[i + 1].c_str(), nullptr, 10);}
  }
  return std::nullopt;
}

int play(const std::vector<std::string> & arguments)
{
  rclcpp::NodeOptions options;
  const auto burst = burst_of(arguments);
  if (burst) {options.append_parameter_override("play.start_paused", true);}
  const auto player = std::make_shared<Player>(options);
  std::thread work(
    [&] {
      if (burst) {
        player->burst(*burst);
        return;
      }
      player->wait_for_playback_to_finish();
      rclcpp::shutdown();
    });
  try {
    rclcpp::spin(player);
  } catch (...) {
    player->stop();
    work.join();
    throw;
  }
  player->stop();
  work.join();
  return player->failure().empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char * argv[])
{
  int status = 1;
  try {
    status = play(rclcpp::init_and_remove_ros_arguments(argc, argv));
  } catch (const std::exception & error) {
    std::fprintf(stderr, "[ERROR] [ros2bag]: %s\n", error.what());
  }
  rclcpp::shutdown();
  return status;
}
