#include "ranvier/cyclone/endpoints/writer_core.h"

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/events.h"
#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/run/no_waiting.h"

namespace ranvier::cyclone {
namespace {

bool promises_something(const Qos& qos) {
  return qos.deadline != Qos::kInfinite ||
         (qos.liveliness == Liveliness::kManualByTopic && qos.lease != Qos::kInfinite);
}

// A best-effort writer never sends again, so DDS would keep its past in vain.
bool keeps_for_late_joiners(const Qos& qos) {
  return qos.durability == Durability::kTransientLocal && qos.reliability == Reliability::kReliable;
}

bool blocks(const Qos& qos) {
  return qos.history == History::kKeepAll && qos.reliability == Reliability::kReliable;
}

}  // namespace

WriterCore::WriterCore(Participant& participant, const Endpoint& endpoint,
                       std::shared_ptr<Topic> topic, EndpointEvents& events)
    : participant_(participant),
      topic_name_(endpoint.topic),
      topic_(std::move(topic)),
      events_(events),
      patient_(blocks(endpoint.qos)),
      always_(keeps_for_late_joiners(endpoint.qos) || promises_something(endpoint.qos)) {}

ListenerPtr WriterCore::listener() {
  ListenerPtr listener(dds_create_listener(this));
  dds_lset_publication_matched(listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
                                 of(arg).on_matched(status);
                               }));
  dds_lset_offered_incompatible_qos(listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
                                      of(arg).report(incompatible(status.last_policy_id));
                                    }));
  dds_lset_offered_deadline_missed(
      listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
        of(arg).report({EndpointEvent::Kind::kDeadlineMissed, int(status.total_count_change), {}});
      }));
  dds_lset_liveliness_lost(
      listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
        of(arg).report({EndpointEvent::Kind::kLivelinessLost, int(status.total_count_change), {}});
      }));
  return listener;
}

void WriterCore::start(dds_entity_t writer) noexcept {
  writer_.store(writer, std::memory_order_release);
}

void WriterCore::report(const EndpointEvent& event) noexcept {
  Gate::Pass pass(gate_);
  if (pass.open()) events_.on_event(event);
}

void WriterCore::on_matched(const dds_publication_matched_status_t& status) {
  Gate::Pass pass(gate_);
  if (!pass.open()) return;
  matched_.store(status.current_count, std::memory_order_release);
  const auto reader = status.last_subscription_handle;
  events_.on_event({EndpointEvent::Kind::kMatched, status.current_count_change, {}, 0, reader});
}

// While no reader is matched, a message goes to DDS only to be kept, not encoded: that is
// done when a late joiner asks for it. What cannot be encoded is refused here: DDS
// encodes on a thread of its own, where there is no caller to return an error to.
Result<void> WriterCore::write(const MessagePtr& message) {
  if (matched_.load(std::memory_order_acquire) != 0) return send(message, Encode::kNow);
  if (always_) return send(message, Encode::kWhenSent);
  return {};
}

bool WriterCore::has_room() const noexcept {
  return matched_.load(std::memory_order_acquire) == 0 ||
         topic_->has_room(writer_.load(std::memory_order_relaxed));
}

Result<void> WriterCore::send(const MessagePtr& message, Encode when) {
  if (NoWaiting::here() && !has_room()) return refused(DDS_RETCODE_TIMEOUT);
  CdrSample* sample = make_outgoing(*topic_->type, message, when);
  if (sample == nullptr) return not_outgoing("Publisher '" + topic_name_ + "'", message);
  const dds_return_t code = patient_ ? forward_patiently(sample) : forward(sample);
  if (Delivery::take_refusal()) return inbox_full();
  if (code == DDS_RETCODE_OK) return {};
  return refused(code);
}

dds_return_t WriterCore::forward(CdrSample* sample) {
  return dds_forwardcdr(writer_.load(std::memory_order_relaxed), sample);
}

// DDS waits a slice at a time. On a thread of DDS waiting cannot help: that thread would
// receive the acknowledgement.
dds_return_t WriterCore::forward_patiently(CdrSample* sample) {
  dds_return_t code = DDS_RETCODE_TIMEOUT;
  do {
    code = forward(static_cast<CdrSample*>(ddsi_serdata_ref(sample)));
  } while (code == DDS_RETCODE_TIMEOUT && !participant_.closing() && !gate_.closed() &&
           !Gate::this_thread_is_inside());
  ddsi_serdata_unref(sample);
  return code;
}

Error WriterCore::refused(dds_return_t code) const {
  if (code != DDS_RETCODE_TIMEOUT) {
    return dds_error(code, "Publisher '" + topic_name_ + "' cannot write to DDS");
  }
  return Error{Code::kFull,
               "Publisher '" + topic_name_ +
                   "': a reliable reader does not keep up and the bytes that DDS holds for it "
                   "(CycloneDDS/Domain/Internal/Watermarks/WhcHigh) are used up, on a thread "
                   "that cannot wait for it. Publish from another thread, or use KEEP_LAST."};
}

Error WriterCore::inbox_full() const {
  return Error{Code::kFull,
               "Publisher '" + topic_name_ +
                   "': a keep-all subscription of this process that the publishing thread itself "
                   "empties holds its bound of " +
                   std::to_string(participant_.options().keep_all_bound) +
                   " messages. Publish from another thread, or use KEEP_LAST."};
}

bool WriterCore::wait_for_all_acked(std::chrono::nanoseconds timeout) {
  const bool for_ever = timeout < std::chrono::nanoseconds::zero() || timeout == Qos::kInfinite;
  return dds_wait_for_acks(writer_.load(std::memory_order_relaxed),
                           for_ever ? DDS_INFINITY : timeout.count()) == DDS_RETCODE_OK;
}

void WriterCore::close() noexcept { gate_.close(); }

}  // namespace ranvier::cyclone
