// What comes in over a serial line or TCP in pieces, while the client puts a message together.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "ranvier_micro/session/session.h"
#include "ranvier_micro/transport/framed.h"
#include "ranvier_micro/transport/posix.h"

namespace ranvier::micro {
namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::ElementsAre;

const xrce_platform kPlatform{[] { return std::uint32_t{0}; }, nullptr};

// A session in which the agent has a reader already.
struct Listener {
  explicit Listener(xrce_transport& link) {
    link.is_open = true;
    xrce_session_init(&session, &link, &kPlatform, 1);
    session.up = true;
    session.best_effort_in = 0xffff;
    session.best_effort_out = 100;  // as of a later message than those that come
    node.kind = XRCE_PARTICIPANT;
    node.name = "n";
    node.type = "";
    declare(reader, "/in");
    reader.user = this;
    reader.take = [](xrce_entity* entity, xrce_cdr* sample, const std::uint8_t*) {
      static_cast<Listener*>(entity->user)->heard.push_back(xrce_get_u32(sample));
      return true;
    };
    for (xrce_entity* entity : {&node, &reader}) {
      xrce_add(&session, entity);
      entity->state = XRCE_CREATED;
    }
    session.creating = nullptr;
  }
  void declare(xrce_entity& to, const char* topic) {
    to.kind = XRCE_DATA_READER;
    to.name = topic;
    to.type = "std_msgs::msg::dds_::UInt32_";
    to.node = &node;
  }
  void spin() {
    while (xrce_spin(&session, 0) == XRCE_OK) {}
  }
  Bytes sample(std::uint16_t sequence, std::uint32_t number) const {
    Bytes bytes(64);
    const xrce_header header{XRCE_SESSION, XRCE_BEST_EFFORT_STREAM, sequence, false, {}};
    xrce_message message;
    xrce_cdr cdr;
    xrce_start_message(&message, bytes.data(), bytes.size(), &header);
    xrce_start_submessage(&message, XRCE_DATA, 0, &cdr);
    xrce_put_id(&cdr, 0);
    xrce_put_id(&cdr, xrce_object_id(reader.number, XRCE_DATA_READER));
    xrce_put_u32(&cdr, number);
    xrce_end_submessage(&message, &cdr);
    bytes.resize(message.size);
    return bytes;
  }

  xrce_session session{};
  xrce_entity node{}, reader{}, other{};
  std::vector<std::uint32_t> heard;
};

// Half a sample, a creation that becomes due, and the rest.
void expect_only_whole_samples(Listener& at, const std::function<Bytes(const Bytes&)>& on_wire,
                               const std::function<void(const Bytes&)>& give) {
  for (const int rest : {13, 7, 3}) {
    at.heard.clear();
    at.session.best_effort_in = 0xffff;
    const Bytes half = on_wire(at.sample(0, 10)), whole = on_wire(at.sample(1, 11));
    const auto cut = half.end() - rest;
    give(Bytes(half.begin(), cut));
    at.spin();
    EXPECT_TRUE(at.heard.empty());
    at.declare(at.other, "/a/topic/that/is/created/in/between");
    ASSERT_EQ(xrce_add(&at.session, &at.other), XRCE_OK);
    at.spin();
    EXPECT_NE(at.other.pending, 0) << "it was created";
    give(Bytes(cut, half.end()));
    give(whole);
    at.spin();
    EXPECT_THAT(at.heard, ElementsAre(11)) << rest;
    xrce_remove(&at.session, &at.other);
  }
  give(on_wire(at.sample(2, 12)));
  at.spin();
  EXPECT_THAT(at.heard, ElementsAre(11, 12));
}

struct Line : xrce_bytes {
  Bytes to_come;
};

TEST(ClientLinkTest, ACreationMakesHalfAFrameVoidAndTheNextOneIsTaken) {
  static Line line;
  line.open = [](xrce_bytes*) { return true; };
  line.close = [](xrce_bytes*) {};
  line.write = [](xrce_bytes*, const std::uint8_t*, std::size_t) { return true; };
  line.read = [](xrce_bytes*, std::uint8_t* to, std::size_t size, int) {
    size = std::min(size, line.to_come.size());
    const auto end = line.to_come.begin() + static_cast<std::ptrdiff_t>(size);
    std::copy(line.to_come.begin(), end, to);
    line.to_come.erase(line.to_come.begin(), end);
    return size;
  };
  xrce_framed framed;
  xrce_framed_init(&framed, &line, &kPlatform, 1);
  Listener listener(framed.link);
  const auto on_wire = [](const Bytes& message) {
    Bytes bytes;
    xrce_framer framer{};
    framer.to = &bytes;
    framer.write = [](void* to, const std::uint8_t* from, std::size_t size) {
      static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), from, from + size);
      return true;
    };
    xrce_write_frame(&framer, XRCE_AGENT_ADDRESS, 1, message.data(), message.size());
    return bytes;
  };
  expect_only_whole_samples(listener, on_wire, [](const Bytes& bytes) {
    line.to_come.insert(line.to_come.end(), bytes.begin(), bytes.end());
  });
}

TEST(ClientLinkTest, ACreationMakesHalfAMessageOfTcpVoidAndTheNextOneIsTaken) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  xrce_posix_net net;
  xrce_posix_tcp_init(&net, "", "");
  net.socket = ends[0];
  Listener listener(net.link);
  const auto on_wire = [](const Bytes& message) {
    Bytes bytes = {static_cast<std::uint8_t>(message.size()), 0};
    bytes.insert(bytes.end(), message.begin(), message.end());
    return bytes;
  };
  expect_only_whole_samples(listener, on_wire, [&](const Bytes& bytes) {
    ASSERT_EQ(::send(ends[1], bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  });
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace ranvier::micro
