// What `ranvier-trace chains` and `ranvier-trace callbacks` print.
#pragma once

#include <string>

#include "analysis/trace_model/chains.h"
#include "analysis/trace_read/read.h"

namespace ranvier::apps {

struct ReportOptions {
  std::string directory;
  trace_model::ChainQuery query;  ///< of chains
  bool json = false;
  trace_read::ReadOptions read = {};
};

/// Reads the traces of the directory and prints; complaints go to stderr.
/// @return the exit code: 0, or 1 if there was nothing to print.
int print_chains(const ReportOptions& options);
int print_callbacks(const ReportOptions& options);

}  // namespace ranvier::apps
