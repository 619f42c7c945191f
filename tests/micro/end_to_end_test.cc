// Our client over UDP, TCP and a pseudo terminal, the agent as a program, and a node of rclcpp.
#include <gmock/gmock.h>

#include <atomic>
#include <cstring>
#include <deque>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <map>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/int32.hpp>
#include <std_msgs/msg/string.hpp>

#include "../support/own_domain.h"
#include "agent_process.h"
#include "boards_test.h"
#include "eventually.h"
#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/session/time.h"
#include "ranvier_micro/transport/posix.h"

namespace ranvier::micro {
namespace {

using ranvier::support::eventually;
using support::AgentProcess;
using support::Program;
using AddTwoInts = example_interfaces::srv::AddTwoInts;

constexpr const char* kString = "std_msgs::msg::dds_::String_";
constexpr const char* kAddTwoInts = "example_interfaces::srv::dds_::AddTwoInts_";

// A board: a node with a talker, a listener, a service and a client.
struct Board {
  explicit Board(xrce_transport* link) {
    xrce_session_init(&session, link, &xrce_posix_platform,
                      0x1000u + static_cast<unsigned>(getpid()));
    node.kind = XRCE_PARTICIPANT;
    node.name = "board";
    node.type = "/a/deep/space";
    xrce_add(&session, &node);
    add(talker, XRCE_DATA_WRITER, "/from_board", kString);
    add(listener, XRCE_DATA_READER, "/to_board", kString);
    add(server, XRCE_REPLIER, "/add_on_board", kAddTwoInts);
    add(client, XRCE_REQUESTER, "/add_on_host", kAddTwoInts);
    listener.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t*) {
      std::string text(xrce_get_u32(sample), '\0');
      xrce_get_bytes(sample, text.data(), text.size());
      static_cast<Board*>(entity->user)->heard.push_back(text.c_str());
      return true;
    };
    server.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t* head) {
      std::int64_t numbers[2];
      xrce_get(sample, numbers, 8, 2);
      const std::int64_t sum = numbers[0] + numbers[1];
      auto& session = static_cast<Board*>(entity->user)->session;
      xrce_sample reply;
      if (xrce_start_sample(&session, entity, 8, head, 0, &reply) != XRCE_OK) return false;
      xrce_put(&reply.cdr, &sum, 8, 1);
      return xrce_end_sample(&reply) == XRCE_OK;
    };
    client.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t*) {
      xrce_get(sample, &static_cast<Board*>(entity->user)->sum, 8, 1);
      return true;
    };
  }
  ~Board() { xrce_session_end(&session); }

  void add(xrce_entity& to, std::uint8_t kind, const char* name, const char* type) {
    to.kind = kind;
    to.name = name;
    to.type = type;
    to.node = &node;
    to.user = this;
    to.qos = XRCE_QOS_RELIABLE | XRCE_QOS_KEEP_LAST;
    to.depth = 10;
    xrce_add(&session, &to);
  }
  xrce_ret say(const std::string& text) {
    xrce_sample sample;
    const xrce_ret ret =
        xrce_start_sample(&session, &talker, 5 + text.size(), nullptr, 100, &sample);
    if (ret != XRCE_OK) return ret;
    xrce_put_string(&sample.cdr, text.c_str());
    return xrce_end_sample(&sample);
  }
  template <class Done>
  bool spin_until(Done done) {
    return eventually([&] {
      xrce_spin(&session, 1);
      return done();
    });
  }

  xrce_session session;
  xrce_entity node{}, talker{}, listener{}, server{}, client{};
  std::vector<std::string> heard;
  std::int64_t sum = 0;
};

class EndToEndTest : public support::BoardsTest {
 protected:
  EndToEndTest() : host_(std::make_shared<rclcpp::Node>("host")) { executor_.add_node(host_); }

  void meet(Board& board) {
    ASSERT_TRUE(board.spin_until([&] { return xrce_ready(&board.session); }));
    for (const xrce_entity* e = board.session.entities; e != nullptr; e = e->next) {
      EXPECT_EQ(e->state, XRCE_CREATED) << e->name << " " << int(e->status);
    }
  }
  template <class Done>
  bool spin_both(Board& board, Done done) {
    return board.spin_until([&] {
      executor_.spin_some();
      return done();
    });
  }
  void talk_both_ways(Board& board);

  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr host_;
};

void EndToEndTest::talk_both_ways(Board& board) {
  std::vector<std::string> heard;
  const auto in = host_->create_subscription<std_msgs::msg::String>(
      "from_board", 10, [&](const std_msgs::msg::String& text) { heard.push_back(text.data); });
  const auto out = host_->create_publisher<std_msgs::msg::String>("to_board", 10);
  ASSERT_TRUE(spin_both(
      board, [&] { return in->get_publisher_count() == 1 && out->get_subscription_count() == 1; }));
  EXPECT_EQ(board.say("hello"), XRCE_OK);
  EXPECT_EQ(board.say(std::string(1500, 'x')), XRCE_OK);  // in fragments
  std_msgs::msg::String text;
  text.data = "back";
  out->publish(text);
  text.data.assign(5000, 'y');
  out->publish(text);
  ASSERT_TRUE(spin_both(board, [&] { return heard.size() == 2 && board.heard.size() == 2; }));
  EXPECT_EQ(heard, (std::vector<std::string>{"hello", std::string(1500, 'x')}));
  EXPECT_EQ(board.heard, (std::vector<std::string>{"back", std::string(5000, 'y')}));
}

TEST_F(EndToEndTest, TopicsGoBothWaysOverUdp) {
  AgentProcess agent({"udp4", "-p", "0"});
  const std::string port = agent.where();
  xrce_posix_net net;
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  meet(board);
  talk_both_ways(board);
}

TEST_F(EndToEndTest, TopicsGoBothWaysOverTcp) {
  AgentProcess agent({"tcp4", "-p", "0"});
  const std::string port = agent.where();
  xrce_posix_net net;
  xrce_posix_tcp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  meet(board);
  talk_both_ways(board);
}

TEST_F(EndToEndTest, TopicsGoBothWaysOverAPseudoTerminal) {
  AgentProcess agent({"pseudoterminal"});
  const std::string device = agent.where();
  xrce_posix_serial serial;
  xrce_posix_serial_init(&serial, device.c_str(), 115200);
  xrce_framed framed;
  xrce_framed_init(&framed, &serial.bytes, &xrce_posix_platform, 1);
  Board board(&framed.link);
  meet(board);
  talk_both_ways(board);
}

// A publisher of this host shares such messages as they lie in its memory.
TEST_F(EndToEndTest, NumbersOfThisHostReachTheBoard) {
  AgentProcess agent({"udp4", "-p", "0"});
  const std::string port = agent.where();
  xrce_posix_net net;
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  xrce_entity reader{};
  board.add(reader, XRCE_DATA_READER, "/number", "std_msgs::msg::dds_::Int32_");
  reader.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t*) {
    static_cast<Board*>(entity->user)
        ->heard.push_back(std::to_string(static_cast<std::int32_t>(xrce_get_u32(sample))));
    return true;
  };
  meet(board);
  const auto out = host_->create_publisher<std_msgs::msg::Int32>("number", 10);
  ASSERT_TRUE(spin_both(board, [&] { return out->get_subscription_count() == 1; }));
  std_msgs::msg::Int32 number;
  for (number.data = -2; number.data < 3; ++number.data) out->publish(number);
  EXPECT_TRUE(spin_both(board, [&] { return board.heard.size() == 5; }));
  EXPECT_EQ(board.heard, (std::vector<std::string>{"-2", "-1", "0", "1", "2"}));
}

TEST_F(EndToEndTest, ServicesGoBothWays) {
  AgentProcess agent({"udp4", "-p", "0"});
  const std::string port = agent.where();
  xrce_posix_net net;
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  meet(board);
  const auto service = host_->create_service<AddTwoInts>(
      "add_on_host",
      [](const AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
      });
  const auto client = host_->create_client<AddTwoInts>("add_on_board");
  ASSERT_TRUE(spin_both(board, [&] { return client->service_is_ready(); }));
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 40;
  request->b = 2;
  auto answer = client->async_send_request(request);
  ASSERT_TRUE(spin_both(board, [&] {
    return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }));
  EXPECT_EQ(answer.get()->sum, 42);
  // The board's request is written again until the server has been discovered.
  const std::int64_t numbers[2] = {20, 3};
  int tries = 0;
  ASSERT_TRUE(spin_both(board, [&] {
    if (++tries % 100 == 1) xrce_write(&board.session, &board.client, numbers, 16, 0);
    return board.sum != 0;
  }));
  EXPECT_EQ(board.sum, 23);
}

TEST_F(EndToEndTest, PeersSeeTheBoardsNodeItsEndpointsAndTheirTypeHashes) {
  AgentProcess agent({"udp4", "-p", "0"});
  const std::string port = agent.where();
  xrce_posix_net net;
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  meet(board);
  const auto is_seen = [&] {
    const auto names = host_->get_node_names();
    return std::find(names.begin(), names.end(), "/a/deep/space/board") != names.end();
  };
  ASSERT_TRUE(spin_both(board, is_seen));
  ASSERT_TRUE(spin_both(
      board, [&] { return host_->get_publishers_info_by_topic("/from_board").size() == 1; }));
  const auto info = host_->get_publishers_info_by_topic("/from_board").at(0);
  const auto own = host_->create_publisher<std_msgs::msg::String>("own", 1);
  ASSERT_TRUE(
      spin_both(board, [&] { return host_->get_publishers_info_by_topic("/own").size() == 1; }));
  const auto same = host_->get_publishers_info_by_topic("/own").at(0);
  EXPECT_EQ(info.node_name(), "board");
  EXPECT_EQ(info.node_namespace(), "/a/deep/space");
  EXPECT_EQ(info.topic_type(), "std_msgs/msg/String");
  EXPECT_EQ(std::memcmp(info.topic_type_hash().value, same.topic_type_hash().value, 32), 0);
  xrce_session_end(&board.session);
  EXPECT_TRUE(eventually([&] { return !is_seen(); }));
}

TEST_F(EndToEndTest, ABoardComesBackAfterTheAgentWasKilled) {
  std::string port;
  {
    AgentProcess first({"udp4", "-p", "0"});
    port = first.where();
  }
  xrce_posix_net net;
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  for (int round = 0; round < 3; ++round) {
    AgentProcess agent({"udp4", "-p", port});
    ASSERT_TRUE(board.spin_until([&] { return xrce_ready(&board.session); }));
    EXPECT_EQ(board.session.logins, round + 1);
    agent.stop(SIGKILL);
    ASSERT_TRUE(board.spin_until([&] { return !board.session.up; }));
  }
}

TEST_F(EndToEndTest, TheAgentsTimeIsTakenOver) {
  AgentProcess agent({"udp4", "-p", "0"});
  const std::string port = agent.where();
  xrce_posix_net net;
  xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
  Board board(&net.link);
  meet(board);
  xrce_time time;
  xrce_time_init(&time, &board.session, &xrce_posix_now_ns);
  EXPECT_EQ(xrce_time_now(&time), 0);
  ASSERT_EQ(xrce_time_synchronize(&time, 10'000), XRCE_OK);
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  EXPECT_LT(std::abs(xrce_time_now(&time) - now), 10'000'000'000);
  EXPECT_EQ(xrce_ping(&board.session, 10'000), XRCE_OK);
}

TEST_F(EndToEndTest, TheAgentTellsWhatItCountedOnATopic) {
  AgentProcess agent({"udp4", "-p", "0", "--statistics", "1"});
  std::map<std::string, std::string> told;
  const auto heard = host_->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", 10, [&](const diagnostic_msgs::msg::DiagnosticArray& message) {
        for (const auto& value : message.status.at(0).values) told[value.key] = value.value;
      });
  xrce_posix_net link;
  const std::string port = agent.where();
  xrce_posix_udp_init(&link, "127.0.0.1", port.c_str());
  Board board(&link.link);
  EXPECT_TRUE(eventually([&] {
    xrce_spin(&board.session, 1);
    executor_.spin_some();
    return told["clients"] == "1" && told["objects"] != "0" && told["malformed"] == "0";
  }));
}

// A program on the executor of rclc, and one on a wait set of rcl.
class ProgramTest : public EndToEndTest, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(OnAnExecutorAndAWaitSet, ProgramTest,
                         ::testing::Values(RCLC_PROGRAM, WAIT_PROGRAM), [](const auto& of) {
                           return std::string(of.param).ends_with("rclc_program") ? "Rclc" : "Rcl";
                         });

TEST_P(ProgramTest, PublishesEchoesServesAndAsks) {
  AgentProcess agent({"udp4", "-p", "0"});
  Program board({GetParam(), agent.where()});
  std::vector<std::int32_t> counts;
  std::vector<std::string> echoes;
  const auto count = host_->create_subscription<std_msgs::msg::Int32>(
      "/some/space/count", 10,
      [&](const std_msgs::msg::Int32& number) { counts.push_back(number.data); });
  const auto echo = host_->create_subscription<std_msgs::msg::String>(
      "echo_out", 10, [&](const std_msgs::msg::String& text) { echoes.push_back(text.data); });
  const auto out = host_->create_publisher<std_msgs::msg::String>("echo_in", 10);
  const auto client = host_->create_client<AddTwoInts>("add");
  const auto until = [&](auto done) {
    return eventually([&] {
      executor_.spin_some();
      return done();
    });
  };
  ASSERT_TRUE(until([&] {
    return echo->get_publisher_count() == 1 && out->get_subscription_count() == 1 &&
           client->service_is_ready() && counts.size() > 20;
  }));
  for (std::size_t i = 1; i < counts.size(); ++i) EXPECT_EQ(counts[i], counts[i - 1] + 1);
  std::vector<std::string> said;
  for (int i = 0; i < 10; ++i) {
    std_msgs::msg::String text;
    text.data = std::to_string(i) + std::string(20 * static_cast<std::size_t>(i), '.');
    said.push_back(text.data);
    out->publish(text);
  }
  ASSERT_TRUE(until([&] { return echoes.size() == said.size(); }));
  EXPECT_EQ(echoes, said);
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 40;
  request->b = 2;
  auto answer = client->async_send_request(request);
  ASSERT_TRUE(
      until([&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
  EXPECT_EQ(answer.get()->sum, 42);
  said.push_back("guarded");
  EXPECT_TRUE(until([&] { return echoes.size() == said.size(); }));
  EXPECT_EQ(echoes, said) << "the guard condition that the request triggered, once";
  const auto service = host_->create_service<AddTwoInts>(
      "host_adds", [](const AddTwoInts::Request::SharedPtr asked,
                      AddTwoInts::Response::SharedPtr reply) { reply->sum = asked->a + asked->b; });
  EXPECT_TRUE(until([&] { return counts.back() > 1000; })) << "the board got no reply";
}

template <class Net>
void expect_only_allowed_addresses_come_in(const std::string& transport, Net make_net) {
  AgentProcess strict({transport, "-p", "0", "--allow-from", "127.0.0.2"});
  Board stranger(make_net(strict.where()));
  EXPECT_TRUE(stranger.spin_until([&] {
    return strict.said().find("--allow-from 127.0.0.1 too") != std::string::npos;
  })) << strict.said();
  EXPECT_FALSE(stranger.session.up);
  AgentProcess open({transport, "-p", "0", "--allow-from", "::1", "--allow-from", "127.0.0.0/8"});
  Board board(make_net(open.where()));
  EXPECT_TRUE(board.spin_until([&] { return xrce_ready(&board.session); })) << open.said();
}

TEST_F(EndToEndTest, OnlyAddressesThatAreAllowedComeIn) {
  std::deque<std::string> ports;  // a net keeps pointers to them
  std::deque<xrce_posix_net> nets;
  expect_only_allowed_addresses_come_in("udp6", [&](const std::string& port) {
    xrce_posix_udp_init(&nets.emplace_back(), "127.0.0.1", ports.emplace_back(port).c_str());
    return &nets.back().link;
  });
  expect_only_allowed_addresses_come_in("tcp6", [&](const std::string& port) {
    xrce_posix_tcp_init(&nets.emplace_back(), "127.0.0.1", ports.emplace_back(port).c_str());
    return &nets.back().link;
  });
}

TEST_F(EndToEndTest, AWrongCommandLineIsSaidWithTheRemedy) {
  EXPECT_THAT(AgentProcess({"serial"}).said(), ::testing::HasSubstr("--dev"));
  EXPECT_THAT(AgentProcess({"udp4", "--allow", "xyz"}).said(), ::testing::HasSubstr("hex"));
  EXPECT_THAT(AgentProcess({"udp4", "--allow-from", "10.0.0.300"}).said(),
              ::testing::HasSubstr("10.0.0.300"));
  EXPECT_THAT(AgentProcess({"udp4", "--allow-from", "::1"}).said(), ::testing::HasSubstr("udp6"));
  EXPECT_THAT(AgentProcess({"serial", "--allow-from", "10.0.0.3"}).said(),
              ::testing::HasSubstr("--allow"));
  EXPECT_THAT(AgentProcess({"serial", "--dev", "/nowhere"}).said(),
              ::testing::HasSubstr("/nowhere"));
  EXPECT_THAT(AgentProcess({"pigeon"}).said(), ::testing::HasSubstr("udp4"));
}

}  // namespace
}  // namespace ranvier::micro
