#include "ranvier/route/lease.h"

#include <algorithm>

namespace ranvier {
namespace {

using Kind = EndpointEvent::Kind;

Ref<DeadlineWatch> watch_writer(const Endpoint& writer, EndpointEvents& events) {
  if (writer.strand == nullptr) return {};
  return make_ref<DeadlineWatch>(
      Ref<Strand>(writer.strand), writer.qos.lease.count(),
      [&events] { events.on_event({Kind::kLivelinessLost, 1}); }, [] {});
}

}  // namespace

WriterLease::WriterLease(const Endpoint& writer, EndpointEvents& events)
    : lease_(writer.qos.lease.count()), own_(watch_writer(writer, events)) {
  if (own_) own_->touch();
}

WriterLease::~WriterLease() {
  if (own_) own_->stop();
}

void WriterLease::touch() noexcept {
  if (own_) own_->touch();
  Lock lock(mutex_);
  for (const Reader& reader : readers_) reader.watch->touch();
}

void WriterLease::add(const Endpoint& reader, MessageSink& sink) {
  if (reader.strand == nullptr) return;
  auto watch = make_ref<DeadlineWatch>(
      Ref<Strand>(reader.strand), lease_,
      [&sink] { sink.on_event({Kind::kLivelinessChanged, -1, {}, 1}); },
      [&sink] { sink.on_event({Kind::kLivelinessChanged, 1, {}, -1}); });
  watch->touch();
  Lock lock(mutex_);
  readers_.push_back({&sink, std::move(watch)});
}

bool WriterLease::remove(const MessageSink& sink) noexcept {
  Lock lock(mutex_);
  const auto at = std::find_if(readers_.begin(), readers_.end(),
                               [&](const Reader& reader) { return reader.sink == &sink; });
  if (at == readers_.end()) return true;  // nobody watched
  const bool alive = at->watch->stop();
  readers_.erase(at);
  return alive;
}

}  // namespace ranvier
