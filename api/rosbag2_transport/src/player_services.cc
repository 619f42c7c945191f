// The services and /clock of a player.
#include <string>
#include <utility>

#include "player_impl.hpp"
#include "ranvier/base/numbers.h"
#include "rclcpp/logging.hpp"
#include "rosbag2_interfaces/srv/burst.hpp"
#include "rosbag2_interfaces/srv/get_rate.hpp"
#include "rosbag2_interfaces/srv/is_paused.hpp"
#include "rosbag2_interfaces/srv/pause.hpp"
#include "rosbag2_interfaces/srv/play.hpp"
#include "rosbag2_interfaces/srv/play_next.hpp"
#include "rosbag2_interfaces/srv/resume.hpp"
#include "rosbag2_interfaces/srv/seek.hpp"
#include "rosbag2_interfaces/srv/set_rate.hpp"
#include "rosbag2_interfaces/srv/stop.hpp"
#include "rosbag2_interfaces/srv/toggle_paused.hpp"
#include "served.hpp"

namespace rosbag2_transport
{
namespace
{

namespace srv = rosbag2_interfaces::srv;

// Of builtin_interfaces' Time and Duration, ns.
template<typename Time>
int64_t nanoseconds_of(const Time & time)
{
  return int64_t{time.sec} * 1'000'000'000 + time.nanosec;
}

}  // namespace

template<typename Service, typename Function>
void Player::Impl::add_service(const std::string & name, Function function)
{
  services_.push_back(rosbag2_transport::serve<Service>(node_, name, function, group_));
}

void Player::Impl::serve()
{
  group_ = node_.create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  splits_ = node_.create_publisher<rosbag2_interfaces::msg::ReadSplitEvent>(
    "events/read_split", 1);
  add_service<srv::Pause>("~/pause", [this](auto &, auto &) {node_.pause();});
  add_service<srv::Resume>("~/resume", [this](auto &, auto &) {node_.resume();});
  add_service<srv::TogglePaused>(
    "~/toggle_paused", [this](auto &, auto &) {node_.toggle_paused();});
  add_service<srv::IsPaused>(
    "~/is_paused", [this](auto &, auto & to) {to.paused = node_.is_paused();});
  add_service<srv::GetRate>("~/get_rate", [this](auto &, auto & to) {to.rate = node_.get_rate();});
  add_service<srv::SetRate>(
    "~/set_rate", [this](auto & asked, auto & to) {to.success = node_.set_rate(asked.rate);});
  add_service<srv::Play>(
    "~/play", [this](auto & asked, auto & to) {
      const int64_t until = nanoseconds_of(asked.playback_until_timestamp);
      to.success = play_by_request(
        nanoseconds_of(asked.start_offset), nanoseconds_of(asked.playback_duration),
        until < 0 ? -1 : until);
    });
  add_service<srv::PlayNext>(
    "~/play_next", [this](auto &, auto & to) {to.success = node_.play_next();});
  add_service<srv::Burst>(
    "~/burst", [this](auto & asked, auto & to) {
      to.actually_burst = node_.burst(static_cast<size_t>(asked.num_messages));
    });
  add_service<srv::Seek>(
    "~/seek", [this](auto & asked, auto & to) {
      node_.seek(nanoseconds_of(asked.time));
      to.success = true;
    });
  add_service<srv::Stop>("~/stop", [this](auto &, auto &) {node_.stop();});
  if (options.clock_publish_frequency <= 0 && !options.clock_publish_on_topic_publish) {return;}
  clock_publisher =
    node_.create_publisher<rosgraph_msgs::msg::Clock>("/clock", rclcpp::ClockQoS());
  if (options.clock_publish_frequency <= 0) {return;}
  const std::chrono::duration<double> period(1.0 / options.clock_publish_frequency);
  clock_timer_ = node_.create_wall_timer(
    std::chrono::duration_cast<std::chrono::nanoseconds>(period),
    [this] {publish_clock(clock.now());}, group_);
}

void Player::Impl::open_keyboard()
{
  if (options.disable_keyboard_controls) {return;}
  const auto faster = [this](double factor) {
      if (clock.set_rate(clock.rate() * factor)) {
        RCLCPP_INFO(
          node_.get_logger(), "Set rate to %s", ranvier::short_number_text(clock.rate()).c_str());
      }
    };
  constexpr double kStep = 0.1;
  keyboard.reset();  // of the play before: it gives the terminal back
  keyboard = Keyboard::open(
    {
      {kSpace, [this] {node_.toggle_paused();}},
      {kRight, [this] {node_.play_next();}},
      {kUp, [faster] {faster(1.0 + kStep);}},
      {kDown, [faster] {faster(1.0 - kStep);}},
    });
  if (!keyboard) {return;}
  RCLCPP_INFO(
    node_.get_logger(), "Press SPACE for Pause/Resume\nPress CURSOR_RIGHT for Play Next Message\n"
    "Press CURSOR_UP for Increase Rate 10%%\nPress CURSOR_DOWN for Decrease Rate 10%%");
}

}  // namespace rosbag2_transport
