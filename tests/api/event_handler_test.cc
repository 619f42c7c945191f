// Events of endpoints that code waits for by itself, and their handlers.
#include "rclcpp/event_handler.hpp"

#include <gtest/gtest.h>

#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "rcl/error_handling.h"
#include "rclcpp/wait_set.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rosgraph_msgs::msg::Clock;
using Matched = rclcpp::PublisherMatchedCallbackType;
using OfPublisher = rclcpp::EventHandler<Matched, std::shared_ptr<rcl_publisher_t>>;
using OfSubscription = rclcpp::EventHandler<rclcpp::SubscriptionMatchedCallbackType,
                                            std::shared_ptr<rcl_subscription_t>>;

class EventHandlers : public Running {
 protected:
  EventHandlers() {
    init();
    node_ = node("own");
    publisher_ = node_->create_publisher<Clock>("a", 1);
    handler_ = std::make_shared<OfPublisher>(
        [this](rclcpp::MatchedInfo& info) { told_.push_back(info.current_count_change); },
        rcl_publisher_event_init, publisher_->get_publisher_handle(), RCL_PUBLISHER_MATCHED);
  }
  ~EventHandlers() override {
    handler_.reset();
    publisher_.reset();
    node_.reset();
  }
  rclcpp::Subscription<Clock>::SharedPtr listen() {
    return node_->create_subscription<Clock>("a", 1, [](const Clock&) {});
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
  std::shared_ptr<OfPublisher> handler_;
  std::vector<int> told_;
};

TEST_F(EventHandlers, AreReadyInAWaitSetWhenTheirEventHappened) {
  COVERS("rclcpp::EventHandler", "execute", "take_data", "take_data_by_entity_id");
  COVERS("rclcpp::EventHandlerBase", "add_to_wait_set", "is_ready", "get_number_of_ready_events");
  COVERS("rclcpp::Waitable", "take_data_by_entity_id");
  COVERS("rclcpp::WaitSetTemplate", "add_waitable", "remove_waitable");
  EXPECT_EQ(handler_->get_number_of_ready_events(), 1u);
  rclcpp::WaitSet wait_set;
  wait_set.add_waitable(handler_);
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Timeout);
  auto first = listen();
  {
    auto result = wait_set.wait(30s);
    ASSERT_EQ(result.kind(), rclcpp::WaitResultKind::Ready);
    EXPECT_TRUE(handler_->is_ready(result.get_wait_set().get_rcl_wait_set()));
    EXPECT_EQ(result.next_ready_waitable(), handler_);
    handler_->execute(handler_->take_data());
  }
  first.reset();
  ASSERT_EQ(wait_set.wait(30s).kind(), rclcpp::WaitResultKind::Ready);
  rclcpp::Waitable& waitable = *handler_;
  const auto data = waitable.take_data_by_entity_id(0);
  waitable.execute(data);
  EXPECT_EQ(told_, (std::vector<int>{1, -1}));
  EXPECT_THROW(handler_->execute(nullptr), std::runtime_error);
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Timeout) << "it was taken";
  wait_set.remove_waitable(handler_);
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Empty);
  rcl_wait_set_t foreign{};
  EXPECT_THROW(handler_->add_to_wait_set(foreign), std::runtime_error);
}

TEST_F(EventHandlers, TellTheirOnReadyCallback) {
  COVERS("rclcpp::EventHandlerBase", "set_on_ready_callback", "clear_on_ready_callback");
  COVERS("rclcpp::EventHandlerBase::EntityType", "Event");
  COVERS("rclcpp::Waitable", "set_on_ready_callback", "clear_on_ready_callback");
  std::vector<std::pair<size_t, int>> ready;
  rclcpp::Waitable& waitable = *handler_;
  const auto first = listen();
  waitable.set_on_ready_callback([&](size_t count, int id) { ready.emplace_back(count, id); });
  const int id = static_cast<int>(rclcpp::EventHandlerBase::EntityType::Event);
  ASSERT_EQ(ready.size(), 1u) << "of what happened before";
  EXPECT_EQ(ready[0], std::make_pair(size_t{1}, id));
  const auto second = listen();
  EXPECT_EQ(ready.size(), 2u);
  waitable.clear_on_ready_callback();
  const auto third = listen();
  EXPECT_EQ(ready.size(), 2u);
  EXPECT_THROW(waitable.set_on_ready_callback(nullptr), std::invalid_argument);
}

TEST_F(EventHandlers, RunOnANodeAsAnyWaitable) {
  node_->get_node_waitables_interface()->add_waitable(handler_, nullptr);
  auto first = listen();
  wait_until([&] { return told_.size() == 1; });
  first.reset();
  wait_until([&] { return told_.size() == 2; });
  EXPECT_EQ(told_, (std::vector<int>{1, -1}));
}

TEST_F(EventHandlers, CountForThemselvesBesideTheCallbacksOfTheOptions) {
  COVERS("rclcpp::PublisherBase", "get_event_handlers");
  int by_options = 0;
  rclcpp::PublisherOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo& info) {
    by_options += info.current_count_change;
  };
  options.use_default_callbacks = false;
  const auto publisher = node_->create_publisher<Clock>("b", 1, options);
  const auto own = std::make_shared<OfPublisher>(
      [this](rclcpp::MatchedInfo& info) { told_.push_back(info.current_count_change); },
      rcl_publisher_event_init, publisher->get_publisher_handle(), RCL_PUBLISHER_MATCHED);
  const auto& handlers = publisher->get_event_handlers();
  ASSERT_EQ(handlers.size(), 1u) << "of the events with callbacks";
  EXPECT_TRUE(publisher_->get_event_handlers().count(RMW_EVENT_OFFERED_QOS_INCOMPATIBLE))
      << "the default one";
  const auto in = node_->create_subscription<Clock>("b", 1, [](const Clock&) {});
  wait_until([&] { return by_options == 1; });
  own->execute(own->take_data());
  EXPECT_EQ(told_, std::vector<int>{1});
  const auto again = node_->create_subscription<Clock>("b", 1, [](const Clock&) {});
  const auto handler = handlers.at(RMW_EVENT_PUBLICATION_MATCHED);
  handler->execute(handler->take_data());
  EXPECT_EQ(by_options, 2);
}

TEST_F(EventHandlers, OutliveTheirEndpoint) {
  auto other = std::make_shared<rclcpp::Node>("other");
  auto subscription = other->create_subscription<Clock>("b", 1, [](const Clock&) {});
  int current = -1;
  OfSubscription handler([&](rclcpp::MatchedInfo& info) { current = info.current_count; },
                         rcl_subscription_event_init, subscription->get_subscription_handle(),
                         RCL_SUBSCRIPTION_MATCHED);
  const auto out = node_->create_publisher<Clock>("b", 1);
  subscription.reset();
  other.reset();
  handler.execute(handler.take_data());
  EXPECT_GE(current, 0);
}

TEST_F(EventHandlers, HaveTheNamesOfBefore) {
  COVERS("rclcpp", "QOSEventHandler", "QOSEventHandlerBase");
  using Old = rclcpp::QOSEventHandler<Matched, std::shared_ptr<rcl_publisher_t>>;
  const std::shared_ptr<Old> old = handler_;
  const std::shared_ptr<rclcpp::QOSEventHandlerBase> base = old;
  const auto in = listen();
  base->execute(base->take_data());
  EXPECT_EQ(told_, std::vector<int>{1});
}

rcl_ret_t unsupported(rcl_event_t*, const rcl_publisher_t*, rcl_publisher_event_type_t) {
  RCL_SET_ERROR_MSG("no such events");
  return RCL_RET_UNSUPPORTED;
}

TEST_F(EventHandlers, SayWhatIsNotToBeHad) {
  COVERS("rclcpp::UnsupportedEventTypeException");
  const auto handle = publisher_->get_publisher_handle();
  try {
    OfPublisher handler([](rclcpp::MatchedInfo&) {}, &unsupported, handle, RCL_PUBLISHER_MATCHED);
    FAIL() << "it is unsupported";
  } catch (const rclcpp::UnsupportedEventTypeException& error) {
    EXPECT_EQ(error.ret, RCL_RET_UNSUPPORTED);
    EXPECT_NE(std::string(error.what()).find("no such events"), std::string::npos);
    EXPECT_FALSE(rcl_error_is_set());
  }
  EXPECT_THROW(OfPublisher([](rclcpp::MatchedInfo&) {}, rcl_publisher_event_init, handle,
                           static_cast<rcl_publisher_event_type_t>(15)),
               rclcpp::exceptions::RCLInvalidArgument);
  EXPECT_THROW(OfPublisher([](rclcpp::MatchedInfo&) {}, rcl_publisher_event_init,
                           std::shared_ptr<rcl_publisher_t>(), RCL_PUBLISHER_MATCHED),
               rclcpp::exceptions::RCLInvalidArgument);
}

TEST_F(EventHandlers, OfTheCInterfaceAreTakenAndFinished) {
  rcl_event_t event = rcl_get_zero_initialized_event();
  EXPECT_FALSE(rcl_event_is_valid(&event));
  rmw_matched_status_t info{};
  EXPECT_EQ(rcl_take_event(&event, &info), RCL_RET_EVENT_INVALID);
  EXPECT_EQ(rcl_take_event(nullptr, &info), RCL_RET_INVALID_ARGUMENT);
  const auto in = listen();
  const auto handle = in->get_subscription_handle();
  ASSERT_EQ(rcl_subscription_event_init(&event, handle.get(), RCL_SUBSCRIPTION_MATCHED),
            RCL_RET_OK);
  EXPECT_EQ(rcl_subscription_event_init(&event, handle.get(), RCL_SUBSCRIPTION_MATCHED),
            RCL_RET_ALREADY_INIT);
  EXPECT_TRUE(rcl_event_is_valid(&event));
  ASSERT_EQ(rcl_take_event(&event, &info), RCL_RET_OK);
  EXPECT_EQ(info.current_count, 1u);
  EXPECT_EQ(info.total_count_change, 1u);
  ASSERT_EQ(rcl_take_event(&event, &info), RCL_RET_OK);
  EXPECT_EQ(info.total_count_change, 0u);
  EXPECT_EQ(rcl_event_fini(&event), RCL_RET_OK);
  EXPECT_FALSE(rcl_event_is_valid(&event));
  EXPECT_EQ(rcl_event_fini(&event), RCL_RET_OK);
  EXPECT_EQ(rcl_event_fini(nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
}

}  // namespace
