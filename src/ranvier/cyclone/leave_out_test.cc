// What leaving out a reader rests on (docs/decisions/0031): another process's
// reader that was left out, beside one that was not.
#include "ranvier/cyclone/leave_out.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <functional>
#include <new>
#include <thread>

#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/reader.h"
#include "ranvier/cyclone/testing.h"
#include "ranvier/cyclone/writer.h"

namespace {
constexpr ssize_t kBulk = 1000;  // bytes: discovery and acknowledgements are smaller
std::atomic<std::uint64_t> bulk_packets{0};
}  // namespace

// Cyclone's sockets receive through this one: counts what carries bulk data.
extern "C" ssize_t recvmsg(int socket, msghdr* message, int flags) {
  static const auto next = reinterpret_cast<ssize_t (*)(int, msghdr*, int)>(
      ::dlsym(RTLD_NEXT, "recvmsg"));
  const ssize_t size = next(socket, message, flags);
  if (size >= kBulk) bulk_packets.fetch_add(1, std::memory_order_relaxed);
  return size;
}

namespace ranvier::cyclone {
namespace {

using namespace testing;

enum class Ask : int { kNothing, kLeaveOutTheWriter, kChange, kEnd };

// What a reader's process and the test tell each other.
struct Told {
  std::atomic<bool> open{false};
  Gid gid;
  Gid writer;
  std::atomic<Ask> ask{Ask::kNothing};
  std::atomic<int> matched{0};
  std::atomic<std::uint64_t> messages{0};
  std::atomic<std::uint64_t> bulk{0};
};

std::unique_ptr<Participant> open(const CycloneOptions& options) {
  Result<std::unique_ptr<Participant>> participant = Participant::open(options);
  if (!participant) std::abort();
  return std::move(*participant);
}

bool leave_out(Participant& participant, const Endpoint& ours, Side side, const Gid& gid) {
  const std::shared_ptr<Topic> topic = *participant.topic(topic_name(ours));
  return cyclone::leave_out(*topic->type, side, gid);
}

// Discovery sends no endpoint a second time until it changes; this changes it.
void change(dds_entity_t subscriber) {
  dds_entity_t reader = 0;
  dds_get_children(subscriber, &reader, 1);
  const QosPtr qos(dds_create_qos());
  dds_qset_userdata(qos.get(), "changed", 7);
  dds_set_qos(reader, qos.get());
}

// A subscription that does what it is asked, until it is asked to end.
void read(const CycloneOptions& options, const Endpoint& endpoint, Told& told) {
  Collector sink;
  const auto participant = open(options);
  const auto reader = *open_topic_reader(*participant, endpoint, sink);
  told.gid = reader->gid();
  told.open = true;
  for (Ask ask = Ask::kNothing; ask != Ask::kEnd;) {
    ask = told.ask.exchange(Ask::kNothing);
    if (ask == Ask::kLeaveOutTheWriter) {
      leave_out(*participant, endpoint, Side::kWriter, told.writer);
    } else if (ask == Ask::kChange) {
      change(participant->subscriber());
    }
    told.messages = sink.size();
    told.matched = sink.matched();
    told.bulk = bulk_packets.load();
    ::usleep(1000);
  }
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
    told_.ask = Ask::kEnd;
    resume();
    if (!killed_) ::waitpid(id_, nullptr, 0);
    ::munmap(&told_, sizeof told_);
  }
  OtherProcess(const OtherProcess&) = delete;

  template <class Condition>
  bool wait(Condition&& condition) {
    for (int i = 0; i < 60'000 && !condition(told_); ++i) ::usleep(1000);
    return condition(told_);
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
  void ask(Ask what) { told_.ask = what; }
  void leave_out(const Gid& writer) {
    told_.writer = writer;
    ask(Ask::kLeaveOutTheWriter);
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

// A process that is stopped, or killed, stays known for longer than any test.
CycloneOptions patient_domain() {
  CycloneOptions options = loopback(0);
  options.uri.insert(options.uri.find("</Discovery>"), "<LeaseDuration>10min</LeaseDuration>");
  return options;
}

Qos reliable_keep_all() {
  Qos qos;
  qos.reliability = Reliability::kReliable;
  qos.history = History::kKeepAll;
  return qos;
}

// A writer of this process, a reader beside it that is to be left out, and one
// that stands for those elsewhere: DDS does not know which is which.
class LeaveOutTest : public ::testing::Test {
 protected:
  LeaveOutTest()
      : beside(options, topic), elsewhere(options, topic), participant(open(options)) {
    writer = *open_topic_writer(*participant, topic, events);
    EXPECT_TRUE(events.wait_matched(2));
    EXPECT_TRUE(beside.wait_matched(1) && elsewhere.wait_matched(1));
  }

  void publish(int count) {
    for (int i = 0; i < count; ++i) {
      const Result<void> written = writer->write(stamped(std::string(20'000, 'x')));
      EXPECT_TRUE(written);
      if (written) published.fetch_add(1);
    }
  }
  bool leave_out_beside() {
    return leave_out(*participant, topic, Side::kReader, beside.gid());
  }
  void leave_out_both_ways() {
    EXPECT_TRUE(leave_out_beside());
    beside.leave_out(writer->gid());
    EXPECT_TRUE(events.wait_matched(1));
    EXPECT_TRUE(beside.wait_matched(0));
  }

  const CycloneOptions options = patient_domain();
  const Endpoint topic = endpoint(reliable_keep_all());
  WriterEvents events;
  OtherProcess beside;
  OtherProcess elsewhere;
  std::unique_ptr<Participant> participant;
  std::unique_ptr<Writer> writer;
  std::atomic<std::uint64_t> published{0};
};

TEST_F(LeaveOutTest, AReaderThatIsLeftOutReceivesAndAcknowledgesNothing) {
  publish(10);
  ASSERT_TRUE(beside.wait_messages(10));
  leave_out_both_ways();
  const std::uint64_t bulk = beside.told().bulk;
  EXPECT_GE(bulk, 10u);  // the counter counts
  publish(300);
  EXPECT_TRUE(elsewhere.wait_messages(310));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
  EXPECT_EQ(beside.told().messages, 10u);
  EXPECT_EQ(beside.told().bulk, bulk);
}

TEST_F(LeaveOutTest, AWriterThatWaitsForAReaderGoesOnOnceThatIsLeftOut) {
  beside.stop();
  publish(1);
  std::thread publisher([&] { publish(399); });
  // It never acknowledges: until it is left out, DDS takes a few, and no more.
  EXPECT_FALSE(writer->wait_for_all_acked(std::chrono::milliseconds(300)));
  EXPECT_LT(published, 400u);
  EXPECT_TRUE(leave_out_beside());
  publisher.join();
  EXPECT_TRUE(elsewhere.wait_messages(400));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
}

TEST_F(LeaveOutTest, AReaderThatIsLeftOutMayBeKilled) {
  leave_out_both_ways();
  beside.kill();
  publish(100);
  EXPECT_TRUE(elsewhere.wait_messages(100));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
}

TEST_F(LeaveOutTest, AReaderThatChangesIsThereAgainAndCanBeLeftOutAgain) {
  leave_out_both_ways();
  beside.ask(Ask::kChange);
  EXPECT_TRUE(events.wait_matched(2));
  EXPECT_EQ(beside.told().matched, 0);  // it has not heard of the writer again
  EXPECT_TRUE(leave_out_beside());
  EXPECT_TRUE(events.wait_matched(1));
  publish(100);
  EXPECT_TRUE(elsewhere.wait_messages(100));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
  EXPECT_EQ(beside.told().messages, 0u);
}

TEST_F(LeaveOutTest, WhoIsNotThereIsNotLeftOut) {
  EXPECT_FALSE(leave_out(*participant, topic, Side::kReader, writer->gid()));
  leave_out_both_ways();
  EXPECT_FALSE(leave_out_beside());
}

TEST_F(LeaveOutTest, ALateReaderElsewhereIsServedAsIfNobodyHadBeenLeftOut) {
  leave_out_both_ways();
  Collector late;
  const auto options_of_late = loopback(1);  // a Cyclone of its own, in this process
  const auto other = open(options_of_late);
  const auto reader = *open_topic_reader(*other, topic, late);
  EXPECT_TRUE(events.wait_matched(2));
  EXPECT_TRUE(late.wait_matched(1));
  publish(50);
  EXPECT_TRUE(late.wait_count(50));
  EXPECT_TRUE(elsewhere.wait_messages(50));
  EXPECT_EQ(beside.told().messages, 0u);
}

}  // namespace
}  // namespace ranvier::cyclone
