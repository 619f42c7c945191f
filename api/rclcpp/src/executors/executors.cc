// The executors with names of their own, and rclcpp::spin*(), which make one.
#include <algorithm>
#include <thread>

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp
{

using node_interfaces::NodeBaseInterface;

namespace executors
{

SingleThreadedExecutor::SingleThreadedExecutor(const ExecutorOptions & options)
: Executor(options) {}
SingleThreadedExecutor::~SingleThreadedExecutor() = default;
void SingleThreadedExecutor::spin() {spin_on(1);}

StaticSingleThreadedExecutor::StaticSingleThreadedExecutor(const ExecutorOptions & options)
: Executor(options) {}
StaticSingleThreadedExecutor::~StaticSingleThreadedExecutor() = default;
void StaticSingleThreadedExecutor::spin() {spin_on(1);}

namespace
{
size_t threads_or_cores(size_t wanted)
{
  return wanted > 0 ? wanted : std::max<size_t>(std::thread::hardware_concurrency(), 2);
}
}  // namespace

MultiThreadedExecutor::MultiThreadedExecutor(
  const ExecutorOptions & options, size_t number_of_threads, bool, std::chrono::nanoseconds)
: Executor(options), number_of_threads_(threads_or_cores(number_of_threads)) {}
MultiThreadedExecutor::~MultiThreadedExecutor() = default;
void MultiThreadedExecutor::spin() {spin_on(number_of_threads_);}
size_t MultiThreadedExecutor::get_number_of_threads() {return number_of_threads_;}

EventsCBGExecutor::EventsCBGExecutor(
  const ExecutorOptions & options, size_t number_of_threads, std::chrono::nanoseconds)
: Executor(options), number_of_threads_(threads_or_cores(number_of_threads)) {}
EventsCBGExecutor::~EventsCBGExecutor() = default;
void EventsCBGExecutor::spin() {spin_on(number_of_threads_);}
void EventsCBGExecutor::spin(
  const std::function<void(const std::exception & e)> & exception_handler)
{
  spin_on(number_of_threads_, exception_handler);
}
bool EventsCBGExecutor::collect_and_execute_ready_events(
  std::chrono::nanoseconds max_duration, bool recollect_if_no_work_available)
{
  return run_ready(
    "collect_and_execute_ready_events()", max_duration, recollect_if_no_work_available);
}
void EventsCBGExecutor::add_callback_group_only(CallbackGroup::SharedPtr group)
{
  add_callback_group(std::move(group), nullptr);
}
size_t EventsCBGExecutor::get_number_of_threads() const {return number_of_threads_;}

}  // namespace executors

namespace
{

NodeBaseInterface::SharedPtr base_of(const std::shared_ptr<Node> & node)
{
  detail::check_given(node, "rclcpp::spin()", "node");
  return node->get_node_base_interface();
}

template<typename Spin>
void with_executor(const NodeBaseInterface::SharedPtr & node, Spin spin)
{
  detail::check_given(node, "rclcpp::spin()", "node");
  ExecutorOptions options;
  options.context = node->get_context();
  executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  spin(executor);
}

}  // namespace

void spin(NodeBaseInterface::SharedPtr node)
{
  with_executor(node, [](Executor & executor) {executor.spin();});
}
void spin(std::shared_ptr<Node> node) {spin(base_of(node));}
void spin_some(NodeBaseInterface::SharedPtr node)
{
  with_executor(node, [](Executor & executor) {executor.spin_some();});
}
void spin_some(std::shared_ptr<Node> node) {spin_some(base_of(node));}
void spin_all(NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds max_duration)
{
  with_executor(node, [=](Executor & executor) {executor.spin_all(max_duration);});
}
void spin_all(std::shared_ptr<Node> node, std::chrono::nanoseconds max_duration)
{
  spin_all(base_of(node), max_duration);
}

}  // namespace rclcpp
