// What users want to be called with for each message that is played.
#include <algorithm>
#include <cstring>
#include <utility>

#include "player_impl.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_transport
{
namespace
{

std::shared_ptr<rosbag2_storage::SerializedBagMessage> copy_of(
  const ranvier::bag::MessageView & message, const std::string & topic)
{
  auto copy = std::make_shared<rosbag2_storage::SerializedBagMessage>();
  copy->topic_name = topic;
  copy->recv_timestamp = message.received_ns;
  copy->send_timestamp = message.sent_ns;
  copy->serialized_data =
    rosbag2_storage::make_serialized_message(message.data.data(), message.data.size());
  return copy;
}

}  // namespace

uint64_t Player::Impl::add_callback(Player::play_msg_callback_t callback, bool before)
{
  if (!callback) {return Player::invalid_callback_handle;}
  std::lock_guard<std::mutex> lock(calling_);
  callbacks_[++last_handle_] = {std::move(callback), before};
  has_callbacks_ = true;
  return last_handle_;
}

void Player::Impl::delete_callback(uint64_t handle)
{
  std::lock_guard<std::mutex> lock(calling_);
  callbacks_.erase(handle);
  has_callbacks_ = !callbacks_.empty();
}

size_t Player::Impl::count_callbacks(bool before)
{
  std::lock_guard<std::mutex> lock(calling_);
  return static_cast<size_t>(
    std::count_if(
      callbacks_.begin(), callbacks_.end(),
      [before](const auto & one) {return one.second.before == before;}));
}

// A callback must not add or delete one: the lock is held, so that none is called once it is gone.
void Player::Impl::call_back(const ranvier::bag::MessageView & message, bool before)
{
  std::lock_guard<std::mutex> lock(calling_);
  std::shared_ptr<rosbag2_storage::SerializedBagMessage> copy;
  for (const auto & [handle, callback] : callbacks_) {
    if (callback.before != before) {continue;}
    if (!copy) {copy = copy_of(message, reader_->topics()[message.topic].name);}
    callback.call(copy);
  }
}

}  // namespace rosbag2_transport
