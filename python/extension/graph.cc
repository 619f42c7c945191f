#include "extension/graph.h"

#include <nanobind/stl/string.h>

#include "extension/qos.h"

namespace ranvier::python {
namespace {

// A tuple: kind, name, type, hash, node, its namespace, gid, QoS.
nb::tuple to_python(const GraphEndpoint& endpoint) {
  return nb::make_tuple(static_cast<int>(endpoint.kind), endpoint.name, endpoint.type,
                        endpoint.hash, endpoint.node.name, endpoint.node.space,
                        nb::bytes(endpoint.gid.bytes.data(), endpoint.gid.bytes.size()),
                        tuple_of(endpoint.qos));
}

nb::list endpoints(const NodeHandle& node, const std::string& name, bool of_dds) {
  nb::list out;
  Graph* const graph = node.core()->context()->graph();
  if (graph == nullptr) return out;
  const auto names = of_dds ? Graph::Names::kDds : Graph::Names::kRos;
  const auto all = without_gil(
      [&] { return name.empty() ? graph->endpoints(names) : graph->endpoints_of(name, names); });
  for (const GraphEndpoint& endpoint : all) out.append(to_python(endpoint));
  return out;
}

// Tuples: name, namespace, enclave.
nb::list nodes(const NodeHandle& node) {
  nb::list out;
  Graph* const graph = node.core()->context()->graph();
  if (graph == nullptr) return out;
  for (const GraphNode& one : without_gil([&] { return graph->nodes(); })) {
    out.append(nb::make_tuple(one.node.name, one.node.space, one.enclave));
  }
  return out;
}

}  // namespace

void bind_graph(nb::module_& module) {
  module.def("graph_endpoints", &endpoints, nb::arg("node"), nb::arg("name"), nb::arg("of_dds"));
  module.def("graph_nodes", &nodes, nb::arg("node"));
}

}  // namespace ranvier::python
