#include "ranvier/trace/past.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include "ranvier/base/for_c.h"

namespace ranvier::trace::detail {
namespace {

// An entry is this head and then the words of its fields. The head is one word: such
// events come for each endpoint, and stay for as long as the process lives.
constexpr int kWordsBits = 16;
struct Head {
  std::uint64_t word;
  Head(std::uint64_t number, std::size_t words, Event event)
      : word(((number << kWordsBits | words) << kEventBits) | static_cast<std::uint64_t>(event)) {}
  explicit Head(std::uint64_t of) : word(of) {}
  // From 1, in the order in which they came.
  std::uint64_t number() const noexcept { return word >> (kWordsBits + kEventBits); }
  std::size_t words() const noexcept { return word >> kEventBits & ((1 << kWordsBits) - 1); }
  Event event() const noexcept { return static_cast<Event>(word & ((1 << kEventBits) - 1)); }
};

class Past final {
 public:
  std::uint64_t* find_room(Event event, std::size_t words) {
    if (used_ + 1 + words > compact_at_) compact();
    return append(Head(count_ + 1, words, event));
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Chunk& chunk : chunks_) {
      for (std::size_t at = 0; at < chunk.size();) {
        const Head head(chunk[at]);
        visit(head, std::span(chunk).subspan(at + 1, head.words()));
        at += 1 + head.words();
      }
    }
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  void clear() noexcept { *this = {}; }

 private:
  // Not one long vector: that would be up to twice what is in it, and more while it grows.
  using Chunk = std::vector<std::uint64_t>;
  static constexpr std::size_t kChunk = 512;

  std::uint64_t* append(Head head) {
    const std::size_t words = 1 + head.words();
    if (chunks_.empty() || chunks_.back().size() + words > chunks_.back().capacity()) {
      chunks_.emplace_back().reserve(std::max(kChunk, words));
    }
    Chunk& last = chunks_.back();
    const std::size_t at = last.size();
    last.resize(at + words);
    last[at] = head.word;
    used_ += words;
    count_ = head.number();
    return last.data() + at + 1;
  }

  // Leaves of each kind of event and object the last one.
  void compact() {
    using Kept = std::pair<Head, std::span<const std::uint64_t>>;
    std::vector<Kept> all;
    for_each(
        [&](Head head, std::span<const std::uint64_t> fields) { all.push_back({head, fields}); });
    std::set<std::pair<Event, std::uint64_t>> seen;
    std::vector<Kept> last;
    for (auto one = all.rbegin(); one != all.rend(); ++one) {
      const std::uint64_t object = one->second.empty() ? 0 : one->second[0];
      if (seen.insert({one->first.event(), object}).second) last.push_back(*one);
    }
    Past kept;
    for (auto one = last.rbegin(); one != last.rend(); ++one) {
      std::copy(one->second.begin(), one->second.end(), kept.append(one->first));
    }
    kept.compact_at_ = std::max(kChunk, 2 * kept.used_);
    kept.count_ = count_;
    *this = std::move(kept);
  }

  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;     // words, of all
  std::uint64_t count_ = 0;  // that there ever were
  std::size_t compact_at_ = kChunk;
};

struct Guarded {
  std::mutex mutex;
  Past past;
};

void lock_past() noexcept;
void unlock_past() noexcept;

Guarded& guarded() noexcept {
  static Guarded* const one = [] {
    // A child has its parent's past.
    ::pthread_atfork(for_c<lock_past>(), for_c<unlock_past>(), for_c<unlock_past>());
    return new Guarded;  // outlives static destructors
  }();
  return *one;
}

void lock_past() noexcept { guarded().mutex.lock(); }
void unlock_past() noexcept { guarded().mutex.unlock(); }

}  // namespace

PastLock::PastLock() noexcept { lock_past(); }
PastLock::~PastLock() { unlock_past(); }

std::uint64_t* find_past_room(Event event, std::size_t words) noexcept {
  try {
    return guarded().past.find_room(event, words);
  } catch (const std::bad_alloc&) {
    return nullptr;  // a later trace lacks a name
  }
}

std::uint64_t past_count() noexcept { return guarded().past.count(); }

void for_each_past(std::uint64_t count,
                   const std::function<void(Event, std::span<const std::uint64_t>)>& tell) {
  guarded().past.for_each([&](Head head, std::span<const std::uint64_t> fields) {
    if (head.number() > count) tell(head.event(), fields);
  });
}

void forget_past() noexcept {
  const PastLock lock;
  guarded().past.clear();
}

}  // namespace ranvier::trace::detail
