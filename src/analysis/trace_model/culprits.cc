#include "analysis/trace_model/culprits.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/trace_model/cpu_shares.h"
#include "analysis/trace_model/neighbours.h"

namespace ranvier::trace_model {
namespace {

constexpr double kSpreads = 3;

Nanoseconds quantile(std::vector<Nanoseconds> of, double share) {
  if (of.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(of.size() - 1));
  std::nth_element(of.begin(), of.begin() + place, of.end());
  return of[static_cast<std::size_t>(place)];
}

/// What is beyond the usual in one stage of one link, with where and when it was.
struct Excess {
  std::size_t link;
  Stage stage;
  Nanoseconds from, until, amount;
};

/// Explains the ways of one chain.
class Judge final {
 public:
  Judge(const Model& model, const CpuShares& shares, const Neighbours& neighbours,
        const Chain& chain, const CulpritOptions& options)
      : model_(model), shares_(shares), neighbours_(neighbours), chain_(chain) {
    const auto totals = chain.totals();
    result_.usual = quantile(totals, 0.5);
    const auto spread = static_cast<double>(result_.usual - quantile(totals, 0.1));
    result_.limit = std::max(options.floor, static_cast<Nanoseconds>(kSpreads * spread));
    for (std::size_t link = 0; link < chain.links.size(); ++link) {
      for (std::size_t s = 0; s < kStageCount; ++s) {
        usual_.push_back(quantile(chain.stage(link, static_cast<Stage>(s)), 0.5));
      }
    }
  }

  Culprits run() {
    const auto totals = chain_.totals();
    for (std::size_t way = 0; way < totals.size(); ++way) {
      const Nanoseconds excess = totals[way] - result_.usual;
      if (excess <= result_.limit) continue;
      result_.slow.push_back({way, excess, explain(way)});
    }
    add_up();
    return std::move(result_);
  }

 private:
  // Where it was later than usual; by clocks that disagree, not.
  std::vector<Excess> excesses(std::size_t way) const {
    std::vector<Excess> all;
    for (std::size_t link = 0; link < chain_.links.size(); ++link) {
      const Stages& stages = chain_.ways[way][link];
      Nanoseconds at = model_.publications[chain_.hops[way][link].publication].begin;
      for (std::size_t s = 0; s < kStageCount; ++s) {
        const Nanoseconds until = at + stages[s];
        const Nanoseconds beyond = stages[s] - usual_[link * kStageCount + s];
        if (beyond > 0) all.push_back({link, static_cast<Stage>(s), at, until, beyond});
        at = until;
      }
    }
    return all;
  }

  // Of the threads on which a stage can be held up.
  void claim(std::size_t way, const Excess& one, std::vector<CpuClaim>& claims) const {
    using Rank = CpuClaim::Rank;
    const Hop& hop = chain_.hops[way][one.link];
    const PublishedMessage& publication = model_.publications[hop.publication];
    const Run& run = model_.runs[hop.run];
    const auto add = [&](Index thread, Nanoseconds until, Rank rank) {
      claims.push_back({thread, one.from, until, one.amount, rank, 0});
    };
    switch (one.stage) {
      case Stage::kPublisher:
      case Stage::kMiddleware: return add(publication.thread, one.until, Rank::kAtWork);
      case Stage::kTransport: {
        const Index bringer = model_.takes[run.take].brought_by;
        if (bringer != publication.thread) add(bringer, one.until, Rank::kAtWork);
        // Who publishes may do the sending; when its callback has ended, that is done.
        const Nanoseconds done =
            publication.run == kNone ? kNever : model_.runs[publication.run].end;
        add(publication.thread, done == kNever ? one.until : std::min(done, one.until),
            Rank::kPerhaps);
        return;
      }
      case Stage::kNotification: return add(run.thread, one.until, Rank::kWoken);
      case Stage::kExecutorWait:
      case Stage::kSubscriber:
      case Stage::kCallback: return add(run.thread, one.until, Rank::kAtWork);
    }
  }

  std::vector<Blame> explain(std::size_t way) const {
    const auto all = excesses(way);
    std::vector<CpuClaim> claims;
    std::vector<std::size_t> ends;  // of the claims of each excess
    for (const Excess& one : all) {
      claim(way, one, claims);
      ends.push_back(claims.size());
    }
    shares_.answer(claims);
    Tally tally;
    for (std::size_t i = 0, c = 0; i < all.size(); ++i) {
      Nanoseconds rest = all[i].amount;
      for (; c < ends[i]; ++c) {
        const Nanoseconds waited = std::min(rest, claims[c].waited);
        if (waited > 0) tally[{Cause::kCpuContention, claims[c].thread}] += waited;
        rest -= waited;
      }
      if (rest > 0) blame(chain_.hops[way][all[i].link], all[i], rest, tally);
    }
    return largest(tally);
  }

  using Tally = std::map<std::pair<Cause, Index>, Nanoseconds>;

  // For what was no wait for a CPU that is known of.
  void blame(const Hop& hop, const Excess& excess, Nanoseconds rest, Tally& tally) const {
    const Run& run = model_.runs[hop.run];
    switch (excess.stage) {
      case Stage::kPublisher:
      case Stage::kMiddleware:
      case Stage::kTransport:
        tally[{Cause::kSlowRoute, model_.publications[hop.publication].publisher}] += rest;
        return;
      case Stage::kExecutorWait:
      case Stage::kNotification: return blame_wait(hop, excess, rest, tally);
      case Stage::kSubscriber:
      case Stage::kCallback: tally[{Cause::kCallbackWork, run.callback}] += rest;
    }
  }

  void blame_wait(const Hop& hop, const Excess& excess, Nanoseconds rest, Tally& tally) const {
    const Run& run = model_.runs[hop.run];
    const Take& take = model_.takes[run.take];
    const auto others = excess.stage == Stage::kExecutorWait
                            ? neighbours_.on_thread(hop.run, take.delivered, take.taken)
                            : neighbours_.of_node(hop.run, excess.from, excess.until);
    Nanoseconds whole = 0;
    for (const auto& [callback, took] : others) whole += took;
    const bool is_all = excess.stage == Stage::kExecutorWait && whole > 0;
    const Nanoseconds queued = is_all ? rest : std::min(rest, whole);
    for (const auto& [callback, took] : others) {
      const double part = static_cast<double>(took) / static_cast<double>(whole);
      tally[{Cause::kQueueing, callback}] +=
          static_cast<Nanoseconds>(part * static_cast<double>(queued));
    }
    if (queued < rest) blame_idle(run, take, rest - queued, tally);
  }

  // Woken late, and nobody knows why: where waits for a CPU are not recorded, they are
  // what is left.
  void blame_idle(const Run& run, const Take& take, Nanoseconds rest, Tally& tally) const {
    const bool watched = model_.watched[model_.threads[run.thread].process];
    if (watched) {
      tally[{Cause::kUnexplained, take.subscription}] += rest;
    } else {
      tally[{Cause::kCpuContention, run.thread}] += rest;
    }
  }

  static std::vector<Blame> largest(const Tally& tally) {
    Nanoseconds whole = 0;
    for (const auto& [who, excess] : tally) whole += excess;
    std::vector<Blame> all;
    for (const auto& [who, excess] : tally) {
      if (static_cast<double>(excess) < kLeastShare * static_cast<double>(whole)) continue;
      all.push_back({who.first, who.second, excess});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Blame& a, const Blame& b) { return a.excess > b.excess; });
    return all;
  }

  void add_up() {
    std::map<std::pair<Cause, Index>, Culprit> all;
    Nanoseconds whole = 0;
    for (const SlowWay& slow : result_.slow) {
      for (const Blame& blame : slow.blames) {
        Culprit& one = all[{blame.cause, blame.who}];
        one.blame.cause = blame.cause;
        one.blame.who = blame.who;
        one.blame.excess += blame.excess;
        ++one.messages;
        whole += blame.excess;
      }
    }
    for (auto& [who, one] : all) {
      one.share = static_cast<double>(one.blame.excess) / static_cast<double>(whole);
      result_.all.push_back(one);
    }
    std::stable_sort(result_.all.begin(), result_.all.end(),
                     [](const Culprit& a, const Culprit& b) { return a.share > b.share; });
  }

  const Model& model_;
  const CpuShares& shares_;
  const Neighbours& neighbours_;
  const Chain& chain_;
  std::vector<Nanoseconds> usual_;  // by link and stage
  Culprits result_;
};

}  // namespace

const char* name_of(Cause cause) {
  switch (cause) {
    case Cause::kCallbackWork: return "callback-work";
    case Cause::kQueueing: return "queueing";
    case Cause::kCpuContention: return "cpu-contention";
    case Cause::kSlowRoute: return "slow-route";
    case Cause::kUnexplained: return "unexplained";
  }
  return "?";
}

std::vector<Culprit> Culprits::named() const {
  std::vector<Culprit> those;
  for (const Culprit& one : all) {
    if (one.share >= kLeastShare) those.push_back(one);
  }
  return those;
}

std::vector<Culprits> find_culprits(const Model& model, const std::vector<Chain>& chains,
                                    const CulpritOptions& options) {
  const CpuShares shares(model);
  const Neighbours neighbours(model);
  std::vector<Culprits> all;
  for (const Chain& chain : chains) {
    const auto is_call = [](const Chain::Link& link) { return link.client != kNone; };
    if (std::any_of(chain.links.begin(), chain.links.end(), is_call)) {
      all.emplace_back();  // of requests and responses too little is known
      continue;
    }
    all.push_back(Judge(model, shares, neighbours, chain, options).run());
  }
  return all;
}

std::string describe(const Model& model, const Blame& blame) {
  switch (blame.cause) {
    case Cause::kCallbackWork:
    case Cause::kQueueing: return model.describe(blame.who);
    case Cause::kCpuContention: {
      const trace_read::Thread& thread = model.threads[blame.who];
      const trace_read::Process& process = model.processes[thread.process];
      return "thread " + std::to_string(thread.id) + " '" + thread.name + "' of " +
             process.program + "-" + std::to_string(process.pid);
    }
    case Cause::kSlowRoute:
      return model.publishers[blame.who].topic + " from " +
             model.name_of(model.publishers[blame.who].node);
    case Cause::kUnexplained:
      return "before " + model.subscriptions[blame.who].topic + " of " +
             model.name_of(model.subscriptions[blame.who].node);
  }
  return "?";
}

}  // namespace ranvier::trace_model
