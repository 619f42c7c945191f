/* micro_ros_utilities: walks over the table of a type, and gives its members memory. */
#include <string.h>

#include "codec.h"
#include "micro_ros_utilities/string_utilities.h"
#include "micro_ros_utilities/type_utilities.h"
#include "rmw.h"

#ifndef MICRO_LONGEST_PATH
#define MICRO_LONGEST_PATH 128
#endif

const micro_ros_utilities_memory_conf_t micro_ros_utilities_memory_conf_default = {20,   5, 5,
                                                                                   NULL, 0, NULL};

enum { ALIGNMENT = 8, MOST_RULES = 32 };
typedef enum { COUNT, CREATE, CREATE_STATIC, DESTROY } purpose;

/* A place in a message: no function calls itself. */
typedef struct level {
  const micro_type* type;
  uint8_t* message; /* null: only counted */
  size_t left;      /* messages of an array or sequence, this one included */
  uint32_t member;
  size_t path;    /* the length of its own */
  void* elements; /* to be freed after it; null: nothing */
} level;

typedef struct walk {
  purpose does;
  micro_ros_utilities_memory_conf_t conf;
  rcutils_allocator_t allocator;
  uint8_t* buffer; /* what is left of a static one */
  size_t left;
  size_t bytes;     /* that were counted */
  uint32_t matched; /* rules, as bits */
  bool failed;
  uint8_t depth;
  level levels[MICRO_MOST_LEVELS];
  char path[MICRO_LONGEST_PATH];
} walk;

static void fail(walk* on, const char* why) {
  if (!on->failed) micro_error(RCL_RET_ERROR, why);
  on->failed = true;
}

static void put_path(walk* on, size_t at, const char* name) {
  const size_t size = strlen(name);
  if (at + size + 2 > sizeof(on->path)) {
    fail(on, "a path is too long: raise MICRO_LONGEST_PATH");
    return;
  }
  if (at != 0) on->path[at++] = '.';
  memcpy(on->path + at, name, size + 1);
}

/* The capacity of the member at the path. */
static size_t capacity_of(walk* on, size_t usual, size_t bound) {
  size_t capacity = usual;
  for (size_t i = 0; i < on->conf.n_rules; ++i) {
    if (strcmp(on->conf.rules[i].rule, on->path) != 0) continue;
    capacity = on->conf.rules[i].size;
    on->matched |= 1u << i;
  }
  return bound != 0 && bound < capacity ? bound : capacity;
}

static void* give(walk* on, size_t size) {
  const size_t whole = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  void* memory = NULL;
  switch (on->does) {
    case COUNT: on->bytes += on->buffer != NULL ? whole : size; return NULL;
    case CREATE: memory = on->allocator.zero_allocate(1, size, on->allocator.state); break;
    case CREATE_STATIC:
      if (whole > on->left) break;
      memory = on->buffer;
      memset(memory, 0, size);
      on->buffer += whole;
      on->left -= whole;
      break;
    default: return NULL;
  }
  if (memory == NULL) fail(on, "there is no memory for a message");
  return memory;
}

static void take_back(walk* on, void* memory) {
  if (memory != NULL) on->allocator.deallocate(memory, on->allocator.state);
}

/* Gives a text or a sequence its memory, or takes it back. `of` is null where it is counted. */
static void* fill(walk* on, micro_sequence* of, size_t capacity, size_t width) {
  if (on->does == DESTROY) {
    void* had = of->data;
    memset(of, 0, sizeof(*of));
    return had;
  }
  void* data = capacity == 0 ? NULL : give(on, capacity * width);
  if (of == NULL) return NULL;
  of->data = data;
  of->size = 0;
  of->capacity = data != NULL ? capacity : 0;
  return data;
}

static void texts(walk* on, const micro_member* member, micro_sequence* at, size_t count) {
  const size_t width = member->kind == MICRO_STRING ? 1 : 2;
  const size_t bound = member->string_bound != 0 ? (size_t)member->string_bound + 1 : 0;
  const size_t capacity = capacity_of(on, on->conf.max_string_capacity, bound);
  for (size_t i = 0; i < count && !on->failed; ++i) {
    void* data = fill(on, at == NULL ? NULL : at + i, capacity, width);
    if (on->does == DESTROY) take_back(on, data);
  }
}

static void push(walk* on, const micro_type* type, void* message, size_t count, void* elements) {
  if (on->depth == MICRO_MOST_LEVELS) {
    fail(on, "messages lie too deep in one another: raise MICRO_MOST_LEVELS");
    return;
  }
  const level next = {type, (uint8_t*)message, count, 0, strlen(on->path), elements};
  on->levels[on->depth++] = next;
}

static void sequence_member(walk* on, const micro_member* member, micro_sequence* list) {
  const bool basic = member->kind == MICRO_NUMBER;
  const size_t usual =
      basic ? on->conf.max_basic_type_sequence_capacity : on->conf.max_ros2_type_sequence_capacity;
  const size_t width = basic                          ? member->width
                       : member->kind == MICRO_NESTED ? member->nested->size
                                                      : sizeof(micro_sequence);
  const size_t capacity =
      on->does == DESTROY ? list->capacity : capacity_of(on, usual, member->capacity);
  void* data = fill(on, list, capacity, width);
  if (on->failed) return;
  if (member->kind == MICRO_NESTED && capacity != 0) {
    push(on, member->nested, data, capacity, on->does == DESTROY ? data : NULL);
    return;
  }
  if (!basic) {
    put_path(on, strlen(on->path), "data");
    texts(on, member, (micro_sequence*)data, capacity);
  }
  if (on->does == DESTROY) take_back(on, data);
}

static void one_member(walk* on, const level* of, const micro_member* member) {
  uint8_t* at = of->message == NULL ? NULL : of->message + member->offset;
  const size_t count = member->repeat == MICRO_ARRAY ? member->capacity : 1;
#ifdef RANVIER_MICRO_MEMBER_NAMES
  put_path(on, of->path, member->name);
#endif
  if (on->failed) return;
  if (member->repeat == MICRO_SEQUENCE) {
    sequence_member(on, member, (micro_sequence*)at);
  } else if (member->kind == MICRO_NESTED) {
    push(on, member->nested, at, count, NULL);
  } else if (member->kind != MICRO_NUMBER) {
    texts(on, member, (micro_sequence*)at, count);
  }
}

static void walk_over(walk* on, const micro_type* type, void* message) {
  push(on, type, message, 1, NULL);
  while (on->depth != 0 && !on->failed) {
    level* top = &on->levels[on->depth - 1];
    on->path[top->path] = 0;
    if (top->member < top->type->count) {
      one_member(on, top, &top->type->members[top->member++]);
    } else if (--top->left != 0) {
      if (top->message != NULL) top->message += top->type->size;
      top->member = 0;
    } else {
      take_back(on, top->elements);
      --on->depth;
    }
  }
}

static bool check_rules(walk* on) {
#ifndef RANVIER_MICRO_MEMBER_NAMES
  if (on->conf.n_rules != 0) {
    fail(on, "rules ask for names of members: build with RANVIER_MICRO_MEMBER_NAMES");
  }
#endif
  if (on->conf.n_rules > MOST_RULES) fail(on, "there are more than 32 rules");
  return !on->failed;
}

static void start(walk* on, purpose does, const micro_ros_utilities_memory_conf_t* conf) {
  const micro_ros_utilities_memory_conf_t* usual = &micro_ros_utilities_memory_conf_default;
  memset(on, 0, sizeof(*on));
  on->does = does;
  on->conf = *conf;
  if (conf->max_string_capacity == 0) on->conf.max_string_capacity = usual->max_string_capacity;
  if (conf->max_ros2_type_sequence_capacity == 0) {
    on->conf.max_ros2_type_sequence_capacity = usual->max_ros2_type_sequence_capacity;
  }
  if (conf->max_basic_type_sequence_capacity == 0) {
    on->conf.max_basic_type_sequence_capacity = usual->max_basic_type_sequence_capacity;
  }
  on->allocator = conf->allocator != NULL ? *conf->allocator : rcl_get_default_allocator();
  if ((does == CREATE || does == DESTROY) && !rcutils_allocator_is_valid(&on->allocator)) {
    fail(on, "there is no allocator: call rcutils_set_default_allocator()");
  }
}

static bool all_rules_matched(walk* on) {
  if (on->failed) return false;
  const uint32_t all = on->conf.n_rules == MOST_RULES ? UINT32_MAX : (1u << on->conf.n_rules) - 1u;
  if (on->matched != all) fail(on, "a rule names no text or sequence of the message");
  return !on->failed;
}

static size_t count(const rosidl_message_type_support_t* type,
                    const micro_ros_utilities_memory_conf_t* conf, bool is_static) {
  static uint8_t aligned;
  walk on;
  start(&on, COUNT, conf);
  on.buffer = is_static ? &aligned : NULL;
  if (check_rules(&on)) walk_over(&on, (const micro_type*)type->data, NULL);
  if (!all_rules_matched(&on)) return 0;
  return is_static ? on.bytes + ALIGNMENT - 1 : on.bytes; /* the buffer may begin anywhere */
}
size_t micro_ros_utilities_get_dynamic_size(const rosidl_message_type_support_t* type,
                                            const micro_ros_utilities_memory_conf_t conf) {
  return count(type, &conf, false);
}
size_t micro_ros_utilities_get_static_size(const rosidl_message_type_support_t* type,
                                           const micro_ros_utilities_memory_conf_t conf) {
  return count(type, &conf, true);
}

bool micro_ros_utilities_destroy_message_memory(const rosidl_message_type_support_t* type,
                                                void* message,
                                                const micro_ros_utilities_memory_conf_t conf) {
  walk on;
  start(&on, DESTROY, &conf);
  if (!on.failed) walk_over(&on, (const micro_type*)type->data, message);
  return !on.failed;
}

static bool create(walk* on, const rosidl_message_type_support_t* type, void* message) {
  const micro_type* of = (const micro_type*)type->data;
  if (!check_rules(on)) return false;
  memset(message, 0, of->size);
  walk_over(on, of, message);
  return all_rules_matched(on);
}
bool micro_ros_utilities_create_message_memory(const rosidl_message_type_support_t* type,
                                               void* message,
                                               const micro_ros_utilities_memory_conf_t conf) {
  walk on;
  start(&on, CREATE, &conf);
  if (on.failed) return false;
  if (create(&on, type, message)) return true;
  micro_ros_utilities_destroy_message_memory(type, message, conf);
  return false;
}
bool micro_ros_utilities_create_static_message_memory(const rosidl_message_type_support_t* type,
                                                      void* message,
                                                      const micro_ros_utilities_memory_conf_t conf,
                                                      uint8_t* buffer, size_t size) {
  walk on;
  start(&on, CREATE_STATIC, &conf);
  const size_t skipped = (ALIGNMENT - (uintptr_t)buffer % ALIGNMENT) % ALIGNMENT;
  on.buffer = buffer + skipped;
  on.left = size > skipped ? size - skipped : 0;
  return create(&on, type, message);
}

static const char* kind_of(const micro_member* member) {
  static const char* const widths[] = {"", "8 bits", "16 bits", "",       "32 bits",
                                       "", "",       "",        "64 bits"};
  if (member->kind == MICRO_STRING) return "string";
  if (member->kind == MICRO_WSTRING) return "wstring";
  return member->kind == MICRO_NESTED ? member->nested->dds_name : widths[member->width];
}

static rosidl_runtime_c__String tell(rosidl_runtime_c__String text, unsigned depth,
                                     const micro_member* member) {
  static const char* const repeats[] = {"", "[array]", "[sequence]"};
  while (depth-- > 1) text = micro_ros_string_utilities_append(text, "  ");
#ifdef RANVIER_MICRO_MEMBER_NAMES
  text = micro_ros_string_utilities_append(text, member->name);
  text = micro_ros_string_utilities_append(text, ": ");
#endif
  text = micro_ros_string_utilities_append(text, kind_of(member));
  text = micro_ros_string_utilities_append(text, repeats[member->repeat]);
  return micro_ros_string_utilities_append(text, "\n");
}

rosidl_runtime_c__String micro_ros_utilities_type_info(const rosidl_message_type_support_t* type) {
  level levels[MICRO_MOST_LEVELS];
  unsigned depth = 1;
  memset(levels, 0, sizeof(levels));
  levels[0].type = (const micro_type*)type->data;
  rosidl_runtime_c__String text = micro_ros_string_utilities_init(levels[0].type->dds_name);
  text = micro_ros_string_utilities_append(text, "\n");
  while (depth != 0) {
    level* top = &levels[depth - 1];
    if (top->member == top->type->count) {
      --depth;
      continue;
    }
    const micro_member* member = &top->type->members[top->member++];
    text = tell(text, depth + 1, member);
    if (member->kind != MICRO_NESTED || depth == MICRO_MOST_LEVELS) continue;
    levels[depth].type = member->nested;
    levels[depth++].member = 0;
  }
  return text;
}
