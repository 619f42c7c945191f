// The trace events of one message, in the order that docs/path_of_a_message.md
// gives: analyses of traces rely on it.
#include <algorithm>
#include <mutex>
#include <thread>

#include "cyclone_contexts.h"
#include "graph.h"
#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

using namespace support;
using trace::Event;

/// Writes down what is traced, with the thread, and how often messages had been
/// encoded and decoded by then. Threads: record() from any; the rest once
/// record() has come to rest, which count() shows.
struct Recorder final : trace::Sink {
  struct Entry {
    std::string name;
    std::vector<trace::Value> values;
    std::thread::id thread;
    int encodes, decodes;
    Gid gid;  // of ranvier_deliver: its value is valid during record() alone
  };
  /// The events of the message, and those of the queues and threads on its way.
  enum class Sees { kMessage, kQueuesToo };
  explicit Recorder(Sees sees = Sees::kMessage) : sees_(sees) { trace::set_sink(this); }
  ~Recorder() { trace::set_sink(nullptr); }
  void record(Event event, std::span<const trace::Value> fields) noexcept override {
    // As often as threads look and sleep, which nobody can foresee.
    if (event == Event::rclcpp_executor_get_next_ready) return;
    if (event == Event::rclcpp_executor_wait_for_work) return;
    if (event == Event::ranvier_executor_thread) return;  // once, whenever a thread comes
    if (event == Event::ranvier_message_size) return;     // of some messages
    if (event == Event::ranvier_endpoint_type) return;    // once, beside the endpoint's own
    if (sees_ == Sees::kMessage && is_of_queue(event)) return;
    std::lock_guard lock(mutex_);
    entries.push_back({std::string(trace::info(event).name),
                       {fields.begin(), fields.end()},
                       std::this_thread::get_id(),
                       text_counts().encodes - encodes_before_,
                       text_counts().decodes - decodes_before_,
                       gid_of(event, fields)});
  }
  std::size_t count() {
    std::lock_guard lock(mutex_);
    return entries.size();
  }
  std::vector<std::string> names() {
    std::lock_guard lock(mutex_);
    std::vector<std::string> all;
    for (const Entry& entry : entries) all.push_back(entry.name);
    return all;
  }
  const void* pointer(std::size_t event, std::size_t field) const {
    return entries.at(event).values.at(field).pointer;
  }
  std::vector<Entry> entries;

 private:
  static bool is_of_queue(Event event) noexcept {
    return event == Event::rclcpp_ring_buffer_enqueue ||
           event == Event::rclcpp_ring_buffer_dequeue || event == Event::rclcpp_executor_execute;
  }
  static Gid gid_of(Event event, std::span<const trace::Value> fields) {
    Gid gid;
    if (event == Event::ranvier_deliver) {
      std::copy_n(fields[3].gid, gid.bytes.size(), gid.bytes.begin());
    }
    return gid;
  }

  const Sees sees_;
  std::mutex mutex_;
  const int encodes_before_ = text_counts().encodes;
  const int decodes_before_ = text_counts().decodes;
};

using Names = std::vector<std::string>;
const Names kOverDds{"rclcpp_publish", "rclcpp_intra_publish", "rcl_publish",
                     "rmw_publish",    "ranvier_deliver",      "rmw_take",
                     "rcl_take",       "rclcpp_take",          "callback_start",
                     "callback_end"};
constexpr std::size_t kWayOut = 4;  // what the publisher records of them

Names outgoing(const Names& all) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(kWayOut, all.size()))};
}

using TraceOrderTest = GraphTest;

TEST_F(TraceOrderTest, OfAMessageWithinAProcess) {
  const auto out = publisher();
  const auto in = listening();
  auto* object = new Text("traced");
  Recorder recorder;
  ASSERT_TRUE(out->send(object));
  spin_all();
  ASSERT_EQ(recorder.names(),
            (Names{"rclcpp_publish", "rclcpp_intra_publish", "ranvier_deliver", "rmw_take",
                   "rcl_take", "rclcpp_take", "callback_start", "callback_end"}));
  EXPECT_EQ(recorder.pointer(0, 0), object);
  const void* message = recorder.pointer(1, 1);  // the same all the way
  EXPECT_EQ(recorder.pointer(2, 1), message);
  EXPECT_EQ(recorder.pointer(3, 1), message);
  EXPECT_EQ(recorder.pointer(4, 0), message);
  EXPECT_EQ(recorder.pointer(5, 0), message);
  EXPECT_EQ(recorder.pointer(2, 0), recorder.pointer(3, 0));  // the subscription
  EXPECT_EQ(recorder.entries[2].values[2].word, recorder.entries[3].values[2].word);
  EXPECT_EQ(recorder.pointer(6, 0), recorder.pointer(7, 0));
  EXPECT_EQ(recorder.entries[6].values[1].word, 1u);  // is_intra_process
}

TEST_F(TraceOrderTest, OfTheQueueAndTheExecutorThatAMessageMeets) {
  const auto out = publisher();
  const auto in = listening();
  Recorder recorder(Recorder::Sees::kQueuesToo);
  ASSERT_TRUE(out->send(new Text("traced")));
  spin_all();
  ASSERT_EQ(recorder.names(), (Names{"rclcpp_publish", "rclcpp_intra_publish", "ranvier_deliver",
                                     "rclcpp_ring_buffer_enqueue", "rclcpp_executor_execute",
                                     "rclcpp_ring_buffer_dequeue", "rmw_take", "rcl_take",
                                     "rclcpp_take", "callback_start", "callback_end"}));
  EXPECT_EQ(recorder.pointer(3, 0), recorder.pointer(5, 0));  // the ring
  EXPECT_EQ(recorder.entries[3].values[2].word, 1u);          // messages in it
  EXPECT_EQ(recorder.entries[5].values[2].word, 0u);
  EXPECT_EQ(recorder.pointer(4, 0), recorder.pointer(2, 0));  // the subscription's handle
}

TEST_F(TraceOrderTest, OfANodeWithAPublisherAndASubscription) {
  Recorder recorder;
  const auto node = std::make_shared<Node>(context_, NodeName{"traced", "/"});
  const auto out = publisher();
  const auto in = listening();
  EXPECT_EQ(recorder.names(),
            (Names{"rcl_node_init", "rmw_publisher_init", "rcl_publisher_init",
                   "rmw_subscription_init", "rcl_subscription_init", "rclcpp_subscription_init",
                   "rclcpp_subscription_callback_added", "ranvier_group_link",
                   "rclcpp_construct_ring_buffer", "rclcpp_buffer_to_ipb",
                   "rclcpp_ipb_to_subscription"}));
  EXPECT_EQ(recorder.pointer(7, 0), recorder.pointer(4, 0));  // the handle
  EXPECT_EQ(recorder.pointer(7, 1), &in->strand());
  EXPECT_EQ(recorder.pointer(8, 0), recorder.pointer(9, 0));   // the ring
  EXPECT_EQ(recorder.pointer(9, 1), recorder.pointer(10, 0));  // the queue
  EXPECT_EQ(recorder.pointer(10, 1), recorder.pointer(5, 1));  // the subscription
  EXPECT_STREQ(recorder.entries[2].values[3].text, out->endpoint().topic.c_str());
  EXPECT_EQ(recorder.entries[4].values[4].word, in->endpoint().qos.depth);
}

TEST_F(TraceOrderTest, OfARequest) {
  const auto at = server([](MessagePtr) {});
  const auto from = client();
  Recorder recorder;
  ASSERT_TRUE(from->send(new Text("x"), std::make_unique<Call<ReplyCallback>>([](MessagePtr) {})));
  spin_all();
  EXPECT_EQ(recorder.names(), (Names{"ranvier_request_send", "ranvier_request_take",
                                     "callback_start", "callback_end"}));
  EXPECT_EQ(recorder.entries[0].values[1].word, recorder.entries[1].values[1].word);
  EXPECT_EQ(recorder.entries[0].values[2].word, recorder.entries[1].values[2].word);
}

TEST_F(TraceOrderTest, OfAnAnswerThatItsClientGets) {
  Server* answering = nullptr;
  const auto at = server([&answering](MessagePtr request) {
    EXPECT_TRUE(answering->reply(request->header().request, new Text("y")));
  });
  answering = at.operator->();
  const auto from = client();
  bool called = false;
  Recorder recorder;
  ASSERT_TRUE(from->send(new Text("x"), std::make_unique<Call<ReplyCallback>>(
                                            [&called](MessagePtr) { called = true; })));
  spin_all();
  EXPECT_TRUE(called);
  EXPECT_EQ(recorder.names(), (Names{"ranvier_request_send", "ranvier_request_take",
                                     "callback_start", "ranvier_response_send", "callback_end",
                                     "ranvier_response_take", "callback_start", "callback_end"}));
  EXPECT_EQ(recorder.pointer(6, 0), recorder.pointer(0, 0));  // the client's handle is its callback
}

/// A context with a Cyclone of its own, as in a process of its own, and a node.
class Side {
 public:
  explicit Side(std::uint32_t instance)
      : context(std::make_shared<Context>(routes(instance), 0, KeepAllBound{})),
        node(std::make_shared<Node>(context, NodeName{"tester", "/"})) {
    node->attach(engine);
  }
  ~Side() { node->detach(engine); }
  static Routes routes(std::uint32_t instance) {
    Routes routes(open_local_route());
    routes.add_network(open_context(loopback(instance)));
    return routes;
  }

  Engine engine;
  const std::shared_ptr<Context> context;
  const std::shared_ptr<Node> node;
};

class TraceOrderOverDdsTest : public testing::Test {
 protected:
  /// A publisher here and a subscription there that are matched.
  void connect(Subscription::Options options = {}) {
    auto opened_out = Publisher::open(here_.node, endpoint());
    ASSERT_TRUE(opened_out);
    out_ = std::move(*opened_out);
    auto opened_in = Subscription::open(
        there_.node, there_.node->default_strand(), endpoint(), options,
        on_message([this](MessagePtr) { called_by_spinner_ = there_.engine.spins_here(); }));
    ASSERT_TRUE(opened_in);
    in_ = *opened_in;
    while (out_->matched() == 0 || in_->matched() == 0) std::this_thread::yield();
  }
  ~TraceOrderOverDdsTest() override {
    if (in_) in_->close();
  }

  Side here_{0};
  Side there_{100};
  std::unique_ptr<Publisher> out_;
  Ref<Subscription> in_;
  bool called_by_spinner_ = false;
};

TEST_F(TraceOrderOverDdsTest, OfAMessageThatIsEncodedOnTheWayOutAndDecodedWhereItIsTaken) {
  connect();
  auto* object = new Text("traced");
  Recorder recorder;
  ASSERT_TRUE(out_->send(object));
  ASSERT_EQ(outgoing(recorder.names()), outgoing(kOverDds));
  ASSERT_TRUE(there_.engine.spin_once(kForever));
  ASSERT_EQ(recorder.names(), kOverDds);
  EXPECT_TRUE(called_by_spinner_);
  const auto& entries = recorder.entries;
  EXPECT_EQ(recorder.pointer(0, 0), object);
  const void* sent = recorder.pointer(1, 1);
  EXPECT_EQ(recorder.pointer(2, 1), sent);
  EXPECT_EQ(recorder.pointer(3, 1), sent);
  const void* received = recorder.pointer(5, 1);
  EXPECT_NE(received, sent);
  EXPECT_EQ(recorder.pointer(4, 1), received);
  EXPECT_EQ(recorder.pointer(6, 0), received);
  EXPECT_EQ(recorder.pointer(7, 0), received);
  EXPECT_EQ(entries[3].values[2].word, entries[4].values[2].word);  // the source timestamp
  EXPECT_EQ(entries[3].values[2].word, entries[5].values[2].word);
  EXPECT_EQ(entries[4].gid, out_->gid());
  EXPECT_NE(entries[4].thread, entries[5].thread);  // it came on a thread of Cyclone's
  EXPECT_EQ(entries[8].values[1].word, 0u);         // is_intra_process
  EXPECT_EQ(entries[3].encodes, 0);                 // after rmw_publish
  EXPECT_EQ(entries[4].encodes, 1);
  EXPECT_EQ(entries[6].decodes, 0);  // after rcl_take
  EXPECT_EQ(entries[7].decodes, 1);
}

TEST_F(TraceOrderOverDdsTest, OfACopyForTheNetworkAloneThatIsEncodedFromTheUsersObject) {
  connect();
  const Text object("traced");
  Recorder recorder;
  ASSERT_TRUE(out_->send_copy(&object));
  ASSERT_TRUE(there_.engine.spin_once(kForever));
  ASSERT_EQ(recorder.names(), kOverDds);
  EXPECT_EQ(recorder.pointer(0, 0), &object);
  for (std::size_t i = 1; i < kWayOut; ++i) EXPECT_EQ(recorder.pointer(i, 1), &object) << i;
  EXPECT_EQ(recorder.entries[3].encodes, 0);  // after rmw_publish
  EXPECT_EQ(recorder.entries[4].encodes, 1);
  EXPECT_EQ(recorder.entries[9].encodes, 1);
}

TEST_F(TraceOrderOverDdsTest, OfAMessageThatIsTakenOnTheThreadThatReceivesIt) {
  Subscription::Options direct;
  direct.direct = true;
  connect(direct);
  Recorder recorder;
  {
    const Spinners spinner(there_.engine);
    while (!there_.engine.spinning()) std::this_thread::yield();
    ASSERT_TRUE(out_->send(new Text("traced")));
    while (recorder.count() < kOverDds.size()) std::this_thread::yield();
  }
  ASSERT_EQ(recorder.names(), kOverDds);
  const std::thread::id receiving = recorder.entries[kWayOut].thread;
  EXPECT_NE(receiving, std::this_thread::get_id());
  EXPECT_FALSE(called_by_spinner_);
  for (std::size_t i = kWayOut; i < kOverDds.size(); ++i) {
    EXPECT_EQ(recorder.entries[i].thread, receiving) << kOverDds[i];
  }
  EXPECT_EQ(recorder.entries[6].decodes, 0);
  EXPECT_EQ(recorder.entries[7].decodes, 1);
}

}  // namespace
}  // namespace ranvier
