// The Fast DDS peer of the interop tests: raw DDS over Debian's Fast DDS, with
// ROS's names written out. `pub` and `sub` carry std_msgs/String; `serve` and
// `call` only stand there as the endpoints of a service in Fast DDS's dialect.
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

#include <fastrtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>

#include "blob.hpp"
#include "talk.hpp"

namespace interop {
namespace {
namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

/// Reports what happens to a writer. Called on Fast DDS's threads.
struct WriterEvents : dds::DataWriterListener {
  void on_publication_matched(dds::DataWriter*, const dds::PublicationMatchedStatus& s) override {
    Event("matched").put("count", static_cast<std::int64_t>(s.current_count));
  }
  void on_offered_incompatible_qos(dds::DataWriter*,
                                   const dds::OfferedIncompatibleQosStatus& s) override {
    Event("incompatible_qos").put("count", static_cast<std::int64_t>(s.total_count));
  }
};

/// Reports what happens to a reader, samples included.
struct ReaderEvents : dds::DataReaderListener {
  void on_subscription_matched(dds::DataReader*, const dds::SubscriptionMatchedStatus& s) override {
    Event("matched").put("count", static_cast<std::int64_t>(s.current_count));
  }
  void on_requested_incompatible_qos(dds::DataReader*,
                                     const dds::RequestedIncompatibleQosStatus& s) override {
    Event("incompatible_qos").put("count", static_cast<std::int64_t>(s.total_count));
  }
  void on_requested_deadline_missed(dds::DataReader*,
                                    const dds::RequestedDeadlineMissedStatus& s) override {
    Event("deadline_missed").put("count", static_cast<std::int64_t>(s.total_count));
  }
  void on_data_available(dds::DataReader* reader) override {
    Bytes bytes;
    dds::SampleInfo info;
    while (reader->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) report(decode_text(bytes), info.source_timestamp.to_ns());
    }
  }

 private:
  static void report(const std::string& text, std::int64_t stamp) {
    const int phase = phase_of(text);
    Event("received")
        .put("size", static_cast<std::int64_t>(text.size()))
        .put_json("phase", phase < 0 ? "null" : std::to_string(phase))
        .put("stamp", stamp);
  }
};

bool loopback_only() {
  const char* range = std::getenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
  return range != nullptr && std::string(range) == "LOCALHOST";
}

dds::DomainParticipantQos participant_qos() {
  dds::DomainParticipantQos qos = dds::PARTICIPANT_QOS_DEFAULT;
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  udp->sendBufferSize = udp->receiveBufferSize = 4 << 20;
  if (loopback_only()) {
    udp->interfaceWhiteList.emplace_back("127.0.0.1");
    rtps::Locator_t here;
    rtps::IPLocator::setIPv4(here, 127, 0, 0, 1);
    qos.wire_protocol().builtin.initialPeersList.push_back(here);
    udp->maxInitialPeersRange = 16;
  }
  qos.transport().use_builtin_transports = false;  // UDP alone: the peers have no other
  qos.transport().user_transports.push_back(udp);
  return qos;
}

template <typename Qos>
void set_qos(Qos& qos, const Options& options) {
  qos.reliability().kind =
      options.has("best-effort") ? dds::BEST_EFFORT_RELIABILITY_QOS : dds::RELIABLE_RELIABILITY_QOS;
  qos.reliability().max_blocking_time = eprosima::fastrtps::c_TimeInfinite;
  qos.durability().kind = options.has("transient-local") ? dds::TRANSIENT_LOCAL_DURABILITY_QOS
                                                         : dds::VOLATILE_DURABILITY_QOS;
  qos.history().kind =
      options.has("keep-all") ? dds::KEEP_ALL_HISTORY_QOS : dds::KEEP_LAST_HISTORY_QOS;
  qos.history().depth = static_cast<std::int32_t>(options.number("depth", 10));
  qos.endpoint().history_memory_policy = rtps::DYNAMIC_RESERVE_MEMORY_MODE;
  if (options.has("deadline-ms")) {
    qos.deadline().period = options.number("deadline-ms", 0) / 1000.0;
  }
  if (options.has("lifespan-ms")) {
    qos.lifespan().duration = options.number("lifespan-ms", 0) / 1000.0;
  }
}

/// One participant, and the endpoints that it is asked for.
class Peer {
 public:
  explicit Peer(const Options& options) : options_(options) {
    const char* domain = std::getenv("ROS_DOMAIN_ID");
    participant_ = dds::DomainParticipantFactory::get_instance()->create_participant(
        domain != nullptr ? std::stoul(domain) : 0, participant_qos());
    if (participant_ == nullptr) throw std::runtime_error("Fast DDS makes no participant");
  }
  ~Peer() {
    participant_->delete_contained_entities();
    dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
  }

  dds::DataWriter& writer(const std::string& topic, const std::string& type) {
    dds::DataWriterQos qos = dds::DATAWRITER_QOS_DEFAULT;
    set_qos(qos, options_);
    qos.publish_mode().kind = dds::ASYNCHRONOUS_PUBLISH_MODE;  // what fragments need
    // Lost fragments are asked for after a heartbeat; the default is one in 3 s.
    qos.reliable_writer_qos().times.heartbeatPeriod = 0.1;
    auto* publisher = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
    return *publisher->create_datawriter(topic_of(topic, type), qos, &writer_events_);
  }

  dds::DataReader& reader(const std::string& topic, const std::string& type) {
    dds::DataReaderQos qos = dds::DATAREADER_QOS_DEFAULT;
    set_qos(qos, options_);
    auto* subscriber = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
    return *subscriber->create_datareader(topic_of(topic, type), qos, &reader_events_);
  }

 private:
  dds::Topic* topic_of(const std::string& topic, const std::string& type) {
    dds::TypeSupport(new BlobType(type)).register_type(participant_);
    return participant_->create_topic(topic, type, dds::TOPIC_QOS_DEFAULT);
  }

  const Options& options_;
  WriterEvents writer_events_;
  ReaderEvents reader_events_;
  dds::DomainParticipant* participant_;
};

/// Obeys until stdin ends.
void obey_until_the_end(std::function<void(const Words&)> obey) {
  std::mutex mutex;
  std::condition_variable ended;
  bool over = false;
  Event("ready");
  Commands commands(std::move(obey), [&] {
    std::lock_guard<std::mutex> lock(mutex);
    over = true;
    ended.notify_one();
  });
  std::unique_lock<std::mutex> lock(mutex);
  ended.wait(lock, [&] { return over; });
}

void publish(Peer& peer, const Options& options) {
  auto& writer =
      peer.writer("rt" + options.get("topic", "/chatter"), "std_msgs::msg::dds_::String_");
  std::size_t sent = 0;
  obey_until_the_end([&](const Words& words) {
    const std::chrono::milliseconds period(words.size() > 3 ? std::stol(words[3]) : 0);
    auto due = std::chrono::steady_clock::now();
    for (auto left = std::stoul(words.at(1)); left > 0; --left) {
      Bytes bytes = encode_text(pattern(sent % 26, std::stoul(words.at(2))));
      const auto before = wall_ns();
      if (!writer.write(&bytes)) throw std::runtime_error("Fast DDS does not write");
      const auto n = static_cast<std::int64_t>(sent++);
      Event("sent").put("n", n).put("before", before).put("after", wall_ns());
      std::this_thread::sleep_until(due += period);
    }
    Event("published").put("total", static_cast<std::int64_t>(sent));
  });
}

void subscribe(Peer& peer, const Options& options) {
  peer.reader("rt" + options.get("topic", "/chatter"), "std_msgs::msg::dds_::String_");
  obey_until_the_end([](const Words&) {});
}

void stand_as_service(Peer& peer, const Options& options) {
  const std::string name = options.get("service", "/add_two_ints");
  const std::string type = "example_interfaces::srv::dds_::AddTwoInts_";
  if (options.mode == "serve") {
    peer.reader("rq" + name + "Request", type + "Request_");
    peer.writer("rr" + name + "Reply", type + "Response_");
  } else {
    peer.reader("rr" + name + "Reply", type + "Response_");
    peer.writer("rq" + name + "Request", type + "Request_");
  }
  obey_until_the_end([](const Words&) {});
}

void run(const Options& options) {
  Peer peer(options);
  if (options.mode == "pub") return publish(peer, options);
  if (options.mode == "sub") return subscribe(peer, options);
  if (options.mode == "serve" || options.mode == "call") return stand_as_service(peer, options);
  throw std::invalid_argument("mode '" + options.mode + "' is unknown");
}
}  // namespace
}  // namespace interop

int main(int argc, char** argv) {
  try {
    interop::run(interop::Options(argc, argv));
  } catch (const std::exception& e) {
    std::cerr << "fast peer: " << e.what() << std::endl;
    return 1;
  }
  return 0;
}
