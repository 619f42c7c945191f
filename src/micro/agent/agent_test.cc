// Who may log in, how often, and what the agent says when it may not be.
#include <gmock/gmock.h>

#include <algorithm>

#include "micro/agent/carriers.h"
#include "micro/agent/core_bus.h"
#include "ranvier/local/local_route.h"

namespace ranvier::micro {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Bytes = std::vector<std::uint8_t>;

class AgentTest : public ::testing::Test, public Carrier {
 protected:
  AgentTest()
      : bus_(
            [](std::size_t domain) -> Result<std::shared_ptr<Context>> {
              return std::make_shared<Context>(Routes(open_local_route()), domain, KeepAllBound{});
            },
            [](const std::string&) { return KnownType(); }) {}

  void start(Agent::Options options) {
    agent_ = std::make_unique<Agent>(
        std::move(options), bus_, [] {}, [this](const std::string& text) { log_ += text + "\n"; });
  }
  void send(const std::string&, std::span<const std::uint8_t> message) override {
    answers_.emplace_back(message.begin(), message.end());
  }
  static Bytes login(std::uint32_t key, const std::vector<const char*>& properties = {nullptr}) {
    Bytes bytes(128);
    const xrce_header header{XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM, 0, false, {}};
    xrce_message message;
    xrce_start_message(&message, bytes.data(), bytes.size(), &header);
    const std::uint8_t key_bytes[4] = {
        static_cast<std::uint8_t>(key >> 24), static_cast<std::uint8_t>(key >> 16),
        static_cast<std::uint8_t>(key >> 8), static_cast<std::uint8_t>(key)};
    xrce_create_client(&message, key_bytes, XRCE_SESSION, 512, properties.data());
    bytes.resize(message.size);
    return bytes;
  }
  /// @return the status of the answer; -1 if there is none.
  int log_in(const std::string& peer, const Bytes& login) {
    answers_.clear();
    agent_->receive(*this, peer, login, now_);
    return answers_.empty() ? -1 : answers_[0][8];
  }
  int log_in(const std::string& peer, std::uint32_t key) { return log_in(peer, login(key)); }
  /// A message in a session, which says nothing.
  void speak(const std::string& peer) {
    const std::uint8_t nothing[] = {XRCE_SESSION, XRCE_NO_STREAM, 0, 0, XRCE_INFO, 1, 0, 0};
    agent_->receive(*this, peer, nothing, now_);
  }

  /// A message on no stream that counts.
  template <class Fill>
  void say(const std::string& peer, Fill fill) {
    std::uint8_t memory[512];
    const xrce_header header{XRCE_SESSION, XRCE_NO_STREAM, 0, false, {}};
    xrce_message message;
    xrce_start_message(&message, memory, sizeof memory, &header);
    fill(&message);
    agent_->receive(*this, peer, {memory, message.size}, ++now_);
  }
  void create(const std::string& peer, std::uint16_t object, std::uint16_t parent,
              const std::string& text) {
    say(peer, [&](xrce_message* to) {
      const xrce_creation what{10, object, parent, 0};
      xrce_create_by_text(to, &what, XRCE_AS_XML, text.c_str());
    });
  }
  static std::string endpoint_of(const std::string& kind) {
    return "<dds><" + kind +
           "><topic><name>rt/both</name><dataType>std_msgs::msg::dds_::Int32_</dataType></topic></" +
           kind + "></dds>";
  }

  // In the session of the client at "a", as message `sequence` of its reliable stream.
  void ask(std::uint16_t sequence) {
    const auto low = static_cast<std::uint8_t>(sequence);
    const auto high = static_cast<std::uint8_t>(sequence >> 8);
    const std::uint8_t question[] = {XRCE_SESSION,
                                     XRCE_RELIABLE_STREAM,
                                     low,
                                     high,
                                     XRCE_GET_INFO,
                                     1,
                                     8,
                                     0,
                                     0,
                                     10,
                                     0xff,
                                     0xfd,
                                     2,
                                     0,
                                     0,
                                     0};
    agent_->receive(*this, "a", question, ++now_);
  }
  /// That all before `first` came.
  void acknowledge(std::uint16_t first) {
    const auto low = static_cast<std::uint8_t>(first);
    const auto high = static_cast<std::uint8_t>(first >> 8);
    const std::uint8_t message[] = {XRCE_SESSION, 0,    0, 0, XRCE_ACKNACK,        1, 5, 0,
                                    low,          high, 0, 0, XRCE_RELIABLE_STREAM};
    agent_->receive(*this, "a", message, ++now_);
  }
  /// What the last acknowledgement of the agent asks for.
  int first_missing() const {
    int first = -1;
    for (const auto& answer : answers_) {
      if (answer[4] == XRCE_ACKNACK) first = answer[8] | answer[9] << 8;
    }
    return first;
  }

  CoreBus bus_;
  std::unique_ptr<Agent> agent_;
  std::vector<std::vector<std::uint8_t>> answers_;
  std::string log_;
  std::int64_t now_ = 5000;
};

TEST_F(AgentTest, AKeyThatIsNotAllowedIsDeniedAndTheRemedySaid) {
  Agent::Options options;
  options.keys.insert({0, 0, 0, 1});
  start(options);
  EXPECT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  EXPECT_EQ(log_in("b", 2), XRCE_STATUS_DENIED);
  EXPECT_EQ(agent_->clients(), 1u);
  EXPECT_THAT(log_, HasSubstr("--allow 00000002"));
}

// A client of eProsima's with UCLIENT_HARD_LIVELINESS_CHECK, UCLIENT_PROFILE_SHARED_MEMORY or both.
TEST_F(AgentTest, ALoginWhoseLengthLeavesItsPropertiesOutIsTakenWithThem) {
  for (const std::vector<const char*>& properties :
       {std::vector<const char*>{"uxr_sm", "1", "uxr_hl", "010000", nullptr},
        std::vector<const char*>{"uxr_hl", "010000", nullptr}}) {
    start({});
    Bytes bytes = login(1, properties);
    ASSERT_GT(bytes[6], 16);
    bytes[6] = 16;  // as without properties
    EXPECT_EQ(log_in("a", bytes), XRCE_STATUS_OK);
    EXPECT_EQ(agent_->due(), now_ + 10'000) << "what it says of its liveliness holds";
    bytes.resize(bytes.size() - 4);
    EXPECT_EQ(log_in("b", bytes), XRCE_STATUS_INVALID_DATA) << "a part of one is none";
  }
}

// One with the property `uxr_sm` has it already.
TEST_F(AgentTest, AClientThatHandsItsSamplesOverItselfDoesNotGetThemFromTheAgentToo) {
  for (const bool hands_over : {false, true}) {
    start({});
    ASSERT_EQ(log_in("a", login(1, {hands_over ? "uxr_sm" : "other", "1", nullptr})),
              XRCE_STATUS_OK);
    ASSERT_EQ(log_in("b", login(2)), XRCE_STATUS_OK);
    for (const char* peer : {"a", "b"}) {
      create(peer, 0x0001, 0, "<dds><participant><rtps><name>n</name></rtps></participant></dds>");
      create(peer, 0x0013, 0x0001, "");
      create(peer, 0x0014, 0x0001, "");
      create(peer, 0x0015, 0x0013, endpoint_of("data_writer"));
      create(peer, 0x0016, 0x0014, endpoint_of("data_reader"));
      say(peer, [](xrce_message* to) {
        xrce_read_data(to, 0x20, 0x0016, XRCE_BEST_EFFORT_STREAM, 0xffff);
      });
    }
    const std::uint64_t before = agent_->counts().to_boards;
    say("a", [](xrce_message* to) {
      xrce_cdr cdr;
      xrce_start_submessage(to, XRCE_WRITE_DATA, 0, &cdr);
      xrce_put_id(&cdr, 0x30);
      xrce_put_id(&cdr, 0x0015);
      xrce_put_u32(&cdr, 7);
      xrce_end_submessage(to, &cdr);
    });
    EXPECT_EQ(agent_->counts().from_boards, 1u);
    EXPECT_EQ(agent_->counts().to_boards - before, hands_over ? 1u : 2u) << "b, and perhaps a";
  }
}

// Its library gives the request to the replier, and the reply to the requester, which the reply
// names by the client's key and the requester's object id.
TEST_F(AgentTest, AClientThatHandsItsSamplesOverIsNotAskedByItselfThroughTheAgentToo) {
  const auto end = [](const std::string& kind, const std::string& service) {
    const std::string type = "example_interfaces::srv::dds_::AddTwoInts_";
    return "<dds><" + kind + " profile_name=\"p\" service_name=\"" + service +
           "\" request_type=\"" + type + "Request_\" reply_type=\"" + type +
           "Response_\"><request_topic_name>rq" + service +
           "Request</request_topic_name><reply_topic_name>rr" + service +
           "Reply</reply_topic_name></" + kind + "></dds>";
  };
  const auto write = [&](std::uint16_t object, const std::vector<std::uint8_t>& bytes) {
    say("a", [&](xrce_message* to) {
      xrce_cdr cdr;
      xrce_start_submessage(to, XRCE_WRITE_DATA, 0, &cdr);
      xrce_put_id(&cdr, 0x30);
      xrce_put_id(&cdr, object);
      xrce_put_bytes(&cdr, bytes.data(), bytes.size());
      xrce_end_submessage(to, &cdr);
    });
  };
  for (const bool hands_over : {false, true}) {
    start({});
    log_.clear();
    ASSERT_EQ(log_in("a", login(1, {hands_over ? "uxr_sm" : "other", "1", nullptr})),
              XRCE_STATUS_OK);
    create("a", 0x0001, 0, "<dds><participant><rtps><name>n</name></rtps></participant></dds>");
    create("a", 0x0107, 0x0001, end("requester", "/add"));
    create("a", 0x0018, 0x0001, end("replier", "/add"));
    create("a", 0x0028, 0x0001, end("replier", "/other"));
    for (const std::uint16_t replier : {0x0018, 0x0028}) {
      say("a", [&](xrce_message* to) {
        xrce_read_data(to, 0x20, replier, XRCE_BEST_EFFORT_STREAM, 0xffff);
      });
    }
    const std::uint64_t before = agent_->counts().to_boards;
    write(0x0107, std::vector<std::uint8_t>(16));
    EXPECT_EQ(agent_->counts().from_boards, 1u);
    EXPECT_EQ(agent_->counts().to_boards - before, hands_over ? 0u : 1u);
    std::vector<std::uint8_t> reply(24 + 8);
    reply[3] = 1;      // the key
    reply[12] = 0x10;  // the object's number
    reply[15] = 0x07;  // its kind
    write(0x0018, reply);
    EXPECT_EQ(agent_->counts().write_failed, hands_over ? 0u : 1u) << log_;
    reply[3] = 9;
    write(0x0018, reply);
    EXPECT_EQ(agent_->counts().write_failed, hands_over ? 1u : 2u) << "of no requester of its own";
  }
}

TEST_F(AgentTest, ALoginThatIsRefusedEndsNoSessionAndTakesNoPlaceOfTheRate) {
  Agent::Options options;
  options.keys.insert({0, 0, 0, 1});
  options.keys.insert({0, 0, 0, 3});
  options.logins_per_second = 2;
  start(options);
  EXPECT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  Bytes cut = login(3), other = login(3);
  cut.resize(cut.size() - 4);
  other[12] = 9;  // its version
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(log_in("a", 2), XRCE_STATUS_DENIED);
    EXPECT_EQ(log_in("a", other), XRCE_STATUS_INCOMPATIBLE);
    log_in("a", cut);
  }
  EXPECT_EQ(agent_->clients(), 1u);
  EXPECT_TRUE(agent_->has_session(*this, "a"));
  EXPECT_EQ(log_in("b", 3), XRCE_STATUS_OK);
}

TEST_F(AgentTest, TwoBoardsWithOneKeyAreToldOnceWithBothPlaces) {
  start({});
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(log_in(i % 2 == 0 ? "the one" : "the other", 1), XRCE_STATUS_OK);
    now_ += 700;
  }
  EXPECT_THAT(log_, HasSubstr("00000001"));
  EXPECT_THAT(log_, HasSubstr("two boards"));
  EXPECT_THAT(log_, HasSubstr("the one"));
  EXPECT_THAT(log_, HasSubstr("the other"));
  EXPECT_EQ(std::count(log_.begin(), log_.end(), '\n'), 1);
}

// With each login from another port.
TEST_F(AgentTest, ABoardThatGoesOnWhereItsKeyWasBeforeIsAnotherOne) {
  start({});
  log_in("port 1", 1);
  log_in("port 2", 1);
  speak("port 1");
  EXPECT_THAT(log_, IsEmpty()) << "that was under way";
  now_ += 300;
  speak("port 2");
  speak("port 3");
  EXPECT_THAT(log_, IsEmpty());
  speak("port 1");
  EXPECT_THAT(log_, HasSubstr("two boards"));
}

TEST_F(AgentTest, ABoardThatMovesOrWhoseLinksTakeTurnsIsNoOtherBoard) {
  start({});
  log_in("port 1", 1);
  log_in("port 2", 1);  // it was reset
  now_ += 1000;
  log_in("port 3", 1);
  log_in("port 1", 2);  // another one is there now
  now_ += 1000;
  speak("port 1");
  now_ += 30'000;
  log_in("port 2", 1);
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(AgentTest, AnAddressThatIsNotAllowedIsToldOnceAndCountedEachTime) {
  start({});
  agent_->turn_away("10.0.0.7");
  agent_->turn_away("10.0.0.7");
  agent_->turn_away("10.0.0.8");
  EXPECT_EQ(agent_->counts().not_allowed, 3u);
  EXPECT_THAT(log_, HasSubstr("--allow-from 10.0.0.7"));
  EXPECT_THAT(log_, Not(HasSubstr("10.0.0.8")));
}

TEST_F(AgentTest, MoreClientsThanThereMayBeAreRefusedWithTheNumberToRaise) {
  Agent::Options options;
  options.most_clients = 2;
  start(options);
  for (std::uint32_t key = 1; key <= 3; ++key) {
    EXPECT_EQ(log_in(std::to_string(key), key), key <= 2 ? XRCE_STATUS_OK : XRCE_STATUS_RESOURCES);
  }
  EXPECT_THAT(log_, HasSubstr("--clients"));
}

TEST_F(AgentTest, LoginsBeyondTheRateAreNotAnsweredUntilTheNextSecond) {
  Agent::Options options;
  options.logins_per_second = 3;
  start(options);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(log_in("a", 1), i < 3 ? XRCE_STATUS_OK : -1);
  now_ += 1000;
  EXPECT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  EXPECT_THAT(log_, HasSubstr("--logins"));
}

TEST_F(AgentTest, AnotherClientAtAPlaceEndsTheOneThatWasThereAndAKeyMovesWithItsLogin) {
  start({});
  EXPECT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  EXPECT_EQ(log_in("a", 2), XRCE_STATUS_OK);
  EXPECT_EQ(agent_->clients(), 1u);
  EXPECT_EQ(log_in("b", 2), XRCE_STATUS_OK);
  EXPECT_EQ(agent_->clients(), 1u);
  const std::uint8_t question[] = {0x81, 0, 0, 0, XRCE_GET_INFO, 1, 8, 0, 0, 10, 0xff, 0xfd,
                                   2,    0, 0, 0};
  answers_.clear();
  agent_->receive(*this, "a", question, now_);
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(answers_[0][13], 0) << "whoever is where it was has no session";
  agent_->receive(*this, "b", question, now_);
  EXPECT_EQ(answers_[1][13], 1);
}

// It sleeps until then: nobody is looked at while all may well be silent.
TEST_F(AgentTest, ATickIsDueWhenAClientHasBeenSilentForTooLong) {
  Agent::Options options;
  options.liveliness_ms = 10'000;
  start(options);
  EXPECT_EQ(agent_->due(), kNever);
  ASSERT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  EXPECT_EQ(agent_->due(), now_ + 10'000);

  const std::int64_t first = agent_->due();
  const std::uint8_t alive[] = {0x81, 0, 0, 0};
  agent_->receive(*this, "a", alive, now_ += 4000);
  answers_.clear();
  agent_->tick(first);
  EXPECT_TRUE(answers_.empty()) << "it was heard meanwhile";
  EXPECT_EQ(agent_->due(), now_ + 10'000);

  for (std::size_t question = 1; question <= 3; ++question) {
    now_ = agent_->due();
    agent_->tick(now_ - 1);
    EXPECT_EQ(answers_.size(), question - 1);
    agent_->tick(now_);
    EXPECT_EQ(answers_.size(), question);
    EXPECT_EQ(agent_->due(), now_ + 200);
  }
  agent_->tick(agent_->due());
  EXPECT_EQ(agent_->clients(), 0u);
  EXPECT_THAT(log_, HasSubstr("is silent"));
  EXPECT_EQ(agent_->due(), kNever);
}

TEST_F(AgentTest, OfSeveralClientsTheFirstThatMayBeSilentCounts) {
  Agent::Options options;
  options.liveliness_ms = 10'000;
  start(options);
  ASSERT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  const std::int64_t first = agent_->due();
  now_ += 3000;
  ASSERT_EQ(log_in("b", 2), XRCE_STATUS_OK);
  EXPECT_EQ(agent_->due(), first);
  answers_.clear();
  agent_->tick(first);
  EXPECT_EQ(answers_.size(), 1u);
  EXPECT_EQ(agent_->due(), first + 200) << "a is asked again before b";
}

TEST_F(AgentTest, AClientThatAcknowledgesNoReplyIsTakenNoFurtherQuestions) {
  start({});
  ASSERT_EQ(log_in("a", 1), XRCE_STATUS_OK);
  std::uint16_t asked = 0;
  for (; asked < 1000; ++asked) ask(asked);
  const int taken = first_missing();
  EXPECT_EQ(taken, int{Session::kMostWaiting + Session::kUsualWindow + 1});
  EXPECT_EQ(agent_->counts().held_back, 1u);
  EXPECT_THAT(log_, HasSubstr("wait for it to acknowledge"));
  agent_->tick(now_ += 20);
  EXPECT_EQ(agent_->counts().held_back, 1u) << "it is tried again, and is the same";

  for (std::uint16_t done = 1; done <= 8; ++done) {
    acknowledge(static_cast<std::uint16_t>(done * Session::kUsualWindow));
  };
  agent_->tick(now_ += 20);
  EXPECT_GT(first_missing(), taken) << "there is room again";
}

TEST_F(AgentTest, DiscoveryTellsTheAddresses) {
  start({});
  agent_->set_addresses({{false, {127, 0, 0, 1}, 8888}});
  const std::uint8_t question[] = {0x80, 0, 0, 0, XRCE_GET_INFO, 1, 8, 0, 0, 9, 0xff, 0xfd,
                                   3,    0, 0, 0};
  agent_->discover(*this, "a", question);
  ASSERT_EQ(answers_.size(), 1u);
  const std::vector<std::uint8_t> address(answers_[0].end() - 8, answers_[0].end());
  EXPECT_EQ(address, (std::vector<std::uint8_t>{1, 0x7f, 0, 0, 1, 0, 0xb8, 0x22}));

  Address ipv6{true, {}, 8888};
  for (std::uint8_t i = 0; i < 16; ++i) ipv6.bytes[i] = i;
  agent_->set_addresses(std::vector<Address>(kMostAddresses, ipv6));
  answers_.clear();
  agent_->discover(*this, "a", question);
  ASSERT_EQ(answers_.size(), 1u);
  const Bytes last(answers_[0].end() - 24, answers_[0].end());
  EXPECT_EQ(last, (Bytes{2,  0,  1,  2,  3,  4, 5, 6, 7,    8,    9, 10,
                         11, 12, 13, 14, 15, 0, 0, 0, 0xb8, 0x22, 0, 0}))
      << "so many have room";
}

}  // namespace
}  // namespace ranvier::micro
