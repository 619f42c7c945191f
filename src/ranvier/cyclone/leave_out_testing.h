// What tests of leaving out share: readers in processes of their own, of which one is to be
// left out.
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "eventually.h"
#include "ranvier/cyclone/graph.h"
#include "ranvier/cyclone/leave_out.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/reader.h"
#include "ranvier/cyclone/reader_cache.h"
#include "ranvier/cyclone/testing.h"
#include "ranvier/cyclone/writer.h"

namespace ranvier::cyclone::testing {

/// Packets that this process received with bulk data.
std::atomic<std::uint64_t>& bulk_packets();

// What a reader's process and the test tell each other.
struct Told {
  std::atomic<bool> open{false};
  Gid gid;
  std::atomic<bool> end{false};
  std::atomic<bool> leave{false};
  std::atomic<bool> closing{false};
  std::atomic<int> matched{0};
  std::atomic<std::uint64_t> messages{0};
  std::atomic<std::uint64_t> bulk{0};
};

inline std::unique_ptr<Participant> open(const CycloneOptions& options) {
  Result<std::unique_ptr<Participant>> participant = Participant::open(options);
  if (!participant) std::abort();
  return std::move(*participant);
}

inline Endpoint after(Endpoint endpoint) {
  endpoint.topic += "_after";
  return endpoint;
}

// A subscription, until it is asked to end.
inline void read(const CycloneOptions& options, const Endpoint& endpoint, Told& told) {
  Collector sink;
  const auto participant = open(options);
  auto reader = *open_topic_reader(*participant, endpoint, sink);
  told.gid = reader->gid();
  told.open = true;
  while (!told.end) {
    told.messages = sink.size();
    told.matched = sink.matched();
    told.bulk = bulk_packets().load();
    ::usleep(1000);
  }
  told.closing = true;
  reader.reset();
  const auto next = *open_topic_reader(*participant, after(endpoint), sink);
  while (!told.leave) ::usleep(1000);
}

// A reader in a process of its own; made while this one has one thread.
class OtherProcess {
 public:
  OtherProcess(const CycloneOptions& options, const Endpoint& endpoint)
      : told_(*new (::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Told),
        id_(::fork()) {
    if (id_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    read(options, endpoint, told_);
    ::_exit(0);
  }
  ~OtherProcess() {
    told_.end = true;
    told_.leave = true;
    resume();
    if (!killed_) ::waitpid(id_, nullptr, 0);
    ::munmap(&told_, sizeof told_);
  }
  OtherProcess(const OtherProcess&) = delete;

  template <class Condition>
  bool wait(Condition&& condition) {
    return eventually([&] { return condition(told_); });
  }
  bool wait_messages(std::uint64_t count) {
    return wait([&](Told& told) { return told.messages >= count; });
  }
  bool wait_matched(int count) {
    return wait([&](Told& told) { return told.matched == count; });
  }
  Gid gid() {
    EXPECT_TRUE(wait([](Told& told) { return told.open.load(); }));
    return told_.gid;
  }
  /// Until each of its threads stands: one may still answer after the signal was sent.
  void stop() {
    ::kill(id_, SIGSTOP);
    ::waitpid(id_, nullptr, WUNTRACED);
  }
  void resume() { ::kill(id_, SIGCONT); }
  void kill() {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
    killed_ = true;
  }
  Told& told() { return told_; }

 private:
  Told& told_;
  const pid_t id_;
  bool killed_ = false;
};

inline CycloneOptions leased(const std::string& lease) {
  CycloneOptions options = loopback(0);
  options.uri.insert(options.uri.find("</Discovery>"),
                     "<LeaseDuration>" + lease + "</LeaseDuration>");
  return options;
}

inline Qos reliable_keep_all() {
  Qos qos;
  qos.reliability = Reliability::kReliable;
  qos.history = History::kKeepAll;
  return qos;
}

// What those hear that keep nothing of the built-in topics.
class Heard final : public EndpointSink {
 public:
  void appeared(const dds_builtintopic_endpoint_t& endpoint,
                dds_instance_handle_t handle) override {
    std::lock_guard lock(mutex_);
    handles_[to_gid(endpoint.key)].insert(handle);
    names_.insert(endpoint.topic_name);
  }
  void gone(const dds_guid_t& key) override {
    std::lock_guard lock(mutex_);
    ++gone_[to_gid(key)];
  }
  dds_instance_handle_t handle(const Gid& gid) {
    std::lock_guard lock(mutex_);
    return *handles_[gid].begin();
  }
  int gone(const Gid& gid) {
    std::lock_guard lock(mutex_);
    return gone_[gid];
  }
  std::size_t handles(const Gid& gid) {
    std::lock_guard lock(mutex_);
    return handles_[gid].size();
  }
  bool knows(const std::string& name) {
    std::lock_guard lock(mutex_);
    return names_.contains(name);
  }
  bool plain_names() {
    std::lock_guard lock(mutex_);
    return std::all_of(names_.begin(), names_.end(), [](const std::string& name) {
      return name_without_mark(name.c_str()) == name.c_str();
    });
  }

 private:
  std::mutex mutex_;
  std::map<Gid, std::set<dds_instance_handle_t>> handles_;
  std::map<Gid, int> gone_;
  std::set<std::string> names_;
};

// A writer of this process, a reader beside it that is to be left out, and one
// that stands for those elsewhere: DDS does not know which is which.
class LeaveOutTest : public ::testing::Test {
 protected:
  // A process that is stopped, or killed, stays known for longer than any test.
  explicit LeaveOutTest(const std::string& lease = "10min")
      : options(leased(lease)),
        beside(options, topic),
        elsewhere(options, topic),
        participant(open(options)),
        graph(std::move(*CycloneGraph::open(*participant))) {
    writer = *open_topic_writer(*participant, topic, events);
    EXPECT_TRUE(events.wait_matched(2));
    EXPECT_TRUE(beside.wait_matched(1) && elsewhere.wait_matched(1));
    EXPECT_EQ(readers(), 2u);
  }

  void publish(int count) {
    for (int i = 0; i < count; ++i) {
      const Result<void> written = writer->write(stamped(std::string(20'000, 'x')));
      EXPECT_TRUE(written);
      if (written) published.fetch_add(1);
    }
  }
  Outcome exchange(const Gid& reader, Part part) {
    const Leaver leaver{reader, [this] { return beside.told().closing.load(); }, between};
    return cyclone::exchange(*topic_here()->type, leaver, part);
  }
  std::shared_ptr<Topic> topic_here() { return *participant->topic(topic_name(topic)); }
  void leave_out_beside() {
    EXPECT_EQ(exchange(beside.gid(), Part::kLeftOut), Outcome::kDone);
    EXPECT_TRUE(events.wait_matched(1));
    EXPECT_EQ(readers(), 2u);
  }
  void expect_gone_if_it_ends_meanwhile(Part part) {
    between = [&] { wait_for_end_of_beside(); };
    EXPECT_EQ(exchange(beside.gid(), part), Outcome::kGone);
    EXPECT_EQ(readers(), 1u);
    EXPECT_GE(heard.gone(beside.gid()), 1);
    EXPECT_FALSE(dds_knows_beside());
    EXPECT_TRUE(events.wait_matched(1));
  }
  void wait_for_ends() {
    std::promise<void> done;
    after_ends(*topic_here()->type, [&] { done.set_value(); });
    done.get_future().wait();
  }
  std::size_t readers() { return readers_in(*graph); }
  std::size_t readers_in(CycloneGraph& graph) {
    std::size_t count = 0;
    for (const GraphEndpoint& one : graph.endpoints_of(topic.topic)) {
      count += one.kind == GraphEndpoint::Kind::kSubscription;
    }
    return count;
  }
  // Until discovery has seen it: it is past that once it knows what was opened next.
  void wait_for_end_of_beside() {
    beside.told().end = true;
    const std::string next = topic_name(after(topic)).name;
    EXPECT_TRUE(eventually([&] { return heard.knows(next); }));
  }
  // Participants of peers: each process of the test has one.
  bool wait_peers(int count) {
    return eventually([&] {
      int found = -1;  // ours
      peers.for_each_alive<dds_builtintopic_participant_t>([&](const auto&) { ++found; });
      return found == count;
    });
  }
  bool wait_readers(std::size_t count) {
    return eventually([&] { return readers() == count; });
  }
  // DDS has a reader, or it has not, whoever says what in the built-in topics.
  bool dds_knows_beside() { return exchange(beside.gid(), Part::kTakesPart) == Outcome::kDone; }

  const CycloneOptions options;
  const Endpoint topic = endpoint(reliable_keep_all());
  std::function<void()> between;
  Heard heard;
  WriterEvents events;
  OtherProcess beside;
  OtherProcess elsewhere;
  std::unique_ptr<Participant> participant;
  const Handle listening{create_builtin_reader(
      participant->entity(), DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION, heard)};
  BuiltinReader peers{Handle(dds_create_reader(
      participant->entity(), DDS_BUILTIN_TOPIC_DCPSPARTICIPANT, nullptr, nullptr))};
  std::unique_ptr<CycloneGraph> graph;
  std::unique_ptr<Writer> writer;
  std::atomic<std::uint64_t> published{0};
};

}  // namespace ranvier::cyclone::testing
