#include "ranvier/run/rounds.h"

#include <algorithm>
#include <utility>

#include "ranvier/os/clock.h"

namespace ranvier {

namespace {

// In their order.
template <class List, class Wanted>
void move_if(List& from, List& to, Wanted wanted) {
  const auto kept = std::stable_partition(from.begin(), from.end(),
                                          [&](const auto& held) { return !wanted(*held.work); });
  to.insert(to.end(), kept, from.end());
  from.erase(kept, from.end());
}

}  // namespace

Rounds::Rounds(Engine& engine, RoundRules rules)
    : engine_(engine), rules_(std::move(rules)), ready_(rules_.places) {}

bool Rounds::run(std::int64_t deadline, std::uint32_t stops) {
  bool ran = false;
  const auto go_on = [&] {
    return engine_.stops() == stops && (!ran || deadline == kForever || steady_ns() < deadline);
  };
  const auto run_next = [&] {
    while (go_on()) {
      Work* const work = next();
      if (work == nullptr) return;
      ran |= run(*work);
    }
  };
  run_next();  // of a round that was broken off
  gather(stops);
  run_next();  // what has no place
  if (go_on() && may_begin()) {
    begin_round();
    run_next();
  }
  return ran;
}

bool Rounds::wait(std::int64_t deadline, std::uint32_t stops) {
  Work* const work = engine_.pull(deadline, stops);
  if (work != nullptr) keep(*work);
  return work != nullptr;
}

// Ends: what is held is not pulled once more, and nothing runs meanwhile.
void Rounds::gather(std::uint32_t stops) {
  while (wait(0, stops)) {}
}

void Rounds::keep(Work& work) {
  const std::int64_t value = work.order_value();
  const bool placed = value > 0 && static_cast<std::uint64_t>(value) <= rules_.places;
  Lock lock(mutex_);
  if (placed) {
    held_.push_back({&work, static_cast<std::size_t>(value)});
  } else {
    next_.insert(next_.begin(), {&work, 0});
  }
}

bool Rounds::may_begin() {
  std::fill(ready_.begin(), ready_.end(), false);
  List retired;
  bool some = false;
  {
    Lock lock(mutex_);
    move_if(held_, retired, [](const Work& work) { return work.retired(); });
    for (const Held& held : held_) ready_[held.place - 1] = some = true;
  }
  for (const Held& held : retired) put_back(*held.work);
  return some && rules_.trigger(ready_);
}

void Rounds::begin_round() {
  List round;
  {
    Lock lock(mutex_);
    round.swap(held_);
  }
  std::stable_sort(round.begin(), round.end(),
                   [](const Held& a, const Held& b) { return a.place < b.place; });
  if (rules_.reads_first) {
    for (const Held& held : round) held.work->read();
  }
  Lock lock(mutex_);
  next_.insert(next_.begin(), round.rbegin(), round.rend());
}

Work* Rounds::next() {
  Lock lock(mutex_);
  if (next_.empty()) return nullptr;
  Work* const work = next_.back().work;
  next_.pop_back();
  return work;
}

bool Rounds::run(Work& work) {
  switch (engine_.begin_here(work)) {
    case Begun::kLater: return false;
    case Begun::kMoved: put_back(work); return false;
    case Begun::kYes: break;
  }
  struct End {
    Work& work;
    ~End() { Engine::end(work); }
  } end_after{work};
  engine_.run_read(work);
  return true;
}

void Rounds::give_back_moved() noexcept {
  List moved;
  {
    Lock lock(mutex_);
    const auto is_gone = [this](const Work& work) {
      return work.retired() || !work.strand().attached_to(engine_);
    };
    move_if(next_, moved, is_gone);
    move_if(held_, moved, is_gone);
  }
  for (const Held& held : moved) put_back(*held.work);
}

// Where it belongs now: to another engine, to none, or nowhere if it is retired.
void Rounds::put_back(Work& work) noexcept {
  work.unread();
  Engine::put_back(work);
}

}  // namespace ranvier
