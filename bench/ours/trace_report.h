// What the report of a trace costs.
#pragma once

#include <string>

namespace ranvier::bench {

struct ReportCost {
  double seconds = 0;
  double megabytes = 0;  ///< the most that was resident
};

/// Has the program `ranvier-trace` beside this one write the report of the traces in the
/// directory, into it. Throws std::runtime_error.
ReportCost report_on(const std::string& directory);

}  // namespace ranvier::bench
