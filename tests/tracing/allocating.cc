// A managed node that takes memory where it should not: in a callback, in a timer and in a library.
// It takes some before it is active too. It ends by itself. --ask DIR prints what a test of C++ gets
// to know of a trace.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <ranvier_tracing/allocations.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <std_msgs/msg/int64.hpp>
#include <string_view>

extern "C" {
void* planted_in_library();
[[gnu::visibility("default"), gnu::noinline]] void* planted_in_callback() {
  void* volatile memory = std::malloc(101);
  return memory;
}
[[gnu::visibility("default"), gnu::noinline]] void* planted_in_timer() {
  void* volatile memory = ::operator new(102);  // no tail call: it is to be in the stack
  return memory;
}
[[gnu::visibility("default"), gnu::noinline]] void* planted_before() {
  void* volatile memory = std::malloc(103);
  return memory;
}
}

namespace {

using Result = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;
using std_msgs::msg::Int64;

constexpr int kTimes = 20;

class Planted final : public rclcpp_lifecycle::LifecycleNode {
 public:
  /// @param plants  false: it takes nothing while it is active.
  explicit Planted(bool plants) : LifecycleNode("planted"), plants_(plants) {
    publisher_ = create_publisher<Int64>("number", 10);
    subscription_ = create_subscription<Int64>("number", 10, [this](const Int64&) {
      if (plants_) std::free(planted_in_callback());
      if (plants_) std::free(planted_in_library());
      ++heard_;
    });
  }
  [[nodiscard]] bool is_done() const { return heard_ >= kTimes && ticks_ >= kTimes; }

  Result on_configure(const rclcpp_lifecycle::State&) override {
    std::free(planted_before());
    timer_ = create_wall_timer(std::chrono::milliseconds(2), [this] {
      if (plants_ && get_current_state().label() == "active") ::operator delete(planted_in_timer());
      ++ticks_;
    });
    return Result::SUCCESS;
  }
  Result on_activate(const rclcpp_lifecycle::State& state) override {
    std::free(planted_before());
    return LifecycleNode::on_activate(state);
  }
  /// One message at a time.
  void publish() {
    if (sent_ > heard_) return;
    ++sent_;
    publisher_->publish(message_);
  }

 private:
  const bool plants_;
  int sent_ = 0, heard_ = 0, ticks_ = 0;
  Int64 message_;
  rclcpp_lifecycle::LifecyclePublisher<Int64>::SharedPtr publisher_;
  rclcpp::Subscription<Int64>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--ask") {
    std::cout << ranvier_tracing::allocations_in_state(argv[2], "active", "/planted");
    return 0;
  }
  rclcpp::init(argc, argv);
  const bool plants = argc < 2 || std::string_view(argv[1]) != "--clean";
  const auto node = std::make_shared<Planted>(plants);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node->get_node_base_interface());
  node->configure();
  node->activate();
  while (rclcpp::ok() && !node->is_done()) {
    node->publish();
    executor.spin_once(std::chrono::milliseconds(20));
  }
  node->deactivate();
  std::free(planted_before());
  node->shutdown();
  rclcpp::shutdown();
  return 0;
}
