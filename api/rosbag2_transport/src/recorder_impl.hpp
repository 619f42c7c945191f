// What a Recorder does behind its functions.
#ifndef RECORDER_IMPL_HPP_
#define RECORDER_IMPL_HPP_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "before_shutdown.hpp"
#include "keyboard.hpp"
#include "peer_types.hpp"
#include "recorded_topic.hpp"
#include "rosbag2_interfaces/msg/write_split_event.hpp"
#include "rosbag2_storage/qos.hpp"
#include "rosbag2_transport/recorder.hpp"
#include "rosbag2_transport/topic_filter.hpp"

namespace rosbag2_transport
{

/// Threads: as Recorder. Lock: "mutex_", outside of those of the core; never held by the writing
///          thread, nor where a message comes.
class Recorder::Impl
{
public:
  Impl(
    Recorder & node, const rosbag2_storage::StorageOptions & storage, const RecordOptions & record,
    std::shared_ptr<rosbag2_cpp::Writer> writer = nullptr);
  ~Impl();

  void record();
  void stop();
  bool start_discovery();  ///< @return false if it runs, or nothing is recorded.
  bool stop_discovery();  ///< @return false if it does not run.
  bool is_discovery_running() const;
  std::vector<ranvier::bag::TopicReport> report() const;
  std::shared_ptr<ranvier::bag::Recording> recording() const;
  std::unordered_map<std::string, std::string> wanted_topics() const;

  const std::shared_ptr<rosbag2_cpp::Writer> writer;  // null: it writes by itself
  rosbag2_storage::StorageOptions storage;
  RecordOptions options;
  std::unordered_map<std::string, std::shared_ptr<rclcpp::SubscriptionBase>> subscriptions;
  std::unordered_set<std::string> fallback;
  std::atomic<bool> paused_before{false};  // what was said while nothing is recorded
  std::unique_ptr<Keyboard> keyboard;  // while it records, on a terminal

private:
  using Definition = ranvier::bag::Definition;
  struct Known
  {
    uint32_t number;  // in the recording
    // Of its subscription alone: messages of a topic keep their order, and wait for no other's.
    rclcpp::CallbackGroup::SharedPtr group;
    uint64_t told_lost = 0;
  };
  rclcpp::Context & context() const;
  void open();
  std::unique_ptr<ranvier::bag::RecordTarget> open_target();
  void serve();
  bool discovers() const {return discovery_ != nullptr;}
  std::string record_by_request(const std::string & uri);  // what is wrong, or empty
  bool has_time();
  void discover();
  void subscribe_to(const std::string & topic, const std::string & type);
  rclcpp::QoS qos_of(
    const std::string & topic, const std::vector<rclcpp::TopicEndpointInfo> & publishers) const;
  ranvier::bag::Topic topic_of(
    const std::string & topic, const std::string & type,
    const std::vector<rclcpp::TopicEndpointInfo> & publishers) const;
  std::optional<Definition> definition_in_files(const std::string & type, std::string & why_not);
  void tell_no_definition(const std::string & type, const std::string & why) const;
  void subscribe_as(
    ranvier::bag::Topic described, const Definition & definition,
    const std::vector<rclcpp::TopicEndpointInfo> & publishers);
  void catch_up();
  void count_lost();
  void tell_lost();
  void end(std::shared_ptr<ranvier::bag::Recording> ended);
  int64_t receive_time(int64_t received_ns) const;
  template<typename Service, typename Function>
  void add_service(const std::string & name, Function function);

  Recorder & node_;
  std::mutex stopping_;  // outside of mutex_
  mutable std::mutex mutex_;
  std::shared_ptr<ranvier::bag::Recording> recording_;
  std::vector<ranvier::bag::TopicReport> last_report_;  // of a recording that ended
  std::unique_ptr<TopicFilter> filter_;
  std::map<std::string, Known> known_;
  bool told_no_time_ = false;
  std::set<std::string> seen_;  // topics that are recorded, or whose type is being asked for
  std::map<std::string, Definition> definitions_;  // by type, of files
  std::unique_ptr<PeerTypes> peers_;
  rclcpp::CallbackGroup::SharedPtr upkeep_;  // of timers and services
  rclcpp::Event::SharedPtr graph_changed_;
  rclcpp::TimerBase::SharedPtr discovery_, telling_;
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
  rclcpp::Publisher<rosbag2_interfaces::msg::WriteSplitEvent>::SharedPtr splits_;
  std::optional<BeforeShutdown> shutdown_;  // last: it uses what stands above
};

}  // namespace rosbag2_transport

#endif  // RECORDER_IMPL_HPP_
