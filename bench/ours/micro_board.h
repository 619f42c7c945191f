// A board of the benches: a node that writes numbered strings to one topic and reads them from
// another one.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/transport/posix.h"

namespace ranvier::bench {

/// Strings that begin with a number in eight hex digits.
inline constexpr std::size_t kDigits = 8;
/// Sent until both sides have met: it counts as nothing.
inline constexpr std::uint32_t kGreeting = 0xffffffff;

/// A string whose encoding has `bytes` bytes. Contract: at least 4 + kDigits + 1.
inline std::string numbered(std::uint32_t number, std::size_t bytes) {
  std::string text(bytes - 5, 'x');
  std::array<char, kDigits + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", number);
  std::memcpy(text.data(), digits.data(), kDigits);
  return text;
}

inline std::uint32_t number_of(const char* text) {
  std::uint32_t number = kGreeting;
  std::from_chars(text, text + kDigits, number, 16);
  return number;
}

/// Threads: one.
class MicroBoard {
 public:
  struct Topics {
    std::string writes, reads;  ///< empty: none
    bool reliable = false;
    bool keeps_all = false;
    bool keeps_for_late = false;  ///< transient local
    std::uint16_t depth = 10;
  };

  /// @param link  stays while this does. @param number  names it to the agent.
  MicroBoard(xrce_transport& link, unsigned number, Topics topics)
      : name_("bench_" + std::to_string(number)), topics_(std::move(topics)) {
    xrce_session_init(&session, &link, &xrce_posix_platform, 0xbe0000u + number);
    node_.kind = XRCE_PARTICIPANT;
    node_.name = name_.c_str();
    node_.type = "";
    xrce_add(&session, &node_);
    add(writer, XRCE_DATA_WRITER, topics_.writes);
    reader_.user = this;
    reader_.take = [](xrce_entity* of, xrce_cdr* sample, const std::uint8_t*) {
      std::array<char, kDigits> digits{};
      xrce_get_u32(sample);
      xrce_get_bytes(sample, digits.data(), digits.size());
      auto* board = static_cast<MicroBoard*>(of->user);
      if (board->on_number) board->on_number(number_of(digits.data()));
      return true;
    };
    add(reader_, XRCE_DATA_READER, topics_.reads);
  }
  ~MicroBoard() { xrce_session_end(&session); }
  MicroBoard(const MicroBoard&) = delete;
  MicroBoard& operator=(const MicroBoard&) = delete;

  /// Waits until all was created. Errors: std::runtime_error.
  void wait_ready() {
    if (xrce_wait_ready(&session, 60'000) != XRCE_OK) throw std::runtime_error("no session");
    for (const xrce_entity* e = session.entities; e != nullptr; e = e->next) {
      if (e->state != XRCE_CREATED) throw std::runtime_error("the agent refused an entity");
    }
  }
  xrce_ret write(std::uint32_t number, std::size_t bytes, std::uint32_t timeout_ms) {
    const std::string text = numbered(number, bytes);
    const auto size = static_cast<std::uint32_t>(text.size() + 1);
    encoded_.resize(bytes);
    std::memcpy(encoded_.data(), &size, sizeof size);
    std::memcpy(encoded_.data() + sizeof size, text.c_str(), size);
    return xrce_write(&session, &writer, encoded_.data(), encoded_.size(), timeout_ms);
  }
  void spin(std::uint32_t timeout_ms) { xrce_spin(&session, timeout_ms); }

  xrce_session session{};
  xrce_entity writer{};
  std::function<void(std::uint32_t)> on_number;

 private:
  void add(xrce_entity& entity, std::uint8_t kind, const std::string& topic) {
    if (topic.empty()) return;
    entity.kind = kind;
    entity.name = topic.c_str();
    entity.type = "std_msgs::msg::dds_::String_";
    entity.node = &node_;
    entity.qos = static_cast<std::uint8_t>((topics_.reliable ? XRCE_QOS_RELIABLE : 0) |
                                           (topics_.keeps_all ? 0 : XRCE_QOS_KEEP_LAST) |
                                           (topics_.keeps_for_late ? XRCE_QOS_TRANSIENT_LOCAL : 0));
    entity.depth = topics_.keeps_all ? 0 : topics_.depth;
    xrce_add(&session, &entity);
  }

  const std::string name_;
  const Topics topics_;
  xrce_entity node_{}, reader_{};
  std::vector<std::uint8_t> encoded_;
};

}  // namespace ranvier::bench
