// Threads of executors and groups of callbacks, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// "fifo 80"; "other", and with a nice value that is not 0 "other, nice 5".
[[nodiscard]] std::string describe(const ExecutorThread& thread);

/// "0-3, 6"; empty if none is known.
[[nodiscard]] std::string cpus_in_words(std::uint64_t cpus);

/// Of each thread, the place in Model::executor_threads of the executor that it came to
/// last; kNone if no event tells of one.
[[nodiscard]] std::vector<Index> executors_of_threads(const Model& model);

/// "group 3 (reentrant)"; empty of a callback whose group no event tells.
[[nodiscard]] std::string group_in_words(const Model& model, Index callback);

}  // namespace ranvier::trace_model
