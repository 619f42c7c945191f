// Boards that look at the graph, through the agent as a program.
#include <gmock/gmock.h>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <map>
#include <micro_ros_msgs/msg/graph.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp/serialization.hpp>
#include <std_msgs/msg/int32.hpp>
#include <std_msgs/msg/string.hpp>

#include "agent_process.h"
#include "boards_test.h"
#include "eventually.h"
#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/transport/posix.h"

namespace ranvier::micro {
namespace {

using micro_ros_msgs::msg::Entity;
using micro_ros_msgs::msg::Graph;
using ranvier::support::eventually;
using support::AgentProcess;
using support::Program;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using AddTwoInts = example_interfaces::srv::AddTwoInts;
using String = std_msgs::msg::String;

// A node with what it is made for, and nothing else.
rclcpp::Node::SharedPtr bare_node(const std::string& name, const std::string& space) {
  return std::make_shared<rclcpp::Node>(name, space,
                                        rclcpp::NodeOptions()
                                            .start_parameter_services(false)
                                            .start_parameter_event_publisher(false)
                                            .enable_rosout(false));
}

class GraphOnBoardsTest : public support::BoardsTest {
 protected:
  GraphOnBoardsTest() : host_(bare_node("host", "/")), agent_({"udp4", "-p", "0"}) {}

  // What a board says it sees, from now on.
  void hear(const std::string& board) {
    heard_.push_back(host_->create_subscription<String>(
        "/" + board + "/sees", 10,
        [this, board](const String& text) { said_[board] = text.data; }));
  }
  template <class Matcher>
  void expect_seen(const std::string& board, const Matcher& matcher) {
    EXPECT_TRUE(eventually([&] {
      rclcpp::spin_some(host_);
      return ::testing::Value(said_[board], matcher);
    })) << board
        << " says: " << said_[board];
  }

  const rclcpp::Node::SharedPtr host_;
  AgentProcess agent_;
  std::vector<rclcpp::Subscription<String>::SharedPtr> heard_;
  std::map<std::string, std::string> said_;
};

TEST_F(GraphOnBoardsTest, ABoardSeesANodeThatComesAndGoesAndWhatItHas) {
  hear("eye");
  Program board({GRAPH_PROGRAM, agent_.where(), "6a01", "eye"});
  expect_seen("eye", AllOf(HasSubstr("no talker;"), HasSubstr("counts 1 0 0;available 0;"),
                           HasSubstr("topic /watched/chatter std_msgs/msg/String;"),
                           Not(HasSubstr("service /watched"))));
  {
    const auto talker = bare_node("talker", "/watched");
    const auto out = talker->create_publisher<String>("chatter", 1);
    const auto again = talker->create_publisher<String>("chatter", 1);
    const auto in = talker->create_subscription<std_msgs::msg::Int32>(
        "number", 1, [](const std_msgs::msg::Int32&) {});
    const auto server = talker->create_service<AddTwoInts>(
        "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
    const auto client = talker->create_client<AddTwoInts>("sum");
    const auto listener = bare_node("listener", "/watched/deep");
    const auto ear =
        listener->create_subscription<String>("/watched/chatter", 1, [](const String&) {});
    expect_seen("eye",
                AllOf(HasSubstr("node /watched/talker;"), HasSubstr("node /watched/deep/listener;"),
                      HasSubstr("topic /watched/chatter std_msgs/msg/String;"),
                      HasSubstr("topic /watched/number std_msgs/msg/Int32;"),
                      HasSubstr("service /watched/add example_interfaces/srv/AddTwoInts;"),
                      HasSubstr("counts 3 1 1;available 1;")));
    expect_seen("eye", AllOf(HasSubstr("publishes /watched/chatter std_msgs/msg/String;"
                                       "subscribes /watched/number std_msgs/msg/Int32;"
                                       "serves /watched/add example_interfaces/srv/AddTwoInts;"),
                             HasSubstr("asks /watched/sum example_interfaces/srv/AddTwoInts;"),
                             Not(HasSubstr("error"))));
  }
  expect_seen("eye", AllOf(HasSubstr("no talker;"), HasSubstr("counts 1 0 0;available 0;"),
                           Not(HasSubstr("node /watched")), Not(HasSubstr("changes 0;"))));
}

TEST_F(GraphOnBoardsTest, AServerOfAnotherTypeIsNotAvailable) {
  hear("eye");
  Program board({GRAPH_PROGRAM, agent_.where(), "6a02", "eye"});
  const auto other = bare_node("other", "/watched");
  using Other = rcl_interfaces::srv::GetParameters;
  const auto server = other->create_service<Other>(
      "add", [](const Other::Request::SharedPtr, Other::Response::SharedPtr) {});
  expect_seen("eye", AllOf(HasSubstr("service /watched/add rcl_interfaces/srv/GetParameters;"),
                           HasSubstr("available 0;")));
}

TEST_F(GraphOnBoardsTest, BoardsSeeEachOther) {
  hear("left");
  hear("right");
  Program left({GRAPH_PROGRAM, agent_.where(), "6a03", "left"});
  expect_seen("left", HasSubstr("counts 1 0 0;"));
  {
    Program right({GRAPH_PROGRAM, agent_.where(), "6a04", "right"});
    expect_seen("left", HasSubstr("counts 2 0 0;"));
    expect_seen("right", HasSubstr("counts 2 0 0;"));
  }
  expect_seen("left", HasSubstr("counts 1 0 0;"));  // the agent found out that it is silent
}

TEST_F(GraphOnBoardsTest, AGraphBeyondTheBuffersIsSaidToBeAndOneWithinComesBack) {
  hear("eye");
  Program board({SMALL_GRAPH_PROGRAM, agent_.where(), "6a05", "eye"});
  expect_seen("eye", AllOf(HasSubstr("counts 1 0 0;"), Not(HasSubstr("error"))));
  {
    std::vector<rclcpp::Node::SharedPtr> many;
    for (int i = 0; i < 4; ++i)
      many.push_back(std::make_shared<rclcpp::Node>("n" + std::to_string(i)));
    expect_seen("eye", HasSubstr("error 1 the graph has no room: raise XRCE_GRAPH_BYTES"));
  }
  expect_seen("eye", AllOf(HasSubstr("counts 1 0 0;"), Not(HasSubstr("error"))));
  const std::string log = agent_.said(), line = "Raise XRCE_GRAPH_BYTES";
  const std::size_t first = log.find(line);
  ASSERT_NE(first, std::string::npos) << log;
  EXPECT_EQ(log.find(line, first + 1), std::string::npos) << log;
}

TEST_F(GraphOnBoardsTest, AnAgentThatWasRestartedTellsTheGraphAgain) {
  const std::string port = agent_.where();
  hear("eye");
  Program board({GRAPH_PROGRAM, port, "6a06", "eye"});
  expect_seen("eye", HasSubstr("counts 1 0 0;"));
  agent_.stop(SIGKILL);
  AgentProcess next({"udp4", "-p", port});
  const auto node = bare_node("late", "/watched");
  expect_seen("eye", HasSubstr("node /watched/late;"));
}

// What is on the wire, read by the code that is generated for micro_ros_msgs.
TEST_F(GraphOnBoardsTest, WhatABoardIsSentIsAGraphOfMicroRos) {
  struct Board {
    xrce_session session;
    xrce_entity node{}, reader{};
    Graph graph;
  } board;
  xrce_posix_net net;
  const std::string port = agent_.where();
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  xrce_session_init(&board.session, &net.link, &xrce_posix_platform, 0x6a07);
  board.node.kind = XRCE_PARTICIPANT;
  board.node.name = "microros_graph";
  board.node.type = "";
  board.reader.kind = XRCE_DATA_READER;
  board.reader.node = &board.node;
  board.reader.name = "ros_to_microros_graph";
  board.reader.type = "micro_ros_msgs::msg::dds_::Graph_";
  board.reader.qos = XRCE_QOS_RELIABLE | XRCE_QOS_TRANSIENT_LOCAL;
  board.reader.user = &board.graph;
  board.reader.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t*) {
    const std::size_t size = xrce_cdr_left(sample);
    rclcpp::SerializedMessage bytes(4 + size);
    auto& raw = bytes.get_rcl_serialized_message();
    const std::uint8_t head[4] = {0, 1, 0, 0};  // the agent runs on this machine
    std::memcpy(raw.buffer, head, 4);
    std::memcpy(raw.buffer + 4, sample->at, size);
    raw.buffer_length = 4 + size;
    rclcpp::Serialization<Graph>().deserialize_message(&bytes, entity->user);
    return true;
  };
  xrce_add(&board.session, &board.node);
  xrce_add(&board.session, &board.reader);
  const auto talker = bare_node("talker", "/watched");
  const auto out = talker->create_publisher<String>("chatter", 1);
  const auto has_it = [&] {
    for (const auto& node : board.graph.nodes) {
      if (node.node_namespace != "/watched" || node.node_name != "talker") continue;
      for (const auto& one : node.entities) {
        if (one.entity_type != Entity::PUBLISHER || one.name != "/watched/chatter") continue;
        return one.types == decltype(one.types){"std_msgs/msg/String"};
      }
    }
    return false;
  };
  EXPECT_TRUE(eventually([&] {
    xrce_spin(&board.session, 1);
    return has_it();
  }));
  // It is none of DDS, and the board's node is one as any other.
  const auto names = host_->get_topic_names_and_types();
  EXPECT_EQ(names.count("/ros_to_microros_graph"), 0u);
  xrce_session_end(&board.session);
}

}  // namespace
}  // namespace ranvier::micro
