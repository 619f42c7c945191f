#include "bench/runner/topology.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/runner/json_lines.h"
#include "bench/runner/topology_checks.h"

namespace ranvier::bench {
namespace {

using Json = nlohmann::json;

/// A JSON object together with where it is, so that every error can say so.
class Field final {
 public:
  /// @param text  of the whole file.
  Field(const Json& value, std::string where, const std::string& text, JsonPath path = {})
      : value_(value), where_(std::move(where)), text_(text), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    const std::string line = std::to_string(line_of(text_, path_));
    throw std::invalid_argument(where_ + " (line " + line + "): " + what);
  }

  void allow(const std::set<std::string>& known) const {
    if (!value_.is_object()) refuse("is not an object. Write { ... } with its fields.");
    for (const auto& [key, ignored] : value_.items()) {
      if (known.count(key) == 0) {
        refuse("field '" + key + "' is unknown. Remove it, or use one of: " + join(known) + ".");
      }
    }
  }

  std::string text(const char* key) const {
    const Json& found = required(key);
    if (found.is_string() && !found.get<std::string>().empty()) return found.get<std::string>();
    refuse("field '" + std::string(key) + "' is " + found.dump() + ", not a non-empty string.");
  }

  /// From `least` to `most`, as `words` says them.
  double number(const char* key, double least, double most, const char* words) const {
    const Json& found = required(key);
    if (found.is_number()) {
      const double value = found.get<double>();
      if (value >= least && value <= most) return value;
    }
    refuse_value(key, words);
  }
  [[noreturn]] void refuse_value(const char* key, const char* wanted) const {
    const std::string value = required(key).dump();
    refuse("field '" + std::string(key) + "' is " + value + ". Give " + wanted + ".");
  }

  bool has(const char* key) const { return value_.contains(key); }
  std::string text_or_none(const char* key) const { return has(key) ? text(key) : ""; }
  double number_or(const char* key, double otherwise, double least, double most,
                   const char* words) const {
    return has(key) ? number(key, least, most, words) : otherwise;
  }
  /// The object under a key, read by `parse`.
  template <class Parse>
  auto object(const char* key, Parse parse) const {
    JsonPath path = path_;
    path.emplace_back(key);
    return parse(Field(required(key), where_ + ", " + key, text_, std::move(path)));
  }

  template <class Parse>
  auto list(const char* key, Parse parse, bool needed = false) const {
    std::vector<decltype(parse(*this))> result;
    if (!needed && !has(key)) return result;
    const Json& found = required(key);
    if (!found.is_array()) refuse("field '" + std::string(key) + "' is not a list. Write [ ... ].");
    for (std::size_t i = 0; i < found.size(); ++i) {
      JsonPath path = path_;
      path.insert(path.end(), {JsonStep(key), JsonStep(i)});
      result.push_back(parse(Field(found[i], where_ + ", " + key + "[" + std::to_string(i) + "]",
                                   text_, std::move(path))));
    }
    return result;
  }

 private:
  static std::string join(const std::set<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
  }

  const Json& required(const char* key) const {
    const auto found = value_.find(key);
    if (found == value_.end()) refuse("field '" + std::string(key) + "' is missing. Add it.");
    return *found;
  }

  const Json& value_;
  std::string where_;
  const std::string& text_;
  JsonPath path_;
};

std::string known_type(const Field& field) {
  const std::string name = field.text("msg_type");
  try {
    return stamped_type(name).name;
  } catch (const std::invalid_argument& error) {
    field.refuse(error.what());
  }
}

std::string known_service_type(const Field& field) {
  const std::string name = field.text("srv_type");
  std::string known;
  for (const std::string& type : service_types()) {
    if (type == name) return name;
    known += (known.empty() ? "" : ", ") + type;
  }
  field.refuse("srv_type '" + name + "' is unknown. Use one of: " + known + ".");
}

// What one thread can send, and what a window may see once.
constexpr double kMostHz = 1e6, kLeastHz = 1.0 / 3600;
constexpr double kLeastMs = 1e3 / kMostHz, kMostMs = 3'600'000;
constexpr double kMostBytes = 1 << 30;
constexpr double kMostWorkUs = 60'000'000;

std::int64_t period_of(const Field& field) {
  if (field.has("period_ms") && field.has("freq_hz"))
    field.refuse("has both period_ms and freq_hz. Give one.");
  if (field.has("freq_hz")) {
    return static_cast<std::int64_t>(
        1e9 / field.number("freq_hz", kLeastHz, kMostHz,
                           "a number above zero, from one an hour (1/3600) to 1000000"));
  }
  if (field.has("period_ms")) {
    return static_cast<std::int64_t>(
        1e6 * field.number("period_ms", kLeastMs, kMostMs,
                           "a number above zero, from a microsecond (0.001) to an hour (3600000)"));
  }
  field.refuse("fields 'period_ms' and 'freq_hz' are missing. Add one of them.");
}

bool passes_unique(const Field& field) {
  const std::string how = field.has("msg_pass_by") ? field.text("msg_pass_by") : "unique_ptr";
  if (how == "unique_ptr" || how == "shared_ptr") return how == "unique_ptr";
  field.refuse("field 'msg_pass_by' is '" + how + "'. Write unique_ptr or shared_ptr.");
}

std::size_t size_of(const Field& field) {
  constexpr const char* kWords = "a whole number above zero, up to 1073741824 bytes";
  const double size = field.number("msg_size", 1, kMostBytes, kWords);
  if (size != std::floor(size)) field.refuse_value("msg_size", kWords);
  return static_cast<std::size_t>(size);
}

std::int64_t work_of(const Field& field) {
  return static_cast<std::int64_t>(
      1e3 * field.number_or("work_us", 0, 0, kMostWorkUs, "microseconds from 0 to 60000000"));
}

std::size_t whole_number_of(const Field& field, const char* key, double otherwise, double least,
                            const char* words) {
  constexpr double kMost = 1'000'000;
  const double value = field.number_or(key, otherwise, least, kMost, words);
  if (value != std::floor(value)) field.refuse_value(key, words);
  return static_cast<std::size_t>(value);
}

bool is_first(const Field& field, const char* key, const std::string& first,
              const std::string& second) {
  const std::string word = field.has(key) ? field.text(key) : first;
  if (word == first || word == second) return word == first;
  field.refuse("field '" + std::string(key) + "' is '" + word + "'. Write " + first + " or " +
               second + ".");
}

TopologyQos parse_qos(const Field& field) {
  field.allow({"reliability", "durability", "depth"});
  TopologyQos qos;
  qos.reliable = is_first(field, "reliability", "reliable", "best_effort");
  qos.transient_local = !is_first(field, "durability", "volatile", "transient_local");
  qos.depth =
      whole_number_of(field, "depth", 10, 0, "a whole number up to 1000000; 0 keeps all messages");
  return qos;
}

TopologyQos qos_of(const Field& field) {
  return field.has("qos") ? field.object("qos", parse_qos) : TopologyQos{};
}

// On a timer, or after messages that the node gets.
void parse_trigger(const Field& field, TopologyPublisher& to) {
  to.after = field.text_or_none("after");
  to.timer = field.text_or_none("timer");
  to.thread = field.text_or_none("thread");
  if (to.after.empty() && to.thread.empty()) {
    if (field.has("every"))
      field.refuse("has every without after or thread. Remove it, or add one of them.");
    to.period_ns = period_of(field);
    return;
  }
  const std::string one = to.after.empty() ? "thread" : "after";
  for (const char* other : {"period_ms", "freq_hz", "timer", "thread"}) {
    if (other != one && field.has(other))
      field.refuse("has both " + one + " and " + other + ". Give one.");
  }
  to.every = static_cast<unsigned>(
      whole_number_of(field, "every", 1, 1, "a whole number from 1 to 1000000"));
}

TopologyPublisher parse_publisher(const Field& field) {
  field.allow({"topic_name", "msg_type", "period_ms", "freq_hz", "msg_size", "msg_pass_by", "qos",
               "work_us", "after", "every", "timer", "thread"});
  TopologyPublisher result{field.text("topic_name"),
                           known_type(field),
                           0,
                           0,
                           passes_unique(field),
                           qos_of(field),
                           work_of(field)};
  parse_trigger(field, result);
  if (result.type == "stamped_vector") result.size = size_of(field);
  return result;
}

TopologySubscriber parse_subscriber(const Field& field) {
  field.allow({"topic_name", "msg_type", "qos", "work_us"});
  return {field.text("topic_name"), known_type(field), qos_of(field), work_of(field)};
}

TopologyService parse_server(const Field& field) {
  field.allow({"service_name", "srv_type", "work_us"});
  return {field.text("service_name"), known_service_type(field), 0, work_of(field)};
}

TopologyTimer parse_timer(const Field& field) {
  field.allow({"period_ms", "freq_hz", "work_us"});
  return {period_of(field), work_of(field)};
}

TopologyThread parse_thread(const Field& field) {
  field.allow({"name", "period_ms", "freq_hz", "work_us"});
  return {field.text("name"), period_of(field), work_of(field)};
}

TopologyService parse_client(const Field& field) {
  field.allow({"service_name", "srv_type", "period_ms", "freq_hz"});
  return {field.text("service_name"), known_service_type(field), period_of(field), 0};
}

TopologyNode parse_node(const Field& field) {
  field.allow({"node_name", "publishers", "subscribers", "servers", "clients", "timers", "process",
               "threads"});
  return {field.text("node_name"),
          field.list("publishers", parse_publisher),
          field.list("subscribers", parse_subscriber),
          field.list("servers", parse_server),
          field.list("clients", parse_client),
          field.list("timers", parse_timer),
          field.text_or_none("process"),
          field.list("threads", parse_thread)};
}

std::vector<StampedType> make_stamped_types() {
  std::vector<StampedType> types = {{"stamped_int64", "StampedInt64", 8, 1},
                                    {"stamped4_int32", "Stamped4Int32", 4, 4},
                                    {"stamped_vector", "StampedVector", 1, 0}};
  for (const std::size_t count : {3u, 4u, 9u, 12u}) {
    const std::string number = std::to_string(count);
    types.push_back({"stamped" + number + "_float32", "Stamped" + number + "Float32", 4, count});
  }
  const std::pair<const char*, std::vector<std::size_t>> units[] = {
      {"b", {10, 100, 250}}, {"kb", {1, 10, 50, 100, 250, 500, 600}}, {"mb", {1, 4, 5, 8}}};
  std::size_t scale = 1;
  for (const auto& [unit, counts] : units) {
    for (const std::size_t count : counts) {
      const std::string number = std::to_string(count) + unit;
      types.push_back({"stamped" + number, "Stamped" + number, 1, count * scale});
    }
    scale *= 1024;
  }
  return types;
}

}  // namespace

const std::vector<StampedType>& stamped_types() {
  static const std::vector<StampedType> types = make_stamped_types();
  return types;
}

const std::vector<std::string>& service_types() {
  static const std::vector<std::string> types = {"stamped10b", "stamped10kb", "stamped100kb",
                                                 "stamped1mb", "stamped4mb",  "stamped8mb"};
  return types;
}

const StampedType& stamped_type(const std::string& name) {
  std::string known;
  for (const StampedType& type : stamped_types()) {
    if (type.name == name) return type;
    known += (known.empty() ? "" : ", ") + type.name;
  }
  throw std::invalid_argument("msg_type '" + name + "' is unknown. Use one of: " + known + ".");
}

std::size_t stamped_wire_size(const StampedType& type, std::size_t vector_size) {
  const std::size_t header = 20;  // stamp 8, tracking number 4, frequency 4, size 4
  if (type.count == 0) return 4 + header + 4 + vector_size;
  const std::size_t aligned =
      (header + type.element_size - 1) / type.element_size * type.element_size;
  return 4 + aligned + type.element_size * type.count;
}

const TopologyThread* TopologyNode::thread(const std::string& called) const {
  for (const TopologyThread& one : threads) {
    if (one.name == called) return &one;
  }
  return nullptr;
}

bool Topology::has_server(const std::string& service) const {
  for (const auto& node : nodes) {
    for (const auto& server : node.servers) {
      if (server.service == service) return true;
    }
  }
  return false;
}

const TopologyPublisher* Topology::publisher_of(const std::string& topic) const {
  for (const auto& node : nodes) {
    for (const auto& publisher : node.publishers) {
      if (publisher.topic == topic) return &publisher;
    }
  }
  return nullptr;
}

std::size_t Topology::publisher_count(const std::string& topic) const {
  std::size_t count = 0;
  for (const auto& node : nodes) {
    count +=
        static_cast<std::size_t>(std::count_if(node.publishers.begin(), node.publishers.end(),
                                               [&](const auto& p) { return p.topic == topic; }));
  }
  return count;
}

std::size_t Topology::subscriber_count(const std::string& topic) const {
  std::size_t count = 0;
  for (const auto& node : nodes) {
    count +=
        static_cast<std::size_t>(std::count_if(node.subscribers.begin(), node.subscribers.end(),
                                               [&](const auto& s) { return s.topic == topic; }));
  }
  return count;
}

std::vector<std::string> Topology::processes() const {
  std::vector<std::string> all;
  for (const auto& node : nodes) {
    if (node.process.empty()) return {};
    if (std::find(all.begin(), all.end(), node.process) == all.end()) all.push_back(node.process);
  }
  return all;
}

Topology parse_topology(const std::string& text, const std::string& path) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {  // also a number that is too large for any
    throw std::invalid_argument(path + " is not JSON: " + error.what());
  }
  const Field root(json, path, text);
  root.allow({"about", "nodes"});
  Topology topology{std::filesystem::path(path).stem(), root.list("nodes", parse_node, true)};
  if (topology.nodes.empty()) root.refuse("field 'nodes' is empty. Add a node.");
  check_topology(topology, path);
  return topology;
}

Topology load_topology(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    throw std::invalid_argument("topology file '" + path + "' cannot be read. Is the path right?");
  return parse_topology(text.str(), path);
}

}  // namespace ranvier::bench
