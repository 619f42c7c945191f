// What is to be ended with the interpreter.
#pragma once

#include <unistd.h>

namespace rosbag2_extension {

/// A recorder or a player that runs. The interpreter ends it, if nobody does before: its threads
/// must not run when the library goes, and a bag is to be complete. In a child of fork() it is the
/// parent's, which goes on with it: the child ends those that it made.
///
/// Threads: all functions from any.
class Ending {
 public:
  Ending() = default;
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;
  /// Ends the work, and waits for that. Contract: without the GIL.
  virtual void end_work() noexcept = 0;
  /// False in a child of fork(). Contract: any time.
  bool of_this_process() const noexcept { return process_ == ::getpid(); }

 protected:
  ~Ending() { forget(); }
  /// In a constructor, of what is made beside a Making: it may be ended after that.
  void remember();
  /// First thing of a destructor: nobody ends it any more.
  void forget() noexcept;

 private:
  const pid_t process_ = ::getpid();
};

/// There while one is made: the end of the interpreter waits for that, and parks who comes later.
/// Throws std::runtime_error on the thread that ends the interpreter. Contract: without the GIL.
class Making {
 public:
  Making();
  ~Making();
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;
};

/// Parks threads that ask for the GIL from now on, and ends all that run. Contract: with the GIL,
/// on the thread that ends the interpreter. A second time it finds none.
void end_at_exit();

}  // namespace rosbag2_extension
