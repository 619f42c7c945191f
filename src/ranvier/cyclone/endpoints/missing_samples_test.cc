// A reader that counts what a network did not bring.
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

using Kind = EndpointEvent::Kind;

constexpr int kSent = 400;

// A context that loses every fifth packet, or so, of those that it sends.
std::unique_ptr<Route> open_lossy(std::uint32_t instance) {
  NetworkOptions options = loopback(instance);
  const std::string end = "</Domain></CycloneDDS>";
  options.config.insert(options.config.size() - end.size(),
                        "<Internal><Test><XmitLossiness>200</XmitLossiness></Test></Internal>");
  return open_context(options);
}

int lost(Collector& inbox) {
  int sum = 0;
  for (const EndpointEvent& event : inbox.all()) {
    if (event.kind == Kind::kMessageLost) sum += event.change;
  }
  return sum;
}

// Texts are numbers, in order.
int span(Collector& inbox) {
  const auto texts = inbox.texts();
  return texts.empty() ? 0 : std::stoi(texts.back()) - std::stoi(texts.front()) + 1;
}

class MissingSamples : public ::testing::Test {
 protected:
  // Sends until the reader has the last of some: what is lost behind the last is not known.
  void send_some(const Endpoint& writes, const Endpoint& reads) {
    auto writer = sender_->open_writer(writes, events_);
    auto reader = receiver_->open_reader(reads, inbox_);
    ASSERT_TRUE(writer && reader);
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
    for (int i = 0; i < kSent; ++i) ASSERT_TRUE((*writer)->write(stamped(std::to_string(i))));
    for (int i = kSent; span(inbox_) < kSent / 2 && i < 100 * kSent; ++i) {
      ASSERT_TRUE((*writer)->write(stamped(std::to_string(i))));
    }
    reader->reset();
  }
  std::unique_ptr<Route> sender_ = open_lossy(0);
  std::unique_ptr<Route> receiver_ = open_context(loopback(1));
  WriterEvents events_;
  Collector inbox_;
};

Qos best_effort() {
  Qos qos;
  qos.reliability = Reliability::kBestEffort;
  return qos;
}

TEST_F(MissingSamples, AreCountedByABestEffortReaderThatCounts) {
  Endpoint counts = endpoint(best_effort());
  counts.counts_history = true;
  send_some(endpoint(best_effort()), counts);
  EXPECT_GT(lost(inbox_), 0);
  EXPECT_EQ(static_cast<int>(inbox_.size()) + lost(inbox_), span(inbox_));
}

TEST_F(MissingSamples, AreCountedWhereAReliableWriterOverwroteThem) {
  Endpoint counts = endpoint(keep_last(1));
  counts.counts_history = true;
  send_some(endpoint(keep_last(1)), counts);
  EXPECT_GT(lost(inbox_), 0);
  EXPECT_EQ(static_cast<int>(inbox_.size()) + lost(inbox_), span(inbox_));
}

TEST_F(MissingSamples, AreNotReportedToAReaderThatDoesNotCount) {
  send_some(endpoint(best_effort()), endpoint(best_effort()));
  EXPECT_LT(static_cast<int>(inbox_.size()), span(inbox_));
  EXPECT_EQ(lost(inbox_), 0);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
