#include "ranvier/node/publisher.h"
#include "ranvier/base/annotations.h"
#include "ranvier/base/prefetch.h"
#include "ranvier/base/saturating.h"
#include "ranvier/msg/bounds.h"

#include <cstring>
#include <random>

#include "ranvier/os/clock.h"
#include "ranvier/route/lease.h"
#include "ranvier/run/after_locks.h"
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

Result<std::unique_ptr<Publisher>> Publisher::open(std::shared_ptr<Node> node,
                                                   Endpoint endpoint) {
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
      node_(std::move(node)),
      endpoint_(std::move(endpoint)) {}

Result<void> Publisher::open_routes() {
  Context& context = *node_->context();
  if (Route* network = context.network()) {
    auto writer = network->open_writer(endpoint_, *this);
    if (!writer) return writer.error();
    network_ = std::move(*writer);
    node_->add_writer(network_->gid());
  }
  gid_ = network_ ? network_->gid() : random_gid();
  RANVIER_TRACE(rmw_publisher_init, static_cast<const void*>(network_.get()), gid_.bytes.data());
  RANVIER_TRACE(rcl_publisher_init, static_cast<const void*>(this),
                static_cast<const void*>(node_.get()), static_cast<const void*>(network_.get()),
                endpoint_.topic.c_str(), endpoint_.qos.depth);
  Endpoint local = endpoint_;
  OwnThread& watching = context.watching();
  if (!network_) local.strand = watching.strand().get();  // else DDS tells of our lease
  auto writer = context.local().open_writer(local, *this);
  if (!writer) return writer.error();
  local_ = std::move(*writer);
  const bool deadline = endpoint_.qos.deadline != Qos::kInfinite;
  if (deadline || WriterLease::promised(endpoint_.qos)) watching.begin();
  if (!deadline) return {};
  watch_ = make_ref<DeadlineWatch>(watching.strand(), endpoint_.qos.deadline.count(), [this] {
    if (local_->matched() > 0) on_event({EndpointEvent::Kind::kDeadlineMissed, 1});
  });
  return {};
}

Publisher::~Publisher() {
  RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "publisher");
  if (watch_) watch_->stop();
  local_.reset();
  if (network_) node_->remove_writer(network_->gid());
  network_.reset();
}

RANVIER_HOT Result<void> Publisher::send(void* object) {
  prefetch(local_.get());
  prefetch(network_.get());
  if (bounded_) [[unlikely]] return send_checked(object);
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
  if (always_ || local_->matched() > 0) return send_fitting(type_->clone(object));
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
  if (always_ || local_->matched() > 0) return send_adapted(adapted, adapted.clone(custom));
  RANVIER_TRACE(rclcpp_publish, custom);
  const std::unique_ptr<void, void (*)(void*)> object(adapted.to_ros(custom), type_->destroy);
  if (auto fits = check(object.get()); !fits) return fits;
  return write_copy(object.get());
}

RANVIER_HOT MessagePtr Publisher::lend() {
  return network_ ? network_->lend() : MessagePtr();
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
  auto* copy = new std::uint8_t[bytes.size];
  std::memcpy(copy, bytes.data, bytes.size);
  return write(Message::from_bytes(
      *type_, {copy, bytes.size},
      {[](void* block) noexcept { delete[] static_cast<std::uint8_t*>(block); }, copy}));
}

MessagePtr Publisher::lend_bytes(std::size_t size) {
  MessagePtr message = network_ ? network_->lend_bytes(size) : MessagePtr();
  return message ? std::move(message) : Message::with_room(*type_, size);
}

RANVIER_HOT void Publisher::stamp(MessageHeader& header) noexcept {
  header.source_timestamp = system_ns();
  header.received_timestamp = header.source_timestamp;
  header.sequence = last_sequence_.fetch_add(1, std::memory_order_relaxed) + 1;
  header.publisher = gid_;
  header.expires = add_saturating(header.source_timestamp, lifespan_);
}

RANVIER_HOT_INLINE Result<void> Publisher::write_out(MessagePtr&& message) {
  RANVIER_TRACE(rmw_publish, static_cast<const void*>(network_.get()),
                static_cast<const void*>(message.get()), message->header().source_timestamp);
  return network_->write(std::move(message));
}

RANVIER_HOT Result<void> Publisher::write(MessagePtr message) {
  const AfterLocks after;  // a listener may destroy us
  stamp(message->header());
  if (watch_) watch_->touch();
  RANVIER_TRACE(rclcpp_intra_publish, static_cast<const void*>(this),
                static_cast<const void*>(message.get()));
  const bool network = network_ && (always_ || network_->matched() > 0);
  if (!network) return local_->write(std::move(message));  // our reference goes: see LocalWriter
  RANVIER_TRACE(rcl_publish, static_cast<const void*>(this),
                static_cast<const void*>(message.get()));
  if (always_ || local_->matched() > 0) return write_both(std::move(message));
  return write_out(std::move(message));
}

RANVIER_HOT Result<void> Publisher::write_both(MessagePtr message) {
  Result<void> local = local_->write(message);
  Result<void> out = write_out(std::move(message));
  return local ? std::move(out) : std::move(local);
}

// For the network alone: no object of ours, so none of its copies either.
Result<void> Publisher::write_copy(const void* object) {
  if (!network_) return {};  // who wanted it has just gone
  MessageHeader header;
  stamp(header);
  if (watch_) watch_->touch();
  RANVIER_TRACE(rclcpp_intra_publish, static_cast<const void*>(this), object);
  RANVIER_TRACE(rcl_publish, static_cast<const void*>(this), object);
  RANVIER_TRACE(rmw_publish, static_cast<const void*>(network_.get()), object,
                header.source_timestamp);
  return network_->write_copy(*type_, object, header);
}

bool Publisher::wait_for_all_acked(std::chrono::nanoseconds timeout) {
  return !network_ || network_->wait_for_all_acked(timeout);
}

void Publisher::assert_liveliness() noexcept {
  local_->assert_liveliness();
  if (network_) network_->assert_liveliness();
}

}  // namespace ranvier
