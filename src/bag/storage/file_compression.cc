#include <zstd.h>

#include <algorithm>

#include "bag/storage/compression.h"
#include "bag/storage/file.h"

namespace ranvier::bag {
namespace {

struct StreamFree {
  void operator()(ZSTD_DStream* stream) const noexcept { ZSTD_freeDStream(stream); }
  void operator()(ZSTD_CStream* stream) const noexcept { ZSTD_freeCStream(stream); }
};

Error file_refused(const std::string& path, const std::string& why) {
  return {Code::kInvalidArgument, "Bag file '" + path + "': zstd: " + why + '.'};
}

/// Reads a file in parts, gives each to `step`, and writes what that gives out.
/// @param step  (in, out, whether the file ends with it) -> zstd's code.
template <class Step>
Result<void> transform_file(const std::string& from, const std::string& to, Step step) {
  const auto in = InputFile::open(from);
  if (!in) return in.error();
  auto out = OutputFile::create(to);
  if (!out) return out.error();
  Buffer part(ZSTD_CStreamInSize());
  Buffer made(ZSTD_CStreamOutSize());
  std::size_t code = 1;
  for (std::uint64_t place = 0; place < in->size();) {
    part.resize(static_cast<std::size_t>(
        std::min<std::uint64_t>(ZSTD_CStreamInSize(), in->size() - place)));
    if (const auto read = in->read(place, part); !read) return read;
    place += part.size();
    ZSTD_inBuffer input{part.data(), part.size(), 0};
    const bool last = place == in->size();
    for (bool more = true; more;) {
      ZSTD_outBuffer output{made.data(), made.size(), 0};
      code = step(input, output, last);
      if (ZSTD_isError(code)) return file_refused(from, ZSTD_getErrorName(code));
      iovec piece{made.data(), output.pos};
      if (const auto written = out->append({&piece, 1}); !written) return written;
      // At 0 nothing is left inside, also if it filled the output exactly.
      more = input.pos < input.size ||
             (code != 0 && (output.pos == output.size || (last && output.pos > 0)));
    }
  }
  if (code != 0) return file_refused(from, "it ends within a frame");
  return {};
}

}  // namespace

Result<void> decompress_file(const std::string& from, const std::string& to) {
  const std::unique_ptr<ZSTD_DStream, StreamFree> stream(ZSTD_createDStream());
  if (!stream) return Error{Code::kWorld, "zstd: out of memory"};
  return transform_file(from, to, [&](ZSTD_inBuffer& in, ZSTD_outBuffer& out, bool) {
    return ZSTD_decompressStream(stream.get(), &out, &in);
  });
}

Result<void> compress_file(const std::string& from, const std::string& to) {
  const std::unique_ptr<ZSTD_CStream, StreamFree> stream(ZSTD_createCStream());
  if (!stream) return Error{Code::kWorld, "zstd: out of memory"};
  return transform_file(from, to, [&](ZSTD_inBuffer& in, ZSTD_outBuffer& out, bool last) {
    return ZSTD_compressStream2(stream.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
  });
}

}  // namespace ranvier::bag
