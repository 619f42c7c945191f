// The executor of rclc on a session without an agent: messages come in and acknowledgements by hand.
#include <gmock/gmock.h>
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <std_msgs/msg/int32.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

extern "C" {
#include "rmw.h"
}

namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::ElementsAre;

class ExecutorTest : public ::testing::Test {
 protected:
  ExecutorTest() {
    to_come_.clear();
    sent_.clear();
    link_.open = [](xrce_transport*) { return true; };
    link_.close = [](xrce_transport*) {};
    link_.send = [](xrce_transport*, const std::uint8_t* message, std::size_t size) {
      std::int32_t number = 0;  // the end of a sample
      std::memcpy(&number, message + size - sizeof number, sizeof number);
      if (message[1] == XRCE_RELIABLE_STREAM) sent_.push_back(number);
      return true;
    };
    link_.receive = [](xrce_transport*, std::uint8_t* to, std::size_t, int) {
      if (to_come_.empty()) return std::size_t{0};
      const Bytes message = to_come_.front();
      to_come_.pop_front();
      std::copy(message.begin(), message.end(), to);
      return message.size();
    };
    link_.is_open = true;
    xrce_session_init(&session_, &link_, &micro_platform, 1);
    session_.up = true;
    session_.heard = micro_platform.now_ms();
    session_.best_effort_in = session_.in_last = session_.in_newest = 0xffff;
    context_.rmw.session = &session_;
    node_.context = &context_.rmw;
    node_.entity.kind = XRCE_PARTICIPANT;
    node_.entity.name = "n";
    node_.entity.type = "";
    xrce_add(&session_, &node_.entity);
    EXPECT_EQ(rclc_publisher_init_default(&publisher_, &node_, type(), "out"), RCL_RET_OK);
    allocator_ = rcl_get_default_allocator();
    EXPECT_EQ(rclc_executor_init(&executor_, &context_, 1, &allocator_), RCL_RET_OK);
  }
  ~ExecutorTest() override { rclc_executor_fini(&executor_); }

  static const rosidl_message_type_support_t* type() {
    return ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32);
  }
  void subscribe(const rmw_qos_profile_t& qos) {
    ASSERT_EQ(rclc_subscription_init(&subscription_, &node_, type(), "in", &qos), RCL_RET_OK);
    const auto call = [](const void* message, void* of) {
      static_cast<ExecutorTest*>(of)->echo(*static_cast<const std_msgs__msg__Int32*>(message));
    };
    ASSERT_EQ(rclc_executor_add_subscription_with_context(&executor_, &subscription_, &message_,
                                                          call, this, ON_NEW_DATA),
              RCL_RET_OK);
    for (xrce_entity* one = session_.entities; one != nullptr; one = one->next) {
      one->state = XRCE_CREATED;
    }
    session_.creating = nullptr;
  }
  // The history is full, the next sample comes, and only then an acknowledgement.
  void echo(const std_msgs__msg__Int32& message) {
    const std::int32_t before = message.data;
    if (heard_.empty()) {
      to_come_.push_back(sample(1, 2));
      to_come_.push_back(acknowledgement(XRCE_HISTORY));
    }
    EXPECT_EQ(rcl_publish(&publisher_, &message, nullptr), RCL_RET_OK);
    EXPECT_EQ(message.data, before) << "it was overwritten while it was read";
    heard_.push_back(before);
  }
  void fill_history() {
    const std_msgs__msg__Int32 zero{0};
    for (int i = 0; i < XRCE_HISTORY; ++i) {
      ASSERT_EQ(rcl_publish(&publisher_, &zero, nullptr), RCL_RET_OK);
    }
    sent_.clear();
  }
  void spin() { EXPECT_EQ(rclc_executor_spin_some(&executor_, 0), RCL_RET_OK); }

  Bytes sample(std::uint16_t sequence, std::int32_t number) const {
    const bool reliable = (subscription_.of.entity.qos & XRCE_QOS_RELIABLE) != 0;
    xrce_message message;
    xrce_cdr cdr;
    Bytes bytes =
        start(message, reliable ? XRCE_RELIABLE_STREAM : XRCE_BEST_EFFORT_STREAM, sequence);
    xrce_start_submessage(&message, XRCE_DATA, 0, &cdr);
    xrce_put_id(&cdr, 0);
    xrce_put_id(&cdr, xrce_object_id(subscription_.of.entity.number, XRCE_DATA_READER));
    xrce_put_u32(&cdr, static_cast<std::uint32_t>(number));
    xrce_end_submessage(&message, &cdr);
    bytes.resize(message.size);
    return bytes;
  }
  static Bytes acknowledgement(std::uint16_t next) {
    xrce_message message;
    Bytes bytes = start(message, XRCE_NO_STREAM, 0);
    xrce_acknack(&message, next, 0, XRCE_RELIABLE_STREAM);
    bytes.resize(message.size);
    return bytes;
  }
  static Bytes start(xrce_message& message, std::uint8_t stream, std::uint16_t sequence) {
    Bytes bytes(64);
    const xrce_header header{XRCE_SESSION, stream, sequence, false, {}};
    xrce_start_message(&message, bytes.data(), bytes.size(), &header);
    return bytes;
  }

  static inline std::deque<Bytes> to_come_;
  static inline std::vector<std::int32_t> sent_;
  xrce_transport link_{};
  xrce_session session_{};
  rcl_context_t context_{};
  rcl_node_t node_{};
  rcl_publisher_t publisher_{};
  rcl_subscription_t subscription_{};
  rcl_allocator_t allocator_{};
  rclc_executor_t executor_{};
  std_msgs__msg__Int32 message_{};
  std::vector<std::int32_t> heard_;
};

TEST_F(ExecutorTest, ABestEffortMessageStaysWhileItsCallbackPublishesAndTheNewcomerIsDropped) {
  subscribe(rmw_qos_profile_sensor_data);
  fill_history();
  to_come_.push_back(sample(0, 1));
  spin();
  spin();
  EXPECT_THAT(heard_, ElementsAre(1));
  EXPECT_THAT(sent_, ElementsAre(1));
  to_come_.push_back(sample(2, 3));
  spin();
  EXPECT_THAT(heard_, ElementsAre(1, 3));
}

TEST_F(ExecutorTest, AReliableMessageStaysWhileItsCallbackPublishesAndTheNewcomerComesAgain) {
  subscribe(rmw_qos_profile_default);
  ASSERT_EQ(rclc_executor_set_trigger(&executor_, rclc_executor_trigger_all, nullptr), RCL_RET_OK);
  ASSERT_TRUE(subscription_.slot.overwrites);
  fill_history();
  to_come_.push_back(sample(0, 1));
  spin();
  EXPECT_THAT(heard_, ElementsAre(1));
  EXPECT_EQ(session_.in_last, 0) << "the newcomer is not acknowledged";
  EXPECT_FALSE(session_.blocked) << "and was asked for again";
  to_come_.push_back(sample(1, 2));
  spin();
  EXPECT_THAT(heard_, ElementsAre(1, 2));
  EXPECT_THAT(sent_, ElementsAre(1, 2));
}

}  // namespace
