// Waitables that consist of several entities of the core, which the runtime runs by itself.
#ifndef RCLCPP__DETAIL__SERVED_WAITABLE_HPP_
#define RCLCPP__DETAIL__SERVED_WAITABLE_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "rclcpp/waitable.hpp"

namespace ranvier
{
class Client;
class Server;
class Subscription;
class Timer;
}  // namespace ranvier

namespace rclcpp::detail
{

/// Its entities are works of a callback group already, which executors run as they
/// run any other. So NodeWaitables::add_waitable() shows it to who collects the
/// group, and runs nothing: else two would take from the same entities.
///
/// Threads: add_part() before all else; all others from any thread.
class RCLCPP_PUBLIC ServedWaitable : public Waitable
{
public:
  ~ServedWaitable() override;

  /// Throws exceptions::RCLError for a wait set of no runtime.
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  /// Of what is_ready() found last. Throws std::runtime_error if it found nothing.
  std::shared_ptr<void> take_data() override;
  /// Throws std::invalid_argument for an id that no part has.
  std::shared_ptr<void> take_data_by_entity_id(size_t id) override;
  /// Runs the callbacks, here. Nothing happens if somebody else took it before.
  /// Throws std::runtime_error for null.
  void execute(const std::shared_ptr<void> & data) override;
  /// `callback` gets how many messages came, and for which id, on the thread that
  /// brings them, of those that wait already at once. It must be short, and not
  /// publish. Throws std::invalid_argument for null.
  void set_on_ready_callback(std::function<void(size_t, int)> callback) override;
  void clear_on_ready_callback() override;

  size_t get_number_of_ready_subscriptions() override;
  size_t get_number_of_ready_timers() override;
  size_t get_number_of_ready_clients() override;
  size_t get_number_of_ready_services() override;

protected:
  /// `name`: who it is in the words of errors, "action 'fibonacci'".
  explicit ServedWaitable(std::string name);
  // A part is kept until the end, and may be closed before. is_ready() looks at them in
  // this order.
  void add_part(int id, ranvier::Client & part);
  void add_part(int id, ranvier::Server & part);
  void add_part(int id, ranvier::Subscription & part);
  // Nobody is notified when a timer begins: who waits sees it when he looks again.
  void add_part(int id, ranvier::Timer & part);

private:
  struct Parts;
  const std::string name_;
  const std::unique_ptr<Parts> parts_;
  std::atomic<int> next_ready_{-1};  // the id of a part
};

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__SERVED_WAITABLE_HPP_
