// What a Player does behind its functions.
#ifndef PLAYER_IMPL_HPP_
#define PLAYER_IMPL_HPP_

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "bag/play/play_source.h"
#include "bag/play/play_clock.h"
#include "before_shutdown.hpp"
#include "keyboard.hpp"
#include "played_topics.hpp"
#include "rosbag2_interfaces/msg/read_split_event.hpp"
#include "rosbag2_transport/player.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace rosbag2_transport
{

/// Threads: run() on the player's own; all else on any. Lock: "mutex_", under which nothing is
///          published and no lock of the core is taken but that of the clock.
class Player::Impl
{
public:
  Impl(
    Player & node, const std::vector<rosbag2_storage::StorageOptions> & bags,
    const PlayOptions & play, std::unique_ptr<rosbag2_cpp::Reader> reader = nullptr);
  ~Impl();

  bool play();
  void wait_for_begin();
  bool wait_for_end(std::chrono::duration<double> timeout);
  void stop();
  size_t burst(size_t messages);
  void seek(int64_t time);
  void open_keyboard();
  std::string failure() const;

  uint64_t add_callback(Player::play_msg_callback_t callback, bool before);
  void delete_callback(uint64_t handle);
  size_t count_callbacks(bool before);

  const std::vector<rosbag2_storage::StorageOptions> bags;  // at least one
  PlayOptions options;
  ranvier::bag::PlayClock clock;
  std::unique_ptr<PlayedTopics> topics;
  std::unique_ptr<Keyboard> keyboard;
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr clock_publisher;

private:
  // What a wait of the playing thread ends with.
  enum class Then {kPublish, kSeek, kEnd};
  rclcpp::Context & context() const;
  void open(std::unique_ptr<ranvier::bag::PlaySource> source);
  void warn_of_damage();
  void serve();
  template<typename Service, typename Function>
  void add_service(const std::string & name, Function function);
  bool play_by_request(int64_t offset, int64_t duration, int64_t until);
  bool begin();
  void run();
  bool play_once();
  bool play_from_here();
  bool wait_for_delay();
  bool is_to_stop() const;
  void ask_to_stop();
  void end_with_context();
  void wait_for_acknowledgements();
  int64_t start_time() const;
  int64_t end_time() const;
  std::optional<ranvier::bag::MessageView> next();
  Then wait_for(const ranvier::bag::MessageView & message);
  Then wait_at_end();
  void publish(const ranvier::bag::MessageView & message);
  void published_one();
  void go_to_wanted_time();
  void finish(const std::string & why);
  void publish_clock(int64_t time);
  void tell_split();
  void call_back(const ranvier::bag::MessageView & message, bool before);

  Player & node_;
  std::unique_ptr<ranvier::bag::PlaySource> reader_;  // of who plays
  bool first_ = true;  // message of a round; of who plays
  std::set<std::string> told_damage_;  // lines of the reader's
  int64_t begin_ns_ = 0;  // of the bags
  rclcpp::CallbackGroup::SharedPtr group_;
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
  rclcpp::TimerBase::SharedPtr clock_timer_;
  rclcpp::Publisher<rosbag2_interfaces::msg::ReadSplitEvent>::SharedPtr splits_;

  struct Callback
  {
    Player::play_msg_callback_t call;
    bool before;  // the message is published
  };
  std::mutex calling_;  // while callbacks are called or changed; outside of mutex_
  std::map<uint64_t, Callback> callbacks_;
  uint64_t last_handle_ = 0;
  std::atomic<bool> has_callbacks_{false};

  // While one is there the player is not destroyed. Made and ended while mutex_ is held.
  struct Waiting
  {
    explicit Waiting(Impl & of)
    : of(of) {++of.waiting_;}
    ~Waiting()
    {
      --of.waiting_;
      of.changed_.notify_all();
    }
    Impl & of;
  };

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool plays_ = false;
  bool began_ = false;  // ever
  size_t waiting_ = 0;  // threads within Waiting
  bool destroyed_ = false;
  bool asked_to_stop_ = false;
  bool context_ends_ = false;
  std::optional<int64_t> wanted_time_;  // of seek()
  size_t asked_ = 0;  // messages of burst() that are still to come
  size_t given_ = 0;  // of this burst
  std::string failure_;
  std::optional<BeforeShutdown> shutdown_;
  std::mutex threading_;  // while the thread begins or is joined; outside of mutex_
  std::thread thread_;
};

}  // namespace rosbag2_transport

#endif  // PLAYER_IMPL_HPP_
