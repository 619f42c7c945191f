#include "bench/runner/topology.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

namespace ranvier::bench {
namespace {

constexpr const char* kGood = R"({"nodes": [
  {"node_name": "a", "publishers": [
    {"topic_name": "t", "msg_type": "stamped_vector", "msg_size": 100, "freq_hz": 50, "msg_pass_by": "shared_ptr"},
    {"topic_name": "u", "msg_type": "stamped9_float32", "period_ms": 10}]},
  {"node_name": "b", "subscribers": [{"topic_name": "t", "msg_type": "stamped_vector"}],
   "servers": [{"service_name": "s", "srv_type": "stamped10b"}],
   "clients": [{"service_name": "s", "srv_type": "stamped10b", "period_ms": 20}]}]})";

std::string error_of(const std::string& text) {
  try {
    (void)parse_topology(text, "graph.json");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

std::string replaced(std::string from, const std::string& to) {
  std::string text = kGood;
  return text.replace(text.find(from), from.size(), to);
}

void expect_words(const std::string& error, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(error.find(word), std::string::npos) << word << " not in: " << error;
}

TEST(Topology, ReadsEveryFieldOfTheFormat) {
  const Topology topology = parse_topology(kGood, "some/graph.json");
  EXPECT_EQ(topology.name, "graph");
  ASSERT_EQ(topology.nodes.size(), 2u);
  const TopologyPublisher& t = topology.nodes[0].publishers.at(0);
  EXPECT_EQ(t.period_ns, 20'000'000);
  EXPECT_EQ(t.size, 100u);
  EXPECT_FALSE(t.unique);
  EXPECT_EQ(topology.nodes[0].publishers.at(1).period_ns, 10'000'000);
  EXPECT_TRUE(topology.nodes[0].publishers.at(1).unique);
  EXPECT_EQ(topology.nodes[1].subscribers.at(0).topic, "t");
  EXPECT_EQ(topology.nodes[1].servers.at(0).service, "s");
  EXPECT_EQ(topology.nodes[1].clients.at(0).period_ns, 20'000'000);
  EXPECT_EQ(topology.subscriber_count("t"), 1u);
  EXPECT_EQ(topology.publisher_count("t"), 1u);
}

TEST(Topology, AMissingFieldNamesItsPlaceAndTheRemedy) {
  expect_words(error_of(replaced("\"node_name\": \"b\", ", "")),
               {"graph.json, nodes[1]", "node_name", "missing"});
  expect_words(error_of(replaced(", \"freq_hz\": 50", "")),
               {"nodes[0], publishers[0]", "period_ms", "freq_hz"});
  expect_words(error_of(replaced("\"msg_size\": 100, ", "")),
               {"publishers[0]", "msg_size", "missing"});
  expect_words(error_of("{}"), {"graph.json", "nodes", "missing"});
}

TEST(Topology, AnUnknownFieldOrValueIsRefused) {
  expect_words(error_of(replaced("msg_pass_by", "pass_by")), {"pass_by", "unknown", "msg_pass_by"});
  expect_words(error_of(replaced("stamped9_float32", "stamped5_float32")),
               {"publishers[1]", "stamped5_float32", "stamped9_float32"});
  expect_words(error_of(replaced("shared_ptr", "raw_ptr")),
               {"raw_ptr", "unique_ptr or shared_ptr"});
  expect_words(error_of(replaced("\"freq_hz\": 50", "\"freq_hz\": -1")),
               {"freq_hz", "-1", "above zero"});
  expect_words(error_of(replaced("\"freq_hz\": 50", "\"freq_hz\": 50, \"period_ms\": 20")),
               {"both period_ms and freq_hz"});
}

TEST(Topology, ANumberThatIsOutOfItsBoundsIsNamedWithThem) {
  const struct {
    const char* field;
    std::vector<const char*> values;
    const char* bounds;
  } cases[] = {{"\"period_ms\": 10",
                {"1e18", "1e-9", "0", "-0.0", "-10", "1e308", "\"10\"", "null", "true", "[10]"},
                "from a microsecond (0.001) to an hour (3600000)"},
               {"\"period_ms\": 20",
                {"1e18", "1e-9", "-20", "18446744073709551616"},
                "from a microsecond (0.001) to an hour (3600000)"},
               {"\"freq_hz\": 50",
                {"1e18", "1e-9", "0", "-50", "5e-324", "\"50\""},
                "from one an hour (1/3600) to 1000000"},
               {"\"msg_size\": 100",
                {"1e18", "0.5", "1.5", "0", "-1", "1073741825", "18446744073709551615"},
                "a whole number above zero, up to 1073741824 bytes"}};
  for (const auto& one : cases) {
    const std::string field = one.field;
    const std::string key = field.substr(0, field.find(' ') + 1);
    for (const char* value : one.values) {
      const std::string error = error_of(replaced(field, key + value));
      expect_words(error, {"graph.json, nodes[", one.bounds});
      const std::string name = key.substr(1, key.find('"', 1) - 1);
      EXPECT_NE(error.find("'" + name + "' is "), std::string::npos) << error;
    }
    for (const char* value : {"NaN", "Infinity", "1e999", "0x10", "+1", "1,5"}) {
      expect_words(error_of(replaced(field, key + value)), {"graph.json is not JSON"});
    }
  }
}

TEST(Topology, TheBoundsThemselvesAreAllowed) {
  const auto period = [](const char* value) {
    const auto text = replaced("\"period_ms\": 10", std::string("\"period_ms\": ") + value);
    return parse_topology(text, "g").nodes[0].publishers[1].period_ns;
  };
  EXPECT_EQ(period("0.001"), 1'000);
  EXPECT_EQ(period("3600000"), 3'600'000'000'000);
  EXPECT_EQ(period("1e1"), 10'000'000);
}

TEST(Topology, AGraphThatCannotRunIsRefused) {
  expect_words(error_of(replaced("\"node_name\": \"b\"", "\"node_name\": \"a\"")),
               {"two nodes", "'a'"});
  expect_words(error_of(replaced("{\"topic_name\": \"t\", \"msg_type\": \"stamped_vector\"}",
                                 "{\"topic_name\": \"x\", \"msg_type\": \"stamped_vector\"}")),
               {"'b'", "'x'", "nobody publishes"});
  expect_words(error_of(replaced("{\"topic_name\": \"t\", \"msg_type\": \"stamped_vector\"}",
                                 "{\"topic_name\": \"t\", \"msg_type\": \"stamped10b\"}")),
               {"'t'", "stamped_vector", "stamped10b"});
  expect_words(error_of(replaced("\"service_name\": \"s\", \"srv_type\": \"stamped10b\"}",
                                 "\"service_name\": \"z\", \"srv_type\": \"stamped10b\"}")),
               {"'b'", "'s'", "nobody serves"});
  expect_words(error_of(replaced("\"srv_type\": \"stamped10b\"}", "\"srv_type\": \"sample\"}")),
               {"servers[0]", "sample", "stamped10b"});
  expect_words(error_of("{\"nodes\": []}"), {"nodes", "empty"});
  expect_words(error_of("{\"nodes\": "), {"graph.json", "not JSON"});
}

TEST(Topology, AnErrorNamesTheLineOfItsPlace) {
  expect_words(error_of(replaced("\"freq_hz\": 50", "\"freq_hz\": -1")),
               {"nodes[0], publishers[0] (line 3)"});
  expect_words(error_of(replaced("\"period_ms\": 20", "\"period_ms\": -1")),
               {"nodes[1], clients[0] (line 7)"});
  expect_words(error_of("{\n\"about\": \"a \\\" and a }\",\n\"nodes\": [\n[]]}"),
               {"nodes[0] (line 4)", "is not an object"});
}

constexpr const char* kRecorded = R"({"nodes": [
  {"node_name": "a", "process": "p", "timers": [{"period_ms": 5, "work_us": 100}], "publishers": [
    {"topic_name": "t", "msg_type": "stamped10b", "period_ms": 10, "timer": "one", "work_us": 20,
     "qos": {"reliability": "best_effort", "durability": "transient_local", "depth": 0}},
    {"topic_name": "u", "msg_type": "stamped10b", "period_ms": 10, "timer": "one"}]},
  {"node_name": "b", "process": "q", "subscribers": [
    {"topic_name": "t", "msg_type": "stamped10b", "qos": {"reliability": "best_effort"}, "work_us": 7}],
   "publishers": [{"topic_name": "v", "msg_type": "stamped10b", "after": "t", "every": 3}]},
  {"node_name": "c", "process": "q", "threads": [{"name": "own", "period_ms": 5, "work_us": 300}],
   "publishers": [{"topic_name": "w", "msg_type": "stamped10b", "thread": "own", "every": 4}]}]})";

std::string error_with(const std::string& from, const std::string& to) {
  std::string text = kRecorded;
  return error_of(text.replace(text.find(from), from.size(), to));
}

TEST(Topology, ReadsWhatARecordedRobotHas) {
  const Topology topology = parse_topology(kRecorded, "g");
  const TopologyPublisher& t = topology.nodes[0].publishers[0];
  EXPECT_FALSE(t.qos.reliable);
  EXPECT_TRUE(t.qos.transient_local);
  EXPECT_EQ(t.qos.depth, 0u);
  EXPECT_EQ(t.work_ns, 20'000);
  EXPECT_EQ(t.timer, "one");
  EXPECT_EQ(topology.nodes[0].timers.at(0).work_ns, 100'000);
  const TopologyPublisher& v = topology.nodes[1].publishers[0];
  EXPECT_EQ(v.after, "t");
  EXPECT_EQ(v.period_ns, 30'000'000);
  EXPECT_EQ(topology.nodes[1].subscribers[0].work_ns, 7'000);
  EXPECT_EQ(topology.processes(), (std::vector<std::string>{"p", "q"}));
  const TopologyNode& c = topology.nodes[2];
  EXPECT_EQ(c.thread("own")->work_ns, 300'000);
  EXPECT_EQ(c.publishers[0].thread, "own");
  EXPECT_EQ(c.publishers[0].period_ns, 20'000'000);
}

TEST(Topology, AThreadThatIsNotThereOrThereTwiceIsRefused) {
  expect_words(error_with("\"thread\": \"own\"", "\"thread\": \"other\""),
               {"'c' publishes 'w' on the thread 'other'", "Add it"});
  expect_words(
      error_with("\"work_us\": 300}", "\"work_us\": 300}, {\"name\": \"own\", \"freq_hz\": 1}"),
      {"'c' has two threads 'own'", "Rename"});
  expect_words(error_with("\"thread\": \"own\"", "\"thread\": \"own\", \"freq_hz\": 1"),
               {"both thread and freq_hz"});
  expect_words(error_with("\"thread\": \"own\"", "\"freq_hz\": 1"), {"every without"});
}

TEST(Topology, WhatCannotBeReplayedIsRefused) {
  expect_words(error_with("\"after\": \"t\"", "\"after\": \"x\""),
               {"'b' publishes 'v' after 'x'", "does not subscribe"});
  expect_words(error_with("\"every\": 3", "\"every\": 0"), {"every", "from 1 to"});
  expect_words(error_with("\"every\": 3", "\"every\": 3, \"period_ms\": 1"),
               {"both after and period_ms"});
  expect_words(
      error_with("\"period_ms\": 10, \"timer\": \"one\"}", "\"period_ms\": 9, \"timer\": \"one\"}"),
      {"timer 'one' with two periods", "'u'"});
  expect_words(error_with("\"reliability\": \"best_effort\"}", "\"reliability\": \"reliable\"}"),
               {"'b' subscribes to 't' as reliable", "would not match"});
  expect_words(error_with("\"depth\": 0", "\"depth\": -1"),
               {"publishers[0], qos (line 4)", "depth"});
  expect_words(error_with("\"work_us\": 7", "\"work_us\": 1e12"), {"work_us", "60000000"});
}

TEST(Topology, ARingOfMessagesThatNothingBeginsIsRefused) {
  const std::string ring = R"({"nodes": [{"node_name": "a",
    "subscribers": [{"topic_name": "t", "msg_type": "stamped10b"}, {"topic_name": "u", "msg_type": "stamped10b"}],
    "publishers": [{"topic_name": "t", "msg_type": "stamped10b", "after": "u"},
                   {"topic_name": "u", "msg_type": "stamped10b", "after": "t"}]}]})";
  expect_words(error_of(ring), {"nothing begins", "period_ms"});
}

TEST(Topology, WireSizesFollowTheAlignmentOfTheData) {
  EXPECT_EQ(stamped_wire_size(stamped_type("stamped_int64"), 0), 4u + 24 + 8);
  EXPECT_EQ(stamped_wire_size(stamped_type("stamped9_float32"), 0), 4u + 20 + 36);
  EXPECT_EQ(stamped_wire_size(stamped_type("stamped10b"), 0), 4u + 20 + 10);
  EXPECT_EQ(stamped_wire_size(stamped_type("stamped_vector"), 50), 4u + 20 + 4 + 50);
  EXPECT_EQ(stamped_type("stamped8mb").count, 8u * 1024 * 1024);
}

TEST(Topology, EveryFileOfTheRepositoryLoads) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RANVIER_TOPOLOGY_DIR)) {
    const Topology topology = load_topology(entry.path());
    EXPECT_GE(topology.nodes.size(), 2u) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 2);
}

}  // namespace
}  // namespace ranvier::bench
