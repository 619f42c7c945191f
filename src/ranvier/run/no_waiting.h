// A thread that serves many and waits for none of them.
#pragma once

namespace ranvier {

/// For the time that it lives, what this thread writes does not wait for room in a reader. Where
/// there is none, the write fails with kFull, and no reader has got the message: it may be
/// written again. One exception is a publisher on several networks: the others have got it.
///
/// Threads: acts on the calling thread alone; may be nested. No allocation.
class NoWaiting final {
 public:
  NoWaiting() noexcept { ++depth_; }
  ~NoWaiting() { --depth_; }
  NoWaiting(const NoWaiting&) = delete;
  NoWaiting& operator=(const NoWaiting&) = delete;

  static bool here() noexcept { return depth_ != 0; }

 private:
  static constinit thread_local unsigned depth_;
};

}  // namespace ranvier
