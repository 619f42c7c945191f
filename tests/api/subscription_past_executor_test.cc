// Messages past the executor: subscriptions and callbacks that are called by hand,
// and the memory that such code borrows.
#include <gtest/gtest.h>

#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <set>

#include "clock_message.hpp"
#include "covers.h"
#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/dynamic_typesupport/dynamic_message.hpp"
#include "rclcpp/dynamic_typesupport/dynamic_message_type.hpp"
#include "rclcpp/dynamic_typesupport/dynamic_message_type_builder.hpp"
#include "rclcpp/dynamic_typesupport/dynamic_message_type_support.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/strategies/message_pool_memory_strategy.hpp"
#include "rclcpp/type_support_decl.hpp"
#include "running.hpp"

namespace {

using rclcpp::AnySubscriptionCallback;
using rclcpp::MessageInfo;
using rclcpp::SerializedMessage;
using rclcpp::message_memory_strategy::MessageMemoryStrategy;
using rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy;
using rosgraph_msgs::msg::Clock;

std::shared_ptr<SerializedMessage> shared_bytes_of(const Clock& clock) {
  auto bytes = std::make_shared<SerializedMessage>();
  rclcpp::Serialization<Clock>().serialize_message(&clock, bytes.get());
  return bytes;
}
MessageInfo info_of(std::uint64_t sequence) {
  rmw_message_info_t info{};
  info.publication_sequence_number = sequence;
  return MessageInfo(info);
}

class PastExecutor : public Running {
 protected:
  PastExecutor() {
    init();
    node_ = node("own");
  }
  ~PastExecutor() override { node_.reset(); }
  rclcpp::Node::SharedPtr node_;
};

TEST_F(PastExecutor, SubscriptionsHandleWhatTheyAreGiven) {
  COVERS("rclcpp::Subscription{,Base}", "create_message", "return_message", "handle_message",
         "handle_loaned_message", "create_serialized_message", "return_serialized_message",
         "handle_serialized_message");
  std::vector<std::pair<int, std::uint64_t>> got;
  auto subscription =
      node_->create_subscription<Clock>("a", 1, [&](const Clock& clock, const MessageInfo& info) {
        got.emplace_back(clock.clock.sec, info.get_rmw_message_info().publication_sequence_number);
      });
  EXPECT_EQ(subscription->get_delivered_message_kind(), rclcpp::DeliveredMessageKind::ROS_MESSAGE);
  std::shared_ptr<void> message = subscription->create_message();
  static_cast<Clock*>(message.get())->clock.sec = 1;
  subscription->handle_message(message, info_of(11));
  subscription->return_message(message);
  EXPECT_EQ(message, nullptr);
  Clock loaned = clock_of(2);
  subscription->handle_loaned_message(&loaned, info_of(12));
  auto bytes = subscription->create_serialized_message();
  *bytes = *shared_bytes_of(clock_of(3));
  subscription->handle_serialized_message(bytes, info_of(13));
  EXPECT_EQ(got, (std::vector<std::pair<int, std::uint64_t>>{{1, 11}, {2, 12}, {3, 13}}));
  *bytes = SerializedMessage();
  EXPECT_THROW(subscription->handle_serialized_message(bytes, info_of(14)),
               rclcpp::exceptions::RCLError);
  subscription->return_serialized_message(bytes);
  EXPECT_EQ(bytes, nullptr);
}

TEST_F(PastExecutor, GenericSubscriptionsHandleBytes) {
  COVERS("rclcpp::GenericSubscription", "create_serialized_message", "handle_serialized_message",
         "return_serialized_message", "create_message", "handle_message", "return_message",
         "handle_loaned_message");
  COVERS("rclcpp::DeliveredMessageKind", "SERIALIZED_MESSAGE");
  COVERS("rclcpp::SubscriptionBase", "get_delivered_message_kind");
  std::vector<std::size_t> got;
  auto subscription = node_->create_generic_subscription(
      "a", "rosgraph_msgs/msg/Clock", 1,
      [&](std::shared_ptr<SerializedMessage> bytes) { got.push_back(bytes->size()); });
  EXPECT_EQ(subscription->get_delivered_message_kind(),
            rclcpp::DeliveredMessageKind::SERIALIZED_MESSAGE);
  auto bytes = subscription->create_serialized_message();
  *bytes = *shared_bytes_of(clock_of(1));
  subscription->handle_serialized_message(bytes, MessageInfo());
  subscription->return_serialized_message(bytes);
  auto message = subscription->create_message();
  subscription->handle_message(message, MessageInfo());
  subscription->handle_loaned_message(message.get(), MessageInfo());
  subscription->return_message(message);
  EXPECT_EQ(got, (std::vector<std::size_t>{12, 12, 12}));
}

TEST_F(PastExecutor, DynamicMessagesAreOfNoSubscription) {
  COVERS("rclcpp::{GenericSubscription,Subscription,SubscriptionBase}", "create_dynamic_message",
         "get_shared_dynamic_message", "get_shared_dynamic_message_type",
         "get_shared_dynamic_serialization_support", "handle_dynamic_message",
         "return_dynamic_message");
  COVERS("rclcpp::DeliveredMessageKind", "INVALID", "ROS_MESSAGE", "DYNAMIC_MESSAGE");
  auto subscription = node_->create_subscription<Clock>("a", 1, [](const Clock&) {});
  auto generic = node_->create_generic_subscription("a", "rosgraph_msgs/msg/Clock", 1,
                                                    [](std::shared_ptr<SerializedMessage>) {});
  using rclcpp::exceptions::UnimplementedError;
  std::shared_ptr<rclcpp::dynamic_typesupport::DynamicMessage> none;
  for (rclcpp::SubscriptionBase* of : {static_cast<rclcpp::SubscriptionBase*>(subscription.get()),
                                       static_cast<rclcpp::SubscriptionBase*>(generic.get())}) {
    EXPECT_THROW(of->create_dynamic_message(), UnimplementedError);
    EXPECT_THROW(of->get_shared_dynamic_message(), UnimplementedError);
    EXPECT_THROW(of->get_shared_dynamic_message_type(), UnimplementedError);
    EXPECT_THROW(of->get_shared_dynamic_serialization_support(), UnimplementedError);
    EXPECT_THROW(of->handle_dynamic_message(none, MessageInfo()), UnimplementedError);
    EXPECT_THROW(of->return_dynamic_message(none), UnimplementedError);
    EXPECT_NE(of->get_delivered_message_kind(), rclcpp::DeliveredMessageKind::DYNAMIC_MESSAGE);
    EXPECT_NE(of->get_delivered_message_kind(), rclcpp::DeliveredMessageKind::INVALID);
  }
  EXPECT_EQ(static_cast<int>(rclcpp::DeliveredMessageKind::ROS_MESSAGE), 1);
}

TEST(DynamicTypes, SerializationSupportIsNotToBeHad) {
  COVERS("rclcpp::dynamic_typesupport::DynamicSerializationSupport");
  COVERS("rclcpp::dynamic_typesupport::DynamicMessage{,Type,TypeBuilder,TypeSupport}");
  namespace dynamic = rclcpp::dynamic_typesupport;
  try {
    dynamic::DynamicSerializationSupport support("library");
    FAIL() << "Cyclone serializes no dynamic types";
  } catch (const rclcpp::exceptions::RCLError& error) {
    EXPECT_EQ(error.ret, RCL_RET_UNSUPPORTED);
  }
  EXPECT_THROW(dynamic::DynamicMessage(nullptr), std::invalid_argument);
  EXPECT_THROW(dynamic::DynamicMessageType(nullptr), std::invalid_argument);
  EXPECT_THROW(dynamic::DynamicMessageTypeBuilder(nullptr, "name"), std::invalid_argument);
  EXPECT_THROW(dynamic::DynamicMessageTypeSupport(nullptr), std::invalid_argument);
}

TEST_F(PastExecutor, AMemoryStrategyLendsTheMessages) {
  COVERS("rclcpp::message_memory_strategy::MessageMemoryStrategy", "borrow_message",
         "borrow_serialized_message", "create_default", "return_message",
         "return_serialized_message", "set_default_buffer_capacity", "MessageAlloc",
         "MessageAllocTraits", "MessageDeleter", "SerializedMessageAlloc",
         "SerializedMessageAllocTraits", "SerializedMessageDeleter", "BufferAlloc",
         "BufferAllocTraits", "BufferDeleter");
  COVERS("rclcpp::Subscription", "MessageMemoryStrategyType");
  using Strategy = rclcpp::Subscription<Clock>::MessageMemoryStrategyType;
  static_assert(std::is_same_v<Strategy, MessageMemoryStrategy<Clock>>);
  static_assert(
      std::is_same_v<Strategy::MessageAllocTraits::allocator_type, Strategy::MessageAlloc>);
  static_assert(std::is_same_v<Strategy::MessageAlloc, std::allocator<Clock>>);
  static_assert(std::is_same_v<Strategy::MessageDeleter, std::default_delete<Clock>>);
  static_assert(std::is_same_v<Strategy::SerializedMessageAllocTraits::allocator_type,
                               Strategy::SerializedMessageAlloc>);
  static_assert(
      std::is_same_v<Strategy::SerializedMessageDeleter, std::default_delete<SerializedMessage>>);
  static_assert(std::is_same_v<Strategy::BufferAllocTraits::allocator_type, Strategy::BufferAlloc>);
  static_assert(std::is_same_v<Strategy::BufferDeleter, std::default_delete<char>>);
  Strategy::SharedPtr strategy = Strategy::create_default();
  strategy->set_default_buffer_capacity(64);
  EXPECT_GE(strategy->borrow_serialized_message()->capacity(), 64u);
  auto bytes = strategy->borrow_serialized_message(128);
  EXPECT_GE(bytes->capacity(), 128u);
  strategy->return_serialized_message(bytes);
  EXPECT_EQ(bytes, nullptr);
  auto message = strategy->borrow_message();
  EXPECT_EQ(*message, Clock());
  strategy->return_message(message);
  EXPECT_EQ(message, nullptr);
}

TEST_F(PastExecutor, APoolLendsWhatItHas) {
  COVERS("rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy",
         "borrow_message", "return_message");
  auto pool = std::make_shared<MessagePoolMemoryStrategy<Clock, 2>>();
  auto subscription = node_->create_subscription<Clock>(
      "a", 1, [](const Clock&) {}, rclcpp::SubscriptionOptions(), pool);
  auto message = subscription->create_message();  // borrow_message()
  auto* const address = static_cast<Clock*>(message.get());
  address->clock.sec = 5;
  auto other = subscription->create_message();
  EXPECT_THROW(pool->borrow_message(), std::runtime_error);
  subscription->return_message(message);
  EXPECT_EQ(message, nullptr);
  auto again = pool->borrow_message();
  EXPECT_EQ(again.get(), address);
  EXPECT_EQ(*again, Clock()) << "a message is lent as it is when it is made";
  pool->return_message(again);
  EXPECT_THROW(pool->borrow_message(), std::runtime_error) << "somebody has it still";
  again.reset();
  again = pool->borrow_message();
  EXPECT_EQ(again.get(), address);
  subscription.reset();
  pool.reset();
  again->clock.sec = 7;  // it outlives the pool
}

/// Shows what is protected.
class OpenPool : public MessagePoolMemoryStrategy<Clock, 1> {
 public:
  using Array = CircularArray<2>;
};

TEST(MessagePools, ACircularArrayIsFirstInFirstOut) {
  COVERS(
      "rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy::CircularArray",
      "pop_front", "push_back", "size");
  OpenPool::Array array;
  EXPECT_THROW(array.pop_front(), std::runtime_error);
  for (std::size_t i = 0; i < 5; ++i) {
    array.push_back(i);
    array.push_back(i + 100);
    EXPECT_EQ(array.size(), 2u);
    EXPECT_THROW(array.push_back(0), std::runtime_error);
    EXPECT_EQ(array.pop_front(), i);
    EXPECT_EQ(array.pop_front(), i + 100);
  }
}

TEST(AnySubscriptionCallbacks, CallWhatTheyHold) {
  COVERS("rclcpp::AnySubscriptionCallback", "dispatch", "dispatch_intra_process", "set",
         "is_serialized_message_callback", "register_callback_for_tracing",
         "use_take_shared_method");
  AnySubscriptionCallback<Clock> any;
  EXPECT_THROW(any.dispatch(std::make_shared<Clock>(), MessageInfo()), std::runtime_error);
  std::vector<int> got;
  any.set([&](std::shared_ptr<const Clock> clock) { got.push_back(clock->clock.sec); });
  EXPECT_TRUE(any.use_take_shared_method());
  EXPECT_FALSE(any.is_serialized_message_callback());
  any.dispatch(std::make_shared<Clock>(clock_of(1)), MessageInfo());
  any.dispatch(shared_bytes_of(clock_of(2)), MessageInfo());
  any.dispatch_intra_process(std::make_shared<const Clock>(clock_of(3)), MessageInfo());
  const Clock* kept = nullptr;
  any.set([&](std::unique_ptr<Clock> clock) {
    kept = clock.get();
    got.push_back(clock->clock.sec);
  });
  EXPECT_FALSE(any.use_take_shared_method());
  auto own = std::make_unique<Clock>(clock_of(4));
  const Clock* const address = own.get();
  any.dispatch_intra_process(std::move(own), MessageInfo());
  EXPECT_EQ(kept, address);
  EXPECT_EQ(got, (std::vector<int>{1, 2, 3, 4}));
  any.set([](const SerializedMessage&) {});
  EXPECT_TRUE(any.is_serialized_message_callback());
  any.register_callback_for_tracing();
}

TEST(AnySubscriptionCallbacks, CopiesHaveACallableOfTheirOwn) {
  std::vector<int> got;
  AnySubscriptionCallback<Clock> any;
  any.set([&got, calls = 0](std::shared_ptr<const Clock>) mutable { got.push_back(++calls); });
  AnySubscriptionCallback<Clock> copy(any), assigned;
  assigned = copy;
  EXPECT_TRUE(assigned.use_take_shared_method());
  any.dispatch(std::make_shared<Clock>(), MessageInfo());
  any.dispatch(std::make_shared<Clock>(), MessageInfo());
  copy.dispatch(std::make_shared<Clock>(), MessageInfo());
  assigned.dispatch(std::make_shared<Clock>(), MessageInfo());
  EXPECT_EQ(got, (std::vector<int>{1, 2, 1, 1}));
  AnySubscriptionCallback<Clock> of_unset{AnySubscriptionCallback<Clock>()};
  of_unset = AnySubscriptionCallback<Clock>();
  EXPECT_THROW(of_unset.dispatch(std::make_shared<Clock>(), MessageInfo()), std::runtime_error);
  any.set([own = std::make_unique<int>()](const Clock&) {});
  EXPECT_THROW(AnySubscriptionCallback<Clock>{any}, std::logic_error);
}

TEST(TypeSupports, NodesTypesHaveNames) {
  COVERS("rclcpp::type_support", "get_parameter_event_msg_type_support",
         "get_set_parameters_result_msg_type_support", "get_parameter_descriptor_msg_type_support",
         "get_list_parameters_result_msg_type_support", "get_get_parameters_srv_type_support",
         "get_get_parameter_types_srv_type_support", "get_set_parameters_srv_type_support",
         "get_list_parameters_srv_type_support", "get_describe_parameters_srv_type_support",
         "get_set_parameters_atomically_srv_type_support");
  using namespace rclcpp::type_support;  // NOLINT: nothing else is named here
  using rosidl_typesupport_cpp::get_message_type_support_handle;
  EXPECT_EQ(get_parameter_event_msg_type_support(),
            get_message_type_support_handle<rcl_interfaces::msg::ParameterEvent>());
  EXPECT_EQ(get_list_parameters_srv_type_support(),
            rosidl_typesupport_cpp::get_service_type_support_handle<
                rcl_interfaces::srv::ListParameters>());
  const std::set<const void*> different = {get_parameter_event_msg_type_support(),
                                           get_set_parameters_result_msg_type_support(),
                                           get_parameter_descriptor_msg_type_support(),
                                           get_list_parameters_result_msg_type_support(),
                                           get_get_parameters_srv_type_support(),
                                           get_get_parameter_types_srv_type_support(),
                                           get_set_parameters_srv_type_support(),
                                           get_list_parameters_srv_type_support(),
                                           get_describe_parameters_srv_type_support(),
                                           get_set_parameters_atomically_srv_type_support()};
  EXPECT_EQ(different.size(), 10u);
}

}  // namespace
