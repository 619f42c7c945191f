// A trace as LTTng lays it out, which a test writes bit by bit: so that what LTTng does on
// other machines than this, or seldom, is tested too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "crafted_trace.h"
#include "ranvier/trace/events.h"

namespace ranvier::support {

/// Numbers of so many bits, the low ones first, as little endian machines write them.
class Bits final {
 public:
  void align(std::size_t bits) {
    while (size_ % bits != 0) put(0, 1);
  }
  void put(std::uint64_t value, std::size_t bits) {
    for (std::size_t i = 0; i < bits; ++i, ++size_) {
      if (size_ % 8 == 0) bytes_ += '\0';
      if (value >> i & 1) bytes_.back() = static_cast<char>(bytes_.back() | 1 << size_ % 8);
    }
  }
  void put_bytes(const void* data, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) put(static_cast<const std::uint8_t*>(data)[i], 8);
  }
  void overwrite(std::size_t byte, std::uint64_t value) {
    std::memcpy(bytes_.data() + byte, &value, sizeof value);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::string bytes_;
  std::size_t size_ = 0;  // bits
};

struct LttngWay {
  bool is_large = false;    ///< ids of 16 and times of 32 bits, else of 5 and 27
  bool is_aligned = false;  ///< every number at a multiple of its size, as on some machines
  bool in_packets = true;   ///< the metadata
};

class LttngTrace final {
 public:
  static constexpr std::size_t kPacketBytes = 4096;

  explicit LttngTrace(const std::string& directory, LttngWay way = {})
      : path_(directory + "/ust/uid/1000/64-bit"), way_(way) {
    std::filesystem::create_directories(path_ + "/index");
    write_bytes(path_ + "/index/channel0_0.idx", "no stream of the trace");
    put_metadata(metadata());
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(int cpu) const {
    return path_ + "/channel0_" + std::to_string(cpu);
  }

  /// In packets of 4096 bytes, if that is the way of this trace.
  void put_metadata(const std::string& text) const {
    if (!way_.in_packets) return write_bytes(path_ + "/metadata", text);
    constexpr std::size_t kHead = 37;
    std::string all;
    for (std::size_t at = 0; at < text.size(); at += kPacketBytes - kHead) {
      const std::string part = text.substr(at, kPacketBytes - kHead);
      Bits packet;
      packet.put(0x75D11D57, 32);
      packet.put_bytes(uuid().data(), 16);
      packet.put(0, 32);
      packet.put(8 * (kHead + part.size()), 32);
      packet.put(8 * kPacketBytes, 32);
      packet.put(0x0801000000, 40);
      packet.put_bytes(part.data(), part.size());
      all += packet.bytes();
      all.resize((all.size() + kPacketBytes - 1) / kPacketBytes * kPacketBytes);
    }
    write_bytes(path_ + "/metadata", all);
  }

  [[nodiscard]] std::string metadata() const {
    std::string text = head();
    for (std::size_t i = 0; i < trace::kEventCount; ++i) {
      const trace::EventInfo& event = trace::detail::kTable[i];
      text += "event {\n\tname = \"ros2:" + std::string(event.name) +
              "\";\n\tid = " + std::to_string(i) +
              ";\n\tstream_id = 0;\n\tloglevel = 13;\n\tfields := struct {\n";
      for (std::size_t f = 0; f < event.field_count; ++f) text += field(event.fields[f]);
      text += "\t};\n};\n";
    }
    return text + "event {\n\tname = \"other:kinds\";\n\tid = " + std::to_string(kOther) +
           ";\n\tstream_id = 0;\n\tfields := struct {\n" + other_fields() + "\t};\n};\n";
  }

  void begin(int cpu, std::int64_t ns) {
    cpu_ = cpu;
    bits_ = Bits();
    bits_.put(0xC1FC1FC1, 32);
    bits_.put_bytes(uuid().data(), 16);
    number(0, 32);                                // stream_id
    number(static_cast<std::uint64_t>(cpu), 64);  // stream_instance_id
    bits_.align(natural(64));
    places_at_ = bits_.size() / 8;
    for (int i = 0; i < 6; ++i) number(0, 64);  // times, sizes, number, lost: end() knows
    number(static_cast<std::uint64_t>(cpu), 32);
    begun_ = now_ = ns;
  }

  void add(std::int64_t ns, std::int32_t pid, std::int32_t tid, trace::Event event,
           const std::vector<CraftedField>& fields) {
    add_head(ns, pid, tid, static_cast<std::uint64_t>(event));
    const trace::EventInfo& about = trace::info(event);
    std::size_t widest = 8;  // a struct is aligned as its widest member
    for (std::size_t i = 0; i < about.field_count; ++i) {
      widest = std::max(widest, width_of(about.fields[i].type));
    }
    bits_.align(natural(widest));
    for (std::size_t i = 0; i < fields.size(); ++i) {
      add_field(about.fields[i].type, fields[i].words());
    }
  }

  /// An event of another provider, with every kind of field.
  void add_other(std::int64_t ns, std::int32_t pid, std::int32_t tid, bool long_variant) {
    add_head(ns, pid, tid, kOther);
    bits_.align(natural(64));
    bits_.put(5, 3);
    number(3, 8);
    for (int i = 0; i < 3; ++i) number(7, 32);
    number(2, 16);
    for (const char* text : {"one", "two"}) bits_.put_bytes(text, 4);
    number(0, 64);                     // a double
    number(long_variant ? 20 : 3, 8);  // the variant's selector
    number(0, long_variant ? 64 : 8);
  }

  /// @param discarded  so many of the stream until now.
  void end(std::uint64_t discarded = 0, std::size_t padding = 64) {
    const std::size_t content = (bits_.size() + 7) / 8 * 8;
    const auto number = numbers_[cpu_]++;
    const std::uint64_t values[] = {static_cast<std::uint64_t>(begun_),
                                    static_cast<std::uint64_t>(now_),
                                    content,
                                    content + 8 * padding,
                                    number,
                                    discarded};
    for (std::size_t i = 0; i < std::size(values); ++i) {
      bits_.overwrite(places_at_ + 8 * i, values[i]);
    }
    std::ofstream(file(cpu_), std::ios::app | std::ios::binary)
        << bits_.bytes() << std::string(padding, '\0');
  }

 private:
  static constexpr std::uint64_t kOther = trace::kEventCount;

  static const trace::Uuid& uuid() {
    static const trace::Uuid one = [] {
      trace::Uuid made;
      made.fill(0xab);
      return made;
    }();
    return one;
  }
  [[nodiscard]] std::size_t natural(std::size_t bits) const { return way_.is_aligned ? bits : 8; }
  void number(std::uint64_t value, std::size_t bits) {
    bits_.align(natural(bits));
    bits_.put(value, bits);
  }

  void add_head(std::int64_t ns, std::int32_t pid, std::int32_t tid, std::uint64_t id) {
    const std::size_t id_bits = way_.is_large ? 16 : 5, time_bits = way_.is_large ? 32 : 27;
    const std::uint64_t extended = (std::uint64_t{1} << id_bits) - 1;
    bits_.align(way_.is_aligned ? 32 : 8);
    const bool is_compact = id < extended && ns - now_ < std::int64_t{1} << time_bits;
    bits_.put(is_compact ? id : extended, id_bits);
    if (is_compact) {
      if (way_.is_large) bits_.align(natural(32));
      bits_.put(static_cast<std::uint64_t>(ns), time_bits);
    } else {
      bits_.align(natural(64));
      number(id, 32);
      number(static_cast<std::uint64_t>(ns), 64);
    }
    now_ = ns;
    number(static_cast<std::uint32_t>(pid), 32);
    number(static_cast<std::uint32_t>(tid), 32);
    char name[17] = "worker";
    bits_.put_bytes(name, sizeof name);
  }

  static std::size_t width_of(trace::FieldType type) {
    switch (type) {
      case trace::FieldType::kString:
      case trace::FieldType::kGid: return 8;
      case trace::FieldType::kInt32: return 32;
      default: return 64;
    }
  }
  void add_field(trace::FieldType type, const std::vector<std::uint64_t>& words) {
    switch (type) {
      case trace::FieldType::kString:
        bits_.put_bytes(words.data() + 1, words[0]);
        return bits_.put(0, 8);
      case trace::FieldType::kGid:
        bits_.put_bytes(words.data(), trace::kGidBytes);
        return bits_.put(0, 64);
      case trace::FieldType::kInt32: return number(words[0], 32);
      default: return number(words[0], 64);
    }
  }

  [[nodiscard]] std::string integer(int bits, bool is_signed, const char* more = "") const {
    return "integer { size = " + std::to_string(bits) +
           "; align = " + std::to_string(natural(static_cast<std::size_t>(bits))) +
           "; signed = " + (is_signed ? "1" : "0") + "; encoding = none; base = 10;" + more + " }";
  }
  [[nodiscard]] std::string field(const trace::FieldInfo& field) const {
    const std::string name = " _" + std::string(field.name);
    switch (field.type) {
      case trace::FieldType::kString: return "\t\tstring" + name + ";\n";
      case trace::FieldType::kGid: return "\t\t" + integer(8, false) + name + "[24];\n";
      case trace::FieldType::kInt32: return "\t\t" + integer(32, true) + name + ";\n";
      case trace::FieldType::kInt64: return "\t\t" + integer(64, true) + name + ";\n";
      default: return "\t\t" + integer(64, false) + name + ";\n";
    }
  }
  [[nodiscard]] std::string other_fields() const {
    return "\t\tinteger { size = 3; align = 1; signed = true; } _three;\n"
           "\t\t" +
           integer(8, false) +
           " __numbers_length;\n"
           "\t\t" +
           integer(32, false) +
           " _numbers[ __numbers_length ];\n"
           "\t\t" +
           integer(16, false) +
           " __texts_length;\n"
           "\t\tstruct { string _text; } _texts[ __texts_length ];\n"
           "\t\tfloating_point { exp_dig = 11; mant_dig = 53; align = " +
           std::to_string(natural(64)) +
           "; } _double;\n"
           "\t\tenum : " +
           integer(8, true) +
           " { \"_short\" = 0 ... 9, \"_long\" = 10 ... 127 } _tag;\n"
           "\t\tvariant <_tag> { " +
           integer(8, false) + " _short; " + integer(64, false) + " _long; } _either;\n";
  }

  [[nodiscard]] std::string head() const {
    const std::string time = " map = clock.monotonic.value;";
    const std::string header = way_.is_large ? "event_header_large" : "event_header_compact";
    const std::string id = way_.is_large ? "uint16_t { compact = 0 ... 65534, extended = 65535 }"
                                         : "uint5_t { compact = 0 ... 30, extended = 31 }";
    const std::string short_time =
        way_.is_large ? "uint32_clock_monotonic_t" : "uint27_clock_monotonic_t";
    return "/* CTF 1.8 */\n\n"
           "typealias " +
           integer(8, false) +
           " := uint8_t;\n"
           "typealias " +
           integer(16, false) +
           " := uint16_t;\n"
           "typealias " +
           integer(32, false) +
           " := uint32_t;\n"
           "typealias " +
           integer(64, false) +
           " := uint64_t;\n"
           "typealias " +
           integer(64, false) +
           " := unsigned long;\n"
           "typealias integer { size = 5; align = 1; signed = false; } := uint5_t;\n"
           "trace {\n\tmajor = 1;\n\tminor = 8;\n"
           "\tuuid = \"abababab-abab-abab-abab-abababababab\";\n\tbyte_order = le;\n"
           "\tpacket.header := struct {\n\t\tuint32_t magic;\n\t\tuint8_t uuid[16];\n"
           "\t\tuint32_t stream_id;\n\t\tuint64_t stream_instance_id;\n\t};\n};\n"
           "env {\n\tdomain = \"ust\";\n\ttracer_name = \"lttng-ust\";\n"
           "\thostname = \"robot\";\n};\n"
           "clock {\n\tname = \"monotonic\";\n"
           "\tuuid = \"11111111-2222-3333-4444-555555555555\";\n"
           "\tfreq = 1000000000; /* Frequency, in Hz */\n\toffset = " +
           std::to_string(kCraftedEpoch) +
           ";\n};\n"
           "typealias integer { size = 27; align = 1; signed = false;" +
           time +
           " } := uint27_clock_monotonic_t;\n"
           "typealias " +
           integer(32, false, time.c_str()) +
           " := uint32_clock_monotonic_t;\n"
           "typealias " +
           integer(64, false, time.c_str()) +
           " := uint64_clock_monotonic_t;\n"
           "struct packet_context {\n\tuint64_clock_monotonic_t timestamp_begin;\n"
           "\tuint64_clock_monotonic_t timestamp_end;\n\tuint64_t content_size;\n"
           "\tuint64_t packet_size;\n\tuint64_t packet_seq_num;\n"
           "\tunsigned long events_discarded;\n\tuint32_t cpu_id;\n};\n"
           "struct " +
           header + " {\n\tenum : " + id +
           " id;\n\tvariant <id> {\n"
           "\t\tstruct {\n\t\t\t" +
           short_time +
           " timestamp;\n\t\t} compact;\n"
           "\t\tstruct {\n\t\t\tuint32_t id;\n\t\t\tuint64_clock_monotonic_t timestamp;\n"
           "\t\t} extended;\n\t} v;\n} align(" +
           (way_.is_aligned ? "32" : "8") +
           ");\n"
           "stream {\n\tid = 0;\n\tevent.header := struct " +
           header +
           ";\n"
           "\tpacket.context := struct packet_context;\n\tevent.context := struct {\n"
           "\t\t" +
           integer(32, true) + " _vpid;\n\t\t" + integer(32, true) +
           " _vtid;\n"
           "\t\tinteger { size = 8; align = 8; signed = 1; encoding = UTF8; } _procname[17];\n"
           "\t};\n};\n";
  }

  std::string path_;
  const LttngWay way_;
  std::map<int, std::uint64_t> numbers_;
  Bits bits_;
  int cpu_ = 0;
  std::size_t places_at_ = 0;
  std::int64_t begun_ = 0, now_ = 0;
};

}  // namespace ranvier::support
