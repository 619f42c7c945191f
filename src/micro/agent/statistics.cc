#include "micro/agent/statistics.h"

#include <array>
#include <ctime>

namespace ranvier::micro {

std::vector<std::pair<std::string, std::uint64_t>> statistics_of(const Agent& agent) {
  const Counts& counts = agent.counts();
  return {{"clients", agent.clients()},
          {"objects", agent.objects()},
          {"messages in", counts.received},
          {"messages out", counts.sent},
          {"samples from boards", counts.from_boards},
          {"samples to boards", counts.to_boards},
          {"sent again", counts.repeated},
          {"malformed", counts.malformed},
          {"too long", counts.too_long},
          {"not allowed", counts.not_allowed},
          {"not sent", counts.unsent},
          {"lost with sessions", counts.lost},
          {"not put together", counts.unassembled},
          {"closed connections", counts.closed},
          {"overwritten", counts.overwritten},
          {"refused objects", counts.refused},
          {"held back", counts.held_back},
          {"not written", counts.write_failed}};
}

std::string told(const Agent& agent) {
  std::string text;
  for (const auto& [name, count] : statistics_of(agent)) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  return text;
}

Result<std::unique_ptr<StatisticsTopic>> StatisticsTopic::open(Bus& bus, std::int16_t domain) {
  auto node = bus.open_node(kNode, domain);
  if (!node) return node.error();
  ObjectSpec spec;
  spec.kind = XRCE_DATA_WRITER;
  spec.name = "rt/diagnostics";
  spec.type = "diagnostic_msgs::msg::dds_::DiagnosticArray_";
  spec.qos = XRCE_QOS_RELIABLE | XRCE_QOS_KEEP_LAST;
  spec.depth = 10;
  auto writer = (*node)->open(spec, [] { /* it reads nothing */ });
  if (!writer) return writer.error();
  return std::unique_ptr<StatisticsTopic>(
      new StatisticsTopic(std::move(*node), std::move(*writer)));
}

Result<void> StatisticsTopic::publish(const Agent& agent) {
  std::array<std::uint8_t, 2048> memory;  // a fixed length but for its numbers
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, memory.data(), memory.size(), xrce_machine_is_little_endian());
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  xrce_put_u32(&cdr, static_cast<std::uint32_t>(now.tv_sec));
  xrce_put_u32(&cdr, static_cast<std::uint32_t>(now.tv_nsec));
  xrce_put_string(&cdr, "");
  xrce_put_u32(&cdr, 1);  // one status
  xrce_put_u8(&cdr, 0);   // OK
  xrce_put_string(&cdr, kNode);
  xrce_put_string(&cdr, "counted since the agent began");
  xrce_put_string(&cdr, "");
  const auto all = statistics_of(agent);
  xrce_put_u32(&cdr, static_cast<std::uint32_t>(all.size()));
  for (const auto& [name, count] : all) {
    xrce_put_string(&cdr, name.c_str());
    xrce_put_string(&cdr, std::to_string(count).c_str());
  }
  Written sample;
  sample.bytes = {memory.data(), memory.size() - xrce_cdr_left(&cdr)};
  sample.little_endian = xrce_machine_is_little_endian();
  return writer_->write(sample);
}

}  // namespace ranvier::micro
