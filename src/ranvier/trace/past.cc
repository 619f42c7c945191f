#include "ranvier/trace/past.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <set>
#include <span>
#include <unordered_map>
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

struct Kept {
  Head head;
  std::span<const std::uint64_t> fields;
  // The handle that the event is about.
  std::uint64_t object() const noexcept { return fields.empty() ? 0 : fields[0]; }
};

// Which field of an event names an object that ends with another, and which names that one.
struct Part {
  Event event;
  std::size_t part;
  std::size_t whole;
};
constexpr Part kParts[] = {
    {Event::rcl_publisher_init, 2, 0},
    {Event::rcl_subscription_init, 2, 0},
    {Event::rclcpp_subscription_init, 1, 0},
    {Event::rclcpp_subscription_callback_added, 1, 0},
    {Event::rclcpp_service_callback_added, 1, 0},
    {Event::ranvier_client_callback_added, 1, 0},
    {Event::rclcpp_timer_callback_added, 1, 0},
    {Event::rclcpp_ipb_to_subscription, 0, 1},
    {Event::rclcpp_buffer_to_ipb, 0, 1},
};

// Goes through the past in its order, and says what of it tells of an object that is there.
class Alive final {
 public:
  explicit Alive(std::span<const Kept> all) : alive_(all.size(), true) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].head.event() == Event::ranvier_fini) {
        alive_[i] = false;
        end(all[i].object());
      } else {
        add(i, all[i]);
      }
    }
  }
  std::vector<bool> take() { return std::move(alive_); }

 private:
  struct Object {
    std::vector<std::size_t> events;
    std::vector<std::uint64_t> parts;
  };

  void add(std::size_t index, const Kept& kept) {
    objects_[kept.object()].events.push_back(index);
    for (const Part& part : kParts) {
      if (part.event != kept.head.event()) continue;
      objects_[kept.fields[part.whole]].parts.push_back(kept.fields[part.part]);
    }
  }

  void end(std::uint64_t handle) {
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return;
    const Object ended = std::move(found->second);
    objects_.erase(found);
    for (const std::size_t index : ended.events) alive_[index] = false;
    for (const std::uint64_t part : ended.parts) end(part);
  }

  std::vector<bool> alive_;
  std::unordered_map<std::uint64_t, Object> objects_;
};

std::vector<bool> find_alive(std::span<const Kept> all) { return Alive(all).take(); }

class Past final {
 public:
  std::uint64_t* find_room(Event event, std::size_t words) {
    if (used_ + 1 + words > compact_at_) compact();
    has_ended_ = has_ended_ || event == Event::ranvier_fini;
    return append(Head(count_ + 1, words, event));
  }

  /// Lets go of what has ended.
  void forget_ended() {
    if (has_ended_) compact();
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
  [[nodiscard]] std::size_t words() const noexcept { return used_; }
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

  // Leaves of each kind of event and object the last one, and nothing of what has ended.
  void compact() {
    std::vector<Kept> all;
    for_each(
        [&](Head head, std::span<const std::uint64_t> fields) { all.push_back({head, fields}); });
    const std::vector<bool> alive = find_alive(all);
    std::set<std::pair<Event, std::uint64_t>> seen;
    std::vector<Kept> last;
    for (std::size_t i = all.size(); i-- > 0;) {
      if (!alive[i]) continue;
      if (seen.insert({all[i].head.event(), all[i].object()}).second) last.push_back(all[i]);
    }
    Past kept;
    for (auto one = last.rbegin(); one != last.rend(); ++one) {
      std::copy(one->fields.begin(), one->fields.end(), kept.append(one->head));
    }
    kept.compact_at_ = std::max(kChunk, 2 * kept.used_);
    kept.count_ = count_;
    *this = std::move(kept);
  }

  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;     // words, of all
  std::uint64_t count_ = 0;  // that there ever were
  std::size_t compact_at_ = kChunk;
  bool has_ended_ = false;  // some object whose events are still here
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
  try {
    guarded().past.forget_ended();
  } catch (const std::bad_alloc&) {  // then it hears of some that are gone
  }
  guarded().past.for_each([&](Head head, std::span<const std::uint64_t> fields) {
    if (head.number() <= count || head.event() == Event::ranvier_fini) return;
    tell(head.event(), fields);
  });
}

std::size_t past_words() noexcept {
  const PastLock lock;
  return guarded().past.words();
}

void forget_past() noexcept {
  const PastLock lock;
  guarded().past.clear();
}

}  // namespace ranvier::trace::detail
