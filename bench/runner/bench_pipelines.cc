// Rows of processes that hand messages on, after a published experiment on latency.
#include <algorithm>
#include <cmath>

#include "bench/runner/benches.h"
#include "bench/runner/categories.h"
#include "bench/runner/row.h"
#include "bench/runner/scratch.h"

namespace ranvier::bench {
namespace {

/// As the published experiment calls it, and what the whole message has.
struct Size {
  const char* name;
  int bytes;
};
constexpr Size kTiny{"128B", 128};
constexpr Size kLarge{"100KB", 102'400};
constexpr Size kSizes[] = {kTiny, {"1KB", 1'032}, {"10KB", 10'240}, kLarge, {"500KB", 512'000}};

struct Shape {
  bool shm;
  int nodes;
  Size size;
  int rate;
  bool reliable;
  int topics = 0;  ///< in parallel, of which one is measured; 0: there is only the row

  std::string name() const {
    return std::string("pipelines/") + (shm ? "shm/" : "dds/") +
           (topics > 0 ? "parallel/" + std::to_string(topics) + "-topics/"
                       : std::to_string(nodes) + "-nodes/") +
           (reliable ? "reliable/" : "best-effort/") + size.name + "/" + std::to_string(rate) +
           "Hz";
  }
};

std::string placement(const Shape& shape) {
  return std::string(
             "free cores; a process for each node; ours: one executor thread per process, ") +
         (shape.shm ? "neighbours meet in shared memory" : "over DDS") +
         "; raw: one thread per process that serves a timer or a waitset, over DDS; both: "
         "Cyclone's own threads; messages of fixed arrays, published by reference in the callback" +
         (shape.topics > 0 ? "; one topic is measured, the others have timers of their own" : "");
}

// The least number of messages is some twenty.
double window_of(const Shape& shape, bool all) {
  const double seconds = shape.rate >= 50 ? 1.0 : shape.rate >= 10 ? 2.5 : 12;
  return all ? 2 * seconds : seconds;
}

Plan plan_of(const Shape& shape, const std::string& program, double seconds) {
  Plan plan;
  plan.seconds = seconds;
  plan.settle_s = 0.05 * shape.nodes;  // discovery goes on for a while
  for (int node = 0; node < shape.nodes; ++node) {
    plan.roles.push_back(
        {program,
         {"node=" + std::to_string(node), "nodes=" + std::to_string(shape.nodes),
          "bytes=" + std::to_string(shape.size.bytes), "rate=" + std::to_string(shape.rate),
          std::string("qos=") + (shape.reliable ? "reliable" : "best-effort"),
          std::string("shm=") + (shape.shm ? "1" : "0"),
          "beside=" + std::to_string(std::max(0, shape.topics - 1))},
         node == 0});
  }
  return plan;
}

std::size_t hops_of(const Shape& shape) { return static_cast<std::size_t>(shape.nodes - 1); }

RunResult run_row(const Shape& shape, const Plan& plan) {
  RunResult result = run_plan(plan);
  join_row(result, hops_of(shape));
  return result;
}

std::function<RunResult()> side(const Shape& shape, const std::string& program, double seconds) {
  return [shape, plan = plan_of(shape, program, seconds)] { return run_row(shape, plan); };
}

// ---- where the time goes ----

constexpr double kMostBeside = 2;  // percent

// By the trace, and by the stamps of the messages, which know nothing of it: they lie outside of
// its way, so that theirs is the longer one.
std::string fault_of(Outcome& out) {
  const double sum = out["categories_us"];
  out["beside"] = 100 * std::fabs(sum / out["traced_us"] - 1);
  out["outside"] = out["mean_us"] - sum;
  if (out["beside"] <= kMostBeside && out["outside"] >= 0) return "";
  return "the categories are " + std::to_string(out["beside"]) +
         " % beside the way in the trace, and the stamps have " + std::to_string(out["outside"]) +
         " us more than they: not the same messages?";
}

// Stamps and trace have the same messages: all that went through.
RunResult run_traced(const Shape& shape, Plan plan) {
  const ScratchFolder folder;
  plan.environment["RANVIER_TRACE"] = folder.path();
  plan.awaits_ends = true;  // with the rest of their events
  for (Role& role : plan.roles) role.words.push_back("always=1");
  RunResult result = run_row(shape, plan);
  const std::string said = said_by_ranvier_trace({"chains", folder.path(), "--json"});
  Outcome& out = result.quantities;
  add_categories(said, hops_of(shape), out);
  result.fault = fault_of(out);
  return result;
}

std::string stages_in_words(const Category& category) {
  std::string words;
  for (const char* stage : category.stages)
    words += std::string(words.empty() ? "" : " and ") + stage;
  return words.empty() ? "ours has no such layer" : words;
}

Case categories_case(bool shm, const Size& size, const Options& options) {
  const Shape shape{shm, 3, size, 100, false};
  const double seconds = options.window(window_of(shape, options.all));
  Case result;
  result.name = std::string("pipelines/categories/") + (shm ? "shm/" : "dds/") + size.name;
  result.placement = placement(shape) +
                     "; ours records all events; means of three nodes, 100 Hz, " +
                     "best effort; the categories of the published profile, and the stages of "
                     "ranvier-trace chains that they are:";
  result.quantity = {"mean end to end", "mean_us", "us"};
  for (const Category& category : row_categories()) {
    result.also.push_back({category.name, category.name, "us"});
    result.placement += std::string(" ") + category.name + ": " + stages_in_words(category) + ";";
  }
  result.also.push_back({"sum of categories", "categories_us", "us"});
  result.also.push_back({"end to end, by the trace", "traced_us", "us"});
  result.also.push_back({"sum beside it", "beside", "%"});
  result.also.push_back({"outside, by the stamps", "outside", "us"});
  result.also.push_back({"messages in the trace", "chain_count", "messages", true});
  result.also.push_back({"whole", "whole", "messages", true});
  result.ours = [shape, plan = plan_of(shape, "bench_pipeline_ours", seconds)] {
    return run_traced(shape, plan);
  };
  result.raw = side(shape, "bench_pipeline_raw", seconds);
  return result;
}

// ---- how long it takes ----

Quantity in_json(const std::string& name) {
  Quantity quantity{name, name, "us"};
  quantity.json_only = true;
  return quantity;
}

Case pipeline_case(const Shape& shape, const Options& options) {
  const double seconds = options.window(window_of(shape, options.all));
  Case result;
  result.name = shape.name();
  result.placement = placement(shape);
  result.quantity = {"p95 per hop", "p95_per_hop_us", "us"};
  result.also = {
      {"p95 end to end", "p95_us", "us"},   {"p95 of all hops", "hop_p95_us", "us"},
      {"mean end to end", "mean_us", "us"}, {"whole", "whole", "messages", true},
      {"missed", "missed", "messages"},     {"delivered_share", "delivered_share", "share", true},
      {"cpu", "cpu_percent", "% core"}};
  if (shape.topics > 0) {
    Quantity beside{"beside", "beside", "messages", true};
    beside.json_only = true;  // from the start to the end, not in the window
    result.also.push_back(beside);
  }
  for (const double q : row_quantiles()) result.also.push_back(in_json(quantile_name(q)));
  result.ours = side(shape, "bench_pipeline_ours", seconds);
  result.raw = side(shape, "bench_pipeline_raw", seconds);
  return result;
}

std::vector<Shape> core_shapes() {
  std::vector<Shape> shapes;
  for (const int nodes : {3, 9}) {
    for (const Size size : {kTiny, kLarge}) shapes.push_back({false, nodes, size, 100, false});
    shapes.push_back({true, nodes, kLarge, 100, false});
  }
  shapes.push_back({false, 3, kTiny, 10, true});
  return shapes;
}

// Lengths of the row, corners of sizes and rates, both reliabilities.
void add_lengths(bool shm, std::vector<Shape>& to) {
  for (const int nodes : {3, 9, 15, 23}) {
    for (const bool reliable : {false, true}) {
      for (const Size size : {kTiny, kLarge}) {
        for (const int rate : {10, 100}) to.push_back({shm, nodes, size, rate, reliable});
      }
    }
  }
}

// Three nodes: every size, and rates that others than the corners have.
void add_rates(bool shm, std::vector<Shape>& to) {
  for (const Size size : kSizes) {
    const bool corner = size.bytes == kTiny.bytes || size.bytes == kLarge.bytes;
    for (const int rate : {1, 10, 50, 100}) {
      if (corner && (rate == 10 || rate == 100)) continue;  // among the lengths
      to.push_back({shm, 3, size, rate, false});
    }
  }
}

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  for (const bool shm : {false, true}) {
    add_lengths(shm, shapes);
    add_rates(shm, shapes);
  }
  // The rows of a measurement on small boards that the others lack.
  for (const int nodes : {2, 5, 19}) {
    for (const int rate : {10, 100}) shapes.push_back({false, nodes, kTiny, rate, false});
  }
  for (const int nodes : {2, 9, 19}) shapes.push_back({false, nodes, kSizes[1], 100, false});
  for (const int topics : {2, 4, 6, 12, 18, 24}) {
    for (const int rate : {1, 10, 50, 100})
      shapes.push_back({false, 2, kTiny, rate, false, topics});
  }
  return shapes;
}

}  // namespace

std::vector<Case> pipelines_cases(const Options& options) {
  std::vector<Case> cases;
  for (const Shape& shape : options.all ? all_shapes() : core_shapes())
    cases.push_back(pipeline_case(shape, options));
  cases.push_back(categories_case(false, kTiny, options));
  if (options.all) {
    cases.push_back(categories_case(true, kTiny, options));
    for (const bool shm : {false, true}) cases.push_back(categories_case(shm, kLarge, options));
  }
  return cases;
}

}  // namespace ranvier::bench
