// A further network is a row: the Cyclone route under another name, beside itself, in one
// context. Nothing else in the tree knows of it.
#include <stdlib.h>

#include <algorithm>
#include <thread>

#include "cyclone_contexts.h"
#include "graph.h"
#include "ranvier/assemble/assemble.h"

namespace ranvier::conformance {
namespace {

using namespace support;

// Two networks that do not see each other: each has a domain of its own on the wire.
NetworkOptions on_network_of(std::uint32_t network, std::uint32_t instance) {
  NetworkOptions options = loopback(network);
  const std::string wire = std::to_string(options.domain + network);
  options.config = "<CycloneDDS><Domain><Discovery><ExternalDomainId>" + wire +
                   "</ExternalDomainId></Discovery></Domain></CycloneDDS>";
  options.domain += instance;
  return options;
}
constexpr std::uint32_t kFirst = 0, kSecond = 30;

template <std::uint32_t kNetwork>
Result<std::unique_ptr<Route>> open_near(const NetworkOptions& asked) {
  NetworkOptions options = on_network_of(kNetwork, 0);
  options.enclave = asked.enclave;
  options.keep_all_bound = asked.keep_all_bound;
  options.type_report = asked.type_report;
  return open_cyclone_route(options);
}

constexpr NetworkRow kRows[] = {
    {"rmw_cyclonedds_cpp", "Cyclone DDS", "CYCLONEDDS_URI", open_near<kFirst>},
    {"rmw_second_cpp", "Second DDS", "SECOND_URI", open_near<kSecond>},
};

// Other test processes may be in the same domain.
const std::string kSpace = "/p" + std::to_string(::getpid());

// A context with a node.
class Side {
 public:
  Side(std::shared_ptr<Context> of, const std::string& name)
      : context(std::move(of)), node(std::make_shared<Node>(context, NodeName{name, kSpace})) {
    node->attach(engine);
  }
  ~Side() { node->detach(engine); }

  std::unique_ptr<Publisher> publisher(const Endpoint& at) const {
    return *Publisher::open(node, at);
  }
  Closing<Subscription> subscription(const Endpoint& at, std::vector<std::string>& to) const {
    return Closing<Subscription>(*Subscription::open(
        node, node->default_strand(), at, {},
        on_message([&to](MessagePtr message) { to.push_back(data_of(message)); })));
  }
  // Answers what it is asked, with its node's name.
  Closing<Server> server(const ServiceEndpoint& at, Server*& answering) const {
    auto opened = Server::open(
        node, node->default_strand(), at,
        std::make_unique<Call<RequestCallback>>([this, &answering](MessagePtr request) {
          const std::string reply = node->name().name + " " + data_of(request);
          EXPECT_TRUE(answering->reply(request->header().request, new Text(reply)));
        }));
    answering = opened->get();
    return Closing<Server>(*opened);
  }
  Closing<Client> client(const ServiceEndpoint& at) const {
    return Closing<Client>(*Client::open(node, node->default_strand(), at));
  }

  Engine engine;
  const std::shared_ptr<Context> context;
  const std::shared_ptr<Node> node;
};

std::shared_ptr<Context> on_both() { return *make_context({}, kRows); }

std::shared_ptr<Context> on_one(std::uint32_t network) {
  Routes routes(open_local_route());
  routes.add_network(open_context(on_network_of(network, 60)));
  return std::make_shared<Context>(std::move(routes), 0, KeepAllBound{});
}

class TwoNetworksTest : public ::testing::Test {
 protected:
  ~TwoNetworksTest() override { ::unsetenv("RMW_IMPLEMENTATION"); }

  // Spins all sides until it is so.
  template <class Condition>
  void until(Condition&& condition) {
    while (!condition()) {
      for (Side* side : {&here_, &first_, &second_}) side->engine.spin_ready();
      std::this_thread::yield();
    }
  }
  std::string ask(Client& client, const std::string& request) {
    std::string reply;
    EXPECT_TRUE(client.send(new Text(request), std::make_unique<Call<ReplyCallback>>(
                                                   [&](MessagePtr got) { reply = data_of(got); })));
    until([&] { return !reply.empty(); });
    return reply;
  }

  Side here_{on_both(), "here"};
  Side first_{on_one(kFirst), "first"};
  Side second_{on_one(kSecond), "second"};
};

TEST_F(TwoNetworksTest, APublisherReachesTheSubscriptionsOfBothAndOfItsContextOnceEach) {
  const Endpoint at = endpoint(keep_last(500));
  std::vector<std::string> here, first, second;
  const auto out = here_.publisher(at);
  const auto in_here = here_.subscription(at, here);
  const auto in_first = first_.subscription(at, first);
  const auto in_second = second_.subscription(at, second);
  until(
      [&] { return out->matched() == 3 && in_first->matched() == 1 && in_second->matched() == 1; });
  const int encodes = text_counts().encodes;
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(out->send(new Text(std::to_string(i))));
  EXPECT_EQ(text_counts().encodes, encodes + 200) << "once for both";
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(30)));
  until([&] { return here.size() >= 200 && first.size() >= 200 && second.size() >= 200; });
  for (const auto& got : {here, first, second}) EXPECT_EQ(got, numbers(0, 200));
}

TEST_F(TwoNetworksTest, ASubscriptionHearsThePublishersOfBoth) {
  const Endpoint at = endpoint(keep_last(500));
  std::vector<std::string> heard;
  const auto in = here_.subscription(at, heard);
  const auto from_first = first_.publisher(at);
  const auto from_second = second_.publisher(at);
  until([&] {
    return in->matched() == 2 && from_first->matched() == 1 && from_second->matched() == 1;
  });
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(from_first->send(new Text("first")));
    EXPECT_TRUE(from_second->send(new Text("second")));
  }
  until([&] { return heard.size() >= 200; });
  EXPECT_EQ(heard.size(), 200u);
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "second"), 100);
}

// Both ends asked for DDS: one network brings it, not each.
TEST_F(TwoNetworksTest, APairOfTheContextThatAskedForTheNetworkIsServedOnce) {
  Endpoint at = endpoint(keep_last(500));
  at.local = false;
  std::vector<std::string> heard, elsewhere;
  const auto out = here_.publisher(at);
  const auto in = here_.subscription(at, heard);
  const auto beyond = second_.subscription(at, elsewhere);
  until([&] { return out->matched() == 2 && in->matched() == 1 && beyond->matched() == 1; });
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(out->send(new Text(std::to_string(i))));
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(30)));
  until([&] { return heard.size() >= 100 && elsewhere.size() >= 100; });
  EXPECT_EQ(heard, numbers(0, 100));
}

TEST_F(TwoNetworksTest, TheGraphShowsBothAndTheOwnContextOnce) {
  const Endpoint at = endpoint();
  std::vector<std::string> unused;
  const auto out = here_.publisher(at);
  const auto in_first = first_.subscription(at, unused);
  const auto in_second = second_.subscription(at, unused);
  const auto nodes = [](Side& side) {
    std::vector<std::string> names;
    for (const GraphNode& node : side.context->graph()->nodes()) {
      if (node.node.space == kSpace) names.push_back(node.node.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  };
  const auto owners = [&](Side& side) {
    std::vector<std::string> names;
    for (const auto& one : side.context->graph()->endpoints_of(at.topic)) {
      names.push_back(one.node.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  };
  using Names = std::vector<std::string>;
  std::atomic<int> changes{0};
  here_.context->graph()->watch([&] { ++changes; });
  until([&] { return nodes(here_) == Names{"first", "here", "second"}; });
  until([&] { return owners(here_) == Names{"first", "here", "second"}; });
  until([&] { return owners(first_) == Names{"first", "here"}; });
  until([&] { return owners(second_) == Names{"here", "second"}; });
  for (Side* side : {&first_, &second_}) {
    const int before = changes;
    const auto more = side->publisher(endpoint({}, "/more"));
    until([&] { return changes > before; });
  }
  here_.context->graph()->watch(nullptr);
}

TEST_F(TwoNetworksTest, ServicesWorkOnBoth) {
  Server *at_first = nullptr, *at_second = nullptr, *at_here = nullptr;
  const auto of_first = first_.server(service_endpoint("/first"), at_first);
  const auto of_second = second_.server(service_endpoint("/second"), at_second);
  const auto of_here = here_.server(service_endpoint("/here"), at_here);
  const auto to_first = here_.client(service_endpoint("/first"));
  const auto to_second = here_.client(service_endpoint("/second"));
  const auto from_first = first_.client(service_endpoint("/here"));
  const auto from_second = second_.client(service_endpoint("/here"));
  const auto from_here = here_.client(service_endpoint("/here"));
  for (const auto* client : {&to_first, &to_second, &from_first, &from_second, &from_here}) {
    until([&] { return (*client)->server_available(); });
  }
  for (int round = 0; round < 20; ++round) {
    const std::string request = std::to_string(round);
    EXPECT_EQ(ask(*to_first.operator->(), request), "first " + request);
    EXPECT_EQ(ask(*to_second.operator->(), request), "second " + request);
    EXPECT_EQ(ask(*from_first.operator->(), request), "here " + request);
    EXPECT_EQ(ask(*from_second.operator->(), request), "here " + request);
    EXPECT_EQ(ask(*from_here.operator->(), request), "here " + request);
  }
}

TEST_F(TwoNetworksTest, RmwImplementationChoosesOneByItsName) {
  ::setenv("RMW_IMPLEMENTATION", "rmw_second_cpp", 1);
  const auto row = chosen_network(kRows);
  ASSERT_TRUE(row);
  Side alone(*make_context({}, {*row, 1}), "alone");
  const auto first = first_.publisher(endpoint());
  const auto second = second_.publisher(endpoint());
  std::vector<std::string> unused;
  const auto in = alone.subscription(endpoint(), unused);
  until([&] { return in->matched() == 1 && second->matched() == 1; });
  EXPECT_EQ(first->matched(), 0u);
}

}  // namespace
}  // namespace ranvier::conformance
