#include "ranvier/trace/past.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace ranvier::trace::detail {
namespace {

// An entry is this head and then the words of its fields.
constexpr std::size_t kHeadWords = 2;
struct Head {
  std::uint64_t number;  // from 1, in the order in which they came
  std::uint64_t about;   // the event, and above it the number of words
};
constexpr std::size_t words_behind(std::uint64_t about) { return about >> kEventBits; }
constexpr Event event_of(std::uint64_t about) { return static_cast<Event>(about & 0xff); }

class Past final {
 public:
  std::uint64_t* find_room(Event event, std::size_t words) {
    if (words_.size() + kHeadWords + words > compact_at_) compact();
    const std::size_t at = words_.size();
    words_.resize(at + kHeadWords + words);
    words_[at] = ++count_;
    words_[at + 1] = std::uint64_t{words} << kEventBits | static_cast<std::uint64_t>(event);
    return words_.data() + at + kHeadWords;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t at = 0; at < words_.size();) {
      const Head head{words_[at], words_[at + 1]};
      visit(head, std::span(words_).subspan(at + kHeadWords, words_behind(head.about)));
      at += kHeadWords + words_behind(head.about);
    }
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  void clear() noexcept { *this = {}; }

 private:
  static constexpr std::size_t kLeast = 512;

  // Leaves of each kind of event and object the last one.
  void compact() {
    std::vector<std::pair<Head, std::span<const std::uint64_t>>> all;
    for_each([&](Head head, std::span<const std::uint64_t> fields) {
      all.push_back({head, fields});
    });
    std::set<std::pair<Event, std::uint64_t>> seen;
    std::vector<std::pair<Head, std::span<const std::uint64_t>>> last;
    for (auto one = all.rbegin(); one != all.rend(); ++one) {
      const std::uint64_t object = one->second.empty() ? 0 : one->second[0];
      if (seen.insert({event_of(one->first.about), object}).second) last.push_back(*one);
    }
    std::vector<std::uint64_t> kept;
    for (auto one = last.rbegin(); one != last.rend(); ++one) {
      kept.insert(kept.end(), {one->first.number, one->first.about});
      kept.insert(kept.end(), one->second.begin(), one->second.end());
    }
    words_ = std::move(kept);
    compact_at_ = std::max(kLeast, 2 * words_.size());
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t count_ = 0;
  std::size_t compact_at_ = kLeast;
};

struct Guarded {
  std::mutex mutex;
  Past past;
};

void lock_past() noexcept;
void unlock_past() noexcept;

Guarded& guarded() noexcept {
  static Guarded* const one = [] {
    ::pthread_atfork(&lock_past, &unlock_past, &unlock_past);  // a child has its parent's past
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
    if (head.number > count) tell(event_of(head.about), fields);
  });
}

void forget_past() noexcept {
  const PastLock lock;
  guarded().past.clear();
}

}  // namespace ranvier::trace::detail
