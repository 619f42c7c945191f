// Raw side of the topology bench: the traffic of a topology file on Cyclone's C
// API. node=<index> runs one node of it, without node all of them in one process.
// in_place=1 fills samples in place and copies nothing, for the deployment in
// which our side neither encodes nor decodes.
#include <cstring>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/session.h"
#include "bench/common/stamped.h"
#include "bench/common/tracker.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"
#include "bench/raw/service.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {
namespace {

struct Source {
  RawWriter writer;
  std::vector<std::uint8_t> bytes;
  std::int64_t period_ns;
  std::uint64_t fan;
  std::uint32_t sent = 0;
};

class Graph final {
 public:
  explicit Graph(const Args& args)
      : topology_(load_topology(args.text("file"))), in_place_(args.integer("in_place", 0) != 0) {
    add_participant_endpoints(participant_);
    for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
      if (!args.has("node") || args.integer("node") == static_cast<long>(i))
        add(topology_.nodes[i]);
    }
  }

  void run() {
    SessionThread control(session());
    loop_.run();
    Findings findings = control.join();
    describe(findings);
    control.finish(findings);
  }

 private:
  static std::string dds_type(const std::string& type) {
    return "bench_interfaces::msg::dds_::" + stamped_type(type).ros_name + "_";
  }

  void add(const TopologyNode& node) {
    add_node_endpoints(participant_, node.name);
    for (const auto& publisher : node.publishers) add(publisher);
    for (const auto& subscriber : node.subscribers) add(node, subscriber);
    for (const auto& server : node.servers) {
      servers_.push_back(std::make_unique<RawServer>(participant_, loop_, server.service,
                                                     stamped_type(server.type)));
    }
    for (const auto& client : node.clients) {
      clients_.push_back(
          std::make_unique<RawClient>(participant_, loop_, node.name, client, window_));
    }
  }

  void add(const TopologyPublisher& spec) {
    sources_.push_back(std::make_unique<Source>());
    Source* source = sources_.back().get();
    source->writer = participant_.writer("rt/" + spec.topic, dds_type(spec.type), RawQos{});
    source->bytes.assign(stamped_wire_size(stamped_type(spec.type), spec.size), 1);
    source->period_ns = spec.period_ns;
    source->fan = topology_.subscriber_count(spec.topic);
    loop_.add_timer(now_ns() + spec.period_ns, spec.period_ns,
                    [this, source] { publish(*source); });
  }

  void add(const TopologyNode& node, const TopologySubscriber& spec) {
    const TopologyPublisher& from = *topology_.publisher_of(spec.topic);
    trackers_.push_back(std::make_unique<Tracker>(node.name + ":" + spec.topic, from.period_ns));
    Tracker* tracker = trackers_.back().get();
    readers_.push_back(participant_.reader(
        "rt/" + spec.topic, dds_type(spec.type), RawQos{},
        [this, tracker](const ddsi_serdata* sample) { take(*tracker, sample); }, false));
    sources_needed_.push_back(topology_.publisher_count(spec.topic));
    loop_.add(readers_.back());
  }

  void publish(Source& source) {
    const bool measured = window_.stamp().measured != 0;
    const WireHeader header =
        make_header(measured ? source.sent++ : kWarmingUp, source.period_ns, source.bytes.size());
    if (in_place_) return write_in_place(source, header);
    std::memcpy(source.bytes.data() + 4, &header, sizeof header);
    source.writer.copy_and_write(source.bytes.data(), source.bytes.size());
  }

  static void write_in_place(const Source& source, const WireHeader& header) {
    ddsi_serdata* blob = make_blob(source.writer.type, source.bytes.size());
    std::memset(blob_bytes(blob) + 4, 0, blob_size(blob) - 4);
    std::memcpy(blob_bytes(blob) + 4, &header, sizeof header);
    source.writer.write(blob);
  }

  void take(Tracker& tracker, const ddsi_serdata* sample) {
    const std::uint8_t* bytes = blob_bytes(sample);
    if (!in_place_) {
      message_.assign(bytes, bytes + blob_size(sample));
      bytes = message_.data();
    }
    const std::int64_t entered = now_ns();
    WireHeader header;
    std::memcpy(&header, bytes + 4, sizeof header);
    if (header.tracking_number == kWarmingUp) return;
    tracker.record(header.tracking_number, entered - stamp_ns(header));
    sink_ = sink_ + touch_pages(bytes, blob_size(sample));
  }

  bool matched() const {
    for (const auto& source : sources_) {
      if (source->writer.matched() < source->fan) return false;
    }
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (readers_[i].matched() < sources_needed_[i]) return false;
    }
    for (const auto& client : clients_) {
      if (!client->matched()) return false;
    }
    return true;
  }

  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& tracker : trackers_) sum += tracker->received();
    for (const auto& client : clients_) sum += client->tracker().received();
    return sum;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.received = [this] { return received(); };
    session.window = &window_;
    session.drains_to_silence = true;
    session.end = [this] { loop_.stop(); };
    return session;
  }

  void describe(Findings& findings) const {
    double expected = 0;
    for (const auto& source : sources_) expected += static_cast<double>(source->sent * source->fan);
    for (const auto& client : clients_) expected += client->sent();
    findings.numbers["expected"] = expected;
    findings.numbers["received"] = static_cast<double>(received());
    for (const auto& tracker : trackers_) tracker->describe(findings);
    for (const auto& client : clients_) client->tracker().describe(findings);
  }

  const Topology topology_;
  const bool in_place_;
  RawParticipant participant_;
  RawLoop loop_{participant_};
  Window window_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<std::unique_ptr<Tracker>> trackers_;
  std::vector<RawReader> readers_;
  std::vector<std::unique_ptr<RawServer>> servers_;
  std::vector<std::unique_ptr<RawClient>> clients_;
  std::vector<std::size_t> sources_needed_;
  std::vector<std::uint8_t> message_;
  unsigned sink_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { Graph(Args(count, words)).run(); });
}
