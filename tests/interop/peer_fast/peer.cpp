#include "peer.hpp"

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <stdexcept>

#include <fastrtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>

#include "enclave_folder.h"

namespace interop {
namespace {

bool loopback_only() {
  const char* range = std::getenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
  return range != nullptr && std::string(range) == "LOCALHOST";
}

// As rmw_fastrtps names the plugins and the files of an enclave.
void secure(dds::DomainParticipantQos& qos, const std::filesystem::path& enclave) {
  const auto set = [&](const std::string& name, const std::string& value) {
    qos.properties().properties().emplace_back("dds.sec." + name, value);
  };
  const auto file = [&](const std::string& name, const char* of) {
    set(name, "file://" + (enclave / of).string());
  };
  const std::string identity = "auth.builtin.PKI-DH.";
  const std::string access = "access.builtin.Access-Permissions.";
  set("auth.plugin", "builtin.PKI-DH");
  set("crypto.plugin", "builtin.AES-GCM-GMAC");
  set("access.plugin", "builtin.Access-Permissions");
  file(identity + "identity_ca", "identity_ca.cert.pem");
  file(identity + "identity_certificate", "cert.pem");
  file(identity + "private_key", "key.pem");
  file(access + "permissions_ca", "permissions_ca.cert.pem");
  file(access + "governance", "governance.p7s");
  file(access + "permissions", "permissions.p7s");
}

dds::DomainParticipantQos participant_qos() {
  dds::DomainParticipantQos qos = dds::PARTICIPANT_QOS_DEFAULT;
  const auto enclave = ranvier::support::enclave_of_environment();
  if (!enclave.empty()) secure(qos, enclave);
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

}  // namespace

Peer::Peer(const Options& options) : options_(options) {
  const char* domain = std::getenv("ROS_DOMAIN_ID");
  participant_ = dds::DomainParticipantFactory::get_instance()->create_participant(
      domain != nullptr ? std::stoul(domain) : 0, participant_qos());
  if (participant_ == nullptr) throw std::runtime_error("Fast DDS makes no participant");
}

Peer::~Peer() {
  participant_->delete_contained_entities();
  dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
}

dds::DataWriter& Peer::writer(const std::string& topic, const std::string& type,
                              dds::DataWriterListener& listener) {
  dds::DataWriterQos qos = dds::DATAWRITER_QOS_DEFAULT;
  set_qos(qos, options_);
  qos.publish_mode().kind = dds::ASYNCHRONOUS_PUBLISH_MODE;  // what fragments need
  // Lost fragments are asked for after a heartbeat; the default is one in 3 s.
  qos.reliable_writer_qos().times.heartbeatPeriod = 0.1;
  auto* publisher = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
  return *publisher->create_datawriter(topic_of(topic, type), qos, &listener);
}

dds::DataReader& Peer::reader(const std::string& topic, const std::string& type,
                              dds::DataReaderListener& listener) {
  dds::DataReaderQos qos = dds::DATAREADER_QOS_DEFAULT;
  set_qos(qos, options_);
  auto* subscriber = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
  return *subscriber->create_datareader(topic_of(topic, type), qos, &listener);
}

dds::Topic* Peer::topic_of(const std::string& topic, const std::string& type) {
  dds::TypeSupport(new BlobType(type)).register_type(participant_);
  return participant_->create_topic(topic, type, dds::TOPIC_QOS_DEFAULT);
}

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

}  // namespace interop
