// Numbers of a trace as JSON for the page of a report.
#pragma once

#include <nlohmann/json.hpp>

#include "analysis/trace_model/histogram.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::apps {

using Json = nlohmann::ordered_json;

[[nodiscard]] inline Json json_of(const trace_model::Statistics& of) {
  return {{"count", of.count}, {"min_ns", of.least}, {"p50_ns", of.p50},
          {"p99_ns", of.p99},  {"max_ns", of.most},  {"mean_ns", of.mean}};
}

[[nodiscard]] inline Json json_of(const trace_model::Histogram& of) {
  return {{"from", of.from},
          {"width", of.width},
          {"counts", of.counts},
          {"below", of.below},
          {"above", of.above}};
}

}  // namespace ranvier::apps
