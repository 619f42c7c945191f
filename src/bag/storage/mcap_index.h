// What an MCAP file holds and where: from its summary, or from a walk over all of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/file.h"
#include "bag/storage/mcap_records.h"
#include "bag/storage/mcap_walk.h"

namespace ranvier::bag::mcap {

/// A run of schemas, channels and messages: the records of a chunk, or records that lie in the file
/// one behind the other.
struct Block {
  std::uint64_t begin = 0;  ///< of the chunk's record, or of the first record
  std::uint64_t size = 0;   ///< bytes in the file
  bool is_chunk = false;
  std::int64_t start_ns = 0;  ///< of its messages
  std::int64_t end_ns = 0;
  std::vector<std::uint16_t> channels;  ///< those that have messages; empty: not known
};

struct Index {
  std::map<std::uint16_t, Schema> schemas;
  std::map<std::uint16_t, Channel> channels;
  std::map<std::uint16_t, std::uint64_t> counts;  ///< messages, by channel
  std::uint64_t messages = 0;
  bool has_times = false;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::vector<Block> blocks;  ///< as they lie in the file
  bool has_blocks = true;     ///< else scan() makes them: a file without chunks
  std::vector<Metadata> metadata;
  std::vector<Place> attachments;
  std::vector<std::string> damage;
  bool is_whole = true;  ///< a summary says all of this

  void count(std::uint16_t channel, std::uint64_t messages);
  void cover(std::int64_t from_ns, std::int64_t to_ns);
};

/// The most bytes that a record may have which is kept in memory whole, but for chunks.
inline constexpr std::uint64_t kLargestKept = std::uint64_t{64} << 20;

/// Reads the index: the summary if there is one that has all that is needed, else all records.
/// Fails (kInvalidArgument) if it is no MCAP file.
Result<Index> read_index(const InputFile& file);
/// Reads all records, but not messages that lie in chunks with an index of messages.
/// Contract: any thread; what is damaged ends the walk, and is said in damage.
Result<Index> scan(const InputFile& file);

// Parts of the two above, for records that are in memory.
/// Adds a message to the times and the channels of a block.
void cover_message(Block& block, const Message& message);
/// Takes a schema or a channel, if its id is new.
void learn(Index& index, Op op, Bytes body);
/// Takes schemas and channels of a block, and sets its times and its channels.
/// @return messages by channel.
std::map<std::uint16_t, std::uint64_t> index_records(Bytes records, Index& index, Block& block);

/// The records of a block, decompressed, with their CRC checked.
/// @param buffer  holds them. @return a part of it.
/// Fails (kInvalidArgument) naming the chunk's place and what is wrong with it.
Result<Bytes> load(const InputFile& file, const Block& block, Buffer& buffer, Buffer& scratch);

}  // namespace ranvier::bag::mcap
