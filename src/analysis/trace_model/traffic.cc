#include "analysis/trace_model/traffic.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "analysis/trace_model/apart.h"

namespace ranvier::trace_model {
namespace {

/// What one subscription got of one publisher.
struct Pair {
  Index first = kNone, last = 0;  // publications, by their numbers at the publisher
  Nanoseconds first_came = INT64_MAX, last_came = kNever;
  std::uint64_t got = 0;
};

class Counting final {
 public:
  explicit Counting(const Model& model)
      : model_(model),
        receptions_(model.subscriptions.size()),
        last_came_(model.subscriptions.size(), kNever) {
    number_publications();
    for (const Take& take : model.takes) count(take);
    for (std::size_t i = 0; i < model.publishers.size(); ++i) {
      if (const Index gid = model.publishers[i].gid) by_gid_.emplace(gid, static_cast<Index>(i));
    }
    for (const Untaken& one : model.untaken) count(one);
    for (const auto& [key, pair] : pairs_) {
      const std::uint64_t sent = std::uint64_t{pair.last} - pair.first + 1;
      receptions_[key & kNone].missed += sent > pair.got ? sent - pair.got : 0;
    }
  }
  [[nodiscard]] const Reception& of(std::size_t subscription) const {
    return receptions_[subscription];
  }

 private:
  static std::uint64_t key(Index publisher, Index subscription) {
    return std::uint64_t{publisher} << 32 | subscription;
  }

  void number_publications() {
    std::vector<Index> next(model_.publishers.size());
    numbers_.reserve(model_.publications.size());
    for (const PublishedMessage& one : model_.publications)
      numbers_.push_back(next[one.publisher]++);
  }

  void count(const Take& take) {
    Reception& to = receptions_[take.subscription];
    last_came_[take.subscription] = std::max(last_came_[take.subscription], take.delivered);
    if (take.is_dropped) return;  // it counts as that
    ++to.taken;
    if (take.publication == kNone) {
      ++to.unknown;
      return;
    }
    Pair& pair = pairs_[key(model_.publications[take.publication].publisher, take.subscription)];
    const Index number = numbers_[take.publication];
    pair.first = std::min(pair.first, number);
    pair.last = std::max(pair.last, number);
    ++pair.got;
    if (take.delivered == kNever) return;
    pair.first_came = std::min(pair.first_came, take.delivered);
    pair.last_came = std::max(pair.last_came, take.delivered);
  }

  void count(const Untaken& one) {
    Reception& to = receptions_[one.subscription];
    const bool is_told = !one.reason.empty();
    if (is_told && one.reason != "history") {
      ++to.refused[one.reason];
    } else if (is_told || one.delivered <= last_came_[one.subscription]) {
      ++to.pushed_out;
    } else {
      ++to.waiting;
      return;
    }
    const auto publisher = by_gid_.find(one.gid);
    if (publisher == by_gid_.end()) return;
    const auto pair = pairs_.find(key(publisher->second, one.subscription));
    if (pair == pairs_.end()) return;
    pair->second.got +=
        one.delivered >= pair->second.first_came && one.delivered <= pair->second.last_came;
  }

  const Model& model_;
  std::vector<Index> numbers_;  // of each publication, at its publisher
  std::vector<Reception> receptions_;
  std::vector<Nanoseconds> last_came_;  // of what each subscription took
  std::unordered_map<std::uint64_t, Pair> pairs_;
  std::unordered_map<Index, Index> by_gid_;
};

}  // namespace

std::uint64_t TopicTraffic::dropped() const {
  std::uint64_t all = 0;
  for (const Reception& one : receptions) {
    all += one.pushed_out + one.missed;
    for (const auto& [reason, count] : one.refused) all += count;
  }
  return all;
}

std::vector<TopicTraffic> topic_traffic(const Model& model) {
  const Counting counting(model);
  std::map<std::string_view, TopicTraffic> topics;
  std::vector<TopicTraffic*> of;  // each publisher
  for (std::size_t i = 0; i < model.publishers.size(); ++i) {
    of.push_back(&topics[model.publishers[i].topic]);
    of.back()->publishers.push_back(static_cast<Index>(i));
  }
  std::unordered_map<TopicTraffic*, std::vector<Nanoseconds>> moments;
  for (const PublishedMessage& one : model.publications) {
    moments[of[one.publisher]].push_back(one.begin);
  }
  for (auto& [topic, all] : moments) {
    std::sort(all.begin(), all.end());
    topic->published = all.size();
    for (std::size_t i = all.size() - 1; i > 0; --i) all[i] = apart(all[i - 1], all[i]);
    all.erase(all.begin());
    topic->period = statistics(std::move(all));
  }
  for (std::size_t i = 0; i < model.subscriptions.size(); ++i) {
    Reception one = counting.of(i);
    one.subscription = static_cast<Index>(i);
    topics[model.subscriptions[i].topic].receptions.push_back(one);
  }
  std::vector<TopicTraffic> result;
  for (auto& [name, traffic] : topics) {
    traffic.topic = name;
    result.push_back(std::move(traffic));
  }
  return result;
}

}  // namespace ranvier::trace_model
