/* C messages to CDR and back, by the tables of their types. */
#ifndef RANVIER_MICRO_ROS_CODEC_H
#define RANVIER_MICRO_ROS_CODEC_H

#include "../wire/cdr.h"
#include "type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How deep messages may lie in one another in arrays and as members. */
#ifndef MICRO_MOST_LEVELS
#define MICRO_MOST_LEVELS 8
#endif

/* All sequences have this layout, and texts too. */
typedef struct micro_sequence {
  void* data;
  size_t size;
  size_t capacity;
} micro_sequence;

/* Writes a message; `cdr->failed` if it does not fit, or is not valid. */
void micro_put(const micro_type* type, const void* message, xrce_cdr* cdr);
/* Bytes that micro_put() writes; 0 for a message that is not valid: longer than a bound. */
size_t micro_size(const micro_type* type, const void* message);
/* Writes a message of which all is zero or empty. */
void micro_put_zeros(const micro_type* type, xrce_cdr* cdr);
/* Makes a writer that counts: what is written to it lands in `memory`, again and again, and
 * `position` is how much it was. */
enum { MICRO_COUNTING_BYTES = 16 };
void micro_start_counting(xrce_cdr* cdr, uint8_t* memory);
/* Reads a message into the memory that it has: nothing is allocated. `cdr->failed` if a
 * string or a sequence has no room (its `capacity`), or the input is not valid. */
void micro_get(const micro_type* type, void* message, xrce_cdr* cdr);

#ifdef __cplusplus
}
#endif
#endif
