// Waits for entities past any executor, and takes what came by hand.
//
// All wait sets are one compiled class (detail::WaitSetState) under thin
// templates: the policies say who owns the entities and who may change the set.
#ifndef RCLCPP__WAIT_SET_TEMPLATE_HPP_
#define RCLCPP__WAIT_SET_TEMPLATE_HPP_

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{
class ClientBase;
class ServiceBase;
class SubscriptionBase;
class TimerBase;

enum class WaitResultKind
{
  Ready,    ///< something is ready
  Timeout,  ///< nothing was in time, or the context ended
  Empty,    ///< there is nothing to wait for
  Invalid,  ///< the set was changed while its result was in use
};

/// Which parts of a subscription a wait set waits for.
struct SubscriptionWaitSetMask
{
  bool include_subscription = true;
  bool include_events = true;
  /// Nothing here: messages of the process come to the subscription itself.
  bool include_intra_process_waitable = true;
};

namespace detail
{

// Templates, so that files which wait for nothing do not compile what they hold.

/// A subscription of a wait set, and which parts of it.
template<typename SubscriptionT>
struct SubscriptionEntryOf
{
  std::shared_ptr<SubscriptionT> subscription;
  SubscriptionWaitSetMask mask;

  SubscriptionEntryOf(  // NOLINT(runtime/explicit): written as {subscription}
    std::shared_ptr<SubscriptionT> subscription_in = nullptr,
    const SubscriptionWaitSetMask & mask_in = {})
  : subscription(std::move(subscription_in)), mask(mask_in) {}
  void reset() noexcept {subscription.reset();}
};

/// A waitable of a wait set, and what must live as long as it is waited for.
template<typename WaitableT>
struct WaitableEntryOf
{
  std::shared_ptr<WaitableT> waitable;
  std::shared_ptr<void> associated_entity;

  WaitableEntryOf(  // NOLINT(runtime/explicit): written as {waitable}
    std::shared_ptr<WaitableT> waitable_in = nullptr,
    std::shared_ptr<void> associated_entity_in = nullptr) noexcept
  : waitable(std::move(waitable_in)), associated_entity(std::move(associated_entity_in)) {}
  void reset() noexcept
  {
    waitable.reset();
    associated_entity.reset();
  }
};

/// The same two, kept by who does not own them.
template<typename SubscriptionT>
struct WeakSubscriptionEntryOf
{
  std::weak_ptr<SubscriptionT> subscription;
  SubscriptionWaitSetMask mask;

  WeakSubscriptionEntryOf(
    const std::shared_ptr<SubscriptionT> & subscription_in,
    const SubscriptionWaitSetMask & mask_in) noexcept
  : subscription(subscription_in), mask(mask_in) {}
  explicit WeakSubscriptionEntryOf(const SubscriptionEntryOf<SubscriptionT> & other)
  : WeakSubscriptionEntryOf(other.subscription, other.mask) {}
  std::shared_ptr<SubscriptionT> lock() const {return subscription.lock();}
  bool expired() const noexcept {return subscription.expired();}
};
template<typename WaitableT>
struct WeakWaitableEntryOf
{
  std::weak_ptr<WaitableT> waitable;
  later_t<WaitableT, std::weak_ptr<void>> associated_entity;

  WeakWaitableEntryOf(
    const std::shared_ptr<WaitableT> & waitable_in,
    const std::shared_ptr<void> & associated_entity_in) noexcept
  : waitable(waitable_in), associated_entity(associated_entity_in) {}
  explicit WeakWaitableEntryOf(const WaitableEntryOf<WaitableT> & other)
  : WeakWaitableEntryOf(other.waitable, other.associated_entity) {}
  std::shared_ptr<WaitableT> lock() const {return waitable.lock();}
  bool expired() const noexcept {return waitable.expired();}
};

using SubscriptionEntry = SubscriptionEntryOf<SubscriptionBase>;
using WaitableEntry = WaitableEntryOf<Waitable>;
using WeakSubscriptionEntry = WeakSubscriptionEntryOf<SubscriptionBase>;
using WeakWaitableEntry = WeakWaitableEntryOf<Waitable>;

/// What is in a wait set, and the wait.
///
/// Threads: if `shared`, add(), remove() and prune() from any thread: they
///          interrupt a wait, and block while a result is in use. Otherwise one
///          thread at a time, and they make a result that is in use invalid.
class RCLCPP_PUBLIC WaitSetState
{
public:
  struct Policy
  {
    bool shared;  ///< see above
    bool owns;    ///< keeps its entities alive; else only while it waits and has a result
  };
  WaitSetState(Policy policy, std::shared_ptr<Context> context);
  ~WaitSetState();
  RCLCPP_DISABLE_COPY(WaitSetState)

  // Throw std::invalid_argument for null, std::runtime_error for what is in a
  // wait set already, or is not in this one.
  void add(const SubscriptionEntry & entry);
  void add(const std::shared_ptr<GuardCondition> & guard_condition);
  void add(const std::shared_ptr<TimerBase> & timer);
  void add(const std::shared_ptr<ClientBase> & client);
  void add(const std::shared_ptr<ServiceBase> & service);
  void add(const WaitableEntry & entry);
  void remove(const SubscriptionEntry & entry);
  void remove(const std::shared_ptr<GuardCondition> & guard_condition);
  void remove(const std::shared_ptr<TimerBase> & timer);
  void remove(const std::shared_ptr<ClientBase> & client);
  void remove(const std::shared_ptr<ServiceBase> & service);
  void remove(const std::shared_ptr<Waitable> & waitable);
  void prune();

  /// A negative time waits on. If it is Ready, release() must follow.
  /// @throws std::runtime_error while another result is in use. Contract: blocks.
  WaitResultKind wait(std::chrono::nanoseconds timeout);
  void release();
  /// Whether the set was changed since the wait.
  bool changed() const;
  const rcl_wait_set_t & raw() const;

  std::pair<std::shared_ptr<TimerBase>, size_t> peek_timer(size_t start) const;
  /// @throws std::out_of_range
  void clear_timer(size_t index);
  std::shared_ptr<SubscriptionBase> next_subscription();
  std::shared_ptr<ServiceBase> next_service();
  std::shared_ptr<ClientBase> next_client();
  std::shared_ptr<Waitable> next_waitable();

private:
  struct Impl;
  const Owned<Impl> impl_;
};

}  // namespace detail

namespace wait_set_policies
{

/// Entities may come and go; the set does not keep them alive.
class DynamicStorage
{
public:
  using SubscriptionEntry = rclcpp::detail::SubscriptionEntry;
  using WaitableEntry = rclcpp::detail::WaitableEntry;
  using WeakSubscriptionEntry = rclcpp::detail::WeakSubscriptionEntry;
  using WeakWaitableEntry = rclcpp::detail::WeakWaitableEntry;
  using SubscriptionsIterable = std::vector<SubscriptionEntry>;
  using GuardConditionsIterable = std::vector<std::shared_ptr<GuardCondition>>;
  using TimersIterable = std::vector<std::shared_ptr<TimerBase>>;
  using ClientsIterable = std::vector<std::shared_ptr<ClientBase>>;
  using ServicesIterable = std::vector<std::shared_ptr<ServiceBase>>;
  using WaitablesIterable = std::vector<WaitableEntry>;
  static constexpr bool kFixed = false;
};

/// The entities of the constructor and no others; the set keeps them alive.
template<
  std::size_t NumberOfSubscriptions, std::size_t NumberOfGuardCondtions,
  std::size_t NumberOfTimers, std::size_t NumberOfClients, std::size_t NumberOfServices,
  std::size_t NumberOfWaitables>
class StaticStorage
{
public:
  using SubscriptionEntry = rclcpp::detail::SubscriptionEntry;
  using WaitableEntry = rclcpp::detail::WaitableEntry;
  using SubscriptionsIterable = std::array<SubscriptionEntry, NumberOfSubscriptions>;
  using GuardConditionsIterable =
    std::array<std::shared_ptr<GuardCondition>, NumberOfGuardCondtions>;
  using TimersIterable = std::array<std::shared_ptr<TimerBase>, NumberOfTimers>;
  using ClientsIterable = std::array<std::shared_ptr<ClientBase>, NumberOfClients>;
  using ServicesIterable = std::array<std::shared_ptr<ServiceBase>, NumberOfServices>;
  using WaitablesIterable = std::array<WaitableEntry, NumberOfWaitables>;
  static constexpr bool kFixed = true;
};

/// For one thread at a time.
class SequentialSynchronization
{
public:
  static constexpr bool kShared = false;
};

/// The set may be changed from any thread, also during a wait.
class ThreadSafeSynchronization
{
public:
  static constexpr bool kShared = true;
};

}  // namespace wait_set_policies

/// What a wait found. If it is Ready, it keeps the entities alive and must end
/// before its wait set. Threads: one.
template<class WaitSetT>
class WaitResult final
{
public:
  static WaitResult from_ready_wait_result_kind(WaitSetT & wait_set)
  {
    return WaitResult(WaitResultKind::Ready, &wait_set);
  }
  static WaitResult from_timeout_wait_result_kind()
  {
    return WaitResult(WaitResultKind::Timeout, nullptr);
  }
  static WaitResult from_empty_wait_result_kind()
  {
    return WaitResult(WaitResultKind::Empty, nullptr);
  }
  WaitResult(WaitResult && other) noexcept
  : kind_(other.kind_), wait_set_(std::exchange(other.wait_set_, nullptr)) {}
  ~WaitResult()
  {
    if (wait_set_) {wait_set_->state_.release();}
  }
  RCLCPP_DISABLE_COPY(WaitResult)

  WaitResultKind kind() const {return kind_;}  ///< Invalid: the set was changed since the wait.
  /// @throws std::runtime_error if it is not Ready.
  const WaitSetT & get_wait_set() const
  {
    if (kind_ != WaitResultKind::Ready) {
      throw std::runtime_error("cannot access wait set when the result was not ready");
    }
    return *wait_set_;
  }
  WaitSetT & get_wait_set()
  {
    return const_cast<WaitSetT &>(static_cast<const WaitResult *>(this)->get_wait_set());
  }

  /// The first ready timer from a place on, and its place; it stays, so that it
  /// can be called before clear_timer_with_index(). Null and any place if none.
  auto peek_next_ready_timer(size_t start_index = 0)
  {
    using Found = decltype(wait_set_->state_.peek_timer(start_index));
    return usable() ? wait_set_->state_.peek_timer(start_index) : Found(nullptr, start_index);
  }
  /// @throws std::out_of_range, std::runtime_error if it is not Ready.
  void clear_timer_with_index(size_t index) {get_wait_set().state_.clear_timer(index);}
  // The next ready one, once each, as a shared_ptr; null if there is none.
  auto next_ready_subscription() {return next(&detail::WaitSetState::next_subscription);}
  auto next_ready_service() {return next(&detail::WaitSetState::next_service);}  ///< Null: none.
  auto next_ready_client() {return next(&detail::WaitSetState::next_client);}  ///< Null: none.
  auto next_ready_waitable() {return next(&detail::WaitSetState::next_waitable);}  ///< Null: none.

private:
  WaitResult(WaitResultKind kind, WaitSetT * wait_set)
  : kind_(kind), wait_set_(wait_set) {}
  template<typename EntityT>
  EntityT next(EntityT (detail::WaitSetState::* take)())
  {
    return usable() ? (wait_set_->state_.*take)() : EntityT();
  }
  bool usable()
  {
    if (wait_set_ && wait_set_->state_.changed()) {kind_ = WaitResultKind::Invalid;}
    return kind_ == WaitResultKind::Ready;
  }

  WaitResultKind kind_;
  WaitSetT * wait_set_;
};

template<class SynchronizationPolicy, class StoragePolicy>
class WaitSetTemplate final : private SynchronizationPolicy, private StoragePolicy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(WaitSetTemplate)
  using typename StoragePolicy::SubscriptionEntry;
  using typename StoragePolicy::WaitableEntry;
  template<typename T>
  using Ptr = rclcpp::detail::later_t<StoragePolicy, std::shared_ptr<T>>;

  /// Null entries are left out. @throws as the functions that add.
  explicit WaitSetTemplate(
    const typename StoragePolicy::SubscriptionsIterable & subscriptions = {},
    const typename StoragePolicy::GuardConditionsIterable & guard_conditions = {},
    const typename StoragePolicy::TimersIterable & timers = {},
    const typename StoragePolicy::ClientsIterable & clients = {},
    const typename StoragePolicy::ServicesIterable & services = {},
    const typename StoragePolicy::WaitablesIterable & waitables = {},
    Context::SharedPtr context = rclcpp::detail::default_context())
  : state_({SynchronizationPolicy::kShared, StoragePolicy::kFixed}, std::move(context))
  {
    add_all(subscriptions);
    add_all(guard_conditions);
    add_all(timers);
    add_all(clients);
    add_all(services);
    add_all(waitables);
  }
  RCLCPP_DISABLE_COPY(WaitSetTemplate)

  /// After a wait: what is ready; the rest is null.
  const rcl_wait_set_t & get_rcl_wait_set() const {return state_.raw();}

  void add_subscription(
    Ptr<SubscriptionBase> subscription, SubscriptionWaitSetMask mask = {})
  {
    dynamic().add(SubscriptionEntry{std::move(subscription), mask});
  }
  void remove_subscription(
    Ptr<SubscriptionBase> subscription, SubscriptionWaitSetMask mask = {})
  {
    dynamic().remove(SubscriptionEntry{std::move(subscription), mask});
  }
  void add_guard_condition(Ptr<GuardCondition> guard_condition)
  {
    dynamic().add(guard_condition);
  }
  void remove_guard_condition(Ptr<GuardCondition> guard_condition)
  {
    dynamic().remove(guard_condition);
  }
  /// Throws std::runtime_error if it is in a set.
  void add_timer(Ptr<TimerBase> timer) {dynamic().add(timer);}
  void remove_timer(Ptr<TimerBase> timer) {dynamic().remove(timer);}
  void add_client(Ptr<ClientBase> client) {dynamic().add(client);}  ///< Throws as add_timer().
  void remove_client(Ptr<ClientBase> client) {dynamic().remove(client);}
  void add_service(Ptr<ServiceBase> service) {dynamic().add(service);}  ///< Throws as add_timer().
  void remove_service(Ptr<ServiceBase> service) {dynamic().remove(service);}
  void add_waitable(
    Ptr<Waitable> waitable, Ptr<void> associated_entity = nullptr)
  {
    dynamic().add(WaitableEntry{std::move(waitable), std::move(associated_entity)});
  }
  void remove_waitable(Ptr<Waitable> waitable) {dynamic().remove(waitable);}
  /// Forgets entities that are gone.
  void prune_deleted_entities() {dynamic().prune();}

  /// Waits until something is ready, time is up (a negative time waits on) or the
  /// context ends. @throws std::runtime_error while a result of it is in use.
  template<class Rep = int64_t, class Period = std::milli>
  [[nodiscard]] WaitResult<WaitSetTemplate> wait(
    std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1))
  {
    using Result = WaitResult<WaitSetTemplate>;
    switch (state_.wait(detail::to_nanoseconds(time_to_wait))) {
      case WaitResultKind::Ready: return Result::from_ready_wait_result_kind(*this);
      case WaitResultKind::Empty: return Result::from_empty_wait_result_kind();
      default: return Result::from_timeout_wait_result_kind();
    }
  }

private:
  static bool is_null(const rclcpp::detail::SubscriptionEntry & entry)
  {
    return !entry.subscription;
  }
  static bool is_null(const rclcpp::detail::WaitableEntry & entry) {return !entry.waitable;}
  template<class T>
  static bool is_null(const std::shared_ptr<T> & one) {return !one;}
  // Null is left out, but of a fixed set, which says in ROS 2's words that it has no such place.
  template<class Entries>
  void add_all(const Entries & entries)
  {
    for (const auto & one : entries) {
      if (!is_null(one)) {
        state_.add(one);
      } else if (StoragePolicy::kFixed) {
        throw std::runtime_error("unexpected condition, fixed storage policy needs pruning");
      }
    }
  }

  friend class WaitResult<WaitSetTemplate>;
  rclcpp::detail::WaitSetState & dynamic()
  {
    static_assert(
      !StoragePolicy::kFixed, "a static wait set has the entities of its constructor for ever");
    return state_;
  }

  rclcpp::detail::WaitSetState state_;
};

/// Entities may come and go, on one thread.
using WaitSet = WaitSetTemplate<
  wait_set_policies::SequentialSynchronization, wait_set_policies::DynamicStorage>;

/// The entities of its constructor.
template<
  std::size_t NumberOfSubscriptions, std::size_t NumberOfGuardCondtions,
  std::size_t NumberOfTimers, std::size_t NumberOfClients, std::size_t NumberOfServices,
  std::size_t NumberOfWaitables>
using StaticWaitSet = WaitSetTemplate<
  wait_set_policies::SequentialSynchronization,
  wait_set_policies::StaticStorage<
    NumberOfSubscriptions, NumberOfGuardCondtions, NumberOfTimers, NumberOfClients,
    NumberOfServices, NumberOfWaitables>>;

/// Entities may come and go from any thread, also during a wait.
using ThreadSafeWaitSet = WaitSetTemplate<
  wait_set_policies::ThreadSafeSynchronization, wait_set_policies::DynamicStorage>;

}  // namespace rclcpp
#endif  // RCLCPP__WAIT_SET_TEMPLATE_HPP_
