#include "recorder_impl.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bag/storage/service_events.h"
#include "bag_target.hpp"
#include "ranvier/node/settled_graph.h"
#include "ranvier/node/subscription.h"
#include "rclcpp/logging.hpp"
#include "writer_target.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::event_topic_of;

using ranvier::bag::Recording;

void check(const RecordOptions & options, const rosbag2_storage::StorageOptions & storage)
{
  const std::string & format = options.rmw_serialization_format;
  if (!format.empty() && format != "cdr") {
    throw std::runtime_error(
            "Serialization format '" + format + "' is not there: messages are CDR. Use 'cdr'");
  }
  if (storage.snapshot_mode && storage.max_cache_size == 0) {
    throw std::runtime_error(
            "Max cache size must be greater than 0 for snapshot mode: it is what a snapshot holds");
  }
}

template<typename T>
T checked(ranvier::Result<T> result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
  return std::move(*result);
}

using SplitPublisher = rclcpp::Publisher<rosbag2_interfaces::msg::WriteSplitEvent>;

// On the writing thread, which a message that cannot be published does not end.
void tell_split(
  SplitPublisher & publisher, const std::string & node, const std::string & closed,
  const std::string & opened) noexcept
try {
  rosbag2_interfaces::msg::WriteSplitEvent event;
  event.closed_file = closed;
  event.opened_file = opened;
  event.node_name = node;
  publisher.publish(event);
} catch (const std::exception & error) {
  RCLCPP_WARN(
    rclcpp::get_logger("rosbag2_transport"), "The end of the file '%s' could not be published: %s",
    closed.c_str(), error.what());
}

std::string counts_text(const std::map<std::string, uint64_t> & counts)
{
  std::string text;
  uint64_t total = 0;
  for (const auto & [topic, count] : counts) {
    text += "\n\t" + topic + ": " + std::to_string(count);
    total += count;
  }
  return text + "\n\tTotal lost: " + std::to_string(total);
}

}  // namespace

Recorder::Impl::Impl(
  Recorder & node, const rosbag2_storage::StorageOptions & storage_options,
  const RecordOptions & record_options, std::shared_ptr<rosbag2_cpp::Writer> given_writer)
: writer(std::move(given_writer)), storage(storage_options), options(record_options), node_(node)
{
  if (options.use_sim_time && options.is_discovery_disabled) {
    throw std::runtime_error(
            "A recorder has use_sim_time and is_discovery_disabled. Leave one away: /clock is discovered.");
  }
  upkeep_ = node_.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  splits_ = node_.create_publisher<rosbag2_interfaces::msg::WriteSplitEvent>(
    "events/write_split", 1);
  peers_ = std::make_unique<PeerTypes>(node_, upkeep_);
  if (writer) {
    tell_splits_of(
      *writer, [splits = splits_, name = std::string(node_.get_fully_qualified_name())](
        const auto & split) {tell_split(*splits, name, split.closed_file, split.opened_file);});
  }
  serve();
  shutdown_.emplace(node_.get_node_base_interface()->get_context(), [this] {catch_up();});
}

Recorder::Impl::~Impl() = default;

rclcpp::Context & Recorder::Impl::context() const
{
  return *node_.get_node_base_interface()->get_context();
}

std::shared_ptr<Recording> Recorder::Impl::recording() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return recording_;
}

std::vector<ranvier::bag::TopicReport> Recorder::Impl::report() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return recording_ ? recording_->report() : last_report_;
}

int64_t Recorder::Impl::receive_time(int64_t received_ns) const
{
  if (!options.use_sim_time) {return received_ns;}
  const int64_t now = node_.now().nanoseconds();
  return now == 0 ? -1 : now;  // nothing has come on /clock yet
}

// Under the lock.
std::unique_ptr<ranvier::bag::RecordTarget> Recorder::Impl::open_target()
{
  if (writer) {return WriterTarget::open(writer, storage, options.rmw_serialization_format);}
  const auto compression = checked(
    ranvier::bag::compression_of_words(
      options.compression_mode, options.compression_format, options.compression_threads,
      options.compression_threads_priority));
  const bool by_message = compression.mode == ranvier::bag::WriteCompression::Mode::kMessage;
  if (by_message && (storage.storage_id.empty() || storage.storage_id == "mcap")) {
    RCLCPP_WARN(
      node_.get_logger(), "Tools that know MCAP but not rosbag2 cannot decode messages that are "
      "compressed one by one. For them use the preset zstd_fast or zstd_small instead.");
  }
  auto bag = open_bag(storage, compression);
  bag->on_split(
    [this](const auto & split) {
      tell_split(*splits_, node_.get_fully_qualified_name(), split.closed, split.opened);
    });
  return std::make_unique<BagTarget>(std::move(bag));
}

// Under the lock.
void Recorder::Impl::open()
{
  const auto resolve = [this](std::string & name) {
      name = node_.get_node_topics_interface()->resolve_topic_name(name, true);
    };
  for (auto * names : {&options.topics, &options.exclude_topics}) {
    for (std::string & name : *names) {resolve(name);}
  }
  for (auto * names : {&options.services, &options.exclude_service_events}) {
    for (std::string & name : *names) {
      resolve(name);
      name = event_topic_of(name);
    }
  }
  constexpr bool kAllowUnknown = true;
  filter_ = std::make_unique<TopicFilter>(
    options, node_.get_node_graph_interface().get(), kAllowUnknown);
  auto target = open_target();
  // A writer keeps the messages of snapshot mode itself, each before the next one comes.
  const bool by_writer = writer && storage.snapshot_mode;
  const ranvier::bag::SampleQueue::Options queue{
    by_writer ? 0 : storage.max_cache_size, storage.snapshot_mode && !writer};
  auto started = Recording::start(
    std::move(target), queue,
    [logger = node_.get_logger()](const ranvier::Error & error) {
      RCLCPP_ERROR(logger, "Recording ended: %s", error.what.c_str());
    });
  if (!started) {throw std::runtime_error(started.error().what);}
  recording_ = std::move(*started);
  if (options.start_paused) {recording_->pause();}
}

void Recorder::Impl::record()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (recording_) {return;}
  if (!writer) {check(options, storage);}
  open();
  telling_ = node_.create_wall_timer(std::chrono::seconds(1), [this] {tell_lost();}, upkeep_);
  RCLCPP_INFO(node_.get_logger(), "Recording to '%s'...", storage.uri.c_str());
}

bool Recorder::Impl::start_discovery()
{
  if (options.is_discovery_disabled) {
    // Then is there what is there at the start.
    auto & context = *node_.get_node_base_interface()->core()->context();
    if (ranvier::Graph * graph = context.graph()) {
      (void)ranvier::wait_until_settled(*graph, ranvier::Settling{});
    }
  }
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!recording_ || discovers()) {return false;}
    graph_changed_ = node_.get_graph_event();
    graph_changed_->set();
    if (!options.is_discovery_disabled) {
      discovery_ = node_.create_wall_timer(
        options.topic_polling_interval, [this] {discover();}, upkeep_);
    }
  }
  discover();
  return true;
}

bool Recorder::Impl::stop_discovery()
{
  std::lock_guard<std::mutex> lock(mutex_);
  const bool ran = discovers();
  discovery_.reset();
  return ran;
}

bool Recorder::Impl::is_discovery_running() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return discovers();
}

std::unordered_map<std::string, std::string> Recorder::Impl::wanted_topics() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (!filter_) {return {};}
  return filter_->filter_topics(node_.get_topic_names_and_types());
}

// Under the lock. No topic is subscribed to before: what had no time could not be kept.
bool Recorder::Impl::has_time()
{
  if (!options.use_sim_time || node_.now().nanoseconds() != 0) {return true;}
  if (!std::exchange(told_no_time_, true)) {
    RCLCPP_INFO(
      node_.get_logger(), "use_sim_time is set: topics are recorded from the first message of /clock on");
  }
  return false;
}

void Recorder::Impl::discover()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (!recording_ || !has_time() || !graph_changed_->check_and_clear()) {return;}
  for (const auto & [topic, type] : filter_->filter_topics(node_.get_topic_names_and_types())) {
    if (seen_.insert(topic).second) {subscribe_to(topic, type);}
  }
}

// Under the lock.
void Recorder::Impl::count_lost()
{
  for (const auto & [topic, subscription] : subscriptions) {
    const uint64_t lost = lost_since(*subscription);
    if (lost != 0) {recording_->count_lost(known_.at(topic).number, lost);}
  }
}

void Recorder::Impl::tell_lost()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (!recording_) {return;}
  count_lost();
  std::map<std::string, uint64_t> fresh;
  for (const auto & one : recording_->report()) {
    Known & known = known_.at(one.name);
    if (one.lost > known.told_lost) {fresh[one.name] = one.lost - known.told_lost;}
    known.told_lost = one.lost;
  }
  if (fresh.empty()) {return;}
  RCLCPP_WARN(
    node_.get_logger(), "Messages lost in the last second, per topic:%s",
    counts_text(fresh).c_str());
}

// What was published before is to be in the bag: all that lies in shared memory, and of what is
// under way in a network that which comes soon.
void Recorder::Impl::catch_up()
{
  std::this_thread::sleep_for(2 * std::chrono::nanoseconds(ranvier::kPatience));
  std::vector<std::shared_ptr<rclcpp::SubscriptionBase>> all;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto & [topic, subscription] : subscriptions) {all.push_back(subscription);}
  }
  for (const auto & one : all) {
    auto & core = *one->core();
    core.catch_up();
    for (size_t left = core.waiting(); left != 0; --left) {  // no more: publishers may go on
      if (auto message = core.take()) {core.call_with(std::move(message));}
    }
  }
}

void Recorder::Impl::stop()
{
  std::lock_guard<std::mutex> one(stopping_);  // who comes second returns when the bag is complete
  if (recording() && context().is_valid()) {catch_up();}
  std::shared_ptr<Recording> ended;
  decltype(subscriptions) gone;  // they end outside of the lock
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!recording_) {return;}
    discovery_.reset();
    telling_.reset();
    for (const auto & [topic, subscription] : subscriptions) {subscription->core()->close();}
    count_lost();
    peers_->forget();
    seen_.clear();
    known_.clear();
    gone.swap(subscriptions);
    ended = std::move(recording_);
  }
  gone.clear();
  end(std::move(ended));
}

void Recorder::Impl::end(std::shared_ptr<Recording> ended)
{
  const auto closed = ended->close();
  std::map<std::string, uint64_t> lost;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    last_report_ = ended->report();
    for (const auto & one : last_report_) {
      if (one.lost != 0) {lost[one.name] = one.lost;}
    }
  }
  if (!lost.empty()) {
    RCLCPP_WARN(
      node_.get_logger(), "Messages lost per topic:%s", counts_text(lost).c_str());
  }
  RCLCPP_INFO(node_.get_logger(), "Recording stopped");
  if (!closed) {throw std::runtime_error(closed.error().what);}
}

}  // namespace rosbag2_transport
