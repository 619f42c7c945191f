// The network route: Cyclone DDS as other ROS 2 peers speak it.
#pragma once

#include <memory>

#include "ranvier/route/network.h"
#include "ranvier/route/route.h"

namespace ranvier {

/// Joins the domain with one participant. The route must outlive what it opens.
Result<std::unique_ptr<Route>> open_cyclone_route(const NetworkOptions& options);

}  // namespace ranvier
