#include "analysis/schedule/case_study.h"

#include <cmath>
#include <initializer_list>
#include <string>

namespace ranvier::schedule {
namespace {

std::int64_t ns(double ms) { return std::llround(ms * 1e6); }

Chain chain(std::size_t number, double period, std::initializer_list<double> costs) {
  Chain made{"chain " + std::to_string(number), ns(period), {}};
  for (const double cost : costs) {
    made.callbacks.push_back(
        {"c" + std::to_string(number) + "." + std::to_string(made.callbacks.size()), ns(cost)});
  }
  made.best_effort = number >= 7;
  return made;
}

}  // namespace

TaskSet case_study() {
  TaskSet set{chain(1, 80, {2.3, 16.1}),
              chain(2, 80, {2.3, 2.2, 18.4, 9.1}),
              chain(3, 100, {23.1, 7.9, 14.2, 17.9}),
              chain(4, 100, {20.6, 17.9, 6.6}),
              chain(5, 160, {1.7, 11.0, 6.6, 7.9}),
              chain(6, 1000, {1.7, 195.9}),
              chain(7, 120, {33.2, 2.2}),
              chain(8, 120, {33.2, 6.6}),
              chain(9, 120, {33.2, 6.6}),
              chain(10, 120, {33.2, 1.7}),
              chain(11, 120, {33.2, 2.2}),
              chain(12, 120, {33.2, 2.2})};
  set[1].timer_of = 0;
  return set;
}

Placement case_study_placement() {
  constexpr std::size_t kCpus[] = {0, 1, 2, 3, 0, 3, 2, 1, 1, 3, 0, 2, 3, 0, 0, 1, 1, 2};
  Placement placement;
  for (const std::size_t cpu : kCpus) {
    placement.executors.push_back({cpu, 90 - static_cast<int>(placement.executors.size())});
  }
  const TaskSet set = case_study();
  placement.priority_of = callback_priorities(set);
  std::size_t next = 6;  // those of the best-effort chains hold one callback each
  for (std::size_t i = 0; i < set.size(); ++i) {
    auto& of_chain = placement.executor_of.emplace_back(set[i].callbacks.size(), i);
    if (set[i].timer_of) of_chain[0] = *set[i].timer_of;
    if (!set[i].best_effort) continue;
    for (std::size_t& executor : of_chain) executor = next++;
  }
  return placement;
}

}  // namespace ranvier::schedule
