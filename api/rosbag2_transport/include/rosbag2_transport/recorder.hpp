// A node that records topics into a bag.
#ifndef ROSBAG2_TRANSPORT__RECORDER_HPP_
#define ROSBAG2_TRANSPORT__RECORDER_HPP_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rclcpp/node.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_interfaces/msg/write_split_event.hpp"
#include "rosbag2_interfaces/srv/is_paused.hpp"
#include "rosbag2_interfaces/srv/pause.hpp"
#include "rosbag2_interfaces/srv/resume.hpp"
#include "rosbag2_interfaces/srv/snapshot.hpp"
#include "rosbag2_interfaces/srv/split_bagfile.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_transport/record_options.hpp"
#include "rosbag2_transport/visibility_control.hpp"

namespace rosbag2_transport
{

/// Subscribes to topics as they appear and writes their messages as they come, without decoding.
///
/// What cannot be kept is counted by topic: said in the log at most once a second and at the end,
/// in the bag's metadata, and by lost_messages().
///
/// Threads: all functions from any thread. Messages are taken where the node's executor spins, and
///          written on a thread of the recorder's own.
class ROSBAG2_TRANSPORT_PUBLIC Recorder : public rclcpp::Node
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Recorder)

  /// As a component: options are the node's parameters, and it records at once.
  explicit Recorder(const rclcpp::NodeOptions & node_options);
  explicit Recorder(
    const std::string & node_name = "rosbag2_recorder",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// record() begins.
  Recorder(
    const rosbag2_storage::StorageOptions & storage_options, const RecordOptions & record_options,
    const std::string & node_name = "rosbag2_recorder",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// Writes through `writer`, which record() opens and stop() closes: what it does with messages is
  /// what the bag holds, and compression and snapshots are its own. Each message is copied for it,
  /// which a recorder without one does not do.
  Recorder(
    std::shared_ptr<rosbag2_cpp::Writer> writer,
    const rosbag2_storage::StorageOptions & storage_options, const RecordOptions & record_options,
    const std::string & node_name = "rosbag2_recorder",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions());
  /// stop().
  ~Recorder() override;

  /// Makes the bag, and subscribes. Nothing if it records already; after stop() it may begin again,
  /// with another bag (~/record).
  /// @throws std::runtime_error if the bag cannot be made; it says why.
  void record();
  /// Ends subscriptions and completes the bag.
  /// @throws std::runtime_error if the recording ended before, or the bag could not be completed.
  void stop();

  void pause();  ///< From now on messages are not recorded, nor counted.
  void resume();
  void toggle_paused();
  bool is_paused();
  /// The next message goes into a new file. Returns when what waits for the disk is in the one
  /// before; in snapshot mode at once. Contract: no callback of the writer calls it.
  void split_bagfile();
  /// Writes what the cache of snapshot mode holds. @return false if it holds nothing.
  bool take_snapshot();
  void start_discovery();  ///< New topics are looked for.
  void stop_discovery();
  bool is_discovery_running() const;

  /// By topic. Contract: to be read while nothing is subscribed or ended.
  const std::unordered_map<std::string, std::shared_ptr<rclcpp::SubscriptionBase>> &
  subscriptions() const;
  /// Topics whose publishers the QoS was not adapted to, for it is overridden or there were none.
  const std::unordered_set<std::string> & topics_using_fallback_qos() const;
  /// The writer that it was given. @throws std::runtime_error if it was given none.
  const rosbag2_cpp::Writer & get_writer_handle() const;
  const rosbag2_storage::StorageOptions & get_storage_options() const;
  const RecordOptions & get_record_options() const;
  /// Messages that could not be kept, of topics that lost any.
  std::map<std::string, uint64_t> lost_messages() const;
  /// Messages that are in the bag, by topic.
  std::map<std::string, uint64_t> kept_messages() const;
  /// What ended the recording before stop(), in words; empty: nothing did.
  std::string failure() const;

protected:
  /// As get_writer_handle().
  rosbag2_cpp::Writer & get_writer() const;
  /// Topics that are there now and that the options want, with their types.
  std::unordered_map<std::string, std::string> get_requested_or_available_topics() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// "RIHS01_" and 64 digits; empty for a hash of no or an unknown version. Threads: any.
ROSBAG2_TRANSPORT_PUBLIC std::string type_hash_to_string(const rosidl_type_hash_t & type_hash);
/// What all that give a hash agree on; empty, with a warning, if they do not. Threads: any.
ROSBAG2_TRANSPORT_PUBLIC std::string type_description_hash_for_topic(
  const std::vector<rclcpp::TopicEndpointInfo> & topics_endpoint_info);

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__RECORDER_HPP_
