// What is special about the local route; what every route must do is in
// tests/conformance/route_suite.h.
#include "ranvier/local/local_route.h"

#include <thread>

#include "endpoints.h"

namespace ranvier {
namespace {

using namespace support;
using Kind = EndpointEvent::Kind;

class LocalRouteTest : public ::testing::Test {
 protected:
  LocalRouteTest() { text_counts().encodes = text_counts().clones = 0; }
  std::unique_ptr<Writer> writer(const Endpoint& at) { return open_writer(*route_, at, events_); }
  std::unique_ptr<Reader> reader(const Endpoint& at, Collector& sink) {
    return open_reader(*route_, at, sink);
  }
  static Endpoint over_dds(Endpoint at) {
    at.local = false;
    return at;
  }
  const std::unique_ptr<Route> route_ = open_local_route();
  WriterEvents events_;
  Collector inbox_;
};

TEST_F(LocalRouteTest, TheVeryMessageArrivesNeitherCopiedNorEncoded) {
  const auto out = writer(endpoint());
  const auto in = reader(endpoint(), inbox_);
  MessagePtr message = text("hello");
  const Message* sent = message.get();
  const void* object = message->object();
  ASSERT_TRUE(out->write(std::move(message)));
  ASSERT_EQ(inbox_.size(), 1u);
  EXPECT_EQ(inbox_.messages()[0].get(), sent);
  EXPECT_EQ(inbox_.messages()[0]->object(), object);
  EXPECT_EQ(text_counts().encodes, 0);
  EXPECT_EQ(text_counts().clones, 0);
}

TEST_F(LocalRouteTest, ObjectsWithoutARosFormReachThoseAloneThatTakeThemAsTheyAre) {
  struct Foreign {};
  static const AdaptedType type{&typeid(Foreign), nullptr, nullptr,
                                [](void* count) { ++*static_cast<int*>(count); }};
  Endpoint taking = endpoint();
  taking.takes = type.id;
  const auto out = writer(endpoint());
  EXPECT_FALSE(out->all_take(*type.id)) << "nobody is there";
  const auto in = reader(taking, inbox_);
  EXPECT_TRUE(out->all_take(*type.id));
  EXPECT_FALSE(out->all_take(typeid(int)));
  Collector other, asks_for_dds;
  auto plain = reader(endpoint(), other);
  EXPECT_FALSE(out->all_take(*type.id));
  plain.reset();
  const auto encoded = reader(over_dds(taking), asks_for_dds);
  EXPECT_FALSE(out->all_take(*type.id));
  plain = reader(endpoint(), other);
  int destroyed = 0;
  ASSERT_TRUE(out->write(Message::from_adapted(text_type(), type, &destroyed)));
  ASSERT_EQ(inbox_.size(), 1u);
  EXPECT_EQ(inbox_.messages()[0]->adapted(*type.id), &destroyed);
  EXPECT_EQ(other.size() + asks_for_dds.size(), 0u);
  EXPECT_EQ(destroyed, 0);
}

TEST_F(LocalRouteTest, SaysOnceThatTypesDifferAlsoOfAPairThatAskedForDds) {
  std::vector<std::string> said;
  const auto route = open_local_route(
      std::make_shared<TypeReport>([&said](const std::string& line) { said.push_back(line); }));
  Endpoint other = over_dds(endpoint());
  other.type = &other_type();
  other.node = {"b", "/a"};
  Collector second;
  const auto in = open_reader(*route, other, inbox_);
  const auto out = open_writer(*route, over_dds(endpoint()), events_);
  const auto too = open_reader(*route, other, second);
  EXPECT_EQ(events_.count(Kind::kIncompatibleType), 2);
  EXPECT_EQ(second.count(Kind::kIncompatibleType), 1);
  ASSERT_EQ(said.size(), 1u);
  for (const std::string& part : {endpoint().topic, std::string("a subscription"),
                                  std::string("'/a/b'"), std::string("test/msg/Other")}) {
    EXPECT_NE(said[0].find(part), std::string::npos) << part << " in: " << said[0];
  }
}

TEST_F(LocalRouteTest, SaysOnceThatTheTypesOfAServiceDiffer) {
  std::vector<std::string> said;
  const auto route = open_local_route(
      std::make_shared<TypeReport>([&said](const std::string& line) { said.push_back(line); }));
  const codec::ServiceTypeInfo asked{"test/srv/Ask", "", "", &text_type(), &text_type(), nullptr};
  const codec::ServiceTypeInfo served{"test/srv/Tell", "",     "", &other_type(),
                                      &other_type(),   nullptr};
  ServiceEndpoint client, server;
  client.service = server.service = "/s";
  client.type = &asked;
  server.type = &served;
  server.node = {"b", "/a"};
  const auto end = route->services().open_server(server, inbox_);
  const auto first = route->services().open_client(client, inbox_);
  const auto second = route->services().open_client(client, inbox_);
  ASSERT_TRUE(end && first && second);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].rfind("Service '/s' (test/srv/Ask): a server of this process (node '/a/b') "
                          "uses it with the type test/srv/Tell, so no requests pass",
                          0),
            0u)
      << said[0];
}

TEST_F(LocalRouteTest, ALoneReaderOwnsTheMessage) {
  const auto out = writer(endpoint());
  const auto in = reader(endpoint(), inbox_);
  write(*out, "mine");
  std::vector<MessagePtr> got = inbox_.messages();
  inbox_.clear();
  EXPECT_TRUE(got[0].unique());
}

TEST_F(LocalRouteTest, NothingIsSentWhileNobodyIsMatched) {
  const auto out = writer(endpoint());
  MessagePtr message = text("not taken");
  ASSERT_TRUE(out->write(message));
  EXPECT_TRUE(message.unique());
}

TEST_F(LocalRouteTest, AMixedPairGetsBytesAsOverDdsAndThePairBesideItTheObject) {
  Collector mixed;
  const auto out = writer(endpoint());
  const auto far = reader(over_dds(endpoint()), mixed);
  const auto near = reader(endpoint(), inbox_);
  write(*out, "hello");
  ASSERT_EQ(mixed.size(), 1u);
  ASSERT_EQ(inbox_.size(), 1u);
  EXPECT_FALSE(mixed.messages()[0]->born_as_object());
  EXPECT_TRUE(inbox_.messages()[0]->born_as_object());
  EXPECT_NE(mixed.messages()[0]->object(), inbox_.messages()[0]->object());
  EXPECT_EQ(mixed.texts(), inbox_.texts());
}

TEST_F(LocalRouteTest, MixedReadersShareOneEncoding) {
  Collector other;
  const auto out = writer(over_dds(endpoint()));
  const auto a = reader(endpoint(), inbox_);
  const auto b = reader(endpoint(), other);
  write(*out, "hello");
  EXPECT_EQ(text_counts().encodes, 1);
  EXPECT_EQ(inbox_.messages()[0].get(), other.messages()[0].get());
}

TEST_F(LocalRouteTest, APairOfWhichBothSidesAskedForDdsIsNotServedHere) {
  const auto out = writer(over_dds(endpoint()));
  const auto in = reader(over_dds(endpoint()), inbox_);
  EXPECT_EQ(out->matched(), 0u);
  EXPECT_EQ(in->matched(), 0u);
  write(*out, "elsewhere");
  EXPECT_EQ(inbox_.size(), 0u);
}

TEST_F(LocalRouteTest, AMixedLateJoinerGetsWhatWasKeptAsBytes) {
  const Endpoint at = endpoint(keep_last(2, Durability::kTransientLocal));
  const auto out = writer(at);
  for (int i = 0; i < 3; ++i) write(*out, std::to_string(i), 100 + i);
  const auto in = reader(over_dds(at), inbox_);
  EXPECT_EQ(inbox_.texts(), numbers(1, 3));
  EXPECT_EQ(inbox_.messages()[0]->header().source_timestamp, 101);
  EXPECT_FALSE(inbox_.messages()[0]->born_as_object());
}

TEST_F(LocalRouteTest, OnTheThreadThatDrainsAFullSubscriptionWriteFailsNamingTopicAndBound) {
  const auto out = writer(endpoint(keep_all()));
  const auto in = reader(endpoint(keep_all()), inbox_);
  inbox_.set_room(1);
  inbox_.set_drained_here(true);
  write(*out, "fits");
  const Result<void> full = out->write(text("does not"));
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, Code::kFull);
  const std::string& words = full.error().what;
  EXPECT_NE(words.find(endpoint().topic), std::string::npos) << words;
  EXPECT_NE(words.find("RANVIER_KEEP_ALL_SAMPLES"), std::string::npos) << words;
  EXPECT_NE(words.find("RANVIER_KEEP_ALL_BYTES"), std::string::npos) << words;
  EXPECT_EQ(inbox_.size(), 1u);
}

TEST_F(LocalRouteTest, AWriterSaysWhetherAWriteWouldWait) {
  Collector last;
  const auto out = writer(endpoint(keep_all()));
  EXPECT_TRUE(out->has_room()) << "nobody is matched";
  const auto a = reader(endpoint(keep_last(1)), last);
  last.set_room(0);
  EXPECT_TRUE(out->has_room()) << "keep last takes what comes";
  const auto b = reader(endpoint(keep_all()), inbox_);
  inbox_.set_room(1);
  EXPECT_TRUE(out->has_room());
  write(*out, "fits");
  EXPECT_FALSE(out->has_room());
  inbox_.set_room(2);
  EXPECT_TRUE(out->has_room());
}

TEST_F(LocalRouteTest, AWriteThatFailsReachesNobody) {
  Collector roomy;
  const auto out = writer(endpoint(keep_all()));
  const auto a = reader(endpoint(keep_all()), roomy);
  const auto b = reader(endpoint(keep_all()), inbox_);
  inbox_.set_room(0);
  inbox_.set_drained_here(true);
  EXPECT_FALSE(out->write(text("all or none")));
  EXPECT_EQ(roomy.size(), 0u);
}

TEST_F(LocalRouteTest, AFullReaderThatGoesLetsTheWriterGoOn) {
  const auto out = writer(endpoint(keep_all()));
  auto in = reader(endpoint(keep_all()), inbox_);
  inbox_.set_room(0);
  std::thread publisher([&] { EXPECT_TRUE(out->write(text("x"))); });
  in.reset();
  publisher.join();
  EXPECT_EQ(inbox_.size(), 0u);
}

TEST_F(LocalRouteTest, KeepLastAndBestEffortNeverWait) {
  Collector last, effort;
  last.set_room(0);
  effort.set_room(0);
  Qos best = keep_all();
  best.reliability = Reliability::kBestEffort;
  const auto out = writer(endpoint(keep_all()));
  const auto a = reader(endpoint(keep_last(1)), last);
  const auto b = reader(endpoint(best), effort);
  write(*out, "passes");
  EXPECT_EQ(last.size(), 1u);
  EXPECT_EQ(effort.size(), 1u);
}

TEST_F(LocalRouteTest, StopEndsTheWaitsThatAreUnderWayAndLaterOnes) {
  const auto out = writer(endpoint(keep_all()));
  const auto in = reader(endpoint(keep_all()), inbox_);
  inbox_.set_room(0);
  std::thread publisher([&] {
    const Result<void> stopped = out->write(text("never"));
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Code::kShutdown);
  });
  route_->stop();
  publisher.join();
  EXPECT_FALSE(out->write(text("never")));
  const auto late = writer(endpoint(keep_all()));
  EXPECT_FALSE(late->write(text("never")));
}

TEST_F(LocalRouteTest, ARouteMayGoBeforeItsEndpoints) {
  auto route = open_local_route();
  const auto out = open_writer(*route, endpoint(), events_);
  const auto in = open_reader(*route, endpoint(), inbox_);
  route.reset();
  write(*out, "hello");
  EXPECT_EQ(inbox_.texts(), std::vector<std::string>{"hello"});
}

TEST_F(LocalRouteTest, ReadersComeAndGoWhileOthersWrite) {
  std::atomic<bool> done{false};
  std::vector<std::thread> publishers;
  for (int i = 0; i < 2; ++i) {
    publishers.emplace_back([&] {
      WriterEvents events;
      const auto out = open_writer(*route_, endpoint(), events);
      while (!done) write(*out, "x");
    });
  }
  for (int i = 0; i < 200; ++i) {
    auto inbox = std::make_unique<Collector>();
    auto in = reader(endpoint(), *inbox);
    EXPECT_TRUE(inbox->wait_count(1));
    in.reset();
    inbox.reset();  // the sanitizers see a call after this
  }
  done = true;
  for (auto& publisher : publishers) publisher.join();
}

}  // namespace
}  // namespace ranvier
