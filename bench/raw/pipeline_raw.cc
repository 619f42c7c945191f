// Raw side of bench pipelines: one node of the row, on Cyclone's C API.
//
// The words are those of our side. A message is copied out of the sample that came, and into the
// one that is written.
#include <algorithm>
#include <cstring>

#include "bench/common/latency.h"
#include "bench/common/pipeline.h"
#include "bench/common/session.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kEncapsulation = 4;  // before the stamp

// The head of the message as it lies on the wire.
struct Head {
  std::int64_t stamp;
  std::uint32_t number;
  std::uint8_t measured;
};

class Pipeline final {
 public:
  explicit Pipeline(const Args& args)
      : place_(args),
        bytes_(kEncapsulation + static_cast<std::size_t>(args.integer("bytes")), 'x'),
        bytes_beside_(bytes_) {
    add_participant_endpoints(participant_);
    add_node_endpoints(participant_, "pipeline_" + args.text("node"));
    const RawQos qos{.reliable = args.text("qos") == "reliable"};
    if (!place_.last()) writer_ = participant_.writer("rt/" + place_.out(), kType, qos);
    if (place_.first()) {
      const std::int64_t period_ns = pipeline_period_ns(args);
      loop_.add_timer(now_ns() + period_ns, period_ns, [this] { start(); });
    } else {
      reader_ = participant_.reader(
          "rt/" + place_.in(), kType, qos, [this](const ddsi_serdata* s) { take(s); }, false);
      loop_.add(reader_);
    }
    for (const std::string& topic : topics_beside(args)) add_beside("rt/" + topic, qos, args);
  }

  void run() {
    SessionThread control(session());
    loop_.run();
    Findings findings = control.join();
    if (!place_.first()) {
      log_.describe(findings);
      log_.tell_each(findings);
    }
    findings.numbers["beside"] = static_cast<double>(received_beside_);
    control.finish(findings);
  }

 private:
  static constexpr const char* kType = "bench::Blob_";

  void start() {
    const Stamp stamp = window_.stamp();
    const Head head{stamp.published_ns, stamp.sequence, static_cast<std::uint8_t>(stamp.measured)};
    std::memcpy(bytes_.data() + kEncapsulation, &head, sizeof head);
    writer_.copy_and_write(bytes_.data(), bytes_.size());
  }

  void take(const ddsi_serdata* sample) {
    std::memcpy(bytes_.data(), blob_bytes(sample), bytes_.size());
    const std::int64_t entered = now_ns();
    Head head;
    std::memcpy(&head, bytes_.data() + kEncapsulation, sizeof head);
    log_.record({head.stamp, head.number, head.measured}, entered);
    if (!place_.last()) writer_.copy_and_write(bytes_.data(), bytes_.size());
    else sink_ = sink_ + touch_pages(bytes_.data(), bytes_.size());
  }

  void add_beside(const std::string& topic, const RawQos& qos, const Args& args) {
    if (place_.first()) {
      const RawWriter writer = participant_.writer(topic, kType, qos);
      writers_beside_.push_back(writer);
      const std::int64_t period_ns = pipeline_period_ns(args);
      loop_.add_timer(now_ns() + period_ns, period_ns, [this, writer] {
        writer.copy_and_write(bytes_beside_.data(), bytes_beside_.size());
      });
    }
    if (!place_.last()) return;
    readers_beside_.push_back(participant_.reader(
        topic, kType, qos, [this](const ddsi_serdata* s) { take_beside(s); }, false));
    loop_.add(readers_beside_.back());
  }

  void take_beside(const ddsi_serdata* sample) {
    std::memcpy(bytes_beside_.data(), blob_bytes(sample), bytes_beside_.size());
    ++received_beside_;
  }

  bool matched() const {
    const auto is_matched = [](const auto& one) { return one.matched() > 0; };
    return (place_.last() || is_matched(writer_)) && (place_.first() || is_matched(reader_)) &&
           std::all_of(writers_beside_.begin(), writers_beside_.end(), is_matched) &&
           std::all_of(readers_beside_.begin(), readers_beside_.end(), is_matched);
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { loop_.stop(); };
    session.fan = session.among = place_.hops();
    if (place_.first()) {
      session.window = &window_;
      return session;
    }
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const Place place_;
  std::vector<std::uint8_t> bytes_, bytes_beside_;
  RawParticipant participant_;
  RawLoop loop_{participant_};
  Window window_;
  LatencyLog log_{kPipelineSamples};
  RawWriter writer_;
  RawReader reader_;
  std::vector<RawWriter> writers_beside_;
  std::vector<RawReader> readers_beside_;
  std::uint64_t received_beside_ = 0;
  unsigned sink_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv,
                    [](int count, char** words) { Pipeline(Args(count, words)).run(); });
}
