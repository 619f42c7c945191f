// A node that plays a bag.
#ifndef ROSBAG2_TRANSPORT__PLAYER_HPP_
#define ROSBAG2_TRANSPORT__PLAYER_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rclcpp/generic_client.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/publisher.hpp"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_interfaces/msg/read_split_event.hpp"
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
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_transport/play_options.hpp"
#include "rosbag2_transport/visibility_control.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace rosbag2_transport
{

/// Publishes the messages of a bag as they lie in its files, each when it is due.
///
/// Threads: all functions from any thread. Messages are published on a thread of the player's own.
class ROSBAG2_TRANSPORT_PUBLIC Player : public rclcpp::Node
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Player)

  using callback_handle_t = uint64_t;
  static constexpr callback_handle_t invalid_callback_handle = 0;
  /// Takes a copy of a message that is played.
  using play_msg_callback_t =
    std::function<void (std::shared_ptr<rosbag2_storage::SerializedBagMessage>)>;

  /// As a component: options are the node's parameters, and it plays at once.
  explicit Player(const rclcpp::NodeOptions & node_options);
  explicit Player(
    const std::string & node_name = "rosbag2_player",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// play() begins.
  /// @throws std::runtime_error for a bag that does not open; it says why.
  Player(
    const rosbag2_storage::StorageOptions & storage_options, const PlayOptions & play_options,
    const std::string & node_name = "rosbag2_player",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// Plays what `reader` gives, which is opened with the options. It reads on the playing thread, a
  /// message at a time: a player without one reads ahead.
  /// @throws std::runtime_error if it is null, and what opening it throws.
  Player(
    std::unique_ptr<rosbag2_cpp::Reader> reader,
    const rosbag2_storage::StorageOptions & storage_options, const PlayOptions & play_options,
    const std::string & node_name = "rosbag2_player",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// Several bags that are played as one, by the times of their messages.
  /// @throws std::runtime_error for a bag that does not open; it says why.
  Player(
    const std::vector<rosbag2_storage::StorageOptions> & bags, const PlayOptions & play_options,
    const std::string & node_name = "rosbag2_player",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// stop().
  ~Player() override;

  /// Begins on a thread of its own. @return false if it plays already.
  bool play();
  /// Contract: blocks. @return false if it plays still when `timeout` has passed; negative: it
  /// waits for ever.
  bool wait_for_playback_to_finish(
    std::chrono::duration<double> timeout = std::chrono::seconds(-1));
  /// Playing ends as it stands. Contract: blocks until it has.
  void stop();

  virtual void pause();  ///< The clock of the bag stands.
  virtual void resume();
  void toggle_paused();
  bool is_paused() const;
  double get_rate() const;
  /// @return false, and nothing changes, unless it is a number above 0.
  virtual bool set_rate(double rate);
  /// Publishes the next message now. Contract: blocks until it is.
  /// @return false unless it is paused and there is one.
  virtual bool play_next();
  /// Publishes the next messages as fast as it can; all there are for 0. Contract: blocks.
  /// @return how many: 0 unless it is paused.
  virtual size_t burst(const size_t num_messages);
  /// Goes on from this time of the bag, ns. A time before its begin is its begin.
  void seek(int64_t time_point);

  /// Called on the playing thread before, or after, each message is published. A callback must not
  /// add or delete one.
  /// @return for delete_on_play_message_callback(); invalid_callback_handle for an empty function.
  callback_handle_t add_on_play_message_pre_callback(const play_msg_callback_t & callback);
  callback_handle_t add_on_play_message_post_callback(const play_msg_callback_t & callback);
  /// It is not called any more when this returns.
  void delete_on_play_message_callback(const callback_handle_t & handle);

  /// Waits until the requests that were sent so far are answered. Another thread must spin this node.
  /// @param service_name  of the service, or its topic of events; all services if it is empty, of each
  ///                      at most `timeout`.
  /// @return whether they were; false for a service of which no requests are played. Threads: any.
  bool wait_for_sent_service_requests_to_finish(
    const std::string & service_name,
    std::chrono::duration<double> timeout = std::chrono::seconds(5));

  /// Of the first bag.
  const rosbag2_storage::StorageOptions & get_storage_options() const;
  std::vector<rosbag2_storage::StorageOptions> get_all_storage_options() const;
  const PlayOptions & get_play_options() const;
  /// By topic of the bag.
  std::unordered_map<std::string, std::shared_ptr<rclcpp::PublisherBase>> get_publishers() const;
  /// What ended playing before the bag's end, in words; empty: nothing did.
  std::string failure() const;

protected:
  /// Clients of services whose requests are made again, by topic of events.
  std::unordered_map<std::string, std::shared_ptr<rclcpp::GenericClient>> get_service_clients()
  const;
  /// Null if it publishes no /clock.
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr get_clock_publisher() const;
  /// Waits until play() has begun once, or the player is destroyed.
  void wait_for_playback_to_start();
  size_t get_number_of_registered_on_play_msg_pre_callbacks();
  size_t get_number_of_registered_on_play_msg_post_callbacks();

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__PLAYER_HPP_
