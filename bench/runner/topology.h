// A graph of nodes as iRobot's ros2-performance writes it down, and what a recorded robot has beside.
//
// Both sides and the runner read the file through this; nothing else knows the
// format. See docs/benchmarks.md for the fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ranvier::bench {

/// A message type of the format: its name tells the data behind the header.
struct StampedType {
  std::string name;          ///< "stamped9_float32", "stamped_vector"
  std::string ros_name;      ///< "Stamped9Float32", in bench_interfaces/msg
  std::size_t element_size;  ///< bytes of one element: 1, 4 or 8
  std::size_t count;         ///< elements; 0 for stamped_vector
};

/// Throws std::invalid_argument with the list of known names.
[[nodiscard]] const StampedType& stamped_type(const std::string& name);
[[nodiscard]] const std::vector<StampedType>& stamped_types();
/// The types that services have: request and response are alike.
[[nodiscard]] const std::vector<std::string>& service_types();

/// What an endpoint asks for.
struct TopologyQos {
  bool reliable = true;
  bool transient_local = false;
  std::size_t depth = 10;  ///< of keep last; 0: keep all
};

struct TopologyPublisher {
  std::string topic;
  std::string type;
  std::int64_t period_ns = 0;  ///< between two messages; `after` and `thread` give it, too
  std::size_t size = 0;        ///< of stamped_vector, in bytes
  bool unique = true;          ///< hands over a unique_ptr; else a shared_ptr that it keeps
  TopologyQos qos = {};
  std::int64_t work_ns = 0;  ///< CPU time of the callback until it publishes
  /// Publishes in the callback of the node's subscription to this topic; empty: on a timer.
  std::string after = {};
  unsigned every = 1;  ///< of `after` or `thread`: at each message or time, each second one, ...
  std::string timer = {};  ///< shares the timer with the node's others of that name; empty: its own
  /// Publishes on the node's thread of this name, in no callback, after `every` times of it.
  std::string thread = {};
};

struct TopologySubscriber {
  std::string topic;
  std::string type;
  TopologyQos qos = {};
  std::int64_t work_ns = 0;  ///< CPU time of the callback
};

struct TopologyService {
  std::string service;
  std::string type;
  std::int64_t period_ns = 0;  ///< of a client
  std::int64_t work_ns = 0;    ///< CPU time of a server's callback
};

/// A timer that publishes nothing.
struct TopologyTimer {
  std::int64_t period_ns = 0;
  std::int64_t work_ns = 0;
};

/// A thread of the node's own, which works in no callback.
struct TopologyThread {
  std::string name;
  std::int64_t period_ns = 0;
  std::int64_t work_ns = 0;  ///< CPU time of each time
};

struct TopologyNode {
  std::string name;
  std::vector<TopologyPublisher> publishers;
  std::vector<TopologySubscriber> subscribers;
  std::vector<TopologyService> servers;
  std::vector<TopologyService> clients;
  std::vector<TopologyTimer> timers = {};
  std::string process = {};  ///< where it ran; empty: no field says it
  std::vector<TopologyThread> threads = {};

  /// The thread of that name, or null.
  [[nodiscard]] const TopologyThread* thread(const std::string& called) const;
};

struct Topology {
  std::string name;  ///< file name without extension
  std::vector<TopologyNode> nodes;

  [[nodiscard]] bool has_server(const std::string& service) const;
  /// The publisher of a topic, or null.
  [[nodiscard]] const TopologyPublisher* publisher_of(const std::string& topic) const;
  [[nodiscard]] std::size_t publisher_count(const std::string& topic) const;
  [[nodiscard]] std::size_t subscriber_count(const std::string& topic) const;
  /// The processes that the file names, in its order; empty unless every node has one.
  [[nodiscard]] std::vector<std::string> processes() const;
};

/// Reads and checks a file: fields known and present, types known, topics of
/// one type each, periods positive.
///
/// Throws std::invalid_argument: file, place in it, line, value, and what to do.
[[nodiscard]] Topology load_topology(const std::string& path);
/// The same from text; `path` is how errors and the name call it.
[[nodiscard]] Topology parse_topology(const std::string& text, const std::string& path);

/// Bytes of a message of the type on the wire, encapsulation included.
[[nodiscard]] std::size_t stamped_wire_size(const StampedType& type, std::size_t vector_size);

}  // namespace ranvier::bench
