#include "extension/executor.h"

#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "ranvier/base/saturating.h"
#include "ranvier/node/log.h"
#include "ranvier/os/clock.h"
#include "ranvier/policy/spinning_thread.h"

namespace ranvier::python {
namespace {

std::int64_t deadline_after(std::int64_t timeout) {
  if (timeout < 0) return kForever;
  return timeout == 0 ? 0 : add_saturating(steady_ns(), timeout);
}

void warn(const std::string& text) {
  without_gil([&] { log_text(logger("rclpy"), kWarn, {}, text); });
}

void warn_of_groups(const std::string& node, const std::string& why) {
  warn("RANVIER_EXECUTOR_POLICY: the callback groups of '" + node + "' have no threads of their " +
       "own, though " + why + ": it is a node in Python, where one callback runs at a time. It " +
       "runs on the threads that spin its executor.");
}

}  // namespace

PostedCall::~PostedCall() {
  if (!function_) return;
  const TakeGil gil;
  function_.reset();
}

void PostedCall::run() {
  const TakeGil gil;
  if (const nb::object function = std::move(function_)) function();
}

ExecutorHandle::ExecutorHandle(ContextHandle& context) : context_(context.core()) {
  context_->add(engine_);
  (void)calls_->attach(engine_);
}

std::size_t ExecutorHandle::planned_threads() const noexcept {
  if (engine_.in_rounds()) return 1;
  const auto& policy = context_->policy();
  const ThreadPlan* const plan = policy == nullptr ? nullptr : policy->threads();
  return plan == nullptr || plan->each() == ThreadPlan::Each::kGroup ? 0 : plan->count();
}

void ExecutorHandle::serve(std::string node) {
  const auto& policy = context_->policy();
  const ThreadPlan* const plan = policy == nullptr ? nullptr : policy->threads();
  if (plan == nullptr || std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end()) return;
  nodes_.push_back(node);
  const std::vector<std::string> named = plan->groups_of(node);
  if (!named.empty()) return warn_of_groups(node, "'" + named.front() + "' is there");
  if (plan->each() == ThreadPlan::Each::kGroup) warn_of_groups(node, "'each: group' is there");
}

void ExecutorHandle::settle_this_thread() {
  if (context_->policy() == nullptr) return;
  settle_spinning_thread(context_->policy(), [this] { return nodes_; }, &warn);
}

bool ExecutorHandle::spin(std::uint32_t stops) {
  if (ending()) return false;
  settle_this_thread();
  return without_gil([&] {
    while (engine_.stops() == stops) {
      if (!engine_.spin_once(kForever)) return true;
    }
    return false;
  });
}

ExecutorHandle::Spun ExecutorHandle::spin_once(std::int64_t timeout) {
  if (ending()) return kNothing;
  settle_this_thread();
  (void)WakeUp::take_ran();
  if (!without_gil([&] { return engine_.spin_once(deadline_after(timeout)); })) return kNothing;
  return WakeUp::take_ran() ? kWoken : kRan;
}

Work* ExecutorHandle::pull(std::int64_t timeout) {
  if (ending()) return nullptr;
  settle_this_thread();
  const std::uint32_t stops = engine_.stops();
  const std::int64_t deadline = deadline_after(timeout);
  return without_gil([&]() -> Work* {
    for (;;) {
      Work* const work = engine_.pull(deadline, stops);
      if (work == nullptr || engine_.begin(*work)) return work;
    }
  });
}

bool ExecutorHandle::wait_until_idle(std::int64_t timeout) {
  constexpr auto kLook = std::chrono::milliseconds(1);
  const std::int64_t deadline = deadline_after(timeout);
  return without_gil([&] {
    while (engine_.spinning()) {
      if (deadline != kForever && steady_ns() >= deadline) return false;
      std::this_thread::sleep_for(kLook);
    }
    return true;
  });
}

ExecutorHandle::File::~File() {
  if (number >= 0) ::close(number);
}

int ExecutorHandle::File::open(int made) {
  if (made < 0) {
    raise(PyExc_OSError, std::string("an executor cannot make a file to wait for: ") +
                             std::strerror(errno) + ". Are too many files open (ulimit -n)?");
  }
  return number = made;
}

int ExecutorHandle::wake_file() {
  require();
  if (wake_file_.number >= 0) return wake_file_.number;
  engine_.wake_through(wake_file_.open(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)));
  return wake_file_.number;
}

void ExecutorHandle::heed_wake_file() noexcept {
  std::uint64_t count = 0;
  (void)!::read(wake_file_.number, &count, sizeof count);  // may be unreadable already
}

int ExecutorHandle::alarm_file() {
  require();
  if (alarm_file_.number >= 0) return alarm_file_.number;
  return alarm_file_.open(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
}

void ExecutorHandle::set_alarm() noexcept {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t due = engine_.due();
  itimerspec when{};  // zero: never
  if (due != kForever) {
    when.it_value.tv_sec = due / kSecond;
    when.it_value.tv_nsec = std::max<std::int64_t>(1, due % kSecond);
  }
  ::timerfd_settime(alarm_file_.number, TFD_TIMER_ABSTIME, &when, nullptr);
}

void ExecutorHandle::post(nb::object function) {
  if (ending()) return;
  if (posted_.size() >= sweep_at_) {
    std::erase_if(posted_, [](const Ref<PostedCall>& call) { return call->ran(); });
    sweep_at_ = 64 + 2 * posted_.size();
  }
  posted_.push_back(make_ref<PostedCall>(calls_, std::move(function)));
  posted_.back()->make_ready();
}

void ExecutorHandle::use(const Ref<Strand>& strand) {
  Use& use = uses_[strand.get()];
  use.strand = strand;
  ++use.users;
  settle(use);
}

void ExecutorHandle::disuse(const Ref<Strand>& strand) {
  const auto found = uses_.find(strand.get());
  if (found == uses_.end()) return;
  --found->second.users;
  settle(found->second);
  if (found->second.users <= 0 && found->second.blocks <= 0) uses_.erase(found);
}

void ExecutorHandle::block(const StrandHandle& group) {
  if (group.strand->kind() == Strand::Kind::kReentrant) return;
  Use& use = uses_[group.strand.get()];
  use.strand = group.strand;
  ++use.blocks;
  settle(use);
}

void ExecutorHandle::unblock(const StrandHandle& group) {
  const auto found = uses_.find(group.strand.get());
  if (found == uses_.end() || found->second.blocks == 0) return;
  --found->second.blocks;
  settle(found->second);
}

// The engine has the strand while somebody uses it and nobody blocks it.
void ExecutorHandle::settle(Use& use) {
  if (use.users > 0 && use.blocks == 0 && !ending()) {
    (void)use.strand->attach(engine_);
  } else {
    use.strand->detach(engine_);
  }
}

void ExecutorHandle::destroy() {
  engine_.stop_for_good();
  for (auto& [key, use] : uses_) use.strand->detach(engine_);
  uses_.clear();
  for (const Ref<PostedCall>& call : std::exchange(posted_, {})) {
    call->retire();
    call->drop();
  }
  wake_up_->retire();
  calls_->detach(engine_);
  context_->remove(engine_);
}

PulledWork::~PulledWork() {
  if (work_ == nullptr) return;
  const LeaveGil released;
  Engine::give_up(*work_);
}

void PulledWork::run() {
  if (work_ == nullptr) return;
  const LeaveGil released;
  Work& work = *std::exchange(work_, nullptr);
  struct End {
    Work& work;
    ~End() { Engine::end(work); }
  } end_it{work};
  engine_.run(work);
}

void bind_executor(nb::module_& module) {
  nb::class_<StrandHandle>(module, "Strand").def(nb::init<bool>(), nb::arg("reentrant"));
  nb::class_<PulledWork>(module, "PulledWork")
      .def("run", &PulledWork::run)
      .def_prop_ro("id", &PulledWork::id)
      .def_prop_ro("is_wake", &PulledWork::is_wake);
  nb::class_<ExecutorHandle, Destroyable>(module, "Executor", nb::is_weak_referenceable())
      .def(nb::init<ContextHandle&>(), nb::arg("context"))
      .def("stops", &ExecutorHandle::stops)
      .def("spin", &ExecutorHandle::spin, nb::arg("stops"))
      .def(
          "spin_once",
          [](ExecutorHandle& self, std::int64_t timeout) {
            return static_cast<int>(self.spin_once(timeout));
          },
          nb::arg("timeout_ns"))
      .def(
          "pull",
          [](ExecutorHandle& self, std::int64_t timeout) -> PulledWork* {
            Work* const work = self.pull(timeout);
            if (work == nullptr) return nullptr;
            return new PulledWork(self.engine(), *work, self.is_wake(*work));
          },
          nb::arg("timeout_ns"), nb::rv_policy::take_ownership, nb::keep_alive<0, 1>())
      .def("serve", &ExecutorHandle::serve, nb::arg("node"))
      .def("planned_threads", &ExecutorHandle::planned_threads)
      .def("stop", &ExecutorHandle::stop)
      .def("shutdown", &ExecutorHandle::shutdown)
      .def("stop_for_good", &ExecutorHandle::stop_for_good)
      .def("wake", &ExecutorHandle::wake)
      .def("spins_here", &ExecutorHandle::spins_here)
      .def("wait_until_idle", &ExecutorHandle::wait_until_idle, nb::arg("timeout_ns"))
      .def("wake_file", &ExecutorHandle::wake_file)
      .def("heed_wake_file", &ExecutorHandle::heed_wake_file)
      .def("alarm_file", &ExecutorHandle::alarm_file)
      .def("set_alarm", &ExecutorHandle::set_alarm)
      .def("post", &ExecutorHandle::post, nb::arg("function"))
      .def("use", [](ExecutorHandle& self, const StrandHandle& group) { self.use(group.strand); })
      .def("disuse",
           [](ExecutorHandle& self, const StrandHandle& group) { self.disuse(group.strand); })
      .def("block", &ExecutorHandle::block)
      .def("unblock", &ExecutorHandle::unblock);
}

}  // namespace ranvier::python
