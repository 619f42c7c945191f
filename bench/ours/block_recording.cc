#include "bench/ours/block_recording.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "bench/common/blocks.h"
#include "bench/common/clock.h"
#include "ranvier_tracing/recording.hpp"

namespace ranvier::bench {
namespace {

constexpr std::size_t kKept = 4;                     // processes end one after the other
constexpr std::int64_t kInTime = kBlockGuardNs / 8;  // who wakes later has missed the block

std::int64_t process_cpu_ns() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

}  // namespace

BlockRecording::BlockRecording(std::string directory)
    : directory_(std::move(directory)), thread_([this] { run(); }) {}

BlockRecording::~BlockRecording() {
  if (!thread_.joinable()) return;
  Findings nobody_asks;
  try {
    end(nobody_asks);
  } catch (const std::exception&) {  // the worker fails for another reason
  }
}

void BlockRecording::end(Findings& findings) {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  for (const Used& used : used_) {
    findings.lines.push_back("cpu " + std::to_string(used.block) + " " +
                             std::to_string(used.cpu_ns));
  }
  findings.numbers["recorded"] = recorded_;
  findings.numbers["discarded"] = discarded_;
}

void BlockRecording::run() noexcept {
  try {
    go_through_blocks();
    if (records_) stop();
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void BlockRecording::go_through_blocks() {
  std::int64_t block = block_at(now_ns()) + 1;
  while (go_through(block)) {}
}

bool BlockRecording::go_through(std::int64_t& block) {
  if (!sleep_until(begin_of_block(block))) return false;
  if (block_records(block)) start(block);
  const std::int64_t counts_from = begin_of_block(block) + kBlockGuardNs;
  if (!sleep_until(counts_from)) return false;
  const bool in_time = now_ns() < counts_from + kInTime;
  const std::int64_t cpu = process_cpu_ns();
  if (!sleep_until(begin_of_block(block + 1))) return false;
  if (in_time && now_ns() < begin_of_block(block + 1) + kInTime) {
    used_.push_back({block, process_cpu_ns() - cpu});
  }
  if (records_) stop();
  block = std::max(block + 1, block_at(now_ns()));
  return true;
}

bool BlockRecording::sleep_until(std::int64_t ns) {
  const std::chrono::steady_clock::time_point when{std::chrono::nanoseconds(ns)};
  std::unique_lock lock(mutex_);
  return !changed_.wait_until(lock, when, [this] { return ends_; });
}

void BlockRecording::start(std::int64_t block) {
  ranvier_tracing::RecordingOptions options;
  options.directory = directory_ + "/" + std::to_string(block);
  kept_.push_back(ranvier_tracing::start_recording(options));
  records_ = true;
  if (kept_.size() <= kKept) return;
  std::filesystem::remove_all(kept_.front());
  kept_.pop_front();
}

void BlockRecording::stop() {
  records_ = false;
  const auto report = ranvier_tracing::stop_recording();
  recorded_ += static_cast<double>(report.events);
  discarded_ += static_cast<double>(report.discarded);
}

}  // namespace ranvier::bench
