#include "extension/graph.h"

#include <nanobind/stl/string.h>

#include "extension/context.h"
#include "extension/qos.h"
#include "ranvier/node/settled_graph.h"

namespace ranvier::python {
namespace {

// A tuple: kind, name, type, hash, node, its namespace, gid, QoS.
nb::tuple endpoint_to_python(const GraphEndpoint& endpoint) {
  return nb::make_tuple(static_cast<int>(endpoint.kind), endpoint.name, endpoint.type,
                        endpoint.hash, endpoint.node.name, endpoint.node.space,
                        nb::bytes(endpoint.gid.bytes.data(), endpoint.gid.bytes.size()),
                        tuple_of(endpoint.qos));
}

// With its context, which another thread may let go of meanwhile.
std::shared_ptr<Graph> graph_of(const std::shared_ptr<Context>& context) {
  return {context, context->graph()};
}

std::shared_ptr<Graph> graph_of(const NodeHandle& node) {
  return graph_of(node.living("failed to ask the graph: ")->context());
}

std::shared_ptr<Graph> graph_of(const ContextHandle& context) {
  context.require();
  return graph_of(context.core());
}

template <class Handle>
nb::list endpoints(const Handle& of, const std::string& name, bool of_dds) {
  nb::list out;
  const std::shared_ptr<Graph> graph = graph_of(of);
  if (graph == nullptr) return out;
  const auto names = of_dds ? Graph::Names::kDds : Graph::Names::kRos;
  const auto all = without_gil(
      [&] { return name.empty() ? graph->endpoints(names) : graph->endpoints_of(name, names); });
  for (const GraphEndpoint& endpoint : all) out.append(endpoint_to_python(endpoint));
  return out;
}

// Tuples: name, namespace, enclave.
template <class Handle>
nb::list nodes(const Handle& of) {
  nb::list out;
  const std::shared_ptr<Graph> graph = graph_of(of);
  if (graph == nullptr) return out;
  for (const GraphNode& one : without_gil([&] { return graph->nodes(); })) {
    out.append(nb::make_tuple(one.node.name, one.node.space, one.enclave));
  }
  return out;
}

bool settle(const ContextHandle& context, double limit) {
  const std::shared_ptr<Graph> graph = graph_of(context);
  if (graph == nullptr) return true;
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(limit));
  return without_gil([&] { return wait_until_settled(*graph, {.limit = ns}); });
}

template <class Handle>
void bind_for(nb::module_& module) {
  module.def("graph_endpoints", &endpoints<Handle>, nb::arg("of"), nb::arg("name"),
             nb::arg("of_dds"));
  module.def("graph_nodes", &nodes<Handle>, nb::arg("of"));
}

}  // namespace

// A context asks without a node, which others would see.
void bind_graph(nb::module_& module) {
  bind_for<NodeHandle>(module);
  bind_for<ContextHandle>(module);
  module.def("graph_settle", &settle, nb::arg("context"), nb::arg("limit"));
}

}  // namespace ranvier::python
