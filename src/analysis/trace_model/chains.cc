#include "analysis/trace_model/chains.h"

#include <algorithm>
#include <map>

namespace ranvier::trace_model {
namespace {

constexpr std::size_t kLongest = 64;  // links

/// Walks back from callbacks to where their messages came from.
class Walk final {
 public:
  Walk(const Model& model, const ChainQuery& query)
      : model_(model), query_(query), clock_(model), goes_on_(model.callbacks.size()) {
    for (std::size_t i = 0; i < model.runs.size(); ++i) {
      const auto run = static_cast<Index>(i);
      if (!leads_to(run)) continue;
      const Index before = sender_of(hop_to(run));
      if (before != kNone) goes_on_[model.runs[before].callback] = true;
    }
  }

  std::vector<Chain> run() {
    for (std::size_t i = 0; i < model_.runs.size(); ++i) {
      const auto last = static_cast<Index>(i);
      if (!leads_to(last) || model_.runs[last].end == kNever) continue;
      if (way_to(last)) add(model_.runs[last]);
    }
    std::stable_sort(chains_.begin(), chains_.end(),
                     [](const Chain& a, const Chain& b) { return a.count() > b.count(); });
    return std::move(chains_);
  }

 private:
  Index publication_of(const Run& run) const {
    return run.take == kNone ? kNone : model_.takes[run.take].publication;
  }
  // Whether it is known what the run was called by, and where that came from.
  bool leads_to(Index index) const {
    const Run& run = model_.runs[index];
    if (publication_of(run) != kNone) return true;
    if (!query_.through_calls || run.call == kNone) return false;
    const Call& call = model_.calls[run.call];
    if (call.client == kNone || call.service == kNone) return false;
    return (call.heard == index ? call.answered : call.sent) != kNever;
  }
  // The hop by which the message of this run came. Contract: leads_to() it.
  Hop hop_to(Index index) const {
    const Run& run = model_.runs[index];
    if (run.call == kNone) return {publication_of(run), index};
    return {kNone, index, run.call, model_.calls[run.call].heard == index};
  }
  // The run that sent what the hop brings.
  Index sender_of(const Hop& hop) const {
    if (hop.call == kNone) return model_.publications[hop.publication].run;
    const Call& call = model_.calls[hop.call];
    return hop.is_response ? call.served : call.caller;
  }
  Chain::Link link_of(const Hop& hop) const {
    if (hop.call == kNone) {
      return {model_.publications[hop.publication].publisher,
              model_.takes[model_.runs[hop.run].take].subscription};
    }
    const Call& call = model_.calls[hop.call];
    return {kNone, kNone, call.client, call.service, hop.is_response};
  }

  // Fills hops_, the last one first. False: the run ends no wanted way.
  bool way_to(Index last) {
    hops_.assign(1, hop_to(last));
    switch (query_.what) {
      case ChainQuery::What::kHops: return true;
      case ChainQuery::What::kNamed: return back_to_name();
      case ChainQuery::What::kWhole: break;
    }
    if (goes_on_[model_.runs[last].callback]) return false;
    while (hops_.size() < kLongest && step_back()) {}
    return true;
  }

  // To the hop before, if the message was sent for another, by a callback that is not
  // on the way already.
  bool step_back() {
    const Index run = sender_of(hops_.back());
    if (run == kNone || !leads_to(run)) return false;
    const auto is_same = [&](const Hop& hop) {
      return model_.runs[hop.run].callback == model_.runs[run].callback;
    };
    if (std::any_of(hops_.begin(), hops_.end(), is_same)) return false;
    hops_.push_back(hop_to(run));
    return true;
  }

  // The last name must be where the way ends, the first is where it begins.
  bool back_to_name() {
    const auto& wanted = query_.names;
    std::size_t left = wanted.size();
    const auto meet = [&](std::string_view name) { left -= left > 0 && wanted[left - 1] == name; };
    meet(model_.name_of(model_.node_of(model_.runs[hops_.back().run].callback)));
    const std::size_t before = left;
    for (bool first = true;; first = false) {
      const LinkNames names = names_of(model_, link_of(hops_.back()));
      meet(names.topic);
      if (first && before == wanted.size() && left == before) return false;
      if (left == 0) return true;
      meet(names.from);
      if (left == 0) return true;
      if (hops_.size() == kLongest || !step_back()) return false;
    }
  }

  void add(const Run& last) {
    std::vector<Chain::Link> links;
    for (auto hop = hops_.rbegin(); hop != hops_.rend(); ++hop) {
      links.push_back(link_of(*hop));
    }
    const auto [known, is_new] = places_.try_emplace(links, chains_.size());
    if (is_new) chains_.push_back({std::move(links), {}, {}, {}, {}, {}});
    Chain& chain = chains_[known->second];
    chain.begins.push_back(begin_of(model_, hops_.back()));
    chain.starts.push_back(last.start);
    chain.ends.push_back(last.end);
    std::vector<Stages> stages;
    for (std::size_t i = hops_.size(); i-- > 0;) {
      const Nanoseconds until = i == 0 ? last.end : begin_of(model_, hops_[i - 1]);
      stages.push_back(clock_.split(hops_[i], until));
    }
    chain.ways.push_back(std::move(stages));
    chain.hops.emplace_back(hops_.rbegin(), hops_.rend());
  }

  const Model& model_;
  const ChainQuery& query_;
  const StageClock clock_;
  std::vector<bool> goes_on_;  // callbacks whose messages somebody got
  std::vector<Hop> hops_;
  std::map<std::vector<Chain::Link>, std::size_t> places_;
  std::vector<Chain> chains_;
};

std::vector<Nanoseconds> differences(const std::vector<Nanoseconds>& from,
                                     const std::vector<Nanoseconds>& to) {
  std::vector<Nanoseconds> all(from.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = to[i] - from[i];
  return all;
}

}  // namespace

std::vector<Nanoseconds> Chain::latencies() const { return differences(begins, starts); }
std::vector<Nanoseconds> Chain::totals() const { return differences(begins, ends); }

std::vector<Nanoseconds> Chain::stage(std::size_t link, Stage stage) const {
  std::vector<Nanoseconds> all;
  all.reserve(ways.size());
  for (const auto& way : ways) all.push_back(way[link][static_cast<std::size_t>(stage)]);
  return all;
}

std::vector<Nanoseconds> Chain::stage(Stage stage) const {
  std::vector<Nanoseconds> all(ways.size());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    for (const Stages& link : ways[i]) all[i] += link[static_cast<std::size_t>(stage)];
  }
  return all;
}

std::vector<Chain> find_chains(const Model& model, const ChainQuery& query) {
  return Walk(model, query).run();
}

LinkNames names_of(const Model& model, const Chain::Link& link) {
  if (link.client == kNone) {
    const Publisher& from = model.publishers[link.publisher];
    return {model.name_of(from.node), model.name_of(model.subscriptions[link.subscription].node),
            from.topic};
  }
  const std::string_view client = model.name_of(model.clients[link.client].node);
  const Service& service = model.services[link.service];
  const std::string_view server = model.name_of(service.node);
  if (link.is_response) return {server, client, service.name, "response"};
  return {client, server, service.name, "request"};
}

std::string describe(const Model& model, const Chain& chain) {
  std::string text;
  for (const Chain::Link& link : chain.links) {
    const LinkNames names = names_of(model, link);
    if (text.empty()) text = names.from;
    text.append(" -> ").append(names.topic);
    if (link.client != kNone) text.append(" ").append(names.what);
    text.append(" -> ").append(names.to);
  }
  return text;
}

}  // namespace ranvier::trace_model
