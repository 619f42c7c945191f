// The first content filter of a subscription, whose readers are made again for it.
#include "graph.h"
#include "ranvier/node/content_filter.h"

namespace ranvier {
namespace {

using namespace support;

/// A network in this process that may refuse readers.
class RefusingNetwork final : public Route {
 public:
  explicit RefusingNetwork(const bool& refuses) : refuses_(refuses) {}
  const char* name() const noexcept override { return "refusing"; }
  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    return within_->open_writer(endpoint, events);
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    if (refuses_) return Error{Code::kWorld, "the network has no room for a reader"};
    return within_->open_reader(endpoint, sink);
  }
  void stop() noexcept override { within_->stop(); }
  ServiceRoute& services() noexcept override { return within_->services(); }

 private:
  const bool& refuses_;
  const std::unique_ptr<Route> within_ = open_local_route();
};

class FirstFilterTest : public testing::Test {
 protected:
  FirstFilterTest() { node_->attach(engine_); }
  ~FirstFilterTest() override { node_->detach(engine_); }
  Routes routes() {
    Routes routes(open_local_route());
    routes.add_network(std::make_unique<RefusingNetwork>(refuses_));
    return routes;
  }
  /// One that passes nothing, as no object has such a text.
  static std::shared_ptr<const ContentFilter> filter() {
    auto parsed = ContentFilter::parse(filtered_type(), "data = 'none has it'", {});
    EXPECT_TRUE(parsed) << parsed.error().what;
    return *parsed;
  }
  /// text_type() with the member that the filter reads.
  static const TypeInfo& filtered_type() {
    static const codec::Member data{
        "data", codec::Scalar::kString, codec::Repeat::kNone, 0, 0, nullptr, 0, nullptr, nullptr,
        nullptr};
    static const TypeInfo type = [] {
      TypeInfo made = text_type();
      made.members = &data;
      made.member_count = 1;
      return made;
    }();
    return type;
  }
  int heard_by(const std::string& text) {
    const int before = heard_;
    EXPECT_TRUE(out_->send(new Text(text)));
    while (engine_.spin_ready()) {}
    return heard_ - before;
  }

  bool refuses_ = false;
  int heard_ = 0;
  Engine engine_;
  const std::shared_ptr<Context> context_ = std::make_shared<Context>(routes(), 0, KeepAllBound{});
  const std::shared_ptr<Node> node_ = std::make_shared<Node>(context_, NodeName{"tester", "/"});
  std::unique_ptr<Publisher> out_ = std::move(*Publisher::open(node_, endpoint()));
  const Closing<Subscription> in_{
      *Subscription::open(node_, node_->default_strand(), endpoint(), {},
                          on_message([this](MessagePtr) { ++heard_; }))};
};

TEST_F(FirstFilterTest, ARefusedOneLeavesTheSubscriptionAsItWas) {
  const int heard = heard_by("a");
  EXPECT_GT(heard, 0);
  refuses_ = true;
  const auto refused = in_->set_filter(filter());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "the network has no room for a reader");
  EXPECT_EQ(heard_by("b"), heard);
  EXPECT_FALSE(in_->filter());
  EXPECT_FALSE(in_->set_filter(filter())) << "refused again, and said again";
  EXPECT_EQ(heard_by("c"), heard);
  refuses_ = false;
  EXPECT_TRUE(in_->set_filter(filter()));
  EXPECT_EQ(heard_by("d"), 0);
  EXPECT_TRUE(in_->set_filter(nullptr));
  EXPECT_EQ(heard_by("e"), heard);
}

}  // namespace
}  // namespace ranvier
