#include "rclcpp/executors/executor_entities_collector.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "core/core_edge.hpp"
#include "executors/executor_impl.hpp"
#include "ranvier/run/engine.h"

namespace rclcpp::executors
{

using node_interfaces::NodeBaseInterface;
using Groups = std::vector<CallbackGroup::WeakPtr>;

// Nodes and groups belong to an engine that nobody spins: so no executor can have
// them, and what is in them is found by who waits on it. An endpoint may keep the
// core of a node or group longer than that lives: the core gives the engine back.
struct ExecutorEntitiesCollector::Impl
{
  struct OwnNode
  {
    NodeBaseInterface::WeakPtr node;
    std::weak_ptr<ranvier::Node> core;
  };
  struct OwnGroup
  {
    CallbackGroup::WeakPtr group;
    std::shared_ptr<ranvier::Strand> strand;
  };
  using Guards = std::set<GuardCondition::WeakPtr, std::owner_less<GuardCondition::WeakPtr>>;

  explicit Impl(std::shared_ptr<ExecutorNotifyWaitable> waitable)
  : notify(std::move(waitable)) {}
  void let_go(const OwnNode & one)
  {
    if (const auto core = one.core.lock()) {core->detach(engine);}
  }
  void let_go(const OwnGroup & one) {one.strand->detach(engine);}
  auto find(const NodeBaseInterface::SharedPtr & node)
  {
    return std::find_if(
      nodes.begin(), nodes.end(), [&](const OwnNode & one) {return one.node.lock() == node;});
  }
  auto find(const CallbackGroup::SharedPtr & group)
  {
    return std::find_if(
      groups.begin(), groups.end(), [&](const OwnGroup & one) {return one.group.lock() == group;});
  }
  void prune();
  void show();
  void listen_to(const Guards & wanted);

  const std::shared_ptr<ExecutorNotifyWaitable> notify;
  ranvier::Engine engine;
  mutable std::mutex mutex;  // guards what follows
  bool pending = false;
  std::vector<OwnNode> nodes;
  std::vector<OwnGroup> groups;  // by themselves
  Groups automatic;              // as of the last update
  Groups manual;
  Guards guards;                 // that the notify waitable has of us
};

void ExecutorEntitiesCollector::Impl::prune()
{
  std::erase_if(
    nodes, [this](const OwnNode & one) {
      if (one.node.expired()) {let_go(one);}
      return one.node.expired();
    });
  std::erase_if(
    groups, [this](const OwnGroup & one) {
      if (one.group.expired()) {let_go(one);}
      return one.group.expired();
    });
}

void ExecutorEntitiesCollector::Impl::show()
{
  automatic.clear();
  manual.clear();
  Guards wanted;
  const auto listen_to_group = [&](CallbackGroup & group) {
      if (auto guard = group.get_notify_guard_condition()) {wanted.insert(std::move(guard));}
    };
  for (const auto & one : groups) {
    if (const auto group = one.group.lock()) {
      manual.push_back(group);
      listen_to_group(*group);
    }
  }
  for (const auto & one : nodes) {
    const auto node = one.node.lock();
    if (!node) {continue;}
    node->core()->attach_free_strands(engine);  // what was taken from another executor since
    wanted.insert(node->get_shared_notify_guard_condition());
    node->for_each_callback_group(
      [&](CallbackGroup::SharedPtr group) {
        if (!group->automatically_add_to_executor_with_node()) {return;}
        // One that an executor has by itself is not ours; nor twice if we have.
        if (find(group) != groups.end() || !group->core()->attached_to(engine)) {return;}
        automatic.push_back(group);
        listen_to_group(*group);
      });
  }
  listen_to(wanted);
}

void ExecutorEntitiesCollector::Impl::listen_to(const Guards & wanted)
{
  for (const auto & guard : guards) {
    if (wanted.count(guard) == 0) {notify->remove_guard_condition(guard);}
  }
  for (const auto & guard : wanted) {notify->add_guard_condition(guard);}
  guards = wanted;
}

ExecutorEntitiesCollector::ExecutorEntitiesCollector(
  std::shared_ptr<ExecutorNotifyWaitable> notify_waitable)
: impl_(std::make_unique<Impl>(std::move(notify_waitable)))
{
  if (!impl_->notify) {
    throw std::invalid_argument("the notify waitable of an entities collector is null: give one");
  }
}

ExecutorEntitiesCollector::~ExecutorEntitiesCollector()
{
  const std::lock_guard lock(impl_->mutex);
  impl_->listen_to({});
  for (const auto & one : impl_->nodes) {impl_->let_go(one);}
  for (const auto & one : impl_->groups) {impl_->let_go(one);}
}

bool ExecutorEntitiesCollector::has_pending() const
{
  const std::lock_guard lock(impl_->mutex);
  return impl_->pending;
}

void ExecutorEntitiesCollector::add_node(NodeBaseInterface::SharedPtr node_ptr)
{
  detail::check_given(node_ptr, "ExecutorEntitiesCollector::add_node()", "node_ptr");
  const std::lock_guard lock(impl_->mutex);
  if (!node_ptr->core()->attach(impl_->engine)) {
    throw std::runtime_error(
            std::string("Node '") + node_ptr->get_fully_qualified_name() +
            "' has already been added to an executor.");
  }
  impl_->nodes.push_back({node_ptr, node_ptr->core()});
  impl_->pending = true;
}

void ExecutorEntitiesCollector::remove_node(NodeBaseInterface::SharedPtr node_ptr)
{
  detail::check_given(node_ptr, "ExecutorEntitiesCollector::remove_node()", "node_ptr");
  const std::lock_guard lock(impl_->mutex);
  const auto found = impl_->find(node_ptr);
  if (found == impl_->nodes.end()) {
    throw std::runtime_error(
            std::string("Node '") + node_ptr->get_fully_qualified_name() +
            "' needs to be associated with " + detail::an_executor(node_ptr->core()->attached()));
  }
  impl_->let_go(*found);
  impl_->nodes.erase(found);
  impl_->pending = true;
}

void ExecutorEntitiesCollector::add_callback_group(CallbackGroup::SharedPtr group_ptr)
{
  detail::check_given(group_ptr, "ExecutorEntitiesCollector::add_callback_group()", "group_ptr");
  const std::lock_guard lock(impl_->mutex);
  const auto & strand = group_ptr->core();
  if (!strand->attach(impl_->engine)) {
    throw std::runtime_error("Callback group has already been added to an executor.");
  }
  impl_->groups.push_back({group_ptr, strand});
  impl_->pending = true;
  // What comes to it wakes the executor from now on.
  if (const auto guard = group_ptr->get_notify_guard_condition()) {
    impl_->notify->add_guard_condition(guard);
    impl_->guards.insert(guard);
  }
}

void ExecutorEntitiesCollector::remove_callback_group(CallbackGroup::SharedPtr group_ptr)
{
  detail::check_given(group_ptr, "ExecutorEntitiesCollector::remove_callback_group()", "group_ptr");
  const std::lock_guard lock(impl_->mutex);
  const auto found = impl_->find(group_ptr);
  if (found == impl_->groups.end()) {
    throw std::runtime_error(
            std::string("Callback group needs to be associated with ") +
            detail::an_executor(group_ptr->core()->attached()));
  }
  impl_->let_go(*found);
  impl_->groups.erase(found);
  impl_->pending = true;
}

Groups ExecutorEntitiesCollector::get_all_callback_groups() const
{
  const std::lock_guard lock(impl_->mutex);
  Groups all = impl_->manual;
  all.insert(all.end(), impl_->automatic.begin(), impl_->automatic.end());
  return all;
}
Groups ExecutorEntitiesCollector::get_manually_added_callback_groups() const
{
  const std::lock_guard lock(impl_->mutex);
  return impl_->manual;
}
Groups ExecutorEntitiesCollector::get_automatically_added_callback_groups() const
{
  const std::lock_guard lock(impl_->mutex);
  return impl_->automatic;
}

void ExecutorEntitiesCollector::update_collections()
{
  const std::lock_guard lock(impl_->mutex);
  impl_->prune();
  impl_->show();
  impl_->pending = false;
}

}  // namespace rclcpp::executors
