#include "bench/runner/categories.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ranvier::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kOverhead = "callback";  // of the nodes between

Json longest_chain(const Json& all, std::size_t hops) {
  Json found;
  for (const Json& chain : all.at("chains")) {
    if (chain.at("links").size() != hops) continue;
    if (found.is_null() || chain.at("count") > found.at("count")) found = chain;
  }
  if (!found.is_null()) return found;
  throw std::runtime_error("the trace has no chain of " + std::to_string(hops) +
                           " hops. Did messages go through?");
}

// The last callback is beyond the end of the way.
double sum_us(const Json& chain, const Category& category) {
  double ns = 0;
  const Json& links = chain.at("links");
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (const std::string stage : category.stages) {
      if (stage == kOverhead && i + 1 == links.size()) continue;
      ns += links[i].at("stages").at(stage).at("mean_ns").get<double>();
    }
  }
  return ns / 1e3;
}

}  // namespace

const std::vector<Category>& row_categories() {
  static const std::vector<Category> categories{
      {"publisher, ROS 2 common", {"publisher", "middleware"}},
      {"publisher, rmw", {}},
      {"DDS", {"transport"}},
      {"notification delay", {"executor-wait", "notification"}},
      {"subscriber, ROS 2 common", {"subscriber"}},
      {"subscriber, rmw", {}},
      {"benchmark overhead", {kOverhead}}};
  return categories;
}

void add_categories(const std::string& chains_json, std::size_t hops, Outcome& to) {
  try {
    const Json chain = longest_chain(Json::parse(chains_json), hops);
    to["chain_count"] = chain.at("count").get<double>();
    double sum = 0;
    for (const Category& category : row_categories())
      sum += to[category.name] = sum_us(chain, category);
    to["categories_us"] = sum;
    to["traced_us"] = chain.at("latency").at("mean_ns").get<double>() / 1e3;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("ranvier-trace chains --json said what is no chain: ") +
                             error.what());
  }
}

}  // namespace ranvier::bench
