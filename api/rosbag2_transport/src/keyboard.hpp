// Keys that are pressed on the terminal of a recorder or a player.
#ifndef KEYBOARD_HPP_
#define KEYBOARD_HPP_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

namespace rosbag2_transport
{

constexpr const char * kSpace = " ";
constexpr const char * kUp = "\x1b[A";
constexpr const char * kDown = "\x1b[B";
constexpr const char * kRight = "\x1b[C";

/// Reads keys while it lives; the terminal is as before when it is gone.
/// Threads: functions of keys are called on a thread of its own.
class Keyboard final
{
public:
  using Keys = std::map<std::string, std::function<void()>>;

  /// Null if standard input is no terminal, or one that another program has.
  static std::unique_ptr<Keyboard> open(Keys keys);
  ~Keyboard();
  Keyboard(const Keyboard &) = delete;
  Keyboard & operator=(const Keyboard &) = delete;

private:
  struct Terminal;
  Keyboard(Keys keys, std::unique_ptr<Terminal> terminal);
  void run();
  void press(const std::string & typed);

  const Keys keys_;
  const std::unique_ptr<Terminal> terminal_;
  std::thread thread_;
};

}  // namespace rosbag2_transport

#endif  // KEYBOARD_HPP_
