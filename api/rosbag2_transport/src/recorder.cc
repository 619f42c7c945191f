#include "rosbag2_transport/recorder.hpp"

#include <stdexcept>
#include <utility>

#include "rclcpp/logging.hpp"
#include "keyboard.hpp"
#include "recorder_impl.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_transport/config_options_from_node_params.hpp"

namespace rosbag2_transport
{

Recorder::Recorder(const rclcpp::NodeOptions & node_options)
: Recorder("rosbag2_recorder", node_options) {}

Recorder::Recorder(const std::string & node_name, const rclcpp::NodeOptions & node_options)
: rclcpp::Node(node_name, node_options)
{
  const auto storage = get_storage_options_from_node_params(*this);
  const auto record = get_record_options_from_node_params(*this);
  impl_ = std::make_unique<Impl>(*this, storage, record);
  this->record();
}

Recorder::Recorder(
  const rosbag2_storage::StorageOptions & storage_options, const RecordOptions & record_options,
  const std::string & node_name, const rclcpp::NodeOptions & node_options)
: Recorder(nullptr, storage_options, record_options, node_name, node_options) {}

Recorder::Recorder(
  std::shared_ptr<rosbag2_cpp::Writer> writer,
  const rosbag2_storage::StorageOptions & storage_options, const RecordOptions & record_options,
  const std::string & node_name, const rclcpp::NodeOptions & node_options)
: rclcpp::Node(
    node_name, rclcpp::NodeOptions(node_options).append_parameter_override(
      "use_sim_time", record_options.use_sim_time)),
  impl_(std::make_unique<Impl>(*this, storage_options, record_options, std::move(writer))) {}

Recorder::~Recorder()
{
  if (!impl_) {return;}
  impl_->keyboard.reset();
  try {
    stop();
  } catch (const std::exception & error) {
    RCLCPP_ERROR(get_logger(), "%s", error.what());
  }
}

void Recorder::record()
{
  impl_->record();
  impl_->start_discovery();
  if (!impl_->options.disable_keyboard_controls && !impl_->keyboard) {
    impl_->keyboard = Keyboard::open({{kSpace, [this] {toggle_paused();}}});
    if (impl_->keyboard) {RCLCPP_INFO(get_logger(), "Press SPACE for pausing/resuming");}
  }
}

void Recorder::stop() {impl_->stop();}
void Recorder::start_discovery() {(void)impl_->start_discovery();}
void Recorder::stop_discovery() {(void)impl_->stop_discovery();}
bool Recorder::is_discovery_running() const {return impl_->is_discovery_running();}

void Recorder::pause()
{
  if (const auto recording = impl_->recording()) {
    recording->pause();
  } else {
    impl_->paused_before = true;
  }
  RCLCPP_INFO(get_logger(), "Pausing recording.");
}

void Recorder::resume()
{
  if (const auto recording = impl_->recording()) {
    recording->resume();
  } else {
    impl_->paused_before = false;
  }
  RCLCPP_INFO(get_logger(), "Resuming recording.");
}

void Recorder::toggle_paused()
{
  if (is_paused()) {resume();} else {pause();}
}

bool Recorder::is_paused()
{
  const auto recording = impl_->recording();
  return recording ? recording->paused() : impl_->paused_before.load();
}

void Recorder::split_bagfile()
{
  if (const auto recording = impl_->recording()) {recording->wait_for_splits(recording->split());}
}

bool Recorder::take_snapshot()
{
  if (impl_->writer) {return impl_->writer->take_snapshot();}
  const auto recording = impl_->recording();
  return recording && recording->snapshot();
}

const std::unordered_map<std::string, std::shared_ptr<rclcpp::SubscriptionBase>> &
Recorder::subscriptions() const {return impl_->subscriptions;}

const std::unordered_set<std::string> & Recorder::topics_using_fallback_qos() const
{
  return impl_->fallback;
}

rosbag2_cpp::Writer & Recorder::get_writer() const
{
  if (impl_->writer) {return *impl_->writer;}
  throw std::runtime_error(
          "Recorder '" + std::string(get_fully_qualified_name()) + "' has no rosbag2_cpp::Writer, for it "
          "was given none: it writes by itself. Give its constructor one.");
}

const rosbag2_cpp::Writer & Recorder::get_writer_handle() const {return get_writer();}

std::unordered_map<std::string, std::string> Recorder::get_requested_or_available_topics() const
{
  return impl_->wanted_topics();
}

const rosbag2_storage::StorageOptions & Recorder::get_storage_options() const
{
  return impl_->storage;
}

const RecordOptions & Recorder::get_record_options() const {return impl_->options;}

std::map<std::string, uint64_t> Recorder::lost_messages() const
{
  std::map<std::string, uint64_t> lost;
  for (const auto & one : impl_->report()) {
    if (one.lost != 0) {lost[one.name] = one.lost;}
  }
  return lost;
}

std::map<std::string, uint64_t> Recorder::kept_messages() const
{
  std::map<std::string, uint64_t> kept;
  for (const auto & one : impl_->report()) {kept[one.name] = one.kept;}
  return kept;
}

std::string Recorder::failure() const
{
  const auto recording = impl_->recording();
  const auto error = recording ? recording->failure() : std::nullopt;
  return error ? error->what : "";
}

}  // namespace rosbag2_transport
