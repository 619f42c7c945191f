// Builds a context's routes as the environment asks.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "ranvier/assemble/environment.h"
#include "ranvier/assemble/networks.h"
#include "ranvier/base/result.h"
#include "ranvier/node/context.h"

namespace ranvier {

struct ContextOptions {
  std::optional<std::size_t> domain;  ///< ROS_DOMAIN_ID if not set
  std::string enclave = "/";
  bool ends_soon = false;  ///< as NetworkOptions has it: of a command, say
};

/// Reads RMW_IMPLEMENTATION, ROS_DOMAIN_ID, ROS_AUTOMATIC_DISCOVERY_RANGE,
/// ROS_STATIC_PEERS, ROS_LOCALHOST_ONLY, the network's own variable (networks.h),
/// ROS_SECURITY_* (security.h), RANVIER_SHM, RANVIER_SHORT_SLICES, RANVIER_KEEP_ALL_SAMPLES,
/// RANVIER_KEEP_ALL_BYTES and RANVIER_EXECUTOR_POLICY (policy/policy_file.h), and joins the domain.
/// The first call of a process also starts to record trace events, if
/// RANVIER_TRACE (with RANVIER_TRACE_BUFFER and _WHEN_FULL) says so.
/// Warns of what it knows of ROS 2 and does not have (settings.h), or fails.
/// Fails naming the variable, its value and the remedy.
/// Contract: any thread; blocks while the participant starts.
Result<std::shared_ptr<Context>> make_context(const ContextOptions& options);

/// The same with these networks, one at least, at most Routes::kMostNetworks. No endpoint
/// of another context may be seen on two of them: it would get each message twice.
Result<std::shared_ptr<Context>> make_context(const ContextOptions& options,
                                              std::span<const NetworkRow> rows);

}  // namespace ranvier
