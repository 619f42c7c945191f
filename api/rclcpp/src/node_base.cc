#include "node_base.hpp"

#include <algorithm>

#include "ranvier/node/names.h"
#include "rclcpp/exceptions.hpp"

namespace rclcpp::node_interfaces
{
namespace
{

ranvier::Arguments parse(const std::vector<std::string> & arguments)
{
  auto parsed = ranvier::parse_arguments(arguments);
  if (!parsed) {
    throw exceptions::RCLInvalidROSArgsError(
            exceptions::RCLErrorBase(RCL_RET_INVALID_ROS_ARGS, parsed.error().what), "");
  }
  if (!parsed->unknown.empty()) {
    throw exceptions::UnknownROSArgsError(std::move(parsed->unknown));
  }
  return std::move(*parsed);
}

// "a/b" and "" are accepted as "/a/b" and "/".
std::string absolute(const std::string & space)
{
  return space.empty() || space.front() != '/' ? "/" + space : space;
}

[[noreturn]] void raise_bad(
  ranvier::NameKind kind, const std::string & name, const ranvier::BadName & bad)
{
  const std::string rule = ranvier::rule_of(kind, bad.fault);
  if (kind == ranvier::NameKind::kNode) {
    throw exceptions::InvalidNodeNameError(name.c_str(), rule.c_str(), bad.index);
  }
  if (kind == ranvier::NameKind::kNamespace) {
    throw exceptions::InvalidNamespaceError(name.c_str(), rule.c_str(), bad.index);
  }
  if (kind == ranvier::NameKind::kTopic) {
    throw exceptions::InvalidTopicNameError(name.c_str(), rule.c_str(), bad.index);
  }
  throw exceptions::InvalidServiceNameError(name.c_str(), rule.c_str(), bad.index);
}

ranvier::NodeName checked(const std::string & name, const std::string & space)
{
  if (const auto bad = ranvier::check_node_name(name)) {
    raise_bad(ranvier::NameKind::kNode, name, *bad);
  }
  if (const auto bad = ranvier::check_namespace(space)) {
    raise_bad(ranvier::NameKind::kNamespace, space, *bad);
  }
  return {name, space};
}

}  // namespace

NodeBase::NodeBase(
  const std::string & name, const std::string & space, const NodeOptions & options)
: context_(options.context()),
  use_global_arguments_(options.use_global_arguments()),
  use_intra_process_(options.use_intra_process_comms()),
  topic_statistics_(options.enable_topic_statistics()),
  own_(parse(options.arguments()))
{
  const std::string given = absolute(space);
  checked(name, given);  // before remapping, so that the message names what the user wrote
  core_ = std::make_shared<ranvier::Node>(
    context_->core(), checked(
      ranvier::remap_node_name(rules(), name), ranvier::remap_namespace(rules(), name, given)));
  full_name_ = ranvier::full_node_name(core_->name().space, core_->name().name);
  default_group_ = std::make_shared<CallbackGroup>(
    CallbackGroupType::MutuallyExclusive, true, detail::sharing(core_->default_strand()));
  groups_.push_back(default_group_);
}

NodeBase::~NodeBase() = default;

ranvier::RemapRules NodeBase::rules() const
{
  static const std::vector<ranvier::RemapRule> none;
  return {own_.remaps, use_global_arguments_ ? context_->arguments().remaps : none};
}

const char * NodeBase::get_name() const {return core_->name().name.c_str();}
const char * NodeBase::get_namespace() const {return core_->name().space.c_str();}

CallbackGroup::SharedPtr NodeBase::create_callback_group(
  CallbackGroupType type, bool automatically_add)
{
  const auto kind = type == CallbackGroupType::Reentrant ? ranvier::Strand::Kind::kReentrant :
    ranvier::Strand::Kind::kExclusive;
  auto group = std::make_shared<CallbackGroup>(
    type, automatically_add, detail::sharing(core_->make_strand(kind, automatically_add)));
  std::lock_guard<std::mutex> lock(mutex_);
  groups_.push_back(group);
  return group;
}

bool NodeBase::callback_group_in_node(CallbackGroup::SharedPtr group)
{
  std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(
    groups_.begin(), groups_.end(),
    [&](const CallbackGroup::WeakPtr & weak) {return weak.lock() == group;});
}

void NodeBase::for_each_callback_group(const CallbackGroupFunction & func)
{
  std::vector<CallbackGroup::WeakPtr> groups;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    groups = groups_;
  }
  for (const auto & weak : groups) {
    if (auto group = weak.lock()) {func(std::move(group));}
  }
}

std::atomic_bool & NodeBase::get_associated_with_executor_atomic()
{
  associated_.store(core_->attached());
  return associated_;
}

std::string NodeBase::resolve_topic_or_service_name(
  const std::string & name, bool is_service, bool only_expand) const
{
  const auto kind = is_service ? ranvier::NameKind::kService : ranvier::NameKind::kTopic;
  if (const auto bad = ranvier::check_name(name)) {raise_bad(kind, name, *bad);}
  const ranvier::NodeName & node = core_->name();
  return detail::value_or_raise(
    only_expand ? ranvier::expand_name(kind, name, node.name, node.space) :
    ranvier::resolve_name(kind, name, node.name, node.space, rules()));
}

}  // namespace rclcpp::node_interfaces
