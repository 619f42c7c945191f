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

}  // namespace
}  // namespace ranvier::cyclone::testing
