// The events executor, and what its queue is told of.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <algorithm>

#include "executors.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
namespace events = rclcpp::experimental::executors;

/// First in, first out, and remembers all.
class Remembering : public OwnQueue {
 public:
  explicit Remembering(std::vector<Event>& seen) : seen_(seen) {}
  void enqueue(const Event& event) override {
    seen_.push_back(event);
    OwnQueue::enqueue(event);
  }

 private:
  std::vector<Event>& seen_;
};

/// Is ready at its owner's word.
class Told : public rclcpp::Waitable {
 public:
  void add_to_wait_set(rcl_wait_set_t&) override {}
  bool is_ready(const rcl_wait_set_t&) override { return false; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  std::shared_ptr<void> take_data_by_entity_id(size_t) override { return nullptr; }
  void execute(const std::shared_ptr<void>&) override { ++executed; }
  void set_on_ready_callback(std::function<void(size_t, int)> callback) override {
    on_ready = std::move(callback);
  }
  void clear_on_ready_callback() override { on_ready = nullptr; }
  std::function<void(size_t, int)> on_ready;
  int executed = 0;
};

class Events : public ::testing::Test {
 protected:
  Events() { executor_.add_node(node_); }
  bool was_told_of(events::ExecutorEventType type, const void* key) const {
    return std::any_of(seen_.begin(), seen_.end(), [&](const events::ExecutorEvent& event) {
      return event.type == type && event.entity_key == key;
    });
  }

  std::vector<events::ExecutorEvent> seen_;
  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("tester");
  events::EventsExecutor executor_{std::make_unique<Remembering>(seen_)};
};

TEST_F(Events, AreOfTheKindOfTheirEntity) {
  COVERS("rclcpp::experimental::executors::ExecutorEventType", "SERVICE_EVENT", "WAITABLE_EVENT");
  COVERS("rclcpp::experimental::executors::EventsExecutor", "spin_all");
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  const auto client = node_->create_client<AddTwoInts>("add");
  bool answered = false;
  client->async_send_request(std::make_shared<AddTwoInts::Request>(),
                             [&](rclcpp::Client<AddTwoInts>::SharedFuture) { answered = true; });
  const auto told = std::make_shared<Told>();
  node_->get_node_waitables_interface()->add_waitable(told, nullptr);
  told->on_ready(1, 0);
  executor_.spin_all(30s);  // the request, then its reply
  EXPECT_TRUE(answered);
  EXPECT_EQ(told->executed, 1);
  EXPECT_TRUE(was_told_of(events::SERVICE_EVENT, service->get_service_handle().get()));
  EXPECT_TRUE(was_told_of(events::CLIENT_EVENT, client->get_client_handle().get()));
  EXPECT_TRUE(was_told_of(events::WAITABLE_EVENT, told.get()));
  EXPECT_FALSE(was_told_of(events::SERVICE_EVENT, told.get()));
  for (const auto none : {0ns, -1ns}) {
    EXPECT_THROW(executor_.spin_all(none), std::invalid_argument);
  }
  rclcpp::experimental::executors::EventsExecutor plain;
  EXPECT_THROW(plain.spin_all(0ns), std::invalid_argument);
}

TEST_F(Events, EndWithTheNodeThatIsRemoved) {
  COVERS("rclcpp::experimental::executors::EventsExecutor", "remove_node");
  std::vector<std::string> heard;
  const auto in = node_->create_subscription<String>(
      "topic", 10, [&](const String& message) { heard.push_back(message.data); });
  const auto out = node_->create_publisher<String>("topic", 10);
  executor_.remove_node(node_);
  out->publish(text("x"));
  executor_.spin_some();
  EXPECT_TRUE(heard.empty());
  EXPECT_TRUE(seen_.empty());
  EXPECT_THROW(executor_.remove_node(node_), std::runtime_error);
  executor_.add_node(node_);
  executor_.spin_some();
  EXPECT_EQ(heard, std::vector<std::string>{"x"}) << "it waited";
}

TEST_F(Events, RunUntilTheSpinIsCancelled) {
  COVERS("rclcpp::experimental::executors::EventsExecutor", "spin");
  int ticks = 0;
  const auto timer = node_->create_wall_timer(1ms, [&] {
    if (++ticks == 3) executor_.cancel();
  });
  executor_.spin();
  EXPECT_EQ(ticks, 3);
  EXPECT_FALSE(executor_.is_spinning());
  EXPECT_TRUE(was_told_of(events::TIMER_EVENT, timer.get()));
}

TEST_F(Events, GroupsTellTheirNotifyGuardConditionWhenAsked) {
  COVERS("rclcpp::CallbackGroup", "trigger_notify_guard_condition");
  const auto group = node_->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  group->trigger_notify_guard_condition();  // nobody has asked for it
  int told = 0;
  group->get_notify_guard_condition()->set_on_trigger_callback([&](size_t) { ++told; });
  EXPECT_EQ(told, 0);
  group->trigger_notify_guard_condition();
  EXPECT_EQ(told, 1);
}

}  // namespace
