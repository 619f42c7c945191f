#include "player_impl.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>
#include <utility>

#include "bag/play/bag_set.h"
#include "ranvier/base/numbers.h"
#include "ranvier/base/saturating.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/thread.h"
#include "rclcpp/logging.hpp"
#include "reader_source.hpp"
#include "rosbag2_storage/detail/convert.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::MessageView;

constexpr size_t kAll = std::numeric_limits<size_t>::max();
constexpr std::chrono::milliseconds kStopLook{100};  // how often a wait looks whether it is to stop

double checked_rate(float rate)
{
  if (std::isfinite(rate) && rate > 0) {return static_cast<double>(rate);}
  throw std::invalid_argument(
          "The rate " + ranvier::short_number_text(static_cast<double>(rate)) +
          " plays nothing: give one above 0.");
}

std::unique_ptr<ranvier::bag::PlaySource> open_bags(
  const std::vector<rosbag2_storage::StorageOptions> & bags)
{
  std::vector<ranvier::bag::ReadOptions> named;
  for (const auto & bag : bags) {
    named.push_back(rosbag2_storage::detail::read_options_of(bag));
    named.back().loads_ahead = true;
  }
  auto opened = ranvier::bag::BagSet::open(named);
  if (!opened) {throw std::runtime_error(opened.error().what);}
  return std::move(*opened);
}

}  // namespace

Player::Impl::Impl(
  Player & node, const std::vector<rosbag2_storage::StorageOptions> & of_bags,
  const PlayOptions & play_options, std::unique_ptr<rosbag2_cpp::Reader> given_reader)
: bags(of_bags), options(play_options),
  clock(0, checked_rate(play_options.rate), play_options.start_paused), node_(node)
{
  for (auto * names : {&options.topics_to_filter, &options.services_to_filter,
      &options.exclude_topics_to_filter, &options.exclude_services_to_filter})
  {
    for (std::string & name : *names) {
      name = node_.get_node_topics_interface()->resolve_topic_name(name, true);
    }
  }
  if (given_reader) {
    open(std::make_unique<ReaderSource>(std::move(given_reader), bags.front()));
  } else {
    open(open_bags(bags));
  }
  serve();
  shutdown_.emplace(node_.get_node_base_interface()->get_context(), [this] {end_with_context();});
}

Player::Impl::~Impl()
{
  shutdown_.reset();
  stop();  // first: a key may wait for a burst
  keyboard.reset();
  std::unique_lock<std::mutex> lock(mutex_);
  destroyed_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] {return waiting_ == 0;});  // their lock is this object's
}

void Player::Impl::open(std::unique_ptr<ranvier::bag::PlaySource> source)
{
  reader_ = std::move(source);
  warn_of_damage();
  begin_ns_ = reader_->start_ns();
  clock.jump(start_time());
  topics = std::make_unique<PlayedTopics>(node_, options, *reader_);
  auto filtered = reader_->filter(
    [this](const ranvier::bag::Topic & topic) {return topics->plays(topic.name);});
  if (!filtered) {throw std::runtime_error(filtered.error().what);}
}

rclcpp::Context & Player::Impl::context() const
{
  return *node_.get_node_base_interface()->get_context();
}

// What was found since the last time: damage within a file shows when it is read.
void Player::Impl::warn_of_damage()
{
  if (reader_->damage_lines() == told_damage_.size()) {return;}
  for (const std::string & damage : reader_->damage()) {
    if (told_damage_.insert(damage).second) {
      RCLCPP_WARN(node_.get_logger(), "%s", damage.c_str());
    }
  }
}

int64_t Player::Impl::start_time() const
{
  return ranvier::add_saturating(begin_ns_, options.start_offset);
}

void Player::Impl::publish_clock(int64_t time)
{
  rosgraph_msgs::msg::Clock message;
  constexpr int64_t kSecond = 1'000'000'000;
  message.clock.sec = static_cast<int32_t>(time / kSecond);
  message.clock.nanosec = static_cast<uint32_t>(time % kSecond);
  clock_publisher->publish(message);
}

bool Player::Impl::begin()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (plays_) {return false;}
  plays_ = began_ = true;
  changed_.notify_all();
  asked_to_stop_ = context_ends_ || !context().is_valid();
  wanted_time_.reset();  // of a seek after the last end
  failure_.clear();
  return true;
}

bool Player::Impl::play()
{
  std::lock_guard<std::mutex> one(threading_);
  if (!begin()) {return false;}
  if (thread_.joinable()) {thread_.join();}
  const int64_t until = end_time();
  RCLCPP_INFO(
    node_.get_logger(), "Playback until timestamp: %lld",
    static_cast<long long>(
      until == std::numeric_limits<int64_t>::max() ? -1 : std::max(until, int64_t{0})));
  thread_ = ranvier::start_user_thread("A player", [this] {run();});
  return true;
}

bool Player::Impl::play_by_request(int64_t offset, int64_t duration, int64_t until)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (plays_) {return false;}
    options.start_offset = offset;
    options.playback_duration = rclcpp::Duration(std::chrono::nanoseconds(duration));
    options.playback_until_timestamp = until;
  }
  return play();
}

void Player::Impl::finish(const std::string & why)
{
  std::lock_guard<std::mutex> lock(mutex_);
  plays_ = false;
  asked_ = 0;
  failure_ = why;
  changed_.notify_all();
}

void Player::Impl::run()
{
  constexpr unsigned long kLeastSlack = 1;  // ns; of this thread: it wakes when a message is due
  (void)prctl(PR_SET_TIMERSLACK, kLeastSlack);
  std::string why;
  try {
    do {
      if (!wait_for_delay()) {break;}
      if (play_once()) {continue;}
      if (options.loop) {RCLCPP_WARN(node_.get_logger(), "There is nothing to play in a loop.");}
      break;
    } while (options.loop && !is_to_stop());
    wait_for_acknowledgements();
  } catch (const std::exception & error) {
    why = error.what();
    RCLCPP_ERROR(node_.get_logger(), "Playing ended: %s", why.c_str());
  }
  finish(why);
}

bool Player::Impl::is_to_stop() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return asked_to_stop_;
}

void Player::Impl::wait_for_acknowledgements()
{
  if (options.wait_acked_timeout < 0) {return;}
  const std::chrono::milliseconds limit(options.wait_acked_timeout);  // 0: as long as it takes
  const auto begin = std::chrono::steady_clock::now();
  while (!is_to_stop() && !topics->wait_for_acknowledgements(kStopLook)) {
    if (limit.count() == 0 || std::chrono::steady_clock::now() - begin < limit) {continue;}
    topics->tell_unacknowledged();
    return;
  }
}

// False if it is to stop meanwhile.
bool Player::Impl::wait_for_delay()
{
  const auto delay = options.delay.to_chrono<std::chrono::nanoseconds>();
  std::unique_lock<std::mutex> lock(mutex_);
  if (delay.count() <= 0) {return !asked_to_stop_;}
  return !changed_.wait_for(lock, delay, [this] {return asked_to_stop_;});
}

int64_t Player::Impl::end_time() const
{
  const int64_t duration = options.playback_duration.nanoseconds();
  int64_t end = duration < 0 ? -1 : 0;
  if (duration > 0) {end = ranvier::add_saturating(start_time(), duration);}
  end = std::max(end, options.playback_until_timestamp);
  if (end == 0) {return std::numeric_limits<int64_t>::min();}  // nothing is played
  return end < 0 ? std::numeric_limits<int64_t>::max() : end;
}

// False if no message was there to play.
bool Player::Impl::play_once()
{
  const int64_t begin = start_time();
  if (auto done = reader_->seek(begin); !done) {throw std::runtime_error(done.error().what);}
  clock.jump(begin);
  first_ = true;
  return play_from_here();
}

bool Player::Impl::play_from_here()
{
  const int64_t end = end_time();
  bool any = false;
  for (;;) {
    const auto message = next();
    const bool over = !message || message->received_ns > end;
    any = any || !over;
    switch (over ? wait_at_end() : wait_for(*message)) {
      case Then::kEnd:
        return any;
      case Then::kSeek:
        go_to_wanted_time();
        break;
      case Then::kPublish:
        tell_split();
        publish(*message);
        published_one();
        break;
    }
  }
}

std::optional<MessageView> Player::Impl::next()
{
  auto message = reader_->next();
  if (!message) {throw std::runtime_error(message.error().what);}
  warn_of_damage();
  return *message;
}

Player::Impl::Then Player::Impl::wait_for(const MessageView & message)
{
  for (bool due = false;;) {
    const uint32_t seen = clock.changes();
    {
      // Also when it is due: perhaps only since a seek has moved the clock.
      std::lock_guard<std::mutex> lock(mutex_);
      if (asked_to_stop_) {return Then::kEnd;}
      if (wanted_time_) {return Then::kSeek;}
      if (due) {return Then::kPublish;}
      if (asked_ != 0) {
        clock.jump(message.received_ns);
        return Then::kPublish;
      }
    }
    due = clock.wait_until(message.received_ns, seen);
  }
}

// While it is paused the end is not the end: one may go back.
Player::Impl::Then Player::Impl::wait_at_end()
{
  for (;;) {
    const uint32_t seen = clock.changes();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (wanted_time_ && !asked_to_stop_) {return Then::kSeek;}
      if (asked_to_stop_ || !clock.paused()) {return Then::kEnd;}
      asked_ = 0;  // no more come
      changed_.notify_all();
    }
    (void)clock.wait_until(ranvier::kForever, seen);
  }
}

void Player::Impl::publish(const MessageView & message)
{
  if (topics->triggers_clock(message.topic)) {publish_clock(message.received_ns);}
  const Play & play = topics->of(message.topic);
  if (!play) {return;}
  try {
    if (has_callbacks_) {call_back(message, true);}
    play(message.data);
    if (has_callbacks_) {call_back(message, false);}
  } catch (const std::exception & error) {
    RCLCPP_ERROR(node_.get_logger(), "Failed to publish message: %s", error.what());
  }
}

void Player::Impl::published_one()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (asked_ == 0) {return;}
  if (asked_ != kAll) {--asked_;}
  ++given_;
  if (asked_ == 0) {changed_.notify_all();}
}

void Player::Impl::go_to_wanted_time()
{
  int64_t time = 0;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    time = std::exchange(wanted_time_, std::nullopt).value_or(begin_ns_);
    clock.jump(time);  // what began meanwhile has set it back
  }
  if (auto done = reader_->seek(time); !done) {throw std::runtime_error(done.error().what);}
}

void Player::Impl::seek(int64_t time)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    wanted_time_ = std::max(time, begin_ns_);
    clock.jump(*wanted_time_);
  }
  clock.wake();
}

size_t Player::Impl::burst(size_t messages)
{
  std::unique_lock<std::mutex> lock(mutex_);
  if (!plays_ || !clock.paused() || asked_ != 0) {return 0;}
  asked_ = messages == 0 ? kAll : messages;
  given_ = 0;
  clock.wake();
  const Waiting here(*this);
  changed_.wait(lock, [this] {return asked_ == 0;});
  return given_;
}

void Player::Impl::wait_for_begin()
{
  std::unique_lock<std::mutex> lock(mutex_);
  const Waiting here(*this);
  changed_.wait(lock, [this] {return began_ || destroyed_;});
}

bool Player::Impl::wait_for_end(std::chrono::duration<double> timeout)
{
  std::unique_lock<std::mutex> lock(mutex_);
  const auto ended = [this] {return !plays_;};
  const Waiting here(*this);
  if (timeout.count() >= 0) {return changed_.wait_for(lock, timeout, ended);}
  changed_.wait(lock, ended);
  return true;
}

void Player::Impl::end_with_context()
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    context_ends_ = true;  // it is valid until this returns
  }
  ask_to_stop();
}

void Player::Impl::ask_to_stop()
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    asked_to_stop_ = true;
    changed_.notify_all();
  }
  clock.wake();
}

void Player::Impl::stop()
{
  ask_to_stop();
  std::lock_guard<std::mutex> one(threading_);
  ask_to_stop();  // play() may have begun since
  if (thread_.joinable()) {thread_.join();}
}

// The message that is to be played may lie in another file than the last one.
void Player::Impl::tell_split()
{
  const auto split = reader_->take_split();
  if (std::exchange(first_, false) || !split) {return;}
  rosbag2_interfaces::msg::ReadSplitEvent event;
  event.closed_file = split->closed;
  event.opened_file = split->opened;
  event.node_name = node_.get_fully_qualified_name();
  splits_->publish(event);
}

std::string Player::Impl::failure() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return failure_;
}

}  // namespace rosbag2_transport
