#include "codec.h"

#include <string.h>

#include "rosidl_runtime_c/string.h"
#include "rosidl_runtime_c/u16string.h"

/* All sequences have this layout, and texts too. */
typedef struct sequence {
  void* data;
  size_t size;
  size_t capacity;
} sequence;

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
  uint8_t depth;
  level levels[MICRO_MOST_LEVELS];
} walk;

static void fail(walk* on) { on->cdr->failed = true; }

/* A length, written or read. */
static uint32_t length(walk* on, uint32_t value) {
  if (on->reads) return xrce_get_u32(on->cdr);
  xrce_put_u32(on->cdr, value);
  return value;
}

static void numbers(walk* on, void* values, size_t width, size_t count) {
  if (on->reads) {
    xrce_get(on->cdr, values, width, count);
  } else {
    xrce_put(on->cdr, values, width, count);
  }
}

static void one_string(walk* on, sequence* text, uint32_t bound) {
  static char empty[1] = "";
  const uint32_t size = length(on, (uint32_t)text->size + 1);
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
static void one_wstring(walk* on, sequence* text, uint32_t bound) {
  const uint32_t size = length(on, (uint32_t)text->size);
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
  sequence* texts = (sequence*)data;
  switch (member->kind) {
    case MICRO_NESTED: push(on, member->nested, data, count); return;
    case MICRO_STRING:
      while (count-- > 0 && !on->cdr->failed) one_string(on, texts++, member->string_bound);
      return;
    case MICRO_WSTRING:
      while (count-- > 0 && !on->cdr->failed) one_wstring(on, texts++, member->string_bound);
      return;
    default: numbers(on, data, member->width, count); return;
  }
}

static void one_member(walk* on, const micro_member* member, uint8_t* message) {
  uint8_t* at = message + member->offset;
  if (member->repeat != MICRO_SEQUENCE) {
    values(on, member, at, member->repeat == MICRO_ARRAY ? member->capacity : 1);
    return;
  }
  sequence* list = (sequence*)at;
  const uint32_t count = length(on, (uint32_t)list->size);
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
      top->message += top->type->size;
      top->member = 0;
    } else {
      --on->depth;
    }
  }
}

void micro_put(const micro_type* type, const void* message, xrce_cdr* cdr) {
  walk on;
  on.cdr = cdr;
  on.reads = false;
  on.depth = 0;
  walk_over(&on, type, (void*)(uintptr_t)message); /* is only read */
}

void micro_get(const micro_type* type, void* message, xrce_cdr* cdr) {
  walk on;
  on.cdr = cdr;
  on.reads = true;
  on.depth = 0;
  walk_over(&on, type, message);
}

/* Counting is writing into memory that is used again and again. */
static bool again(xrce_cdr* cdr) {
  uint8_t* memory = (uint8_t*)cdr->of_more;
  cdr->at = memory;
  cdr->end = memory + 16;
  return true;
}

size_t micro_size(const micro_type* type, const void* message) {
  uint8_t memory[16];
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, memory, sizeof(memory), xrce_machine_is_little_endian());
  cdr.more = again;
  cdr.of_more = memory;
  micro_put(type, message, &cdr);
  return cdr.failed ? 0 : cdr.position;
}
