#include "ranvier/local/pubsub.h"
#include "ranvier/base/annotations.h"

#include <algorithm>

#include "ranvier/run/no_waiting.h"

namespace ranvier {
namespace {

constexpr std::size_t kAhead = 8;               // readers whose cache lines are on their way
constexpr std::size_t kKeptOfKeepAll = 10'000;  // late joiners get no more than this

bool keep_all(const Qos& qos) {
  return qos.history == History::kKeepAll && qos.reliability == Reliability::kReliable;
}

// `topic`: of a publisher on a thread that does not wait.
Error no_room(const std::string& topic) {
  return {Code::kFull, "Publisher '" + topic +
                           "': a keep-all subscription of this process has reached its bound, on "
                           "a thread that cannot wait for it. Let it read faster, or use "
                           "KEEP_LAST."};
}

// The same sample as a network route would hand it over: bytes, decoded again.
MessagePtr encoded_twin(const MessagePtr& message) {
  MessagePtr keep = message;
  const Bytes bytes = message->bytes();
  MessagePtr twin = Message::from_bytes(
      message->type(), bytes,
      {[](void* kept) noexcept { MessagePtr::adopt(static_cast<Message*>(kept)); },
       keep.release()});
  twin->header() = message->header();
  return twin;
}

}  // namespace

LocalReader::LocalReader(std::shared_ptr<Hub> hub, const Endpoint& what, MessageSink& where)
    : endpoint(what), sink(where), hub_(std::move(hub)) {
  hub_->add(*this);
}

void LocalReader::resume() noexcept {
  Lock lock(mutex_);
  for (LocalWriter* writer : writers_) writer->room_.notify_all();
}

LocalWriter::LocalWriter(std::shared_ptr<Hub> hub, const Endpoint& what, EndpointEvents& who)
    : Writer(matched_),
      keeps_(what.qos.durability == Durability::kTransientLocal),
      kept_(what.qos.history == History::kKeepAll ? kKeptOfKeepAll : what.qos.depth),
      hub_(std::move(hub)),
      endpoint(what),
      events(who) {
  if (WriterLease::promised(what.qos)) lease_ = std::make_unique<WriterLease>(what, who);
  hub_->add(*this);
}

RANVIER_HOT Result<void> LocalWriter::write(MessagePtr message) {
  if (lease_) lease_->touch();
  if (!keeps_ && matched_.load(std::memory_order_relaxed) == 0) return {};
  // What this throws is the publisher's: nobody has got the message, and no lock is held.
  if (encodes_.load(std::memory_order_relaxed)) static_cast<void>(message->bytes());
  for (;;) {
    const std::uint32_t seen = room_.count();
    {
      Lock lock(mutex_);
      const Target* full = any_waits_ ? full_target() : nullptr;
      if (full == nullptr) {
        push_to_all(std::move(message));
        return {};
      }
      if (full->sink->drained_here()) {
        return Error{Code::kFull,
                     "Publisher '" + endpoint.topic + "' (node '" + endpoint.node.name +
                         "'): a keep-all subscription of this process has reached its bound, "
                         "and this thread is the one that empties it, so waiting would be for "
                         "ever. Publish less in one callback, spin the subscription on another "
                         "thread, or raise RANVIER_KEEP_ALL_SAMPLES or RANVIER_KEEP_ALL_BYTES."};
      }
      if (NoWaiting::here()) return no_room(endpoint.topic);
    }
    if (stopped_.load(std::memory_order_acquire)) {
      return Error{Code::kShutdown, "Publisher '" + endpoint.topic +
                                        "': the context was shut down while publish() waited "
                                        "for room in a keep-all subscription."};
    }
    (void)room_.wait(seen, kForever);
  }
}

bool LocalWriter::has_room() {
  Lock lock(mutex_);
  return !any_waits_ || full_target() == nullptr;
}

const LocalWriter::Target* LocalWriter::full_target() const {
  for (const Target& target : targets_) {
    if (target.waits && !target.sink->has_room()) return &target;
  }
  return nullptr;
}

RANVIER_HOT void LocalWriter::push_to_all(MessagePtr message) {
  if (keeps_) kept_.push(message);
  const bool only_adapted = message->only_adapted();
  MessagePtr twin;
  for (std::size_t i = 0; i < std::min(targets_.size(), kAhead); ++i) targets_[i].prefetch();
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (i + kAhead < targets_.size()) targets_[i + kAhead].prefetch();
    const Target& target = targets_[i];
    const bool last = i + 1 == targets_.size();
    if (only_adapted && target.takes == nullptr) [[unlikely]] {
      continue;  // it came after the publisher had asked whether all take it
    } else if (target.encoded) {
      if (!twin) twin = encoded_twin(message);
      target.sink->deliver(twin);
    } else {
      // The last one gets our reference, so that a lone receiver owns the object.
      target.sink->deliver(last ? std::move(message) : message);
    }
  }
}

void LocalWriter::link(LocalReader& reader) {
  const bool encoded = !endpoint.local || !reader.endpoint.local;
  const bool waits = keep_all(endpoint.qos) && keep_all(reader.endpoint.qos);
  const bool late = keeps_ && reader.endpoint.qos.durability == Durability::kTransientLocal;
  Lock lock(mutex_);
  for (std::size_t i = 0; late && i < kept_.size(); ++i) {
    reader.sink.deliver(encoded ? encoded_twin(kept_[i]) : kept_[i]);
  }
  targets_.push_back(
      {&reader.sink, &reader, encoded, waits, encoded ? nullptr : reader.endpoint.takes});
  sum_up_targets();
}

void LocalWriter::unlink(LocalReader& reader) noexcept {
  Lock lock(mutex_);
  std::erase_if(targets_, [&](const Target& target) { return target.reader == &reader; });
  sum_up_targets();
  room_.notify_all();  // it may have been the one without room
}

void LocalWriter::sum_up_targets() noexcept {
  const std::type_info* const takes = targets_.empty() ? nullptr : targets_.front().takes;
  bool all_take = true;
  bool encodes = false;
  any_waits_ = false;
  for (const Target& one : targets_) {
    all_take = all_take && one.takes == takes;
    encodes = encodes || one.encoded;
    any_waits_ = any_waits_ || one.waits;
  }
  encodes_.store(encodes, std::memory_order_relaxed);
  all_take_.store(all_take ? takes : nullptr, std::memory_order_relaxed);
  matched_.store(targets_.size(), std::memory_order_relaxed);
}

void LocalWriter::stop() noexcept {
  stopped_.store(true, std::memory_order_release);
  room_.notify_all();
}

}  // namespace ranvier
