#include <dds/dds.h>

#include "ranvier/cyclone/services/service_peer.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

/// A service that takes a text and gives one.
const ServiceTypeInfo& echo_type() {
  static const TypeInfo request =
      text_type_named("test/srv/Echo_Request", "test::srv::dds_::Echo_Request_");
  static const TypeInfo response =
      text_type_named("test/srv/Echo_Response", "test::srv::dds_::Echo_Response_");
  static const ServiceTypeInfo type{
      "test/srv/Echo", "test::srv::dds_::Echo_", text_type().hash, &request, &response, nullptr};
  return type;
}

ServiceEndpoint service() {
  ServiceEndpoint at;
  at.service = endpoint().topic;
  at.type = &echo_type();
  at.node = {"tester", "/"};
  return at;
}

MessagePtr request(const std::string& data) {
  MessagePtr message = Message::from_object(*echo_type().request, new Text{data});
  message->header().source_timestamp = system_ns();
  return message;
}

MessagePtr answer(const MessagePtr& to) {
  MessagePtr message = Message::from_object(*echo_type().response, new Text{"re: " + data_of(to)});
  message->header().request = to->header().request;
  return message;
}

/// Answers every request as soon as it is there.
class Echo {
 public:
  explicit Echo(Route& route) {
    auto opened = route.services().open_server(service(), inbox);
    EXPECT_TRUE(opened) << opened.error().what;
    end = std::move(*opened);
  }
  void answer_next(std::size_t index) {
    ASSERT_TRUE(inbox.wait_count(index + 1));
    Result<void> replied = end->reply(answer(inbox.messages()[index]));
    EXPECT_TRUE(replied) << replied.error().what;
  }
  Collector inbox;
  std::unique_ptr<ServerEnd> end;
};

class Services : public ::testing::Test {
 protected:
  std::unique_ptr<ClientEnd> client_of(Route& route, ClientSink& sink) {
    auto opened = route.services().open_client(service(), sink);
    EXPECT_TRUE(opened) << opened.error().what;
    return std::move(*opened);
  }
  bool wait_available(Collector& inbox, ClientEnd& client, bool available) {
    return inbox.wait([&] { return client.server_available() == available; });
  }
  std::unique_ptr<Route> ours_ = open_context(loopback(0));
  std::unique_ptr<Route> theirs_ = open_context(loopback(100));
};

TEST_F(Services, CarryARequestAndItsReply) {
  Collector replies;
  Echo echo(*theirs_);
  auto client = client_of(*ours_, replies);
  ASSERT_TRUE(wait_available(replies, *client, true));
  Result<RequestId> id = client->send(request("hello"));
  ASSERT_TRUE(id);
  echo.answer_next(0);
  ASSERT_TRUE(replies.wait_count(1));
  EXPECT_EQ(replies.texts()[0], "re: hello");
  EXPECT_EQ(replies.messages()[0]->header().request, *id);
  EXPECT_EQ(echo.inbox.messages()[0]->header().request, *id);
  EXPECT_EQ(echo.inbox.messages()[0]->header().publisher, client->writer_gid());
}

TEST_F(Services, GiveEachClientItsOwnReplies) {
  Collector first_inbox, second_inbox;
  Echo echo(*theirs_);
  auto first = client_of(*ours_, first_inbox);
  auto second = client_of(*ours_, second_inbox);
  ASSERT_TRUE(wait_available(first_inbox, *first, true));
  ASSERT_TRUE(wait_available(second_inbox, *second, true));
  ASSERT_TRUE(first->send(request("one")));
  echo.answer_next(0);
  ASSERT_TRUE(second->send(request("two")));
  echo.answer_next(1);
  ASSERT_TRUE(first->send(request("three")));
  echo.answer_next(2);
  ASSERT_TRUE(first_inbox.wait_count(2));
  ASSERT_TRUE(second_inbox.wait_count(1));
  EXPECT_EQ(first_inbox.texts(), (std::vector<std::string>{"re: one", "re: three"}));
  EXPECT_EQ(second_inbox.texts(), (std::vector<std::string>{"re: two"}));
}

// More than the depth of the QoS at once, each way.
TEST_F(Services, LoseNothingThatIsSentFasterThanItIsAcknowledged) {
  Collector replies;
  Echo echo(*theirs_);
  auto client = client_of(*ours_, replies);
  ASSERT_TRUE(wait_available(replies, *client, true));
  constexpr std::size_t kMany = 2000;
  for (std::size_t i = 0; i < kMany; ++i) {
    Result<RequestId> sent = client->send(request(std::string(500, 'a')));
    ASSERT_TRUE(sent) << sent.error().what;
  }
  for (std::size_t i = 0; i < kMany; ++i) echo.answer_next(i);
  EXPECT_TRUE(replies.wait_count(kMany));
}

TEST_F(Services, TellWhenTheServerGoes) {
  Collector replies;
  auto client = client_of(*ours_, replies);
  EXPECT_FALSE(client->server_available());
  {
    Echo echo(*theirs_);
    ASSERT_TRUE(wait_available(replies, *client, true));
  }
  EXPECT_TRUE(wait_available(replies, *client, false));
}

TEST_F(Services, AreLeftToTheLocalRouteInsideOneContext) {
  Collector replies, others;
  Echo here(*ours_);
  auto client = client_of(*ours_, replies);
  auto elsewhere = client_of(*theirs_, others);
  ASSERT_TRUE(wait_available(others, *elsewhere, true));
  EXPECT_FALSE(client->server_available());
}

/// The request side of a client whose reply reader comes late, or never.
class HalfAClient {
 public:
  HalfAClient(Participant& participant, const std::string& id)
      : participant_(participant), id_(id) {
    requests_.topic = *participant.topic(request_topic(service()));
    const QosPtr qos = service_qos(service(), Side::kWriter, ServiceSide::kClient, id);
    requests_.entity = Handle(dds_create_writer(participant.publisher(),
                                                requests_.topic->entity.get(), qos.get(), nullptr));
  }
  bool wait_for_server() {
    dds_publication_matched_status_t status{};
    const std::int64_t end = steady_ns() + 30'000'000'000;
    while (status.current_count == 0 && steady_ns() < end) {
      dds_get_publication_matched_status(requests_.entity.get(), &status);
    }
    return status.current_count > 0;
  }
  void send(const std::string& data) {
    MessagePtr message = request(data);
    message->header().request = {77, 1};
    ASSERT_TRUE(requests_.send(message, "half a client"));
  }
  void open_replies() {
    reply_topic_ = *participant_.topic(reply_topic(service()));
    const QosPtr qos = service_qos(service(), Side::kReader, ServiceSide::kClient, id_);
    auto taker = std::make_unique<Taker>();
    taker_ = taker.get();
    replies_ = Handle(create_reader(participant_.subscriber(), reply_topic_->entity.get(),
                                    qos.get(), nullptr, std::move(taker)));
  }
  bool has_reply() {
    bool has = false;
    taker_->waiter.change([&] { has = taker_->count > 0; });
    return has;
  }
  bool wait_for_reply() { return wait_for_replies(1); }
  bool wait_for_replies(int count) {
    return taker_->waiter.wait([&] { return taker_->count >= count; });
  }
  /// Replies stay on the thread that received them, and nothing is acknowledged.
  void block(bool blocked) {
    taker_->waiter.change([&] { taker_->blocked = blocked; });
  }

 private:
  struct Taker final : SampleSink {
    void accept(CdrSample&, const ddsi_writer_info&) override {
      waiter.wait([&] { return !blocked; });
      waiter.change([&] { ++count; });
    }
    Waiter waiter;
    int count = 0;
    bool blocked = false;
  };
  Participant& participant_;
  const std::string id_;
  ServiceWriter requests_;
  std::shared_ptr<Topic> reply_topic_;
  Handle replies_;
  Taker* taker_ = nullptr;
};

TEST_F(Services, HoldAReplyUntilTheReplyReaderIsMatched) {
  auto participant = Participant::open(loopback(0));
  ASSERT_TRUE(participant);
  Echo echo(*theirs_);
  HalfAClient client(**participant, "01.02.03.04.05.06.07.08.09.0a.0b.0c.00.00.00.01");
  ASSERT_TRUE(client.wait_for_server());
  client.send("early");
  echo.answer_next(0);
  client.open_replies();
  EXPECT_TRUE(client.wait_for_reply());
}

// More than DDS holds for it: nobody who replies fails, and nothing is lost.
TEST_F(Services, KeepRepliesThatAClientIsSlowToTake) {
  constexpr int kMany = 600;
  auto participant = Participant::open(loopback(0));
  ASSERT_TRUE(participant);
  Echo echo(*theirs_);
  HalfAClient client(**participant, "01.02.03.04.05.06.07.08.09.0a.0b.0c.00.00.00.03");
  client.open_replies();
  ASSERT_TRUE(client.wait_for_server());
  client.send("warm");
  echo.answer_next(0);
  ASSERT_TRUE(client.wait_for_reply());
  for (int i = 0; i < kMany; ++i) client.send(std::string(2'500, 'a'));
  client.block(true);
  for (int i = 0; i < kMany; ++i) echo.answer_next(static_cast<std::size_t>(i) + 1);
  client.block(false);
  EXPECT_TRUE(client.wait_for_replies(kMany + 1));
}

// Of a client that tells no id, the reply reader of its participant is awaited.
TEST_F(Services, HoldAReplyForAClientWithoutAnId) {
  auto participant = Participant::open(loopback(0));
  ASSERT_TRUE(participant);
  NetworkOptions options = loopback(100);
  options.anonymous_patience = std::chrono::hours(1);
  auto patient = open_context(options);
  Echo echo(*patient);
  HalfAClient client(**participant, "");
  ASSERT_TRUE(client.wait_for_server());
  client.send("early");
  echo.answer_next(0);
  client.open_replies();
  EXPECT_TRUE(client.wait_for_reply());
}

// It may be read elsewhere: by another participant, which this one stands for.
TEST_F(Services, ServeAClientWithoutAnIdAfterAWhileAllTheSame) {
  auto asking = Participant::open(loopback(0));
  auto reading = Participant::open(loopback(0));
  ASSERT_TRUE(asking && reading);
  NetworkOptions options = loopback(100);
  options.anonymous_patience = std::chrono::milliseconds(1);
  auto server = open_context(options);
  HalfAClient reader(**reading, "");
  reader.open_replies();
  Echo echo(*server);
  ASSERT_TRUE(reader.wait_for_server());
  HalfAClient client(**asking, "");
  ASSERT_TRUE(client.wait_for_server());
  for (std::size_t sent = 0; !reader.has_reply(); ++sent) {  // its reader may match after the first
    client.send("from afar");
    echo.answer_next(sent);
  }
}

TEST_F(Services, TellWhenAReplyWasHeldForNothing) {
  Waiter said;
  std::string warning;
  NetworkOptions options = loopback(100);
  options.reply_patience = std::chrono::milliseconds(1);
  options.warn = [&](const std::string& what) { said.change([&] { warning = what; }); };
  auto impatient = open_context(options);
  auto participant = Participant::open(loopback(0));
  ASSERT_TRUE(participant);
  Echo echo(*impatient);
  HalfAClient client(**participant, "01.02.03.04.05.06.07.08.09.0a.0b.0c.00.00.00.02");
  ASSERT_TRUE(client.wait_for_server());
  client.send("unheard");
  echo.answer_next(0);
  EXPECT_TRUE(said.wait([&] { return !warning.empty(); }));
  EXPECT_NE(warning.find(service().service), std::string::npos);
  EXPECT_NE(warning.find("reply was dropped"), std::string::npos);
  EXPECT_NE(warning.find("Check that discovery works"), std::string::npos);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
