#include "extension/wait_set.h"

#include <algorithm>
#include <utility>

#include "extension/service.h"
#include "extension/subscription.h"
#include "extension/timer.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/deadline.h"

namespace ranvier::python {
namespace {

// A subscription, a service, a client: what has an inbox.
template <class Core>
class Inboxed final : public Waited {
 public:
  explicit Inboxed(Ref<Core> core) : core_(std::move(core)) {}
  bool ready() override { return core_->waiting() != 0; }
  void listen(const void* who, std::function<void()> changed) override {
    ReadyListeners::Listener listener;
    if (changed) listener = [changed = std::move(changed)](std::size_t) { changed(); };
    core_->ready_listeners().listen(who, std::move(listener));
  }

 private:
  const Ref<Core> core_;
};

class WaitedGuard final : public Waited {
 public:
  explicit WaitedGuard(PythonGuard& guard) : guard_(&guard) {}
  bool ready() override { return guard_->triggered.exchange(false); }
  void listen(const void* who, std::function<void()> changed) override {
    ReadyListeners::Listener listener;
    if (changed) listener = [changed = std::move(changed)](std::size_t) { changed(); };
    guard_->ready_listeners().listen(who, std::move(listener));
  }

 private:
  const Ref<PythonGuard> guard_;
};

class WaitedTimer final : public Waited {
 public:
  explicit WaitedTimer(const TimerHandle& timer) : timer_(&timer.core()), drive_(timer.drive()) {}
  bool ready() override { return !timer_->stopped && until_due() <= 0; }
  std::int64_t due() override {
    if (timer_->stopped) return kForever;
    return steady_ns() + std::max<std::int64_t>(until_due(), 0);
  }
  void listen(const void*, std::function<void()>) override {}

 private:
  std::int64_t until_due() const { return time_until_due(*timer_, drive_.get()); }
  const Ref<PythonTimer> timer_;
  const std::shared_ptr<SimulatedDrive> drive_;
};

constexpr std::int64_t kLook = 100'000'000;  // ns; ends of contexts and entities are seen within

}  // namespace

std::unique_ptr<Waited> waited(nb::handle handle) {
  if (nb::isinstance<SubscriptionHandle>(handle)) {
    return std::make_unique<Inboxed<Subscription>>(nb::cast<SubscriptionHandle&>(handle).core());
  }
  if (nb::isinstance<ServiceHandle>(handle)) {
    return std::make_unique<Inboxed<Server>>(nb::cast<ServiceHandle&>(handle).core());
  }
  if (nb::isinstance<ClientHandle>(handle)) {
    return std::make_unique<Inboxed<Client>>(nb::cast<ClientHandle&>(handle).core());
  }
  if (nb::isinstance<GuardHandle>(handle)) {
    return std::make_unique<WaitedGuard>(nb::cast<GuardHandle&>(handle).core());
  }
  if (nb::isinstance<TimerHandle>(handle)) {
    return std::make_unique<WaitedTimer>(nb::cast<TimerHandle&>(handle));
  }
  raise(PyExc_TypeError,
        "a wait set takes handles of subscriptions, services, clients, timers "
        "and guard conditions");
}

void WaitSetHandle::require_rest() const {
  if (waits_) {
    raise(PyExc_RuntimeError, "a wait set can be neither changed nor waited for while a thread "
                              "waits for it: use one for each thread");
  }
}

void WaitSetHandle::clear() {
  require_rest();
  auto waited = std::exchange(waited_, {});
  entities_.clear();
  handles_.clear();
  ready_.clear();
  without_gil([&] {
    for (const auto& one : waited) one->listen(this, nullptr);
    waited.clear();
  });
}

std::size_t WaitSetHandle::add(nb::handle handle) {
  require();
  require_rest();
  waited_.push_back(waited(handle));
  handles_.push_back(nb::borrow(handle));
  entities_.push_back(&nb::cast<const Destroyable&>(handle));
  ready_.push_back(false);
  without_gil([this] { waited_.back()->listen(this, [this] { changes_.notify_all(); }); });
  return waited_.size() - 1;
}

bool WaitSetHandle::look() {
  bool any = false;
  for (std::size_t i = 0; i < waited_.size(); ++i) {
    ready_[i] = waited_[i]->ready();
    any = any || ready_[i];
  }
  return any;
}

bool WaitSetHandle::any_ended() const noexcept {
  return std::any_of(entities_.begin(), entities_.end(),
                     [](const Destroyable* one) { return one->ending(); });
}

void WaitSetHandle::require_all() const {
  for (const Destroyable* one : entities_) one->require();
}

void WaitSetHandle::wait(std::int64_t timeout) {
  require();
  require_rest();
  require_all();
  const std::int64_t deadline = deadline_after(std::chrono::nanoseconds(timeout));
  struct Waits {  // a destruction is put off until it is over
    explicit Waits(WaitSetHandle& set) : set_(set) { set_.enter(), set_.waits_ = true; }
    ~Waits() { set_.waits_ = false, set_.exit(); }
    WaitSetHandle& set_;
  };
  const Waits waits(*this);
  const bool any = without_gil([&] {
    for (;;) {
      const std::uint32_t seen = changes_.count();
      const std::int64_t now = steady_ns();
      if (look()) return true;
      if (now >= deadline || any_ended() || !context_->valid()) return false;
      std::int64_t until = std::min(deadline, now + kLook);
      for (const auto& one : waited_) until = std::min(until, one->due());
      (void)changes_.wait(seen, until);
    }
  });
  if (!any) require_all();
}

void bind_wait_set(nb::module_& module) {
  nb::class_<WaitSetHandle, Destroyable>(module, "NativeWaitSet")
      .def(nb::init<ContextHandle&>(), nb::arg("context"))
      .def("clear_entities", &WaitSetHandle::clear)
      .def("add", &WaitSetHandle::add, nb::arg("handle"))
      .def("wait", &WaitSetHandle::wait, nb::arg("timeout_ns"))
      .def_prop_ro("waits", &WaitSetHandle::waits)
      .def("is_ready", &WaitSetHandle::is_ready, nb::arg("index"));
  module.def(
      "listen",
      [](nb::handle handle, const GuardHandle& guard) {
        const Ref<PythonGuard> to(&guard.core());
        const std::unique_ptr<Waited> of = waited(handle);
        without_gil([&] { of->listen(to.get(), [to] { to->make_ready(); }); });
      },
      nb::arg("handle"), nb::arg("guard"));
  module.def(
      "listen_no_more",
      [](nb::handle handle, const GuardHandle& guard) {
        const Ref<PythonGuard> from(&guard.core());
        const std::unique_ptr<Waited> of = waited(handle);
        without_gil([&] { of->listen(from.get(), nullptr); });
      },
      nb::arg("handle"), nb::arg("guard"));
}

}  // namespace ranvier::python
