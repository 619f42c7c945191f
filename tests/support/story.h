// A system that tests make up, event by event: for tests of this room alone.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_read/read.h"
#include "crafted_trace.h"
#include "trace_directory.h"

namespace ranvier::trace_model {

using support::CraftedField;
using trace_read::Event;

/// Writes the events of a process.
class StoryProcess final {
 public:
  StoryProcess(const std::string& directory, std::int32_t pid) : trace_(directory, pid) {}

  void at(std::int64_t ns, std::int32_t thread, Event event, std::vector<CraftedField> fields) {
    events_[thread].push_back({ns, event, std::move(fields)});
  }
  void node(std::uint64_t handle, const char* name) {
    at(0, 1, Event::rcl_node_init, {handle, handle, name, "/"});
  }
  /// Its middleware's end is at handle + 1, its GID that of the number `gid`.
  void publisher(std::uint64_t handle, std::uint64_t node, const char* topic, std::uint64_t gid) {
    at(0, 1, Event::rmw_publisher_init, {handle + 1, CraftedField::gid(gid)});
    at(0, 1, Event::rcl_publisher_init, {handle, node, handle + 1, topic, 10});
  }
  /// Its callback is at handle + 2.
  void subscription(std::uint64_t handle, std::uint64_t node, const char* topic) {
    at(0, 1, Event::rcl_subscription_init, {handle, node, handle, topic, 10});
    at(0, 1, Event::rclcpp_subscription_init, {handle, handle + 1});
    at(0, 1, Event::rclcpp_subscription_callback_added, {handle + 1, handle + 2});
  }
  void timer(std::uint64_t handle, std::uint64_t node, std::int64_t period) {
    at(0, 1, Event::rcl_timer_init, {handle, period});
    at(0, 1, Event::rclcpp_timer_callback_added, {handle, handle + 2});
    at(0, 1, Event::rclcpp_timer_link_node, {handle, node});
  }
  /// Its callback is at handle + 2.
  void service(std::uint64_t handle, std::uint64_t node, const char* name) {
    at(0, 1, Event::rcl_service_init, {handle, node, handle, name});
    at(0, 1, Event::rclcpp_service_callback_added, {handle, handle + 2});
  }
  /// Likewise.
  void client(std::uint64_t handle, std::uint64_t node, const char* service) {
    at(0, 1, Event::rcl_client_init, {handle, node, handle, service});
    at(0, 1, Event::ranvier_client_callback_added, {handle, handle + 2});
  }
  void end(std::int64_t ns, std::uint64_t handle, const char* kind) {
    at(ns, 1, Event::ranvier_fini, {handle, kind});
  }
  void request(std::int64_t ns, std::int32_t thread, std::uint64_t client, std::uint64_t id,
               std::int64_t number) {
    at(ns, thread, Event::ranvier_request_send, {client, id, number, ns});
  }
  /// Taken at `ns`, called 5 ns later for `duration`, answered 3 ns before its end.
  void serve(std::int64_t ns, std::int32_t thread, std::uint64_t service, std::uint64_t id,
             std::int64_t number, std::int64_t duration) {
    at(ns, thread, Event::ranvier_request_take, {service, id, number});
    call(ns + 5, thread, service + 2, false, duration);
    at(ns + 5 + duration - 3, thread, Event::ranvier_response_send, {service, id, number});
  }
  /// The answer, taken at `ns`; the client's callback runs 5 ns later for `duration`.
  void hear(std::int64_t ns, std::int32_t thread, std::uint64_t client, std::uint64_t id,
            std::int64_t number, std::int64_t duration) {
    at(ns, thread, Event::ranvier_response_take, {client, id, number});
    call(ns + 5, thread, client + 2, false, duration);
  }
  /// publish() at `ns`, handed on 10 ns later.
  void publish(std::int64_t ns, std::int32_t thread, std::uint64_t publisher,
               std::uint64_t message) {
    at(ns, thread, Event::rclcpp_publish, {message + 1});
    at(ns + 10, thread, Event::rclcpp_intra_publish, {publisher, message});
  }
  /// The same, to the network 20 and 30 ns later.
  void publish_far(std::int64_t ns, std::int32_t thread, std::uint64_t publisher,
                   std::uint64_t message, std::int64_t stamp) {
    publish(ns, thread, publisher, message);
    at(ns + 20, thread, Event::rcl_publish, {publisher, message});
    at(ns + 30, thread, Event::rmw_publish, {publisher + 1, message, stamp});
  }
  void deliver(std::int64_t ns, std::int32_t thread, std::uint64_t subscription,
               std::uint64_t message, std::int64_t stamp, std::uint64_t gid) {
    at(ns, thread, Event::ranvier_deliver, {subscription, message, stamp, CraftedField::gid(gid)});
  }
  /// Taken at `ns`, ready 5 ns and called 7 ns later, for `duration`.
  void take(std::int64_t ns, std::int32_t thread, std::uint64_t subscription, std::uint64_t message,
            std::int64_t stamp, bool local, std::int64_t duration) {
    at(ns, thread, Event::rmw_take, {subscription, message, stamp, 1});
    at(ns + 1, thread, Event::rcl_take, {message});
    at(ns + 5, thread, Event::rclcpp_take, {message});
    call(ns + 7, thread, subscription + 2, local, duration);
  }
  void call(std::int64_t ns, std::int32_t thread, std::uint64_t callback, bool local,
            std::int64_t duration) {
    at(ns, thread, Event::callback_start, {callback, local});
    at(ns + duration, thread, Event::callback_end, {callback});
  }

  void write() {
    for (auto& [thread, events] : events_) {
      // What a callback does stands behind it, and happens within it.
      std::stable_sort(events.begin(), events.end(),
                       [](const Entry& a, const Entry& b) { return a.ns < b.ns; });
      std::uint64_t packets = 0;
      trace_.begin(thread);
      for (const Entry& entry : events) {
        trace_.add(entry.ns, entry.event, entry.fields);
        if (!trace_.is_large()) continue;
        trace_.end(packets++);
        trace_.begin(thread);
      }
      trace_.end(packets);
    }
  }

 private:
  struct Entry {
    std::int64_t ns;
    Event event;
    std::vector<CraftedField> fields;
  };
  support::CraftedTrace trace_;
  std::map<std::int32_t, std::vector<Entry>> events_;
};

class StoryTest : public support::TraceDirectory {
 protected:
  StoryProcess& process(std::int32_t pid) {
    auto& made = processes_[pid];
    if (!made) made = std::make_unique<StoryProcess>(directory_, pid);
    return *made;
  }
  /// What the processes wrote.
  trace_read::Trace trace() {
    write();
    auto trace = trace_read::read_traces(directory_);
    EXPECT_TRUE(trace) << trace.error().what;
    if (!trace) return {};
    EXPECT_TRUE(trace->findings.empty()) << trace->findings.words().front();
    return std::move(*trace);
  }
  /// The same, as a model.
  Model model() { return build_model(trace()); }
  /// Puts it all into files. Contract: once.
  void write() {
    for (auto& [pid, process] : processes_) process->write();
  }

 private:
  std::map<std::int32_t, std::unique_ptr<StoryProcess>> processes_;
};

}  // namespace ranvier::trace_model
