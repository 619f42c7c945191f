// The trace of a kernel's scheduler that a test makes up, as `ranvier-trace kernel` writes it.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "crafted_trace.h"

namespace ranvier::support {

/// Times count from kCraftedEpoch; host and clock are those of CraftedTrace.
class KernelTrace final {
 public:
  explicit KernelTrace(const std::string& directory, bool has_wakes = true)
      : path_(directory + "/kernel") {
    std::filesystem::create_directories(path_);
    std::string text =
        trace::metadata_head(identity(), "kernel") + trace::stream_block(false) +
        "event { name = \"sched_switch\"; id = 0; stream_id = 0; fields := struct {\n"
        "  letter_t _prev_comm[16]; int32_t _prev_tid; int32_t _prev_prio; int64_t _prev_state;\n"
        "  letter_t _next_comm[16]; int32_t _next_tid; int32_t _next_prio; }; };\n";
    if (has_wakes) {
      text +=
          "event { name = \"sched_waking\"; id = 1; stream_id = 0; fields := struct {\n"
          "  letter_t _comm[16]; int32_t _tid; int32_t _prio; int32_t _target_cpu; }; };\n";
    }
    write_bytes(path_ + "/metadata", text);
  }

  static constexpr std::int64_t kSleeps = 1, kRunsOn = 0, kPreempted = 0x100;

  void switch_over(std::int64_t ns, std::uint32_t cpu, std::int32_t before, std::int64_t state,
                   std::int32_t next, const char* name = "task") {
    Core& core = begin(ns, cpu, 0);
    put_name(core, "before");
    put(core, before);
    put(core, std::int32_t{20});
    put(core, state);
    put_name(core, name);
    put(core, next);
    put(core, std::int32_t{20});
  }
  void wake(std::int64_t ns, std::uint32_t cpu, std::int32_t thread) {
    Core& core = begin(ns, cpu, 1);
    put_name(core, "task");
    put(core, thread);
    put(core, std::int32_t{20});
    put(core, static_cast<std::int32_t>(cpu));
  }

  /// One packet of each core. Contract: once, at the end.
  void write() {
    for (auto& [cpu, core] : cores_) {
      trace::PacketHead head{};
      head.magic = trace::PacketHead::kMagic;
      head.uuid = identity().uuid;
      head.timestamp_begin = core.first;
      head.timestamp_end = core.last;
      head.content_size = head.packet_size = 8 * (sizeof head + core.bytes.size());
      head.cpu_id = cpu;
      write_bytes(path_ + "/channel0_" + std::to_string(cpu),
                  std::string(reinterpret_cast<const char*>(&head), sizeof head) + core.bytes);
    }
  }

 private:
  struct Core {
    std::string bytes;
    std::int64_t first = 0, last = 0;
  };
  static trace::TraceIdentity identity() {
    auto identity = crafted_identity(200);
    identity.program = "kernel";
    return identity;
  }
  Core& begin(std::int64_t ns, std::uint32_t cpu, std::uint16_t id) {
    Core& core = cores_[cpu];
    if (core.bytes.empty()) core.first = ns;
    core.last = ns;
    put(core, id);
    put(core, ns);
    return core;
  }
  template <class T>
  static void put(Core& core, T value) {
    core.bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  static void put_name(Core& core, const char* name) {
    char letters[16] = {};
    std::strncpy(letters, name, sizeof letters - 1);
    core.bytes.append(letters, sizeof letters);
  }

  std::string path_;
  std::map<std::uint32_t, Core> cores_;
};

}  // namespace ranvier::support
