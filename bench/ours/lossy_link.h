// The link of a board of the benches, over which datagrams are lost.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>

#include "ranvier_micro/transport/posix.h"
#include "ranvier_micro/wire/message.h"

namespace ranvier::bench {

/// UDP that loses datagrams in both directions, by a seed.
///
/// Threads: one has the link; what is counted may be read on any.
class LossyLink {
 public:
  /// @param port  stays while this does. @param drop  percent.
  LossyLink(const char* port, double drop, unsigned seed) : drop_(drop), random_(seed) {
    xrce_posix_udp_init(&net_, "127.0.0.1", port);
    link_.of.open = [](xrce_transport* of) { return inner(of)->open(inner(of)); };
    link_.of.close = [](xrce_transport* of) { inner(of)->close(inner(of)); };
    link_.of.send = [](xrce_transport* of, const std::uint8_t* message, std::size_t size) {
      return self(of)->drops(message, size) || inner(of)->send(inner(of), message, size);
    };
    link_.of.receive = [](xrce_transport* of, std::uint8_t* message, std::size_t capacity,
                          int timeout_ms) {
      const std::size_t size = inner(of)->receive(inner(of), message, capacity, timeout_ms);
      return size != 0 && self(of)->drops(message, size) ? 0 : size;
    };
    link_.self = this;
  }
  LossyLink(const LossyLink&) = delete;
  LossyLink& operator=(const LossyLink&) = delete;

  xrce_transport& link() { return link_.of; }
  std::uint64_t carried() const { return carried_; }
  std::uint64_t dropped() const { return dropped_; }
  /// Of those: samples of the best-effort stream, which nobody sends again.
  std::uint64_t dropped_samples() const { return dropped_samples_; }
  void set_drop(double percent) { drop_ = percent; }
  /// From here on only what is under way counts.
  void begin() {
    carried_ = 0;
    dropped_ = 0;
    dropped_samples_ = 0;
  }

 private:
  struct Link {
    xrce_transport of{};
    LossyLink* self = nullptr;
  };
  static LossyLink* self(xrce_transport* of) { return reinterpret_cast<Link*>(of)->self; }
  static xrce_transport* inner(xrce_transport* of) { return &self(of)->net_.link; }

  static bool is_best_effort_sample(const std::uint8_t* message, std::size_t size) {
    xrce_header header;
    std::size_t at = xrce_read_header(&header, message, size);
    if (at == 0 || header.stream != XRCE_BEST_EFFORT_STREAM) return false;
    xrce_submessage part;
    while (xrce_next_submessage(message, size, &at, &part)) {
      if (part.id == XRCE_WRITE_DATA || part.id == XRCE_DATA) return true;
    }
    return false;
  }

  bool drops(const std::uint8_t* message, std::size_t size) {
    ++carried_;
    if (std::uniform_real_distribution<double>(0, 100)(random_) >= drop_) return false;
    ++dropped_;
    if (is_best_effort_sample(message, size)) ++dropped_samples_;
    return true;
  }

  double drop_;
  std::mt19937 random_;
  xrce_posix_net net_{};
  Link link_;
  std::atomic<std::uint64_t> carried_{0}, dropped_{0}, dropped_samples_{0};
};

}  // namespace ranvier::bench
