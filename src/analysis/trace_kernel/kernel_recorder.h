// Records events of the kernel into a trace beside those of processes, on the same clock.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/trace_kernel/tracefs.h"
#include "ranvier/base/result.h"
#include "ranvier/trace/drain.h"

namespace ranvier::trace_kernel {

/// Events that are recorded, by the kernel's id: their places in kernel_events().
using KnownEvents = std::map<std::uint16_t, std::pair<std::size_t, KernelLayout>>;

/// One stream of the trace: what happened on one core.
class CoreStream final {
 public:
  CoreStream(int pipe, std::uint32_t cpu, const std::string& folder, const trace::Uuid& uuid);
  CoreStream(CoreStream&& other) noexcept;
  ~CoreStream();

  /// Copies every page that is there. @return the events that were written.
  Result<std::uint64_t> copy(const KnownEvents& known);
  [[nodiscard]] std::uint64_t missed() const noexcept { return missed_; }

 private:
  void add(const KnownEvents& known, std::uint64_t time, std::span<const std::uint8_t> record);
  Result<std::uint64_t> write();

  int pipe_;
  trace::PacketHead head_{};
  trace::Stream stream_;
  std::vector<std::uint8_t> page_, packet_;
  std::uint64_t events_ = 0, missed_ = 0;
};

struct KernelReport {
  std::uint64_t events = 0;
  std::uint64_t missed = 0;  ///< at least so many, for want of room in the kernel's buffer
};

/// Threads: one. Lifetime: its end takes the kernel's buffer away.
class KernelRecorder final {
 public:
  /// Makes the folder `kernel` in the directory, and records into it from now on.
  /// Fails with kInvalidArgument naming an event that is not known, with kAlreadyExists if
  /// the folder is there, with kWorld where tracefs or the directory refuses.
  static Result<std::unique_ptr<KernelRecorder>> start(const std::string& directory,
                                                       const std::vector<std::string>& events);
  /// Copies what there is. Fails (kWorld) where the trace cannot be written.
  Result<void> copy();
  /// The kernel records nothing until resume().
  void pause() noexcept { buffer_.stop(); }
  Result<void> resume() { return buffer_.start(); }
  /// Ends it: the trace is whole then.
  Result<KernelReport> stop();
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  explicit KernelRecorder(KernelBuffer buffer) : buffer_(std::move(buffer)) {}
  Result<void> open_streams(const trace::Uuid& uuid);

  KernelBuffer buffer_;
  std::string folder_;
  KnownEvents known_;
  std::vector<CoreStream> streams_;  // ends before buffer_, which is busy while they are open
  KernelReport report_;
};

}  // namespace ranvier::trace_kernel
