#include <algorithm>

#include "bag/storage/compression.h"
#include "bag/storage/mcap_chunk.h"
#include "bag/storage/mcap_index.h"

namespace ranvier::bag::mcap {
namespace {

Error damaged_chunk(const InputFile& file, const Block& block, const std::string& why) {
  return {Code::kInvalidArgument, "Bag file '" + file.path() + "', chunk at byte " +
                                      std::to_string(block.begin) + ": " + why +
                                      ". Its messages are left out."};
}

Result<ChunkHead> head_of(const InputFile& file, const Block& block, Bytes record) {
  Unpacker from(record);
  const auto op = static_cast<Op>(from.number<std::uint8_t>());
  const auto length = from.number<std::uint64_t>();
  if (from.failed() || op != Op::kChunk || length != from.rest().size()) {
    return damaged_chunk(file, block, "there is no chunk of that size");
  }
  auto head = read_chunk_head(from.rest());
  if (!head || head->records_size != length - ChunkHead::kHead - head->compression.size()) {
    return damaged_chunk(file, block, "its head is damaged");
  }
  return *std::move(head);
}

/// Checks the CRC, if there is one.
Result<Bytes> checked(const InputFile& file, const Block& block, const ChunkHead& head,
                      Bytes records) {
  if (head.uncompressed_crc != 0 && head.uncompressed_crc != crc_over(0, records)) {
    return damaged_chunk(file, block, "its CRC says that bytes have changed");
  }
  return records;
}

}  // namespace

Result<Bytes> load(const InputFile& file, const Block& block, Buffer& buffer, Buffer& scratch) {
  if (block.begin > file.size() || block.size > file.size() - block.begin) {
    return damaged_chunk(file, block, "the file ends before");
  }
  if (block.size > largest_block()) {
    return damaged_chunk(file, block,
                         "it has " + std::to_string(block.size) + " bytes, and at most " +
                             std::to_string(largest_block()) + " are read at once");
  }
  Buffer& stored = block.is_chunk ? scratch : buffer;
  stored.resize(static_cast<std::size_t>(block.size));
  if (const auto read = file.read(block.begin, stored); !read) return read.error();
  if (!block.is_chunk) return Bytes(buffer);
  const auto head = head_of(file, block, stored);
  if (!head) return head.error();
  const Bytes records = Bytes(stored).last(static_cast<std::size_t>(head->records_size));
  const auto compression = compression_of(head->compression);
  if (!compression) {
    return damaged_chunk(file, block, "no compression '" + head->compression + "' is known");
  }
  if (*compression == Compression::kNone) {
    std::swap(buffer, scratch);
    return checked(file, block, *head, Bytes(buffer).last(records.size()));
  }
  const auto done = decompress(*compression, records, head->uncompressed_size, buffer);
  if (!done) return damaged_chunk(file, block, done.error().what);
  return checked(file, block, *head, buffer);
}

}  // namespace ranvier::bag::mcap
