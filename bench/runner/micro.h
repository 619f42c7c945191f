// The parts of bench micro.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/runner/benches.h"

namespace ranvier::bench {

/// Runs a command, which says "<quantity> <number>" lines. @param hint  for when it fails.
[[nodiscard]] std::function<RunResult()> micro_command(const std::string& command,
                                                       const std::string& hint);
/// The same with a worker of its own.
[[nodiscard]] std::function<RunResult()> micro_worker(const std::string& program,
                                                      const std::string& words);

/// What `program` of micro/size takes of a Cortex-M3: flash, ram and, under QEMU, stack. All
/// programs are built for the first that is asked for, on the runner's thread.
[[nodiscard]] std::function<RunResult()> micro_size(const std::string& program);
/// What of that is not installed; empty: nothing.
[[nodiscard]] std::string micro_tools_lack();

/// Rates and sizes of seed 004, beside its tables.
void add_micro_sweep(const Options& options, std::vector<Case>& to);
/// Boards that meet a fault and are to be back, each in the graph once.
void add_micro_faults(const Options& options, std::vector<Case>& to);
/// What links that drop datagrams lose.
void add_micro_loss(const Options& options, std::vector<Case>& to);

}  // namespace ranvier::bench
