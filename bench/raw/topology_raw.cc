// Raw side of the topology bench: the traffic of a topology file on Cyclone's C
// API. node=<index> runs one node of it, without node all of them in one process.
// in_place=1 fills samples in place and copies nothing, for the deployment in
// which our side neither encodes nor decodes.
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "bench/common/args.h"
#include "bench/common/periodic_thread.h"
#include "bench/common/session.h"
#include "bench/common/stamped.h"
#include "bench/common/tracker.h"
#include "bench/common/work.h"
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
  std::int64_t work_ns;
  unsigned every;
  unsigned seen = 0;  // messages, or times of a thread, that it comes after
  std::uint32_t sent = 0;
};

RawQos raw_qos(const TopologyQos& from) {
  RawQos qos;
  qos.reliable = from.reliable;
  qos.transient_local = from.transient_local;
  qos.depth = static_cast<int>(from.depth);
  return qos;
}

std::int64_t begin_work(std::int64_t work_ns) { return work_ns > 0 ? cpu_of_thread_ns() : 0; }

// The rest of the time that a callback takes, which has begun at `began`.
void work_rest(std::int64_t work_ns, std::int64_t began) {
  if (work_ns > 0) work_until(began, work_ns);
}

class Graph final {
 public:
  explicit Graph(const Args& args)
      : topology_(load_topology(args.text("file"))), in_place_(args.integer("in_place", 0) != 0) {
    add_participant_endpoints(participant_);
    for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
      const bool here = args.has("process")
                            ? topology_.nodes[i].process == args.text("process")
                            : !args.has("node") || args.integer("node") == static_cast<long>(i);
      if (here) add(topology_.nodes[i]);
    }
  }

  void run() {
    SessionThread control(session());
    loop_.run();
    for (const auto& thread : threads_) thread->stop();
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
    std::map<std::string, std::vector<Source*>> after, on_thread;
    add_sources(node, after, on_thread);
    add_threads(node, on_thread);
    for (const auto& timer : node.timers) {
      loop_.add_timer(now_ns() + timer.period_ns, timer.period_ns,
                      [work_ns = timer.work_ns] { work_rest(work_ns, begin_work(work_ns)); });
    }
    for (const auto& subscriber : node.subscribers)  // the first of a topic is followed
      add(node, subscriber, std::exchange(after[subscriber.topic], {}));
    for (const auto& server : node.servers) {
      servers_.push_back(std::make_unique<RawServer>(
          participant_, loop_, server.service, stamped_type(server.type),
          [work_ns = server.work_ns] { work_rest(work_ns, begin_work(work_ns)); }));
    }
    for (const auto& client : node.clients) {
      clients_.push_back(
          std::make_unique<RawClient>(participant_, loop_, node.name, client, window_));
    }
  }

  void add_threads(const TopologyNode& node, std::map<std::string, std::vector<Source*>>& on) {
    for (const auto& thread : node.threads) {
      const auto once = [this, work_ns = thread.work_ns, sources = on[thread.name]] {
        work_rest(work_ns, begin_work(work_ns));
        for (Source* source : sources) {
          if (++source->seen % source->every == 0) publish(*source);
        }
      };
      threads_.push_back(std::make_unique<PeriodicThread>(thread.period_ns, once));
    }
  }

  // Those of one timer share it; those that come after messages are in `after`, by the topic,
  // and those of threads in `on_thread`.
  void add_sources(const TopologyNode& node, std::map<std::string, std::vector<Source*>>& after,
                   std::map<std::string, std::vector<Source*>>& on_thread) {
    std::map<std::string, std::vector<Source*>> shared;
    for (const auto& spec : node.publishers) {
      Source* const source = make_source(spec);
      if (!spec.after.empty()) after[spec.after].push_back(source);
      else if (!spec.thread.empty()) on_thread[spec.thread].push_back(source);
      else if (!spec.timer.empty()) shared[spec.timer].push_back(source);
      else publish_on_timer({source});
    }
    for (const auto& [name, sources] : shared) publish_on_timer(sources);
  }

  void publish_on_timer(std::vector<Source*> sources) {
    const std::int64_t period = sources.front()->period_ns;
    loop_.add_timer(now_ns() + period, period, [this, sources = std::move(sources)] {
      for (Source* source : sources) publish(*source);
    });
  }

  Source* make_source(const TopologyPublisher& spec) {
    sources_.push_back(std::make_unique<Source>());
    Source* source = sources_.back().get();
    source->writer =
        participant_.writer("rt/" + spec.topic, dds_type(spec.type), raw_qos(spec.qos));
    source->bytes.assign(stamped_wire_size(stamped_type(spec.type), spec.size), 1);
    source->period_ns = spec.period_ns;
    source->fan = topology_.subscriber_count(spec.topic);
    source->work_ns = spec.work_ns;
    source->every = spec.every;
    return source;
  }

  void add(const TopologyNode& node, const TopologySubscriber& spec,
           const std::vector<Source*>& followers) {
    const TopologyPublisher& from = *topology_.publisher_of(spec.topic);
    trackers_.push_back(std::make_unique<Tracker>(node.name + ":" + spec.topic, from.period_ns));
    Tracker* tracker = trackers_.back().get();
    readers_.push_back(participant_.reader(
        "rt/" + spec.topic, dds_type(spec.type), raw_qos(spec.qos),
        [this, tracker, followers, work_ns = spec.work_ns](const ddsi_serdata* sample) {
          const std::int64_t began = begin_work(work_ns);
          const WireHeader header = take(*tracker, sample);
          work_rest(work_ns, began);
          for (Source* one : followers) publish_after(*one, header);
        },
        false));
    sources_needed_.push_back(topology_.publisher_count(spec.topic));
    loop_.add(readers_.back());
  }

  void publish(Source& source) {
    work_rest(source.work_ns, begin_work(source.work_ns));
    const bool measured = window_.stamp().measured != 0;
    send(source,
         make_header(measured ? source.sent++ : kWarmingUp, source.period_ns, source.bytes.size()));
  }

  // With the stamp of the first message of its chain.
  void publish_after(Source& source, WireHeader header) {
    if (++source.seen % source.every != 0) return;
    work_rest(source.work_ns, begin_work(source.work_ns));
    if (header.tracking_number != kWarmingUp) header.tracking_number = source.sent++;
    send(source, header);
  }

  void send(Source& source, const WireHeader& header) {
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

  WireHeader take(Tracker& tracker, const ddsi_serdata* sample) {
    const std::uint8_t* bytes = blob_bytes(sample);
    if (!in_place_) {
      message_.assign(bytes, bytes + blob_size(sample));
      bytes = message_.data();
    }
    const std::int64_t entered = now_ns();
    WireHeader header;
    std::memcpy(&header, bytes + 4, sizeof header);
    if (header.tracking_number != kWarmingUp)
      tracker.record(header.tracking_number, entered - stamp_ns(header));
    sink_ = sink_ + touch_pages(bytes, blob_size(sample));
    return header;
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
  std::vector<std::unique_ptr<PeriodicThread>> threads_;  // last: they use what stands above
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { Graph(Args(count, words)).run(); });
}
