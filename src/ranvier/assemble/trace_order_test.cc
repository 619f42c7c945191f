// The trace events of one message, in the order that docs/path_of_a_message.md
// gives: analyses of traces rely on it.
#include "graph.h"
#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

using namespace support;
using trace::Event;

struct Recorder final : trace::Sink {
  Recorder() { trace::set_sink(this); }
  ~Recorder() { trace::set_sink(nullptr); }
  void record(Event event, std::span<const trace::Value> fields) noexcept override {
    names.emplace_back(trace::info(event).name);
    values.emplace_back(fields.begin(), fields.end());
  }
  const void* pointer(std::size_t event, std::size_t field) const {
    return values.at(event).at(field).pointer;
  }
  std::vector<std::string> names;
  std::vector<std::vector<trace::Value>> values;
};

using TraceOrderTest = GraphTest;

TEST_F(TraceOrderTest, OfAMessageWithinAProcess) {
  const auto out = publisher();
  const auto in = listening();
  auto* object = new Text("traced");
  Recorder recorder;
  ASSERT_TRUE(out->send(object));
  spin_all();
  ASSERT_EQ(recorder.names,
            (std::vector<std::string>{"rclcpp_publish", "rclcpp_intra_publish", "rmw_take",
                                      "rcl_take", "rclcpp_take", "callback_start",
                                      "callback_end"}));
  EXPECT_EQ(recorder.pointer(0, 0), object);
  const void* message = recorder.pointer(1, 1);  // the same all the way
  EXPECT_EQ(recorder.pointer(2, 1), message);
  EXPECT_EQ(recorder.pointer(3, 0), message);
  EXPECT_EQ(recorder.pointer(4, 0), message);
  EXPECT_EQ(recorder.pointer(5, 0), recorder.pointer(6, 0));
  EXPECT_EQ(recorder.values[5][1].word, 1u);  // is_intra_process
}

TEST_F(TraceOrderTest, OfANodeWithAPublisherAndASubscription) {
  Recorder recorder;
  const auto node = std::make_shared<Node>(context_, NodeName{"traced", "/"});
  const auto out = publisher();
  const auto in = listening();
  EXPECT_EQ(recorder.names,
            (std::vector<std::string>{"rcl_node_init", "rmw_publisher_init", "rcl_publisher_init",
                                      "rmw_subscription_init", "rcl_subscription_init",
                                      "rclcpp_subscription_init",
                                      "rclcpp_subscription_callback_added"}));
  EXPECT_STREQ(recorder.values[2][3].text, out->endpoint().topic.c_str());
  EXPECT_EQ(recorder.values[4][4].word, in->endpoint().qos.depth);
}

TEST_F(TraceOrderTest, OfARequest) {
  const auto at = server([](MessagePtr) {});
  const auto from = client();
  Recorder recorder;
  ASSERT_TRUE(from->send(new Text("x"), std::make_unique<Call<ReplyCallback>>([](MessagePtr) {})));
  spin_all();
  EXPECT_EQ(recorder.names, (std::vector<std::string>{"callback_start", "callback_end"}));
}

}  // namespace
}  // namespace ranvier
