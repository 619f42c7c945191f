// A trace that a test writes byte by byte, with the recorder's own packets.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ranvier/trace/ctf.h"

namespace ranvier::support {

inline constexpr std::int64_t kCraftedEpoch = 1'700'000'000'000'000'000;

inline trace::TraceIdentity crafted_identity(std::int32_t pid) {
  trace::TraceIdentity identity;
  identity.uuid.fill(static_cast<std::uint8_t>(pid));
  identity.clock_uuid = "11111111-2222-3333-4444-555555555555";
  identity.epoch_ns = kCraftedEpoch;
  identity.host = "robot";
  identity.program = "crafted";
  identity.pid = pid;
  return identity;
}

/// A field of a record, as the words of record.h.
class CraftedField final {
 public:
  CraftedField(std::integral auto number) : words_{static_cast<std::uint64_t>(number)} {}
  CraftedField(const char* text) : words_{std::strlen(text)} {
    words_.resize(1 + (words_[0] + 7) / 8);
    std::memcpy(words_.data() + 1, text, words_[0]);
  }
  /// A GID that differs from that of another number.
  static CraftedField gid(std::uint64_t number) {
    CraftedField field(number);
    field.words_.push_back(~number);
    return field;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

inline std::vector<std::uint64_t> record_of(trace::Event event,
                                            const std::vector<CraftedField>& fields) {
  std::vector<std::uint64_t> words{std::uint64_t{1} << 8 | static_cast<std::uint64_t>(event)};
  for (const CraftedField& field : fields) {
    words.insert(words.end(), field.words().begin(), field.words().end());
  }
  return words;
}

/// One process's folder of a trace; its times count from kCraftedEpoch.
class CraftedTrace final {
 public:
  CraftedTrace(const std::string& directory, std::int32_t pid)
      : path_(directory + "/crafted-" + std::to_string(pid)),
        packet_(crafted_identity(pid).uuid, pid) {
    std::filesystem::create_directories(path_);
    std::ofstream(path_ + "/metadata") << trace::metadata(crafted_identity(pid));
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::int32_t thread) const {
    return path_ + "/thread_" + std::to_string(thread);
  }

  /// Begins a packet of a thread; add() goes on with it until is_large(), end() writes it.
  void begin(std::int32_t thread) {
    thread_ = thread;
    trace::ThreadName name{thread, "worker"};
    packet_.begin(name, 0);
  }
  void add(std::int64_t ns, trace::Event event, const std::vector<CraftedField>& fields) {
    packet_.add(record_of(event, fields), ns);
  }
  [[nodiscard]] bool is_large() const { return packet_.is_large(); }
  /// @return the packet's bytes.
  std::vector<std::uint8_t> end(std::uint64_t number, std::uint64_t discarded = 0) {
    const auto bytes = packet_.finish(0, discarded, number, 0);
    std::ofstream file(this->file(thread_), std::ios::app | std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return {bytes.begin(), bytes.end()};
  }
  /// A packet of so many events callback_end, a microsecond apart.
  std::vector<std::uint8_t> packet(std::int32_t thread, std::uint64_t number, std::int64_t from,
                                   int events) {
    begin(thread);
    for (int i = 0; i < events; ++i) {
      add(from + i * 1'000, trace::Event::callback_end, {i});
    }
    return end(number);
  }

 private:
  std::string path_;
  trace::Packet packet_;
  std::int32_t thread_ = 0;
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace ranvier::support
