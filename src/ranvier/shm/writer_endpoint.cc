#include "ranvier/shm/writer_endpoint.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/msg/bounds.h"
#include "ranvier/os/deadline.h"
#include "ranvier/run/no_waiting.h"
#include "ranvier/run/ring_batch.h"
#include "ranvier/shm/kept_qos.h"
#include "ranvier/shm/loaned_message.h"

namespace ranvier::shm {
namespace {

using codec::Encoder;
using codec::kEncapsulationSize;
using codec::write_encapsulation;

// The byte behind the header is aligned to 16: views refer to the numbers behind it.
constexpr std::uint64_t kEncodedBegin = 16 - kEncapsulationSize;

Error too_many_for_writer(const std::string& topic) {
  return {Code::kFull, "Publisher '" + topic + "': there are " + std::to_string(kMostEndpoints) +
                           " endpoints in this process already. It is reached over DDS alone."};
}

constexpr std::int64_t kNoWait = 0;  // a deadline that has passed, whatever the time is

}  // namespace

Result<std::shared_ptr<WriterEndpoint>> WriterEndpoint::open(ShmRuntime& runtime, PeerLink& peers,
                                                             const Endpoint& endpoint,
                                                             std::size_t keep_all_bound,
                                                             EndpointEvents& events) {
  const std::optional<std::uint64_t> number = runtime.take_number();
  if (!number) return too_many_for_writer(endpoint.topic);
  return std::shared_ptr<WriterEndpoint>(
      new WriterEndpoint(runtime, *number, peers, endpoint, keep_all_bound, events));
}

WriterEndpoint::WriterEndpoint(ShmRuntime& runtime, std::uint64_t number, PeerLink& peers,
                               const Endpoint& endpoint, std::size_t keep_all_bound,
                               EndpointEvents& events)
    : runtime_(runtime),
      type_(*endpoint.type),
      image_(*endpoint.type),
      network_always_(network_always(endpoint.qos)),
      may_wait_(endpoint.qos.reliability == Reliability::kReliable &&
                endpoint.qos.history == History::kKeepAll),
      listing_(runtime, number),
      events_(events),
      topic_(endpoint.topic),
      qos_(endpoint.qos),
      history_(history_of(endpoint.qos, keep_all_bound)),
      matches_(runtime, peers) {}

std::string WriterEndpoint::user_data() const {
  return to_user_data(address_of(runtime_.place(), runtime_.name(), listing_.number(), qos_));
}

void WriterEndpoint::start(Writer& writer) {
  Lock lock(serving_);
  writer_ = &writer;
  gid_ = writer.gid();
}

void WriterEndpoint::end() {
  runtime_.remove(*this);
  std::unique_lock lock(serving_, std::defer_lock);
  if (!serving_.held_here()) lock.lock();
  ended_ = true;
}

// --- Writing -------------------------------------------------------------------------

// Shared memory first: readers of the ring drop what the network brings.
RANVIER_HOT Result<void> WriterEndpoint::write(const MessagePtr& message) {
  // The network first: change() counts a reader for the ring before it counts it off here.
  if (network_too()) return write_both(message);
  Result<void> shared;
  if (shares(message)) shared = share(message, false);
  if (!shared) [[unlikely]]
    return give_up_sharing(message, shared.error());
  return shared;
}

// `object`: what was encoded for the network; null if the message has it.
RANVIER_HOT Result<void> WriterEndpoint::write_both(const MessagePtr& message, const void* object) {
  const Turnstile::Pass pass(network_gate_);  // before it is known who shares it: see attach()
  if (NoWaiting::here() && !writer_->has_room()) [[unlikely]]
    return worded({Code::kTimeout, {}});  // before a reader of the ring has the message
  Result<void> shared;
  if (ring_over_.load()) {
    if (history_ != 0) ring_writer_->note_gap();
  } else if (shares(message)) {
    const bool image = object != nullptr && image_;
    shared = image ? share_image(object, message->header()) : share(message, true);
  }
  if (!shared) [[unlikely]]
    return give_up_sharing(message, shared.error());
  return writer_->write(message);
}

// A reader that attaches after the look is served as if it had come after the message.
RANVIER_HOT Result<void> WriterEndpoint::write_copy(const void* object,
                                                    const MessageHeader& header) {
  if (!network_too()) {
    Result<void> shared;
    if (shares()) shared = share_object(object, header);
    if (shared) return shared;
    if (shared.error().code != Code::kFull) return worded(shared.error());
  }
  const MessagePtr message = Message::from_encoded(type_, object);
  if (!message) return unencodable();
  message->header() = header;
  return write_both(message, object);
}

// A message without room goes over the network to all readers; one that fails otherwise, to those
// whose path leads there.
RANVIER_COLD Result<void> WriterEndpoint::give_up_sharing(const MessagePtr& message,
                                                          const Error& why) {
  const Turnstile::Pass pass(network_gate_);
  if (why.code == Code::kTimeout && NoWaiting::here()) return worded(why);
  const bool no_room = why.code == Code::kFull;
  if (no_room) end_ring(why, message->header().source_timestamp);
  Result<void> sent = no_room || network_too() ? writer_->write(message) : Result<void>();
  return no_room ? std::move(sent) : worded(why);
}

RANVIER_HOT MessagePtr WriterEndpoint::lend() {
  if (!image_ || !shares()) return {};  // nobody would read it there
  Result<Loan> loan = ring_writer_->borrow(image_.size(), kNoWait);
  if (!loan) return {};
  image_.begin(loan->data());
  return make_loaned(type_, std::move(*loan), sizeof(ImageHeader));
}

RANVIER_HOT MessagePtr WriterEndpoint::lend_bytes(std::size_t size) {
  if (!shares()) return {};  // nobody would read it there
  constexpr std::size_t kPadding = 3;
  Result<Loan> loan = ring_writer_->borrow(size + kPadding, kNoWait, kEncodedBegin);
  if (!loan) return {};
  std::memset(loan->data() + size, 0, kPadding);
  return make_loaned_bytes(type_, std::move(*loan), size);
}

RANVIER_HOT Result<void> WriterEndpoint::share(const MessagePtr& message, bool network_as_well) {
  SharedLoan* const loan = loan_of(*message);
  if (loan == nullptr) return share_unlent(message, network_as_well);
  const MessageHeader& header = message->header();
  const std::size_t size = message->born_as_object() ? image_.size() : message->bytes().size;
  const Stamp stamp{header.source_timestamp, header.expires};
  if (ring_writer_->publish_now(*loan, size, stamp)) return {};
  if (!ring_writer_->lent(*loan)) return share_unlent(message, network_as_well);
  return share_later(*loan, size, stamp);
}

RANVIER_COLD Result<void> WriterEndpoint::share_later(SharedLoan& loan, std::size_t size,
                                                      Stamp stamp) {
  if (may_wait_) RingBatch::close();  // whoever makes room must be awake
  return ring_writer_->publish(loan, size, stamp, patience());
}

// An object of fixed size as it is. Any other is encoded once: for the network too
// if that has readers, else straight into shared memory.
RANVIER_HOT Result<void> WriterEndpoint::share_unlent(const MessagePtr& message,
                                                      bool network_as_well) {
  if (message->born_as_object() && (image_ || !(network_as_well && writer_->matched() != 0))) {
    return share_object(message->object(), message->header());
  }
  const Bytes bytes = message->bytes();
  return bytes.size >= kEncapsulationSize ? share_bytes(bytes, message->header()) : unencodable();
}

Error WriterEndpoint::unencodable() const {
  return {Code::kInvalidArgument, "Publisher '" + topic_ + "': a message of type '" + type_.name +
                                      "' cannot be encoded. It holds a value beyond a bound of "
                                      "its type, or there is no memory."};
}

RANVIER_HOT Result<void> WriterEndpoint::share_bytes(Bytes bytes, const MessageHeader& header) {
  Result<Loan> loan = borrow(bytes.size, kEncodedBegin);
  if (!loan) return loan.error();
  std::memcpy(loan->data(), bytes.data, bytes.size);
  return publish(*loan, bytes.size, header);
}

RANVIER_HOT Result<void> WriterEndpoint::share_image(const void* object,
                                                     const MessageHeader& header) {
  Result<Loan> loan = borrow(image_.size(), 0);
  if (!loan) return loan.error();
  std::memcpy(image_.begin(loan->data()), object, type_.size);
  return publish(*loan, image_.size(), header);
}

RANVIER_HOT Result<void> WriterEndpoint::share_object(const void* object,
                                                      const MessageHeader& header) {
  if (image_) return share_image(object, header);
  const std::size_t payload = encoded_size_of(type_, object);
  Result<Loan> loan = borrow(kEncapsulationSize + payload, kEncodedBegin);
  if (!loan) return loan.error();
  write_encapsulation(loan->data());
  Encoder to(loan->data() + kEncapsulationSize, payload);
  type_.encode(object, to);
  return publish(*loan, kEncapsulationSize + payload, header);
}

RANVIER_HOT Result<Loan> WriterEndpoint::borrow(std::size_t size, std::uint64_t begin) {
  if (may_wait_) RingBatch::close();  // whoever makes room must be awake
  return ring_writer_->borrow(size, patience(), begin);
}

RANVIER_HOT Result<void> WriterEndpoint::publish(Loan& loan, std::size_t size,
                                                 const MessageHeader& header) {
  return ring_writer_->publish(loan, size, {header.source_timestamp, header.expires}, patience());
}

// Readers of this process are emptied by whoever serves: it must not wait for
// those of another, which may wait for it.
RANVIER_HOT std::int64_t WriterEndpoint::patience() const noexcept {
  return may_wait_ && (NoWaiting::here() || runtime_.serves_here()) ? kNoWait : kForever;
}

Error WriterEndpoint::worded(const Error& error) const {
  if (error.code != Code::kTimeout) return error;
  return {Code::kFull, "Publisher '" + topic_ +
                           "': a reliable subscription of another process has no room, on a "
                           "thread that cannot wait for it. Publish from another thread, or use "
                           "KEEP_LAST."};
}

bool WriterEndpoint::wait_for_all_acked(std::chrono::nanoseconds timeout) {
  const std::int64_t deadline = deadline_after(timeout);
  if (!writer_->wait_for_all_acked(timeout)) return false;
  return !shares() || static_cast<bool>(ring_writer_->wait_taken(deadline));
}

}  // namespace ranvier::shm
