// Logins whose answers are lost, what ends with a session, and the memory for fragments.
#include <gmock/gmock.h>

#include <array>

#include "micro/agent/agent.h"
#include "micro/agent/statistics.h"

namespace ranvier::micro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint16_t kNode = 0x0001, kGroup = 0x0014, kBoardReader = 0x0016;
constexpr std::uint16_t kPublisher = 0x0013, kWriter = 0x0015;
constexpr std::uint16_t kBoardMtu = 508;

// A reader with samples, and a writer without room, of a graph that has nothing else.
class Full final : public Endpoint {
 public:
  Full(std::size_t& samples, const std::size_t& bytes) : samples_(samples), bytes_(bytes) {}
  Result<void> write(const Written&) override { return Error{Code::kFull, "there is no room"}; }
  bool take(Sample& to) override {
    if (samples_ == 0) return false;
    --samples_;
    to.bytes.assign(bytes_, 7);
    return true;
  }
  std::size_t waiting() const override { return samples_; }

 private:
  std::size_t& samples_;
  const std::size_t& bytes_;
};

class SessionsEndTest : public ::testing::Test, public Carrier, public Bus, public BoardNode {
 protected:
  void start(Agent::Options options = {}) {
    agent_ = std::make_unique<Agent>(
        std::move(options), *this, [] {},
        [this](const std::string& text) { log_.push_back(text); });
  }
  void send(const std::string&, std::span<const std::uint8_t> message) override {
    said_.emplace_back(message.begin(), message.end());
  }
  Result<std::unique_ptr<BoardNode>> open_node(const std::string&, std::int16_t) override {
    return std::unique_ptr<BoardNode>(new Forward(*this));
  }
  Result<std::unique_ptr<Endpoint>> open(const ObjectSpec&, std::function<void()>) override {
    return std::unique_ptr<Endpoint>(new Full(samples_, sample_bytes_));
  }

  /// @return what the agent says that it has taken before: "" for nothing.
  std::string log_in(std::uint8_t key, std::vector<const char*> properties = {},
                     const std::string& peer = "a", std::uint8_t session = XRCE_SESSION) {
    const std::uint8_t bytes[4] = {0, 0, 0, key};
    properties.push_back(nullptr);
    said_.clear();
    message(XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM, peer, [&](xrce_message* to) {
      xrce_create_client(to, bytes, session, kBoardMtu, properties.data());
    });
    const auto& answer = said_.at(0);
    if (answer.size() <= 19 || answer[18] == 0) return "";
    return {answer.begin() + 44, answer.end() - 1};  // behind the property's name
  }
  void create(std::uint16_t object, std::uint16_t parent, const char* text) {
    message(XRCE_SESSION, XRCE_RELIABLE_STREAM, "a", [&](xrce_message* to) {
      xrce_cdr cdr;
      xrce_start_submessage(to, XRCE_CREATE, XRCE_REUSE | XRCE_REPLACE, &cdr);
      xrce_put_id(&cdr, 10);
      xrce_put_id(&cdr, object);
      xrce_put_u8(&cdr, object & 0x0f);
      xrce_put_u8(&cdr, 2);  // XML
      xrce_put_string(&cdr, text);
      xrce_put_id(&cdr, parent);
      xrce_end_submessage(to, &cdr);
    });
  }
  using Control = std::array<std::uint16_t, 4>;
  // A reader of "rt/in" that asks for all, or with bounds: samples, seconds, bytes a second, and
  // milliseconds between two.
  void read(const Control& control = {0xffff, 0, 0, 0},
            std::uint8_t stream = XRCE_RELIABLE_STREAM) {
    create(kNode, 0, "<dds><participant><rtps><name>n</name></rtps></participant></dds>");
    create(kGroup, kNode, "");
    create(kBoardReader, kGroup,
           "<dds><data_reader><topic><name>rt/in</name>"
           "<dataType>std_msgs::msg::dds_::Int32_</dataType></topic></data_reader></dds>");
    acknowledge();
    message(XRCE_SESSION, XRCE_RELIABLE_STREAM, "a", [&](xrce_message* to) {
      xrce_cdr cdr;
      xrce_start_submessage(to, XRCE_READ_DATA, 0, &cdr);
      xrce_put_id(&cdr, 0x20);
      xrce_put_id(&cdr, kBoardReader);
      xrce_put_u8(&cdr, stream);
      xrce_put_u8(&cdr, 0);
      xrce_put_u8(&cdr, 0);
      xrce_put_u8(&cdr, 1);
      xrce_put(&cdr, control.data(), 2, control.size());
      xrce_end_submessage(to, &cdr);
    });
  }
  /// All that was sent in the agent's stream.
  void acknowledge() {
    std::uint16_t first = 0;
    for (const auto& one : said_) {
      if (one[1] != XRCE_RELIABLE_STREAM) continue;
      first = static_cast<std::uint16_t>((one[2] | one[3] << 8) + 1);
    }
    message(XRCE_SESSION, XRCE_NO_STREAM, "a",
            [&](xrce_message* to) { xrce_acknack(to, first, 0, XRCE_RELIABLE_STREAM); });
  }
  void fragment(std::size_t size, bool last, const std::string& peer) {
    message(XRCE_SESSION, XRCE_RELIABLE_STREAM, peer, [&](xrce_message* to) {
      const std::vector<std::uint8_t> bytes(size);
      xrce_cdr cdr;
      xrce_start_submessage(to, XRCE_FRAGMENT, last ? XRCE_LAST_FRAGMENT : 0, &cdr);
      xrce_put_bytes(&cdr, bytes.data(), bytes.size());
      xrce_end_submessage(to, &cdr);
    });
  }
  template <class Fill>
  void message(std::uint8_t session, std::uint8_t stream, const std::string& peer, Fill fill) {
    std::uint8_t memory[1024];
    const std::uint16_t sequence =
        stream == XRCE_NO_STREAM ? std::uint16_t{0} : sequences_[{peer, stream}]++;
    const xrce_header header{session, stream, sequence, false, {}};
    xrce_message to;
    xrce_start_message(&to, memory, sizeof memory, &header);
    fill(&to);
    agent_->receive(*this, peer, {memory, to.size}, now_);
  }
  /// Sequence numbers of messages in the agent's reliable stream.
  std::vector<int> streamed() const {
    std::vector<int> numbers;
    for (const auto& one : said_) {
      if (one[1] == XRCE_RELIABLE_STREAM) numbers.push_back(one[2] | one[3] << 8);
    }
    return numbers;
  }

  std::unique_ptr<Agent> agent_;
  std::map<std::pair<std::string, std::uint8_t>, std::uint16_t> sequences_;
  std::vector<std::vector<std::uint8_t>> said_;
  std::vector<std::string> log_;
  std::size_t samples_ = 0, sample_bytes_ = 4;
  std::int64_t now_ = 5000;

 private:
  struct Forward final : BoardNode {
    explicit Forward(BoardNode& node) : to(node) {}
    Result<std::unique_ptr<Endpoint>> open(const ObjectSpec& spec,
                                           std::function<void()> ready) override {
      return to.open(spec, std::move(ready));
    }
    BoardNode& to;
  };
};

const std::vector<const char*> kFirst = {"rvr_login", "000007", "rvr_window", "000004"};
const std::vector<const char*> kAgain = {"rvr_login", "000009",    "rvr_window",
                                         "000004",    "rvr_taken", "000000"};

TEST_F(SessionsEndTest, ALoginThatIsRepeatedUntilItsAnswerComesIsTheSameHoweverLongThatTakes) {
  start();
  EXPECT_EQ(log_in(1, kFirst), "");
  read();  // two statuses at least; the client has taken the first one alone, it says later
  said_.clear();
  for (const char* peer : {"a", "a", "b"}) {  // and by another way in the end
    EXPECT_EQ(log_in(1, kAgain, peer), "4") << "so many of its messages were taken";
    now_ += 10'000;
  }
}

TEST_F(SessionsEndTest, WhatWaitsForAClientOutlivesLoginsWhoseAnswersAreLost) {
  start();
  log_in(1, kFirst);
  samples_ = 10;
  read();
  const std::size_t taken = 10 - samples_;
  ASSERT_EQ(taken, 5u) << "a window, and one";
  std::vector<const char*> again = kAgain;
  again.back() = "000003";  // behind three statuses the first sample came
  for (int i = 0; i < 3; ++i) {
    log_in(1, again);
    agent_->tick(now_ += 10'000);
  }
  said_.clear();
  message(XRCE_SESSION, XRCE_NO_STREAM, "a",
          [](xrce_message* to) { xrce_acknack(to, 0, 0xf, XRCE_RELIABLE_STREAM); });
  EXPECT_THAT(streamed(), ElementsAre(0, 1, 2, 3)) << "the others, in the new numbers";
  EXPECT_EQ(agent_->counts().lost, 0u);
}

TEST_F(SessionsEndTest, ABoardThatWasResetAndComesToTheSameNumberBeginsAnew) {
  start();
  log_in(1, kFirst);
  read();
  now_ += 10'000;
  log_in(1, kFirst);
  sequences_.clear();
  said_.clear();
  create(kNode, 0, "<dds><participant><rtps><name>n</name></rtps></participant></dds>");
  EXPECT_THAT(streamed(), ElementsAre(0)) << "its first message is taken";
}

TEST_F(SessionsEndTest, SamplesThatABoardHadNotAcknowledgedWhenItsSessionEndedAreCountedAndTold) {
  const std::pair<const char*, std::function<void()>> ends[] = {
      {"another board logged in where it was", [&] { log_in(2); }},
      {"it logged in as another session", [&] { log_in(1, {}, "a", XRCE_SESSION + 1); }},
      {"its connection has ended", [&] { agent_->lose(*this, "a"); }},
      {"it was silent for too long", [&] {
         for (int i = 0; i < 10; ++i) agent_->tick(now_ += 30'000);
       }}};
  for (const auto& [why, end] : ends) {
    SCOPED_TRACE(why);
    log_.clear();
    sequences_.clear();
    start();
    log_in(1);
    samples_ = 100;
    read();
    const std::size_t waiting = samples_;
    ASSERT_GT(waiting, 0u);
    ASSERT_LT(waiting, 100u);
    end();
    EXPECT_EQ(agent_->counts().lost, 100u) << "those that were sent, and " << waiting;
    EXPECT_THAT(log_, ::testing::Contains(::testing::AllOf(HasSubstr("00000001"),
                                                           HasSubstr("'rt/in'"), HasSubstr(why))));
    EXPECT_THAT(told(*agent_), HasSubstr("lost with sessions 100"));
  }
}

TEST_F(SessionsEndTest, OfABoardThatLogsInAnewWhatWasUnderWayIsCountedAndTheRestIsKept) {
  start();
  log_in(1);
  samples_ = 100;
  read();
  const std::size_t waiting = samples_;
  log_in(1);
  EXPECT_EQ(agent_->counts().lost, 100 - waiting);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("logged in again")));
  EXPECT_EQ(samples_, waiting);
}

TEST_F(SessionsEndTest, WhatABoardThatLogsOutHadNotReadIsItsOwnAffair) {
  start();
  log_in(1);
  samples_ = 100;
  read();
  message(XRCE_SESSION, XRCE_NO_STREAM, "a",
          [](xrce_message* to) { xrce_delete(to, XRCE_REQUEST_LOGOUT, XRCE_CLIENT_OBJECT); });
  EXPECT_EQ(agent_->clients(), 0u);
  EXPECT_EQ(agent_->counts().lost, 0u);
  EXPECT_THAT(log_, IsEmpty());
}

// However often it is looked at, and however long a sample is.
TEST_F(SessionsEndTest, ABoundOnBytesASecondOrOnTheTimeBetweenSamplesHoldsOverTime) {
  struct Case {
    Control control;
    std::size_t bytes;
    std::uint64_t samples;  // in a hundred seconds, of which one second's is sent at once
  };
  for (const Case& one : {Case{{0xffff, 0, 40, 0}, 100, 41}, Case{{0xffff, 0, 1, 0}, 4, 26},
                          Case{{0xffff, 0, 40, 0}, 4, 1010}, Case{{0xffff, 0, 1000, 0}, 100, 1010},
                          Case{{0xffff, 0, 0, 250}, 4, 401}, Case{{7, 0, 0, 250}, 4, 7}}) {
    SCOPED_TRACE(std::to_string(one.control[2]) + " bytes a second of " +
                 std::to_string(one.bytes));
    sequences_.clear();
    start();
    log_in(1);
    samples_ = 100'000;
    sample_bytes_ = one.bytes;
    read(one.control, XRCE_BEST_EFFORT_STREAM);
    for (int i = 0; i < 100'000 / 20; ++i) {
      if (i % 1000 == 0) acknowledge();  // it is alive
      agent_->tick(now_ += 20);
    }
    const auto sent = static_cast<double>(agent_->counts().to_boards);
    EXPECT_NEAR(sent, static_cast<double>(one.samples),
                static_cast<double>(one.samples) * 0.04 + 1);
  }
}

TEST_F(SessionsEndTest, WhatTheGraphHasNoRoomForWaitsIfItIsReliableElseItIsDroppedAndToldOnce) {
  start();
  log_in(1);
  create(kNode, 0, "<dds><participant><rtps><name>n</name></rtps></participant></dds>");
  create(kPublisher, kNode, "");
  create(kWriter, kPublisher,
         "<dds><data_writer><topic><name>rt/out</name>"
         "<dataType>std_msgs::msg::dds_::Int32_</dataType></topic></data_writer></dds>");
  const auto write = [&](std::uint8_t stream) {
    message(XRCE_SESSION, stream, "a", [&](xrce_message* to) {
      xrce_cdr cdr;
      xrce_start_submessage(to, XRCE_WRITE_DATA, 0, &cdr);
      xrce_put_id(&cdr, 0x30);
      xrce_put_id(&cdr, kWriter);
      xrce_put_u32(&cdr, 7);
      xrce_end_submessage(to, &cdr);
    });
  };
  for (int i = 0; i < 3; ++i) write(XRCE_BEST_EFFORT_STREAM);
  EXPECT_EQ(agent_->counts().write_failed, 3u);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("there is no room")));
  said_.clear();
  write(XRCE_RELIABLE_STREAM);
  ASSERT_THAT(said_, SizeIs(1));
  EXPECT_EQ(said_[0][4], XRCE_ACKNACK);
  EXPECT_EQ(said_[0][8], 3) << "the sample is not acknowledged";
  EXPECT_EQ(agent_->counts().write_failed, 3u);
}

TEST_F(SessionsEndTest, FragmentsOfAllBoardsTogetherHaveABound) {
  Agent::Options options;
  options.fragment_bytes = 1000;
  start(std::move(options));
  log_in(1, {}, "a");
  log_in(2, {}, "b");
  fragment(400, false, "a");
  fragment(400, false, "b");
  for (int i = 0; i < 3; ++i) fragment(400, false, "b");  // the whole sample is dropped, once
  fragment(400, true, "b");
  EXPECT_EQ(agent_->counts().unassembled, 1u);
  EXPECT_THAT(log_, ElementsAre(::testing::AllOf(HasSubstr("00000002"), HasSubstr("1000 bytes"),
                                                 HasSubstr("--fragments"))));
  fragment(400, false, "b");
  agent_->lose(*this, "b");  // gives its part back
  fragment(400, false, "a");
  fragment(200, true, "a");
  for (int i = 0; i < 100; ++i) {  // and so does each one that is whole
    fragment(400, false, "a");
    fragment(400, true, "a");
  }
  EXPECT_EQ(agent_->counts().unassembled, 1u);
  EXPECT_THAT(told(*agent_), HasSubstr("not put together 1"));
}

TEST_F(SessionsEndTest, ASampleThatIsLongerThanTheAgentPutsTogetherIsToldWithTheNumber) {
  start();
  log_in(1);
  for (std::size_t sent = 0; sent <= Reassembly::kMostBytes; sent += 1000)
    fragment(1000, false, "a");
  fragment(1000, true, "a");
  EXPECT_EQ(agent_->counts().too_long, 1u);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("1048576")));
}

}  // namespace
}  // namespace ranvier::micro
