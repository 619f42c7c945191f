#include "ranvier/cyclone/endpoints/type_watch.h"

#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

using Kind = EndpointEvent::Kind;

Endpoint of_other_type(Endpoint at) {
  at.type = &other_type();
  return at;
}

/// Lines that a context logs.
class Lines : public Waiter {
 public:
  NetworkOptions told_by(NetworkOptions options) {
    options.warn = [this](const std::string& line) { change([&] { all_.push_back(line); }); };
    return options;
  }
  bool wait_for(std::size_t count) {
    return wait([&] { return all_.size() >= count; });
  }
  std::vector<std::string> all() {
    std::vector<std::string> lines;
    change([&] { lines = all_; });
    return lines;
  }

 private:
  std::vector<std::string> all_;
};

class TypeWatchTest : public ::testing::Test {
 protected:
  Lines lines_;
  std::unique_ptr<Route> ours_ = open_context(lines_.told_by(loopback(0)));
  std::unique_ptr<Route> theirs_ = open_context(loopback(100));
};

TEST_F(TypeWatchTest, OneLineForATopicAndATypeHoweverManyEndpointsThereAre) {
  WriterEvents events, wrong_events, more_events;
  Collector inbox;
  const auto in = open_reader(*ours_, endpoint(), inbox);
  const auto wrong = open_writer(*theirs_, of_other_type(endpoint()), wrong_events);
  const auto more = open_writer(*theirs_, of_other_type(endpoint()), more_events);
  ASSERT_TRUE(inbox.wait_for(Kind::kIncompatibleType, 2));
  ASSERT_TRUE(lines_.wait_for(1));
  const auto at = endpoint({}, "_again");
  Collector inbox_again;
  const auto in_again = open_reader(*ours_, at, inbox_again);
  const auto wrong_again = open_writer(*theirs_, of_other_type(at), events);
  ASSERT_TRUE(lines_.wait_for(2));  // said after all that came before it
  const std::vector<std::string> lines = lines_.all();
  ASSERT_EQ(lines.size(), 2u);
  for (const std::string& part : {"'" + endpoint().topic + "'", std::string("test/msg/Text"),
                                  std::string("a publisher of a peer"),
                                  std::string("test/msg/Other"), std::string("remap")}) {
    EXPECT_NE(lines[0].find(part), std::string::npos) << part << " in: " << lines[0];
  }
}

TEST_F(TypeWatchTest, WhoSharesTheProcessAndTheDomainIsAPeerToo) {
  WriterEvents events;
  Collector inbox;
  const auto neighbour = open_context(loopback(0));
  const auto out = open_writer(*neighbour, of_other_type(endpoint()), events);
  const auto late = open_context(lines_.told_by(loopback(0)));  // hears of what was there
  const auto in = open_reader(*late, endpoint(), inbox);
  ASSERT_TRUE(events.wait_for(Kind::kIncompatibleType));
  ASSERT_TRUE(inbox.wait_for(Kind::kIncompatibleType));
  EXPECT_TRUE(lines_.wait_for(1));
}

TEST_F(TypeWatchTest, SaysNothingOfPublishersAmongThemselves) {
  WriterEvents events, other_events, fence_events;
  Collector inbox;
  const auto out = open_writer(*ours_, endpoint(), events);
  const auto other = open_writer(*theirs_, of_other_type(endpoint()), other_events);
  const auto at = endpoint({}, "_fence");
  const auto in = open_reader(*ours_, at, inbox);
  const auto fence =
      open_writer(*theirs_, of_other_type(at), fence_events);  // known after `other` is
  ASSERT_TRUE(inbox.wait_for(Kind::kIncompatibleType));
  ASSERT_TRUE(lines_.wait_for(1));
  EXPECT_NE(lines_.all()[0].find("_fence'"), std::string::npos) << lines_.all()[0];
  EXPECT_EQ(events.count(Kind::kIncompatibleType), 0);
  EXPECT_EQ(other_events.count(Kind::kIncompatibleType), 0);
}

// One of two types for the same service.
const ServiceTypeInfo& asked_type(bool other) {
  static const TypeInfo request =
      text_type_named("test/srv/Ask_Request", "test::srv::dds_::Ask_Request_");
  static const TypeInfo other_request =
      text_type_named("test/srv/Other_Request", "test::srv::dds_::Other_Request_");
  static const ServiceTypeInfo type{
      "test/srv/Ask", "test::srv::dds_::Ask_", text_type().hash, &request, &request, nullptr};
  static const ServiceTypeInfo second{"test/srv/Other", "test::srv::dds_::Other_",
                                      text_type().hash, &other_request,
                                      &other_request,   nullptr};
  return other ? second : type;
}

ServiceEndpoint asked(bool other, const std::string& suffix = "") {
  ServiceEndpoint at;
  at.service = endpoint({}, suffix).topic;
  at.type = &asked_type(other);
  at.node = {"tester", "/"};
  return at;
}

TEST_F(TypeWatchTest, OneLineForAServiceOfTwoTypesWhicheverEndIsOurs) {
  Collector replies, requests, replies_again;
  const auto client = ours_->services().open_client(asked(false), replies);
  const auto server = theirs_->services().open_server(asked(true), requests);
  ASSERT_TRUE(client && server);
  ASSERT_TRUE(lines_.wait_for(1));
  const auto server_again = ours_->services().open_server(asked(false, "_again"), requests);
  const auto client_again = theirs_->services().open_client(asked(true, "_again"), replies_again);
  ASSERT_TRUE(server_again && client_again);
  ASSERT_TRUE(lines_.wait_for(2));
  const std::vector<std::string> lines = lines_.all();
  ASSERT_EQ(lines.size(), 2u);
  for (const std::string& part :
       {"Service '" + asked(false).service + "' (test/srv/Ask): a server of a peer",
        std::string("test/srv/Other"), std::string("no requests")}) {
    EXPECT_NE(lines[0].find(part), std::string::npos) << part << " in: " << lines[0];
  }
  EXPECT_NE(lines[1].find("a client of a peer"), std::string::npos) << lines[1];
}

}  // namespace
}  // namespace ranvier::cyclone::testing
