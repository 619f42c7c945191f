// What the permissions of an enclave do not allow, in words.
#pragma once

#include <string>

#include "ranvier/base/result.h"
#include "ranvier/route/network.h"
#include "ranvier/route/route.h"

namespace ranvier::cyclone {

/// What somebody wants of a name of ROS.
struct Wanted {
  enum class Part { kPublisher, kSubscription, kServer, kClient } part;
  const std::string& name;  ///< fully qualified: "/a/b"
  const NodeName& node;
};

/// The error with which DDS refused it, as a user reads it: who wanted what, which enclave and
/// file do not allow it, and the lines of a policy that would. Others are as they were.
Error explained(const Error& error, const Wanted& wanted, const NetworkOptions& options);

/// The same of the topic on which participants tell of their nodes, without which nobody joins.
Error explained_of_graph(const Error& error, const NetworkOptions& options);

}  // namespace ranvier::cyclone
