#include "bag/storage/write_compression.h"

#include <sys/resource.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "ranvier/base/ascii.h"

namespace ranvier::bag {
namespace {

constexpr std::uint64_t kMostThreads = 256;

std::size_t threads_of(const WriteCompression& options) {
  const std::size_t wanted =
      options.threads == 0 ? std::thread::hardware_concurrency() : options.threads;
  return std::max<std::size_t>(wanted, 1);
}

Error wrong_option(const std::string& what) { return {Code::kInvalidArgument, what}; }

}  // namespace

Result<WriteCompression> compression_of_words(const std::string& mode, const std::string& format,
                                              std::uint64_t threads, int nice) {
  WriteCompression options;
  if (same_word(mode, "FILE")) options.mode = WriteCompression::Mode::kFile;
  if (same_word(mode, "MESSAGE")) options.mode = WriteCompression::Mode::kMessage;
  const bool is_none = mode.empty() || same_word(mode, "NONE");
  if (options.mode == WriteCompression::Mode::kNone) {
    if (is_none) return options;
    return wrong_option("Compression mode '" + mode + "' is none: give none, file or message");
  }
  if (!format.empty() && format != "zstd") {
    return wrong_option("Compression format '" + format + "' is not there: give zstd");
  }
  if (threads > kMostThreads) {
    return wrong_option(std::to_string(threads) +
                        " threads to compress are too many: give at most " +
                        std::to_string(kMostThreads) + ", or 0 for one each CPU");
  }
  options.threads = static_cast<std::size_t>(threads);
  options.nice = std::clamp(nice, -20, 19);
  return options;
}

CompressionPool::CompressionPool(const WriteCompression& options) : nice_(options.nice) {
  const std::size_t count = threads_of(options);
  for (std::size_t i = 0; i < count; ++i) workers_.push_back(std::make_unique<Worker>());
}

void CompressionPool::run(std::function<void()> task) {
  workers_[next_++ % workers_.size()]->thread.run([nice = nice_, task = std::move(task)] {
    // Of this thread alone. Without the right to be more urgent it stays as it is.
    if (nice != 0) (void)::setpriority(PRIO_PROCESS, 0, nice);
    task();
  });
}

void CompressionPool::wait() {
  for (const auto& worker : workers_) worker->thread.wait();
}

Result<void> CompressionPool::compress_one(Worker& worker, const BagMessage& message, Buffer& to) {
  Bytes whole;
  if (message.parts.size() == 1) {
    whole = message.parts.front();
  } else {
    worker.joined.clear();
    for (const Bytes part : message.parts) {
      worker.joined.insert(worker.joined.end(), part.begin(), part.end());
    }
    whole = worker.joined;
  }
  const auto frame = worker.compressor.compress(whole);
  if (!frame) return frame.error();
  to.assign(frame->begin(), frame->end());
  return {};
}

void CompressionPool::compress_some(std::size_t worker, std::span<const BagMessage> messages) {
  Worker& mine = *workers_[worker];
  mine.done = {};
  for (std::size_t i = worker; i < messages.size(); i += workers_.size()) {
    mine.done = compress_one(mine, messages[i], frames_[i]);
    if (!mine.done) return;
  }
}

Result<std::span<const BagMessage>> CompressionPool::compress(
    std::span<const BagMessage> messages) {
  frames_.resize(std::max(frames_.size(), messages.size()));
  const std::size_t count = std::min(workers_.size(), messages.size());
  next_ = 0;
  for (std::size_t worker = 0; worker < count; ++worker) {
    run([this, worker, messages] { compress_some(worker, messages); });
  }
  wait();
  parts_.clear();
  made_.clear();
  for (std::size_t i = 0; i < messages.size(); ++i) parts_.emplace_back(frames_[i]);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    made_.push_back(messages[i]);
    made_.back().parts = std::span(&parts_[i], 1);
  }
  for (std::size_t worker = 0; worker < count; ++worker) {
    if (!workers_[worker]->done) return workers_[worker]->done.error();
  }
  return std::span<const BagMessage>(made_);
}

}  // namespace ranvier::bag
