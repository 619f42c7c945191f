// What the page of a report says, but for the time chart: as JSON for its script.
#pragma once

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/timeline.h"
#include "data.h"
#include "read_model.h"

namespace ranvier::apps {

struct ReportLimits {
  trace_model::Nanoseconds starved = 100'000'000;  ///< a longer wait is reported
  std::size_t chains = 50;                         ///< those with the most messages
  std::size_t allocations = 300;                   ///< places, those that took most often
  std::uint64_t items = 4'000'000;                 ///< in the time chart
};

/// Lists, each with what the others refer to by place; all times in ns, and moments since
/// the trace's first event.
[[nodiscard]] Json report_data(const ReadModel& read, const trace_model::Spans& spans,
                               const ReportLimits& limits);

/// Where each lane lies in the bytes of all lanes, one after the other: threads, then
/// publications and takes of each topic, then waits for a CPU.
[[nodiscard]] Json timeline_data(const trace_model::Timeline& timeline);

}  // namespace ranvier::apps
