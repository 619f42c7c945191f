#include "analysis/trace_model/core_waits.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/objects.h"

namespace ranvier::trace_model {
namespace {

using trace_read::SchedulerEvent;

constexpr std::size_t kMostSlices = 10'000;  // that are looked at for one wait

/// What the trace of a kernel has.
struct Coverage {
  Nanoseconds first = kNever, last = kNever;
  bool has_switches = false, has_wakes = false;
  [[nodiscard]] bool is_enough() const { return has_switches && has_wakes; }
  [[nodiscard]] bool covers(Nanoseconds time) const { return time >= first && time <= last; }
};

/// A thread of ours, as the scheduler sees it.
struct Watched {
  enum class State { kUnknown, kSleeps, kReady, kRuns };
  std::vector<Index> threads;  // the same one in the traces of several recorders
  State state = State::kUnknown;
  Nanoseconds since = 0;  // ready
};

/// On a core, until the next one.
struct Slice {
  Nanoseconds begin;
  Index task;
};

class Waits final {
 public:
  Waits(const trace_read::Trace& trace, Model& model)
      : trace_(trace), model_(model), kernels_(trace.kernels.size()) {
    model_.watched_by_kernel.resize(trace.processes.size());
    for (const SchedulerEvent& event : trace.scheduler) cover(event);
    for (Index i = 0; i < trace.threads.size(); ++i) watch(i);
  }

  void run() {
    tell_of_kernels();
    if (watched_.empty()) return;
    drop_looks();
    for (const SchedulerEvent& event : trace_.scheduler) see(event);
    std::stable_sort(model_.cpu_waits.begin(), model_.cpu_waits.end(),
                     [](const CpuWait& a, const CpuWait& b) { return a.end < b.end; });
    add_taken();
  }

 private:
  void cover(const SchedulerEvent& event) {
    Coverage& kernel = kernels_[event.kernel];
    if (kernel.first == kNever) kernel.first = event.time;
    kernel.last = event.time;
    const bool is_switch = event.kind == SchedulerEvent::Kind::kSwitch;
    kernel.has_switches = kernel.has_switches || is_switch;
    kernel.has_wakes = kernel.has_wakes || !is_switch;
  }

  // Numbers of threads are a host's; its kernel restarts them at each boot.
  [[nodiscard]] bool is_of(const trace_read::Process& process, Index kernel) const {
    const trace_read::Kernel& one = trace_.kernels[kernel];
    return one.host == process.host && one.clock_uuid == process.clock_uuid;
  }

  void watch(Index thread) {
    const trace_read::Thread& one = trace_.threads[thread];
    for (Index kernel = 0; kernel < kernels_.size(); ++kernel) {
      if (one.id <= 0 || !kernels_[kernel].is_enough()) continue;
      if (!is_of(trace_.processes[one.process], kernel)) continue;
      model_.watched[one.process] = true;
      model_.watched_by_kernel[one.process] = true;
      // A thread that took another name is one to the kernel: its last name has the waits.
      auto& same = watched_[{kernel, static_cast<std::uint64_t>(one.id)}].threads;
      std::erase_if(same,
                    [&](Index other) { return trace_.threads[other].process == one.process; });
      same.push_back(thread);
    }
  }

  void tell_of_kernels() {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      if (kernels_[i].first == kNever || kernels_[i].is_enough()) continue;
      model_.findings.push_back(
          "The kernel's events of '" + trace_.kernels[i].folder + "' have no " +
          (kernels_[i].has_switches ? "sched_waking" : "sched_switch") +
          ": they do not say how long a thread waited for a CPU, and are not used. Record both.");
    }
  }

  void drop_looks() {
    std::erase_if(model_.cpu_waits, [this](const CpuWait& look) {
      const trace_read::Process& process = trace_.processes[trace_.threads[look.thread].process];
      for (Index kernel = 0; kernel < kernels_.size(); ++kernel) {
        const bool both = kernels_[kernel].is_enough() && is_of(process, kernel);
        if (both && kernels_[kernel].covers(look.begin + (look.end - look.begin) / 2)) return true;
      }
      return false;
    });
  }

  void see(const SchedulerEvent& event) {
    if (!kernels_[event.kernel].is_enough()) return;
    const auto known = watched_.find({event.kernel, static_cast<std::uint64_t>(event.thread)});
    Watched* const one = known == watched_.end() ? nullptr : &known->second;
    switch (event.kind) {
      case SchedulerEvent::Kind::kSwitch: return switch_over(event, one);
      case SchedulerEvent::Kind::kWaking:
        // Of one that is ready already: what came between was lost.
        if (one != nullptr && one->state != Watched::State::kRuns) get_ready(*one, event.time);
        return;
      case SchedulerEvent::Kind::kWakeup:
        if (one == nullptr || one->state == Watched::State::kRuns) return;
        if (one->state != Watched::State::kReady) get_ready(*one, event.time);
    }
  }
  static void get_ready(Watched& one, Nanoseconds time) {
    one.state = Watched::State::kReady;
    one.since = time;
  }

  void switch_over(const SchedulerEvent& event, Watched* before) {
    if (before != nullptr) {
      before->state = Watched::State::kSleeps;
      if (event.is_ready) get_ready(*before, event.time);
    }
    auto& core = cores_[{event.kernel, static_cast<std::uint64_t>(event.cpu)}];
    const auto next = watched_.find({event.kernel, static_cast<std::uint64_t>(event.next)});
    if (next != watched_.end()) {
      if (next->second.state == Watched::State::kReady) end_wait(next->second, event.time, core);
      next->second.state = Watched::State::kRuns;
    }
    core.push_back({event.time, task(event)});
  }

  Index task(const SchedulerEvent& event) {
    const auto [known, is_new] =
        tasks_.try_emplace({event.kernel, static_cast<std::uint64_t>(event.next)},
                           static_cast<Index>(model_.tasks.size()));
    if (is_new) {
      model_.tasks.push_back({event.kernel, event.next, trace_.texts[event.next_name]});
    }
    return known->second;
  }

  void end_wait(const Watched& one, Nanoseconds time, const std::vector<Slice>& core) {
    if (time <= one.since) return;
    CpuWait wait;
    wait.begin = one.since;
    wait.end = time;
    wait.waited = apart(one.since, time);
    wait.is_exact = true;
    std::map<Index, Nanoseconds> ran;
    Nanoseconds until = time;
    std::size_t looked_at = 0;
    for (auto slice = core.rbegin(); slice != core.rend() && until > one.since; ++slice) {
      if (++looked_at > kMostSlices) break;
      const Nanoseconds from = std::max(slice->begin, one.since);
      ran[slice->task] += std::max<Nanoseconds>(0, until - from);
      until = std::min(until, slice->begin);
    }
    for (const auto& [who, time_ran] : ran) {
      if (time_ran > wait.task_ran) {
        wait.task = who;
        wait.task_ran = time_ran;
      }
    }
    for (const Index thread : one.threads) {
      wait.thread = thread;
      model_.cpu_waits.push_back(wait);
      for (const auto& [who, time_ran] : ran) taken_[{thread, who}] += time_ran;
    }
  }

  void add_taken() {
    for (const auto& [who, ran] : taken_) {
      model_.cores_taken.push_back({who.first, who.second, ran});
    }
    std::stable_sort(model_.cores_taken.begin(), model_.cores_taken.end(),
                     [](const CoreTaken& a, const CoreTaken& b) {
                       return a.thread != b.thread ? a.thread < b.thread : a.ran > b.ran;
                     });
  }

  const trace_read::Trace& trace_;
  Model& model_;
  std::vector<Coverage> kernels_;
  // By kernel and number of the thread, or of the core.
  std::unordered_map<Handle, Watched, HashOfHandle> watched_;
  std::unordered_map<Handle, Index, HashOfHandle> tasks_;
  std::unordered_map<Handle, std::vector<Slice>, HashOfHandle> cores_;
  std::map<std::pair<Index, Index>, Nanoseconds> taken_;
};

}  // namespace

void add_core_waits(const trace_read::Trace& trace, Model& model) {
  if (trace.kernels.empty()) {
    model.watched_by_kernel.resize(trace.processes.size());
    return;
  }
  Waits(trace, model).run();
}

}  // namespace ranvier::trace_model
