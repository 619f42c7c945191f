#include "ranvier/node/publisher.h"
#include "ranvier/base/annotations.h"
#include "ranvier/base/prefetch.h"
#include "ranvier/base/saturating.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/msg/bounds.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "ranvier/node/loans.h"
#include "ranvier/node/log.h"
#include "ranvier/node/tell_type.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/deadline.h"
#include "ranvier/route/lease.h"
#include "ranvier/run/after_locks.h"
#include "ranvier/run/no_waiting.h"
#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

Gid random_gid() {
  std::random_device source;
  Gid gid;
  for (auto& byte : gid.bytes) byte = static_cast<std::uint8_t>(source());
  return gid;
}

}  // namespace

Result<std::unique_ptr<Publisher>> Publisher::open(std::shared_ptr<Node> node, Endpoint endpoint) {
  std::unique_ptr<Publisher> publisher(new Publisher(std::move(node), std::move(endpoint)));
  if (auto opened = publisher->open_routes(); !opened) return opened.error();
  return publisher;
}

Publisher::Publisher(std::shared_ptr<Node> node, Endpoint endpoint)
    : type_(endpoint.type),
      lifespan_(endpoint.qos.lifespan.count()),
      always_(endpoint.qos.durability == Durability::kTransientLocal ||
              WriterLease::promised(endpoint.qos)),
      bounded_(has_bounded_strings(*endpoint.type)),
      lends_(loans_are_wanted()),
      node_(std::move(node)),
      endpoint_(std::move(endpoint)) {}

Result<void> Publisher::open_routes() {
  if (auto opened = open_networks(); !opened) return opened;
  const auto networks = writers_.networks();
  gid_ = networks.empty() ? random_gid() : networks.front()->gid();
  const void* const first = networks.empty() ? nullptr : networks.front().get();
  RANVIER_TRACE(rmw_publisher_init, first, gid_.bytes.data());
  RANVIER_TRACE(rcl_publisher_init, static_cast<const void*>(this),
                static_cast<const void*>(node_.get()), first, endpoint_.topic.c_str(),
                endpoint_.qos.depth);
  tell_type(this, type_->name, type_->has_fixed_size, endpoint_.qos);
  log_made("Publisher", endpoint_.topic);
  return open_local();
}

Result<void> Publisher::open_networks() {
  const auto networks = node_->context()->networks();
  for (std::size_t i = 0; i < networks.size(); ++i) {
    auto writer = networks[i]->open_writer(on_network(endpoint_, i), *this);
    if (!writer) return writer.error();
    node_->show(i, {}, (*writer)->gid());
    writers_.add_network(std::move(*writer));
  }
  return {};
}

Result<void> Publisher::open_local() {
  Context& context = *node_->context();
  Endpoint local = endpoint_;
  OwnThread& watching = context.watching();
  // A network tells of our lease, if there is one.
  if (writers_.networks().empty()) local.strand = watching.strand().get();
  auto writer = context.local().open_writer(local, *this);
  if (!writer) return writer.error();
  writers_.local() = std::move(*writer);
  const bool deadline = endpoint_.qos.deadline != Qos::kInfinite;
  if (deadline || WriterLease::promised(endpoint_.qos)) watching.begin();
  if (!deadline) return {};
  watch_ = make_ref<DeadlineWatch>(watching.strand(), endpoint_.qos.deadline.count(), [this] {
    if (local_matched() > 0) on_event({EndpointEvent::Kind::kDeadlineMissed, 1});
  });
  return {};
}

Publisher::~Publisher() {
  RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "publisher");
  if (watch_) watch_->stop();
  writers_.local().reset();
  for (std::size_t i = 0; i < writers_.networks().size(); ++i) {
    std::unique_ptr<Writer>& writer = writers_.networks()[i];
    node_->hide(i, {}, writer->gid());
    writer.reset();
  }
}

RANVIER_HOT Result<void> Publisher::send(void* object) {
  for (const auto& writer : writers_) prefetch(writer.get());
  if (bounded_) [[unlikely]]
    return send_checked(object);
  return send_fitting(object);
}

RANVIER_COLD Result<void> Publisher::check(const void* object) const {
  if (!bounded_) return {};
  return check_bounds("Publisher", endpoint_.topic, *type_, object);
}

RANVIER_COLD Result<void> Publisher::send_checked(void* object) {
  std::unique_ptr<void, void (*)(void*)> owned(object, type_->destroy);
  if (auto fits = check(object); !fits) return fits;
  return send_fitting(owned.release());
}

RANVIER_HOT Result<void> Publisher::send_fitting(void* object) {
  RANVIER_TRACE(rclcpp_publish, static_cast<const void*>(object));
  if (!wanted()) {
    type_->destroy(object);
    return {};
  }
  return write(Message::from_object(*type_, object));
}

RANVIER_HOT Result<void> Publisher::send_copy(const void* object) {
  if (bounded_) [[unlikely]] {
    if (auto fits = check(object); !fits) return fits;
  }
  if (!wanted()) return {};
  if (always_ || local_matched() > 0) return send_fitting(type_->clone(object));
  RANVIER_TRACE(rclcpp_publish, object);
  return write_copy(object);
}

Result<void> Publisher::send_adapted(const AdaptedType& adapted, void* custom) {
  RANVIER_TRACE(rclcpp_publish, static_cast<const void*>(custom));
  if (!wanted()) {
    adapted.destroy(custom);
    return {};
  }
  return write_adapted(Message::from_adapted(*type_, adapted, custom));
}

// Where the network asks for bytes, and where a late joiner is served, a conversion that
// throws could be told to nobody.
Result<void> Publisher::write_adapted(MessagePtr message) {
  if (always_ || network_matched() > 0) {
    const void* object = message->object();
    if (auto fits = check(object); !fits) return fits;
  }
  return write(std::move(message));
}

Result<void> Publisher::send_adapted_copy(const AdaptedType& adapted, const void* custom) {
  if (!wanted()) return {};
  if (always_ || local_matched() > 0) return send_adapted(adapted, adapted.clone(custom));
  RANVIER_TRACE(rclcpp_publish, custom);
  const std::unique_ptr<void, void (*)(void*)> object(adapted.to_ros(custom), type_->destroy);
  if (auto fits = check(object.get()); !fits) return fits;
  return write_copy(object.get());
}

Publisher::Audience Publisher::audience(const std::type_info& adapted) const noexcept {
  if (!wanted()) return Audience::kNobody;
  const bool here = !always_ && network_matched() == 0;
  return here && writers_.local()->all_take(adapted) ? Audience::kTakesAdapted : Audience::kAny;
}

Result<void> Publisher::send_as_it_is(const AdaptedType& adapted, void* custom,
                                      std::size_t payload_size) {
  RANVIER_TRACE(rclcpp_publish, static_cast<const void*>(custom));
  return write(Message::from_adapted(*type_, adapted, custom, payload_size));
}

bool Publisher::lends() const noexcept {
  if (!lends_) return false;
  const auto networks = writers_.networks();
  return std::any_of(networks.begin(), networks.end(),
                     [](const auto& writer) { return writer->lends(); });
}

RANVIER_HOT MessagePtr Publisher::lend() {
  if (!lends_) [[unlikely]]
    return {};
  for (const auto& writer : writers_.networks()) {
    if (MessagePtr loan = writer->lend()) return loan;
  }
  return {};
}

// What it was born as.
RANVIER_COLD const void* Publisher::payload_of(Message& message) {
  return message.born_as_object() ? message.object() : message.bytes().data;
}

RANVIER_HOT Result<void> Publisher::send_lent(MessagePtr message) {
  RANVIER_TRACE(rclcpp_publish, payload_of(*message));
  if (!wanted()) return {};
  return write(std::move(message));
}

Result<void> Publisher::send_bytes(Bytes bytes) {
  if (!wanted()) return {};
  MessagePtr message = lend_bytes(bytes.size);
  if (!message) {
    return Error{Code::kWorld, "There is no memory for " + std::to_string(bytes.size) +
                                   " encoded bytes of type '" + type_->name + "'"};
  }
  std::memcpy(const_cast<std::uint8_t*>(message->bytes().data), bytes.data, bytes.size);
  return write(std::move(message));
}

MessagePtr Publisher::lend_bytes(std::size_t size) {
  for (const auto& writer : writers_.networks()) {
    if (MessagePtr message = writer->lend_bytes(size)) return message;
  }
  return Message::with_room(*type_, size);
}

RANVIER_HOT void Publisher::stamp(MessageHeader& header) noexcept {
  header.source_timestamp = system_ns();
  header.received_timestamp = header.source_timestamp;
  header.sequence = last_sequence_.fetch_add(1, std::memory_order_relaxed) + 1;
  header.publisher = gid_;
  header.expires = add_saturating(header.source_timestamp, lifespan_);
}

RANVIER_COLD void Publisher::tell_size(Message& message) noexcept {
  if (!size_telling_.is_due()) return;
  RANVIER_TRACE(ranvier_message_size, static_cast<const void*>(this), message.payload_size());
}

RANVIER_COLD void Publisher::tell_size_of(const void* object) {
  if (!size_telling_.is_due()) return;
  RANVIER_TRACE(ranvier_message_size, static_cast<const void*>(this),
                codec::kEncapsulationSize + encoded_size_of(*type_, object));
}

RANVIER_HOT_INLINE Result<void> Publisher::write_to(Writer& network, MessagePtr&& message) {
  RANVIER_TRACE(rmw_publish, static_cast<const void*>(&network),
                static_cast<const void*>(message.get()), message->header().source_timestamp);
  return network.write(std::move(message));
}

// The first network gets our reference, the others one of their own.
RANVIER_HOT_INLINE Result<void> Publisher::write_out(MessagePtr&& message) {
  const auto networks = writers_.networks();
  Result<void> others;
  for (std::size_t i = 1; i < networks.size(); ++i) {
    Result<void> sent = write_to(*networks[i], MessagePtr(message));
    if (!sent) others = std::move(sent);
  }
  Result<void> first = write_to(*networks.front(), std::move(message));
  return others ? std::move(first) : std::move(others);
}

RANVIER_HOT Result<void> Publisher::write(MessagePtr message) try {
  const AfterLocks after;  // a listener may destroy us
  stamp(message->header());
  if (watch_) watch_->touch();
  const trace::Step step(RANVIER_TRACE_STATE);
  RANVIER_TRACE_IN(step, rclcpp_intra_publish, static_cast<const void*>(this),
                   static_cast<const void*>(message.get()));
  if (__builtin_expect(step.now != 0, 0)) tell_size(*message);
  // Our reference goes: see LocalWriter.
  if (!wanted_outside() || message->only_adapted()) {
    return writers_.local()->write(std::move(message));
  }
  RANVIER_TRACE_IN(step, rcl_publish, static_cast<const void*>(this),
                   static_cast<const void*>(message.get()));
  if (always_ || local_matched() > 0) return write_everywhere(std::move(message));
  return write_out(std::move(message));
} catch (const TooLongToEncode& why) {
  return why.of("Publisher", endpoint_.topic, *type_);
}

RANVIER_HOT Result<void> Publisher::write_everywhere(MessagePtr message) {
  if (NoWaiting::here()) [[unlikely]] {  // a network that is full says so before others have it
    Result<void> out = write_out(MessagePtr(message));
    if (!out && out.error().code == Code::kFull) return out;
    Result<void> local = writers_.local()->write(std::move(message));
    return local ? std::move(out) : std::move(local);
  }
  Result<void> local = writers_.local()->write(message);
  Result<void> out = write_out(std::move(message));
  return local ? std::move(out) : std::move(local);
}

// For networks alone: no object of ours, so none of its copies either.
Result<void> Publisher::write_copy(const void* object) try {
  MessageHeader header;
  stamp(header);
  if (watch_) watch_->touch();
  const trace::Step step(RANVIER_TRACE_STATE);
  RANVIER_TRACE_IN(step, rclcpp_intra_publish, static_cast<const void*>(this), object);
  RANVIER_TRACE_IN(step, rcl_publish, static_cast<const void*>(this), object);
  if (__builtin_expect(step.now != 0, 0)) tell_size_of(object);
  Result<void> result;
  for (const auto& network : writers_.networks()) {
    RANVIER_TRACE(rmw_publish, static_cast<const void*>(network.get()), object,
                  header.source_timestamp);
    Result<void> sent = network->write_copy(*type_, object, header);
    if (!sent) result = std::move(sent);
  }
  return result;
} catch (const TooLongToEncode& why) {
  return why.of("Publisher", endpoint_.topic, *type_);
}

bool Publisher::wait_for_all_acked(std::chrono::nanoseconds timeout) {
  const std::int64_t deadline = deadline_after(timeout);
  const auto networks = writers_.networks();
  return std::all_of(networks.begin(), networks.end(), [&](const auto& writer) {
    return writer->wait_for_all_acked(deadline == kForever ? timeout : time_until(deadline));
  });
}

void Publisher::assert_liveliness() noexcept {
  for (const auto& writer : writers_) writer->assert_liveliness();
}

}  // namespace ranvier
