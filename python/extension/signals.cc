#include "extension/signals.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "ranvier/os/signals.h"

namespace ranvier::python {
namespace {

// The numbers of rclpy's SignalHandlerOptions.
enum Options { kNone = 0, kInterrupt = 1, kTerminate = 2, kBoth = 3 };

/// Whoever wants to be woken by a signal.
struct Woken {
  std::mutex mutex;
  std::vector<Ref<Work>> works;  // under mutex
};
Woken& woken() {
  static auto& one = *new Woken;
  return one;
}
Options installed = kNone;  // under the GIL

// On a thread of its own. Python's handler has been called by then: what it raises is raised
// where the main thread goes on with Python, and that is now.
void on_signal(int) {
  shutdown_all_contexts();
  std::vector<Ref<Work>> works;
  {
    const std::lock_guard lock(woken().mutex);
    works = woken().works;
  }
  for (const Ref<Work>& work : works) work->make_ready();
}

SignalSet set_of(Options options) {
  if (options == kInterrupt) return SignalSet::kInterrupt;
  return options == kTerminate ? SignalSet::kTerminate : SignalSet::kBoth;
}

bool uninstall() {
  installed = kNone;
  return without_gil(&uninstall_signal_handlers);
}

void install(int options) {
  if (installed == options) return;
  if (installed != kNone) uninstall();
  if (options == kNone) return;
  const auto wanted = static_cast<Options>(options);
  if (install_signal_handlers(set_of(wanted), &on_signal)) installed = wanted;
}

}  // namespace

void wake_by_signals(Ref<Work> work) {
  const std::lock_guard lock(woken().mutex);
  woken().works.push_back(std::move(work));
}

void no_more_by_signals(const Work& work) {
  std::vector<Ref<Work>> gone;  // let go of after the lock
  const std::lock_guard lock(woken().mutex);
  auto& works = woken().works;
  const auto first = std::stable_partition(
      works.begin(), works.end(), [&](const Ref<Work>& one) { return one.get() != &work; });
  gone.assign(first, works.end());
  works.erase(first, works.end());
}

void bind_signals(nb::module_& module) {
  module.def("install_signal_handlers", &install, nb::arg("options"));
  module.def("uninstall_signal_handlers", [] { uninstall(); });
  module.def("get_current_signal_handlers_options", [] { return static_cast<int>(installed); });
  module.def("end_at_exit", [] {
    uninstall();  // first: its thread may ask for the GIL, and is waited for
    park_other_threads();
    without_gil(&shutdown_all_contexts);
  });
}

}  // namespace ranvier::python
