// Raw side of the latency bench over DDS.
//
// role=pub writes at a rate from one thread; role=sub reads through a waitset
// thread (listener=0) or inside the listener (listener=1); role=same-thread
// writes to a listener in the writing thread, with nothing copied.
#include <thread>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kStampAt = 8;  // behind encapsulation and a length word
constexpr std::size_t kMostSamples = 200'000;

class PingPong final {
 public:
  explicit PingPong(const Args& args)
      : role_(args.text("role")),
        size_(wire_size(args)),
        period_ns_(1'000'000'000 / args.integer("rate")),
        listener_(args.integer("listener", 0) != 0 || role_ == "same-thread") {
    add_participant_endpoints(participant_);
    add_node_endpoints(participant_, "pingpong_" + std::to_string(role_ == "sub"));
    RawQos qos{.reliable = args.text("qos") == "reliable",
               .transient_local = args.text("durability", "volatile") == "transient-local",
               .depth = static_cast<int>(args.integer("depth", 10))};
    if (args.text("history", "keep-last") == "keep-all")
      qos.depth = 0, qos.max_samples = static_cast<int>(args.integer("bound", 0));
    if (role_ != "sub") add_writer(qos);
    if (role_ != "pub") add_reader(qos);
  }

  void run() {
    SessionThread control(session());
    loop_.run();
    Findings findings = control.join();
    if (role_ != "pub") log_.describe(findings);
    control.finish(findings);
  }

 private:
  void add_writer(const RawQos& qos) {
    bytes_.assign(size_, 0);
    writer_ = participant_.writer("rt/pingpong", "bench::Blob_", qos);
    loop_.add_timer(now_ns() + period_ns_, period_ns_,
                    [this] { role_ == "same-thread" ? publish_in_place() : publish_copy(); });
  }

  void add_reader(const RawQos& qos) {
    message_.resize(size_);
    reader_ = participant_.reader(
        "rt/pingpong", "bench::Blob_", qos, [this](const ddsi_serdata* s) { take(s); }, listener_);
    if (!listener_) loop_.add(reader_);
  }

  void publish_copy() {
    std::memset(bytes_.data() + kStampAt, 'x', size_ - kStampAt);
    const Stamp stamp = window_.stamp();
    std::memcpy(bytes_.data() + kStampAt, &stamp, sizeof stamp);
    writer_.copy_and_write(bytes_.data(), size_);
  }

  void publish_in_place() {
    ddsi_serdata* blob = make_blob(writer_.type, size_);
    std::memset(blob_bytes(blob) + kStampAt, 'x', size_ - kStampAt);
    const Stamp stamp = window_.stamp();
    std::memcpy(blob_bytes(blob) + kStampAt, &stamp, sizeof stamp);
    writer_.write(blob);
  }

  // Between processes a decoder would copy the sample once; in one thread
  // nothing is decoded and nothing is copied.
  void take(const ddsi_serdata* sample) {
    const std::uint8_t* bytes = blob_bytes(sample);
    if (role_ != "same-thread") {
      std::memcpy(message_.data(), bytes, size_);
      bytes = message_.data();
    }
    const std::int64_t entered = now_ns();
    Stamp stamp;
    std::memcpy(&stamp, bytes + kStampAt, sizeof stamp);
    log_.record(stamp, entered);
    sink_ = sink_ + touch_pages(bytes, size_);
  }

  bool matched() const {
    return (role_ == "sub" || writer_.matched() > 0) && (role_ == "pub" || reader_.matched() > 0);
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { loop_.stop(); };
    if (role_ != "sub") session.window = &window_;
    if (role_ == "pub") return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const std::size_t size_;
  const std::int64_t period_ns_;
  const bool listener_;
  RawParticipant participant_;
  RawLoop loop_{participant_};
  Window window_;
  LatencyLog log_{kMostSamples};
  RawWriter writer_;
  RawReader reader_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> message_;
  unsigned sink_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("cpus"));
    PingPong(args).run();
  });
}
