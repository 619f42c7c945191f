#include "ranvier/assemble/stuck.h"

#include <csignal>
#include <memory>
#include <string>

#include "ranvier/assemble/environment.h"
#include "ranvier/base/for_c.h"
#include "ranvier/os/futex.h"
#include "ranvier/run/watch/stuck_watch.h"
#include "ranvier/trace/member_page.h"

namespace ranvier {
namespace {

constexpr const char* kNobody = "No callback is stuck.";

std::size_t bound_ms() {
  constexpr std::size_t kUnlessSaid = 5000, kMost = 24 * 3600 * 1000;
  const auto said = number("RANVIER_STUCK_AFTER", kUnlessSaid, 0, kMost);
  if (!said) warn_of(said.error().what);
  return said ? *said : kUnlessSaid;
}

std::string join(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + '\n';
  return all;
}

void tell_now(StuckWatch& watch) {
  const auto texts = watch.look_now();
  for (const std::string& text : texts) warn_of(text);
  if (!texts.empty()) return;
  log_text(logger("ranvier"), kInfo, {}, std::string(kNobody) + '\n' + watch.describe());
}

// The signal is nobody's: it would end the process. What a program installs later takes its
// place.
void tell_at_signal() {
  struct sigaction action{};
  if (::sigaction(SIGUSR2, nullptr, &action) != 0) return;
  if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL) return;
  action = {};
  action.sa_handler = for_c([](int) { trace::ask_member(); });
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGUSR2, &action, nullptr);
}

}  // namespace

trace::Errands watch_for_stuck() {
  constexpr std::int64_t kMilli = 1'000'000;
  const auto bound = static_cast<std::int64_t>(bound_ms()) * kMilli;
  const auto watch = std::make_shared<StuckWatch>(bound);
  trace::Errands errands;
  errands.answer = [watch](std::uint32_t question) {
    if (question == trace::MemberPage::kExecutors) return watch->describe();
    const auto texts = watch->look_now();
    return texts.empty() ? std::string(kNobody) + '\n' : join(texts);
  };
  if (bound == 0) return errands;
  errands.called = [watch] { tell_now(*watch); };
  errands.look = [watch] {
    for (const std::string& text : watch->look()) warn_of(text);
    return watch->period();
  };
  tell_at_signal();
  return errands;
}

}  // namespace ranvier
