// The route inside one context: a publish pushes straight into the inboxes.
#pragma once

#include <memory>

#include "ranvier/route/route.h"
#include "ranvier/route/type_report.h"

namespace ranvier {

/// Opens the route that serves the pairs of one context.
///
/// Pairs match by topic, type and QoS. A pair of which one side asked for DDS
/// (Endpoint::local is false) is served here too, but through encoded bytes, as
/// DDS would; a pair of which both sides did is left to the network route.
/// Reliable keep-all writers wait in write() until every keep-all reader has
/// room; on a thread that drains such a reader they fail instead.
/// @param report  of pairs whose types differ; null: they are events alone.
/// Threads: as Route says.
std::unique_ptr<Route> open_local_route(std::shared_ptr<TypeReport> report = nullptr);

}  // namespace ranvier
