// Publishes and hears a message of a fixed size many times, for a look at what that takes from the
// heap: role=both in one process, role=pub and role=sub in two.
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/int64.hpp>
#include <string_view>

namespace {

using std_msgs::msg::Int64;

constexpr int kMessages = 400;

class Pair final : public rclcpp::Node {
 public:
  explicit Pair(std::string_view role) : Node(std::string("clean_") + std::string(role)) {
    if (role != "sub") publish_on_timer();
    if (role != "pub") {
      subscription_ = create_subscription<Int64>("clean", 10, [this](const Int64&) { ++heard_; });
    }
  }
  [[nodiscard]] bool is_done() const {
    const bool is_alone = publisher_ && publisher_->get_subscription_count() == 0;
    const bool has_sent = !publisher_ || sent_ >= kMessages || (sent_ > 0 && is_alone);
    return has_sent && (!subscription_ || heard_ >= kMessages / 2);
  }

 private:
  void publish_on_timer() {
    publisher_ = create_publisher<Int64>("clean", 10);
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this] {
      if (publisher_->get_subscription_count() == 0) return;
      // Within a process the message is the user's own; between two it need not be copied.
      if (subscription_) publisher_->publish(std::make_unique<Int64>(message_));
      else publisher_->publish(message_);
      ++sent_;
    });
  }

  int sent_ = 0, heard_ = 0;
  Int64 message_;
  rclcpp::Publisher<Int64>::SharedPtr publisher_;
  rclcpp::Subscription<Int64>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<Pair>(argc > 1 ? argv[1] : "both");
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  while (rclcpp::ok() && !node->is_done()) executor.spin_once(std::chrono::milliseconds(100));
  rclcpp::shutdown();
  return 0;
}
