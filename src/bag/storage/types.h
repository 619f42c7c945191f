// What a bag holds: topics, definitions, messages. The words of all formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ranvier::bag {

using Bytes = std::span<const std::byte>;

/// A topic of a bag, as its publishers offered it.
struct Topic {
  std::string name;
  std::string type;  ///< "std_msgs/msg/String"
  std::string format = "cdr";
  std::string type_hash{};    ///< "RIHS01_...", or empty
  std::string offered_qos{};  ///< YAML: a list, one entry a publisher (metadata.h)

  bool operator==(const Topic&) const = default;
};

/// The text of a type and of all that it uses. Both are empty where nobody knows it.
struct Definition {
  std::string encoding;  ///< "ros2msg", "ros2idl"
  std::string text;

  bool operator==(const Definition&) const = default;
};

/// Of one writer or one reader: the place of a topic in the order in which it became known.
using TopicId = std::uint32_t;

/// A message to be written. The bytes are borrowed.
struct BagMessage {
  TopicId topic = 0;
  std::int64_t received_ns = 0;  ///< since the epoch
  std::int64_t sent_ns = 0;      ///< since the epoch; SQLite does not keep it
  std::span<const Bytes> parts;  ///< joined, they are the message: CDR with its 4 bytes of header
};

/// A message that was read. The bytes are the reader's, and valid until its next call.
struct MessageView {
  TopicId topic = 0;
  std::int64_t received_ns = 0;
  std::int64_t sent_ns = 0;
  Bytes data;
  std::uint32_t sequence = 0;  ///< in its topic, if the writer counts; rosbag2's do not
};

/// In which order a reader gives messages.
enum class ReadOrder {
  kReceived,         ///< by received_ns; of equal ones, as they lie in the file
  kReceivedReverse,  ///< the same backwards
  kFile,             ///< as they lie in the files
};

/// A file of a bag that is complete, compressed if it is to be, and the one behind it: paths.
struct FileSplit {
  std::string closed;
  std::string opened;  ///< empty: it is the last one
};

}  // namespace ranvier::bag
