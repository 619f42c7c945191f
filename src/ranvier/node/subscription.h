// The door in: an inbox in front of a callback.
#pragma once

#include <exception>
#include <memory>

#include "ranvier/base/near_heap.h"
#include "ranvier/node/content_filter.h"
#include "ranvier/node/endpoint_status.h"
#include "ranvier/node/node.h"
#include "ranvier/run/deadline_watch.h"
#include "ranvier/run/inbox.h"
#include "ranvier/run/ready_listeners.h"

namespace ranvier {

/// Thrown by a callback that takes bytes: they are not what it takes. The message
/// then counts as lost, and is told of once.
struct Undecodable {};

/// The user's callback, typed by the api edge.
struct MessageCallback {
  /// What the callback takes. Adapted: the user's own object if the message was
  /// born as one, else the ROS object.
  enum class Takes : std::uint8_t { kObject, kBytes, kAdapted };

  /// Contract: called on a spinning thread; may throw into spin().
  void (*call)(void* state, MessagePtr message) = nullptr;
  void* state = nullptr;
  void (*destroy)(void* state) = nullptr;  ///< called once, at the end
  Takes takes = Takes::kObject;
  /// Objects of this AdaptedType it takes as they are, unless there is a content filter; null:
  /// of none.
  const std::type_info* as_they_are = nullptr;
};

/// The core of rclcpp::Subscription<T>.
///
/// Threads:  routes deliver from any thread, the callback runs where the engine spins.
/// Lifetime: counted as a Work; close() before dropping the last reference.
class alignas(64) Subscription final : public Work, public Near {
 public:
  struct Options {
    bool direct = false;           ///< run the callback on the receive thread if it can
    bool ignore_own_node = false;  ///< ignore_local_publications
    std::shared_ptr<const ContentFilter> filter = nullptr;
  };

  static Result<Ref<Subscription>> open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                        Endpoint endpoint, Options options,
                                        MessageCallback callback);
  ~Subscription() override;

  /// Ends the delivery; a callback under way ends by itself.
  void close() noexcept;

  /// Takes in, on this thread, what was published before and lies where a route can get it now.
  /// Contract: as Reader::catch_up().
  void catch_up();

  /// Lets through what `filter` wants, from now on; null: everything. The first
  /// one opens the endpoint again: what is under way then is lost.
  Result<void> set_filter(std::shared_ptr<const ContentFilter> filter);
  std::shared_ptr<const ContentFilter> filter() const;

  /// The oldest message, without the callback (rclcpp's take()); null if none.
  MessagePtr take();
  /// Runs the callback with what take() gave, here, unless it has expired or does not decode.
  void call_with(MessagePtr message);
  bool has_messages() const noexcept { return waiting() != 0; }
  std::size_t waiting() const noexcept { return inbox_.size(); }
  /// Hears of each message that comes.
  ReadyListeners& ready_listeners() noexcept { return ready_listeners_; }
  ReadyListeners::Seen seen() const noexcept { return inbox_.seen(); }

  const std::shared_ptr<Node>& node() const noexcept { return node_; }
  const Endpoint& endpoint() const noexcept { return endpoint_; }
  const Gid& gid() const noexcept { return gid_; }
  std::size_t matched() const noexcept;
  /// Whether messages may come whose objects lie where their publisher lent them.
  bool reads_in_place() const noexcept;
  EndpointStatus& status() noexcept { return status_; }

 private:
  // What the routes deliver into. A member, not a base: a call through a second base
  // goes by a few instructions that the compiler lays on a page elsewhere.
  struct Inlet : MessageSink {
    explicit Inlet(Subscription& to) : subscription(to) {}
    bool has_room() noexcept override { return subscription.inbox_.has_room(); }
    bool drained_here() const noexcept override { return subscription.strand().drained_here(); }
    std::uint32_t strand_number() const noexcept override { return subscription.strand().number(); }
    void deliver(MessagePtr message) noexcept override;
    void on_event(const EndpointEvent& event) noexcept override {
      subscription.status_.count(event);
    }
    Subscription& subscription;
  };

  // The networks' when `direct` is set.
  struct Direct final : Inlet {
    using Inlet::Inlet;
    void deliver(MessagePtr message) noexcept override;
  };

  // The local route's when there is a deadline.
  struct Watched final : Inlet {
    Watched(Subscription& to, std::int64_t deadline_ns);
    ~Watched() { watch->stop(); }
    void deliver(MessagePtr message) noexcept override;
    const Ref<DeadlineWatch> watch;
  };

  // Theirs when there is a content filter: what it lets through goes on to `next`. It
  // decodes on the thread that received.
  struct Filtered final : Inlet {
    Filtered(Subscription& of, MessageSink& to) : Inlet(of), next(to) {}
    void deliver(MessagePtr message) noexcept override;
    MessageSink& next;
  };

  Subscription(std::shared_ptr<Node> node, Ref<Strand> strand, Endpoint endpoint,
               const Options& options, MessageCallback callback);
  MessageSink& filtered(std::unique_ptr<Filtered>& by, MessageSink& next);
  MessageSink& local_sink();
  bool locally_matched() const noexcept;
  Result<void> open_routes();
  Result<void> open_networks(PerRoute<std::shared_ptr<Reader>>& opened);
  void adopt(PerRoute<std::shared_ptr<Reader>> opened);
  void swap_filter(std::shared_ptr<const ContentFilter>& filter);
  Result<void> add_first_filter() RANVIER_REQUIRES(filtering_);
  Result<void> open_local();
  void close_routes() noexcept;

  void run() override;
  void run_next() override;
  void not_run() noexcept override;
  void read() override;
  void unread() noexcept override;
  void run_read() override;
  ReadyListeners::Arrival put_back() noexcept;
  void take_in(MessagePtr message) noexcept;
  void push_out(const Message* message) noexcept;

  using Readers = PerRoute<std::shared_ptr<Reader>>;
  Readers readers() const;
  MessagePtr pop(bool& more);
  void resume_routes() noexcept;  // the inbox has room again
  std::exception_ptr take_thrown();
  void dispatch(MessagePtr message);
  void call_back(MessagePtr message);
  void report_undecodable(Message& message);
  void report_undecodable(const Message* gone, std::size_t size);

  // What every message touches comes first, in few cache lines with Work: the
  // local route asks for them ahead (LocalWriter::Target::prefetch).
  Inlet inlet_{*this};
  const MessageCallback callback_;
  MessagePtr next_;  // past the inbox: of the thread that was told to run it next, or read it
  Inbox inbox_;
  const std::shared_ptr<Node> node_;
  const Endpoint endpoint_;
  Gid gid_{};
  Direct direct_{*this};
  std::unique_ptr<Watched> watched_;
  const bool is_direct_;
  const bool ignores_own_node_;
  std::unique_ptr<Filtered> filtered_networks_, filtered_local_;  // null without a filter
  EndpointStatus status_;
  ReadyListeners ready_listeners_{listened_};
  std::atomic<bool> reported_{false};
  mutable Mutex filtering_{"filtering"};  // while it changes the routes: outside of theirs
  bool filters_ RANVIER_GUARDED_BY(filtering_);
  std::atomic<bool> adding_filter_{false};  // until the readers without one are gone
  mutable Mutex filter_mutex_{"filter"};
  std::shared_ptr<const ContentFilter> filter_ RANVIER_GUARDED_BY(filter_mutex_);
  mutable Mutex closing_{
      "subscription closing"};  // a callback may still run while close() takes the readers away
  Readers readers_ RANVIER_GUARDED_BY(closing_);
  std::exception_ptr thrown_ RANVIER_GUARDED_BY(closing_);  // by a direct callback
};

}  // namespace ranvier
