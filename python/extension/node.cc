#include "extension/node.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "extension/parameters.h"
#include "ranvier/node/denied.h"
#include "ranvier/node/log.h"
#include "ranvier/proto/describe/loggers.h"
#include "ranvier/proto/describe/types.h"

namespace ranvier::python {
namespace {

Qos rosout_qos() {
  Qos qos;
  qos.depth = 1000;
  qos.durability = Durability::kTransientLocal;
  qos.lifespan = std::chrono::seconds(10);
  return qos;
}

void warn_of_going_without(const std::string& refusal) {
  without_gil([&] { warn_that_node_goes_without(refusal); });
}

std::unique_ptr<RosoutPublisher> open_rosout(const std::shared_ptr<Node>& node, std::string name) {
  Endpoint topic;
  topic.topic = std::move(name);
  topic.qos = rosout_qos();
  topic.node = node->name();
  auto opened = without_gil([&] { return RosoutPublisher::open(node, std::move(topic)); });
  if (!opened && is_denied(opened.error())) {
    warn_of_going_without(opened.error().what);
    return nullptr;
  }
  return value_or_raise(std::move(opened), "error creating node: ");
}

}  // namespace

NodeHandle::NodeHandle(ContextHandle& context, const std::string& name, const std::string& space,
                       const std::vector<std::string>& arguments, bool use_global_arguments,
                       bool enable_rosout, const StrandHandle& default_group)
    : own_(parse_or_raise(arguments)),
      global_(use_global_arguments ? context.arguments() : Arguments{}) {
  context.require();
  name_ = {remap_node_name(rules(), name), remap_namespace(rules(), name, space)};
  core_ = without_gil(
      [&] { return std::make_shared<Node>(context.core(), name_, default_group.strand); });
  if (enable_rosout && log_outputs().rosout) rosout_ = open_rosout(core_, resolve("/rosout", false, false));
}

RemapRules NodeHandle::rules() const { return {own_.remaps, global_.remaps}; }

std::string NodeHandle::resolve(const std::string& name, bool service, bool only_expand) const {
  const NameKind kind = service ? NameKind::kService : NameKind::kTopic;
  return value_or_raise(only_expand ? expand_name(kind, name, name_.name, name_.space)
                                    : resolve_name(kind, name, name_.name, name_.space, rules()),
                        "");
}

nb::object NodeHandle::fault_of(const std::string& name) const {
  std::optional<InvalidName> invalid;
  const auto full = expand_name(NameKind::kTopic, name, name_.name, name_.space, &invalid);
  if (full || !invalid) return nb::none();
  const bool unknown = invalid->bad.fault == NameFault::kUnknownSubstitution;
  return nb::make_tuple(unknown ? name : invalid->name,
                        unknown ? std::string() : rule_of(NameKind::kTopic, invalid->bad.fault),
                        invalid->bad.index);
}

nb::list NodeHandle::parameter_overrides() const {
  nb::list all;
  const std::string full = full_node_name(name_.space, name_.name);
  for (const Arguments* from : {&global_, &own_}) {
    for (const ParameterOverride& one : from->parameters) {
      if (!matches_node(one.node, full)) continue;
      all.append(nb::make_tuple(one.name, parameter_to_python(one.value)));
    }
  }
  return all;
}

void NodeHandle::serve(std::vector<NodeService> services, Need need) {
  for (NodeService& service : services) {
    service.name = resolve(service.name, true, false);
    auto served = without_gil([&] { return ranvier::serve(core_, std::move(service)); });
    if (!served && need == Need::kUnlessDenied && is_denied(served.error())) {
      warn_of_going_without(served.error().what);
    } else {
      servers_.push_back(value_or_raise(std::move(served), "failed to create service: "));
    }
  }
}

void NodeHandle::serve_type_descriptions() {
  require();
  serve({type_description_service()}, Need::kUnlessDenied);
}

void NodeHandle::serve_loggers() {
  require();
  serve(logger_services(), Need::kUnlessDenied);
}

void NodeHandle::destroy() {
  without_gil([this] {
    servers_.clear();
    rosout_.reset();
    core_.reset();
  });
}

void bind_node(nb::module_& module) {
  nb::class_<NodeHandle, Destroyable>(module, "Node", nb::is_weak_referenceable())
      .def(nb::init<ContextHandle&, const std::string&, const std::string&,
                    const std::vector<std::string>&, bool, bool, const StrandHandle&>(),
           nb::arg("context"), nb::arg("name"), nb::arg("namespace"), nb::arg("arguments"),
           nb::arg("use_global_arguments"), nb::arg("enable_rosout"), nb::arg("default_group"))
      .def("get_fully_qualified_name",
           [](const NodeHandle& self) {
             self.require();
             return full_node_name(self.name().space, self.name().name);
           })
      .def("get_node_name",
           [](const NodeHandle& self) {
             self.require();
             return self.name().name;
           })
      .def("get_namespace",
           [](const NodeHandle& self) {
             self.require();
             return self.name().space;
           })
      .def("logger_name", [](const NodeHandle& self) { return self.core()->logger_name(); })
      .def("resolve_name", &NodeHandle::resolve, nb::arg("name"), nb::arg("service"),
           nb::arg("only_expand"))
      .def("fault_of", &NodeHandle::fault_of, nb::arg("name"))
      .def("parameter_overrides", &NodeHandle::parameter_overrides)
      .def("serve_type_descriptions", &NodeHandle::serve_type_descriptions)
      .def("serve_loggers", &NodeHandle::serve_loggers);
  module.def("warn_that_node_goes_without", &warn_of_going_without, nb::arg("refusal"));
}

}  // namespace ranvier::python
