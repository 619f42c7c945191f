/* SHA-256 (FIPS 180-4) of bytes that come in parts. */
#ifndef RCUTILS__SHA256_H_
#define RCUTILS__SHA256_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_SHA256_BLOCK_SIZE 32  /* bytes of the hash */

typedef struct rcutils_sha256_ctx_s
{
  uint8_t data[64];  /* the block that is not full yet */
  size_t datalen;    /* bytes in it */
  uint64_t bitlen;   /* bits of the blocks before */
  uint32_t state[8];
} rcutils_sha256_ctx_t;

void rcutils_sha256_init(rcutils_sha256_ctx_t * ctx);
void rcutils_sha256_update(rcutils_sha256_ctx_t * ctx, const uint8_t * data, size_t data_len);
/// Writes the 32 bytes of the hash. The context must be initialized again before it is used.
void rcutils_sha256_final(
  rcutils_sha256_ctx_t * ctx, uint8_t output_hash[RCUTILS_SHA256_BLOCK_SIZE]);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__SHA256_H_ */
