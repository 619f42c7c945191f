// The ways in which a measured message is made, and seen.
#pragma once

#include <memory>
#include <sensor_msgs/msg/view/image.hpp>
#include <sensor_msgs/msg/view/point_cloud2.hpp>
#include <stdexcept>
#include <string>

#include "bench/common/fill.h"
#include "bench/ours/carriers.h"
#include "bench/ours/options.h"
#include "ranvier/build.hpp"
#include "ranvier/view.hpp"

namespace ranvier::bench {

enum class Way {
  kUnique,  ///< a new object for each message, published as unique_ptr
  kPlain,   ///< one object, filled again and published by reference
  kLoan,    ///< borrowed from the publisher
  kView     ///< built where it is sent from; subscriptions see it as it lies there
};

/// What the word "way" says: plain, loan or view. Throws std::invalid_argument.
inline Way way_of(const Args& args, Way otherwise) {
  const std::string way = args.text("way", "");
  if (way.empty()) return otherwise;
  if (way == "plain") return Way::kPlain;
  if (way == "loan") return Way::kLoan;
  if (way == "view") return Way::kView;
  throw std::invalid_argument("way '" + way + "' is none of plain, loan and view.");
}

[[noreturn]] inline void refuse_view() {
  throw std::invalid_argument("way=view is for type=image and type=pointcloud.");
}

/// Publishes messages of one size, filled and then stamped.
///
/// Threads: one, but for matched().
template <class Message>
class Source final {
 public:
  Source(rclcpp::Node& node, const std::string& topic, const rclcpp::QoS& qos, Way way,
         std::size_t size, const Fill& fill_bulk = {})
      : way_(way),
        size_(size),
        fill_bulk_(fill_bulk),
        publisher_(node.create_publisher<Message>(topic, qos)) {
    if (way != Way::kView) return;
    if constexpr (!kHasBulk<Message>) refuse_view();
    else set_fields(*kept_, size);
  }
  /// Subscriptions that there are.
  std::size_t matched() const { return publisher_->get_subscription_count(); }

  void publish(Window& window) {
    switch (way_) {
      case Way::kUnique: return publish_unique(window);
      case Way::kPlain: return publish_kept(window);
      case Way::kLoan: return publish_loan(window);
      case Way::kView: return publish_built(window);
    }
  }

 private:
  void publish_unique(Window& window) {
    auto message = std::make_unique<Message>();
    fill(*message, size_);
    put(*message, window.stamp());
    publisher_->publish(std::move(message));
  }

  // Between processes the message is encoded: one that is kept and filled again
  // is the plain use, as the raw side keeps and fills one buffer.
  void publish_kept(Window& window) {
    fill(*kept_, size_);
    put(*kept_, window.stamp());
    publisher_->publish(*kept_);
  }

  void publish_loan(Window& window) {
    auto loan = publisher_->borrow_loaned_message();
    if constexpr (kIsArray<Message>) fill_bulk_(loan.get().data.data(), size_);
    else fill(loan.get(), size_);
    put(loan.get(), window.stamp());
    publisher_->publish(std::move(loan));
  }

  void publish_built(Window& window) {
    if constexpr (kHasBulk<Message>) {
      auto message = ranvier::build(*publisher_, *kept_, size_, &Message::data);
      fill_bulk_(message.data(), message.size());
      const Stamp stamp = window.stamp();
      std::memcpy(message.data(), &stamp, sizeof stamp);
      message.publish();
    }
  }

  const Way way_;
  const std::size_t size_;
  const Fill fill_bulk_;  // of what is filled where it is sent from
  const std::unique_ptr<Message> kept_ = std::make_unique<Message>();
  const typename rclcpp::Publisher<Message>::SharedPtr publisher_;
};

/// A subscription that calls `take` with each message, or with its view.
template <class Message, class Take>
rclcpp::SubscriptionBase::SharedPtr subscribe(rclcpp::Node& node, const std::string& topic,
                                              const rclcpp::QoS& qos, Way way, Take take,
                                              const rclcpp::SubscriptionOptions& options = {}) {
  if (way != Way::kView) {
    return node.create_subscription<Message>(
        topic, qos, [take](const Message& message) { take(message); }, options);
  }
  if constexpr (!kHasBulk<Message>) {
    refuse_view();
  } else {
    using View = ranvier::View<Message>;
    return node.create_subscription<View>(
        topic, qos, [take](const View& message) { take(message); }, options);
  }
}

}  // namespace ranvier::bench
