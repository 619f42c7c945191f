// The networks of this build: the one place that names them.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "ranvier/route/network.h"
#include "ranvier/route/route.h"

namespace ranvier {

/// A row of the table. A further network is a room and a row.
struct NetworkRow {
  const char* rmw;       ///< the value of RMW_IMPLEMENTATION that asks for it
  const char* product;   ///< what its users call it: "Cyclone DDS"
  const char* variable;  ///< of the environment, with its own configuration
  Result<std::unique_ptr<Route>> (*open)(const NetworkOptions& options);
  /// The value for which it prefers to speak as Fast DDS does; null: it cannot.
  const char* rmw_of_fast = nullptr;
};

/// All rows; the first is the default.
std::span<const NetworkRow> networks() noexcept;

/// The row that RMW_IMPLEMENTATION names. The error names those that there are.
Result<const NetworkRow*> chosen_network(std::span<const NetworkRow> table = networks());

/// What the environment asks of that network, but for the domain and what goes beyond one
/// network: type_report and keep_all_bound.
Result<NetworkOptions> network_options(const NetworkRow& row);

}  // namespace ranvier
