#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

#include "ranvier/cyclone/demangle.h"
#include "ranvier/cyclone/discovery_info.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

TEST(DiscoveryInfo, IsDecodedAsItWasEncoded) {
  auto* info = new ParticipantEntities;
  info->gid.bytes[3] = 7;
  Gid one, two;
  one.bytes[0] = 1;
  two.bytes[15] = 2;
  info->nodes = {{{"talker", "/"}, {one}, {two, one}}, {{"x", "/a/b"}, {}, {}}};
  MessagePtr sent = Message::from_object(participant_entities_type(), info);
  MessagePtr received = Message::from_bytes(participant_entities_type(), sent->bytes(), {});
  const auto* copy = static_cast<const ParticipantEntities*>(received->object());
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->gid, info->gid);
  ASSERT_EQ(copy->nodes.size(), 2u);
  EXPECT_EQ(copy->nodes[0].node, info->nodes[0].node);
  EXPECT_EQ(copy->nodes[0].readers, info->nodes[0].readers);
  EXPECT_EQ(copy->nodes[0].writers, info->nodes[0].writers);
  EXPECT_EQ(copy->nodes[1].node, info->nodes[1].node);
}

TEST(DiscoveryInfo, RefusesEveryTruncation) {
  auto* info = new ParticipantEntities;
  info->nodes = {{{"talker", "/"}, {Gid{}}, {Gid{}}}};
  MessagePtr sent = Message::from_object(participant_entities_type(), info);
  for (std::size_t size = 0; size < sent->bytes().size; ++size) {
    const Bytes part{sent->bytes().data, size};
    EXPECT_EQ(Message::from_bytes(participant_entities_type(), part, {})->object(), nullptr)
        << size << " bytes";
  }
}

TEST(Demangle, GivesRosNamesBack) {
  EXPECT_EQ(ros_topic("rt/a/b")->name, "/a/b");
  EXPECT_EQ(ros_topic("rq/a/bRequest")->name, "/a/b");
  EXPECT_EQ(ros_topic("rr/a/bReply")->name, "/a/b");
  EXPECT_FALSE(ros_topic("Square"));
  EXPECT_FALSE(ros_topic("rq/a/b"));
  EXPECT_FALSE(ros_topic(""));
  EXPECT_EQ(ros_type("std_msgs::msg::dds_::String_", RosTopic::Kind::kTopic),
            "std_msgs/msg/String");
  EXPECT_EQ(ros_type("a::srv::dds_::S_Request_", RosTopic::Kind::kRequest), "a/srv/S");
  EXPECT_EQ(ros_type("a::srv::dds_::S_Response_", RosTopic::Kind::kReply), "a/srv/S");
  EXPECT_EQ(ros_type("ShapeType", RosTopic::Kind::kTopic), "ShapeType");
}

// Listens at UDP ports of loopback.
class Sockets {
 public:
  ~Sockets() {
    for (const int one : open_) ::close(one);
  }
  bool listen_at(std::uint32_t port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    open_.push_back(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    return ::bind(open_.back(), reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
  }

 private:
  std::vector<int> open_;
};

TEST(CycloneGraph, MissesAProcessThatListensAtBothPortsOfAParticipantAndWasNotHeard) {
  constexpr std::uint32_t kLast = 2 * 119;  // of the participants of a host
  // Its own number is another than the one that peers know.
  const std::unique_ptr<Route> route = open_context(loopback(100));
  ASSERT_TRUE(route);
  const std::uint32_t first = 7400 + 250 * static_cast<std::uint32_t>(own_domain());
  Sockets sockets;
  EXPECT_EQ(route->graph()->gaps().missing, 0U);
  ASSERT_TRUE(sockets.listen_at(first + 10 + kLast));
  EXPECT_EQ(route->graph()->gaps().missing, 0U);
  ASSERT_TRUE(sockets.listen_at(first + 11 + kLast));
  EXPECT_EQ(route->graph()->gaps().missing, 1U);
}

TEST(CycloneGraph, TakesNoSocketForAProcessWhosePortsAreOfAnotherDomain) {
  const std::unique_ptr<Route> route = open_context(loopback(100));
  ASSERT_TRUE(route);
  const std::uint32_t ports = 7400 + 250 * static_cast<std::uint32_t>(own_domain() + 100);
  Sockets sockets;
  // Others may have one of them: any pair will do.
  std::uint32_t participant = 0;
  while (!sockets.listen_at(ports + 10 + participant) ||
         !sockets.listen_at(ports + 11 + participant)) {
    participant += 2;
    ASSERT_LT(participant, 240U);
  }
  EXPECT_EQ(route->graph()->gaps().missing, 0U);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
