// rcl/graph.h: what a node's handle tells of the graph.
#include <gmock/gmock.h>
#include <rcl/error_handling.h>
#include <rcl/graph.h>

#include <algorithm>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <thread>

#include "covers.h"
#include "running.hpp"

namespace {

using rcl_interfaces::srv::GetParameters;
using rosgraph_msgs::msg::Clock;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Key;
using testing::Pair;
using Lists = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> texts(const rcutils_string_array_t& array) {
  return {array.data, array.data + array.size};
}

class GraphHandle : public Running {
 protected:
  GraphHandle() {
    init({"-r", "__ns:=/tower"});
    node_ = node("watcher");
    handle_ = node_->get_node_base_interface()->get_rcl_node_handle();
    rcl_reset_error();
  }
  ~GraphHandle() override {
    rcl_reset_error();
    node_.reset();
  }

  // What `ask` fills, and gives back.
  template <class Ask>
  Lists lists(Ask ask) {
    rcl_names_and_types_t out = rcl_get_zero_initialized_names_and_types();
    EXPECT_EQ(ask(&out), RCL_RET_OK);
    Lists all;
    for (size_t i = 0; i < out.names.size; ++i) all[out.names.data[i]] = texts(out.types[i]);
    EXPECT_EQ(rcl_names_and_types_fini(&out), RCL_RET_OK);
    EXPECT_EQ(out.names.data, nullptr);
    return all;
  }

  auto make_service() {
    return node_->create_service<GetParameters>(
        "ask", [](GetParameters::Request::SharedPtr, GetParameters::Response::SharedPtr) {});
  }

  rclcpp::Node::SharedPtr node_;
  rcl_node_t* handle_;
  rcl_allocator_t allocator_ = rcl_get_default_allocator();
};

TEST_F(GraphHandle, ListsTopicsAndServicesWithTheirTypes) {
  COVERS("rcl", "rcl_get_topic_names_and_types", "rcl_get_service_names_and_types");
  COVERS("rcl", "rcl_names_and_types_fini", "rcl_names_and_types_init");
  const auto publisher = node_->create_publisher<Clock>("scan", 1);
  const auto service = make_service();
  const auto topics = [&](bool on_wire) {
    return lists([&](rcl_names_and_types_t* out) {
      return rcl_get_topic_names_and_types(handle_, &allocator_, on_wire, out);
    });
  };
  EXPECT_THAT(topics(false), Contains(Pair("/tower/scan", ElementsAre("rosgraph_msgs/msg/Clock"))));
  EXPECT_THAT(topics(true), Contains(Key("rt/tower/scan")));
  const auto services = lists([&](rcl_names_and_types_t* out) {
    return rcl_get_service_names_and_types(handle_, &allocator_, out);
  });
  EXPECT_THAT(services,
              Contains(Pair("/tower/ask", ElementsAre("rcl_interfaces/srv/GetParameters"))));
  rcl_names_and_types_t made = rcl_get_zero_initialized_names_and_types();
  ASSERT_EQ(rcl_names_and_types_init(&made, 2, &allocator_), RCL_RET_OK);
  EXPECT_EQ(made.names.size, 2u);
  EXPECT_EQ(rcl_get_service_names_and_types(handle_, &allocator_, &made),
            RCL_RET_INVALID_ARGUMENT);  // it holds something
  EXPECT_EQ(rcl_names_and_types_fini(&made), RCL_RET_OK);
}

TEST_F(GraphHandle, ListsWhatOneNodeHas) {
  COVERS("rcl", "rcl_get_publisher_names_and_types_by_node");
  COVERS("rcl", "rcl_get_subscriber_names_and_types_by_node");
  COVERS("rcl", "rcl_get_service_names_and_types_by_node");
  COVERS("rcl", "rcl_get_client_names_and_types_by_node");
  const auto publisher = node_->create_publisher<Clock>("out", 1);
  const auto subscription = node_->create_subscription<Clock>("in", 1, [](const Clock&) {});
  const auto service = make_service();
  const auto client = node_->create_client<GetParameters>("other");
  const auto of_topics = [&](auto ask) {
    return lists([&](rcl_names_and_types_t* out) {
      return ask(handle_, &allocator_, false, "watcher", "/tower", out);
    });
  };
  const auto of_services = [&](auto ask) {
    return lists([&](rcl_names_and_types_t* out) {
      return ask(handle_, &allocator_, "watcher", "/tower", out);
    });
  };
  EXPECT_THAT(of_topics(&rcl_get_publisher_names_and_types_by_node), Contains(Key("/tower/out")));
  EXPECT_THAT(of_topics(&rcl_get_subscriber_names_and_types_by_node), Contains(Key("/tower/in")));
  EXPECT_THAT(of_services(&rcl_get_service_names_and_types_by_node), Contains(Key("/tower/ask")));
  EXPECT_THAT(of_services(&rcl_get_client_names_and_types_by_node),
              ElementsAre(Key("/tower/other")));
  rcl_names_and_types_t out = rcl_get_zero_initialized_names_and_types();
  EXPECT_EQ(rcl_get_client_names_and_types_by_node(handle_, &allocator_, "nobody", "", &out),
            RCL_RET_NODE_NAME_NON_EXISTENT);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("'nobody' in '/'"));
  rcl_reset_error();
  EXPECT_EQ(rcl_get_client_names_and_types_by_node(handle_, &allocator_, "no/name", "/", &out),
            RCL_RET_INVALID_ARGUMENT);
}

TEST_F(GraphHandle, ListsNodesWithNamespacesAndEnclaves) {
  COVERS("rcl", "rcl_get_node_names", "rcl_get_node_names_with_enclaves");
  rcutils_string_array_t names = rcutils_get_zero_initialized_string_array();
  rcutils_string_array_t spaces = names, enclaves = names;
  ASSERT_EQ(rcl_get_node_names_with_enclaves(handle_, allocator_, &names, &spaces, &enclaves),
            RCL_RET_OK);
  const auto all = texts(names);
  const auto place = std::find(all.begin(), all.end(), "watcher") - all.begin();
  ASSERT_LT(static_cast<size_t>(place), all.size());
  EXPECT_EQ(texts(spaces)[place], "/tower");
  EXPECT_EQ(texts(enclaves)[place], "/");
  EXPECT_EQ(rcl_get_node_names(handle_, allocator_, &names, &spaces), RCL_RET_INVALID_ARGUMENT);
  for (auto* array : {&names, &spaces, &enclaves}) {
    EXPECT_EQ(rcutils_string_array_fini(array), RCUTILS_RET_OK);
  }
  ASSERT_EQ(rcl_get_node_names(handle_, allocator_, &names, &spaces), RCL_RET_OK);
  EXPECT_EQ(texts(names), all);
  for (auto* array : {&names, &spaces}) EXPECT_EQ(rcutils_string_array_fini(array), 0);
}

TEST_F(GraphHandle, CountsTheEndsOfATopicOrService) {
  COVERS("rcl", "rcl_count_publishers", "rcl_count_subscribers", "rcl_count_clients",
         "rcl_count_services");
  const auto publisher = node_->create_publisher<Clock>("scan", 1);
  const auto client = node_->create_client<GetParameters>("ask");
  size_t count = 7;
  EXPECT_EQ(rcl_count_publishers(handle_, "/tower/scan", &count), RCL_RET_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(rcl_count_subscribers(handle_, "/tower/scan", &count), RCL_RET_OK);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(rcl_count_clients(handle_, "/tower/ask", &count), RCL_RET_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(rcl_count_services(handle_, "/tower/ask", &count), RCL_RET_OK);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(rcl_count_publishers(handle_, "scan", &count), RCL_RET_INVALID_ARGUMENT);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("'scan' is no full name"));
  rcl_reset_error();
  EXPECT_EQ(rcl_count_publishers(handle_, nullptr, &count), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_count_publishers(handle_, "/scan", nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_count_publishers(nullptr, "/scan", &count), RCL_RET_NODE_INVALID);
}

TEST_F(GraphHandle, WaitsUntilThereAreEnough) {
  COVERS("rcl", "rcl_wait_for_publishers", "rcl_wait_for_subscribers");
  bool success = true;
  EXPECT_EQ(rcl_wait_for_publishers(handle_, &allocator_, "/tower/scan", 1, 0, &success),
            RCL_RET_TIMEOUT);
  EXPECT_FALSE(success);
  rclcpp::Publisher<Clock>::SharedPtr publisher;
  std::thread maker([&] { publisher = node_->create_publisher<Clock>("scan", 1); });
  EXPECT_EQ(rcl_wait_for_publishers(handle_, &allocator_, "/tower/scan", 1, -1, &success),
            RCL_RET_OK);
  EXPECT_TRUE(success);
  maker.join();
  EXPECT_EQ(rcl_wait_for_subscribers(handle_, &allocator_, "/tower/scan", 0, 0, &success),
            RCL_RET_OK);
}

TEST_F(GraphHandle, TellsNodeTypeAndQosOfEndpoints) {
  COVERS("rcl", "rcl_get_publishers_info_by_topic", "rcl_get_subscriptions_info_by_topic");
  const auto publisher = node_->create_publisher<Clock>("scan", rclcpp::QoS(7).best_effort());
  auto infos = rcl_get_zero_initialized_topic_endpoint_info_array();
  ASSERT_EQ(rcl_get_publishers_info_by_topic(handle_, &allocator_, "/tower/scan", false, &infos),
            RCL_RET_OK);
  ASSERT_EQ(infos.size, 1u);
  EXPECT_STREQ(infos.info_array[0].node_name, "watcher");
  EXPECT_STREQ(infos.info_array[0].node_namespace, "/tower");
  EXPECT_STREQ(infos.info_array[0].topic_type, "rosgraph_msgs/msg/Clock");
  EXPECT_EQ(infos.info_array[0].endpoint_type, RMW_ENDPOINT_PUBLISHER);
  EXPECT_EQ(infos.info_array[0].topic_type_hash.version, 1);
  EXPECT_EQ(infos.info_array[0].qos_profile.reliability, RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT);
  EXPECT_EQ(rcl_get_publishers_info_by_topic(handle_, &allocator_, "/tower/scan", false, &infos),
            RCL_RET_INVALID_ARGUMENT);  // it holds something
  EXPECT_EQ(rcl_topic_endpoint_info_array_fini(&infos, &allocator_), RCL_RET_OK);
  EXPECT_EQ(rcl_get_subscriptions_info_by_topic(handle_, &allocator_, "/tower/scan", false, &infos),
            RCL_RET_OK);
  EXPECT_EQ(infos.size, 0u);
}

TEST_F(GraphHandle, TellsWhetherAClientHasAServer) {
  COVERS("rcl", "rcl_service_server_is_available");
  const auto client = node_->create_client<GetParameters>("ask");
  bool available = true;
  const auto asked = client->get_client_handle();
  EXPECT_EQ(rcl_service_server_is_available(handle_, asked.get(), &available), RCL_RET_OK);
  EXPECT_FALSE(available);
  const auto service = make_service();
  client->wait_for_service();
  EXPECT_EQ(rcl_service_server_is_available(handle_, asked.get(), &available), RCL_RET_OK);
  EXPECT_TRUE(available);
  const rcl_client_t none{};
  EXPECT_EQ(rcl_service_server_is_available(handle_, &none, &available), RCL_RET_CLIENT_INVALID);
}

TEST_F(GraphHandle, AnswersNothingAfterShutdown) {
  rclcpp::shutdown();
  rcl_names_and_types_t out = rcl_get_zero_initialized_names_and_types();
  EXPECT_EQ(rcl_get_topic_names_and_types(handle_, &allocator_, false, &out), RCL_RET_NODE_INVALID);
  EXPECT_TRUE(rcl_error_is_set());
}

}  // namespace
