// Event callbacks of publishers and subscriptions, run by the executor.
#ifndef ENDPOINT_EVENTS_HPP_
#define ENDPOINT_EVENTS_HPP_

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ranvier/node/publisher.h"
#include "ranvier/node/subscription.h"
#include "rclcpp/detail/options.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/waitable.hpp"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp::detail
{

/// What the handle of an event refers to.
class EventSource : public Waited
{
public:
  bool ready() override {return happened_ != 0;}
  void listen(const void * who, ranvier::ReadyListeners::Listener listener) override
  {
    ready_listeners_.listen(who, std::move(listener));
  }
  /// The same, called at once for what happened and nobody took: each event is reported once.
  void listen_from_now(const void * who, ranvier::ReadyListeners::Listener listener)
  {
    ready_listeners_.listen_from_now(
      who, std::move(listener), [this] {
        const std::lock_guard lock(happening_);
        return ranvier::ReadyListeners::Seen{happened_, last_};
      });
  }

protected:
  ~EventSource() = default;
  /// Counts one more; what is given back goes to tell().
  ranvier::ReadyListeners::Arrival happen()
  {
    const std::lock_guard lock(happening_);
    ++happened_;
    return awaited_ ? ++last_ : ranvier::ReadyListeners::kNobodyListens;
  }
  void tell(ranvier::ReadyListeners::Arrival event)
  {
    if (event != ranvier::ReadyListeners::kNobodyListens) {ready_listeners_.tell(1, event);}
  }
  std::atomic<size_t> happened_{0};  // and nobody took them

private:
  ranvier::Mutex happening_{"endpoint events"};
  ranvier::ReadyListeners::Arrival last_ = 0;  // under happening_
  std::atomic<bool> awaited_{false};
  ranvier::ReadyListeners ready_listeners_{awaited_};
};

/// Runs one event callback on a spinning thread, or for who waits for it.
class EventWork : public ranvier::Work, public rcl_event_t, public EventSource
{
public:
  EventWork(ranvier::Ref<ranvier::Strand> strand, rmw_event_type_t kind)
  : Work(std::move(strand)), rcl_event_t{static_cast<Waited *>(this)}, kind_(kind) {}

  rmw_event_type_t kind() const {return kind_;}
  virtual std::shared_ptr<void> take_info() = 0;
  virtual void call(void * info) = 0;
  /// Tells no more.
  virtual void stop() = 0;

protected:
  void on_event()
  {
    const auto event = happen();
    make_ready();
    tell(event);
  }

private:
  void run() override
  {
    if (const auto info = take_info()) {call(info.get());}
  }

  const rmw_event_type_t kind_;
};

/// The callback of an endpoint's options, for who waits past the executor.
class EndpointEventHandler final : public EventHandlerBase
{
public:
  explicit EndpointEventHandler(std::shared_ptr<EventWork> work)
  : EventHandlerBase(work), work_(std::move(work)) {}
  std::shared_ptr<void> take_data() override {return work_->take_info();}
  std::shared_ptr<void> take_data_by_entity_id(size_t) override {return take_data();}
  /// Nothing happens for null: somebody else took it.
  void execute(const std::shared_ptr<void> & data) override {if (data) {work_->call(data.get());}}

private:
  const std::shared_ptr<EventWork> work_;
};

using EventHandlers = std::unordered_map<rmw_event_type_t, std::shared_ptr<EventHandlerBase>>;

/// Keeps the event callbacks of one endpoint; none starts after its end.
///
/// Most endpoints have but the default one, which logs refused pairs. It is made with
/// the first of those, or when somebody asks for the handlers.
/// Threads: handlers() from any.
template<typename Core>
class EventCallbacks final : private ranvier::EndpointStatus::Later
{
public:
  /// @param core  of the endpoint, which is set before listen() and outlives this.
  explicit EventCallbacks(const std::shared_ptr<Core> & core)
  : core_(core) {}
  ~EventCallbacks();
  EventCallbacks(const EventCallbacks &) = delete;

  template<typename Options>
  void listen(ranvier::Ref<ranvier::Strand> strand, const Options & options);
  /// By their kind, for those who wait for them past the executor.
  const EventHandlers & handlers() const;

private:
  using Kind = ranvier::EndpointStatus::Kind;
  std::function<void()> listener() override;
  template<typename Info>
  void add(
    Kind kind, rmw_event_type_t event, const std::function<void(Info &)> & callback);
  template<typename Callbacks>
  void add_incompatible(const Callbacks & callbacks, bool use_default);

  const std::shared_ptr<Core> & core_;
  ranvier::Ref<ranvier::Strand> strand_;
  std::vector<std::shared_ptr<EventWork>> works_;
  mutable std::unique_ptr<EventHandlers> handlers_;  // made when first asked for
};

template<>
template<>
void EventCallbacks<ranvier::Publisher>::listen(
  ranvier::Ref<ranvier::Strand> strand, const PublisherOptionsBase & options);
template<>
template<>
void EventCallbacks<ranvier::Subscription>::listen(
  ranvier::Ref<ranvier::Strand> strand, const SubscriptionOptionsBase & options);

/// Null for an event that nobody handles; then a warning says what `call` of the api it was,
/// and `of`: "publisher ", "subscription ", or nothing.
template<typename Core>
EventHandlerBase * handler_of(
  const EventCallbacks<Core> & events, int kind, const char * topic, const char * call,
  const char * of)
{
  const auto found = events.handlers().find(static_cast<rmw_event_type_t>(kind));
  if (found != events.handlers().end()) {return found->second.get();}
  RCLCPP_WARN(
    get_logger("rclcpp"), "Calling %s for non registered %sevent_type %d of '%s': nothing is "
    "done. Give the event a callback in the options (event_callbacks).", call, of, kind, topic);
  return nullptr;
}

/// `of`: "publisher " or "subscription ".
template<typename Core>
void listen_to_event(
  const EventCallbacks<Core> & events, int kind, const char * topic, const char * of,
  std::function<void(size_t)> callback)
{
  constexpr const char * kCall = "set_on_new_qos_event_callback";
  EventHandlerBase * const handler = handler_of(events, kind, topic, kCall, of);
  if (!handler) {return;}
  check_callable(callback != nullptr, kCall);
  handler->set_on_ready_callback(
    [callback = that_throws_nothing(std::move(callback), kCall)](size_t count, int) {
      callback(count);
    });
}

template<typename Core>
void end_listening_to_event(const EventCallbacks<Core> & events, int kind, const char * topic)
{
  EventHandlerBase * const handler =
    handler_of(events, kind, topic, "clear_on_new_qos_event_callback", "");
  if (handler) {handler->clear_on_ready_callback();}
}

}  // namespace rclcpp::detail
#endif  // ENDPOINT_EVENTS_HPP_
