#include "bench/raw/dds.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "bench/common/clock.h"
#include "cyclone_security.h"
#include "enclave_folder.h"

namespace ranvier::bench {
namespace {

constexpr dds_attach_t kWake = -1;

dds_entity_t checked(dds_entity_t result, const std::string& what) {
  if (result >= 0) return result;
  throw std::runtime_error("Cyclone DDS cannot make " + what + ": " + dds_strretcode(result) +
                           ". Check CYCLONEDDS_URI and ROS_DOMAIN_ID.");
}

struct QosDeleter {
  void operator()(dds_qos_t* qos) const { dds_delete_qos(qos); }
};
using QosPtr = std::unique_ptr<dds_qos_t, QosDeleter>;

QosPtr make_qos(const RawQos& wanted) {
  QosPtr qos(dds_create_qos());
  dds_qset_reliability(qos.get(),
                       wanted.reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
                       DDS_INFINITY);
  dds_qset_history(qos.get(), wanted.depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST,
                   wanted.depth);
  dds_qset_durability(
      qos.get(), wanted.transient_local ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  if (wanted.max_samples > 0) {
    dds_qset_resource_limits(qos.get(), wanted.max_samples, DDS_LENGTH_UNLIMITED,
                             DDS_LENGTH_UNLIMITED);
  }
  if (wanted.lifespan_s > 0) dds_qset_lifespan(qos.get(), DDS_SECS(1) * wanted.lifespan_s);
  dds_qset_writer_data_lifecycle(qos.get(), false);
  return qos;
}

void take_in_listener(dds_entity_t reader, void* on_sample) {
  RawReader{reader, std::shared_ptr<OnSample>(static_cast<OnSample*>(on_sample), [](auto*) {})}
      .take();
}

}  // namespace

void RawWriter::copy_and_write(const std::uint8_t* bytes, std::size_t size) const {
  ddsi_serdata* blob = make_blob(type, size);
  std::memcpy(blob_bytes(blob) + 4, bytes + 4, size - 4);
  write(blob);
}

void RawWriter::write(ddsi_serdata* blob) const {
  const dds_return_t result = dds_writecdr(entity, blob);
  if (result < 0) throw std::runtime_error(std::string("dds_writecdr: ") + dds_strretcode(result));
}

std::size_t RawWriter::matched() const {
  dds_publication_matched_status_t status{};
  dds_get_publication_matched_status(entity, &status);
  return status.current_count;
}

void RawReader::take() const {
  ddsi_serdata* samples[16];
  dds_sample_info_t infos[16];
  for (;;) {
    const dds_return_t count = dds_takecdr(entity, samples, 16, infos, DDS_ANY_STATE);
    for (dds_return_t i = 0; i < count; ++i) {
      if (infos[i].valid_data) (*on_sample)(samples[i]);
      ddsi_serdata_unref(samples[i]);
    }
    if (count < 16) return;
  }
}

std::size_t RawReader::matched() const {
  dds_subscription_matched_status_t status{};
  dds_get_subscription_matched_status(entity, &status);
  return status.current_count;
}

RawParticipant::RawParticipant() {
  const char* domain = std::getenv("ROS_DOMAIN_ID");  // Cyclone does not look at it
  QosPtr qos(dds_create_qos());
  if (const auto enclave = support::enclave_of_environment(); !enclave.empty()) {
    support::secure(qos.get(), enclave);
  }
  entity_ =
      checked(dds_create_participant(domain != nullptr ? std::stoul(domain) : DDS_DOMAIN_DEFAULT,
                                     qos.get(), nullptr),
              "a participant");
}

RawParticipant::~RawParticipant() { dds_delete(entity_); }

const RawParticipant::Topic& RawParticipant::topic(const std::string& name,
                                                   const std::string& type) {
  const auto found = topics_.find(name);
  if (found != topics_.end()) return found->second;
  ddsi_sertype* sertype = make_blob_type(type.c_str());
  const dds_entity_t entity =
      checked(dds_create_topic_sertype(entity_, name.c_str(), &sertype, nullptr, nullptr, nullptr),
              "topic '" + name + "'");
  return topics_.emplace(name, Topic{entity, sertype}).first->second;
}

RawWriter RawParticipant::writer(const std::string& name, const std::string& type,
                                 const RawQos& qos) {
  const Topic& on = topic(name, type);
  return {checked(dds_create_writer(entity_, on.entity, make_qos(qos).get(), nullptr),
                  "a writer on '" + name + "'"),
          on.type};
}

RawReader RawParticipant::reader(const std::string& name, const std::string& type,
                                 const RawQos& qos, OnSample on_sample, bool inside_listener) {
  RawReader reader{0, std::make_shared<OnSample>(std::move(on_sample))};
  dds_listener_t* listener = nullptr;
  if (inside_listener) {
    listener = dds_create_listener(reader.on_sample.get());
    dds_lset_data_available(listener, take_in_listener);
    listeners_.push_back(reader.on_sample);
  }
  reader.entity =
      checked(dds_create_reader(entity_, topic(name, type).entity, make_qos(qos).get(), listener),
              "a reader on '" + name + "'");
  dds_delete_listener(listener);
  return reader;
}

RawLoop::RawLoop(RawParticipant& participant)
    : waitset_(checked(dds_create_waitset(participant.entity()), "a waitset")),
      wake_(checked(dds_create_guardcondition(participant.entity()), "a guard condition")) {
  dds_waitset_attach(waitset_, wake_, kWake);
}

void RawLoop::add(RawReader reader) {
  dds_set_status_mask(reader.entity, DDS_DATA_AVAILABLE_STATUS);
  dds_waitset_attach(waitset_, reader.entity, static_cast<dds_attach_t>(readers_.size()));
  readers_.push_back(std::move(reader));
}

void RawLoop::add_timer(std::int64_t first_ns, std::int64_t period_ns, std::function<void()> work) {
  timers_.push_back({first_ns, period_ns, std::move(work)});
}

void RawLoop::run_due_timers() {
  for (Timer& timer : timers_) {
    if (timer.next_ns > now_ns()) continue;
    timer.work();
    const std::int64_t behind = std::max<std::int64_t>(0, now_ns() - timer.next_ns);
    timer.next_ns += (behind / timer.period_ns + 1) * timer.period_ns;
  }
}

// Cyclone waits on the wall clock; the distance is taken from the monotonic one.
dds_time_t RawLoop::next_deadline() const {
  if (timers_.empty()) return DDS_NEVER;
  const auto first =
      std::min_element(timers_.begin(), timers_.end(),
                       [](const Timer& a, const Timer& b) { return a.next_ns < b.next_ns; });
  return dds_time() + std::max<std::int64_t>(0, first->next_ns - now_ns());
}

void RawLoop::run() {
  std::vector<dds_attach_t> ready(readers_.size() + 1);
  while (running_.load(std::memory_order_relaxed)) {
    const dds_return_t count =
        dds_waitset_wait_until(waitset_, ready.data(), ready.size(), next_deadline());
    run_due_timers();
    for (dds_return_t i = 0; i < count; ++i) {
      if (ready[i] != kWake) readers_[ready[i]].take();
    }
  }
}

void RawLoop::stop() {
  running_.store(false, std::memory_order_relaxed);
  dds_set_guardcondition(wake_, true);
}

}  // namespace ranvier::bench
