// The yardstick of `ranvier bench python`: nodes of rclcpp on one executor, whose callbacks call
// one function of Python with one new, empty object.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <geometry_msgs/msg/twist.hpp>
#include <memory>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <std_msgs/msg/string.hpp>
#include <string>
#include <vector>

#include "bench/common/session.h"

namespace ranvier::bench {
namespace {

namespace nb = nanobind;

struct Shape {
  std::string role;  // both, pub, sub
  long topics;       // 0: timers alone
  long fan;
  long nodes;
  long rate;
  std::size_t letters;
};

template <class Message>
Message message_of(const Shape&) {
  return Message();
}
template <>
std_msgs::msg::String message_of(const Shape& shape) {
  std_msgs::msg::String message;
  message.data.assign(shape.letters, 'x');
  return message;
}

/// Threads: spin() on the main thread, without the GIL; the rest from any.
class Floor final {
 public:
  Floor(const std::string& type, std::string role, long topics, long fan, long nodes, long rate,
        std::size_t letters, nb::object make, nb::object call)
      : shape_{std::move(role), topics, fan, nodes, rate, letters},
        make_(std::move(make)),
        call_(std::move(call)) {
    rclcpp::init(0, nullptr);
    executor_.emplace();
    for (long i = 0; i < shape_.nodes; ++i) {
      nodes_.push_back(
          std::make_shared<rclcpp::Node>("floor_" + shape_.role + "_" + std::to_string(i)));
      executor_->add_node(nodes_.back());
    }
    if (type == "String") {
      add<std_msgs::msg::String>();
    } else if (type == "Imu") {
      add<sensor_msgs::msg::Imu>();
    } else {
      add<geometry_msgs::msg::Twist>();
    }
  }
  ~Floor() {
    nodes_.clear();
    executor_.reset();
    rclcpp::shutdown();
  }
  Floor(const Floor&) = delete;
  Floor& operator=(const Floor&) = delete;

  void spin() {
    const nb::gil_scoped_release released;
    executor_->spin();
  }
  void cancel() { executor_->cancel(); }
  void open() { window_.open(); }
  void close() { window_.close(); }
  std::uint64_t sent() const { return window_.sent(); }
  bool matched() const {
    for (const auto& publisher : publishers_) {
      if (publisher->get_subscription_count() < static_cast<std::size_t>(shape_.fan)) return false;
    }
    for (const auto& subscription : subscriptions_) {
      if (subscription->get_publisher_count() == 0) return false;
    }
    return true;
  }

 private:
  rclcpp::Node& node_of(long i) { return *nodes_[static_cast<std::size_t>(i) % nodes_.size()]; }

  void call_python() {
    const nb::gil_scoped_acquire acquired;
    call_(make_());
  }

  template <class Message>
  void add() {
    const auto qos = rclcpp::QoS(10).best_effort().transient_local();
    for (long topic = 0; topic < shape_.topics; ++topic) {
      const std::string name = "graph_" + std::to_string(topic);
      if (shape_.role != "sub") {
        publishers_.push_back(node_of(topic).create_publisher<Message>(name, qos));
      }
      for (long k = 0; k < shape_.fan && shape_.role != "pub"; ++k) {
        subscriptions_.push_back(node_of(k).create_subscription<Message>(
            name, qos, [this](const Message&) { call_python(); }));
      }
    }
    if (shape_.role != "sub") add_timers<Message>();
  }

  template <class Message>
  void add_timers() {
    const std::chrono::nanoseconds period(1'000'000'000 / shape_.rate);
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      timers_.push_back(nodes_[n]->create_wall_timer(period, [this, n] {
        if (publishers_.empty()) call_python();
        for (std::size_t i = n; i < publishers_.size(); i += nodes_.size()) {
          (void)window_.stamp();
          static_cast<rclcpp::Publisher<Message>&>(*publishers_[i])
              .publish(message_of<Message>(shape_));
        }
      }));
    }
  }

  const Shape shape_;
  const nb::object make_;
  const nb::object call_;
  Window window_;
  std::optional<rclcpp::executors::SingleThreadedExecutor> executor_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  std::vector<rclcpp::PublisherBase::SharedPtr> publishers_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
};

}  // namespace
}  // namespace ranvier::bench

NB_MODULE(bench_floor, module) {
  nanobind::set_leak_warnings(false);  // it lives until the process ends
  using ranvier::bench::Floor;
  namespace nb = nanobind;
  nb::class_<Floor>(module, "Floor")
      .def(nb::init<const std::string&, std::string, long, long, long, long, std::size_t,
                    nb::object, nb::object>())
      .def("spin", &Floor::spin)
      .def("cancel", &Floor::cancel)
      .def("open", &Floor::open)
      .def("close", &Floor::close)
      .def("sent", &Floor::sent)
      .def("matched", &Floor::matched);
}
