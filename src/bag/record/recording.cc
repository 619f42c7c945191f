#include "bag/record/recording.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/thread.h"

namespace ranvier::bag {
namespace {

constexpr std::int64_t kFlush = 1'000'000'000;  // ns: what a killed process may lose

}  // namespace

Recording::Recording(std::unique_ptr<RecordTarget> target, const SampleQueue::Options& options,
                     Failed failed)
    : failed_(std::move(failed)), queue_(options), target_(std::move(target)) {}

Result<std::unique_ptr<Recording>> Recording::start(std::unique_ptr<RecordTarget> target,
                                                    const SampleQueue::Options& options,
                                                    Failed failed) {
  std::unique_ptr<Recording> made(new Recording(std::move(target), options, std::move(failed)));
  auto thread =
      start_thread("ranvier_bag", "A recording", [recording = made.get()] { recording->run(); });
  if (!thread) return thread.error();
  Lock lock(made->ending_);
  made->thread_ = std::move(*thread);
  return made;
}

Recording::~Recording() { (void)close(); }

std::uint32_t Recording::add_topic(Topic topic, Definition definition) {
  std::uint32_t number = 0;
  {
    Lock lock(mutex_);
    number = queue_.add_topic();
    topics_.push_back({std::move(topic), std::move(definition)});
  }
  queue_.wake();
  return number;
}

bool Recording::keep(Sample sample) { return !paused() && queue_.push(std::move(sample)); }

std::uint64_t Recording::split() {
  std::uint64_t asked = 0;
  {
    Lock lock(mutex_);
    splits_.push_back(queue_.let_in());
    asked = ++asked_splits_;
  }
  queue_.wake();
  return asked;
}

void Recording::wait_for_splits(std::uint64_t splits) {
  if (queue_.keeps_newest()) return;
  for (;;) {
    const std::uint32_t seen = rings_.load(std::memory_order_acquire);
    {
      Lock lock(mutex_);
      if (made_splits_ >= splits) return;
    }
    futex_wait(rings_, seen, kForever);
  }
}

void Recording::count_splits(std::uint64_t made) {
  {
    Lock lock(mutex_);
    made_splits_ += std::min(made, UINT64_MAX - made_splits_);
  }
  rings_.fetch_add(1, std::memory_order_release);
  futex_wake(rings_, INT_MAX);
}

std::vector<TopicReport> Recording::report() const {
  Lock lock(mutex_);
  const std::vector<TopicCounts> counts = queue_.counts();
  std::vector<TopicReport> report;
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    report.push_back({topics_[i].topic.name, counts[i].kept, counts[i].lost});
  }
  return report;
}

std::optional<Error> Recording::failure() const {
  Lock lock(mutex_);
  return failure_;
}

Result<void> Recording::close() {
  queue_.close();
  {
    Lock lock(ending_);
    if (thread_.joinable()) thread_.join();
  }
  if (const auto error = failure()) return *error;
  return {};
}

void Recording::fail(const Error& error) {
  {
    Lock lock(mutex_);
    if (failure_) return;
    failure_ = error;
  }
  queue_.fail();
  count_splits(UINT64_MAX);
  if (failed_) failed_(error);
}

void Recording::run() {
  std::vector<Sample> batch;
  while (queue_.take(batch, flush_at_)) {
    std::size_t kept = 0;
    const auto done = one_round(batch, kept);
    queue_.done(batch, kept);
    if (!done) fail(done.error());
  }
  complete();
}

Result<void> Recording::one_round(std::span<const Sample> batch, std::size_t& kept) {
  if (auto done = announce(); !done) return done;
  std::size_t begin = 0;
  for (const std::size_t place : take_splits(batch.size())) {
    if (auto done = write(batch.subspan(begin, place - begin), kept); !done) return done;
    if (auto done = target_->split(); !done) return done;
    count_splits(1);
    flush_later();
    begin = place;
  }
  if (auto done = write(batch.subspan(begin), kept); !done) return done;
  return flush_in_time();
}

/// Before which samples of a batch of that many a file ends; behind the last one too.
std::vector<std::size_t> Recording::take_splits(std::size_t batch) {
  const std::uint64_t first = queue_.before_batch();
  std::vector<std::size_t> places;
  Lock lock(mutex_);
  const auto later = std::find_if(splits_.begin(), splits_.end(),
                                  [&](std::uint64_t split) { return split > first + batch; });
  for (auto split = splits_.begin(); split != later; ++split) {
    places.push_back(static_cast<std::size_t>(std::max(*split, first) - first));
  }
  splits_.erase(splits_.begin(), later);
  return places;
}

// Topics that came since: their samples may be in the batch that was taken.
Result<void> Recording::announce() {
  std::vector<NamedTopic> fresh;
  {
    Lock lock(mutex_);
    fresh.assign(topics_.begin() + static_cast<std::ptrdiff_t>(ids_.size()), topics_.end());
  }
  for (const NamedTopic& one : fresh) {
    const auto id = target_->add_topic(one.topic, one.definition);
    if (!id) return id.error();
    ids_.push_back(*id);
  }
  return {};
}

Result<void> Recording::write(std::span<const Sample> batch, std::size_t& kept) {
  if (batch.empty()) return {};
  parts_.clear();
  messages_.clear();
  for (const Sample& sample : batch) parts_.emplace_back(sample.data, sample.size);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    messages_.push_back({.topic = ids_[batch[i].topic],
                         .received_ns = batch[i].received_ns,
                         .sent_ns = batch[i].sent_ns,
                         .parts = std::span(&parts_[i], 1)});
  }
  RecordTarget::Written written = target_->write(messages_);
  kept += written.messages;
  if (written.error) return std::move(*written.error);
  flush_later();
  return {};
}

void Recording::flush_later() {
  if (flush_at_ == kForever) flush_at_ = steady_ns() + kFlush;
}

Result<void> Recording::flush_in_time() {
  if (steady_ns() < flush_at_) return {};
  flush_at_ = kForever;
  if (auto done = target_->flush(); !done) return done;
  if (target_->is_ending_files()) flush_later();
  return {};
}

void Recording::complete() {
  if (!failure()) {
    if (auto done = announce(); !done) fail(done.error());
  }
  const auto counts = queue_.counts();
  std::map<TopicId, std::uint64_t> lost;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (counts[i].lost != 0) lost[ids_[i]] += counts[i].lost;
  }
  const auto closed = target_->close(lost);
  const auto died = target_->died();
  for (std::uint32_t i = 0; i < ids_.size(); ++i) {
    if (const auto found = died.find(ids_[i]); found != died.end()) {
      queue_.count_died(i, found->second);
    }
  }
  if (!closed) fail(closed.error());
  count_splits(UINT64_MAX);
}

}  // namespace ranvier::bag
