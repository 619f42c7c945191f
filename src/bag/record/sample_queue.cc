#include "bag/record/sample_queue.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"

namespace ranvier::bag {
namespace {

// So many bytes are worth a write of their own; fewer wait for others, so long.
constexpr std::size_t kMany = std::size_t{256} << 10;
constexpr std::int64_t kGather = 10'000'000;  // ns
// After the last sample it is asleep until one wakes it, and not looking every kGather.
constexpr std::int64_t kActive = 100'000'000;  // ns

}  // namespace

std::uint32_t SampleQueue::add_topic() {
  Lock lock(mutex_);
  counts_.emplace_back();
  return static_cast<std::uint32_t>(counts_.size() - 1);
}

bool SampleQueue::full(std::size_t more) const {
  const std::size_t held = bytes_ + (options_.keeps_newest ? 0 : under_way_);
  return held != 0 && held + more > std::max<std::size_t>(options_.most_bytes, 1);
}

void SampleQueue::drop_oldest(std::vector<Sample>& dropped, std::size_t until) {
  while (first_ < waiting_.size() && bytes_ + until > options_.most_bytes) {
    bytes_ -= cost(waiting_[first_]);
    dropped.push_back(std::move(waiting_[first_++]));
    ++written_;
  }
  close_up();
}

// Gives up the places of those that went, once they are half of all.
void SampleQueue::close_up() {
  if (first_ < waiting_.size() / 2) return;
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
}

// Samples that go are destroyed outside of the lock: their keepers call a transport.
bool SampleQueue::let_in(Sample&& sample, std::vector<Sample>& dropped, bool& wakes) {
  const std::size_t size = cost(sample);
  if (options_.keeps_newest && !released_) drop_oldest(dropped, size);
  const bool no_bound = options_.most_bytes == 0;
  if (closed_ || failed_ || (!no_bound && full(size))) {
    ++counts_[sample.topic].lost;
    return false;
  }
  bytes_ += size;
  ++let_in_;
  waiting_.push_back(std::move(sample));
  const bool many = bytes_ >= kMany || no_bound;
  wakes = may_take() && (sleeps_ == Sleeps::kUntilAny || (sleeps_ == Sleeps::kUntilMany && many));
  if (wakes) end_sleep();
  return true;
}

bool SampleQueue::push(Sample sample) {
  std::vector<Sample> dropped;
  bool wakes = false;
  std::uint64_t number = 0;
  {
    Lock lock(mutex_);
    if (!let_in(std::move(sample), dropped, wakes)) return false;
    number = let_in_;
  }
  if (wakes) ring();
  if (options_.most_bytes == 0) wait_until_written(number);
  return true;
}

void SampleQueue::wait_until_written(std::uint64_t number) {
  for (;;) {
    const std::uint32_t seen = batches_.load(std::memory_order_acquire);  // done(), fail(): release
    {
      Lock lock(mutex_);
      if (written_ >= number || failed_) return;
    }
    futex_wait(batches_, seen, kForever);
  }
}

void SampleQueue::count_lost(std::uint32_t topic, std::uint64_t messages) {
  Lock lock(mutex_);
  counts_[topic].lost += messages;
}

void SampleQueue::count_died(std::uint32_t topic, std::uint64_t messages) {
  Lock lock(mutex_);
  counts_[topic].kept -= messages;
  counts_[topic].lost += messages;
}

std::vector<TopicCounts> SampleQueue::counts() const {
  Lock lock(mutex_);
  return counts_;
}

std::uint64_t SampleQueue::before_batch() const {
  Lock lock(mutex_);
  return before_batch_;
}

std::uint64_t SampleQueue::let_in() const {
  Lock lock(mutex_);
  return let_in_;
}

bool SampleQueue::may_take() const { return !options_.keeps_newest || released_; }

bool SampleQueue::end_sleep() { return std::exchange(sleeps_, Sleeps::kNo) != Sleeps::kNo; }

void SampleQueue::ring() noexcept {
  rings_.fetch_add(1, std::memory_order_release);
  futex_wake(rings_, INT_MAX);
}

std::size_t SampleQueue::release() {
  std::size_t samples = 0;
  {
    Lock lock(mutex_);
    samples = waiting_.size() - first_;
    released_ = samples != 0;
    end_sleep();
  }
  ring();
  return samples;
}

void SampleQueue::close() {
  {
    Lock lock(mutex_);
    closed_ = true;
    end_sleep();
  }
  ring();
}

void SampleQueue::fail() {
  std::vector<Sample> dropped;
  {
    Lock lock(mutex_);
    failed_ = true;
    for (std::size_t i = first_; i < waiting_.size(); ++i) ++counts_[waiting_[i].topic].lost;
    waiting_.swap(dropped);
    first_ = bytes_ = 0;
    written_ = let_in_;
    end_sleep();
  }
  ring();
  batches_.fetch_add(1, std::memory_order_release);
  futex_wake(batches_, INT_MAX);
}

void SampleQueue::wake() {
  {
    Lock lock(mutex_);
    woken_ = true;
    end_sleep();
  }
  ring();
}

SampleQueue::Sleeps SampleQueue::why_to_sleep(std::int64_t now) const {
  if (woken_ || failed_) return Sleeps::kNo;
  const bool any = may_take() && first_ < waiting_.size();
  if (closed_) return Sleeps::kNo;
  if (any && (bytes_ >= kMany || options_.most_bytes == 0)) return Sleeps::kNo;
  if (any) return now < active_until_ - kActive + kGather ? Sleeps::kUntilMany : Sleeps::kNo;
  return now < active_until_ && may_take() ? Sleeps::kUntilMany : Sleeps::kUntilAny;
}

void SampleQueue::move_out(std::vector<Sample>& batch, std::int64_t now) {
  const std::size_t most = options_.keeps_newest ? SIZE_MAX : options_.at_once;
  while (first_ < waiting_.size() && under_way_ < most) {
    under_way_ += cost(waiting_[first_]);
    batch.push_back(std::move(waiting_[first_++]));
  }
  bytes_ -= under_way_;
  close_up();
  active_until_ = now + kActive;
  released_ = false;
}

bool SampleQueue::take(std::vector<Sample>& batch, std::int64_t until) {
  batch.clear();
  for (;;) {
    const std::uint32_t seen = rings_.load(std::memory_order_acquire);  // ring(): release
    std::int64_t deadline = until;
    {
      Lock lock(mutex_);
      const std::int64_t now = steady_ns();
      sleeps_ = why_to_sleep(now);
      if (sleeps_ == Sleeps::kNo || now >= until) {
        sleeps_ = Sleeps::kNo;
        woken_ = false;
        before_batch_ = let_in_ - (waiting_.size() - first_);
        const bool any = first_ < waiting_.size() && may_take();
        if (any) move_out(batch, now);
        return !failed_ && (any || !closed_);
      }
      if (sleeps_ == Sleeps::kUntilMany) deadline = std::min(until, now + kGather);
    }
    futex_wait(rings_, seen, deadline);
  }
}

void SampleQueue::done(std::vector<Sample>& batch, std::size_t kept) {
  {
    Lock lock(mutex_);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      TopicCounts& of = counts_[batch[i].topic];
      ++(i < kept ? of.kept : of.lost);
    }
    written_ += batch.size();
    under_way_ = 0;
  }
  batch.clear();
  if (options_.most_bytes != 0) return;
  batches_.fetch_add(1, std::memory_order_release);
  futex_wake(batches_, INT_MAX);
}

}  // namespace ranvier::bag
