#include "chains_data.h"

#include <algorithm>
#include <array>

#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/histogram.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

constexpr Nanoseconds kMoments = 400;  // of a chain, over the whole trace

using Means = std::array<double, kStageCount>;

// The mean of each stage over all links, of ways that took `least` or longer. They add
// up to the mean of those ways.
Json mean_stages(const Chain& chain, const std::vector<Nanoseconds>& totals, Nanoseconds least) {
  Means means{};
  double count = 0;
  for (std::size_t i = 0; i < chain.count(); ++i) {
    if (totals[i] < least) continue;
    ++count;
    for (const Stages& link : chain.ways[i]) {
      for (std::size_t s = 0; s < kStageCount; ++s) means[s] += static_cast<double>(link[s]);
    }
  }
  for (double& one : means) one /= std::max(count, 1.0);
  return means;
}

/// Messages that began within one moment.
struct Moment {
  std::uint64_t count = 0;
  double sum = 0;
  Nanoseconds most = INT64_MIN;
};

// Of each moment that has messages: its place, how many, the mean, the largest.
Json over_time(const Chain& chain, const Span& span) {
  const Nanoseconds width = apart(span.first, span.last) / kMoments + 1;
  std::vector<Moment> moments(kMoments);
  for (std::size_t i = 0; i < chain.count(); ++i) {
    const Nanoseconds place = apart(span.first, chain.begins[i]) / width;
    Moment& moment =
        moments[static_cast<std::size_t>(std::clamp<Nanoseconds>(place, 0, kMoments - 1))];
    const Nanoseconds took = apart(chain.begins[i], chain.starts[i]);
    ++moment.count;
    moment.sum += static_cast<double>(took);
    moment.most = std::max(moment.most, took);
  }
  Json json{{"width", width}, {"moments", Json::array()}};
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Moment& one = moments[i];
    if (one.count == 0) continue;
    json["moments"].push_back({i, one.count, one.sum / static_cast<double>(one.count), one.most});
  }
  return json;
}

Json json_of_link(const Model& model, const Chain& chain, std::size_t link) {
  const LinkNames names = names_of(model, chain.links[link]);
  Json json{{"from", names.from},
            {"topic", names.topic},
            {"to", names.to},
            {"what", names.what},
            {"stages", Json::array()}};
  for (std::size_t s = 0; s < kStageCount; ++s) {
    json["stages"].push_back(json_of(statistics(chain.stage(link, static_cast<Stage>(s)))));
  }
  return json;
}

Json json_of_chain(const Model& model, const Chain& chain, const Span& span) {
  const std::vector<Nanoseconds> totals = chain.totals();
  const Statistics total = statistics(totals);
  Json json{{"name", describe(model, chain)},
            {"count", chain.count()},
            {"latency", json_of(statistics(chain.latencies()))},
            {"total", json_of(total)},
            {"means", mean_stages(chain, totals, total.least)},
            {"slow_means", mean_stages(chain, totals, total.p99)},
            {"histogram", json_of(histogram(chain.latencies()))},
            {"over_time", over_time(chain, span)},
            {"links", Json::array()}};
  for (std::size_t link = 0; link < chain.links.size(); ++link) {
    json["links"].push_back(json_of_link(model, chain, link));
  }
  return json;
}

}  // namespace

Json stage_names() {
  Json json = Json::array();
  for (std::size_t s = 0; s < kStageCount; ++s) json.push_back(name_of(static_cast<Stage>(s)));
  return json;
}

Json chains_data(const Model& model, const ChainQuery& query, const Span& span, std::size_t most) {
  const std::vector<Chain> chains = find_chains(model, query);
  Json json{{"found", chains.size()}, {"list", Json::array()}};
  for (std::size_t i = 0; i < std::min(chains.size(), most); ++i) {
    json["list"].push_back(json_of_chain(model, chains[i], span));
  }
  return json;
}

}  // namespace ranvier::apps
