#include "ranvier/cyclone/endpoints/reader_core.h"

#include <algorithm>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/endpoints/events.h"
#include "ranvier/cyclone/endpoints/foreign_writers.h"
#include "ranvier/os/clock.h"

namespace ranvier::cyclone {
namespace {

Delivery::Limits limits_of(const NetworkOptions& options, const Qos& qos) {
  return {qos.history == History::kKeepAll, options.keep_all_bound, options.keep_all_patience};
}

}  // namespace

ReaderCore::ReaderCore(Participant& participant, const Endpoint& endpoint, MessageSink& sink,
                       PeerSink* peers)
    : participant_(participant),
      sink_(sink),
      deadline_(endpoint.qos.deadline),
      asks_(endpoint.qos.reliability == Reliability::kReliable),
      counts_(endpoint.counts_history),
      peers_(peers),
      delivery_(sink, limits_of(participant.options(), endpoint.qos)) {}

void ReaderCore::accept(CdrSample& sample, const ddsi_writer_info& writer) {
  Gate::Pass pass(gate_);
  if (!pass.open()) return;
  if (deadline_ != Qos::kInfinite) watch_deadline();
  const bool wanted = !peers_ || peers_->wants(to_gid(writer.guid));
  if (counts_) [[unlikely]]
    count_missing(sample, writer, wanted);
  if (!wanted) return;
  MessagePtr message = incoming_message(sample, writer);
  if (!message) return;
  delivery_.deliver(std::move(message));
}

// What another route brings meanwhile is not missed. Samples of this process come without a loss.
void ReaderCore::count_missing(const CdrSample& sample, const ddsi_writer_info& writer,
                               bool wanted) {
  if (sample.outgoing) return;
  const std::uint64_t missing =
      gaps_.before(writer.iid, sample.number.load(std::memory_order_relaxed));
  if (missing == 0 || !wanted) return;
  constexpr std::uint64_t kMost = INT32_MAX;
  sink_.on_event(
      {EndpointEvent::Kind::kMessageLost, static_cast<int>(std::min(missing, kMost)), {}});
}

void ReaderCore::report(const EndpointEvent& event) noexcept {
  Gate::Pass pass(gate_);
  if (pass.open()) sink_.on_event(event);
}

void ReaderCore::on_matched(const dds_subscription_matched_status_t& status) noexcept {
  matched_.store(status.current_count, std::memory_order_relaxed);
  if (counts_ && status.current_count_change < 0) gaps_.forget(status.last_publication_handle);
  if (asks_ && status.current_count_change > 0) {
    participant_.foreign_writers().matched(status.last_publication_handle);
  }
  report({EndpointEvent::Kind::kMatched,
          status.current_count_change,
          {},
          0,
          status.last_publication_handle});
}

ListenerPtr ReaderCore::listener() {
  ListenerPtr listener(dds_create_listener(this));
  dds_lset_subscription_matched(listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
                                  of(arg).on_matched(status);
                                }));
  dds_lset_requested_incompatible_qos(listener.get(),
                                      for_c([](dds_entity_t, auto status, void* arg) {
                                        of(arg).report(incompatible(status.last_policy_id));
                                      }));
  dds_lset_liveliness_changed(listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
                                of(arg).report({EndpointEvent::Kind::kLivelinessChanged,
                                                status.alive_count_change,
                                                {},
                                                status.not_alive_count_change});
                              }));
  dds_lset_sample_lost(
      listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
        of(arg).report({EndpointEvent::Kind::kMessageLost, status.total_count_change, {}});
      }));
  return listener;
}

// The first sample starts the watch: before it, nothing was promised.
void ReaderCore::watch_deadline() {
  last_sample_.store(steady_ns(), std::memory_order_relaxed);
  if (watching_.exchange(true)) return;
  participant_.worker().run(this, [this] { check_deadline(); }, deadline_);
}

void ReaderCore::check_deadline() {
  Gate::Pass pass(gate_);
  if (!pass.open()) return;
  if (matched() == 0) {
    watching_.store(false);
    return;
  }
  const std::int64_t now = steady_ns();
  std::int64_t left = deadline_.count() - (now - last_sample_.load(std::memory_order_relaxed));
  if (left <= 0) {
    sink_.on_event({EndpointEvent::Kind::kDeadlineMissed, 1, {}});
    last_sample_.store(now, std::memory_order_relaxed);
    left = deadline_.count();
  }
  participant_.worker().run(this, [this] { check_deadline(); }, std::chrono::nanoseconds(left));
}

void ReaderCore::close() noexcept {
  delivery_.close();
  gate_.close();
  participant_.worker().cancel(this);
}

}  // namespace ranvier::cyclone
