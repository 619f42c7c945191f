// A trace buffer of our own in the kernel, beside those of others.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/trace_kernel/kernel_events.h"
#include "ranvier/base/result.h"

namespace ranvier::trace_kernel {

/// An instance of tracefs: a folder `ranvier-<pid>` whose making makes the buffer. What
/// others trace is not touched.
///
/// Threads: one. Lifetime: its end takes the buffer away; what a killed process left is
/// taken away by the next open().
class KernelBuffer final {
 public:
  /// @param root  where tracefs is mounted; find_tracefs() by default.
  /// Fails (kWorld) if there is no tracefs, or this user may not use it.
  static Result<KernelBuffer> open(const std::string& root);
  KernelBuffer(KernelBuffer&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  KernelBuffer& operator=(KernelBuffer&&) = delete;
  ~KernelBuffer();

  /// Records an event from now on. Fails (kUnsupported) if this kernel does not have it as
  /// it is known here.
  Result<KernelLayout> enable(const KernelEvent& event);
  Result<void> start();
  void stop() noexcept;
  /// The files to read pages from, one for each core.
  [[nodiscard]] std::vector<std::string> pipes() const;

 private:
  explicit KernelBuffer(std::string path) : path_(std::move(path)) {}
  Result<void> put(const std::string& file, std::string_view value) const;
  std::string path_;
};

/// Where tracefs is mounted. Fails (kWorld) with how to mount it.
[[nodiscard]] Result<std::string> find_tracefs();

}  // namespace ranvier::trace_kernel
