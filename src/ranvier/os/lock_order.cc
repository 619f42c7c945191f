#include "ranvier/os/lock_order.h"

#ifdef RANVIER_CHECK_LOCKS

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ranvier {
namespace {

// All locks of the core, outermost first. The last are those under which nothing is called.
// clang-format off
constexpr std::array kOrder{
    "lifecycle", "action status", "goal book", "action ends", "action client", "sim time",
    "introspection", "filtering", "server closing", "node", "node graph",
    "context", "shm runtimes", "shm stoppable", "dds graph", "peer table", "builtin reader",
    "participant", "dds domains", "type watch", "type report", "announcer", "foreign writers",
    "shm serving", "reader serving", "writer serving", "matches", "shm starting", "reader inlets",
    "hub", "local reader", "writer", "lease", "deadline watch", "writer ring", "turnstile",
    "retired writers", "ring writer", "segment", "arena", "round cache", "shm runtime",
    "endpoint status", "inbox", "own thread", "rounds", "strand",
    "group threads", "engine", "agent graph feed", "agent",
    "filter", "subscription closing", "client goal", "service observer", "statistics",
    "topic meter", "python contexts", "settings", "endpoint events", "dds server", "held replies",
    "peer nodes", "security log", "service writer", "large buffers", "sample gaps", "blob types",
    "blob services", "bag plugins", "bag storages", "bag files", "bag recording end", "bag recording",
    "bag samples", "bag play clock",
};
// clang-format on

constexpr std::size_t kMost = 32;  // that one thread holds at once

struct Held {
  std::array<const LockPlace*, kMost> places;
  std::array<int, kMost> ranks;
  std::size_t count;
};
constinit thread_local Held held{};

[[noreturn]] void end(const char* name, const char* what, const char* other) {
  std::fprintf(stderr, "Lock '%s': %s%s. See src/ranvier/os/lock_order.cc.\n", name, what, other);
  std::abort();
}

int rank_of(const char* name) {
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    if (std::strcmp(kOrder[i], name) == 0) return static_cast<int>(i);
  }
  end(name, "the list of locks does not have it", "");
}

}  // namespace

int LockPlace::rank() const noexcept {
  int rank = rank_.load(std::memory_order_relaxed);
  if (rank < 0) rank_.store(rank = rank_of(name_), std::memory_order_relaxed);
  return rank;
}

void LockPlace::ask() const noexcept {
  if (name_ == nullptr) return;
  const int own = rank();
  for (std::size_t i = 0; i < held.count; ++i) {
    if (held.ranks[i] < own) continue;
    end(name_, "its thread asks for it under one that stands behind it in the order of locks, ",
        kOrder[static_cast<std::size_t>(held.ranks[i])]);
  }
}

void LockPlace::taken() const noexcept {
  if (name_ == nullptr) return;
  if (held.count == kMost) end(name_, "its thread holds too many locks", "");
  held.places[held.count] = this;
  held.ranks[held.count++] = rank();
}

void LockPlace::given() const noexcept {
  for (std::size_t i = held.count; i-- > 0;) {
    if (held.places[i] != this) continue;
    --held.count;
    held.places[i] = held.places[held.count];
    held.ranks[i] = held.ranks[held.count];
    return;
  }
}

}  // namespace ranvier

#endif  // RANVIER_CHECK_LOCKS
