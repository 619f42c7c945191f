#include "ranvier/node/subscription.h"
#include "ranvier/base/annotations.h"

#include <algorithm>

#include "ranvier/node/loans.h"
#include "ranvier/node/log.h"
#include "ranvier/node/tell_type.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/group_link.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

Result<Ref<Subscription>> Subscription::open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                             Endpoint endpoint, Options options,
                                             MessageCallback callback) {
  Ref<Subscription> subscription(
      new Subscription(std::move(node), std::move(strand), std::move(endpoint), options, callback));
  if (auto opened = subscription->open_routes(); !opened) {
    subscription->close();
    return opened.error();
  }
  // What came and was taken while a route was being opened told it of no room.
  subscription->resume_routes();
  return subscription;
}

Subscription::Subscription(std::shared_ptr<Node> node, Ref<Strand> strand, Endpoint endpoint,
                           const Options& options, MessageCallback callback)
    : Work(std::move(strand)),
      callback_(callback),
      inbox_(endpoint.qos.history, endpoint.qos.depth, node->context()->keep_all_bound()),
      node_(std::move(node)),
      endpoint_(std::move(endpoint)),
      is_direct_(options.direct),
      ignores_own_node_(options.ignore_own_node),
      filters_(options.filter != nullptr),
      filter_(options.filter) {
  node_->place_in_order(*this, {GroupEntity::Kind::kSubscription, endpoint_.topic});
}

Subscription::~Subscription() {
  RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "subscription");
  callback_.destroy(callback_.state);
}

Result<void> Subscription::open_routes() {
  Readers readers;
  if (auto opened = open_networks(readers); !opened) return opened;
  adopt(std::move(readers));
  RANVIER_TRACE(rmw_subscription_init, static_cast<const void*>(this), gid_.bytes.data());
  RANVIER_TRACE(rcl_subscription_init, static_cast<const void*>(this),
                static_cast<const void*>(node_.get()), static_cast<const void*>(this),
                endpoint_.topic.c_str(), endpoint_.qos.depth);
  tell_type(this, endpoint_.type->name, endpoint_.type->has_fixed_size, endpoint_.qos);
  log_made("Subscription", endpoint_.topic);
  RANVIER_TRACE(rclcpp_subscription_init, static_cast<const void*>(this),
                static_cast<const void*>(this));
  RANVIER_TRACE(rclcpp_subscription_callback_added, static_cast<const void*>(this),
                static_cast<const void*>(callback_.state));
  tell_group(*this);
  // The inbox is both the ring buffer and its queue. Upstream's are for messages of
  // the process alone; this one has those of other processes too.
  RANVIER_TRACE(rclcpp_construct_ring_buffer, static_cast<const void*>(&inbox_), inbox_.depth());
  RANVIER_TRACE(rclcpp_buffer_to_ipb, static_cast<const void*>(&inbox_),
                static_cast<const void*>(&inbox_));
  RANVIER_TRACE(rclcpp_ipb_to_subscription, static_cast<const void*>(&inbox_),
                static_cast<const void*>(this));
  return open_local();
}

Result<void> Subscription::open_networks(Readers& opened) {
  const auto networks = node_->context()->networks();
  if (networks.empty()) return {};
  MessageSink& direct = is_direct_ ? static_cast<MessageSink&>(direct_) : inlet_;
  MessageSink& sink = filtered(filtered_networks_, direct);
  for (std::size_t i = 0; i < networks.size(); ++i) {
    auto reader = networks[i]->open_reader(on_network(endpoint_, i), sink);
    if (!reader) return reader.error();
    opened.add_network(std::move(*reader));
  }
  return {};
}

// Of the networks. A subscription that was closed meanwhile takes none.
void Subscription::adopt(Readers opened) {
  const auto networks = opened.networks();
  for (std::size_t i = 0; i < networks.size(); ++i) node_->show(i, networks[i]->gid(), {});
  {
    Lock lock(closing_);
    if (!retired()) {
      if (!networks.empty()) gid_ = networks[0]->gid();
      opened.local() = readers_.local();
      readers_ = std::move(opened);
      return;
    }
  }
  for (std::size_t i = 0; i < networks.size(); ++i) node_->hide(i, networks[i]->gid(), {});
}

Result<void> Subscription::open_local() {
  if (ignores_own_node_) return {};
  Endpoint local = endpoint_;
  local.strand = node_->context()->watching().strand().get();
  local.takes = filter() ? nullptr : callback_.as_they_are;  // a filter reads ROS objects
  auto reader =
      node_->context()->local().open_reader(local, filtered(filtered_local_, local_sink()));
  if (!reader) return reader.error();
  Lock lock(closing_);
  readers_.local() = std::move(*reader);
  return {};
}

// What a route delivers into: `next`, or the filter before it.
MessageSink& Subscription::filtered(std::unique_ptr<Filtered>& by, MessageSink& next) {
  if (!filter()) return next;
  by = std::make_unique<Filtered>(*this, next);
  return *by;
}

void Subscription::Filtered::deliver(MessagePtr message) noexcept {
  if (subscription.adding_filter_.load(std::memory_order_relaxed)) return;
  const std::shared_ptr<const ContentFilter> filter = subscription.filter();
  const void* object = nullptr;
  try {
    object = message->object();
  } catch (...) {  // a user's conversion: dispatch() reports it
  }
  if (filter && object && !filter->passes(object)) return;
  next.deliver(std::move(message));
}

std::shared_ptr<const ContentFilter> Subscription::filter() const {
  Lock lock(filter_mutex_);
  return filter_;
}

Result<void> Subscription::set_filter(std::shared_ptr<const ContentFilter> filter) {
  Lock lock(filtering_);
  swap_filter(filter);
  return filters_ || !this->filter() || retired() ? Result<void>() : add_first_filter();
}

void Subscription::swap_filter(std::shared_ptr<const ContentFilter>& filter) {
  Lock lock(filter_mutex_);
  filter_.swap(filter);
}

// The readers without a filter go once there are others: a network may refuse those, and then
// all is as before. What the new ones bring until then, the old ones bring too.
Result<void> Subscription::add_first_filter() {
  Readers opened;
  adding_filter_.store(true, std::memory_order_relaxed);
  if (auto done = open_networks(opened); !done) {
    opened = {};
    filtered_networks_.reset();
    adding_filter_.store(false, std::memory_order_relaxed);
    std::shared_ptr<const ContentFilter> none;
    swap_filter(none);
    return done;
  }
  filters_ = true;
  close_routes();
  adding_filter_.store(false, std::memory_order_relaxed);
  adopt(std::move(opened));
  auto done = open_local();
  resume_routes();  // as in open()
  return done;
}

Subscription::Watched::Watched(Subscription& to, std::int64_t deadline_ns)
    : Inlet(to),
      watch(make_ref<DeadlineWatch>(to.node_->context()->watching().strand(), deadline_ns, [&to] {
        if (to.locally_matched()) to.status_.count({EndpointEvent::Kind::kDeadlineMissed, 1});
      })) {}

MessageSink& Subscription::local_sink() {
  if (endpoint_.qos.deadline == Qos::kInfinite) return inlet_;
  if (!watched_) {
    node_->context()->watching().begin();
    watched_ = std::make_unique<Watched>(*this, endpoint_.qos.deadline.count());
  }
  return *watched_;
}

bool Subscription::locally_matched() const noexcept {
  const Readers now = readers();
  return now.local() && now.local()->matched() > 0;
}

void Subscription::close() noexcept {
  retire();
  if (watched_) watched_->watch->stop();
  close_routes();
  retire();  // what came meanwhile
}

void Subscription::close_routes() noexcept {
  Readers closed;
  {
    Lock lock(closing_);
    closed = std::exchange(readers_, {});
  }
  closed.local().reset();
  for (std::size_t i = 0; i < closed.networks().size(); ++i) {
    node_->hide(i, closed.networks()[i]->gid(), {});
  }
}

void Subscription::catch_up() {
  for (const auto& reader : readers()) {
    if (reader) reader->catch_up();
  }
}

Subscription::Readers Subscription::readers() const {
  Lock lock(closing_);
  return readers_;
}

std::size_t Subscription::matched() const noexcept {
  const Readers now = readers();
  std::size_t matched = 0;
  for (const auto& reader : now) matched += reader ? reader->matched() : 0;
  return matched;
}

bool Subscription::reads_in_place() const noexcept {
  if (!loans_are_wanted()) return false;
  const Readers now = readers();
  return std::any_of(now.networks().begin(), now.networks().end(),
                     [](const auto& reader) { return reader->reads_in_place(); });
}

namespace {

RANVIER_HOT_INLINE void trace_delivery(const Subscription* to, const Message* message) noexcept {
  RANVIER_TRACE(ranvier_deliver, static_cast<const void*>(to), static_cast<const void*>(message),
                message->header().source_timestamp, message->header().publisher.bytes.data());
}

// A message that reached the subscription and never reaches its callback.
RANVIER_HOT_INLINE void trace_drop(const Subscription* at, const Message* message,
                                   const char* why) noexcept {
  RANVIER_TRACE(ranvier_drop, static_cast<const void*>(at), static_cast<const void*>(message), why);
}

}  // namespace

// What an inbox pushes out is history, not a loss, unless its reader counts that.
RANVIER_COLD void Subscription::push_out(const Message* message) noexcept {
  trace_drop(this, message, "history");
  if (endpoint_.counts_history) status_.count({EndpointEvent::Kind::kMessageLost, 1});
}

RANVIER_HOT_INLINE void Subscription::take_in(MessagePtr message) noexcept {
  trace_delivery(this, message.get());
  if (!listened() && make_next()) {
    next_ = std::move(message);
    return;
  }
  const auto [pushed_out, arrival] = inbox_.push(std::move(message), listened_);
  if (pushed_out) [[unlikely]]
    push_out(pushed_out.get());
  make_ready();
  if (arrival != ReadyListeners::kNobodyListens) ready_listeners_.tell(1, arrival);
}

RANVIER_HOT void Subscription::Inlet::deliver(MessagePtr message) noexcept {
  subscription.take_in(std::move(message));
}

void Subscription::Watched::deliver(MessagePtr message) noexcept {
  watch->touch();
  subscription.take_in(std::move(message));
}

RANVIER_HOT_INLINE MessagePtr Subscription::pop(bool& more) {
  MessagePtr message = inbox_.pop(more);
  if (inbox_.keeps_all() && message) resume_routes();
  return message;
}

RANVIER_HOT_INLINE void Subscription::call_back(MessagePtr message) {
  using Takes = MessageCallback::Takes;
  if (callback_.takes != Takes::kBytes) return callback_.call(callback_.state, std::move(message));
  // No reference of ours: who has the only one may write there (Message::writable_bytes()).
  const Message* const gone = message.get();
  const std::size_t size = message->only_adapted() ? 0 : message->bytes().size;
  try {
    callback_.call(callback_.state, std::move(message));
  } catch (const Undecodable&) {
    report_undecodable(gone, size);
  }
}

RANVIER_HOT_INLINE void Subscription::dispatch(MessagePtr message) {
  const MessageHeader& header = message->header();
  if (header.expires != INT64_MAX && system_ns() > header.expires) {  // DDS 1.4, 2.2.3.16
    return trace_drop(this, message.get(), "expired");
  }
  trace::Step step(RANVIER_TRACE_STATE);
  RANVIER_TRACE_IN(step, rmw_take, static_cast<const void*>(this),
                   static_cast<const void*>(message.get()), header.source_timestamp, 1);
  RANVIER_TRACE_IN(step, rcl_take, static_cast<const void*>(message.get()));
  if (callback_.takes == MessageCallback::Takes::kObject) {
    if (message->object() == nullptr) return report_undecodable(*message);
  } else if (callback_.takes == MessageCallback::Takes::kAdapted && !message->born_adapted() &&
             message->object() == nullptr) {
    return report_undecodable(*message);
  }
  const bool was_at_hand = message->born_as_object() && !message->born_adapted();
  if (!was_at_hand) step = trace::Step(RANVIER_TRACE_STATE);  // it was decoded, or converted
  RANVIER_TRACE_IN(step, rclcpp_take, static_cast<const void*>(message.get()));
  RANVIER_TRACE_IN(step, callback_start, static_cast<const void*>(callback_.state),
                   message->born_as_object());
  call_back(std::move(message));
  RANVIER_TRACE(callback_end, static_cast<const void*>(callback_.state));
}

void Subscription::Direct::deliver(MessagePtr message) noexcept {
  Subscription& to = subscription;
  const auto run = [&] {
    trace_delivery(&to, message.get());
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
  if (!to.strand().run_inline(to, run)) to.take_in(std::move(message));
}

RANVIER_HOT void Subscription::run_next() { dispatch(std::move(next_)); }

RANVIER_HOT void Subscription::run() {
  bool more = false;
  MessagePtr message = pop(more);
  if (more) make_ready();  // behind the others, before the callback may throw
  if (message) return dispatch(std::move(message));
  if (const std::exception_ptr thrown = take_thrown()) std::rethrow_exception(thrown);
}

void Subscription::not_run() noexcept {
  const auto arrival = put_back();
  make_ready();
  if (arrival != ReadyListeners::kNobodyListens)
    ready_listeners_.tell(1, arrival);  // to who came meanwhile
}

ReadyListeners::Arrival Subscription::put_back() noexcept {
  const auto [pushed_out, arrival] = inbox_.push_front(std::move(next_), listened_);
  if (pushed_out) push_out(pushed_out.get());
  return arrival;
}

void Subscription::read() {
  if (!next_) next_ = take();
}

void Subscription::unread() noexcept {
  if (next_) (void)put_back();
}

void Subscription::run_read() {
  if (!next_) return run();
  if (has_messages()) make_ready();  // behind the others, before the callback may throw
  run_next();
}

std::exception_ptr Subscription::take_thrown() {
  Lock lock(closing_);
  return std::exchange(thrown_, nullptr);
}

MessagePtr Subscription::take() {
  bool more;
  return pop(more);
}

void Subscription::call_with(MessagePtr message) { dispatch(std::move(message)); }

void Subscription::resume_routes() noexcept {
  const Readers now = readers();
  for (const auto& reader : now) {
    if (reader) reader->resume();
  }
}

void Subscription::report_undecodable(Message& message) {
  report_undecodable(&message, message.bytes().size);
}

void Subscription::report_undecodable(const Message* gone, std::size_t size) {
  status_.count({EndpointEvent::Kind::kMessageLost, 1});
  trace_drop(this, gone, "undecodable");
  if (reported_.exchange(true, std::memory_order_relaxed)) return;
  node_->log_error("Subscription '" + endpoint_.topic + "' (node '" + node_->name().name +
                   "'): a sample of " + std::to_string(size) + " bytes is not a " +
                   endpoint_.type->name +
                   "; it and others like it are dropped. Let its publisher send that type, or "
                   "rename one of the two topics.");
}

}  // namespace ranvier
