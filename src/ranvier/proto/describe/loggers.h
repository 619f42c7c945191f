// The services by which other processes see and set the levels of loggers.
#pragma once

#include <vector>

#include "ranvier/proto/serve.h"

namespace ranvier {

/// ~/get_logger_levels and ~/set_logger_levels.
std::vector<NodeService> logger_services();

}  // namespace ranvier
