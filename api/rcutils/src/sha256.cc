// FIPS 180-4, section 6.2.
#include "rcutils/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace {

constexpr size_t kBlock = 64;

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
constexpr uint32_t kRound[kBlock] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t sigma(uint32_t x, int a, int b, uint32_t shifted) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ shifted;
}

void expand(const uint8_t* block, uint32_t (&words)[kBlock]) {
  for (size_t i = 0; i < 16; ++i) {
    words[i] = uint32_t{block[4 * i]} << 24 | uint32_t{block[4 * i + 1]} << 16 |
               uint32_t{block[4 * i + 2]} << 8 | uint32_t{block[4 * i + 3]};
  }
  for (size_t i = 16; i < kBlock; ++i) {
    const uint32_t early = words[i - 15], late = words[i - 2];
    words[i] = sigma(late, 17, 19, late >> 10) + words[i - 7] + sigma(early, 7, 18, early >> 3) +
               words[i - 16];
  }
}

void compress(uint32_t (&state)[8], const uint8_t* block) {
  uint32_t words[kBlock];
  expand(block, words);
  uint32_t v[8];
  std::copy_n(state, 8, v);
  for (size_t i = 0; i < kBlock; ++i) {
    const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    const uint32_t first =
        v[7] + sigma(v[4], 6, 11, std::rotr(v[4], 25)) + choice + kRound[i] + words[i];
    const uint32_t second = sigma(v[0], 2, 13, std::rotr(v[0], 22)) + majority;
    std::copy_backward(v, v + 7, v + 8);
    v[4] += first;
    v[0] = first + second;
  }
  for (size_t i = 0; i < 8; ++i) state[i] += v[i];
}

}  // namespace

void rcutils_sha256_init(rcutils_sha256_ctx_t* ctx) {
  if (ctx == nullptr) return;
  // The first 32 bits of the fractions of the square roots of the first 8 primes.
  *ctx = {{},
          0,
          0,
          {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
           0x5be0cd19}};
}

void rcutils_sha256_update(rcutils_sha256_ctx_t* ctx, const uint8_t* data, size_t data_len) {
  if (ctx == nullptr || data == nullptr) return;
  while (data_len > 0) {
    const size_t part = std::min(data_len, kBlock - ctx->datalen);
    std::memcpy(ctx->data + ctx->datalen, data, part);
    ctx->datalen += part;
    data += part;
    data_len -= part;
    if (ctx->datalen < kBlock) return;
    compress(ctx->state, ctx->data);
    ctx->bitlen += 8 * kBlock;
    ctx->datalen = 0;
  }
}

void rcutils_sha256_final(rcutils_sha256_ctx_t* ctx,
                          uint8_t output_hash[RCUTILS_SHA256_BLOCK_SIZE]) {
  if (ctx == nullptr || output_hash == nullptr) return;
  const uint64_t bits = ctx->bitlen + 8 * ctx->datalen;
  const uint8_t end[kBlock] = {0x80};
  const size_t filled = ctx->datalen < kBlock - 8 ? kBlock - 8 : 2 * kBlock - 8;
  rcutils_sha256_update(ctx, end, std::min(filled, kBlock) - ctx->datalen);
  if (filled > kBlock) {
    const uint8_t zeros[kBlock - 8] = {};
    rcutils_sha256_update(ctx, zeros, sizeof zeros);
  }
  uint8_t length[8];
  for (size_t i = 0; i < 8; ++i) length[i] = static_cast<uint8_t>(bits >> (56 - 8 * i));
  rcutils_sha256_update(ctx, length, sizeof length);
  for (size_t i = 0; i < RCUTILS_SHA256_BLOCK_SIZE; ++i) {
    output_hash[i] = static_cast<uint8_t>(ctx->state[i / 4] >> (24 - 8 * (i % 4)));
  }
}
