// Sinks, endpoints and waiting for tests of routes and of what stands on them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ranvier/route/service_route.h"
#include "text_type.h"

namespace ranvier::support {

/// Waits for a condition that other threads bring about. A hang is the runner's
/// to end; the limit only turns it into words.
class Waiter {
 public:
  template <class Condition>
  bool wait(Condition&& condition, std::chrono::seconds limit = std::chrono::seconds(30)) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, condition);
  }
  template <class Change>
  void change(Change&& change) {
    std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

/// The events of an endpoint.
class Events : public Waiter {
 public:
  using Kind = EndpointEvent::Kind;
  void note(const EndpointEvent& event) {
    change([&] {
      all_.push_back(event);
      if (event.kind == Kind::kMatched) matched_ += event.change;
      if (event.kind == Kind::kLivelinessChanged) alive_ += event.change;
      not_alive_ += event.not_alive;
    });
  }
  int matched() {
    int count = 0;
    change([&] { count = matched_; });
    return count;
  }
  bool wait_matched(int count) {
    return wait([&] { return matched_ == count; });
  }
  bool wait_alive(int alive, int not_alive, std::chrono::seconds limit = std::chrono::seconds(30)) {
    return wait([&] { return alive_ == alive && not_alive_ == not_alive; }, limit);
  }
  bool wait_for(Kind kind, int times = 1) {
    return wait([&] { return count_locked(kind) >= times; });
  }
  int count(Kind kind) {
    int count = 0;
    change([&] { count = count_locked(kind); });
    return count;
  }
  std::vector<EndpointEvent> all() {
    std::vector<EndpointEvent> all;
    change([&] { all = all_; });
    return all;
  }
  EndpointEvent last() {
    EndpointEvent event{};
    change([&] { event = all_.back(); });
    return event;
  }

 private:
  int count_locked(Kind kind) const {
    int count = 0;
    for (const EndpointEvent& event : all_) count += event.kind == kind;
    return count;
  }
  int matched_ = 0;
  int alive_ = 0;
  int not_alive_ = 0;
  std::vector<EndpointEvent> all_;
};

class WriterEvents final : public EndpointEvents, public Events {
 public:
  void on_event(const EndpointEvent& event) noexcept override { note(event); }
};

/// Collects what comes in; `room` bounds it.
class Collector final : public ClientSink, public Events {
 public:
  void on_event(const EndpointEvent& event) noexcept override { note(event); }
  bool has_room() noexcept override {
    bool fits = false;
    change([&] { fits = messages_.size() < room_; });
    return fits;
  }
  void deliver(MessagePtr message) noexcept override {
    if (on_deliver_) on_deliver_();
    change([&] { messages_.push_back(std::move(message)); });
  }
  void on_availability() noexcept override {
    change([&] { ++availability_changes_; });
  }
  bool drained_here() const noexcept override { return drained_here_; }

  bool wait_count(std::size_t count, std::chrono::seconds limit = std::chrono::seconds(30)) {
    return wait([&] { return messages_.size() >= count; }, limit);
  }
  std::vector<std::string> texts() {
    std::vector<std::string> all;
    change([&] {
      for (const MessagePtr& message : messages_) all.push_back(data_of(message));
    });
    return all;
  }
  std::vector<MessagePtr> messages() {
    std::vector<MessagePtr> all;
    change([&] { all = messages_; });
    return all;
  }
  std::size_t size() { return messages().size(); }
  void set_room(std::size_t room) {
    change([&] { room_ = room; });
  }
  /// Called before a message is kept, on the thread that brings it. Set it before any comes.
  void set_on_deliver(std::function<void()> call) { on_deliver_ = std::move(call); }
  void set_drained_here(bool here) { drained_here_ = here; }
  int availability_changes() {
    int changes = 0;
    change([&] { changes = availability_changes_; });
    return changes;
  }
  bool wait_availability_change(int after) {
    return wait([&] { return availability_changes_ > after; });
  }
  void clear() {
    change([&] { messages_.clear(); });
  }

 private:
  std::vector<MessagePtr> messages_;
  std::size_t room_ = SIZE_MAX;
  int availability_changes_ = 0;
  bool drained_here_ = false;
  std::function<void()> on_deliver_;
};

/// A topic of this process and test alone.
inline Endpoint endpoint(const Qos& qos = {}, const std::string& name = "") {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string where = std::string(test->test_suite_name()) + "/" + test->name() + name;
  for (char& c : where) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '/') c = '_';
  }
  Endpoint endpoint;
  endpoint.topic = "/p" + std::to_string(::getpid()) + "/" + where;
  endpoint.type = &text_type();
  endpoint.qos = qos;
  endpoint.node = {"tester", "/"};
  return endpoint;
}

inline const ServiceTypeInfo& text_service() {
  static const ServiceTypeInfo info{
      "test/srv/Echo",
      "test::srv::dds_::Echo_",
      "RIHS01_0000000000000000000000000000000000000000000000000000000000000002",
      &text_type(),
      &text_type(),
      &text_type()};
  return info;
}

inline ServiceEndpoint service_endpoint(const std::string& name = "") {
  const Endpoint at = endpoint({}, name);
  return {at.topic, &text_service(), Qos{}, at.node};
}

inline Qos keep_last(std::size_t depth, Durability durability = Durability::kVolatile) {
  Qos qos;
  qos.depth = depth;
  qos.durability = durability;
  return qos;
}
inline Qos keep_all() {
  Qos qos;
  qos.history = History::kKeepAll;
  return qos;
}
inline Qos best_effort(std::size_t depth) {
  Qos qos = keep_last(depth);
  qos.reliability = Reliability::kBestEffort;
  return qos;
}

inline std::unique_ptr<Writer> open_writer(Route& route, const Endpoint& at,
                                           EndpointEvents& events) {
  auto writer = route.open_writer(at, events);
  EXPECT_TRUE(writer);
  return std::move(*writer);
}
inline std::unique_ptr<Reader> open_reader(Route& route, const Endpoint& at, MessageSink& sink) {
  auto reader = route.open_reader(at, sink);
  EXPECT_TRUE(reader);
  return std::move(*reader);
}

/// Writes a text, stamped as a publisher would.
/// Another each time, as a publisher's clock gives them: shared memory knows by it what the
/// network brings as well.
inline std::int64_t next_stamp() {
  static std::atomic<std::int64_t> last{0};
  return ++last;
}

inline void write(Writer& writer, const std::string& data, std::int64_t stamp = next_stamp()) {
  MessagePtr message = text(data);
  message->header().source_timestamp = stamp;
  const Result<void> written = writer.write(std::move(message));
  EXPECT_TRUE(written) << written.error().what;
}

/// "0", "1" … of a range.
inline std::vector<std::string> numbers(int from, int to) {
  std::vector<std::string> all;
  for (int i = from; i < to; ++i) all.push_back(std::to_string(i));
  return all;
}

}  // namespace ranvier::support
