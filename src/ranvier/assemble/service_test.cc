// Services and clients over the local route.
#include <atomic>
#include <thread>

#include "graph.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;

class ServiceTest : public GraphTest {
 protected:
  // A server that answers each request with "re: " before it.
  Closing<Server> echo() {
    auto made = std::make_shared<Server*>(nullptr);
    auto server = this->server([made](MessagePtr request) {
      EXPECT_TRUE((*made)->reply(request->header().request, new Text("re: " + data_of(request))));
    });
    *made = server.operator->();
    return server;
  }
  std::unique_ptr<ReplyCallback> hears() {
    return std::make_unique<Call<ReplyCallback>>(
        [this](MessagePtr reply) { heard_.push_back(data_of(reply)); });
  }
};

TEST_F(ServiceTest, ARequestGetsItsReply) {
  const auto at = echo();
  const auto from = client();
  EXPECT_TRUE(from->server_available());
  ASSERT_TRUE(from->send(new Text("a"), hears()));
  ASSERT_TRUE(from->send(new Text("b"), hears()));
  spin_all();
  EXPECT_EQ(heard_, (std::vector<std::string>{"re: a", "re: b"}));
  EXPECT_EQ(from->remove_all_pending(), 0u);
}

TEST_F(ServiceTest, WithoutAServerARequestFailsAndSaysWhatToDo) {
  const auto from = client();
  EXPECT_FALSE(from->server_available());
  const auto sent = from->send(new Text("a"), hears());
  ASSERT_FALSE(sent);
  EXPECT_NE(sent.error().what.find(service_endpoint().service), std::string::npos);
  EXPECT_EQ(from->remove_all_pending(), 0u);
}

TEST_F(ServiceTest, OfTwoServersTheFirstReplyCountsAndTheCallbackRunsOnce) {
  const auto first = echo(), second = echo();
  const auto from = client();
  ASSERT_TRUE(from->send(new Text("a"), hears()));
  spin_all();
  EXPECT_EQ(heard_, std::vector<std::string>{"re: a"});
}

TEST_F(ServiceTest, AForgottenRequestIsNotAnswered) {
  const auto at = echo();
  const auto from = client();
  const auto number = from->send(new Text("a"), hears());
  ASSERT_TRUE(number);
  EXPECT_TRUE(from->remove_pending(*number));
  EXPECT_FALSE(from->remove_pending(*number));
  spin_all();
  EXPECT_TRUE(heard_.empty());
}

TEST_F(ServiceTest, RequestsBeforeATimeCanBeForgotten) {
  const auto at = echo();
  const auto from = client();
  const auto old = from->send(new Text("old"), hears());
  const auto now = Client::Clock::now();
  while (Client::Clock::now() == now) {}
  ASSERT_TRUE(from->send(new Text("new"), hears()));
  EXPECT_EQ(from->remove_pending_before(Client::Clock::time_point::min()).size(), 0u);
  EXPECT_EQ(from->remove_pending_before(now + std::chrono::nanoseconds(1)),
            std::vector<std::int64_t>{*old});
  spin_all();
  EXPECT_EQ(heard_, std::vector<std::string>{"re: new"});
}

TEST_F(ServiceTest, AReplyMayComeLaterFromAnotherThread) {
  std::vector<MessagePtr> requests;
  const auto at = server([&](MessagePtr request) { requests.push_back(std::move(request)); });
  const auto from = client();
  ASSERT_TRUE(from->send(new Text("a"), hears()));
  spin_all();
  ASSERT_EQ(requests.size(), 1u);
  std::thread later(
      [&] { EXPECT_TRUE(at->reply(requests[0]->header().request, new Text("later"))); });
  while (heard_.empty()) engine_.spin_once(kForever);
  later.join();
  EXPECT_EQ(heard_, std::vector<std::string>{"later"});
}

TEST_F(ServiceTest, AReplyToAClientThatIsGoneIsRefusedAndTheObjectFreed) {
  std::vector<MessagePtr> requests;
  const auto at = server([&](MessagePtr request) { requests.push_back(std::move(request)); });
  {
    const auto from = client();
    ASSERT_TRUE(from->send(new Text("a"), hears()));
    spin_all();
  }
  const int before = text_counts().alive;
  const auto replied = at->reply(requests.at(0)->header().request, new Text("too late"));
  ASSERT_FALSE(replied);
  EXPECT_EQ(replied.error().code, Code::kNotFound);
  EXPECT_EQ(text_counts().alive, before);
}

TEST_F(ServiceTest, WaitingForAServerEndsWhenItComesAndWhenTimeRunsOut) {
  const auto from = client();
  EXPECT_FALSE(from->wait_for_server(steady_ns() + 1'000'000));
  std::thread waiter([&] { EXPECT_TRUE(from->wait_for_server(kForever)); });
  const auto at = echo();
  waiter.join();
}

TEST_F(ServiceTest, WaitingForAServerEndsWithTheContext) {
  const auto from = client();
  std::thread waiter([&] { EXPECT_FALSE(from->wait_for_server(kForever)); });
  context_->shutdown();
  waiter.join();
}

// The reply may be there before send() has written down who waits for it.
TEST_F(ServiceTest, NoReplyIsLostToARaceWithItsRequest) {
  constexpr int kRequests = 2'000;
  const auto at = echo();
  const auto from = client();
  std::atomic<int> replies{0};
  {
    Spinners spinners(engine_, 2);
    for (int i = 0; i < kRequests; ++i) {
      ASSERT_TRUE(from->send(new Text(std::to_string(i)), std::make_unique<Call<ReplyCallback>>(
                                                              [&](MessagePtr) { ++replies; })));
    }
    while (replies < kRequests) std::this_thread::yield();
  }
  EXPECT_EQ(from->remove_all_pending(), 0u);
}

TEST_F(ServiceTest, ServersComeAndGoWhileClientsAsk) {
  const auto from = client();
  std::atomic<bool> done{false};
  {
    Spinners spinners(engine_, 2);
    std::thread asks([&] {
      while (!done) {
        (void)from->send(new Text("x"), std::make_unique<Call<ReplyCallback>>([](MessagePtr) {}));
      }
    });
    for (int i = 0; i < 200; ++i) {
      const auto at = server([](MessagePtr) {});
      EXPECT_TRUE(from->wait_for_server(kForever));
    }
    done = true;
    asks.join();
  }
}

class BoundedServiceTest : public GraphTest {
 protected:
  BoundedServiceTest() : GraphTest(KeepAllBound{.samples = 2}) {}
  std::unique_ptr<ReplyCallback> ignores() {
    return std::make_unique<Call<ReplyCallback>>([](MessagePtr) {});
  }
};

TEST_F(BoundedServiceTest, UnansweredRequestsHaveABoundThatIsNamedWithItsRemedy) {
  const auto at = server([](MessagePtr) {});  // never answers
  const auto from = client();
  const auto oldest = from->send(new Text("a"), ignores());
  ASSERT_TRUE(oldest);
  ASSERT_TRUE(from->send(new Text("b"), ignores()));
  const int before = text_counts().alive;
  const auto refused = from->send(new Text("c"), ignores());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kFull);
  EXPECT_EQ(text_counts().alive, before);
  for (const std::string& word :
       {service_endpoint().service, std::string("2 requests"),
        std::string("prune_requests_older_than"), std::string("RANVIER_KEEP_ALL_SAMPLES")}) {
    EXPECT_NE(refused.error().what.find(word), std::string::npos) << word;
  }
  EXPECT_TRUE(from->remove_pending(*oldest));
  EXPECT_TRUE(from->send(new Text("d"), ignores()));
}

}  // namespace
}  // namespace ranvier
