// Runs the callbacks of nodes and groups.
#ifndef RCLCPP__EXECUTOR_HPP_
#define RCLCPP__EXECUTOR_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/detail/awaited_future.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/executor_options.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/wait_set_template.hpp"

namespace rclcpp
{

/// How a wait for a future ended; INTERRUPTED is a cancel() or the end of the context.
enum class FutureReturnCode { SUCCESS, INTERRUPTED, TIMEOUT };

/// "SUCCESS (0)" and the like.
RCLCPP_PUBLIC std::string to_string(const FutureReturnCode & future_return_code);
/// Writes to_string().
RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const FutureReturnCode & future_return_code);

}  // namespace rclcpp

namespace ranvier
{
class Engine;
class Work;
}

namespace rclcpp
{
class ClientBase;
class Node;
class ServiceBase;
class SubscriptionBase;
class TimerBase;
class Waitable;

namespace executors
{
class CallbackIsolatedExecutor;
}
namespace experimental::executors
{
class EventsExecutor;
}

/// One callback that an executor of a user's own took, to run; one that is not run
/// is ready again. Its exclusive group is occupied until the last copy of this is
/// gone. (A template, so that files which take none do not compile it.)
template<typename SubscriptionT>
struct AnyExecutableOf
{
  AnyExecutableOf() = default;
  AnyExecutableOf(const AnyExecutableOf &) = default;
  AnyExecutableOf & operator=(const AnyExecutableOf &) = default;
  virtual ~AnyExecutableOf() = default;

  // One of these; none for what the runtime does itself.
  std::shared_ptr<SubscriptionT> subscription;  ///< Set if it is a message.
  detail::later_t<SubscriptionT, std::shared_ptr<TimerBase>> timer;  ///< Set if it is a timer's.
  /// Set if it is a request.
  detail::later_t<SubscriptionT, std::shared_ptr<ServiceBase>> service;
  detail::later_t<SubscriptionT, std::shared_ptr<ClientBase>> client;  ///< Set if it is a reply.
  /// Set if it is a waitable's.
  detail::later_t<SubscriptionT, std::shared_ptr<Waitable>> waitable;
  // Where it belongs.
  CallbackGroup::SharedPtr callback_group;  ///< Occupied until it has run.
  node_interfaces::NodeBaseInterface::SharedPtr node_base;  ///< Null for a group without a node.
  /// What the entity gave that it is executed with: a timer's call(), a waitable's
  /// take_data(). Null for what came from get_next_executable().
  std::shared_ptr<void> data;
  /// What get_next_executable() took. The runtime's own.
  std::shared_ptr<void> claim;
};
/// The one that ROS 2 has.
using AnyExecutable = AnyExecutableOf<SubscriptionBase>;

/// Every executor is this engine: callbacks run on the threads that spin, in
/// the order in which they became ready; due timers go first.
///
/// Threads: spin*() as each says; the rest from any thread.
class RCLCPP_PUBLIC Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Executor)

  /// Refuses a context that was never initialized.
  explicit Executor(const ExecutorOptions & options = ExecutorOptions());
  /// Gives back its nodes and groups: another executor may have them.
  virtual ~Executor();
  RCLCPP_DISABLE_COPY(Executor)

  /// Runs callbacks until cancel() or the end of the context.
  /// @throws std::runtime_error if it spins already.
  virtual void spin() = 0;

  /// @throws std::runtime_error if an executor has the node already.
  virtual void add_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  virtual void add_node(std::shared_ptr<Node> node_ptr, bool notify = true);  ///< The same.
  /// Nothing of it begins any more; a callback under way goes on.
  /// @throws std::runtime_error if the node is not of this executor.
  virtual void remove_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  virtual void remove_node(std::shared_ptr<Node> node_ptr, bool notify = true);  ///< The same.
  /// Runs one group alone, also of a node that another executor has.
  /// @throws std::runtime_error if an executor has the group already.
  virtual void add_callback_group(
    CallbackGroup::SharedPtr group_ptr,
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  /// As remove_node().
  virtual void remove_callback_group(CallbackGroup::SharedPtr group_ptr, bool notify = true);
  virtual std::vector<CallbackGroup::WeakPtr> get_all_callback_groups();  ///< Of both kinds below.
  /// Those of add_callback_group().
  virtual std::vector<CallbackGroup::WeakPtr> get_manually_added_callback_groups();
  /// Those of add_node().
  virtual std::vector<CallbackGroup::WeakPtr> get_automatically_added_callback_groups_from_nodes();

  /// Runs what is ready at entry. @throws std::runtime_error if it spins already.
  virtual void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0));
  /// Runs what is ready until nothing is, or for max_duration (0: no limit).
  virtual void spin_all(std::chrono::nanoseconds max_duration);
  /// Waits for one callback and runs it; a negative timeout waits on.
  virtual void spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Adds the node, runs what is ready of this executor, and removes the node.
  virtual void spin_node_some(node_interfaces::NodeBaseInterface::SharedPtr node);
  virtual void spin_node_some(std::shared_ptr<Node> node);  ///< The same.
  /// The same as spin_all(); nanoseconds, 0 is no limit.
  virtual void spin_node_all(
    node_interfaces::NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds max_duration);
  /// The same.
  virtual void spin_node_all(std::shared_ptr<Node> node, std::chrono::nanoseconds max_duration);
  /// Adds the node, waits for one callback and runs it, and removes the node.
  template<typename RepT = int64_t, typename T = std::milli>
  void spin_node_once(
    node_interfaces::NodeBaseInterface::SharedPtr node,
    std::chrono::duration<RepT, T> timeout = std::chrono::duration<RepT, T>(-1))
  {
    spin_node_once_nanoseconds(node, detail::to_nanoseconds(timeout));
  }
  /// The same. A negative timeout waits on.
  template<typename NodeT = Node, typename RepT = int64_t, typename T = std::milli>
  void spin_node_once(
    std::shared_ptr<NodeT> node,
    std::chrono::duration<RepT, T> timeout = std::chrono::duration<RepT, T>(-1))
  {
    spin_node_once_nanoseconds(
      node_interfaces::get_node_base_interface(node), detail::to_nanoseconds(timeout));
  }

  /// Runs callbacks until the future is ready. A negative timeout waits on.
  template<typename FutureT, typename TimeRepT = int64_t, typename TimeT = std::milli>
  FutureReturnCode spin_until_future_complete(
    const FutureT & future,
    std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
  {
    const detail::AwaitsFuture awaits(detail::state_of(future));
    return spin_until_future_complete_impl(
      detail::to_nanoseconds(timeout),
      [&future](std::chrono::nanoseconds wait) {return future.wait_for(wait);});
  }

  // Of Ranvier, with the names of PiCAS's rclcpp. docs/executors.md says what the orders mean.

  /// From now on, whenever a thread of this is free, it runs the callback with the highest
  /// priority of all that are ready, whatever its kind; of one priority the first that became
  /// ready. Contract: any thread.
  void enable_callback_priority();
  /// The same by deadlines: the earliest runs first, and callbacks without one last.
  void enable_callback_deadlines();
  /// The priority of a timer, subscription, service or client: higher runs first; 0 if it is
  /// never set. @throws std::invalid_argument if there is no such entity, or a timer is on no
  /// node.
  template<typename EntityT>
  void set_callback_priority(const std::shared_ptr<EntityT> & entity, int priority)
  {
    set_order_value(entity ? entity->work() : nullptr, "set_callback_priority()", priority);
  }
  /// Its deadline, counted from when it becomes ready, or from when a timer is due. Zero or
  /// less: none. @throws as set_callback_priority().
  template<typename EntityT>
  void set_callback_deadline(
    const std::shared_ptr<EntityT> & entity, std::chrono::nanoseconds deadline)
  {
    set_order_value(
      entity ? entity->work() : nullptr, "set_callback_deadline()", deadline.count());
  }

  /// From the next spin on callbacks run in rounds, in the order of `entities` (timers,
  /// subscriptions, services, clients), one piece of each that is ready. While the trigger
  /// holds a round back messages wait, and their history says which are dropped. What is not in
  /// the sequence runs as it becomes ready, between the rounds. A spin_once() runs what is ready, at
  /// most one round. One thread runs all of it, whatever the executor has.
  /// @throws std::invalid_argument as set_callback_priority(), std::runtime_error while it spins, and
  /// if callback groups have threads of their own (CallbackIsolatedExecutor).
  template<typename... EntityT>
  void enable_callback_sequence(
    const SequenceOptions & options, const std::shared_ptr<EntityT> &... entities)
  {
    use_sequence(options, {(entities ? entities->work() : nullptr)...});
  }

  /// Makes spin*() return soon; the first spin of this executor also if it begins later.
  /// Contract: any thread, signal handlers not.
  virtual void cancel();
  bool is_spinning();  ///< True from the begin of a spin until its end or cancel().

protected:
  /// With the default options but for the context; null is the default one.
  explicit Executor(const std::shared_ptr<Context> & context);
  /// Calls spin_once_impl() until `wait_for_future` says ready, which is asked with zero.
  /// A negative timeout waits on.
  virtual FutureReturnCode spin_until_future_complete_impl(
    std::chrono::nanoseconds timeout,
    const std::function<std::future_status(std::chrono::nanoseconds wait_time)> & wait_for_future);
  /// What is ready at entry, or until nothing is. A duration of 0 or less is no limit.
  /// @return whether something ran. @throws std::runtime_error, naming `caller`, if it spins.
  bool run_ready(
    const char * caller, std::chrono::nanoseconds max_duration, bool until_nothing_is);
  /// One callback, waited for until the timeout (negative: for ever).
  virtual void spin_once_impl(std::chrono::nanoseconds timeout);
  void spin_node_once_nanoseconds(
    node_interfaces::NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds timeout);
  ranvier::Engine & engine();  ///< The runtime's own.
  /// The common spin(): `threads` threads, this one among them. The first exception of a
  /// callback ends it and is thrown, unless `handler` is given: it gets each std::exception,
  /// on the thread that caught it, and the spin goes on if it returns.
  void spin_on(
    size_t threads, const std::function<void(const std::exception &)> & handler = nullptr);

  // For executors that users derive. The functions from any number of threads.

  /// Waits until something is ready, time is up (negative: never), cancel() or
  /// the end of the context. A cancel() that nobody waited for ends the next.
  void wait_for_work(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// The next of what is ready, due timers first, then as it became ready.
  /// @return false if nothing is that could run now.
  bool get_next_ready_executable(AnyExecutable & any_executable);
  /// The same, after wait_for_work() if there is nothing yet.
  bool get_next_executable(
    AnyExecutable & any_executable,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Runs it, once, on this thread, and gives its group back.
  static void execute_any_executable(AnyExecutable & any_executable);
  // Run one callback of an entity that a wait set says is ready, past its group.
  /// Takes one message and calls back.
  static void execute_subscription(std::shared_ptr<SubscriptionBase> subscription);
  static void execute_timer(
    std::shared_ptr<TimerBase> timer, const std::shared_ptr<void> & data_ptr);
  /// Takes one request and answers.
  static void execute_service(std::shared_ptr<ServiceBase> service);
  /// Takes one reply and calls back.
  static void execute_client(std::shared_ptr<ClientBase> client);

  /// True from the begin of a spin until its end or cancel().
  std::atomic_bool spinning{false};
  std::shared_ptr<Context> context_;  ///< Of the options, or the default one.

private:
  friend class experimental::executors::EventsExecutor;
  friend class executors::CallbackIsolatedExecutor;
  void detach_all();
  static void set_order_value(ranvier::Work * work, const char * caller, int64_t value);
  void use_sequence(const SequenceOptions & options, const std::vector<ranvier::Work *> & works);

  struct Impl;
  detail::Owned<Impl> impl_;
};

namespace executors
{

/// One thread: the one that calls spin().
class RCLCPP_PUBLIC SingleThreadedExecutor : public Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SingleThreadedExecutor)
  /// As Executor.
  explicit SingleThreadedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~SingleThreadedExecutor() override;
  void spin() override;
};

/// The same engine under its second name: entities may be added at any time.
class RCLCPP_PUBLIC StaticSingleThreadedExecutor : public Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(StaticSingleThreadedExecutor)
  /// As Executor.
  explicit StaticSingleThreadedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~StaticSingleThreadedExecutor() override;
  void spin() override;
};

/// Several threads, the one that calls spin() among them.
class RCLCPP_PUBLIC MultiThreadedExecutor : public Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MultiThreadedExecutor)
  /// @param number_of_threads  0: as many as there are cores, at least two.
  explicit MultiThreadedExecutor(
    const ExecutorOptions & options = ExecutorOptions(), size_t number_of_threads = 0,
    bool yield_before_execute = false,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  ~MultiThreadedExecutor() override;
  void spin() override;
  size_t get_number_of_threads();  ///< Of spin(), the calling one among them.

private:
  const size_t number_of_threads_;
};

/// Several threads, as every executor here driven by events; with a handler of exceptions.
class RCLCPP_PUBLIC EventsCBGExecutor : public Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(EventsCBGExecutor)
  /// @param number_of_threads  0: as many as there are cores, at least two.
  explicit EventsCBGExecutor(
    const ExecutorOptions & options = ExecutorOptions(), size_t number_of_threads = 0,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  ~EventsCBGExecutor() override;

  void spin() override;
  /// Goes on after an exception of a callback: `exception_handler` gets each, on any of the
  /// threads, and ends the spin by throwing.
  void spin(const std::function<void(const std::exception & e)> & exception_handler);
  /// Runs what is ready, for max_duration at most (0: no limit), and with
  /// `recollect_if_no_work_available` also what became ready meanwhile.
  /// @return whether something ran.
  bool collect_and_execute_ready_events(
    std::chrono::nanoseconds max_duration, bool recollect_if_no_work_available);
  /// A group without its node.
  void add_callback_group_only(CallbackGroup::SharedPtr group_ptr);
  size_t get_number_of_threads() const;  ///< Of spin(), the calling one among them.

private:
  const size_t number_of_threads_;
};

}  // namespace executors

/// Runs the node's callbacks on this thread until the context ends.
RCLCPP_PUBLIC void spin(node_interfaces::NodeBaseInterface::SharedPtr node_ptr);
RCLCPP_PUBLIC void spin(std::shared_ptr<Node> node_ptr);  ///< The same.
/// Runs what is ready of the node at entry.
RCLCPP_PUBLIC void spin_some(node_interfaces::NodeBaseInterface::SharedPtr node_ptr);
RCLCPP_PUBLIC void spin_some(std::shared_ptr<Node> node_ptr);  ///< The same.
/// Runs what is ready of the node until nothing is, or for max_duration (0: no limit).
RCLCPP_PUBLIC void spin_all(
  node_interfaces::NodeBaseInterface::SharedPtr node_ptr, std::chrono::nanoseconds max_duration);
/// The same.
RCLCPP_PUBLIC void spin_all(
  std::shared_ptr<Node> node_ptr, std::chrono::nanoseconds max_duration);

namespace executors
{

/// Adds the node, runs callbacks until the future is ready, and removes the node.
template<typename FutureT, typename TimeRepT = int64_t, typename TimeT = std::milli>
FutureReturnCode spin_node_until_future_complete(
  Executor & executor, node_interfaces::NodeBaseInterface::SharedPtr node_ptr,
  const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  executor.add_node(node_ptr);
  const auto code = executor.spin_until_future_complete(future, timeout);
  executor.remove_node(node_ptr);
  return code;
}

/// The same.
template<
  typename NodeT = Node, typename FutureT, typename TimeRepT = int64_t,
  typename TimeT = std::milli>
FutureReturnCode spin_node_until_future_complete(
  Executor & executor, std::shared_ptr<NodeT> node_ptr, const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  return spin_node_until_future_complete(
    executor, node_interfaces::get_node_base_interface(node_ptr), future, timeout);
}

}  // namespace executors

/// Runs the node's callbacks on an executor of its own until the future is ready. A negative
/// timeout waits on. Not from a callback of that node: an executor has it already.
template<typename FutureT, typename TimeRepT = int64_t, typename TimeT = std::milli>
FutureReturnCode spin_until_future_complete(
  node_interfaces::NodeBaseInterface::SharedPtr node_ptr, const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  ExecutorOptions options;
  options.context = detail::not_null<FutureT>(
    node_ptr, "spin_until_future_complete()", "node_ptr").get_context();
  executors::SingleThreadedExecutor executor(options);
  return executors::spin_node_until_future_complete(executor, node_ptr, future, timeout);
}

/// The same.
template<
  typename NodeT = Node, typename FutureT, typename TimeRepT = int64_t,
  typename TimeT = std::milli>
FutureReturnCode spin_until_future_complete(
  std::shared_ptr<NodeT> node_ptr, const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  return spin_until_future_complete(
    node_interfaces::get_node_base_interface(node_ptr), future, timeout);
}

}  // namespace rclcpp

#endif  // RCLCPP__EXECUTOR_HPP_
