#include "ranvier/proto/describe/rosout.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "ranvier/node/log.h"
#include "ranvier/node/publisher.h"
#include "ranvier/proto/describe/types.h"
#include "ranvier/proto/time/stamp.h"
#include "rcl_interfaces/msg/log.hpp"

namespace ranvier {

using rcl_interfaces::msg::Log;

struct RosoutPublisher::Entry {
  std::string logger_name;
  std::unique_ptr<Publisher> publisher;
};

namespace {

Log* to_message(const LogLine& line) {
  auto message = std::make_unique<Log>();
  message->stamp = stamp_of(line.stamp_ns);
  message->level = static_cast<std::uint8_t>(line.severity);
  message->name = line.name;
  message->msg = line.message;
  message->file = line.where.file;
  message->function = line.where.function;
  message->line = static_cast<std::uint32_t>(line.where.line);
  return message.release();
}

}  // namespace

/// The publishers by the name of their node's logger. Nodes of one name share a
/// logger: the first that is there publishes.
///
/// Lines look up under a shared lock and publish without it: a publisher may
/// block, and what it waits for may log.
class RosoutPublisher::Table {
 public:
  static Table& get() {
    static auto& table = *new Table;  // never destroyed: static objects may log at the end
    return table;
  }

  void add(const std::shared_ptr<Entry>& entry) {
    const std::lock_guard lock(mutex_);
    entries_.emplace(entry->logger_name, entry);
  }

  void remove(const std::shared_ptr<Entry>& entry) {
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
  Table() {
    add_log_sink([this](const LogLine& line) { publish(line); });
  }

  // The publisher of the logger or of its nearest ancestor.
  std::shared_ptr<Entry> find(std::string name) {
    const std::shared_lock lock(mutex_);
    for (;;) {
      const auto found = entries_.find(name);
      if (found != entries_.end()) return found->second;
      const auto dot = name.rfind('.');
      if (dot == std::string::npos) return nullptr;
      name.resize(dot);
    }
  }

  void publish(const LogLine& line) noexcept {
    try {
      // The line is on the console and in the file; saying here that it did
      // not get further would loop.
      if (const auto entry = find(std::string(line.name))) {
        (void)entry->publisher->send(to_message(line));
      }
    } catch (const std::exception&) {}
  }

  std::shared_mutex mutex_;
  std::unordered_multimap<std::string, std::shared_ptr<Entry>> entries_;
};

Result<std::unique_ptr<RosoutPublisher>> RosoutPublisher::open(std::shared_ptr<Node> node,
                                                               Endpoint topic) {
  topic.type = &type_of<Log>();
  topic.node = node->name();
  remember_type(*topic.type);
  auto entry = std::make_shared<Entry>();
  entry->logger_name = node->logger_name();
  auto publisher = Publisher::open(std::move(node), std::move(topic));
  if (!publisher) return publisher.error();
  entry->publisher = std::move(*publisher);
  Table::get().add(entry);
  return std::unique_ptr<RosoutPublisher>(new RosoutPublisher(std::move(entry)));
}

RosoutPublisher::~RosoutPublisher() { Table::get().remove(entry_); }

}  // namespace ranvier
