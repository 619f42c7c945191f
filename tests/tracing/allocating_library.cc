// A library that takes memory from the heap, for allocating.cc.
#include <cstdlib>

extern "C" [[gnu::visibility("default"), gnu::noinline]] void* planted_in_library() {
  void* volatile memory = std::calloc(3, 111);
  return memory;
}
