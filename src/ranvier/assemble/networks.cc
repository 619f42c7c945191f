#include "ranvier/assemble/networks.h"

#include <algorithm>

#include "ranvier/assemble/environment.h"
#include "ranvier/assemble/middleware.h"
#include "ranvier/cyclone/cyclone_route.h"

namespace ranvier {

namespace {

bool asks_for_fast(const std::string& name, const NetworkRow& row) {
  return row.rmw_of_fast != nullptr && name == row.rmw_of_fast;
}

}  // namespace

std::span<const NetworkRow> networks() noexcept {
  static constexpr NetworkRow kTable[] = {
      {"rmw_cyclonedds_cpp", "Cyclone DDS", "CYCLONEDDS_URI", open_cyclone_route,
       "rmw_fastrtps_cpp"},
  };
  return kTable;
}

Result<const NetworkRow*> chosen_network(std::span<const NetworkRow> table) {
  const std::string name = variable("RMW_IMPLEMENTATION");
  if (name.empty()) return &table.front();
  std::string known;
  for (const NetworkRow& row : table) {
    if (name == row.rmw || asks_for_fast(name, row)) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.rmw);
  }
  return Error{Code::kUnsupported, "RMW_IMPLEMENTATION='" + name +
                                       "' is not in this build, which has: " + known +
                                       ". Set it to one of these, or unset it."};
}

const char* middleware_name() noexcept {
  const auto row = chosen_network();
  return row ? (*row)->rmw : networks().front().rmw;
}

Result<NetworkOptions> network_options(const NetworkRow& row) {
  NetworkOptions options;
  options.localhost_only = variable("ROS_LOCALHOST_ONLY") == "1";
  options.static_peers = split(variable("ROS_STATIC_PEERS"), ';');
  options.config = variable(row.variable);
  options.warn = &warn_of;
  options.prefers_fast = asks_for_fast(variable("RMW_IMPLEMENTATION"), row);
  options.fast_everywhere = variable("RANVIER_TEST_SERVICE_DIALECT") == "fast";
  auto range = parse_discovery_range(variable("ROS_AUTOMATIC_DISCOVERY_RANGE"));
  if (!range) return range.error();
  options.range = *range;
  return options;
}

}  // namespace ranvier
