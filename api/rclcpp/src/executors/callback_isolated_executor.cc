#include "rclcpp/executors/callback_isolated_executor.hpp"

#include <optional>
#include <utility>

#include "executors/executor_impl.hpp"
#include "ranvier/policy/thread_file.h"
#include "ranvier/run/group_threads.h"
#include "rclcpp/client.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp::executors
{

using node_interfaces::NodeBaseInterface;

namespace
{

ranvier::ThreadFile thread_file()
{
  auto file = ranvier::ThreadFile::of_environment();
  if (!file) {throw std::runtime_error(file.error().what);}
  return *std::move(file);
}

std::string id_of(const CallbackGroup & group, const std::string & node)
{
  using Kind = ranvier::GroupEntity::Kind;
  std::vector<ranvier::GroupEntity> entities;
  group.collect_all_ptrs(
    [&](const auto & one) {entities.push_back({Kind::kSubscription, one->get_topic_name()});},
    [&](const auto & one) {entities.push_back({Kind::kService, one->get_service_name()});},
    [&](const auto & one) {entities.push_back({Kind::kClient, one->get_service_name()});},
    [&](const auto & one) {
      entities.push_back({Kind::kTimer, std::to_string(one->period().count())});
    },
    [](const auto &) {});
  return ranvier::group_id(node, entities);
}

}  // namespace

// Knows which group a strand is of. Threads: any.
class CallbackIsolatedExecutor::Groups final : public ranvier::GroupThreads::Owner
{
public:
  Groups(Executor::Impl & executor, size_t parallelism)
  : executor_(executor), file_(thread_file()), threads(executor.engine, *this, parallelism) {}

  void remember(const CallbackGroup::SharedPtr & group, const NodeBaseInterface::SharedPtr & node)
  {
    if (!node) {return;}
    const std::lock_guard lock(executor_.mutex);
    std::erase_if(of_nodes_, [](const OfNode & one) {return one.group.expired();});
    of_nodes_.push_back({group, node->get_fully_qualified_name()});
  }

  void move_strands()
  {
    const std::lock_guard lock(executor_.mutex);
    for (const auto & weak : executor_.cores) {
      if (const auto core = weak.lock()) {core->move_strands(executor_.engine);}
    }
    for (const auto & strand : executor_.strands) {strand->move(executor_.engine);}
  }

  // Says which groups of nodes that are here the file names in vain.
  void report_unknown()
  {
    if (file_.empty()) {return;}
    const auto all = groups();
    for (const auto & node : nodes()) {
      for (const auto & id : file_.groups_of(node->get_fully_qualified_name())) {
        const bool known = std::any_of(
          all.begin(), all.end(), [&](const Known & one) {return one.id() == id;});
        if (!known) {warn_unknown(id);}
      }
    }
  }

  bool serves(const ranvier::Strand & strand) override
  {
    const auto known = find(strand);
    return known && (known->is_default || known->group->size() != 0);
  }

  ranvier::ThreadSettings settings_of(const ranvier::Strand & strand) override
  {
    ranvier::ThreadSettings settings;
    const auto known = find(strand);
    if (!known) {return settings;}
    const std::string id = known->id();
    if (const auto * const in_file = file_.settings_for(id)) {settings = *in_file;}
    settings.name = ranvier::thread_name_of(id);
    return settings;
  }

  std::string name_of(const ranvier::Strand & strand) override
  {
    const auto known = find(strand);
    return "Callback group '" + (known ? known->id() : "") + "'";
  }

  void refused(const std::string & what) override
  {
    RCLCPP_WARN(get_logger("rclcpp"), "%s", what.c_str());
  }
  void began(ranvier::Engine & part) override {executor_.core->add(part);}
  void ended(ranvier::Engine & part) noexcept override {executor_.core->remove(part);}

private:
  struct OfNode
  {
    CallbackGroup::WeakPtr group;
    std::string node;
  };
  struct Known
  {
    std::string id() const {return id_of(*group, node);}
    CallbackGroup::SharedPtr group;
    std::string node;
    bool is_default;
  };

  std::vector<NodeBaseInterface::SharedPtr> nodes()
  {
    std::vector<NodeBaseInterface::SharedPtr> all;
    const std::lock_guard lock(executor_.mutex);
    for (const auto & weak : executor_.nodes) {
      if (auto node = weak.lock()) {all.push_back(std::move(node));}
    }
    return all;
  }

  std::vector<Known> groups()
  {
    std::vector<Known> all;
    for (const auto & node : nodes()) {
      const auto usual = node->get_default_callback_group();
      node->for_each_callback_group(
        [&](const CallbackGroup::SharedPtr & group) {
          all.push_back({group, node->get_fully_qualified_name(), group == usual});
        });
    }
    const std::lock_guard lock(executor_.mutex);
    for (const auto & weak : executor_.groups) {
      if (auto group = weak.lock()) {all.push_back({group, node_of(group), false});}
    }
    return all;
  }

  // Under the mutex.
  std::string node_of(const CallbackGroup::SharedPtr & group) const
  {
    for (const OfNode & one : of_nodes_) {
      if (one.group.lock() == group) {return one.node;}
    }
    return "";
  }

  std::optional<Known> find(const ranvier::Strand & strand)
  {
    for (Known & one : groups()) {
      if (one.group->core().get() == &strand) {return std::move(one);}
    }
    return std::nullopt;
  }

  static void warn_unknown(const std::string & id)
  {
    RCLCPP_WARN(
      get_logger("rclcpp"),
      "RANVIER_THREAD_CONFIG: no callback group is '%s'. It gets its settings if it comes later; "
      "else correct the id, or take it away.", id.c_str());
  }

  Executor::Impl & executor_;
  const ranvier::ThreadFile file_;
  std::vector<OfNode> of_nodes_;  // guarded by the executor's mutex

public:
  ranvier::GroupThreads threads;  // last: it asks us
};

CallbackIsolatedExecutor::CallbackIsolatedExecutor(
  const ExecutorOptions & options, size_t reentrant_parallelism)
: Executor(options), groups_(std::make_unique<Groups>(*impl_, reentrant_parallelism)) {}

CallbackIsolatedExecutor::~CallbackIsolatedExecutor() {detach_all();}

void CallbackIsolatedExecutor::spin()
{
  const auto stops = impl_->stops_of_a_spin();
  const detail::Spinning mark(spinning, impl_->spun, "spin()");
  if (!impl_->core->valid()) {return;}
  impl_->run_pulled();
  groups_->report_unknown();
  groups_->threads.run(stops, [this] {groups_->move_strands();});
}

void CallbackIsolatedExecutor::cancel()
{
  Executor::cancel();
  groups_->threads.stop();
}

void CallbackIsolatedExecutor::add_callback_group(
  CallbackGroup::SharedPtr group, NodeBaseInterface::SharedPtr node, bool notify)
{
  detail::check_given(group, "add_callback_group()", "group");
  groups_->remember(group, node);
  Executor::add_callback_group(std::move(group), std::move(node), notify);
}

}  // namespace rclcpp::executors
