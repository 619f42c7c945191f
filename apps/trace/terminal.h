// A page on a terminal, and what ends it: keys and signals.
#pragma once

#include <termios.h>

#include <chrono>
#include <string>
#include <vector>

namespace ranvier::apps {

/// SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGWINCH come to wait() and to nobody else.
///
/// Threads: one, which makes it before it makes any other.
class Commands final {
 public:
  Commands();
  ~Commands();
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  enum class Said {
    kNothing,  ///< time ran out
    kLeave,    ///< by a signal, or by q, Q or Ctrl-C
    kResized,
  };
  /// @param until  on the steady clock. @param keys  whether the terminal is asked too.
  Said wait(std::chrono::steady_clock::time_point until, bool keys);

 private:
  int signals_;
  bool has_keys_ = true;
};

/// Takes the terminal of standard output (and its keys, if it is standard input too)
/// and gives it back as it was.
class Terminal final {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  struct Size {
    std::size_t width, height;
  };
  /// 80 by 24 where the terminal does not say.
  [[nodiscard]] Size size() const;
  /// @return false if the terminal is gone.
  bool show(const std::vector<std::string>& lines);
  [[nodiscard]] bool has_keys() const noexcept { return has_keys_; }

 private:
  bool has_keys_ = false;
  termios before_{};
};

/// Writes all to standard output. @return false if nobody reads it any more, or if one of
/// the signals of Commands came while nobody did: it is for wait() still.
bool put_out(const std::string& text);

}  // namespace ranvier::apps
