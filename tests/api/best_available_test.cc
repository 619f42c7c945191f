// "Best available" policies: they are what matches, of all policies, on every route.
#include <signal.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_msgs/msg/int32.hpp>

#include "child.h"
#include "foreign.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using example_interfaces::srv::AddTwoInts;
using rclcpp::BestAvailableQoS;
using rclcpp::QoS;
using std_msgs::msg::Int32;

constexpr rclcpp::IntraProcessSetting kRoutes[] = {rclcpp::IntraProcessSetting::Enable,
                                                   rclcpp::IntraProcessSetting::Disable};

template <class Options>
Options by(rclcpp::IntraProcessSetting route) {
  Options options;
  options.use_intra_process_comm = route;
  return options;
}

class BestAvailable : public Running {
 protected:
  void start() {
    init();
    node_ = node("near");
  }
  ~BestAvailable() override { node_.reset(); }

  rclcpp::Publisher<Int32>::SharedPtr publisher(const QoS& qos, rclcpp::IntraProcessSetting route) {
    return node_->create_publisher<Int32>("a", qos, by<rclcpp::PublisherOptions>(route));
  }
  rclcpp::Subscription<Int32>::SharedPtr subscription(const QoS& qos,
                                                      rclcpp::IntraProcessSetting route) {
    return node_->create_subscription<Int32>(
        "a", qos, [this](const Int32& message) { got_ = message.data; },
        by<rclcpp::SubscriptionOptions>(route));
  }
  void expect_a_message(rclcpp::Publisher<Int32>& from) {
    wait_until([&] { return from.get_subscription_count() == 1; });
    from.publish(Int32().set__data(7));
    wait_until([&] { return got_ == 7; });
    got_ = 0;
  }

  rclcpp::Node::SharedPtr node_;
  int got_ = 0;
};

TEST_F(BestAvailable, MatchesDefaultEndpointsOfBeforeAndOfLater) {
  start();
  for (const auto route : kRoutes) {
    {
      auto from = publisher(QoS(10), route);
      auto to = subscription(BestAvailableQoS(), route);
      expect_a_message(*from);
    }
    {
      auto to = subscription(BestAvailableQoS(), route);
      auto from = publisher(QoS(10), route);
      expect_a_message(*from);
    }
    {
      auto to = subscription(QoS(10), route);
      auto from = publisher(BestAvailableQoS(), route);
      expect_a_message(*from);
    }
    {
      auto from = publisher(BestAvailableQoS(), route);
      auto to = subscription(QoS(10), route);
      expect_a_message(*from);
    }
    auto from = publisher(BestAvailableQoS(), route);
    auto to = subscription(BestAvailableQoS(), route);
    expect_a_message(*from);
  }
}

// Offered by publishers: the subscription asks for as much as all of them offer.
TEST_F(BestAvailable, OfASubscriptionIsTheMostThatAllPublishersOffer) {
  start();
  const auto route = kRoutes[0];
  auto strong = publisher(QoS(1)
                              .transient_local()
                              .deadline(2s)
                              .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                              .liveliness_lease_duration(3s),
                          route);
  const QoS alone = subscription(BestAvailableQoS(), route)->get_actual_qos();
  EXPECT_EQ(alone.reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(alone.durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(alone.liveliness(), rclcpp::LivelinessPolicy::ManualByTopic);
  EXPECT_EQ(alone.deadline(), rclcpp::Duration(2s));
  EXPECT_EQ(alone.liveliness_lease_duration(), rclcpp::Duration(3s));
  auto weak = publisher(QoS(1).best_effort().deadline(5s).liveliness_lease_duration(4s), route);
  auto to = subscription(BestAvailableQoS(), route);
  const QoS both = to->get_actual_qos();
  EXPECT_EQ(both.reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(both.durability(), rclcpp::DurabilityPolicy::Volatile);
  EXPECT_EQ(both.liveliness(), rclcpp::LivelinessPolicy::Automatic);
  EXPECT_EQ(both.deadline(), rclcpp::Duration(5s));
  EXPECT_EQ(both.liveliness_lease_duration(), rclcpp::Duration(4s));
  EXPECT_EQ(to->get_publisher_count(), 2u);
  auto promises_nothing = publisher(QoS(1).best_effort(), route);
  EXPECT_EQ(subscription(BestAvailableQoS(), route)->get_publisher_count(), 3u);
}

TEST_F(BestAvailable, OfAPublisherIsTheLeastThatServesAllSubscriptions) {
  start();
  const auto route = kRoutes[0];
  const QoS nobody = publisher(BestAvailableQoS(), route)->get_actual_qos();
  EXPECT_EQ(nobody.reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(nobody.durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(nobody.liveliness(), rclcpp::LivelinessPolicy::Automatic);
  EXPECT_EQ(nobody.deadline(), publisher(QoS(10), route)->get_actual_qos().deadline());
  auto patient = subscription(QoS(1).deadline(5s).liveliness_lease_duration(4s), route);
  auto strict = subscription(QoS(1)
                                 .transient_local()
                                 .deadline(2s)
                                 .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                                 .liveliness_lease_duration(3s),
                             route);
  auto from = publisher(BestAvailableQoS(), route);
  EXPECT_EQ(from->get_subscription_count(), 2u);
  EXPECT_EQ(from->get_actual_qos().deadline(), rclcpp::Duration(2s));
  EXPECT_EQ(from->get_actual_qos().liveliness(), rclcpp::LivelinessPolicy::ManualByTopic);
  EXPECT_EQ(from->get_actual_qos().liveliness_lease_duration(), rclcpp::Duration(3s));
}

TEST_F(BestAvailable, LooksAtTopicsWithoutRosNamesToo) {
  start();
  auto from = publisher(QoS(1).best_effort().avoid_ros_namespace_conventions(true), kRoutes[0]);
  auto to = subscription(BestAvailableQoS().avoid_ros_namespace_conventions(true), kRoutes[0]);
  EXPECT_EQ(to->get_actual_qos().reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(to->get_publisher_count(), 1u);
}

TEST_F(BestAvailable, OfAServiceIsWhatServicesHave) {
  start();
  auto service = node_->create_service<AddTwoInts>(
      "add",
      [](AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
      },
      BestAvailableQoS());
  const QoS qos = service->get_request_subscription_actual_qos();
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::Volatile);
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::Reliable);
  Foreign far("asker");
  for (const QoS& asked : {QoS(10), QoS(BestAvailableQoS())}) {
    auto client = far.node().create_client<AddTwoInts>("add", asked);
    wait_until([&] { return client->service_is_ready(); });
    auto request = std::make_shared<AddTwoInts::Request>();
    request->a = 3, request->b = 4;
    auto future = client->async_send_request(request);
    bool answered = false;
    while (!answered) {
      executor_->spin_some();
      far.wait_until([&, turns = 0]() mutable { return ++turns > 1; });
      answered = future.wait_for(0s) == std::future_status::ready;
    }
    EXPECT_EQ(future.get()->sum, 7);
  }
}

class BestAvailableFar : public BestAvailable {
 protected:
  void SetUp() override {
    if (std::string(BEST_AVAILABLE_PROGRAM).empty()) GTEST_SKIP() << "run by an emulator";
  }
  void expect_messages_and_an_end(const char* shared_memory) {
    ::setenv("RANVIER_SHM", shared_memory, 1);
    ranvier::support::Child other(
        [] { ::execl(BEST_AVAILABLE_PROGRAM, BEST_AVAILABLE_PROGRAM, nullptr); });
    start();
    auto to = subscription(QoS(10), kRoutes[0]);
    wait_until([&] { return got_ == 7; });
    got_ = 0;
    to = subscription(BestAvailableQoS(), kRoutes[0]);
    wait_until([&] { return got_ == 7; });
    ::kill(other.id(), SIGINT);
    EXPECT_TRUE(other.went_well());
    ::unsetenv("RANVIER_SHM");
  }
};

TEST_F(BestAvailableFar, MatchesThroughSharedMemoryAndASignalEndsThePublisher) {
  expect_messages_and_an_end("1");
}

TEST_F(BestAvailableFar, MatchesOverDdsAndASignalEndsThePublisher) {
  expect_messages_and_an_end("0");
}

// Beyond what the wire has bits for, and what a clock can add to its time.
TEST_F(BestAvailable, ADurationOfCenturiesIsNone) {
  start();
  const rclcpp::Duration centuries = rclcpp::Duration::from_nanoseconds(INT64_MAX - 1);
  const QoS promising =
      QoS(10).deadline(centuries).lifespan(centuries).liveliness_lease_duration(centuries);
  for (const auto route : kRoutes) {
    auto from = publisher(promising, route);
    auto to = subscription(promising, route);
    expect_a_message(*from);
    const QoS none = publisher(QoS(10), route)->get_actual_qos();
    EXPECT_EQ(from->get_actual_qos().deadline(), none.deadline());
  }
}

}  // namespace
