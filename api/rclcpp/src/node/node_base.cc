#include "rclcpp/node_interfaces/node_base.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "core/core_edge.hpp"
#include "core/denied.hpp"
#include "node/node_handle.hpp"
#include "ranvier/node/arguments.h"
#include "ranvier/node/log.h"
#include "ranvier/node/names.h"
#include "ranvier/proto/describe/rosout.h"
#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rclcpp/guard_condition.hpp"

namespace rclcpp::node_interfaces
{
namespace
{

// Of NodeOptions::get_rcl_node_options(); none for a null `impl`.
ranvier::Arguments parse(const rcl_arguments_t & arguments)
{
  if (arguments.impl == nullptr) {return {};}
  auto parsed = ranvier::parse_arguments(
    *static_cast<const std::vector<std::string> *>(arguments.impl));
  if (!parsed) {
    throw exceptions::RCLInvalidROSArgsError(
            exceptions::RCLErrorBase(RCL_RET_INVALID_ROS_ARGS, parsed.error().what), "");
  }
  if (!parsed->unknown.empty()) {
    throw exceptions::UnknownROSArgsError(std::move(parsed->unknown));
  }
  return std::move(*parsed);
}

std::vector<std::string> words_of(const rcl_arguments_t & arguments)
{
  if (arguments.impl == nullptr) {return {};}
  return *static_cast<const std::vector<std::string> *>(arguments.impl);
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

Context::SharedPtr checked(Context::SharedPtr context)
{
  if (context) {return context;}
  throw std::invalid_argument(
          "context argument unexpectedly nullptr: a node needs one; give NodeOptions::context() "
          "one, or leave the default");
}

std::string expand(
  ranvier::NameKind kind, const std::string & name, const std::string & node,
  const std::string & space)
{
  std::optional<ranvier::InvalidName> invalid;
  auto expanded = ranvier::expand_name(kind, name, node, space, &invalid);
  if (invalid) {raise_bad(kind, invalid->name, invalid->bad);}
  return std::move(*expanded);
}

}  // namespace

struct NodeBase::Impl
{
  ranvier::RemapRules rules() const
  {
    static const auto & none = *new std::vector<ranvier::RemapRule>;
    return {own.remaps, use_global_arguments ? context->arguments().remaps : none};
  }

  const Context::SharedPtr context;
  const bool use_global_arguments;
  const bool use_intra_process;
  const bool topic_statistics;
  const ranvier::Arguments own;
  const rcl_node_options_t options;  // its arguments are not read: `words` has them
  const std::vector<std::string> words;
  std::shared_ptr<ranvier::Node> core{};
  std::string full_name{};
  std::atomic_bool associated{false};
  std::mutex mutex{};  // guards groups, handle and notify
  std::vector<CallbackGroup::WeakPtr> groups{};
  CallbackGroup::SharedPtr default_group{};
  std::shared_ptr<rcl_node_t> handle{};
  GuardCondition::SharedPtr notify{};
  std::unique_ptr<ranvier::RosoutPublisher> rosout{};  // ends before core
};

NodeBase::NodeBase(
  const std::string & name, const std::string & space, Context::SharedPtr context,
  const rcl_node_options_t & options, bool use_intra_process, bool topic_statistics,
  CallbackGroup::SharedPtr default_group)
: impl_(new Impl{
    checked(std::move(context)), options.use_global_arguments, use_intra_process, topic_statistics,
    parse(options.arguments), options, words_of(options.arguments)})
{
  const std::string given = absolute(space);
  checked(name, given);  // before remapping, so that the message names what the user wrote
  impl_->core = std::make_shared<ranvier::Node>(
    impl_->context->core(), checked(
      ranvier::remap_node_name(impl_->rules(), name),
      ranvier::remap_namespace(impl_->rules(), name, given)),
    default_group ? ranvier::Ref<ranvier::Strand>(default_group->core().get()) :
    ranvier::Ref<ranvier::Strand>());
  impl_->full_name =
    ranvier::full_node_name(impl_->core->name().space, impl_->core->name().name);
  impl_->default_group = default_group ? std::move(default_group) :
    std::make_shared<CallbackGroup>(
    CallbackGroupType::MutuallyExclusive, true,
    detail::sharing(impl_->core->default_strand()), impl_->context);
  impl_->groups.push_back(impl_->default_group);
  if (options.enable_rosout && ranvier::log_outputs().rosout) {
    detail::make_unless_denied(
      [&] {
        impl_->rosout = detail::value_or_raise(
          ranvier::RosoutPublisher::open(
            impl_->core, detail::endpoint_of(
              *this, "/rosout",
              *rosidl_typesupport_cpp::get_message_type_support_handle<rcl_interfaces::msg::Log>(),
              detail::to_qos(options.rosout_qos), IntraProcessSetting::NodeDefault, true)));
      });
  }
}

NodeBase::~NodeBase() = default;

const char * NodeBase::get_name() const {return impl_->core->name().name.c_str();}
const char * NodeBase::get_namespace() const {return impl_->core->name().space.c_str();}
const char * NodeBase::get_fully_qualified_name() const {return impl_->full_name.c_str();}
Context::SharedPtr NodeBase::get_context() {return impl_->context;}
CallbackGroup::SharedPtr NodeBase::get_default_callback_group() {return impl_->default_group;}
bool NodeBase::get_use_intra_process_default() const {return impl_->use_intra_process;}
bool NodeBase::get_enable_topic_statistics_default() const {return impl_->topic_statistics;}
const ranvier::Arguments & NodeBase::own_arguments() const {return impl_->own;}
bool NodeBase::uses_global_arguments() const {return impl_->use_global_arguments;}
const std::shared_ptr<ranvier::Node> & NodeBase::core() const {return impl_->core;}

// Made for those who ask: most never do.
std::shared_ptr<rcl_node_t> NodeBase::get_shared_rcl_node_handle()
{
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->handle) {
    impl_->handle = detail::NodeHandle::make(
      impl_->core, impl_->context, impl_->options, impl_->words, impl_->own.remaps);
  }
  return impl_->handle;
}
std::shared_ptr<const rcl_node_t> NodeBase::get_shared_rcl_node_handle() const
{
  return const_cast<NodeBase *>(this)->get_shared_rcl_node_handle();
}
rcl_node_t * NodeBase::get_rcl_node_handle() {return get_shared_rcl_node_handle().get();}
const rcl_node_t * NodeBase::get_rcl_node_handle() const
{
  return get_shared_rcl_node_handle().get();
}

CallbackGroup::SharedPtr NodeBase::create_callback_group(
  CallbackGroupType type, bool automatically_add)
{
  const auto kind = detail::kind_of(type, "create_callback_group()");
  auto group = std::make_shared<CallbackGroup>(
    type, automatically_add, detail::sharing(impl_->core->make_strand(kind, automatically_add)),
    impl_->context);
  GuardCondition::SharedPtr notify;
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->groups.push_back(group);
    notify = impl_->notify;
  }
  if (notify) {notify->trigger();}
  return group;
}

bool NodeBase::callback_group_in_node(CallbackGroup::SharedPtr group)
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return std::any_of(
    impl_->groups.begin(), impl_->groups.end(),
    [&](const CallbackGroup::WeakPtr & weak) {return weak.lock() == group;});
}

void NodeBase::for_each_callback_group(const CallbackGroupFunction & func)
{
  std::vector<CallbackGroup::WeakPtr> groups;
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    groups = impl_->groups;
  }
  for (const auto & weak : groups) {
    if (auto group = weak.lock()) {func(std::move(group));}
  }
}

std::atomic_bool & NodeBase::get_associated_with_executor_atomic()
{
  impl_->associated.store(impl_->core->attached());
  return impl_->associated;
}

GuardCondition & NodeBase::get_notify_guard_condition()
{
  return *get_shared_notify_guard_condition();
}

std::shared_ptr<GuardCondition> NodeBase::get_shared_notify_guard_condition()
{
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->notify) {impl_->notify = std::make_shared<GuardCondition>(impl_->context);}
  return impl_->notify;
}

void NodeBase::trigger_notify_guard_condition() {get_notify_guard_condition().trigger();}

std::string NodeBase::resolve_topic_or_service_name(
  const std::string & name, bool is_service, bool only_expand) const
{
  const auto kind = is_service ? ranvier::NameKind::kService : ranvier::NameKind::kTopic;
  const ranvier::NodeName & node = impl_->core->name();
  std::string expanded = expand(kind, name, node.name, node.space);
  return only_expand ? std::move(expanded) : detail::value_or_raise(
    ranvier::resolve_name(kind, name, node.name, node.space, impl_->rules()));
}

}  // namespace rclcpp::node_interfaces

std::string rclcpp::expand_topic_or_service_name(
  const std::string & name, const std::string & node_name, const std::string & namespace_,
  bool is_service)
{
  const auto kind = is_service ? ranvier::NameKind::kService : ranvier::NameKind::kTopic;
  node_interfaces::checked(node_name, namespace_);
  return node_interfaces::expand(kind, name, node_name, namespace_);
}

void rclcpp::detail::check_namespace(const std::string & space)
{
  if (const auto bad = ranvier::check_namespace(space)) {
    node_interfaces::raise_bad(ranvier::NameKind::kNamespace, space, *bad);
  }
}
