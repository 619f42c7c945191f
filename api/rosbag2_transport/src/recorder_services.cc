// The services of a recorder. They are there while its node is, whether it records or not.
#include <exception>
#include <string>

#include "rclcpp/logging.hpp"
#include "recorder_impl.hpp"
#include "rosbag2_interfaces/srv/is_discovery_running.hpp"
#include "rosbag2_interfaces/srv/is_paused.hpp"
#include "rosbag2_interfaces/srv/pause.hpp"
#include "rosbag2_interfaces/srv/record.hpp"
#include "rosbag2_interfaces/srv/resume.hpp"
#include "rosbag2_interfaces/srv/snapshot.hpp"
#include "rosbag2_interfaces/srv/split_bagfile.hpp"
#include "rosbag2_interfaces/srv/start_discovery.hpp"
#include "rosbag2_interfaces/srv/stop.hpp"
#include "rosbag2_interfaces/srv/stop_discovery.hpp"
#include "served.hpp"

namespace rosbag2_transport
{
namespace
{

namespace srv = rosbag2_interfaces::srv;

template<typename Response>
void answer(Response & to, const std::string & error)
{
  to.return_code = error.empty() ? 0 : 1;
  to.error_string = error;
}

std::string without_scheme(const std::string & uri)
{
  const std::string scheme = "file://";
  return uri.compare(0, scheme.size(), scheme) == 0 ? uri.substr(scheme.size()) : uri;
}

}  // namespace

template<typename Service, typename Function>
void Recorder::Impl::add_service(const std::string & name, Function function)
{
  services_.push_back(rosbag2_transport::serve<Service>(node_, name, function, upkeep_));
}

std::string Recorder::Impl::record_by_request(const std::string & uri)
{
  try {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (recording_) {return "Recording is already running. Stop it first (~/stop).";}
      if (!uri.empty()) {storage.uri = without_scheme(uri);}
    }
    node_.record();
  } catch (const std::exception & error) {
    RCLCPP_ERROR(node_.get_logger(), "%s", error.what());
    return error.what();
  }
  return "";
}

void Recorder::Impl::serve()
{
  add_service<srv::Pause>("~/pause", [this](auto &, auto &) {node_.pause();});
  add_service<srv::Resume>("~/resume", [this](auto &, auto &) {node_.resume();});
  add_service<srv::IsPaused>(
    "~/is_paused", [this](auto &, auto & to) {to.paused = node_.is_paused();});
  add_service<srv::SplitBagfile>(
    "~/split_bagfile", [this](auto &, auto &) {node_.split_bagfile();});
  add_service<srv::Record>(
    "~/record", [this](auto & asked, auto & to) {answer(to, record_by_request(asked.uri));});
  add_service<srv::Stop>("~/stop", [this](auto &, auto &) {node_.stop();});
  add_service<srv::StartDiscovery>(
    "~/start_discovery", [this](auto &, auto & to) {
      answer(to, start_discovery() ? "" : "Discovery is already running, or nothing is recorded.");
    });
  add_service<srv::StopDiscovery>(
    "~/stop_discovery", [this](auto &, auto & to) {
      answer(to, stop_discovery() ? "" : "Discovery is not running.");
    });
  add_service<srv::IsDiscoveryRunning>(
    "~/is_discovery_running",
    [this](auto &, auto & to) {to.running = is_discovery_running();});
  if (storage.snapshot_mode) {
    add_service<srv::Snapshot>(
      "~/snapshot", [this](auto &, auto & to) {to.success = node_.take_snapshot();});
  }
}

}  // namespace rosbag2_transport
