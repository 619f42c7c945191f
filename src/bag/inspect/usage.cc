#include "bag/inspect/usage.h"

#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "bag/storage/bytes.h"
#include "bag/storage/service_events.h"

namespace ranvier::bag {
namespace {

/// What tells a call from others: the client, and its number there.
using Call = std::pair<std::array<std::byte, 16>, std::int64_t>;

struct Event {
  std::uint8_t type =
      0;  // service_msgs/msg/ServiceEventInfo: 0, 1 of a request; 2, 3 of a response
  Call call;
};

template <class Number>
Number number_at(Bytes bytes, std::size_t place, bool swapped) {
  std::array<std::byte, sizeof(Number)> raw;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    raw[i] = bytes[place + (swapped ? raw.size() - 1 - i : i)];
  }
  return std::bit_cast<Number>(raw);
}

/// The head of a service's event, in CDR: its first member is a ServiceEventInfo.
/// Nothing for what is none.
std::optional<Event> event_of(Bytes message) {
  constexpr std::size_t kHead = 4, kGid = 12, kNumber = 32, kNumberOfXcdr2 = 28;
  if (message.size() < kHead) return std::nullopt;
  const auto format = static_cast<std::uint8_t>(message[1]);  // odd: little-endian
  const Bytes body = message.subspan(kHead);
  const std::size_t number = format >= 6 ? kNumberOfXcdr2 : kNumber;  // aligned to 4, or to 8
  if (body.size() < number + sizeof(std::int64_t)) return std::nullopt;
  Event event;
  event.type = static_cast<std::uint8_t>(body[0]);
  std::memcpy(event.call.first.data(), body.data() + kGid, event.call.first.size());
  event.call.second = number_at<std::int64_t>(body, number, format % 2 == 0);
  return event;
}

/// Threads: one.
class Counting final {
 public:
  explicit Counting(const std::vector<TopicCount>& topics) {
    for (const TopicCount& each : topics) {
      topics_.push_back({is_service_event(each.topic.name, each.topic.type), {}, {}, 0});
    }
  }

  void add(const MessageView& message) {
    Counted& counted = topics_[message.topic];
    counted.bytes += message.data.size();
    if (!counted.is_event) return;
    const auto event = event_of(message.data);
    if (event && event->type <= 3) {
      (event->type < 2 ? counted.requests : counted.responses).insert(event->call);
    }
  }

  Usage result(const std::vector<TopicCount>& topics) const {
    Usage usage;
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      TopicUsage& to = usage[topics[i].topic.name];
      to.bytes += topics_[i].bytes;
      to.requests += topics_[i].requests.size();
      to.responses += topics_[i].responses.size();
    }
    return usage;
  }

 private:
  struct Counted {
    bool is_event;
    std::set<Call> requests;
    std::set<Call> responses;
    std::uint64_t bytes;
  };
  std::vector<Counted> topics_;
};

bool is_event_topic(const Topic& topic) { return is_service_event(topic.name, topic.type); }

}  // namespace

Result<Usage> read_usage(BagReader& bag, bool with_bytes, const Progress& progress) {
  if (!with_bytes) {
    if (const auto set = bag.filter(is_event_topic); !set) return set.error();
  }
  std::uint64_t all = 0;
  for (const TopicCount& each : bag.topics()) {
    if (with_bytes || is_event_topic(each.topic)) all += each.messages;
  }
  Counting counting(bag.topics());
  ProgressCount done(progress, all);
  for (;;) {
    const auto message = bag.next();
    if (!message) return message.error();
    if (!*message) return counting.result(bag.topics());
    counting.add(**message);
    done.add_one();
  }
}

}  // namespace ranvier::bag
