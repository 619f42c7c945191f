#include "bag/storage/compression.h"

#include <lz4frame.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <string>

namespace ranvier::bag {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;  // bytes that a buffer grows by, at least

int zstd_level(CompressionLevel level) {
  constexpr std::array kLevels{-5, -3, 1, 5, 19};
  return kLevels[static_cast<std::size_t>(level)];
}

int lz4_level(CompressionLevel level) {
  constexpr std::array kLevels{-16, -4, 0, 4, 12};
  return kLevels[static_cast<std::size_t>(level)];
}

Error damaged(std::string_view kind, const std::string& why) {
  return {Code::kInvalidArgument, "its " + std::string(kind) + " frame is damaged: " + why};
}

Error wrong_size(std::string_view kind, std::uint64_t size) {
  return damaged(kind, "it does not hold the " + std::to_string(size) + " bytes that were said");
}

/// Makes room behind `used` bytes, up to `size` in all. @return that room.
std::span<std::byte> room(Buffer& to, std::size_t used, std::uint64_t size) {
  if (to.size() == used) {
    const auto wanted = std::max<std::uint64_t>(used * std::uint64_t{2}, kStep);
    to.resize(static_cast<std::size_t>(std::min(wanted, size)));
  }
  return std::span(to).subspan(used);
}

struct Lz4Free {
  void operator()(LZ4F_dctx* context) const noexcept { LZ4F_freeDecompressionContext(context); }
};
struct DecompressorFree {
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

Result<void> decompress_lz4(Bytes frame, std::uint64_t size, Buffer& to) {
  LZ4F_dctx* made = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION))) {
    return Error{Code::kWorld, "lz4: out of memory"};
  }
  const std::unique_ptr<LZ4F_dctx, Lz4Free> context(made);
  to.clear();
  std::size_t used = 0;
  std::size_t hint = 1;
  std::byte beyond;
  while (hint != 0) {
    const auto free = used < size ? room(to, used, size) : std::span(&beyond, 1);
    std::size_t out = free.size();
    std::size_t in = frame.size();
    hint = LZ4F_decompress(made, free.data(), &out, frame.data(), &in, nullptr);
    if (LZ4F_isError(hint)) return damaged("lz4", LZ4F_getErrorName(hint));
    if (used + out > size || (in == 0 && out == 0 && hint != 0)) return wrong_size("lz4", size);
    used += out;
    frame = frame.subspan(in);
  }
  if (used != size) return wrong_size("lz4", size);
  to.resize(used);
  return {};
}

Result<void> decompress_zstd(Bytes frame, std::uint64_t size, Buffer& to) {
  const std::unique_ptr<ZSTD_DCtx, DecompressorFree> context(ZSTD_createDCtx());
  if (!context) return Error{Code::kWorld, "zstd: out of memory"};
  to.clear();
  ZSTD_inBuffer in{frame.data(), frame.size(), 0};
  std::size_t used = 0;
  std::size_t hint = 1;
  std::byte beyond;
  while (hint != 0) {
    const auto free = used < size ? room(to, used, size) : std::span(&beyond, 1);
    ZSTD_outBuffer out{free.data(), free.size(), 0};
    const std::size_t before = in.pos;
    hint = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(hint)) return damaged("zstd", ZSTD_getErrorName(hint));
    if (used + out.pos > size || (in.pos == before && out.pos == 0 && hint != 0)) {
      return wrong_size("zstd", size);
    }
    used += out.pos;
  }
  if (used != size) return wrong_size("zstd", size);
  to.resize(used);
  return {};
}

constexpr std::uint64_t kSmall = std::uint64_t{1} << 30;

// A small file that claims very much is hostile, or of no use.
std::uint64_t largest_content(std::uint64_t frame) {
  return std::min(largest_block(), std::max(kSmall, frame * kLargestRatio));
}

}  // namespace

std::uint64_t largest_block() noexcept {
  static const std::uint64_t most =
      std::max(kSmall, static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES))) *
                           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 8);
  return most;
}

std::string_view name_of(Compression compression) noexcept {
  switch (compression) {
    case Compression::kLz4: return "lz4";
    case Compression::kZstd: return "zstd";
    default: return "";
  }
}

std::optional<Compression> compression_of(std::string_view name) noexcept {
  for (const Compression known : {Compression::kNone, Compression::kLz4, Compression::kZstd}) {
    if (name == name_of(known)) return known;
  }
  return std::nullopt;
}

void Compressor::ZstdFree::operator()(void* context) const noexcept {
  ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(context));
}

Result<Bytes> Compressor::compress_lz4(Bytes block) {
  LZ4F_preferences_t preferences{};
  preferences.compressionLevel = lz4_level(level_);
  preferences.frameInfo.contentSize = block.size();
  frame_.resize(LZ4F_compressFrameBound(block.size(), &preferences));
  const std::size_t size =
      LZ4F_compressFrame(frame_.data(), frame_.size(), block.data(), block.size(), &preferences);
  if (LZ4F_isError(size))
    return Error{Code::kWorld, std::string("lz4: ") + LZ4F_getErrorName(size)};
  return Bytes(frame_).first(size);
}

Result<Bytes> Compressor::compress_zstd(Bytes block) {
  if (!zstd_) zstd_.reset(ZSTD_createCCtx());
  if (!zstd_) return Error{Code::kWorld, "zstd: out of memory"};
  frame_.resize(ZSTD_compressBound(block.size()));
  const std::size_t size =
      ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(zstd_.get()), frame_.data(), frame_.size(),
                        block.data(), block.size(), zstd_level(level_));
  if (ZSTD_isError(size))
    return Error{Code::kWorld, std::string("zstd: ") + ZSTD_getErrorName(size)};
  return Bytes(frame_).first(size);
}

Result<Bytes> Compressor::compress(Bytes block) {
  switch (kind_) {
    case Compression::kLz4: return compress_lz4(block);
    case Compression::kZstd: return compress_zstd(block);
    default: return block;
  }
}

Result<void> decompress(Compression kind, Bytes frame, std::uint64_t size, Buffer& to) {
  if (const std::uint64_t most = largest_content(frame.size()); size > most) {
    return Error{Code::kInvalidArgument, "it says that it holds " + std::to_string(size) +
                                             " bytes, and of a frame of " +
                                             std::to_string(frame.size()) + " at most " +
                                             std::to_string(most) + " are read"};
  }
  switch (kind) {
    case Compression::kLz4: return decompress_lz4(frame, size, to);
    case Compression::kZstd: return decompress_zstd(frame, size, to);
    default: break;
  }
  if (frame.size() != size) return wrong_size("plain", size);
  to.assign(frame.begin(), frame.end());
  return {};
}

bool is_zstd_frame(Bytes bytes) noexcept {
  constexpr std::array kMagic{std::byte{0x28}, std::byte{0xb5}, std::byte{0x2f}, std::byte{0xfd}};
  return bytes.size() > kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), bytes.begin());
}

std::optional<std::uint64_t> zstd_content_size(Bytes frame) noexcept {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
  return size;
}

}  // namespace ranvier::bag
