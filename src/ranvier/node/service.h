// The two sides of a service: requests in, replies out, and the way back.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "ranvier/node/node.h"
#include "ranvier/node/tell_type.h"
#include "ranvier/route/service_route.h"
#include "ranvier/run/inbox.h"
#include "ranvier/run/ready_listeners.h"

namespace ranvier {

/// What happens to a request or its reply, in this order.
enum class ServiceEvent : std::uint8_t {
  kRequestSent,
  kRequestReceived,
  kResponseSent,
  kResponseReceived
};

/// Who is told of them: service introspection. One branch while nobody is.
/// Threads: all functions from any thread.
class ServiceObserver final {
 public:
  /// Called with the message on the thread that sends or takes it; must not throw.
  using Function = std::function<void(ServiceEvent, Message&)>;

  /// An empty function ends it; a call under way ends by itself.
  void set(Function function);
  void tell(ServiceEvent event, const MessagePtr& message) {
    if (on_.load(std::memory_order_relaxed)) call(event, *message);
  }

 private:
  void call(ServiceEvent event, Message& message);

  std::atomic<bool> on_{false};
  Mutex mutex_{"service observer"};
  std::shared_ptr<const Function> function_ RANVIER_GUARDED_BY(mutex_);
};

class Server;

/// The user's service callback, typed by the api edge.
class RequestCallback {
 public:
  virtual ~RequestCallback() = default;
  /// `server` replies, now or later. Contract: called on a spinning thread; may throw
  /// into spin().
  virtual void call(MessagePtr request, Server& server) = 0;
  /// Whether it reads Message::bytes(): then requests are not decoded before it is called,
  /// and it sees those that do not decode.
  virtual bool takes_bytes() const noexcept { return false; }
};

/// The core of rclcpp::Service<T>.
///
/// Threads:  reply() from any thread, the callback where the engine spins.
/// Lifetime: counted as a Work; close() before dropping the last reference.
class Server final : public Work, private MessageSink {
 public:
  static Result<Ref<Server>> open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                  ServiceEndpoint endpoint,
                                  std::unique_ptr<RequestCallback> callback);
  ~Server() override;
  void close() noexcept;

  /// Answers a request; takes the response object over, also when it fails.
  Result<void> reply(const RequestId& request, void* response);
  /// The same with a message of the response's type that nobody else has yet.
  Result<void> reply(const RequestId& request, MessagePtr response);
  /// The oldest request, without the callback; null if none.
  MessagePtr take();
  /// Runs the callback with what take() gave, here; nothing happens if it does not decode.
  void call_with(MessagePtr request);
  std::size_t waiting() const noexcept { return inbox_.size(); }
  const std::shared_ptr<Node>& node() const noexcept { return node_; }
  /// Hears of each request that comes.
  ReadyListeners& ready_listeners() noexcept { return ready_listeners_; }
  ReadyListeners::Seen seen() const noexcept { return inbox_.seen(); }
  const ServiceEndpoint& endpoint() const noexcept { return endpoint_; }
  ServiceObserver& observer() noexcept { return observer_; }

 private:
  using Ends = PerRoute<std::shared_ptr<ServerEnd>>;
  Ends ends() const;
  Server(std::shared_ptr<Node> node, Ref<Strand> strand, ServiceEndpoint endpoint,
         std::unique_ptr<RequestCallback> callback);
  Result<void> open_routes();
  void report_undecodable(Message& request);
  void run() override;
  // Always: clients bound what is under way, and there is no resume() to go on.
  bool has_room() noexcept override { return true; }
  void deliver(MessagePtr message) noexcept override;
  void on_event(const EndpointEvent&) noexcept override {}

  const std::shared_ptr<Node> node_;
  const ServiceEndpoint endpoint_;
  const std::unique_ptr<RequestCallback> callback_;
  ServiceObserver observer_;
  std::atomic<bool> reported_{false};  // that something did not decode
  Inbox inbox_;
  ReadyListeners ready_listeners_{listened_};
  // Held while the ends are opened: a callback may reply before that, and waits. And a
  // callback may still reply while close() takes them away. Outside of the routes' locks.
  mutable Mutex closing_{"server closing"};
  Ends ends_ RANVIER_GUARDED_BY(closing_);
};

/// What a client does with one reply, typed by the api edge.
class ReplyCallback {
 public:
  virtual ~ReplyCallback() = default;
  /// Contract: called once, on a spinning thread; may throw into spin().
  virtual void call(MessagePtr reply) = 0;
};

/// The core of rclcpp::Client<T>.
///
/// Threads:  all functions from any thread; replies arrive where the engine
///           spins. Lock: outside of all locks of the routes.
/// Lifetime: counted as a Work; close() before dropping the last reference.
class Client final : public Work, private ClientSink {
 public:
  using Clock = std::chrono::system_clock;

  /// What replies are to be for their callbacks. Bytes: they are not decoded before.
  enum class Takes : std::uint8_t { kObject, kBytes };

  static Result<Ref<Client>> open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                  ServiceEndpoint endpoint, Takes takes = Takes::kObject);
  ~Client() override;
  void close() noexcept;

  /// Sends a request and takes the object over, also when it fails. Every
  /// unanswered request is kept, up to KeepAllBound::samples; then kFull.
  /// @return a number that names the request in this client.
  Result<std::int64_t> send(void* request, std::unique_ptr<ReplyCallback> on_reply);
  /// The same with a message of the request's type that nobody else has yet.
  Result<std::int64_t> send(MessagePtr request, std::unique_ptr<ReplyCallback> on_reply);
  /// False once the context has ended.
  bool server_available() const noexcept;
  /// Waits until a server is there, the context ends or `deadline` (steady ns).
  bool wait_for_server(std::int64_t deadline);

  /// Forgets a request; false if it was answered or forgotten already.
  bool remove_pending(std::int64_t number);
  std::size_t remove_all_pending();
  /// Forgets the requests sent before `time`; their numbers.
  std::vector<std::int64_t> remove_pending_before(Clock::time_point time);
  /// The oldest reply, without its callback; null if none.
  MessagePtr take();
  /// Runs its callback with what take() gave, here; nothing happens if it does not decode,
  /// or is pending no more.
  void call_with(MessagePtr reply);
  /// What was to be done with the reply to a request, which is pending no more;
  /// null if it was not.
  std::unique_ptr<ReplyCallback> take_pending(const RequestId& id);
  /// Replies that came and that nobody has looked at.
  std::size_t waiting() const noexcept { return inbox_.size(); }
  /// Hears of each reply that comes.
  ReadyListeners& ready_listeners() noexcept { return ready_listeners_; }
  ReadyListeners::Seen seen() const noexcept { return inbox_.seen(); }
  const ServiceEndpoint& endpoint() const noexcept { return endpoint_; }
  ServiceObserver& observer() noexcept { return observer_; }

 private:
  struct Pending {
    RequestId id;
    Clock::time_point sent;
    std::unique_ptr<ReplyCallback> on_reply;
  };

  using Ends = PerRoute<std::shared_ptr<ClientEnd>>;
  Ends ends() const;
  ClientEnd& end_with_server() const RANVIER_REQUIRES(mutex_);
  Client(std::shared_ptr<Node> node, Ref<Strand> strand, ServiceEndpoint endpoint, Takes takes);
  Result<void> open_routes();
  void report_undecodable(Message& reply);
  void run() override;
  Error too_many_unanswered() const;
  bool has_room() noexcept override { return true; }
  void deliver(MessagePtr message) noexcept override;
  void on_event(const EndpointEvent&) noexcept override {}
  void on_availability() noexcept override { availability_.notify_all(); }
  void on_servers_gone() noexcept override;

  const std::shared_ptr<Node> node_;
  const ServiceEndpoint endpoint_;
  const std::size_t bound_;
  const Takes takes_;
  ServiceObserver observer_;
  SizeTelling size_telling_;
  std::atomic<bool> reported_{false};  // that something did not decode
  Inbox inbox_;
  ReadyListeners ready_listeners_{listened_};
  EventCount availability_;
  // Held while a request is sent: its reply waits for the entry. In no order: an entry that goes
  // may destroy what a user's callback holds, which asks for any.
  mutable Mutex mutex_{nullptr};
  std::map<std::int64_t, Pending> pending_ RANVIER_GUARDED_BY(mutex_);
  std::int64_t last_number_ RANVIER_GUARDED_BY(mutex_) = 0;
  Ends ends_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
