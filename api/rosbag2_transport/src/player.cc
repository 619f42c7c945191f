#include "rosbag2_transport/player.hpp"

#include <stdexcept>
#include <utility>

#include "player_impl.hpp"
#include "ranvier/base/numbers.h"
#include "rclcpp/logging.hpp"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_transport/config_options_from_node_params.hpp"

namespace rosbag2_transport
{
namespace
{

// Remaps are rules of the node's own arguments, behind those that it has.
rclcpp::NodeOptions with_remaps(
  rclcpp::NodeOptions options, const std::vector<std::string> & remaps)
{
  if (remaps.empty()) {return options;}
  std::vector<std::string> arguments = options.arguments();
  if (remaps.front() != "--ros-args") {arguments.emplace_back("--ros-args");}
  for (const std::string & word : remaps) {
    const bool is_rule = word.find(":=") != std::string::npos;
    const bool follows_flag = !arguments.empty() &&
      (arguments.back() == "-r" || arguments.back() == "--remap");
    if (is_rule && !follows_flag) {arguments.emplace_back("--remap");}
    arguments.push_back(word);
  }
  return options.arguments(arguments);
}

// The bag of the parameters, or those of "storage.input_uris" with the ids of
// "storage.input_storage_ids", which may be empty.
std::vector<rosbag2_storage::StorageOptions> played_bags_from_node_params(rclcpp::Node & node)
{
  auto options = get_storage_options_from_node_params(node);
  using Names = std::vector<std::string>;
  const auto uris = node.declare_parameter<Names>("storage.input_uris", Names());
  const auto ids = node.declare_parameter<Names>("storage.input_storage_ids", Names());
  std::vector<rosbag2_storage::StorageOptions> bags;
  for (size_t i = 0; i < uris.size(); ++i) {
    options.uri = uris[i];
    options.storage_id = i < ids.size() ? ids[i] : "";
    bags.push_back(options);
  }
  if (bags.empty()) {bags.push_back(options);}
  return bags;
}

// The parameter, before there is a node to declare it: its rules are for the node itself.
rclcpp::NodeOptions with_remaps_of_parameters(
  const std::string & node_name, const rclcpp::NodeOptions & options)
{
  const rclcpp::Node reader(
    node_name, rclcpp::NodeOptions(options).start_parameter_services(false)
    .start_parameter_event_publisher(false).enable_rosout(false)
    .allow_undeclared_parameters(true).automatically_declare_parameters_from_overrides(true));
  std::vector<std::string> remaps;
  reader.get_parameter("play.topic_remapping_options", remaps);
  return with_remaps(options, remaps);
}

}  // namespace

Player::Player(const rclcpp::NodeOptions & node_options)
: Player("rosbag2_player", node_options) {}

Player::Player(const std::string & node_name, const rclcpp::NodeOptions & node_options)
: rclcpp::Node(node_name, with_remaps_of_parameters(node_name, node_options))
{
  const auto bags = played_bags_from_node_params(*this);
  const auto play_options = get_play_options_from_node_params(*this);
  impl_ = std::make_unique<Impl>(*this, bags, play_options);
  play();
}

Player::Player(
  const rosbag2_storage::StorageOptions & storage_options, const PlayOptions & play_options,
  const std::string & node_name, const rclcpp::NodeOptions & node_options)
: Player(
    std::vector<rosbag2_storage::StorageOptions>{storage_options}, play_options, node_name,
    node_options) {}

Player::Player(
  const std::vector<rosbag2_storage::StorageOptions> & bags, const PlayOptions & play_options,
  const std::string & node_name, const rclcpp::NodeOptions & node_options)
: rclcpp::Node(node_name, with_remaps(node_options, play_options.topic_remapping_options)),
  impl_(std::make_unique<Impl>(*this, bags, play_options)) {}

Player::Player(
  std::unique_ptr<rosbag2_cpp::Reader> reader,
  const rosbag2_storage::StorageOptions & storage_options, const PlayOptions & play_options,
  const std::string & node_name, const rclcpp::NodeOptions & node_options)
: rclcpp::Node(node_name, with_remaps(node_options, play_options.topic_remapping_options))
{
  if (!reader) {throw std::runtime_error("A player was given no reader. Give it one, or none.");}
  const std::vector<rosbag2_storage::StorageOptions> bags{storage_options};
  impl_ = std::make_unique<Impl>(*this, bags, play_options, std::move(reader));
}

Player::~Player() {impl_.reset();}

bool Player::play()
{
  if (!impl_->play()) {return false;}
  RCLCPP_INFO(get_logger(), "Set rate to %s", ranvier::short_number_text(get_rate()).c_str());
  impl_->open_keyboard();
  return true;
}

bool Player::wait_for_playback_to_finish(std::chrono::duration<double> timeout)
{
  return impl_->wait_for_end(timeout);
}

bool Player::wait_for_sent_service_requests_to_finish(
  const std::string & service_name, std::chrono::duration<double> timeout)
{
  return impl_->topics->wait_for_answers(service_name, timeout);
}

void Player::stop() {impl_->stop();}

void Player::pause()
{
  if (is_paused()) {return;}
  impl_->clock.pause();
  RCLCPP_INFO(get_logger(), "Pausing play.");
}

void Player::resume()
{
  if (!is_paused()) {return;}
  impl_->clock.resume();
  RCLCPP_INFO(get_logger(), "Resuming play.");
}

void Player::toggle_paused()
{
  if (is_paused()) {resume();} else {pause();}
}

bool Player::is_paused() const {return impl_->clock.paused();}
double Player::get_rate() const {return impl_->clock.rate();}

bool Player::set_rate(double rate)
{
  if (impl_->clock.set_rate(rate)) {
    RCLCPP_INFO(get_logger(), "Set rate to %s", ranvier::short_number_text(rate).c_str());
    return true;
  }
  RCLCPP_WARN(
    get_logger(), "Failed to set rate to invalid value %s: give one above 0",
    ranvier::short_number_text(rate).c_str());
  return false;
}

bool Player::play_next() {return burst(1) == 1;}
size_t Player::burst(const size_t num_messages) {return impl_->burst(num_messages);}
void Player::seek(int64_t time_point) {impl_->seek(time_point);}

Player::callback_handle_t Player::add_on_play_message_pre_callback(
  const play_msg_callback_t & callback)
{
  return impl_->add_callback(callback, true);
}

Player::callback_handle_t Player::add_on_play_message_post_callback(
  const play_msg_callback_t & callback)
{
  return impl_->add_callback(callback, false);
}

void Player::delete_on_play_message_callback(const callback_handle_t & handle)
{
  impl_->delete_callback(handle);
}

const rosbag2_storage::StorageOptions & Player::get_storage_options() const
{
  return impl_->bags.front();
}

std::vector<rosbag2_storage::StorageOptions> Player::get_all_storage_options() const
{
  return impl_->bags;
}

const PlayOptions & Player::get_play_options() const {return impl_->options;}

std::unordered_map<std::string, std::shared_ptr<rclcpp::PublisherBase>>
Player::get_publishers() const
{
  return impl_->topics->publishers();
}

std::unordered_map<std::string, std::shared_ptr<rclcpp::GenericClient>>
Player::get_service_clients() const
{
  return impl_->topics->clients();
}

rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr Player::get_clock_publisher() const
{
  return impl_->clock_publisher;
}

void Player::wait_for_playback_to_start() {impl_->wait_for_begin();}

size_t Player::get_number_of_registered_on_play_msg_pre_callbacks()
{
  return impl_->count_callbacks(true);
}

size_t Player::get_number_of_registered_on_play_msg_post_callbacks()
{
  return impl_->count_callbacks(false);
}

std::string Player::failure() const {return impl_->failure();}

}  // namespace rosbag2_transport
