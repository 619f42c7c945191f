#include "bench/common/session.h"

#include <stdexcept>

namespace ranvier::bench {
namespace {

constexpr double kPatience = 30;
constexpr double kSilence = 0.1;

void await(const std::function<bool()>& condition, const char* what) {
  if (condition && !wait_until(condition, kPatience)) {
    throw std::runtime_error(
        std::string(what) +
        " within 30 s. Is another program on this ROS_DOMAIN_ID, or the machine overloaded?");
  }
}

// Ends when all have come, or when nothing has come for `patience`.
void drain(const Session& session, std::uint64_t expected, double patience) {
  for (std::uint64_t got = session.received(); got < expected; got = session.received()) {
    if (!wait_until([&] { return session.received() != got; }, patience)) return;
  }
}

void drain(const Session& session, std::uint64_t expected) {
  if (!session.received) return;
  session.drains_to_silence ? drain(session, ~0ULL, kSilence)
                            : drain(session, expected, session.drain_patience);
}

Findings sent_by(const Session& session) {
  Findings findings;
  findings.numbers["sent"] = static_cast<double>(session.window->sent());
  findings.numbers["expected"] = static_cast<double>(session.window->sent() * session.fan);
  return findings;
}

Findings conduct_to_end(Conductor& conductor, const Session& session) {
  await(session.matched, "peers did not match");
  await(session.warm, "no message arrived");
  conductor.ready_and_wait_go();
  if (session.going) session.going();
  if (session.window != nullptr) session.window->open();
  conductor.going();
  const std::uint64_t told = conductor.wait_stop();
  if (session.window == nullptr) {
    drain(session, told / session.among);
    return {};
  }
  session.window->close();
  drain(session, session.window->sent() * session.fan);
  return sent_by(session);  // after the drain: a stamp may have been under way
}

}  // namespace

Findings conduct(Conductor& conductor, const Session& session) {
  const std::function<void()> nothing = [] {};
  const auto& end = session.end ? session.end : nothing;
  try {
    Findings findings = conduct_to_end(conductor, session);
    end();
    return findings;
  } catch (...) {
    end();
    throw;
  }
}

SessionThread::SessionThread(Session session)
    : session_(std::move(session)), thread_([this] { conduct_and_keep(); }) {}

SessionThread::~SessionThread() {
  if (thread_.joinable()) thread_.join();
}

void SessionThread::conduct_and_keep() noexcept {
  try {
    findings_ = conduct(conductor_, session_);
  } catch (...) {
    failure_ = std::current_exception();
  }
}

Findings SessionThread::join() {
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(findings_);
}

}  // namespace ranvier::bench
