// Compression of chunks and of whole files: zstd, and the frame format of lz4.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bag/storage/bytes.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

enum class Compression : std::uint8_t { kNone, kLz4, kZstd };
enum class CompressionLevel : std::uint8_t { kFastest, kFast, kDefault, kSlow, kSlowest };

/// As MCAP names it: "", "lz4", "zstd".
std::string_view name_of(Compression compression) noexcept;
/// Nothing for a name that MCAP does not have.
std::optional<Compression> compression_of(std::string_view name) noexcept;

/// Compresses one block after the other, each by itself. Threads: one at a time.
class Compressor final {
 public:
  Compressor(Compression kind, CompressionLevel level) noexcept : kind_(kind), level_(level) {}

  /// The block as one frame. Fails if memory is short.
  /// Contract: valid until the next call. kNone gives the block itself.
  Result<Bytes> compress(Bytes block);

 private:
  Result<Bytes> compress_lz4(Bytes block);
  Result<Bytes> compress_zstd(Bytes block);

  struct ZstdFree {
    void operator()(void* context) const noexcept;
  };
  Compression kind_;
  CompressionLevel level_;
  Buffer frame_;
  std::unique_ptr<void, ZstdFree> zstd_;
};

/// The most bytes that are read at once: 1 GiB, or an eighth of the machine's memory where that is
/// more. A number in a file that is larger is not believed.
/// Contract: any thread.
std::uint64_t largest_block() noexcept;

inline constexpr std::uint64_t kLargestRatio = 64;

/// Fills `to` with exactly `size` bytes. Memory grows with what comes out, not with what `size`
/// promises, so a damaged number takes none.
/// Fails (kInvalidArgument) if the frame is damaged, holds more or less than `size`, or if that is
/// more than largest_block(), or more than 1 GiB and more than kLargestRatio times the frame.
/// Contract: any thread.
Result<void> decompress(Compression kind, Bytes frame, std::uint64_t size, Buffer& to);

/// Whether bytes begin as a frame of zstd. Contract: any thread.
bool is_zstd_frame(Bytes bytes) noexcept;
/// The bytes that a zstd frame says it holds; nothing if it does not say.
/// Contract: any thread.
std::optional<std::uint64_t> zstd_content_size(Bytes frame) noexcept;

/// Decompresses a zstd file into a new one. Contract: any thread; blocks on the disk.
Result<void> decompress_file(const std::string& from, const std::string& to);
/// Compresses a file with zstd into a new one. Contract: any thread; blocks on the disk.
Result<void> compress_file(const std::string& from, const std::string& to);

}  // namespace ranvier::bag
