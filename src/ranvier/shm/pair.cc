#include "ranvier/shm/pair.h"

#include <cassert>
#include <utility>

namespace ranvier::shm {

Pair::Pair(const MatchEvent& match, const ShmRuntime& runtime)
    : peer(match.peer), gid(match.gid), at(match.at), patience(runtime.patience()) {
  std::string().swap(at.place);  // it is ours
}

void Pair::change(PairEvent event, const ShmRuntime& runtime) {
  const std::optional<Path> next = next_path(path, event);
  assert(next);
  path = next.value_or(Path::kNetwork);
  if (path == Path::kSeeking) patience = Timeout(runtime.patience());
  if (path == Path::kNetwork) patience = Timeout(runtime.retry());
}

std::optional<std::uint64_t> Pair::find_peer(ShmRuntime& runtime) {
  using Kind = ShmRuntime::Lookup::Kind;
  const bool waits = !patience.over();
  if (!window) {
    const ShmRuntime::Lookup lookup = runtime.look_for(at.segment);
    if (lookup.kind == Kind::kNotYet && waits) return std::nullopt;
    never = lookup.kind == Kind::kNever || lookup.kind == Kind::kUnusable;
    if (!lookup.window) return kNowhere;
    window = lookup.window;
    std::string().swap(at.segment);  // the window has its name
    notify_peer();
  }
  const std::uint64_t where = window->find(at.number);
  if (where != 0) return where;
  return waits ? std::nullopt : std::optional(kNowhere);
}

}  // namespace ranvier::shm
