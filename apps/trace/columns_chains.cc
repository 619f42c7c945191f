#include "analysis/trace_model/stages.h"
#include "columns_tables.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

/// Of the rows of many chains, one behind the other: whose each is.
struct Place {
  std::size_t chain, at;  // at: within the chain
};

template <class Count>
std::vector<Place> places(std::size_t chains, Count&& count) {
  std::vector<Place> all;
  for (std::size_t c = 0; c < chains; ++c) {
    for (std::size_t i = 0; i < count(c); ++i) all.push_back({c, i});
  }
  return all;
}

// Where the rows of each chain begin.
template <class Count>
std::vector<std::size_t> firsts(std::size_t chains, Count&& count) {
  std::vector<std::size_t> all(1);
  for (std::size_t c = 0; c < chains; ++c) all.push_back(all.back() + count(c));
  return all;
}

std::string column_of(Stage stage) {
  std::string name = name_of(stage);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

void write_heads(ColumnFile& file, const Model& model, const std::vector<Chain>& chains,
                 const std::vector<Culprits>& culprits) {
  const auto ways = [&](std::size_t c) { return chains[c].count(); };
  const auto links = [&](std::size_t c) { return chains[c].links.size(); };
  const auto first_way = firsts(chains.size(), ways), first_link = firsts(chains.size(), links);
  file.table("chains", "paths through the same publishers and subscriptions, the most used first",
             chains.size())
      .text("name", "the chain in words", [&](std::size_t c) { return describe(model, chains[c]); })
      .uint64("first_way", "its first row in ways", [&](std::size_t c) { return first_way[c]; })
      .uint64("way_count", "number of rows there", ways)
      .uint64("first_link", "its first row in links", [&](std::size_t c) { return first_link[c]; })
      .uint64("link_count", "number of rows there", links)
      .span("usual", "median of the time from publish() to the end of the last callback",
            [&](std::size_t c) { return culprits[c].usual; })
      .span("limit", "a way that exceeds usual by more than this is slow",
            [&](std::size_t c) { return culprits[c].limit; });
}

void write_links(ColumnFile& file, const Model& model, const std::vector<Chain>& chains) {
  const auto rows = places(chains.size(), [&](std::size_t c) { return chains[c].links.size(); });
  const auto first_part =
      firsts(rows.size(), [&](std::size_t r) { return chains[rows[r].chain].count(); });
  const auto link = [&](std::size_t r) -> const Chain::Link& {
    return chains[rows[r].chain].links[rows[r].at];
  };
  file.table("links", "a publisher and a subscription that follow each other in a chain",
             rows.size())
      .place("chain", "chains", "the chain", [&](std::size_t r) { return rows[r].chain; })
      .place("publisher", "publishers", "the publisher",
             [&](std::size_t r) { return link(r).publisher; })
      .place("subscription", "subscriptions", "the subscription",
             [&](std::size_t r) { return link(r).subscription; })
      .text("from", "the node that publishes",
            [&](std::size_t r) { return model.name_of(model.publishers[link(r).publisher].node); })
      .text("topic", "the topic",
            [&](std::size_t r) { return model.publishers[link(r).publisher].topic; })
      .text("to", "the node that receives",
            [&](std::size_t r) {
              return model.name_of(model.subscriptions[link(r).subscription].node);
            })
      .uint64("first_part", "its first row in parts; it has one there for each way",
              [&](std::size_t r) { return first_part[r]; });
}

void write_ways(ColumnFile& file, const std::vector<Chain>& chains) {
  const auto rows = places(chains.size(), [&](std::size_t c) { return chains[c].count(); });
  const auto chain = [&](std::size_t r) -> const Chain& { return chains[rows[r].chain]; };
  ColumnFile::Table table = file.table(
      "ways", "the messages of each chain, from the first publish() to the last callback",
      rows.size());
  table.place("chain", "chains", "the chain", [&](std::size_t r) { return rows[r].chain; })
      .time("begin", "publish() was called",
            [&](std::size_t r) { return chain(r).begins[rows[r].at]; })
      .time("start", "the last callback began",
            [&](std::size_t r) { return chain(r).starts[rows[r].at]; })
      .time("end", "the last callback ended",
            [&](std::size_t r) { return chain(r).ends[rows[r].at]; })
      .span(
          "latency", "from begin to start",
          [&](std::size_t r) { return chain(r).starts[rows[r].at] - chain(r).begins[rows[r].at]; })
      .span("total", "from begin to end; the stages add up to it",
            [&](std::size_t r) { return chain(r).ends[rows[r].at] - chain(r).begins[rows[r].at]; });
  for (std::size_t s = 0; s < kStageCount; ++s) {
    table.span(column_of(static_cast<Stage>(s)), "sum of this stage over all links",
               [&](std::size_t r) {
                 Nanoseconds sum = 0;
                 for (const Stages& link : chain(r).ways[rows[r].at]) sum += link[s];
                 return sum;
               });
  }
}

// Link by link, so that a stage of a link is rows that follow one another.
void write_parts(ColumnFile& file, const std::vector<Chain>& chains, const RunOrder& order) {
  struct Part {
    std::uint32_t chain, link, way;
  };
  std::vector<Part> rows;
  for (std::uint32_t c = 0; c < chains.size(); ++c) {
    for (std::uint32_t l = 0; l < chains[c].links.size(); ++l) {
      for (std::uint32_t w = 0; w < chains[c].count(); ++w) rows.push_back({c, l, w});
    }
  }
  const auto hop = [&](std::size_t r) -> const Hop& {
    return chains[rows[r].chain].hops[rows[r].way][rows[r].link];
  };
  ColumnFile::Table table = file.table(
      "parts", "each link of each way, split by stage; rows ordered by link", rows.size());
  table
      .place("publication", "publications", "the message",
             [&](std::size_t r) { return hop(r).publication; })
      .place("run", "runs", "the callback that received it",
             [&](std::size_t r) { return order.row_of[hop(r).run]; });
  for (std::size_t s = 0; s < kStageCount; ++s) {
    table.span(column_of(static_cast<Stage>(s)), "duration of this stage", [&](std::size_t r) {
      return chains[rows[r].chain].ways[rows[r].way][rows[r].link][s];
    });
  }
}

void write_culprits(ColumnFile& file, const Model& model, const std::vector<Chain>& chains,
                    const std::vector<Culprits>& culprits) {
  const auto rows = places(chains.size(), [&](std::size_t c) { return culprits[c].all.size(); });
  const auto one = [&](std::size_t r) -> const Culprit& {
    return culprits[rows[r].chain].all[rows[r].at];
  };
  file.table("culprits", "what made the slow messages of each chain late, the largest part first",
             rows.size())
      .place("chain", "chains", "the chain", [&](std::size_t r) { return rows[r].chain; })
      .text("cause", "callback-work, queueing, cpu-contention, slow-route or unexplained",
            [&](std::size_t r) { return name_of(one(r).blame.cause); })
      .text("who", "the callback, thread, topic or subscription",
            [&](std::size_t r) { return describe(model, one(r).blame); })
      .span("excess", "time beyond the usual, summed over its messages",
            [&](std::size_t r) { return one(r).blame.excess; })
      .real("share", "share of the excess of all slow messages: 0 to 1",
            [&](std::size_t r) { return one(r).share; })
      .uint64("messages", "number of messages", [&](std::size_t r) { return one(r).messages; });
  const auto slow = places(chains.size(), [&](std::size_t c) { return culprits[c].slow.size(); });
  const auto first = firsts(chains.size(), [&](std::size_t c) { return chains[c].count(); });
  const auto way = [&](std::size_t r) -> const SlowWay& {
    return culprits[slow[r].chain].slow[slow[r].at];
  };
  file.table("slow_ways", "slow messages of chains", slow.size())
      .place("way", "ways", "the way",
             [&](std::size_t r) { return first[slow[r].chain] + way(r).way; })
      .span("excess", "time beyond the usual", [&](std::size_t r) { return way(r).excess; })
      .text("cause", "cause of the largest part of it",
            [&](std::size_t r) {
              return way(r).blames.empty() ? "" : name_of(way(r).blames[0].cause);
            })
      .text("who", "the callback, thread, topic or subscription that caused it",
            [&](std::size_t r) {
              return way(r).blames.empty() ? std::string() : describe(model, way(r).blames[0]);
            });
}

}  // namespace

void write_chains(ColumnFile& file, const Model& model, const std::vector<Chain>& chains,
                  const std::vector<Culprits>& culprits, const RunOrder& order) {
  write_heads(file, model, chains, culprits);
  write_links(file, model, chains);
  write_ways(file, chains);
  write_parts(file, chains, order);
  write_culprits(file, model, chains, culprits);
}

}  // namespace ranvier::apps
