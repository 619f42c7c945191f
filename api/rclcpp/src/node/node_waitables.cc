#include "rclcpp/node_interfaces/node_waitables.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/core_edge.hpp"
#include "rclcpp/detail/served_waitable.hpp"
#include "waiting/waitable_work.hpp"

namespace rclcpp::node_interfaces
{

using detail::WaitableWork;

// Made with the first waitable: most nodes have none.
struct NodeWaitables::Impl
{
  std::vector<ranvier::Ref<WaitableWork>> works;
};

NodeWaitables::NodeWaitables(NodeBaseInterface * node_base)
: node_base_(&rclcpp::detail::given(node_base, "NodeWaitables()", "node_base")) {}

NodeWaitables::~NodeWaitables()
{
  if (!impl_) {return;}
  for (const auto & work : impl_->works) {work->stop();}
}

void NodeWaitables::add_waitable(
  std::shared_ptr<Waitable> waitable, CallbackGroup::SharedPtr group)
{
  rclcpp::detail::check_given(waitable, "NodeWaitables::add_waitable()", "waitable");
  detail::check_group(*node_base_, group, "waitable");
  auto & in = group ? *group : *node_base_->get_default_callback_group();
  if (dynamic_cast<detail::ServedWaitable *>(waitable.get())) {return in.add(waitable);}
  const auto work =
    ranvier::make_ref<WaitableWork>(detail::strand_of(*node_base_, group.get()), waitable);
  {
    const std::lock_guard lock(mutex_);
    if (!impl_) {impl_ = rclcpp::detail::Owned<Impl>(new Impl);}
    std::erase_if(impl_->works, [](const auto & other) {return !other->waitable();});
    impl_->works.push_back(work);
  }
  work->start(*waitable);
  in.add(waitable);
}

void NodeWaitables::remove_waitable(
  std::shared_ptr<Waitable> waitable, CallbackGroup::SharedPtr group) noexcept
{
  (group ? *group : *node_base_->get_default_callback_group()).remove(waitable);
  std::vector<ranvier::Ref<WaitableWork>> removed;
  {
    const std::lock_guard lock(mutex_);
    if (!impl_) {return;}
    auto & works = impl_->works;
    const auto kept = std::stable_partition(
      works.begin(), works.end(),
      [&](const auto & work) {return work->waitable() != waitable;});
    removed.assign(kept, works.end());
    works.erase(kept, works.end());
  }
  for (const auto & work : removed) {work->stop();}
}

}  // namespace rclcpp::node_interfaces
