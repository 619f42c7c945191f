// The parameters of a node: rclcpp's names and exceptions over the core's store.
#include "rclcpp/node_interfaces/node_parameters.hpp"

#include <mutex>
#include <utility>

#include "core/core_edge.hpp"
#include "core/denied.hpp"
#include "ranvier/node/context.h"
#include "ranvier/proto/param/store.h"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/parameter_service.hpp"
#include "rclcpp/publisher.hpp"

namespace rclcpp
{

const rcl_interfaces::msg::ParameterDescriptor & detail::no_descriptor()
{
  static const auto & none = *new rcl_interfaces::msg::ParameterDescriptor;
  return none;
}

ranvier::param::Store & detail::store_of(node_interfaces::NodeParametersInterface & parameters)
{
  if (auto * ours = dynamic_cast<node_interfaces::NodeParameters *>(&parameters)) {
    return ours->store();
  }
  throw std::invalid_argument(
          "these parameters are of a class that is not derived from NodeParameters: parameter "
          "services and time sources need one that is");
}

namespace node_interfaces
{
namespace
{

using ParameterEvent = rcl_interfaces::msg::ParameterEvent;
using SetResult = rcl_interfaces::msg::SetParametersResult;
constexpr const char * kEventsTopic = "/parameter_events";

// `name`: of the parameter, where the core leaves it out.
[[noreturn]] void raise(const ranvier::Error & error, const std::string & name)
{
  using ranvier::Code;
  namespace param = ranvier::param;
  const std::string & what = error.what;
  if (error.code == param::kWrongType) {
    throw exceptions::InvalidParameterTypeException(name, what);
  }
  if (error.code == param::kReadOnly) {throw exceptions::ParameterImmutableException(what);}
  if (error.code == param::kNoValue) {throw exceptions::ParameterUninitializedException(what);}
  if (error.code == param::kReentered) {
    throw exceptions::ParameterModifiedInCallbackException(what);
  }
  switch (error.code) {
    case Code::kNotFound: throw exceptions::ParameterNotDeclaredException(what);
    case Code::kAlreadyExists: throw exceptions::ParameterAlreadyDeclaredException(what);
    case Code::kInvalidName: throw exceptions::InvalidParametersException(what);
    case Code::kInvalidArgument: throw exceptions::InvalidParameterValueException(what);
    default: detail::raise(error);
  }
}

template<typename T>
T value_or_raise(ranvier::Result<T> result, const std::string & name = "")
{
  if (!result) {raise(result.error(), name);}
  return std::move(*result);
}

void check(const ranvier::Result<void> & result, const std::string & name = "")
{
  if (!result) {raise(result.error(), name);}
}

// The values that files, arguments and code give to a node; later ones win.
std::map<std::string, ParameterValue> overrides_of(
  NodeBaseInterface & base, const std::vector<Parameter> & by_code)
{
  std::map<std::string, ranvier::param::Value> given;
  const std::string node = base.get_fully_qualified_name();
  if (base.uses_global_arguments()) {
    ranvier::param::add_overrides(base.get_context()->arguments(), node, given);
  }
  ranvier::param::add_overrides(base.own_arguments(), node, given);
  std::map<std::string, ParameterValue> overrides;
  for (const auto & [name, value] : given) {overrides.emplace(name, ParameterValue(value));}
  for (const auto & parameter : by_code) {
    overrides[parameter.get_name()] = parameter.get_parameter_value();
  }
  return overrides;
}

NodeBaseInterface::SharedPtr checked_base(
  const NodeBaseInterface::SharedPtr & node_base, const NodeClockInterface * node_clock)
{
  detail::check_given(node_base, "NodeParameters()", "node_base");
  detail::check_given(node_clock, "NodeParameters()", "node_clock");
  return node_base;
}

ranvier::param::Settings to_core(
  const ParameterSettings & settings, std::shared_ptr<ranvier::Node> node = nullptr,
  std::shared_ptr<ranvier::Clock> clock = nullptr)
{
  ranvier::param::Settings core;
  for (const auto & [name, value] : settings.overrides) {
    core.overrides.emplace(name, detail::message_of(value));
  }
  core.allow_undeclared = settings.allow_undeclared;
  core.declare_overrides = settings.declare_overrides;
  core.node = std::move(node);
  core.clock = std::move(clock);
  return core;
}

// Told with the parameters of rclcpp while the handle lives.
template<class Handle, class Callback>
std::shared_ptr<Handle> handle_of(Callback && callback, const char * given_to)
{
  detail::check_callback(callback, given_to);
  auto handle = std::make_shared<Handle>();
  handle->callback = std::forward<Callback>(callback);
  return handle;
}

template<class Handle>
auto told(const std::shared_ptr<Handle> & handle)
{
  return [handle = handle.get()](const std::vector<rcl_interfaces::msg::Parameter> & parameters) {
           return handle->callback(detail::from_messages(parameters));
         };
}

}  // namespace

ParameterMutationRecursionGuard::ParameterMutationRecursionGuard(bool & allow_mod)
: allow_modification_(allow_mod)
{
  if (!allow_modification_) {
    throw exceptions::ParameterModifiedInCallbackException(
            "cannot set or declare a parameter, or change the callback from within set callback");
  }
  allow_modification_ = false;
}

struct NodeParameters::Impl
{
  const NodeBaseInterface::SharedPtr base;  // null for a store alone
  ranvier::param::Store store;
  std::unique_ptr<ParameterService> service{};
  std::once_flag overrides_asked{};
  std::map<std::string, ParameterValue> overrides{};
};

NodeParameters::NodeParameters(ParameterSettings settings)
: impl_(new Impl{nullptr, ranvier::param::Store(to_core(settings))}) {}

NodeParameters::NodeParameters(
  NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr,
  NodeTopicsInterface::SharedPtr node_topics, NodeServicesInterface::SharedPtr node_services,
  NodeClockInterface::SharedPtr node_clock, const std::vector<Parameter> & parameter_overrides,
  bool start_parameter_services, bool start_parameter_event_publisher,
  const QoS & event_qos, const PublisherOptionsBase & event_options,
  bool allow_undeclared_parameters, bool automatically_declare_parameters_from_overrides)
: impl_(new Impl{
    checked_base(node_base, node_clock.get()), ranvier::param::Store(
      to_core(
        {overrides_of(*node_base, parameter_overrides), allow_undeclared_parameters,
          automatically_declare_parameters_from_overrides},
        node_base->core(), node_clock->get_clock()->core()))})
{
  // Also without the publisher: peers see the parameters.
  const QoS qos = detail::overridden_qos(
    *this, kEventsTopic, "publisher", event_options.qos_overriding_options, event_qos);
  if (start_parameter_event_publisher) {
    auto & topics = detail::given(node_topics, "NodeParameters()", "node_topics");
    detail::make_unless_denied(
      [&] {
        auto publisher = std::make_shared<Publisher<ParameterEvent>>(
          node_base.get(), kEventsTopic, qos, PublisherOptions(event_options));
        topics.add_publisher(publisher, event_options.callback_group);
        store().set_event_sink(
          [publisher](std::unique_ptr<ParameterEvent> event) {
            publisher->publish(std::move(event));
          });
      });
  }
  if (start_parameter_services) {
    impl_->service = std::make_unique<ParameterService>(node_base, node_services, this);
  }
  check(store().declare_overrides());
}

NodeParameters::~NodeParameters() = default;

ranvier::param::Store & NodeParameters::store() {return impl_->store;}

const ParameterValue & NodeParameters::declare_parameter(
  const std::string & name, const ParameterValue & default_value,
  const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return detail::value_of(
    *value_or_raise(
      store().declare(
        name, default_value.get_type(), detail::message_of(default_value), parameter_descriptor,
        ignore_override), name));
}

const ParameterValue & NodeParameters::declare_parameter(
  const std::string & name, ParameterType type,
  const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  if (type == PARAMETER_NOT_SET) {
    throw std::invalid_argument(
            "declare_parameter(): the provided parameter type cannot be "
            "rclcpp::PARAMETER_NOT_SET: give parameter '" + name + "' another one");
  }
  if (type > PARAMETER_STRING_ARRAY) {
    detail::refuse_value(
      "declare_parameter()", "type", type,
      "one of rclcpp::ParameterType, as PARAMETER_BOOL or PARAMETER_STRING_ARRAY");
  }
  if (parameter_descriptor.dynamic_typing) {
    throw std::invalid_argument(
            "declare_parameter(): cannot declare parameter of specific type and pass descriptor"
            "with `dynamic_typing=true`: give parameter '" + name + "' one of the two");
  }
  return detail::value_of(
    *value_or_raise(
      store().declare(
        name, type, ranvier::param::Value(), parameter_descriptor, ignore_override), name));
}

void NodeParameters::undeclare_parameter(const std::string & name)
{
  check(store().undeclare(name), name);
}

bool NodeParameters::has_parameter(const std::string & name) const
{
  return impl_->store.has(name);
}

std::vector<SetResult> NodeParameters::set_parameters(const std::vector<Parameter> & parameters)
{
  std::vector<SetResult> results;
  results.reserve(parameters.size());
  for (const auto & parameter : parameters) {
    results.push_back(set_parameters_atomically({parameter}));
  }
  return results;
}

SetResult NodeParameters::set_parameters_atomically(const std::vector<Parameter> & parameters)
{
  return value_or_raise(store().set(detail::to_messages(parameters)));
}

std::vector<Parameter> NodeParameters::get_parameters(const std::vector<std::string> & names) const
{
  return detail::from_messages(value_or_raise(impl_->store.get_all(names)));
}

Parameter NodeParameters::get_parameter(const std::string & name) const
{
  return get_parameters({name}).front();
}

bool NodeParameters::get_parameter(const std::string & name, Parameter & parameter) const
{
  const auto value = impl_->store.find(name);
  if (value) {parameter = Parameter(name, ParameterValue(*value));}
  return value.has_value();
}

bool NodeParameters::get_parameters_by_prefix(
  const std::string & prefix, std::map<std::string, Parameter> & parameters) const
{
  const auto found = impl_->store.below(prefix);
  for (const auto & one : found) {
    parameters[one.name.substr(prefix.empty() ? 0 : prefix.size() + 1)] =
      Parameter::from_parameter_msg(one);
  }
  return !found.empty();
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> NodeParameters::describe_parameters(
  const std::vector<std::string> & names) const
{
  return value_or_raise(impl_->store.describe(names));
}

std::vector<uint8_t> NodeParameters::get_parameter_types(
  const std::vector<std::string> & names) const
{
  return value_or_raise(impl_->store.types(names));
}

rcl_interfaces::msg::ListParametersResult NodeParameters::list_parameters(
  const std::vector<std::string> & prefixes, uint64_t depth) const
{
  return impl_->store.list(prefixes, depth);
}

// Most nodes are never asked for them: they are not kept twice.
const std::map<std::string, ParameterValue> & NodeParameters::get_parameter_overrides() const
{
  std::call_once(
    impl_->overrides_asked, [this] {
      for (const auto & [name, value] : impl_->store.overrides()) {
        impl_->overrides.emplace(name, ParameterValue(value));
      }
    });
  return impl_->overrides;
}

PreSetParametersCallbackHandle::SharedPtr NodeParameters::add_pre_set_parameters_callback(
  PreSetParametersCallbackType callback)
{
  auto handle = handle_of<PreSetParametersCallbackHandle>(
    std::move(callback), "add_pre_set_parameters_callback()");
  check(
    store().add_pre_set(
      handle, [called = handle.get()](std::vector<rcl_interfaces::msg::Parameter> & wanted) {
        auto parameters = detail::from_messages(wanted);
        called->callback(parameters);
        wanted = detail::to_messages(parameters);
      }));
  return handle;
}

OnSetParametersCallbackHandle::SharedPtr NodeParameters::add_on_set_parameters_callback(
  OnSetParametersCallbackType callback)
{
  auto handle = handle_of<OnSetParametersCallbackHandle>(
    std::move(callback), "add_on_set_parameters_callback()");
  check(store().add_on_set(handle, told(handle)));
  return handle;
}

PostSetParametersCallbackHandle::SharedPtr NodeParameters::add_post_set_parameters_callback(
  PostSetParametersCallbackType callback)
{
  auto handle = handle_of<PostSetParametersCallbackHandle>(
    std::move(callback), "add_post_set_parameters_callback()");
  check(store().add_post_set(handle, told(handle)));
  return handle;
}

namespace
{

void check_removal(const ranvier::Result<void> & result)
{
  if (!result && result.error().code == ranvier::Code::kNotFound) {
    throw std::runtime_error(result.error().what);
  }
  check(result);
}

}  // namespace

void NodeParameters::remove_pre_set_parameters_callback(
  const PreSetParametersCallbackHandle * const handler)
{
  check_removal(store().remove_pre_set(handler));
}

void NodeParameters::remove_on_set_parameters_callback(
  const OnSetParametersCallbackHandle * const handler)
{
  check_removal(store().remove_on_set(handler));
}

void NodeParameters::remove_post_set_parameters_callback(
  const PostSetParametersCallbackHandle * const handler)
{
  check_removal(store().remove_post_set(handler));
}

}  // namespace node_interfaces
}  // namespace rclcpp
