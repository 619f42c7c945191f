// Raw side of the goodput bench: a writer that never pauses.
//
// role=both publisher=own-thread: a writing thread and a waitset thread.
// role=both publisher=timer: one thread writes and takes in turn.
// role=pub, role=sub: two processes, a thread each.
#include <thread>

#include "bench/common/args.h"
#include "bench/common/goodput.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kStampAt = 8;

class Goodput final {
 public:
  explicit Goodput(const Args& args)
      : role_(args.text("role")),
        own_thread_(args.text("publisher") == "own-thread"),
        size_(wire_size(args)),
        publisher_cores_(args.integers("pub_cpus")),
        reader_cores_(args.integers("sub_cpus")),
        log_(size_of_name(args.text("size"))) {
    add_participant_endpoints(participant_);
    add_node_endpoints(participant_, "goodput_" + std::to_string(role_ == "sub"));
    RawQos qos;
    if (args.text("history") == "keep-all") qos.depth = 0, qos.max_samples = args.integer("bound");
    if (role_ != "sub") writer_ = participant_.writer("rt/goodput", "bench::Blob_", qos);
    if (role_ == "pub") return;
    message_.resize(size_);
    reader_ = participant_.reader(
        "rt/goodput", "bench::Blob_", qos, [this](const ddsi_serdata* s) { take(s); }, false);
    loop_.add(reader_);
  }

  void run() {
    SessionThread control(session());
    std::thread publisher;
    if (publishes_on_own_thread()) publisher = std::thread([this] { publish_until_ended(); });
    if (role_ == "both" && !own_thread_) loop_.add_timer(now_ns(), 1, [this] { publish(); });
    pin_this_thread(reader_cores_);
    loop_.run();
    Findings findings = control.join();
    if (publisher.joinable()) publisher.join();
    if (role_ != "pub") log_.describe(findings);
    control.finish(findings);
  }

 private:
  bool publishes_on_own_thread() const {
    return role_ == "pub" || (role_ == "both" && own_thread_);
  }

  void publish_until_ended() {
    pin_this_thread(publisher_cores_);
    wait_until([this] { return ended_ || writer_.matched() > 0; }, 30);
    while (!ended_.load(std::memory_order_relaxed)) publish();
    publisher_left_ = true;
  }

  // In one process the payload is filled in the sample itself; between two, the
  // copy that an encoder makes comes on top.
  void publish() {
    if (role_ == "both") return fill_and_write(make_blob(writer_.type, size_));
    bytes_.resize(size_);
    fill(bytes_.data());
    writer_.copy_and_write(bytes_.data(), size_);
  }

  void fill_and_write(ddsi_serdata* blob) {
    fill(blob_bytes(blob));
    writer_.write(blob);
  }

  void fill(std::uint8_t* bytes) {
    std::memset(bytes + kStampAt, 'x', size_ - kStampAt);
    const Stamp stamp = window_.stamp();
    std::memcpy(bytes + kStampAt, &stamp, sizeof stamp);
  }

  void take(const ddsi_serdata* sample) {
    const std::uint8_t* bytes = blob_bytes(sample);
    if (role_ == "sub") {
      std::memcpy(message_.data(), bytes, size_);
      bytes = message_.data();
    }
    Stamp stamp;
    std::memcpy(&stamp, bytes + kStampAt, sizeof stamp);
    sink_ = sink_ + touch_pages(bytes, size_);
    log_.record(stamp);
  }

  bool matched() const {
    return (role_ == "sub" || writer_.matched() > 0) && (role_ == "pub" || reader_.matched() > 0);
  }

  // A publisher that waits for room of keep all needs the reader to go on.
  void end() {
    ended_ = true;
    if (publishes_on_own_thread()) wait_until([this] { return publisher_left_.load(); }, 10);
    loop_.stop();
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { end(); };
    if (role_ != "sub") session.window = &window_;
    if (role_ == "pub") return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const bool own_thread_;
  const std::size_t size_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> reader_cores_;
  RawParticipant participant_;
  RawLoop loop_{participant_};
  Window window_;
  GoodputLog log_;
  RawWriter writer_;
  RawReader reader_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> message_;
  std::atomic<bool> ended_{false};
  std::atomic<bool> publisher_left_{false};
  unsigned sink_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    Goodput(args).run();
  });
}
