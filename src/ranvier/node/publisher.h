// The door out: one publish goes to every route that somebody is behind.
#pragma once

#include <atomic>
#include <memory>

#include "ranvier/base/near_heap.h"
#include "ranvier/node/endpoint_status.h"
#include "ranvier/node/node.h"
#include "ranvier/node/tell_type.h"
#include "ranvier/run/deadline_watch.h"

namespace ranvier {

/// The core of rclcpp::Publisher<T>.
///
/// Threads: send*() from any thread; messages of one thread keep their order.
/// Hot path: no lock of its own, no allocation beyond the pooled envelope.
class alignas(64) Publisher final : public EndpointEvents, public Near {
 public:
  static Result<std::unique_ptr<Publisher>> open(std::shared_ptr<Node> node, Endpoint endpoint);
  ~Publisher();

  /// Sends an object and takes it over, also when it fails. Whoever is matched, one with a
  /// string beyond its bound is refused (kTooLong) before anybody gets it.
  Result<void> send(void* object);
  /// Sends a copy of the object, made only if somebody will get it.
  Result<void> send_copy(const void* object);
  /// The same with objects of the user's own type; the ROS object is made here for the
  /// network and for late joiners, else by the first subscription that takes it.
  /// Throws what making it throws; nobody has got the message then.
  Result<void> send_adapted(const AdaptedType& adapted, void* custom);
  Result<void> send_adapted_copy(const AdaptedType& adapted, const void* custom);
  /// Whom a message would reach now: nobody; only subscriptions that take objects of an
  /// AdaptedType as they are; or others too, also late joiners.
  enum class Audience : std::uint8_t { kNobody, kTakesAdapted, kAny };
  Audience audience(const std::type_info& adapted) const noexcept;
  /// Sends an object of the user's own type to those that take it as it is, and to nobody else.
  /// @param payload_size  bytes that it has, about: keep-all queues count them.
  Result<void> send_as_it_is(const AdaptedType& adapted, void* custom, std::size_t payload_size);
  /// Memory of a network's route for an object, which is to be made there before
  /// send_lent(). Null if there is none now; never waits.
  MessagePtr lend();
  /// Whether lend() ever gives any.
  bool lends() const noexcept;
  /// The same for a message of `size` encoded bytes, which are to be written at bytes().
  /// Of the heap if the route has none; null if there is none at all.
  MessagePtr lend_bytes(std::size_t size);
  Result<void> send_lent(MessagePtr message);
  /// Sends encoded bytes (with encapsulation header), copied here, into shared memory where
  /// somebody reads them there.
  Result<void> send_bytes(Bytes bytes);
  /// False while a send would wait for room in a keep-all subscription of this process.
  bool has_room() { return writers_.local()->has_room(); }

  const std::shared_ptr<Node>& node() const noexcept { return node_; }
  const Endpoint& endpoint() const noexcept { return endpoint_; }
  const Gid& gid() const noexcept { return gid_; }
  std::size_t matched() const noexcept { return local_matched() + network_matched(); }
  std::size_t local_matched() const noexcept { return writers_.local()->matched(); }
  bool wait_for_all_acked(std::chrono::nanoseconds timeout);
  void assert_liveliness() noexcept;
  EndpointStatus& status() noexcept { return status_; }

 private:
  Publisher(std::shared_ptr<Node> node, Endpoint endpoint);
  Result<void> open_routes();
  Result<void> open_networks();
  Result<void> open_local();
  void on_event(const EndpointEvent& event) noexcept override { status_.count(event); }
  bool wanted() const noexcept { return always_ || matched() > 0; }
  std::size_t network_matched() const noexcept {
    std::size_t matched = 0;
    for (const auto& writer : writers_.networks()) matched += writer->matched();
    return matched;
  }
  bool wanted_outside() const noexcept {
    return network_matched() > 0 || (always_ && !writers_.networks().empty());
  }
  Result<void> check(const void* object) const;
  Result<void> send_checked(void* object);
  Result<void> send_fitting(void* object);
  Result<void> write_adapted(MessagePtr message);
  void stamp(MessageHeader& header) noexcept;
  Result<void> write(MessagePtr message);
  static const void* payload_of(Message& message);
  Result<void> write_to(Writer& network, MessagePtr&& message);
  Result<void> write_out(MessagePtr&& message);
  Result<void> write_everywhere(MessagePtr message);
  Result<void> write_copy(const void* object);
  // For whoever records: what messages take, at most ten times a second.
  void tell_size(Message& message) noexcept;
  void tell_size_of(const void* object);

  // What every message touches comes first, in one or two cache lines.
  PerRoute<std::unique_ptr<Writer>> writers_;
  const TypeInfo* const type_;
  const std::int64_t lifespan_;  // ns; of Qos::kInfinite: none
  std::atomic<std::uint64_t> last_sequence_{0};
  Gid gid_{};
  // Every route is told of every message: it keeps them for late joiners
  // (transient local), or takes them as signs of life (a lease).
  const bool always_;
  const bool bounded_;        // the type has strings that can be too long
  const bool lends_;          // where the network can
  Ref<DeadlineWatch> watch_;  // null without a deadline
  const std::shared_ptr<Node> node_;
  const Endpoint endpoint_;
  EndpointStatus status_;
  SizeTelling size_telling_;
};

}  // namespace ranvier
