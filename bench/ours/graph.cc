#include "bench/ours/graph.h"

#include <bench_interfaces/msg/stamped100b.hpp>
#include <bench_interfaces/msg/stamped100kb.hpp>
#include <bench_interfaces/msg/stamped10b.hpp>
#include <bench_interfaces/msg/stamped10kb.hpp>
#include <bench_interfaces/msg/stamped12_float32.hpp>
#include <bench_interfaces/msg/stamped1kb.hpp>
#include <bench_interfaces/msg/stamped1mb.hpp>
#include <bench_interfaces/msg/stamped250b.hpp>
#include <bench_interfaces/msg/stamped250kb.hpp>
#include <bench_interfaces/msg/stamped3_float32.hpp>
#include <bench_interfaces/msg/stamped4_float32.hpp>
#include <bench_interfaces/msg/stamped4_int32.hpp>
#include <bench_interfaces/msg/stamped4mb.hpp>
#include <bench_interfaces/msg/stamped500kb.hpp>
#include <bench_interfaces/msg/stamped50kb.hpp>
#include <bench_interfaces/msg/stamped5mb.hpp>
#include <bench_interfaces/msg/stamped600kb.hpp>
#include <bench_interfaces/msg/stamped8mb.hpp>
#include <bench_interfaces/msg/stamped9_float32.hpp>
#include <bench_interfaces/msg/stamped_int64.hpp>
#include <bench_interfaces/msg/stamped_vector.hpp>
#include <map>
#include <type_traits>

#include "bench/ours/header.h"

namespace ranvier::bench {
namespace {

namespace msg = bench_interfaces::msg;

rclcpp::QoS qos_of(const TopologyQos& from) {
  rclcpp::QoS qos = from.depth == 0 ? rclcpp::QoS(rclcpp::KeepAll()) : rclcpp::QoS(from.depth);
  from.reliable ? qos.reliable() : qos.best_effort();
  from.transient_local ? qos.transient_local() : qos.durability_volatile();
  return qos;
}

template <class Message>
class Source final : public GraphSource {
 public:
  Source(rclcpp::Node& node, const TopologyPublisher& spec, std::size_t subscriptions,
         Window& window)
      : spec_(spec),
        subscriptions_(subscriptions),
        wire_size_(stamped_wire_size(stamped_type(spec.type), spec.size)),
        window_(window),
        labour_(spec.work_ns),
        kept_(std::make_shared<Message>()),
        publisher_(node.create_publisher<Message>(spec.topic, qos_of(spec.qos))) {
    resize(*kept_);
  }

  bool matched() const override { return publisher_->get_subscription_count() >= subscriptions_; }
  std::uint64_t expected() const override { return std::uint64_t{sent_} * subscriptions_; }

  void publish() override {
    send([this] {
      const bool measured = window_.stamp().measured != 0;
      return make_header(measured ? sent_++ : kWarmingUp, spec_.period_ns, wire_size_);
    });
  }

  void publish_after(const WireHeader& message) override {
    send([&] {
      WireHeader header = message;
      if (header.tracking_number != kWarmingUp) header.tracking_number = sent_++;
      header.size = static_cast<std::uint32_t>(wire_size_);
      return header;
    });
  }

 private:
  // `make` stamps it when all else is done.
  template <class Make>
  void send(Make make) {
    const std::int64_t began = labour_.begin();
    if (!spec_.unique) {
      labour_.do_rest(began);
      put_header(kept_->header, make());
      return publisher_->publish(*kept_);
    }
    auto message = std::make_unique<Message>();
    resize(*message);
    labour_.do_rest(began);
    put_header(message->header, make());
    publisher_->publish(std::move(message));
  }

  void resize(Message& message) const {
    if constexpr (std::is_same_v<Message, msg::StampedVector>) message.data.resize(spec_.size);
  }

  const TopologyPublisher spec_;
  const std::size_t subscriptions_;
  const std::size_t wire_size_;
  Window& window_;
  const Labour labour_;
  std::uint32_t sent_ = 0;
  std::shared_ptr<Message> kept_;
  typename rclcpp::Publisher<Message>::SharedPtr publisher_;
};

template <class Message>
unsigned look_at(const Message& message) {
  if constexpr (std::is_same_v<Message, msg::StampedInt64>) {
    return static_cast<unsigned>(message.data);
  } else {
    return touch_pages(reinterpret_cast<const std::uint8_t*>(message.data.data()),
                       message.data.size() * sizeof(message.data[0]));
  }
}

template <class Message>
class Sink final : public GraphSink {
 public:
  Sink(rclcpp::Node& node, const TopologySubscriber& spec, std::int64_t period_ns,
       std::size_t publishers)
      : publishers_(publishers),
        labour_(spec.work_ns),
        tracker_(std::string(node.get_name()) + ":" + spec.topic, period_ns) {
    subscription_ = node.create_subscription<Message>(
        spec.topic, qos_of(spec.qos),
        [this](std::shared_ptr<const Message> message) { take(*message); });
  }

  bool matched() const override { return subscription_->get_publisher_count() >= publishers_; }
  const Tracker& tracker() const override { return tracker_; }
  void then(std::function<void(const WireHeader&)> what) override { then_ = std::move(what); }

 private:
  void take(const Message& message) {
    const std::int64_t entered = now_ns();
    const std::int64_t began = labour_.begin();
    const WireHeader header = get_header(message.header);
    if (header.tracking_number != kWarmingUp)
      tracker_.record(header.tracking_number, entered - stamp_ns(header));
    sink_ = sink_ + look_at(message);
    labour_.do_rest(began);
    if (then_) then_(header);
  }

  const std::size_t publishers_;
  const Labour labour_;
  std::function<void(const WireHeader&)> then_;
  Tracker tracker_;
  unsigned sink_ = 0;
  typename rclcpp::Subscription<Message>::SharedPtr subscription_;
};

/// Makes both ends of one message type.
struct Makers {
  std::unique_ptr<GraphSource> (*source)(rclcpp::Node&, const TopologyPublisher&, std::size_t,
                                         Window&);
  std::unique_ptr<GraphSink> (*sink)(rclcpp::Node&, const TopologySubscriber&, std::int64_t,
                                     std::size_t);
};

template <class Message>
Makers makers_for() {
  return {[](rclcpp::Node& node, const TopologyPublisher& spec, std::size_t subscriptions,
             Window& window) -> std::unique_ptr<GraphSource> {
            return std::make_unique<Source<Message>>(node, spec, subscriptions, window);
          },
          [](rclcpp::Node& node, const TopologySubscriber& spec, std::int64_t period_ns,
             std::size_t publishers) -> std::unique_ptr<GraphSink> {
            return std::make_unique<Sink<Message>>(node, spec, period_ns, publishers);
          }};
}

const std::map<std::string, Makers>& all_makers() {
  static const std::map<std::string, Makers> makers = {
      {"stamped_int64", makers_for<msg::StampedInt64>()},
      {"stamped_vector", makers_for<msg::StampedVector>()},
      {"stamped4_int32", makers_for<msg::Stamped4Int32>()},
      {"stamped3_float32", makers_for<msg::Stamped3Float32>()},
      {"stamped4_float32", makers_for<msg::Stamped4Float32>()},
      {"stamped9_float32", makers_for<msg::Stamped9Float32>()},
      {"stamped12_float32", makers_for<msg::Stamped12Float32>()},
      {"stamped10b", makers_for<msg::Stamped10b>()},
      {"stamped100b", makers_for<msg::Stamped100b>()},
      {"stamped250b", makers_for<msg::Stamped250b>()},
      {"stamped1kb", makers_for<msg::Stamped1kb>()},
      {"stamped10kb", makers_for<msg::Stamped10kb>()},
      {"stamped50kb", makers_for<msg::Stamped50kb>()},
      {"stamped100kb", makers_for<msg::Stamped100kb>()},
      {"stamped250kb", makers_for<msg::Stamped250kb>()},
      {"stamped500kb", makers_for<msg::Stamped500kb>()},
      {"stamped600kb", makers_for<msg::Stamped600kb>()},
      {"stamped1mb", makers_for<msg::Stamped1mb>()},
      {"stamped4mb", makers_for<msg::Stamped4mb>()},
      {"stamped5mb", makers_for<msg::Stamped5mb>()},
      {"stamped8mb", makers_for<msg::Stamped8mb>()},
  };
  return makers;
}

}  // namespace

std::unique_ptr<GraphSource> make_source(rclcpp::Node& node, const TopologyPublisher& spec,
                                         std::size_t subscriptions, Window& window) {
  return all_makers().at(spec.type).source(node, spec, subscriptions, window);
}

std::unique_ptr<GraphSink> make_sink(rclcpp::Node& node, const TopologySubscriber& spec,
                                     std::int64_t period_ns, std::size_t publishers) {
  return all_makers().at(spec.type).sink(node, spec, period_ns, publishers);
}

}  // namespace ranvier::bench
