#include "codec.h"

#include <string.h>

#include "rosidl_runtime_c/string.h"
#include "rosidl_runtime_c/u16string.h"

/* A place in a message that is walked over: no function calls itself. */
typedef struct level {
  const micro_type* type;
  uint8_t* message;
  uint32_t left;   /* messages of an array, this one included */
  uint32_t member; /* the next one */
} level;

typedef struct walk {
  xrce_cdr* cdr;
  bool reads;
  bool zeros; /* there is no message: all of it is zero */
  uint8_t depth;
  level levels[MICRO_MOST_LEVELS];
} walk;

static void fail(walk* on) { on->cdr->failed = true; }

/* A length, written or read. CDR has 32 bits for it. */
static uint32_t length(walk* on, size_t value) {
  if (on->reads) return xrce_get_u32(on->cdr);
#if SIZE_MAX > UINT32_MAX
  if (value > UINT32_MAX) {
    fail(on);
    return 0;
  }
#endif
  xrce_put_u32(on->cdr, (uint32_t)value);
  return (uint32_t)value;
}

static void put_zeros(xrce_cdr* cdr, size_t width, size_t count) {
  static const uint8_t zero[8];
  while (count-- > 0 && !cdr->failed) xrce_put(cdr, zero, width, 1);
}

static void numbers(walk* on, void* values, size_t width, size_t count) {
  if (on->zeros) {
    put_zeros(on->cdr, width, count);
  } else if (on->reads) {
    xrce_get(on->cdr, values, width, count);
  } else {
    xrce_put(on->cdr, values, width, count);
  }
}

static void one_string(walk* on, micro_sequence* text, uint32_t bound) {
  static char empty[1] = "";
  if (on->zeros) {
    xrce_put_string(on->cdr, empty);
    return;
  }
  const uint32_t size = length(on, text->size + 1);
  const bool too_long = size == 0 || (bound != 0 && size - 1 > bound);
  if (too_long || (on->reads && size > text->capacity)) return fail(on);
  if (on->cdr->failed) return;
  char* data = (char*)text->data;
  if (on->reads) {
    xrce_get_bytes(on->cdr, data, size);
    data[size - 1] = 0;
    text->size = size - 1;
  } else {
    xrce_put_bytes(on->cdr, data != NULL ? data : empty, size - 1);
    xrce_put_u8(on->cdr, 0);
  }
}

/* A wide text: its units, each as four bytes. */
static void one_wstring(walk* on, micro_sequence* text, uint32_t bound) {
  if (on->zeros) {
    xrce_put_u32(on->cdr, 0);
    return;
  }
  const uint32_t size = length(on, text->size);
  if ((bound != 0 && size > bound) || (on->reads && size >= text->capacity && size != 0)) {
    return fail(on);
  }
  uint16_t* units = (uint16_t*)text->data;
  for (uint32_t i = 0; i < size && !on->cdr->failed; ++i) {
    uint32_t unit = on->reads ? 0 : units[i];
    numbers(on, &unit, 4, 1);
    if (on->reads) units[i] = (uint16_t)unit;
  }
  if (on->reads && text->capacity != 0) {
    text->size = size;
    units[size] = 0;
  }
}

static void push(walk* on, const micro_type* type, void* message, uint32_t count) {
  if (count == 0) return;
  if (on->depth == MICRO_MOST_LEVELS) return fail(on);
  const level next = {type, (uint8_t*)message, count, 0};
  on->levels[on->depth++] = next;
}

/* `count` values of a member, at `data`. */
static void values(walk* on, const micro_member* member, void* data, uint32_t count) {
  micro_sequence* texts = (micro_sequence*)data;
  switch (member->kind) {
    case MICRO_NESTED: push(on, member->nested, data, count); return;
    case MICRO_STRING:
      for (uint32_t i = 0; i < count && !on->cdr->failed; ++i) {
        one_string(on, on->zeros ? NULL : texts + i, member->string_bound);
      }
      return;
    case MICRO_WSTRING:
      for (uint32_t i = 0; i < count && !on->cdr->failed; ++i) {
        one_wstring(on, on->zeros ? NULL : texts + i, member->string_bound);
      }
      return;
    default: numbers(on, data, member->width, count); return;
  }
}

static void one_member(walk* on, const micro_member* member, uint8_t* message) {
  uint8_t* at = on->zeros ? NULL : message + member->offset;
  if (on->zeros && member->repeat == MICRO_SEQUENCE) {
    xrce_put_u32(on->cdr, 0);
    return;
  }
  if (member->repeat != MICRO_SEQUENCE) {
    values(on, member, at, member->repeat == MICRO_ARRAY ? member->capacity : 1);
    return;
  }
  micro_sequence* list = (micro_sequence*)at;
  const uint32_t count = length(on, list->size);
  if (on->cdr->failed) return;
  const bool too_long = member->capacity != 0 && count > member->capacity;
  if (too_long || (on->reads && count > list->capacity)) return fail(on);
  list->size = count;
  values(on, member, list->data, count);
}

static void walk_over(walk* on, const micro_type* type, void* message) {
  push(on, type, message, 1);
  while (on->depth != 0 && !on->cdr->failed) {
    level* top = &on->levels[on->depth - 1];
    if (top->member < top->type->count) {
      one_member(on, &top->type->members[top->member++], top->message);
    } else if (--top->left != 0) {
      if (!on->zeros) top->message += top->type->size;
      top->member = 0;
    } else {
      --on->depth;
    }
  }
}

static void start(walk* on, xrce_cdr* cdr, bool reads, bool zeros) {
  on->cdr = cdr;
  on->reads = reads;
  on->zeros = zeros;
  on->depth = 0;
}

void micro_put(const micro_type* type, const void* message, xrce_cdr* cdr) {
  walk on;
  start(&on, cdr, false, false);
  walk_over(&on, type, (void*)(uintptr_t)message); /* is only read */
}

void micro_put_zeros(const micro_type* type, xrce_cdr* cdr) {
  walk on;
  start(&on, cdr, false, true);
  walk_over(&on, type, NULL);
}

void micro_get(const micro_type* type, void* message, xrce_cdr* cdr) {
  walk on;
  start(&on, cdr, true, false);
  walk_over(&on, type, message);
}

static bool again(xrce_cdr* cdr) {
  uint8_t* memory = (uint8_t*)cdr->of_more;
  cdr->at = memory;
  cdr->end = memory + MICRO_COUNTING_BYTES;
  return true;
}

void micro_start_counting(xrce_cdr* cdr, uint8_t* memory) {
  xrce_cdr_init(cdr, memory, MICRO_COUNTING_BYTES, xrce_machine_is_little_endian());
  cdr->more = again;
  cdr->of_more = memory;
}

size_t micro_size(const micro_type* type, const void* message) {
  uint8_t memory[MICRO_COUNTING_BYTES];
  xrce_cdr cdr;
  micro_start_counting(&cdr, memory);
  micro_put(type, message, &cdr);
  return cdr.failed ? 0 : cdr.position;
}
