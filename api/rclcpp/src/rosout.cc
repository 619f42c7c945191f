#include "rosout.hpp"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "ranvier/node/log.h"
#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/time.hpp"

namespace rclcpp::detail
{

using Log = rcl_interfaces::msg::Log;

struct RosoutPublisher::Entry
{
  std::string logger_name;
  Publisher<Log> publisher;
};

namespace
{

std::unique_ptr<Log> to_message(const ranvier::LogLine & line)
{
  auto message = std::make_unique<Log>();
  message->stamp = convert_rcl_time_to_sec_nanos(line.stamp_ns);
  message->level = static_cast<uint8_t>(line.severity);
  message->name = line.name;
  message->msg = line.message;
  message->file = line.where.file;
  message->function = line.where.function;
  message->line = static_cast<uint32_t>(line.where.line);
  return message;
}

/// The publishers by the name of their node's logger. Nodes of one name share a
/// logger: the first that is there publishes.
///
/// Lines look up under a shared lock and publish without it: a publisher may
/// block, and what it waits for may log.
template<class Entry>
class Table
{
public:
  static Table & get()
  {
    static auto & table = *new Table;  // never destroyed: static objects may log at the end
    return table;
  }

  void add(const std::shared_ptr<Entry> & entry)
  {
    const std::lock_guard lock(mutex_);
    entries_.emplace(entry->logger_name, entry);
  }

  void remove(const std::shared_ptr<Entry> & entry)
  {
    const std::lock_guard lock(mutex_);
    const auto [begin, end] = entries_.equal_range(entry->logger_name);
    for (auto at = begin; at != end; ++at) {
      if (at->second == entry) {
        entries_.erase(at);
        return;
      }
    }
  }

private:
  // Not under mutex_: lines take the log's lock before it.
  Table() {ranvier::add_log_sink([this](const ranvier::LogLine & line) {publish(line);});}

  // The publisher of the logger or of its nearest ancestor.
  std::shared_ptr<Entry> find(std::string name)
  {
    const std::shared_lock lock(mutex_);
    for (;; ) {
      const auto found = entries_.find(name);
      if (found != entries_.end()) {return found->second;}
      const auto dot = name.rfind('.');
      if (dot == std::string::npos) {return nullptr;}
      name.resize(dot);
    }
  }

  void publish(const ranvier::LogLine & line) noexcept
  {
    try {
      if (const auto entry = find(std::string(line.name))) {
        entry->publisher.publish(to_message(line));
      }
    } catch (const std::exception &) {
      // The line is on the console and in the file; saying here that it did
      // not get further would loop.
    }
  }

  std::shared_mutex mutex_;
  std::unordered_multimap<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace

RosoutPublisher::RosoutPublisher(
  node_interfaces::NodeBaseInterface & node, const std::string & logger_name, const QoS & qos)
: entry_(new Entry{logger_name, Publisher<Log>(&node, "/rosout", qos, PublisherOptions())})
{
  Table<Entry>::get().add(entry_);
}

RosoutPublisher::~RosoutPublisher()
{
  Table<Entry>::get().remove(entry_);
}

}  // namespace rclcpp::detail
