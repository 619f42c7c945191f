// What every ServiceRoute must do (route_suite.h says what a transport is).
#pragma once

#include "endpoints.h"

namespace ranvier::conformance {

using namespace support;

template <class Transport>
class ServiceSuite : public ::testing::Test {
 protected:
  std::unique_ptr<ClientEnd> client(const ServiceEndpoint& at, Collector& sink) {
    auto end = transport_.near().services().open_client(at, sink);
    EXPECT_TRUE(end);
    return std::move(*end);
  }
  std::unique_ptr<ServerEnd> server(const ServiceEndpoint& at, Collector& sink) {
    auto end = transport_.far().services().open_server(at, sink);
    EXPECT_TRUE(end);
    return std::move(*end);
  }
  // Asks outside the sink's lock, as the route tells the sink under its own.
  static void wait_for_server(ClientEnd& client, Collector& sink, bool available = true) {
    int seen = sink.availability_changes();
    while (client.server_available() != available) {
      ASSERT_TRUE(sink.wait_availability_change(seen));
      seen = sink.availability_changes();
    }
  }

  Transport transport_;
  Collector inbox_;
};

TYPED_TEST_SUITE_P(ServiceSuite);

TYPED_TEST_P(ServiceSuite, AReplyReachesTheClientThatAskedAndNoOther) {
  Collector other_replies, requests;
  const auto one = this->client(service_endpoint(), this->inbox_);
  const auto other = this->client(service_endpoint(), other_replies);
  EXPECT_FALSE(one->server_available());
  const auto at = this->server(service_endpoint(), requests);
  this->wait_for_server(*one, this->inbox_);
  this->wait_for_server(*other, other_replies);
  const auto id = one->send(text("from one"));
  const auto other_id = other->send(text("from other"));
  ASSERT_TRUE(id);
  ASSERT_TRUE(other_id);
  EXPECT_FALSE(*id == *other_id);
  ASSERT_TRUE(requests.wait_count(2));
  for (const MessagePtr& request : requests.messages()) {
    MessagePtr reply = text("re: " + data_of(request));
    reply->header().request = request->header().request;
    EXPECT_TRUE(at->reply(reply));
  }
  ASSERT_TRUE(this->inbox_.wait_count(1));
  ASSERT_TRUE(other_replies.wait_count(1));
  EXPECT_EQ(this->inbox_.texts(), std::vector<std::string>{"re: from one"});
  EXPECT_EQ(other_replies.texts(), std::vector<std::string>{"re: from other"});
  EXPECT_EQ(this->inbox_.messages()[0]->header().request, *id);
}

TYPED_TEST_P(ServiceSuite, RequestsOfOneClientAreNumberedAndArriveInOrder) {
  Collector requests;
  ServiceEndpoint deep = service_endpoint();
  deep.qos.depth = 50;
  const auto one = this->client(deep, this->inbox_);
  const auto at = this->server(deep, requests);
  this->wait_for_server(*one, this->inbox_);
  std::vector<RequestId> ids;
  for (int i = 0; i < 50; ++i) {
    const auto id = one->send(text(std::to_string(i)));
    ASSERT_TRUE(id);
    ids.push_back(*id);
  }
  ASSERT_TRUE(requests.wait_count(50));
  EXPECT_EQ(requests.texts(), numbers(0, 50));
  for (std::size_t i = 1; i < ids.size(); ++i) EXPECT_GT(ids[i].sequence, ids[i - 1].sequence);
}

TYPED_TEST_P(ServiceSuite, AClientHearsOfItsServersComingAndGoing) {
  Collector requests;
  const auto one = this->client(service_endpoint(), this->inbox_);
  auto at = this->server(service_endpoint(), requests);
  this->wait_for_server(*one, this->inbox_);
  ASSERT_TRUE(this->inbox_.wait_availability_change(0));  // told just after it is so
  at.reset();
  this->wait_for_server(*one, this->inbox_, false);
  EXPECT_FALSE(one->server_available());
}

REGISTER_TYPED_TEST_SUITE_P(ServiceSuite, AReplyReachesTheClientThatAskedAndNoOther,
                            RequestsOfOneClientAreNumberedAndArriveInOrder,
                            AClientHearsOfItsServersComingAndGoing);

}  // namespace ranvier::conformance
