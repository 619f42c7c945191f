// What the tests of this room share: a type, sinks that wait, two contexts.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ranvier/cyclone/cyclone_route.h"
#include "ranvier/os/clock.h"
#include "rosidl_typesupport_ranvier/cdr.hpp"

namespace ranvier::cyclone::testing {

using rosidl_typesupport_ranvier::Decoder;
using rosidl_typesupport_ranvier::Encoder;

/// A message with one string.
struct Text {
  std::string data;
};

inline bool decode_text(void* object, Decoder& from) {
  std::size_t size = 0;
  if (!from.get_count(1, size) || size == 0) return false;
  const auto* bytes = reinterpret_cast<const char*>(from.take(size));
  static_cast<Text*>(object)->data.assign(bytes, size - 1);
  return bytes[size - 1] == '\0';
}

inline void encode_text(const void* object, Encoder& to) {
  const std::string& data = static_cast<const Text*>(object)->data;
  to.put(static_cast<std::uint32_t>(data.size() + 1));
  to.put_bytes(data.c_str(), data.size() + 1);
}

inline TypeInfo text_type_named(const char* name, const char* dds_name) {
  TypeInfo info{};
  info.name = name;
  info.dds_name = dds_name;
  info.hash = "RIHS01_0000000000000000000000000000000000000000000000000000000000000001";
  info.size = sizeof(Text);
  info.alignment = alignof(Text);
  info.create = []() -> void* { return new Text; };
  info.destroy = [](void* object) { delete static_cast<Text*>(object); };
  info.clone = [](const void* object) -> void* {
    return new Text(*static_cast<const Text*>(object));
  };
  info.assign = [](void* to, const void* from) {
    *static_cast<Text*>(to) = *static_cast<const Text*>(from);
  };
  info.encoded_size = [](const void* object) {
    return 4 + static_cast<const Text*>(object)->data.size() + 1;
  };
  info.encode = encode_text;
  info.decode = decode_text;
  return info;
}

inline const TypeInfo& text_type() {
  static const TypeInfo info = text_type_named("std_msgs/msg/String", "std_msgs::msg::dds_::String_");
  return info;
}

inline MessagePtr text(const std::string& data, std::int64_t stamp = system_ns()) {
  MessagePtr message = Message::from_object(text_type(), new Text{data});
  message->header().source_timestamp = stamp;
  return message;
}

inline std::string data_of(const MessagePtr& message) {
  const void* object = message->object();
  return object ? static_cast<const Text*>(object)->data : "(does not decode)";
}

/// Waits for a condition that other threads bring about.
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

/// Counts the events of an endpoint.
class Events : public Waiter {
 public:
  void note(const EndpointEvent& event) {
    change([&] {
      all.push_back(event);
      if (event.kind == EndpointEvent::Kind::kMatched) matched += event.change;
    });
  }
  bool wait_matched(int count) {
    return wait([&] { return matched == count; });
  }
  bool wait_for(EndpointEvent::Kind kind) {
    return wait([&] { return has(kind); });
  }
  bool has(EndpointEvent::Kind kind) const {
    for (const EndpointEvent& event : all) {
      if (event.kind == kind) return true;
    }
    return false;
  }
  int matched = 0;
  std::vector<EndpointEvent> all;
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
    change([&] { fits = messages.size() < room; });
    return fits;
  }
  void deliver(MessagePtr message) noexcept override {
    if (on_deliver) on_deliver();
    change([&] { messages.push_back(std::move(message)); });
  }
  void on_availability() noexcept override {
    change([&] { ++availability_changes; });
  }
  bool wait_count(std::size_t count) {
    return wait([&] { return messages.size() >= count; });
  }
  std::vector<std::string> texts() {
    std::vector<std::string> all;
    change([&] {
      for (const MessagePtr& message : messages) all.push_back(data_of(message));
    });
    return all;
  }
  std::vector<MessagePtr> messages;
  std::size_t room = SIZE_MAX;
  int availability_changes = 0;
  std::function<void()> on_deliver;
};

/// Options of a context on loopback in a domain of this test process. Contexts
/// with another `instance` have a Cyclone of their own, so that what they say
/// to each other goes over the network.
inline CycloneOptions loopback(std::uint32_t instance) {
  const std::uint32_t domain = 1 + static_cast<std::uint32_t>(::getpid()) % 100;
  CycloneOptions options;
  options.domain = domain + instance;
  options.range = DiscoveryRange::kLocalhost;
  options.uri = "<CycloneDDS><Domain><Discovery><ExternalDomainId>" + std::to_string(domain) +
                "</ExternalDomainId></Discovery></Domain></CycloneDDS>";
  return options;
}

inline std::unique_ptr<Route> open_context(const CycloneOptions& options) {
  Result<std::unique_ptr<Route>> route = open_cyclone_route(options);
  EXPECT_TRUE(route) << route.error().what;
  return route ? std::move(*route) : nullptr;
}

/// A topic of this process and test alone.
inline Endpoint endpoint(const Qos& qos = {}, const std::string& name = "") {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  Endpoint endpoint;
  endpoint.topic = "/p" + std::to_string(::getpid()) + "/" + test->name() + name;
  endpoint.type = &text_type();
  endpoint.qos = qos;
  endpoint.node = {"tester", "/"};
  return endpoint;
}

}  // namespace ranvier::cyclone::testing
