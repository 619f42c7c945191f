#include "ranvier/trace/save_signal.h"

#include "ranvier/base/for_c.h"
#include "ranvier/trace/moment.h"

namespace ranvier::trace {
namespace {

struct sigaction before{};  // as it was when the handler below was put there

void on_signal(int signal, siginfo_t* about, void* context) {
  notice(Moment::kSignal);
  if (before.sa_flags & SA_SIGINFO) {
    if (before.sa_sigaction) before.sa_sigaction(signal, about, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  }
}

}  // namespace

SaveSignal::SaveSignal(int signal) noexcept : signal_(signal) {
  ::sigaction(signal_, nullptr, &before);  // before ours is there: it reads this
  struct sigaction ours{};
  ours.sa_sigaction = for_c<on_signal>();
  ours.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigemptyset(&ours.sa_mask);
  ::sigaction(signal_, &ours, nullptr);
}

SaveSignal::~SaveSignal() { ::sigaction(signal_, &before, nullptr); }

}  // namespace ranvier::trace
