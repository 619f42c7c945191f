#include "ranvier/node/subscription.h"
#include "ranvier/base/annotations.h"
#include "ranvier/base/prefetch.h"

#include "ranvier/os/clock.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

Result<Ref<Subscription>> Subscription::open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                             Endpoint endpoint, Options options,
                                             MessageCallback callback) {
  Ref<Subscription> subscription(new Subscription(std::move(node), std::move(strand),
                                                  std::move(endpoint), callback));
  if (auto opened = subscription->open_routes(options); !opened) {
    subscription->close();
    return opened.error();
  }
  // What came and was taken while a route was being opened told it of no room.
  subscription->resume_routes();
  return subscription;
}

Subscription::Subscription(std::shared_ptr<Node> node, Ref<Strand> strand, Endpoint endpoint,
                           MessageCallback callback)
    : Work(std::move(strand)),
      callback_(callback),
      inbox_(endpoint.qos.history, endpoint.qos.depth, node->context()->keep_all_bound()),
      node_(std::move(node)),
      endpoint_(std::move(endpoint)) {}

Subscription::~Subscription() { callback_.destroy(callback_.state); }

Result<void> Subscription::open_routes(const Options& options) {
  Context& context = *node_->context();
  if (Route* network = context.network()) {
    MessageSink& sink = options.direct ? static_cast<MessageSink&>(direct_) : *this;
    auto reader = network->open_reader(endpoint_, sink);
    if (!reader) return reader.error();
    gid_ = (*reader)->gid();
    node_->add_reader(gid_);
    Lock lock(closing_);
    network_ = std::move(*reader);
  }
  RANVIER_TRACE(rmw_subscription_init, static_cast<const void*>(this),
                gid_.bytes.data());
  RANVIER_TRACE(rcl_subscription_init, static_cast<const void*>(this),
                static_cast<const void*>(node_.get()), static_cast<const void*>(this),
                endpoint_.topic.c_str(), endpoint_.qos.depth);
  RANVIER_TRACE(rclcpp_subscription_init, static_cast<const void*>(this),
                static_cast<const void*>(this));
  RANVIER_TRACE(rclcpp_subscription_callback_added, static_cast<const void*>(this),
                static_cast<const void*>(callback_.state));
  if (options.ignore_own_node) return {};
  Endpoint local = endpoint_;
  local.strand = &strand();
  auto reader = context.local().open_reader(local, local_sink());
  if (!reader) return reader.error();
  Lock lock(closing_);
  local_ = std::move(*reader);
  return {};
}

Subscription::Watched::Watched(Subscription& to, std::int64_t deadline_ns)
    : subscription(to),
      watch(make_ref<DeadlineWatch>(Ref<Strand>(&to.strand()), deadline_ns, [&to] {
        if (to.locally_matched()) to.on_event({EndpointEvent::Kind::kDeadlineMissed, 1});
      })) {}

void Subscription::Watched::deliver(MessagePtr message) noexcept {
  watch->touch();
  subscription.deliver(std::move(message));
}

MessageSink& Subscription::local_sink() {
  if (endpoint_.qos.deadline == Qos::kInfinite) return *this;
  watched_ = std::make_unique<Watched>(*this, endpoint_.qos.deadline.count());
  return *watched_;
}

bool Subscription::locally_matched() const noexcept {
  const Readers now = readers();
  return now.local && now.local->matched() > 0;
}

void Subscription::close() noexcept {
  retire();
  if (watched_) watched_->watch->stop();
  Readers closed;
  {
    Lock lock(closing_);
    closed = {std::move(network_), std::move(local_)};
  }
  if (closed.network) node_->remove_reader(gid_);
}

Subscription::Readers Subscription::readers() const {
  Lock lock(closing_);
  return {network_, local_};
}

std::size_t Subscription::matched() const noexcept {
  const Readers now = readers();
  return (now.local ? now.local->matched() : 0) + (now.network ? now.network->matched() : 0);
}

RANVIER_HOT void Subscription::deliver(MessagePtr message) noexcept {
  prefetch(callback_.state);  // if this thread is the one that spins, it runs soon
  inbox_.push(std::move(message));  // what it pushes out is history, not a loss
  make_ready();
}

void Subscription::Direct::deliver(MessagePtr message) noexcept {
  Subscription& to = subscription;
  const auto run = [&] {
    try {
      to.dispatch(std::move(message));
    } catch (...) {  // spin() throws it, not the thread that received
      {
        Lock lock(to.closing_);
        to.thrown_ = std::current_exception();
      }
      to.make_ready();
    }
  };
  if (!to.strand().run_inline(to, run)) to.deliver(std::move(message));
}

RANVIER_HOT void Subscription::run() {
  bool more = false;
  MessagePtr message = pop(more);
  if (more) make_ready();  // behind the others, before the callback may throw
  if (message) return dispatch(std::move(message));
  if (const std::exception_ptr thrown = take_thrown()) std::rethrow_exception(thrown);
}

std::exception_ptr Subscription::take_thrown() {
  Lock lock(closing_);
  return std::exchange(thrown_, nullptr);
}

MessagePtr Subscription::take() {
  bool more;
  return pop(more);
}

RANVIER_HOT MessagePtr Subscription::pop(bool& more) {
  MessagePtr message = inbox_.pop(more);
  if (inbox_.keeps_all() && message) resume_routes();
  return message;
}

void Subscription::resume_routes() noexcept {
  const Readers now = readers();
  if (now.local) now.local->resume();
  if (now.network) now.network->resume();
}

RANVIER_HOT void Subscription::dispatch(MessagePtr message) {
  const MessageHeader& header = message->header();
  if (header.expires != INT64_MAX && system_ns() > header.expires) return;  // DDS 1.4, 2.2.3.16
  RANVIER_TRACE(rmw_take, static_cast<const void*>(this),
                static_cast<const void*>(message.get()), header.source_timestamp, 1);
  RANVIER_TRACE(rcl_take, static_cast<const void*>(message.get()));
  if (callback_.takes == MessageCallback::Takes::kObject) {
    if (message->object() == nullptr) return report_undecodable(*message);
  } else if (unreadable(*message)) {
    return report_undecodable(*message);
  }
  RANVIER_TRACE(rclcpp_take, static_cast<const void*>(message.get()));
  RANVIER_TRACE(callback_start, static_cast<const void*>(callback_.state),
                message->born_as_object());
  callback_.call(callback_.state, std::move(message));
  RANVIER_TRACE(callback_end, static_cast<const void*>(callback_.state));
}

// Whether a callback that does not take the object alone cannot take this one.
bool Subscription::unreadable(Message& message) const {
  return callback_.takes == MessageCallback::Takes::kAdapted && !message.born_adapted() &&
         message.object() == nullptr;
}

void Subscription::report_undecodable(Message& message) {
  status_.count({EndpointEvent::Kind::kMessageLost, 1});
  if (reported_.exchange(true, std::memory_order_relaxed)) return;
  node_->log_error("Subscription '" + endpoint_.topic + "' (node '" + node_->name().name +
                   "'): a sample of " + std::to_string(message.bytes().size) +
                   " bytes is not a " + endpoint_.type->name +
                   "; it and others like it are dropped. Let its publisher send that type, or "
                   "rename one of the two topics.");
}

}  // namespace ranvier
