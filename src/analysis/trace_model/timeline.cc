#include "analysis/trace_model/timeline.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "analysis/trace_model/apart.h"

namespace ranvier::trace_model {
namespace {

enum Kind : std::uint64_t { kPlain = 0, kWithMessage = 1, kSeveral = 2 };

void add_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(number));
}
void add_time(std::vector<std::uint8_t>& bytes, Nanoseconds time) {
  add_number(bytes, static_cast<std::uint64_t>(std::max<Nanoseconds>(0, time)));
}

/// Packs the runs of a lane; whatever the clock did, it goes forward.
class RunPacker final {
 public:
  RunPacker(Nanoseconds grain, bool may_overlap) : grain_(grain), may_overlap_(may_overlap) {}

  struct Item {
    Nanoseconds start = 0, end = 0;
    std::uint64_t callback = 0;
    Index publisher = kNone;
    Nanoseconds age = 0;  // of its message
  };

  void add(Item item) {
    item.start = std::max(item.start, may_overlap_ ? item_.start : item_.end);
    item.end = std::max(item.end, item.start);
    const Nanoseconds length = item.end - item.start;
    if (count_ > 0 && grain_ > 0 && item.end - item_.start <= grain_) {
      if (length > longest_) item_.callback = item.callback;
      item_.end = std::max(item_.end, item.end);
    } else {
      flush();
      item_ = item;
      longest_ = 0;
    }
    longest_ = std::max(longest_, length);
    busy_ += length;
    ++count_;
  }
  Packed finish() {
    flush();
    return std::move(packed_);
  }

 private:
  void flush() {
    if (count_ == 0) return;
    const Kind kind = count_ > 1 ? kSeveral : item_.publisher != kNone ? kWithMessage : kPlain;
    add_time(packed_.bytes, item_.start - before_);
    add_time(packed_.bytes, item_.end - item_.start);
    add_number(packed_.bytes, 4 * item_.callback + kind);
    if (kind == kWithMessage) {
      add_time(packed_.bytes, item_.age);
      add_number(packed_.bytes, item_.publisher);
    } else if (kind == kSeveral) {
      add_number(packed_.bytes, count_);
      add_time(packed_.bytes, busy_);
    }
    ++packed_.items;
    before_ = item_.start;
    count_ = 0;
    busy_ = 0;
  }

  const Nanoseconds grain_;
  const bool may_overlap_;
  Packed packed_;
  Nanoseconds before_ = 0;  // the start of the item before
  Item item_;
  std::uint64_t count_ = 0;
  Nanoseconds longest_ = 0, busy_ = 0;
};

Packed pack_marks(std::vector<Nanoseconds> times, Nanoseconds grain) {
  std::sort(times.begin(), times.end());
  Packed packed;
  Nanoseconds before = 0;
  for (std::size_t i = 0; i < times.size();) {
    std::size_t next = i + 1;
    while (grain > 0 && next < times.size() && times[next] - times[i] <= grain) ++next;
    const std::uint64_t many = next - i > 1;
    add_number(packed.bytes, 2 * static_cast<std::uint64_t>(times[i] - before) + many);
    if (many) add_number(packed.bytes, next - i);
    before = times[i];
    ++packed.items;
    i = next;
  }
  return packed;
}

// Waits by their ends; those that follow within the grain are one.
Packed pack_waits(const std::vector<std::pair<Nanoseconds, Nanoseconds>>& waits,
                  Nanoseconds grain) {
  Packed packed;
  Nanoseconds before = 0, last_end = 0;
  for (std::size_t i = 0; i < waits.size();) {
    const Nanoseconds begin = std::max(waits[i].first, last_end);
    Nanoseconds end = std::max(waits[i].second, begin);
    std::size_t next = i + 1;
    while (next < waits.size() && grain > 0 && waits[next].second - begin <= grain) {
      end = std::max(end, waits[next++].second);
    }
    add_time(packed.bytes, begin - before);
    add_time(packed.bytes, end - begin);
    before = begin;
    last_end = end;
    ++packed.items;
    i = next;
  }
  return packed;
}

class Packing final {
 public:
  Packing(const Model& model, const Spans& spans) : model_(model), spans_(spans) {
    timeline_.zero = spans.all.first == kNever ? 0 : spans.all.first;
    timeline_.length = spans.all.first == kNever ? 0 : apart(spans.all.first, spans.all.last);
  }
  Timeline run(Nanoseconds grain) {
    timeline_.grain = grain;
    pack_runs();
    pack_topics();
    pack_waits_of_lanes();
    return std::move(timeline_);
  }

 private:
  Nanoseconds since_zero(Nanoseconds time) const {
    return std::clamp<Nanoseconds>(apart(timeline_.zero, time), 0, timeline_.length);
  }

  RunPacker::Item item_of(const Run& run) const {
    RunPacker::Item item;
    item.start = since_zero(run.start);
    item.end = since_zero(run.end == kNever ? spans_.threads[run.thread].last : run.end);
    item.callback = run.callback;
    if (run.take == kNone) return item;
    const Index from = model_.takes[run.take].publication;
    if (from == kNone) return item;
    item.publisher = model_.publications[from].publisher;
    item.age = apart(model_.publications[from].begin, run.start);
    return item;
  }

  void pack_runs() {
    std::map<std::pair<Index, bool>, RunPacker> lanes;
    for (const Run& run : model_.runs) {
      const auto where = std::pair(run.thread, run.is_nested);
      lanes.try_emplace(where, timeline_.grain, run.is_nested).first->second.add(item_of(run));
    }
    for (auto& [where, packer] : lanes) {
      timeline_.threads.push_back({where.first, where.second, packer.finish()});
    }
  }

  void pack_topics() {
    std::map<std::string_view, std::array<std::vector<Nanoseconds>, 2>> topics;
    std::vector<std::vector<Nanoseconds>*> published, taken;
    for (const Publisher& one : model_.publishers) published.push_back(&topics[one.topic][0]);
    for (const Subscription& one : model_.subscriptions) taken.push_back(&topics[one.topic][1]);
    for (const PublishedMessage& one : model_.publications) {
      published[one.publisher]->push_back(since_zero(one.begin));
    }
    for (const Take& one : model_.takes) taken[one.subscription]->push_back(since_zero(one.taken));
    for (auto& [topic, times] : topics) {
      timeline_.topics.push_back({std::string(topic),
                                  pack_marks(std::move(times[0]), timeline_.grain),
                                  pack_marks(std::move(times[1]), timeline_.grain)});
    }
  }

  void pack_waits_of_lanes() {
    std::map<Index, std::vector<std::pair<Nanoseconds, Nanoseconds>>> waits;
    for (const RunLane& lane : timeline_.threads) waits[lane.thread];
    for (const CpuWait& wait : model_.cpu_waits) {
      const auto lane = waits.find(wait.thread);
      if (lane == waits.end() || !wait.is_exact) continue;
      lane->second.emplace_back(since_zero(wait.begin), since_zero(wait.end));
    }
    for (const auto& [thread, of] : waits) {
      if (!of.empty()) timeline_.waits.push_back({thread, pack_waits(of, timeline_.grain)});
    }
  }

  const Model& model_;
  const Spans& spans_;
  Timeline timeline_;
};

}  // namespace

std::uint64_t Timeline::items() const {
  std::uint64_t all = 0;
  for (const RunLane& lane : threads) all += lane.runs.items;
  for (const MarkLane& lane : topics) all += lane.publications.items + lane.takes.items;
  for (const WaitLane& lane : waits) all += lane.waits.items;
  return all;
}

Timeline pack_timeline(const Model& model, const Spans& spans, std::uint64_t most) {
  constexpr Nanoseconds kFinest = 1 << 20, kCoarsest = 1 << 16;  // parts of the whole
  Timeline timeline = Packing(model, spans).run(0);
  for (Nanoseconds parts = kFinest; parts >= kCoarsest && timeline.items() > most; parts /= 4) {
    timeline = Packing(model, spans).run(timeline.length / parts + 1);
  }
  return timeline;
}

}  // namespace ranvier::trace_model
