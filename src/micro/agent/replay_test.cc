// Recorded sessions of eProsima's peers, with one side replaced by ours.
#include <gmock/gmock.h>

#include <cstring>
#include <map>

#include "micro/agent/core_bus.h"
#include "micro_world.h"
#include "ranvier/local/local_route.h"
#include "recordings.h"

namespace ranvier::micro {
namespace {

using namespace support;

// What a submessage says, without what differs by right: time, GUIDs of other agents.
struct Said {
  std::uint8_t stream = 0;
  std::uint16_t sequence = 0;
  std::uint8_t id = 0;
  Bytes payload;
  bool operator==(const Said&) const = default;
};

void PrintTo(const Said& said, std::ostream* to) {
  *to << "stream " << int(said.stream) << " sequence " << said.sequence << " id " << int(said.id)
      << " payload " << ::testing::PrintToString(said.payload);
}

// Acknowledgements are compared apart: how many there are is a matter of timing.
std::vector<Said> said_in(const Bytes& message) {
  std::vector<Said> all;
  xrce_header header;
  std::size_t offset = xrce_read_header(&header, message.data(), message.size());
  xrce_submessage one;
  while (xrce_next_submessage(message.data(), message.size(), &offset, &one)) {
    if (one.id == XRCE_ACKNACK || one.id == XRCE_HEARTBEAT) continue;
    Bytes payload(one.payload, one.payload + one.size);
    if (one.id == XRCE_TIMESTAMP_REPLY) payload.erase(payload.begin(), payload.begin() + 16);
    if (one.id == XRCE_DATA && (payload[3] & 0x0f) == XRCE_REPLIER) {
      payload.erase(payload.begin() + 4, payload.begin() + 20);  // the GUID of the requester
    }
    all.push_back({header.stream, header.sequence, one.id, payload});
  }
  return all;
}

class Replay : public Carrier {
 public:
  Replay()
      : bus_(
            [](std::size_t domain) -> Result<std::shared_ptr<Context>> {
              return std::make_shared<Context>(Routes(open_local_route()), domain, KeepAllBound{});
            },
            [](const std::string&) { return KnownType(); }),
        agent_(
            {}, bus_, [this] { woken_ = true; },
            [this](const std::string& text) { log_.push_back(text); }) {}

  void send(const std::string& peer, std::span<const std::uint8_t> message) override {
    for (Said& said : said_in(Bytes(message.begin(), message.end()))) {
      answers_[peer].push_back(std::move(said));
    }
  }
  void receive(const std::string& peer, const Bytes& message) {
    agent_.receive(*this, peer, message, ++now_);
    while (std::exchange(woken_, false)) agent_.run_woken(++now_);
  }
  std::vector<Said>& answers(const std::string& peer) { return answers_[peer]; }
  Agent& agent() { return agent_; }
  const std::vector<std::string>& log() const { return log_; }
  void pass(std::int64_t ms) {
    for (const std::int64_t end = now_ + ms; now_ < end;) agent_.tick(now_ += 20);
  }

 private:
  CoreBus bus_;
  Agent agent_;
  std::map<std::string, std::vector<Said>> answers_;
  std::vector<std::string> log_;
  bool woken_ = false;
  std::int64_t now_ = 1000;
};

// Both kinds of messages have an order of their own only: of a stream.
std::map<std::uint8_t, std::vector<Said>> by_stream(const std::vector<Said>& all) {
  std::map<std::uint8_t, std::vector<Said>> streams;
  for (const Said& said : all) {
    auto& stream = streams[said.stream];
    // What was sent again is there once.
    if (std::find(stream.begin(), stream.end(), said) == stream.end()) stream.push_back(said);
  }
  return streams;
}

// Whether all of `part` is in `whole`, in its order, whatever the sequence numbers.
bool is_within(const std::vector<Said>& part, const std::vector<Said>& whole) {
  auto at = whole.begin();
  for (const Said& said : part) {
    at = std::find_if(at, whole.end(), [&](const Said& one) {
      return one.id == said.id && one.payload == said.payload;
    });
    if (at == whole.end()) return false;
  }
  return true;
}

struct Recording {
  const char* name;
  // Its clients were matched over DDS, which takes a while: the first samples are not there, and
  // nobody acknowledges them.
  bool misses_first;
};
void PrintTo(const Recording& recording, std::ostream* to) { *to << recording.name; }

class AgentReplayTest : public ::testing::TestWithParam<Recording> {};

TEST_P(AgentReplayTest, OurAgentGivesWhatTheRecordedOneGave) {
  Replay replay;
  std::map<std::string, std::vector<Said>> recorded;
  for (const Line& line : read_recording(GetParam().name)) {
    if (!line.from_agent) {
      replay.receive(line.peer, line.bytes);
      continue;
    }
    for (Said& said : said_in(line.bytes)) recorded[line.peer].push_back(std::move(said));
  }
  EXPECT_FALSE(recorded.empty());
  for (auto& [peer, said] : recorded) {
    auto ours = by_stream(replay.answers(peer)), theirs = by_stream(said);
    for (auto& [stream, list] : theirs) {
      SCOPED_TRACE(peer + " stream " + std::to_string(stream));
      auto& mine = ours[stream];
      if (GetParam().misses_first) {
        EXPECT_TRUE(is_within(list, mine)) << ::testing::PrintToString(mine);
        continue;
      }
      if (mine.size() > list.size()) mine.resize(list.size());  // the recording ended
      EXPECT_EQ(mine, list);
    }
  }
  for (const std::string& line : replay.log()) {
    const bool is_of_first = line.find("had not acknowledged") != std::string::npos;
    EXPECT_TRUE(GetParam().misses_first && is_of_first) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Recordings, AgentReplayTest,
                         ::testing::Values(Recording{"best_effort_udp", true},
                                           Recording{"binary_pub_sub_udp", false},
                                           Recording{"xml_pub_sub_time_ping_udp", true},
                                           Recording{"client_best_effort_serial_payloads", false},
                                           Recording{"rclc_int32_pub_sub_serial_payloads", false}));

// Services need the GUID of this agent in the reply, so the replier is played, not replayed.
TEST(AgentServicesTest, ARecordedRequestReachesTheReplierAndItsReplyTheRequester) {
  Replay replay;
  std::vector<Line> lines = read_recording("binary_services_udp");
  std::size_t i = 0;
  for (; i < lines.size(); ++i) {
    if (lines[i].from_agent) continue;
    replay.receive(lines[i].peer, lines[i].bytes);
    if (lines[i].peer == "C1" && lines[i].bytes[4] == XRCE_WRITE_DATA) break;
  }
  const auto said = replay.answers("C0");
  ASSERT_FALSE(said.empty());
  const Said& request = said.back();
  EXPECT_EQ(request.id, XRCE_DATA);
  // "2 + 3", behind the ids and the sequence number.
  const Bytes numbers(request.payload.end() - 16, request.payload.end());
  EXPECT_EQ(numbers, from_hex("02000000000000000300000000000000"));
}

// What a probe of the recorded agent was, and what came back.
struct Probe {
  std::string what;
  Bytes sent;
  std::vector<Said> answers;
};

std::vector<Probe> read_probes(const std::string& name) {
  std::vector<Probe> probes;
  std::ifstream file = open_recording(name);
  for (std::string text; std::getline(file, text);) {
    const std::size_t bar = text.find('|'), arrow = text.find("->");
    if (bar == std::string::npos || arrow == std::string::npos) continue;
    Probe probe{text.substr(0, bar - 1), from_hex(text.substr(bar + 1, arrow - bar - 1)), {}};
    // Two probes have a length that is beyond the message, which the recorded agent did not
    // look at, and ours refuses.
    const bool wrong = probe.what.find("big endian") != std::string::npos;
    if (wrong) probe.sent[6] = 0x10, probe.sent[7] = 0;
    for (std::size_t at = text.find('\'', arrow); at != std::string::npos;) {
      const std::size_t end = text.find('\'', at + 1);
      for (Said& said : said_in(from_hex(text.substr(at, end - at)))) {
        probe.answers.push_back(std::move(said));
      }
      at = text.find('\'', end + 1);
    }
    probes.push_back(std::move(probe));
  }
  return probes;
}

// The client of probe_agent_a was not at home for these: their answers are those of _b.
bool is_unanswered(const std::string& file, const Probe& probe) {
  const std::uint8_t key_or_stream = probe.sent[1];
  return file == "probe_agent_a" && probe.answers.empty() && key_or_stream >= 0x80;
}

TEST(AgentProbeTest, WhatTheRecordedAgentWasAskedIsAnsweredTheSame) {
  for (const std::string name : {"probe_agent_a", "probe_agent_b"}) {
    Replay replay;
    std::string peer = "1";
    for (const Probe& probe : read_probes(name)) {
      if (probe.what.starts_with("same key from another") || probe.what.starts_with("client mtu")) {
        peer = "2";
      }
      if (probe.what.starts_with("old endpoint")) peer = "1";
      if (probe.what.starts_with("new endpoint")) peer = "2";
      if (probe.what.starts_with("ping after liveliness")) replay.pass(3000);
      if (is_unanswered(name, probe) || (name == "probe_agent_a" && probe.what == "timestamp")) {
        continue;
      }
      replay.answers(peer).clear();
      replay.receive(peer, probe.sent);
      EXPECT_EQ(replay.answers(peer), probe.answers) << name << ": " << probe.what;
      for (const Said& said : probe.answers) {  // so that the next one has room
        if (said.stream != XRCE_RELIABLE_STREAM) continue;
        const auto next = static_cast<std::uint8_t>(said.sequence + 1);
        replay.receive(peer, {XRCE_SESSION, 0, 0, 0, XRCE_ACKNACK, 1, 5, 0, next, 0, 0, 0, 0x80});
      }
    }
  }
}

// The client's side: our client gets what the recorded agent said to the recorded client.
TEST(ClientReplayTest, OurClientTakesWhatTheRecordedAgentGave) {
  struct Heard {
    std::vector<std::uint32_t> numbers;
    std::vector<Bytes> acknacks;
  };
  static Heard heard;
  heard = {};
  xrce_transport link{};
  link.open = [](xrce_transport*) { return true; };
  link.close = [](xrce_transport*) {};
  link.send = [](xrce_transport*, const std::uint8_t* message, std::size_t size) {
    if (size > 4 && message[4] == XRCE_ACKNACK)
      heard.acknacks.emplace_back(message, message + size);
    return true;
  };
  link.receive = [](xrce_transport*, std::uint8_t*, std::size_t, int) { return std::size_t{0}; };
  xrce_session session;
  xrce_session_init(&session, &link, &World::platform(), 0x7b49292b);
  xrce_entity node{}, reader{};
  node.kind = XRCE_PARTICIPANT;
  node.name = "n";
  node.type = "";
  reader.kind = XRCE_DATA_READER;
  reader.name = "/p";
  reader.type = "std_msgs::msg::dds_::Int32_";
  reader.node = &node;
  reader.qos = XRCE_QOS_RELIABLE;
  reader.take = [](xrce_entity*, xrce_cdr* sample, const std::uint8_t*) {
    heard.numbers.push_back(xrce_get_u32(sample));
    return !sample->failed;
  };
  xrce_add(&session, &node);
  xrce_add(&session, &reader);
  reader.number = 0;  // as it was in the recording: object 0006
  xrce_spin(&session, 0);
  Bytes last_acknack;
  for (const Line& line : read_recording("rclc_int32_pub_sub_serial_payloads")) {
    if (line.from_agent) {
      xrce_handle(&session, line.bytes.data(), line.bytes.size());
    } else if (line.bytes[4] == XRCE_ACKNACK) {
      last_acknack = line.bytes;
    }
  }
  EXPECT_EQ(heard.numbers, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
  ASSERT_FALSE(heard.acknacks.empty());
  last_acknack.resize(13);  // padding
  EXPECT_EQ(heard.acknacks.back(), last_acknack);
}

}  // namespace
}  // namespace ranvier::micro
