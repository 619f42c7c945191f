// Hosts of a run: network namespaces of this machine, each with a wire to one switch.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/runner/process.h"

namespace ranvier::bench {

/// A descriptor of a network namespace, which lives as long as that, or a process in it.
class Namespace final {
 public:
  Namespace();  ///< a new one, with loopback up. Throws std::runtime_error.
  ~Namespace();
  Namespace(Namespace&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Namespace& operator=(Namespace&&) = delete;
  Namespace(const Namespace&) = delete;
  Namespace& operator=(const Namespace&) = delete;
  [[nodiscard]] int file() const { return file_; }

 private:
  int file_ = -1;
};

/// While it lives, this thread, and what it starts, is in another namespace. One at a time.
class Inside final {
 public:
  explicit Inside(const Namespace& there);  ///< Throws std::runtime_error.
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  int home_;
};

/// What passed the rules of a host that drops.
struct Frames {
  double came = 0;  ///< with UDP, also those that were dropped
  double dropped = 0;
};

/// Hosts with 10.77.0.1, 10.77.0.2 and so on at the interface eth0. Nothing has a name outside:
/// all of it is gone with this, also if the runner is killed.
///
/// Threads: that of the runner.
/// Errors: std::runtime_error says which command failed, and what it said.
class Network final {
 public:
  /// Why there can be none here; empty: there can.
  [[nodiscard]] static std::string refusal();

  explicit Network(int hosts);

  /// Each host sends at most so many megabits a second: a token bucket of 32 KB at its interface,
  /// and 50 ms of queue.
  void limit(int megabits);
  /// From now on `host` drops that share of the frames with UDP that come to it, each by chance
  /// alone, fragments of datagrams like others; and counts them anew. All is 999,999 of a million.
  void drop(int host, double share);
  [[nodiscard]] Frames frames(int host) const;
  /// That came to all hosts since they were made: at eth0, or, if there is one host, at its lo.
  [[nodiscard]] double bytes() const;

  /// Of a host, at eth0.
  [[nodiscard]] static std::string address(int host);
  [[nodiscard]] const Namespace& host(int index) const { return hosts_.at(index); }
  /// A DDS domain on the interface of the hosts, multicast allowed.
  [[nodiscard]] Environment environment() const;

 private:
  void plug(int index);
  void on(const Namespace& there, const std::string& command) const;
  [[nodiscard]] const char* interface() const { return hosts_.size() == 1 ? "lo" : "eth0"; }

  std::vector<Namespace> hosts_;
  std::unique_ptr<Namespace> switch_;
};

/// The bytes that came to an interface, in the text of /proc/net/dev. Throws std::runtime_error
/// if it is not there.
[[nodiscard]] double bytes_received(const std::string& table, const std::string& interface);

/// The counters of the rules in what nft prints: the first of all frames, the second of the
/// dropped ones. Throws std::runtime_error if they are not there.
[[nodiscard]] Frames frames_in(const std::string& rules);

}  // namespace ranvier::bench
